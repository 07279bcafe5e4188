"""Saying a question the plain way: "I'd like to know whether the mug has been washed" is "did you wash the mug".

Politeness goes, indirect questions and statements become direct ones, the passive becomes the active, and phrases that
mean the same become one. What is left is read by ``agent.recall.understanding.question``.
"""

from __future__ import annotations

import re

from agent.recall.understanding.phrases import FILLERS, PHRASES
from envs.vocabulary.verbs import all_forms, of_past

_KNOWING_WORDS = """
i me you we us can could would will do did does may might must should am are is was were be been have has had not no
please kindly perhaps maybe possibly just still also really actually quickly briefly again once more so well hey hi
hello ok okay robot homebody and but um uh oh sorry excuse good morning evening afternoon afterwards then now know
tell say remember recall remind wonder wondering wondered curious ask asking asked explain describe show give list let
inform idea clue memory sure certain like love want wanted need needed wish hear learn see figure find check finding
knowing telling interested interest happen possible forgot forget forgotten trying try to the about of on a any in
that by chance for out help mind question quick one it if
"""
_KNOWING = frozenset(_KNOWING_WORDS.split())
_KNOWS_WORDS = """
know tell say remember recall remind wonder wondering wondered curious ask explain describe show give list inform idea
clue sure certain hear learn figure find check finding knowing telling interested forgot forget forgotten question let
help want like love need
"""
_KNOWS = frozenset(_KNOWS_WORDS.split())
_ASKS = frozenset({"whether", "if", "when", "where", "who", "whom", "why", "how", "which", "what"})
_HELPS = "is|are|was|were|has|have|had|did|does|do|can|could|will|would"
_ADVERBS = r"(?:(?:ever|last|first|just|actually|already|finally|also|recently|really|only|still|then|most recently) )*"
_PERSON = r"(?:you|i|we|they|he|she|anyone|anybody|somebody|someone)"
_THING = (
    r"(?:(?:the|a|an|any|my|your|his|her|our|some|all|every|this|that|these|those|both)(?: of (?:the|my))?"
    r"(?: \w+){1,4}?|it|they|them|anything|something|everything|nothing|\w+s|coffee|bread|toast|lettuce|breakfast)"
)
_QUESTION_WORD = (
    r"(?:(?:at |on |in |for |from |by |with )?(?:what|which)(?: (?:time|day|date|hour|one|thing)s?)?|when|where|why|"
    r"how many times|how often|how long|how much time|how many days ago|who|whom|how)"
)
_NO_NOUN = rf"{_HELPS}|before|after|when|while|happened|came|went|else|you|i|to|in|on|it"
_COUNTED = (
    rf"(?:(?:at |on |in |for |from )?(?:what|which)(?: (?!(?:{_NO_NOUN})\b)\w+){{0,4}}?|"
    rf"how many(?: (?!(?:{_NO_NOUN})\b)\w+){{1,4}}?)"
)

_SAYING = re.compile(
    r"(?:when |what |where |how often )?(?:did|have|had) (?:i|we|you|anyone) (?:ever )?(?:say|tell|ask|mention|explain)"
)
_ADJECTIVAL = frozenset({"broken", "closed", "filled", "cooked", "shut", "open", "used", "left", "on", "off"})
_SPOKEN = frozenset({"asked", "told", "said", "requested", "mentioned", "wanted", "needed", "failed", "happened"})


def reworded(text: str) -> str:
    """A question in plain words (``recall_question.plain``) with what it asks said directly."""
    text = _indirect(_stripped(text))
    text = _replaced(text)
    text = _asserted(text)
    text = _active(_replaced(text))
    return re.sub(rf"\b(did (?:you|i) {_ADVERBS})(\w+)\b", _plain_verb, text)


def _plain_verb(match: re.Match[str]) -> str:
    """The verb of "did you last made" in the plain form."""
    return match[1] + (base(match[2]) or match[2])


def base(word: str) -> str | None:
    """The plain form of a verb's past form; None when it is no past form of a verb that is known."""
    if found := of_past(word):
        return found
    if word.endswith("ed") and len(word) > 4:
        stem = word[:-2]
        return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "ls" else stem
    return None


def _stripped(text: str) -> str:
    for filler in FILLERS:
        text = re.sub(rf"\b(?:{filler})(?!\w) ?", "", text).strip()
    return " ".join(text.split())


def _replaced(text: str) -> str:
    for pattern, replacement in PHRASES:
        text = re.sub(pattern, replacement, text)
    return " ".join(text.split())


def _indirect(text: str) -> str:
    """The question in "Do you happen to know where the statue is": "where is the statue"."""
    words = text.split()
    at = next((index for index, word in enumerate(words) if word in _ASKS), None)
    if at is None:
        return text
    before = words[:at]
    if (at and not (set(before) <= _KNOWING and set(before) & _KNOWS)) or _SAYING.match(text):
        return text
    rest = " ".join(words[at:])
    if words[at] in ("whether", "if"):
        statement = " ".join(words[at + 1 :]).removesuffix(" or not").removeprefix("or not ")
        return inverted(statement) or f"did {statement}" if statement else text
    return _direct(rest) if at or not _is_direct(rest) else rest


