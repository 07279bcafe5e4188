"""Reads what a sentence tells of whoever says it: what a thing means to them, or what they usually do, and what for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from agent.assistance.house_words import HouseWords, tokens
from agent.assistance.request import ArrangementRequest, ObjectPhrase
from envs.vocabulary.data import english
from envs.vocabulary.inflection import singular
from memory.episodic.lexical import stem, terms
from memory.knowledge import KnowledgeType
from memory.profile.changes import adds, takes_back

_SUBJECT = re.compile(r"(?:^|, )(?:and |so |because |but |actually,? )?(?:i|we)(?:'d|'m|'ve)?\b", re.I)
_IS = re.compile(
    r"\b(?:is|are|was|were|has been|have been|(?<=it)'s|(?<=that)'s|(?<=this)'s|(?<=they)'re)\b"
    r"(?: (?:actually|really|now|also|all|both))*",
    re.I,
)
_HEADED = re.compile(
    r"^(?P<head>(?:almost )?(?:every\w*|on|in|at|when(?:ever)?|for|during|before|after|as|most)\b[^,]{0,60}?),? "
    r"(?:i|we)\b",
    re.I,
)
_LIKING = re.compile(
    r"^(?:(?:\w+ly|always|often|also|never|don't|no longer|like|love|prefer|want|enjoy|need|it)\b ?)*"
    r"(?:to )?(?:(?:keep|keeping|have|having|put|putting|place|placing|store|move)\b ?)?",
    re.I,
)
_OBJECT = re.compile(
    r"\b(?:got|bought|received|inherited|made|found|love|like|use|gave me|gave us|painted|built|won|own)"
    r" (?:this|the|that|my|our) (?P<thing>[\w-]+(?: (?!from|when|at|in|on|for|to|as|by|of|and)[\w-]+){0,2})",
    re.I,
)
_ALIKE = re.compile(
    r"\b(?:this|that) way\b|\blike (?:this|that)\b|\bthis is how\b|\bhow (?:i|we)\b|\bthe way (?:i|we)\b", re.I
)
_SUBJECTS_OF_ALL = frozenset({"they", "these", "those", "both", "all"})
_ONE = frozenset({"it", "this", "that", "one", "ones"})
_PURPOSE = re.compile(r"\b(?:for|when|whenever|while|during|because|since|before|after|so that)\b", re.I)
"""What follows tells what something is for: "I like the book there for my evening reading" tells of no book."""
_OWNER = re.compile(r"\b(?!(?:It|That|This|Let|What|Who|Where|There|Here|He|She|How)['’])[^\W\d_a-z][^\W\d_]*['’]s\b")
_ARTICLE = re.compile(r"^(?:a|an|the|my|our|some|one of (?:my|our)|part of (?:my|our|the)|from (?:my|our))\b ?", re.I)
_ADVERBS = re.compile(r"^(?:actually|really|now|also|in fact)\b,? ", re.I)
_LONGEST = 200
"""Letters of a name for something."""
_THE_ONE = re.compile(r"^(?:the |that |this )?(?P<look>.+?)(?:,? (?:and )?not .+)?$", re.I)


@cache
def _words(group: str) -> Sequence[str]:
    return tuple(english("personal.yaml")[group])


@cache
def _pattern(group: str) -> re.Pattern[str]:
    return _any(_words(group))


@cache
def _means() -> Mapping[str, re.Pattern[str]]:
    return {subtype: _any(words) for subtype, words in english("personal.yaml")["means"].items()}


def _any(words: Sequence[str]) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b", re.I)


@cache
def _dear() -> re.Pattern[str]:
    words = "|".join(_words("dear"))
    return re.compile(rf"\s*(?:an? |the )?(?:[\w-]+ ){{0,2}}(?:{words})s?\b(?! (?:box|bag|card|wrap))", re.I)


@dataclass(frozen=True)
class PersonalSentence:
    """What one sentence tells.

    Attributes:
        text: The sentence.
        type: About a thing, or about what is usually done.
        subtype: See ``memory.knowledge.SUBTYPES``.
        alias: How the speaker will refer to it.
        things: Which of the things of a request it is about; empty for all.
        look: What the thing it names looks like, where it tells that itself ("is the red one").
    """

    text: str
    type: KnowledgeType
    subtype: str
    alias: str
    things: tuple[ObjectPhrase, ...] = ()
    look: str = ""


@cache
def generic() -> frozenset[str]:
    """Words of a request for something usual that do not tell what it is for, stemmed."""
    return frozenset(map(stem, english("personal.yaml")["generic"].split()))


def telling_words(text: str) -> str:
    """A request for something usual without such words; as it is where it has no others."""
    kept = " ".join(word for word in text.split() if not terms(word) or not set(terms(word)) <= generic())
    return kept if terms(kept) else text


@cache
def looks() -> frozenset[str]:
    """Adjectives of how things look."""
    return frozenset(english("personal.yaml")["colors"].split())


def asks_for_state(text: str) -> bool:
    """Whether words ask that something be set up or arranged, rather than that a thing be moved."""
    return bool(_pattern("states").search(text))


def asks_beside(sentence: str) -> bool:
    """Whether a sentence that tells something asks for something, too: "It's time for tea, please set it up"."""
    verbs = "|".join(map(re.escape, (*_words("states"), "put", "bring", "move", "place")))
    asking = rf"[,;] (?:so )?(?:please |(?:can|could|would|will) you (?:please )?)?(?:{verbs})\b"
    return bool(re.search(asking, sentence, re.I))


def leans(text: str) -> bool:
    """Whether words lean on something that was told: "as usual", "the heirloom", "my favorite"."""
    return bool(re.search(r"\b(?:my|mine|our|ours|i|we)\b", text, re.I) or _pattern("leaning").search(text))


def means_something(sentence: str) -> bool:
    """Whether a sentence about things tells what they mean to somebody, though it does not say I or my."""
    found = _IS.search(sentence)
    said = sentence[found.end() :] if found else ""
    return bool(_dear().match(said)) or bool(
        re.match(r"\s*(?:inherited|handed down|passed down|handmade by)\b", said, re.I)
    )


def habitual(text: str) -> bool:
    """Whether words ask for something usual: "as usual", "the way I like it"."""
    return bool(_pattern("habitual").search(text))


@dataclass(frozen=True)
class ToldAddition:
    """That something is added to what is called so.

    Attributes:
        alias: What it is added to.
        thing: What is added; "" where the rest of the sentence says that as a command.
        command: That rest.
    """

    alias: str
    thing: str = ""
    command: str = ""


_ADD = re.compile(
    r"^(?:please |and |actually,? )?(?:also )?(?:add|include) (?P<thing>.+?)(?:,? too|,? as well)? (?:to|in|for) "
    r"(?:my |our |the )?(?P<alias>.+?)(?:,? too|,? as well)?$",
    re.I,
)
_FOR = re.compile(r"^(?:for|on|at|during|before|after|to) (?:my |our |the )?(?P<alias>[^,]{2,80}), (?P<rest>.+)$", re.I)


def told_addition(sentence: str, house: HouseWords) -> ToldAddition | None:
    """What "also add the mug to movie night" or "for movie night, also bring the mug to the table" adds."""
    plain = " ".join(sentence.split()).strip(" .!?")
    found = _ADD.match(plain)
    if found and not house.places(tokens(found["alias"])):
        return ToldAddition(found["alias"], thing=_alias(found["thing"]))
    found = _FOR.match(plain)
    if found and adds(found["rest"]) and not _SUBJECT.search(found["rest"]):
        rest = re.sub(r"\b(?:also|too|as well|additionally|in addition)\b[, ]*", "", found["rest"], flags=re.I)
        return ToldAddition(found["alias"], command=rest)
    return None


class PersonalReader:
    """Reads such sentences in one house.

    Args:
        house: What its furniture and rooms are called.
    """

    def __init__(self, house: HouseWords) -> None:
        self._house = house

    def read(self, sentence: str, request: ArrangementRequest) -> PersonalSentence:
        """What a sentence tells beside what is asked for."""
        plain = " ".join(sentence.split()).strip(" .!?")
        things = things_of(request)
        if self._tells_habit(plain, things):
            subtype = "routine" if _pattern("regularly").search(plain) else "preference"
            return PersonalSentence(sentence, "user_pattern", subtype, self._occasion(plain))
        return replace(self._meaning(plain, things), text=sentence)

    # -- habits ------------------------------------------------------------------------------------------------------

    def _tells_habit(self, plain: str, things: Sequence[ObjectPhrase]) -> bool:
        if _ALIKE.search(plain):
            return True
        if not _SUBJECT.search(plain) and not _HEADED.match(plain):
            return bool(_pattern("regularly").search(plain)) and not _IS.search(plain)
        if self._house.places(tokens(plain)):
            return True
        subject = _SUBJECT.search(plain) or _HEADED.match(plain)
        behind = plain[subject.end() :] if subject else ""
        about = _pattern("about_things").search(_PURPOSE.split(behind, maxsplit=1)[0])
        if about and any(set(tokens(one.text)) & set(tokens(behind)) for one in things):
            return False
        return about is None or bool(_pattern("arranging").search(behind[: about.start()]))

    def _occasion(self, plain: str) -> str:
        """What something is done for, or when; the whole where it is not said."""
        headed = _HEADED.match(plain)
        if headed is not None and terms(headed["head"]):
            return _short(headed["head"])
        subject = _SUBJECT.search(plain)
        body = _LIKING.sub("", plain[subject.end() :].strip() if subject else plain)
        found = _pattern("occasions").search(body)
        after = self._house.first_end(body)
        while found is not None and found.start() < after:
            found = _pattern("occasions").search(body, found.end())
        alias = body[found.start() :] if found else body
        return _short(alias) if terms(alias) else _short(body)

    # -- meanings ----------------------------------------------------------------------------------------------------

    def _meaning(self, plain: str, things: Sequence[ObjectPhrase]) -> PersonalSentence:
        plain = _ADVERBS.sub("", plain)
        if takes_back(plain):
            plain = " ".join(_pattern("no_longer").sub(lambda found: _kept(found[0]), plain).split())
        found = _IS.search(plain)
        subject, said = (plain[: found.start()], plain[found.end() :]) if found else _halves(plain)
        subtype = next(
            (name for name, words in _means().items() if words.search(said if found else plain)), "ownership"
        )
        own = re.match(r"(?:my|our) (?P<alias>.+)", subject.strip(), re.I)
        thing = _OBJECT.search(subject)
        subject = thing["thing"] if thing is not None and _SUBJECT.match(subject) else subject
        about = tuple(one for one in things if _names(subject, one))
        if own is not None and found and re.match(r"\s*(?:the|that|this)\b", said, re.I):
            return _named_so(plain, subtype, own["alias"].strip(), said.strip(), about)
        alias = _alias(said) or subject
        if not about:
            about = tuple(one for one in things if _described_as(subject, one))[:1]
            alias = f"{alias} {_alias(subject)}" if about else alias
        about = about or self._all_or_last(subject or plain, things) or told_of(plain)
        if not found and re.match(r"(?:my|our)\b", plain, re.I):  # "My sister made it."
            about, alias = about or tuple(things[-1:]), plain
        return PersonalSentence(plain, "object_semantics", subtype, _short(alias), about)

    def _all_or_last(self, subject: str, things: Sequence[ObjectPhrase]) -> tuple[ObjectPhrase, ...]:
        words = set(tokens(subject))
        kinds = {singular(word) for word in words} - _SUBJECTS_OF_ALL
        alike = tuple(one for one in things if kinds & {singular(word) for word in tokens(one.text)})
        if words & _SUBJECTS_OF_ALL:
            return alike if len(alike) > 1 else tuple(things)
        if alike:
            return alike[-1:]
        return tuple(things[-1:]) if words & _ONE or not words else tuple(things[:1] if len(things) == 1 else ())


def _kept(words: str) -> str:
    """What is left of "is not my" where it does not hold any more: "is my"."""
    return " ".join(word for word in words.split() if word.casefold() in ("is", "my"))


def told_of(sentence: str) -> tuple[ObjectPhrase, ...]:
    """The thing that a sentence tells of: "I got this vase from my aunt", "the vase is a gift"."""
    found = _IS.search(sentence)
    if found is not None and set(tokens(sentence[: found.start()])) <= _ONE:
        return _only_named(sentence[found.end() :])
    return _only_named(sentence[: found.start()] if found else sentence)


def _only_named(subject: str) -> tuple[ObjectPhrase, ...]:
    """A thing of which only is told: "the red mug"."""
    found = _OBJECT.search(subject)
    text = found["thing"] if found else _ARTICLE.sub("", subject.strip(" ,"))
    words = tokens(text)
    if not words or set(words) & (_SUBJECTS_OF_ALL | _ONE | {"i", "we"}):
        return ()
    return (ObjectPhrase(words[-1], description=text if len(words) > 1 else ""),)


def things_of(request: ArrangementRequest) -> tuple[ObjectPhrase, ...]:
    """Everything that is moved, each once."""
    return tuple(dict.fromkeys(thing for one in request.placements for thing in one.objects if not thing.pronoun))


def _named_so(plain: str, subtype: str, alias: str, said: str, about: tuple[ObjectPhrase, ...]) -> PersonalSentence:
    """What is called so, and how it looks: "my favorite mug is the red one"."""
    found = _THE_ONE.match(said)
    look = found["look"] if found else said
    kind = tokens(look)[-1:] if tokens(look)[-1:] not in (["one"], ["ones"]) else tokens(alias)[-1:]
    subtype = next((name for name, words in _means().items() if words.search(alias)), subtype)
    thing = about or (ObjectPhrase(" ".join(kind), False, look),)
    return PersonalSentence(plain, "object_semantics", subtype, alias, thing, re.sub(r"\bones?\b", "", look).strip())


def _halves(plain: str) -> tuple[str, str]:
    """Subject and the rest of a sentence without "is": "I got it from my aunt", "the frame holds a photo"."""
    subject = _SUBJECT.match(plain)
    if subject is not None:
        return plain, plain[subject.end() :]
    verb = re.search(
        r"\b(?:has|have|holds?|contains?|shows?|belongs?|comes?|came|reminds?|means?|gave|made|bought)\b", plain, re.I
    )
    return (plain[: verb.start()], plain[verb.start() :]) if verb else (plain, "")


def _names(subject: str, thing: ObjectPhrase) -> bool:
    """Whether a subject names a thing by all its words, or by its last."""
    words, own = [stem(word) for word in tokens(subject)], [stem(word) for word in tokens(thing.text)]
    return bool(own) and set(own) <= set(words)


def _described_as(subject: str, thing: ObjectPhrase) -> bool:
    """Whether a subject calls a thing what it was said to be: "the coffee mug", when the cup is a white coffee mug."""
    words = set(terms(subject))
    return bool(words) and words <= set(terms(thing.description))


def _alias(said: str) -> str:
    text = said.strip(" ,")
    for _ in range(3):
        text = _ARTICLE.sub("", text)
    return text


def somebody(text: str) -> frozenset[str]:
    """Who is named as an owner, in lower case: "Carl's"."""
    return frozenset(found[0].casefold() for found in _OWNER.finditer(text))


def _short(text: str) -> str:
    return re.sub(r"^(?:for|as|like) ", "", " ".join(text.split())[:_LONGEST].strip(" .,;"), flags=re.I)
