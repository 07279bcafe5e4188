"""Parts of the work that are told by their turn: "strike item two", "only the first one", "step three first"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.requests.amending import counted_apart
from agent.requests.control import known_by
from agent.requests.errands import STATE, Errand, made_of, named_words
from agent.requests.instructions import Clarification, Instruction, Resume, Revise, Suspend, Undo
from agent.requests.topics.deed_words import deed_words
from agent.requests.words.clauses import starts_request
from envs.vocabulary.english import joined
from envs.vocabulary.numbers import ORDINALS, alternatives, number, up_to

_CALLED = r"(?:items?|tasks?|steps?|points?|parts?|jobs?|chores?|errands?|things?|bits?|orders?|requests?)"
_N = rf"(?:[1-9]|{alternatives({word: at for word, at in up_to(9).items() if at})})"
_NTH = rf"(?:{alternatives(up_to(9, ORDINALS))}|[1-9](?:st|nd|rd|th)|last|final|other|middle)"
_TURN = (
    rf"(?:(?:the |that |this |your |my )?(?:(?:{_CALLED} (?:number |no\.? ?)?|numbers? |no\. ?|nr\.? ?|# ?)"
    rf"(?P<n>{_N}(?:(?:,? (?:and|&) |, ?){_N})*)"
    rf"|(?:(?<=\bthe )|(?<=\bthat )|(?=[a-z0-9]+(?: {_N})? (?:ones?|half|{_CALLED})\b))"
    rf"(?P<nth>{_NTH})(?: (?P<many>{_N}))?(?: (?P<called>ones?|half|{_CALLED}))?))"
)
"""A part of the work by its turn: "item two", "steps 2 and 3", "the second one", "the last two"."""
_OH = (
    r"(?:(?:oh|ah|no|nah|nope|wait|hey|actually|but|and|so|then|just|please|sorry|well|ok|okay|you can|you may|let's)\b"
    r"[ ,.!]*)*"
)
_ENDS = (
    r"(?:,? (?:please|then|after all|now|for now|today|altogether|entirely|though|instead|thanks|off(?: the list)?|out"
    r"|on (?:the|that|my) list|from (?:the|that|my) list|any ?more))*"
)
_DROPS = (
    r"(?:strike(?: out| off| through)?|skip|scratch|scrap|drop|forget(?: about)?|cancel|leave(?: out| off| aside)"
    r"|cross(?: out| off)?|omit|delete|remove|ignore|never ?mind(?: about)?|nix|axe|call off|take out"
    r"|take off|lose|veto|(?:don't|do not) (?:do|bother (?:with|about)|need|want)|no need (?:for|to do)|no to|no on"
    r"|i (?:don't|do not|no longer) (?:need|want)|i(?:'ve| have)? changed my mind (?:about|on)|veto on)"
)
_OFF = (
    r"(?:(?:'s| is| are|:|,)? ?(?:(?:now|all) )?(?:off|out|void|dead|unnecessary|cancelled|canceled|dropped|skipped"
    r"|scrapped|scratched|struck|superfluous|(?:no longer|not) (?:needed|necessary|wanted|required))"
    r"|(?: can| may| should| shall)(?: be)? (?:go|skipped|dropped|scrapped|left out|omitted|cancelled|ignored)"
    r"|(?:(?::|,)? )(?:don't|do not|no|nope|negative|you can (?:skip|forget|drop|leave out)|drop it|skip it|forget it))"
)
_LATER = (
    r"(?:(?:'s| is| are)? ?(?:can wait|may wait|has to wait|later|last|afterwards|at the end|for later|not now|not yet)"
    r"|(?: can| may| shall)? (?:comes?|goes?|be) (?:later|last))"
)
_ALL_BUT = r"(?:(?:strike|skip|drop|forget|cancel|scrap) )?(?:everything|all)(?: else)? (?:but|except(?: for)?)"
_WORDINGS = (
    ("drop", rf"{_DROPS} {_TURN}"),
    ("drop", rf"{_TURN}{_OFF}"),
    ("drop", rf"(?:not|without) (?=(?:the )?(?:{_CALLED}|number|nr|no|#|[a-z0-9]+ {_CALLED})\b){_TURN}"),
    ("only", rf"(?:only|just)(?: do)? {_TURN}"),
    ("only", rf"(?:do )?{_TURN} (?:only|alone|is (?:enough|all))"),
    ("only", rf"{_ALL_BUT} {_TURN}(?:{_OFF})?"),
    ("first", rf"(?:do |take |start with |begin with )?{_TURN}(?: comes| goes| is)?,? first"),
    ("first", rf"(?:start|begin) with {_TURN}"),
    ("later", rf"(?:do )?{_TURN}{_LATER}"),
    ("later", rf"leave {_TURN} (?:for later|until later|for last|till last|until the end)"),
)
_TURNS = re.compile(_TURN)
_WHY = re.compile(
    r"(?:(?:because|cos|cause|since|as|so|you see) )?(?:i|we|he|she|it|they|that|this|there|the|my|our|his|her)\b"
)
_BINDS = re.compile(
    r"\b(?:only|except|unless|if|until|without|instead|rather|first|then|later|before|after|both|all|each|other|not"
    r"|don't|stays?|leave|keep|put|goes|should|must|please)\b"
)
_FORMS = tuple((sort, re.compile(rf"{_OH}{form}{_ENDS}[ .!]*")) for sort, form in _WORDINGS)


@dataclass(frozen=True)
class NumberedTasks:
    """The tasks of one request, as somebody counts them.

    Attributes:
        told: All of them, in their order, whether they are over or not.
        open: What is being done or still to be done, the one at hand first.
    """

    told: tuple[Errand, ...]
    open: tuple[Errand, ...]


def by_turn(text: str, tasks: NumberedTasks) -> tuple[Instruction, ...]:
    """What a remark wants of a part of the work that it tells by its turn; nothing where it is no such remark.

    Args:
        text: The remark, tidied.
        tasks: What it may count.
    """
    told = _without_reason(text.strip(" .!?,"))
    for sort, form in _FORMS:
        found = form.fullmatch(told)
        if found is not None:
            return _wanted(sort, found, tasks)
    return ()


_SEAM = re.compile(r" *[,.;!]+ *| (?=(?:because|cos|cause|since|as) (?:i|we|he|she|it|they|the|my|our)\b)")


def _without_reason(text: str) -> str:
    """A remark without why, which it says behind: "strike item two, the neighbour is staring in"."""
    seam = next((one for one in _SEAM.finditer(text) if _TURNS.search(text[: one.start()])), None)
    why = text[seam.end() :] if seam else ""
    plain = _WHY.match(why) and not (known_by(why) or _BINDS.search(why) or _TURNS.search(why) or starts_request(why))
    return text[: seam.start()] if seam and plain else text


def _wanted(sort: str, found: re.Match[str], tasks: NumberedTasks) -> tuple[Instruction, ...]:
    told = tasks.told if len(tasks.told) > 1 else tasks.open
    groups = {name: value for name, value in found.groupdict().items() if value}
    meant = _meant(groups, told)
    if meant is None or not tasks.open:
        return ()
    if any(one not in tasks.open for one in meant):
        return (_over([one for one in meant if one not in tasks.open]),)
    if sort in ("drop", "only"):
        gone = [one for one in tasks.open if (one in meant) == (sort == "drop") and one in told]
        return tuple(Revise(one, None) for one in gone)
    about = _word_for(meant[0], tasks.open) if len(meant) == 1 else ""
    if not about:
        return ()
    return (Resume(about) if sort == "first" else Suspend(about),)


def _over(done: Sequence[Errand]) -> Clarification:
    words = joined([one.words for one in done])
    back = tuple(Undo(whole=True, about=made_of(one)[0]) for one in done if made_of(one))
    return Clarification(f"That is over already: {words}. Shall I take it back?", options=("yes",), then=back)


def _meant(said: dict[str, str], told: Sequence[Errand]) -> list[Errand] | None:
    """The tasks that are told by their turn; None where there are none, or a thing is meant."""
    if "n" in said:
        turns = [number(word) or 0 for word in re.findall(r"\d|[a-z]+", said["n"]) if word not in ("and",)]
        few = len(told) > 1 and all(1 <= turn <= len(told) for turn in turns)
        return [told[turn - 1] for turn in turns] if few else None
    if said.get("called", "one") in ("one", "ones") and any(
        _is_of_several(one, len(told) == 1) or _switches(one) for one in told
    ):
        return None  # one of several things, and no task: "the second one is off"
    return _in_order(said["nth"], number(said.get("many", "1")) or 1, told)


def _in_order(nth: str, many: int, told: Sequence[Errand]) -> list[Errand] | None:
    if nth in ("last", "final"):
        return list(told[-many:]) if many <= len(told) and (many < len(told) or len(told) == 1) else None
    if nth in ("first", "1st") and many > 1:
        return list(told[:many]) if many < len(told) else None
    if many > 1:
        return None
    if nth in ("other", "middle"):
        at = 1 if len(told) == (2 if nth == "other" else 3) else len(told)
    else:
        at = (number(nth) or 0) - 1
    return [told[at]] if 0 <= at < len(told) else None


def _is_of_several(task: Errand, alone: bool) -> bool:
    """Whether a task counts several things, one of which may be told by its turn; alone, also where it is about all."""
    apart = counted_apart(task)
    return apart is not None and apart.params[0] != "1" and (alone or apart.params[0].isdecimal())


def _switches(task: Errand) -> bool:
    return task.name == STATE and task.params[2] in ("on", "off")


def _word_for(task: Errand, open_tasks: Sequence[Errand]) -> str:
    """A word by which only this one of the open tasks is called; "" where there is none."""
    others = [named_words(one) | deed_words(one) for one in open_tasks if one != task]
    words = (*made_of(task), *sorted(deed_words(task)))
    return next((word for word in words if not any(word in other for other in others)), "")
