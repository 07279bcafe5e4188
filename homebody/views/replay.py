"""What ``homebody replay`` prints."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from envs.replay.changes import APART, CONTAINMENT_PROPERTIES, STATE_PROPERTIES, Score
from envs.replay.point_report import NONE, OTHER, SAME, SIBLING, PointReport
from envs.replay.report import ReplayReport


def print_report(report: ReplayReport, mode: str, seconds: float, console: Console) -> None:
    """The tables of one replay, most important first."""
    console.print(_summary(report, mode, seconds))
    console.print(_actions(report))
    console.print(_properties(report))
    if report.refusals:
        console.print(_refusals(report))


def _percent(value: float) -> str:
    return f"{100 * value:.2f} %"


def _summary(report: ReplayReport, mode: str, seconds: float) -> Table:
    table = Table(title=f"{report.games} games, {mode} replay, {seconds:.0f} s", show_header=False)
    micro = report.micro
    motion, objects, task = report.motion_total, report.object_total, report.task_total
    rows = [
        ("motions with the recorded outcome", _percent(motion.rate), f"{motion.n} driver motions"),
        ("object actions that succeed as recorded", _percent(objects.rate), f"{objects.n} with a recorded target"),
        ("final changed properties, micro-F1", f"{micro.f1:.4f}", f"P {micro.precision:.4f}, R {micro.recall:.4f}"),
        ("task outcome as recorded", _percent(task.rate), f"{task.n} games"),
        ("checker: success on recorded final states", _percent(report.final_success / max(1, report.games)), ""),
        ("checker: success on recorded initial states", _percent(report.initial_success / max(1, report.games)), ""),
    ]
    for row in rows:
        table.add_row(*row)
    return table


def _actions(report: ReplayReport) -> Table:
    table = Table(title="agreement with the record, by action")
    for heading in ("action", "recorded successes", "agreed", "recorded failures", "agreed", "without a target"):
        table.add_column(heading, justify="left" if heading == "action" else "right")
    for action, pair in sorted(report.motions.items()):
        done, failed = pair[True], pair[False]
        table.add_row(action, str(done.n), _percent(done.rate), str(failed.n), _percent(failed.rate), "")
    for action, tally in sorted(report.objects.items()):
        apart = report.untargeted.get(action, {})
        refused, total = apart.get("refused by rule", 0), sum(apart.values())
        note = f"{total}, {refused} refused by rule" if total else ""
        table.add_row(action, str(tally.n), _percent(tally.rate), "", "", note)
    return table


def _properties(report: ReplayReport) -> Table:
    table = Table(title="final changed properties (initial → final)")
    for heading in ("property", "changes", "precision", "recall", "F1"):
        table.add_column(heading, justify="left" if heading == "property" else "right")
    for prop in (*STATE_PROPERTIES, *CONTAINMENT_PROPERTIES):
        _add(table, prop, report.properties.get(prop, Score()))
    table.add_section()
    _add(table, "state and containment, micro", report.micro)
    table.add_section()
    for prop in APART:
        _add(table, f"{prop} (apart)", report.properties.get(prop, Score()))
    _add(table, "position within 0.25 m (apart)", report.positions)
    return table


def _add(table: Table, name: str, score: Score) -> None:
    n = score.true_positive + score.false_negative
    if n or score.false_positive:
        table.add_row(name, str(n), f"{score.precision:.4f}", f"{score.recall:.4f}", f"{score.f1:.4f}")


def _refusals(report: ReplayReport) -> Table:
    table = Table(title="why object actions were refused (first ten)")
    table.add_column("times", justify="right")
    table.add_column("action")
    table.add_column("reason")
    for (action, reason), n in report.refusals.most_common(10):
        table.add_row(str(n), action, reason)
    return table


def print_points(report: PointReport, size: int, seconds: float, console: Console) -> None:
    """What recorded image points find in our frames, by action, and what they find instead."""
    console.print(_points(report, size, seconds))
    if report.confused:
        console.print(_confused(report))


def _points(report: PointReport, size: int, seconds: float) -> Table:
    table = Table(title=f"recorded image points, {report.games} games, {size} x {size} pixels, {seconds:.0f} s")
    table.add_column("action", no_wrap=True)
    for heading in ("n", SAME, SIBLING, OTHER, NONE, "in the image", "in reach"):
        table.add_column(heading, justify="right")
    for action in sorted(report.verdicts):
        _add_points(table, action, report.row([action]))
    table.add_section()
    _add_points(table, "all", report.row())
    return table


def _add_points(table: Table, name: str, row: dict[str, float]) -> None:
    counts = [row[key.replace(" ", "_")] for key in (SIBLING, OTHER, NONE)]
    shares = [_percent(row[key]) for key in ("same_share", "shown_share", "within_reach_share")]
    table.add_row(name, str(row["n"]), shares[0], *map(str, counts), *shares[1:])


def _confused(report: PointReport) -> Table:
    table = Table(title="what else the points find (first ten)")
    table.add_column("times", justify="right")
    for heading in ("action", "recorded", "found"):
        table.add_column(heading)
    for entry in report.as_dict()["confused"][:10]:
        table.add_row(str(entry["n"]), entry["action"], entry["recorded"], entry["found"] or "nothing")
    return table
