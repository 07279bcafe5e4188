"""What is asked in other nouns and verbs: "where might it be found", "state its outcome", "to be put" for "to put"."""

from __future__ import annotations

import re

from agent.recall.reading.parts.wordlists import verb, words
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.object_types import object_types
from envs.vocabulary.verbs import of_past

_WORK = "|".join(sorted(words("task_words") | {"requests", "orders", "order", "instructions", "commands"}))
_ASKS = "|".join(sorted(words("asks") - {"if", "whether"}))
_NP = r"it|they|them|that|those|(?:the|my|our|your|that|this|those|these|any|all the|a|an) [\w ]+?"
_MAY = r"may|might|could|can|would|should|will|shall|must"
_LEAD = r"(?P<lead>(?:and |so |but |then |oh dear |oh |well |now )*)"
_FOUND = r"(?:found|located|seen|met with|had|discovered|come across)"
_MEANT = r"(?:really |actually |originally )?(?:supposed|meant|asked|told|expected)"
_PUT = r"put|place|placed|leave|left|bring|brought|take|taken|carry|carried|set|lay|laid|store|stored|stow|move|moved"
_NOT_DONE = r"(?:open|outstanding|pending|undone|unfinished|uncompleted|to be done|left|not (?:done|finished) yet)"
_OF_IT = r"(?: (?:for|of|behind) (?:it|that|this|them|those))?"
_SAID_OTHERWISE: tuple[tuple[str, str], ...] = (
    # Where something may be found is where it is.
    (
        rf"\bwhere (?:(?:{_MAY}) (?P<what>{_NP}) (?:\w+ly |now )?be (?:\w+ly )?{_FOUND}|"
        rf"(?P<named>{_NP}) (?:{_MAY}|(?:is|are) to) (?:\w+ly |now )?be (?:{_FOUND})?)(?= |$)",
        "where is {what}{named}",
    ),
    (rf"\bwhere (?P<be>is|are) (?P<what>{_NP}) (?:now )?to be {_FOUND}(?= |$)", "where {be} {what}"),
    (
        rf"\bwhere (?:(?:{_MAY}) (?:one|somebody|anybody|a person|we)|(?:one|i|we|somebody) (?:{_MAY})) "
        r"(?:find|look for|get|locate) ",
        "where is ",
    ),
    # How it ended, and why.
    (
        rf"^{_LEAD}(?:(?:please )?(?:state|report|name|tell|give|describe|indicate|say)(?: me)?|what (?:was|is))"
        r" (?:its|the|their) (?:final )?(?:outcome|result|upshot|fate)(?: of (?:it|that|this))?$",
        "{lead}what became of it",
    ),
    (
        rf"^{_LEAD}(?:(?:please )?(?:state|report|name|tell|give|describe|indicate)(?: me)? )?the (?:final )?"
        rf"(?:outcome|result|upshot|fate) of (?P<what>(?:the|my|our|your|that|this|all) [\w ]+?)$",
        "{lead}what became of {what}",
    ),
    (rf"^{_LEAD}(?:please )?(?:state|report|indicate|specify|give|say) (?:me )?(?=(?:{_ASKS})\b)", "{lead}"),
    (r"^(?:the )?(?:exact )?(?:time|date) of (?=(?:the|my|our|your) )", "when was "),
    (r"^(?:the )?total (?:number )?of (?=\w+s\b)", "how many "),
    (r"\bvery (?=first|last|latest|next)", ""),
    (
        rf"^{_LEAD}(?:(?:please )?(?:state|report|name|tell|give|indicate)(?: me)?|what (?:is|was)|and) "
        rf"(?:the|its|your) (?:reason|cause|grounds|explanation){_OF_IT}(?: then)?$",
        "{lead}why",
    ),
    (
        rf"^{_LEAD}(?:for (?:what|which) reason|on what grounds|to what end|for what purpose)(?: was (?:that|it))?$",
        "{lead}why",
    ),
    (rf"^{_LEAD}how (?:did|has|had) (?:that|it|this) (?:c[oa]me about|come to (?:pass|be|that))$", "{lead}why"),
    (
        rf"\bwhy (?:was|is|were|are) (?P<what>{_NP}) (?P<there>(?:in|on|under|inside) (?:there|it)|there)$",
        "why did you put {what} {there}",
    ),
    (r"\bfor (?:what|which) reason (?=(?:did|have|had|was|were|is|are)\b)", "why "),
    # Who receives a task is given it, or asked for it.
    (
        rf"\b(?P<what>(?:{_WORK})|what|how many) (?:did you|have you|had you) (?:ever )?"
        r"(?:receive|received|get given|been given|been assigned|been set|been handed)\b",
        "{what} did i give you",
    ),
    (
        rf"\b(?P<what>{_WORK}) (?:were|was|have been|had been) (?:you )?(?:given|assigned|set|handed)(?: to you)?\b",
        "{what} did i give you",
    ),
    (
        rf"\bdid you (?:receive|get given) (?P<what>(?:any |another |more |other |some )*(?:{_WORK}))\b",
        "did i give you {what}",
    ),
    # What is open among tasks is not done yet.
    (
        rf"^{_LEAD}(?:(?:which|what|how many)(?: of (?:my|the|our|your|those|these))? )(?:{_WORK}) "
        rf"(?:is|are|remain|remains|remained|were|was) (?:still |yet |now )?{_NOT_DONE}(?: now| yet)?$",
        "{lead}what is left to do",
    ),
    (
        rf"^{_LEAD}(?:is|are) (?:there )?(?:any|some)(?:thing)? ?(?:(?:{_WORK}) )?(?:still )?"
        r"(?:left )?(?:outstanding|pending|undone|unfinished|uncompleted)(?: (?:task|tasks|work|jobs))?(?: now| yet)?$",
        "{lead}is anything left to do",
    ),
    (
        rf"^{_LEAD}what (?:is|remains) (?:still |yet |now )?(?:outstanding|pending|undone|unfinished|uncompleted)"
        r"(?: now| yet)?$",
        "{lead}what is left to do",
    ),
    # The time at which somebody gives up is that at which he stops.
    (
        r"\b(?P<who>you|i) (?:finally |then |eventually )?(?:give|gave|given) up"
        r"(?= (?:the|that|it|your|then|looking|searching|trying|hunting)\b|$)",
        "{who} stop",
    ),
    (
        rf"\b(?:for|during) (?:which|what) (?:{_WORK}) (?=did you \w+ (?:it|them|that)\b)",
        "why ",
    ),
    (
        r"^(?P<asks>how long .+?) (?:before|until|till) (?:you )?"
        r"(?:gave (?:it |that )?up|stop|stopped|quit|giving up|stopping)$",
        "{asks}",
    ),
    (r"^(?P<lead>(?:and |so )*)what (?:was|is|were|has been) (?:going|happening) on\b", "{lead}what were you doing"),
    (
        rf"\bwhen (?:was|were) (?P<what>(?:the|my|your|our) (?:first|last|second|third|latest|next) (?:{_WORK}))$",
        "when did you begin {what}",
    ),
    (
        rf"^{_LEAD}(?P<be>is|are|was|were) (?P<what>{_NP}) (?:also |still |now )?in the same (?:state|condition)"
        r"(?: too| now| as well)?$",
        "{lead}what state {be} {what} in",
    ),
    (r"^(?P<asks>.*\byou\b.* (?:it|them|that|those)) after$", "{asks} afterwards"),
    # What came beside something, and how it stands.
    (rf"^{_LEAD}what preceded (?P<what>.+)$", "{lead}what did you do before {what}"),
    (rf"^{_LEAD}what followed (?P<what>(?:the|my|our|your) .+)$", "{lead}what did you do after {what}"),
    (
        rf"^{_LEAD}(?:(?:(?:is|are) there )?any (?:news|word|update|updates) (?:about|of|on|from|regarding)|"
        r"what is (?:up|going on|the news) with) (?P<what>(?:the|my|our|your|that|those) [\w ]+)$",
        "{lead}what became of {what}",
    ),
    (r"\bwhen (?:were|was) you (?:done|finished|through|ready) with ", "when did you finish "),
    (r"\b(?:at )?(?:which|what) hour (?=(?:did|was|were|have|had)\b)", "when "),
    (rf"^{_LEAD}what (?:was|were) i told(?: by you)?", "{lead}what did you tell me"),
    (rf"\b(?P<be>was|were|is|are) (?P<what>{_NP}) given (?:some )?water\b", "{be} {what} watered"),
    (
        rf"\b(?P<when>before|after|when|until|once) (?P<what>{_NP}) (?:went|got|came) (?P<to>in|into|on|onto) "
        r"(?=(?:the|a|my|our) )",
        "{when} you put {what} {to} ",
    ),
    # What was to be done is what was asked for.
    (
        rf"\bwhere (?:should you have (?:{_PUT})|(?:was|were) you {_MEANT} to (?:have )?(?:{_PUT})|you "
        rf"(?:should have|(?:was|were) {_MEANT} to) (?:{_PUT})) (?P<what>{_NP})$",
        "what did i tell you to do with {what}",
    ),
    (
        rf"\bwhere (?:(?:was|were) (?P<what>{_NP}) {_MEANT} to|should (?P<named>{_NP}) have) "
        rf"(?:go|gone|end up|ended up|(?:be|been|have been) (?:{_PUT}))(?: to| in| on)?$",
        "what did i tell you to do with {what}{named}",
    ),
    (
        rf"^{_LEAD}(?:what|which \w+) (?:was it (?:that|which) )?(?:(?:did )?you were|were you) {_MEANT} to "
        rf"(?:{_PUT}) (?:in|into|on|onto|inside|at|to) (?P<place>(?:the|a|an|my|our) \w+(?: \w+)?)$",
        "{lead}what did i say about {place}",
    ),
    # How sure somebody is.
    (
        rf"^{_LEAD}are you (?:(?:really|quite|absolutely|very|completely|totally|entirely|100) )?"
        r"(?:sure|certain|positive)(?: (?:of|about) (?:that|it|this))?$",
        "{lead}are you sure",
    ),
    # Who thanks somebody says so.
    (
        r"\b(?:did|have|had) (?P<who>i|we) (?:\w+ )?"
        r"(?:thank(?:ed)? you|sa(?:y|id)(?: (?:to )?you)? (?:thank you|thanks))"
        r"(?: to you)?(?: for (?:it|this|that|them|those))?",
        "did {who} say anything about thanks",
    ),
    # Whatever was done is listed.
    (
        r"^(?:please )?(?:list|name|enumerate|state) (?:every|all|each|all the|the)(?: single)? "
        r"(?:things?|items?|objects?) (?:that |which )?(?=you (?:have |had )?\w)",
        "what ",
    ),
)
"""What is asked, and how it is asked by most."""
_TO_BE_DONE = re.compile(
    r"\b(?P<ask>ask(?:ed)? for|request(?:ed)?|want(?:ed)?|order(?:ed)?|ask(?:ed)?) "
    r"(?P<what>(?:the|my|our|that|all|every|a|an|it|them)(?: (?!to\b)\w+){0,4}) to be (?P<done>\w+)\b"
)
"""A request with its deed in the passive: "asked for the mug to be washed"."""
_FURTHER_BACK = re.compile(
    rf"^(?P<asks>(?:(?:for|in|on|from|with|at|and|so) )*(?:{_ASKS}) (?:\w+ )??)had you (?P<done>\w+)\b"
    r"(?P<what>.*?)(?: (?:shortly |just |right |long |earlier |)before(?:hand)?)?$"
)
_CARRIED = re.compile(
    rf"\b(?:took|take|taken|bring|brought|carry|carried) (?P<what>{_NP}) (?:over |back )?(?P<to>to|into|onto) "
    r"(?P<article>the|my|our) (?P<place>\w+(?: \w+)?)"
)
"""Where something was brought."""
_DONE_WITH = re.compile(
    rf"^{_LEAD}(?P<asks>(?:in|with|on|by|using) (?:which|what)(?: (?!was|were)\w+)?|what) (?:was|were) (?P<what>{_NP}) "
    r"(?P<done>\w+?(?:ed|ut|t|n))(?: (?P<behind>in|with))?$"
)
"""With what something was done, in the passive."""
_TOOL = r"(?:tool|implement|instrument|utensil|knife|device|appliance|machine)s?"
_WITH_TOOL = re.compile(
    rf"(?P<first>.+?) and (?:(?:also )?with )?(?:the|which|what) {_TOOL}"
    r"(?: (?:that )?(?:you |was |were |you have )?used)?"
    r"(?: (?:for|in) (?:it|that|this|each|them))?"
)
"""A list together with what was used for it: "…, and the implement used"."""


