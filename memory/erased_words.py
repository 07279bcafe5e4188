"""The words of an erasing: where they are found in texts, and whether a file still holds them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from envs.errors import BadInput
from memory.store import Store
from memory.wording import plural

_LEAD = re.compile(
    r"(?i)^(?:please )?(?:forget |erase |delete )?(?:everything |anything |all )?"
    r"(?:that has to do with |about |of |with )?(?:the |my |our |his |her |their |an? )?"
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LETTER = r"[^\W\d_]"
SHORTEST = 2
"""Letters that a term must have."""


def terms_of(about: str | Sequence[str]) -> tuple[str, ...]:
    """What to look for: "everything about Anna and the red book" → ("Anna", "red book").

    Raises:
        BadInput: Nothing, or terms of a single letter.
    """
    parts = re.split(r"(?i),|;|\band\b|\n", about) if isinstance(about, str) else list(about)
    terms = [
        _LEAD.sub("", part.strip(), count=1).strip(" .!?\"'") if isinstance(about, str) else part for part in parts
    ]
    terms = [term for term in terms if term]
    short = [
        term
        for term in terms
        if term.lower() in ("everything", "anything", "all") or len(re.sub(r"[\W\d_]", "", term)) < SHORTEST
    ]
    if not terms or short:
        raise BadInput(
            f"cannot erase what is about {about!r}: name it with words of at least {SHORTEST} letters, such as "
            "a name, a thing, or an object id"
        )
    return tuple(dict.fromkeys(terms))


class Words:
    """Finds terms in texts.

    Args:
        terms: Words or phrases.

    Attributes:
        terms: The same.
    """

    def __init__(self, terms: tuple[str, ...]) -> None:
        self.terms = terms
        bodies = "|".join(_body(term) for term in terms)
        self._pattern = re.compile(rf"(?i)(?<!{_LETTER})(?:{bodies})(?!{_LETTER})")

    def found(self, *texts: object) -> bool:
        """Whether a term is in one of the texts; anything else than a text holds none."""
        return any(self._in(text) for text in texts if isinstance(text, str) and text)

    def _in(self, text: str) -> bool:
        return bool(self._pattern.search(text) or self._pattern.search(_CAMEL.sub(" ", text)))

    def traces(self, store: Store) -> int:
        """How often a term is in the bytes of a memory file and its journal, beyond the file format's own words."""
        schema = " ".join(str(sql) for (sql,) in store.rows("SELECT sql FROM sqlite_master"))
        count = -len(self._pattern.findall(schema))
        for name in (store.path, store.path.with_name(store.path.name + "-wal")):
            if name.exists():
                text = _CAMEL.sub(" ", name.read_bytes().decode("utf-8", errors="replace"))
                count += len(self._pattern.findall(text))
        return max(count, 0)


def _body(term: str) -> str:
    """A pattern for a term in any writing: "red book" also as "RedBook", "red_books"."""
    words = re.findall(r"[^\W_]+|[^\w\s]", _CAMEL.sub(" ", term))
    last = words[-1]
    forms = {last, plural(last), last + "s", last + "es"} if last.isalpha() else {last}
    if len(last) > 3 and last.endswith("s"):
        forms |= {last[:-1]} | ({last[:-2]} if last.endswith("es") else set())
    for ending, single in (("ves", "fe"), ("ves", "f"), ("ies", "y")):
        if last.lower().endswith(ending):
            forms.add(last[: -len(ending)] + single)
    ends = "|".join(re.escape(form) for form in sorted(forms, key=lambda form: (-len(form), form)))
    head = "".join(re.escape(word) + r"[\s_\-]*" for word in words[:-1])
    return rf"{head}(?:{ends})(?:['’]s)?"
