"""The two-round evaluation over many histories and ways of remembering."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from random import Random
from typing import Any

from envs.errors import BadInput
from envs.files.leftovers import scratch
from eval.forgetting.figures import RecipeFigures, figures
from eval.forgetting.published import NAMES, PUBLISHED
from eval.forgetting.questions import QuestionPair, draw_life, draw_pair
from eval.forgetting.recipes import RECIPES
from eval.forgetting.run import PlayedHistory, ScoredAnswer, lived, play
from eval.histories.game_files import GameFiles
from eval.journal import Journal
from memory.experience import Experience

TrackHistories = Callable[[Iterable[int], int], Iterable[int]]
"""Shows the progress of an iteration, given its length."""


@dataclass(frozen=True)
class ForgettingExperiment:
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
    played: dict[str, list[PlayedHistory]]

    def figures(self) -> dict[str, RecipeFigures]:
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
    track: TrackHistories | None = None,
    journal: Journal[PlayedHistory] | None = None,
) -> ForgettingExperiment:
    """Play histories drawn from games; every recipe lives the same ones and is asked the same.

    Args:
        games: Where to draw from.
        episodes: Of each history.
        histories: How many; each is lived independently, nothing is learned across them.
        recipes: Names of recipes.
        seed: Decides histories and questions; history i of a seed is the same whatever their number.
        scenes: Whether to work out what was seen.
        track: Shows the progress.
        journal: Has what was played before, and keeps the others.

    Raises:
        BadInput: No such recipe, no history asked for, too few games, or nothing in them happens twice far apart; or
            the journal is damaged.
        BadGameFile: A game cannot be used.
    """
    if histories < 1:
        raise BadInput(f"--histories {histories}: give at least 1")
    names = chosen(recipes)
    played: dict[str, list[PlayedHistory]] = {name: [] for name in names}
    numbers = range(histories)
    journal = journal or Journal(None, PlayedHistory, dict)
    for number in track(numbers, histories) if track else numbers:
        left = _History(games, episodes, f"{seed} {number}", scenes)
        for name in names:
            played[name].append(journal.piece(f"{number}/{name}", partial(left.play, name)))
    return ForgettingExperiment(episodes, histories, seed, played)


class _History:
    """A history with its questions, drawn when it is first played."""

    def __init__(self, games: GameFiles, episodes: int, seed: str, scenes: bool) -> None:
        self._games, self._episodes, self._seed, self._scenes = games, episodes, seed, scenes

    @cached_property
    def _drawn(self) -> tuple[list[list[Experience]], QuestionPair]:
        chance = Random(self._seed)
        life = draw_life(self._games, self._episodes, chance, lambda life: bool(life.pairs()))
        return lived(self._games, life, self._scenes), draw_pair(life, chance)

    def play(self, recipe: str) -> PlayedHistory:
        with scratch("forgetting") as folder:
            return play(*self._drawn, RECIPES[recipe], folder)


def _answers(played: PlayedHistory) -> dict[str, Any]:
    return {"rules": list(played.rules), "round1": _reply(played.first), "round2": _reply(played.second)}


def _reply(reply: ScoredAnswer) -> dict[str, Any]:
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
