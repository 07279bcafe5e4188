"""What something was done with: the knife in the hand, the cup that was poured from, the tap that was on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.recall.answer import Answer, RecallQuery, phrase
from agent.recall.lookup.occurrences import Occurrence, find
from agent.recall.understanding.question import Activity
from envs.vocabulary.english import the
from envs.vocabulary.nouns import Lexicon
from memory.experience import type_of
from memory.reading.traces import Scope

_AROUND = 60
"""How many experiences before a change what brought it about was switched on."""


def tool(asked: RecallQuery) -> Answer:
    """What something was done with, the latest time. Value: class, or None."""
    if unseen := asked.unseen():
        return asked.never(unseen, None)
    if asked.activity.kind not in ("act", "change"):
        return asked.answer("With what did I do what? I did not understand the deed", None, (), "unsure")
    rows = find(asked.view, asked.activity, asked.question.scope)
    if not rows:
        return asked.never(f"I never {phrase(asked.activity)}{asked.when}", None)
    used = [(row, found) for row in rows if (found := _used(asked, row))]
    if not used:
        last = rows[-1]
        return asked.answer(f"{last.text} {asked.time(last.time)} with nothing else", None, [last.node], "partly")
    row, (kind, node) = used[-1]
    kinds = list(dict.fromkeys(found for _, (found, _) in used))
    others = f"; other times with {' and '.join(map(the, kinds[:-1]))}" if len(kinds) > 1 else ""
    return asked.answer(f"{row.text} with {the(kind)} {asked.time(row.time)}{others}", kind, [row.node, node])


def used_with(asked: RecallQuery, rows: Sequence[Occurrence]) -> tuple[list[Occurrence], str] | None:
    """Those occurrences that were done with the tool that the question names, and its name; None when it names none."""
    match = re.search(r"\b(?:with|using|by means of) (?:the |a |an |my |your )?(.+)$", " ".join(asked.question.words))
    named = Lexicon(asked.view.types).find(match[1].split()) if match else None
    if match is None or named is None or asked.activity.kind != "act" or "Slice" not in asked.activity.actions:
        return None
    return [row for row in rows if (found := _used(asked, row)) and found[0] in named.types], the(named.types[0])


def used_for(asked: RecallQuery) -> Answer | None:
    """What a tool that was held was used for. Value: tuple of deeds; None where it was used for nothing else."""
    words = asked.question.words
    if not ({"use", "used"} & set(words) and words[-1:] == ("for",)) or not asked.activity.things:
        return None
    rows = find(asked.view, Activity("act", ("Slice",)), asked.question.scope)
    chosen = [row for row in rows if (found := held_at(asked, row)) and found[0] in asked.activity.things]
    pours = find(asked.view, Activity("act", ("Pour",), things=asked.activity.things), asked.question.scope)
    chosen += [row for row in pours if row.kind in asked.activity.things]
    if not chosen:
        return None
    chosen.sort(key=lambda row: row.first)
    text = "; ".join(f"{row.text} {asked.time(row.time)}" for row in chosen[:10])
    return asked.answer(text, tuple(row.text for row in chosen), [row.node for row in chosen])


def _used(asked: RecallQuery, row: Occurrence) -> tuple[str, int] | None:
    """Class of what it was done with, and a node that shows it."""
    if "Pour" in asked.activity.actions:
        return (row.kind, row.node) if row.kind else None
    if asked.activity.kind == "change":
        end = row.time
        before = asked.view.interactions(Scope(end=end), ("ToggleOn", "Pour"))[-1:]
        near = [one for one in before if row.first - one.experience <= _AROUND]
        return (near[0].deed.thing or "", near[0].event) if near and near[0].deed.thing else None
    return held_at(asked, row)


def held_at(asked: RecallQuery, row: Occurrence) -> tuple[str, int] | None:
    """Class of what was in the hand when something was done, and a node that shows it."""
    held, node, perceives = asked.view.held(row.first)
    if held is None and not perceives:
        grip = asked.view.last_grip(row.first)
        held, node = (grip.deed.thing, grip.event) if grip and grip.deed.action == "Pickup" else (None, node)
    kind = type_of(held) if held else None
    return (kind, node) if kind and kind != row.kind else None
