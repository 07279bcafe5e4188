"""Words without a verb, completed from the task at hand: "next to the sink" is "put the sponge next to the sink".

What is left out is taken from the task, and the whole is read like anybody's request, with every check of it. Only
what nothing else makes anything of is completed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from agent.belief.common_sense import whole_of
from agent.planning.terms import Foremost, WhichThings
from agent.requests.amending import counted_apart
from agent.requests.changes.making import revise
from agent.requests.changes.worded import AH
from agent.requests.errands import BRING, CUT, PUT, STATE, STATES, Errand, is_placing, made_of
from agent.requests.instructions import Begin, Clarification, Instruction, Remark, Revise, Unheeded
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import polite, words_of
from agent.requests.words.nouns import read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import how_many, noun, plural

LONGEST = 14
"""Most words of a change that has no verb."""
_LEAD = re.compile(rf"^{AH}(?:rather |better |make (?:it|that) |i mean(?:t)? |and )*")
_TAIL = re.compile(
    r"(?:[ ,]+(?:instead|rather|please|then|though|this time|for a change|if you (?:can|would|don't mind)))+$"
)
_TOO = re.compile(r"[ ,]+(?:too|as well|also)(?: please)?$|^(?:also|plus|add|include) ")
_TO = re.compile(
    r"^(?:(?:(?:to|on) the )?(?:left|right)(?:[ -]hand)?(?: side)? of|in|on|into|onto|inside|under|underneath|next to"
    r"|beside|by|near|behind|at|to|between)\b"
)
_FROM = re.compile(r"^(?:from|off|out of)\b")
_LIMIT = re.compile(r"^(?:but )?(?:without|except|not|with|using|apart from|other than)\b")
_NOT_THERE = re.compile(r"^(?:but )?not (?:(?:in|on|over) )?(?:there|that|this)\b")
"""Of the place that was told: where else is said beside it."""
_NONE = re.compile(rf"^{AH}no (?=(?!the\b|that\b|this\b|not\b|more\b|need\b)[a-z]+(?: [a-z]+)?(?: please)?$)")
"""As in "no knife please"; "no, the cup" takes something back."""
_VERBAL = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|be|been|do|does|did|will|would|can|could|may|might|shall|should|must|let"
    r"|looks?|seems?|needs?|wants?|goes|comes?|likes?|loves?|gets?|got|\w+'(?:s|re|m|ve|ll|d)|\w+n't|i|we|you|he|she"
    r"|they)\b"
)
_RELATIVE = re.compile(r"\b(?:that|which|who)(?:'s| is| are)\b|\b(?:that|which) (?:has|have)\b")
_DISHES = {
    "Coffee": "make coffee",
    "Salad": "make a salad",
    "Sandwich": "make a sandwich",
    "Plate Of Toast": "make toast",
    "Breakfast": "make breakfast",
    "Omelette": "make an omelette",
    "Poach Egg": "boil an egg",
    "Water Plant": "water the plant",
}


@dataclass(frozen=True)
class CompletedRequest:
    """What a change without a verb is in full.

    Attributes:
        said: The whole request.
        bare: The request that the task itself would be.
        task: The task it was completed from.
        adds: Whether it is wanted beside the task, not in place of it.
        anew: Whether it names things in place of the task's.
    """

    said: str
    bare: str
    task: Errand
    adds: bool = False
    anew: bool = False

    def changed(self, new: Errand, bare: Errand | None) -> Errand | None:
        """The task as it shall be; None where what was read is of another sort.

        Args:
            new: What the whole request was read as.
            bare: What the request without the change is read as.
        """
        task, apart = self.task, counted_apart(new)
        if apart is None or counted_apart(task) is None:
            return _applied(task, bare, new) if bare is not None else None
        carried = all(is_placing(one) or one.name == BRING for one in (new, task))
        if not carried and _deed(new) != _deed(task):
            return None
        lost = {one.word for one in new.terms if isinstance(one, WhichThings | Foremost)}
        lost |= {*made_of(task), *made_of(new)} if self.anew else set()
        kept = (one for one in task.terms if not (isinstance(one, WhichThings | Foremost) and one.word in lost))
        return new.on(*kept)


def _deed(errand: Errand) -> tuple[str, ...]:
    """What is done to the things of an errand that counts them."""
    apart = counted_apart(errand)
    return () if apart is None else (apart.name, *(apart.params[2:] if apart.name == STATE else ()))


def _applied(task: Errand, bare: Errand, new: Errand) -> Errand | None:
    """A dish with what a change says of it, and all else as it was."""
    if not task.name == bare.name == new.name:
        return None
    params = task.params
    if len(bare.params) == len(new.params) == len(params):
        params = tuple(
            now if usual != now else old for old, usual, now in zip(params, bare.params, new.params, strict=True)
        )
    elif len(bare.params) != len(new.params):
        if params != bare.params or not new.params:  # which of them another number stands for is not known
            return None
        params = new.params
    return replace(task, params=params).on(*new.terms)


def completed_from(said: str, task: Errand) -> Iterator[CompletedRequest]:
    """What a change without a verb may be in full, said of a task; nothing where it has a verb.

    Args:
        said: The clause.
        task: The task.
    """
    bare = _TAIL.sub("", _LEAD.sub("", _without(said))).strip(" ,")
    adds = bool(_TOO.search(bare))
    text = re.sub(r"^use ", "with ", _LEAD.sub("", polite(_TOO.sub("", bare).strip(" ,"))[0]))
    whole = _request(task)
    if not text or not whole or len(text.split()) > LONGEST or _VERBAL.search(_RELATIVE.sub("", text)):
        return
    if _NOT_THERE.match(text):
        return
    if _LIMIT.match(text):
        yield CompletedRequest(f"{whole} {text}", whole, task)
    elif _TO.match(text):
        yield CompletedRequest(_request(task, goal=text) if is_placing(task) else f"{whole} {text}", whole, task)
    elif _FROM.match(text):
        yield CompletedRequest(_request(task, origin=text), whole, task)
    else:
        yield from _of_things(text, whole, task, adds)


def _of_things(text: str, whole: str, task: Errand, adds: bool) -> Iterator[CompletedRequest]:
    """With other things in place of the task's, or beside them."""
    words = words_of(re.sub(r"^(?:only|just) ", "", text))
    named = read_named(words)
    if named is None or counted_apart(task) is None or not named.word:
        return
    mine = {whole_of(kind) or kind for word in made_of(task) for kind in types_named(word)}
    own = bool(mine & {named.word, *types_named(named.word)})
    if adds or own:
        yield CompletedRequest(_request(task, things=" ".join(words)), whole, task, adds, True)


