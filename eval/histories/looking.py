"""One look at a recorded game for several ways of seeing: drawn once, and searched once by each detector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agent.body.eyes import Eyesight
from envs.teach.games.actions import ThorPose
from envs.teach.games.recorded import Game, Interaction
from envs.teach.games.session import TeachSession
from eval.histories.import_games import LogBody, ReenactedScene, first_eye, kept
from memory.experience import type_of
from perception.deeds.evidence import OwnCommand
from perception.recognizer.action import RecognizedAction
from perception.recognizer.grounding import Glimpse
from perception.senses import NOTHING_DONE, ChosenSenses, done_as_seen
from perception.settings import DeedSetting
from perception.watching import DeedTelling, Watching


def looked_after(step: Interaction) -> bool:
    """Whether an entry of the log is an action of the robot, after which it looks."""
    return kept(step) and not (step.utterance or "").strip()


def commanded(step: Interaction) -> OwnCommand:
    """What the robot of a recording told its body to do; what the thing is that it pointed at stays in the log."""
    point = None if step.x is None or step.y is None else (step.x, step.y)
    return OwnCommand(step.action_name, bool(step.success), point)


def look_at(game: Game, sights: Sequence[Eyesight]) -> list[list[Glimpse]]:
    """Draw a game, and look at it in several ways.

    Args:
        game: The record.
        sights: The ways; those with one detector share what is found and followed.

    Returns:
        For each of them what the first view and the view after every action tell.

    Raises:
        BadGameFile: The room cannot be rebuilt.
    """
    frames: dict[str, Any] = {name: value for one in sights for name, value in one.frames.items()}
    stage, body = ReenactedScene(game, **frames), LogBody(first_eye(game))
    pairs = _pairs(sights, game.game_id)
    stage.session.teleport(ThorPose(*body.eye))
    _take(pairs, stage.session, NOTHING_DONE)
    for step in filter(looked_after, game.interactions):
        body.follow(step)
        if step.is_object_action and step.success and step.oid is not None:
            stage.imitate(step, step.oid, body.eye)
        stage.session.teleport(ThorPose(*body.eye))
        kind = type_of(step.oid) if step.oid else ""
        _take(pairs, stage.session, done_as_seen(step.action_name, kind, bool(step.success)), commanded(step))
    for words in (step.utterance for step in filter(kept, game.interactions)):
        for pair in pairs:
            pair.watching.hear(words or "")
    told = {id(sight): glimpses for pair in pairs for sight, glimpses in pair.tell()}
    return [told[id(sight)] for sight in sights]


class _Pair:
    """A pair of eyes: ways of seeing by one detector, and what it sees."""

    def __init__(self, sights: Sequence[Eyesight], tag: str) -> None:
        self._sights = sights
        self.watching = Watching(sights[0].senses, tag)

    def tell(self) -> list[tuple[Eyesight, list[Glimpse]]]:
        """What each recogniser tells; those that know the answer are told what was done."""
        done = list(self._sights[0].senses.truth.done)
        for one in self._sights[1:]:
            one.senses.truth.done[:] = done
        told = self.watching.tell_by(
            [DeedTelling(one.senses.recognizer, one.senses.deeds, one.setting.hears) for one in self._sights]
        )
        return list(zip(self._sights, told, strict=True))


def _pairs(sights: Sequence[Eyesight], tag: str) -> list[_Pair]:
    found: dict[ChosenSenses, list[Eyesight]] = {}
    for sight in sights:
        found.setdefault(_detecting(sight.chosen), []).append(sight)
    return [_Pair(group, tag) for group in found.values()]


def _detecting(chosen: ChosenSenses) -> ChosenSenses:
    """A choice as far as it decides what is detected."""
    plain = replace(chosen, recognizer="", recognizer_weights=None, deeds=DeedSetting.WATCHING)
    return plain if chosen.detector == "noisy" else replace(plain, noise="", seed=0)


def _take(
    pairs: Sequence[_Pair], session: TeachSession, done: RecognizedAction, command: OwnCommand | None = None
) -> None:
    for pair in pairs:
        pair.watching.take(session.event, done, command)
