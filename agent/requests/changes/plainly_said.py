"""What is said of the work at hand in plainer words: "the laptop please don't touch" is "don't touch the laptop"."""

from __future__ import annotations

import re
from functools import lru_cache

from agent.requests.words.clauses import starts_request, verb_forms, words_of
from agent.requests.words.nouns import read_named
from envs.vocabulary.data import english

_FILE = "work_words.yaml"
_SENTENCE = re.compile(r"[^.!?;\n]+")
_THINGS = r"(?:the|my|our|your|his|her|their|that|this|these|those|all the|both|any|every)\b [^,]+?|it|them|those|that"
_AFTER_ALL = re.compile(
    r"[ ,]*\bafter all\b(?! (?:of|(?:the|that|this|my|these|those) \w+ (?:is|are|has|have|was)\b))[ ,]*"
)
_AS_IT_IS = re.compile(
    r"(?P<asked>\b(?:don't|do not|no|not|never|stop) (?:slic|cut|chop|dic|halv|cook|boil|fry|peel)[^.!?;]*[.!?;,] "
    r"[^.!?;]*\b(?:put|place|bring|hand|give|set|lay|pop|stick|goes|move|take)\b[^.!?;,]*) "
    r"(?:whole|uncut|unsliced|uncooked|raw|in one piece)(?=[.!?;,]|$)"
)
"""What is no longer cut or cooked goes there as it is: "don't slice it. Put it in the cabinet whole"."""
_TOLD = re.compile(
    r"\b(?:i|we|you|he|she|it|they|there|is|are|was|were|has|have|will|would|don't|not|no|forget|leave|keep|spare|skip|stop|cancel|drop|scrap)\b"
)


def said_plainly(text: str, at_work: bool) -> str:
    """An utterance with what must not be touched, and how many are wanted, said as usual.

    Args:
        text: A tidied utterance.
        at_work: Whether something is being done, of which it may be said.
    """
    plain = _SENTENCE.sub(lambda found: _sentence(found[0], at_work), text)
    return _AS_IT_IS.sub(r"\g<asked>", plain) if at_work else plain


def _sentence(said: str, at_work: bool) -> str:
    """One sentence, with the blanks around it; what follows a comma says why, and stays."""
    bare = said.strip()
    lead = said[: len(said) - len(said.lstrip())]
    text = _after_all(bare) if at_work else bare
    for part in _parts(text):
        plain = _plain(part, at_work)
        if plain != part:
            text = f"{plain}{text[len(part) :]}"
            break
    return f"{lead}{text}{said[len(said.rstrip()) :]}"


def _parts(text: str) -> list[str]:
    """The whole sentence, then less and less of it: up to its last comma, to the one before."""
    ends = [found.start() for found in re.finditer(r",", text)]
    return [text, *(text[:end] for end in reversed(ends))]


def _plain(text: str, at_work: bool) -> str:
    """A sentence, or its beginning, as the first of the ways of saying it that fits is said plainly."""
    for pattern, means in (*_ways("forbidden"), *(_ways("at_work") if at_work else ())):
        found = pattern.fullmatch(text)
        slots = found.groupdict() if found else {}
        things = slots.pop("X", None) or slots.pop("Y", None)
        if found is not None and (things is None or _is_named(things)):
            return means.format(X=things, **slots)
    return text


def _is_named(said: str) -> bool:
    """Whether words name things, and tell nothing of them: "the glass is hot" does."""
    words = words_of(said)
    named = read_named(words)
    if named is None or not (named.word or named.pronoun or {"one", "ones"} & set(words)):
        return False
    ones = max((at + 1 for at, word in enumerate(words[:4]) if word in ("one", "ones")), default=0)
    behind = words[max(named.end, ones) :]
    return not behind or behind[0] in _BEHIND


_BEHIND = frozenset(
    {"that", "that's", "which", "who", "in", "on", "at", "by", "with", "from", "of", "next", "near", "beside", "under"}
    | {"and", "or", "inside", "behind", "over", "there", "here", "i", "we", "he", "she"}
)
"""How words go on that tell things from others of their kind."""


def _after_all(said: str) -> str:
    """A sentence without "after all"; where it asks for nothing by itself, it is wanted instead."""
    found = _AFTER_ALL.search(said)
    if found is None:
        return said
    joint = ", " if "," in found[0] else " "
    bare = f"{said[: found.start()]}{joint}{said[found.end() :]}".strip(" ,")
    return bare if not bare or starts_request(bare) or _TOLD.search(bare) else f"{bare} instead"


@lru_cache(maxsize=2)
def _ways(of: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    data = english(_FILE)
    verbs = "|".join(sorted(verb_forms(), key=len, reverse=True))
    fill = {"L": data["leads"], "T": data["touching"], "M": data["moving"], "P": data["touched"], "V": verbs}
    fill |= {name: f"(?P<{name}>{_THINGS})" for name in "XY"}
    return tuple(
        (re.compile(re.sub(r"\{([LTMPVXY])\}", lambda slot: fill[slot[1]], one["says"])), one["means"])
        for one in data[of]
    )
