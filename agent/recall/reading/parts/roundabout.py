"""What is said in more words than it takes: "where is the mug hiding", "did you manage to find it", "what I wanted"."""

from __future__ import annotations

import re
from functools import cache

from agent.recall.reading.parts.plainer.whereabouts import where_it_is
from agent.recall.reading.parts.wordlists import words
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.object_types import object_types
from envs.vocabulary.verbs import base, changes, deeds, does, doing, participle, past

_KEEP = (
    r"remember|note|keep in mind|bear in mind|memori[sz]e|not forget|keep in (?:that|your) head(?: of yours)?|"
    r"write down|make a note of"
)
_MEAL = "|".join(sorted(words("meals")))
_THING = r"(?:the|my|our|that|this) \w+(?: \w+)?"
_TASK = r"it|that|this|that one|this one|they|those|(?:the|my|our|that|this|your) [\w ]+?"
_SEEK = r"(?:look|search|check|hunt|rummage|peek|go through)(?:ed|d|ing)?|gone through"
_INSIDE = r"(?:(?:through|inside|into|in|on|under|behind|at) )?"
_ASKS = "|".join(sorted({*words("asks"), "did", "have", "has", "had", "was", "were", "is", "are"}))
_STUCK = r"(?:blocked|stuck|stalled|delayed|held up|hung up|held back|stopped)"
_WORK = "|".join(sorted(words("task_words")))
_EVER = r"(?P<also>just |also |ever |first |last |actually )?(?:had |have )?"
_GIVE, _GAVE = r"(?:give|assign|hand)", r"(?:gave|given|assigned|handed)"
_SAID_SHORTLY: tuple[tuple[str, str], ...] = (
    # To give somebody tasks is to ask for them.
    (
        r",? in the (?:same |exact |very )?(?:order|sequence) (?:(?:in which|that|as) )?(?:i|we) (?:had |have )?"
        r"(?:gave|given|asked|requested|told|set|assigned|wanted)(?: you)?(?: (?:for )?(?:it|them|those))?"
        r"(?: to you)?$",
        " in order",
    ),
    (
        rf"\bdid (?:i|we) (?:{_GIVE} you|ask you for|ask for) (?=(?:more|fewer|less|as many) (?:{_WORK})\b)",
        "did you have ",
    ),
    (
        rf"\b(?P<who>i|we) {_EVER}(?:{_GIVE}) you (?!(?:a|an|any) )(?=(?:[\w']+ ){{0,4}}(?:{_WORK})\b)",
        "{who} {also}ask you for ",
    ),
    (
        rf"\b(?P<who>i|we) {_EVER}(?:{_GAVE}) you (?!(?:a|an|any) )(?=(?:[\w']+ ){{0,4}}(?:{_WORK})\b)",
        "{who} {also}asked you for ",
    ),
    # What somebody wanted of the robot is what was asked for.
    (
        r"\bdid (?P<who>i|we) (?P<also>just |also |ever |first |last |actually )?(?:request|ask)"
        r"(?P<what> anything| something)? (?:of|from) you\b",
        "did {who} {also}ask you for{what}",
    ),
    (
        r"\b(?P<did>have|had) (?P<who>i|we) (?P<also>just |also |ever |first |last |actually )?(?:requested|asked)"
        r"(?P<what> anything| something)? (?:of|from) you\b",
        "{did} {who} {also}asked you for{what}",
    ),
    (
        r"\b(?P<who>i|we) (?P<also>just |also |ever |first |last |actually )?(?:had |have )?(?:requested|asked) "
        r"(?:of|from) you\b",
        "{who} {also}asked you for",
    ),
    (r"\b(?P<who>i|we) (?P<also>just |also |ever |first |last |actually )?request\b", "{who} {also}ask for"),
    (r"\b(?P<who>i|we) (?P<also>just |also |ever |first |last |actually )?requested\b", "{who} {also}asked for"),
    (r"\b(?P<want>want|wanted|need|needed) (?P<what>anything |something )?(?:of|from) you\b", "{want} {what}"),
    # What somebody was to keep in mind was told to be remembered.
    (
        rf"\b(?P<who>i|we) (?:asked|wanted|told|wished) you to (?:{_KEEP})\b",
        "{who} told you to remember",
    ),
    (
        rf"\b(?P<did>did) (?P<who>i|we) (?:ask|want|tell|wish) you to (?:{_KEEP})\b",
        "{did} {who} tell you to remember",
    ),
    (
        r"\bdid i (?:say|tell you|mention|give you) (?:anything|something) (?:else )?(?:for you )?to remember\b",
        "what did i tell you to remember",
    ),
    (r"\bwhat (?:was|were) i (?:really |actually )?after(?= (?:yesterday|today|this|at|on|in)\b|$)", "what did i want"),
    # What somebody doubts.
    (
        r"^(?:and |but |so )?are you (?:really |quite |absolutely |very )?(?:sure|certain|positive) (?:that )?"
        r"(?=(?:you|the|there|it|i|my) )",
        "",
    ),
    # Where to, said behind the verb: whence is another question.
    (
        r"\byou (?:\w+ly )?(?:took|brought|carried|moved|put|placed) "
        r"(?P<what>it|them|that|those|(?:the|my|our) \w+(?: \w+)??) (?:to )?where$",
        "where did you put {what}",
    ),
    (
        r"^(?P<lead>and |so |but )?(?:to where|where to|to (?:which|what) (?:place|spot))(?: (?:did|has|have))? "
        r"(?P<what>it|they|that|(?:the|my|our) \w+(?: \w+)??) (?:went|go|gone|moved|move)$",
        "{lead}where did you put {what}",
    ),
    # Who left something so brought it to that.
    *(
        (
            rf"\bwho (?:(?:has|had) )?(?:left|leaves|keeps leaving) (?P<what>{_THING}|it|them) (?:{so})\b",
            f"who {did} {{what}}",
        )
        for so, did in (
            ("running|on|switched on|turned on", "switched on"),
            ("off|switched off|turned off", "switched off"),
            ("wide open|open|ajar", "opened"),
            ("closed|shut", "closed"),
        )
    ),
    # What made somebody do something is why he did it; who let him is who asked him to.
    (r"\bwhat (?:made|makes|possessed|prompted|led|drove|caused|moved) you (?:to )?(?=\w)", "why did you "),
    (
        r"\bwho (?:told|said|asked|says|decided|reckoned|thought)(?: to)?(?: you)?(?: that)? you "
        r"(?:could|should|might|may|can|must|had to|have to|were to|were allowed to|are allowed to|ought to) ",
        "who asked you to ",
    ),
    (
        r"\bwho (?:gave you (?:permission|leave|orders|the order)|got you|allowed you|instructed you) to ",
        "who asked you to ",
    ),
    (
        r"^(?P<lead>and |so |but )?i (?:had )?"
        r"(?:wanted|needed|wished|instructed|ordered|begged|requested) (?:for )?you to ",
        "{lead}i asked you to ",
    ),
    (r"^by whose \w+ (?=was |were )", "by whom "),
    (r"^what (?:time|hour) (?:was|is) it when (?=you |i )", "when "),
    (
        r"^(?:please )?(?:confirm|verify|assure me|reassure me)(?: (?:for|to|with) me)? (?:that|whether|if) (?=\w)",
        "is it true that ",
    ),
    (r"^(?:show|walk|talk|take) me (?:step by step )?through (?=\w)", "describe step by step "),
    (r"^show me step by step (?=\w)", "describe step by step "),
    (r"\bsince how long\b", "how long"),
    (r"(?: lying| knocking| kicking| hanging)? (?:about the place|around the (?:place|house))$", ""),
    # What is had in the hand is held, and what is had open is opened.
    (
        r"\b(?P<who>you|i) (?:have |had )?had (?P<what>(?:the|my|our|that|this) \w+(?: \w+)?) in (?:your|my) hands?\b",
        "{who} picked up {what}",
    ),
    (rf"\b(?P<did>have|has|had) you had (?P<what>{_THING}) open\b", "{did} you opened {what}"),
    (rf"\b(?P<did>have|has|had) you had (?P<what>{_THING}) (?P<state>on|off)\b", "{did} you switched {state} {what}"),
    # Water that runs is the tap that is on.
    (
        r"\b(?P<be>is|was|leave|left) (?:the|that|any) water (?P<still>still )?(?=running|on\b|off\b)",
        "{be} the faucet {still}",
    ),
    (
        rf"\bfrom (?P<one>{_MEAL}) (?:up |right up |through )?(?:to|until|till|through to) (?P<other>{_MEAL})\b",
        "between {one} and {other}",
    ),
    # Everything is told in the order of time.
    (r",? in (?:chronological|temporal|historical) (?:order|sequence)\b|,? in (?:the )?order of time\b", ""),
    (r",? chronologically\b", ""),
    # What somebody does not know any more, or may have told.
    (
        r"\b(?:can|could) ?not (?:for the life of me )?(?:now |quite )?(?:for the life of me )?think "
        r"(?=(?:where|what|when|who|why|how)\b)",
        "cannot remember ",
    ),
    (
        r"\bdid i (?:ever |already |also )?(?:mention(?: to you)?|tell you|let you know|say(?: to you)?) "
        r"(?:when|who|how|why|whether|if) (?=(?:my|our|his|her|their|the|your) )",
        "what did i tell you ",
    ),
    # What somebody is at.
    (
        r"\bare you (?:still |just )?"
        r"(?:working on|busy with|busy doing|occupied with|up to|at work on|in the middle of)"
        r"(?P<end>(?: now| today| at the moment| currently)?$)",
        "are you doing{end}",
    ),
    # What a task waits for is why it is not done.
    *(
        (rf"^(?P<lead>(?:and |so |but )*){why}$", "{lead}why is {what} not done yet")
        for why in (
            rf"(?:what|who) (?:is|was) (?P<what>{_TASK}) (?:still |now )?(?:{_STUCK}|waiting|hanging|held up) "
            r"(?:for|on|by|at|behind|over)",
            rf"(?:what|who) (?:does|did) (?P<what>{_TASK}) (?:still )?(?:wait for|wait on|depend on|hang on|need)",
            rf"(?:what|who) (?:is|was|keeps|has been) (?:still )?(?:holding up|blocking|keeping|delaying|stopping|"
            rf"preventing|hindering|holding back|in the way of) (?P<what>{_TASK})",
            rf"(?:what|who) (?:is|was) (?:still )?holding (?P<what>{_TASK}) (?:up|back)",
            rf"what is (?:the )?(?:hold ?up|delay|problem|trouble|matter|obstacle|issue) with (?P<what>{_TASK})",
            rf"why (?:is|was) (?P<what>{_TASK}) (?:still |now )?(?:{_STUCK}|waiting|on hold|held up|late|pending)",
        )
    ),
    # Lists that are asked for in other words, and what worked or did not.
    (
        r"^(?P<lead>(?:and |so )?)(?:please )?"
        r"(?:(?:give|tell|show|read|get|name|state|spell)(?: (?:me|us|out|off))*|enumerate|recite)"
        r" (?:a list of |the list of |the names? of )?"
        r"(?!everything (?:that )?(?:you (?:did|have done|do)|happened|went on|i)\b)"
        r"(?=(?:all|every|each|everything|any)\b|(?:the )?(?:tasks?|requests?|chores?|jobs|things)\b)",
        "{lead}list ",
    ),
    (
        r"\b(?P<who>that|which) (?:ended|finished|went|turned out|came out) "
        r"(?:successfully|well|fine|all right|okay)\b",
        "{who} were done",
    ),
    (
        r"\b(?P<who>that|which) (?:were successful|was successful|succeeded|worked|worked out|came off)\b",
        "{who} were done",
    ),
    (
        r"\b(?P<who>that|which) (?:went wrong|were unsuccessful|did not (?:work|succeed|work out)|ended in failure|"
        r"came to nothing|ended badly)\b",
        "{who} failed",
    ),
    (
        rf"\bwhy (?P<did>did|does|has|had) (?P<what>{_TASK}) not work(?:ed)?(?: out)?(?= (?:then|yesterday|today)\b|$)",
        "why {did} {what} not succeed",
    ),
    # How a thing came to be where it is.
    (
        r"^(?P<lead>(?:and |so |but )?)how (?:did|has|have) (?P<what>it|they|that) "
        r"(?:get|got|gotten|come|end up|ended up|land|landed|move|moved) (?P<there>there|in there|on there)$",
        "{lead}who put {what} {there}",
    ),
    # Where something was looked for, with the place said first.
    (
        rf"\b(?:did|have|had) you (?:also |even |really |already )?(?:{_SEEK}) {_INSIDE}"
        r"(?P<where>(?:the|any|all|all the|every|each) (?!for\b)\w+(?: (?!for\b)\w+)?) "
        rf"for (?P<what>{_THING}|it|them)$",
        "did you look for {what} in {where}",
    ),
    (
        r"\b(?P<seek>look|search|hunt)(?P<form>ed|ing|) (?:everywhere|all over(?: the place)?|around|hard) for\b",
        "{seek}{form} for",
    ),
    # A time that is named before the question for it.
    (
        r"^(?:and |so |but |or )*(?:what|how) about (?P<when>yesterday|today|tonight|(?:this|last|on) \w+|\w+day) "
        rf"(?P<rest>(?:{_ASKS}) .+?)(?: then)?(?: too| also)?$",
        "{rest} {when}",
    ),
    # What was tried is what it was, and a matter with a thing is that thing.
    (r"(?<=did )(?:that|this) (?:attempt|try|effort|undertaking|endeavour)\b", "that"),
    (
        r"\b(?:that|the|this) (?:whole )?(?:business|matter|affair|story|episode) (?:with|about|of) "
        rf"(?P<what>{_THING})\b",
        "{what}",
    ),
    (
        r"^(?:(?:and|but|so|was it|was that) )*(?:before|after) (?P<what>.+?)(?: then)? "
        r"or (?:was (?:it|that) |rather )?(?:before|after|afterwards|later|earlier)(?: (?:it|that|this))?$",
        "was that before or after {what}",
    ),
    # In which words something was said, and what takes something back.
    (r"\bhow (?:exactly )?did (?P<who>i|we) (?:put|phrase|word|express) (?:it|that|this)\b", "what did {who} say"),
    (r"^(?:correction|sorry|wait|oops):? (?=i meant\b)", ""),
    # Which time it was, said behind what was done.
    (
        r"\b(?P<be>was|were) (?P<what>(?:the|my|our) \w+(?: \w+)?) (?P<done>\w+(?: on| off)?) "
        r"for the (?P<number>first|last|second|third) time\b",
        "{be} {what} {done} {number}",
    ),
    (r"\bdid you (?P<done>.+?) for the (?P<number>first|last) time\b", "did you {number} {done}"),
    # A day that is said twice.
    (
        r"^(?P<lead>and |so |but )?(?P<day>today|yesterday|tonight) (?P<rest>.*\b(?P=day)\b.*)$",
        "{lead}{rest}",
    ),
    (r"^(?P<rest>.*\b(?P<day>today|yesterday|tonight)\b.*?) (?:and |so |but )?(?P=day)$", "{rest}"),
    # What a task is like now, and when it was given.
    (r"\b(?:current|present|latest) (?=(?:state|status|condition) of\b)", ""),
    (rf"\bthe (?P<work>{_WORK}) (?:with|about|concerning|regarding) (?P<what>{_THING})(?= |$)", "{what} {work}"),
    (r"\b(?P<be>was|were) (?P<what>it|this|that) (?:given|assigned) to you\b", "were you asked for {what}"),
    # Which of two things was looked for before the other.
    (
        rf"^(?P<lead>and |so |but )?(?:what|which)(?: one| of (?:them|these|those))? (?:did you|have you|you have|you) "
        rf"(?:{_SEEK})(?: for)? (?P<when>first|earlier|last|later) (?P<two>{_THING} or {_THING})$",
        "{lead}which came {when} {two}",
    ),
    # In which of two states something is.
    (
        rf"^(?:what (?:is|was) )?(?:the )?(?:state|status|condition) of (?P<what>{_THING}):? "
        r"(?P<one>\w+) or (?P<other>\w+)$",
        "is {what} {one} or {other}",
    ),
    # What somebody could not do.
    (r"\b(?:were|was|are) you (?:ever )?unable to\b", "could you not"),
    (r"\byou (?:were|was|are) unable to\b", "you could not"),
    (r"\b(?:lay|laid|put|get|got) (?:your|my|our|any) (?:hands|eyes|fingers) (?:up)?on\b", "find"),
)
"""What is said in more words, and how it is said in few."""


