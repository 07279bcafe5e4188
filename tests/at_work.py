"""What somebody says while the robot is at work, as tests read it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from agent.requests.amending import amended
from agent.requests.errands import made_of
from agent.requests.instructions import Amend, Begin, Cancel, Clarification, Instruction, Revise
from agent.requests.reading import RequestContext, read_at_work
from envs.vocabulary.object_types import object_types

HOME = RequestContext(present=frozenset(object_types()), now=datetime(2026, 1, 5, 8))


def said(at_hand: str, then: str) -> tuple[Instruction, ...]:
    """What is wanted by words that are said while something is being done, of which was spoken before."""
    tasks = tuple(one.errand for one in read_at_work(at_hand, HOME).begun)
    assert tasks
    things = tuple(kind for task in tasks for kind in made_of(task))
    return read_at_work(then, replace(HOME, tasks=tasks, things=things)).instructions


def comes_to(at_hand: str, then: str) -> list[str]:
    """What the work comes to by a remark: tasks changed or begun, "not …" for what is dropped, "?" for a question."""
    tasks = tuple(one.errand for one in read_at_work(at_hand, HOME).begun)
    told: list[str] = []
    for one in said(at_hand, then):
        if isinstance(one, Amend):
            new = amended(tasks[0], one)
            told.append(new if isinstance(new, str) else new.words)
        elif isinstance(one, Revise):
            told.append(one.new.words if one.new is not None else f"not {one.old.words}")
        elif isinstance(one, Begin):
            told.append(f"{one.when}: {one.errand.words}")
        elif isinstance(one, Clarification):
            told.append("?")
        elif isinstance(one, Cancel):
            told.append("not")
    return told
