"""What ``homebody replay`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from envs.replay.changes import APART, CONTAINMENT_PROPERTIES, STATE_PROPERTIES, Score
from envs.replay.point_report import NONE, OTHER, SAME, SIBLING, PointReport
from envs.replay.report import ReplayReport
from homebody.output import facts, left, right, table

if TYPE_CHECKING:
    from rich.table import Table


def report_tables(report: ReplayReport, mode: str, seconds: float) -> list[Table]:
    """The tables of one replay, most important first."""
    shown = [_summary(report, mode, seconds), _actions(report), _properties(report)]
    return [*shown, _refusals(report)] if report.refusals else shown


def _percent(value: float) -> str:
    return f"{100 * value:.2f} %"


def _summary(report: ReplayReport, mode: str, seconds: float) -> Table:
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
    return facts(rows, f"{report.games} games, {mode} replay, {seconds:.0f} s")


def _actions(report: ReplayReport) -> Table:
    numbers = right("recorded successes", "agreed", "recorded failures", "agreed", "without a target")
    shown = table([*left("action"), *numbers], title="agreement with the record, by action")
    for action, pair in sorted(report.motions.items()):
        done, failed = pair[True], pair[False]
        shown.add_row(action, str(done.n), _percent(done.rate), str(failed.n), _percent(failed.rate), "")
    for action, tally in sorted(report.objects.items()):
        apart = report.untargeted.get(action, {})
        refused, total = apart.get("refused by rule", 0), sum(apart.values())
        note = f"{total}, {refused} refused by rule" if total else ""
        shown.add_row(action, str(tally.n), _percent(tally.rate), "", "", note)
    return shown


def _properties(report: ReplayReport) -> Table:
    columns = [*left("property"), *right("changes", "precision", "recall", "F1")]
    shown = table(columns, title="final changed properties (initial → final)")
    for prop in (*STATE_PROPERTIES, *CONTAINMENT_PROPERTIES):
        _add(shown, prop, report.properties.get(prop, Score()))
    shown.add_section()
    _add(shown, "state and containment, micro", report.micro)
    shown.add_section()
    for prop in APART:
        _add(shown, f"{prop} (apart)", report.properties.get(prop, Score()))
    _add(shown, "position within 0.25 m (apart)", report.positions)
    return shown


def _add(shown: Table, name: str, score: Score) -> None:
    n = score.true_positive + score.false_negative
    if n or score.false_positive:
        shown.add_row(name, str(n), f"{score.precision:.4f}", f"{score.recall:.4f}", f"{score.f1:.4f}")


def _refusals(report: ReplayReport) -> Table:
    rows = [(str(n), action, reason) for (action, reason), n in report.refusals.most_common(10)]
    return table([*right("times"), *left("action", "reason")], rows, "why object actions were refused (first ten)")


def point_tables(report: PointReport, size: int, seconds: float) -> list[Table]:
    """What recorded image points find in our frames, by action, and what they find instead."""
    shown = [_points(report, size, seconds)]
    return [*shown, _confused(report)] if report.confused else shown


def _points(report: PointReport, size: int, seconds: float) -> Table:
    numbers = right("n", SAME, SIBLING, OTHER, NONE, "in the image", "in reach")
    title = f"recorded image points, {report.games} games, {size} x {size} pixels, {seconds:.0f} s"
    shown = table([*left("action", whole=True), *numbers], title=title)
    for action in sorted(report.verdicts):
        _add_points(shown, action, report.row([action]))
    shown.add_section()
    _add_points(shown, "all", report.row())
    return shown


def _add_points(shown: Table, name: str, row: dict[str, float]) -> None:
    counts = [row[key.replace(" ", "_")] for key in (SIBLING, OTHER, NONE)]
    shares = [_percent(row[key]) for key in ("same_share", "shown_share", "within_reach_share")]
    shown.add_row(name, str(row["n"]), shares[0], *map(str, counts), *shares[1:])


def _confused(report: PointReport) -> Table:
    found = report.as_dict()["confused"][:10]
    rows = [(str(one["n"]), one["action"], one["recorded"], one["found"] or "nothing") for one in found]
    return table([*right("times"), *left("action", "recorded", "found")], rows, "what else the points find (first ten)")
