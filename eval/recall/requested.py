"""What was asked for in so many words, where the record of a game says otherwise.

Some games are recorded as "put all watch on any sofa" though the commander asked for "one sofa", or the other way
round. What the robot was told is what it can know: there, the wording of the request decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.recognition.lines import GOALS, read_line
from envs.teach.games.actions import DRIVER
from envs.teach.games.recorded import Game
from envs.teach.tasks.classes import types_named
from eval.histories.game_files import GameFiles
from eval.histories.schedules import Schedule
from eval.recall.generated_questions import task_name

_AMOUNTS = {"one": "one", "single": "one", "same": "one", "any": "any"}
_AMOUNT = re.compile(r"\b(any|one)\b(?=(?: \w+)+$)")


def requested_tasks(games: GameFiles, schedule: Schedule) -> tuple[str, ...]:
    """The tasks of a history as they were asked for, where that differs from the record; in the set's words."""
    return tuple(sorted({name for episode in schedule.episodes for name in as_asked_for(games.read(episode))}))


def as_asked_for(game: Game) -> Iterator[str]:
    """The task of a game in the amount of places that the commander asked for, where that is not the recorded one."""
    recorded = task_name(game.task.desc)
    found = _AMOUNT.search(recorded)
    if not recorded.startswith("put all ") or found is None or len(game.task.params) < 3:
        return
    lines = [step.utterance for step in game.interactions if step.agent_id != DRIVER and step.utterance]
    said = {amount for line in lines for amount in _amounts(line, game.task.params[2])}
    if said and found[0] not in said:
        yield recorded[: found.start()] + said.pop() + recorded[found.end() :]


def _amounts(text: str, place: str) -> Iterator[str]:
    """How many places of a class an utterance says things are to go to: "on one of the sofas", "in a single box"."""
    line = read_line(text)
    kinds = {place, *types_named(place)}
    for at, name in line.things:
        before = line.words[max(0, at - 5) : at]
        leads = [index for index, word in enumerate(before) if word in GOALS]
        if name in kinds and leads:
            yield from (_AMOUNTS[word] for word in before[leads[-1] :] if word in _AMOUNTS)
