"""The pictures that evaluations draw of their results for the docs."""

from __future__ import annotations

from typing import Any

from eval.forgetting.curve import Curve
from eval.forgetting.plot import curve_svg
from eval.perception.ablation_plot import loss_svg
from eval.report.plot import file_of
from eval.results.pictures import Picture


def _loss(values: Any) -> str:
    return file_of(loss_svg(values["loss_account"]))


def _curve(values: Any) -> str:
    return curve_svg(Curve.from_dict(values))


PICTURES = {
    "loss-account": Picture("docs/img/loss_account.svg", "Strict S_c by way of seeing", _loss),
    "forgetting-curve": Picture("docs/img/forgetting_curve.svg", "Correct answers against bytes kept", _curve),
}
"""By result."""
