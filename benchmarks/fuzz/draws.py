"""Values that programs stumble over: numbers, dates, words, JSON values and bytes, drawn by a seeded generator."""

from __future__ import annotations

import json
import random
from typing import Any

NUMBERS = (
    *(
        "0",
        "-1",
        "1",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "1e18",
        "1e308",
    ),
    *(
        "1e400",
        "-1e18",
        "nan",
        "inf",
        "-inf",
        "0x10",
        "1_000",
        "٣",
        "१२",
        "½",
        "",
        " ",
        "1.5",
        "-0",
        "00",
        "+7",
        "1,000",
    ),
    *(
        "9" * 25,
        "9" * 400,
        "9" * 5000,
        "0." + "0" * 400 + "1",
        "1e-400",
        "1e18 ",
        "１２",
        "2²",
        "--3",
        "1/0",
        "#4",
        "true",
    ),
)
"""As text."""

DATES = (
    *("0001-01-01", "9999-12-31", "10000-01-01", "0000-00-00", "2026-02-30", "2026-13-01", "-2026-01-01", "1969-12-31"),
    *("9999-12-31T23:59:59.999999", "0001-01-01T00:00:00", "2026-01-05T24:00", "2026-01-05T08:00+14:00", "2026-W01-1"),
    *("2026-01-05T08:00:00Z", "2026-1-5", "20260105", "12:60", "31 April", "February 30", "99999999999", "٢٠٢٦-٠١-٠٥"),
    *(
        "0001-01-01T00:00:00-23:59",
        "2024-02-29",
        "2023-02-29",
        "1582-10-10",
        "2026-01-05 25:61:61",
        "noon",
        "yesterday",
    ),
)
"""As text."""

_PIECES = (
    *("[/red]", "[bold", "[link=x]", "\x1b[2J", "\x1b]0;x\x07", "\u202e", "\u200b", "\ufeff", "\0", "\r\n", "\t", "%s"),
    *(
        "{0}",
        "{",
        "}",
        "\\",
        "'",
        '"',
        '"""',
        "`",
        "$(x)",
        "--",
        "-",
        "*",
        "?",
        "(",
        ")",
        "^",
        "AND",
        "OR NOT",
        "NEAR(",
    ),
    *("é", "e\u0301", "ß", "İ", "ﬃ", "🤖", "漢字", "\U0010ffff", "\ud800", "mug", "the", "x" * 300, "a b", ";", "NULL"),
)


def number(chance: random.Random) -> str:
    """A number as somebody may type it, or something that looks like one."""
    if chance.random() < 0.6:
        return chance.choice(NUMBERS)
    return str(chance.choice((-1, 1)) * chance.getrandbits(chance.choice((4, 16, 63, 64, 70, 200))))


def date(chance: random.Random) -> str:
    """A date as somebody may type it, at the ends of the calendar and beyond."""
    if chance.random() < 0.6:
        return chance.choice(DATES)
    year, month, day = chance.choice((1, 2, 1970, 2026, 9998, 9999)), chance.randint(0, 13), chance.randint(0, 32)
    return f"{year:04d}-{month:02d}-{day:02d}" + chance.choice(("", "T00:00", " 23:59:59", "T12", "T08:00:60"))


def words(chance: random.Random, most: int = 5) -> str:
    """Hostile words."""
    return chance.choice(("", " ")).join(chance.choice(_PIECES) for _ in range(chance.randint(0, most)))


def value(chance: random.Random, depth: int = 2) -> Any:
    """Any JSON value, and some that only Python's writer writes."""
    kind = chance.randrange(11 if depth else 9)
    if kind < 3:
        return chance.choice((None, True, False, 0, -1, 10**18, 10**30, 1e300, float("nan"), float("inf"), -0.0, 2**63))
    if kind < 5:
        return number(chance)
    if kind < 7:
        return date(chance)
    if kind < 9:
        return words(chance)
    if kind == 9:
        return [value(chance, depth - 1) for _ in range(chance.randrange(4))]
    return {words(chance, 1): value(chance, depth - 1) for _ in range(chance.randrange(4))}


def spoilt(chance: random.Random, data: Any) -> Any:
    """A JSON value with one place of it changed, taken out, doubled or moved; ``data`` itself is left alone."""
    whole = json.loads(json.dumps(data))
    places = list(_places(whole))
    if not places:
        return value(chance)
    parent, key = chance.choice(places)
    how = chance.randrange(6)
    if how == 0:
        del parent[key]
    elif how == 1 and isinstance(parent, list):
        parent.insert(key, parent[key])
    elif how == 2:
        other, name = chance.choice(places)
        parent[key] = json.loads(json.dumps(other[name])) if _there(other, name) else None
    else:
        parent[key] = value(chance)
    return whole


_BYTES = (b"[" * 5000, b"9" * 5000, b"NaN", b"\xff\xfe", b"1e999", b'"\\ud800"', b"\0")


def damaged(chance: random.Random, content: bytes) -> bytes:
    """Bytes with some cut off, flipped, put in or doubled."""
    spoiled = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(spoiled) + 1)
        how = chance.randrange(7)
        if how == 0:
            del spoiled[place:]
        elif how == 1 and place < len(spoiled):
            spoiled[place] ^= 1 << chance.randrange(8)
        elif how == 2:
            spoiled[place:place] = chance.randbytes(chance.randint(1, 8))
        elif how == 3:
            spoiled[place:place] = chance.choice(
                (b"[" * 5000, b"9" * 5000, b"NaN", b"\xff\xfe", b"1e999", b'"\\ud800"', b"\0")
            )
        elif how == 4:
            spoiled[place:place] = spoiled[place : place + chance.randint(1, 200)]
        elif how == 5:
            del spoiled[place : place + chance.randint(1, 60)]
        else:
            spoiled[place:place] = chance.choice((b"{", b"}", b"]", b",", b"\n", b'"', b"null", b"\xef\xbb\xbf"))
    return bytes(spoiled)


def _places(data: Any) -> Any:
    """Every (container, key) of a JSON value."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, held in list(pairs):
        yield data, key
        yield from _places(held)


def _there(container: Any, key: Any) -> bool:
    return key in container if isinstance(container, dict) else isinstance(key, int) and key < len(container)
