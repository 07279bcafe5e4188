"""What a remark does to the work where no other reader understands it: replaces, drops, puts first, leaves out.

A word tells the operation ("safer", "where it is", "urgent"), what is named tells on what; the remark is then said in
plain words and read again, with every check. Where it names none of the work, or more than one other thing, it does
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.belief.common_sense import whole_of
from agent.requests.amending import counted_apart
from agent.requests.changes.mentions import Mention, mentioned_in
from agent.requests.control import known_by
from agent.requests.errands import Errand, made_of, named_words
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable
from envs.vocabulary.english import noun

_MEANT = re.compile(
    r"\b(?:meant?|thinking of|thought of|had in mind|what i (?:want|wanted|need|needed|was after)|should have said"
    r"|that (?:needs|has|ought) to go|that (?:should|must) go|of course|obviously|rather|wrong|make it|it's for)\b"
)
_BEHIND_MEANT = re.compile(
    r"(?: that (?:needs|has|ought) to go| that (?:should|must) go| of course| obviously| please| instead"
    r"| rather| i mean)*$"
)
_BEST = (
    r"(?:safer|better|nicer|handier|easier|wiser|smarter|best|ideal|perfect|closer|tidier|more sensible|less risky"
    r"|a (?:good|better|safer) (?:place|spot|idea)|more practical|more convenient)"
)
_BETTER = re.compile(_BEST)
"""Also "safer", which is no safe."""
_BETTER_BEHIND = re.compile(
    rf"(?:'s| is|'d be| would be| might be| may be| could be| will be| seems| makes| must be)"
    rf"(?: (?:a bit|much|far|probably|maybe|perhaps|really))*(?: {_BEST}\b| more sense\b)"
)
_BETTER_BEFORE = re.compile(rf"\b(?:{_BEST}|maybe|perhaps)(?: (?:be )?(?:in|on|use))? $")
_FINE_THERE = re.compile(
    r"\b(?:fine|ok|okay|good|well|alright|all right|happy|perfect)(?: just)?"
    r" (?:where|as|the way) (?:it|they) (?:is|are)\b"
    r"|\b(?:leave|keep|let) .+ (?:where|as) (?:it|they) (?:is|are)\b|\bdoesn't (?:need|have) to (?:be|go|move)\b"
    r"|\b(?:looks?|is) (?:fine|good|nice|better) there\b"
)
_DONE = re.compile(
    r"^(?:(?:oh|ah|no|wait|actually|well|sorry|ok)[ ,]+)*(?:"
    r"(?:i|we|he|she|they|somebody|someone|(?:my|our|the) [a-z]+)(?:'ve| have|'s| has)? (?:just )?(?:done|did|sorted"
    r"|handled|managed|finished|dealt with|taken care of|seen to) (?P<np>(?:the|my|our|that) [a-z]+(?: [a-z]+)?)"
    r"|(?P<it>(?:the|my|our|that) [a-z]+(?: [a-z]+)?) (?:is|has been|was) (?:already )?"
    r"(?:done|sorted|handled|taken care of|dealt with|seen to)|(?:he|she|somebody|someone|(?:my"
    r"|our) [a-z]+)(?:'s| is) (?:already )?(?:on it|doing it|at it"
    r"|taking care of it|seeing to it))(?: already| now| for you| myself)*$"
)
_URGENT = re.compile(
    r"^(?:(?:oh|no|wait|actually|but)[ ,]+)*(?P<np>(?:the|my|our) [a-z]+(?: [a-z]+)?)(?:'s| is| are)?"
    r" (?:more urgent|urgent|more important|most important|the priority|matters? (?:more|most)"
    r"|needs? doing first|should (?:come|be done)"
    r" first)$"
)
_ANOTHER = re.compile(
    r"^(?:(?:oh|no|wait|actually|but)[ ,]+)*(?P<one>the ones? (?:in|on|at|by|near|from|next to) (?:the|my|our) [a-z]+"
    r"(?: (?!is\b|are\b)[a-z]+)?)(?: is| are|'s) [a-z ]+,? (?:so |and )?(?:please )?"
    r"(?:take|use|bring|get|pick|choose)(?: me)? (?:another|a different|some other)(?: ones?)?(?: please"
    r"| then| instead)*$"
)
_WITHOUT = re.compile(
    r"^(?:(?:oh|ah|no|wait|actually|but|and|please|just)[ ,]+)*without (?P<np>(?:the|my|our|any) [a-z]+(?: [a-z]+)?)"
    r"(?: please| though| then| after all)*$"
)


def _is_of_several(np: str, tasks: Sequence[Errand]) -> bool:
    """Whether words name the things of one of several tasks."""
    kinds = known_by(np)
    meant = [
        task for task in tasks if counted_apart(task) and kinds & {whole_of(kind) or kind for kind in made_of(task)}
    ]
    return len({made_of(task) for task in tasks}) > 1 and len({made_of(task) for task in meant}) == 1


def in_plain_words(text: str, tasks: Sequence[Errand]) -> str:
    """A remark of which nothing was made, as it would be said plainly; "" where its operation is not known.

    Args:
        text: The remark, tidied.
        tasks: What is being done or still to be done, the one at hand first.
    """
    said = text.strip(" .!?,")
    another = _ANOTHER.match(said)
    if another:
        return f"not {another['one']}"
    left_out = _WITHOUT.match(said)
    if left_out:
        return f"forget {left_out['np']}" if _is_of_several(left_out["np"], tasks) else ""
    done, urgent = _DONE.match(said), _URGENT.match(said)
    if done:
        np = done["np"] or done["it"] or ""
        return "cancel that" if not np else f"forget {np}" if _named(np, tasks) else ""
    if urgent:
        return f"{urgent['np']} first" if _named(urgent["np"], tasks) else ""
    named = [one for one in mentioned_in(words_of(said)) if one.named.word and not _BETTER.fullmatch(one.named.text)]
    if _FINE_THERE.search(said):
        own = [one for one in named if any(one.of(made_of(task)) for task in tasks)]
        return f"forget the {noun(own[0].named.word)}" if len(named) == 1 and own else ""
    one_matter = len({made_of(task) for task in tasks}) == 1  # else it may be meant of any of them
    return _replaced(said, [*_foreign(named, tasks)]) if one_matter else ""


def _replaced(said: str, new: Sequence[Mention]) -> str:
    """Another thing or place in plain words: "the shelf instead"."""
    if len(new) != 1 or new[0].denied or new[0].named.states:
        return ""
    word, text = new[0].named.word, new[0].named.text
    before, _, behind = said.partition(text)
    better = _BETTER_BEHIND.match(behind) or (not behind and _BETTER_BEFORE.search(before))
    if better and capable(word, "receptacle") and not capable(word, "pickupable"):
        return f"on the {noun(word)} instead"
    return f"the {noun(word)} instead" if _MEANT.search(said) and _BEHIND_MEANT.match(behind) else ""


def _foreign(named: Sequence[Mention], tasks: Sequence[Errand]) -> Iterator[Mention]:
    """What is named and is none of the work."""
    for one in named:
        if not any(one.of(made_of(task)) or one.exactly(task.params[-1] if task.params else "") for task in tasks):
            yield one


def _named(np: str, tasks: Sequence[Errand]) -> bool:
    return any(known_by(np) & named_words(task) for task in tasks)
