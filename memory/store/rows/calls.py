"""The trace of calls to language models."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from memory.store.database import Store


@dataclass(frozen=True)
class CallRow:
    """One call.

    Attributes:
        time: When, in microseconds (``memory.file.moments``).
        role: What it was for.
        model: The model's name.
        prompt_tokens: Tokens read.
        completion_tokens: Tokens written.
        seconds: Time it took.
        cost: In the currency of the price table.
        outcome: How it ended; ``ok``, or the kind of failure.
    """

    time: int
    role: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    cost: float
    outcome: str


_COLUMNS = "time, role, model, prompt_tokens, completion_tokens, seconds, cost, outcome"


def add_call(store: Store, call: CallRow) -> None:
    """Keep a call, inside a transaction."""
    store.write(f"INSERT INTO calls ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *astuple(call))


def calls(store: Store) -> list[CallRow]:
    """All calls that are kept, by role, model and the time they took."""
    return [CallRow(*row) for row in store.rows(f"SELECT {_COLUMNS} FROM calls ORDER BY role, model, seconds")]
