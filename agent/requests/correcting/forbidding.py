"""What must not be done to things of the work at hand: "don't touch the open one", "don't wash the red cup".

It is left out of every task that is about it. A task that is about nothing else is not done, and where a word of it
cannot be taken into account, it is asked about: what is forbidden is never dropped in silence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import Foremost, Term, Trait, WhichThings, Without
from agent.requests.amending import counted_apart, is_part_of
from agent.requests.changes.making import revise
from agent.requests.control import negated
from agent.requests.errands import PUT, Errand, is_carrying, is_placing, made_of
from agent.requests.instructions import Cancel, Clarification, Revise, UnclearRequest
from agent.requests.request_state import RequestState
from agent.requests.revising import revised
from agent.requests.terms.accounting import unexplained
from agent.requests.terms.barred import barred
from agent.requests.topics.deed_words import deed_words, deeds_named
from agent.requests.uttered.sparing import deed_of
from agent.requests.verbs import deeds
from agent.requests.words.clauses import VERBS, Clause, leading_verb, words_of
from agent.requests.words.modifiers import trait_of, with_place
from agent.requests.words.nouns import NamedThings, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun
from envs.vocabulary.verbs import doing

_TOUCHED = re.compile(r"^(?:touch|move|handle|disturb|pick up|lift|shift|take|relocate)(?: (?P<np>.+))?$")
_OFF = re.compile(
    r"^(?:forget(?: about)?|skip|never ?mind|leave|spare|not|neither|(?:don't|do not) bother (?:with|about)|no need for"
    r"|(?:i |we )?(?:don't|do not|no longer) need) (?P<np>(?:the|my|our|that|those|these) .+)$"
)
_PRONOUNS = ("it", "them", "that", "those", "this", "these")
_TAIL = re.compile(r"(?:[ ,]+(?:please|though|then|at all|yet|for now|any ?more|either|because\b.*|(?:as|since) .*))+$")


def forbids(clause: Clause, reading: RequestState) -> bool:
    """Take in what must not be done to things of the work at hand; whether a clause says that.

    Args:
        clause: The clause.
        reading: What was understood before it.

    Raises:
        UnclearRequest: It cannot be told which things are meant, or the work cannot be done without them.
    """
    if not reading.context.tasks:
        return False
    off = _OFF.match(clause.text)
    listed = _listed(off["np"], reading.context.tasks) if off is not None else []
    if len(listed) > 1:
        return all([_left_alone(np, reading) for np in listed])
    if off is not None and not clause.text.startswith(_KEPT) and _is_some(off["np"], reading.context.tasks):
        return _left_alone(off["np"], reading)
    rest = _TAIL.sub("", negated(clause.text))
    touched = _TOUCHED.match(rest)
    if touched is not None and touched["np"] and not rest.startswith("touch") and _not_moved(touched["np"], reading):
        return True
    if touched is not None and (touched["np"] or rest == "touch"):
        return _untouched(touched["np"] or "it", reading)
    if _called_off(rest, clause.text, reading) or _not_carried(rest, reading):
        return True
    return " " in rest and VERBS.get(leading_verb(rest), "never") != "never" and _not_done(rest, reading)


def _untouched(np: str, reading: RequestState) -> bool:
    """Take in that one thing, or several that are listed, are not to be touched."""
    parts = [one.strip(" ,") for one in _ALSO.split(np)]
    named = [_named(one) for one in parts]
    about = [one is not None and any(_concerns(task, one) for task in reading.context.tasks) for one in named]
    others = [one for part, mine in zip(parts, about, strict=True) if not mine for one in barred(part)]
    if len(parts) < 2 or not any(about) or len(others) < about.count(False):
        return _left_alone(np, reading)
    for part, mine in zip(parts, about, strict=True):
        if mine:
            _left_alone(part, reading)
    reading.without.extend(others)
    return True


_KEPT = ("leave", "spare", "not", "neither")
"""What is said of things alone is read with all else that a change leaves as it is."""
_ALSO = re.compile(r"(?:,|\b(?:and|or|nor))+ (?:not )?(?=(?:the|my|our|that|those|these)\b)")


def _listed(np: str, tasks: Sequence[Errand]) -> list[str]:
    """Several things that are listed, each of which a task is about; nothing where there is another one among them."""
    parts = [one.strip(" ,") for one in _ALSO.split(re.sub(r" (?:alone|please|there)$", "", np))]
    named = [_named(one) for one in parts]
    known = [one for one in named if one is not None and one.word and any(_concerns(task, one) for task in tasks)]
    return parts if len(known) == len(parts) else []


_NOT_DOING = re.compile(r"^(?:not|no)(?: more)? (?P<doing>[a-z]+ing)$")
_ITSELF = re.compile(r"^[a-z]+(?: up)? (?:it|them|that|those)(?: up)?$")


def _called_off(rest: str, text: str, reading: RequestState) -> bool:
    """Take in that nothing is to be done of a kind: "don't water anything", "not cutting", "don't slice it"."""
    doing_it = _NOT_DOING.match(text)
    deed = _done_by(rest) if _ANY.match(rest) or _ITSELF.match(rest) else ""
    deed = deed or (min(deeds_named(doing_it["doing"]), default="") if doing_it else "")
    gone = [task for task in reading.context.tasks if deed in deed_words(task)]
    if gone and not (Cancel() in reading.found and gone[0] == reading.context.tasks[0]):
        first = _ITSELF.match(rest) and gone[0] == reading.context.tasks[0]
        reading.found.append(Cancel() if first else Cancel(deed))
    return bool(gone)


_ANYWHERE = re.compile(
    r"^(?:put|move|bring|take|carry|place|stow) (?:it|them|that|those|these|this|anything)(?: (?:anywhere|away|back))+"
    r"(?: else)?$"
)


def _not_carried(rest: str, reading: RequestState) -> bool:
    """Take in that things are to be brought nowhere: "don't put it anywhere", of a plate that is washed first."""
    carried = [task for task in reading.context.tasks if is_carrying(task)]
    told = [one.old for one in reading.found if isinstance(one, Revise)]
    if not carried or reading.begun or not _ANYWHERE.match(rest):
        return False
    for task in carried:
        if task not in told:
            revise(Revise(task, None), reading)
    return True


def _not_moved(np: str, reading: RequestState) -> bool:
    """Take in that things are not to be moved; whether nothing is done to them but where they are."""
    if np in _PRONOUNS:
        np = _meant(np, reading)
    named = _named(np)
    about = [task for task in reading.context.tasks if named is not None and _concerns(task, named)]
    kept = barred(np, "pick_up") if about and all(deed_of(task) in _IN_PLACE for task in about) else ()
    reading.without.extend(kept)
    return bool(kept)


_IN_PLACE = ("open", "closed", "on", "off")
"""States into which things are brought where they are."""
_ANYTHING = re.compile(r"anything|everything|any of (?:it|them|that|this)")
_ANY = re.compile(r"^[a-z]+ (?:anything|any(?: of (?:it|them|those|that))?)(?: else)?$")


def _done_by(rest: str) -> str:
    """The word for what a verb asks for: "water anything" → watering."""
    return min(deeds_named(doing(leading_verb(rest))), default="")


def _is_some(np: str, tasks: Sequence[Errand]) -> bool:
    """Whether words tell some of a task's things from the others: "the red cup", of all the cups."""
    words = words_of(np)
    named = _named(np)
    told = named is not None and bool(named.foremost or trait_of(named) != Trait())
    if named is None or not told or named.end < len(words) or (named.holds and not named.word):
        return False  # "the one with the plates" is a task
    return any(_is_many(task) and not _is_told(task, named) for task in tasks if _concerns(task, named))


