"""What somebody says while the robot is at work, as tests read it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from agent.requests.errands import made_of
from agent.requests.instructions import Instruction
from agent.requests.reading import RequestContext, read_at_work
from envs.vocabulary.object_types import object_types

HOME = RequestContext(present=frozenset(object_types()), now=datetime(2026, 1, 5, 8))


def said(at_hand: str, then: str) -> tuple[Instruction, ...]:
    """What is wanted by words that are said while something is being done, of which was spoken before."""
    tasks = tuple(one.errand for one in read_at_work(at_hand, HOME).begun)
    assert tasks
    things = tuple(kind for task in tasks for kind in made_of(task))
    return read_at_work(then, replace(HOME, tasks=tasks, things=things)).instructions
