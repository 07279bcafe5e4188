"""What a forgotten node held, packed: undo records are kept for a day, and would else be half of a small memory.

The JSON is deflated with a dictionary of what such records usually say, and written in digits and marks, so that no
word is spelled by chance where erasing looks for words. Plain JSON, as older memories have it, is read as well.
"""

from __future__ import annotations

import struct
import zlib

_MARK = "~"
"""Begins what is packed; JSON never does."""
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


def packed(text: str) -> str:
    """JSON as it is kept."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_USUAL)
    content = deflate.compress(text.encode()) + deflate.flush()
    padded = content + bytes(-len(content) % _BYTES)
    symbols: list[str] = [_MARK, str(-len(content) % _BYTES)]
    for number in struct.unpack(f">{len(padded) // _BYTES}I", padded):
        for _ in range(_WIDTH):
            number, rest = divmod(number, _BASE)
            symbols.append(_SYMBOLS[rest])
    return "".join(symbols)


def unpacked(kept: str) -> str:
    """The JSON of what is kept.

    Raises:
        ValueError: It cannot be read.
    """
    if not kept.startswith(_MARK):
        return kept
    over, body = kept[1:2], kept[2:]
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
        inflate = zlib.decompressobj(-15, zdict=_USUAL)
        text = inflate.decompress(content[: len(content) - int(over)])
        if not inflate.eof:
            raise ValueError("an undo record is cut short")
        return text.decode()
    except (struct.error, zlib.error) as error:
        raise ValueError(f"an undo record cannot be unpacked: {error}") from error
