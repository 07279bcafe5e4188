"""Further things for the work at hand: "the pencil that's on the bed too", "the other egg as well", "and a knife"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import Foremost, Trait, WhichThings
from agent.requests.amending import amended, capability, counted_apart
from agent.requests.errands import PUT, SEVERAL, Errand, is_placing, made_of
from agent.requests.instructions import Amend, Begin, Quantity, Revise
from agent.requests.request_state import RequestState
from agent.requests.terms.others import beside_which
from agent.requests.words.clauses import Clause, split_list, starts_request, words_of
from agent.requests.words.modifiers import left_out, terms_of, with_place
from agent.requests.words.nouns import NamedThings, capable, read_named
from envs.teach.tasks.classes import class_members, types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import noun

_LEAD = re.compile(r"^(?:(?:oh|ah|and|also|plus|then|well|ok|okay|while you(?:'re| are) (?:at it|there))\b[ ,]*)+")
_CALLED = "dear|dearest|love|darling|sweetheart|honey|mate|robot|thanks|thank you"
_TAIL = re.compile(
    rf"(?:[ ,]+(?:{_CALLED}|too|as well|also|likewise|please|then|(?:along |together )?with (?:it|them|that|those)"
    r"|while you(?:'re| are) (?:at it|there)"
    r"|if you (?:can|would|don't mind)))+$"
)
_TOO = re.compile(
    r"\b(?:too|as well|also|likewise|while you(?:'re| are) (?:at it|there)"
    rf"|with (?:it|them|that|those)(?=(?:[ ,]+(?:{_CALLED}|please|then|as well|too|also))*$))\b"
)
_THERE = re.compile(
    r",? (?:(?:that|which)(?:'s| is| are) )?(?:(?:just |also |still )?(?:lying|standing|sitting|right|over) )*"
    r"(?:(?:from |out of |off |from (?:in|on) )?there|on it|in it|in there|on there|from it|out of it)$"
)
_DO = re.compile(r"^(?:and |please |then )*do (?=(?:the|my|our|those|that|all|both)\b)")
_OTHER = re.compile(r"\bthe (?:others?|rest|remaining)\b")
_RELATIVE = re.compile(r"\b(?:that|which)(?:'s| is| are)\b")


def added(clause: Clause, reading: RequestState) -> bool:
    """Take in further things that a clause names for the work at hand; whether it does no more than that.

    Args:
        clause: The clause.
        reading: What was understood before it.
    """
    said, tasks = clause.said or clause.text, reading.context.tasks
    if _same_again(clause, reading):
        return True
    too = bool(_TOO.search(said))
    listed = bool(tasks) and not is_placing(tasks[0])  # "and the pan in the sink", of what is washed
    other = bool(_LEAD.match(said) and (_RELATIVE.search(said) or _OTHER.search(said) or listed))
    other = other or bool(_LEAD.match(said) and _BUT_NOT.search(said))
    bare = _DO.sub("", clause.text)
    if not tasks or not (too or other) or starts_request(bare):
        return False
    said = _same_place(_DO.sub("", said), tasks[0])
    but = _BUT_NOT.search(said)
    said, but_not = (said[: but.start()], left_out(words_of(but["np"]))[1]) if but else (said, None)
    if but and but_not is None:
        return False
    text = _TAIL.sub("", _LEAD.sub("", said))
    there = _THERE.search(text)
    lists = split_list(words_of(text[: there.start()] if there else text))
    things = [_whole(words) for words in lists]
    named = [one for one in things if one is not None]
    if not named or len(named) < len(things):
        return False
    for task in tasks:
        new = [_with(task, one, bool(there)) for one in named]
        if all(new):
            for one, what in zip(new, named, strict=True):
                if one is not None:
                    one = one if but_not is None else one.on(WhichThings(made_of(one)[0], but=but_not))
                    reading.found.append(Begin(one, "after", beside=beside_which(one, tasks)))
                    reading.found.extend(_behind_it(task, what, tasks))
            reading.things = (*(one.word for one in named if one.word), *reading.things)
            return True
    return False


_NO_BETTER_THERE = re.compile(
    r"(?P<too>\b(?:the|my|our|that|those|both) [a-z]+(?: [a-z]+)??(?: too| as well| also)+"
    r"(?: while you(?:'re| are) at it)?)[,.;]* (?:(?:because|since|as|cos) )?(?:it|they|that|those)"
    r"(?:'s|'re| is| are| looks?| seems?)"
    r"(?: (?:just|as|every|bit|equally|also|only|no|less|quite|so))* [a-z]+ (?:(?:in|on|up|over|out) )?there"
    r"(?: (?:too|as well|either|really|if you ask me))*[ .!]*$"
)


_ALSO_THERE = re.compile(
    r"^(?:(?:and|oh|also|wait)\b,? )*there(?:'s| is| are) (?:also )?"
    r"(?P<too>(?:an?|one|two|three|some) [a-z]+(?: [a-z]+)??) (?:also )?(?:in|on) there(?: too| as well| also)?[,.;]+ "
    r"(?:and |please |do |exactly |just |the )*same(?: thing| treatment)?"
    r"(?: (?:with|for|to|goes for) (?:that|it|them|those|these)(?: ones?)?)?(?: too| as well| please)*[ .!]*$"
)
"""What lies where those at hand lie, and is to be dealt with alike."""


def from_there_as_well(text: str, tasks: Sequence[Errand]) -> str:
    """A remark on further things with where they are: "the salt too, it's just as silly in there" is from there.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    found = _ALSO_THERE.search(text) or _NO_BETTER_THERE.search(text)
    if found is None or not tasks:
        return text
    told = any(isinstance(one, WhichThings) and one.trait.place for one in tasks[0].terms)
    bare = _TAIL.sub("", found["too"])
    return f"{text[: found.start()]}{bare}{' from there' if told else ''} too"


