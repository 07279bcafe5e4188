"""Two deeds in place of the one at hand: "slice it and put it on the table instead", of a tomato for the fridge."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agent.planning.terms import WhichThings
from agent.requests.amending import counted_apart
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Begin, Instruction, Remark, Revise
from agent.requests.words.clauses import VERBS
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import noun, plural

_STEAD = re.compile(
    r"^(?:.*[.!?,;] )?(?:(?:oh|no|nah|so|and|but|please|just|rather|actually|better|hang on|wait)[ ,]+)*"
    r"(?P<deed>[a-z]+)(?: up)? (?:it|them|that)(?: up)? and (?:then )?"
    r"(?P<then>[a-z]+ (?:it|them|that) [^,.!?;]+?)"
    r"(?:,? (?:instead|rather|after all))(?: please)?[ .!]*$"
)


def two_deeds(
    text: str, tasks: Sequence[Errand], anew: Callable[[str], Sequence[Instruction]]
) -> tuple[Instruction, ...]:
    """What two deeds come to that are wanted with the thing of the work instead; nothing where that is not said.

    Args:
        text: A remark.
        tasks: What is being done or still to be done.
        anew: Reads a request as if nothing were being done.
    """
    found = _STEAD.match(text)
    apart = counted_apart(tasks[0]) if tasks else None
    if found is None or apart is None or found["deed"] not in VERBS or len({made_of(task) for task in tasks}) > 1:
        return ()
    count, kind = apart.params[:2]
    things = (
        f"all the {plural(kind)}"
        if count == ALL
        else f"the {noun(kind)}"
        if count == "1"
        else f"{count} {plural(kind)}"
    )
    it = "it" if count == "1" else "them"
    then = re.sub(r"\b(?:it|them|that)\b", it, found["then"], count=1)
    read = [one for one in anew(f"{found['deed']} {things}, then {then}") if not isinstance(one, Remark)]
    begun = [one for one in read if isinstance(one, Begin)]
    if len(begun) != 2 or len(read) != 2:
        return ()
    told = [one for one in tasks[0].terms if isinstance(one, WhichThings) and one.word in made_of(begun[0].errand)]
    first = Begin(begun[0].errand.on(*told), "now")
    return (*(Revise(task, None) for task in tasks), first, begun[1])