def _without(said: str) -> str:
    """The clause with "without" for "no": of "no knife please"; "no, closed" is another answer."""
    found = _NONE.match(said)
    named = read_named(words_of(said[found.end() :])) if found else None
    return f"without {said[found.end() :]}" if found and named is not None and named.word else said


def _request(task: Errand, things: str = "", goal: str = "", origin: str = "") -> str:
    """A task as somebody asks for it, with other things, another place, or from where; "" where it has no such form."""
    apart = counted_apart(task)
    if apart is None:
        dish = _DISHES.get(task.name, f"boil the {noun(task.params[0])}" if task.name == "Boil X" else "")
        return f"{dish} {origin}".strip()
    named = f"{things or _things(apart)} {origin}".strip()
    if apart.name == PUT:
        return f"put {named} {goal or f'{apart.params[2]} the {noun(apart.params[3])}'}"
    if apart.name == BRING:
        return f"bring me {named}"
    if apart.name != STATE:
        return ""
    return f"slice {named}" if apart.params[2] == CUT else STATES[apart.params[2]][3].format(named)


def _things(apart: Errand) -> str:
    """What a task is about, as somebody names it."""
    count, kind = apart.params[:2]
    whole = whole_of(kind) or kind
    if count == ALL:
        return f"all the {plural(whole).rpartition(' of ')[2]}"
    return f"the {noun(whole)}" if count == "1" else how_many(int(count), noun(whole))


