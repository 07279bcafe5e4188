"""Answers that rest on a question half understood: in their place it is said what of it was not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.answer import Answer
from agent.recall.reading.by_example import HOW_MANY
from agent.recall.reading.parts.noun_phrases import STATES
from agent.recall.reading.parts.wordlists import clause_words, relations, verb, words
from agent.recall.reading.reader import Refusal
from agent.recall.understanding.dates import DAYS, MONTHS, PARTS
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.nouns import APPEARANCE, Lexicon, full_lexicon
from envs.vocabulary.numbers import alternatives, up_to
from envs.vocabulary.stems import stem
from envs.vocabulary.verbs import base, changes, deeds, everyday_requests, of_past, requests
from memory.reading.view import View
from memory.rules.facts import content_stems, is_own

KNOWN = frozenset({"known", "partly"})
"""Statuses of answers that tell something."""
_NOT_SURE = 'I am not sure that I understand: I do not know what to make of "{}" there.'
_WHICH_TASK = "I am not sure which task you mean. What did you ask me to do?"
_OF_WHAT_IS_NAMED = frozenset({"exists", "count", "when", "where", "put", "taken", "state"})
"""Asks that are answered wrongly, not in part, where one of the things that are named is left out."""
_WHICH_HOME = "I was in more than one home, and I cannot tell by these words which of them you mean."
_ANY = frozenset({"anything", "something", "any", "some", "things", "everything", "nothing", "ever"})
"""Words by which a question may be about whatever there is."""


class AnswerDoubts:
    """Says which answers are to be doubted.

    Args:
        view: The memory.
        lexicon: What things are called.
    """

    def __init__(self, view: View, lexicon: Lexicon) -> None:
        self._view = view
        self._lexicon = lexicon

    def doubt(self, found: Findings, answer: Answer, sentence: str = "") -> Refusal | None:
        """A refusal in place of an answer that rests on a question half understood; None for every other.

        Args:
            found: What was found.
            answer: The same in words.
            sentence: The question in plain words, as it was put; empty where it is that of the query.
        """
        asked_words = (sentence or found.query.text).split()
        if _tells_other(found, asked_words):
            return Refusal(f"You did not tell me that, as far as I know. {answer.text}", final=True)
        left = [said for said in found.query.left_out if not said.startswith(("that ", "which "))]  # which one is meant
        named = next((said for said in left if self._names_thing(said)), None)
        if found.status in KNOWN and _of_a_home(asked_words, left) and self._view.homes.several:
            return Refusal(_WHICH_HOME, final=True)
        asked = found.query.ask in _OF_WHAT_IS_NAMED and found.status in KNOWN
        if named is not None and asked and found.query.of.subject not in ("speech", "facts"):
            return Refusal(_NOT_SURE.format(named))
        if found.status in KNOWN and (number := _number_unread(found.query, " ".join(asked_words))):
            return Refusal(_NOT_SURE.format(number))
        made = self._compound(asked_words, left)
        if made and found.query.ask == "exists" and found.status in KNOWN:
            return Refusal(_NOT_SURE.format(made))
        if found.items or found.status not in ("never happened", "forgotten"):
            return _doubted(found, answer)
        unread = self._no_thing(found, asked_words) or self._strangely_done(found.query)
        if found.status == "never happened":
            unread = unread or self._no_task(found) or self._nothing_done(found.query, asked_words)
            unread = unread or _of_no_topic(found.query)
        if unread:
            return Refusal(_NOT_SURE.format(unread))
        if found.query.against and found.query.measure == "duration" and found.status == "never happened":
            return Refusal(_which_of_two(found))
        lived = self._view.last_time() is not None  # of a life that is empty nothing is denied wrongly
        if found.status == "never happened" and lived and _names_nothing(found.query.of):
            return Refusal(_WHICH_TASK)
        if lived and _of_a_state_alone(found.query):
            return Refusal("I am not sure which thing you mean.")
        return _doubted(found, answer)

    def _no_thing(self, found: Findings, asked: Sequence[str]) -> str:
        """What was taken for a thing that was never met, and is no thing: "in one piece", "whatever", "initially"."""
        unknown = next((one.words for one in found.caveats if one.kind == "unknown" and one.words), "")
        unknown = unknown or found.query.of.thing.unknown
        said = unknown.split()
        no_thing = {*said} <= words("no_things") or (len(said) == 1 and _is_adverb(unknown))
        return unknown if said and (no_thing or self._is_bare(unknown, asked)) else ""

    def _is_bare(self, said: str, asked: Sequence[str]) -> bool:
        """Whether words that nobody knows stand in no question and behind no article: what they are is not known."""
        named = said.split()
        if not _asks_nothing(asked) or full_lexicon().find(named) is not None or any(map(base, named)):
            return False
        at = next((at for at, word in enumerate(asked) if word == named[0]), 0)
        return at == 0 or asked[at - 1] not in words("determiners")

    def _strangely_done(self, query: MemoryQuery) -> str:
        """A verb that is no deed of a robot, where it is said of a thing that was seen: "where is the mug hiding"."""
        for said in tasks_named(query):
            first, *rest = said.split()
            thing = self._lexicon.find(rest)
            seen = thing is not None and self._view.types & {*thing.types}
            if seen and base(first) is not None and not _doable(base(first) or ""):
                return first
            if {*map(stem, said.split())} <= {*map(stem, words("no_things") | words("fillers"))}:
                return said
        return ""

    def _no_task(self, found: Findings) -> str:
        """What was taken for a task that never was, and is but a verb: the "hanging around" of something spoken of."""
        absent = next((one.about for one in found.caveats if one.kind == "not so" and one.about is not None), None)
        if absent is None or absent.subject != "tasks" or self._names_thing(absent.task):
            return ""
        said, *rest = absent.task.split() or [""]
        return absent.task if said.endswith(("ing", "ed")) and {*rest} <= words("fillers") | words("places") else ""

    def _nothing_done(self, query: MemoryQuery, asked: Sequence[str]) -> str:
        """What was taken for a task and tells no deed: a thing alone, or a verb that nobody knows: "did you comply"."""
        for said in tasks_named(query):
            if {*said.split()} <= {*asked} and self._is_bare(said, asked):
                return said
            thing = self._lexicon.find(said.split())
            if verb(said.split()[0]) is not None:
                continue
            alone = thing is not None and thing.last - thing.first == len(said.split())
            if alone or (thing is None and re.search(rf"\byou (?:ever )?{re.escape(said)}\b", query.text)):
                return said
        return ""

    def _compound(self, asked: Sequence[str], left: Sequence[str]) -> str:
        """A thing with an unknown word right behind it, which makes it another thing: "tomato soup"."""
        small = words("fillers") | words("adverbs") | words("asides")
        unread = {one for said in left for one in said.split()} - small
        pairs = ((one, after) for one, after in pairwise(asked) if after in unread and not _is_adverb(after))
        return next((f"{one} {after}" for one, after in pairs if full_lexicon().find([one]) is not None), "")

    def _names_thing(self, said: str) -> bool:
        return self._lexicon.find(said.split()) is not None


_LIMITED = re.compile(
    rf"\b(?:(?:more|less|fewer) than|at (?:least|most)|exactly|up to) (?:\d+|{alternatives(up_to(20))})"
    r"(?! (?:times?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b)(?= [a-z])"
)
"""A number that is a limit, of things and not of times."""


def _number_unread(query: MemoryQuery, asked: str) -> str:
    """A limit that a yes or no would be about and that no part of a query stands for: "more than one salad"."""
    of = query.of
    read = query.claim if query.ask == "count" else of.thing.amount or of.place.amount or of.tool.amount or of.took
    limit = _LIMITED.search(asked)
    whether = query.ask in ("exists", "outcome") or (query.ask == "compare" and query.claim is not None)
    return limit[0] if limit is not None and whether and not read else ""


_HOMES = frozenset({"home", "house", "flat", "apartment"})
_ONE_OF = frozenset({"this", "that", "first", "second", "other", "old", "new", "last", "previous", "same", "another"})
"""Words that say which of several homes is meant."""


def _of_a_home(asked: Sequence[str], left: Sequence[str]) -> bool:
    """Whether it is asked about one home, or a room of one, of several: "in the first kitchen"."""
    rooms = words("rooms") | _HOMES
    told = any(one in _ONE_OF and after in rooms for one, after in pairwise(asked))
    return told or any({*said.split()} & rooms for said in left)


def tasks_named(*queries: MemoryQuery) -> list[str]:
    """Words that name tasks in some queries, each once."""
    parts = [part for query in queries for part in (query.of, *query.against, *query.supposes)]
    return list(dict.fromkeys(one.task for part in parts for one in (part, *part.others) if one.task))


def _which_of_two(found: Findings) -> str:
    """Which of some things that were to be compared is not known by its words."""
    absent = next(
        (one.about for one in found.caveats if one.kind == "not so" and one.about is not None), found.query.of
    )
    return f'I am not sure what you mean by "{absent.task}", so I cannot compare.' if absent.task else _WHICH_TASK


def _names_nothing(of: Selection) -> bool:
    """Whether a selection of tasks tells nothing of them: that there was none of all was not asked."""
    return replace(of, ordinal=None) == Selection("tasks", speaker=of.speaker)


def _tells_other(found: Findings, asked: Sequence[str]) -> bool:
    """Whether facts are about the one who is asked about, and tell something else: of a name only the birthday."""
    if found.query.ask != "fact" or any(item.what != "fact" for item in found.items):
        return False
    if found.items and _tells_no_kind(found.items, " ".join(asked)):
        return True
    for asks, tells in _OF_A_FACT:
        told = any({*item.name.lower().rstrip(" .!").split()} & words(tells) for item in found.items)
        named = asks == "asks_name" and any(map(_has_name, found.items))
        wished = asks == "asks_wish" and _WISHED.search(" ".join(asked)) is not None
        if (wished or words(asks) & {*asked}) and found.items and not (told or named):
            return True
    return False


def of_another(items: Sequence[FoundItem], said: str) -> str:
    """Of whom it is asked, "your brother", where every fact is about other people: his sister; empty elsewhere.

    Args:
        items: Facts.
        said: The question as it was put.
    """
    asked = plain(said)
    whom, named = _asked_of(asked, said)
    told = [_is_of(item) for item in items]
    if not whom or not all(told) or any(whom in some for some in told):
        return ""
    if any(one in asked.split() for some in told for one in some) or whom in {one.speaker.lower() for one in items}:
        return ""
    return named


def _asked_of(asked: str, said: str) -> tuple[str, str]:
    """Of whom it is asked, and what the robot calls that one: a relation, a name, or whoever asks; empty for nobody."""
    people = relations()
    whose = [who for one, who in pairwise(asked.split()) if one in ("my", "our") and who in people]
    if whose:
        return (people[whose[0]], f"your {whose[0]}") if len(whose) == 1 else ("", "")
    names = [one for one in _NAME.findall(said) if _is_name(one)]
    if names:
        return names[0].lower(), names[0]
    return (_SELF, "yourself") if _OF_ONESELF.search(asked) else ("", "")


def _is_of(item: FoundItem) -> frozenset[str]:
    """The people whom a fact is about: relations, names, whoever told it."""
    people, text = relations(), item.name.strip()
    found = {people[one] for one in re.findall(r"[a-z]+", text.lower()) if one in people}
    first = _SOMEBODY.match(text)
    found |= {first["name"].lower()} if first is not None and _is_name(first["name"]) else set[str]()
    return frozenset(found or ({_SELF} if is_own(text) else ()))


def _is_name(word: str) -> bool:
    low = word.lower()
    strange = full_lexicon().find([low]) is None and base(low) is None and bool(content_stems(low))
    return word.istitle() and strange and low not in {*DAYS, *MONTHS}


_SELF = "i"
_SOMEBODY = re.compile(
    r"(?P<name>[A-Z][a-z]+)(?:'s\b| (?:is|was) (?!in\b|on\b|at\b|the\b|an?\b|\d)| (?:has|likes|loves|hates|prefers|"
    r"drinks|eats|cannot|can|can't|must|should|takes|wants|needs|lives|works|wears|does|doesn't|dislikes|sleeps)\b)"
)
"""Somebody of whom a fact tells."""
_NAME = re.compile(r"(?<=[a-z] )[A-Z][a-z]+(?=(?:'s)?\b)")
"""A name in a question, where it does not begin it."""
_OF_ONESELF = re.compile(
    r"\b(?:am i|(?:do|did|can|should) i (?:like|love|prefer|hate|drink|eat|take|have|need)|my (?!own\b)[a-z]+)\b"
)
"""Words by which it is asked of whoever asks."""


def _tells_no_kind(items: Sequence[FoundItem], asked: str) -> bool:
    """Whether it is asked which, or which kind of, what facts name but do not tell more of: "which kind of nuts?"."""
    found = _WHICH_KIND.search(asked)
    if found is None:
        return False
    named = stem(found["what"])
    facts = [re.findall(r"[^\W_]+", item.name.lower()) for item in items]
    held = [fact for fact in facts if named in map(stem, fact)]
    return bool(held) and all(_bare_last(fact, named) for fact in held)


_WHICH_KIND = re.compile(
    r"\b(?:which|what) (?:(?:exact |particular )?(?:kinds?|sorts?|types?|brands?|makes?|variety|colours?|sizes?) of )?"
    r"(?:the )?(?P<what>[a-z]+)\b"
)


def _bare_last(fact: Sequence[str], named: str) -> bool:
    """Whether a fact ends with what is named, and says nothing of it but that: "Tom is allergic to nuts"."""
    at = [at for at, word in enumerate(fact) if stem(word) == named]
    small = {"the", "a", "an", "some", "any", "all"} | words("places")
    return at == [len(fact) - 1] and len(fact) > 1 and fact[-2] in small | _BEHIND


_BEHIND = frozenset({"to", "of", "from", "with", "for", "about", "against", "by", "in", "on", "under", "behind"})


_OF_A_FACT = (("asks_name", "tells_name"), ("asks_wish", "tells_wish"), ("asks_home", "tells_home"))
"""Lists of words by which something is asked of somebody, and of those by which it is told."""


_WISHED = re.compile(r"\bwould (?!you\b|i\b|we\b)(?:\w+ ){1,3}(?:like|love|want|enjoy|prefer)\b")
"""What somebody would like, in a question."""


def _has_name(item: FoundItem) -> bool:
    """Whether somebody or something is named in a fact: "my sister is Anna"."""
    _, *rest = item.name.split() or [""]
    names = [word.strip(".,!?'") for word in rest]
    return any(name.istitle() and name != "I" and name.lower() not in {*DAYS, *MONTHS} for name in names)


def _of_no_topic(query: MemoryQuery) -> str:
    """What something said or told was to be about, where that is no topic: "anything about asked"."""
    about = query.of.about if query.of.subject in ("speech", "facts") else ()
    empty = words("no_things") | words("wanting") | words("fillers") | words("generic") | {*clause_words()}
    return " ".join(about) if about and {*about} <= empty else ""


def _of_a_state_alone(query: MemoryQuery) -> bool:
    """Whether nothing is named but a state, and no question is about just that: "when" after a question unread."""
    of = query.of
    alone = of.thing == ThingFilter(states=of.thing.states) and of.place == of.tool == ANYTHING
    return bool(of.thing.states and of.actions) and alone and not _ANY & {*query.text.split()}


def _doable(verb_said: str) -> bool:
    """Whether somebody may ask a robot to do what a verb says."""
    deed = any(one[0] == verb_said for one in deeds())
    return deed or verb_said in changes() or verb_said in requests() or verb_said in everyday_requests()


def _asks_nothing(asked: Sequence[str]) -> bool:
    """Whether no word asks: "the lamp?", "gap between the two"."""
    return not {*asked} & (words("openers") | words("commands"))


def _is_adverb(word: str) -> bool:
    """Whether a word that is no name of a thing tells how or when, by its form: "initially", "previously"."""
    return len(word) > 5 and word.endswith("ly") and full_lexicon().find([word]) is None


def _is_deed(said: str) -> bool:
    """Whether a word says what was done, so that without it another question is answered: "got washed"."""
    return verb(said) is not None and of_past(said) is not None and said not in STATES


def _is_doing(said: str) -> bool:
    """Whether a word says what somebody was about, so that without it another question is answered: "hunting"."""
    word = said.split()[-1] if said else ""
    return len(word) > 5 and word.endswith("ing") and not word.endswith("thing") and word not in PARTS


def _doubted(found: Findings, answer: Answer) -> Refusal | None:
    """A refusal in place of an answer that rests on a question half understood; None for every other.

    That something never was is only known if the question was understood as a whole: adjectives apart, which make it
    narrower. How many things a task was about is not told by how often it was done.
    """
    strange = [said for said in found.query.left_out if not set(said.split()) & APPEARANCE]
    if HOW_MANY in strange:
        return Refusal(
            f"I do not know how many. {answer.text.partition(' (')[0].partition(': ')[2]}".strip(), final=True
        )
    turning = {"or", "today", "yesterday", "tonight", *DAYS, *PARTS, *clause_words()}
    turning |= words("turning") | words("lengths")  # "before or after the toast", "which did not work out", "gap?"
    of = found.query.of
    done = found.query.ask == "count" and not (of.actions or of.change or of.task)  # "how many bowls got washed"
    joins = any(set(said.split()) & turning or (done and _is_deed(said)) or _is_doing(said) for said in strange)
    if not joins and (found.status != "never happened" or not strange):
        return None
    return Refusal(_NOT_SURE.format(" ".join(strange)))
