"""Pairs of questions about a life that forgets: the first after what it asks for is over its time, the second later.

H²-EMV, section 4.2.1: a thing or an action is drawn that occurs at least twice, far apart. The first question is asked
after the first occurrence plus a fixed offset longer than low-level nodes live, the second after the last occurrence
plus the same. Questions and their answers are made from the recordings alone, never from a memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from envs.errors import BadInput
from envs.teach.games.actions import DRIVER, TEXT
from envs.teach.games.recorded import Game
from envs.vocabulary.english import a, noun, the
from eval.histories.game_files import GameFiles
from eval.histories.schedules import Schedule, Slot, draw_schedule
from memory.experience import type_of
from memory.wording import verb_form

OFFSET = timedelta(hours=25)
"""From an occurrence to its question: scenes live 15 minutes, events an hour, goals, which tell a deed, a day."""

WHEN, WHERE, WHAT = "when", "where", "what"
KINDS = (WHEN, WHERE, WHAT)
"""When did you last do it? Where did you last put it? What did you do with it on that day?"""

_ASKED_WHEN = ("Pickup", "Open", "Close", "ToggleOn", "ToggleOff", "Slice")
_DRAWS = 500  # histories drawn for one that has something to ask about


@dataclass(frozen=True)
class RobotAction:
    """A successful interaction of the robot, as the recording has it.

    Attributes:
        time: On the home's clock.
        action: ``Pickup``, ``Place``, …
        thing: Class of what was handled; a slice of a thing counts as the thing.
        target: Class of where it was put or poured, else "".
        last: Whether nothing was recorded after it in its episode.
    """

    time: datetime
    action: str
    thing: str
    target: str = ""
    last: bool = False


@dataclass(frozen=True)
class QuestionTopic:
    """What a pair of questions is about.

    Attributes:
        kind: One of ``KINDS``.
        thing: Class of the thing.
        action: For *when* the action asked for, ``Place`` for *where*, "" for *what*.
    """

    kind: str
    thing: str
    action: str = ""

    def question(self, day: date) -> str:
        """The question; only *what* names a day."""
        if self.kind == WHEN:
            return f"When did you last {verb_form(self.action, past=False)} {a(self.thing)}?"
        if self.kind == WHERE:
            return f"Where did you last put {the(self.thing)}?"
        return f"What did you do with {the(self.thing)} on {day:%b} {day.day}, {day.year}?"

    @property
    def feedback(self) -> str:
        """The question put as feedback, as in the paper: "You should always remember X"."""
        about = {
            WHEN: f"when you {verb_form(self.action or 'Pickup', past=False)} {a(self.thing)}",
            WHERE: f"where you put {the(self.thing)}",
            WHAT: f"what you do with {the(self.thing)}",
        }
        return f"You should always remember {about[self.kind]}."

    def occurs(self, deeds: Sequence[RobotAction]) -> list[RobotAction]:
        """The deeds that the topic is about."""
        return [deed for deed in deeds if deed.thing == self.thing and self.action in ("", deed.action)]


@dataclass(frozen=True)
class TimedQuestion:
    """One question, when it is asked, and what is right.

    Attributes:
        topic: What it is about.
        question: In words.
        time: When it is asked.
        target: The deeds to be told, in order; of *when* and *where* only the last one.
        near: Other deeds of that day. For *when* and *where* those of the topic, which are not all wrong; for *what*
            those with other things, which may be told where they have to do with this one.
    """

    topic: QuestionTopic
    question: str
    time: datetime
    target: tuple[RobotAction, ...]
    near: tuple[RobotAction, ...] = ()


@dataclass(frozen=True)
class QuestionPair:
    """The two questions of a history."""

    first: TimedQuestion
    second: TimedQuestion


@dataclass(frozen=True)
class RecordedLife:
    """A history as recorded.

    Attributes:
        schedule: Its episodes, with when they in fact begin.
        deeds: What was done, in order.
        end: Time of the last recorded step.
    """

    schedule: Schedule
    deeds: tuple[RobotAction, ...]
    end: datetime

    def pairs(self, offset: timedelta = OFFSET) -> list[QuestionPair]:
        """All pairs of questions that the history allows, in a fixed order."""
        found = (_pair(topic, self.deeds, offset) for topic in _topics(self.deeds))
        return [pair for pair in found if pair is not None]


def read_life(games: GameFiles, schedule: Schedule) -> RecordedLife:
    """What was done in the episodes of a schedule.

    Raises:
        BadInput: There is no such game.
        BadGameFile: A game cannot be used.
    """
    slots: list[Slot] = []
    deeds: list[RobotAction] = []
    before, free = None, datetime.min
    for slot in schedule.slots:
        game = games.read(slot.episode)
        before = Slot(slot.episode, schedule.begins(slot, before, free))
        slots.append(before)
        found, end = read_deeds(game, before.start)
        deeds += found
        free = max(free, end)
    return RecordedLife(Schedule(tuple(slots), "keep"), tuple(deeds), free)


def draw_life(games: GameFiles, episodes: int, chance: Random, allows: Callable[[RecordedLife], bool]) -> RecordedLife:
    """Draw histories until one allows what is wanted.

    Args:
        games: Where to draw from; no episode comes twice in a history.
        episodes: Episodes of the history.
        chance: Decides everything.
        allows: Says whether a history can be used.

    Raises:
        BadInput: Too few games, or none of many histories can be used.
    """
    if not 2 <= episodes <= len(games.names):
        raise BadInput(f"--episodes {episodes}: give 2 to {len(games.names)}, as many games as there are")
    for _ in range(_DRAWS):
        schedule = draw_schedule(chance.sample(games.names, episodes), chance.randrange(2**31))
        life = read_life(games, schedule)
        if allows(life):
            return life
    raise BadInput(
        f"none of {_DRAWS} histories of {episodes} episodes has something that was done twice and far apart; "
        "give more --episodes or other --games"
    )


def draw_pair(life: RecordedLife, chance: Random, offset: timedelta = OFFSET) -> QuestionPair:
    """One of the pairs that a history allows: its kind is drawn first, then its topic."""
    pairs = life.pairs(offset)
    kind = chance.choice([kind for kind in KINDS if any(pair.first.topic.kind == kind for pair in pairs)])
    return chance.choice([pair for pair in pairs if pair.first.topic.kind == kind])


def read_deeds(game: Game, start: datetime) -> tuple[list[RobotAction], datetime]:
    """The robot's successful interactions in a game that begins then, and the time of its last recorded step."""
    held = ""
    first = latest = game.interactions[0].time
    found: list[RobotAction] = []
    quiet = False
    for step in game.interactions:
        own = step.agent_id == DRIVER and (step.is_motion or step.is_object_action)
        if not own and not (step.action_id == TEXT and (step.utterance or "").strip()):
            continue
        latest, quiet = max(latest, step.time), True
        if not own or not step.is_object_action or not step.success or step.oid is None:
            continue
        kind = _kind(step.oid)
        moved = step.action_name in ("Place", "Pour") and bool(held)
        time = start + timedelta(seconds=latest - first)
        found.append(RobotAction(time, step.action_name, held if moved else kind, kind if moved else ""))
        held = {"Pickup": kind, "Place": ""}.get(step.action_name, held)
        quiet = False
    if found and not quiet:
        found[-1] = RobotAction(found[-1].time, found[-1].action, found[-1].thing, found[-1].target, last=True)
    return found, start + timedelta(seconds=latest - first)


