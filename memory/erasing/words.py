"""The words of an erasing: where they are found in texts, and whether a file still holds them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from envs.errors import BadInput
from envs.vocabulary.inflection import plural_form, singular
from memory.file import descriptors
from memory.file.contents import contents
from memory.file.opening import located
from memory.store.database import Store
from memory.store.rows.erasing import format_words, schema_text

_LEAD = re.compile(
    r"(?i)^(?:please )?(?:forget |erase |delete )?(?:everything |anything |all )?"
    r"(?:that has to do with |about |of |with )?(?:the |my |our |his |her |their |an? )?"
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LETTER = r"[^\W\d_]"
_NOT_SEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""What Unicode calls default ignorable: zero-width characters, marks of direction, variation selectors, …"""
_JOINED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Letters of scripts that write words without blanks between them."""
_ESCAPED = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
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


class SearchTerms:
    """Finds terms in texts; whatever erasing looks through, it looks through with this.

    Both are compared in one form (Unicode's NFKC and case folding, without what is not seen), so that "Zoë" is found
    composed and decomposed, "straße" as "STRASSE", and a name with a zero-width space inside.

    Args:
        terms: Words or phrases.

    Attributes:
        terms: The same.
    """

    def __init__(self, terms: tuple[str, ...]) -> None:
        self.terms = terms
        self._pattern = re.compile("|".join(_body(term) for term in terms))

    def found(self, *texts: object) -> bool:
        """Whether a term is in one of the texts; anything else than a text holds none."""
        return any(self._in(text) for text in texts if isinstance(text, str) and text)

    def _in(self, text: str) -> bool:
        return any(self._pattern.search(form) for form in _forms(text))

    def traces(self, store: Store) -> int:
        """How often a term is in the bytes of a memory file and its journal, beyond the file format's own words.

        Numbers of rows that are there, which spell a short word now and then, are not taken for it.
        """
        path = located(store.path)
        journal = path.with_name(path.name + "-wal")
        with descriptors.reading(path) as file:
            count = self._count_bytes(b"\0".join(contents(file.read())))
        count -= self.count("\0".join(format_words(store)))
        if journal.exists():
            with descriptors.reading(journal) as file:
                count += max(self._count_bytes(file.read()) - self.count(schema_text(store)), 0)
        return max(count, 0)

    def _count_bytes(self, content: bytes) -> int:
        return self.count(content.decode("utf-8", errors="replace"))

    def count(self, text: str) -> int:
        """How often a term is in a text, in the writing in which it is there most often."""
        return max(len(self._pattern.findall(form)) for form in _forms(text))


def _forms(text: str) -> Iterator[str]:
    """A text in the forms in which words are looked for: as it reads, and with the parts of joined names parted."""
    readings = [text]
    if "\\u" in text or "\\U" in text:  # as JSON writes what is not ASCII
        readings.append(_ESCAPED.sub(_unescaped, text))
    for reading in readings:
        seen = {_NOT_SEEN.sub("", reading), _NOT_SEEN.sub(" ", reading)}
        for shown in seen if len(seen) > 1 else (reading,):
            yield _folded(shown)
            if (parted := _CAMEL.sub(" ", unicodedata.normalize("NFKC", shown))) != shown:
                yield _folded(parted)


def _folded(text: str) -> str:
    """Unicode's form for comparing whatever the case, and the way letters are put together."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return folded.replace("i\u0307", "i")  # what becomes of a Turkish capital I with its dot


def _unescaped(found: re.Match[str]) -> str:
    text = found[0].encode("ascii").decode("unicode_escape")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _body(term: str) -> str:
    """A pattern for a term in any writing: "red book" also as "RedBook", "red_books"."""
    shown = _NOT_SEEN.sub("", unicodedata.normalize("NFKC", term))
    words = [
        _folded(word) for word in re.findall(r"(?:[^\W_]|(?<=\w)[\u0300-\u036f])+|[^\w\s]", _CAMEL.sub(" ", shown))
    ]
    last = words[-1]
    forms = {last, plural_form(last), singular(last), last + "s", last + "es"} if last.isalpha() else {last}
    if len(last) > 3 and last.endswith("s"):  # rather too much than a word left over
        forms |= {last[:-1]} | ({last[:-2]} if last.endswith("es") else set())
    ends = "|".join(re.escape(form) for form in sorted(forms, key=lambda form: (-len(form), form)))
    head = "".join(re.escape(word) + r"[\s_\-]*" for word in words[:-1])
    before, after = (
        "" if _JOINED.match(end) else f"(?{way}{_LETTER})" for end, way in ((words[0][0], "<!"), (last[-1], "!"))
    )
    return rf"{before}{head}(?:{ends})(?:['’]s)?{after}"
