"""What a clause leaves out or only refers to: "it", "on it", "the door"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from agent.planning.terms import OnlyIf, WhichThings
from agent.requests.amending import amended
from agent.requests.control import negated
from agent.requests.errands import CUT, Errand, made_of
from agent.requests.food.products import dish_again
from agent.requests.instructions import Amend, Begin, Quantity
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import VERBS, leading_verb, starts_request, words_of
from agent.requests.words.everyday import in_plain_verbs
from agent.requests.words.idioms import plainly
from agent.requests.words.modifiers import with_place
from agent.requests.words.nouns import NamedThings, capable, mentioned, passed_over, read_named
from envs.vocabulary.english import noun
from envs.vocabulary.uses import put_in

_PLACING = re.compile(
    r"^(?:put|place|set|lay|leave|move|bring|stand|pop|stick) (?=(?:in|on|into|onto|inside|next to|beside)\b)"
)
_DOING = re.compile(r"^(?:wash|clean|rinse|scrub|open|close|shut|slice|cut|cook|fry|boil|toast|fill|empty|water)$")
_SWITCHING = re.compile(r"^(?:switch|turn) (?:on|off)$")
_SCRAP = re.compile(r"^(?:scrap|ditch) (?:(?:the|all the|my) )?(?P<np>[a-z].*)$")


def _called_off(text: str, reading: RequestState) -> str:
    """A part of the dish at hand that is scrapped is left out of it, and not thrown away: "scrap the tomato"."""
    found = _SCRAP.match(text) if reading.context.tasks else None
    named = read_named(words_of(found["np"])) if found else None
    if found is None or named is None or not named.word:
        return text
    task = reading.context.tasks[0]
    less = amended(task, Amend(Quantity(named.word), drop=True))
    part = isinstance(less, Errand) and less != task and named.word not in task.params
    if part:
        return f"leave out the {found['np']}"
    kinds = [kind for one in reading.context.tasks for kind in made_of(one)]
    about = [kind for kind in kinds if kind == named.word or noun(kind).split(" ")[-1] == noun(named.word)]
    whole = words_of(found["np"])[named.end : named.end + 1] in ([], [","])
    return f"forget the {noun(about[0])}" if about and whole else text


def completed(text: str, reading: RequestState) -> str:
    """A request that leaves out what it is about: "you can wash?", "and after put in some cupboard"."""
    text = _called_off(text, reading)
    if not (reading.recent or reading.context.things):
        return text
    if _DOING.match(text):
        return f"{text} it"
    if _SWITCHING.match(text):
        return text.replace(" ", " it ", 1)
    return _PLACING.sub(lambda verb: f"{verb[0]}it ", text)


def about_recent(text: str, reading: RequestState) -> str:
    """A phrase that means something of certain things only, of what was just spoken of: "put it out" (the candle)."""
    said = re.search(r"\b(?:it|them)\b", text)
    about = reading.recent or reading.spoken.things[:1]
    if not about or said is None or negated(text):
        return text
    name = f"the {noun(about[0])}"
    named = f"{text[: said.start()]}{name}{text[said.end() :]}"
    plain = in_plain_verbs(plainly(named))
    return text if plain == named else plain.replace(name, said[0], 1)


def named_again(text: str, reading: RequestState) -> str:
    """A clause about what was cut just before that names it again whole: "slice the apple. bring me the apple".

    What was cut last is "it" or "them", what was cut before something else was done is its slices.
    """
    text = dish_again(text, [one.errand for one in reading.begun])
    cut = {_whole(one.errand): one.errand for one in reading.begun if one.errand.params[2:] == (CUT,)}
    verb = VERBS.get(leading_verb(text), "")
    found = known_things(text, cut) if verb in _MOVED or verb == "cook" else []
    words = words_of(text)
    for at, named in reversed(found):
        first = not mentioned(" ".join(words[1:at]))
        if first and cut[named.word] == reading.begun[-1].errand and len(found) == 1:
            words[at : named.end] = ["them" if named.every else "it"]
        else:
            words[at : named.end] = ["the", *noun(named.word).split(" "), "slices"]
    return " ".join(words).replace(" ,", ",") if found else text


def _whole(errand: Errand) -> str:
    return errand.params[1].removesuffix("Sliced")


_MOVED = frozenset({"put", "bring", "fetch", "make", "stow"})
"""What verbs ask for behind which a place may be where things go."""


def known_things(text: str, kinds: Collection[str]) -> list[tuple[int, NamedThings]]:
    """Where a clause names things of some kinds that are known, and not told apart from others of them."""
    words, moves = words_of(text), VERBS.get(leading_verb(text)) in _MOVED
    if words[:1] and words[0] in ("leave", "keep", "spare", "let"):
        return []
    rest = [at for at in range(2, len(words)) if words[at - 1] == "of" and words[at - 2] in ("rest", "others")]
    found = ((at, read_named(words, at)) for at, word in enumerate(words) if word in _KNOWN and at not in rest)
    named = [(at, one) for at, one in found if one is not None and one.word in kinds]
    return [(at, one) for at, one in named if _is_all_of_it(words[at:], replace(one, end=one.end - at), moves)]


_KNOWN = frozenset({"the", "that", "this", "those", "these"})


def _is_all_of_it(words: Sequence[str], named: NamedThings, moves: bool) -> bool:
    """Whether nothing is said of things that tells them from others of their kind."""
    if named.slices or named.states or named.foremost or named.count or "other" in words[: named.end]:
        return False
    full = with_place(named, words)
    return not (passed_over(words, named) or full.there or (full.place and not moves))


_FROM_IT = re.compile(
    r"\b(?:from|in|out of) (?:there|inside|it|in there|inside it)(?= (?:and|,)|$|,)"
    r"|\bfrom (?:there|inside it|it|in there)(?= (?:in|on|into|onto|to|next to|away)\b)"
    r"|\bfrom inside\b(?! (?:the|a|my|our|it)\b)"
)
_DONE_TO_WHAT_IS_IN_IT = re.compile(
    r"^(?:wash|clean|rinse|scrub|slice|cut|chop|cook|boil|fry|toast) (?:the|an?|my|all the|both) .* from (?:it|there)$"
)
_FROM_THERE = re.compile(r"\b(?:from|out of|off) (?:in )?there\b")
"""Where the things of the work at hand are taken from."""
_OUT_OF_IT = re.compile(r"^(?:take|get|clear|remove|pull) (?:everything|it all|all of it|all that) out(?= first$|$)")
_ON_IT = re.compile(
    r"\b(?P<all>(?:everything|whatever(?:'s| is)|anything|all|stuff|things?|what's|what is)(?: [\w']+){0,2}?"
    r" (?:on|in|off|from|inside)) (?:it|there|them)\b"
)


def with_place_meant(text: str, reading: RequestState) -> str:
    """A clause with the place that "everything on it" means: the one that was spoken of."""
    inside = _PUT_IN.match(text)
    into = [kind for kind in reading.things if capable(kind, "receptacle") and noun(kind) not in text] if inside else []
    if into:
        return f"{inside['put'] if inside else ''} in the {noun(into[0])}"
    text = _in_it(_into_it(text, reading), reading)
    places = _places(reading.things) or _places(reading.spoken.things)
    if not places:
        return _there_at_hand(text, reading)
    text = _ON_IT.sub(rf"\g<all> the {noun(places[0])}", text, count=1)
    taking = re.match(r"^(?:take|get|grab|remove|fetch|bring|lift|pick|set|put) ", text)
    if _PLACED_THERE.search(text) and not _STAYS.match(text):
        text = _PLACED_THERE.sub(_there(text, places, reading), text, count=1)
    goal = re.match(r"^(?:put|set) ", text) and _LAST_THERE.search(text)
    if goal or (not taking and starts_request(text)):
        there = _there(text, places, reading)
        text = (_LAST_THERE if goal else _THERE).sub(there, text, count=1)
    taking = taking or _DONE_TO_WHAT_IS_IN_IT.match(text)
    return _FROM_IT.sub(f"from the {noun(places[0])}", text, count=1) if taking else text


_STAYS = re.compile(r"^(?:(?:just|only|but|and|please|rather) )*(?:leave|keep|let|spare)\b")
"""What is left "there" is left where it is, wherever other things are put."""
_INTO_IT = re.compile(
    r"^(?P<put>(?:put|set|place|pop|drop|lay) (?P<np>.+?)) (?:in|into|inside|on|onto) it(?P<end> instead)?$"
)


def place_not_meant(text: str) -> str:
    """What "it" is in "everything on it" of which nobody knows what that is, as it is said; "" where none is."""
    found = _ON_IT.search(text) if starts_request(text) or _GOES.search(text) else None
    return found[0].split(" ", found[0].count(" "))[-1] if found and not _OUT_OF_IT.match(text) else ""


_GOES = re.compile(r"\b(?:goe?s?|belongs?|should|must|has to|have to|needs to)\b")


def _places(things: Sequence[str]) -> list[str]:
    """What things are put in or on, and is not carried itself."""
    return [kind for kind in things if capable(kind, "receptacle") and not capable(kind, "pickupable")]


def _there(text: str, places: Sequence[str], reading: RequestState) -> str:
    """Where "in there" and "on there" are: what one puts things in or on, of what was spoken of and of the work."""
    tasks = [task.params[-1] for task in reading.context.tasks if task.params[2:] and task.params[-1][:1].isupper()]
    inside = re.search(r"\b(in|into|on|onto) there\b", text)
    fit = [kind for kind in (*places, *tasks) if inside is None or put_in(kind) == inside[1].startswith("in")]
    kind = (fit or places)[0]
    return f"{'in' if put_in(kind) else 'on'} the {noun(kind)}"


def _into_it(text: str, reading: RequestState) -> str:
    """A request to put things into what was just spoken of: "if there is a bowl on the table, put the apple in it"."""
    found = _INTO_IT.match(text)
    moved = mentioned(found["np"]) if found else ()
    if found is None or not moved or re.search(r"\b(?:in|on|into|onto|to)\b", found["np"]):
        return text
    about = (*reading.recent, *(kind for kind in reading.things if kind not in reading.recent))
    fit = [kind for kind in about if capable(kind, "receptacle") and kind not in moved]
    return f"{found['put']} {'in' if put_in(fit[0]) else 'on'} the {noun(fit[0])}{found['end'] or ''}" if fit else text


def _in_it(text: str, reading: RequestState) -> str:
    """A request about what is in what was just spoken of: "…, and move the tomato inside it to the fridge"."""
    found = _WHAT_IS_IN_IT.match(text)
    named = mentioned(found["np"]) if found else ()
    if found is None or not named:
        return text
    about = (*reading.recent, *(kind for kind in reading.things if kind not in reading.recent))
    fit = [kind for kind in about if capable(kind, "receptacle") and kind not in named]
    at = "in" if fit and put_in(fit[0]) else "on"
    return f"{found['np']} that is {at} the {noun(fit[0])}{found['end']}" if fit else text


_WHAT_IS_IN_IT = re.compile(
    r"^(?P<np>(?:(?P<put>put|set|place|pop|drop|lay|stick|throw(?! away| out)|toss)|(?:take|get|grab|remove|fetch"
    r"|bring|move|carry|lift|pick|slice|cut|chop|throw|bin|discard)(?: up| out| away)?)"
    r" (?:the|my|that|those|any|all the|both) [a-z]+(?: (?!in\b|on\b)[a-z]+)?)"
    r"(?: that is| that's| which is| left| lying)? (?:in|inside|on) it"
    r"(?P<end>(?(put)(?!)|$)| (?:to|into|onto|in|on|out|away|up|down|next|back|over)\b.*)$"
)
"""What is put somewhere is told by where it is only before a second place: "put the egg in it" says whereto."""


def _there_at_hand(text: str, reading: RequestState) -> str:
    """A request with what "in there" is: what holds things and was spoken of last, or where things are being put."""
    words = words_of(text)
    moved = {one.word for at in range(len(words)) if (one := read_named(words, at)) is not None}
    tasks = [task.params[-1] for task in reading.context.tasks if task.params[2:] and task.params[-1][:1].isupper()]
    mine = [kind for task in reading.context.tasks for kind in made_of(task)]
    text = _OUT_OF_IT.sub(r"\g<0> of it", text, count=1) if reading.context.tasks else text
    told = [one.trait.place for task in reading.context.tasks for one in task.terms if isinstance(one, WhichThings)]
    if any(told):
        text = _FROM_THERE.sub(f"from the {noun(next(filter(None, told)))}", text, count=1)
    held = [kind for kind in (*reading.things, *told, *mine, *tasks) if kind and capable(kind, "receptacle")]
    if held and (_ON_IT.search(text) or " out of it" in text):
        text = _ON_IT.sub(rf"\g<all> the {noun(held[0])}", text, count=1)
        return re.sub(r"(?<=out of )it\b", f"the {noun(held[0])}", text)
    there = _THERE if _THERE.search(text) or not _PUT_THERE.match(text) else _PLACED_THERE
    if not (there.search(text) and starts_request(text)):
        return text
    fit = [kind for kind in (*reading.things, *tasks) if capable(kind, "receptacle") and kind not in moved]
    return there.sub(f"{'in' if put_in(fit[0]) else 'on'} the {noun(fit[0])}", text, count=1) if fit else text


_PUT_THERE = re.compile(
    r"^(?:(?:then|and|also|now) )*(?:put|place|set|lay|stand|pop|move) (?!it\b|them\b|that\b|those\b)"
)


_OF_A_PLACE = re.compile(
    r"^(?:(?P<opens>open|close|shut)(?: up)?|(?:switch|turn)(?: on| off)?"
    r"|(?:leave|keep)(?= \w+ (?P<how>open|closed|shut)\b)"
    r"|(?:leave|keep)(?= \w+ (?:on|off|running)\b(?! (?:the|an?|my|our|that|it|top)\b))) "
    r"(?P<it>it|that|this|them)\b"
)


def with_place_at_hand(text: str, reading: RequestState) -> str:
    """A clause with the place named into which something is put, where only that can be opened or switched.

    As in "and close it afterwards", of knives that go into a drawer.
    """
    found = _OF_A_PLACE.match(text)
    if found is None or reading.begun or reading.recent:
        return text
    able = "openable" if found["opens"] or found["how"] else "toggleable"
    spoken = reading.spoken.things
    places = [task.params[-1] for task in reading.context.tasks if task.params and task.params[-1][:1].isupper()]
    fit = [kind for kind in places if capable(_SWITCHED_BY.get(kind, kind) if able == "toggleable" else kind, able)]
    if not fit or any(capable(kind, able) for kind in spoken):
        return text
    return f"{text[: found.start('it')]}the {noun(fit[0])}{text[found.end('it') :]}"


_SWITCHED_BY = {"StoveBurner": "StoveKnob", "Stove": "StoveKnob", "Sink": "Faucet", "SinkBasin": "Faucet"}
_PUT_IN = re.compile(
    r"^(?P<put>(?:put|drop|place|throw|toss|pop|stick|lay) (?:the|an?|my|all|two|three|it|them) ?.*) (?:in|inside)$"
)
_LAST_THERE = re.compile(
    r"\b(?:in|into|on|onto) there(?: instead| rather)?$|(?<=[ h](?:it|em) )there(?: instead| rather)?$"
)
_PLACED_THERE = re.compile(
    r"(?<=^put )there(?= the | a | an | my )"
    r"|(?<=[a-z]{3} )(?<!over )(?<!in )(?<!on )(?<!up )(?<!is )(?<!are )(?<!from )"
    r"there(?=(?: (?:instead|too|as well|also))*$)"
)
_THERE = re.compile(r"\b(?:in|into|on|onto|up|over) there(?= (?:and|,)|$|,)|(?<=\bit )there$|(?<=\bthem )there$")


_DOOR = re.compile(r"(?<!of )\b(?:the|its|that) (?:doors?|lid)\b(?! (?:of|to|that|in|on)\b)")


def with_door_meant(text: str, reading: RequestState) -> str:
    """A clause with what "the door" belongs to: the last thing spoken of that opens."""
    if not _DOOR.search(text):
        return text
    tasks = [param for task in reading.context.tasks for param in task.params]
    spoken = (*reading.things, *(kind for one in reading.begun for kind in one.errand.params), *tasks)
    fit = [kind for kind in (*spoken, *reading.context.things) if kind[:1].isupper() and capable(kind, "openable")]
    return _DOOR.sub(f"the {noun(fit[0])}", text, count=1) if fit else text


_THE = re.compile(r"^(?:if|unless) (?:the|my|our|that) ")


def the_very_thing(only: OnlyIf, reading: RequestState, since: int) -> OnlyIf:
    """A condition on "it" with what the request tells of it: "wash the cup on the desk unless it is clean".

    Args:
        only: The condition.
        reading: What was understood.
        since: From where on in what was found stands what is asked for under the condition.
    """
    what = only.what
    if what in reading.meant:
        return replace(only, what=reading.meant[what])
    if what.place or what.near or not _THE.match(only.words):
        return only
    terms = [term for one in reading.found[since:] if isinstance(one, Begin) for term in one.errand.terms]
    which = next((one.trait for one in terms if isinstance(one, WhichThings) and one.word == what.kind), None)
    if which is None:
        return only
    said = {word for word, _ in what.states}
    states = (*(one for one in which.states if one[0] not in said), *what.states)
    reading.meant[what] = replace(what, states=states, place=which.place, near=which.near)
    return replace(only, what=reading.meant[what])