def briefly(text: str) -> str:
    """A sentence in plain words without what only winds it.

    Args:
        text: The sentence in plain words.
    """
    for pattern, short in _SAID_SHORTLY:
        text = re.sub(pattern, lambda found, said=short: said.format(**_said(found)), text)
    text = _IN_ONE_PIECE.sub(_whole, text)
    text = _TASK_WITH.sub(lambda found: found["what"] if _is_thing(found["name"]) else found[0], text)
    return " ".join(where_it_is(_remembering(_given(text)).split()))


def _whole(found: re.Match[str]) -> str:
    """Of "is the tomato in one piece" whether it is uncut; of what nobody cuts, whether it is broken."""
    named = full_lexicon().find(found["what"].split())
    kinds = named.types if named is not None else ()
    cut = any("sliceable" in object_types()[kind].can for kind in kinds if kind in object_types())
    return f"{found['be']} {found['what']} {found['still'] or ''}{'uncut' if cut else 'intact'}"


def _is_thing(said: str) -> bool:
    """Whether words name nothing but a thing."""
    found = full_lexicon().find(said.split())
    return found is not None and (found.first, found.last) == (0, len(said.split()))


_TASK_WITH = re.compile(
    r"(?P<what>\b(?:the|my|our|that) (?P<name>\w+(?: \w+)?)) (?:task|job|chore|errand|request)\b"
    r"(?! (?:you|i|we|that|which)\b)"
)
"""A task by the thing that it is about: "the pan task"."""
_IN_ONE_PIECE = re.compile(
    rf"\b(?P<be>is|are|was|were) (?P<what>it|they|{_THING}) (?P<still>still )?"
    r"(?:(?:all )?in one piece|whole)(?= (?:now|yet|today)\b|$)"
)
_GIVEN = re.compile(
    rf"\b(?P<give>gave|give|gives|given|giving) (?P<what>it|them|{_THING}) (?:a|an|another) (?:\w+ )?(?P<deed>\w+)\b"
)
"""A deed put as a noun: "gave the bowl a quick rinse"."""
_GOTTEN = (
    r"\b(?P<get>get|got|gotten|getting) (?P<what>it|them|anything|something|everything|"
    r"(?:the|my|our|that|this|those|these|any|all|every|some|an?)(?: \w+){{1,3}}?) "
    r"(?P<state>{made})(?= |$)"
)
_HOW_MANY_GOTTEN = (
    r"(?<=did you )(?P<get>get) (?P<what>)(?P<state>{made})(?= (?:today|yesterday|this|last|on|in|before|after)\b|$)"
)
"""What somebody brought a thing to: "got the bowl clean", "how many bowls did you get clean"."""
_ON_A_THING = frozenset({"Slice", "Open", "Close", "Pour", "Break"})
"""Actions that leave a thing other than it was."""
_PREVENTED = re.compile(
    r"^(?P<lead>and |so |but )?what (?:stopped|kept|prevented|hindered|held) you (?:back )?from (?P<deed>\w+ing)\b"
)
_REMEMBERED = re.compile(
    r"^(?:(?:do|can|did) you )?(?:remember|recall) (?P<who>me|my|you|your|us|) ?(?P<deed>\w+ing)\b"
)


