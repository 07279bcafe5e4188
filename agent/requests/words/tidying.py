"""Tidies an utterance before it is taken apart."""

from __future__ import annotations

import re

from agent.requests.words.manners import without_manners
from agent.requests.words.phrasing import in_usual_words


def tidy(utterance: str) -> str:
    """In lower case, blanks single, quotation marks and what is between long ones gone: that is data, not a request."""
    text = in_full_words(utterance)
    text = re.sub(r"\bcause (?=(?:i|it|he|she|we|they|there|the|my|that)\b)", "because ", text)
    text = re.sub(r"\b(dont|doesnt|didnt|isnt|arent|cant|wont)\b", lambda found: f"{found[0][:-1]}'t", text)
    text = _ITS.sub("it's ", re.sub(r"\b(they|you|we)re\b(?<!were)", r"\1're", text))
    text = re.sub(r"\b(stop|no|wait|please|yes)(?:[ ,!]+\1)+\b", r"\1", text)
    text = re.sub(r"^wait (?=(?:before|b4) that\b)", "wait, ", text)
    text = re.sub(
        r"^((?:oh |ah )?(?:wait|hang on|hold on)),? no,? (?=(?:the|my|our|that|it|in|on|i)\b)", r"\1, no, ", text
    )
    text = re.sub(
        r"\b(no|nah|nope|wait|hey|actually) (?=(?:stop\b[ ,.!]+)?(?:don't|do not|forget|never ?mind|cancel|skip)\b)",
        r"\1, ",
        text,
    )
    text = _NO_BUT.sub(r"\1, ", text)
    text = re.sub(r"(?<=[a-z]) w/? ?(?=(?:the|my|our|an?|it|that|them) )", " with ", text)
    text = _WHOLE_OF_IT.sub(r"\1 all of \2 \3", re.sub(r"\baswell\b", "as well", text))
    text = re.sub(r" *(?:->|=>|→) *", " to ", text)
    text = _WHOLE_OF_IT_BEHIND.sub(r"\1 all of \3 \2", text)
    text = re.sub(r"\b((?:fridge|refrigerator|microwave|cabinet|cupboard|safe|oven|dishwasher)) door\b", r"\1", text)
    text = _NEEDED_FROM.sub(r"\3 \1 that is \2 \4", text)
    text = _WOULD_YOU.sub("", _TAG.sub("", text))
    text = _COURTEOUS.sub("", _FULL.sub(r"the full \1", text))
    text = _WHEN_DONE.sub(r"\1 you are finished", text)
    text = _WITH_TOOL.sub(" as well", text)
    text = re.sub(r"\bhalf a dozen\b", "6", re.sub(r"\b(?:a|one) dozen\b", "12", text))
    text = re.sub(r"\bits (?:screen|lid|doors?|light|display|cover)\b", "it", text)
    text = _SO_MANY_OF_THEM.sub("them", _ALL_OF_THEM.sub(r"all of them", text))
    text = re.sub(r"\b(?:all|both)(?: of)?(?: the)? (?:two|three|four|five|six|\d) (?!of\b)", "all the ", text)
    text = re.sub(r"\b(one|two|three)'s (?=enough|plenty|fine)", r"\1 is ", text)
    text = re.sub(rf"\b({'|'.join(_ON_HIM)}) (?:him|her(?! (?!{_BEHIND_HER})[a-z]))\b", r"\1 it", text)
    text = re.sub(
        r"^(no|nope|nah|sorry|oops|wait)(?: no| wait| sorry)? (?=(?:not the|not my|not in|not on|i meant?)\b)",
        r"\1, ",
        text,
    )
    text = re.sub(r"\b(no|nope|nah) (?=(?:the|my|our) [a-z]+(?: [a-z]+)?(?:[,.!?]|$))", r"\1, ", text)
    text = _IF_IS.sub(_if_there_is, text)
    text = in_usual_words(without_manners(text))
    text = re.sub(r"\bonly (?=(?:then|after)\b)", "", text)
    text = _OF_SO_MANY.sub(r"\1 of the", text)
    text = _KINDLY.sub(" ", _WHENEVER.sub(" ", re.sub(r"^for (?:the|my|our|a) \w+: ", "", text)))
    text = _WHICH_BEHIND.sub(r"\1 that is \3 \2", text)
    text = _THE_ONE.sub(lambda found: found[0] if _NOT_THAT.search(text[: found.start()]) else " that is ", text)
    text = _NTH_LEFT.sub(lambda found: f"{found[1]} {_NTH[found[2]]}", text)
    text = _STUTTER.sub(r"\1", re.sub(r" [+&] ", " and ", text))
    text = text.replace("…", ", ").replace("...", ", ").replace("–", ",").replace(" - ", ", ")
    return _FALTERING.sub("", " ".join(text.split()))