def _kind(object_id: str) -> str:
    """The class of the whole: a slice is the vegetable, a basin the sink."""
    return type_of(object_id.split("|")[0])


def _topics(deeds: Sequence[RobotAction]) -> list[QuestionTopic]:
    found = {QuestionTopic(WHEN, deed.thing, deed.action) for deed in deeds if deed.action in _ASKED_WHEN}
    found |= {QuestionTopic(WHERE, deed.thing, "Place") for deed in deeds if deed.action == "Place" and deed.target}
    found |= {QuestionTopic(WHAT, deed.thing) for deed in deeds if deed.action in ("Pickup", "Place", "Slice")}
    return sorted(found, key=lambda topic: (topic.kind, topic.action, noun(topic.thing)))


def _pair(topic: QuestionTopic, done: Sequence[RobotAction], offset: timedelta) -> QuestionPair | None:
    """The questions about the first and the last day of a topic; None unless those are far enough apart.

    Up to the first question only the first day's deeds have happened. What was done at the very end of an episode is
    left out, for a robot does not forget the present.
    """
    deeds = topic.occurs(done)
    days = sorted({deed.time.date() for deed in deeds})
    if len(days) < 2:
        return None
    first = [deed for deed in deeds if deed.time.date() == days[0]]
    last = [deed for deed in deeds if deed.time.date() == days[-1]]
    following = next(deed.time for deed in deeds if deed.time.date() != days[0])
    if first[-1].time + offset >= following or any(deed.last for deed in (*first, *last)):
        return None
    return QuestionPair(_asked(topic, first, done, offset), _asked(topic, last, done, offset))


def _asked(
    topic: QuestionTopic, deeds: Sequence[RobotAction], done: Sequence[RobotAction], offset: timedelta
) -> TimedQuestion:
    """A question about a day's deeds."""
    day = deeds[-1].time.date()
    if topic.kind == WHAT:
        near = [deed for deed in done if deed.time.date() == day and deed.thing != topic.thing]
        target = tuple(deeds)
    else:
        near, target = deeds[:-1], tuple(deeds[-1:])
    return TimedQuestion(topic, topic.question(day), deeds[-1].time + offset, target, tuple(near))
