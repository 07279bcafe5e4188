"""What else is wanted of the work, told beside it: what comes before it, the same for others, only some of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import WhichThings
from agent.requests.changes.mentions import Mention, mentioned_in
from agent.requests.errands import Errand, made_of
from agent.requests.implied.parted import RemarkPart
from agent.requests.words.clauses import starts_request, verb_forms, words_of
from agent.requests.words.nouns import STATES, read_named
from envs.vocabulary.english import noun, plural
from envs.vocabulary.verbs import of_past

_SO_LONG = re.compile(
    r"(?P<deed>.+?\b(?:it|them|that|those)\b.*?) before (?:it|they|that one|you)(?:'s|'re)? (?P<goes>.+)$"
)
_NEEDS = re.compile(
    r"(?:but |and |also )?(?:(?P<many>they|those)|it|that|that one|the (?P<how>[a-z]+) ones?)"
    r"(?:(?:'ll| will|'d| would)?(?: also)? (?:wants?|needs?|could do with|could use)"
    r" (?:an? )?(?:good |quick |proper |bit of a )*(?P<deed>[a-z]+)"
    r"|(?: also)? (?:has to|have to|needs? to|must|should|ought to)(?: also)? be (?P<done>[a-z]+))"
    r"(?:,? (?:first|as well|too|also|of course|obviously|though|before(?:hand| that"
    r"| (?:it|they) (?:go|goes|is put|are put)(?: [a-z]+){1,4})?))*$"
)
_NO_BETTER = re.compile(
    r"(?P<np>(?:the|my|our|that|those) [a-z]+(?: [a-z]+)? (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??)"
    r"(?:'s| is| are| looks?)(?: (?:just|every bit|equally))?"
    r" (?:(?:no|not (?:much|any)) (?:better|cleaner|nicer|different)|as bad|like that|worse)"
    r"(?:,? (?:too|as well|either))?$"
)
_LIES = re.compile(
    r"(?:the|my|our) [a-z]+(?: [a-z]+)? (?:in|on) (?:the|my|our) [a-z]+(?: (?!is\b|are\b|has\b|needs?\b)[a-z]+)?"
)
_SAME = re.compile(r"\b(?:same|ditto|likewise)\b|\b(?:belongs?|goes?|comes?) (?:together )?with (?:it|that|them)\b")
_ARTICLE = re.compile(r"^(?:the|an?|my|our|that) ")
_DO = re.compile(r"(?:do|take|give) (?:the|an?|my|our|that) ")
_ONLY = re.compile(r"(?:(?:the|my|our) )?(?P<np>[a-z]+(?: [a-z]+)?) only(?:,? (?:please|thanks|then))*$")
_YOU_DIDNT = re.compile(
    r"(?:(?:the|my|our) )?(?P<np>[a-z]+(?: [a-z]+)??),? (?:i|we)(?:'d| would)(?: much)? (?:rather"
    r"|prefer)(?: it)?(?: if)? you"
    r" (?:didn't|left|don't|wouldn't)(?: (?:touch|move|alone|where they are|where it is|them|it|be|out|there))*$"
)


def going_with_it(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """What is wanted beside the work, or of it alone, said plainly; "" where nothing is.

    Args:
        parts: The parts of a remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    for one in parts:
        if any(starts_request(other.said) for other in parts if other is not one):
            return ""
        before, needs = _SO_LONG.match(one.said), _NEEDS.match(one.said)
        if before and starts_request(before["deed"]) and not _named(before["goes"]):
            return f"{before['deed']} first"
        elsewhere = any(_named(other.said) for other in parts if other is not one)  # that is what "it" is then
        deed = _deed(needs) if needs and not (elsewhere and not needs["how"]) else ""
        which = _which_of_them(needs, tasks) if needs else ""
        if deed and which:
            return f"{deed} {which} first"
        too = _NO_BETTER.match(one.said)
        if too and _named(too["np"]):
            return f"{too['np']} too"
    if len(parts) == 1:
        return _some_of_it(parts[0].said, tasks)
    return _the_same(parts, tasks)


def _deed(needs: re.Match[str]) -> str:
    """What is to be done with what needs it; "" where that is no deed."""
    verb = of_past(needs["done"]) if needs["done"] else needs["deed"]
    return verb_forms().get(verb or "", "")


def _which_of_them(needs: re.Match[str], tasks: Sequence[Errand]) -> str:
    """The things at hand that need something, in words; "" where those that are so may be several kinds."""
    kinds, how = {made_of(task)[:1] for task in tasks}, needs["how"]
    if how is None:
        return "them" if needs["many"] else "it"
    kind = next(iter(kinds)) if len(kinds) == 1 else ()
    return f"the {how} {noun(kind[0])}" if kind and how in STATES else ""


def _some_of_it(said: str, tasks: Sequence[Errand]) -> str:
    """Only some of the things of the work, or all but some: "pencils only"."""
    only, spared = _ONLY.match(said), _YOU_DIDNT.match(said)
    found = only or spared
    task = _task_of(found["np"], tasks) if found else None
    if task is None or found is None:
        return _the_same((RemarkPart(said, False),), tasks)
    np = noun(made_of(task)[0]) if found["np"] != _many(found["np"]) else plural(made_of(task)[0])
    return f"only the {np}" if only else f"forget the {np}"


def _many(np: str) -> str:
    """The words themselves where they are of several things, else ""."""
    return np if np.endswith("s") and not np.endswith("ss") else ""


def _task_of(np: str, tasks: Sequence[Errand]) -> Errand | None:
    """The task of several that is about what words name; None where none is, or all are."""
    words = ["the", *words_of(np)]
    named = read_named(words)
    if named is None or not named.word or named.end < len(words):
        return None
    own = [task for task in tasks if Mention(named, "", False).of(made_of(task))]
    return own[0] if own and len(own) < len(tasks) else None


def _the_same(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """One more thing that is to be dealt with as those at hand: "the plate could do with the same treatment"."""
    if not any(_SAME.search(one.said) for one in parts) or len({made_of(task) for task in tasks}) != 1:
        return ""
    if any(starts_request(one.said) and not _DO.match(one.said) for one in parts):
        return ""
    new = [found for one in parts for found in _named(one.said) if not found.of(made_of(tasks[0]))]
    there = next((found[0] for one in parts if (found := _LIES.match(one.said))), "")
    if (
        len(new) == 2
        and there
        and [(one.named, one.lead) for one in new] == [(one.named, one.lead) for one in _named(there)]
    ):
        return f"{there} too"
    if len(new) != 1 or new[0].lead or (new[0].named.count or 1) > 1:
        return ""
    told = any(isinstance(term, WhichThings) and term.trait.place for term in tasks[0].terms)
    there = any(_IN_THERE.search(one.said) for one in parts)
    return f"the {_ARTICLE.sub('', new[0].named.text)}{' from there' if told and there else ''} too"


_IN_THERE = re.compile(r"\b(?:in|on|inside) there\b")


def _named(said: str) -> list[Mention]:
    """The things that words name."""
    return [one for one in mentioned_in(words_of(said)) if one.named.word]
