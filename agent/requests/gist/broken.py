"""Remarks in short or broken grammar, in usual words: "not the drawer one", "statue no! it stays", "just two of it".

What they leave out is taken from the work at hand: the kind of thing that is counted, the dish that is not wanted, the
place where the others go. Where that does not fit, they stay as they were said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import ANYTHING, Either
from agent.requests.amending import counted_apart
from agent.requests.errands import Errand, is_placing, made_of
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import NamedThings, capable, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun, plural
from envs.vocabulary.numbers import alternatives, up_to
from envs.vocabulary.uses import put_in

_OH = (
    r"(?:(?:and|but|oh|ah|no|nah|nope|wait|hey|please|actually|hang on|hold on|hmm|well|ok|okay|sorry|right)\b[ ,.!]*)*"
)
_N = rf"\d+|{alternatives(up_to(20))}"
_TALK = r"(?:[ ,.!]+(?:please|mind|thanks|thank you|though|tho|then|ok|okay))*[ .!]*"


def filled_out(text: str, tasks: Sequence[Errand]) -> str:
    """A remark in usual grammar; the same where it is, or where what it leaves out cannot be told.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    if not tasks:
        return text
    text = _NEEDED.sub("i ", text)
    text = _PLACE_ONE.sub(lambda found: _one_there(found, tasks), text)
    for way in (
        _so_many_there,
        _not_that_thing,
        _shared_out,
        _not_such_a_dish,
        _back_instead,
        _big_one_out,
    ):
        text = way(text, tasks)
    return text


def _named(np: str) -> NamedThings | None:
    """What words name, where all of them do, and tell nothing else of it."""
    words = words_of(np)
    words = words if words[:1] and words[0] in ("the", "my", "our", "that") else ["the", *words]
    named = read_named(words)
    if named is None or not named.word or named.end < len(words) or named.states or named.foremost:
        return None
    return named


def _is_of(named: NamedThings, kinds: Sequence[str]) -> bool:
    """Whether a thing that is named may be of some kinds, or of their classes."""
    mine = {named.kind, *types_named(named.word)}
    return any(mine & {kind, *types_named(kind)} for kind in kinds)


def _goals(tasks: Sequence[Errand]) -> list[str]:
    """Where things are put."""
    return [task.params[-1] for task in tasks if is_placing(task)]


_PLACE_ONE = re.compile(r"\b(?:the|that|those) (?P<place>[a-z]+(?: [a-z]+)?) (?P<one>ones?)\b(?! (?:in|on|from|at)\b)")


def _one_there(found: re.Match[str], tasks: Sequence[Errand]) -> str:
    """The one that is told by where it is: "the drawer one", unless that is where things go."""
    named = _named(found["place"])
    if named is None or not capable(named.word, "receptacle") or capable(named.word, "pickupable"):
        return found[0]
    if _is_of(named, [*_goals(tasks), *(kind for task in tasks for kind in made_of(task))]):
        return found[0]
    return f"the {found['one']} {'in' if put_in(named.kind) else 'on'} the {found['place']}"


_SO_MANY = re.compile(
    rf"^{_OH}(?:just|only) (?:the )?(?P<n>{_N})(?: ones)? (?:that are )?(?P<at>from|in|on|out of) "
    rf"(?P<place>(?:the|my|our) [a-z]+(?: (?!please\b|then\b|though\b|tho\b)[a-z]+)?){_TALK}$"
)


def _so_many_there(text: str, tasks: Sequence[Errand]) -> str:
    """So many of a place, with the kind of thing: "just the two from the fridge", of all the potatoes."""
    found = _SO_MANY.match(text)
    named = _named(found["place"]) if found else None
    if found is None or named is None or len({made_of(task) for task in tasks}) > 1:
        return text
    apart = counted_apart(tasks[0])
    there = found["at"] in ("in", "on") and _is_of(named, _goals(tasks))  # "only two in the drawer": that many go there
    if apart is None or apart.params[0] == "1" or there or found["n"] in ("one", "1"):
        return text
    at = "from" if found["at"] == "out of" else found["at"]
    return f"only the {found['n']} {plural(apart.params[1])} {at} {found['place']}"


_NO_THING = re.compile(
    rf"^{_OH}(?P<np>(?:(?:the|my|our) )?[a-z]+(?: [a-z]+)?),? (?:no|nope|not)(?:,? no)*(?: please)?(?: *[,.!;]+ *|$)"
    r"(?P<rest>.*)$"
)


def _not_that_thing(text: str, tasks: Sequence[Errand]) -> str:
    """A thing of the work that is refused before it is praised: "statue no! statue is nice, it stays on the table"."""
    found = _NO_THING.match(text)
    named = _named(found["np"]) if found else None
    kinds = [kind for task in tasks for kind in made_of(task)]
    if found is None or named is None or not (ANYTHING in kinds or _is_of(named, kinds)):
        return text
    it = rf"(?:(?:the |my |our )?{re.escape(named.text.removeprefix('the '))}|it|that one|that|this)"
    liked = rf"{it}(?:(?:'s| is| looks)(?: (?:so|very|too|really|my|a|the))* [a-z]+)?"
    kept = (
        rf"(?:{it} (?:(?:can|should|must|shall) )?(?:stays?|remains?)|{it} (?:must|should|has to) be(?= (?:in|on) )"
        rf"|(?:please )?leave {it})"
        r"(?: (?:there|here|where it is|alone|(?:in|on) (?:(?:the|my|our) )?[a-z]+(?: table)?))?"
    )
    rest = re.sub(rf"^(?:(?:{liked}|{kept})(?: please)?(?: *[,.!;]+ *(?:(?:and|so) )?|$))+", "", found["rest"])
    np = f"the {found['np']}" if " " not in found["np"] else found["np"]
    return f"leave {np} where it is{f'. {rest}' if rest else ''}"


