"""A conversation by a language model: who reads, answers and learns, what is shown meanwhile, what is traced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from envs.process.terminal import live, styled
from homebody.output import Output

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from agent.dialogue.manager import Dialogue
    from agent.language.model import ChatModel, Listener
    from agent.language.roles.asking import FallbackSink
    from agent.language.roles.models import ModelRoles
    from agent.language.trace import Call
    from agent.recall.exchange import AnsweredQuestion, Exchanges
    from memory.store.database import Store


_ROLES = ("dialogue", "recall", "rule_learner")


def show(out: Output, text: str) -> None:
    """Print what is said as it is: somebody's words are no markup and steer no terminal."""
    if out.for_people:
        out.console.print(text, soft_wrap=True)


class LiveWords:
    """Shows words while they come, and takes them away before the answer is printed; a ``Listener``.

    Args:
        console: A terminal.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live: Live | None = None
        self._words = ""

    def begin(self) -> None:
        """An answer begins."""
        self._words = ""
        if self._live is None:
            self._live = live(None, self._console, often=12)
            self._live.start()

    def hear(self, piece: str) -> None:
        """The next words."""
        self._words += piece
        if self._live is not None:
            self._live.update(styled((self._words, "dim")))

    def end(self) -> None:
        """Take away what is shown."""
        if self._live is not None:
            self._live.stop()
            self._live = None


class ByModel:
    """A conversation by a language model.

    Args:
        out: Where it is shown.
        memory: The memory file; it keeps the trace of the calls whenever nobody else writes it.
        now: The home's time, for the trace.
        hierarchy: What the model sees of the memory, one of ``agent.recall.console.recall.MODES``; the whole tree by
            default.
    """

    def __init__(self, out: Output, memory: Path, now: datetime, hierarchy: str | None = None) -> None:
        from agent.language.call_log import StoreSink
        from envs.clock import SimulatedClock

        self._out, self._memory, self._hierarchy = out, memory, str(hierarchy or "deep")
        self._sink = StoreSink(memory, SimulatedClock(now))
        self._calls: list[Call] = []
        self._words = LiveWords(out.console) if out.for_people and out.console.is_terminal else None
        self._roles: ModelRoles | None = None
        self._down: set[str] = set()

    def dialogue(self, now: datetime | None, model: str, url: str, speaker: str) -> Dialogue:
        """The conversation.

        Args:
            now: The home's time; that of the newest memory when None.
            model: The model's name; that of the environment when "".
            url: Its endpoint; likewise.
            speaker: Who talks with it.

        Raises:
            BadInput: No model is set up.
        """
        from agent.dialogue.manager import Dialogue

        answering, roles = self.answering(model, url), self._made
        return Dialogue(self._memory, now, answering, reader=roles.reader(), learner=roles.learner(), speaker=speaker)

    def answering(self, model: str, url: str) -> Callable[[Store, datetime], Exchanges]:
        """What answers questions, made from an open memory and the time; see ``dialogue``."""
        from agent.language.roles.models import ModelRoles

        self._roles = roles = ModelRoles(self._take, name=model, url=url, listeners=self._listeners(), awaited=True)
        return _told_by(roles.model("recall"), self._hierarchy, self._say_failed, roles.told)

    @property
    def _made(self) -> ModelRoles:
        assert self._roles is not None
        return self._roles

    def _say_failed(self, reason: str) -> None:
        """Of an endpoint that is down one sentence is said, and not one with every answer."""
        if not self._made.circuit("recall").outage:
            show(self._out, f"(answered without the language model: {reason})")

    def turn_over(self) -> None:
        """Before a reply is printed: nothing is on the screen that came before it, and the trace is kept."""
        if self._words:
            self._words.end()
        self._sink.flush()
        self._say_what_is_down()

    def _say_what_is_down(self) -> None:
        circuits = {id(one): one for one in (self._made.circuit(role) for role in _ROLES)}.values()
        down = {one.address: one.outage for one in circuits if one.outage}
        for address, outage in down.items():
            if address not in self._down:
                show(self._out, f"({outage}; the built-in parts go on)")
        self._down = set(down)

    def figures(self) -> dict[str, Any]:
        """The calls and the times when a built-in role stepped in, for JSON."""
        fallbacks = self._roles.fallbacks if self._roles else []
        return {"calls": [asdict(call) for call in self._calls], "fallbacks": [asdict(one) for one in fallbacks]}

    def _take(self, call: Call) -> None:
        self._calls.append(call)
        self._sink(call)

    def _listeners(self) -> dict[str, Listener]:
        """Of small talk one hears the words alone; of recall what is typed at the console, or the answer."""
        from agent.language.endpoint.streaming import FieldListener

        if self._words is None:
            return {}
        words = self._words
        recall = FieldListener("answer", words.hear, words.begin) if self._hierarchy == "flat" else words
        return {"dialogue": FieldListener("reply", words.hear, words.begin), "recall": recall}


def _told_by(
    model: ChatModel, hierarchy: str, failed: Callable[[str], None], told: FallbackSink
) -> Callable[[Store, datetime], Exchanges]:
    from agent.recall.console.recall import ConsoleRecall

    class Answers:
        """Says so when the model failed and the built-in recall answers."""

        def __init__(self, store: Store, now: datetime) -> None:
            self._recall = ConsoleRecall(store, model, now, hierarchy, told=told)

        def exchange(self, question: str, before: AnsweredQuestion | None = None) -> AnsweredQuestion:
            session = self._recall.session(question, before)
            if session.failed:
                failed(session.failed)
            return session.exchanged(question, before)

    return Answers