def _is_many(task: Errand) -> bool:
    apart = counted_apart(task)
    return apart is not None and apart.params[0] != "1"


def _is_told(task: Errand, named: NamedThings) -> bool:
    """Whether a task is about those very things, or is to bring them to the place that is named."""
    traits = [one.trait for one in task.terms if isinstance(one, WhichThings)]
    goal = task.params[-1] if is_placing(task) else ""
    return trait_of(named) in traits or bool(goal and named.place and named.place == goal)


def _named(np: str) -> NamedThings | None:
    """What words name, with what is told of it; things of no kind are "the ones", "the red one"."""
    words = words_of(np)
    named = read_named(words)
    return None if named is None else with_place(named, words)


def _concerns(task: Errand, named: NamedThings) -> bool:
    """Whether things may be among those that a task is about."""
    mine = {kind.removesuffix("Sliced").removesuffix("Cracked") for word in made_of(task) for kind in types_named(word)}
    return not named.word or bool(mine & {named.kind, *types_named(named.word)})


def _left_alone(np: str, reading: RequestState) -> bool:
    """Take in that things are not to be touched, whatever they are wanted for."""
    if _ANYTHING.fullmatch(np):
        raise UnclearRequest(Clarification("Shall I leave all that I am to do?", then=(Cancel(everything=True),)))
    np = _meant(np, reading)
    named, tasks = _named(np), reading.context.tasks
    if named is None:
        return False
    about = [task for task in tasks if _concerns(task, named)]
    goals = [task for task in tasks if named.word and is_placing(task) and _is_goal(task, named)]
    if not about and goals:
        raise UnclearRequest(
            Clarification(
                f"I am to {goals[0].words}. Shall I leave that?", then=tuple(Revise(task, None) for task in goals)
            )
        )
    said = f"leave {np} alone"
    done = [(task, revised(Clause(said, said=said), (task,), True)) for task in about[: None if named.word else 1]]
    if not all(isinstance(change, Revise) for _, change in done):
        raise UnclearRequest(Clarification(f'Which do you mean by "{np}"? Say how it looks, or where it is.'))
    for _, change in done:
        if isinstance(change, Revise):
            revise(change, reading)
    return bool(done)


