"""The two-round evaluation over many histories and ways of remembering."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from envs.errors import BadInput
from eval.forgetting.figures import Figures, figures
from eval.forgetting.published import NAMES, PUBLISHED
from eval.forgetting.questions import draw_life, draw_pair
from eval.forgetting.run import Played, Reply, lived, play
from eval.histories.game_files import GameFiles
from memory.forgetting.recipes import RECIPES

Track = Callable[[Iterable[int], int], Iterable[int]]
"""Shows the progress of an iteration, given its length."""


@dataclass(frozen=True)
class Experiment:
    """What came of it.

    Attributes:
        episodes: Of each history.
        histories: How many, each with one pair of questions.
        seed: Decided the histories and questions.
        played: Every history by every recipe, in order of the histories.
    """

    episodes: int
    histories: int
    seed: int
    played: dict[str, list[Played]]

    def figures(self) -> dict[str, Figures]:
        """By recipe."""
        return {name: figures(played) for name, played in self.played.items()}

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the figures beside the published ones for as many episodes, and every answer."""
        published = PUBLISHED.get(self.episodes, {})
        return {
            "episodes": self.episodes,
            "histories": self.histories,
            "seed": self.seed,
            "recipes": {
                name: {**one.as_dict(), "published": asdict(published[name]) if name in published else None}
                for name, one in self.figures().items()
            },
            "answers": {name: [_answers(one) for one in played] for name, played in self.played.items()},
        }


def chosen(names: Sequence[str]) -> list[str]:
    """The recipes to compare, in the order of the paper's table.

    Args:
        names: Names of recipes; ``all`` is those of the paper.

    Raises:
        BadInput: There is no such recipe.
    """
    wrong = [name for name in names if name != "all" and name not in RECIPES]
    if wrong:
        raise BadInput(f"there is no recipe {wrong[0]!r}; use all, or some of: {'; '.join(NAMES)}")
    wanted = set(NAMES) | set(names) if "all" in names or not names else set(names)
    return [name for name in (*NAMES, *RECIPES) if name in wanted and not wanted.discard(name)]


def experiment(
    games: GameFiles,
    episodes: int,
    histories: int,
    recipes: Sequence[str],
    seed: int = 0,
    scenes: bool = True,
    track: Track | None = None,
) -> Experiment:
    """Play histories drawn from games; every recipe lives the same ones and is asked the same.

    Args:
        games: Where to draw from.
        episodes: Of each history.
        histories: How many; each is lived independently, nothing is learned across them.
        recipes: Names of recipes.
        seed: Decides histories and questions; history i of a seed is the same whatever their number.
        scenes: Whether to work out what was seen.
        track: Shows the progress.

    Raises:
        BadInput: No such recipe, no history asked for, too few games, or nothing in them happens twice far apart.
        BadGameFile: A game cannot be used.
    """
    if histories < 1:
        raise BadInput(f"--histories {histories}: give at least 1")
    names = chosen(recipes)
    played: dict[str, list[Played]] = {name: [] for name in names}
    numbers = range(histories)
    for number in track(numbers, histories) if track else numbers:
        chance = Random(f"{seed} {number}")
        life = draw_life(games, episodes, chance, lambda life: bool(life.pairs()))
        pair = draw_pair(life, chance)
        past = lived(games, life, scenes)
        for name in names:
            with tempfile.TemporaryDirectory(prefix="homebody-forgetting-") as folder:
                played[name].append(play(past, pair, RECIPES[name], Path(folder)))
    return Experiment(episodes, histories, seed, played)


def _answers(played: Played) -> dict[str, Any]:
    return {"rules": list(played.rules), "round1": _reply(played.first), "round2": _reply(played.second)}


def _reply(reply: Reply) -> dict[str, Any]:
    target = [
        {"time": one.time.isoformat(), "action": one.action, "thing": one.thing, "target": one.target}
        for one in reply.asked.target
    ]
    return {
        "time": reply.asked.time.isoformat(),
        "question": reply.asked.question,
        "expected": target,
        "answer": reply.answer.text,
        "status": reply.answer.status,
        "label": reply.label,
        "forgotten": reply.forgotten,
        "tokens": reply.answer.tokens_read,
    }
