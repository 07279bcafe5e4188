"""One thing asked for in place of another: another dish, another place."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import Foremost, Trait, WhichThings
from agent.requests.amending import amended, counted_apart
from agent.requests.changes.making import revise
from agent.requests.control import best_word
from agent.requests.errands import BRING, CUT, PUT, STATE, Errand, is_carrying, is_placing, made_of, named_words
from agent.requests.instructions import Amend, Begin, Cancel, Quantity, Revise
from agent.requests.request_state import RequestState
from agent.requests.verbs import RequestResult
from agent.requests.words.clauses import Clause, starts_request, words_of
from agent.requests.words.nouns import capable, read_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.uses import pieces

_RATHER = re.compile(
    r"\b(?:actually|rather|instead|on second thoughts?|changed? my mind|change of plans?|make (?:it|that)"
    r"|prefer|after all)\b|^(?:(?:oh|wait|hang on|hold on|sorry|um|er|ah)[ ,]+)*no\b"
)
_TOO = re.compile(r"\b(?:also|too|as well|another|and|afterwards?|then|later|before|first|with it|with that)\b")


def replaced_by(done: RequestResult, utterance: str, reading: RequestState) -> str:
    """A word for the dish at hand that another one takes the place of: "actually a sandwich"; "" where none does."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.begun else None
    if task is None or not (_RATHER.search(utterance.lower()) and not _TOO.search(utterance.lower())):
        return ""
    new = done.errands[0] if done.errands else task
    return best_word(named_words(task)) if new.name != task.name and {new.name, task.name} <= _MADE else ""


_MADE = {"Salad", "Sandwich", "Coffee", "Plate Of Toast", "Omelette", "Poach Egg", "Breakfast"}


