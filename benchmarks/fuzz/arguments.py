"""Anything as the argument of any option of any command, and anything as a setting of the environment."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.fuzz import ground
from benchmarks.fuzz.command import told
from benchmarks.fuzz.draws import date, number, words

_RUN = (
    "--param",
    "--interrupt",
    "--scene",
    "--seed",
    "--engine",
    "--perception",
    "--noise",
    "--detector",
    "--recognizer",
)
_RUN += (
    "--weights",
    "--game",
    "--layouts",
    "--record",
    "--days",
    "--task",
    "--language",
    "--video",
    "--recognizer-weights",
)

_NAMES = ("SECONDS", "TRIES", "MOST_CALLS", "MOST_TOKENS", "MOST_COST", "URL", "MODEL", "PRICES", "RECORD", "KEY")
_URLS = (
    *(
        "http://[::1",
        "http://[",
        "http://a:99999999/v1",
        "http://a:b/v1",
        "file:///etc/passwd",
        "//",
        "http://",
        "ftp://a",
    ),
    *(
        "http://user:pass@127.0.0.1:9/v1",
        "http://127.0.0.1:9/v1\r\nX: y",
        "http://" + "a" * 300,
        "http://\u202e/",
        "http://%",
    ),
    *(
        "http://127.0.0.1:9",
        "http://127.0.0.1:0/v1",
        "unix:/x",
        "http://\udcff/",
        "http://a b/",
        "HTTP://127.0.0.1:9/v1",
    ),
)


def run(seed: int, case: int) -> str:
    """A run with anything for one or two of its options; one that would begin is told at once to do nothing."""
    chance = random.Random(f"run {seed} {case}")
    given: list[str] = []
    for name in chance.sample(_RUN, chance.randint(1, 2)):
        given += [name, _anything(chance)]
    memory = str(ground.fresh("lived.sqlite"))
    wish = chance.choice((words(chance), number(chance), "look around", ""))
    return told(["run", *given, "--memory", memory, "--", wish])


def interruption(seed: int, case: int) -> str:
    """Something said at any time."""
    chance = random.Random(f"interruption {seed} {case}")
    said = chance.choice(("at {}%: stop", "at step {}: stop", "at {}: stop", "{}: stop", "at 40% {}", "at step -{}:"))
    memory = str(ground.fresh("lived.sqlite"))
    return told(["run", "look around", "--say", said.replace("{}", number(chance)), "--memory", memory])


def environment(seed: int, case: int) -> str:
    """Anything as a setting of the language models; nothing is behind any address."""
    chance = random.Random(f"environment {seed} {case}")
    settings: dict[str, str] = {"HOMEBODY_LANGUAGE_MODEL": "m", "HOMEBODY_LANGUAGE_URL": "http://127.0.0.1:9/v1"}
    settings |= {"HOMEBODY_LANGUAGE_KEY": "k", "HOMEBODY_LANGUAGE_TRIES": "1", "HOMEBODY_LANGUAGE_SECONDS": "1"}
    for name in chance.sample(_NAMES, chance.randint(1, 2)):
        drawn = chance.choice(_URLS) if name == "URL" and chance.random() < 0.8 else _anything(chance)
        if name != "TRIES" or _few(drawn):
            settings[f"HOMEBODY_LANGUAGE_{name}"] = drawn.replace("\0", "").replace("\ud800", "\udcff")
    at = ["--memory", str(ground.memory())]
    return told(["ask", "What did you do?", "--language", "llm", *at], settings)


def _few(text: str) -> bool:
    """Whether so many tries end in time; more are tried too, but not waited for."""
    try:
        return not 3 < float(text) <= 100
    except ValueError:
        return True


def _anything(chance: random.Random) -> str:
    kinds: tuple[Any, ...] = (words, number, date)
    return chance.choice(kinds)(chance)
