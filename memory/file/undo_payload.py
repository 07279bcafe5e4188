"""What a forgotten node held, packed: undo records are kept for a day, and would else be half of a small memory.

The numbers in a record are those of one moment, told many times. Told as differences, to the row before and to each
other, they are short and nearly always the same. That is deflated with a dictionary of what such records usually say,
and written in digits and marks, so that no word is spelled by chance where erasing looks for words. What older memories
have is read as well: JSON that was deflated as it stands, and plain JSON.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

_WHOLE, _TOLD = "~", "|"
"""Begin what is packed, JSON as it stands and JSON told in differences; JSON itself never begins so."""
_SYMBOLS = "0123456789!#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_BASE, _WIDTH, _BYTES = len(_SYMBOLS), 6, 4
_VALUES = {symbol: number for number, symbol in enumerate(_SYMBOLS)}
_USUAL = b" ".join(
    (
        b'{"nodes":[[1,2,3,1770000000000000,1770000000000000,4,4,"I moved forward.","",1770003600000000,null,0,null',
        b',null,null],[1,1,2,1770000000000000,1770000000000000,3,3,"","",1770000900000000,null,0,null,null,null],',
        b'"I turned left.","I turned right.","I looked up.","I looked down.","I opened the ","I closed the ",',
        b'"I picked up the ","I put the ","I switched on the ","Action: ","Turn Left","[]",1,"","Turn Right",',
        b'"Look Down","Look Up","Open","[\\"Cabinet|","Close","Pickup","Place","ToggleOn","ToggleOff"]],',
        b'"experiences":[[4,1770000000000000,"2026-02-03-1","Forward","[]",1,"","find a ","put every ",',
        b'"[-0.25, 0.9009992, 2.0, 90.0, 30.0]",null,null,18],[0.0, 0.9009992, -1.75, 270.0, 0.0]"]],',
        b'"utterances":[[1,0,1770000000000000,"user",""]],"interactions":[[1,1770000000000000,"Open",1,',
        b'"|+00.00|+00.00|+00.00","",null,null,null,null]],"vectors":[],"objects":[1,2,3,4,5,6,7,8,9,10]}',
    )
)
"""Never changed: what was packed with it is read with it."""
_USUALLY_TOLD = b"".join(
    (
        b'[[0,0,"2026-01-01-1","Turn Right","[]",1,"","find a fork","put every fork in some drawer","[2.25,',
        b' 0.9009992, 1.0, 180.0, 30.0]",null,null,21005]][1,1,1,1,1,2,2,4,3,1,1,4,1,21,11,1,8,16,17,1,1,18,5,17]][',
        b'1,1,4,40,2,19,1,1,13,2,9,1,6,16,2,5,2,1,1,3,1,1,1,2,2,3,2,1,1,1,4,2]][[0,0,"2026-01-01-1","Forward","[]",',
        b'1,"","find a bowl","clean every bowl","[-0.75, 0.9009992, -0.75, 180.0, 30.0]",null,null,13539]][[0,0,',
        b'"2026-01-01-1","Forward","[]",1,"","find a cup","put every cup in the same cabinet","[-0.25, 0.9009992,',
        b' -1.0, 90.0, 30.0]",null,null,13230]][[0,0,"2026-01-01-1","Forward","[]",1,"","find a spatula",',
        b'"put every spatula in some drawer","[0.75, 0.9009992, -0.5, 270.0, 30.0]",null,null,21510]][[[10001,3,',
        b'-400,1770000000000000,0,10001,0,"I switched on the ","Task: \\nGoal: ",691200000000,null,0,null,',
        b'"2026-01-01-1",""],[-3,3,3,0,1000000,0,4,"I switched off the "," | I said \\"Done.\\".","",null,0,null,',
        b'null,null]],[[0,0,"2026-01-01-1","ToggleOn","[\\"Cabinet|+00.00|+00.00|+00.00\\"]",1,"","put every ",',
        b'" in some "," in the same ","clean all the "]],[[0,0,1770000000000000,"agent","Done."],[0,0,0,"user","OK,',
        b' I will "]],[[0,0,"Open",1,"Cabinet|+00.00|+00.00|+00.00","Cabinet",null,null,null,null]],[],[1,2,1,1,1,',
        b'1,1,1,1,1,2,2,1,1,3,3,4,7,12,3,1,5,3,2,10,2,6,8,1,9,1]][0,0,"Close",[0,0,"Pickup",[0,0,"Place",',
        b'"I put the ","I picked up the ","I opened the ","I closed the ","I looked up.","I looked down.",',
        b'"I stepped left.","I stepped right.","I turned left.","I turned right.","Pan Left","Pan Right",',
        b'"Turn Left","Turn Right","Look Up","Look Down",[[[30001,2,-14,1770000000000000,500000,15001,1,',
        b'"I moved forward (twice).","",3600000000,null,0,null,null,null],[1,1,-1,0,0,0,0,"","",900000000,null,0,',
        b'null,null,null],[1,1,-2,500000,0,1,0,"","",null,null,0,null,null,null]],[[0,0,"2026-01-01-1","Forward","[',
        b']",1,"","find something like a ","put every ","[-1.25, 0.9009992, -0.75, 270.0, 0.0]",null,null,15001],[',
        b'1,500000,"2026-01-01-1","Forward","[]",1,"","find a ","put every "," in the same ","[0.5, 0.9009992, 2.0,',
        b' 180.0, 60.0]",null,null,0]],[],[],[],[1,2,4,1]][[[40001,2,-2,1770000000000000,0,20001,0,',
        b'"I turned left.","",3600000000,null,0,null,null,null],[1,1,-1,0,0,0,0,"","",900000000,null,0,null,null,',
        b'null]],[[0,0,"2026-01-01-1","Turn Left","[]",1,"","find a ","put every ","[0.0, 0.9009992, -0.25, 90.0,',
        b' 30.0]",null,null,18001]],[],[],[],[1,1,41,2,3,1,1]]',
    )
)
"""Likewise."""

Row = Sequence[Any]
_FIELDS = ("nodes", "experiences", "utterances", "interactions", "vectors", "objects", "lines")
"""Of a record, in order; it may be without the last."""
_ABOVE = {"nodes": (0, 3, 5), "experiences": (0, 1, 12), "utterances": (0, 2), "interactions": (0, 1)}
"""Columns that are told by how much more they are than in the row above: numbers, times, and numbers of scenes."""
_BESIDE = {"nodes": ((2, 0), (4, 3), (6, 5), (9, 4))}
"""Columns that are told by how much more they are than another of their row: a parent, ends, when its time is over."""


def packed(text: str) -> str:
    """JSON as it is kept."""
    told = _as_told(text)
    return _WHOLE + _deflated(text, _USUAL) if told is None else _TOLD + _deflated(told, _USUALLY_TOLD)


def unpacked(kept: str) -> str:
    """The JSON of what is kept.

    Raises:
        ValueError: It cannot be read.
    """
    if kept.startswith(_TOLD):
        return _as_recorded(_inflated(kept[1:], _USUALLY_TOLD))
    return _inflated(kept[1:], _USUAL) if kept.startswith(_WHOLE) else kept


# --- told in differences


def _as_told(text: str) -> str | None:
    """A record told in differences; None for what would not come back from that as it is."""
    try:
        record = json.loads(text)
        told = {**record, "objects": _steps(record["objects"])}
        for name in _ABOVE:
            told[name] = list(_differences(name, record[name], _origin(name, record)))
        short = _json(list(told.values()))
        return short if _as_recorded(short) == text else None
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def _as_recorded(told: str) -> str:
    """The inverse of ``_as_told``."""
    try:
        record: dict[str, Any] = dict(zip(_FIELDS, json.loads(told), strict=False))
        for name in _ABOVE:
            record[name] = list(_sums(name, record[name], _origin(name, record)))
        return _json({**record, "objects": list(accumulate(record["objects"]))})
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise ValueError(f"an undo record does not tell what it should: {error}") from error


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _origin(name: str, record: Mapping[str, Any]) -> Sequence[int]:
    """What the first row is told by, column by column: of all but the nodes, where the first node begins."""
    return (0, 0, 0) if name == "nodes" else (record["nodes"][0][5], record["nodes"][0][3], 0)


def _differences(name: str, rows: Iterable[Row], origin: Sequence[int]) -> Iterator[Row]:
    above: Any = dict(zip(_ABOVE[name], origin, strict=False))
    for row in rows:
        told = list(row)
        for at, beside in _BESIDE.get(name, ()):
            told[at] = None if row[at] is None else row[at] - row[beside]
        for at in _ABOVE[name]:
            told[at] = row[at] - above[at]
        above = row
        yield told


def _sums(name: str, told: Iterable[Row], origin: Sequence[int]) -> Iterator[Row]:
    """The inverse of ``_differences``."""
    above: Any = dict(zip(_ABOVE[name], origin, strict=False))
    for differences in told:
        row = list(differences)
        for at in _ABOVE[name]:
            row[at] += above[at]
        for at, beside in _BESIDE.get(name, ()):
            row[at] = None if row[at] is None else row[at] + row[beside]
        above = row
        yield row


def _steps(numbers: Sequence[int]) -> list[int]:
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


# --- deflated, in symbols


def _deflated(text: str, usual: bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=usual)
    content = deflate.compress(text.encode()) + deflate.flush()
    padded = content + bytes(-len(content) % _BYTES)
    symbols: list[str] = [str(-len(content) % _BYTES)]
    for number in struct.unpack(f">{len(padded) // _BYTES}I", padded):
        for _ in range(_WIDTH):
            number, rest = divmod(number, _BASE)
            symbols.append(_SYMBOLS[rest])
    return "".join(symbols)


def _inflated(symbols: str, usual: bytes) -> str:
    over, body = symbols[:1], symbols[1:]
    if over not in ("0", "1", "2", "3") or len(body) % _WIDTH or set(body) - _VALUES.keys():
        raise ValueError("an undo record is no packed JSON")
    numbers = []
    for at in range(0, len(body), _WIDTH):
        number = 0
        for symbol in reversed(body[at : at + _WIDTH]):
            number = number * _BASE + _VALUES[symbol]
        numbers.append(number)
    try:
        content = struct.pack(f">{len(numbers)}I", *numbers)
        inflate = zlib.decompressobj(-15, zdict=usual)
        text = inflate.decompress(content[: len(content) - int(over)])
        if not inflate.eof:
            raise ValueError("an undo record is cut short")
        return text.decode()
    except (struct.error, zlib.error) as error:
        raise ValueError(f"an undo record cannot be unpacked: {error}") from error
