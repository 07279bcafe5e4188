"""What one clause of an utterance asks for: a deed, a change, something about the work, or nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import Without
from agent.requests.amending import amended, ingredients, is_part_of
from agent.requests.changes.adding import added, one_more
from agent.requests.changes.choosing import leaves_the_rest
from agent.requests.changes.done_already import does_it_oneself, done_already
from agent.requests.changes.ordering import goes_before, one_goes_first
from agent.requests.changes.replacing import moved_elsewhere, replaced_by
from agent.requests.changes.weighing import lost_words, weighed, which_other
from agent.requests.control import best_word, control, known_by, negated
from agent.requests.correcting.meant import put_right
from agent.requests.dishes import UnclearRequest
from agent.requests.errands import STATE, Errand, made_of, named_words
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Chat,
    Clarification,
    Instruction,
    PersonAt,
    RecallQuestion,
    Resume,
    Revise,
    Suspend,
    Undo,
)
from agent.requests.request_state import RequestState
from agent.requests.revising import revised
from agent.requests.serving.whereabouts import sent_to, sought, told_place
from agent.requests.terms.constraints import spared, stays, untouched
from agent.requests.uttered.asides import note_told, without_talk
from agent.requests.uttered.references import about_recent, completed, named_again, with_door_meant, with_place_meant
from agent.requests.uttered.taking_in import begin, put_back
from agent.requests.verbs import deeds
from agent.requests.words.clauses import VERBS, Clause, leading_verb, starts_request, words_of
from agent.requests.words.everyday import in_plain_verbs
from agent.requests.words.frames import complained
from agent.requests.words.idioms import plainly
from agent.requests.words.nouns import mentioned, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.data import words as word_list
from envs.vocabulary.english import noun
from envs.vocabulary.object_types import object_types


def read_clause(clause: Clause, utterance: str, reading: RequestState) -> bool:
    """Take in what a clause asks for; whether anything was made of it."""
    said, where = sent_to(with_door_meant(with_place_meant(clause.text, reading), reading))
    where = where or told_place(said)
    if where:
        reading.found.append(PersonAt(where))
        reading.things = (where, *reading.things)
        if told_place(said):
            return True
    question = sought(clause.text)
    if question:
        note_told(clause.text, reading)
        reading.found.append(RecallQuestion(question))
        return True
    talkless = without_talk(clause) if reading.context.tasks else clause
    if talkless is not clause:
        clause, said = talkless, talkless.text
    if _NEEDED.match(clause.said) and (reading.found or reading.tasks):
        return True
    said = named_again(said, reading)
    text = about_recent(completed(in_plain_verbs(plainly(said) if negated(said) else said), reading), reading)
    about = reading.recent or _ingredient(utterance, reading)
    if about and _OUT.match(text):
        text = f"leave out the {noun(about[0])}"
        clause = replace(clause, said=text)
    clause = replace(clause, text=text)
    if not text:
        if reading.tasks and not reading.found and clause.place in ("after", "later"):
            reading.found.append(Suspend())
        return True
    right = put_right(clause, reading)
    if right is not None:
        _revise(right, reading)
        return True
    if _leaves_alone(text, reading) or _chooses(clause, reading):
        return True
    put_up_with = stays(text)
    if put_up_with is not None:
        reading.without.append(put_up_with)
        return True
    if added(clause, reading):
        return True
    steering = control(text, reading.tasks) if not _plainly_new(text, reading) else None
    if isinstance(steering, Cancel) and steering.about and not reading.tasks:
        note_told(text, reading)  # "I don't need the tv any more, switch it off"
        return True
    if isinstance(steering, Amend) and not reading.begun:
        steering = weighed(steering, text, reading.context.tasks)
    if isinstance(steering, Revise):
        _revise(steering, reading)
        return True
    if steering is not None:
        _steer(steering, reading)
        return True
    return _is_about_open_task(clause, reading) or _asks_for_deeds(clause, reading, utterance)


def _ingredient(utterance: str, reading: RequestState) -> tuple[str, ...]:
    """What an utterance names that is in the dish at hand: "my wife can't have tomato, leave it out"."""
    task = reading.context.tasks[0] if reading.context.tasks else None
    roles = ingredients(task) if task is not None else ()
    return tuple(kind for kind in mentioned(utterance.lower()) if kind in roles)


def _leaves_alone(text: str, reading: RequestState) -> bool:
    """Whether a clause says what must not be done."""
    if leaves_the_rest(text, reading.tasks):
        return False
    forbidden = negated(text)
    things = reading.things or reading.context.things
    kept = (untouched(forbidden, things) if forbidden else None) or spared(text, things, bool(reading.tasks))
    if kept is not None and not _asked_for(kept, reading):
        reading.without.append(kept)
        return True
    if forbidden:
        found = _forbidden(forbidden, reading)
        reading.found.extend(found)
        if not found and starts_request(forbidden) and mentioned(forbidden):
            reading.doubts.append(text)  # better asked than broken
        return True
    return False


def _chooses(clause: Clause, reading: RequestState) -> bool:
    """Whether a clause says which of the tasks, or of their things, are meant, and which are left as they are."""
    text, said = clause.text, clause.said
    if _only_one_task(said or text, reading) or one_goes_first(said, reading) or goes_before(text, reading):
        return True
    if leaves_the_rest(text, reading.tasks):
        one = revised(clause, reading.tasks) if text.startswith(("only", "just")) else None
        if one is not None:
            _revise(one, reading)
        return True
    left = revised(clause, reading.tasks, True, [one.errand for one in reading.begun])
    if left is not None:
        told = [one.old for one in reading.found if isinstance(one, Revise)]
        if not (isinstance(left, Revise) and left.new is None and left.old in told):  # "not that one, leave it there"
            _revise(left, reading)
        return True
    return False


_ONLY_THAT = re.compile(r"^(?:only|just) (?:do |make |finish )?(?P<np>(?:the|my) [a-z ]+?)(?: then| please| now)*$")


def _only_one_task(text: str, reading: RequestState) -> bool:
    """Whether all tasks but one are called off: "only the lamp", of the blinds and the lamp."""
    found = _ONLY_THAT.match(text) if len(reading.context.tasks) > 1 and not reading.begun else None
    words = known_by(found["np"]) if found else frozenset[str]()
    meant = [task for task in reading.context.tasks if words & named_words(task)]
    if not meant or len({made_of(task) for task in meant}) > 1 or lost_words(text, meant):
        return False
    gone = {one.about for one in reading.found if isinstance(one, Cancel)}
    others = [task for task in reading.context.tasks if task not in meant and not gone & named_words(task)]
    reading.found.extend(Revise(task, None) for task in others)
    return True


_NEEDED = re.compile(
    r"^(?:because |since |as |and )?(?:i|we|he|she|they)(?:'ll)? (?:still |will |may |might )?(?:needs?|wants?|likes?) "
    r"(?:it|that|them|those|this|that one|this one|the other one)"
    r"(?: (?:there|here|later|then|now|anyway|tonight|tomorrow|as it is|where it is|for \w+(?: \w+)?))*$"
)
_OUT = re.compile(r"^leave out (?:it|that|them|those)$")


def _is_about_open_task(clause: Clause, reading: RequestState) -> bool:
    """Whether a clause moved a task that is open before or behind others."""
    known = _open_task(clause.text, reading) if clause.place in ("later", "first") else ""
    other = deeds(clause.text, reading.spoken) if known and starts_request(clause.text) else None
    if other is not None and not any(made_of(one) == made_of(task) for one in other.errands for task in reading.tasks):
        return False  # another deed that only shares a place with it
    if known:
        reading.found.append(Suspend(known) if clause.place == "later" else Resume(known))
    return bool(known)


def _asks_for_deeds(clause: Clause, reading: RequestState, utterance: str) -> bool:
    instead = _INSTEAD.search(clause.text)
    if instead:
        clause = replace(clause, text=clause.text[: instead.start()].strip(" ,") or clause.text)
    if done_already(clause.text, reading):
        return True
    if does_it_oneself(clause.said or clause.text):
        note_told(clause.text, reading)
        return True
    done = deeds(clause.text, reading.spoken)
    more = one_more(done.errands, clause.text, reading.context.tasks) if done is not None else None
    if more is not None:
        _revise(more, reading)
        return True
    if done is not None and moved_elsewhere(done, clause, reading):
        return True
    if done is not None and not any(isinstance(one, Cancel) for one in reading.found):
        old = replaced_by(done, utterance, reading)
        if (instead and reading.context.tasks) or old:
            reading.found.append(Cancel(old))
    if done is not None:
        begin(done, clause, reading)
        return True
    change = revised(clause, reading.tasks)
    if change is not None:
        _revise(change, reading)
        return True
    other = _OTHER.search(clause.said or clause.text) if reading.context.tasks and done is None else None
    if other:
        about = made_of(reading.context.tasks[0])
        raise UnclearRequest(Clarification(which_other(about[0]) if about else "Which other one do you mean?"))
    named = _open_task(clause.text, reading)
    if named and len(clause.text.split()) <= 4 and _only_named(clause, reading):
        reading.found.append(Resume(named))
        return True
    troubles = _complaints(clause.text) if not reading.context.tasks else []
    for trouble in troubles:
        done = deeds(trouble, reading.spoken)
        if done is not None:
            note_told(clause.text, reading)
            reading.troubles.append(replace(done, read=trouble))
    return bool(troubles)


_GOING_ON = frozenset({",", "with", "on", "back", "now", "again", "first", "next", "continue"})
_OTHER = re.compile(r"\b(?:the other(?: ones?)?|(?:that|this) one|those)(?:$|,| please| instead| rather)")
_OTHERWISE = re.compile(r"\b(?:not|no|other|another|just|only|without|with|instead|rather)\b|\w+n't\b")


def _only_named(clause: Clause, reading: RequestState) -> bool:
    """Whether a clause does no more than name a task: "the lower shelf" says something of it."""
    said = clause.said or clause.text
    if _OTHERWISE.search(said) or lost_words(said, reading.context.tasks) or _is_told_apart(said):
        return False
    words = words_of(said)
    named = [one for at in range(len(words)) if (one := read_named(words, at)) is not None and one.word]
    heads = {word for one in named for word in one.text.split(" ")[-1:]}
    return all(word in heads or word in word_list("request_fillers.txt") or word in _GOING_ON for word in words)


def _is_told_apart(said: str) -> bool:
    """Whether it is said which thing of its kind is meant: "smallest burner", "the blue cup"."""
    words = words_of(said)
    named = [read_named(words, at) for at in range(len(words))]
    return any(one is not None and bool(one.states or one.foremost or one.count) for one in named)


def _complaints(text: str) -> list[str]:
    """What is to be done about everything that is told: "someone left the tap running and a burner going"."""
    first, *others = re.split(r",? and (?=(?:the|a|an|my|that|both|all)\b)", text)
    lead = re.match(r"^.*?\bleft\b", first)
    told = [first, *(f"{lead[0]} {one}" if lead else one for one in others)]
    found = [complained(one) for one in told]
    return [one for one in found if one] if all(found) else [one for one in [complained(text)] if one]


_INSTEAD = re.compile(r"[ ,]*\binstead$")


def _revise(change: Revise | Begin, reading: RequestState) -> None:
    """A change of what this utterance itself asked for is made at once."""
    mine = next((b for b in reading.begun if isinstance(change, Revise) and b.errand == change.old), None)
    before = _changed_before(change.old, reading) if isinstance(change, Revise) else None
    if before is not None and before.new is not None and isinstance(change, Revise) and change.new is None:
        return  # "I meant the pencil. The pen stays where it is"
    if before is not None and isinstance(change, Revise):
        reading.found[reading.found.index(before)] = change
    elif mine is None or not isinstance(change, Revise):
        reading.found.append(change)
    elif change.new is None:
        reading.found.remove(mine)
    else:
        reading.found[reading.found.index(mine)] = replace(mine, errand=change.new)


def _changed_before(task: Errand, reading: RequestState) -> Revise | None:
    """What this utterance said of a task before: the last word counts, "six. no, five"."""
    return next((one for one in reading.found if isinstance(one, Revise) and one.old == task), None)


def _asked_for(kept: Without, reading: RequestState) -> bool:
    """Whether what shall not be done is a task by itself: then that is not to be done any more."""
    return any(set(kept.words) & _named(task) and _does(task, kept.skill) for task in reading.context.tasks)


def _named(task: Errand) -> set[str]:
    return {param.removesuffix("Sliced") for param in task.params}


def _does(task: Errand, skill: str) -> bool:
    """Whether a task is for the very deed: a drawer is closed on the way of many."""
    state = _STATE_OF.get(skill)
    return state is None or (task.name == STATE and task.params[-1] == state)


_STATE_OF = {"open": "open", "close": "closed", "switch_on": "on", "switch_off": "off"}


def _plainly_new(text: str, reading: RequestState) -> bool:
    """Whether a clause cannot be about the work, because nothing is being done and it begins with a deed's verb."""
    return not reading.tasks and bool(re.match(r"^(?:put|make|clean|wash|take|set|bring) (?!.*\bback\b)", text))


