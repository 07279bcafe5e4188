"""A sentence before it is taken apart: politeness gone, openings put last, times as slots, people as filters."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.reading.parts.chunks import Chunk
from agent.recall.reading.parts.idioms import joined, plainly
from agent.recall.reading.parts.nominal import as_question, places_asked
from agent.recall.reading.parts.noun_phrases import SentencePart
from agent.recall.reading.parts.order import in_usual_order, usual
from agent.recall.reading.parts.plainer.left_unsaid import with_subject
from agent.recall.reading.parts.plainer.other_words import in_few_words
from agent.recall.reading.parts.roundabout import briefly
from agent.recall.reading.parts.wordlists import clause_words, courtesies, tags, words
from agent.recall.understanding.dates import DAYS
from agent.recall.understanding.figures import plain_dates
from agent.recall.understanding.plain_words import plain
from agent.recall.understanding.times import NamedTime, TimeReader

_AUXILIARIES = frozenset({"did", "do", "does", "have", "has", "had", "is", "are", "was", "were"})
_NEGATED = frozenset({"not", "never"})
_WHETHER = frozenset({"whether", "if"})

_ALL_DAYS = re.compile(
    r" (?:(?:in|over|during|within|through|throughout|of|on) (?:all )?(?:the|these|those) |"
    r"(?:all )?these |(?:on )?both )"
    r"(?:(?:last|past) )?(?:(?:\d+|two|three|four|five|six|seven|ten) )?(?:days|weeks) (?=$|\w)"
)
"""All that was lived: "over the two weeks", "in these days"."""
_BOTH_DAYS = re.compile(r" (?:yesterday and today|today and yesterday)(?= |$)")
"""Two days that follow each other are one stretch of time."""
_NEXT_DAYS = re.compile(rf"\bon (?P<first>{'|'.join(DAYS)}) and (?:on )?(?P<second>{'|'.join(DAYS)})(?! (?:or|and)\b)")
"""Two days of the week."""
_DAYS_TOGETHER = re.compile(
    r"^(?:now |so |and |ok |then )*(?:take|taking|taken|put|putting|counting|count) "
    r"(?:(?:both|the two|all|these|those) (?:the )?days )?together:? (?=\w)"
)
"""A lead that says nothing but that all days are meant."""
_WHICH = re.compile(
    r"(?P<rest>.{8,} the (?!things?\b|ones?\b|tasks?\b|jobs?\b|chores?\b|places?\b)\w+(?: \w+)?) "
    r"(?P<which>(?:that|which) (?:is|are|was|were) (?:now |still |currently |sitting |lying |standing )*"
    r"(?:in|on|inside|under|at) (?:the|a|my|our) \w+(?: \w+)?)$"
)
"""A clause behind a thing that says which one it is."""
_WHICH_OF_MINE = re.compile(
    r"(?P<rest>(?:did|do|have|has|is|are|was|were|where|when|why|who) .{5,}? "
    r"(?:the|my|that|our) (?!things?\b|ones?\b|tasks?\b|jobs?\b|chores?\b|places?\b|times?\b|days?\b|moment\b)\w+) "
    r"(?P<which>(?:that |which )?(?:i|we) (?:said|told|asked|had|have|would|could|like|love|bought|got|left|put|gave|"
    r"never|always|keep|kept|use|used|made|broke|borrowed) ?.*)$"
)
"""The same of what somebody did with it: "the box I said not to"."""
_CLEFT = re.compile(
    r"^((?:and |so |but )?(?:what|which|when|where|who|why|how)\b.*? )(?:is|was) it (?:that )?(you|i) (?!did )"
)
"""What stands for nothing: of "which knife was it you took" which one was taken."""
_TAG = re.compile(r"(?:did|do|does|have|has|had|is|are|was|were)(?: not)? (?:it|you|they|he|she|i|we|there)(?: not)?")
_POLITE = frozenset(
    {"can", "could", "would", "will", "you", "i", "want", "like", "to", "now", "so", "and", "ok", "okay"}
)
_POLITE |= {"well", "but", "then"}
"""What may stand before "tell me" and the like."""


@dataclass(frozen=True)
class Sentence:
    """One sentence in plain words.

    Attributes:
        words: Lower case, contractions spelled out, nothing but words and numbers.
        claimed: It is a statement that wants to be confirmed.
        denied: It says that something is not so.
        which: A clause that says which thing is meant and is not looked up: "that is now in the fridge".
        places: Classes of places of which it is asked which one: "in which cabinet is the egg".
    """

    words: tuple[str, ...]
    claimed: bool = False
    denied: bool = False
    which: str = ""
    places: tuple[str, ...] = ()


def sentence(text: str) -> Sentence:
    """A sentence as it is to be read."""
    pieces = [_courteous(piece) for piece in re.split(r",(?!\d)|;| - ", text.replace("(s)", "s"))]
    pieces = [piece for piece in pieces if piece]
    pieces = [piece for piece in pieces if piece in tags() or not is_aside(piece)] or pieces
    tagged = len(pieces) > 1 and is_tag(pieces[-1])
    if tagged:
        pieces.pop()
    remark = pieces.pop() if len(pieces) > 1 and _is_remark(pieces) else ""
    if len(pieces) > 1 and _subordinate(pieces[0]) and pieces[1].split()[0] in words("openers"):
        pieces = [*pieces[1:], pieces[0]]
    text, which = _without_which(_DAYS_TOGETHER.sub("", " ".join(pieces)))
    said = _CLEFT.sub(r"\1did \2 ", text).split()
    said, ended = _without_tag(said)
    brief = briefly(in_few_words(with_subject(joined(" ".join(said)))))
    direct = in_few_words(usual(" ".join(_direct(as_question(usual(brief)).split()))))
    ordered = in_usual_order(direct.split())
    ordered = ordered if ordered == direct.split() else as_question(" ".join(ordered)).split()
    said, believed = _believed(plain_dates(" ".join(plainly(ordered))).split())
    asked = bool(said) and said[0] in words("openers") | {"whether", "if"}
    found = _confirmed(said, (tagged or ended or believed) and not asked)
    return replace(found, which=which or remark, places=places_asked(usual(brief)))


def _is_remark(pieces: Sequence[str]) -> bool:
    """Whether what stands last is no part of the question: "is the window open, it is freezing"."""
    said = pieces[-1].split()
    asks = pieces[0].split()[0] in words("openers") and len(pieces[0].split()) > _SHORTEST
    if not asks or said[0] not in words("remarks") or len(said) <= _SHORTEST:
        return False
    return said[:2] == ["i", "am"] or (said[0] != "i" and not {*said[1:]} & (words("asks") | {"or"}))


def _without_which(text: str) -> tuple[str, str]:
    """The words without a clause at their end that says which thing is meant, and that clause."""
    found = _WHICH.match(text) or _WHICH_OF_MINE.match(text)
    if found is None:
        return text, ""
    which = found["which"]
    return found["rest"], which if which.startswith(("that ", "which ")) else f"that {which}"


def is_aside(piece: str) -> bool:
    """Whether a piece asks nothing and names nothing: "oh dear", "love"."""
    return {*re.findall(r"[a-z']+", piece.lower())} <= words("asides")


def is_tag(piece: str) -> bool:
    """Whether a piece behind a statement wants it to be confirmed: "right?", "did it?", "didn't you?"."""
    said = " ".join(plain(piece).replace(" not ", " ").split())
    return said in tags() | {_joined(tag) for tag in tags()} or _TAG.fullmatch(said) is not None


def _joined(tag: str) -> str:
    return tag.replace("nt ", " not ")


def _courteous(text: str) -> str:
    """Plain words without what only is polite."""
    said = f" {' '.join(re.findall(r'[a-z0-9:.-]+', plain(text)))} "
    for phrase in courtesies():
        if f" {phrase} " not in said:
            continue
        told = r"(?<! i)(?<! we)(?<! ever)(?<! say you)(?<! to you)" if phrase.startswith("thank") else ""
        said = re.sub(rf"(?<! say)(?<! said)(?<! tell)(?<! told){told} {re.escape(phrase)} ", " ", said)
    said = _BOTH_DAYS.sub(" since yesterday", _ALL_DAYS.sub(" ", said))
    return _NEXT_DAYS.sub(_one_stretch, said).strip(" .-")


def _one_stretch(found: re.Match[str]) -> str:
    """Of "on Monday and Tuesday", which follow each other, both days as one stretch; other days as they are."""
    first, second = (DAYS.index(found[day]) for day in ("first", "second"))
    return f"from {found['first']} to {found['second']}" if (second - first) % len(DAYS) == 1 else found[0]


def _subordinate(text: str) -> bool:
    """Whether a piece before a comma limits what is asked behind it: "when you made pancakes", "between 8 and 9"."""
    first, *rest = text.split()
    if first in ("when", "as") or (first in words("asks")):
        return first in ("when", "as") and bool(rest) and rest[0] not in ("did", "was", "were", "is", "have", "had")
    if rest and rest[0] in ("what", "which"):  # "in what was it, when you cut it" asks already
        return False
    limits = first in clause_words() or first in words("places") | {"for", "this", "last", "today"}
    return first not in words("openers") and (limits or text.split()[-1].endswith("day"))


def _without_tag(said: list[str]) -> tuple[list[str], bool]:
    """The words without "right" or "did you not" behind a statement."""
    if not said or said[0] in words("openers"):
        if said[-2:] == ["or", "not"]:
            return said[:-2], False
        return said, False
    for length in (4, 3, 2, 1):
        end = " ".join(said[-length:])
        if length == 1 and end in _AUXILIARIES and set(said) & words("asks"):  # "I would like to know what you did"
            continue
        if len(said) > length and said[-length - 1] in words("asks"):  # "before that where was it"
            continue
        if len(said) > length + 1 and end in {_joined(tag) for tag in tags()} | tags():
            return said[:-length], True
    return said, False


def _direct(said: list[str]) -> list[str]:
    """What is asked indirectly: of "do you know where the mug is" the words from "where" on."""
    if at := _yes_or_no_from(said):
        return said[at:]
    at = _asked_from(said)
    before = [word for word in said[: at or 0] if word not in _WHETHER]
    if led := _led_to(said, at or 0):
        return said[led:]
    if not at or not set(before) <= words("knowing") or not set(before) & words("knows"):
        return _imperative(said)
    if {"i", "me", "we"} & set(before[:-1]) and "did" in before[:2]:  # "what did I tell you", "when did I say"
        return said
    return said[at:]


def _asked_from(said: Sequence[str]) -> int | None:
    """Where the question word stands; of "whether you might recall where it is" the second, as nobody asks for that."""
    found = [index for index, word in enumerate(said) if word in words("asks")]
    within = len(found) > 1 and said[found[0]] in _WHETHER and {*said[: found[1]]} - _WHETHER <= words("knowing")
    return found[1] if within else next(iter(found), None)


def _believed(said: list[str]) -> tuple[list[str], bool]:
    """What somebody believes to be so, without that: of "my wife says you watered the plant" the plant."""
    led = next((at for at, word in enumerate(said) if word not in _LED), 0)
    if said[led : led + 1] == ["you"] and said[led + 1 : led + 2] and said[led + 1] in words("telling"):
        said = said[led:]  # "but you said it was in the sink"
    for at in range(1, min(len(said) - 2, _LONG_BELIEF)):
        mine = said[0] == "i" and said[at] in words("believing") and set(said[1:at]) <= words("degrees")
        told = said[at] in words("telling") and at < 3 and said[0] in words("tellers")  # "my wife says"
        behind = at + 1 + (said[at + 1] in ("me", "that")) + (said[at + 1 : at + 3] == ["me", "that"])
        if (mine or told) and said[behind : behind + 1] and said[behind] in words("stated"):
            return said[behind:], True
    return said, False


def _led_to(said: Sequence[str], asks: int) -> int:
    """Where the question begins behind "I can't for the life of me remember"; 0 where nothing leads to it."""
    at = asks - 1 if asks and said[asks - 1] in words("places") | words("with") | {"by"} else asks
    knowing = said[at - 2 : at] if at >= 2 else said[:at]
    if at < 2 or at > _LONG_LEAD or not set(knowing) & words("knows") or said[at - 1] not in words("knowing"):
        return 0
    begins = said[0] in words("leads") and not (said[0] == "did" or "did" in said[:2])
    return at if begins else 0


def _yes_or_no_from(said: list[str]) -> int:
    """Where "did you" begins in "I would like to know: did you", "tell me, were you"; 0 where nothing leads to it."""
    for at in range(1, len(said) - 1):
        if not set(said[:at]) <= words("knowing"):
            return 0
        leads = said[at - 1] in words("knows") or (said[at - 1] in ("me", "us") and set(said[:at]) & words("knows"))
        if leads and said[at] in _AUXILIARIES and said[at + 1] not in words("knows"):
            return at
    return 0


def _imperative(said: list[str]) -> list[str]:
    """Of "can you please tell me about Monday" the words from "tell" on."""
    if said[:1] and said[0] in _LED and said[1:2] == ["you"] and len(said) > _SHORTEST:  # "but you did make some"
        return said
    at = 0
    while at < len(said) and said[at] in _POLITE:
        at += 1
    if at == len(said) or (said[0] in ("you", "i", "to", "then", "and", "so") and at < 2 and said[0] in ("you", "i")):
        return said
    polite = said[0] in ("can", "could", "would", "will") or "want" in said[:at] or "like" in said[:at]
    if polite and said[at] in ("tell", "give", "list", "describe", "name", "summarize", "summarise", "remind", "show",
                               "explain", "count", "say", "know", "hear", "see"):  # fmt: skip
        return said[at:]
    skipped = 0
    while skipped < len(said) - 1 and said[skipped] in words("asides") - {"no", "then", "still", "again"}:
        skipped += 1
    if skipped and said[skipped] not in words("openers") | {"so", "and"} and said[0] not in _FILLING:
        return said
    return said[skipped:]


def _confirmed(said: list[str], claimed: bool) -> Sentence:
    """A statement about what happened takes itself to be so, with or without "right?"."""
    if said[1:2] == ["not"] and said[0] in _AUXILIARIES:  # "isn't the plate clean"
        said = [said[0], *said[2:]]
    if said[:2] == ["you", "never"] and said[2:3] == ["did"]:  # "you never did touch it"
        said = ["you", "did", "never", *said[3:]]
    if said[:1] == ["you"] and said[1:2] and said[1] in ("did", "have", "had", "do"):  # "you did not find the vase"
        said, claimed = [said[1], "you", *said[2:]], True
        denied = bool(_NEGATED & set(said[:5]))
        return Sentence(tuple(word for word in said if word not in _NEGATED), True, denied)
    if said[:1] and said[0] in _LED and said[1:2] == ["you"] and said[2:3] != ["said"]:
        return _confirmed(said[1:], claimed)
    if claimed and said[:1] and said[0] in ("it", "they") and said[1:2] and said[1] in _BE and len(said) > _SHORTEST:
        said = [said[1], said[0], *said[2:]]  # "it was in the sink"
    first = said[0] if said else ""
    statement = first in ("you", "there") or (claimed and first not in words("openers"))
    denied = bool(_NEGATED & set(said[:5])) and (statement or claimed)
    if denied:
        said = [word for word in said if word not in _NEGATED]
    return Sentence(tuple(said), statement or claimed, denied)


_BE = frozenset({"is", "are", "was", "were"})
_LED = frozenset({"but", "and", "so", "then", "well"})
"""What may stand before a statement."""
_SHORTEST = 2
"""Words that a question or a remark has more than."""
_LONG_BELIEF = 5
"""Words that may say whose belief it is."""
_LONG_LEAD = 12
"""Words that may lead to a question."""
_FILLING = frozenset({"so", "ok", "okay", "well", "now"})
"""What may stand before any sentence; other exclamations stand before questions."""
_MOST = 2
"""Times in one sentence: more than two are no question."""


def timed(said: Sequence[str], reader: TimeReader | None) -> list[SentencePart]:
    """The words with a chunk in the place of every time that is named."""
    if reader is None:
        return [*said]
    parts: list[SentencePart] = [*plain_dates(" ".join(said)).split()]
    for _ in range(_MOST):
        shown = [part if isinstance(part, str) else "\u241f" for part in parts]
        found = reader.read(" ".join(shown))
        if not found.words:
            break
        parts = _replaced(parts, shown, found)
    return parts


def _replaced(parts: list[SentencePart], shown: Sequence[str], found: NamedTime) -> list[SentencePart]:
    """With the words of a time replaced by it: those that the rest lacks."""
    rest = found.rest.split()
    first = next((at for at, (one, other) in enumerate(zip(shown, rest, strict=False)) if one != other), len(rest))
    kept: list[SentencePart] = []
    at = 0
    for index, word in enumerate(shown):
        if at < len(rest) and rest[at] == word:
            kept.append(parts[index])
            at += 1
    if at < len(rest):  # its words were put in another order: the time goes to the end
        kept = [part for part in parts if not isinstance(part, str) or part in rest]
        first = len(kept)
    gone = " ".join(word for word in shown if word not in rest)
    kept.insert(min(first, len(kept)), Chunk("TIME", gone or found.words, found.span))
    return kept


_SPOKEN = frozenset({"tasks", "speech", "facts"})
"""Subjects of which it is known who spoke."""


@dataclass(frozen=True)
class SpokenQuestion:
    """A question in which people are spoken of by name.

    Attributes:
        words: The question as somebody would ask it of themselves: "did ben ask for tea" → "did i ask for tea".
        speaker: Who asked or spoke; empty where nobody is named so.
        left: Names that stand for something else: an owner, who got something.
    """

    words: tuple[str, ...]
    speaker: str = ""
    left: tuple[str, ...] = ()


def with_owners(text: str, people: Collection[str]) -> str:
    """A question with the names of owners as one word: "vera's mug" is "veras mug", not "vera is mug"."""
    for name in people:
        text = re.sub(rf"\b({re.escape(name)})['’]s\b", r"\1s", text, flags=re.IGNORECASE)
    return text


def with_people(said: Sequence[str], people: Collection[str]) -> SpokenQuestion:
    """A question without the names of people.

    Args:
        said: The question in plain words.
        people: Names of those who ever spoke, in lower case; one name may be several words.
    """
    found = SpokenQuestion(tuple(said))
    for name in sorted(people, key=len, reverse=True):
        found = _without(found, tuple(name.split()))
    return found


def _without(question: SpokenQuestion, name: tuple[str, ...]) -> SpokenQuestion:
    said, length, owner = question.words, len(name), (*name[:-1], f"{name[-1]}s")
    for at in range(len(said)):
        before, rest = said[at - 1] if at else "", said[at + length :]
        if said[at : at + length] == owner:
            return replace(question, words=(*said[:at], "the", *rest), left=(*question.left, " ".join(owner)))
        if said[at : at + length] != name:
            continue
        if "or" in (before, *rest[:1]) or "and" in (before, *rest[:1]):  # who of them: another question
            return question
        if before in ("for", "by"):
            return replace(question, words=(*said[: at - 1], *rest), speaker=" ".join(name))
        if before in words("giving") or before == "to":
            kept = said[: at - 1] if before == "to" else said[:at]
            return replace(
                question, words=(*kept, *rest), left=(*question.left, " ".join((*said[len(kept) : at], *name)))
            )
        if set(rest[:2]) & words("speaking"):
            return replace(question, words=(*said[:at], "i", *rest), speaker=" ".join(name))
    return question


def spoken_by(query: MemoryQuery, question: SpokenQuestion) -> MemoryQuery:
    """A query with who spoke as one of its filters; where it is not known who spoke, the name is left out and said."""
    left = question.left
    if question.speaker and query.of.subject in _SPOKEN:
        query = replace(query, of=replace(query.of, speaker=question.speaker))
    elif question.speaker:
        left = (*left, question.speaker)
    return replace(query, left_out=tuple(dict.fromkeys((*query.left_out, *left)))) if left else query
