"""Understanding a question about the past: which kind it is, what it is about, and when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from agent.recall.kinds import ADJECTIVES, QuestionKind, Subject, kind_of
from agent.recall.understanding.task_words import named_task
from agent.recall.understanding.times import NamedTime, TimeReader
from envs.vocabulary.nouns import APPEARANCE, Lexicon
from envs.vocabulary.verbs import changes, deed_forms, deeds
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View

_PLACE_WORDS = frozenset({"in", "into", "on", "onto", "inside", "to", "at", "from", "off", "out", "near"})
_CLAUSE_WORDS = frozenset({"and", "with", "using", "then", "before", "after", "while", "for", "because", "when", "by"})
_FILL_WORDS = """
a an the any some my your his her their our this that these those all every each both another other one ones thing
things something anything everything stuff object objects item items it them ever again already also first second
third last latest time times just right still too actually yet of off most recently recent water liquid coffee
contents different many there been have has is are was were did do you i we dirty clean open closed hot cold full
empty cooked raw broken on back please fail failed succeed manage try tried to why what when how which where who went
often wrong work worked go gone managed
"""
_FILL = frozenset(_FILL_WORDS.split())
_AUXILIARIES = frozenset({"did", "do", "does", "have", "has", "had", "are", "is", "was", "were", "can", "could"})
_ARTICLES = frozenset({"the", "a", "an", "any", "my", "your", "this", "that", "some", "many", "of"})
_BEFORE_VERBS = frozenset(
    {"you", "i", "we", "they", "robot", "anyone", "to", "ever", "never", "not", "already", "also"}
)
_BEFORE_VERBS |= {"just", "last", "first", "and", "or", "actually", "recently", "once", "before", "after", "user"}
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5}
_ORDINALS |= {"sixth": 6, "6th": 6, "seventh": 7, "7th": 7, "eighth": 8, "8th": 8, "ninth": 9, "9th": 9, "tenth": 10}
_ORDINALS |= {"5th": 5, "last": -1, "penultimate": -2, "latest": -1, "recently": -1, "recent": -1}

_CONTRACTIONS = ((r"n't\b", " not"), (r"'ve\b", " have"), (r"'re\b", " are"), (r"'ll\b", " will"), (r"'m\b", " am"))
_CONTRACTIONS += ((r"\b(did|do|does|was|were|is|are|has|have|had|could|would|should)nt\b", r"\1 not"),)
_CONTRACTIONS += ((r"\b(what|where|who|how|when|why)s\b", r"\1 is"),)
_CONTRACTIONS += ((r"\b(what|where|when|who|why|how|that|it|there)'s\b", r"\1 is"), (r"'d\b", " did"), (r"'s\b", ""))
_DETAIL = re.compile(r" ?\b(exactly|precisely|in (more )?detail|step by step|really)\b ?")
_LONGEST = 500  # characters of a question that are read
_SHORTHAND = {"u": "you", "r": "are", "ur": "your", "pls": "please", "wat": "what", "wen": "when", "wich": "which"}
_PREFIXES = (
    r"(please|hey|ok|okay|so|and|well|hi|hello|robot|now|then)\b",
    r"(can|could|would|will) you( please)? (tell|remind|show|say|list)( to)?( me)?( again)?\b",
    r"(do|can|could) you( still)? (remember|recall|know)\b",
    r"(i (wonder|want to know|would like to know))\b",
    r"(tell|remind|show) me( again)?\b",
)


@dataclass(frozen=True)
class Activity:
    """What a question supposes was done or seen.

    Attributes:
        kind: ``act`` (object interaction), ``see``, ``any`` (handled in whatever way), ``change`` (became clean,
            cooked, …) or ``task`` (no verb we know: perhaps the name of a request).
        actions: For ``act``: the memory's actions that it may mean.
        change: For ``change``: sign and state, ``-dirty``.
        things: Classes it was done to; empty when not said.
        places: Classes of where, where from or where to; empty when not said.
        adjectives: Sign and state each thing must have had.
        unknown: Things named that no lexicon knows.
        ignored: Words that were understood as part of the question but have no part in the answer.
        words: All words of substance, for searching texts.
    """

    kind: str
    actions: tuple[str, ...] = ()
    change: str = ""
    things: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    ignored: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """A question, understood.

    Attributes:
        kind: Name of its kind (``agent.recall.kinds``).
        activity: What it is about.
        scope: Which part of the past.
        when: How to say that part in the answer; empty when none was named.
        instant: ``scope`` is one moment.
        task: The words that may name a task, as they were written.
        clocked: A clock time limits the scope.
        ordinal: 1 the first, 2 the second, …, -1 the last; None all.
        words: Its words without the time, spelling corrected.
    """

    kind: str
    activity: Activity
    scope: Scope = EVERYTHING
    when: str = ""
    instant: bool = False
    ordinal: int | None = None
    words: tuple[str, ...] = ()
    task: str = ""
    clocked: bool = False


class QuestionReader:
    """Reads questions against what the memory holds.

    Args:
        view: The memory: its classes are words, its times give "8:05" a day.
        now: When the question is asked.

    Attributes:
        now: When the question is asked.
        lexicon: What things are called.
    """

    def __init__(self, view: View, now: datetime) -> None:
        self.now = now
        self.lexicon = self._lexicon = Lexicon(view.types)
        self._time = TimeReader(now, view)

    def time(self, text: str) -> NamedTime:
        """The time that a question in plain words names, and its words without it."""
        return self._time.read(text)

    def spelled(self, text: str) -> str:
        """The question in plain words, typos corrected."""
        return " ".join(self._lexicon.spell(word) for word in plain(text).split())

    def read(self, text: str) -> Question | None:
        """The question's meaning, or None when it has no shape that is known."""
        when = self._time.read(self.spelled(text))
        words = tuple(re.findall(r"[a-z0-9]+", _unprefixed(when.rest)))
        sentence = _DETAIL.sub(" ", " ".join(words)).strip()
        found = kind_of(sentence)
        if found is None:
            return None
        kind, about = self._about(found, words)
        ordinals = [_ORDINALS[word] for word in words if word in _ORDINALS]
        return Question(
            kind,
            about,
            when.scope,
            when.words,
            when.instant,
            ordinals[0] if ordinals else None,
            words,
            named_task(kind, sentence),
            when.clocked,
        )

    def _about(self, found: QuestionKind, words: tuple[str, ...]) -> tuple[str, Activity]:
        """The name of the kind, which the words may settle, and what a question of that kind is about."""
        kind, subject = found.name, found.subject
        if subject is Subject.NOTHING:
            return kind, Activity("any")
        if subject is Subject.TASK:
            return kind, self.activity(re.findall(r"[a-z0-9]+", named_task(kind, " ".join(words))))
        if subject is Subject.TOOL:
            return kind, self.activity(words[2:])
        if subject is Subject.THING:
            return kind, self._named(words)
        if subject is Subject.NEIGHBOUR:
            first = next(index for index, word in enumerate(words) if word in ("before", "after"))
            return kind, self.activity(words[first + 1 :])
        if subject is Subject.AMOUNT:
            return kind, self._amount(words)
        if subject is Subject.STATE and (named := self._named(words)).things:
            return kind, named
        deed = self.activity(words)
        if (
            deed.kind == "task" and deed.things and words[0] in ("is", "are", "was", "were")
        ):  # "is the mug on the table"
            deed = replace(deed, kind="see")
            kind = "placed" if deed.places and words[0] in ("is", "are") else "ever"
        if words[:2] in (("is", "there"), ("are", "there")) and deed.things and deed.places:
            kind = "placed"
        return ("ever" if subject is Subject.STATE else kind), deed

    def _amount(self, words: tuple[str, ...]) -> Activity:
        """The thing comes before the verb: "how many mugs did you pick up"."""
        cut = next((index for index, word in enumerate(words) if word in _AUXILIARIES), len(words))
        counted, deed = self._named(words[2:cut]), self.activity(words[cut:])
        kind = "see" if deed.kind == "task" else deed.kind
        after = self._lexicon.find(words, self._after_place_word(words))
        places = after.types if after and after.types != counted.things else ()
        return Activity(
            kind,
            deed.actions,
            deed.change,
            counted.things,
            places,
            counted.adjectives,
            counted.unknown,
            counted.ignored,
        )

    def _after_place_word(self, words: Sequence[str]) -> int:
        return next((index for index, word in enumerate(words) if word in _PLACE_WORDS), len(words))

    def _named(self, words: Sequence[str]) -> Activity:
        """Just the thing that is named, with its adjectives; no deed."""
        found = self._lexicon.find(words)
        adjectives = tuple(ADJECTIVES[word] for word in words if word in ADJECTIVES)
        looks = " ".join(word for word in words if word in APPEARANCE)
        if found:
            return Activity("see", things=found.types, adjectives=adjectives, ignored=looks)
        question = {"where", "what", "how", "see", "saw", "seen", "last", "find", "located", "now", "kept", "in", "am"}
        rest = tuple(
            w for w in words if w not in _FILL | APPEARANCE | question and deed_forms().get(w) not in ("see", "find")
        )
        return Activity("see", unknown=(" ".join(rest),) if rest else (), adjectives=adjectives)

    def activity(self, words: Sequence[str]) -> Activity:
        """The first deed in some words, with its thing and place."""
        for index, word in enumerate(words):
            verb = deed_forms().get(word)
            if verb is None or not _does(words, index, verb):
                continue
            rest = list(words[index + 1 :])
            if verb in changes():
                return self._filled(Activity("change", change=changes()[verb]), rest, words, index)
            action, rest = _action(verb, rest)
            if action:
                kind = action if action in ("see", "any") else "act"
                return self._filled(Activity(kind, (action,) if kind == "act" else ()), rest, words, index)
        if re.match(r"(did|have|had|were|are) you (do|done|been doing|busy|active|working|idle)\b", " ".join(words)):
            return Activity("any")
        if words and words[0] in ("was", "were", "is", "are") and "there" in words[:2]:
            return self._filled(Activity("see"), list(words[words.index("there") + 1 :]), words, 0)
        return self._filled(Activity("task"), list(words), words, 0)

    def _filled(self, deed: Activity, rest: list[str], words: Sequence[str], verb: int) -> Activity:
        """The deed with its thing and place, named after the verb; in "was the fridge opened" before it."""
        cut = next((i for i, word in enumerate(rest) if word in _CLAUSE_WORDS), len(rest))
        place = next((i for i, word in enumerate(rest[:cut]) if word in _PLACE_WORDS), cut)
        thing_words, place_words = rest[:place], rest[place:cut]
        thing, where = self._lexicon.find(thing_words), self._lexicon.find(place_words)
        if not thing and not any(word not in _FILL for word in thing_words):
            thing, thing_words = self._lexicon.find(words[:verb]), list(words[:verb])
        content = tuple(w for w in words if w not in _FILL and w not in ("when", "what", "how", "ever", "often", "why"))
        unknown = tuple(
            " ".join(left)
            for part, found in ((thing_words, thing), (place_words, where))
            if not found and (left := [w for w in part if w not in _FILL | _PLACE_WORDS | APPEARANCE])
        )
        adjectives = [word for word in thing_words if word in ADJECTIVES and word not in ("on", "off")]
        ignored = list(adjectives) if deed.kind in ("act", "change") else []
        for part, found in ((thing_words, thing), (place_words, where)):
            named = set(part[found.first : found.last]) if found else set(part)
            ignored += [word for word in part if word not in named | _FILL | _PLACE_WORDS | set(ADJECTIVES)]
        if any(word not in _FILL for word in rest[cut + 1 :]):
            ignored += rest[cut:]
        return Activity(
            deed.kind,
            deed.actions,
            deed.change,
            things=thing.types if thing else (),
            places=where.types if where else (),
            adjectives=tuple(ADJECTIVES[word] for word in adjectives),
            unknown=unknown,
            ignored="" if deed.kind == "task" else " ".join(ignored),
            words=content,
        )


