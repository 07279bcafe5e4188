"""Dates, numbers and hostile words in questions, searches, rules and the other commands on a memory."""

from __future__ import annotations

import random

from benchmarks.fuzz import ground
from benchmarks.fuzz.command import told
from benchmarks.fuzz.draws import date, number, words

_QUESTIONS = (
    "What did you do on {date}?",
    "What did you do {number} days ago?",
    "How many times did you open the fridge in the last {number} weeks?",
    "Where was the {words} at {number}:{number}?",
    "What happened between {date} and {date}?",
    "Today is Jul 24, {number} at 07:43 PM. When did you pick up the mug?",
    "When did you {words}?",
    "what did you do in {number}, in the week of {date}",
    "What did you do on the {number}th of January {number}?",
    "What was the {number}rd thing you did {date}?",
    "{words}",
    "{number}",
)


def question(seed: int, case: int) -> str:
    """One question, at any time."""
    chance = random.Random(f"question {seed} {case}")
    now = ["--now", date(chance)] if chance.random() < 0.3 else []
    return told(["ask", "--memory", str(ground.memory()), *now, "--", _filled(chance, chance.choice(_QUESTIONS))])


def looking(seed: int, case: int) -> str:
    """One command that looks at a memory, with anything for what it takes."""
    chance = random.Random(f"looking {seed} {case}")
    at = ["--memory", str(ground.memory())]
    json_out = ["--json", "-"] if chance.random() < 0.3 else []
    return told(
        chance.choice(
            (
                ["memory", "search", *at, *json_out, "--", words(chance)],
                ["memory", "search", *at, *json_out, "--most", number(chance), "--", _anything(chance)],
                ["memory", "show", *at, *json_out, "--day", date(chance)],
                [
                    "memory",
                    "show",
                    *at,
                    *json_out,
                    _option(chance, "--depth", "--node", "--level", "--most"),
                    number(chance),
                ],
                ["memory", "log", *at, *json_out, "--day", date(chance)],
                ["memory", "log", *at, *json_out, "--most", number(chance)],
                ["memory", "rules", *at, *json_out, "--history"],
                ["memory", "check", "--memory", words(chance) or "x"],
            )
        )
    )


def changing(seed: int, case: int) -> str:
    """One command that changes a memory, with anything for what it takes; then the rules are read again."""
    chance = random.Random(f"changing {seed} {case}")
    path = ground.copied("changed.sqlite")
    at = ["--memory", str(path)]
    now = ["--now", date(chance)] if chance.random() < 0.4 else []
    wrong = told(
        chance.choice(
            (
                ["memory", "rules", *at, *now, "--add", _anything(chance)],
                [
                    "memory",
                    "rules",
                    *at,
                    *now,
                    "--learn",
                    f"always remember {_anything(chance)} for {number(chance)} days",
                ],
                ["memory", "rules", *at, *now, "--learn", _anything(chance), "--question", _anything(chance)],
                ["memory", "rules", *at, _option(chance, "--remove", "--roll-back"), number(chance)],
                ["memory", "pin", *at, "--", number(chance)],
                ["memory", "undo", *at, *now, "--", number(chance)],
                ["memory", "budget", *at, *now, "--", number(chance)],
                ["memory", "forget", *at, "--now", date(chance)],
                ["memory", "forget", *at, *now, "--yes", "--about", _anything(chance)],
            )
        )
    )
    return wrong or told(["memory", "rules", *at]) or told(["memory", "show", *at])


def _anything(chance: random.Random) -> str:
    return chance.choice((words, number, date))(chance)


def _option(chance: random.Random, *names: str) -> str:
    return chance.choice(names)


def _filled(chance: random.Random, text: str) -> str:
    parts = text.replace("{date}", "\1d\1").replace("{number}", "\1n\1").replace("{words}", "\1w\1").split("\1")
    made = {"d": date, "n": number, "w": words}
    return "".join(made[one](chance) if one in made else one for one in parts)
