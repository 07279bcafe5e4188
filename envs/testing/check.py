"""Running the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from envs.simulator import Simulator
from envs.testing import calls, frames, motions, objects, publishing
from envs.testing.probe import ContractRule, ContractViolation, NotApplicable, Probe, RuleBroken

RULES: tuple[ContractRule, ...] = (*calls.RULES, *publishing.RULES, *motions.RULES, *objects.RULES, *frames.RULES)
"""Everything that ``check_simulator`` checks."""


@dataclass(frozen=True)
class Report:
    """What was checked.

    Attributes:
        passed: Names of the rules that hold.
        skipped: Name of each rule that could not be tried, and why.
    """

    passed: tuple[str, ...]
    skipped: dict[str, str]


def check_simulator(
    factory: Callable[[], Simulator], *, scene: Any = None, frames: bool = True, rules: Sequence[ContractRule] = RULES
) -> Report:
    """Check that a simulator keeps the contract.

    Args:
        factory: Makes the simulator, with a furnished room loaded: best a kitchen, where every rule can be tried. It
            is called once; the scene is reset before every rule, and the simulator stopped at the end.
        scene: What to pass to ``reset``; None is the scene the simulator was made with.
        frames: Whether it renders; if not, rules about frames are skipped.
        rules: What to check.

    Raises:
        ContractViolation: The first rule that is broken, by name, with what was found.
    """
    simulator = factory()
    probe = Probe(simulator, scene)
    passed: list[str] = []
    skipped: dict[str, str] = {}
    try:
        for rule in rules:
            if rule.frames and not frames:
                skipped[rule.name] = "nothing is rendered"
                continue
            try:
                probe.begin()
                rule.check(probe)
            except RuleBroken as found:
                raise ContractViolation(rule.name, rule.text, str(found)) from found
            except NotApplicable as reason:
                skipped[rule.name] = str(reason)
            else:
                passed.append(rule.name)
    finally:
        simulator.stop()
        simulator.stop()  # the second time must be harmless
    return Report(tuple(passed), skipped)
