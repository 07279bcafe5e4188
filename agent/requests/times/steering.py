"""Words about what is planned: what is it, not on Sunday, at nine instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from agent.requests.control import best_word, known_by
from agent.requests.errands import Errand, named_words
from agent.requests.instructions import CancelPlan, MovePlan, PlansRequest
from agent.requests.times.reading import TimedWords, timed
from agent.requests.times.repeats import Repeat, find_repeat
from agent.requests.times.words import DAY, NUMBER, SPAN, span
from agent.requests.words.clauses import polite

PlanWords = PlansRequest | CancelPlan | MovePlan
_PLANNED = r"(?:planned|scheduled|coming up|lined up|on (?:the|your|our) (?:schedule|agenda|calendar|plan|programme))"
_ASKED = tuple(
    re.compile(
        rf"^(?:(?:and|so|but|well|then),? )*(?:(?:can|could) you )?{shape}(?: please| for me| for us)*(?: for| on)?$"
    )
    for shape in (
        rf"(?:tell me |show me |say )?what(?: all)?(?:'s| is| are| do you have| have you(?: got)?| have i| have we)?"
        rf"(?: still| all| already| there| you have)*(?: next)? {_PLANNED}(?: to do| next)?",
        r"(?:tell me |show me )?what(?: are|'s| is) (?:your|the|my|our) (?:plans|schedule|agenda)(?: like)?",
        rf"(?:show|tell|list|read|give)(?: me| us)?(?: out)? (?:the |your |my |our |all )*"
        rf"(?:plans|schedule|agenda|planned (?:tasks|chores|things|work)|(?:tasks|chores|things) {_PLANNED})",
        rf"(?:is|are)(?: there)? (?:anything|something|any plans?|any chores?|any tasks?|any)(?: {_PLANNED}| due)?",
        rf"(?:do you have|have you(?: got)?|have i|have we) (?:any plans?|anything {_PLANNED}|anything on"
        rf"|any (?:chores|tasks) {_PLANNED})",
        r"(?:any|your) plans",
        r"what else is (?:planned|scheduled)",
    )
)
_WILL = re.compile(r"^what (?:will you|are you going to|do you have to|must you) (?:be doing|do|doing)$")
_WHEN = re.compile(
    r"^(?:when|at what time|what time|how soon|on which days?)(?: exactly)? (?:will|do|are|is|shall|must)(?: you)?"
    r"(?: going to)? (?P<about>.+?)(?: (?:planned|due|scheduled|next|for|ready|be made|be done))*$"
)
_IS_PLANNED = re.compile(r"^(?:is|are) (?P<about>.+?) (?:still )?(?:planned|scheduled|due)(?: for| on)?$")
_OFF = re.compile(
    r"^(?:never ?mind(?: about)?|forget(?: about)?|cancel|stop(?: with)?|abort|drop|skip|quit|delete|remove|call off"
    r"|leave out|scrap|(?:i|we) (?:don't|do not|no longer|won't) (?:need|want)(?: any| you to)?|no need (?:for|to)"
    r"|no more|no|not|don't|do not|you (?:don't|do not) (?:need|have) to|you needn't|take)\b ?(?P<about>.*)$"
)
_NOT_ON = re.compile(r"^(?:but |and |just |only )*(?:not|skip|except|leave out|never|nothing)(?: on| for)?$")
_ALL = re.compile(
    r"^(?:(?:everything|all|anything)(?: that(?:'s| is| was)| you(?:'ve| have))?(?: planned| scheduled)?"
    r"|(?:all )?(?:of )?(?:the |your |my |our )*(?:whole |entire )?(?:plans|schedule|agenda|planned (?:tasks|things)))$"
)
_IT = re.compile(r"^(?:it|that|this|them|that one|the plan|the last (?:one|plan)|that plan|the task|)$")
_SHIFT = re.compile(
    r"^(?:move|shift|reschedule|postpone|push|change|delay|bring|put(?= .+ off| off)|put(?= .+ back))"
    r"(?: back| forward| off| out)?(?: the time of| the time for)? (?P<about>.+?)(?: back| forward| off| out| up)*$"
)
_DO = re.compile(r"^(?:make|do|have|let's (?:make|do|have)|let us (?:make|do|have)|rather|better) (?P<about>.+)$")
_LATER = re.compile(rf"(?:\bby )?\b(?P<span>{SPAN}) (?P<way>later|earlier|sooner)\b|\bby (?P<by>{SPAN})$")
_INSTEAD = re.compile(r",? (?:instead|rather)(?: of .+)?$|,? (?:and |)not (?:at )?\w+$")
_TO = re.compile(
    rf"\b(?:to|till|until|for|at) (?=(?:(?:{NUMBER})(?![\w])(?! (?:mug|cup|plate))|half past|quarter|a quarter"
    r"|noon|midday|midnight))"
)
_TO_DAY = re.compile(rf"\b(?:to|till|until|for|on) (?=(?:{DAY})(?!\w))")

_FOR_DAY = re.compile(rf"\b(?:for|on) (?=(?:{DAY}|this (?:morning|afternoon|evening)|tonight)(?![\w']))")


def about_plans(text: str, now: datetime, plans: Sequence[Errand], tasks: Sequence[Errand]) -> PlanWords | None:
    """What an utterance says about what is planned; None when it says nothing of that kind.

    Args:
        text: The utterance in lower case, see ``spelt_out``.
        now: When it is said.
        plans: What is planned, the latest last.
        tasks: What is being done or still to be done.
    """
    bare = polite(text.strip(" .?!,"))[0].strip(" .?!,")
    words = timed(_FOR_DAY.sub("", bare), now)
    asked = _asked(words, plans)
    if asked is not None or not plans:
        return asked
    return _moved(bare, now, plans) or _called_off(words, find_repeat(bare), plans, tasks)


def _asked(words: TimedWords, plans: Sequence[Errand]) -> PlansRequest | None:
    text = words.text.strip(" ?,.")
    day = words.due.first.date() if words.due is not None and not words.due.every else None
    if any(shape.match(text) for shape in _ASKED) or (_WILL.match(text) and words.due is not None):
        return PlansRequest(day=day)
    found = _WHEN.match(text) or _IS_PLANNED.match(text)
    topic = _topic(found["about"], plans) if found else ""
    return PlansRequest(topic, day) if topic else None


def _topic(said: str, plans: Sequence[Errand]) -> str:
    """The word by which something planned is meant, "" when the words mean none of it."""
    words = known_by(re.sub(r"\b(?:making|doing|washing|cleaning|to make|make|my|your)\b", "the", said))
    for errand in reversed(plans):
        hit = words & named_words(errand)
        if hit:
            return best_word(hit)
    return ""


def _called_off(
    words: TimedWords, repeat: tuple[Repeat, tuple[int, int]] | None, plans: Sequence[Errand], tasks: Sequence[Errand]
) -> CancelPlan | None:
    text = words.text.strip(" ,.")
    weekdays = repeat[0].weekdays if repeat is not None else ()
    day = words.due.first.date() if words.due is not None and not words.due.every else None
    if _NOT_ON.match(text) and (day or weekdays):
        return CancelPlan(day=day, weekdays=weekdays)
    found = _OFF.match(text)
    if found is None:
        return None
    about = found["about"].strip()
    if _ALL.match(about) and (not tasks or "plan" in about or "schedule" in about or "agenda" in about):
        return CancelPlan(everything=True, day=day)
    topic = _topic(about, plans)
    busy = any(topic in named_words(task) for task in tasks)
    if topic and (words.due is not None or not busy):
        return CancelPlan(topic, day=day, weekdays=_only(text, weekdays))
    alone = _IT.match(about) and not tasks and not re.match(r"^(?:no|not|stop|don't|do not)$", text)
    return CancelPlan(day=day) if alone else None


def _only(text: str, weekdays: tuple[int, ...]) -> tuple[int, ...]:
    """Days of the week on which something is not to be done; "stop the coffee on weekdays" names some as well."""
    return weekdays if len(weekdays) < 5 or not text.startswith("stop") else ()


def _moved(text: str, now: datetime, plans: Sequence[Errand]) -> MovePlan | None:
    instead = bool(_INSTEAD.search(text))
    text = _INSTEAD.sub("", text)
    later = _LATER.search(text)
    if later:
        rest = f"{text[: later.start()]}{text[later.end() :]}".strip(" ,")
        about = _moved_what(rest, instead=True, plans=plans)
        by = span(later["span"] or later["by"])
        sooner = later["way"] in ("earlier", "sooner") or "forward" in rest or rest.startswith("bring")
        return None if about is None else MovePlan(about, by=-by if sooner else by)
    words = timed(_TO_DAY.sub("", _TO.sub("at ", text)), now)
    words = words if words.due else timed(re.sub(rf"\b({NUMBER})$", r"at \1", text), now)
    about = _moved_what(words.text.strip(" ,"), instead, plans) if words.due is not None else None
    return None if about is None else MovePlan(about, words.due, words.dated, words.exact)


def _moved_what(text: str, instead: bool, plans: Sequence[Errand]) -> str | None:
    """What of the plans is to be moved, "" for the last; None where nothing is."""
    shift, do = _SHIFT.match(text), _DO.match(text)
    said = shift["about"] if shift else do["about"] if do else text
    pronoun = bool(_IT.match(said))
    if shift and pronoun:
        return ""
    if pronoun and (text == "" and not instead):
        return None
    if pronoun and (instead or do):
        return ""
    topic = _topic(said, plans)
    return topic if topic and (shift or instead) else None
