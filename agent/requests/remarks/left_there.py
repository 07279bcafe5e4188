"""One thing that is to stay, told with what it is needed for: "I need the egg on the counter, that one should stay".

"That one" is the thing that was just told of, not all that is being worked on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import Errand, is_placing, made_of
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named
from agent.requests.words.people import PEOPLE
from envs.teach.tasks.classes import types_named
from envs.vocabulary.uses import put_in

_PLACE = r"(?:the|my|our) (?P<place>[a-z]+(?: (?!for\b|so\b|and\b|right\b|at\b|to\b|now\b|still\b|just\b)[a-z]+)?)"
_TOLD = (
    r"(?:i|we|he|she|they|(?:my|our) [a-z]+)(?:'m|'re|'s|'ll|'ve| am| are| is| will| have)?"
    r" (?:(?:still|just|also|really|going to|about to|not|busy|yet)[ ])*[a-z]+(?: (?:to )?(?:use|using|with|from|have"
    r"|need|want|drink|drinking|eat|read|reading))?"
    rf" (?P<np>(?:the|my|that) [a-z]+) (?:that is |that's |over )?(?:from|on|in|off|at|out of) {_PLACE}"
    r"(?: (?:for|so|and|right|at|to|now|still|just)\b[^,.;!?]{0,40})?"
)
_IT = r"(?:that|it|this)(?: one)?"
_WHERE = (
    r"(?: (?:there|right there|where (?:it|that) is|as it is|alone|be|out"
    r"|(?:on|in) (?:the|my|our) [a-z]+(?: (?!please)[a-z]+)?))?"
)
_STAYS = (
    rf"(?:(?:please |just |you can |do )*(?:leave|keep) {_IT}"
    rf"|{_IT} (?:(?:should|must|can|has to|needs to|ought to|is to|may|will|had better) )?(?:just |please )?stays?)"
)
_LEFT = re.compile(
    r"^(?:(?:oh|ah|wait|no|hang on|hold on|hey|sorry|actually|but|and)\b[ ,.!]*)*"
    rf"{_TOLD} ?(?:[,.;:!-]+ ?(?:(?:so|and|please)[ ,]+)*|(?:so|and) ){_STAYS}{_WHERE}"
    r"(?:[ ,]+(?:please|though|then))*[ .!]*$"
)
_WANTED = re.compile(
    r"(?P<kept>\b(?:leave|keep|spare|save) (?!it\b|them\b|this\b|that\b|those\b)[a-z']+(?: [a-z']+){0,7}?)"
    r"(?:,|,? (?:because|cos|since|as|so|so that))"
    rf" (?:they|he|she|(?:(?:the|my|our) )?(?:{PEOPLE}))(?:'ll|'d)?"
    r"(?: (?:will|would|might|may|can|always|also|still|only|all|are going to|is going to|are bound to))*"
    r" (?:be )?(?:wants?|wanting|needs?|needing|likes?|loves?|have|fancy|fancies|asks? for|asked for|ordered)"
    r" (?!to\b)(?![^,.;!?]*\b(?:first|now|please|instead|too)\b)[^,.;!?]{1,60}(?=[.!;]|$)"
)
"""What is left over, and who wants something of which it is the reason, and no request."""


_CALLED_OFF = (
    r"(?:stop(?: (?:it|that|this))?|never ?mind(?: (?:it|that|this))?|(?:forget|scrap|cancel|drop) (?:it|that|this)"
    r"|(?:i|we)(?:'ve| have) changed my mind|change of plans?)"
)
_LEFT_SOMEWHERE = re.compile(
    r"^(?P<off>(?:(?:oh|ah|no|wait|hang on|hold on|hey|sorry|actually|please|robot)\b[ ,.!]*)*"
    rf"{_CALLED_OFF})(?:,? please)? ?[,.;:!-]+ ?(?:(?:and|just|please|you can)[ ,]+)*(?:leave|keep)"
    r" (?:(?P<many>them|those|these)|it|this|that)(?: (?:one|down|over|there))?"
    r" (?P<where>(?:in|on) (?:the|my|our) [a-z]+(?: (?!please|for|then|instead|though)[a-z]+)?)"
    r"(?:[ ,]+(?:please|for now|then|instead|though))*[ .!]*$"
)
"""Where a thing is to be that is being worked on, said with the work called off: it may be in the hand."""


_NOT_PUT_AWAY = re.compile(
    r"^(?:(?:oh|ah|no|nope|hm+|wait|stop|hang on|hold on|hey|sorry|actually|please|robot|but)\b[ ,.!]*)*"
    r"(?:(?:don't|do not|you (?:needn't|don't have to)) (?:put|pack|move|take|tidy|stow|clear|store|stash|stick|lock)"
    r"(?: away| up)? (?P<np>(?:all )?(?:the|my|our) [a-z]+(?: (?!away\b|in\b|up\b|back\b|any|there\b|off\b)[a-z]+)?)"
    r"(?: (?:away|in there|in|up|back|anywhere|there|off))*|not (?P<not>(?:the|my|our) [a-z]+(?: [a-z]+)??))"
    r"(?:,? please)? ?[,.;:!-]+ ?(?:(?:and|but|just|please|you can|rather)[ ,]+)*(?:leave|keep) "
    r"(?:them|those|these)(?: all)?(?: (?:out|down|over|there))? "
    r"(?P<where>(?:in|on) (?:the|my|our) [a-z]+(?: (?!please|for|then|though)[a-z]+)?)"
    r"(?:[ ,]+(?:please|for now|then|instead|though))*[ .!]*$"
)
"""What is not to be put away, all of it, and where it is to be instead: "don't put the pens away, leave those on …"."""


def put_where_left(text: str, tasks: Sequence[Errand]) -> str:
    """A calling-off with what is to be left somewhere put there; the same where it says nothing of that kind.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    kept = _NOT_PUT_AWAY.match(text)
    things = (kept["np"] or kept["not"]) if kept is not None else ""
    if kept is not None and _is_at_hand(things, tasks) and _kind(kept["where"].split(" ", 1)[1]):
        return f"put {things} {kept['where']} instead"
    found = _LEFT_SOMEWHERE.match(text)
    named = read_named(words_of(found["where"])[1:]) if found else None
    if found is None or named is None or not named.word or named.pronoun:
        return text
    return f"{found['off']}. put {'them' if found['many'] else 'it'} {found['where']}"


def _kind(said: str) -> str:
    """The type or class that is named by nothing but these words; "" for none."""
    words = words_of(said)
    named = read_named(words)
    return named.word if named is not None and named.end == len(words) else ""


def _is_at_hand(said: str, tasks: Sequence[Errand]) -> bool:
    """Whether words name things that are to be brought somewhere."""
    kinds = {
        kind for task in tasks if is_placing(task) for word in made_of(task) for kind in (word, *types_named(word))
    }
    word = _kind(said)
    return bool({word, *types_named(word)} & kinds) if word else False


def the_one_left(text: str) -> str:
    """A remark with the thing named that is to stay where it is; the same where it says nothing of that kind.

    Args:
        text: A tidied remark.
    """
    text = _WANTED.sub(lambda said: said["kept"], text)
    found = _LEFT.match(text)
    if found is None:
        return text
    named = [read_named(words_of(found["np"])), read_named(["the", *words_of(found["place"])])]
    if any(one is None or not one.word or one.pronoun for one in named) or named[1] is None:
        return text
    at = "in" if put_in(named[1].word) else "on"
    return f"leave {found['np']} that is {at} the {found['place']}"
