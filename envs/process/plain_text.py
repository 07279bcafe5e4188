"""Text as data: what people, files, models and weights say, made fit for where it is shown.

Whoever writes such text somewhere takes the one function for that place: ``for_terminal`` (lines and cells of tables),
``for_error`` (messages that quote what was given), ``for_picture`` (captions of films), ``for_prompt`` (prompts of
models), ``for_file_name`` and ``json_text``; pages come from ``eval.report.html_page``. None of them knows any markup.
All drop what nobody sees and a program acts upon: control characters, whole escape sequences, marks that turn the
direction of writing, characters without width that hide words; half a character becomes �. What is too long loses its
middle, and says how long it is. The memory and JSON keep what was said as it was said.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from typing import Any

MOST_OF_A_LINE = 4000
"""Characters of a line in a terminal; a longer one was written by nobody for reading."""
MOST_OF_AN_ERROR = 1500
"""Characters of an error message."""
MOST_OF_A_CAPTION = 500
"""Characters of a caption in a picture."""
MOST_OF_A_FILE_NAME = 100
"""Bytes of a file name that is made of data; file systems allow 255, and suffixes come behind it."""

_HALF = re.compile("[\ud800-\udfff]")
_SEQUENCE = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]"  # control sequences: colours, cursor, clearing
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x1b\x07\x9c\x90\x98\x9d\x9e\x9f]*(?:\x07|\x1b\\\\|\x9c)"  # with a text
    "|\x1b[ -/]*[0-~]"
)
"""ECMA-48; no piece is looked at twice, so hostile text takes no longer than other text."""
_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_DROPPED = (
    "\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
)
"""Controls, marks of direction, fillers and tags: nobody sees them."""
_UNSEEN = re.compile(f"[{_DROPPED}]")
_JOINER = re.compile("(?<![\u0590-\u200b\u200e-\U0010ffff])[\u200c\u200d]")
"""Joiners belong behind a letter of a script that joins, or behind a picture character; elsewhere they hide words."""
_SUSPECT = re.compile(f"[{_DROPPED}\t\r\x0b\x0c\u2028\u2029\u200c\u200d\ud800-\udfff]")
_UNSEEN_IN_JSON = re.compile(f"[{_DROPPED[6:]}\u2028\u2029]")
_LEAST_WITH_AN_END = 400
_UNREAD = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_NOT_IN_NAMES = re.compile(r"[^\w.=+-]+", re.ASCII)


def plain_text(text: str) -> str:
    """Lines of text and nothing else: what is written to be read stays, letter for letter."""
    if not _SUSPECT.search(text):
        return text
    text = _SEQUENCE.sub("", _BREAK.sub("\n", whole_characters(text)))
    return _JOINER.sub("", _UNSEEN.sub("", text).expandtabs(4))


def whole_characters(text: str) -> str:
    """Text that can be encoded: two halves become the character that they are, a single one becomes �."""
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def one_line(text: str, most: int) -> str:
    """Plain text on one line, at most so many characters of it."""
    return shortened(" ".join(plain_text(text).split()), most)


def shortened(text: str, most: int) -> str:
    """At most ``most`` characters: of a longer text the middle is left out, and there it is said how long it is."""
    if len(text) <= most:
        return text
    if most < _LEAST_WITH_AN_END:
        return text[: most - 1].rstrip() + "…"
    note = f" … ({len(text):,} characters in all) … "
    kept = most - len(note)
    end = kept // 3
    return text[: kept - end] + note + text[len(text) - end :]


def for_terminal(text: str) -> str:
    """What a terminal may be given: plain lines, none of them endless."""
    return "\n".join(shortened(line, MOST_OF_A_LINE) for line in plain_text(text).split("\n"))


def for_error(problem: object) -> str:
    """The one line of an error message, which quotes what was given."""
    return one_line(str(problem), MOST_OF_AN_ERROR)


def for_picture(text: str) -> str:
    """A caption: one line."""
    return one_line(text, MOST_OF_A_CAPTION)


def for_prompt(text: str, most: int = 300) -> str:
    """A JSON string on one line: it cannot end its quotation, nor begin a section of its own.

    A model reads what people do not see, so nothing of that kind is left, unassigned and private characters included.
    """
    shown = "".join(c if unicodedata.category(c) not in _UNREAD else " " for c in plain_text(text))
    return json.dumps(one_line(shown, most), ensure_ascii=False)


def for_file_name(text: str) -> str:
    """A part of a file name made of data: no folder, nothing hidden, not too long, another one for another text."""
    name = _NOT_IN_NAMES.sub("-", text).strip("-.")
    if name == text and name and len(name) <= MOST_OF_A_FILE_NAME:
        return name
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{name[: MOST_OF_A_FILE_NAME - 9]}-{mark}".lstrip("-")


def json_text(value: Any, indent: int | None = 2, ascii_only: bool = False) -> str:
    """JSON that every reader takes: whole characters, no NaN (null instead), what is not seen as an escape.

    Args:
        value: What to write; what JSON does not know (times, paths) is written as its text.
        indent: Spaces per level; None for one line.
        ascii_only: Write all but ASCII as escapes.
    """
    try:
        text = json.dumps(value, indent=indent, ensure_ascii=False, default=str, allow_nan=False)
    except ValueError:
        known = json.loads(json.dumps(value, default=str), parse_constant=lambda _: None)
        text = json.dumps(known, indent=indent, ensure_ascii=False)
    text = _UNSEEN_IN_JSON.sub(lambda found: json.dumps(found[0])[1:-1], whole_characters(text))
    return re.sub(r"[^\x00-\x7f]", lambda found: json.dumps(found[0])[1:-1], text) if ascii_only else text