_NO_BUT = re.compile(
    r"^((?:(?:actually|wait|oh|ah|hm+|um+|er+|well|sorry|oops|hang on|hold on),? )*(?:no|nah|nope)) "
    r"(?=(?:just |please )?(?:put|bring|give|take|wash|rinse|slice|cut|chop|cook|boil|fry|fill|empty|open|close|shut"
    r"|switch|turn|get|fetch|hand|throw|move|set|stick|pop|use) "
    r"(?:it|them|that|those|this|these|the|my|one|two|both|all|me|on|off)\b)"
)
"""A correction without a comma: "actually no bring it to me"."""
_FOR_IT = re.compile(
    r"\b((?:leave|keep) (?:one|two|some|it|that)(?: [a-z]+)? (?:out|back|aside))(?: though)?,? 4 (?=[a-z])"
)
"""What for, as it is written in short: "leave one out, 4 sandwiches"."""
_IF_IS = re.compile(
    r"\bif is (?:(?P<no>no) |(?:an?|any) )?(?P<np>[a-z]+)(?P<at>(?: in (?:the )?[a-z]+)?)(?: there)?(?=,)"
)
"""As those say it whose language needs no word for "there"."""


def _if_there_is(found: re.Match[str]) -> str:
    return f"if there is {'no' if found['no'] else 'any'} {found['np']}{found['at']}"


def in_full_words(utterance: str) -> str:
    """In lower case and full words, without quotations; all else as it was said.

    Args:
        utterance: What was said.
    """
    text = re.sub(r"[“”\"«»][^“”\"«»]{0,2000}[“”\"«»]", " ", utterance.replace("’", "'"))
    text = re.sub(r"\b(that|what|where|there)s\b", r"\1's", text.lower())
    text = re.sub(r"^k(?=[ ,])", "ok", text.replace("washing-up", "washing up"))
    text = " ".join(_SHORTENED.sub(lambda found: _SHORT[found[0]], text).split())
    return _FOR_IT.sub(r"\1 for ", text)