def _given(text: str) -> str:
    """Of "gave the bowl a rinse" that it was rinsed; of "what kept you from rinsing it" why it was not."""

    def plainly(found: re.Match[str]) -> str:
        if found["deed"] not in changes():
            return found[0]
        form = {"gave": past, "given": participle, "giving": doing, "gives": does}.get(found["give"], str)
        return f"{form(found['deed'])} {found['what']}"

    def why(found: re.Match[str]) -> str:
        done = base(found["deed"])
        return f"{found['lead'] or ''}why did you not {done}" if done else found[0]

    def brought(found: re.Match[str]) -> str:
        form = {"got": past, "getting": doing, "gotten": participle}.get(found["get"], str)
        return f"{form(_brought_about()[found['state']])} {found['what'] or ''}"

    made = "|".join(sorted(_brought_about()))
    text = re.sub(_GOTTEN.format(made=made), brought, text)
    text = re.sub(_HOW_MANY_GOTTEN.format(made=made), brought, text)
    return _PREVENTED.sub(why, _GIVEN.sub(plainly, text))


@cache
def _brought_about() -> dict[str, str]:
    """What a thing may be got to be → the verb that says so: "clean" → "wash"."""
    states = {"clean": "wash", "open": "open", "shut": "close", "closed": "close", "full": "fill"}
    acts = {deed[0] for deed, action in deeds().items() if len(deed) == 1 and action in _ON_A_THING}
    return {**{participle(done): done for done in (*changes(), *acts)}, **states}


def _remembering(text: str) -> str:
    """Of "do you remember me asking for toast" whether I did."""

    def whether(found: re.Match[str]) -> str:
        done = base(found["deed"])
        who = "i" if found["who"] in ("me", "my") else "we" if found["who"] == "us" else "you"
        return f"did {who} {done}" if done else found[0]

    return _REMEMBERED.sub(whether, text)


def _said(found: re.Match[str]) -> dict[str, str]:
    return {name: part or "" for name, part in found.groupdict().items()}
