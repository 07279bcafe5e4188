"""The kinds of questions about the past: each is one entry, from which all of recall reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

#: Adjective → the state it speaks of; a minus for its absence.
ADJECTIVES = {"dirty": "+dirty", "clean": "-dirty", "open": "+open", "closed": "-open"}
ADJECTIVES |= {"shut": "-open", "on": "+on", "running": "+on", "off": "-on", "full": "+filled", "filled": "+filled"}
ADJECTIVES |= {"empty": "-filled", "hot": "+hot", "cold": "+cold", "cooked": "+cooked", "raw": "-cooked"}
ADJECTIVES |= {"broken": "+broken"}

NTH = r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|penultimate|last|\d+(?:st|nd|rd|th)"
"""Words that say which of several."""


class Subject(Enum):
    """What the words of a question are about; how each is read stands in ``understanding.question``."""

    DEED = auto()
    """Something done or seen, with its thing and place."""
    TASK = auto()
    """The words that name a task."""
    THING = auto()
    """A thing, with its adjectives."""
    TOOL = auto()
    """A deed, after "with what"."""
    NEIGHBOUR = auto()
    """What stands behind "before" or "after"."""
    AMOUNT = auto()
    """A thing before the verb, a deed behind it."""
    STATE = auto()
    """A thing with its state; a deed where no thing is named."""
    NOTHING = auto()
    """Whatever there is."""


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question.

    Attributes:
        name: As in ``Answer.kind``.
        teller: Who answers: module and function of ``agent.recall.answers``, from a ``RecallQuery`` to an ``Answer``.
        shapes: What it looks like, in plain words and without its time; tried kind by kind from the top of the table.
        first: Special shapes, which are tried before the ``shapes`` of all kinds.
        subject: What it is about.
        task_at: Where its words name a task, if not where they do in most questions: group 1.
        task_teller: Who answers where it is about a task; gives None where it is not.
        limited: Whether a deed may limit its time: "before making coffee".
        during: Whether "while", "during" and "when" may, too.
        lists: Whether it lists what was done, so that "between the salad and the toast" may limit it.
        yes_no: Whether its value may be yes or no, which are combined.
        again: Whether it may be put again about another task: "and the breakfast?".
        tells_deeds: Whether its answer tells deeds or tasks by name, on which "and after that?" may build.
        tells_tasks: Whether its answer tells tasks, of which one may be asked for: "what was the last one?".
        from_summaries: What may answer it where deeds are forgotten: "" nothing, "all" the summaries of the time,
            "mentions" those that mention what is asked for.
        offer: What the help says that can be asked; "" where another kind says it.
    """

    name: str
    teller: str
    shapes: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    subject: Subject = Subject.DEED
    task_at: str = ""
    task_teller: str = ""
    limited: bool = False
    during: bool = False
    lists: bool = False
    yes_no: bool = False
    again: bool = False
    tells_deeds: bool = False
    tells_tasks: bool = False
    from_summaries: str = ""
    offer: str = ""


