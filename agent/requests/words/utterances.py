"""Takes an utterance apart: single requests, in the order in which they are to be carried out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from agent.requests.words.clauses import (
    NOUN_NEXT,
    NUMBER,
    VERBS,
    Clause,
    polite,
    starts_request,
    to_the_point,
    verb_forms,
    words_of,
)
from agent.requests.words.nouns import capable, read_named
from agent.requests.words.turning import TURNED_ROUND
from envs.vocabulary.english import noun
from envs.vocabulary.verbs import forms

_AFTER = re.compile(
    r"^(?:(?:and |but )*(?:then|afterwards?|after (?:that|this|it)|later(?: on)?|next(?! (?:to|time)\b)|finally"
    r"|(?:when|once|as soon as) (?:you are|you're|that is|that's|it is|it's|they are|they're) (?:done|finished|ready"
    r"|through|cooked|boiled|toasted|sliced|cut|washed|clean|full|poured|brewed"
    r"|made|emptied|filled|dry)(?! with (?!(?:it|that|this|them|everything)\b))"
    r"|lastly|last of all|last(?=,)|in the end))\b[ ,]*"
)
_AFTER_END = re.compile(
    r"[ ,]*\b(?:afterwards?|(?<=[a-z] )after(?: (?:that|this|it))?|then|next"
    r"|(?:when|once) (?:you are|you're) (?:done|finished|through)|in the end"
    r"|at the end|(?<!the )(?<!that )last(?: of all)?)$"
)
_FIRST = re.compile(
    r"^(?:(?:and |but )*(?:before (?:that|this|it(?= *(?:,|$))|anything else|you do anything(?: else)?)"
    r"|first(?: of all)?|firstly|but first))\b[ ,]*"
)
_FIRST_END = re.compile(r"[ ,]*\b(?:first|before (?:that|this|it)|beforehand)$")
_LATER_END = re.compile(r"[ ,]*\b(?:later(?: on)?|another time|some other time)$")
_MARKS = re.compile(r"[.;!?]+(?:\s+|$)|\n+")
_JOINTS = re.compile(
    r"(?:,\s*)?\b(?:and then|but then|and|then|but|so|just|please|(?<!for )now|okay|ok|because|cos)\b\s*|,\s*"
)


def take_back(text: str) -> str:
    """What is left when somebody puts himself right: "the blue, no, the bowl" → "the bowl"."""
    parts = _TAKEN_BACK.split(text)
    if len(parts) < 2:
        return text
    before, after = " , ".join(parts[:-1]), parts[-1]
    if _MEANT.search(text) and not starts_request(to_the_point(before)):  # of what was said before this utterance
        return text
    if after.startswith("not ") or before.startswith("not "):  # "a spoon, sorry, not a fork"
        return f"{before}, {after}"
    if starts_request(after):
        return after
    if not before.strip(" ,"):  # of what was said before this utterance
        return text
    verb = re.match(r"^(.*?\b(?:" + "|".join(sorted(verb_forms(), key=len, reverse=True)) + r")\b)", before)
    number = re.match(rf"^(?:{NUMBER})\b", after)
    if number:
        last = list(re.finditer(rf"\b(?:{NUMBER}|a|an)\b", before))
        if last:
            rest = before[last[-1].end() :] if len(after.split()) == 1 else ""
            return f"{before[: last[-1].start()]}{after}{rest}"
    place = re.match(r"^(?:in|on|into|onto|to)\b", after)
    if place:
        leads = list(re.finditer(r"\b(?:in|on|into|onto|to)\b", before))
        if leads:
            return f"{before[: leads[-1].start()]}{after}"
    return _put_right(before, after) or (f"{verb[1]} {after}" if verb else after)


_MEANT = re.compile(r"\bi meant?\b")
_TAKEN_BACK = re.compile(
    r"[,.]?\s*\b(?:(?:no|wait|sorry|oops|oh|actually),? )*"
    r"(?:(?:no|sorry|wait|i mean|or rather|rather|make that|scratch that)\b\s*[,:]|i meant?(?: to say)?\b[,:]?)\s*"
)


def _put_right(before: str, after: str) -> str:
    """A request with what somebody puts right in its place: "(put) the mug in the sink, no, the cup"."""
    words, said = words_of(before), words_of(after)
    new = read_named(said)
    named = [
        (at, one)
        for at in range(1, len(words))
        if (one := read_named(words, at)) and one.word and words[at] in NOUN_NEXT
    ]
    if new is None or new.end != len(said) or not named:
        return ""
    at, first = named[0]
    if new.pronoun and said[-1] in ("one", "ones"):
        return " ".join([*words[:at], *said[:-1], *noun(first.word).split(" "), *words[first.end :]])
    if not new.word:
        return ""
    last, place = named[-1]
    if capable(new.word, "pickupable") or last == at:
        return " ".join([*words[:at], *said, *words[first.end :]])
    return " ".join([*words[:last], *said, *words[place.end :]])


def sentences(text: str) -> list[str]:
    """The sentences of a tidied utterance."""
    return [one.strip(" ,") for one in _MARKS.split(text) if one.strip(" ,")]


def clauses(text: str) -> list[Clause]:
    """The requests of a tidied utterance, in the order in which they are said."""
    found: list[Clause] = []
    for sentence in _MARKS.split(text):
        for piece in _pieces(take_back(sentence.strip(" ,"))):
            clause = _clause(piece)
            if found and not found[-1].text and found[-1].place == "after" and clause.text:  # "when you're done, …"
                found[-1] = replace(clause, place=clause.place or "after")
            elif clause.text or clause.place:
                found.append(clause)
    return found


def _pieces(sentence: str) -> list[str]:
    """Cuts before every joint after which a new request begins; what is merely listed stays together."""
    sentence = _AFTER_DOING.sub(_in_base, sentence)
    turned = _turned(sentence)
    if turned:
        return [piece for part in turned for piece in ([part] if part == sentence else _pieces(part))]
    cuts = [0]
    halt = _HALT.match(sentence)
    if halt and _tells(sentence[halt.end() :]):
        cuts.append(halt.end())
    for joint in _JOINTS.finditer(sentence):
        rest = sentence[joint.end() :]
        told = joint[0].strip() == "," and _tells(rest)
        placed = joint[0].strip(" ,") == "so" and bool(_INTO.match(rest))
        before = sentence[cuts[-1] : joint.start()]
        inverted = bool(TURNED_ROUND.match(rest)) and (starts_request(before) or bool(TURNED_ROUND.match(before)))
        if (
            told
            or placed
            or inverted
            or _begins_anew(rest)
            or (joint[0].strip(" ,").endswith("then") and joint.start() > 0 and rest)
        ):
            cuts.append(joint.start())
    for joint in _RUN_ON.finditer(sentence):
        before = sentence[: joint.start()].split(" ")
        owned = before[-1] in _BEFORE_ITS and sentence[joint.end() :].startswith("its ")
        if (
            len(before) > 2
            and not owned
            and before[-1].strip(",") not in _LINKS
            and starts_request(to_the_point(sentence[: joint.start()]))
        ):
            cuts.append(joint.start())
    cuts = sorted(set(cuts))
    return [sentence[a:b].strip(" ,") for a, b in zip(cuts, [*cuts[1:], len(sentence)], strict=True)]


_AFTER_DOING = re.compile(r"\b(after|before|once|when|as soon as) you(?:'ve| have)(?: finished)? (\w+)\b")


def _in_base(found: re.Match[str]) -> str:
    """What comes first in the base form: "after you've closed the fridge" → "after you close the fridge"."""
    base = _bases().get(found[2])
    lead = found[1] if found[1] == "before" else "after"
    return found[0] if base is None else f"{lead} you {base}"


@lru_cache(maxsize=1)
def _bases() -> Mapping[str, str]:
    """Participle of a verb that begins a request → its base form."""
    return {form: verb for verb in VERBS if " " not in verb for form in forms(verb)}


_TELLS = re.compile(
    r"^(?:because |since |as |for )?(?:the|my|our|your|his|her|their|that|this|it|i|we|they|he|she|there|everybody"
    r"|everyone|somebody|someone|people)\b"
    r"(?:[^,]*?\b(?:is|are|was|were|has|have|will|am|looks?|seems?|needs?|wants?|makes?|gets?|hurts?|aches?|\w+n't)\b"
    r"|[^,]*?'s (?:just|been|gone|come|not|here|back|home|about|\w+ing)\b|'(?:s|m|re|ve|ll)\b)"
    r"|^(?:because |since |as )?(?:i|we|he|she|they) (?:just |already |only |always |never |still )?"
    r"(?:(?:nearly|almost) \w+|gave|got|bought|made|came|went|ate|brought|broke|kept|lent|sent|wore|found"
    r"|forgot|uses?d?"
    r"|(?!want|need|lik|lov|mean|ask|prefer|hop|expect|wish|order)\w{3,}ed)\b"
    r"|^(?:the )?(?:third|second|fourth|last|rest|others?|other)(?: ones?)? (?:can|may|might|should|must|stays?)\b"
    r"|^(?:\w+ ){1,3}?(?:(?:can|may|must|should|has to|have to|is to|are to) )?(?:just )?(?:stays?|remains?)\b"
    r"|^(?!that|what|where|there|here|let|how)\w+(?: \w+)?'s (?:about to|going|not|coming|on its|on his|on her"
    r"|just|\w+ing)\b"
)
_RUN_ON = re.compile(
    r" (?=(?:i|we) (?:can't|cannot|don't|am|have|was|need)\b"
    r"|(?:it's|its|there's|i'm|i'll|i've|we're|they're|he's|she's)\b)"
    r"| (?=(?:before|so that|because|since|or|or else) (?:i|we|he|she|they|someone|somebody|anyone|everyone|it)\b)"
)
_BEFORE_ITS = frozenset({"in", "on", "of", "to", "with", "from", "into", "onto", "at", "for", "by", "inside", "near"})
"""Behind these "its" is no "it's": "boil the egg in its shell"."""
_LINKS = frozenset(
    {"where", "that", "which", "what", "when", "if", "because", "how", "as", "than", "everything", "whatever", "until"}
    | {"once", "after", "unless", "while", "who", "and", "or", "but", "think", "hope", "know", "since", "so", "not"}
    | {"whether"}
)
_HALT = re.compile(r"^(?:stop|wait|hold on|hang on|never ?mind|cancel that|no)\b[ ,]*")


def _tells(rest: str) -> bool:
    """Whether what follows only tells something: "…, the neighbours are looking"."""
    if re.match(r"^(?:i|we)(?:'ve)? (?:need|want|have|got|'ve got) to (?!have\b)", rest):
        return True
    return bool(_TELLS.match(rest)) and not re.match(r"^(?:i|we)(?:'d| would)? (?:want|need|like)\b", rest)


_INTO = re.compile(r"(?:up on|up onto|back in|back on|back into|into|onto|out of) (?:the|a|an|my|your|our|that|this)\b")
_WITH_IT = re.compile(
    r"^(?:up |down |back |over |straight |out )?(?:in|on|into|onto) (?:the|a|my"
    r"|that) [a-z]+(?: [a-z]+)? with (?:it|them|that|those)\b"
)
_SO_IT = re.compile(
    r"^(?:it|they|that|those) (?:can|could|may|should|must|has to|have to|needs? to|ought to) (?:be|go|stay|end up)\b"
)
_KEEP = re.compile(r"^keep (?:the|my|our|it|that|those|them)\b")


def _begins_anew(rest: str) -> bool:
    if _SO_IT.match(rest) or _WITH_IT.match(rest) or _KEEP.match(rest):
        return True
    for pattern in (_AFTER, _FIRST):
        if pattern.match(rest):
            return True
    return starts_request(rest)


def _turned(sentence: str) -> list[str]:
    """Requests whose order is turned round: "after making the salad, clean the mugs"."""
    behind, joined, amid = _turns()
    firstly = amid.match(sentence)
    if firstly and firstly[2] == "after" and _FIRST.match(firstly[1]):  # "first the lettuce, after you make the egg"
        return [firstly[1], f"then {firstly[3]}"]
    begun = behind.match(sentence)
    if begun:
        word, inner, outer = begun[1], begun[2], begun[3]
        return [outer, f"then {inner}"] if word == "before" else [inner, f"then {outer}"]
    begun = joined.match(sentence)
    if begun and not begun[3].split(" ")[0].endswith("ing"):
        return [begun[2], f"then {begun[3]}"]
    inside = amid.match(sentence)
    if inside and starts_request(inside[1]) and not _OF_NOTHING.search(sentence):
        first, second = (inside[1], inside[3]) if inside[2] == "before" else (inside[3], inside[1])
        return [first, f"then {second}"]
    return []


_OF_NOTHING = re.compile(r"\b(?:after|before) you [a-z]+$")
"""What comes first is done to nothing that is known: "after you've knocked"."""


@lru_cache(maxsize=1)
def _turns() -> tuple[re.Pattern[str], ...]:
    """Requests that begin with what comes before or behind them, with a comma or without, or end with it."""
    verbs = "|".join(sorted(verb_forms(), key=len, reverse=True))
    return (
        re.compile(rf"^(after|once|before)(?: you(?: have|'ve)?)? ((?:{verbs})\b[^,]*),\s*(.+)$"),
        re.compile(rf"^(after|once) ((?:{verbs})\b.*?) ((?:{verbs})\b.+)$"),
        re.compile(rf"^(.+?),? (after|before) (?:you )?((?:{verbs})\b.*)$"),
    )


def _clause(piece: str) -> Clause:
    text, place = re.sub(r"^(?:and|but|,)+\s+", "", piece), ""
    if re.match(r"^(?:only|just) ", text) and starts_request(text.partition(" ")[2]):
        text = text.partition(" ")[2]
    if text.endswith(" only") and starts_request(text):
        text = text.removesuffix(" only")
    text = polite(text)[0]
    for name, pattern in (("after", _AFTER), ("first", _FIRST), ("after", _AFTER_END), ("first", _FIRST_END)):
        if pattern.search(text):
            text, place = polite(pattern.sub("", text).strip(" ,"))[0], place or name
    if _LATER_END.search(text):
        text, place = polite(_LATER_END.sub("", text).strip(" ,"))[0], "later"
    return Clause(polite(to_the_point(text))[0], place, piece)
