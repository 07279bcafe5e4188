"""Requests for later: takes an utterance apart by its times, has each part read, and makes plans of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from agent.planning.due import Due
from agent.requests.dishes import head_of
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Begin, Chat, Clarification, DoLater, Instruction, Remark, Unheeded
from agent.requests.times.lasting import Lasting, lasting, set_back
from agent.requests.times.needed_by import without_need
from agent.requests.times.often import often, repeated
from agent.requests.times.reading import TimedWords, timed
from agent.requests.times.repeats import find_repeat
from agent.requests.times.shared import on_the_day, verb_before
from agent.requests.words.chatter import is_chatter
from agent.requests.words.clauses import polite, starts_request
from agent.requests.words.nouns import mentioned
from agent.requests.words.people import PEOPLE
from agent.requests.words.utterances import sentences
from envs.vocabulary.data import words as word_list
from envs.vocabulary.english import joined

Read = Callable[[str, tuple[str, ...], bool], tuple[Instruction, ...]]
"""Reads a part without its time, given the types that were spoken of before, and whether it is a new request."""
_JOINT = re.compile(r"(?:,\s*)?\b(?:and then|but then|and|then|but|so)\b\s*|[,;]\s*|:\s+")
_THEN = re.compile(r"^(?:and |but )?(?:then|after (?:that|this)|afterwards?)\b")
_NOW = re.compile(r"\b(?:now|right away|immediately|at once|first|straight away)\b")
_TALK = re.compile(
    r"^(?:(?:so|oh|well|right|and|but)[ ,]+)*"
    rf"(?:(?:i|we|it|there|he|she|they|you|my|our|that|this|because|since|as)\b|(?:(?:the|some) )?(?:{PEOPLE})\b)"
)


@dataclass(frozen=True)
class _Part:
    """A part of an utterance with its time.

    Attributes:
        words: What it says beside its time.
        joint: What links it to the part before: "and", "then", "." for a new sentence.
        often: How often it is to be done.
        lasting: For how long it shall be so; None where that is not said.
    """

    words: TimedWords
    joint: str
    often: int = 1
    lasting: Lasting | None = None

    @property
    def text(self) -> str:
        return self.words.text

    @property
    def due(self) -> Due | None:
        return self.words.due

    @property
    def own(self) -> bool:
        """Whether a time is said in it."""
        return bool(self.words.said)


def planned(text: str, now: datetime, read: Read) -> tuple[Instruction, ...] | None:
    """What an utterance with times asks for; None where there are no times in it.

    Args:
        text: The utterance in lower case, see ``spelt_out``.
        now: When it is said.
        read: Reads requests without times.
    """
    asked = without_need(text, now)
    parts = [part for sentence in sentences(asked) for part in _parts(sentence, now)]
    if not any(part.own or part.often > 1 or part.lasting for part in parts):
        return None if asked == text else read(asked, (), False)
    groups = [_only_once(one, now) for one in _grouped(_spread(_taken_up(_alone(parts))))]
    return _instructions(groups, read, now)


# -- apart


def _parts(sentence: str, now: datetime) -> Iterator[_Part]:
    """Cuts before every joint behind which a request begins, its time aside."""
    cuts = [(0, ".", "")]
    repeat = find_repeat(sentence)
    for joint in _JOINT.finditer(sentence):
        inside = repeat is not None and repeat[1][0] <= joint.start() < repeat[1][1]
        start, _, verb = cuts[-1]
        before, rest = f"{verb} {sentence[start : joint.start()]}".strip(), sentence[joint.end() :]
        if inside or not timed(before, now).text:
            continue
        begins = _begins(rest, now) or _only_told(before, rest, now)
        again = "" if begins else verb_before(before, rest, now)
        if begins or again:
            cuts.append((joint.end(), joint[0].strip(" ,"), again))
    last: TimedWords | None = None
    starts = [start for start, *_ in cuts]
    for (start, joint, verb), end in zip(cuts, [*starts[1:], len(sentence)], strict=True):
        bare = f"{verb} {sentence[start:end].strip(' ,')}".strip()
        bare = re.sub(r"[ ,]+(?:and then|and|then|but|so)$", "", bare) if end < len(sentence) else bare
        last = on_the_day(bare, timed(bare, now), last, now)
        count, left = often(last.text)
        yield _Part(replace(last, text=left), joint, count, lasting(left, now))


def _begins(rest: str, now: datetime) -> bool:
    left = timed(rest, now)
    if head_of(left.text) == left.text:  # "toast at nine" names what is made
        return False
    return starts_request(polite(left.text)[0]) and (left.leads or starts_request(polite(rest)[0]))


_SHALL_BE = re.compile(
    r"^(?:the|my|our|all|both|every|those|these) (?!lights?\b|lamps?\b|tv\b|television\b|radio\b)"
    r"(?:[a-z]+ ){1,8}?(?:should|must|needs?|belongs?|has to|have to|ought to|wants? to|(?:is|are) (?:to|still))\b"
)
"""How things shall be, that is no order; of what is only on for somebody the time is that of the request."""


def _only_told(before: str, rest: str, now: datetime) -> bool:
    """Whether a day is only that of what is told of people: "we have guests tonight and the mugs should be …"."""
    told = timed(before, now)
    rough = told.due is not None and not told.hour and not told.due.every
    return rough and bool(_TALK.match(told.text)) and is_chatter(told.text) and bool(_SHALL_BE.match(rest))


def _alone(parts: Sequence[_Part]) -> list[_Part]:
    """Parts that only say a time belong to the sentence before them: "Make coffee. At eight, please."."""
    found: list[_Part] = []
    for part in parts:
        alone = part.joint == "." and part.own and not _of_the_rest(part, found)
        if alone and found and not found[-1].own and _empty(part.text):
            found[-1] = replace(found[-1], words=replace(part.words, text=found[-1].text))
        else:
            found.append(part)
    return found


def _of_the_rest(part: _Part, before: Sequence[_Part]) -> bool:
    """Whether a time is only when somebody needs what is left out of a request: "not the red one. I want it at six"."""
    needed = _NEEDED.match(part.text)
    return needed is not None and bool(before) and bool(needed["one"] or _LEFT_OUT.search(before[-1].text))


_NEEDED = re.compile(
    r"^(?:(?:because|since|as|and) )?(?:i|we|he|she|they)(?:'ll|'m| will| am| shall| may| might)?"
    r"(?: (?:still|just|also|be))* (?:needs?|wants?|use|using|used|needing|wanting|eat|eating|have|drink)"
    r" (?:it|them|that|those|(?P<one>(?:that|this|the other) one|those ones))\b"
)
_LEFT_OUT = re.compile(r"\b(?:except|apart from|but not|not the|other than|but for|all but|bar|leave|save)\b")
_TAKEN_UP = re.compile(
    r"[ ,]*(?:\b(?:by|at|around|about) then|\bat (?:that|this) (?:time|hour))\b|[ ,]*\bthen(?=$|,| please)"
)
"""How a request takes up a time that was told before it; "until then" is no time to begin."""


def _taken_up(parts: Sequence[_Part]) -> list[_Part]:
    """Gives a request the time that is told before it: "my train leaves at six, so switch the lamp on then"."""
    found = list(parts)
    for at, part in enumerate(found):
        taken = _TAKEN_UP.search(part.text) if part.due is None and not part.words.over else None
        before = _told_time(found[:at])
        if taken is None or before is None or not part.text[: taken.start()].strip(" ,"):
            continue
        left = f"{part.text[: taken.start()]}{part.text[taken.end() :]}".strip(" ,")
        found[at] = replace(part, words=replace(found[before].words, text=left))
        found[before] = replace(found[before], words=TimedWords(""))
    return [one for one in found if one.text or one.own]


_ONCE = re.compile(r"[ ,]*\b(?:just|only)(?: for)? (?P<day>today|tonight|once|this once|this time)$")


def _only_once(part: _Part, now: datetime) -> _Part:
    """A part that is done a single time, without the words that say just this: "at eight, just for today"."""
    found = _ONCE.search(part.text)
    if found is None or part.due is None or part.due.every:
        return part
    if found["day"] in ("today", "tonight") and part.due.first.date() != now.date():
        return part
    return replace(part, words=replace(part.words, text=part.text[: found.start()]))


def _told_time(parts: Sequence[_Part]) -> int | None:
    """The place of the last part, if it or what is told around it names a time and asks for nothing."""
    for at in range(len(parts) - 1, -1, -1):
        if starts_request(polite(parts[at].text)[0]):
            return None
        if parts[at].own:
            return at
    return None


def _empty(text: str) -> bool:
    fillers = word_list("request_fillers.txt")
    return all(word in fillers for word in re.findall(r"[a-z']+|\d+", text))


def _spread(parts: Sequence[_Part]) -> list[_Part]:
    """Gives each part its time: the one said in it, before it, or behind it at the end of the sentence."""
    found = list(parts)
    for at, part in enumerate(found):
        before = found[at - 1] if at else None
        if before is None or part.own or _NOW.search(part.text):
            continue
        goes_on = part.joint != "." and (before.words.leads or (part.joint.endswith("then") and before.own))
        if goes_on or (part.joint == "." and before.own and _THEN.match(part.text)):
            found[at] = replace(part, words=replace(before.words, text=part.text))
    for at in range(len(found) - 2, -1, -1):
        part, behind = found[at], found[at + 1]
        if part.own or not behind.own or behind.words.leads or behind.joint not in ("and", "", "and so"):
            continue
        if not _NOW.search(part.text):
            found[at] = replace(part, words=replace(behind.words, text=part.text, leads=False))
    return [part for part in found if part.text or not part.own]


def _grouped(parts: Sequence[_Part]) -> list[_Part]:
    """Parts with one time as one, so that what they say is read together."""
    groups: list[_Part] = []
    for part in parts:
        last = groups[-1] if groups else None
        if (
            last is not None
            and last.due == part.due
            and last.words.over == part.words.over
            and last.often == part.often
            and last.lasting is None
            and part.lasting is None
        ):
            link = ". " if part.joint == "." else f" {part.joint} " if part.joint else ", "
            groups[-1] = replace(last, words=replace(last.words, text=f"{last.text}{link}{part.text}"))
        else:
            groups.append(part)
    return groups


# -- together


def _instructions(groups: Sequence[_Part], read: Read, now: datetime) -> tuple[Instruction, ...]:
    done: list[Instruction] = []
    things: tuple[str, ...] = ()
    told = ""
    for at, group in enumerate(groups):
        if group.own and len(groups) > 1 and _only_tells(group.text, groups[at + 1 :]):
            if not any(one.own for one in groups if one is not group):
                done.append(Remark(f'You told me of something "{group.words.said}"; I do not wait for that.'))
            things = (*mentioned(group.text), *things)
            told = group.text if _WHERE.search(group.text) else ""
            continue  # "guests come at 8"
        found = _about_it(told, group, things, read) if told and not group.own else ()
        found = found or _for_a_time(group, things, read, now)
        found = found or _of_group(group, read(group.text, things, group.own))
        told = ""
        ask = next((one for one in found if isinstance(one, Clarification)), None)
        if ask is not None:
            return (_asked(ask, groups[:at], groups[at + 1 :], done),)
        done.extend(one for one in found if not isinstance(one, Chat) or len(groups) == 1)
        made = tuple(kind for errand in _errands(found) for kind in made_of(errand))
        things = (*(made or mentioned(group.text)), *things)
    return tuple(_in_turn(done)) or (Chat("unknown"),)


_WHERE = re.compile(r"\b(?:in|on|under|next to) (?:the|my|our|a|an|that)\b")
_IT = re.compile(r"\b(?:it|them|those|that one|this one)\b")
_WILL = re.compile(
    r"^(?:oh |so |and |look )*(?:the|that|this|those|these|my|our) (?:[a-z]+ ){1,6}?"
    r"(?:will|won't|would|is going to|are going to|is about to|are about to)\b"
)
"""What is going to happen to a thing."""


def _only_tells(text: str, behind: Sequence[_Part]) -> bool:
    """Whether a part with a time asks for nothing: it tells of people, or why something is to be done to a thing."""
    if starts_request(text):
        return False
    it = bool(behind) and not behind[0].own and _IT.search(behind[0].text) is not None
    return bool(_TALK.match(text)) or (it and _WILL.match(text) is not None)


def _about_it(told: str, group: _Part, things: tuple[str, ...], read: Read) -> tuple[Instruction, ...]:
    """What is asked for of the very thing that was told of before: "the egg in the pan will be burnt soon, take it"."""
    if not _IT.search(group.text):
        return ()
    found = read(f"{told}, {group.text}", things, group.own)
    return () if any(isinstance(one, Clarification | Chat) for one in found) else _of_group(group, found)


def _in_turn(done: Sequence[Instruction]) -> Iterator[Instruction]:
    """What is begun behind something else that is begun at once comes next after it."""
    begun = False
    for one in done:
        yield replace(one, when="next") if begun and isinstance(one, Begin) and one.when == "now" else one
        begun = begun or isinstance(one, Begin)


def _errands(found: Sequence[Instruction]) -> list[Errand]:
    return [one.errand for one in found if isinstance(one, Begin)] + [
        errand for one in found if isinstance(one, DoLater) for errand in one.errands
    ]


def _for_a_time(group: _Part, things: tuple[str, ...], read: Read, now: datetime) -> tuple[Instruction, ...]:
    """What shall be so for some time only, and that it is as before then; nothing where that cannot be."""
    ends = group.lasting.ends(group.due, now) if group.lasting is not None and not group.words.over else None
    if group.lasting is None or ends is None:
        return ()
    found = read(group.lasting.left, things, True)
    back = set_back(found, ends)
    return (*_of_group(group, found), *back) if back else ()


def _of_group(group: _Part, found: Sequence[Instruction]) -> tuple[Instruction, ...]:
    if group.often > 1:
        found = repeated(found, group.often)
    ask = next((one for one in found if isinstance(one, Clarification)), None)
    if ask is not None:
        return (_with_time(ask, group),)
    begun = tuple(one for one in found if isinstance(one, Begin))
    if group.words.over:
        what = joined([one.errand.words for one in begun]) or "do that"
        question = f'"{group.words.said}" is over already. When shall I {what}?'
        return (Clarification(question, f"{group.text} "),)
    if group.due is None:
        return tuple(found)
    if not begun or any(not isinstance(one, Begin | Unheeded | Remark | Chat) for one in found):
        return (Clarification(f'I cannot take "{group.words.said}" into account there. {_ASK}'),)
    told = [one for one in found if isinstance(one, Unheeded | Remark)]
    return (*told, *_either_half(group.words), DoLater(begun, group.due))


_EARLY, _LATE = range(4, 7), range(16, 19)
"""Hours of the two halves of the day at which people are up, so that "six" may mean either."""


def _either_half(words: TimedWords) -> tuple[Remark, ...]:
    """What an hour was taken for that may be one of the morning or of the evening: "tomorrow at six"."""
    due = words.due
    if due is None or words.exact or due.about or not (due.every or words.dated) or "today" in words.said:
        return ()
    times = (due.first.time(), *due.also)
    unsure = [at for at in times if at.hour in (*_EARLY, *_LATE) and at.replace((at.hour + 12) % 24) not in times]
    taken = joined([f"{at:%H:%M}, not {(at.hour + 12) % 24:02}:{at:%M}" for at in unsure])
    return (Remark(f'I take "{words.said}" to mean {taken}.'),) if unsure else ()


_ASK = "Say what I shall do, and when, such as: tomorrow at eight make coffee."


def _with_time(ask: Clarification, group: _Part) -> Clarification:
    """A question about a part; what is done when the answer is yes is done at its time."""
    said = f"{group.words.said}, " if group.words.said and (ask.before or ask.after) else ""
    begun = tuple(one for one in ask.then if isinstance(one, Begin))
    if group.due is None or not begun:
        return replace(ask, before=f"{said}{ask.before}")
    return replace(ask, before=f"{said}{ask.before}", then=(DoLater(begun, group.due),))


def _asked(
    ask: Clarification, before: Sequence[_Part], behind: Sequence[_Part], done: Sequence[Instruction]
) -> Clarification:
    """The question with all that is said around its part, so that nothing of it is lost with the answer."""
    then = ask.then
    if then:
        begun = (one for one in done if isinstance(one, Begin | DoLater))
        then = (*begun, *then)
    if not (ask.before or ask.after):
        return replace(ask, then=then)
    early = "".join(f"{_raw(part)}. " for part in before)
    late = "".join(f". {_raw(part)}" for part in behind)
    return replace(ask, before=f"{early}{ask.before}", after=f"{ask.after}{late}", then=then)


def _raw(part: _Part) -> str:
    return f"{part.words.said}, {part.text}" if part.words.said else part.text
