"""Hears utterances before they are read as requests: keeps what people tell of themselves, says what they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from agent.personal.asked import about, answered, evidence
from agent.personal.habits import arrangement, asked_for, plainly_worded
from agent.personal.meaning import Phrase, as_request, extras, habit_meant, occasion_in, phrases, plain_words, replaced
from agent.personal.profiles import Profiles
from agent.personal.sight import HomeSight, look_words
from agent.personal.telling import ToldItem, told
from agent.personal.words import content, described, split, subtype_of, telling_words
from agent.planning.terms import WhichThings
from agent.requests.instructions import Begin, Clarification
from agent.requests.intents import plain
from agent.requests.reading import read_at_work
from envs.vocabulary.english import joined, one, plural
from memory.knowledge import Knowledge, KnownObject

_TELL_FIRST = "I do not know which one {} is. Tell me that first, such as: my {} is the blue one."
_TAKE_BACK = 'Say "take that back" if that is not so.'
_PERSONAL = re.compile(
    r"\b(?:my|our|mine|ours|i|we|whose|myself)\b|^forget (?:about|that) |\bknow (?:about|of)\b"
    r"|\bbelongs? to\b|\bmeans\b"
    r"|\b(?!(?:it|that|this|what|who|where|here|there|let|how|he|she)'s)[a-z]+'s\b"
)
_TAKES_BACK = re.compile(
    r"^(?:please )?(?:take (?:that|it) back|forget (?:that|it|what i (?:just )?said)"
    r"|that(?:'s| is| was) (?:wrong|not true|not so)|never mind(?: that)?)$"
)
_FORGET = re.compile(
    r"^(?:please )?forget (?:that |what (?:i|we) (?:told|said)(?: to)?(?: you)? about )(?P<what>.+)$"
    r"|^(?:please )?forget about (?P<occasion>.+)$"
)
_ANY = re.compile(
    r"^(?:any|either|whichever|it (?:doesn't|does not) matter|i (?:don't|do not) (?:care|mind)|any one)\b"
)
_SPARED = re.compile(
    r"\b(?:leave|spare|(?:don't|do not|never) (?:touch|move)|except(?: for)?|but not|not|apart from|without|all but)"
    r"(?: the)? $"
)
"""Stands before what is left as it is: which of several that is need not be known."""
_AS_IT_IS = re.compile(r"^ *(?:$|[,.!;]|(?:alone|there|where|as|out|be|please)\b)")
_NO_ANSWER = re.compile(r"^(?:never ?mind|forget it|none|no one|neither|stop|leave it|don't|no)\b")


@dataclass(frozen=True)
class PersonalHearing:
    """What becomes of an utterance.

    Attributes:
        text: What is to be read as a request in its place.
        reply: What is said to it; where that is not empty, nothing else is made of the utterance.
        note: What is said beside whatever comes of the text.
        asked: Whether the reply is a question that the next utterance may answer.
        look_for: Kind of thing of which all have to be known before it is clear what is meant; "" for none.
        told: What was kept.
        question: Whether the reply answers a question.
    """

    text: str
    reply: str = ""
    note: str = ""
    asked: bool = False
    look_for: str = ""
    told: Knowledge | None = None
    question: bool = False


@dataclass(frozen=True)
class _Pending:
    """A question that was asked, and what it is about."""

    text: str
    phrase: Phrase | None
    occasion: str = ""
    choices: tuple[Knowledge, ...] = ()


class PersonalTalk:
    """What people tell of their things and habits in one conversation, and what they mean by that later.

    Args:
        profiles: Where it is kept.
    """

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles
        self._pending: _Pending | None = None
        self._last: tuple[Knowledge, Knowledge | None] | None = None

    def concerns(self, said: str) -> bool:
        """Whether an utterance may be about people's things and habits, or answer what was asked about them."""
        text = plain(said)
        return bool(self._pending or (self._last and _TAKES_BACK.match(text)) or _may_be_personal(text))

    def hear(
        self, said: str, speaker: str, now: datetime, sight: HomeSight | None = None, source: str = ""
    ) -> PersonalHearing:
        """Hear an utterance.

        Args:
            said: What was said; data, whatever it says.
            speaker: Who said it.
            now: The home's time.
            sight: What is known of the home; nothing in a talk about the past.
            source: Name of the episode.
        """
        sight = sight or HomeSight()
        pending, self._pending = self._pending, None
        last = self._last
        if pending is not None:
            answer = self._answer(pending, said, speaker, now, sight, source)
            if answer is not None:
                return answer
        text = plain(said)
        if last is not None and _TAKES_BACK.match(text):
            self._last = None
            return self._taken_back(said, *last, now)
        if not said.rstrip().endswith("?"):
            self._last = None  # something else was said since
        if not _may_be_personal(text):
            return PersonalHearing(said)
        items = self._profiles.items()
        gone = _FORGET.match(text)
        if gone:
            meant = habit_meant(gone["occasion"], speaker, items) if gone["occasion"] else _about(gone["what"], items)
            heard = self._forgotten(said, meant, speaker, now)
            if heard is not None:
                return heard
        reply = answered(said, speaker, items)
        if reply:
            return PersonalHearing(said, reply, question=True)
        parts = [part for part in re.split(r"(?<=[.!;])\s+", said.strip()) if part]
        if len(parts) > 1:
            return self._in_parts(parts, speaker, items, now, sight, source)
        return self._told(said, speaker, items, now, sight, source) or self._meant(said, speaker, items, sight)

    def _in_parts(
        self,
        parts: Sequence[str],
        speaker: str,
        items: Sequence[Knowledge],
        now: datetime,
        sight: HomeSight,
        source: str,
    ) -> PersonalHearing:
        """Hear several sentences: some tell something, the others are a request of which they may speak."""
        rest: list[str] = []
        notes: list[str] = []
        last: Knowledge | None = None
        for part in parts:
            errands = [begun.errand for begun in read_at_work(" ".join(rest)).begun] if rest else list(sight.asked)
            terms = [term for errand in reversed(errands if rest else ()) for term in errand.terms]
            which = [term for term in terms if isinstance(term, WhichThings)]
            around = replace(sight, spoken=(*which, *sight.spoken), asked=errands)
            new = self._told(part, speaker, items, now, around, source)
            if new is None:
                rest.append(part)
                continue
            notes.append(new.reply)
            last, items = new.told or last, self._profiles.items()
        if not rest:
            return PersonalHearing(" ".join(parts), " ".join(notes), told=last)
        meant = self._meant(" ".join(rest), speaker, items, sight)
        if meant.reply:
            return replace(meant, reply=" ".join([*notes, meant.reply]), told=last)
        return replace(meant, note=" ".join([*notes, meant.note]).strip(), told=last)

    # -- telling -----------------------------------------------------------------------------------------------------

    def _told(
        self, said: str, speaker: str, items: Sequence[Knowledge], now: datetime, sight: HomeSight, source: str
    ) -> PersonalHearing | None:
        """What becomes of a sentence that tells something; None where it tells nothing of the kind."""
        spelt = self._spelt(said, speaker, items)
        new = told(spelt, speaker, sight, source)
        if new is not None and new.item is not None and new.item.type == "user_pattern":
            unknown = next((phrase for phrase in phrases(spelt, speaker, items) if not phrase.items), None)
            if unknown is not None:
                return PersonalHearing(said, _TELL_FIRST.format(_whose(unknown), one(unknown.kind)))
        return None if new is None else self._keep(said, new, speaker, items, now)

    def _spelt(self, said: str, speaker: str, items: Sequence[Knowledge]) -> str:
        """An utterance about a habit with plain words for the things that are known: "for tea I like my mug on …"."""
        if not re.search(r"\b(?:like|love|prefer|enjoy|always|usually|means)\b", said):
            return said
        for phrase in reversed(list(phrases(said, speaker, items))):
            if len(phrase.items) == 1:
                said = replaced(said, phrase, plain_words(phrase.items[0]))
        return said

    def _keep(
        self, said: str, new: ToldItem, speaker: str, items: Sequence[Knowledge], now: datetime
    ) -> PersonalHearing:
        if new.item is None:
            return PersonalHearing(said, new.problem)
        item = replace(new.item, description=" ".join(said.split())[:500])
        old = _in_place_of(item, items) if new.definite else None
        if old is not None and (old.objects, old.steps) == (item.objects, item.steps):
            return PersonalHearing(said, f"I know that already. {evidence(old, speaker)}", told=old)
        kept = self._profiles.tell(item, 0 if old is None else old.id, now)
        self._last = (kept, old)
        instead = f' I no longer go by "{old.description.rstrip(".")}".' if old is not None else ""
        return PersonalHearing(said, f"{_understood(kept, speaker)}{instead} {_TAKE_BACK}", told=kept)

    def _taken_back(self, said: str, kept: Knowledge, old: Knowledge | None, now: datetime) -> PersonalHearing:
        self._profiles.take_back(kept.id, now)
        again = ""
        if old is not None:
            self._profiles.tell(replace(old, id=0, time=None), 0, now)
            again = f', but again by "{old.description.rstrip(".")}"'
        return PersonalHearing(said, f'I no longer go by "{kept.description.rstrip(".")}"{again}.')

    def _forgotten(self, said: str, meant: Sequence[Knowledge], speaker: str, now: datetime) -> PersonalHearing | None:
        """Let hold no longer what somebody told of themselves; None where nothing is meant."""
        mine = [one for one in meant if one.user.lower() == speaker.lower()]
        for item in mine:
            self._profiles.take_back(item.id, now)
        quoted = joined([f'"{item.description.rstrip(".")}"' for item in mine])
        return PersonalHearing(said, f"I no longer go by {quoted}.") if mine else None

    # -- meaning -----------------------------------------------------------------------------------------------------

    def _meant(self, said: str, speaker: str, items: Sequence[Knowledge], sight: HomeSight) -> PersonalHearing:
        items = [one for one in items if not one.home and plainly_worded(one)]
        occasion = occasion_in(said)
        if occasion:
            habits = habit_meant(occasion, speaker, items)
            if len(habits) == 1:
                return PersonalHearing(as_request(habits[0]))
            if not habits and not read_at_work(said).begun and sight.belief is not None:
                self._pending = _Pending(said, None, occasion)
                return PersonalHearing(said, f"What do you like for {_bare(occasion)}?", asked=True)
        text, notes = said, list[str]()
        for phrase in reversed(list(phrases(said, speaker, items))):
            known = phrase.items
            if len(known) > 1 and not _is_request(text):
                continue
            if len(known) > 1:
                self._pending = _Pending(text, phrase, choices=known)
                return PersonalHearing(said, _which_of(phrase, known), asked=True)
            if known:
                text = replaced(text, phrase, plain_words(known[0]))
                continue
            unknown = self._unknown(text, phrase, sight)
            if isinstance(unknown, PersonalHearing):
                return unknown
            notes += [unknown] if unknown else []
        return PersonalHearing(text, note=" ".join(notes))

    def _unknown(self, text: str, phrase: Phrase, sight: HomeSight) -> PersonalHearing | str:
        """What becomes of a thing of which nobody told whose it is: asked, looked for, or the only one there is."""
        if sight.belief is None or not _is_request(text):
            return ""  # nothing is done here
        there = sight.of_kind(phrase.kind)
        looks = {look_words(thing, there) for thing in there}
        if phrase.kind in sight.complete and len(there) < 2:
            whose = f"{phrase.owner}'s" if phrase.owner else "yours"
            return f"There is just one {one(phrase.kind)} here, so I take it to be {whose}." if there else ""
        spared = _SPARED.search(text[: phrase.start].lower())
        if spared and (spared[0].strip() != "leave" or _AS_IT_IS.match(text[phrase.end :].lower())):
            return f"I do not know which {one(phrase.kind)} that is, so I leave all {plural(phrase.kind)} alone."
        if len(there) < 2 or (len(looks) < 2 and phrase.kind not in sight.complete):
            note = f"I do not know which {one(phrase.kind)} that is, so I will see which there are."
            return PersonalHearing(text, note=note, look_for=phrase.kind)
        self._pending = _Pending(text, phrase)
        return PersonalHearing(text, _which_is(phrase), asked=True)

    # -- answers -----------------------------------------------------------------------------------------------------

    def _answer(
        self, pending: _Pending, said: str, speaker: str, now: datetime, sight: HomeSight, source: str
    ) -> PersonalHearing | None:
        """What an answer makes of the utterance that was asked about; None where it is none."""
        text = plain(said)
        if _NO_ANSWER.match(text):
            return PersonalHearing(said, "All right, then I leave it.")
        if pending.phrase is None:
            return self._answered_habit(pending, said, speaker, now, source)
        phrase = pending.phrase
        if _ANY.match(text) and phrase.kind:
            return PersonalHearing(replaced(pending.text, phrase, f"a {one(phrase.kind)}"))
        if pending.choices:
            fit = [item for item in pending.choices if (words := content(split(text))) and words <= about(item)]
            return PersonalHearing(replaced(pending.text, phrase, plain_words(fit[0]))) if len(fit) == 1 else None
        words = [word for word in split(text) if word not in ("it", "is", "it's", "that's", "please", "mine", "yes")]
        look = described(words)
        if not look:
            new = (
                told(f"my {one(phrase.kind)} is {text}", speaker, sight)
                if re.match(r"^(?:the|this|that)\b", text)
                else None
            )
            if new is None or new.item is None:
                return None
            look = new.item.objects[0].description
        kept = self._profiles.tell(_learned(pending, look, said, speaker, source), 0, now)
        self._last = (kept, None)
        note = f"I will remember that {_whose(phrase)} is {plain_words(kept)}."
        again = self._meant(replaced(pending.text, phrase, plain_words(kept)), speaker, self._profiles.items(), sight)
        return replace(again, note=f"{note} {again.note}".strip())

    def _answered_habit(
        self, pending: _Pending, said: str, speaker: str, now: datetime, source: str
    ) -> PersonalHearing | None:
        objects, steps = arrangement(re.sub(r"^(?:i (?:'d )?(?:like|want)|i would like) ", "", plain(said)))
        if not steps:
            return None
        occasion = _bare(pending.occasion)
        sentence = f"for {occasion}: {' '.join(said.split())[:400]}"
        item = Knowledge(speaker, "user_pattern", "preference", occasion, sentence, objects, steps, source=source)
        kept = self._profiles.tell(item, 0, now)
        self._last = (kept, None)
        return PersonalHearing(asked_for(kept), note=f"I will remember that for {occasion}.", told=kept)


