"""Changes of a matter that is several tasks: "actually the bowl", of a plate that is washed and put on the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.belief.common_sense import whole_of
from agent.planning.terms import ANYTHING, Foremost, WhichThings
from agent.requests.amending import amended, counted_apart
from agent.requests.changes.making import revise
from agent.requests.control import best_word
from agent.requests.errands import STATE, Errand, is_placing, made_of, named_words
from agent.requests.instructions import Amend, Begin, Cancel, Instruction, Revise
from agent.requests.request_state import RequestState
from agent.requests.uttered.sparing import deed_of
from agent.requests.words.clauses import VERBS, Clause, leading_verb
from agent.requests.words.nouns import mentioned
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import joined, noun, plural
from envs.vocabulary.uses import pieces

_ONE = re.compile(r"\b(?:it|that|this|one)\b")


def spread(found: Sequence[Instruction], said: str, tasks: Sequence[Errand]) -> list[Instruction]:
    """Changes, with those of the other tasks that are the same matter.

    Another thing is another one in all that was to be done with it; another place is one for all that was to go to the
    old one, where no thing is named.

    Args:
        found: What was understood.
        said: The utterance.
        tasks: What is being done or still to be done, the one at hand first.
    """
    done: list[Instruction] = []
    told = [one.old for one in found if isinstance(one, Revise)]
    for one in found:
        change = _as_revision(one, tasks)
        if change is None or change.new is None or len(tasks) < 2:
            done.append(one)
            continue
        others = [task for task in tasks if task != change.old and task not in told]
        more = [(task, new) for task in others if (new := _changed_too(task, change, change.new, said)) is not None]
        told += [task for task, _ in more]
        done.extend((change if more else one, *(Revise(task, new) for task, new in more)))
    return done


def at_the_place_at_hand(found: Sequence[Instruction], tasks: Sequence[Errand]) -> list[Instruction]:
    """A place named by its class is the one of that class that the work is about: "the table", the dining table.

    Args:
        found: What was understood.
        tasks: What is being done or still to be done.
    """
    known = [task.params[-1] for task in tasks if is_placing(task)]
    placed = [_at_known(one, known) if isinstance(one, Revise) and one.new is not None else one for one in found]
    return [_in_its_turn(_of_the_one_called_off(one, placed, tasks), tasks) for one in placed]


def _of_the_one_called_off(one: Instruction, found: Sequence[Instruction], tasks: Sequence[Errand]) -> Instruction:
    """What is to be done instead with the thing of a task that is called off, with what was told of that thing."""
    gone = bool(tasks) and any(isinstance(each, Cancel) and not each.everything for each in found)
    if not (gone and isinstance(one, Begin) and one.same) or made_of(one.errand) != made_of(tasks[0]):
        return one
    told = any(isinstance(term, WhichThings | Foremost) for term in one.errand.terms)
    kept = [term for term in tasks[0].terms if isinstance(term, WhichThings | Foremost)]
    return one if told else replace(one, errand=one.errand.on(*kept))


def _in_its_turn(one: Instruction, tasks: Sequence[Errand]) -> Instruction:
    """What is put next to a thing that is still to be moved waits until that has its place."""
    if not isinstance(one, Begin) or one.when != "now" or one.errand.params[-2:-1] != ("next to",):
        return one
    moved = [kind for task in tasks if is_placing(task) for word in made_of(task) for kind in types_named(word)]
    return replace(one, when="after") if set(types_named(one.errand.params[-1])) & set(moved) else one


def _at_known(one: Revise, known: Sequence[str]) -> Revise:
    new = one.new
    if new is None or not is_placing(new):
        return one
    group = new.params[-1]
    named = {place for place in known if place != group and place in types_named(group)}
    meant = {one for one in named if noun(group) in (plural(one).split(" ")[-1], *noun(one).split(" "))}
    if len(meant) != 1 or new.params[-1] in known:
        return one
    return replace(one, new=replace(new, params=(*new.params[:-1], *meant)))


_SUCH = re.compile(r"\b(?:those|ones|any)\b")


def with_all_spared(left: Revise | Begin, said: str, reading: RequestState) -> list[Revise | Begin]:
    """What spares some of the things that an utterance has just listed: "…, just not those in the drawer" of all kinds.

    Args:
        left: What spares some things of one task.
        said: The clause, which may name no kind of thing.
        reading: What was understood before it.
    """
    if isinstance(left, Begin):
        return [left]
    kinds = {kind for word in made_of(left.old) for kind in types_named(word)}
    if left.new is None or not _SUCH.search(said) or kinds & set(mentioned(said)):
        return [left]
    told = [one for one in left.new.terms if isinstance(one, WhichThings) and one not in left.old.terms]
    listed = [one.errand for one in reading.begun if one.errand != left.old and _is_listed(one.errand, left.old)]
    more = [Revise(one, one.on(*(replace(term, word=made_of(one)[0]) for term in told))) for one in listed]
    return [*more, left] if told and all(one.but is not None for one in told) else [left]


def _is_listed(one: Errand, other: Errand) -> bool:
    """Whether the same is done with other things, so many that some may be spared."""
    mine, its = counted_apart(one), counted_apart(other)
    many = mine is not None and its is not None and mine.params[0] == ALL and len(made_of(one)) == 1
    return many and mine is not None and its is not None and mine.name == its.name and mine.params[2:] == its.params[2:]


def _as_revision(one: Instruction, tasks: Sequence[Errand]) -> Revise | None:
    if isinstance(one, Amend) and tasks and not one.about:
        new = amended(tasks[0], one)
        return Revise(tasks[0], new) if isinstance(new, Errand) else None
    return one if isinstance(one, Revise) and one.old in tasks else None


def _changed_too(task: Errand, change: Revise, new: Errand, said: str) -> Errand | None:
    """Another task with the change made; None where it is another matter."""
    mine, old, now = counted_apart(task), counted_apart(change.old), counted_apart(new)
    if mine is None or old is None or now is None:
        return None
    if made_of(task) == made_of(change.old):
        return _of_the_same(mine, old, now) if deed_of(task) != deed_of(change.old) else None
    kinds = {kind for one in (task, change.old) for word in made_of(one) for kind in types_named(word)}
    named = any(kinds & {kind, *types_named(kind)} for kind in mentioned(said))
    moved = is_placing(task) and old.params[:-2] == now.params[:-2] and old.terms == now.terms
    if not moved or named or _ONE.search(said) or task.params[-2:] != old.params[-2:]:
        return None
    return replace(task, params=(*task.params[:-2], *now.params[-2:])) if is_placing(now) else None


def _of_the_same(mine: Errand, old: Errand, now: Errand) -> Errand | None:
    """What else is done with the thing of a task, now that another one, or so many, are meant.

    Which very thing of its kind it is, the task at hand finds out for all of them.
    """
    if deed_of(now) != deed_of(old) or now.params[:2] == old.params[:2]:
        return None
    if mine.params[:2] == old.params[:2]:
        many = now.params[0] != "1" and now.params[1] == old.params[1]  # "them" are those that are handled first
        about = (ALL if many else now.params[0], now.params[1])
    elif now.params[1] != old.params[1]:  # of what is cut up the pieces are put somewhere
        whole = whole_of(now.params[1]) or now.params[1]
        pieced = mine.params[1] in pieces().values()
        about = (mine.params[0], pieces().get(whole, whole) if pieced else whole)
    else:
        return None
    kept = tuple(
        one for one in mine.terms if not (isinstance(one, WhichThings | Foremost) and one.word == mine.params[1])
    )
    new = replace(mine, params=(*about, *mine.params[2:]), terms=kept)
    return new if new != mine else None


def replaces_one(new: Errand, reading: RequestState) -> bool:
    """Take in that the deed of an open task is wanted of another thing instead: "wash the bowl instead"."""
    for task in reading.context.tasks if not reading.begun else ():
        apart, now = counted_apart(task), counted_apart(new)
        if apart is None or now is None or deed_of(task) != deed_of(new) or made_of(task) == made_of(new):
            continue
        if apart.name == now.name and (apart.name == STATE or apart.params[2:] == now.params[2:]):
            revise(Revise(task, new), reading)
            return True
    return False


_OPPOSITE = {"on": "off", "off": "on", "open": "closed", "closed": "open", "filled": "empty", "empty": "filled"}


def turned_round(new: Errand, clause: Clause, instead: bool, reading: RequestState) -> bool:
    """Take in that the state that is being brought about is not wanted any more: "turn it off again".

    Args:
        new: What the clause by itself asks for.
        clause: The clause.
        instead: Whether it is wanted in place of something.
        reading: What was understood before it.
    """
    tasks = reading.context.tasks
    if reading.begun or clause.place or new.name != STATE or new.terms or (len(tasks) != 1 and not instead):
        return False
    for task in tasks:
        if task.name != STATE or made_of(new) != made_of(task) or _OPPOSITE.get(task.params[2]) != new.params[2]:
            continue
        revise(Revise(task, replace(task, params=(*task.params[:2], new.params[2]))), reading)
        return True
    return False


def replaced_task(new: Sequence[Errand], tasks: Sequence[Errand]) -> str:
    """A word for the task in place of which something is wanted, where that is not the one at hand; else ""."""
    kinds = {kind for one in new for word in made_of(one) for kind in types_named(word)}
    about = [task for task in tasks if kinds & {kind for word in made_of(task) for kind in types_named(word)}]
    return best_word(named_words(about[0])) if about and about[0] != tasks[0] else ""


_DO = re.compile(
    r"^(?:(?:and|but|just|please|rather)[ ,]+)*(?:do|take|get) (?:the|my|our|that|those) (?!rest\b|others?\b)[a-z ]+$"
)


def in_its_place(clause: Clause, reading: RequestState) -> Clause:
    """A clause that names what is wanted in place of what was just called off: "forget the mug, do the plate"."""
    gone = any(isinstance(one, Cancel) or (isinstance(one, Revise) and one.new is None) for one in reading.found)
    if not gone or reading.begun or not reading.context.tasks or not _DO.match(clause.text):
        return clause
    if any(set(mentioned(clause.text)) & {*made_of(task)} for task in reading.context.tasks):
        return _as_asked(clause, reading)
    return replace(clause, text=f"{clause.text} instead", said=f"{clause.text} instead")


def _as_asked(clause: Clause, reading: RequestState) -> Clause:
    """A clause by which an open task is done as it was asked for says no more: "forget the pen, just do the book"."""
    reading.things = (*mentioned(clause.text), *reading.things)
    return replace(clause, text="", said="")


_THEM = re.compile(
    r"^(?:(?:and|but|please|then|also|just)[ ,]+)*[a-z]+(?: up| off| out)? (?P<them>them|both|both of them)\b"
)
_BROUGHT = frozenset({"bring", "give", "hand", "fetch", "get"})
_CARRIED = frozenset({"put", "bring", "fetch", "make", "stow", "never", "do", ""})


def with_all_meant(text: str, reading: RequestState) -> str:
    """A deed done to "them", with all the things named that the work at hand is about: "wash them first"."""
    text = _of_the_place(text, reading)
    found = _THEM.match(text) if not (reading.begun or reading.recent) else None
    brought = found is not None and text.endswith(" instead") and leading_verb(text) in _BROUGHT
    if found is None or (VERBS.get(leading_verb(text), "") in _CARRIED and not brought):
        return text
    tasks = [task for task in reading.context.tasks if is_placing(task)]
    alike = [task for task in tasks if task.params[-2:] == tasks[0].params[-2:]]
    apart = [one for task in alike if (one := counted_apart(task)) is not None]
    if len(apart) < len(alike) or not alike or (len(alike) == 1 and apart[0].params[0] == "1"):
        return text
    named = joined([_named(one) for one in apart])
    return f"{text[: found.start('them')]}{named}{text[found.end('them') :]}"


_WIPE = re.compile(
    r"^(?:(?:and|but|please|then|also|just)[ ,]+)*(?:wipe|clean|wash|scrub|dust|polish)(?: down| off)? (?P<it>it)\b"
)


def _of_the_place(text: str, reading: RequestState) -> str:
    """A deed done to "it" where everything is taken from some place: that is the place, "clear it, then wipe it"."""
    found = _WIPE.match(text) if set(reading.recent) <= {ANYTHING} else None
    of_all = [task for task in reading.tasks if made_of(task) == (ANYTHING,)] if found else []
    which = [one.trait.place for task in of_all[:1] for one in task.terms if isinstance(one, WhichThings)]
    if found is None or not which or not which[0]:
        return text
    return f"{text[: found.start('it')]}the {noun(which[0])}{text[found.end('it') :]}"


def _named(apart: Errand) -> str:
    count, kind = apart.params[:2]
    if count == ALL:
        return f"all the {plural(kind)}"
    return f"the {noun(kind)}" if count == "1" else f"{count} {plural(kind)}"
