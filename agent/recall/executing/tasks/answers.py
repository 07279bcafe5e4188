"""Who answers which ask about tasks."""

from __future__ import annotations

from collections.abc import Mapping

from agent.recall.executing.posed import QueryAnswer
from agent.recall.executing.tasks.ending import outcome, remaining, who, why
from agent.recall.executing.tasks.listing import ago, counted, exists, listed, ordered, when
from agent.recall.executing.tasks.measuring import compared, duration, extreme
from agent.recall.executing.tasks.spans import summary
from agent.recall.executing.tasks.steps import described

TASK_ANSWERS: Mapping[tuple[str, str], QueryAnswer] = {
    ("list", "tasks"): listed,
    ("count", "tasks"): counted,
    ("exists", "tasks"): exists,
    ("when", "tasks"): when,
    ("ago", "tasks"): ago,
    ("duration", "tasks"): duration,
    ("order", "tasks"): ordered,
    ("steps", "tasks"): described,
    ("outcome", "tasks"): outcome,
    ("remaining", "tasks"): remaining,
    ("who", "tasks"): who,
    ("why", "tasks"): why,
    ("compare", "tasks"): compared,
    ("extreme", "tasks"): extreme,
    ("summary", "tasks"): summary,
}
"""By ask and subject, as in ``dispatch.ANSWERS``."""