def _may_be_personal(text: str) -> bool:
    """Whether the profiles have to be looked at: it depends on the words alone."""
    said = {word.removesuffix("'s") for word in split(text)}
    return bool(_PERSONAL.search(text) or said & telling_words() or occasion_in(text))


def _is_request(text: str) -> bool:
    """Whether something is asked for, even where it would be asked back first for other words: "my weekend mug"."""
    read = read_at_work(text).instructions
    return any(isinstance(one, Begin) or (isinstance(one, Clarification) and bool(one.then)) for one in read)


def _about(what: str, items: Sequence[Knowledge]) -> list[Knowledge]:
    """The items that say what some words say."""
    words = content(split(what))
    return [one for one in items if words and words <= about(one)]


def _in_place_of(item: Knowledge, items: Sequence[Knowledge]) -> Knowledge | None:
    """The item of the same person whose place a new one takes."""
    own = [one for one in items if one.user.lower() == item.user.lower() and one.type == item.type]
    alias = content(split(item.alias))
    if item.type == "user_pattern":
        return next((one for one in own if content(split(one.alias)) == alias), None)
    kinds = {thing.name for thing in item.objects}
    alike = [one for one in own if {thing.name for thing in one.objects} == kinds and one.subtype == item.subtype]
    same = [one for one in alike if content(split(one.alias)) == alias]
    return next(iter([*same, *(one for one in alike if alias <= content(split(one.alias)))]), None)