def moved_elsewhere(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether it is only said where else something goes: "put it in the cupboard", "the pepper goes on the desk"."""
    if (
        clause.place
        or not done.errands
        or _TOO.search(_LIST_AND.sub(", ", _OFF_WITH.sub("", clause.said)))
        or _AND.match(clause.said)
    ):
        return False
    new, *others = done.errands
    if others:
        return _all_elsewhere(done, clause, reading)
    put = [made_of(one.errand) for one in reading.begun if is_placing(one.errand)]
    if reading.begun and (done.same or made_of(new) in put):
        return False
    for task in reading.context.tasks[: 1 if done.same else None]:
        if not done.same and _about_others_now(task, reading):
            continue
        again = _fewer(task, new) or _told_again(task, new) if not done.same else None
        if again is not None:
            revise(Revise(task, again), reading)
            return True
        some = not done.same or (_SOME.search(clause.text) and "instead" not in clause.said)
        rest = without_some(task, new) if some else None
        if rest is not None:
            reading.found.extend((Begin(new, "now", beside=task), Revise(task, rest)))
            return True
        other = _otherwise(task, new, done.same, clause.text)
        if other is not None and other != task:
            revise(Revise(task, other), reading)
            return True
    return False


def _about_others_now(task: Errand, reading: RequestState) -> bool:
    """Whether it was said just before that a task is to be about another kind: what is put elsewhere is a new one."""
    told = [one.new for one in reading.found if isinstance(one, Revise) and one.old == task]
    return any(new is not None and made_of(new) != made_of(task) for new in told)


def _all_elsewhere(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether open tasks get another place each: "put the plate in the sink and the bowl on the shelf"."""
    tasks = reading.context.tasks
    found = [
        (task, other)
        for new in done.errands
        for task in tasks
        if (other := _otherwise(task, new, False, clause.text)) is not None
    ]
    if reading.begun or len(found) != len(done.errands) or len({task for task, _ in found}) < len(found):
        return False
    for task, other in found:
        revise(Revise(task, other), reading)
    return True


_SOME = re.compile(r"\b(?:one|two|three|four|five)\b")
"""So many of those at hand: "give me one"."""
_OFF_WITH = re.compile(
    r"\b(?:in|on|into|onto|off|over|back)(?: (?:in|on|to|into|onto))? (?:the|my|our|an?) [a-z]+(?: (?!with\b)[a-z]+)?"
    r" with (?:it|that|them|those)\b"
)
"""As in "into the sink with it", which adds nothing."""
_LIST_AND = re.compile(r" and (?=(?:the|my|our|that|a) )")
_AND = re.compile(r"^(?:and|then|plus)\b")


def _otherwise(task: Errand, new: Errand, same: bool, text: str) -> Errand | None:
    """What a task comes to when its things are to go where another request says; None where that is another matter."""
    if same and is_placing(new) and task.name in _DISHED and capable(new.params[-1], "dirtyable"):
        served = amended(task, Amend(Quantity(new.params[-1]), Quantity(made_of(task)[0])))
        return served if isinstance(served, Errand) else None
    if not (is_carrying(task) and is_carrying(new)) or made_of(new) != made_of(task):
        return None
    if new.name == task.name and new.params[-1] == task.params[-1]:
        return None
    if same and _counted(task).isdecimal() and _counted(new) == ALL:  # "them" are so many as were asked for
        many = counted_apart(new) or new
        new = replace(many, params=(_counted(task), *many.params[1:]))
    told = [one for one in new.terms if isinstance(one, WhichThings) and one.but is None]
    if not same and (told or not _DEFINITE.match(text) or _counted(new) != _counted(task)):
        return None
    words, goal = [one.word for one in told], new.params[-1]
    kept = [
        one
        for one in task.terms
        if not (isinstance(one, WhichThings) and (one.word in words or one.trait.place == goal))  # "put it back there"
    ]
    terms = (one for one in new.terms if not (isinstance(one, WhichThings) and one.but is not None))
    return replace(new, terms=(*terms, *kept))


def _counted(errand: Errand) -> str:
    """How many an errand is about, as tasks have it."""
    apart = counted_apart(errand)
    return apart.params[0] if apart is not None else ""


def counted_anew(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether a dish that is being made is only named again, with another number: "two cups of coffee"."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.begun else None
    if task is None or len(done.errands) != 1 or starts_request(clause.text) or _TOO.search(clause.said):
        return False
    new = done.errands[0]
    if new.name != task.name or task.name not in _MADE or new == task or _AND.match(clause.said):
        return False
    revise(Revise(task, new.on(*task.terms)), reading)
    return True


def filled_first(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether what is to be brought shall have water in it: "a cup of water", of a cup; it is filled and brought."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.begun else None
    if task is None or task.name != BRING or len(done.errands) != 1 or starts_request(clause.text):
        return False
    new = done.errands[0]
    if new.name != STATE or new.params[2] != "filled" or new.params[1] != task.params[1] or task.terms:
        return False
    full = WhichThings(task.params[1], Trait("", (("filled", True),)))
    reading.found.extend((Begin(new, "now"), Revise(task, replace(task, params=new.params[:2]).on(full))))
    return True


_MIND = re.compile(r"\b(?:on second thoughts?|(?:i(?:'ve| have)? )?changed my mind|change of plans?)\b")


def changes_mind(done: RequestResult, utterance: str, reading: RequestState) -> bool:
    """Whether another deed takes the place of the work at hand: "on second thoughts, wash it"."""
    said = utterance.lower()
    again = any(isinstance(one, Revise) for one in reading.found)
    free = bool(reading.context.tasks) and not reading.begun and not again
    mind = _MIND.search(said)
    rest = said[mind.end() :].strip(" ,.:;-") if mind else ""
    beside = _AND.match(rest) or _TOO.search(re.sub(r"\b(?:and|then)\b", " ", rest))
    return free and bool(done.errands) and mind is not None and not beside


def cut_before(reading: RequestState) -> None:
    """What is to be put somewhere, or brought, and is cut first, is put there in pieces."""
    task, cut = reading.context.tasks[0], reading.begun[-1] if reading.begun else None
    if any(isinstance(one, Cancel) for one in reading.found):
        return  # "slice it instead", of what was to be thrown away
    if cut is None or cut.when != "now" or cut.errand.params[2:] != (CUT,):
        return
    if not (is_placing(task) or task.name == BRING):
        return
    apart = counted_apart(task)
    kind = cut.errand.params[1]
    if apart is None or kind not in pieces() or apart.params[:2] != (cut.errand.params[0], kind):
        return
    reading.found.append(Revise(task, replace(apart, params=(ALL, pieces()[kind], *apart.params[2:]), terms=())))


def _told_again(task: Errand, new: Errand) -> Errand | None:
    """A task that is asked for again with more said of it: "bring me the watch from the drawer"."""
    told = any(isinstance(one, (WhichThings, Foremost)) for one in task.terms)
    same = (new.name, new.params) == (task.name, task.params)
    return new.on(*task.terms) if same and new.terms and not told and made_of(task) else None


def _fewer(task: Errand, new: Errand) -> Errand | None:
    """A task about so many of all its things: "put three of the eggs in the bowl"."""
    few, many = counted_apart(new), counted_apart(task)
    if few is None or many is None or few.params[1:] != many.params[1:] or few.name != many.name or few.terms:
        return None
    return replace(many, params=few.params) if many.params[0] == ALL != few.params[0] and few.name == PUT else None


def without_some(task: Errand, new: Errand) -> Errand | None:
    """What is left of a task where some of its things go elsewhere: "put one pillow on the bed" of all on the sofa."""
    few, many = counted_apart(new), counted_apart(task)
    if few is None or many is None or few.name not in (PUT, BRING) or many.name != PUT:
        return None
    if few.params[1] != many.params[1] or few.params[0] == ALL or few.params[2:] == many.params[2:] or few.terms:
        return None
    if many.params[0] == ALL:
        told = any(isinstance(one, WhichThings) and one.word == few.params[1] for one in task.terms)
        return None if told else task.on(WhichThings(few.params[1], others=True))
    left = int(many.params[0]) - int(few.params[0])
    return replace(many, params=(str(left), *many.params[1:])) if left > 0 else None


_DISHED = ("Salad", "Sandwich", "Plate Of Toast")
_DEFINITE = re.compile(
    r"^(?:[a-z]+ )?(?:the|my|our|that|this|those|these|both|everything|all (?:of )?(?:the|my|our|it|them))\b"
)


_TOGETHER = re.compile(
    r"^(?:(?:no|nah|nope|oh|wait|sorry|please|and|but|rather|actually|just|put|place|move|bring|set|stick|pop)[ ,]+)*"
    r"(?:both|all|everything|them (?:both|all))(?: of (?:them|it|those))? (?:(?:should|must|shall|can) )?(?:goe?s? )?"
    r"(?:in|on|into|onto) (?P<place>(?:the|my|our|a) [a-z ]+?)(?: instead| rather| please)*$"
)


def moved_together(said: str, reading: RequestState) -> bool:
    """Take in that all things go elsewhere: "both on the counter"; whether a clause says that."""
    found = _TOGETHER.match(said) if reading.context.tasks and not reading.begun else None
    words = words_of(found["place"]) if found else []
    named = read_named(words) if words else None
    if named is None or not named.word or named.end < len(words) or not all(map(is_placing, reading.context.tasks)):
        return False
    if len(reading.context.tasks) == 1 and _counted(reading.context.tasks[0]) != "1":
        return False
    new = [
        (task, amended(_of_all(task, reading), Amend(Quantity(named.word), Quantity(task.params[-1]))))
        for task in reading.context.tasks
    ]
    if not all(isinstance(one, Errand) for _, one in new):
        return False
    for task, one in new:
        if isinstance(one, Errand) and one != task:
            revise(Revise(task, one), reading)
    return True


def _of_all(task: Errand, reading: RequestState) -> Errand:
    """The only task with all of its kind in it, where one was meant: "put them both on the table"."""
    apart = counted_apart(task) if len(reading.context.tasks) == 1 else None
    return replace(apart, params=(ALL, *apart.params[1:])) if apart is not None else task
