"""What one clause of an utterance asks for: a deed, a change, something about the work, or nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.requests.amending import ingredients
from agent.requests.changes.adding import added, one_more
from agent.requests.changes.apart import some_elsewhere
from agent.requests.changes.as_well import serves_as_well
from agent.requests.changes.choosing import drops_the_rest, leaves_the_rest, left_out_task
from agent.requests.changes.done_already import does_it_oneself, done_already
from agent.requests.changes.making import revise, steer
from agent.requests.changes.ordering import comes_first, goes_before, one_goes_first
from agent.requests.changes.replacing import (
    changes_mind,
    counted_anew,
    cut_before,
    filled_first,
    moved_elsewhere,
    moved_together,
    replaced_by,
)
from agent.requests.changes.weighing import lost_words, weighed, which_other
from agent.requests.control import best_word, control, is_only_a_place, known_by, negated
from agent.requests.correcting.forbidding import forbids
from agent.requests.correcting.meant import asks_which_other, put_right
from agent.requests.correcting.together import (
    in_its_place,
    replaced_task,
    replaces_one,
    turned_round,
    with_all_meant,
    with_all_spared,
)
from agent.requests.errands import Errand, is_carrying, is_placing, made_of, named_words
from agent.requests.instructions import (
    Amend,
    Cancel,
    Clarification,
    PersonAt,
    RecallQuestion,
    Resume,
    Revise,
    Suspend,
    UnclearRequest,
)
from agent.requests.remarks.in_short import says_who_needs_it, with_water
from agent.requests.remarks.one_task import only_one_task
from agent.requests.remarks.whereabouts import taken_from_elsewhere, takes_where_it_is, tells_where, tells_where_it_was
from agent.requests.remarks.which_one import all_of_its_kind, one_beside, one_will_do, the_other_one
from agent.requests.request_state import RequestState
from agent.requests.revising import revised
from agent.requests.serving.whereabouts import sent_to, sought, told_place
from agent.requests.terms.exceptions import leaves_out
from agent.requests.times.postponing import puts_it_off
from agent.requests.topics.deed_words import deed_words
from agent.requests.uttered.asides import note_told, tells_who_needs_it, without_talk
from agent.requests.uttered.lying_there import with_the_place
from agent.requests.uttered.others import other_ones
from agent.requests.uttered.references import (
    about_recent,
    completed,
    named_again,
    place_not_meant,
    with_door_meant,
    with_place_at_hand,
    with_place_meant,
)
from agent.requests.uttered.sparing import adds_without, deed_of, leaves_alone, lets_stay
from agent.requests.uttered.taking_in import begin
from agent.requests.verbs import deeds
from agent.requests.words.clauses import Clause, starts_request, words_of
from agent.requests.words.everyday import in_plain_verbs
from agent.requests.words.frames import complaints
from agent.requests.words.idioms import plainly
from agent.requests.words.nouns import mentioned, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.data import words as word_list
from envs.vocabulary.english import noun, plural
from envs.vocabulary.object_types import object_types


def read_clause(clause: Clause, utterance: str, reading: RequestState) -> bool:
    """Take in what a clause asks for; whether anything was made of it."""
    clause = with_the_place(in_its_place(clause, reading), reading)
    placed = _with_places(clause, reading)
    clause = replace(clause, place=placed.place)
    said, where = sent_to(placed.text)
    if _is_somewhere(where or told_place(said), said, reading):
        return True
    question = sought(clause.text)
    if question:
        note_told(clause.text, reading)
        reading.found.append(RecallQuestion(question))
        return True
    talkless = without_talk(clause) if reading.context.tasks else clause
    if talkless is not clause:
        clause, said = talkless, talkless.text
    if tells_who_needs_it(clause.said) and (reading.found or reading.tasks):
        return True
    if reading.context.tasks and not reading.begun and puts_it_off(clause.said):
        reading.found.append(Suspend())
        return True
    text = _with_names(named_again(with_water(said, reading), reading), reading)
    about = reading.recent or _ingredient(utterance, reading)
    if about and _OUT.match(text):
        text = f"leave out the {noun(about[0])}"
        clause = replace(clause, said=text)
    clause = replace(clause, text=text)
    if not text:
        if reading.tasks and not reading.found and clause.place in ("after", "later"):
            reading.found.append(Suspend())
        return True
    if the_other_one(clause.said, reading) or all_of_its_kind(clause.said, reading):
        return True
    if not reading.begun:
        asks_which_other(clause.said, reading.context.tasks)
    if tells_where_it_was(clause.said, reading):
        return True
    if tells_where(clause.said, reading) or one_will_do(clause.said, reading) or one_beside(clause, reading):
        return True
    if taken_from_elsewhere(clause.said, reading):
        return True
    right = put_right(clause, reading)
    if right is not None:
        revise(right, reading)
        return True
    if forbids(clause, reading) or moved_together(clause.said, reading) or some_elsewhere(clause.said, reading):
        return True
    alone = not leaves_the_rest(text, reading.tasks) and leaves_alone(text, reading)
    if alone or _chooses(clause, reading) or lets_stay(text, reading):
        return True
    if added(clause, reading) or serves_as_well(clause.said, reading):
        return True
    return (
        _steers(text, reading)
        or adds_without(text, reading)
        or _is_about_open_task(clause, reading)
        or _asks_for_deeds(clause, reading, utterance)
    )


def _with_names(said: str, reading: RequestState) -> str:
    """A clause with what it means by "it", "them" and "the other one"."""
    text = about_recent(completed(in_plain_verbs(plainly(said) if negated(said) else said), reading), reading)
    if not (drops_the_rest(text) or leaves_the_rest(text, reading.tasks)):
        text = other_ones(text, reading)
    return with_all_meant(text, reading)


def _steers(text: str, reading: RequestState) -> bool:
    """Whether a clause was taken in that changes, calls off, puts off or takes up again what is done."""
    steering = control(text, reading.tasks) if not _plainly_new(text, reading) else None
    if isinstance(steering, Cancel) and steering.about and not reading.tasks:
        note_told(text, reading)  # "I don't need the tv any more, switch it off"
        return True
    if isinstance(steering, Amend) and not reading.begun:
        steering = weighed(steering, text, reading.context.tasks)  # None where it is no change of any of them
    if isinstance(steering, Revise):
        revise(steering, reading)
        return True
    if steering is not None:
        steer(steering, reading)
    return steering is not None


def _is_somewhere(where: str, said: str, reading: RequestState) -> bool:
    """Take in where whoever speaks is, if that is said; whether a clause says no more."""
    if where:
        reading.found.append(PersonAt(where))
        reading.things = (where, *reading.things)
    return bool(where and told_place(said))


def _with_places(clause: Clause, reading: RequestState) -> Clause:
    """A clause with the places named that it means; what things are put into is opened or switched behind that."""
    named = with_door_meant(with_place_meant(clause.text, reading), reading)
    unknown = place_not_meant(named)
    if unknown:
        before, _, after = named.partition(unknown)
        raise UnclearRequest(Clarification(f'What do you mean by "{unknown}"?', before, after))
    text = with_place_at_hand(named, reading)
    return replace(clause, text=text, place=clause.place if text == named else clause.place or "after")


def _ingredient(utterance: str, reading: RequestState) -> tuple[str, ...]:
    """What an utterance names that is in the dish at hand: "my wife can't have tomato, leave it out"."""
    task = reading.context.tasks[0] if reading.context.tasks else None
    roles = ingredients(task) if task is not None else ()
    return tuple(kind for kind in mentioned(utterance.lower()) if kind in roles)


def _chooses(clause: Clause, reading: RequestState) -> bool:
    """Whether a clause says which of the tasks, or of their things, are meant, and which are left as they are."""
    text, said = clause.text, clause.said
    if only_one_task(said or text, reading) or one_goes_first(said, reading) or goes_before(text, reading):
        return True
    if clause.place == "first" and comes_first(said, reading):
        return True
    if drops_the_rest(text) and reading.context.tasks:
        told = [one.old for one in reading.found if isinstance(one, Revise)]
        behind = [Revise(task, None) for task in reading.context.tasks[1:] if task not in told]
        reading.found.extend(behind or ([] if reading.found else [Cancel()]))
        return True
    if leaves_the_rest(text, reading.tasks):
        one = revised(clause, reading.tasks) if text.startswith(("only", "just")) else None
        if one is not None:
            revise(one, reading)
        return True
    at_work = bool(reading.context.tasks) and not reading.begun
    if at_work and _THEY_STAY.match(text) and any(_ONES.search(one) for one in reading.unread):
        raise UnclearRequest(Clarification(f'Which do you mean by "{text}"? Say how they look, or where they are.'))
    gone = left_out_task(clause.said, reading.context.tasks) if at_work else None
    if gone is not None:
        revise(gone, reading)
        return True
    if reading.begun and _THEY_STAY.match(text) and leaves_out(reading.begun[-1].errand):
        return True  # "all but the wine bottle, that stays on the counter"
    clause = _of_what_was_told(clause, reading)
    left = revised(clause, reading.tasks, True, [one.errand for one in reading.begun])
    if left is not None:
        told = [one.old for one in reading.found if isinstance(one, Revise)]
        gone = {one.about for one in reading.found if isinstance(one, Cancel) and one.about}
        if isinstance(left, Revise) and left.new is None and gone & (named_words(left.old) | deed_words(left.old)):
            return True  # "don't slice it. leave it whole"
        dropped = gone or any(isinstance(one, Revise) and one.new is None for one in reading.found)
        if dropped and _IT_STAYS.match(text) and isinstance(left, Revise) and left.new is None:
            return True  # "without the knife. it can stay in the sink"
        if not (isinstance(left, Revise) and left.new is None and left.old in told):  # "not that one, leave it there"
            for one in with_all_spared(left, text, reading):
                revise(one, reading)
        return True
    return False


def _of_what_was_told(clause: Clause, reading: RequestState) -> Clause:
    """A clause by which "they" stay, with the things that were told of before: "the plates i need, leave them"."""
    found = _THEY_STAY.match(clause.text)
    kinds = [kind for task in reading.context.tasks for kind in made_of(task)]
    told = next((kind for kind in reading.recent if kind in kinds), "") if reading.unread and not reading.begun else ""
    if found is None or not told:
        return clause
    many = bool({"them", "those", "these", "they"} & set(found[0].split()))
    text = f"leave the {plural(told) if many else noun(told)} alone"
    return replace(clause, text=text, said=text)


_THEY_STAY = re.compile(
    r"^(?:(?:leave|keep|spare|let) (?:them|those|these|it|that)"
    r"|(?:they|those|these|it|that) (?:\w+ )?(?:stays?|remains?))"
    r"(?: (?<=stay )(?:in|on|at) (?:the|my|our) [a-z]+| (?<=stays )(?:in|on|at) (?:the|my|our) [a-z]+)?"
    r"(?: (?:alone|there|be|please|where (?:it|they) (?:is|are)|as (?:it|they) (?:is|are)))*$"
)
_IT_STAYS = re.compile(r"(?:(?:leave|keep|let) )?(?:it|they|them|that|those|this)\b(?! one)")
_ONES = re.compile(r"\bones?\b")
"""What was told of some of the things, and not understood: "the green ones carry a deposit, those remain"."""
_OUT = re.compile(r"^leave out (?:it|that|them|those)$")


def _is_about_open_task(clause: Clause, reading: RequestState) -> bool:
    """Whether a clause moved a task that is open before or behind others."""
    known = _open_task(clause.text, reading) if clause.place in ("later", "first") else ""
    told = len(clause.text.split()) > 3 and is_only_a_place(known, reading.context.tasks)  # "check the fridge is shut"
    known = "" if told else known
    other = deeds(clause.text, reading.spoken) if known and starts_request(clause.text) else None
    if other is not None and not any(_is_alike(one, task) for one in other.errands for task in reading.tasks):
        return False  # another deed that only shares a thing or a place with it
    if known:
        reading.found.append(Suspend(known) if clause.place == "later" else Resume(known))
    return bool(known)


def _is_alike(one: Errand, task: Errand) -> bool:
    """Whether two errands do the same, or both carry, the same things."""
    carried = [is_carrying(each) for each in (one, task)]
    return made_of(one) == made_of(task) and (all(carried) or deed_of(one) == deed_of(task))


def _asks_for_deeds(clause: Clause, reading: RequestState, utterance: str) -> bool:
    instead = _INSTEAD.search(clause.text)
    if instead:
        clause = replace(clause, text=clause.text[: instead.start()].strip(" ,") or clause.text)
    if says_who_needs_it(clause.said, reading):
        return True
    if done_already(clause.text, reading) or takes_where_it_is(clause.text, reading):
        return True
    if does_it_oneself(clause.said or clause.text):
        note_told(clause.text, reading)
        return True
    done = deeds(clause.text, reading.spoken) if not _completes(clause, reading) else None
    more = one_more(done.errands, clause.text, reading.context.tasks) if done is not None else None
    if more is not None:
        revise(more, reading)
        return True
    if done is not None and any(one(done, clause, reading) for one in (moved_elsewhere, filled_first, counted_anew)):
        return True
    if done is not None and not any(isinstance(one, Cancel) for one in reading.found):
        one = done.errands[0] if len(done.errands) == 1 else None
        if one is not None and instead and replaces_one(one, reading):
            return True
        if one is not None and turned_round(one, clause, bool(instead), reading):
            return True
        old = replaced_by(done, utterance, reading)
        if (instead and reading.context.tasks) or old or changes_mind(done, utterance, reading):
            reading.found.append(Cancel(old or replaced_task(done.errands, reading.context.tasks)))
    if done is not None:
        begin(done, clause, reading)
        if reading.context.tasks and done.same:
            cut_before(reading)
        return True
    change = revised(clause, reading.tasks, begun=[one.errand for one in reading.begun])
    if change is not None:
        revise(change, reading)
        return True
    other = _OTHER.search(clause.said or clause.text) if reading.context.tasks and done is None else None
    if other:
        about = made_of(reading.context.tasks[0])
        raise UnclearRequest(Clarification(which_other(about[0]) if about else "Which other one do you mean?"))
    named = _open_task(clause.text, reading)
    if named and len(clause.text.split()) <= 4 and _only_named(clause, reading):
        reading.found.append(Resume(named))
        return True
    troubles = complaints(clause.text) if not reading.context.tasks else []
    for trouble in troubles:
        done = deeds(trouble, reading.spoken)
        if done is not None:
            note_told(clause.text, reading)
            reading.troubles.append(replace(done, read=trouble))
    return bool(troubles)


def _completes(clause: Clause, reading: RequestState) -> bool:
    """Whether a clause only says more of the work at hand: "use the cloth on the chair", "the egg on the shelf too"."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.begun else None
    if task is None:
        return False
    too = clause.said.endswith((" too", " as well")) and not is_placing(task) and not starts_request(clause.text)
    return too or clause.text.startswith("use ")


_GOING_ON = frozenset({",", "with", "on", "back", "now", "again", "first", "next", "continue"})
_OTHER = re.compile(r"\b(?:the other(?: ones?)?|(?:that|this) one|those)(?:$|,| please| instead| rather)")
_OTHERWISE = re.compile(r"\b(?:not|no|other|another|just|only|without|with|instead|rather)\b|\w+n't\b")
_SOMEBODY = re.compile(r"\b(?:i|we|he|she|they)\b")


def _only_named(clause: Clause, reading: RequestState) -> bool:
    """Whether a clause does no more than name a task: "the lower shelf" says something of it."""
    said = clause.said or clause.text
    if (
        _OTHERWISE.search(said)
        or _SOMEBODY.search(said)
        or lost_words(said, reading.context.tasks)
        or _is_told_apart(said)
    ):
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


_INSTEAD = re.compile(r"[ ,]*\binstead$")


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
