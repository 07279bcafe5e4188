"""Tidies an utterance before it is taken apart."""

from __future__ import annotations

import re

from envs.vocabulary.inflection import singular


def tidy(utterance: str) -> str:
    """In lower case, blanks single, quotation marks and what is between long ones gone: that is data, not a request."""
    text = re.sub(r"[“”\"«»][^“”\"«»]{0,2000}[“”\"«»]", " ", utterance.replace("’", "'"))
    text = re.sub(r"\b(that|what|where|there)s\b", r"\1's", text.lower())
    text = re.sub(r"^k(?=[ ,])", "ok", text.replace("washing-up", "washing up"))
    text = re.sub(
        r"\b(?:u|r|ur|n|plz|pls|thx|cuz|bc|abt|tho|im|ive|id|dunno|gimme|lemme)\b", lambda found: _SHORT[found[0]], text
    )
    text = re.sub(r"\b(dont|doesnt|didnt|isnt|arent|cant|wont)\b", lambda found: f"{found[0][:-1]}'t", text)
    text = re.sub(r"\b(stop|no|wait|please|yes)(?:[ ,!]+\1)+\b", r"\1", text)
    text = re.sub(r" *(?:->|=>|→) *", " to ", text)
    text = re.sub(r"\bhalf a dozen\b", "6", re.sub(r"\b(?:a|one) dozen\b", "12", text))
    text = re.sub(r"\bits (?:screen|lid|doors?|light|display|cover)\b", "it", text)
    text = re.sub(r"\b(?:all|both)(?: of)?(?: the)? (?:two|three|four|five|six|\d) (?!of\b)", "all the ", text)
    text = re.sub(r"\b(one|two|three)'s (?=enough|plenty|fine)", r"\1 is ", text)
    text = re.sub(rf"\b({'|'.join(_ON_HIM)}) (?:him|her)\b", r"\1 it", text)
    text = _WHICHEVER.sub(r"the \1 that \2", text)
    text = re.sub(r"\beither (?=(?:the|an?|my|one) [^.;?!]*\bor\b)", "", text)
    text = _NOT_SO.sub(lambda found: f"{found[1]} {found[2]} {_OPPOSITE[found[3]]}", text)
    text = _in_sentences(
        _BIGGER_OF.sub(lambda found: f"the {found[1]} {singular(found[2])}", _FORGET_NOT.sub("", text))
    )
    text = _IS_SO.sub(r"\1 is ", _WAIT.sub(r"in \1, ", text))
    text = _LIKE.sub(r"\1 want ", text)
    text = _KEPT_SO.sub("leave ", text)
    text = _BOTH.sub(r"\1 both of them", text)
    text = _OF_SO_MANY.sub(r"\1 of the", text)
    text = _KINDLY.sub(" ", _WHENEVER.sub(" ", re.sub(r"^for (?:the|my|our|a) \w+: ", "", text)))
    text = re.sub(
        r", (?:the|that) ones? (?:that is|that's|which is)? ?(?:(?:standing|lying|sitting) )?(?:(?:out|up|over|down) )?"
        r"(?=(?:in|on|from)\b)",
        " that is ",
        text,
    )
    text = re.sub(r"\bonly (?=(?:then|after)\b)", "", text)
    text = _STUTTER.sub(r"\1", re.sub(r" [+&] ", " and ", text))
    text = text.replace("…", ", ").replace("...", ", ").replace("–", ",").replace(" - ", ", ")
    return " ".join(text.split())


_STUTTER = re.compile(
    r"(?<![\w'])((?:the|a|an|my|it's|if|if the|can you|could you|please|i|i'm|put the|in the"
    r"|on the|to the|then|and|just|not"
    r"|is|it|we|you|and then|so|but|that|this)),? \1(?![\w'])(?!,? \1(?![\w']))"
)
"""Small words said twice over by somebody who looks for the next one."""
_SHORT = {
    "u": "you", "r": "are", "ur": "your", "n": "and", "plz": "please", "pls": "please", "thx": "thanks",
    "cuz": "because", "bc": "because", "abt": "about", "tho": "though", "im": "i'm", "ive": "i've", "id": "i'd",
    "dunno": "don't know", "gimme": "give me", "lemme": "let me",
}  # fmt: skip


