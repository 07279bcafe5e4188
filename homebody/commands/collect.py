"""``homebody collect``: a data set of frames and episodes to train detectors and recognisers on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import TryAgain
from envs.process.terminal import progress, track
from homebody.options.amounts import SeedOption, StepsOption, WorkersOption
from homebody.options.figures import JsonOption
from homebody.output import Output, left, right, table

if TYPE_CHECKING:
    from eval.collect.files import CollectedEpisode
    from eval.collect.plan import EpisodePlan
    from eval.collect.run import Amount
    from eval.histories.game_files import GameFiles


def collect(
    out: Annotated[
        Path, typer.Option(help="The data set's folder, OUT.partial until it is whole; what was begun is continued.")
    ],
    episodes: Annotated[int, typer.Option(min=1, help="How many rooms are looked at and lived in.")] = 200,
    rooms: Annotated[
        str, typer.Option(help="Kinds of rooms, with commas; one named twice comes twice as often.")
    ] = "kitchen,kitchen,living_room,bedroom,bathroom",
    sources: Annotated[
        str, typer.Option(help="What is lived there: none, errands, planner, replay, with commas; likewise.")
    ] = "errands,planner",
    games: Annotated[
        list[Path] | None, typer.Option(help="Recorded games to replay, as files, folders or zips.")
    ] = None,
    snapshots: Annotated[int, typer.Option(min=0, help="Frames of each room from poses by chance.")] = 10,
    moments: Annotated[int, typer.Option(min=0, help="Frames of each room from among what is lived.")] = 4,
    steps: StepsOption = 120,
    strange: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="Share of the rooms whose --snapshots get other surfaces, light, shape."),
    ] = 0.0,
    seed: SeedOption = 0,
    workers: WorkersOption = 1,
    json_out: JsonOption = None,
) -> None:
    """Render rooms and episodes into a data set: YOLO pictures and labels, and sequences of actions."""
    from eval.collect.card import write_card
    from eval.collect.folder import growing
    from eval.collect.games import with_games
    from eval.collect.plan import plan_episodes
    from eval.collect.run import Amount
    from eval.histories.game_files import GameFiles
    from perception.extras import needs

    if snapshots or moments:
        needs("cv2")  # writes the pictures; asked for before the first room is built
    told = Output(json_out)
    given: dict[str, Any] = {"episodes": episodes, "rooms": _parts(rooms), "sources": _parts(sources)}
    files = GameFiles(games) if games else None
    plans = with_games(plan_episodes(episodes, given["rooms"], given["sources"], seed, strange), files)
    amount = Amount(snapshots, moments, steps)
    if games:
        given["games"] = [path.name for path in games]
    settings = {**given, "snapshots": snapshots, "moments": moments, "steps": steps, "seed": seed}
    if strange:
        settings["strange"] = strange
    with growing(out, plans) as folder:
        collected = _shared if workers > 1 else _alone
        kept = collected(plans, folder, amount, files, workers)
        figures = write_card(folder, sorted(kept, key=lambda one: one.name), settings)
    told.show(_table(figures), f"data set in {out}; its card is {out / 'README.md'}")
    told.json({**settings, **figures})


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _alone(
    plans: list[EpisodePlan], out: Path, amount: Amount, games: GameFiles | None, workers: int
) -> list[CollectedEpisode]:
    from eval.collect.run import collect as collected

    return list(track(collected(plans, out, amount, games), "collecting", len(plans)))


def _shared(
    plans: list[EpisodePlan], out: Path, amount: Amount, games: GameFiles | None, workers: int
) -> list[CollectedEpisode]:
    """The same by several processes; what they write does not depend on how many."""
    from concurrent.futures import as_completed
    from concurrent.futures.process import BrokenProcessPool

    from envs.process.workers import workers as begun

    with begun(workers) as pool, progress() as bar:
        task = bar.add_task("collecting", total=len(plans))
        parts = [pool.submit(_part, [plan], out, amount, games) for plan in plans]
        found: list[CollectedEpisode] = []
        try:
            for part in as_completed(parts):
                found += part.result()
                bar.advance(task)
        except BrokenProcessPool as error:
            raise TryAgain("a process of --workers was ended from outside, perhaps for its memory") from error
    return found


def _part(plans: list[EpisodePlan], out: Path, amount: Amount, games: GameFiles | None) -> list[CollectedEpisode]:
    from eval.collect.run import collect as collected

    return list(collected(plans, out, amount, games))


def _table(figures: dict[str, Any]) -> Any:
    counts = ("episodes", "images", "boxes", "steps")
    rows = [(name, *(str(split[key]) for key in counts)) for name, split in figures["splits"].items()]
    return table([*left("split"), *right(*counts)], rows, "collected")
