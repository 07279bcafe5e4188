"""Procedural memory: what a mind knows how to do, as a world tells it. Source: the paper, section III-D."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Specification(Protocol):
    """How a task is done, in words."""

    @property
    def name(self) -> str:
        """Short name."""
        ...

    @property
    def title(self) -> str:
        """As in "the … task"."""
        ...

    @property
    def about(self) -> str:
        """All of it."""
        ...

    @property
    def reminder(self) -> str:
        """The same in a sentence."""
        ...

    @property
    def places(self) -> tuple[str, ...]:
        """Where its actions bring things."""
        ...


SpecT = TypeVar("SpecT", bound=Specification)
SpecT_contra = TypeVar("SpecT_contra", bound=Specification, contravariant=True)