def _is_direct(text: str) -> bool:
    return bool(re.match(rf"{_QUESTION_WORD} (?:{_HELPS})\b", text))


def _direct(text: str) -> str:
    """A question word and a statement as a question: "what the last task was", "how often you opened the fridge"."""
    for asked in (_QUESTION_WORD, _COUNTED):
        match = re.match(rf"(?P<asked>{asked}) (?P<rest>{_PERSON} .+)$", text)
        match = match or re.match(rf"(?P<asked>{asked}) (?P<rest>(?:the|my|your|a|there|it) ?.+)$", text)
        turned = inverted(match["rest"]) if match else None
        if match and turned:
            return f"{match['asked']} {turned}"
    return text


def inverted(statement: str) -> str | None:
    """A statement as a question: "the fridge is open" is "is the fridge open"; None when it has no verb."""
    match = re.match(rf"({_PERSON}) ({_ADVERBS})({_HELPS})(?: not)?\b ?(.*)$", statement)
    if match and (match[4] or match[3] not in ("did", "had", "do", "have")) and not _own_verb(match[3], match[4]):
        return f"{match[3]} {match[1]} {match[2]}{match[4]}".strip()
    match = re.match(rf"({_PERSON}) ({_ADVERBS})(\w+)\b ?(.*)$", statement)
    if match:
        verb = "do" if match[3] == "did" else base(match[3]) or match[3]
        return f"did {match[1]} {match[2]}{verb} {match[4]}".strip()
    match = re.match(r"(there) (is|are|was|were|has been|have been)\b ?(.*)$", statement)
    match = match or re.match(rf"((?:the|my|your|a|an|any|it|that|all|\w+s)\b.*?) ({_HELPS})\b ?(.*)$", statement)
    if match:
        return f"{match[2]} {match[1]} {match[3]}".strip()
    return None


def _own_verb(word: str, rest: str) -> bool:
    """Whether "did", "had" or "have" is the verb itself: "what you did today", not "you did open"."""
    if word in ("did", "do"):
        first = rest.split()[0] if rest else ""
        return all_forms().get(first) != first
    return False


def _asserted(text: str) -> str:
    """A statement that asks for a yes or no: "you made coffee yesterday, right"."""
    tag = re.search(
        rf" (?:right|correct|true|yes|no|is that so|or not|(?:{_HELPS})(?: not)? (?:you|i|it|they|there|not you))$",
        text,
    )
    if tag and re.match(r"(?:you|the|my|there|it|that) ", text):
        text = text[: tag.start()]
    text = re.sub(rf"^({_HELPS}) not (?=\w)", r"\1 ", text)
    text = re.sub(rf"^({_HELPS}) ({_PERSON}) not (?=\w)", r"\1 \2 ", text)
    if re.match(rf"(?:you|there) (?:{_ADVERBS})(?:never )?\w+", text) or (tag and re.match(r"(?:the|my|it)\b", text)):
        return inverted(text.replace("never ", "ever ", 1)) or text
    return text


def _active(text: str) -> str:
    """The passive in the active voice: "when was the fridge last opened" is "when did you last open the fridge"."""
    text = re.sub(r" by (?:you|the robot)\b", "", text)
    match = re.match(
        rf"(?P<asked>(?:{_QUESTION_WORD} )?)(?P<help>was|were|has|have|had|did|is|are) (?P<thing>{_THING}) "
        rf"(?P<been>(?:been |get |got |being )?)(?P<adverbs>{_ADVERBS})(?P<late>(?:been "
        rf")?)(?P<verb>\w+)(?P<rest>(?: .+)?)$",
        text,
    )
    if match and (verb := _done(match["verb"], match)):
        return f"{match['asked']}did you {match['adverbs']}{verb} {match['thing']}{match['rest']}"
    match = re.match(
        rf"(?P<asked>{_COUNTED}) (?P<help>was|were|has|have|had|got)(?P<been>(?: been)?) "
        rf"(?P<adverbs>{_ADVERBS})(?P<late>)(?P<verb>\w+)(?P<rest>(?: .+)?)$",
        text,
    )
    if match and (verb := _done(match["verb"], match)):
        return f"{match['asked']} did you {match['adverbs']}{verb}{match['rest']}"
    return text


def _done(word: str, match: re.Match[str]) -> str | None:
    """The plain form of a participle that tells a deed; None for adjectives, and for what others do."""
    been = match["been"].strip() or match["late"].strip()
    if match["help"] in ("has", "have", "had", "did") and not been:
        return None
    if match["help"] in ("is", "are") and been != "being":
        return None
    if word in _SPOKEN or (word in _ADJECTIVAL and not been and not match["asked"]):
        return None
    return base(word)