def _open_task(text: str, reading: RequestState) -> str:
    words = known_by(text)
    named = read_named(words_of(text))
    for task in reading.context.tasks:
        hit = words & named_words(task)
        other = named is not None and named.word in object_types() and not types_of_task(task) & {named.word}
        if hit and not other:  # "the hand towel" is no other word for the towel
            return best_word(hit)
    return ""


def types_of_task(task: Errand) -> set[str]:
    """The types that a task names, also by their classes."""
    return {kind for word in named_words(task) for kind in (*types_named(word), word)}


def _steer(instruction: Instruction, reading: RequestState) -> None:
    """A change is made at once in what this very utterance asked for; all else is for the agenda."""
    begun = reading.begun
    back = put_back(begun[-1].errand) if isinstance(instruction, Undo) and begun else None
    if back is not None:
        reading.found.append(Begin(back, "now", True))
        return
    if isinstance(instruction, Amend) and begun:
        which = next((b for b in begun if instruction.about in named_words(b.errand)), begun[-1])
        new = amended(which.errand, instruction)
        if isinstance(new, str):
            raise UnclearRequest(Clarification(new))
        reading.found[reading.found.index(which)] = replace(which, errand=new)
        return
    if isinstance(instruction, Cancel) and _called_off(instruction, reading):
        return
    last = next((one for one in reversed(reading.found) if isinstance(one, Amend)), None)
    if isinstance(instruction, Amend) and last is not None and _only_counts(last) and _only_counts(instruction):
        reading.found[reading.found.index(last)] = replace(instruction, old=None)  # "make it two. two, not three"
        return
    before = next((one for one in reading.found if isinstance(one, Revise) and one.new is not None), None)
    if isinstance(instruction, Amend) and before is not None and not instruction.about:
        again = amended(before.old, instruction)
        if isinstance(again, Errand):  # said twice, or in another way
            reading.found[reading.found.index(before)] = replace(before, new=again)
            return
    if isinstance(instruction, Cancel) and begun and not reading.context.tasks:
        mine = [b for b in begun if not instruction.about or instruction.about in named_words(b.errand)]
        if mine:
            raise UnclearRequest(Clarification(f"You asked me to {mine[-1].errand.words}, and not to. Shall I?"))
    reading.found.append(instruction)