_BUT_NOT = re.compile(r",? (?:but |just |only )+not (?P<np>the ones? .+)$")
_SAME_PLACE = re.compile(r",? (?:the |it's in the |from the |in the )?same (?P<np>[a-z]+)$")


def _same_place(said: str, task: Errand) -> str:
    """Further things from where those at hand are: "the phone as well, same drawer" is "… from there"."""
    found = _SAME_PLACE.search(said)
    places = [one.trait.place for one in task.terms if isinstance(one, WhichThings) and one.trait.place]
    if found is None or not places:
        return said
    word = found["np"]
    there = word in ("place", "spot", "one") or noun(places[0]).split()[-1] == word
    goal = is_placing(task) and noun(task.params[-1]).split()[-1] == word
    bare = _TAIL.sub("", said[: found.start()])
    return f"{bare}{' from there' if there and not goal else ''} too" if there or goal else said


def _behind_it(task: Errand, named: NamedThings, tasks: Sequence[Errand]) -> list[Begin]:
    """What else is done with the things of a task is done with others, too: "wash the plates and put them away"."""
    bare = replace(named, states=(), place="")
    behind = tasks[tasks.index(task) + 1 :]
    other = [one for one in behind if made_of(one) == made_of(task) and one.params[2:] != task.params[2:]]
    more = [_with(one, bare, False) for one in other]
    return [Begin(one, "after", True) for one in more if one is not None]


_SAME = re.compile(
    r"^(?:and |then |also |please |do |exactly |just |the )*same (?:thing )?(?:with|for|to|goes for) (?P<np>.+?)"
    r"(?: too| as well| please)*$"
)


def _same_again(clause: Clause, reading: RequestState) -> bool:
    """Take in that all that was just asked for of one thing is to be done with another; whether a clause says so."""
    found = _SAME.match(clause.text)
    named = _whole(words_of(found["np"])) if found else None
    if named is None or not named.word or len(reading.begun) < 2:
        return False
    last = reading.begun[-1].errand
    group = [one for one in reading.begun if made_of(one.errand) == made_of(last)]
    bare = replace(named, states=(), place="")
    new = [_with(one.errand, named if at == 0 else bare, False) for at, one in enumerate(group)]
    if len(group) < 2 or not all(new):
        return False
    reading.found.extend(Begin(one, "after", at > 0) for at, one in enumerate(new) if one is not None)
    reading.things = (named.word, *reading.things)
    return True


def _whole(words: Sequence[str]) -> NamedThings | None:
    """What words name, with where and how it is; None where they say more."""
    named = read_named(words)
    if named is None or not (named.word or "other" in words):
        return None
    named = with_place(replace(named, text=" ".join(words)), words)
    return named if named.end == len(words) else None


def _with(task: Errand, named: NamedThings, there: bool) -> Errand | None:
    """The same as a task for further things; None where it is of another sort, or they are what it is about."""
    apart = counted_apart(task)
    if apart is None:
        return None
    about = apart.params[1].removesuffix("Sliced").removesuffix("Cracked")
    goal = apart.params[-1] if apart.name == PUT else ""
    told = next((one for one in task.terms if isinstance(one, WhichThings) and one.word == apart.params[1]), None)
    own = not named.word or bool({*types_named(about)} & {named.word, *types_named(named.word)})
    if own and not (re.search(r"\bother\b", named.text) or named.states or named.place or named.near or named.more):
        return None
    kind = named.word or about
    if not capable(kind, capability(apart)):
        return None
    place = told.trait.place if there and told is not None else "" if named.place == goal else named.place
    if there and not place:
        return None
    pieces = apart.params[1].endswith("Sliced") and capable(kind, "sliceable")
    word = f"{kind}Sliced" if pieces else kind
    whole = named.count is None and apart.params[2:] == ("off",) and kind in class_members()  # "the light", all of it
    many = ALL if named.every or whole else str(named.count or 1)
    terms = terms_of(replace(named, word=word, place=place))
    if own and not (named.states or place or named.near):  # "the other egg": the one that is not there yet
        terms = (WhichThings(word, but=Trait("", (), goal)) if goal else WhichThings(word, others=True),)
    there_too = (one for one in task.terms if goal and isinstance(one, WhichThings | Foremost) and one.word == goal)
    return Errand(apart.name, (many, word, *apart.params[2:]), (*terms, *there_too))


_MORE = re.compile(r"(?<!\bno )(?<!\bany )\b(?:another|more|extra)\b")


def one_more(done: Sequence[Errand], said: str, tasks: Sequence[Errand]) -> Revise | None:
    """More of a dish that is being made, as a change of that task: "make one more coffee"; None where nothing is.

    Args:
        done: What the clause by itself comes to.
        said: The clause.
        tasks: What is being done or still to be done.
    """
    if len(done) != 1 or not _MORE.search(said):
        return None
    more = done[0]
    dish = more.params[1] if more.name == SEVERAL else more.name
    many = int(more.params[0]) if more.name in (SEVERAL, "Coffee", "Plate Of Toast") and more.params else 1
    for task in tasks:
        if dish in _DISHES and dish in (task.name, *(task.params[1:2] if task.name == SEVERAL else ())):
            new = amended(task, Amend(Quantity("", many), None, more=True))
            return Revise(task, new) if isinstance(new, Errand) else None
    return None


_DISHES = frozenset({"Coffee", "Salad", "Sandwich", "Plate Of Toast"})
