"""What an episode leaves to tell its task by: the words said and the deeds done, in order."""

from __future__ import annotations

from dataclasses import dataclass

from envs.teach.games.actions import DRIVER
from envs.teach.games.recorded import Game
from memory.experience import Utterance, type_of


@dataclass(frozen=True)
class Act:
    """One object interaction that worked.

    Attributes:
        action: TEACh's name: ``Pickup``, ``Place``, ``Open``, ``Close``, ``ToggleOn``, ``ToggleOff``, ``Slice``,
            ``Pour``.
        target: Id of the object acted on; for ``Place`` and ``Pour`` the receptacle. A class name where no id is known.
        held: Id of what was in the hand before; None when it was empty or nobody can tell.
        confidence: Probability that it was this, where it was only seen; None where whoever did it knows.
    """

    action: str
    target: str
    held: str | None = None
    confidence: float | None = None

    @property
    def target_type(self) -> str:
        """Class of the target."""
        return type_of(self.target)


@dataclass(frozen=True)
class EpisodeTrace:
    """The evidence of one episode.

    Attributes:
        speech: What was said, in order, by the user and by the agent itself.
        acts: Object interactions that worked, in order.
    """

    speech: tuple[Utterance, ...] = ()
    acts: tuple[Act, ...] = ()

    @property
    def seen(self) -> bool:
        """Whether deeds are told as they were seen, so that some may be wrong, missing or invented."""
        return any(act.confidence is not None for act in self.acts)

    @property
    def asked(self) -> tuple[str, ...]:
        """What the user said."""
        return tuple(said.text for said in self.speech if not said.own)

    @property
    def replied(self) -> tuple[str, ...]:
        """What the agent said."""
        return tuple(said.text for said in self.speech if said.own)


def trace_of_game(game: Game) -> EpisodeTrace:
    """The evidence in the log of a recorded game: words and the robot's successful object actions, nothing else."""
    speech: list[Utterance] = []
    acts: list[Act] = []
    held: str | None = None
    for step in game.interactions:
        if step.utterance and step.utterance.strip():
            speech.append(Utterance("agent" if step.agent_id == DRIVER else "user", step.utterance.strip()))
        if step.agent_id == DRIVER and step.is_object_action and step.success and step.oid is not None:
            acts.append(Act(step.action_name, step.oid, held))
            held = _hand(acts[-1])
    return EpisodeTrace(tuple(speech), tuple(acts))


def _hand(act: Act) -> str | None:
    """What the hand holds after an act."""
    return {"Pickup": act.target, "Place": None}.get(act.action, act.held)
