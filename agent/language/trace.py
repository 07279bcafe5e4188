"""What calls cost: a record of each, prices per model, and a budget that ends a run before it gets dear."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.language.errors import BudgetSpent, Malformed
from agent.language.model import ChatModel, Completion, Message, Schema, Usage
from envs.errors import BadInput, HomebodyError
from envs.files.strict_yaml import read_yaml


@dataclass(frozen=True)
class Call:
    """One call to a model.

    Attributes:
        role: What it was for, such as ``recall``.
        model: The model's name.
        usage: Tokens.
        seconds: How long it took, retries included.
        cost: In the currency of the price table; 0 for a model without a price.
        outcome: ``ok``, or the name of the error.
    """

    role: str
    model: str
    usage: Usage
    seconds: float
    cost: float
    outcome: str


Sink = Callable[[Call], None]
"""Takes the record of each call, such as ``list.append``."""


@dataclass(frozen=True)
class Price:
    """What a million tokens cost.

    Attributes:
        prompt: Of those read.
        completion: Of those written.
    """

    prompt: float
    completion: float

    def of(self, usage: Usage) -> float:
        """The price of a call."""
        return (usage.prompt * self.prompt + usage.completion * self.completion) / 1e6


def read_prices(path: Path) -> dict[str, Price]:
    """A price table: YAML with ``model: {prompt: 2.5, completion: 10}`` per million tokens.

    Raises:
        BadInput: The file is missing or not of that form.
    """
    kept = read_yaml(path, "price table")
    try:
        return {str(name): Price(float(row["prompt"]), float(row["completion"])) for name, row in kept.items()}
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadInput(
            f"{path} is not a price table ({error}); a line of one is 'gpt-4o: {{prompt: 2.5, completion: 10}}'"
        ) from error


class Budget:
    """What may be spent, over all models that share it; safe to share between threads.

    Args:
        calls: Most calls; None is no limit.
        tokens: Most tokens, read and written.
        cost: Most money, in the currency of the price table.

    Attributes:
        calls_made: Calls so far.
        usage: Tokens so far.
        spent: Money so far.
    """

    def __init__(self, calls: int | None = None, tokens: int | None = None, cost: float | None = None) -> None:
        self._most = (calls, tokens, cost)
        self._lock = threading.Lock()
        self.calls_made = 0
        self.usage = Usage()
        self.spent = 0.0

    def claim(self) -> None:
        """Begin a call.

        Raises:
            BudgetSpent: A limit is reached.
        """
        with self._lock:
            used = (self.calls_made, self.usage.prompt + self.usage.completion, self.spent)
            for name, most, so_far in zip(("calls", "tokens", "cost"), self._most, used, strict=True):
                if most is not None and so_far >= most:
                    raise BudgetSpent(f"the budget of {most:g} {name} for language models is spent ({so_far:g})")
            self.calls_made += 1

    def charge(self, usage: Usage, cost: float) -> None:
        """Count what a call cost."""
        with self._lock:
            self.usage += usage
            self.spent += cost


class TracedModel:
    """A model whose calls are recorded and counted against a budget.

    Args:
        model: Does the work.
        role: What the calls are for.
        name: The model's name, for the record and the price.
        sink: Gets the record of each call, failed ones included.
        prices: By model name.
        budget: Shared or not; none is no limit.
        clock: Seconds, for the latency.
    """

    def __init__(
        self,
        model: ChatModel,
        role: str,
        name: str = "",
        sink: Sink | None = None,
        prices: Mapping[str, Price] | None = None,
        budget: Budget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model, self._role, self._name = model, role, name or getattr(model, "name", type(model).__name__)
        self._sink, self._clock = sink, clock
        self._price = (prices or {}).get(self._name, Price(0.0, 0.0))
        self._budget = budget or Budget()

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """As ``ChatModel.complete``; raises ``BudgetSpent`` before a call that the budget does not grant."""
        self._budget.claim()
        begun = self._clock()
        try:
            done = self._model.complete(messages, schema)
        except HomebodyError as error:
            wasted = error.usage if isinstance(error, Malformed) else Usage()
            self._note(wasted, begun, type(error).__name__)
            raise
        self._note(done.usage, begun, "ok")
        return done

    def _note(self, usage: Usage, begun: float, outcome: str) -> None:
        cost = self._price.of(usage)
        self._budget.charge(usage, cost)
        if self._sink:
            recorded = getattr(self._model, "seconds", None)  # a replay tells how long the run waited
            seconds = self._clock() - begun if recorded is None else recorded
            self._sink(Call(self._role, self._name, usage, seconds, cost, outcome))
