"""What is asked in other nouns and verbs than the examples: "where might it be found", "at which hour", "had you put".

Only what the comparison with examples cannot see is put otherwise here: a verb that is none of what is asked ("found",
"went into"), a tense, a noun for a question word. How else something may be asked is said by examples.
"""

from __future__ import annotations

import re

from agent.recall.reading.parts.plainer.given_up import as_given_up
from agent.recall.reading.parts.plainer.in_short import spelled_out
from agent.recall.reading.parts.plainer.still_due import as_still_due
from agent.recall.reading.parts.wordlists import verb, words
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.object_types import holds_others
from envs.vocabulary.verbs import of_past

_ASKS = "|".join(sorted(words("asks") - {"if", "whether"}))
_WORK = "|".join(sorted(words("task_words") | {"requests", "orders", "order", "instructions", "commands"}))
_NP = r"it|they|them|that|those|(?:the|my|our|your|that|this|those|these|any|all the|a|an) [\w ]+?"
_MAY = r"may|might|could|can|would|should|will|shall|must"
_LEAD = r"(?P<lead>(?:and |so |but |then |oh dear |oh |well |now )*)"
_FOUND = r"(?:found|located|seen|met with|had|discovered|come across)"
_NOT_DONE = r"(?:open|outstanding|pending|undone|unfinished|uncompleted|to be done|left|not (?:done|finished) yet)"
_MEANT = r"(?:really |actually |originally )?(?:supposed|meant|asked|told|expected)"
_PUT = r"put|place|placed|leave|left|bring|brought|take|taken|carry|carried|set|lay|laid|store|stored|stow|move|moved"
_GONE = rf"(?:to )?(?:have )?(?:gone|go|ended up|end up|been (?:{_PUT})|be (?:{_PUT}))(?: to)?"
_IN_WHAT_WAS = (
    rf"^{_LEAD}(?:(?:in|on|inside) (?:what|which (?:thing|vessel|container|dish|place)) (?:was|were) (?P<what>{_NP})"
    rf"|what (?:was|were) (?P<named>{_NP}) (?:in|on|inside))"
)
_SAID_OTHERWISE: tuple[tuple[str, str], ...] = (
    # Where something may be found is where it is; nobody asks who finds it.
    (
        rf"\bwhere (?:(?:{_MAY}|is|are) (?P<what>{_NP})|(?P<named>{_NP}) (?:{_MAY}|is|are)) "
        rf"(?:\w+ly |now )?(?:to )?be (?:\w+ly )?{_FOUND}(?= |$)",
        "where is {what}{named}",
    ),
    (rf"^{_LEAD}(?:please )?(?:state|report|indicate|specify|give|say) (?:me )?(?=(?:{_ASKS})\b)", "{lead}"),
    (r"\bvery (?=first|last|latest|next)", ""),
    # Where the answer is to come from limits nothing: it comes from the memory.
    (
        r"(?<=\w),? (?:according to|going by|judging by|based on) (?:what you (?:last |just |yourself )*"
        r"(?:know|knew|remember|recall|saw|see|did|put in|took out|noted|recorded|noticed)"
        r"|your (?:own )?(?:memory|records?|notes?|recollections?|logs?|knowledge|observations?))$",
        "",
    ),
    (
        r"^(?P<lead>(?:and |so |but )*)(?:according to|going by|judging by|based on|from) (?:what you (?:last )?"
        r"(?:know|knew|remember|recall|saw|noted|recorded|noticed)|your (?:own )?(?:memory|records?|notes?|logs?)) "
        rf"(?=(?:{_ASKS}|is|are|was|were|did|have|has)\b)",
        "{lead}",
    ),
    # The time at which somebody stops is no limit of how long it took.
    (
        r"^(?P<asks>how long .+?) (?:before|until|till) (?:you )?"
        r"(?:gave (?:it |that )?up|stop|stopped|quit|giving up|stopping)$",
        "{asks}",
    ),
    # Meanwhile is while what was spoken of went on.
    (
        rf"^{_LEAD}what (?:else )?did you do (?:in the mean ?time|meanwhile|in the interim)$",
        "{lead}what did you do in between",
    ),
    # What went wrong with a thing is how the task with it ended.
    (
        rf"^{_LEAD}(?:did|has) (?:anything|something) (?:go|gone) wrong with "
        r"(?P<what>(?:the|my|our|that) \w+(?: \w+)?)$",
        "{lead}did {what} fail",
    ),
    (
        rf"^{_LEAD}(?:what|anything) else (?:went wrong|did not (?:work|succeed|work out)|failed|has failed|came to "
        r"nothing)(?P<when>(?: (?:today|yesterday|this \w+|that day|on \w+))?)$",
        "{lead}which other tasks failed{when}",
    ),
    # Whoever it was that asked: when that was.
    (
        r"\bwhen (?:were|was|have|had|did) you (?:been )?(?:get )?(?:asked|told|instructed|requested|ordered) "
        r"(?:to do )?(?:to \w+ )?(?:it|that|them|this|those|these)$",
        "when did i ask you for that",
    ),
    # How long somebody was busy with something until it came to an end is how long that took.
    (
        r"^(?P<asks>(?:and |so |but )?how (?:long|many minutes|much time)) (?:did you (?:spend|work|try)|were you "
        r"(?:busy|occupied|working|at it))(?: on| with| for| at)? (?P<what>(?:the|my|our|that|this) \w+(?: \w+)?)"
        r"(?: (?:request|task|job|errand|search))? (?:before|until|till) (?:it|that|you|they|i) (?:had |was |were )?"
        r"(?:failed|fail|gave (?:it )?up|stopped|called it off|cancelled|finished|done|called off)(?: it)?$",
        "how long did {what} take",
    ),
    # What somebody is done with is a task, and no deed.
    (r"\bwhen (?:were|was) you (?:done|finished|through|ready) with ", "when did you finish "),
    (
        r"\b(?:(?:at|in|around|about) )?(?:which|what) (?:exact )?(?:hour|time) "
        r"(?=(?:did|was(?! it when)|were|have|has|had)\b)",
        "when ",
    ),
    # A task that is open is no thing that is open.
    (
        rf"\b(?P<work>{_WORK}) (?:is|are|remains?|remained|were|was) (?:still |yet |now )?{_NOT_DONE}(?: now| yet)?$",
        "{work} are left to do",
    ),
    (
        rf"^{_LEAD}(?:is|are) (?:there )?(?:any|one|some)(?: of)?(?: (?:the|my|our|your|those|these))? "
        rf"(?P<work>{_WORK})(?P<when> from \w+(?: \w+)?)?(?: of (?:mine|ours))?(?: (?:that|which) (?:is|are))? "
        rf"(?:still |yet |now )?{_NOT_DONE}(?: now| yet)?(?P<late> from \w+(?: \w+)?)?$",
        "{lead}are there any tasks left to do{when}{late}",
    ),
    # What precedes comes before, and what follows comes after.
    (rf"^{_LEAD}(?P<asks>what|which \w+) preceded ", "{lead}{asks} came before "),
    (rf"^{_LEAD}(?P<asks>what|which \w+) followed (?=(?:the|my|our|your|that|making) )", "{lead}{asks} came after "),
    # Nothing goes anywhere by itself.
    (
        rf"\b(?P<when>before|after|when|until|once) (?P<what>{_NP}) (?:went|got|came) (?P<to>in|into|on|onto) "
        r"(?=(?:the|a|my|our) )",
        "{when} you put {what} {to} ",
    ),
    # What was to be done is what was asked for.
    (
        rf"\bwhere (?:should you have (?:{_PUT}) (?P<what>{_NP})|(?:was|were) you {_MEANT} to (?:have )?(?:{_PUT}) "
        rf"(?P<that>{_NP})|(?:was|were) (?P<named>{_NP}) {_MEANT} to (?:go|end up|be (?:{_PUT})))$",
        "what did i tell you to do with {what}{that}{named}",
    ),
    (rf"\bwhere (?:should|ought) (?:it|that|this|they|those) {_GONE}$", "what did i tell you to do with it"),
    (rf"\bwhere (?:should|ought) (?P<what>{_NP}) {_GONE}$", "what did i tell you to do with {what}"),
    (
        rf"^{_LEAD}(?:what|which \w+) (?:was it (?:that|which) )?(?:(?:did )?you were|were you) {_MEANT} to "
        rf"(?:{_PUT}) (?:in|into|on|onto|inside|at|to) (?P<place>(?:the|a|an|my|our) \w+(?: \w+)?)$",
        "{lead}what did i say about {place}",
    ),
    # What has been asked of somebody is what was asked, done or not.
    (
        rf"^{_LEAD}(?:what(?: all)?|(?:what|which) (?:tasks|things|jobs|chores)) (?:have|had) you been "
        r"(?:asked|told|instructed|requested|ordered|given) to do(?= |$)",
        "{lead}what were you asked to do",
    ),
    # In what a thing was is where it was; what was done to it then was done to no other.
    (
        rf"{_IN_WHAT_WAS} (?P<when>(?:when|while|as) you \w+) it$",
        "{lead}where was {what}{named} {when} {what}{named}",
    ),
    (
        rf"{_IN_WHAT_WAS} (?:(?:lying|sitting|standing|kept) )?(?=(?:when|while|before|as) (?:you|it|i) )",
        "{lead}where was {what}{named} ",
    ),
    (rf"^{_LEAD}where had (?P<what>{_NP}) been(?= |$)", "{lead}where was {what}"),
    # Whether it was before something, or after that.
    (
        rf"^{_LEAD}(?:did you do (?:that|it|this|so)|did (?:that|it|this) happen|(?:was|were) (?:that|it|this|they)) "
        r"(?:before|after) (?P<what>(?:the|my|our|your|you|i) [\w ]+?) or (?:before|after)(?: (?:it|that|them))?$",
        "{lead}was that before or after {what}",
    ),
    # For whom is no part of it, where those are all who live there.
    (
        r"\b(?P<done>you \w[\w ]*?) for us(?= (?:all|both|today|yesterday|this|last|lately|yet|already|on)\b|$)",
        "{done}",
    ),
    # How sure somebody is.
    (
        rf"^{_LEAD}are you (?:(?:really|quite|absolutely|very|completely|totally|entirely|100) )?"
        r"(?:sure|certain|positive)(?: (?:of|about) (?:that|it|this))?$",
        "{lead}are you sure",
    ),
    (
        r"^(?P<asks>(?:(?:and|so|but) )*(?:is|are|was|were|did|do|does|have|has|had|where|when|who|what|which|how|it|"
        r"that)\b.+?) (?:are|r) you (?:(?:really|quite) )?(?:sure|certain|positive)$",
        "{asks}",
    ),
    # To try to find something is to look for it.
    (
        rf"^{_LEAD}(?:did|have|had) you (?:even |ever |also |really )*(?:try|tried|attempt|attempted|bother(?:ed)?) "
        r"(?:to (?:find|locate|look for|search for|discover)|(?:find|look|search)ing(?: for)?) ",
        "{lead}did you look for ",
    ),
    # What somebody gets into a place is put there.
    (
        rf"\byou (?:get|got|manage to get|managed to get|gotten) (?P<what>(?:(?:{_NP}) )?)(?P<to>into|onto) "
        r"(?=(?:the|a|an|my|our) )",
        "you put {what}{to} ",
    ),
    # Whatever was done is listed.
    (
        r"^(?:please )?(?:list|name|enumerate|state) (?:every|all|each|all the|the)(?: single)? "
        r"(?:things?|items?|objects?) (?:that |which )?(?=you (?:have |had )?\w)",
        "what ",
    ),
)
"""What is asked, and how it is asked by most."""
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
_TOOL = "|".join(sorted(words("tools") | words("machines") | words("vessels") | {"utensil", "appliance", "device"}))
_WITH_TOOL = re.compile(
    rf"(?P<first>.+?) and (?:(?:also )?with )?(?:the|which|what) (?:{_TOOL}) "
    r"(?:(?:that )?(?:you |was |were |you have ))?used(?: (?:for|in) (?:it|that|this|each|them))?"
)
"""A list together with what was used for it: "…, and the implement used"."""


def in_few_words(text: str) -> str:
    """A sentence in plain words as it is asked by most.

    Args:
        text: The sentence in plain words.
    """
    text = _FURTHER_BACK.sub(_done, as_given_up(as_still_due(spelled_out(text))))
    for pattern, plainly in _SAID_OTHERWISE:
        text = re.sub(pattern, lambda found, said=plainly: said.format(**_parts(found)), text)
    text = _DONE_WITH.sub(_active, _CARRIED.sub(_brought, text))
    found = _WITH_TOOL.fullmatch(text)
    return f"{found['first']} and what did you use" if found is not None else text


def _brought(found: re.Match[str]) -> str:
    """Of "took it to the sink" that it was put there; whom something is taken to is no place."""
    named = full_lexicon().find(found["place"].split())
    if named is None or named.first or not holds_others(named.types):
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


def _parts(found: re.Match[str]) -> dict[str, str]:
    return {name: part or "" for name, part in found.groupdict().items()}
