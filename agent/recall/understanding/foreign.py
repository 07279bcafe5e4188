"""Which language a question is in, told by its script and its commonest words; no dictionary, no model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from envs.vocabulary.data import english

_SCRIPTS = (
    ("Japanese", r"[\u3040-\u30ff]"),
    ("Chinese", r"[\u3400-\u9fff]"),
    ("Korean", r"[\uac00-\ud7af\u1100-\u11ff]"),
    ("Ukrainian", r"[іїєґІЇЄҐ]"),
    ("Russian", r"[\u0400-\u04ff]"),
    ("Greek", r"[\u0370-\u03ff\u1f00-\u1fff]"),
    ("Hebrew", r"[\u0590-\u05ff]"),
    ("Persian", r"[پچژگ]"),
    ("Arabic", r"[\u0600-\u06ff]"),
    ("Hindi", r"[\u0900-\u097f]"),
    ("Bengali", r"[\u0980-\u09ff]"),
    ("Tamil", r"[\u0b80-\u0bff]"),
    ("Thai", r"[\u0e00-\u0e7f]"),
    ("Georgian", r"[\u10a0-\u10ff]"),
    ("Armenian", r"[\u0530-\u058f]"),
)
"""Letters that tell a language at once; tried in this order, as scripts share letters."""

_FOREIGN_LETTERS = re.compile(r"[à-öø-ÿąćęłńśźżčďěňřšťůžğışőűœ¿¡]")


@cache
def _words() -> Mapping[str, frozenset[str]]:
    """Language → the words that tell it."""
    return {language: frozenset(words.split()) for language, words in english("other_languages.yaml")["words"].items()}


def language_of(text: str) -> str | None:
    """The language of a text as English names it; None for English and for what cannot be told.

    A script that English is not written in tells at once when it makes up a third of the letters. In Latin script the
    words that a language cannot do without are counted: at least two of them (one in a text of up to three words with
    an accent), and more than there are of English.
    """
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return None
    other = sum(letter > "\u036f" and not "\u1e00" <= letter <= "\u1eff" for letter in letters)
    if other * 3 >= len(letters):
        found = next((language for language, script in _SCRIPTS if re.search(script, text)), None)
        return found or "another language"
    return _latin(text.lower().replace("’", "'"))


def _latin(text: str) -> str | None:
    words = re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", text)
    words += [part for word in words if "-" in word or "'" in word for part in re.split("['-]", word) if len(part) > 1]
    scores = {language: sum(word in known for word in words) for language, known in _words().items()}
    own = scores.pop("English")
    language, best = max(scores.items(), key=lambda item: item[1])
    accents = bool(_FOREIGN_LETTERS.search(text))
    least = 1 if accents and len(words) <= 3 else 2
    if best >= least and best > own:
        return language
    if accents and not own and len(_FOREIGN_LETTERS.findall(text)) > 1:
        return "another language"
    return None


def refusal(language: str) -> str:
    """What to say to a question in another language."""
    named = "another language than English" if language == "another language" else language
    courtesy = english("other_languages.yaml")["courtesy"].get(language, "")
    return f"That question seems to be in {named}; I understand English only. {courtesy}".rstrip()
