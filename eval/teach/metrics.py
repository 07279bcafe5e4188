"""TEACh's metrics: success, goal conditions, and both weighted by the recorded path length.

Per instance, with goal conditions (total, satisfied) at the start and at the end, ``satisfied`` clipped to ``total``:
those open at the start are what can be completed; GC is the completed share of them (1 when nothing was open, negative
when things were undone). The path-length factor is L* / max(L, L*), L* the recorded Driver's steps and L the agent's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from envs.errors import BadInput

MAX_STEPS = 1000  # an attempt ends after that many steps
MAX_FAILURES = 30  # and when that many actions have failed


@dataclass(frozen=True)
class Attempt:
    """What happened when an agent attempted an instance.

    Attributes:
        instance_id: Which instance.
        success: Whether the check passed at the end; a Stop is not needed.
        initial_total: Goal conditions at the start.
        initial_satisfied: Those met at the start.
        final_total: Goal conditions at the end; it can differ (slices add objects).
        final_satisfied: Those met at the end.
        steps: Actions taken, failed ones and the Stop included.
        path_length: L*, the recorded Driver's actions.
        failed_actions: Actions that failed.
        stopped: Whether the agent ended by Stop.
        error: Why the attempt broke down, "" if it did not.
    """

    instance_id: str
    success: bool
    initial_total: int
    initial_satisfied: int
    final_total: int
    final_satisfied: int
    steps: int
    path_length: int
    failed_actions: int = 0
    stopped: bool = False
    error: str = ""

    @property
    def open_conditions(self) -> int:
        """Goal conditions that were still to be met at the start."""
        return self.initial_total - min(self.initial_total, self.initial_satisfied)

    @property
    def completed_conditions(self) -> int:
        """How many of those were met at the end; negative when more are open than at the start."""
        return self.open_conditions - (self.final_total - min(self.final_total, self.final_satisfied))

    @property
    def gc(self) -> float:
        """Goal-condition success: the completed share of the open conditions, 1 when none was open."""
        return self.completed_conditions / self.open_conditions if self.open_conditions else 1.0

    @property
    def path_factor(self) -> float:
        """L* / max(L, L*): 1 for an agent no slower than the recorded Driver."""
        longer = max(self.steps, self.path_length)
        return self.path_length / longer if longer else 1.0

    @property
    def spl(self) -> float:
        """Success, discounted by the path."""
        return self.success * self.path_factor

    @property
    def gc_spl(self) -> float:
        """Goal-condition success, discounted by the path."""
        return self.gc * self.path_factor


@dataclass(frozen=True)
class Metrics:
    """Aggregates over instances, as fractions.

    Attributes:
        attempts: How many instances.
        successes: How many succeeded.
        sr: Success rate.
        gc: Completed over open goal conditions, all instances together.
        plw_sr: Path-length weighted success rate.
        plw_gc: Path-length weighted goal-condition success.
        stopped: Attempts ended by the agent.
        failure_limit: Attempts that used up the failed actions.
        step_limit: Attempts that used up the steps.
        errors: Attempts that broke down.
    """

    attempts: int
    successes: int
    sr: float
    gc: float
    plw_sr: float
    plw_gc: float
    stopped: int
    failure_limit: int
    step_limit: int
    errors: int

    def to_json(self) -> dict[str, Any]:
        """The aggregates under short names."""
        return {
            "attempts": self.attempts,
            "successes": self.successes,
            "SR": self.sr,
            "GC": self.gc,
            "PLW-SR": self.plw_sr,
            "PLW-GC": self.plw_gc,
            "stopped": self.stopped,
            "failure_limit": self.failure_limit,
            "step_limit": self.step_limit,
            "errors": self.errors,
        }


def aggregate(attempts: Sequence[Attempt], max_steps: int = MAX_STEPS, max_failures: int = MAX_FAILURES) -> Metrics:
    """TEACh's table over a set of attempts.

    Args:
        attempts: One per instance.
        max_steps: The step limit they ran under.
        max_failures: The limit of failed actions they ran under.

    Raises:
        BadInput: There are no attempts.
    """
    if not attempts:
        raise BadInput("no attempts to aggregate; run at least one instance")
    weight = sum(a.path_length for a in attempts)
    open_conditions = sum(a.open_conditions for a in attempts)
    successes = sum(a.success for a in attempts)
    return Metrics(
        attempts=len(attempts),
        successes=successes,
        sr=successes / len(attempts),
        gc=sum(a.completed_conditions for a in attempts) / open_conditions if open_conditions else 1.0,
        plw_sr=sum(a.spl * a.path_length for a in attempts) / weight if weight else 0.0,
        plw_gc=sum(a.gc_spl * a.path_length for a in attempts) / weight if weight else 0.0,
        stopped=sum(a.stopped for a in attempts),
        failure_limit=sum(a.failed_actions >= max_failures for a in attempts),
        step_limit=sum(a.steps >= max_steps for a in attempts),
        errors=sum(bool(a.error) for a in attempts),
    )
