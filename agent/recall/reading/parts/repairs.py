"""What somebody said and took back in the same breath: "the cup, no, the mug" is the mug."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.recall.reading.parts.wordlists import repairs, words
from agent.recall.understanding.dates import DAYS
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.verbs import base

_AUXILIARIES = frozenset({"did", "do", "does", "have", "has", "had", "is", "are", "was", "were"})
_DAYS = frozenset({*DAYS, "today", "yesterday", "tonight"})
_WHOLE = 4
"""Words of a question that was begun anew."""
_NEAR = 4
"""How many words before it was taken back a thing may stand."""


def without_repairs(text: str, lexicon: Lexicon) -> str:
    """A text in which what was taken back is gone.

    Only what is as plain as this is mended: a thing for a thing, a day for a day, a question begun anew.

    Args:
        text: One sentence as it was written.
        lexicon: What things are called.
    """
    for found in _MARK.finditer(text):
        before, after = text[: found.start()].strip(" ,."), text[found.end() :].strip(" ,")
        if before and after and (mended := _mended(before, after, lexicon)):
            return mended
    return text


_MARK = re.compile(
    rf"(?:,|\.\.\.?|…|\s[-–—])?\s+(?:(?:no|um|er|erm|uh|well)\b,?\s*)*(?:{'|'.join(map(re.escape, repairs()))})\b,?\s*"
    r"|(?:,|\.\.\.?|…|\s[-–—])\s*(?:no|um|er|erm|uh)\b,?\s+",
    re.IGNORECASE,
)


def _mended(before: str, after: str, lexicon: Lexicon) -> str:
    """Both sides of what takes something back as one; empty where it is not plain what is meant."""
    said, rest = before.split(), after.split()
    plain, new = _plain(said), _plain(rest)
    if len(new) >= _WHOLE and (new[0] in words("asks") or new[:1] == ["did"]) and plain[:1] and _asks(plain):
        return after
    if new[0].lower() in _DAYS | {"on"} and (day := next((one for one in new[:2] if one in _DAYS), "")):
        at = next((index for index in range(len(plain) - 1, -1, -1) if plain[index] in _DAYS), None)
        return "" if at is None else " ".join([*said[:at], day, *said[at + 1 :], *rest[new.index(day) + 1 :]])
    skip = next((at for at, word in enumerate(new) if word not in words("determiners") | words("places") | {"for"}), 0)
    thing, old = lexicon.find(new[skip:]), _last(plain, lexicon)
    if thing is None or thing.first or old is None or len(said) - old[1] > _NEAR:
        return ""
    begin = old[0] - (old[0] > 1 and plain[old[0] - 2] in words("determiners"))  # "the pizza box"
    own = 0 if new[0] in words("determiners") else next(
        (at for at, word in enumerate(new[:skip]) if word in words("determiners")), skip
    )  # fmt: skip
    while own < skip and begin and plain[begin - 1] in words("determiners"):
        begin -= 1
    end = skip + thing.last
    return " ".join([*said[:begin], *rest[own:end], *said[old[1] :], *rest[end:]])


def _last(plain: Sequence[str], lexicon: Lexicon) -> tuple[int, int] | None:
    """Where the last thing is that is named: its first word, and the one behind it."""
    found, at = None, 0
    while (one := lexicon.find(plain, at)) is not None:
        found, at = (one.first, one.last), one.last
    if found is not None and plain[found[1] :] and base(plain[found[0]]) and plain[found[0] - 1 : found[0]] == ["you"]:
        return None
    return found


def _plain(said: Sequence[str]) -> list[str]:
    return [re.sub(r"[^\w]", "", word.lower()) or word for word in said]


def _asks(plain: Sequence[str]) -> bool:
    return plain[0] in words("asks") | _AUXILIARIES
