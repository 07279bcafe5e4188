"""Rules from what the user says about remembering, without a language model.

Feedback becomes one rule in its own words, put as a command. A rule that says the same already is left alone, one about
the same thing is merged with it, one it contradicts is removed. What cannot be read is kept in the user's own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from envs.vocabulary.numbers import alternatives, up_to
from envs.vocabulary.verbs import does
from memory.roles import Feedback, Rule
from memory.rules.reading import RuleReading, polarity, read_rule, topics_of
from memory.rules.words import ANY_DEED, FILLERS, VERB_STEMS, stem

_CUE = re.compile(
    r"(?i)^.*?\b(?:remember(?:ing)?|memori[sz]e|forget(?:ting)?|keep(?:ing)? (?:track of|in mind|a record of)"
    r"|keep(?:ing)?|mind|note|store|discard|ignore|drop|delete)\b\s*(?:that|about|of)?\s*"
)
_IMPORTANT = re.compile(
    r"(?i)^(?:(?:it|that)(?: is| was|'s)(?:n't)?\s+(?:not )?(?:very |really )?(?:un)?important\s+(?P<after>.+)"
    r"|(?P<before>.+?)\s+(?:is|are|was|were|will be|would be|would have been)(?:n't)?\s+(?:really |very |so )?"
    r"(?:not )?(?:that )?(?:un|ir)?(?:important|relevant))"
)
_NEEDLESS = re.compile(
    r"(?i)\b(not|n't|un|ir)\s*(?:\w+ )?(?:important|relevant)|\bneed\b|\bhave to\b|\b(?:can|may) forget\b"
)
_THAT = re.compile(
    r"(?i)\b(that|this|it|which)\b[^.]*\b(important|relevant|remember(?:ed)?|good to know|useful|forg[eo]t(?:ten)?)\b"
    r"|\b(should|could) have (remembered|known)\b|\bremember (that|this|it|such things)\b[.! ]*$"
    r"|\bwhy (don't|didn't) you (remember|know)\b"
)
_STOP = re.compile(
    r"(?i)\b(any ?more|any longer|no longer|stop|instead of what i said|forget that rule|remove the rule)\b"
)
_NOT_BUT = re.compile(r"(?i)\bnot (?:the |my |a )?(?P<wrong>[\w ]+?),? but (?:the |my |a )?(?P<right>[\w ]+)")
_BUT_NOT = re.compile(
    r"(?i)\b(?:meant|mean) (?:the |my |a )?(?P<right>[\w ]+?),? (?:and )?not (?:the |my |a )?(?P<wrong>[\w ]+)"
)
_ENGLISH = re.compile(r"(?i)\b(the|you|i|is|are|that|it|what|thanks?|yes|no|good|ok|okay|please|was|do|to|not)\b")
_WHEN_ASKED = re.compile(
    r"(?i)\b(yesterday|today|tonight|(?:last|this|on|next) (?:week|month|year|night|morning|evening|\w+day)"
    rf"|at \d[\d: apm.]*|(?:\d+|few|a|{alternatives(up_to(12))}) (?:days?|hours?|minutes?|weeks?) ago|ago"
    r"|in the (?:morning|afternoon|evening)|earlier|recently|before|after that|this time|last time|first time"
    r"|the (?:first|last|second) time)\b.*"
)
_LATER = re.compile(
    r"(?i)[,.]?\s*\b(any ?more|any longer|from now on|in (?:the )?future|please|next time|okay|thanks?)\b"
)
_OF_ITSELF = re.compile(
    r"(?i)\b(would|have|been|has|was|known|useful|remembered?|wish|hope|expected|next|why|didn't)\b"
)


class SentenceLearner:
    """Turns one sentence of feedback into rules."""

    def learn(self, rules: Sequence[Rule], feedback: Feedback) -> list[Rule]:
        """The rules after the feedback; new ones carry number 0, the unrelated ones stay as they are.

        Args:
            rules: In force.
            feedback: What was said; "that would have been important" is read with the question it refers to.
        """
        text = " ".join(feedback.text.split())
        if not text:
            return list(rules)
        corrected = _corrected(rules, text)
        if corrected is not None:
            return corrected
        wish = _wish(text, feedback.question)
        if wish is None:
            unreadable = not _ENGLISH.search(text) and all(rule.text != text for rule in rules)
            return [*rules, Rule(0, text, text)] if unreadable else list(rules)
        reading = read_rule(wish)
        if reading.keep is False and _STOP.search(text):
            left = [part for rule in rules for part in _without(rule, reading)]
            if left != list(rules):
                return left
        return _entered(rules, Rule(0, wish, text), reading)


def _wish(text: str, question: str) -> str | None:
    """Feedback as a rule; None when it says nothing about remembering."""
    keep = polarity(text)
    if question and _THAT.search(text) and not _content(text):
        return _from_question(question, not _NEEDLESS.search(text))
    if keep is None:
        return None
    body = _body(text)
    if not topics_of(body) and not read_rule(text).everything:
        return _from_question(question, keep) if question else None
    return _put(body, keep)


def _put(body: str, keep: bool) -> str:
    body = body.strip(" .,!?;:")
    begin = body.split(" ")[0]
    if begin.lower() in FILLERS or (begin.istitle() and stem(begin) in VERB_STEMS):
        body = body if begin == "I" else body[:1].lower() + body[1:]
    return f"{'Always remember' if keep else 'Do not remember'} {body}."


def _body(text: str) -> str:
    """What the sentence is about, without the asking."""
    found = _IMPORTANT.match(text)
    if found:
        return found["before"] or found["after"]
    body = _CUE.sub("", text, count=1)
    body = _LATER.sub("", body)
    return re.sub(r"(?i)^(?:always|that|about)\s+", "", body)


def _content(text: str) -> bool:
    """Whether feedback names what it is about itself."""
    without = _OF_ITSELF.sub(" ", text)
    return any(topic.words for topic in topics_of(without))


def _from_question(question: str, keep: bool) -> str | None:
    """A rule about what a question was about: its deeds, things and people, not the day or purpose it asked for."""
    bare = _WHEN_ASKED.sub("", question.strip(" ?.!"))
    bare = re.sub(r"(?i)\bfor\b.*", "", bare)
    reading = read_rule(bare)
    tokens = re.findall(r"[^\W_]+", bare)
    verbs = [token.lower() for token in tokens if stem(token) in VERB_STEMS and VERB_STEMS[stem(token)] != ANY_DEED]
    things = [" ".join(token for token in tokens if stem(token) in topic.words) for topic in reading.topics]
    named = " and ".join(f"the {thing}" for thing in dict.fromkeys(things) if thing)
    people = " and ".join(name.capitalize() for name in sorted(reading.people))
    if people:
        return _put(f"what {people} {does(verbs[0])} {named}" if verbs else f"everything about {people}", keep)
    if verbs:
        return _put(f"when you {verbs[0]} {named}", keep)
    return _put(f"everything about {named}", keep) if named else None


def _entered(rules: Sequence[Rule], new: Rule, reading: RuleReading) -> list[Rule]:
    """The list with a new rule: not twice, merged with its kin, without what it contradicts."""
    left: list[Rule] = []
    for rule in rules:
        old = read_rule(rule.text)
        if old.understood and old.keep == reading.keep and _says(old, reading):
            return list(rules)
        left += [rule] if not old.understood or old.keep is reading.keep else _without(rule, reading)
    for index, rule in enumerate(left):
        merged = _merged(rule, new, reading)
        if merged:
            return [*left[:index], *left[index + 1 :], merged]
    return [*left, new]


def _merged(rule: Rule, new: Rule, reading: RuleReading) -> Rule | None:
    """One rule for both when they say different deeds about the same things, and nothing else narrows them down."""
    old = read_rule(rule.text)
    kin = old.understood and old.keep == reading.keep and not (old.everything or reading.everything)
    plain = not (old.limited or reading.limited or old.exceptions or reading.exceptions or old.span or reading.span)
    if not (kin and plain) or {t.words for t in old.topics} != {t.words for t in reading.topics}:
        return None
    head = "Always remember " if reading.keep else "Do not remember "
    if _covers(reading, old) and not _covers(old, reading):
        return new  # the new one says more
    if not (rule.text.startswith(head) and new.text.startswith(head)):
        return None
    both = f"{rule.text.rstrip('. ')} and {new.text.removeprefix(head).rstrip('. ')}."
    if {t.words for t in read_rule(both).topics} != {t.words for t in reading.topics} or len(both) > 300:
        return None
    return replace(new, text=both, source=f"{rule.source} / {new.source}")


def _says(old: RuleReading, new: RuleReading) -> bool:
    """Whether a rule says already what a new one would."""
    return _covers(old, new) and old.span in (None, new.span)


def _covers(wide: RuleReading, narrow: RuleReading) -> bool:
    """Whether a rule is about everything that another one is about."""
    limits = all(
        not mine or mine == others
        for mine, others in ((wide.people, narrow.people), (wide.hours, narrow.hours), (wide.days, narrow.days))
    )
    if not limits or wide.at_least > narrow.at_least or (wide.exceptions and wide.exceptions != narrow.exceptions):
        return False
    if wide.everything:
        return True
    return bool(narrow.topics) and all(any(a.covers(b) for a in wide.topics) for b in narrow.topics)


def _without(rule: Rule, wish: RuleReading) -> list[Rule]:
    """A rule without the parts that a wish to the contrary is about."""
    old = read_rule(rule.text)
    if not old.understood or old.keep is wish.keep:
        return [rule]
    if _covers(wish, old):
        return []
    head, *parts = re.split(r"(?<=^Always remember) |(?<=^Do not remember) | and ", rule.text.rstrip(". "))
    readings = [read_rule(f"{head} {part}") for part in parts]
    left = [part for part, one in zip(parts, readings, strict=True) if not (one.understood and _covers(wish, one))]
    if head not in ("Always remember", "Do not remember") or len(left) in (0, len(parts)):
        return [rule]
    return [Rule(0, f"{head} {' and '.join(left)}.", rule.source)]


def _corrected(rules: Sequence[Rule], text: str) -> list[Rule] | None:
    """The newest rule about the wrong thing, with the right one in its place; None when it is no correction."""
    found = _NOT_BUT.search(text) or _BUT_NOT.search(text)
    if not found:
        return None
    wrong, right = found["wrong"].strip(), found["right"].strip()
    for rule in reversed(rules):
        words = frozenset().union(*(topic.words for topic in read_rule(rule.text).topics), frozenset())
        meant = frozenset().union(*(topic.words for topic in topics_of(wrong)), frozenset())
        if meant and meant <= words:
            new = re.sub(rf"(?i)\b{re.escape(wrong)}\b", right, rule.text)
            if new != rule.text:
                return [one if one is not rule else Rule(0, new, text) for one in rules]
    return None