def _learned(pending: _Pending, look: str, said: str, speaker: str, source: str) -> Knowledge:
    """What an answer to "which is yours?" tells."""
    phrase = pending.phrase
    assert phrase is not None  # asked about a thing
    name = one(phrase.kind)
    more = extras(phrase)
    alias = " ".join(word for word in split(phrase.words)[1:]) if more else name
    subtype = subtype_of(alias, "ownership")
    sentence = f"{phrase.words} is {' '.join(said.split())[:300]}"
    user = phrase.owner.capitalize() if phrase.owner else speaker
    return Knowledge(user, "object_semantics", subtype, alias, sentence, (KnownObject(name, look),), source=source)


def _understood(item: Knowledge, speaker: str) -> str:
    """What is said to something that was told."""
    if item.type == "user_pattern":
        return f"I will remember that for {item.alias}: {asked_for(item)}."
    if re.search(r"^(?:i|we|made|painted|bought|given|knitted|sewn|sent|part|from)\b", item.alias):
        return f'I will remember of {plain_words(item)}: "{item.description.rstrip(".")}".'
    whose = "your" if item.user.lower() == speaker.lower() else f"{item.user}'s"
    alias = re.sub(r"\b(?:my|our)\b", "your" if whose == "your" else "their", item.alias)
    return f"I will remember that {plain_words(item)} is {whose} {alias}."


def _whose(phrase: Phrase) -> str:
    """The words of a phrase as the robot says them."""
    words = re.sub(r"\b(?:my|our)\b", "your", phrase.words, flags=re.I)
    return re.sub(r"\b(?:i|we|me|us)\b", "you", words, flags=re.I)


def _which_is(phrase: Phrase) -> str:
    words = _whose(phrase)
    if extras(phrase):
        return f"Which {one(phrase.kind)} is {words}?"
    whose = f"{phrase.owner}'s" if phrase.owner else "yours"
    return f"Which {one(phrase.kind)} is {whose}?"


def _which_of(phrase: Phrase, known: Sequence[Knowledge]) -> str:
    listed = " or ".join(plain_words(item) for item in known)
    return f"Which do you mean by {_whose(phrase)}: {listed}?"


def _bare(occasion: str) -> str:
    return re.sub(r"^(?:my|our|the|an?) ", "", occasion).strip()
