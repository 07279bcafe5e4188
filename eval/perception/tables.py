"""The figures of ``eval perception`` as tables for people, and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from envs.files.writing import write_atomically
from eval.perception.ablation_plot import loss_svg
from eval.perception.pictures.figures import LOW
from eval.report.html_page import markup, write_page
from eval.report.html_page import page as filled
from eval.report.plot import Bar, bars, file_of

_SHOWN_CLASSES = 8
ENOUGH = 60
"""Questions from which a row of the loss account is more than a rough picture."""


def summary(figures: dict[str, Any]) -> Table:
    """All sections but the loss account, a line for each figure."""
    shown = Table("figure", "value", title=f"{figures['settings']['detector']} and {figures['settings']['recognizer']}")
    for name, value in _lines(figures):
        shown.add_row(name, value)
    return shown


def _lines(figures: dict[str, Any]) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    if (found := figures["detector"]) is not None:
        lines += [(name, _number(found[key])) for name, key in (("mAP50", "mAP50"), ("mAP50-95", "mAP50_95"))]
        rows = sorted(found["per_class"].items(), key=lambda item: item[1]["AP50"])
        lines.append(("best classes (AP50)", _classes(rows[::-1])))
        lines.append(("worst classes", _classes(rows)))
        if (openness := found.get("open_vocabulary")) is not None:
            parts = (openness[f"recall_by_{key}"] for key in ("name", "unseen_words", "chance"))
            lines.append(("recall by name / unseen words / chance", " / ".join(map(_number, parts))))
        lines += _by_type_lines(found)
        lines += [
            (f"style: {name}", f"mAP50 {_number(one['mAP50'])}, {_number(one['fall'])} less than usual")
            for name, one in found.get("styles", {}).items()
        ]
    if (shown := figures.get("images")) is not None:
        lines.append(("pictures, boxes that count", f"{shown['frames']}, {shown['boxes']}"))
        lines += _type_lines("pictures", shown)
        lines += [("note", note) for note in shown["notes"]]
    if (told := figures["recognizer"]) is not None:
        lines.append(("action accuracy", _number(told["action_accuracy"])))
        lines.append(("object accuracy", _number(told["object_accuracy"])))
        if (seen := told.get("ways", {}).get("whole_detected")) is not None:
            both = (_number(seen[name]) for name in ("action_accuracy", "object_accuracy"))
            lines.append(("the same with what the detector finds", ", ".join(both)))
        lines += [line for place, one in (told.get("deeds") or {}).items() if one for line in _deed_lines(place, one)]
    if (graph := figures["scene_graph"]) is not None:
        lines.append(
            ("nodes: precision, recall", f"{_number(graph['node_precision'])}, {_number(graph['node_recall'])}")
        )
        lines.append(("relations: F1", _number(graph["relation_f1"])))
        lines.append(("identity switches per 100 frames", _number(graph["switches_per_100_frames"])))
    if figures["fps"] is not None:
        lines.append(("frames a second, all together", _number(figures["fps"])))
    return lines


def _deed_lines(place: str, found: dict[str, Any]) -> list[tuple[str, str]]:
    """Deeds as a memory gets them: a line for each setting and each kind of boxes."""
    return [
        (
            f"{_IN[place]}, {setting}, {boxes} boxes: objects, both, actions",
            ", ".join(_number(one[key]) for key in ("objects", "both", "actions")),
        )
        for setting in ("own", "watching")
        for boxes, one in found.get(setting, {}).items()
    ]


def by_type(figures: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What was measured by type, by title; only what was."""
    found = figures["detector"] or {}
    shown = {_IN[place]: one for place, one in found.get("by_type", {}).items() if one is not None}
    if figures.get("images") is not None:
        shown["pictures"] = figures["images"]
    return shown


_IN = {"generated": "held-out rooms", "rebuilt": "rooms rebuilt from games"}


def _by_type_lines(found: dict[str, Any]) -> list[tuple[str, str]]:
    rooms = [(_IN[place], one) for place, one in found.get("by_type", {}).items() if one is not None]
    return [line for place, one in rooms for line in _type_lines(place, one)]