_SHARED = re.compile(
    rf"^{_OH}(?:(?:i(?:'ll)? (?:need|want|keep) (?:{_N})(?: [a-z]+)?|(?:{_N}) [a-z]+ i (?:need|want|keep))[ ,.!;:]+)?"
    rf"(?:(?:put|leave) )?(?P<n>{_N})(?: (?P<np>[a-z]+(?: [a-z]+)??))?(?: goes)? (?P<at>in|on|into|onto)"
    r" (?P<the>(?:the|my|our|a) )?(?P<place>[a-z]+(?: (?!and\b)[a-z]+)?),?(?: and| but)? (?:the )?"
    rf"(?:(?:others?|other ones|remaining|rest)(?: (?:{_N}))?(?: ones)?) (?:(?:go|goes|stay|stays) )?"
    rf"(?:in|on|into|onto) (?P<goal>(?:(?:the|my|our|a) )?[a-z]+(?: (?!please\b)[a-z]+)?){_TALK}$"
)


def _shared_out(text: str, tasks: Sequence[Errand]) -> str:
    """Some of the things that go elsewhere, with the others where all went: "one on the table, two in there"."""
    found = _SHARED.match(text)
    place, goal = (_named(found["place"]), _named(found["goal"])) if found else (None, None)
    if found is None or place is None or goal is None or len(tasks) > 1 or not is_placing(tasks[0]):
        return text
    apart, own = counted_apart(tasks[0]), _named(found["np"]) if found["np"] else None
    if apart is None or apart.params[0] == "1" or not _is_of(goal, _goals(tasks)) or _is_of(place, _goals(tasks)):
        return text
    if found["np"] and (own is None or not _is_of(own, made_of(tasks[0]))):
        return text
    return f"{found['n']} {found['at']} {found['the'] or 'the '}{found['place']} instead"


_SUCH = re.compile(
    rf"^{_OH}not (?:on |in |with )?(?:one|any) of (?:those|the|these|your|our|my) (?:[a-z]+ )?(?P<np>[a-z]+)"
    r"(?:[ ,.!;]+(?:mind(?: you)?|please|though|tho|use|take|but|i want|on|in|rather))*[ ,.!;]+"
    rf"(?P<the>the|a|an|my) (?P<how>[a-z]+ )?one (?P<at>from|in|on|out of) (?P<where>(?:the|my|our) [a-z]+){_TALK}$"
)


def _not_such_a_dish(text: str, tasks: Sequence[Errand]) -> str:
    """Which dish things go on, by what it is not: "not one of those mucky plates! the clean one from there"."""
    found = _SUCH.match(text)
    named = _named(found["np"]) if found else None
    if found is None or named is None:
        return text
    known = [*_goals(tasks[:1]), *made_of(tasks[0])]
    if not any(kind == named.kind or kind in types_named(named.word) for kind in known):
        return text
    at = "from" if found["at"] == "out of" else found["at"]
    return f"{found['the']} {found['how'] or ''}{noun(named.kind)} {at} {found['where']} instead"


_BACK = re.compile(
    rf"^{_OH}(?:please )?put (?:it|that|them) back (?=(?:in|on|into|onto) (?:the|an?|my|our) [a-z ]+? instead\b)"
)


def _back_instead(text: str, tasks: Sequence[Errand]) -> str:
    """Another place for what is carried, where it is also told that it came from there: "put it back in a cabinet"."""
    found = _BACK.match(text)
    return f"put it {text[found.end() :]}" if found and _goals(tasks) else text


_NEEDED = re.compile(r"(?<=[,.;!] )(?=(?:still )?(?:need|want|using|like) (?:it|them|that|those)\b)")
_BIG_ONE = re.compile(
    rf"^{_OH}(?P<keep>(?:(?:just|please) )*(?:leave|keep|not|except|don't touch) )?(?:(?:the|my|our|that) )?"
    r"(?:big|bigger|large|larger|long|sharp) (?P<np>[a-z]+)(?P<stays> (?:(?:can|should|must) )?(?:stays?|remains?))?"
    r"(?P<rest>(?: (?:out|alone|there|here|where|though|tho|please)\b|[,.!]|$).*)$"
)


def _big_one_out(text: str, tasks: Sequence[Errand]) -> str:
    """What stays and is told by its size from another kind of its name: "big knife stays out", of all the cutlery."""
    found = _BIG_ONE.match(text)
    named = _named(found["np"]) if found else None
    if found is None or named is None or not (found["keep"] or found["stays"]):
        return text
    kinds = {kind for task in tasks for word in _words_for(task) for kind in types_named(word)}
    alike = [kind for kind in kinds if kind != named.kind and noun(kind).split(" ")[-1] == noun(named.kind)]
    return f"the {noun(named.kind)} stays{found['rest']}" if alike and named.kind in kinds else text


def _words_for(task: Errand) -> list[str]:
    """What a task is about, with what will do as well."""
    return [*made_of(task), *(kind for one in task.terms if isinstance(one, Either) for kind in one.others)]