_IF_KNOWN = re.compile(
    r"^(?P<lead>(?:\w+ ){0,10})(?:whether|if) you "
    r"(?:(?:might|could|can|would|may|do|still|happen to|perhaps|kindly|also) )*"
    rf"(?:recall|remember|know|tell|say|remind|inform|recollect)(?: me| us)?(?: of| about)? (?={_ASKS}\b)"
)
"""A question put within another one: "I was wondering if you could tell me where …"."""


def in_few_words(text: str) -> str:
    """A sentence in plain words as it is asked by most.

    Args:
        text: The sentence in plain words.
    """
    text = _FURTHER_BACK.sub(_done, _IF_KNOWN.sub(_asked, text))
    for pattern, plainly in _SAID_OTHERWISE:
        text = re.sub(pattern, lambda found, said=plainly: said.format(**_parts(found)), text)
    text = _CARRIED.sub(_brought, text)
    text = _DONE_WITH.sub(_active, _TO_BE_DONE.sub(_to_do, text))
    found = _WITH_TOOL.fullmatch(text)
    return f"{found['first']} and what did you use" if found is not None else text


def _brought(found: re.Match[str]) -> str:
    """Of "took it to the sink" that it was put there; whom something is taken to is no place."""
    named = full_lexicon().find(found["place"].split())
    if named is None or named.first or not any("receptacle" in object_types()[kind].can for kind in named.types):
        return found[0]
    return f"put {found['what']} {'in' if found['to'] == 'to' else found['to']} {found['article']} {found['place']}"


