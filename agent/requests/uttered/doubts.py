"""What is asked before anything is done: of an utterance not everything was understood."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import Without
from agent.requests.control import negated
from agent.requests.errands import Errand, made_of, named_words
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Clarification,
    Constrain,
    Instruction,
    Resume,
    Revise,
    Suspend,
    Undo,
)
from agent.requests.request_state import RequestState
from agent.requests.terms.constraints import touches
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import mentioned
from envs.vocabulary.english import joined

CHANGES = (Amend, Revise)
"""What has a task done otherwise."""
_AT_ONCE = (*CHANGES, Cancel, Undo, Suspend, Resume, Constrain)
"""What holds as soon as it is said."""
_ONLY_TOLD = re.compile(r"^an? (?:[a-z]+ ){0,3}?[a-z]+[,.!]? (?:in|on) (?:the|my|our) [a-z ]+[.!,]")
"""A thing that somebody has come upon: "a basketball. in the sink."."""
_FINITE = re.compile(r"\b(?:is|are|was|were|lies|lay|stands|sits|hangs|'s)\b")
_CONDITION = re.compile(
    r"^(?:(?:but|and|only|just|not|right|shortly|soon) )*(?:if|unless|in case|provided|as long as|assuming|supposing"
    r"|until|till?|when|whenever|once|while|after|before|during|by|at|as soon as|in|for"
    r"|the (?:moment|minute|second|next time)|(?:every|each|next|any) time)\b"
)


_DRINK_IN_IT = re.compile(
    r"\b(?:with|has|have|had|'s|got|full of|filled with|holds|contains) (?:(?:some|the|hot|cold|old|still|got|my) )*"
    r"(?P<drink>coffee|tea|milk|juice|wine|beer) (?:still |left )?(?:in|inside) (?:it|them|there)\b"
)


def unseen_drink(utterance: str) -> list[str]:
    """What is said to be in something that can only be seen to be full: "coffee", of "the mug with coffee in it"."""
    found = _DRINK_IN_IT.search(utterance.lower().replace("\u2019", "'"))
    return [found["drink"]] if found else []


def unsure(text: str, reading: RequestState, settled: Sequence[Instruction]) -> Clarification | None:
    """What has to be asked before anything is done; None where enough was understood.

    Args:
        text: The utterance, tidied.
        reading: What was understood of it.
        settled: What it comes to.
    """
    changes = any(isinstance(one, _AT_ONCE) for one in settled)
    reading.doubts[:] = [one for one in reading.doubts if not _is_heeded(one, settled)]
    if reading.doubts and (reading.begun or (_lose_a_condition(reading) and changes)):
        return _doubted(reading, settled)
    upon = _ONLY_TOLD.search(text) if reading.unread and len(reading.begun) == 1 else None
    if upon and not _FINITE.search(upon[0]):
        one = reading.begun[0].errand.words
        return Clarification(f"I take it you want me to {one}. Shall I?", options=("yes",), then=tuple(settled))
    tasks = reading.context.tasks
    if reading.unread and not tasks and all(isinstance(one, Constrain) for one in settled):
        return Clarification(
            f"I understood what I shall leave alone, but not what I shall do: {_quoted(reading.unread)}?"
        )
    if not reading.begun and reading.fragments and tasks and any(map(_drops, settled)):
        said = _quoted(reading.fragments)
        return Clarification(f"I understood: not {tasks[0].words}. What do you mean by {said}?")
    return None


_PLACE = re.compile(r"^(?:not )?(?:in|at|by) ")


def held_by(text: str, tasks: Sequence[Errand]) -> tuple[Suspend, ...]:
    """What waits until it is known what was meant: the task with a thing that words name which are not understood."""
    named = mentioned(text)
    about = next((kind for kind in named if any(kind in (*one.params, *made_of(one)) for one in tasks)), "")
    return (Suspend(about, wait=True),) if about else ()


def unplaced(reading: RequestState) -> Clarification | None:
    """What to ask where only the circumstances of a request were understood; None where nothing was."""
    said = [one for one in reading.doubts if _CONDITION.match(one) and not _PLACE.match(one)]
    said = said or [
        one for one in (*reading.unread, *reading.unknown, *reading.doubts) if _forbids(one) or _STAYS.search(one)
    ]
    return Clarification(f"I cannot take {_quoted(said)} into account there. What shall I do?") if said else None


_LIMIT = re.compile(
    r"^(?:(?:and|but|oh|no|please) )*(?:hands off|leave|keep|spare|except|without|not|only|unless|until|other than"
    r"|apart from|all but)\b"
)


_STAYS = re.compile(r"^(?:the|my|our|that|those|these) (?:[a-z]+ ){1,3}?(?:stays?|remains?)\b|^(?:the|my|our) .+ only$")


def _forbids(said: str) -> bool:
    """Whether words say what must not be done, or set a limit, of something that is named or pointed at."""
    about = bool(mentioned(said)) or bool({"it", "them", "that", "one", "ones", "those"} & set(words_of(said)))
    return bool(_LIMIT.match(said)) or (bool(negated(said)) and (about or touches(negated(said))))


def _is_heeded(said: str, settled: Sequence[Instruction]) -> bool:
    """Whether what is denied is no longer part of what is done: "the desk. not the shelf", "without the toaster"."""
    if not re.match(r"^(?:(?:and|but|no) )*(?:not|without)\b", said):
        return False
    named = mentioned(said)
    if _NOT_THERE.search(said):
        return any(isinstance(one, Revise) and one.new and one.new.params[-1] != one.old.params[-1] for one in settled)
    if re.search(r"^(?:not|no) [a-z]+ing$", said) and any(map(_drops, settled)):  # "stop! not cutting"
        return True
    for one in settled:
        if isinstance(one, Revise) and one.new is not None and named:
            barred = {word for term in one.new.terms if isinstance(term, Without) for word in term.words}
            if set(named) <= (named_words(one.old) - named_words(one.new)) | barred:
                return True
    return False


_NOT_THERE = re.compile(r"\bnot (?:(?:in|on|over) )?there(?: please| though)?$")
"""That is said of where a thing was to go."""


def _quoted(said: Sequence[str]) -> str:
    return joined([f'"{one}"' for one in dict.fromkeys(said)])


def _lose_a_condition(reading: RequestState) -> bool:
    """Whether a condition or a limit is in doubt: what somebody tells beside a change only says why."""
    return any(_CONDITION.match(one) or _forbids(one) for one in reading.doubts)


def _drops(one: Instruction) -> bool:
    """Whether a task is called off."""
    return isinstance(one, Cancel) or (isinstance(one, Revise) and one.new is None)


def _doubted(reading: RequestState, settled: Sequence[Instruction]) -> Clarification:
    """Asks before anything is done of which a part was not understood."""
    changed = [one.new.words if one.new else f"not {one.old.words}" for one in settled if isinstance(one, Revise)]
    kept = "what I shall leave alone" if all(isinstance(one, Constrain) for one in settled) else ""
    understood = joined([one.errand.words for one in reading.begun] + changed) or kept or "a change of what I am doing"
    if set(reading.doubts) <= set(reading.waits):
        about = "I cannot wait until it is so"
        question = f"I understood: {understood}. {about}. Shall I look now?"
    else:
        about = f"I cannot take {_quoted(reading.doubts)} into account"
        question = f"I understood: {understood}. {about}. Shall I do it all the same?"
    then = tuple(one for one in settled if isinstance(one, (Begin, *_AT_ONCE)))
    return Clarification(question, then=then, lost=about)


_DENIES = re.compile(
    r"\b(?:not|no|never|forget|skip|without|except|only|unless|until|instead|neither|nor|cannot)\b|n't\b"
)


def doubt_denials(reading: RequestState) -> None:
    """Words that nobody knows are asked about where they deny or limit something of the work at hand."""
    denied = [one for one in reading.unknown if _DENIES.search(one)] if reading.context.tasks else []
    reading.unknown[:] = [one for one in reading.unknown if one not in denied]
    reading.doubts.extend(denied)
