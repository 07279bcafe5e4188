"""What language models cost a task: its account, what it may spend, and a model that keeps to it.

A call is something that comes from outside, as words of people do: it is written into the trail of a run, so that a run
that was cut off takes the same course again without asking, and its tasks cost what they cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from agent.language.errors import BudgetSpent, Malformed, Refused, TooLong
from agent.language.model import ChatModel, Completion, Message, Schema, Usage
from agent.language.trace import Call, Sink
from envs.errors import BadInput, GaveUp, HomebodyError

Outside = Callable[[Callable[[], Any]], Any]
"""Calls what does not follow from what is known here; a run writes down what it gives."""
THINKING = ("coordinator", "worker", "planner", "reader")
"""Roles whose calls are made for a task."""


def unnoted(ask: Callable[[], Any]) -> Any:
    """Calls what comes from outside and writes nothing down."""
    return ask()


@dataclass(frozen=True)
class CallCosts:
    """What calls to language models add up to.

    Attributes:
        calls: How many.
        prompt: Tokens read.
        completion: Tokens written.
        seconds: Time they took.
        cost: In the currency of the price table.
    """

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    seconds: float = 0.0
    cost: float = 0.0

    @property
    def tokens(self) -> int:
        """Tokens read and written."""
        return self.prompt + self.completion

    @property
    def words(self) -> str:
        """In words."""
        money = f", cost {self.cost:.4g}" if self.cost else ""
        return f"{self.calls} calls, {self.tokens:,} tokens, {self.seconds:.1f} s{money}"

    def most(self, other: CallCosts) -> CallCosts:
        """The greater of two accounts of the same task."""
        return max(self, other, key=lambda one: one.calls)

    def __add__(self, other: CallCosts) -> CallCosts:
        tokens = self.prompt + other.prompt, self.completion + other.completion
        return CallCosts(self.calls + other.calls, *tokens, self.seconds + other.seconds, self.cost + other.cost)


def costs_from(told: Mapping[str, Any]) -> CallCosts:
    """Costs out of JSON.

    Raises:
        TypeError: It is something else.
        ValueError: Likewise.
        KeyError: Likewise.
    """
    calls, tokens = int(told["calls"]), (int(told["prompt"]), int(told["completion"]))
    return CallCosts(calls, *tokens, float(told["seconds"]), float(told["cost"]))


class TaskAccounts:
    """What each task has cost, and may cost.

    What is spent while no task is at hand (words that begin one have to be read first) goes to the next one.

    Args:
        calls: Most calls for one task; None is no limit.
        tokens: Most tokens for one task, read and written.
    """

    def __init__(self, calls: int | None = None, tokens: int | None = None) -> None:
        self._most = (calls, tokens)
        self._spent: dict[int, CallCosts] = {}
        self._pending = CallCosts()
        self._task: int | None = None
        self._latest: list[Call] = []

    def turn_to(self, task: int | None, spent: CallCosts | None = None) -> None:
        """A task is at hand.

        Args:
            task: Its number; None for none.
            spent: What it had cost when it was written down; counts where nothing is known of it here.
        """
        self._task = task
        if task is None:
            return
        self._spent[task] = self._spent.get(task, spent or CallCosts()) + self._pending
        self._pending = CallCosts()

    def spent(self, task: int) -> CallCosts:
        """What a task has cost."""
        return self._spent.get(task, CallCosts())

    def charge(self, costs: CallCosts) -> None:
        """Something was spent for the task at hand."""
        if self._task is None:
            self._pending += costs
        else:
            self._spent[self._task] = self.spent(self._task) + costs

    def claim(self) -> None:
        """Begin a call for the task at hand.

        Raises:
            BudgetSpent: It has spent what it may.
        """
        so_far = self._pending if self._task is None else self.spent(self._task)
        for name, most, used in zip(("calls", "tokens"), self._most, (so_far.calls, so_far.tokens), strict=True):
            if most is not None and used >= most:
                raise BudgetSpent(f"the task may spend {most:,} {name} on language models, and has spent {used:,}")

    # -- measuring

    def sink(self, then: Sink | None = None) -> Sink:
        """Takes the records of calls, and passes them on."""

        def take(call: Call) -> None:
            if call.role in THINKING:
                self._latest.append(call)
            if then is not None:
                then(call)

        return take

    def measured(self) -> CallCosts:
        """What was spent since this was asked last; it is charged to nobody yet."""
        latest, self._latest = self._latest, []
        costs = CallCosts()
        for call in latest:
            costs += CallCosts(1, call.usage.prompt, call.usage.completion, call.seconds, call.cost)
        return costs


_FAILURES: dict[str, type[HomebodyError]] = {
    one.__name__: one for one in (GaveUp, BadInput, TooLong, Refused, Malformed, BudgetSpent)
}


class AccountedModel:
    """A model whose calls are paid for by the task at hand, and written into the trail of a run.

    Args:
        model: Does the work; what it spends comes to the accounts by their sink.
        accounts: Who pays.
        outside: Writes down what comes from outside.
    """

    def __init__(self, model: ChatModel, accounts: TaskAccounts, outside: Outside = unnoted) -> None:
        self._model, self._accounts, self._outside = model, accounts, outside

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """As ``ChatModel.complete``.

        Raises:
            GaveUp: The model failed, whyever; or the task has spent what it may.
            BadInput: The trail of the run was changed, or the request is wrong.
        """
        return self._told(self._outside(lambda: self._asked(messages, schema)))

    def _asked(self, messages: Sequence[Message], schema: Schema | None) -> dict[str, Any]:
        """What is written down of a call: the answer or why there is none, and what it cost."""
        self._accounts.measured()
        try:
            self._accounts.claim()
            done = self._model.complete(messages, schema)
        except HomebodyError as error:
            failed = {"error": type(error).__name__, "reason": str(error)[:500]}
            return {**failed, "costs": asdict(self._accounts.measured())}
        return {"text": done.text, "parsed": done.parsed, "costs": asdict(self._accounts.measured())}

    def _told(self, given: Any) -> Completion:
        try:
            costs = costs_from(given["costs"])
            self._accounts.charge(costs)
            if "error" in given:
                raise _FAILURES.get(str(given["error"]), GaveUp)(str(given["reason"]))
            return Completion(str(given["text"]), given["parsed"], Usage(costs.prompt, costs.completion))
        except (TypeError, KeyError, ValueError) as error:
            raise BadInput(f"the trail of the run holds {given!r:.60} where a model answered") from error
