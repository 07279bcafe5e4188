"""Which of its things a task is about: "the red one", "only the dirty mugs", "the box that is on the bed, i meant"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from agent.planning.terms import Foremost, WhichThings
from agent.requests.amending import amended, counted_apart
from agent.requests.errands import STATE, Errand, made_of
from agent.requests.instructions import Amend, Quantity, Revise
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import left_out, terms_of, with_place
from agent.requests.words.nouns import NamedThings, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.data import words as word_list

_LEAD = re.compile(
    r"^(?:(?:and|but|oh|no|nah|nope|wait|please|hang on|hold on|actually|hmm|ah|well|ok|okay|sorry|just|only|rather"
    r"|not (?:that|this)(?: one)?|i mean|i meant|i said|i want|i wanted|take|use|get|make it|make that|do|choose)\b"
    r"[ ,]*)*"
)
_TAIL = re.compile(
    r"(?:[ ,]+(?:instead|rather|i mean|i meant|i said|only|please|though|then|of course|obviously|actually|is what"
    r"|will do|would do|is better))+$"
)
_MORE = re.compile(r"\b(?:too|also|as well|another|more|both)\b")
"""Something beside what the task is about, and not in place of it."""
_ONES = ("one", "ones")


_STATE_SAID = re.compile(
    r"(?:turn it |switch it |leave it |make it )?(?:back )?(?P<state>on|off|open|closed|shut)(?: then)?$"
)
_NO = re.compile(r"^(?:no|nah|nope|sorry|wait|i mean|i meant|rather)\b")
_LEFT = re.compile(r"\b(?:leave|keep)\b")
"""It is not to be changed: "no, leave it on", of what is to be switched off."""
_OPPOSITES = {("on", "off"), ("off", "on"), ("open", "closed"), ("closed", "open")}


def other_state(said: str, task: Errand) -> Revise | None:
    """The other state than was asked for: "no, off"; None where none is said.

    Args:
        said: The clause.
        task: The task.
    """
    rather = (_NO.match(said) or said.endswith("instead") or " " not in said) and not _LEFT.search(said)
    found = _STATE_SAID.match(_TAIL.sub("", _LEAD.sub("", said))) if rather else None
    state = {"shut": "closed"}.get(found["state"], found["state"]) if found else ""
    if task.name != STATE or (task.params[2], state) not in _OPPOSITES:
        return None
    return Revise(task, replace(task, params=(*task.params[:2], state)))


def chosen(said: str, task: Errand, things: Collection[str]) -> Revise | None:
    """A task about the very things that a clause names; None where it names none, or says more.

    Args:
        said: The clause.
        task: The task.
        things: What it is about.
    """
    if counted_apart(task) is None or not things or _MORE.search(said):
        return None
    text = _TAIL.sub("", _LEAD.sub("", said))
    words = words_of(text)
    named = read_named(words) if words[:1] and words[0] not in ("a", "an", "some", "all") else None
    if named is None or (named.count or 1) > 1:
        return None
    ones = next((at for at, word in enumerate(words[:5]) if word in _ONES), 0)
    if ones and words[0] in ("the", "that", "those") and (named.pronoun or not named.word or named.end == ones + 1):
        _, trait, end = left_out(words)
        if trait is not None and end > ones:
            many = words[ones] == "ones"
            named = NamedThings(
                "", None, many, False, "", words[ones], end, (), True, states=trait.states, place=trait.place,
                near=trait.near,
            )  # fmt: skip
        elif not named.foremost or named.end != ones + 1:
            return None
    elif not _its_own(named, things):
        return None
    named = with_place(named, words)
    rest = [word for word in words[named.end :] if word != ","]
    if any(
        word not in word_list("request_fillers.txt") or word in ("in", "on", "from", "with", "has") for word in rest
    ):
        return None
    kind = next(iter(things)).removesuffix("Sliced").removesuffix("Cracked")
    terms = terms_of(replace(named, word=kind, every=False))
    return Revise(task, _about(task, terms, named, kind)) if terms else None


def _its_own(named: NamedThings, things: Collection[str]) -> bool:
    mine = {kind.removesuffix("Sliced") for word in things for kind in (word, *types_named(word))}
    return bool(named.word) and bool(mine & {named.word, *types_named(named.word)})


def _about(task: Errand, terms: Collection[object], named: NamedThings, kind: str) -> Errand:
    """The task with these words on which things are meant, in place of those that it had: one, or all of a kind."""
    one = not named.every and named.text.split(" ")[-1] != "ones"
    apart = counted_apart(task)
    some = apart is not None and apart.params[0] not in (ALL, "1")
    count = "" if apart is None or (one == (apart.params[0] != ALL) and not (one and some)) else "1" if one else ALL
    new = replace(apart, params=(count, *apart.params[1:])) if apart and count and not named.count else task
    kept = tuple(old for old in task.terms if not (isinstance(old, WhichThings | Foremost) and old.word == kind))
    told = tuple(term for term in terms if isinstance(term, WhichThings | Foremost))
    if apart is not None and apart.params[0] == ALL and count != "1":
        told = tuple(_there_too(term, task) for term in told)
    return replace(new, terms=(*kept, *told))


def _there_too(term: WhichThings | Foremost, task: Errand) -> WhichThings | Foremost:
    """Which of several things are meant, of those that are where it was said: "only the dirty ones" on the table."""
    old = next((one for one in task.terms if isinstance(one, WhichThings) and one.word == term.word), None)
    if old is None or not isinstance(term, WhichThings) or term.trait.place or term.trait.near:
        return term
    return replace(term, trait=replace(term.trait, place=old.trait.place, near=old.trait.near))


_ALL_OF_THEM = re.compile(
    r"(?:all(?: of)?(?: (?:the|my|our|those|these)(?: [a-z]+){1,3}| them| those| these)"
    r"|both(?: of them| the [a-z]+| [a-z]+)?)"
)


def all_of_them(said: str, task: Errand) -> Revise | None:
    """All of the kind instead of so many: "all the mugs", "make it both of them"; None where that is not said.

    Args:
        said: The clause.
        task: The task.
    """
    text = _TAIL.sub("", _LEAD.sub("", said))
    if counted_apart(task) is None or not _ALL_OF_THEM.fullmatch(text) or not _names_them(words_of(text)):
        return None
    new = amended(task, Amend(Quantity("", None, True)))
    return Revise(task, new) if isinstance(new, Errand) and new != task else None


def _names_them(words: Sequence[str]) -> bool:
    """Whether a noun behind "all" or "both" names things of the home: "both hands" does not."""
    named = next((one for at in range(len(words)) if (one := read_named(words, at)) is not None and one.word), None)
    return named is not None or words[-1] in ("all", "both", "them", "those", "these", "ones")


_NTH = r"(?:second|third|fourth|fifth|sixth|last|\d(?:st|nd|rd|th))(?: one)?"
_REST = re.compile(
    r"^(?:only|just) (?:the|that) one\b"
    rf"|^(?:the )?{_NTH} (?:one )?(?:can|may|might|should|must|stays?)\b"
    r"|^(?:leave|keep|spare|let)(?: all)?(?: of)? (?:the )?"
    rf"(?:rest|others?|other ones|remaining ones?|{_NTH}|(?:everything|anything|all) else)\b"
    r"|^(?:(?:the )?(?:rest|others?|other ones?)|(?:everything|all) else) (?:can |may |must |should |will |shall )*"
    r"(?:stays?|remains?|waits?|be left)\b"
    r"|^(?:that's|that is|that will be|that'll be) (?:all|it|everything)$|^nothing (?:else|more)$|^no more$"
)
"""Says that nothing more is meant than what was said."""
_ORDINAL = re.compile(rf"\b{_NTH}\b")


def leaves_the_rest(said: str, tasks: Collection[Errand]) -> bool:
    """Whether it is said that nothing more is meant than what was asked for; of all there are, the third is meant.

    Args:
        said: The clause.
        tasks: What was asked for.
    """
    every = any(ALL in task.params or task.name.startswith(("Put All", "Clean All")) for task in tasks)
    return bool(tasks) and bool(_REST.match(said)) and not (every and _ORDINAL.search(said))


_DROPS_REST = re.compile(
    r"^(?:(?:and|but|just|please) )*(?:forget|skip|never ?mind|drop|cancel|scrap|stop|no need for"
    r"|(?:i |we )?(?:don't|do not) (?:bother with|do|need|want))(?: about)?(?: all)?(?: of)? (?:the (?:rest|others?"
    r"|(?:remaining|other) (?:ones?|things?|tasks?|jobs?))|everything else|anything else)(?: please| then)*$"
)


def drops_the_rest(said: str) -> bool:
    """Whether a clause calls off what is still to be done behind the work at hand: "forget the rest"."""
    return _DROPS_REST.match(said) is not None


_NOT_ANY = re.compile(
    r"^(?:(?:and|but|oh|please|actually)[ ,]+)*(?:no|without|minus|not) "
    r"(?P<np>(?:the |any |an? )?[a-z]+(?: [a-z]+)??)"
    r"(?: please| then| though| after all)*$"
)


def left_out_task(said: str, tasks: Collection[Errand]) -> Revise | None:
    """The task that is not wanted any more of several, told by its things alone: "no forks", of plates and forks.

    Args:
        said: The clause.
        tasks: What is being done or still to be done.
    """
    found = _NOT_ANY.match(said)
    words = words_of(found["np"]) if found else []
    named = read_named(words) if words else None
    if named is None or not named.word or named.end < len(words) or named.states or len(tasks) < 2:
        return None
    meant = [task for task in tasks if made_of(task) == (named.kind,) and counted_apart(task) is not None]
    return Revise(meant[0], None) if len(meant) == 1 else None
