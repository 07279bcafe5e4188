"""The functions of the console: what a language model may do with the memory, in plain values.

Each takes and returns numbers, texts, times, lists and dicts. What it cannot do is a ``ValueError`` with one sentence
for the model. Nothing here writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from agent.recall.answer import STATUSES
from agent.recall.console.pictures import Pictures
from agent.recall.console.value import plain
from envs.vocabulary.english import noun
from envs.vocabulary.inflection import singular
from envs.vocabulary.spelling import closest
from memory.levels import EVENT, GOAL
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.tree_view import ROOT, TreeNode, TreeView, Which, stretch
from memory.reading.view import View
from memory.wording import VERBS, say

_MOST_ROWS = 200
_PIECES = ("Sliced", "Cracked")


@dataclass(frozen=True)
class GivenAnswer:
    """The answer that a model gave.

    Attributes:
        text: For the user.
        status: One of ``STATUSES``.
        evidence: Ids of nodes it was shown.
        value: The same as a value, if it gave one.
    """

    text: str
    status: str
    evidence: tuple[int, ...]
    value: Any = None


class Tools:
    """The functions, over one view.

    Args:
        tree: The tree that the model sees.
        view: The rows of the history.
        now: When the question is asked.
        pictures: Answers questions about pictures.

    Attributes:
        given: The answer, once there is one.
    """

    def __init__(self, tree: TreeView, view: View, now: datetime, pictures: Pictures) -> None:
        self._tree, self._view, self._now, self._pictures = tree, view, now, pictures
        self._warned = False
        self.given: GivenAnswer | None = None

    def functions(self) -> dict[str, Callable[..., Any]]:
        """All of them by name; whatever a caller does wrong comes back to it as ``ValueError``."""
        names = (
            "answer between children collapse collapse_all_but count day expand forgotten instant look neighbours now"
        )
        names += " occurrences render reset said search seen text"
        return {name: _hinting(name, getattr(self, name)) for name in names.split()}

    # -- the tree

    def expand(self, node: int = ROOT, first: int | None = None, last: int | None = None, **when: Any) -> None:
        """Show children: all; the one with an index; those from an index up to another; or by time."""
        self._tree.expand(_int(node), _which(first, last, when))

    def collapse(self, node: int = ROOT, first: int | None = None, last: int | None = None, **when: Any) -> None:
        """Hide children, chosen as for ``expand``."""
        self._tree.collapse(_int(node), _which(first, last, when))

    def collapse_all_but(
        self, node: int = ROOT, first: int | None = None, last: int | None = None, **when: Any
    ) -> None:
        """Hide all children but those chosen."""
        which = _which(first, last, when)
        if which is None:
            raise ValueError("collapse_all_but wants an index, a slice or a time to keep")
        self._tree.collapse_all_but(_int(node), which)

    def reset(self) -> None:
        """Close everything but the top."""
        self._tree.reset()

    def render(self) -> str:
        """The tree as it is now."""
        return self._tree.render()

    def day(self, day: date | str) -> list[dict[str, Any]]:
        """The goals of a day, shown in the tree as well."""
        when = _time(day)
        return self._found(*stretch(when.date() if isinstance(when, datetime) else when), GOAL)

    def between(self, start: datetime | str, end: datetime | str) -> list[dict[str, Any]]:
        """The goals that overlap a stretch of time."""
        return self._found(*stretch((_time(start), _time(end))), GOAL)

    def instant(self, at: datetime | str) -> list[dict[str, Any]]:
        """The events at an instant; without seconds its minute is meant."""
        return self._found(*stretch(_time(at)), EVENT)

    def _found(self, start: datetime, end: datetime, level: int) -> list[dict[str, Any]]:
        found = self._tree.within(start, end, level)
        self._tree.reveal(one.id for one in found[:_MOST_ROWS] if one.forgotten is None)
        return self._rows(found)

    def search(self, text: str, node: int = ROOT) -> list[dict[str, Any]]:
        """Events and goals whose words hold these; the node is closed but for them."""
        if not isinstance(text, str):
            raise ValueError(f"search wants a text, not {type(text).__name__}")
        found = self._tree.search(text[:500], _int(node))
        if not found:
            raise ValueError(f"nothing holds {text[:80]!r}; try other words, occurrences(thing=…) or seen(thing)")
        return self._rows(found)

    def neighbours(self, node: int, before: int = 1, after: int = 1) -> list[dict[str, Any]]:
        """Nodes of the same level next to one in time."""
        return self._rows(self._tree.neighbours(_int(node), _int(before), _int(after)))

    def children(self, node: int = ROOT) -> list[dict[str, Any]]:
        """The children of a node as values; the tree stays as it is."""
        return self._rows(self._tree.children(_int(node)))

    def text(self, node: int) -> str:
        """The whole text of a node: deeds, speech, what was seen last."""
        return self._tree.text(_int(node))

    def look(self, node: int, question: str) -> str:
        """What can be seen in the pictures of a node."""
        found = self._tree.branch(_int(node))
        if found.forgotten is not None:
            raise ValueError(f"#{found.id} was forgotten; its pictures are gone")
        return self._tree.told(self._pictures.ask(found, str(question)[:500]), [found.id])

    def _rows(self, found: tuple[TreeNode, ...]) -> list[dict[str, Any]]:
        kept = found[:_MOST_ROWS]
        self._tree.tell(kept)
        return [_row(one) for one in kept]

    # -- rows of the history

    def now(self) -> datetime:
        """When the question is asked."""
        return self._now

    def occurrences(
        self,
        thing: str = "",
        action: str = "",
        place: str = "",
        start: Any = None,
        end: Any = None,
        success: bool | None = True,
    ) -> list[dict[str, Any]]:
        """Every time a thing was handled so, in order: time, what, whether it worked, event and goal node."""
        found = self._view.interactions(
            _scope(start, end), self._actions(action), self._types(thing), self._types(place), success
        )
        self._tree.told("", (node for one in found for node in (one.event, one.goal)))
        return [
            {"time": one.time, "did": say(one.deed), "thing": one.deed.thing, "success": one.success}
            | {"event": one.event, "goal": one.goal, "episode": one.episode}
            for one in found[:_MOST_ROWS]
        ]

    def count(self, thing: str = "", action: str = "", place: str = "", start: Any = None, end: Any = None) -> int:
        """How many such occurrences there were."""
        found = self._view.interactions(
            _scope(start, end), self._actions(action), self._types(thing), self._types(place)
        )
        self._tree.told("", (node for one in found[:_MOST_ROWS] for node in (one.event, one.goal)))
        return len(found)

    def seen(self, thing: str, start: Any = None, end: Any = None) -> list[dict[str, Any]]:
        """Each instance of a thing, with when and where it was last seen in that time, and in what state."""
        found = self._view.sights.each(self._types(thing), _scope(start, end))[:_MOST_ROWS]
        self._tree.told("", (one.last for one in found))
        return [
            {"thing": one.object_id, "from": one.start, "until": one.end, "place": "hand" if one.held else one.place}
            | {"states": list(one.states), "node": one.last}
            for one in found
        ]

    def said(self, about: str = "", start: Any = None, end: Any = None) -> list[dict[str, Any]]:
        """What was said, in order; with words only what was said around them."""
        found = self._view.said(_scope(start, end), re.findall(r"\w+", str(about))[:20])[:_MOST_ROWS]
        self._tree.told("", (one.event for one in found))
        return [
            {"time": one.time, "speaker": one.utterance.speaker, "text": one.utterance.text, "event": one.event}
            for one in found
        ]

    def forgotten(self, start: Any = None, end: Any = None) -> list[dict[str, Any]]:
        """Where something was forgotten: not what."""
        gaps = self._view.forgotten(_scope(start, end))[:_MOST_ROWS]
        self._tree.told("", (gap.node for gap in gaps))
        return [{"from": gap.start, "until": gap.end, "forgotten": gap.time, "node": gap.node} for gap in gaps]

    def _types(self, thing: str) -> tuple[str, ...]:
        """The classes that a name means; a whole thing's pieces are classes of their own and not meant."""
        if not thing:
            return ()
        asked, known = _bare(thing), {_bare(kind): kind for kind in sorted(self._view.types)}
        for name in (asked, singular(asked)):
            if name in known:
                return (known[name],)
        parts = tuple(kind for bare, kind in known.items() if asked in _words(kind) and not bare.endswith(_PIECES))
        if parts:
            return parts
        near = closest(asked, known, 5) or list(known)[:30]
        gone = "; some of the past is forgotten, so search() what summaries tell" if self._view.forgotten() else ""
        names = ", ".join(known[one] for one in near) or "none"
        raise ValueError(f"nothing called {thing!r} is remembered as seen{gone}; things there are: {names}")

    def _actions(self, action: str) -> tuple[str, ...]:
        if not action:
            return ()
        for name, (past, base) in VERBS.items():
            if _bare(action) in (_bare(name), _bare(past), _bare(base)):
                return (name,)
        raise ValueError(f"there is no action {action!r}; there are {', '.join(VERBS)}")

    # -- the end

    def answer(self, text: str, status: str = "known", evidence: Any = (), value: Any = None) -> str:
        """Give the answer and end.

        Raises:
            ValueError: The text is empty, the status is none, the value cannot be written down, or (once) the evidence
                was never shown.
        """
        if status not in STATUSES:
            raise ValueError(f"there is no status {status!r}; there are {', '.join(STATUSES)}")
        if not isinstance(text, str) or not text.strip():
            raise ValueError("answer(text, status, evidence) wants the answer as a text")
        listed = evidence if isinstance(evidence, list | tuple) else [evidence]
        nodes = [node for node in listed if isinstance(node, int) and node in self._tree.seen]
        if not nodes and status in ("known", "partly") and not self._warned:
            self._warned = True
            raise ValueError(
                "name the nodes the answer rests on: answer('…', evidence=[numbers after # you were shown])"
            )
        self.given = checked(text, status, nodes, plain(value))
        return "done"


