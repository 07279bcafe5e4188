"""Worked examples for the console, chosen by how alike two questions are once their things, tasks and times are masked.

"When did you wash the mug?" and "When did you slice the bread?" are the same question with other words in it: both read
"when did you X". As in H-EMV, but without a model: what is masked is told by word lists, what is alike by shared words.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import yaml

from agent.language.prompts import FOLDER
from memory.wording import VERBS

_FRAME_WORDS = """
what when where which who whom whose why how many much often long did do does have has had was were is are am there a an
the you i we they it today now days day ago after before between just right first last next nth list describe tell
summarise summarize ever never task tasks perform performed happened in on at of to from with for and or not yesterday
morning evening afternoon week month year times time same both during while until since see saw seen said say asked ask
remember forget forgotten all any one ones most least
"""
_FRAME = frozenset(_FRAME_WORDS.split())
_DATES = re.compile(
    r"(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?"
    r"|\d{4}-\d\d-\d\d|\d{1,2}:\d\d(?::\d\d)?|\b(?:am|pm)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\d+\b"
)


@dataclass(frozen=True)
class Example:
    """A question answered in the console.

    Attributes:
        question: What was asked.
        session: What was typed and what came back, as the model is shown it.
    """

    question: str
    session: str


@cache
def examples() -> tuple[Example, ...]:
    """Those in ``assets/prompts/recall_examples.yaml``."""
    kept = yaml.safe_load((FOLDER / "recall_examples.yaml").read_text(encoding="utf-8"))
    return tuple(Example(row["question"], row["session"].strip()) for row in kept["examples"])


def masked(question: str) -> str:
    """A question with its things, deeds, tasks and times replaced by X: "when did you X"."""
    text = _DATES.sub(" 7 ", question.lower())
    words = ["N" if word == "7" else word if word in _FRAME else "X" for word in re.findall(r"[a-z']+|7", text)]
    return " ".join(word for word, before in zip(words, ["", *words], strict=False) if (word, before) != ("X", "X"))


def choose(question: str, pool: Sequence[Example] | None = None, most: int = 1) -> list[Example]:
    """The examples most like a question, the best first; the first of equals."""
    known = list(examples() if pool is None else pool)
    asked = _features(question)
    scored = sorted(enumerate(known), key=lambda one: (-_alike(asked, _features(one[1].question)), one[0]))
    return [one for _, one in scored[:most]]


def _features(question: str) -> Counter[str]:
    words = masked(question).split()
    verbs = [word for word in re.findall(r"[a-z]+", question.lower()) if word in _DEEDS]
    pairs = [f"{one} {two}" for one, two in pairwise(words)]
    return Counter([*words, *pairs, *(["DEED"] if verbs else [])])


def _alike(one: Counter[str], two: Counter[str]) -> float:
    shared = sum(count * two[word] for word, count in one.items())
    lengths = math.sqrt(sum(n * n for n in one.values())) * math.sqrt(sum(n * n for n in two.values()))
    return shared / lengths if lengths else 0.0


_DEEDS = frozenset(form.split()[0] for pair in VERBS.values() for form in pair)