_ON_HIM = ("wash", "clean", "put", "take", "slice", "cut", "cook", "fill", "empty", "close", "open")
_WHICHEVER = re.compile(r"\b(?:whichever|which ever|whatever) ([a-z]+) (is|are|has|have)\b")
_OPPOSITE = {
    "clean": "dirty",
    "dirty": "clean",
    "open": "closed",
    "closed": "open",
    "shut": "open",
    "on": "off",
    "off": "on",
}
_NOT_SO = re.compile(rf"\b(that|which) (is|are)(?:n't| not) ({'|'.join(_OPPOSITE)})\b(?! (?:the|a|my|our)\b)")
"""Of two states the other one: "the mug that isn't clean"."""
_NUMBERED = re.compile(r"(?:(?<=^)|(?<=[\s,;.:]))(\d{1,2})[.)] +(?=[a-z])")
_ANNOUNCED = re.compile(
    r"^(?:[a-z ,']*\b(?:things?|tasks?|chores?|jobs?|steps?|this|these|following|order|list|to-do|todo|favou?rs?)\b"
    r"[a-z ]*(?:for me|please)?):\s*"
)
"""Says that a list follows: "please do three things: …", "in this order: …"."""


def _in_sentences(text: str) -> str:
    """A numbered list in sentences, and what only announces a list left out."""
    numbers = [int(found[1]) for found in _NUMBERED.finditer(text)]
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        first, *others = _NUMBERED.split(text)[::2]
        text = ". ".join(one.strip(" ,.;") for one in (first, *others) if one.strip(" ,.;"))
    return _ANNOUNCED.sub("", text)


_FORGET_NOT = re.compile(
    r"\b(?:(?:please )?(?:don't|do not|never) forget to|(?:please )?remember to|be sure to|make sure to) (?!bring up\b)"
)
_BIGGER_OF = re.compile(
    r"\bthe ((?:bigg|larg|small|tall|short)(?:er|est)) (?:one )?of (?:the|my|our|those|these|your) "
    r"(?:two |three |four )?([a-z]+s)\b"
)
_IS_SO = re.compile(
    r"\b((?:the|my|our|your|that|this|his|her|their) [a-z]+(?: [a-z]+)?)'s "
    r"(?=(?:(?:still|so|all|very|really|too|left) )*(?:dirty|filthy|gross|open|closed|shut|on|off|running|empty|full"
    r"|thirsty|dry|clean)(?:[,.;!?]|$| and\b| now\b| again\b))"
)
_LIKE = re.compile(
    r"\b(i|we)(?:'d| would) (?:really |also |quite )?(?:like|love) (?=(?:an?|the|some|two|three|one|another) )"
)
_WAIT = re.compile(
    r"^(?:please )?wait (?:for )?((?:an?|one|half an|two|three|four|five|ten|fifteen|twenty|thirty|\d+)(?: more)? "
    r"(?:minutes?|hours?|seconds?))(?:,? (?:and )?(?:then )?|, )(?=[a-z])"
)
_KEPT_SO = re.compile(
    r"\b(?:keep|save|spare) (?=(?!it\b|them\b)[a-z]+(?: [a-z]+){0,2}? "
    r"(?:whole|uncut|unsliced|intact|raw|dirty|unwashed|for (?:me|us|later|tomorrow|dinner|lunch))\b)"
)
_BOTH = re.compile(
    rf"\b({'|'.join(_ON_HIM)}|bring|move|dry) both(?= (?:in|on|into|onto|to|away|down|up|next|back|please)\b|[,.;!?]|$)"
)
"""Both of what was spoken of: "put both in the drawer", "wash both"."""
_WHENEVER = re.compile(
    r",? ?\b(?:(?:when(?:ever)?|if|once|as soon as) you (?:have|get|find) (?:a |some |the )?(?:(?:free|spare) )?"
    r"(?:time|chance|minute|moment|second|sec|bit of time)"
    r"|when(?:ever)? (?:you can|you(?:'re| are) (?:ready|free)|it suits you)|while you(?:'re| are) at it"
    r"|before you (?:leave|go|go away|do anything else)|if you (?:find|see) (?:it|them|one|any)"
    r"|(?:and )?do (?:me|us) (?:a|the) favou?r(?: and|,))\b,? ?"
)
_KINDLY = re.compile(
    r"\b(?:i(?:'d| would) (?:really )?(?:appreciate|be (?:grateful|glad|happy|thankful|pleased)) (?:it )?"
    r"|(?:is it|would it be) (?:ok|okay|alright|fine|possible) "
    r"|(?:it would|it'd) be (?:so |really |very )?(?:great|nice|lovely|good|kind|helpful|wonderful) )"
    r"if you (?:could|would|can)? ?"
)
_OF_SO_MANY = re.compile(
    r"\b(one|two|three|four|some|\d) of (?:the|my|our|those|these) (?:two|three|four|five|six|\d)\b"
)


def switched_off(text: str) -> str:
    """A text in which things are not switched "of"."""
    return re.sub(r"\b(switch|turn)(ed|ing)? of\b", r"\1\2 off", text)
