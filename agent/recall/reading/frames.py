"""The examples taken apart, as they were kept, so that nobody has to wait for it."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from agent.recall.reading.examples import example_files, examples, frame_words, phrasings
from agent.recall.reading.likeness import ExampleComparison, frame
from agent.recall.reading.parts.chunker import Chunker
from agent.recall.reading.parts.pronouns import searches_as_words
from agent.recall.reading.parts.sentences import timed
from agent.recall.reading.parts.wordlists import words
from agent.recall.understanding.dates import DAYS, PARTS
from agent.recall.understanding.times import TimeReader
from envs.vocabulary.nouns import full_lexicon
from memory.reading.traces import Scope

_FRAMES = Path(str(files("assets"))) / "recall" / "frames.json"
_TIMED = frozenset({*DAYS, *PARTS, "week"})


@cache
def comparison() -> ExampleComparison:
    """All examples, taken apart: as they were kept, where the lists are the same as then."""
    kept = json.loads(_FRAMES.read_text(encoding="utf-8")) if _FRAMES.exists() else {}
    same = kept.get("digest") == digest()
    marks, said = (kept["frames"], kept["said"]) if same else (frames(), said_so())
    return ExampleComparison(zip(examples(), map(tuple, marks), strict=True), said)


def frames() -> list[list[str]]:
    """The frame of every example, taken apart anew."""
    chunker, times = Chunker(full_lexicon(), frame_words()), TimeReader(datetime(2026, 1, 8, 12), NoMemory())
    every = [timed(example.words, times if _TIMED & {*example.words} else None) for example in examples()]
    chunks = [chunker.chunks(parts) for parts in every]
    chunks = [searches_as_words(one) if said.leans else one for said, one in zip(examples(), chunks, strict=True)]
    return [list(frame(one)) for one in chunks]


def said_so() -> dict[str, list[str]]:
    """By what is asked (``AskedExample.asks``) the words, slots aside, in which phrasings ask it, taken apart anew."""
    chunker, times = Chunker(full_lexicon(), frame_words()), TimeReader(datetime(2026, 1, 8, 12), NoMemory())
    found: dict[str, set[str]] = {}
    for one in phrasings():
        parts = timed(one.words, times if _TIMED & {*one.words} else None)
        chunks = chunker.chunks(parts)
        own = found.setdefault(one.asks, set())
        own.update(mark for mark in frame(chunks) if mark.islower())
        if one.query.get("of") == "all":  # "how many times did you slip up": the verb is part of the phrase
            own.update(chunk.words.split()[0] for chunk in chunks if chunk.mark.startswith("ACT:task"))
    return {asked: sorted(some - words("turning")) for asked, some in found.items()}


def digest() -> str:
    """Tells whether the examples and the small words are those whose frames were kept."""
    folder = _FRAMES.parent
    every = (*example_files(), *example_files("phrasings"), "words.yaml")
    return sha256(b"".join((folder / name).read_bytes() for name in every)).hexdigest()


def keep_frames() -> None:
    """Keep the frames of the examples, so that nobody has to wait for them."""
    _FRAMES.write_text(json.dumps({"digest": digest(), "frames": frames(), "said": said_so()}), encoding="utf-8")


class NoMemory:
    """What the times of the examples are read against: nothing was lived."""

    def lived(self, scope: Scope) -> bool:
        """Nothing."""
        return False

    def last_time(self, before: datetime | None = None) -> datetime | None:
        """None."""
        return None

    def newest(self) -> tuple[datetime, str] | None:
        """None."""
        return None

    def episode_before(self, episode: str) -> str | None:
        """None."""
        return None
