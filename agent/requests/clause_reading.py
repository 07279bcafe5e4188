"""What one clause of an utterance asks for: a deed, a change, something about the work, or nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import WhichThings, Without
from agent.requests.amending import amended
from agent.requests.changes.weighing import lost_words, weighed, which_other
from agent.requests.control import best_word, control, known_by, negated
from agent.requests.dishes import UnclearRequest
from agent.requests.errands import CUT, PUT, STATE, Errand, made_of, named_words
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
from agent.requests.serving.bringing import brings_what_was_made
from agent.requests.serving.whereabouts import sent_to, sought, told_place
from agent.requests.terms.accounting import markers, unexplained, words_between
from agent.requests.terms.constraints import spared, stays, untouched
from agent.requests.terms.modifiers import terms_of, with_place
from agent.requests.verbs import RequestResult, deeds
from agent.requests.words.clauses import (
    VERBS,
    Clause,
    leading_verb,
    starts_request,
    words_of,
)
from agent.requests.words.everyday import in_plain_verbs
from agent.requests.words.frames import complained, framed
from agent.requests.words.idioms import plainly
from agent.requests.words.nouns import NUMBERS, capable, read_named
from envs.errors import UnknownTask
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.data import words as word_list
from envs.vocabulary.english import noun
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import put_in

_REST = re.compile(
    r"^(?:only|just) (?:the|that) one\b"
    r"|^(?:the )?(?:third|second|fourth) (?:one )?(?:can|may|might|should|must|stays?)\b"
    r"|^(?:leave|keep|spare|let)(?: all)?(?: of)? (?:the )?"
    r"(?:rest|others?|other ones|remaining ones?|second|third|fourth)\b"
    r"|^(?:the )?(?:rest|others?|other ones?) (?:can |may |must |should |will |shall )*"
    r"(?:stays?|remains?|waits?|be left)\b"
    r"|^(?:that's|that is|that will be|that'll be) (?:all|it|everything)$|^nothing (?:else|more)$|^no more$"
)
"""Says that nothing more is meant than what was said."""


def _note_told(text: str, reading: RequestState) -> None:
    """What a clause that asks for nothing tells of things: "the pot on the stove is filthy" (scrub it)."""
    text = re.sub(r"(?<=[a-z])'s\b", " is", text, count=1)
    words = words_of(re.sub(r"\b(?:is|are|has been|have been|lies|stands|sits)\b", "that is", text, count=1))
    at = 0
    found: list[str] = []
    while at < len(words):
        named = read_named(words, at)
        if named is not None and named.word:
            named = with_place(named, words)
            found.append(named.kind)
            reading.things = (named.kind, *reading.things)
            reading.told.update({one.word: one for one in terms_of(named) if isinstance(one, WhichThings)})
        at = max(at + 1, named.end if named is not None and named.word else 0)
    reading.recent = tuple(found[:1]) or reading.recent


_TALK = re.compile(r"^(?:i|we|it|there|he|she|they|you|my|our|that|this|what|because|since|as)\b(?:'\w+)?")


_LEST = re.compile(r"^(?:before|so that|because|since|or else|or) (?:it|he|she|they|someone|somebody|anyone|we|i) ")
_ASKS = re.compile(r"^(?:have|do|did|does|has|is|are|was|were) (?:you|we|i|he|she|they|there|the|my|our)\b")


_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|be|been|do|does|did|will|would|can|could|may|might|shall|should|must|looks?|seems?"
    r"|needs?|wants?|gets?|got|goes|comes?|likes?|loves?|makes?|\w+'(?:s|re|m|ve|ll|d)|\w+n't)\b"
)


def _is_fragment(text: str) -> bool:
    """Whether a few words without a verb name a thing or a number: a part of the request, which must not be lost."""
    words = words_of(text)
    if not words or len(words) > _FEW or _FINITE.search(text) or re.match(r"^(?:i|we|you|he|she|they)\b", text):
        return False
    named = [read_named(words, at) for at in range(len(words))]
    carried = {one.word for one in named if one is not None and one.word and capable(one.word, "pickupable")}
    if len(words) > _FEW - 4 and len(carried) < 2:
        return False
    number = any(word.isdecimal() or (word in NUMBERS and word not in ("a", "an", "no", "one")) for word in words)
    return number or any(one is not None and one.word for one in named)


_CHOICE = re.compile(
    r"^(?:(?:no|and|but|rather|i mean|i meant|i said)[ ,]+)*(?:the|that|those)(?: \w+)? ones?"
    r"(?= (?:with|without|that|who|which)\b|$)"
)
_FEW = 10
_TELLING = re.compile(
    r"^(?:the |my |our |your |his |her |their |some |all )?(?:[a-z]+ ){1,3}?"
    r"(?:is|are|was|were|has|have|had|'s|'re|isn't|aren't|will|won't|hasn't|wasn't) "
)
_BINDING = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs?|ought|supposed|only|not|no|never|nothing|stays?|remains?"
    r"|keep|kept|leave"
    r"|except|but|unless|if|until|instead|rather|wants?|\w+n't)\b"
)


_HABIT = re.compile(
    r"^(?:the |my |our )?[a-z]+(?: [a-z]+)? (?:do not|don't|does not|doesn't|never) (?:live|belong|go|sleep|grow)\b"
)


def _only_tells(text: str) -> bool:
    """Whether a clause tells of something that no request is about: "the news is starting"."""
    if _HABIT.match(text):  # "books do not live on chairs" says why, not what
        return True
    told = _TELLING.match(text) or re.match(r"^\w+(?: \w+)?'s \w+", text)
    if not told or _BINDING.search(text):
        return False
    words = words_of(text)
    named = [read_named(words, at) for at in range(len(words))]
    return not any(one is not None and (one.word or one.options) and not one.pronoun for one in named)


def note_unread(text: str, reading: RequestState) -> None:
    """A clause of which nothing was made: talk, or a wish that must not be dropped."""
    if not text:
        return
    _note_told(text, reading)
    if any(word not in word_list("request_fillers.txt") for word in words_of(text) if word != ","):
        reading.unread.append(text)
    if _ASKS.match(text) or _LEST.match(text):
        return
    if re.match(r"^(?:(?:check|look at|look after|mind|watch)|(?:no|not much) (?:need|use) (?:for|of)) ", text):
        return
    if _is_fragment(text) or _CHOICE.search(text):
        reading.fragments.append(text)
        return
    if _only_tells(text):
        return
    told = re.match(r"^(?:i|we) (?:only |just |really |do not |don't )*(?:want|need|like)\b", text)
    if (not _TALK.match(text) or told) and (markers(text) or starts_request(text)):
        reading.doubts.append(text)


def read_clause(clause: Clause, utterance: str, reading: RequestState) -> bool:
    """Take in what a clause asks for; whether anything was made of it."""
    said, where = sent_to(_with_door_meant(_with_place_meant(clause.text, reading), reading))
    where = where or told_place(said)
    if where:
        reading.found.append(PersonAt(where))
        reading.things = (where, *reading.things)
        if told_place(said):
            return True
    question = sought(clause.text)
    if question:
        _note_told(clause.text, reading)
        reading.found.append(RecallQuestion(question))
        return True
    talkless = _without_talk(clause) if reading.context.tasks else clause
    if talkless is not clause:
        clause, said = talkless, talkless.text
    if _NEEDED.match(clause.said) and (reading.found or reading.tasks):
        return True
    text = _about_recent(_completed(in_plain_verbs(plainly(said) if negated(said) else said), reading), reading)
    text = _OUT.sub(lambda _: f"leave out the {noun(reading.recent[0])}", text) if reading.recent else text
    clause = replace(clause, text=text)
    if not text:
        if reading.tasks and not reading.found and clause.place in ("after", "later"):
            reading.found.append(Suspend())
        return True
    forbidden = negated(text)
    things = reading.things or reading.context.things
    kept = (untouched(forbidden, things) if forbidden else None) or spared(text, things, bool(reading.tasks))
    if kept is not None and not _asked_for(kept, reading):
        reading.without.append(kept)
        return True
    if forbidden:
        reading.found.extend(_forbidden(forbidden, reading))
        return True
    if _only_one_task(text, reading):
        return True
    if _REST.match(text) and reading.tasks:
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
    put_up_with = stays(text)
    if put_up_with is not None:
        reading.without.append(put_up_with)
        return True
    steering = control(text, reading.tasks) if not _plainly_new(text, reading) else None
    if isinstance(steering, Cancel) and steering.about and not reading.tasks:
        _note_told(text, reading)  # "I don't need the tv any more, switch it off"
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


def _without_talk(clause: Clause) -> Clause:
    """A change without the talk beside it: "make that three, dad has come down"."""
    parts = [one for one in re.split(r"\s*,\s*", clause.text) if one]
    kept = [one for one in parts if not _is_talk(one)]
    if len(parts) < 2 or len(kept) != 1:
        return clause
    return replace(clause, text=kept[0], said=kept[0])


def _is_talk(text: str) -> bool:
    """Whether nothing in some words could be a part of what is wanted: no thing, no number, no word that points."""
    words = words_of(text)
    if ({"one", "ones", "other", "others", *word_list("request_markers.txt")} - _TALKED) & set(words):
        return False
    if control(text, ()) is not None or starts_request(text) or negated(text):
        return False
    named = [read_named(words, at) for at in range(len(words))]
    return not any(one is not None and (one.word or one.options or one.count is not None) for one in named)


_TALKED = frozenset({"right", "time", "morning", "evening", "tonight", "today", "week", "day", "never"})


_ONLY_THAT = re.compile(r"^(?:only|just) (?:do |make |finish )?(?P<np>(?:the|my) [a-z ]+?)(?: then| please| now)*$")


def _only_one_task(text: str, reading: RequestState) -> bool:
    """Whether all tasks but one are called off: "only the lamp", of the blinds and the lamp."""
    found = _ONLY_THAT.match(text) if len(reading.context.tasks) > 1 and not reading.begun else None
    words = known_by(found["np"]) if found else frozenset[str]()
    meant = [task for task in reading.context.tasks if words & named_words(task)]
    if len(meant) != 1 or lost_words(text, meant):
        return False
    reading.found.extend(Revise(task, None) for task in reading.context.tasks if task != meant[0])
    return True


_PLACING = re.compile(
    r"^(?:put|place|set|lay|leave|move|bring|stand|pop|stick) (?=(?:in|on|into|onto|inside|next to|beside)\b)"
)
_DOING = re.compile(r"^(?:wash|clean|rinse|scrub|open|close|shut|slice|cut|cook|fry|boil|toast|fill|empty|water)$")


def _completed(text: str, reading: RequestState) -> str:
    """A request that leaves out what it is about: "you can wash?", "and after put in some cupboard"."""
    if not (reading.recent or reading.context.things):
        return text
    if _DOING.match(text):
        return f"{text} it"
    return _PLACING.sub(lambda verb: f"{verb[0]}it ", text)


def _about_recent(text: str, reading: RequestState) -> str:
    """A phrase that means something of certain things only, of what was just spoken of: "put it out" (the candle)."""
    said = re.search(r"\b(?:it|them)\b", text)
    if not reading.recent or said is None or negated(text):
        return text
    name = f"the {noun(reading.recent[0])}"
    named = f"{text[: said.start()]}{name}{text[said.end() :]}"
    plain = in_plain_verbs(plainly(named))
    return text if plain == named else plain.replace(name, said[0], 1)


_NEEDED = re.compile(
    r"^(?:because |since |as |and )?(?:i|we|he|she|they)(?:'ll)? (?:still |will |may |might )?(?:needs?|wants?|likes?) "
    r"(?:it|that|them|those|this|that one|this one|the other one)"
    r"(?: (?:there|here|later|then|now|anyway|tonight|tomorrow|as it is|where it is|for \w+(?: \w+)?))*$"
)
_OUT = re.compile(r"^leave out (?:it|that|them|those)$")
_FROM_IT = re.compile(
    r"\b(?:from|in|out of) (?:there|inside|it|in there|inside it)(?= (?:and|,)|$|,)|\bfrom inside\b(?! (?:the|a"
    r"|my|our)\b)"
)
_ON_IT = re.compile(
    r"\b(?P<all>(?:everything|whatever(?:'s| is)|anything|all|stuff|things?|what's)(?: \w+){0,2}?"
    r" (?:on|in|off|from|inside)) (?:it|there|them)\b"
)


def _with_place_meant(text: str, reading: RequestState) -> str:
    """A clause with the place that "everything on it" means: the one that was spoken of."""
    places = [kind for kind in reading.things if capable(kind, "receptacle") and not capable(kind, "pickupable")]
    if not places:
        return text
    text = _ON_IT.sub(rf"\g<all> the {noun(places[0])}", text, count=1)
    taking = re.match(r"^(?:take|get|grab|remove|fetch|bring|lift|pick|set|put) ", text)
    return _FROM_IT.sub(f"from the {noun(places[0])}", text, count=1) if taking else text


_DOOR = re.compile(r"(?<!of )\b(?:the|its|that) (?:doors?|lid)\b(?! (?:of|to|that|in|on)\b)")


def _with_door_meant(text: str, reading: RequestState) -> str:
    """A clause with what "the door" belongs to: the last thing spoken of that opens."""
    if not _DOOR.search(text):
        return text
    tasks = [param for task in reading.context.tasks for param in task.params]
    spoken = (*reading.things, *(kind for one in reading.begun for kind in one.errand.params), *tasks)
    fit = [kind for kind in (*spoken, *reading.context.things) if kind[:1].isupper() and capable(kind, "openable")]
    return _DOOR.sub(f"the {noun(fit[0])}", text, count=1) if fit else text


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
    done = deeds(clause.text, reading.spoken)
    if done is not None and _moved_elsewhere(done, clause, reading):
        return True
    if done is not None and not any(isinstance(one, Cancel) for one in reading.found):
        old = _replaced_by(done, utterance, reading)
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
            _note_told(clause.text, reading)
            reading.troubles.append(replace(done, read=trouble))
    return bool(troubles)


_GOING_ON = frozenset({",", "with", "on", "back", "now", "again", "first", "next", "continue"})
_OTHER = re.compile(r"\bthe other(?: ones?)?(?:$|,| please| instead| rather)")
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
_RATHER = re.compile(
    r"\b(?:actually|rather|instead|on second thoughts?|changed? my mind|change of plans?|make (?:it|that)"
    r"|prefer|after all)\b|^no\b"
)
_TOO = re.compile(r"\b(?:also|too|as well|another|and|afterwards?|then|later|before|first|with it|with that)\b")


def _replaced_by(done: RequestResult, utterance: str, reading: RequestState) -> str:
    """A word for the dish at hand that another one takes the place of: "actually a sandwich"; "" where none does."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.begun else None
    if task is None or not (_RATHER.search(utterance.lower()) and not _TOO.search(utterance.lower())):
        return ""
    new = done.errands[0] if done.errands else task
    return best_word(named_words(task)) if new.name != task.name and {new.name, task.name} <= _MADE else ""


