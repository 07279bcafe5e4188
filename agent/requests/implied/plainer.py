"""A remark that changes the work without saying so, in plain words, and what it may mean where nobody understood it.

What gives a remark its meaning is which part of the work it names: its thing, its place, its number, its deed, or what
it is for. That is said plainly and read again, with every check; where it may as well mean nothing, it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from agent.requests.changes.mentions import Mention, mentioned_in
from agent.requests.errands import BRING, Errand, is_placing, made_of
from agent.requests.implied.better_there import better_there, place_words, places_named
from agent.requests.implied.called_off import called_off
from agent.requests.implied.going_with_it import going_with_it
from agent.requests.implied.in_its_stead import in_its_stead
from agent.requests.implied.in_its_way import in_its_way
from agent.requests.implied.parted import RemarkPart, parted
from agent.requests.implied.so_many import so_many
from agent.requests.implied.some_elsewhere import some_elsewhere
from agent.requests.instructions import Amend, Cancel, Chat, Clarification, Instruction, RecallQuestion, Revise, is_lost
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import capable
from envs.vocabulary.english import noun

_WAYS = (in_its_stead, called_off, so_many, going_with_it, in_its_way, some_elsewhere)
_CONDITION = re.compile(r"\b(?:if|unless|until|till|only when|whenever|in case|provided|as long as|supposing)\b")


def plainer(
    text: str, tasks: Sequence[Errand], read: Callable[[str], tuple[Instruction, ...]]
) -> tuple[Instruction, ...]:
    """What a remark comes to that changes the work without saying so; nothing where it does not.

    Args:
        text: The remark, tidied.
        tasks: What is being done or still to be done, the one at hand first.
        read: Reads a remark.
    """
    parts = parted(text)
    for said in dict.fromkeys(way(parts, tasks) for way in _WAYS):
        found = read(said) if said and said != text.strip(" .!?,") else ()
        if found and not is_lost(found):
            return found
    return ()


def told_at_last(
    text: str, found: Sequence[Instruction], tasks: Sequence[Errand], read: Callable[[str], tuple[Instruction, ...]]
) -> tuple[Instruction, ...]:
    """What a remark comes to that was taken for talk; what it may mean, asked back, where nobody understood it.

    Args:
        text: The remark, tidied.
        found: What was read.
        tasks: What is being done or still to be done, the one at hand first.
        read: Reads a remark.
    """
    if not found or not all(isinstance(one, Chat | RecallQuestion) for one in found):
        return ()
    bare = _TAG.sub("", text.strip())
    if any(isinstance(one, RecallQuestion) for one in found) and bare == text.strip():
        return ()
    parts = parted(bare)
    said = better_there(parts, tasks) or _named_instead(bare, parts, tasks)
    there = read(said) if said else ()
    if there and not is_lost(there):
        return there
    if any(isinstance(one, Chat) and one.kind != "unknown" for one in found):
        return ()
    return _perhaps(bare, parts, tasks, read)


_MISSAID = re.compile(
    r"\b(?:i mean|i meant|i should have said|scratch that|strike that|sorry|wait|oops|no|nope|rather"
    r"|make that|correction)\b"
)
_MEANT = re.compile(r"i (?:mean|meant|should have said)|(?:scratch|strike|make) that|correction")


def _named_instead(text: str, parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """Another thing that is only named where something is put right: "mug, I mean"."""
    left = [one.said for one in parts if not _MEANT.fullmatch(one.said)]
    words = words_of(re.sub(r"^(?:the|an?|my|our) ", "", left[0])) if len(left) == 1 else []
    named = [*mentioned_in(["the", *words])] if 0 < len(words) < 4 else []
    if len(named) != 1 or not named[0].named.word or named[0].named.end < len(words) + 1 or not _MISSAID.search(text):
        return ""
    if len({made_of(task) for task in tasks}) != 1 or named[0].of(made_of(tasks[0])):
        return ""
    return f"a {' '.join(words)} instead" if _is_alike(named[0], tasks[0]) or tasks[0].name == BRING else ""


_TAG = re.compile(r",? (?:doesn't|don't|isn't|aren't|wouldn't|won't|can't|shouldn't) (?:it|they|that|you think|we)\?$")


def _perhaps(
    text: str, parts: Sequence[RemarkPart], tasks: Sequence[Errand], read: Callable[[str], tuple[Instruction, ...]]
) -> tuple[Instruction, ...]:
    """What a remark may mean of which nothing was made, asked back; nothing where it may mean several things."""
    if _CONDITION.search(text) or any(starts_request(one.said) for one in parts):
        return ()
    meant = list(dict.fromkeys(_meanings(parts, tasks)))
    changes = read(meant[0]) if len(meant) == 1 else ()
    if len(changes) != 1 or is_lost(changes) or not isinstance(changes[0], Amend | Revise | Cancel):
        return ()
    return (Clarification(f"Do you mean: {meant[0]}?", then=changes),)


_DENIES = re.compile(
    r"\b(?:not|no|never|won't|\w+n't|already|enough|gone|mine|stays?|keep|still|need\w*|clean|fine|got|here|found|done)\b"
)
_CALLS_FOR = re.compile(
    r"(?:wants?|needs?|calls? for|goes? (?:better )?(?:in|on)|belongs? (?:in|on)|is for|'d be|would be"
    r"|prefer|rather|better)\b"
)
_IS = re.compile(r"(?<=[a-z])'s(?= (?:fine|ok|okay|clean|good|staying|not|already|still|here)\b)")
_PUT_IN_WORDS = re.compile(
    r"\b(?:put|go|goes|there|here|where|better|should|would|rather|want|prefer|room|space|choice|place|spot)\b"
)


def _meanings(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> Iterator[str]:
    """Plain words for what a remark may mean: another place, another thing, or one of several not after all."""
    told = [_IS.sub(" is", one.said) for one in parts if not one.of_oneself]
    one_matter = len({made_of(task) for task in tasks}) == 1
    goals = [place for said in told if _PUT_IN_WORDS.search(said) for place in places_named(said, tasks)]
    if len(goals) == 1 and all(map(is_placing, tasks)) and one_matter:
        yield f"{place_words(goals[0])} instead"
    named = [one for said in told for one in mentioned_in(words_of(said)) if one.named.word]
    own = [task for task in tasks if any(one.of(made_of(task)) for one in named)]
    if len(named) == 1 and len(own) == 1 and len(tasks) > 1 and any(map(_DENIES.search, told)):
        yield f"forget the {noun(made_of(own[0])[0])}"
    if (
        len(named) == 1
        and not own
        and one_matter
        and _is_alike(named[0], tasks[0])
        and any(map(_CALLS_FOR.search, told))
    ):
        yield f"a {noun(named[0].named.word)} instead"


def _is_alike(other: Mention, task: Errand) -> bool:
    """Whether a thing is of the sort of a task's: both dishes, or both food, and no place."""
    sorts = ("dirtyable", "sliceable", "toggleable")
    kinds = made_of(task)[:1]
    return bool(kinds) and any(capable(other.named.word, one) and capable(kinds[0], one) for one in sorts)