def _type_lines(place: str, one: dict[str, Any]) -> list[tuple[str, str]]:
    both = ("recall", "precision")
    low = f"{len(one['low'])}: {', '.join(one['low'])}" if one["low"] else "none"
    all_together, means = (", ".join(_number(one[f"{of}{name}"]) for name in both) for of in ("", "mean_type_"))
    return [
        (f"{place}: recall, precision (confidence {one['confidence']:g})", all_together),
        (f"{place}: mean over {one['types']} types", means),
        (f"{place}: types found below {LOW:g}", low),
    ]


def types_table(title: str, one: dict[str, Any]) -> Table:
    """Recall and precision of every type; those that nothing is labelled as share a line."""
    shown = Table(title=f"By type: {title}")
    for name in _TYPE_HEAD:
        shown.add_column(name, justify="left" if name == "type" else "right")
    for row in _type_rows(one):
        shown.add_row(*row)
    return shown


_TYPE_HEAD = ("type", "boxes", "recall", "finds", "precision")


def _type_rows(one: dict[str, Any]) -> list[tuple[str, ...]]:
    labelled = [(kind, row) for kind, row in one["by_type"].items() if row["n"]]
    others = [row for row in one["by_type"].values() if not row["n"]]
    rows = [
        (kind, str(row["n"]), _number(row["recall"]), str(row["found"]), _number(row["precision"]))
        for kind, row in labelled
    ]
    if others:
        finds = sum(row["found"] for row in others)
        right = sum(row["found"] * row["precision"] for row in others)
        rows.append((f"{len(others)} others", "0", "–", str(finds), _number(right / finds)))
    return rows


def _classes(rows: Sequence[tuple[str, dict[str, Any]]]) -> str:
    return ", ".join(f"{name} {row['AP50']:.2f}" for name, row in rows[:_SHOWN_CLASSES])


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"


def loss_table(entries: Sequence[dict[str, Any]]) -> Table:
    """S_c of every way of seeing, in all and by type of question."""
    kinds = list(entries[0]["by_type"])
    shown = Table(title="What perception costs the answers")
    shown.caption = "strict S_c in percent with its 95 % interval; right: by type of question"
    shown.add_column("memory made of", overflow="fold")
    shown.add_column("questions", justify="right")
    shown.add_column("S_c", justify="right", no_wrap=True)
    for kind in kinds:
        shown.add_column(kind, justify="right")
    for entry in entries:
        low, high = entry["S_c_95"]
        types = (f"{entry['by_type'][kind]['S_c']:.0f}" for kind in kinds)
        asked = f"{entry['questions']}{'' if entry['questions'] >= ENOUGH else ' (few)'}"
        shown.add_row(entry["setting"], asked, f"{entry['S_c']:.0f}  {low:.0f}–{high:.0f}", *types)
    return shown


# -- the page --------------------------------------------------------------------------------------------------------


def write_report(folder: Path, figures: dict[str, Any]) -> Path:
    """Write ``perception.html`` and, with a loss account, ``loss_account.svg``.

    Raises:
        BadInput: The folder cannot be written to, or matplotlib is not installed.
    """
    if figures["loss_account"]:
        plot = file_of(loss_svg(figures["loss_account"]))
        write_atomically(folder / "loss_account.svg", plot.encode(), replace=True)
    return write_page(folder, "perception.html", page(figures))


def page(figures: dict[str, Any]) -> str:
    """The whole page."""
    said = ", ".join(f"{name} {value}" for name, value in figures["settings"].items() if value is not None)
    loss, found = figures["loss_account"], figures["detector"]
    return filled(
        "perception.html",
        title="Perception",
        settings=said,
        figures=_lines(figures),
        loss=_loss(loss) if loss else None,
        types=[(title, _TYPE_HEAD, _type_rows(one)) for title, one in by_type(figures).items()],
        classes=None if found is None else markup(_class_bars(found["per_class"])),
    )


def _loss(entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    kinds = list(entries[0]["by_type"])
    rows = [
        [entry["setting"], f"{entry['S_c']:.0f}", *(f"{entry['by_type'][kind]['S_c']:.0f}" for kind in kinds)]
        for entry in entries
    ]
    return {"plot": markup(loss_svg(entries)), "head": ("memory made of", "S_c", *kinds), "rows": rows}


def _class_bars(classes: dict[str, Any]) -> str:
    rows = [Bar(name, (100 * row["AP50"], 100 * row["AP50_95"])) for name, row in classes.items()]
    return bars("Average precision by class, percent", ("AP50", "AP50-95"), rows)
