"""``python -m benchmarks.english``: our English forms and spelling beside the packages that do the same.

Correctness against a list of dictionary plurals, agreement on every ordinary word, time to import, time a call. What is
not installed is left out and said so.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from envs.vocabulary.data import words
from envs.vocabulary.inflection import article, plural_form, singular
from envs.vocabulary.object_types import object_types
from envs.vocabulary.spelling import distance
from envs.vocabulary.verbs import all_forms

PLURALS = Path(__file__).with_name("english_plurals.txt")
_IMPORTS = {
    "ours": "from envs.vocabulary.inflection import singular; singular('mugs')",
    "inflect": "import inflect; inflect.engine().plural('mug')",
    "rapidfuzz": "from rapidfuzz.distance import OSA; OSA.distance('mug', 'mgu')",
    "num2words": "import num2words; num2words.num2words(3)",
}


def plurals() -> list[tuple[str, str]]:
    """The list: singular and plural of each noun."""
    lines = [line.split() for line in PLURALS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(one, many) for one, many in lines]


def run() -> Iterator[dict[str, Any]]:
    """One line per package and per thing that it does."""
    yield _inflected("ours", plural_form, singular)
    yield from _beside_inflect()
    yield from _distances()
    for name, code in _IMPORTS.items():
        if name == "ours" or find_spec(name):
            yield {"bench": "english", "import": name, "seconds": _import_seconds(code)}
        else:
            yield {"bench": "english", "import": name, "seconds": None, "note": f"pip install {name}"}


def _inflected(name: str, many: Callable[[str], str], one: Callable[[str], str]) -> dict[str, Any]:
    rows = plurals()
    start = time.perf_counter()
    wrong = [single for single, plural in rows if many(single) != plural]
    back = [plural for single, plural in rows if one(plural) != single]
    eaten = [single for single, _ in rows if one(single) != single]
    each = (time.perf_counter() - start) / (3 * len(rows))
    return {
        "bench": "english",
        "inflects": name,
        "nouns": len(rows),
        "plurals_wrong": wrong,
        "singulars_wrong": back,
        "singulars_shortened": eaten,
        "microseconds": round(1e6 * each, 1),
    }


def _beside_inflect() -> Iterator[dict[str, Any]]:
    if not find_spec("inflect"):
        yield {"bench": "english", "inflects": "inflect", "note": "pip install inflect"}
        return
    import inflect  # pyright: ignore[reportMissingImports]

    engine = inflect.engine()
    yield _inflected("inflect", engine.plural_noun, lambda word: engine.singular_noun(word) or word)
    ordinary = sorted(words("ordinary_words.txt"))
    differ = [word for word in ordinary if article(word) != engine.a(word).split()[0]]
    yield {"bench": "english", "articles": "ours beside inflect", "words": len(ordinary), "differ": differ}


def _distances() -> Iterator[dict[str, Any]]:
    pairs = _misspelled({*(kind.lower() for kind in object_types()), *all_forms()})
    for name, measure in (("rapidfuzz", distance), ("in Python", _plain_distance)):
        measure("mug", "mgu")  # what is imported with the first call is timed apart
        start = time.perf_counter()
        found = [measure(word, other) for word, other in pairs]
        each = (time.perf_counter() - start) / len(pairs)
        yield {"bench": "english", "distance": name, "pairs": len(pairs), "sum": sum(found), "us": round(1e6 * each, 2)}


def _misspelled(known: Iterable[str], seed: int = 0) -> list[tuple[str, str]]:
    """Each word with a misspelling of it and with another word."""
    rng, listed = random.Random(seed), sorted(known)
    pairs = []
    for word in listed:
        at, letter = rng.randrange(len(word)), rng.choice("abcdefghijklmnopqrstuvwxyz")
        swapped = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        before, after = word[:at], word[at + 1 :]
        ways = (before + after, before + letter + word[at:], before + letter + after, swapped)
        pairs += [(word, rng.choice(ways)), (word, rng.choice(listed))]
    return pairs


def _plain_distance(word: str, other: str) -> int:
    """The same distance by the textbook, for comparison."""
    before, row = [], list(range(len(other) + 1))
    for i, one in enumerate(word, 1):
        new = [i]
        for j, two in enumerate(other, 1):
            cost = min(row[j] + 1, new[-1] + 1, row[j - 1] + (one != two))
            if i > 1 and j > 1 and one == other[j - 2] and word[i - 2] == two:
                cost = min(cost, before[j - 2] + 1)
            new.append(cost)
        before, row = row, new
    return row[-1]


def _import_seconds(code: str, repeats: int = 3) -> float:
    """Least time that an interpreter which has loaded homebody takes for an import and a first call."""
    timed = f"import time, envs; start = time.perf_counter()\n{code}\nprint(time.perf_counter() - start)"
    runs = [subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True) for _ in range(repeats)]
    return round(min(float(done.stdout) for done in runs), 3)


if __name__ == "__main__":
    for line in run():
        print(json.dumps(line), flush=True)
