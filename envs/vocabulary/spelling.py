"""Misspelled words: how far two words are apart, and which known word somebody meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches


def distance(word: str, other: str) -> int:
    """How many letters were left out, added, exchanged, or swapped with their neighbour (optimal string alignment)."""
    from rapidfuzz.distance import OSA

    return int(OSA.distance(word, other))


def near(word: str, other: str, certain: bool = False) -> bool:
    """Whether ``word`` may be a misspelling of ``other``.

    Two letters swapped from 3 letters on; one missing from 4 (from 3 where there is no vowel), one too many from 5, one
    wrong from 6, two mistakes from 8. The first letter must be right unless it was swapped; short words have too many
    true neighbours ("pan", "pen").

    Args:
        word: As it was written.
        other: A known word.
        certain: Whether the known word is one of few (verbs: fewer things are done than there are things), so that
            one wrong letter is believed from 5 letters on.
    """
    if len(word) < 3 or not other:
        return False
    if sorted(word) == sorted(other) and _swapped(word, other):
        return True
    if word[0] != other[0] or abs(len(word) - len(other)) > 2:
        return False
    apart = distance(word, other)
    if apart == 1:
        wrong = 5 if certain else 6
        return len(word) >= {1: 4 if re.search("[aeiouy]", word) else 3, -1: 5, 0: wrong}[len(other) - len(word)]
    return apart == 2 and len(word) >= (7 if other.endswith("day") else 8)


def _swapped(word: str, other: str) -> bool:
    """Whether two words differ in two neighbouring letters that changed places."""
    places = [at for at, (one, two) in enumerate(zip(word, other, strict=True)) if one != two]
    return len(places) == 2 and places[1] == places[0] + 1


def meant(word: str, known: Iterable[str], is_near: Callable[[str, str], bool] = near, more: Iterable[str] = ()) -> str:
    """The known word that is nearest to a misspelled one; the word itself where none or several are as near.

    Args:
        word: As it was written.
        known: The words that may be meant.
        is_near: Which of them are candidates.
        more: Candidates beside those.
    """
    close = {other for other in known if is_near(word, other)} | set(more)
    ranked = sorted((distance(word, other), other) for other in close)
    clear = len(ranked) == 1 or (len(ranked) > 1 and ranked[0][0] < ranked[1][0])
    return ranked[0][1] if clear else word


def closest(name: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The known names that are most like a given one, whatever their case, the likest first."""
    own = {one.lower(): one for one in known}
    return [own[one] for one in get_close_matches(name.lower(), own, n=most)]


def suggestion(name: str, known: Iterable[str]) -> str:
    """For the end of an error message: "; did you mean 'sink'?", or nothing where no known name is like the given."""
    close = closest(name, known)
    return f"; did you mean {close[0]!r}?" if close else ""
