"""Texts that homebody wrote, without some words, in the format that they have.

A text in which a word is found is replaced as a whole, as erasing does in the memory: half a sentence tells the rest.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from html import unescape
from pathlib import Path
from typing import Any

from envs.errors import HomebodyError
from envs.process.plain_text import json_text
from memory.erasing.words import SearchTerms
from memory.store.transfer import lines_of, load

ERASED = "erased"
"""What stands in the place of a text, with a number where others have to be told from it; the number alone where it
would be longer than the text, so that a file becomes no longer."""
_TAG = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)
_TAG_NAME = re.compile(r"</?\s*([\w-]+)")
_OWN_NAME = re.compile(r"[a-z][A-Za-z0-9_]*", re.ASCII)
_NAMED_BY_USERS = ("components", "custom_object_metadata")
"""Whose names in a record are those of tasks and things."""


class CannotRedact(Exception):
    """The text is not what it should be, or its format has no way to leave something out."""


def redacted_json(text: str, words: SearchTerms) -> str:
    """JSON in which every text and name that says one of the words is another; the same one everywhere.

    Raises:
        CannotRedact: It is no JSON.
    """
    return _redacted(text, _Renaming(words))


def redacted_record(text: str, words: SearchTerms) -> str:
    """The same for the record of an episode, whose own names (``objectId``, ``pose``, …) stay what they are.

    Raises:
        CannotRedact: It is no JSON.
    """
    return _redacted(text, _Renaming(words, _OWN_NAME))


def _redacted(text: str, renaming: _Renaming) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CannotRedact(f"it is no longer JSON ({type(error).__name__})") from error
    new = renaming.value(value)
    return json_text(new) + "\n" if "\n" in text.strip() else json.dumps(new)


class _Renaming:
    """Gives texts that say one of the words others.

    Args:
        words: The words.
        own: Names in objects that stay.
    """

    def __init__(self, words: SearchTerms, own: re.Pattern[str] | None = None) -> None:
        self._words, self._own = words, own
        self._names: dict[str, str] = {}

    def value(self, value: Any, inside: str = "") -> Any:
        """A value of JSON, which has the name ``inside``, with other texts."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self.value(one, inside) for one in value]
        if isinstance(value, dict):
            return {self._name(name, inside): self.value(one, name) for name, one in value.items()}
        return value

    def _name(self, name: str, inside: str) -> str:
        own = self._own is not None and inside not in _NAMED_BY_USERS and self._own.fullmatch(name)
        return name if own else self._text(name)

    def _text(self, text: str) -> str:
        if not self._words.found(text):
            return text
        number = len(self._names)
        name = f"{ERASED}{number or ''}"
        return self._names.setdefault(text, name if len(name) <= len(text) else str(number))


def redacted_lines(text: str, words: SearchTerms) -> str:
    """Lines, without those that say one of the words."""
    kept = [line for line in text.splitlines(keepends=True) if not words.found(line, _plain(line))]
    return "".join(kept)


def redacted_trail(text: str, words: SearchTerms) -> str:
    """The trail of a run whose copy of the profile lacks what says one of the words; every other line is as it was.

    What was known of people when a run began lies in its trail as a list that was given to it, item by item. An item
    goes as a whole, as it does in the memory.

    Raises:
        CannotRedact: It is no trail.
    """
    return "".join(_without_items(line, words) for line in text.splitlines(keepends=True))


def _without_items(line: str, words: SearchTerms) -> str:
    if not words.found(line):
        return line
    try:
        step = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CannotRedact(f"it is no longer the trail of a run ({type(error).__name__})") from error
    if not isinstance(step, dict) or not isinstance(step.get("given"), list):
        return line
    kept = [one for one in step["given"] if not words.found(*_texts(one))]
    end = "\n" if line.endswith("\n") else ""
    return json.dumps({**step, "given": kept}, ensure_ascii=False) + end


def _texts(value: Any) -> Iterator[str]:
    """All texts in a value of JSON, but for the names of its parts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _plain(line: str) -> str:
    """A line as it was typed: some systems keep what is typed with blanks as octal numbers."""
    return line.replace("\\040", " ")


def redacted_html(text: str, words: SearchTerms) -> str:
    """A page in which every piece of text, and every tag, that says one of the words is empty."""
    pieces = []
    for piece in _TAG.split(text):
        if piece.startswith("<") and words.found(unescape(piece)):
            name = _TAG_NAME.match(piece)
            pieces.append("" if name is None else f"<{'/' if piece.startswith('</') else ''}{name[1]}>")
        elif words.found(unescape(piece)):
            pieces.append(ERASED)
        else:
            pieces.append(piece)
    return "".join(pieces)


def redacted_export(path: Path, words: SearchTerms, now: datetime) -> str:
    """An exported memory as one is exported in which the words were erased; nothing is written meanwhile.

    Raises:
        CannotRedact: It cannot be imported.
    """
    from memory.erasing.erase import erase_rows
    from memory.store.database import Store

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        try:
            load(connection, path)
        except HomebodyError as error:
            raise CannotRedact(f"it is no longer an exported memory ({error})") from error
        store = Store.in_memory(connection)
        erase_rows(store, words)
        return "".join(line + "\n" for line in lines_of(connection))
