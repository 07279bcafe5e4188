"""Verbs: their forms, and the deeds they mean; the lists are data, ``assets/english/verbs.yaml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from envs.vocabulary.data import english

ANY = "any"
"""Stands for every deed."""


@lru_cache(maxsize=2_000)
def past(verb: str) -> str:
    """The past tense, particles kept: "pick up" → "picked up", "put" → "put"."""
    first, rest = _parted(verb)
    return (_irregular(first) or (_regular_past(first),))[0] + rest


@lru_cache(maxsize=2_000)
def participle(verb: str) -> str:
    """The past participle: "take" → "taken", "pick up" → "picked up"."""
    first, rest = _parted(verb)
    return (_irregular(first) or (_regular_past(first),))[-1] + rest


@lru_cache(maxsize=2_000)
def doing(verb: str) -> str:
    """The present participle: "put" → "putting", "make" → "making", "pick up" → "picking up"."""
    first, rest = _parted(verb)
    if first.endswith("ie"):
        return f"{first[:-2]}ying{rest}"
    silent = re.search(r"[^eoyi]e$", first) and len(first) > 2
    return f"{first[:-1] if silent else _doubled(first)}ing{rest}"


@lru_cache(maxsize=2_000)
def does(verb: str) -> str:
    """The third person: "wash" → "washes", "carry on" → "carries on", "have" → "has"."""
    first, rest = _parted(verb)
    own = {"be": "is", "have": "has"}.get(first)
    if own:
        return own + rest
    if re.search(r"[^aeiou]y$", first):
        return f"{first[:-1]}ies{rest}"
    return f"{first}{'es' if first.endswith(('s', 'x', 'z', 'ch', 'sh', 'o')) else 's'}{rest}"


def forms(verb: str) -> frozenset[str]:
    """Every form of a verb: {"take", "takes", "took", "taken", "taking"}."""
    return frozenset({verb, does(verb), past(verb), participle(verb), doing(verb)})


def _parted(verb: str) -> tuple[str, str]:
    first, blank, rest = verb.partition(" ")
    return first, blank + rest


def _irregular(verb: str) -> tuple[str, ...]:
    return tuple(english("verbs.yaml")["irregular"].get(verb, ()))


def _regular_past(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    return verb[:-1] + "ied" if re.search(r"[^aeiou]y$", verb) else _doubled(verb) + "ed"


def _doubled(verb: str) -> str:
    """With its last letter twice where the vowel before it stays short: "chop", "stir", but not "open", "pour"."""
    short = re.search(r"^[^aeiou]*(?:qu)?[aeiou][^aeiouwxy]$", verb)
    return verb + verb[-1] if short or verb in english("verbs.yaml")["doubling"] else verb


@cache
def _meanings(section: str) -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({meaning: tuple(verbs) for meaning, verbs in english("verbs.yaml")[section].items()})


@cache
def deeds() -> Mapping[tuple[str, ...], str]:
    """Verbs, with their particle as a second word → the action of the memory, "see" or "any" that a question means."""
    return MappingProxyType({tuple(verb.split()): deed for deed, some in _meanings("deeds").items() for verb in some})


def action_of(text: str) -> str | None:
    """What an imperative asks for by its verb, as in ``deeds``: "switch on the lamp" → ``ToggleOn``; None for none."""
    first, _, rest = text.lower().partition(" ")
    return deeds().get((first, rest.split(" ")[0])) or deeds().get((first,))


@cache
def changes() -> Mapping[str, str]:
    """Verb → the state a thing gains or loses, with its sign: "wash" → "-dirty"."""
    return MappingProxyType({verb: change for change, some in _meanings("changes").items() for verb in some})


@cache
def requests() -> Mapping[str, str]:
    """Verb → what a request asks for that begins with it: "scrub" → "clean"."""
    return MappingProxyType({verb: asked for asked, some in _meanings("requests").items() for verb in some})


@cache
def everyday_requests() -> Mapping[str, str]:
    """Everyday verb → what a request asks for that begins with it: "chuck" → "put"; nouns as well, many of them."""
    return MappingProxyType({verb: asked for asked, some in _meanings("everyday").items() for verb in some})


@cache
def never_done() -> frozenset[str]:
    """Every form of the verbs of a home for what the robot never does: "mop", "mopped"."""
    return frozenset(form for verb in _meanings("everyday")["never"] for form in forms(verb))


def in_rules(every: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Verb → the actions that a rule about remembering means by it; none for what is told by words alone.

    Args:
        every: What "any" stands for.
    """
    everything = frozenset(every)
    return {verb: everything if ANY in acts else frozenset(acts) for verb, acts in _meanings("rules").items()}


@cache
def told() -> Mapping[str, tuple[str, str]]:
    """Action of the memory → (past, base form): ``ToggleOn`` → ("switched on", "switch on")."""
    verbs: Mapping[str, str] = english("verbs.yaml")["told"]
    return MappingProxyType({action: (past(verb), verb) for action, verb in verbs.items()})


@cache
def deed_forms() -> Mapping[str, str]:
    """Every form of every verb for a deed or a change → its base form; not of verbs that only name tasks."""
    bases = {verb for verb, *_ in deeds()} | set(changes())
    return MappingProxyType({form: base for base in sorted(bases) for form in sorted(forms(base))})


@cache
def all_forms() -> Mapping[str, str]:
    """Every form of every verb that is known → its base form; those of deeds go first."""
    data = english("verbs.yaml")
    bases = {*data["irregular"], *data["others"], *(verb.split()[0] for verb in (*requests(), *_meanings("rules")))}
    others = {form: base for base in sorted(bases) for form in sorted(forms(base))}
    return MappingProxyType(others | {base: base for base in sorted(bases)} | dict(deed_forms()))


def base(word: str) -> str | None:
    """The base form of a verb in any form: "took" → "take"; None for a word that is no form of a known verb."""
    return all_forms().get(word.lower())


@cache
def _past_forms() -> Mapping[str, str]:
    bases = sorted(set(all_forms().values()))
    return MappingProxyType({form: base for base in bases for form in (past(base), participle(base))})


def of_past(word: str) -> str | None:
    """The base form of a past tense or participle: "took", "taken" → "take", "put" → "put"; None for other words."""
    return _past_forms().get(word)