def filled_in(said: str, reading: RequestState) -> bool:
    """Take in a change without a verb, read in full; whether that was possible.

    Where the full request has to be asked about, that is asked, unless something else was understood.

    Args:
        said: The clause.
        reading: What was understood of the utterance before it.
    """
    asked: Sequence[Instruction] = ()
    if _drops_one(said, reading.context.tasks):
        return False
    placed = any(map(is_placing, reading.context.tasks))
    for task in reading.context.tasks if not reading.begun else ():
        elsewhere = placed or (task.name == STATE and _INSTEAD.search(said) is not None)
        if elsewhere and not is_placing(task) and _TO.match(_LEAD.sub("", polite(said)[0])):
            continue  # where to is said of what is put somewhere
        for one in completed_from(said, task):
            told = reading.anew(one.said)
            found = [each for each in told if not isinstance(each, Remark)]
            change = _change(one, found, reading.anew)
            if change is not None:
                revise(change, reading)
                return True
            remarks = [each for each in told if isinstance(each, Remark)]
            if remarks and _is_the_same(one, found):
                reading.found.extend(remarks)
                return True
            asked = asked or _question(found)
    reading.found.extend(asked if not reading.found else ())
    return bool(asked) and reading.found[-len(asked) :] == list(asked)


_INSTEAD = re.compile(r"^(?!.*\bone\b).*\binstead\b")
_WITHOUT = re.compile(r"^without (?P<np>(?:the|my|our|any) [a-z]+(?: [a-z]+)?)$")


def _drops_one(said: str, tasks: Sequence[Errand]) -> bool:
    """Whether one of several things is left out: "without the spoon", of a fork and a spoon."""
    found = _WITHOUT.match(_TAIL.sub("", _LEAD.sub("", said)).strip(" ,"))
    named = read_named(words_of(found["np"])) if found else None
    meant = [task for task in tasks if named is not None and named.word in _whole_things(task)]
    return bool(meant) and len({made_of(task) for task in tasks if counted_apart(task)}) > 1


def _whole_things(task: Errand) -> set[str]:
    return {whole_of(kind) or kind for kind in made_of(task)}


def _is_the_same(one: CompletedRequest, found: Sequence[Instruction]) -> bool:
    """Whether nothing is to be done otherwise: "without sugar", of coffee in which there is none."""
    begun = [each.errand for each in found if isinstance(each, Begin)]
    return len(found) == 1 and [each.name for each in begun] == [one.task.name] and not one.adds


def _change(
    one: CompletedRequest, found: Sequence[Instruction], read: Callable[[str], Sequence[Instruction]]
) -> Revise | Begin | None:
    """What a completed request comes to: the task is done otherwise, or the same is done beside it."""
    if len(found) != 1 or not isinstance(found[0], Begin):
        return None
    if one.adds:
        return replace(found[0], when="after")
    plain = read(one.bare) if counted_apart(one.task) is None else ()
    bare = plain[0].errand if len(plain) == 1 and isinstance(plain[0], Begin) else None
    new = one.changed(found[0].errand, bare)
    if new is not None and any(_is_in_itself(term) for term in new.terms):
        return None  # "in a glass", of a glass of water
    return Revise(one.task, new) if new is not None and new != one.task else None


def _is_in_itself(term: object) -> bool:
    """Whether a thing is told by being in one of its own kind."""
    return isinstance(term, WhichThings) and bool(term.word) and term.trait.place == term.word


def _question(found: Sequence[Instruction]) -> Sequence[Instruction]:
    """What is asked of a completed request, or left out of account; nothing where it was not understood at all."""
    questions = [one for one in found if isinstance(one, Clarification)]
    unheeded = [one for one in found if isinstance(one, Unheeded)]
    return [replace(questions[0], then=())] if questions else unheeded[:1]
