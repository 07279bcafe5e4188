"""The table of the two-round evaluation in the paper's form, each of our rows above the published one, and the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from eval.forgetting.experiment import ForgettingExperiment
from eval.forgetting.figures import RecipeFigures
from eval.forgetting.published import NAMES, PUBLISHED, PublishedRow
from eval.forgetting.run import ScoredAnswer
from eval.forgetting.strict_score import CORRECT

if TYPE_CHECKING:
    from rich.table import Table

HEAD = ("recipe", "S_c", "S_p", "↑", "=", "S_c¹", "S_p¹", "S_c²", "S_p²", "F¹", "F²", "N_f", "N_∅", "C_qa", "C_f", "s")
LEGEND = (
    "S_c correct, S_p at least partially correct, ↑ improved, = in the same category, ¹ ² rounds, F forgotten ratio "
    "(all %); N_f final, N_∅ mean number of nodes from goals up; C_qa tokens per question, C_f tokens for forgetting "
    "per history; s seconds per history. Published: H²-EMV, tables A2 to A4, with a language model as judge."
)


def rows(experiment: ForgettingExperiment) -> Iterator[tuple[str, ...]]:
    """Cells of all rows: ours, and below it the published one for the nearest length of history."""
    nearest = min(PUBLISHED, key=lambda length: abs(length - experiment.episodes))
    for name, ours in experiment.figures().items():
        yield _ours(name, ours)
        published = PUBLISHED[nearest].get(name)
        if published:
            yield _published(f"  published: {NAMES[name]}, |h| = {nearest}", published)


def _ours(name: str, one: RecipeFigures) -> tuple[str, ...]:
    first, second = one.round1, one.round2
    scores = ((first.correct + second.correct) / 2, (first.partial + second.partial) / 2, one.improved, one.equal)
    rounds = (first.correct, first.partial, second.correct, second.partial, *one.forgotten)
    sizes = (f"{one.final:.1f}", f"{one.mean:.1f}", f"{one.tokens_question:,.0f}", f"{one.tokens_forget:,.0f}")
    return (name, *(f"{value:.0f}" for value in (*scores, *rounds)), *sizes, f"{one.seconds:.1f}")


def _published(name: str, one: PublishedRow) -> tuple[str, ...]:
    scores = (sum(one.correct) / 2, sum(one.partial) / 2, one.improved, one.equal)
    rounds = (one.correct[0], one.partial[0], one.correct[1], one.partial[1], *one.forgotten)
    sizes = ("–" if one.final is None else f"{one.final}", "–" if one.mean is None else f"{one.mean}")
    tokens = (_thousand(one.tokens_question), _thousand(one.tokens_forget))
    return (name, *(f"{value:.0f}" for value in (*scores, *rounds)), *sizes, *tokens, "–")


def _thousand(value: float | None) -> str:
    return "–" if value is None else f"{value * 1000:,.0f}"


def table(experiment: ForgettingExperiment) -> Table:
    """For the terminal."""
    from rich.table import Table

    shown = Table(title=title(experiment), caption=LEGEND, padding=(0, 0))
    for place, head in enumerate(HEAD):
        shown.add_column(head, justify="right" if place else "left")
    for cells in rows(experiment):
        shown.add_row(*cells, style="dim" if cells[0].startswith(" ") else "")
    return shown


def title(experiment: ForgettingExperiment) -> str:
    """What was measured."""
    return (
        f"Two rounds of questions, {experiment.histories} histories of {experiment.episodes} episodes, "
        f"seed {experiment.seed}"
    )


def write_report(experiment: ForgettingExperiment, folder: Path) -> Path:
    """One self-contained page with the table, a plot, and the second answers that are not correct.

    Raises:
        BadInput: The folder cannot be written to, or matplotlib is not installed.
    """
    from eval.report.html_page import markup, page, write_page
    from eval.report.plot import Bar, bars

    drawn = [
        Bar(name, (one.round1.correct, one.round2.correct), (one.round1.correct_within, one.round2.correct_within))
        for name, one in experiment.figures().items()
    ]
    text = page(
        "forgetting.html",
        title=title(experiment),
        head=HEAD,
        rows=list(rows(experiment)),
        legend=LEGEND,
        plot=markup(bars("Correct answers by round, %", ("round 1", "round 2"), drawn)),
        failures=list(_failures(experiment)),
    )
    return write_page(folder, "forgetting.html", text)


def _failures(experiment: ForgettingExperiment) -> Iterator[tuple[str, ...]]:
    for name, played in experiment.played.items():
        for reply in (one.second for one in played):
            if reply.label != CORRECT:
                evidence = ", ".join(map(str, reply.answer.evidence)) or "none"
                yield name, reply.asked.question, expected(reply), reply.answer.text, evidence, reply.label


def expected(reply: ScoredAnswer) -> str:
    """The right answer in words."""
    return "; ".join(
        f"{deed.action} {deed.thing}{f' → {deed.target}' if deed.target else ''} {deed.time:%Y-%m-%d %H:%M}"
        for deed in reply.asked.target
    )
