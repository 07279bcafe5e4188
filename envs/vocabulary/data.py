"""Reads the lists of English words in ``assets/english``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import yaml


@cache
def english(name: str) -> Mapping[str, Any]:
    """A file of ``assets/english`` by its name, read once."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return MappingProxyType(yaml.load(text(name), Loader=loader))


def text(name: str) -> str:
    """The text of a file of ``assets/english``."""
    return (files("assets") / "english" / name).read_text(encoding="utf-8")


@cache
def words(name: str) -> frozenset[str]:
    """The words of a plain list; lines that begin with # are remarks."""
    lines = [line for line in text(name).splitlines() if not line.startswith("#")]
    return frozenset(" ".join(lines).split())