def checked(text: str, status: str, nodes: list[int], value: Any = None) -> GivenAnswer:
    """An answer that claims no more than it can show: without evidence it is *unsure*."""
    shown = status if nodes or status not in ("known", "partly") else "unsure"
    return GivenAnswer(" ".join(text.split())[:4000], shown, tuple(dict.fromkeys(nodes)), value)


def _hinting(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose caller reads, instead of a trace, what it did wrong."""

    def called(*args: Any, **named: Any) -> Any:
        try:
            return call(*args, **named)
        except TypeError as error:
            said = str(error).replace("Tools.", "")
            raise ValueError(f"{name}() was called wrongly: {said}") from error

    return called


def _int(value: Any) -> int:
    if isinstance(value, str) and re.fullmatch(r"#?\d{1,18}", value):
        return int(value.removeprefix("#"))
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 1 << 62:
        raise ValueError(f"a node is named by the number after its #, not by {str(value)[:40]!r}")
    return value


def _which(first: Any, last: Any, when: dict[str, Any]) -> Which | None:
    """A selection of children from the arguments of ``expand``."""
    unknown = sorted(set(when) - {"day", "at", "start", "end"})
    if unknown:
        raise ValueError(f"there is no argument {unknown[0]!r}; choose by index, or by day=, at=, start= and end=")
    if "day" in when:
        day = _time(when["day"])
        return day.date() if isinstance(day, datetime) else day
    if "at" in when:
        return _time(when["at"])
    if "start" in when or "end" in when:
        return _time(when.get("start", datetime.min)), _time(when.get("end", datetime.max))
    if first is None and last is None:
        return None
    if last is None:
        return _time(first) if isinstance(first, date | str) else _int(first)
    if isinstance(first, date | str):
        return _time(first), _time(last)
    return slice(None if first is None else _int(first), _int(last))


def _scope(start: Any, end: Any) -> Scope:
    if start is None and end is None:
        return EVERYTHING
    begun, ended = stretch(
        (datetime.min if start is None else _time(start), datetime.max if end is None else _time(end))
    )
    return Scope(None if start is None else begun, None if end is None else ended)


def _time(value: Any) -> date | datetime:
    if isinstance(value, datetime | date):
        return value
    text = str(value)[:40].strip()
    try:
        return date.fromisoformat(text) if len(text) <= 10 else datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a time; write '2026-01-31' or '2026-01-31 08:05'") from None


def _row(one: TreeNode) -> dict[str, Any]:
    if one.forgotten is not None:
        return {"node": one.id, "start": one.start, "end": one.end, "text": "(forgotten)"}
    return {"node": one.id, "start": one.start, "end": one.end, "text": one.summary}


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", str(name).lower())


def _words(kind: str) -> list[str]:
    return noun(kind).lower().split()
