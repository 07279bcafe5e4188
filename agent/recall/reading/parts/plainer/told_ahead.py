"""What somebody else said, and what, or whether, that was: "my son says you broke something. What was it?"."""

from __future__ import annotations

import re

from agent.recall.reading.parts.wordlists import courtesies, verb, words
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.data import words as word_list
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.verbs import of_past

_TELLS = r"(?:tells?|told|says?|said|mention(?:s|ed)?|reports?|reported|claims?|claimed|thinks?|thought|believes?)"
_HEARD = r"i (?:hear|heard|gather|understand|was told|am told|believe|think)"
_TOLD = re.compile(
    rf"(?:^|[ ,])(?:(?:my|our|the) (?:\w+ ){{1,2}}{_TELLS}|[a-z]+ {_TELLS}|{_HEARD})(?: (?:me|us|that))* "
    r"you (?:have |had |did )?(?P<done>\w+(?: up| out| off| on)?) "
    r"(?P<what>(?:a |an |some |one )?(?:piece of |kind of |sort of |bit of )?(?:something|anything|[a-z]+(?: [a-z]+)?))"
    r"(?P<rest>(?: (?:(?:in|on|into|onto|from) (?:the|a|an|my|our) \w+|today|yesterday|tonight|this \w+|on \w+day))*)"
    r"(?: (?:while|when|as) (?:i|we|he|she) .*)?$"
)
_THERE_WAS = re.compile(
    rf"(?:^|[ ,])(?:(?:my|our|the) (?:\w+ ){{1,2}}{_TELLS}|[a-z]+ {_TELLS}|{_HEARD})(?: (?:me|us|that))* "
    r"there (?:was|were|is|are|has been|had been) (?P<what>(?:an? |some |the )?\w+(?: (?!in\b|on\b)\w+)?) "
    r"(?P<where>(?:in|on|inside|under) (?:the|an?|my|our) \w+(?: \w+)?)"
    r"(?:,? of all (?:places|things))?$"
)
_IS_IT_TRUE = re.compile(
    r"^(?:and |so |but |now )*(?:is|was) (?:that|it|this)(?: (?:really|actually|indeed|even))*"
    r" (?:true|so|right|correct)$"
)
_WHAT = re.compile(r"^(?:and |so |but |now )*(?:what|which(?: one)?) (?:was|is) (?:it|that|this)(?P<rest>(?: \w+)*)$")
_ARTICLE = re.compile(r"^(?:a |an |some |one )?(?:piece of |kind of |sort of |bit of )?")
_INDEFINITE = frozenset({"something", "anything"})
_SOMEBODY = re.compile(rf"\b(?:my|our) (?P<who>{'|'.join(sorted(word_list('people.txt')))})\b")
_THEIRS = re.compile(r"\b(?:his|her)(?= (?!the |a |an |this |that )(?P<what>[\w']+))", re.IGNORECASE)


def after_courtesies(head: str) -> str:
    """What stands before a question without what is only polite: "please, the pot" is "the pot"."""
    said = [part.strip() for part in head.split(",")]
    while said and _is_polite(re.findall(r"[a-z']+", said[0].lower())):
        said = said[1:]
    return ", ".join(said)


def _is_polite(said: list[str]) -> bool:
    return " ".join(said) in courtesies() or {*said} <= words("asides") | words("vocatives")


def of_whom(preamble: str, question: str) -> str:
    """The question with the one person in place of "his" of whom it was spoken first; others as they are.

    Args:
        preamble: What was said first: "It is my brother's birthday soon."
        question: What is asked then: "Which day is his birthday?"
    """
    people = {found["who"] for found in _SOMEBODY.finditer(plain(preamble))}
    theirs = _THEIRS.search(question)
    if len(people) != 1 or theirs is None or full_lexicon().find([theirs["what"].lower()]) is not None:
        return question
    return _THEIRS.sub(f"my {people.pop()}'s", question, count=1)


def of_what_was_told(preamble: str, question: str) -> str:
    """The question for what was done, or was somewhere, where it is told first that it was; all others as they are.

    Args:
        preamble: What was said first: "My grandson tells me you cut up a piece of fruit."
        question: What is asked then: "What was it?"
    """
    there = _THERE_WAS.search(plain(preamble).strip(" .,!"))
    if there is not None and _IS_IT_TRUE.match(" ".join(re.findall(r"\w+", plain(question)))):
        return f"Was there {there['what']} {there['where']}?"
    found = _TOLD.search(plain(preamble).strip(" .,!"))
    asked = _WHAT.match(" ".join(re.findall(r"\w+", plain(question))))
    if found is None or asked is None or not {*asked["rest"].split()} <= words("asides") | {"then", "exactly"}:
        return question
    done, _, behind = found["done"].partition(" ")
    deed = of_past(done) or done
    thing = _ARTICLE.sub("", found["what"])
    if verb(done) is None or deed in ("be", "have"):
        return question
    asks = "What" if thing in _INDEFINITE else f"Which {thing}"
    return " ".join(f"{asks} did you {deed} {behind} {found['rest']}".split()) + "?"


_WAS_AWAY = re.compile(
    r"\b(?:i|we) (?:was|were|had been|have been|went|had gone|stayed|spent) (?:\w+ )?"
    r"(?:out|away|off|at|over|in|with|to|on|gone|visiting|travelling|working)\b"
)
_WHILE_AWAY = re.compile(
    r"\s*,?\s*\b(?:while|when|as long as|during the time) (?:i|we) (?:was|were) (?:still )?"
    r"(?:out|away|gone|off|there|over there|not (?:here|there|in|home|at home|around)|with (?:her|him|them))"
    r"(?=[ .?!]*$)",
    re.IGNORECASE,
)


def without_absence(question: str, told: str) -> str:
    """A question without "while I was out", where it was told ahead of it that one was somewhere else.

    Args:
        question: The question.
        told: What was said before it in plain words, with the time of that.
    """
    return _WHILE_AWAY.sub("", question) if _WAS_AWAY.search(told) else question
