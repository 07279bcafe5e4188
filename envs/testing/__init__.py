"""Checking a simulator against the contract of ``envs.simulator``; for third parties and for our own engines.

    from envs.testing import check_simulator
    report = check_simulator(lambda: MySimulator("FloorPlan1"))

``RULES`` lists what is checked.
"""

from __future__ import annotations

from envs.testing.check import RULES, Report, check_simulator
from envs.testing.probe import ContractRule, ContractViolation, Probe

__all__ = ["RULES", "ContractRule", "ContractViolation", "Probe", "Report", "check_simulator"]
