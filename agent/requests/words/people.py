"""People in a home, as they are named: "my wife", "the guests"."""

from __future__ import annotations

from envs.vocabulary.data import words as word_list

PEOPLE = "|".join(sorted(word_list("people.txt")))
"""Words for somebody who is not the one that speaks, as alternatives of a pattern."""
