"""Reading JSON from outside: bounded in depth and size of numbers, without NaN and halves of characters.

Python's reader takes more than JSON allows (NaN, Infinity), gives up on deep nesting only when its stack is full, and
turns ``1e999`` into infinity. What passes here can be walked, compared, printed and written again.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from envs.errors import BadInput
from envs.files.reading import MOST_BYTES, read_input

DEEPEST = 100
"""Lists and objects inside each other; recorded games have up to 10."""
MOST_DIGITS = 40
"""Digits of a number in a row; a double has 17."""

_DIGITS = bytes.maketrans(b"123456789E", b"000000000e")
_VAST, _POWER = b"0" * (MOST_DIGITS + 1), b"e000"  # too many digits; an exponent of three, which may be too large
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")


def parse_json(content: bytes | str, name: str, kind: type[BadInput] = BadInput, nan: bool = False) -> Any:
    """The value that a JSON text says.

    Args:
        content: The text.
        name: How messages call it.
        kind: The error that is raised.
        nan: Whether NaN and infinity may stand there, for readers that look at every number themselves.

    Raises:
        BadInput: It is no JSON, is cut off, is nested too deeply, holds a number beyond measure, NaN, or half of a
            character.
    """
    try:
        raw = content.encode() if isinstance(content, str) else content
        text = raw.decode("utf-8-sig")
        vast = _check(raw, name, kind)
        value = json.loads(text, parse_constant=None if nan else _no_number, parse_float=_finite if vast else None)
        if _HALF.search(raw):
            json.dumps(value, ensure_ascii=False).encode()  # fails for a half that has no other half
    except json.JSONDecodeError as error:
        at_end = error.pos >= len(error.doc.rstrip()) - 1 or error.msg.startswith("Unterminated")
        cut = " The file seems to be cut off." if at_end else ""
        raise kind(f"{name} is not valid JSON: {error.msg} at line {error.lineno}.{cut}") from error
    except UnicodeDecodeError as error:
        raise kind(f"{name} is not a JSON text file (byte {error.start} is not UTF-8)") from error
    except UnicodeEncodeError as error:
        raise kind(f"{name} is not valid JSON: it holds half of a character (a lone surrogate)") from error
    except RecursionError as error:
        raise kind(f"{name} is nested too deeply: over {DEEPEST} lists and objects inside each other") from error
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
        raise kind(f"{name} is not valid JSON: {error}") from error
    return value


def read_json(path: Path | str, what: str, kind: type[BadInput] = BadInput, most: int = MOST_BYTES) -> Any:
    """What a JSON file says.

    Args:
        path: The file.
        what: What it should be, for messages.
        kind: The error that is raised for what is in it.
        most: Bytes that it may have.

    Raises:
        BadInput: It cannot be read, or see ``parse_json``.
    """
    return parse_json(read_input(path, what, most), f"the {what} {path}", kind)


def _depth(bare: bytes) -> int:
    """How many brackets are open at most, in what stands outside of strings."""
    import numpy as np  # here: commands that read no JSON do not wait for it

    step = np.zeros(256, np.int8)
    step[[ord("["), ord("{")]], step[[ord("]"), ord("}")]] = 1, -1
    return int(np.cumsum(step[np.frombuffer(bare, np.uint8)], dtype=np.int32).max(initial=0))


def _check(raw: bytes, name: str, kind: type[BadInput]) -> bool:
    """Look at brackets and digits outside of strings; returns whether a number may be too large for a double."""
    plain = raw.replace(rb"\\", b"").replace(rb"\"", b"") if b"\\" in raw else raw
    bare = b"".join(plain.split(b'"')[::2])  # what stands outside of strings
    if _depth(bare) > DEEPEST:
        raise kind(f"{name} is nested too deeply: over {DEEPEST} lists and objects inside each other")
    numbers = bare.translate(_DIGITS, b"+")
    if _VAST in numbers:
        raise kind(f"{name} holds a number beyond measure: over {MOST_DIGITS} digits")
    return _POWER in numbers


def _finite(word: str) -> float:
    number = float(word)
    if not isfinite(number):
        raise ValueError(f"{word[:20]} is a number beyond measure")
    return number


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number in JSON")
