"""``homebody eval teach``: TEACh's benchmarks on recorded games, beside the published agents."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from envs.process.terminal import Terminal
from eval.journal import Journal, beside, wanted
from eval.results.keep import ResultKeeper
from homebody.options.amounts import SeedOption, WorkersOption
from homebody.options.figures import JsonOption, ResultOption, ResumeOption
from homebody.options.files import GamesOption, LayoutsOption
from homebody.options.many_values import many_values
from homebody.options.perception import (
    DepthOption,
    DetectorOption,
    PerceptionOption,
    TrustOption,
    WeightsOption,
    chosen_sight,
)
from homebody.output import Output
from perception.settings import InputSetting

if TYPE_CHECKING:
    from eval.teach.instances.files import InstanceFiles


class Protocol(StrEnum):
    """Which benchmark."""

    TFD = "tfd"
    EDH = "edh"


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("teach", cls=many_values("--games", "--instances"))(teach)


def teach(
    games: GamesOption,
    protocol: Annotated[
        Protocol, typer.Option(help="tfd: whole dialogue, from the start; edh: go on in the middle.")
    ] = Protocol.TFD,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most so many instances, of games drawn at random.")
    ] = None,
    seed: SeedOption = 0,
    layouts: LayoutsOption = None,
    instances: Annotated[
        list[Path] | None, typer.Option(help="Published EDH instances to run, as files, folders or zips.")
    ] = None,
    compare: Annotated[bool, typer.Option("--compare", help="Count how many of ours equal those.")] = False,
    ceilings: Annotated[
        bool, typer.Option("--ceilings", help="Measure what could be reached at most, too (EDH; three times the work).")
    ] = False,
    workers: WorkersOption = 1,
    perception: PerceptionOption = InputSetting.FULL,
    depth: DepthOption = None,
    detector: DetectorOption = None,
    weights: WeightsOption = None,
    trust_weights: TrustOption = False,
    report: Annotated[Path | None, typer.Option(help="File for one JSON line per episode.")] = None,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Do what the dialogues of recorded games ask for, told in words only; score it by TEACh's metrics."""
    from envs.teach.games.rebuild import read_layouts
    from eval.teach.figures import report as figures_of
    from eval.teach.run import PIECE, run_games
    from eval.teach.tables import score_table, speed_line, task_table

    out, keeper = Output(json_out), ResultKeeper(result)
    if ceilings and protocol is not Protocol.EDH:
        raise BadInput("what could be reached at most is measured for EDH only; add --protocol edh")
    sight = chosen_sight(perception, detector, weights, trust_weights, depth)
    if sight is not None and protocol is not Protocol.TFD:
        raise BadInput("in EDH the agent has watched somebody, which it does by ground truth; --perception is for tfd")
    published = _published(protocol, instances, compare)
    plans = None if layouts is None else read_layouts(layouts)
    inputs = [*games, *(instances or []), *([layouts] if layouts else [])]
    with Journal(beside(json_out, keeper.path, report), PIECE, lambda: wanted(inputs), resume) as journal:
        results = run_games(
            games,
            protocol.value,
            limit=limit,
            seed=seed,
            layouts=plans,
            workers=workers,
            watch=_progress(out),
            published=None if published is None else published.instances,
            ceilings=ceilings,
            journal=journal,
            sight=sight,
        )
        found = figures_of(protocol.value, results, journal.seconds, seen=sight is not None)
        if results:
            out.show(score_table(found), task_table(found), speed_line(found))
        else:
            out.show("the games have no such instances")
        if report is not None:
            from eval.teach.episode_lines import write_episodes

            write_episodes(report, results)
            out.show(f"episodes written to {report}")
        seen = {} if sight is None else {"perception": {**sight.chosen.as_dict(), "depth": sight.depth}}
        figures = {**found, **seen, "seed": seed, **_against(published, games, compare, out)}
        out.json(figures)
        keeper.keep(figures, [__name__], inputs, seed, alone=workers == 1)


def _published(protocol: Protocol, instances: list[Path] | None, compare: bool) -> InstanceFiles | None:
    """The published instances that were asked for."""
    if instances and protocol is not Protocol.EDH:
        raise BadInput("published instances are read for EDH only; add --protocol edh")
    if compare and not instances:
        raise BadInput("--compare needs published instances to compare with; give --instances and their folder")
    if not instances:
        return None
    from eval.teach.instances.files import read_instances

    return read_instances(instances)


def _against(published: InstanceFiles | None, games: list[Path], compare: bool, out: Output) -> dict[str, Any]:
    """What there is to say about published instances, said and as JSON."""
    if published is None:
        return {}
    from eval.histories.game_files import GameFiles
    from eval.teach.tables import comparison_lines, left_out

    files = GameFiles(games)
    missing = set(files.missing([one.game_id for one in published.instances]))
    without = [one.instance_id for one in published.instances if one.game_id in missing]
    out.show(*left_out(without, len(published.instances)))
    found: dict[str, Any] = {"instances": {"files": len(published.instances), "without_game": without}}
    if compare:
        from eval.teach.edh.compare import compare as compare_all

        found["compare"] = compare_all(files, published, _progress(out)).to_json()
        out.show(*comparison_lines(found["compare"]))
    return found


def _progress(out: Output):
    """Tells on a terminal how far it is."""
    console = Terminal(err=True)
    if not (out.for_people and console.is_terminal):
        return None

    def tell(games: int, total: int) -> None:
        console.print(f"{games} of {total} games" if total else f"{games} games", end="\r")

    return tell
