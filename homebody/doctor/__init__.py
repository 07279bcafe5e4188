"""``homebody doctor``: which layers work here, which are missing or broken, and the command that mends each.

A check tries something real (imports, compiles, steps, draws, connects, reads) and never raises; what may crash or hang
runs in a process of its own with a time limit (``homebody.doctor.process``). A layer is asked for when it belongs to
the core or when the user named it; only those decide the exit code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console

from envs.process.terminal import styled
from homebody.doctor.core import check_numba_cache, check_pocket, check_python, check_store
from homebody.doctor.finding import CheckResult, Finding, IntendedUse
from homebody.doctor.models import check_encoder, check_language, check_recognizer_weights, check_weights
from homebody.doctor.unity import check_build, check_client, check_display, check_gpu
from homebody.output import lines


@dataclass(frozen=True)
class Layer:
    """One line of the report.

    Attributes:
        name: What it is called.
        check: Tries it.
        asked: Whether a wish includes it.
    """

    name: str
    check: Callable[[IntendedUse], CheckResult]
    asked: Callable[[IntendedUse], bool]


LAYERS = (
    Layer("Python", check_python, lambda wish: True),
    Layer("numba cache", check_numba_cache, lambda wish: True),
    Layer("pocket", check_pocket, lambda wish: True),
    Layer("ai2thor client", check_client, lambda wish: wish.unity),
    Layer("Unity build", check_build, lambda wish: wish.unity),
    Layer("Vulkan/X", check_display, lambda wish: wish.unity),
    Layer("GPU", check_gpu, lambda wish: wish.gpu),
    Layer("detector weights", check_weights, lambda wish: wish.detection),
    Layer("recogniser weights", check_recognizer_weights, lambda wish: False),
    Layer("text encoder", check_encoder, lambda wish: wish.semantic),
    Layer("language endpoint", check_language, lambda wish: wish.model),
    Layer("store", check_store, lambda wish: wish.memory is not None),
)

_STYLES = {"ok": "green", "missing": "yellow", "broken": "red"}


def examine(wish: IntendedUse, layers: Iterable[Layer] = LAYERS) -> Iterator[Finding]:
    """Check one layer after the other; each takes at most about ten seconds, pocket twice that when it compiles.

    Args:
        wish: What the user wants to use.
        layers: Which to check.
    """
    for layer in layers:
        found = layer.check(wish)
        yield Finding(layer.name, found.state, " ".join(found.detail.split()), found.fix, layer.asked(wish))


def is_well(findings: Iterable[Finding]) -> bool:
    """Whether everything that was asked for is ok."""
    return all(finding.state == "ok" for finding in findings if finding.asked)


def finding_rows(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """The findings for JSON."""
    return [asdict(finding) for finding in findings]


def print_report(findings: Iterable[Finding], console: Console) -> None:
    """Print one line per layer, then the commands, each on a line of its own so that it can be copied."""
    findings = list(findings)
    console.print(lines((one.layer, styled((one.state, _style(one))), one.detail) for one in findings))
    for title, asked in (("to mend:", True), ("to add, if you want it:", False)):
        chosen = [finding for finding in findings if finding.fix and finding.asked == asked]
        if chosen:
            console.print(f"\n{title}")
        for finding in chosen:
            console.print(styled((f"  # {finding.layer}", "dim"), f"\n  {finding.fix}"), soft_wrap=True)


def _style(finding: Finding) -> str:
    return "dim" if finding.state == "missing" and not finding.asked else _STYLES[finding.state]