def _only_counts(change: Amend) -> bool:
    """Whether a change is of nothing but a number."""
    old = change.old
    return bool(change.new.count) and not (change.new.word or change.more or change.drop or (old and old.word))


def _called_off(again: Cancel, reading: RequestState) -> bool:
    """Whether a task was called off already: "scrap that. no coffee"."""
    first = named_words(reading.context.tasks[0]) if reading.context.tasks else frozenset[str]()
    return any(isinstance(one, Cancel) and not one.about and again.about in first for one in reading.found)


def _forbidden(text: str, reading: RequestState) -> list[Instruction]:
    done = None if VERBS.get(leading_verb(text)) == "never" else deeds(text, reading.spoken)
    unwanted = done.errands if done is not None else ()
    reading.things = (*(kind for one in unwanted for kind in made_of(one)), *reading.things)
    both = [b.errand for b in reading.begun if b.errand in unwanted]
    if both:
        raise UnclearRequest(Clarification(f"You said both to {both[0].words} and not to. Which is it?"))
    found: list[Instruction] = []
    for errand in unwanted:
        at_work = reading.context.tasks
        alike = [task for task in at_work if task == errand] or [t for t in at_work if t.name == errand.name]
        topic = best_word(named_words(alike[0])) if alike else ""
        if not alike and any(is_part_of(errand, one.errand) for one in reading.begun):
            reading.doubts.append(f"don't {text}")  # how to do what is asked for, not something else
            continue
        found.append(Cancel(topic) if topic else Chat("no", text))
    return found