_MADE = {"Salad", "Sandwich", "Coffee", "Plate Of Toast", "Omelette", "Poach Egg", "Breakfast"}


def _moved_elsewhere(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether it is only said where else something goes that is being put somewhere: "just put it in the cupboard"."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.found else None
    if task is None or not done.same or clause.place or len(done.errands) != 1 or not _places(task):
        return False
    new = done.errands[0]
    if not _places(new) or made_of(new) != made_of(task) or new.params[-1] == task.params[-1]:
        return False
    terms = (one for one in new.terms if not (isinstance(one, WhichThings) and one.but is not None))
    reading.found.append(Revise(task, replace(new, terms=(*terms, *task.terms))))
    return True


def _places(errand: Errand) -> bool:
    return errand.name in (PUT, "Put All X On Y", "Put All X In One Y")


def _revise(change: Revise | Begin, reading: RequestState) -> None:
    """A change of what this utterance itself asked for is made at once."""
    mine = next((b for b in reading.begun if isinstance(change, Revise) and b.errand == change.old), None)
    before = _changed_before(change.old, reading) if isinstance(change, Revise) else None
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
    back = _put_back(begun[-1].errand) if isinstance(instruction, Undo) and begun else None
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


def _put_back(done: Errand) -> Errand | None:
    """Bringing things back to where it was said that they are: "wash the bowl on the shelf and put it back"."""
    which = next((one for one in done.terms if isinstance(one, WhichThings) and one.trait.place), None)
    if which is None or which.word not in done.params or done.name == PUT:
        return None
    place = which.trait.place
    many = done.params[0] if done.name == STATE else ALL
    return Errand(PUT, (many, which.word, "in" if put_in(place) else "on", place))


def _forbidden(text: str, reading: RequestState) -> list[Instruction]:
    done = None if VERBS.get(leading_verb(text)) == "never" else deeds(text, reading.spoken)
    unwanted = done.errands if done is not None else ()
    reading.things = (*(kind for one in unwanted for kind in made_of(one)), *reading.things)
    both = [b.errand for b in reading.begun if b.errand in unwanted]
    if both:
        raise UnclearRequest(Clarification(f"You said both to {both[0].words} and not to. Which is it?"))
    found: list[Instruction] = []
    for errand in unwanted:
        alike = [task for task in reading.tasks if task == errand] or [
            t for t in reading.tasks if t.name == errand.name
        ]
        topic = best_word(named_words(alike[0])) if alike else ""
        found.append(Cancel(topic) if topic else Chat("no", text))
    return found


def begin(done: RequestResult, clause: Clause, reading: RequestState) -> None:
    """Take in the errands of a clause, with what was told of their things, and what of its words is not explained.

    Raises:
        UnclearRequest: It makes no sense.
    """
    if done.same and not reading.begun and reading.told:
        errands = tuple(one.on(*(reading.told[k] for k in made_of(one) if k in reading.told)) for one in done.errands)
        done = replace(done, errands=errands, same=False)
    if not done.errands:  # it is so by what was asked for before: "make toast and put it on a plate"
        return
    for errand in done.errands:
        try:
            errand.task  # noqa: B018 - refuses parameters that make no sense
        except UnknownTask as error:
            raise UnclearRequest(
                Clarification(f"That does not work: {str(error).rstrip('.')}. What do you mean?")
            ) from error
    left = unexplained(done.read or clause.text, done.errands, done.things)
    reading.doubts.extend([words_between(done.read or clause.text, left.grave)] if left.grave else [])
    first = words_of(clause.text)[:1]  # what is to be done must be known: "break it into the bowl"
    placing = all(_places(one) for one in done.errands) and bool(framed(clause.text))  # "rescue it to the side table"
    reading.doubts.extend(word for word in left.unknown if [word] == first and not placing)
    reading.unknown.extend(word for word in left.unknown if [word] != first or placing)
    if done.same and [one.errand for one in reading.begun[-1:]] == list(
        done.errands
    ):  # "I need a knife, bring it over"
        return
    if done.same and _served_all(done, clause, reading):
        return
    if done.same and reading.begun and (served := _served(reading.begun[-1].errand, done.errands[0])):
        reading.found[reading.found.index(reading.begun[-1])] = replace(reading.begun[-1], errand=served)
        return
    behind = clause.place in ("after", "later") or (reading.context.tasks and _TOO_LAST.search(clause.said))
    when = "after" if behind and not reading.begun else "now"
    errands = done.errands
    new = [Begin(one, when, done.same or brings_what_was_made(errands, at)) for at, one in enumerate(errands)]
    if clause.place == "first" and reading.begun:
        first = reading.found.index(reading.begun[-1])
        reading.found[first:first] = new
    else:
        reading.found.extend(new)
    terms = [one for errand in done.errands for one in errand.terms if isinstance(one, WhichThings)]
    places = tuple(one.trait.place for one in terms if one.trait.place)
    reading.things = (*done.things, *places, *reading.things)
    if done.errands and not done.same:
        made = made_of(done.errands[-1])
        reading.things = (*made, *(t for t in reading.things if t not in made)) if len(made) == 1 else reading.things
    reading.recent = tuple(dict.fromkeys(kind for one in done.errands for kind in made_of(one))) or reading.recent


_TOO_LAST = re.compile(r"\b(?:too|as well|also)(?: please| then)*$")
"""What is wanted beside the work at hand does not interrupt it: "wash the cups too"."""
_SEVERAL = re.compile(r"\b(?:slices|pieces|bits|them|both|all)\b")


def _served_all(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether all that was to be cut is served: "slice an apple and a tomato and put the slices in a bowl"."""
    cuts = [one for one in reading.begun if one.errand.name == STATE and one.errand.params[2] == CUT]
    if len(cuts) < 2 or len(done.errands) != 1 or not _SEVERAL.search(clause.text):
        return False
    put = done.errands[0]
    if put.name != PUT and not put.name.endswith("Slices Of X In Y"):
        return False
    dish = put.params[-2:]
    served = [_served(one.errand, Errand(PUT, ("all", one.errand.params[1], *dish))) for one in cuts]
    for one, new in zip(cuts, served, strict=True):
        if new is not None:
            reading.found[reading.found.index(one)] = replace(one, errand=new)
    return any(served)


def _served(made: Errand, put: Errand) -> Errand | None:
    """One errand of two: "cook two slices of potato and serve them in a bowl"."""
    if made.name != STATE or made.params[2] not in (CUT, "cooked") or not made.params[1].endswith("Sliced"):
        return None
    count, food, state = made.params
    if food not in put.params or not count.isdecimal() or not capable(put.params[-1], "dirtyable"):
        return None
    name = "N Cooked Slices Of X In Y" if state == "cooked" else "N Slices Of X In Y"
    told = put.params[0] if put.name == PUT and put.params[0].isdecimal() else count
    return Errand(name, (told, food.removesuffix("Sliced"), *put.params[-2:]))
