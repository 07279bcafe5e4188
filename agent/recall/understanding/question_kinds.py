"""The shapes of questions about the past, and which of their words name what they are about."""

from __future__ import annotations

import re

#: Adjective → the state it speaks of; a minus for its absence.
ADJECTIVES = {"dirty": "+dirty", "clean": "-dirty", "open": "+open", "closed": "-open"}
ADJECTIVES |= {"shut": "-open", "on": "+on", "running": "+on", "off": "-on", "full": "+filled", "filled": "+filled"}
ADJECTIVES |= {"empty": "-filled", "hot": "+hot", "cold": "+cold", "cooked": "+cooked", "raw": "-cooked"}
ADJECTIVES |= {"broken": "+broken"}

_NTH = r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|penultimate|last|\d+(?:st|nd|rd|th)"

#: Kind → the shapes of questions of that kind, tried in this order on the words that are left without the time.
KINDS = (
    ("tool", r"with what did you .+"),
    ("days_ago", r"how (many days|long)( ago)? (is|was|has) it (been )?(since|that) .+|how (many days|long) ago\b.+"),
    ("duration", r"how (long|much time)\b"),
    ("steps", r"(describe|explain|list|report)?( me)? ?(what|how|which steps|(all )?the steps)( all)? "
     r"(did you|you|steps did you) ?(did|do|take|took|went|go)?( exactly| in detail)? (when|while|to|for|as) .+"),
    ("ever", r"(did|have|had) you (do|done|been doing) (anything|something|any|some)\b.*|"
     r"(were|are) you (busy|active|working|idle)\b.*"),
    ("steps", r"((describe|explain|report) )?how you .+"),
    ("steps", r"how did you (?!fail|know|feel)(go about )?\w+ .+"),
    ("tasks_with", r"(what|which) (tasks?|chores?|jobs?)( or tasks?)? .*\b(when|while|during|for which|in which|"
     r"where|that involved|involving|in the course of) .+|"
     r"(for|during|in) (what|which) (tasks?|chores?) (did you|was|were) .+|"
     r"(what|which) (tasks?|chores?) (involved|used|needed|required|included|concerned) .+|"
     r"(what|which) (tasks?|chores?) did you (use|need|want|require|open|close|pick|put|slice|pour|turn|see|"
     r"handle|touch|take)\b.+|"
     r"what (were you|was) (doing|working on|busy with|going on) (when|while) .+"),
    ("task_beside", r"(what|which) (tasks?|chores?|jobs?)\b.*\b(before|after|preceded|followed|follows?|precedes?)\b.+|"
     r"what (task )?(came|was) (next|right|just|immediately|directly)? ?(before|after) .+"),
    ("task_count", r"how many (different )?(tasks?|chores?|jobs?|requests?|errands?|things did you do)\b"),
    ("tasks", rf"(what|which) (was|is|were) (the |your |my )?(very )?({_NTH}|latest) "
     r"(tasks?|chores?|jobs?|requests?|thing you did)\b"),
    ("said", r"(with |to )?(who|whom) (did|have|has) (you|i|we) (ever )?(talk|speak|chat|spoken|talked|chatted)\b"),
    ("who", r"who (asked|told|wanted|requested|ordered)\b|(for|with) (who|whom) did you\b|who did you .+ (for|with)$"),
    ("holding", r"(do|did|have) you (have |got )*.+ in your (hands?|gripper)\b|which .*\b(hold|carry)ing\b"),
    ("holding", r"what .*\b(hold\w*|carry\w*|in your (hands?|gripper))\b|(are|were) you (hold|carry)ing\b"),
    ("holding", r"(is|was) (there )?(anything|something|.+) in your (hands?|gripper)\b"),
    ("why", r"why\b|what (went wrong|failed|did not work)|how come\b"),
    ("failed", r"(did|has|have|how (often|many)|what|which)\b.*\bfail(ed|ing|s|ures?)?\b"),
    ("said", r"what (did|have|had|was) (i|we|you|he|she|they|anyone|user|the user|someone)?( just| last| first)? ?"
     r"(say|said|tell|told|ask|asked|answer|answered|request|requested|want|mention|talk|talked)\b"),
    ("said", r"what was (said|the (first|last) thing (i|you|we) said)|who said\b"),
    ("said", r"(did|have|has|had|when did) (i|we|you|anyone|anybody|somebody|someone|the user)( ever| last| first| "
     r"already)? "
     r"(say|said|tell|told|ask|asked|mention|mentioned|talk|talked|thank|thanked|complain|complained)\b"),
    ("often", r"how (often|many times)\b"),
    ("amount", r"how many\b"),
    ("put_where", r"(where|in what|on what) .*\b(put|placed?|leave|left|drop|dropped|stored?|set|moved?)\b"),
    ("taken_where", r"(where|from where) .*\b(get|got|take|took|taken|pick|picked|grab|grabbed|fetch|"
     r"fetched|find|found|discover|discovered|locate|located)\b"),
    ("where", r"where\b"),
    ("when", r"when\b|(at |on )?(what|which) (time|day|date|hour)\b"),
    ("beside", r"what .*\b(before|after)\b"),
    ("account", r"(summari[sz]e|recap|report|describe)\b|how was your|what (is|was) new|list (what|everything)"),
    ("tasks", r"((what|which|list) ?(are |were )?(the |all |your |every |each )*|(all|every|each) (the |your )?)"
     r"(tasks?|requests?|chores?|jobs?)\b"),
    ("account", r"(tell |about )?(what (did|have|had|were|all did|else did)|everything) you "
     r"(been |just |last |first |actually )?(do|did|done|doing|up to)( last| first)?( now| so far| here| all| next)*$"),
    ("account", r"what (happened|has happened|was happening|did happen|went on)\b.*"),
    ("account", r"what (did you|you (did|have done|were doing))( last| first)?$"),
    ("contents", r"what (is|was|are|were)( there| left| still)* (in|on|inside) "),
    ("which", r"(what|which|list)\b"),
    ("state", r"(is|are|was|were) (the|my|your|our|that|this|any|all)?\b.*\b(" + "|".join(ADJECTIVES) + r")$"),
    ("ever", r"(did|have|has|had|is|are|was|were|if|whether|do|you|can|could)\b"),
)  # fmt: skip


