"""What an erasing came to."""

from __future__ import annotations

from dataclasses import dataclass

ErasedCounts = tuple[int, int, int, int, int, int, int, int]
NOTHING_TAKEN: ErasedCounts = (0, 0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class ErasureReport:
    """What erasing came to.

    Attributes:
        words: The words and phrases that were looked for.
        objects: Instances whose looks, places and deeds are gone.
        experiences: Experiences that something was taken from.
        utterances: Utterances that are gone.
        nodes: Nodes whose line or lines were written anew, or emptied.
        rules: Rules that are gone.
        facts: Facts that people told that are gone.
        graves: Entries of the forget log that can no longer be undone, as what they held spoke of it.
        tasks: Tasks of the task log that something was taken from; open ones that were about it are cancelled.
        images: Picture files deleted.
        traces: How often the words are still found in the bytes of the file and its journal; 0 unless a reader held on
            to the journal, or the words are part of the file format itself. Not looked for where scenes keep them.
        told: Of a preview: a few of the deeds and words that would go.
    """

    words: tuple[str, ...]
    objects: int
    experiences: int
    utterances: int
    nodes: int
    rules: int
    facts: int
    graves: int
    tasks: int
    images: int
    traces: int
    told: tuple[str, ...] = ()