def _does(words: Sequence[str], index: int, verb: str) -> bool:
    """Whether a word that has the form of a verb is used as one.

    The plain form follows its subject ("did you clean", "to open"); elsewhere it is a noun or an adjective ("the tomato
    slices", "a clean mug"), as is any form between an article and a thing ("the broken mug").
    """
    before = words[index - 1] if index else ""
    passive = {"was", "were", "been"} & set(words[:index]) and not {"you", "i", "we"} & set(words[:index])
    if passive and index + 1 == len(words):  # "was the bread cut"
        return True
    if words[index] in (verb, verb + "s", "did"):  # "did" mostly helps another verb
        return index == 0 or before in _BEFORE_VERBS
    return before not in _ARTICLES or index + 1 == len(words)


def plain(text: str) -> str:
    """Lower case, contractions spelled out, punctuation gone except inside times and dates."""
    text = text[:_LONGEST].lower().replace("’", "'").strip()
    text = re.sub(r"\b(u|r|ur|pls|wat|wen|wich)\b", lambda match: _SHORTHAND[match[1]], text)
    for pattern, replacement in _CONTRACTIONS:
        text = re.sub(pattern, replacement, text)
    text = re.sub(r"\bg[eo]t (all )?done\b", "do", text)
    text = re.sub(r"^((?:what|which|who|how many)\b[^?]*?) got (\w+ed|cut|broken|made|put)\b", r"\1 was \2", text)
    text = re.sub(r"[^\w\s:.,-]|[.,:](?!\d)", " ", text)
    return " ".join(re.sub(r"(?<!\d)-|-(?!\d)", " ", text).split())


def _unprefixed(text: str) -> str:
    """The question without "can you tell me" and "please"."""
    text = re.sub(r"[ ,]+(please|thanks)[ .,]*$", "", text)
    text = re.sub(
        r"^(can you |could you |please )*(give|show|write|read|make) me (a |an |the )?(list|overview|summary) of",
        "list",
        text,
    )
    before = None
    while before != text:
        before = text
        for prefix in _PREFIXES:
            text = re.sub(rf"^{prefix}[ ,]*", "", text)
    return text


def _action(verb: str, rest: list[str]) -> tuple[str, list[str]]:
    """The action that a verb means, and the words after it without its particle; no action when it means none.

    The particle may stand right after the verb or after the thing ("turn the lamp on"), where a place does not follow.
    """
    for index, word in enumerate(rest):
        action = deeds().get((verb, word))
        follows = rest[index + 1 : index + 2]
        ends = all(filler in _FILL for filler in rest[index + 1 :]) or follows[0] in _PLACE_WORDS | _CLAUSE_WORDS
        if action and (ends or all(filler in _FILL for filler in rest[:index])):
            return action, rest[:index] + rest[index + 1 :]
        if word in _CLAUSE_WORDS:
            break
    return deeds().get((verb,), ""), rest
