"""Questions that ask several things: two sentences, two clauses, or one about two things."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.recall.answer import Answer
from agent.recall.lookup.keys import key
from envs.vocabulary.nouns import Lexicon, NamedTypes
from envs.vocabulary.verbs import deed_forms

_ASKING = (
    r"(?:when|where|why|who|whom|how|what|which|did|do|does|was|were|is|are|am|have|has|had|can|could|would|will|list|"
    r"describe|summari[sz]e|tell|name|count|explain|show|give|and|remind|whether)\b"
)
_CLAUSES = re.compile(
    r"(?P<left>(?:when|where|why|who|how|what|which|did|was|were|is|are|have|has)\b(?!.* between [^,]*$).+?) and "
    r"(?P<right>(?:(?:from )?where|when|why|who|how|what|which|did|was|were|is|have|has|with what)\b.+)$"
)
_DEEDS = re.compile(
    r"(?P<lead>(?:when |how often |how many times )?(?:did|have) you (?:ever |last |first )?)"
    r"(?P<one>\w+ .+?) (?P<joint>and|or)(?: then| also)? (?P<other>\w+ .+)$"
)
_FRONTED = re.compile(
    r"^(?:and |so |then )?(?P<clause>(?:between|before|after|while|during|when|on|in|at|from|since|until|yesterday|"
    r"today|last|"
    r"this|two|three|the day)\b[^,?]*), (?P<question>(?:what|which|when|where|who|why|how|did|was|were|is|are|had|"
    r"have)\b"
    r"[^?]*)(?=\??$)",
    re.IGNORECASE,
)
"""A question with what limits it put first: "Between the salad and the toast, what did you do?"."""
_MOST = 4
"""Most questions that are answered at once."""


def asking(text: str) -> tuple[list[str], str]:
    """The sentences of a text that ask something, and what was said before the first of them.

    Those with a question mark, else those that begin as questions do; of a text without either the last sentence.
    """
    sentences = [one.strip() for one in re.findall(r"(?:[^?!.;\n]|[.!](?=\S))+[?!.;]*", text) if one.strip(" .?!;")]
    found = [one for one in sentences if one.endswith("?")]
    found = found or [one for one in sentences if re.match(rf"\W*{_ASKING}", one.lower())] or sentences[-1:]
    if not found:
        return [text], ""
    found = list(dict.fromkeys(found))
    begin = sentences.index(found[0])
    return [_FRONTED.sub(r"\g<question> \g<clause>", one) for one in found[-_MOST:]], " ".join(sentences[:begin])


def clauses(text: str) -> tuple[str, str] | None:
    """Both questions of "when did you make coffee and how long did it take"; None for one."""
    match = _CLAUSES.match(text)
    return (match["left"], match["right"]) if match else None


def alternatives(text: str, lexicon: Lexicon, tasks: Callable[[], Sequence[str]]) -> tuple[list[str], str] | None:
    """A question about two or more things as one question for each, and what joins them, "and" or "or".

    Args:
        text: The question in plain words.
        lexicon: What things are called.
        tasks: Names of tasks; "cook two slices of potato and serve on a plate" is one task.
    """
    if not re.search(r"\b(and|or)\b", text) or re.search(r"\b(between|more|less|fewer|than|both of)\b", text):
        return None
    found = _things(text, lexicon) or _deeds(text, lexicon)
    if found and any(" and " in name and key(name) in key(text) for name in tasks()):
        return None
    return found


def _things(text: str, lexicon: Lexicon) -> tuple[list[str], str] | None:
    """Of "where are the mug and the plate": "where are the mug", "where are the plate"."""
    words = text.split()
    named, joint = _run(words, lexicon)
    if len(named) < 2 or not joint or len({one.types for one in named}) < 2:
        return None
    head, tail = words[: named[0].first], words[named[-1].last :]
    return [" ".join([*head, *words[one.first : one.last], *tail]) for one in named], joint


def _run(words: Sequence[str], lexicon: Lexicon) -> tuple[list[NamedTypes], str]:
    """The first things named one after the other, with nothing but articles and "and" between them."""
    named: list[NamedTypes] = []
    joint, start = "", 0
    while found := lexicon.find(words, start):
        between = words[named[-1].last : found.first] if named else []
        if named and not set(between) <= {"and", "or", "the", "a", "an", "my", "also", "any", "in", "on"}:
            if joint:
                break
            named = []
        elif named:
            joint = next((word for word in between if word in ("and", "or")), joint)
            if not joint and between and between[0] in ("in", "on"):
                named = []
        named.append(found)
        start = found.last
    return named, joint


def _deeds(text: str, lexicon: Lexicon) -> tuple[list[str], str] | None:
    """Of "did you open the fridge and close it": "did you open the fridge", "did you close the fridge"."""
    match = _DEEDS.match(text)
    if match is None or deed_forms().get(match["other"].split()[0]) != match["other"].split()[0]:
        return None
    words = match["one"].split()
    thing = lexicon.find(words)
    other = match["other"]
    if thing:
        other = re.sub(r"\b(it|them)\b", f"the {' '.join(words[thing.first : thing.last])}", other)
    return [match["lead"] + match["one"], match["lead"] + other], match["joint"]


def combined(answers: Sequence[Answer], joint: str = "and") -> Answer:
    """Several answers as one. Value: the tuple of theirs; of yes and no: all of them for "and", any for "or"."""
    kinds = {answer.kind for answer in answers}
    statuses = {answer.status for answer in answers}
    value: object = tuple(answer.value for answer in answers)
    if all(isinstance(answer.value, bool) for answer in answers):
        value = (all if joint == "and" else any)(answer.value for answer in answers)
    best = next((status for status in ("known", "partly") if status in statuses), answers[0].status)
    text = " ".join(answer.text if answer.text.endswith((".", ")")) else f"{answer.text}." for answer in answers)
    return replace(
        answers[0],
        text=text,
        value=value,
        kind=answers[0].kind if len(kinds) == 1 else "several",
        evidence=tuple(dict.fromkeys(node for answer in answers for node in answer.evidence)),
        status=_joint_status(statuses, value, joint, best),
        tokens_read=max(answer.tokens_read for answer in answers),
        tasks=tuple(dict.fromkeys(name for answer in answers for name in answer.tasks)),
    )


def _joint_status(statuses: set[str], value: object, joint: str, best: str) -> str:
    """Known when all is; one yes is enough for "or", one no for "and" - else partly where anything is known."""
    if len(statuses) == 1:
        return best if best in statuses else next(iter(statuses))
    if value is True and joint == "or" and "known" in statuses:
        return "known"
    return "partly" if best in ("known", "partly") else best