_SUBJECT = r"\b(?:you|i|we|they|the robot|robot|anyone|anybody)\b"
_ADVERBS = r"ever|last|first|just|actually|already|finally|also|most recently|recently|have|had|been|managed? to|get to"
_BETWEEN = rf"(?: (?:{_ADVERBS}))*"
_TASK_AT = {
    "task_beside": r".*\b(?:before|after|preceded|followed|follows?|precedes?)\b (.+)$",
    "beside": r".*?\b(?:before|after)\b (.+)$",
    "steps": r".*?\b(?:when|while|as|to|for|how did you|how you)\b(?: go about)? (.+)$",
    "tasks_with": r".*\b(?:when|while|during|which|where|involved|involving|used|needed|required|included|concerned|"
    r"course of|did you|was|were)\b (.+)$",
    "duration": r"how (?:long|much time)(?: did| does| was| were| have| has)?(?: it take| it took| it)?(?: for)? "
    r"(.+?)(?: take| last)?$",
    "days_ago": r".*?\b(?:ago|since|that)\b (.+)$",
    "who": r"(?:.*?\bto\b|.*?did you) (.+?)(?: for| with)?$",
}
_ASKING = (
    r"when|how often|how many times|what time|what day|which day|why|was|were|is|are|have|has|had|did|do|it|that|"
    r"the last time|last time|the first time|for|since|time"
)
_BEFORE_TASK = rf"^(?:(?:{_ASKING})\b ?)*(?:.*?{_SUBJECT}{_BETWEEN} )?"
_AFTER_TASK = (
    rf"(?: (?:for )?the (?:very )?(?:{_NTH}) time| last| first| again| already| yet| so far| before| in total|"
    r" altogether| ever)*$"
)


def named_task(kind: str, text: str) -> str:
    """The words of a question that name a task, if they do: of "when did you make a salad" the last three."""
    at = re.match(_TASK_AT[kind], text) if kind in _TASK_AT else None
    if at is None:
        rest = re.sub(_BEFORE_TASK, "", text, count=1)
    else:
        rest = re.sub(rf"^(?:.*?\b(?:did|have|had|do|has)\b )?{_SUBJECT}{_BETWEEN} (?=\S)", "", at[1], count=1)
    if kind == "tasks_with":
        rest = re.sub(r"^(?:need|use|require|want) (.+?)(?: for| in)?$", r"use \1", rest)
    return re.sub(_AFTER_TASK, "", rest).strip().removeprefix("to ").removeprefix("finish ")
