"""Another time for what is planned or at hand, in whatever words: "nine's early enough", "half past, not six"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import Errand
from agent.requests.instructions import Begin, CancelPlan, Chat, Instruction
from agent.requests.words.clauses import starts_request
from envs.vocabulary.numbers import alternatives, up_to

_HOUR = rf"(?:\d{{1,2}}|{alternatives({word: number for word, number in up_to(12).items() if number})})"
_MINUTES = rf"(?:half|(?:a )?quarter|(?:{alternatives(up_to(59))}|\d{{1,2}})(?: minutes?)?) (?:past|to)"
_PART = r"(?: in the (?:morning|afternoon|evening)| tomorrow| tonight| this (?:morning|afternoon|evening))?"
_SURE = (
    rf"(?:(?:(?:at|around|about) )?(?:{_MINUTES} {_HOUR}|{_HOUR}[:.][0-5]\d|{_HOUR} ?(?:[ap]m|o'clock)"
    rf"|noon|midday|midnight){_PART}|at (?:around |about )?{_HOUR}{_PART}"
    r"|tomorrow(?: (?:morning|afternoon|evening|night))?|tonight|this (?:afternoon|evening))"
)
"""Words that can only mean a time."""
_TIME = rf"(?:{_SURE}|{_HOUR}{_PART})"
_LEAD = (
    r"^(?:(?:oh|ah|no|and|but|so|well|please|just|actually|rather|make it|let's say|say|sorry|hm+|better|or)\b[ ,]*)*"
)
_TAIL = r"(?:[ ,]+(?:please|instead|rather|then|sorry|though|thanks|after all|actually|i mean))*[ .!]*$"
_IN_TIME = re.compile(
    rf"{_LEAD}(?P<at>{_TIME})(?:'s| is| was|'ll be| will be| would be) (?:plenty |quite |more than |still )?"
    rf"(?:early|late|soon) enough{_TAIL}|{_LEAD}(?P<plenty>{_TIME})(?:'s| is) plenty (?:early|soon"
    rf"|late)(?: enough)?{_TAIL}"
)
_SUITS = re.compile(
    rf"{_LEAD}(?P<at>{_TIME})(?:(?:'s| is|'ll be| will be| would be|'d be) (?:just )?"
    rf"(?:fine|better|best|ok|okay|enough|good|perfect|soon enough)| will do| would do| suits (?:me|us)(?: better)?"
    rf"|,? (?:and )?not (?:at )?{_TIME})?{_TAIL}"
)
_MOVED_BY = re.compile(
    r"^(?P<by>(?:half an|an|a quarter of an|\d+|two|three|ten|fifteen|twenty|thirty) (?:hours?|minutes?) "
    r"(?:earlier|later|sooner))(?:,? (?:would|will|might) (?:be (?:better|fine|good|nice|enough|ok|okay)|do|suit me"
    rf"(?: better)?)){_TAIL}"
)
_PAST_THAT = re.compile(rf"{_LEAD}(?:at )?(?P<past>{_MINUTES}),? (?:and )?not (?:at )?(?P<hour>{_HOUR}){_TAIL}")
_NOT_BEFORE = re.compile(
    rf"{_LEAD}(?:(?:it|they|that|those)(?: all)? (?:needn't|need not|doesn't (?:need|have) to|don't (?:need|have) to"
    r"|mustn't|shouldn't)(?: all)? (?:be |happen |start |go )?(?:[a-z]+ )?(?:before|until|till)"
    r"|(?:but )?not (?:before|until|till)|no (?:earlier|sooner) than|(?:there's )?no need(?: for (?:it"
    r"|that))? (?:before|until)"
    r"|it(?:'s| is|'ll be| will be) (?:early |good |soon )?enough if [^,.;!?]+?(?= (?:at|by|around)))"
    rf" (?:at |by |around )?(?P<at>{_TIME}){_TAIL}"
)
_DO_IT_THEN = re.compile(
    rf"\b(?:before|till|until|at|from|after|by) (?P<at>{_TIME})\b[^.!?;]*[,.;!?] (?:and |so )?(?:please |just )?"
    rf"(?:do|make|start|have|turn|put) (?:it|them|that|those)(?: on| off)? (?:then|at that time){_TAIL}"
)
_BY_THEN = re.compile(
    rf"{_LEAD}(?:(?:it|they|that|those|everything)(?: all)? (?:has to|have to|needs? to|must|should"
    rf"|ought to)(?: all)? be "
    r"[a-z]+|(?:have|get) (?:it|them|that|those|everything) (?:all )?(?:done|finished|ready|over with|[a-z]+ed)"
    r"|(?:i|we)(?:'ll)? (?:want|need|would like|'d like) (?:it|them|that|those)(?: all)?(?: done| ready| finished"
    r"| there)*) "
    rf"(?:by|before) (?:the time )?[a-z0-9:' ]{{2,40}}?{_TAIL}"
)
_NOW = re.compile(
    rf"{_LEAD}(?:(?:can |could |would )?(?:you )?(?:please )?(?:do|make|start|water|wash|have|put|turn|switch|get) "
    r"(?:it|them|that|those)(?: on| off)?[ ,]+)?(?:right |straight )?(?:now|away|at once|immediately)(?: please)?"
    rf"(?:,? (?:rather than|instead of|not|and not) (?:at |in )?(?:{_TIME}|later|then))?{_TAIL}"
)
_WHY = re.compile(r"^(?P<why>.*?(?:[.!?;] |, so |: ))(?P<rest>[^.!?;]+[.!]?)$")


def another_time(text: str, tasks: Sequence[Errand], plans: Sequence[Errand]) -> str:
    """A remark that names no more than another time, in plain words; any other remark as it is.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
        plans: What is planned, the latest last.
    """
    if not (tasks or plans):
        return text
    then = _DO_IT_THEN.search(text)
    if then:
        return _at(then["at"], tasks)
    told = _WHY.match(text)
    why = told["why"].strip(" .!?;:,") if told else ""
    if told and (starts_request(why) or _BINDS.search(why)):
        return text
    said = told["rest"] if told else text
    for shape in (_IN_TIME, _NOT_BEFORE):
        found = shape.match(said)
        if found:
            return _at(next(value for value in found.groupdict().values() if value), tasks)
    return text if tasks else _moved(said, why) or text


_BINDS = re.compile(r"\b(?:if|unless|without|except|only|instead)\b")


def _moved(said: str, why: str) -> str:
    """Another time for what is planned, where nothing is being done; "" where none is named."""
    by = _MOVED_BY.match(said)
    if by:
        return by["by"]
    past = _PAST_THAT.match(said)
    if past:
        return f"make it {past['past']} {past['hour']}"
    found = _SUITS.match(said)
    sure = found is not None and (not why or re.search(rf"\b{re.escape(found['at'])}\b", why) or re.match(_SURE, said))
    return _at(found["at"], ()) if found is not None and sure else ""


def _at(time: str, tasks: Sequence[Errand]) -> str:
    """A change to a time, in words that are read of what is planned, or of the work at hand."""
    at = time if re.match(r"(?:at|tomorrow|tonight|this)\b", time) else f"at {time}"
    return f"not now, {at}" if tasks else f"make it {at}"


def at_once(text: str, tasks: Sequence[Errand], plans: Sequence[Errand]) -> tuple[Instruction, ...]:
    """What is said of when, and comes to doing it at once: the one plan now, the work at hand in good time.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
        plans: What is planned, the latest last.
    """
    if tasks and _BY_THEN.match(text):
        return (Chat("no", text),)
    if not tasks and len(plans) == 1 and _NOW.match(text):
        return CancelPlan(), Begin(plans[0])
    return ()