KINDS = (
    QuestionKind(
        "tool", "agent.recall.answers.tools_used:tool", first=(r"with what did you .+",), subject=Subject.TOOL
    ),
    QuestionKind(
        "days_ago",
        "agent.recall.answers.tasks:days_ago",
        first=(r"how (many days|long)( ago)? (is|was|has) it (been )?(since|that) .+|how (many days|long) ago\b.+",),
        subject=Subject.TASK,
        task_at=r".*?\b(?:ago|since|that)\b (.+)$",
        again=True,
        from_summaries="mentions",
    ),
    QuestionKind(
        "duration",
        "agent.recall.answers.tasks:duration",
        first=(r"how (long|much time)\b",),
        subject=Subject.TASK,
        task_at=r"how (?:long|much time)(?: did| does| was| were| have| has)?(?: it take| it took| it)?(?: for)? "
        r"(.+?)(?: take| last)?$",
        again=True,
    ),
    QuestionKind(
        "steps",
        "agent.recall.answers.task_steps:describe",
        first=(
            r"(describe|explain|list|report)?( me)? ?(what|how|which steps|(all )?the steps)( all)? "
            r"(did you|you|steps did you) ?(did|do|take|took|went|go)?( exactly| in detail)? (when|while|to|for|as) .+",
            r"((describe|explain|report) )?how you .+",
            r"how did you (?!fail|know|feel)(go about )?\w+ .+",
        ),
        subject=Subject.TASK,
        task_at=r".*?\b(?:when|while|as|to|for|how did you|how you)\b(?: go about)? (.+)$",
        again=True,
        from_summaries="mentions",
    ),
    QuestionKind(
        "tasks_with",
        "agent.recall.answers.tasks:tasks_with",
        first=(
            r"(what|which) (tasks?|chores?|jobs?)( or tasks?)? .*\b(when|while|during|for which|in which|"
            r"where|that involved|involving|in the course of) .+|"
            r"(for|during|in) (what|which) (tasks?|chores?) (did you|was|were) .+|"
            r"(what|which) (tasks?|chores?) (involved|used|needed|required|included|concerned) .+|"
            r"(what|which) (tasks?|chores?) did you (use|need|want|require|open|close|pick|put|slice|pour|turn|see|"
            r"handle|touch|take)\b.+|"
            r"what (were you|was) (doing|working on|busy with|going on) (when|while) .+",
        ),
        subject=Subject.TASK,
        task_at=r".*\b(?:when|while|during|which|where|involved|involving|used|needed|required|included|concerned|"
        r"course of|did you|was|were)\b (.+)$",
    ),
    QuestionKind(
        "task_beside",
        "agent.recall.answers.tasks:task_beside",
        first=(
            r"(what|which) (tasks?|chores?|jobs?)\b.*\b(before|after|preceded|followed|follows?|precedes?)\b.+|"
            r"what (task )?(came|was) (next|right|just|immediately|directly)? ?(before|after) .+",
        ),
        subject=Subject.TASK,
        task_at=r".*\b(?:before|after|preceded|followed|follows?|precedes?)\b (.+)$",
        tells_deeds=True,
    ),
    QuestionKind(
        "task_count",
        "agent.recall.answers.tasks:task_count",
        first=(r"how many (different )?(tasks?|chores?|jobs?|requests?|errands?|things did you do)\b",),
        subject=Subject.NOTHING,
        lists=True,
        tells_tasks=True,
    ),
    QuestionKind(
        "why",
        "agent.recall.answers.deeds:why",
        (r"why\b|what (went wrong|failed|did not work)|how come\b",),
        task_teller="agent.recall.answers.task_steps:why",
        again=True,
        offer="why something failed",
    ),
    QuestionKind(
        "failed",
        "agent.recall.answers.deeds:failed",
        (r"(did|has|have|how (often|many)|what|which)\b.*\bfail(ed|ing|s|ures?)?\b",),
        limited=True,
        during=True,
        yes_no=True,
    ),
    QuestionKind(
        "said",
        "agent.recall.answers.accounts:said",
        (
            r"what (did|have|had|was) (i|we|you|he|she|they|anyone|user|the user|someone)?( just| last| first)? ?"
            r"(say|said|tell|told|ask|asked|answer|answered|request|requested|want|mention|talk|talked)\b",
            r"what was (said|the (first|last) thing (i|you|we) said)|who said\b",
            r"(did|have|has|had|when did) (i|we|you|anyone|anybody|somebody|someone|the user)( ever| last| first| "
            r"already)? "
            r"(say|said|tell|told|ask|asked|mention|mentioned|talk|talked|thank|thanked|complain|complained)\b",
        ),
        first=(r"(with |to )?(who|whom) (did|have|has) (you|i|we) (ever )?(talk|speak|chat|spoken|talked|chatted)\b",),
        subject=Subject.NOTHING,
        limited=True,
        during=True,
        offer="what was said",
    ),
    QuestionKind(
        "who",
        "agent.recall.answers.task_steps:who",
        first=(
            r"who (asked|told|wanted|requested|ordered)\b|(for|with) (who|whom) did you\b|who did you .+ (for|with)$",
        ),
        subject=Subject.NOTHING,
        task_at=r"(?:.*?\bto\b|.*?did you) (.+?)(?: for| with)?$",
        again=True,
    ),
    QuestionKind(
        "often",
        "agent.recall.answers.deeds:often",
        (r"how (often|many times)\b",),
        task_teller="agent.recall.answers.tasks:often",
        limited=True,
        during=True,
        again=True,
    ),
    QuestionKind(
        "amount",
        "agent.recall.answers.things:amount",
        (r"how many\b",),
        subject=Subject.AMOUNT,
        limited=True,
        during=True,
        offer="how many I saw",
    ),
    QuestionKind(
        "put_where",
        "agent.recall.answers.things:put_where",
        (r"(where|in what|on what) .*\b(put|placed?|leave|left|drop|dropped|stored?|set|moved?)\b",),
        limited=True,
        during=True,
    ),
    QuestionKind(
        "taken_where",
        "agent.recall.answers.things:taken_where",
        (
            r"(where|from where) .*\b(get|got|take|took|taken|pick|picked|grab|grabbed|fetch|"
            r"fetched|find|found|discover|discovered|locate|located)\b",
        ),
        limited=True,
        during=True,
    ),
    QuestionKind(
        "where",
        "agent.recall.answers.things:where",
        (r"where\b",),
        subject=Subject.THING,
        limited=True,
        offer="where things are and where I put them",
    ),
    QuestionKind(
        "when",
        "agent.recall.answers.deeds:when",
        (r"when\b|(at |on )?(what|which) (time|day|date|hour)\b",),
        task_teller="agent.recall.answers.tasks:when",
        limited=True,
        again=True,
        from_summaries="mentions",
    ),
    QuestionKind(
        "beside",
        "agent.recall.answers.deeds:beside",
        (r"what .*\b(before|after)\b",),
        subject=Subject.NEIGHBOUR,
        task_at=r".*?\b(?:before|after)\b (.+)$",
        task_teller="agent.recall.answers.tasks:beside",
        tells_deeds=True,
    ),
    QuestionKind(
        "tasks",
        "agent.recall.answers.deeds:tasks",
        (
            r"((what|which|list) ?(are |were )?(the |all |your |every |each )*|(all|every|each) (the |your )?)"
            r"(tasks?|requests?|chores?|jobs?)\b",
        ),
        first=(
            rf"(what|which) (was|is|were) (the |your |my )?(very )?({NTH}|latest) "
            r"(tasks?|chores?|jobs?|requests?|thing you did)\b",
        ),
        subject=Subject.NOTHING,
        task_teller="agent.recall.answers.tasks:tasks",
        lists=True,
        tells_deeds=True,
        tells_tasks=True,
        from_summaries="all",
    ),
    QuestionKind(
        "account",
        "agent.recall.answers.accounts:account",
        (
            r"(summari[sz]e|recap|report|describe)\b|how was your|what (is|was) new|list (what|everything)",
            r"(tell |about )?(what (did|have|had|were|all did|else did)|everything) you "
            r"(been |just |last |first |actually )?(do|did|done|doing|up to)( last| first)?"
            r"( now| so far| here| all| next)*$",
            r"what (happened|has happened|was happening|did happen|went on)\b.*",
            r"what (did you|you (did|have done|were doing))( last| first)?$",
        ),
        subject=Subject.NOTHING,
        task_teller="agent.recall.answers.tasks:account",
        lists=True,
        tells_deeds=True,
        tells_tasks=True,
        from_summaries="all",
        offer="what I did (today, yesterday, at 8:05, before or after something)",
    ),
    QuestionKind(
        "contents",
        "agent.recall.answers.things:contents",
        (r"what (is|was|are|were)( there| left| still)* (in|on|inside) ",),
        subject=Subject.THING,
    ),
    QuestionKind(
        "which", "agent.recall.answers.deeds:which", (r"(what|which|list)\b",), limited=True, during=True, lists=True
    ),
    QuestionKind(
        "state",
        "agent.recall.answers.things:state",
        (r"(is|are|was|were) (the|my|your|our|that|this|any|all)?\b.*\b(" + "|".join(ADJECTIVES) + r")$",),
        subject=Subject.STATE,
        limited=True,
        during=True,
        yes_no=True,
    ),
    QuestionKind("placed", "agent.recall.answers.things:placed", yes_no=True),  # of "ever" where it is about a place
    QuestionKind(
        "ever",
        "agent.recall.answers.deeds:ever",
        (r"(did|have|has|had|is|are|was|were|if|whether|do|you|can|could)\b",),
        first=(
            r"(did|have|had) you (do|done|been doing) (anything|something|any|some)\b.*|"
            r"(were|are) you (busy|active|working|idle)\b.*",
        ),
        task_teller="agent.recall.answers.task_steps:ever",
        limited=True,
        during=True,
        yes_no=True,
        again=True,
        from_summaries="mentions",
        offer="when, how often or whether I did or saw something",
    ),
    QuestionKind(
        "holding",
        "agent.recall.answers.things:holding",
        first=(
            r"(do|did|have) you (have |got )*.+ in your (hands?|gripper)\b|which .*\b(hold|carry)ing\b",
            r"what .*\b(hold\w*|carry\w*|in your (hands?|gripper))\b|(are|were) you (hold|carry)ing\b",
            r"(is|was) (there )?(anything|something|.+) in your (hands?|gripper)\b",
        ),
        subject=Subject.THING,
        offer="what I am holding",
    ),
)
"""Tried from the top: all ``first`` shapes, then all ``shapes``."""

BY_NAME = {kind.name: kind for kind in KINDS}


def names(chosen: Callable[[QuestionKind], object]) -> frozenset[str]:
    """Names of the kinds for which something holds."""
    return frozenset(kind.name for kind in KINDS if chosen(kind))


def kind_of(sentence: str) -> QuestionKind | None:
    """The kind of a question in plain words without its time, None for one that has no shape that is known."""
    return next((kind for kind, shape in _shapes() if re.match(shape, sentence)), None)


def _shapes() -> Iterator[tuple[QuestionKind, str]]:
    yield from ((kind, shape) for kind in KINDS for shape in kind.first)
    yield from ((kind, shape) for kind in KINDS for shape in kind.shapes)
