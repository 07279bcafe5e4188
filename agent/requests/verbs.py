"""Single requests: a verb and what it is about → errands, or a question back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from agent.belief.common_sense import BASINS
from agent.planning.terms import WhichThings, places_named
from agent.planning.wants import ANYTHING
from agent.recognition.lines import GOALS
from agent.requests.asking_back import ask_about, ask_about_pouring, with_behind
from agent.requests.dishes import dish_errand, dish_words, elements, head_of, spelled_out
from agent.requests.errands import STATE, STATES, Errand, made_of
from agent.requests.food.cutting import slice_up
from agent.requests.food.heating import boil, cook, poach, toast
from agent.requests.food.products import as_things, made_and_put
from agent.requests.instructions import Clarification, UnclearRequest
from agent.requests.naming import ReferenceContext, RequestResult, each, only_rinsed, same, settle, together, types_of
from agent.requests.placing import put
from agent.requests.serving.bringing import bring, brought_to, is_sent, wished
from agent.requests.serving.for_others import ask_where_they_are
from agent.requests.serving.laying import laid_for
from agent.requests.serving.rinsing import how_rinsed, rinsing
from agent.requests.serving.tidying_away import put_away, put_away_and_put, put_away_in_full, stow
from agent.requests.terms.constraints import beside_the_goal, constrained
from agent.requests.terms.exceptions import excepted, leaving_out
from agent.requests.terms.needless import needless
from agent.requests.terms.others import terms_told, told_from
from agent.requests.terms.tools import with_tool
from agent.requests.words.clauses import VERBS, leading_verb, starts_request, words_of
from agent.requests.words.everyday import in_plain_verbs
from agent.requests.words.frames import framed
from agent.requests.words.idioms import plainly
from agent.requests.words.nouns import EVERYTHING, SOURCE, NamedThings, capable, mentioned, read_named
from agent.requests.words.turning import object_first
from envs.teach.tasks.classes import class_members, types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import a, noun, plural

_ALL_OF_IT = ("off", "closed", "empty")
"""States in which a group that is named as one ("the light", "the stove") is to be as a whole."""
_LIGHTS = "Lights"
"""The light of a room: who has it switched on wants all of it, and no lamp alone."""
_BREAKFAST_PLACE = "CounterTop"


def deeds(text: str, spoken: ReferenceContext) -> RequestResult | None:
    """The errands of one clause; None when it asks for nothing that is known.

    Raises:
        UnclearRequest: It has to be asked back.
    """
    ask_about_pouring(text)
    ask_where_they_are(text, spoken, _BREAKFAST_PLACE)
    asked = brought_to(text)
    text = spelled_out(f"deliver {asked}" if asked else text)
    text = laid_for(put_away_in_full(text))
    text = in_plain_verbs(plainly(re.sub(r",\s*((?:which|that|who)\s[^,]+?)\s*(?:,|$)", r" \1", text)))
    text = _NO_MORE.sub("", text)
    text = text if _known_verb(text) else in_plain_verbs(plainly(object_first(text)))
    ask_about(text)
    if wished(text):
        return deeds(f"deliver {wished(text)}", spoken)
    if not _known_verb(text) or _WISH.match(text):
        return _framed(text, spoken)
    wanted = _WANTED.match(text)
    wish = _framed(wanted["np"], spoken) if wanted and not _is_where_it_is(wanted["np"]) else None
    if wish is not None:
        return wish
    if wanted and _is_carried(wanted["np"]):
        text = f"deliver {wanted['np']}"
    text = re.sub(
        r"^(\w+(?: (?:on|off|out|up|down|away))?) (?:just|only|exactly) (?=one\b|two\b|three\b|a\b|the\b|\d)",
        r"\1 ",
        text,
    )
    text = _FOR_A_MEAL.sub(r"\1", _NO_FEWER.sub("", text))
    return _heeding(text, spoken)


_FOR_A_MEAL = re.compile(r"^(\w+ .*\b(?!something|anything|set|it)\w+) for (?:breakfast|lunch|dinner|supper|dessert)$")
_NO_FEWER = re.compile(r"\b(?:at (?:the )?(?:least|most)|up to|no (?:more|fewer|less) than|a maximum of) (?=\w+ [a-z])")
"""So many are within the bounds that they name."""


def _heeding(text: str, spoken: ReferenceContext) -> RequestResult | None:
    """The errands of a clause with a known verb, with what it says must hold while they are done."""
    plain = needless(text)
    bare = constrained(plain.text)
    rest, left = excepted(bare.text, _kind(text) == "put")
    kept = text[len(rest) :] if text.startswith(rest) else ""
    tool = with_tool(rest.partition(" ")[2], _kind(rest))
    rest = f"{rest.partition(' ')[0]} {tool.text}".strip()
    try:
        done = _plain_deeds(rest, spoken)
    except UnclearRequest as unclear:
        raise UnclearRequest(with_behind(unclear.ask, kept), unclear.about) from unclear
    if done is None:
        return None
    errands = tuple(
        leaving_out(one, left).on(*beside_the_goal(bare.terms, one), *tool.terms)
        for one in told_from(done.errands, (*spoken.begun, *spoken.earlier))
    )
    read, remarks = f"{rest} {tool.lost}".strip(), (*done.remarks, *bare.remarks, *plain.remarks)
    return replace(done, errands=errands, read=read, remarks=remarks, unheeded=(*done.unheeded, *plain.unheeded))


def _framed(text: str, spoken: ReferenceContext) -> RequestResult | None:
    """What a clause without a known verb asks for; where something is, by itself, asks for nothing."""
    if text.split(" ", 1)[0] in (*GOALS, "next"):
        return None
    bare, left = excepted(text, False)
    done: list[RequestResult | None] = []
    for one in filter(_known_verb, framed(bare)):
        done.append(deeds(one, spoken))
        spoken = spoken if done[-1] is None else _spoken_after(done[-1], spoken)
    found = [one for one in done if one is not None]
    if not found or len(found) < len(done):
        return None
    errands = tuple(leaving_out(errand, left) for one in found for errand in one.errands)
    things = tuple(kind for one in found for kind in one.things)
    return RequestResult(errands, found[0].same, things, bare)


def _spoken_after(done: RequestResult, spoken: ReferenceContext) -> ReferenceContext:
    """What the next words may lean on."""
    recent = tuple(kind for errand in done.errands for kind in made_of(errand))
    return replace(spoken, things=(*done.things, *spoken.things), recent=recent)


def _is_carried(text: str) -> bool:
    """Whether words name something that can be brought, and no state or place that it shall have."""
    named = read_named(words_of(text))
    return named is not None and bool(named.word) and capable(named.word, "pickupable") and not is_sent(text)


def _is_where_it_is(text: str) -> bool:
    """Whether a place that is said of something that is wanted only tells where it is now: "the box that's on it"."""
    return bool(_LIES_THERE.search(text)) and _is_carried(text)


_LIES_THERE = re.compile(
    r" (?:(?:that|which)(?:'s| is| are| lies| stands| sits)(?: \w+)?|lying|standing|sitting) "
    r"(?:in|on|inside|at|next to|near|beside) (?:the|my|our|that) \w+(?: (?!in\b|on\b)\w+)?$"
)
_NO_MORE = re.compile(
    r",? (?:and |but )?(?:no more(?: than that)?|nothing (?:else|more)|not (?:more|one more)|same number"
    r"|that's all|that's it)$"
)
_WISH = re.compile(
    r"^(?:make (?:\w+ )?(?:sure|certain)|have (?!(?:a|an) (?:look|break))"
    r"|get .+ (?:\w+ed|clean|off|on|lit|closed|shut|open)$)"
)
_WANTED = re.compile(r"^(?:want|need) (?P<np>.+)$")


def _known_verb(text: str) -> bool:
    """Whether a clause begins with a verb that asks for something, or with what can be asked for by its name alone."""
    verb = _kind(text)
    return verb in _HANDLERS or bool(not verb and (head_of(text) or _is_slices(text)))


def _kind(text: str) -> str:
    """What is asked for by the verb with which words begin; "" where that alone says nothing."""
    kind = VERBS.get(leading_verb(text), "")
    return "" if kind == "phrase" else kind


def _plain_deeds(text: str, spoken: ReferenceContext) -> RequestResult | None:
    first, _, rest = text.partition(" ")
    kind = _kind(text)
    if kind == "toast" and _LISTED.match(rest):
        return _make(text, spoken)
    if kind in _HANDLERS and not (kind == "make" and not rest):
        try:
            return _HANDLERS[kind](rest.strip(), spoken)
        except UnclearRequest as unclear:
            ask = unclear.ask
            if starts_request(ask.before):
                raise
            raise UnclearRequest(replace(ask, before=f"{first} {ask.before}"), unclear.about) from unclear
    if not kind and (head_of(text) or _is_slices(text)):
        return _make(text, spoken)
    return None


_LISTED = re.compile(r"(?:for (?:me|us|him|her|them|my|the|our)\b|and |, )")
"""How words go on behind a dish that is also a verb: "toast for me and coffee for him"."""


def _is_slices(text: str) -> bool:
    named = read_named(words_of(text))
    return named is not None and bool(named.word) and (named.slices or bool(named.form))


# -- verbs -----------------------------------------------------------------------------------------------------------


def _make(text: str, spoken: ReferenceContext) -> RequestResult:
    one, _, other = text.partition(" or ")
    if head_of(one) and head_of(other) and head_of(one) != head_of(other):
        raise UnclearRequest(Clarification(f"Which shall I make: {one}, or {other}?", "make "))
    items = elements(re.sub(r"^(?:me|us|him|her|myself)\b ?", "", text))
    _takes_coffee(text, spoken)
    found: list[Errand] = []
    for item in items:
        errand = dish_errand(item, _BREAKFAST_PLACE)
        if errand is None:
            return _fetch(text, spoken) if not dish_words(items) else _unknown_dish(item, text, spoken)
        found.append(errand)
    if not found:
        raise UnclearRequest(Clarification("What shall I make?", "make "))
    return RequestResult(tuple(found), things=tuple(kind for errand in found for kind in made_of(errand)))


def _takes_coffee(text: str, spoken: ReferenceContext) -> None:
    """Ask back where coffee is wanted in the very thing spoken of, which is no mug: "wash the bowl, fill it with …"."""
    found = re.search(r"\bcoffees? in(?:to)? (it|that|this)\b", text)
    about = spoken.things[0] if found and spoken.things else "Mug"
    if found and capable(about, "canFillWithLiquid") and "Mug" not in types_named(about):
        question = f"A coffee machine takes mugs, no {plural(about)}. Shall I make it in a mug?"
        raise UnclearRequest(Clarification(question, f"make {text[: found.start(1)]}", text[found.end(1) :], ("Mug",)))


def _unknown_dish(item: str, text: str, spoken: ReferenceContext) -> RequestResult:
    named = settle(read_named(words_of(item)), text, spoken)
    raise UnclearRequest(
        Clarification(f"I do not know how to make {a(named.word)}. What shall I make instead?", "make ")
    )


def _fetch(text: str, spoken: ReferenceContext) -> RequestResult:
    """Asked to get a mug: there is nobody to hand it to, so it has to be said where it should go."""
    text = re.sub(r"^(?:up|me|us|for|at)\b ?", "", text)
    if any(word in GOALS for word in words_of(text)):
        return put(text, spoken)
    named = settle(read_named(words_of(text)), text, spoken)
    if not capable(named.word, "pickupable"):
        raise UnclearRequest(Clarification(f"I do not know how to make {a(named.word)}. What do you mean?", "", ""))
    raise UnclearRequest(Clarification(f"Where shall I put the {noun(named.word)}?", f"put {text} "))


def _bring(text: str, spoken: ReferenceContext) -> RequestResult:
    return _put(text, spoken) if is_sent(text) else bring(text, spoken, _BREAKFAST_PLACE)


def _put(text: str, spoken: ReferenceContext) -> RequestResult:
    made = made_and_put(text, spoken, _BREAKFAST_PLACE)
    if made is not None:
        return made
    text = as_things(text)
    away, rest = put_away_and_put(text)
    if not away:
        return put(text, spoken)
    first, then = stow(away, spoken), _put(rest, spoken)
    return replace(first, errands=(*first.errands, *then.errands), things=(*first.things, *then.things))


def _stow(text: str, spoken: ReferenceContext) -> RequestResult:
    return stow(text, spoken) if put_away(f"stow {text}") else put(text, spoken)


def _clean(text: str, spoken: ReferenceContext) -> RequestResult:
    bare = re.sub(r"^(?:up|down|off|out)\b ?| (?:up|down|off|out)$", "", text)
    things = each(bare or "the dishes", spoken, "dirtyable")
    fixed = next((one for one in things if one.word != ANYTHING and not capable(one.word, "pickupable")), None)
    if fixed is not None:
        say = f"I wash what I can carry to a tap, and I cannot carry {a(fixed.word)}. What do you mean?"
        raise UnclearRequest(Clarification(say, f"{bare} "), fixed.text)
    rinsed = [named for named in things if only_rinsed(named.word)]
    washed = tuple(_cleaned(named) for named in things if named not in rinsed)
    return RequestResult((*washed, *rinsing(rinsed)), same(things), types_of(things), remarks=how_rinsed(rinsed))


def _cleaned(named: NamedThings) -> Errand:
    """What is washed is what is dirty; "in the sink" says where they are, or only where it is done."""
    named = replace(named, states=tuple(one for one in named.states if one != ("dirty", True)))
    rather = bool(places_named(named.place) & set(BASINS)) and not named.there and named.word != ANYTHING
    terms = (replace(one, rather=rather) if isinstance(one, WhichThings) else one for one in terms_told(named))
    return _washed(named).on(*terms)


def _washed(named: NamedThings) -> Errand:
    if named.every and named.word != ANYTHING:
        return Errand("Clean All X", (named.word,))
    return Errand(STATE, (named.counted, named.word, "clean"))


def _into_state(state: str) -> Callable[[str, ReferenceContext], RequestResult | None]:
    def handle(text: str, spoken: ReferenceContext) -> RequestResult | None:
        turned = _TURNED.get(state, "")
        named = read_named(words_of(text)) if turned else None
        if named is not None and named.word and not capable(named.word, "openable"):
            word = SOURCE.get(named.word, named.word)
            if capable(word, "toggleable"):
                return _into_state(turned)(text, spoken)
        capability = STATES[state][2]
        other = _WITH.search(text) if state == "filled" else None
        if other and other[1] == "coffee":
            return _make(f"coffee in {text[: other.start()]}", spoken)
        if other:
            raise UnclearRequest(Clarification(f"I can fill things with water, but not with {other[1]}. Shall I?"))
        if words_of(text)[:1] and words_of(text)[0] in EVERYTHING and state not in _OFF_AT_ONCE:
            raise UnclearRequest(Clarification(f"Everything cannot be {_SO_MADE.get(state, state)}. What do you mean?"))
        things = each(re.sub(r"^(?:out|up)\b ?| with water$| out$", "", text), spoken, capability)
        return RequestResult(tuple(_stated(named, state) for named in things), same(things), types_of(things))

    return handle


_WITH = re.compile(
    r" with (?!(?:\w+ ){0,3}water\b)(?:(?:some|the|more|fresh|hot|a bit of|a little) )*(?!it\b|that\b)(\w+)"
)
_OFF_AT_ONCE = frozenset({"off", "closed"})
"""What everything that is not so yet may be asked to be."""
_SO_MADE = {"on": "switched on", "open": "opened", "empty": "emptied"}
_TURNED = {"open": "on", "closed": "off"}
"""A tap is opened and closed by switching it."""


def _stated(named: NamedThings, state: str) -> Errand:
    """What is to be open is closed now: that does not tell things apart."""
    named = replace(named, states=tuple(one for one in named.states if one != _BEFORE.get(state)))
    word = SOURCE.get(named.word, named.word) if state in ("on", "off") else named.kind
    if named.place in SOURCE and SOURCE[named.place] == word:  # "the burners on the stove" are switched by its knobs
        named = replace(named, place="")
    return _in_state(named, state).on(*terms_told(replace(named, word=word)))


_BEFORE = {"on": ("on", False), "off": ("on", True), "open": ("open", False), "closed": ("open", True)}
"""State that is wanted → the state of what is not so yet."""


def _in_state(named: NamedThings, state: str) -> Errand:
    word = SOURCE.get(named.word, named.word) if state in ("on", "off") else named.kind
    many = word != named.kind or word in class_members()  # the light, the stove: whatever of it is on
    as_a_whole = state in _ALL_OF_IT or (state == "on" and word == _LIGHTS and not terms_told(named))
    every = named.every or (named.count is None and as_a_whole and many and not named.foremost)
    return Errand(STATE, (ALL if every else named.counted, word, state))


def _cook(text: str, spoken: ReferenceContext) -> RequestResult:
    return _make(text, spoken) if head_of(text) or dish_words(elements(text)) else cook(text, spoken)


def _water(text: str, spoken: ReferenceContext) -> RequestResult:
    things = each(text or "the plant", spoken, "canFillWithLiquid")
    return RequestResult(tuple(map(_watered, things)), same(things), types_of(things))


def _watered(named: NamedThings) -> Errand:
    if named.word == "HousePlant" and not named.every and (named.count or 1) == 1 and not terms_told(named):
        return Errand("Water Plant")
    return _stated(named, "filled")


def _switch(text: str, spoken: ReferenceContext) -> RequestResult | None:
    text = _so_before(text)
    outer = re.match(r"^(on|off)\b", text) or re.search(r"\b(on|off)$", text)
    inner = f"{text[: outer.start()]}{text[outer.end() :]}".strip() if outer else ""
    if outer and re.search(r"\bon (?:the|a|my|our|that)\b", inner):  # "off the burners on the stove"
        return _into_state(outer[1])(inner, spoken)
    both = _EACH_SO.match(text)
    if both and outer is not None:
        return _both_switched(both, spoken)
    states = re.findall(r"\b(on|off)\b", text)
    rest = re.sub(r"\b(?:on|off)\b(?: and(?= (?:on|off)\b))? ?", "", text).strip()
    if not states:
        raise UnclearRequest(Clarification("On or off?", f"switch {text} "))
    if len(set(states)) > 1:
        raise UnclearRequest(Clarification("On and off at once cannot be: on or off?", f"switch {rest} "))
    return _into_state(states[0])(rest, spoken)


_EACH_SO = re.compile(r"^(?P<one>.+?) (?P<so>on|off),? (?:and|but) (?P<other>(?!on\b|off\b).+?) (?P<then>on|off)$")


def _both_switched(both: re.Match[str], spoken: ReferenceContext) -> RequestResult | None:
    """Things that are switched each in its way: "the desk lamp on and the floor lamp off"."""
    done = [
        _into_state(state)(text, spoken) for text, state in ((both["one"], both["so"]), (both["other"], both["then"]))
    ]
    found = [one for one in done if one is not None]
    return together(found) if len(found) == len(done) else None


_THAT_IS = re.compile(
    r",? (?:(?:that|which)(?:'s| is| are|'re)|(?:that|which) (?:you|i|we) left|still)"
    r"(?: (?:still|currently|now|switched|turned|left|running))* (?P<so>on|off|running|lit)\b"
    r"(?! (?:the|an?|my|our|that|this|top)\b),?"
)


def _so_before(text: str) -> str:
    """Words without that things are not yet as they shall be: "off everything that is switched on"."""
    found = _THAT_IS.search(text)
    rest = f"{text[: found.start()]} {text[found.end() :]}".strip() if found else text
    states = re.findall(r"\b(on|off)\b", rest)
    opposite = found is not None and states[:1] == ["off" if found["so"] != "off" else "on"]
    return re.sub(r" +", " ", rest) if opposite else text


def _do(text: str, spoken: ReferenceContext) -> RequestResult | None:
    if re.match(r"^(?:the )?(?:washing(?: |-)?up|dish(?:es)?|washing)$", text):
        return _clean("the dishes", spoken)
    if not head_of(text) and _A_JOB.match(text) and not mentioned(text):
        raise UnclearRequest(Clarification(f'I do not know how to do "{text}". What do you mean?'))
    return _make(text, spoken) if head_of(text) else None


_A_JOB = re.compile(r"^(?:the|my|our|some|an?) (?!same\b|rest\b|others?\b|lot\b)[a-z]+(?: [a-z]+)?$")
"""What somebody may be told to do, of which nothing is known: "the laundry"."""


_HANDLERS: Mapping[str, Callable[[str, ReferenceContext], RequestResult | None]] = {
    "make": _make,
    "clean": _clean,
    "put": _put,
    "slice": slice_up,
    "cook": _cook,
    "toast": toast,
    "boil": boil,
    "poach": poach,
    "water": _water,
    "fill": _into_state("filled"),
    "empty": _into_state("empty"),
    "open": _into_state("open"),
    "close": _into_state("closed"),
    "on": _into_state("on"),
    "off": _into_state("off"),
    "switch": _switch,
    "fetch": _fetch,
    "bring": _bring,
    "stow": _stow,
    "do": _do,
}
