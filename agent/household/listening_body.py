"""A body that can be spoken to at any step, and that writes down what it does so that it can be done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.body.acting import Body, RunRecording
from agent.body.eyes import Eyes
from agent.mind.world import SpeechBegan
from agent.space.navigation import LEVEL, Stand
from agent.space.person import Person
from agent.trail.course import NotedBody, Trail
from envs.teach.games.session import Outcome, TeachSession
from memory.experience import AGENT
from perception.scene_graph.from_truth import GroundTruthPerceiver

ActionListener = Callable[[str, str, Outcome, str | None, str | None], None]
"""What is told of an object action: its name, the target, how it ended, what was held, and what the target was on."""


@dataclass(frozen=True)
class Saying:
    """Something that is going to be said.

    Attributes:
        text: The words.
        step: After how many steps.
    """

    text: str
    step: int


class SpeechSource:
    """What is said, and when.

    Args:
        sayings: What will be said.
    """

    def __init__(self, sayings: Iterable[Saying] = ()) -> None:
        self._waiting = sorted(sayings, key=lambda saying: saying.step)

    def speaking(self, steps: int) -> bool:
        """Whether somebody has something to say after so many steps."""
        return self._due(steps)

    def _due(self, steps: int) -> bool:
        return bool(self._waiting) and self._waiting[0].step <= steps

    def hear(self, steps: int) -> str | None:
        """The next utterance that is due, None when nobody speaks."""
        return self._waiting.pop(0).text if self._due(steps) else None

    def hear_next(self, expected: bool = False) -> str | None:
        """The next utterance, whenever it was to come: for when there is nothing to do but wait.

        Args:
            expected: Whether somebody has been asked something, or has told the robot to wait.
        """
        return self._waiting.pop(0).text if self._waiting else None

    def add(self, sayings: Iterable[Saying]) -> None:
        """Something more is going to be said."""
        self._waiting = sorted([*self._waiting, *sayings], key=lambda saying: saying.step)

    def skip(self, heard: Iterable[str]) -> None:
        """What has been heard before is not said again; what was typed is among it and was never planned."""
        for text in heard:
            said = next((saying for saying in self._waiting if saying.text == text), None)
            if said is not None:
                self._waiting.remove(said)


class ReplayedSpeech:
    """The speech of a run with a trail: what was heard before is heard again at the very same moment.

    Whether somebody speaks is asked many times between two steps, and what the robot was about to decide is lost when
    somebody does. So the trail says at which of these times it was.

    Args:
        hearing: What is going to be said.
        trail: What was said before the run was cut off.
    """

    def __init__(self, hearing: SpeechSource, trail: Trail) -> None:
        self._hearing, self._trail = hearing, trail
        self._times = 0
        self._noticed: int | None = None
        self._taken_up = -1

    def speaking(self, steps: int) -> bool:
        """Whether somebody has something to say."""
        self._listen()
        speaks = bool(self._again()) if self._trail.repeating else self._hearing.speaking(steps)
        if speaks and self._noticed is None:
            self._noticed = self._times
        return speaks

    def hear(self, steps: int) -> str | None:
        """The next utterance that is due."""
        self._listen()
        return self._taken(self._heard_again() if self._trail.repeating else self._hearing.hear(steps))

    def hear_next(self, expected: bool = False) -> str | None:
        """The next utterance, whenever it was to come."""
        self._listen()
        return self._taken(self._heard_again() if self._trail.repeating else self._hearing.hear_next(expected))

    def skip(self, heard: Iterable[str]) -> None:
        """What has been heard before is not said again."""
        self._hearing.skip(heard)

    @property
    def noticed(self) -> int | None:
        """How often had been listened when the last utterance was noticed; None once that was told."""
        noticed, self._noticed = self._noticed, None
        return noticed

    def _listen(self) -> None:
        self._times += 1
        while self._taken_up < self._trail.position:
            self._taken_up += 1
            self._hearing.add(Saying(str(one["text"]), int(one["step"])) for one in self._trail.later(self._taken_up))

    def _again(self) -> str:
        """What was said at this moment, "" for nothing."""
        line = self._trail.coming
        heard = line.get("heard")
        return line["say"] if heard is not None and self._times >= heard else ""

    def _heard_again(self) -> str | None:
        text = self._again()
        self._hearing.skip((text,))
        return text or None

    def _taken(self, text: str | None) -> str | None:
        if text is not None and self._noticed is None:
            self._noticed = self._times
        return text


class ListeningBody(NotedBody):
    """A body that listens before every motion and action.

    Args:
        session: Where to act.
        journal: Who gets to know.
        hearing: What is said.
        trail: Where to write down what is done.
        perceiver: See ``Body``.
        eyes: See ``Body``.

    Attributes:
        seen: For every thing the number of steps after which it was last in view.
        listening: Whether it minds who speaks.
        on_deed: Called after every object action.
        person: Who speaks: at first where the robot was when it came into the home.
    """

    def __init__(
        self,
        session: TeachSession,
        journal: RunRecording,
        hearing: SpeechSource | None = None,
        trail: Trail | None = None,
        perceiver: GroundTruthPerceiver | None = None,
        eyes: Eyes | None = None,
    ) -> None:
        super().__init__(session, journal, trail, 0, 0, perceiver, eyes)
        self.hearing = ReplayedSpeech(hearing or SpeechSource(), self._trail)
        self.seen: dict[str, int] = {}
        self.listening = True
        self.on_deed: ActionListener | None = None
        pose = self.belief.pose
        self.person = Person(Stand(pose.cell, round(pose.yaw / 90) % 4 * 90, LEVEL))
        self._note_seen()

    @property
    def session(self) -> TeachSession:
        """Where it acts."""
        return self._session

    @property
    def journal(self) -> RunRecording:
        """Who gets to know."""
        return self._journal

    def allow(self, steps: int, failures: int) -> None:
        """So many more steps and failed actions may be made."""
        self._max_steps += steps
        self._max_failures += failures

    def serve(self, task: str) -> None:
        """From now on everything is done for this request."""
        self._journal = replace(self._journal, task=task)

    def move(self, name: str) -> Outcome:
        """Carry out a motion.

        Raises:
            SpeechBegan: Somebody speaks; the motion was not made.
        """
        self._listen()
        outcome = super().move(name)
        self._note_seen()
        return outcome

    def act(self, name: str, target: str, x: float, y: float) -> Outcome:
        """Carry out an object action.

        Raises:
            SpeechBegan: Somebody speaks; the action was not done.
        """
        self._listen()
        held, thing = self.belief.held, self.belief.things.get(target)
        outcome = super().act(name, target, x, y)
        self._note_seen()
        if self.on_deed is not None:
            self.on_deed(name, target, outcome, held, thing.place if thing is not None else None)
        return outcome

    def _heard(self, speaker: str) -> dict[str, Any]:
        """Of what a person said: at which time of listening it was noticed, if it was listened for."""
        noticed = self.hearing.noticed if speaker != AGENT else None
        return {} if noticed is None else {"heard": noticed}

    def _listen(self) -> None:
        if self.listening and self.hearing.speaking(self.steps):
            raise SpeechBegan

    def _note_seen(self) -> None:
        for key in self.belief.in_view:
            self.seen[key] = self.steps

    def repeat(self, deeds: Sequence[Mapping[str, Any]], known: int, look: Callable[[], None]) -> None:
        """Do again what a run did that does not take the same course any more; nothing is remembered twice.

        Args:
            deeds: As ``read_trail`` gives them.
            known: How many experiences of them the memory has.
            look: Called after each, to take in where one has looked.
        """
        journal = self._journal
        self.listening = False
        self.allow(len(deeds) + 1, len(deeds) + 1)
        kept = 0
        for deed in (one for one in deeds if "say" in one or "do" in one):
            fresh = kept >= known
            kept += "say" not in deed or self._eyes is None or self._eyes.hears
            self._journal = replace(journal, history=journal.history if fresh else None, on_step=None)
            if "say" in deed:
                self.serve(deed.get("task", ""))
                Body.say(self, deed["say"], deed["by"])
            elif "to" in deed:
                self.goal = deed.get("goal", "")
                Body.act(self, deed["do"], deed["to"], *deed["at"])
            else:
                Body.move(self, deed["do"])
            self._note_seen()
            look()
        self.listening = True
        self._journal = replace(journal, task=self._journal.task)
        self._max_steps, self._max_failures = self.steps, self.failures
