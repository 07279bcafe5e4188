"""What parts of a sentence share that each have an hour of their own: the day, and the verb that is said once."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from agent.planning.due import Due
from agent.requests.dishes import head_of
from agent.requests.times.reading import TimedWords, timed
from agent.requests.words.clauses import VERBS, leading_verb, polite, starts_request, to_the_point, words_of
from agent.requests.words.nouns import read_named

_PART_OF_DAY = re.compile(r" ?\b(?:in the |at )?(?:morning|forenoon|afternoon|evening|night)s?\b")
_EACH_PART = re.compile(r"\b(every|each) (?:morning|forenoon|afternoon|evening|night)\b")


def on_the_day(bare: str, words: TimedWords, before: TimedWords | None, now: datetime) -> TimedWords:
    """The time of a part that says only an hour, on the day of the part before it, and behind that.

    "Tomorrow make coffee at seven and boil an egg at eight" is about tomorrow. An hour before the last one is in a
    later part of that day: "tomorrow morning … at nine and … at two".

    Args:
        bare: The words of the part.
        words: Its time as it would be if it stood alone.
        before: The time of the part before it.
        now: When it is said.
    """
    if before is None or before.due is None or not (words.hour and before.hour) or words.day:
        return words
    days = (before.day, _PART_OF_DAY.sub("", _EACH_PART.sub(r"\1 day", before.day))) if before.day else ()
    on_it = [one for day in days if (one := timed(f"{day} {bare}", now)).day]
    for one in (*on_it, *map(_half_a_day_on, on_it), words, _half_a_day_on(words)):
        if one.due is not None and _is_behind(one.due, before.due):
            return replace(one, leads=words.leads or before.leads)
    return words


def _is_behind(due: Due, last: Due) -> bool:
    """Whether something is due later in a day than another thing, on the same days."""
    return due.first.time() > last.first.time() and (bool(due.every) or due.first.date() == last.first.date())


def _half_a_day_on(words: TimedWords) -> TimedWords:
    """At six in the evening, in place of six in the morning; the same where the half of the day was said."""
    if words.exact or words.due is None or words.due.also:
        return words
    return replace(words, due=replace(words.due, first=words.due.first + timedelta(hours=12)))


def verb_before(before: str, rest: str, now: datetime) -> str:
    """What a part is asked for with that names only a thing and its hour; "" where it asks for it itself.

    Of "wash the pan at five and the plates at six" that is "wash", of "turn it on at five and off at six" "turn it".

    Args:
        before: The part before it.
        rest: The sentence from the part on.
        now: When it is said.
    """
    own, last = timed(rest, now), timed(before, now)
    asked = to_the_point(polite(last.text)[0])
    verb = leading_verb(asked)
    timely = last.due is not None and not last.due.about
    if not (own.hour and timely and verb):
        return ""
    if starts_request(polite(own.text)[0]) and head_of(own.text) != own.text:
        return ""
    if VERBS.get(verb) == "switch" and re.match(r"(?:back )?(?:on|off)\b", rest):
        return f"{verb} it"
    particle = re.search(r"\b(?:on|off)\b", asked) if VERBS.get(verb) == "switch" else None
    verb = f"{verb} {particle[0]}" if particle else verb
    return verb if _only_names(own.text) else ""


def _only_names(text: str) -> bool:
    """Whether the first of some words name a thing, and no more is said of it than where it is or goes."""
    words = words_of(text)
    if head_of(text):
        end = next((at + 1 for at in range(len(words)) if head_of(" ".join(words[: at + 1]))), len(words))
    else:
        named = read_named(words)
        end = named.end if named is not None and named.word and not named.pronoun else -1
    behind = words[end : end + 1]
    return end > 0 and (not behind or behind[0] in _GOES_ON)


_GOES_ON = frozenset({",", "and", "in", "on", "into", "onto", "to", "from", "with", "without", "next"})
