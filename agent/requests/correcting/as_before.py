"""What is to be as it was before the work, in whatever words: "I'd sooner have it where it was", "out with them again".

Told by what the clause is made of: words for the things at hand, for having and moving them, and for back or before; a
clause in which anything else stands is another matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.amending import counted_apart
from agent.requests.control import known_by
from agent.requests.errands import STATE, Errand, is_placing, made_of
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import NUMBERS, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.data import words as word_list

_IT = r"(?:it|they|that|those|i|you|we)(?:'d| had)?"
_WHERE_IT_WAS = re.compile(
    rf"\b(?:where|as|how|like|the way) (?:{_IT}|(?:the|that|my) [a-z]+) (?:was|were|been|stood|lay|came|come|comes"
    r"|left|found|got|took|had|used to be)\b"
    rf"|\b(?:place|spot|position)(?: that)? (?:{_IT}) (?:came|was|were|stood|lay|been|left|found|got|took|had)\b"
    r"|\b(?:old|former|original|previous) (?:place|spot|position)\b"
)
_BACK = re.compile(r"(?<!\bthe )\bback\b")
_UNDO = re.compile(r"(?:just |please )*(?:undo|reverse)(?: (?:that|it|this))?\b")
_OUT_AGAIN = re.compile(r"\b(?:out|off|down|in)\b.*\bagain\b")
_BINDS = re.compile(
    r"\b(?:if|unless|but|only|except|instead|rather than|first|then|until|till|when|once|without|also|too|as well)\b"
)
_PARTS = re.compile(r"[.!?;]+ *|, *(?:and |so |but )?|: *")


def said_back(text: str, tasks: Sequence[Errand]) -> str:
    """A remark that asks no more than to have things as they were, in plain words; any other remark as it is.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    if not tasks or "?" in text or len({_kinds(task) for task in tasks}) > 1:
        return text
    parts = [part for part in _PARTS.split(text.strip()) if part]
    asked = [part for part in parts if _asks_back(part, tasks)]
    if not asked or not all(part in asked or _is_told(part) for part in parts):
        return text
    apart = counted_apart(tasks[0])
    many = apart is not None and apart.params[0] != "1"
    return "put them back" if many else "undo that" if tasks[0].name == STATE else "put it back"


def _light() -> frozenset[str]:
    """Words of a clause that says no more than that things are to be as they were."""
    return word_list("as_before.txt")


def _kinds(task: Errand) -> frozenset[str]:
    return frozenset(kind.removesuffix("Sliced") for kind in made_of(task))


def _asks_back(part: str, tasks: Sequence[Errand]) -> bool:
    """Whether a part of a remark asks for the things of the work to be as they were."""
    if _DENIES.search(part) or any(word not in _light() for word in _without_own_things(part, tasks)):
        return False
    if _WHERE_IT_WAS.search(part) or _UNDO.match(part):
        return True
    placed = is_placing(tasks[0]) or tasks[0].params[:1] in (("1",), (ALL,))
    again = tasks[0].name != STATE and _OUT_AGAIN.search(part) is not None
    return placed and (again or _BACK.search(part) is not None) and not _TOLD_BACK.match(part)


_DENIES = re.compile(
    r"\b(?:not|never|don't put|don't take)\b|\bback to\b(?! (?:where|how|its|the (?:place|spot|way)|normal)\b)"
    r"|^(?:(?:then|you|please|and|just|i'll|we'll|i|we) )*(?:come|go|be|get) back\b"
)
"""Also of who is to come back, or will be."""
_TOLD_BACK = re.compile(r"^(?:it|they|that|i|we|you)(?:'s|'re|'m| is| are| was| were| came| got| had| have)\b")
"""As in "it was back in there": told, and not asked for."""


def _without_own_things(part: str, tasks: Sequence[Errand]) -> list[str]:
    """The words of a part without those that name the things of the work."""
    own = {each for task in tasks for kind in _kinds(task) for each in (kind, *types_named(kind))}
    words, left, at = words_of(part), list[str](), 0
    while at < len(words):
        named = read_named(words, at)
        if named is not None and named.word in own and named.end > at:
            at = named.end
        else:
            left.append(words[at])
            at += 1
    return left


def _is_told(part: str) -> bool:
    """Whether a part only tells or exclaims something: "I hadn't finished", "hideous"."""
    words = words_of(part)
    named = any((one := read_named(words, at)) is not None and one.word for at in range(len(words)))
    if _NEEDED.match(part) and set(words) <= _light():
        return True
    if not known_by(part) and set(words) <= word_list("request_fillers.txt") | {"no", "yes"}:
        return True
    plain = not (starts_request(part) or _BINDS.search(part) or set(words) & (set(NUMBERS) - {"a", "an", "one"}))
    return plain and (not named or _TELLS.match(part) is not None)


_NEEDED = re.compile(r"(?:i|we) (?:do |still )*(?:need|want) (?:it|that|them|those)\b")
"""As in "I need it after all": why it is wanted back."""
_TELLS = re.compile(
    r"^(?:(?:oh|ah|no|well|because|as|since|sorry)[ ,]+)*(?:i|i'm|i've|i was|we|he|she|they|it|it's|there's|there is"
    r"|that's|my [a-z]+|the [a-z]+) (?!(?:want|need|should|must|would|could|goes|belongs?)\b)"
)
