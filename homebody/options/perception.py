"""The options that choose what a memory is made of: the setting, and with what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from envs.files.leftovers import scratch
from envs.process.terminal import track
from perception.settings import DeedSetting, InputSetting

if TYPE_CHECKING:
    from agent.body.eyes import Eyesight
    from agent.body.seeing import ChosenSight
    from eval.histories.game_files import GameFiles
    from eval.histories.watched_games import WatchedGames

PerceptionOption = Annotated[
    InputSetting,
    typer.Option(
        "--perception",
        help="What belief and memory are made of: pictures alone, pictures and speech, or what the simulator knows.",
    ),
]


class Depth(StrEnum):
    """Whether a robot that goes by what it sees has a depth sensor."""

    GIVEN = "given"
    NONE = "none"


DepthOption = Annotated[
    Depth | None,
    typer.Option(
        "--depth", help="given (default): a depth sensor; none: distances are guessed from the usual sizes of things."
    ),
]
DetectorOption = Annotated[
    str | None,
    typer.Option("--detector", help="yolo-world (default), ground-truth, noisy, an installed one, or module:Class."),
]
RecognizerOption = Annotated[
    str | None,
    typer.Option("--recognizer", help="longt5 (default), ground-truth, noisy, an installed one, or module:Class."),
]
WeightsOption = Annotated[
    Path | None, typer.Option("--weights", help="The detector's weights, in place of those it comes with.")
]
TrustOption = Annotated[
    bool,
    typer.Option("--trust-weights", help="Load weights that can run code: a checkpoint that homebody did not make."),
]
RecognizerWeightsOption = Annotated[
    Path | None, typer.Option("--recognizer-weights", help="Likewise the recogniser's.")
]
NoiseOption = Annotated[
    str | None, typer.Option("--noise", help="How often those named noisy are wrong: light, medium, heavy.")
]

DeedsOption = Annotated[
    DeedSetting | None,
    typer.Option(
        "--deeds",
        help="own: the robot knows what it commanded, whether it worked and where it pointed; watching: pixels alone.",
    ),
]

CacheOption = Annotated[
    Path | None,
    typer.Option("--cache", help="Folder where what was seen in games is kept, for this and later commands."),
]


def chosen_eyesight(
    setting: InputSetting,
    detector: str | None = None,
    recognizer: str | None = None,
    weights: Path | None = None,
    recognizer_weights: Path | None = None,
    noise: str | None = None,
    trust: bool = False,
    acting: bool = False,
    depth: Depth | None = None,
    deeds: DeedSetting | None = None,
) -> Eyesight | None:
    """Load what was chosen; None for ``full``.

    Args:
        setting: What belief and memory are made of.
        detector: Name of the detector; None is the default one, as for the rest.
        recognizer: Name of the recogniser.
        weights: The detector's weights.
        recognizer_weights: The recogniser's.
        noise: How often those named noisy are wrong.
        trust: Whether the detector's weights may be a checkpoint that can run code.
        acting: Whether a robot goes by what is seen, and not only its memory.
        depth: Whether it has a depth sensor.
        deeds: How it is known what was done; by default a robot that acts knows its own deeds.

    Raises:
        BadInput: Something was chosen to see with, but nothing is looked at; or it cannot be loaded.
    """
    options = {
        "--detector": detector,
        "--recognizer": recognizer,
        "--weights": weights,
        "--recognizer-weights": recognizer_weights,
        "--noise": noise,
        "--depth": depth,
        "--deeds": deeds,
    }
    given = [name for name, value in options.items() if value is not None]
    if setting is InputSetting.FULL:
        if given:
            raise BadInput(
                f"{given[0]} says with what to see, and --perception full does not look; "
                "add --perception vision or vision+speech"
            )
        return None
    from agent.body.eyes import eyesight
    from perception.senses import ChosenSenses

    default = ChosenSenses()
    return eyesight(
        setting,
        ChosenSenses(
            detector or default.detector,
            recognizer or default.recognizer,
            weights,
            recognizer_weights,
            noise or default.noise,
            trust=trust,
            deeds=deeds or (DeedSetting.OWN if acting else default.deeds),
        ),
        acting,
        depth is not Depth.NONE,
    )


def chosen_sight(
    setting: InputSetting, detector: str | None, weights: Path | None, trust: bool, depth: Depth | None
) -> ChosenSight | None:
    """With what an agent sees that remembers nothing; None for ``full``. Loaded once, so that mistakes are told now.

    Raises:
        BadInput: Something was chosen to see with, but nothing is looked at; or it cannot be loaded.
    """
    if setting is InputSetting.FULL:
        chosen_eyesight(setting, detector, None, weights, trust=trust, depth=depth)
        return None
    from agent.body.seeing import ChosenSight
    from perception.senses import ChosenSenses

    chosen = ChosenSenses(detector or ChosenSenses().detector, "ground-truth", weights, trust=trust)
    sight = ChosenSight(chosen, depth is not Depth.NONE)
    sight.open()
    return sight


@contextmanager
def watched_games(
    sight: Eyesight | None, games: GameFiles, names: Sequence[str], cache: Path | None, processes: int
) -> Iterator[WatchedGames | None]:
    """Look at games, with a progress bar; None where nothing is looked at.

    Args:
        sight: What to see with.
        games: Where they are.
        names: Which.
        cache: Where to keep what was seen; None keeps it until the block is left.
        processes: How many games are looked at at the same time.

    Raises:
        BadInput: The options contradict each other, or the folder cannot be written to.
        BadGameFile: A game cannot be used.
    """
    if sight is None:
        if cache is not None or processes > 1:
            raise BadInput("--cache and --processes are for --perception vision or vision+speech; full does not look")
        yield None
        return
    from eval.histories.glimpse_cache import GlimpseCache
    from eval.histories.watched_games import WatchedGames

    with scratch("seen") as folder:
        watched = WatchedGames(sight, GlimpseCache(cache or folder, sight.chosen, sight.setting.hears))
        watched.prepare(games, names, processes, show_looking)
        yield watched


def show_looking(names: Iterable[str], total: int) -> Iterable[str]:
    """A progress bar over the games that are looked at."""
    return track(names, "looking at games", total)


@dataclass(frozen=True)
class RunSight:
    """With what a run makes belief and memory, as given."""

    setting: InputSetting
    detector: str | None
    recognizer: str | None
    weights: Path | None
    recognizer_weights: Path | None
    noise: str | None
    trust: bool
    depth: Depth | None
    deeds: DeedSetting | None

    def load(self) -> Eyesight | None:
        """What was chosen; None for ``full``."""
        return chosen_eyesight(
            self.setting,
            self.detector,
            self.recognizer,
            self.weights,
            self.recognizer_weights,
            self.noise,
            self.trust,
            True,
            self.depth,
            self.deeds,
        )

    def load_again(self, noted: Any) -> Eyesight | None:
        """What a run was begun with that goes on, as its trail tells."""
        from agent.body.eyes import EyesightOptions, eyesight_again

        return eyesight_again(noted, EyesightOptions(self.detector, self.recognizer, self.trust))
