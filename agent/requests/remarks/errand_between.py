"""A trouble told into the work with the order to see to it: "hang on, the tap's running, shut that off first".

What "it" or "that" stands for is the thing of which it was just told how it is, not what is being worked on.
"""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named
from envs.vocabulary.inflection import singular

_OPEN = r"(?:open|ajar|unlocked)"
_SO = rf"(?:(?P<{{0}}>{_OPEN})|on|running|dripping|leaking|overflowing|burning|lit|going|beeping|ringing)"
_STILL = r"(?: (?:still|left|been left|always|just|standing|wide|all))*"
_WHOSE = r"(?:the|my|our|that|this)"
_THING = r"(?P<{0}>[a-z]+(?: (?!is\b|are\b|on\b|off\b|open\b|running\b|still\b)[a-z]+)?)"
_TOLD = (
    rf"(?:{_WHOSE} {_THING.format('a')}(?P<is>'s| is|'re| are|){_STILL} {_SO.format('c')}"
    rf"|[a-z' ]{{0,24}}?\b(?:left|forgot|keeps leaving|leaves|has left|have left)"
    rf" {_WHOSE} {_THING.format('b')} {_SO.format('d')})"
)
_BEHIND = r"(?: (?:again|too|all (?:this|the) time|in (?:here|there)|over there|you know|i think|by the way|now))*"
_ORDER = (
    r"(?P<lead>(?:(?:so|and|can you|could you|would you|will you|please|go and|just|you|quickly|first|better"
    r"|you'd better)[ ,]+)*)"
    r"(?:(?P<off>(?:turn|switch|put|power) off|kill|stop|shut|close)|(?P<keep>leave|keep)|turn|switch|put|power)"
    r" (?:it|that|this|them|those)(?: one)?(?P<behind> off| down| on| running| open| so| that way| like that| alone"
    r"| as it is)?\b(?P<rest>.*)"
)
_BETWEEN = re.compile(
    rf"^(?P<cry>(?:(?:oh|ah|wait|hang on|hold on|hey|no|listen|look|sorry|one sec(?:ond)?|just a sec(?:ond)?|one moment"
    rf"|but|and|oops|actually)\b[ ,.!]*)*){_TOLD}{_BEHIND}"
    rf"(?: ?[,.;:!-]{{1,3}} ?(?:(?:and|so),? )?| (?:and|so),? ){_ORDER}$"
)
_SEE_TO_FIRST = re.compile(
    r"\b(?:see to|deal with|do|sort(?: out)?|take care of|handle|fix|attend to) (?:that|this|it)(?: one)? first"
    r"(?:,? (?:and|so|please|then)\b)*,? (?P<how>(?:turn|switch|shut|close|wash|clean|rinse|put|open|stop)"
    r" (?:(?:off|down|on) )?(?:it|that|them)\b[^,.;!?]*)"
)
"""To see to something and how, which is one errand: "do that first and turn it off"."""


def trouble_named(text: str) -> str:
    """A remark with the thing named that is to be seen to first, or let be; the same where it says nothing so.

    Args:
        text: A tidied remark.
    """
    text = _SEE_TO_FIRST.sub(lambda said: f"{said['how']} first", text)
    found = _BETWEEN.match(text)
    said = (found["a"] or found["b"]) if found else ""
    keeps = found is not None and found["keep"] and found["behind"] != " off" and not found["rest"].strip(" .!")
    if found is None or not said or not (keeps or found["off"] or found["behind"] == " off"):
        return text
    thing = _singular(said) if found["a"] and not found["is"] and not re.search(r"\b(?:them|those)\b", text) else said
    named = read_named(["the", *words_of(thing)])
    if named is None or not named.word or named.pronoun or named.end < len(words_of(thing)) + 1:
        return text
    opened = found["c"] or found["d"]
    if keeps:
        return f"leave the {thing} {'open' if opened else 'on'}"
    order = f"close the {thing}" if opened else f"turn off the {thing} that is on"
    return f"{found['lead']}{order}{found['rest']}"


def _singular(said: str) -> str:
    """One thing, where its "is" was run together with its name: "the taps running", of the tap that runs."""
    *before, last = said.split(" ")
    return " ".join([*before, singular(last) or last])