def _is_goal(task: Errand, named: NamedThings) -> bool:
    bare = trait_of(named) == Trait() and not named.foremost
    return bare and bool({*types_named(task.params[-1])} & {named.kind, *types_named(named.word)})


def _meant(np: str, reading: RequestState) -> str:
    """What a pronoun means: what was just spoken of, or the thing of the work at hand."""
    if np not in _PRONOUNS:
        return np
    told = [one for one in reading.unread if re.search(r"\b(?:other|another|ones?)\b", one)]
    about = reading.recent[:1] or made_of(reading.context.tasks[0])[:1]
    if told or not about:
        raise UnclearRequest(Clarification(f'What do you mean by "{np}"?'))
    return f"the {noun(about[0])}"


def _not_done(rest: str, reading: RequestState) -> bool:
    """Take in that a deed which is at hand is not to be done to some of its things."""
    try:
        done = deeds(rest, reading.spoken)
    except UnclearRequest as unclear:
        raise UnclearRequest(_asked(rest, reading.context.tasks[0])) from unclear
    changes: list[Revise] = []
    for errand in done.errands if done is not None else ():
        if errand in reading.context.tasks:
            if unexplained(rest, (errand,), ()).grave:
                raise UnclearRequest(_asked(rest, errand))
            return False
        changes += [Revise(task, _less(task, errand)) for task in reading.context.tasks if _is_same(errand, task)]
        parts = [task for task in reading.context.tasks if is_part_of(errand, task) and not counted_apart(task)]
        if parts and not changes:
            raise UnclearRequest(_asked(rest, parts[0]))
    if done is None or not changes:
        return False
    if unexplained(rest, done.errands, done.things).grave:
        raise UnclearRequest(_asked(rest, changes[0].old))
    for change in changes:
        revise(change, reading)
    return True


def _asked(rest: str, task: Errand) -> Clarification:
    return Clarification(
        f'I am to {task.words}, and cannot take "don\'t {rest}" into account. Shall I leave it?',
        then=(Revise(task, None),),
    )


def _is_same(errand: Errand, task: Errand) -> bool:
    """Whether a deed is the same as a task's, at the same place, and some of the task's things are of its kind."""
    goals = [set(types_named(one.params[-1])) for one in (errand, task) if is_placing(one)]
    if deed_of(errand) != deed_of(task) or (len(goals) == 2 and not goals[0] & goals[1]):
        return False
    kinds = [{kind for word in made_of(one) for kind in types_named(word)} for one in (errand, task)]
    return bool(kinds[0] & kinds[1])


def _less(task: Errand, errand: Errand) -> Errand | None:
    """A task without what is not to be done; None where nothing is left of it."""
    word = made_of(task)[0]
    told = _barred(errand, word, "pick_up" if is_placing(task) else "")
    mine, other = ({kind for one in made_of(of) for kind in types_named(one)} for of in (task, errand))
    if told:
        return task.on(*told)
    return task.on(WhichThings(word, but=Trait(made_of(errand)[0]))) if not mine <= other else None


def _barred(errand: Errand, word: str, skill: str) -> tuple[Term, ...]:
    """What tells the things of a deed from others of their kind, as what is left out of a task about these."""
    goal = errand.params[-1] if errand.name == PUT else ""
    kind = {one: "" if one == word else one for one in made_of(errand)}
    traits = [one for one in errand.terms if isinstance(one, WhichThings) and one.trait != Trait()]
    sized = [one for one in errand.terms if isinstance(one, Foremost)]
    return (
        *(
            WhichThings(word, but=replace(one.trait, kind=kind.get(one.word, "")))
            for one in traits
            if one.trait.place != goal or not goal
        ),
        *(Without((one.word,), skill if one.word in kind else "put", by=one.by) for one in sized),
    )