_NTH = {"2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth"}
_NTH_LEFT = re.compile(r"\b((?:leave|keep|spare|skip|and|but) the) (2nd|3rd|4th|5th)\b")
_WHOLE_OF_IT = re.compile(
    r"\b(turn|switch) (the [a-z]+) (on|off),?"
    r" (?:all of (?:it|them)|the whole (?:thing|lot)|every one of them)(?=[ ,.!?]|$)"
)
"""Said behind of how much it is meant: "turn the stove off, all of it"."""
_WHOLE_OF_IT_BEHIND = re.compile(
    r"\b(turn|switch) (on|off) (the [a-z]+),"
    r" (?:all of (?:it|them)|the whole (?:thing|lot)|every one of them)(?=[ ,.!?]|$)"
)
_NEEDED_FROM = re.compile(
    r"^(?:(?:i|we) )?(?:need|want|get|fetch|grab|find|take|look for) ((?:the|my|our|an?) [a-z]+(?: [a-z]+)?),?"
    r" (?:it's|its|it is) (?:probably |somewhere |just |lying )?((?:in|on|under|next to) (?:the|an?|my|one of the)"
    r" [a-z]+(?: (?!somewhere|and\b)[a-z]+)?)(?: somewhere| i think)?(?:,|,? and|,? so)"
    r" (?:please )?([a-z]+) it ((?:in|on|into|onto|to|next to|under|away|over|here)\b.*)$"
)
"""What is needed, where it is and what to do with it: "get the pen, it's on the desk, put it in the box"."""
_COURTEOUS = re.compile(
    r",? if (?:you (?:please|like|don't mind|would be so kind)|i may|i might)(?=[ ,.!?]|$),?(?! ask)"
)
_TAG = re.compile(r", (?:all right|alright|yeah|okay|ok|deal|got (?:it|that)|understood) ?\?+$")
_WOULD_YOU = re.compile(r",? (?:would|could|will) you(?:,? (?:please|dear|love|kindly))*[ ?.!]*$")
"""Said behind a request: it is no question."""
_FULL = re.compile(
    r"\bthe (ones?) (?:(?:that|which) (?:has|have|still has|holds?|contains?)|with) (?:some |the )?"
    r"(?:water|liquid|something)(?: (?:in(?: it| them)?|inside))?(?=[ ,.!?]|$)"
)
_WHEN_DONE = re.compile(
    r"\b(when|once) (?:(?:you|it|that|this|is|it's|that's) )?(?:finish|finished|done|ready|complete)"
    r"(?= *,| (?:please )?(?:put|take|bring|wash)\b)"
)
_WITH_TOOL = re.compile(
    r",? while you(?:'ve| have)(?: got)? (?:the|an?|your|that) [a-z]+(?: [a-z]+)?"
    r" (?:out|open|on|there|handy|ready|in (?:your )?hand)"
    r"(?=[ ,.!?]|$)"
)
"""Something is asked for besides, because its tool is at hand."""
_ALL_OF_THEM = re.compile(
    r"\ball (?:two|three|four|five|six|\d)(?: of (?:them|those|these)\b|(?= (?:in|on|into|onto|to|away|back)\b))"
)
_SO_MANY_OF_THEM = re.compile(
    r"\bthe (?:two|three|four|five|six|[2-6]|pair|lot)(?: of (?:them|those|these))(?! (?:that|which|are|were)\b)"
)
"""As many as there are, by their number."""
_ITS = re.compile(
    r"\bits (?=(?:still|already|dirty|clean|not|on|off|open|closed|shut|empty|full|too|so|done|ready|getting|been|all"
    r"|really|very|gone|cold|dark|in|filthy|raining|freezing|late|time|ok|okay|fine|enough|broken)\b)"
)
_THE_ONE = re.compile(
    r", (?:the|that) ones? (?:that is|that's|which is)? ?(?:(?:standing|lying|sitting) )?(?:(?:out|up|over|down) )?"
    r"(?=(?:in|on|from)\b)(?!(?:in|on|from) (?:the|my|our|that) [a-z]+(?: [a-z]+)? (?:(?:can|may|should|must) )?"
    r"(?:stays?|remains?|goes|being|is|excepted|excluded|aside)\b)"
)
"""Tells which thing is meant, unless it is another one of which something else is said."""
_WHICH_BEHIND = re.compile(
    r"\b((?:put|place|set|move|stick|pop) (?:the|my|that|an?) [a-z]+(?: (?!in|on|into|onto)[a-z]+)?)"
    r" ((?:in|on|into|onto) (?:the|an?|my) (?!box|bowl|plate|pan|pot|mug|cup)[a-z]+(?: [a-z]+)?), (?:the|that) one"
    r" (?:that is |that's )?((?:in|on|next to|by) (?:the|my|our) [a-z]+(?: [a-z]+)?)(?=[.,!?;]|$)"
)
"""Which thing is meant, said behind where it shall go: "put the mug in the sink, the one on the desk"."""
_NOT_THAT = re.compile(
    r"\bnot (?:that|this|those|these)(?: [a-z]+){0,3}$"
    r"|\bnot (?:the|my|our|that|this|those|these) (?:ones?|[a-z]+) (?:in|on|at|by|near|from|next to|under)\b[^.!?;]*$"
    r"|(?:^|[.,!?;] *)(?:(?:oh|ah|wait|no|nope|nah|sorry|actually|hang on|hold on|h+m+|um+|uh+|er+m*|ugh+|argh+|oops"
    r"|whoops|yes|please|stop|but|and|ok|okay|correction|only|just|silly me|my (?:mistake|bad|fault)|pardon(?: me)?"
    r"|(?:i )?beg your pardon|rather|well)\b[ ,]*)+$"
)
"""After this "the one on the desk" is another one: "not that pen, the one on the desk", "wait, the one on the desk"."""
_STUTTER = re.compile(
    r"(?<![\w'])((?:the|a|an|my|it's|if|if the|can you|could you|please|i|i'm|put the|in the"
    r"|on the|to the|then|and|just|not"
    r"|is|it|we|you|and then|so|but|that|this)),? \1(?![\w'])(?!,? \1(?![\w']))"
)
"""Small words said twice over by somebody who looks for the next one."""
_FALTERING = re.compile(
    r"\b(?P<at>(?:in|on|at|from|into|onto|to|of|with) (?:the|my|our|an?)),+ "
    r"(?:(?:oh|ah|uh+m?|um+|er+m*|h+m+|well|you know|i mean|what(?:'s| is) it called)[, ]+)*(?=(?P=at) )"
)
"""Where somebody breaks off to look for the word: "in the, oh, in the microwave"."""
_SHORT = {
    "u": "you", "r": "are", "ur": "your", "n": "and", "plz": "please", "pls": "please", "thx": "thanks",
    "cuz": "because", "bc": "because", "abt": "about", "tho": "though", "im": "i'm", "ive": "i've", "id": "i'd",
    "dunno": "don't know", "em": "them", "gimme": "give me", "lemme": "let me", "hav": "have", "shld": "should",
    "cld": "could", "wld": "would", "sry": "sorry", "srry": "sorry", "soz": "sorry", "thn": "then",
    "nvm": "never mind", "wud": "would", "cud": "could", "whr": "where", "rly": "really", "b4": "before", "wht": "what",
}  # fmt: skip
_SHORTENED = re.compile(rf"\b(?:{'|'.join(_SHORT)})\b")


_BEHIND_HER = (
    r"(?:in|on|into|onto|and|then|please|to|back|up|down|with|for|at|first|now|off|away|out|from|too|again|under"
    r"|over|next|beside|inside|open|shut|but|if|when|before|after|without|so)\b"
)
_ON_HIM = ("wash", "clean", "put", "take", "slice", "cut", "cook", "fill", "empty", "close", "open")
_WHENEVER = re.compile(
    r",? ?\b(?:(?:when(?:ever)?|if|once|as soon as) you (?:have|get|find) (?:a |some |the )?(?:(?:free|spare) )?"
    r"(?:time|chance|minute|moment|second|sec|bit of time)"
    r"|when(?:ever)? (?:you can|you(?:'re| are) (?:ready|free)|it suits you)|while you(?:'re| are) at it"
    r"|before you (?:leave|go(?! on\b| any\b| back\b)|go away|do anything else)|if you (?:find|see) (?:it|them|one|any)"
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
