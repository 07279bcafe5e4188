"""Reads what people are used to for an occasion, and says it as a request when they ask for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.planning.terms import WhichThings
from agent.requests.errands import BESIDE, PUT, STATE, Errand
from agent.requests.reading import read_at_work
from agent.requests.words.nouns import read_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import one, plural
from envs.vocabulary.looks import adjective, looks
from memory.knowledge import Knowledge, KnownObject, PatternStep

_LIKE = r"(?:(?:always|usually|really|normally|often) )*(?:like|love|prefer|enjoy|have|keep|want|put)"
_CERTAIN = re.compile(r"\b(?:like|love|prefer|enjoy|always|usually|normally)\b")
_BEFORE = re.compile(
    r"^(?:for|at|during|on|every|when it's|when it is|when (?:i|we) (?:have|do|watch|make|host|are having|am having)) "
    rf"(?P<occ>.+?),? (?:i|we) (?P<verb>{_LIKE})(?: to have| having| it when| it with)? (?P<what>.+)$"
)
_BEHIND = re.compile(
    rf"^(?:i|we) (?P<verb>{_LIKE})(?: to have| having)? (?P<what>.+?) (?:for|during|when it's) (?P<occ>[^,]+)$"
)
_MEANS = re.compile(r"^(?P<occ>[a-z' ]+?) means (?:that )?(?P<verb>)(?P<what>.+)$")
_WITH = re.compile(
    r",?(?: and)? (?:with )?(?P<np>(?:the|all the|all) (?:[a-z]+ ){0,2}[a-z]+) (?:switched |turned )?"
    r"(?P<how>off|on)(?=$|,| and\b)"
)
_SO = re.compile(
    r"^(?:that|this|it)(?:'s| is) (?:how|what|the way|where) (?:i|we) (?:(?:always|usually|really|normally) )*"
    r"(?:like|love|prefer|want|have|do|need)(?: it| things| everything| them| that)? "
    r"(?:(?:for|at|on|during|when it's|in) )?(?P<occ>.+)$"
)
_ROUTINE = re.compile(r"\b(?:every|always|usually|normally)\b")
_RELATIONS = ("on", "in", BESIDE)
_SWITCHED = {"on": "switch on", "off": "switch off", "open": "open", "closed": "close", "clean": "clean"}


def habit(text: str, user: str, sentence: str, source: str, asked: Sequence[Errand] = ()) -> Knowledge | None:
    """What somebody tells of an occasion; without steps where it is not understood, None where nothing is told of one.

    Args:
        text: The words, in lower case.
        user: Whose it is.
        sentence: The sentence as it was said.
        source: Name of the episode.
        asked: What was asked for last: "that's how I like it for movie night".
    """
    so = _SO.match(text)
    if so is not None and asked:
        subtype = "routine" if _ROUTINE.search(text) else "preference"
        return Knowledge(user, "user_pattern", subtype, _bare(so["occ"]), sentence, *steps_of(asked), source=source)
    found = _BEFORE.match(text) or _BEHIND.match(text) or _MEANS.match(text)
    if found is None or (found["verb"] and not _CERTAIN.search(found["verb"])):
        return None
    occasion = _bare(found["occ"])
    subtype = "routine" if _ROUTINE.search(text) else "preference"
    objects, steps = arrangement(found["what"])
    if found.re is _MEANS and not steps:
        return None
    return Knowledge(user, "user_pattern", subtype, occasion, sentence, objects, steps, source=source)


def _bare(occasion: str) -> str:
    return re.sub(r"^(?:my|our|the|an?|every) ", "", occasion).strip()


def arrangement(what: str) -> tuple[tuple[KnownObject, ...], tuple[PatternStep, ...]]:
    """The things and steps of how something is liked: "the bowl on the sofa, with the lights off"; none if not read."""
    switched = [f"switch {part['how']} {part['np']}" for part in _WITH.finditer(what) if _is_switch(part)]
    rest = _WITH.sub(lambda part: "" if _is_switch(part) else part[0], what).strip(" ,")
    rest = re.sub(r"^(?:and|with) ", "", rest)
    texts = [*([f"put {rest}"] if rest else []), *switched]
    read = [one for text in texts for one in read_at_work(text).instructions]
    errands = [one.errand for text in texts for one in read_at_work(text).begun]
    return ((), ()) if len(errands) < len(read) else steps_of(errands)


def steps_of(errands: Sequence[Errand]) -> tuple[tuple[KnownObject, ...], tuple[PatternStep, ...]]:
    """The things and steps of some errands; none where one of them is nothing that one is used to."""
    objects: list[KnownObject] = []
    steps: list[PatternStep] = []
    for errand in errands:
        step = _step(errand, objects)
        if step is None:
            return (), ()
        steps.append(step)
    return tuple(objects), tuple(steps)


def _is_switch(part: re.Match[str]) -> bool:
    begun = read_at_work(f"switch {part['how']} {part['np']}").begun
    return len(begun) == 1 and begun[0].errand.name == STATE


def _step(errand: Errand, objects: list[KnownObject]) -> PatternStep | None:
    """One errand as a step; its thing is added to the objects where it is a new one."""
    if errand.name == STATE and errand.params[2] in _SWITCHED:
        count, kind, state = errand.params
        return PatternStep(_index(errand, kind, count == ALL, objects), "", "", _SWITCHED[state])
    if errand.name == PUT:
        count, kind, relation, place = errand.params[:4]
        return PatternStep(_index(errand, kind, count == ALL, objects), relation, _described(errand, place))
    if errand.name == "Put All X On Y":
        kind, relation, place = errand.params
        return PatternStep(_index(errand, kind, True, objects), relation, _described(errand, place))
    return None


def _index(errand: Errand, kind: str, every: bool, objects: list[KnownObject]) -> int:
    thing = KnownObject(plural(kind) if every else one(kind), _look(errand, kind), not every)
    if thing not in objects:
        objects.append(thing)
    return objects.index(thing)


def _look(errand: Errand, kind: str) -> str:
    which = next((term for term in errand.terms if isinstance(term, WhichThings) and term.word == kind), None)
    return "" if which is None else " ".join(word for word, so in which.trait.states if so)


def _described(errand: Errand, place: str) -> str:
    look = " ".join(adjective(word) for word in _look(errand, place).split())
    return f"{look} {one(place)}".strip()


def plainly_worded(item: Knowledge) -> bool:
    """Whether an item is worded in nothing but names of things, looks and places, so that it can be made a request of.

    What stands in a profile is data, whoever wrote it there: nothing else in it is ever read as a request.
    """
    told_apart = item.type == "user_pattern" or all(thing.description for thing in item.objects)
    return bool(item.objects) and told_apart and all(map(_is_plain, item.objects)) and all(map(_is_step, item.steps))


def _is_plain(thing: KnownObject) -> bool:
    return _is_named(thing.name.split()) and all(word in looks().values() for word in thing.description.split())


def _is_named(words: Sequence[str]) -> bool:
    named = read_named([word.lower() for word in words])
    return named is not None and bool(named.word) and named.end == len(words)


def _is_step(step: PatternStep) -> bool:
    if not step.location:
        return step.action in _SWITCHED.values()
    return step.action == "place" and step.relation in _RELATIONS and _is_named(step.location.split())


def asked_for(item: Knowledge) -> str:
    """A habit as a request, in its order: "put the blue bowl on the sofa, then switch off the lights"."""
    return ", then ".join(_requests(item))


def _requests(item: Knowledge) -> Iterator[str]:
    for step in item.steps:
        thing = item.objects[step.thing]
        named = named_thing(thing) if thing.instance else f"all the {_looking(thing)}{thing.name}"
        if step.location:
            relation = BESIDE if step.relation == BESIDE else step.relation or "on"
            yield f"put {named} {relation} the {step.location}"
        else:
            yield f"{step.action} {named}"


def named_thing(thing: KnownObject) -> str:
    """A thing as it is named in a request: "the wooden spoon"."""
    return f"the {_looking(thing)}{thing.name}"


def _looking(thing: KnownObject) -> str:
    return "".join(f"{adjective(word)} " for word in thing.description.split())