def _active(found: re.Match[str]) -> str:
    """Of "in which appliance was it cooked" in which one I cooked it."""
    done = of_past(found["done"])
    if done is None or verb(found["done"]) is None or (found["asks"] == "what" and not found["behind"]):
        return found[0]
    behind = f" {found['behind']}" if found["behind"] else ""
    return f"{found['lead']}{found['asks']} did you {done} {found['what']}{behind}"


def _done(found: re.Match[str]) -> str:
    """Of "where had you put it" where it was put."""
    done = of_past(found["done"])
    if not done or done in ("be", "have", "get"):
        return found[0]
    return f"{found['asks']}did you {done}{found['what']}"


def _asked(found: re.Match[str]) -> str:
    """Of "I wonder whether you might recall what it was" what is asked: nobody asks whether I know."""
    return "" if {*found["lead"].split()} <= words("knowing") else found[0]


def _parts(found: re.Match[str]) -> dict[str, str]:
    return {name: part or "" for name, part in found.groupdict().items()}


def _to_do(found: re.Match[str]) -> str:
    """Of "asked for the mug to be washed" that somebody was asked to wash it."""
    done = of_past(found["done"])
    asks = "asked" if found["ask"].split()[0].endswith("ed") else "ask"
    return f"{asks} you to {done} {found['what']}" if done else found[0]
