"""What somebody wants with an utterance: an answer, a rule, a deed, to put something right, or just to talk.

Rules, tried in order on the words; what no rule knows is taken for a question when it looks like one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

INTENTS = ("question", "feedback", "command", "correction", "chat")

_HELLO = r"(hi|hello|hey|good (morning|afternoon|evening|day)|howdy)( there| robot| homebody)*"
_BYE = r"(bye|goodbye|good ?bye|see you|good night|quit|exit|that('s| is) all|i('m| am) done)( for now| later| robot)*"
_THANKS = r"(thanks|thank you|thx|cheers)( a lot| very much| so much| robot)*|well done|good job|great|nice|cool|fine"
_HOW = r"how are you( doing| today)*|how('s| is) it going|what('s| is) up"
_WHO = r"(who|what) are you|what('s| is) your name"
_HELP = r"help|what can (you do|i (ask|say))( for me)?|how does this work"
_YES = r"(yes|yep|yeah|sure|do it|please do|go ahead|ok|okay)( please)?"

#: Kind of utterance → its shape, on lower-case words without the final mark.
_SHAPES = (
    ("take back", r"(please )?(i )?(take (that|it|this) back|undo (that|it|this)|scratch that|revoke (that|it)|"
                  r"(forget|never ?mind|ignore) (what|that) i (just )?said|(remove|drop|forget) (that|the last) rule)"
                  r"( please| again)?"),
    ("rules", r"(what|which things?|so what)( all)? (have|did|do|should|must|will) you (just |now |already )?"
              r"(learn(ed|t)?|have to remember|need to remember|always remember|never remember|not remember)\b.*"),
    ("rules", r"((what|which) (are|were) |(show|tell|list)( me)? |and )?(the|your|my|all)( \w+)? rules"
              r"( now| about.*)?|what rules (do you have|are there)"),
    ("erase", r"(please )?(erase|delete|wipe)( out)? (everything|all|anything|what you know)?( you know| that)?"
              r" ?(about|of|on|with)? ?(?P<about>.+)"),
    ("yes", _YES), ("no", r"(no|nope|don't|do not|stop|better not|no thanks|no thank you)( please)?"),
    ("hello", _HELLO), ("bye", _BYE), ("thanks", _THANKS), ("how", _HOW), ("who", _WHO), ("help", _HELP),
)  # fmt: skip
_COMPILED = tuple((kind, re.compile(shape)) for kind, shape in _SHAPES)

_MEMORY = re.compile(
    r"\b(un|ir)?(important|relevant)\b|\b(remember|memori[sz]e|keep (track|in mind|a record)|bear in mind"
    r"|note down|good to know|useful to know|no need to know)\b"
    r"|\bforget(ting)? (about |it\b|that\b|the |when|where|what|which|who)|\bshould have (known|kept)\b"
    r"|\bwish you (had |still )?(knew|known|remembered|kept)\b|\bwould have been (nice|useful)\b"
)
_ASKS_MEMORY = re.compile(
    r"^(do|did|can|could|don't|didn't|why|what|when|where|which|who|how|will|would)\b.*\bremember\b"
)
_CORRECTS = re.compile(
    r"^(no\b|nope\b|not (the|a|my|in|on|at|yesterday|today)\b|wrong\b|that('s| is| was) (wrong|not)\b|(sorry,? )?i mean"
    r"(t)?\b|actually\b|rather\b)"
)
_QUESTION = re.compile(
    r"^(so |and |but |ok |okay |well )*(what|when|where|which|who|whom|whose|why|how|did|do|does|have|has|had|is|are|"
    r"was|were|am|list|describe|tell me|summari[sz]e|recap|report|remind me|show me|name|say)\b"
)
_ASKED = re.compile(
    r"^(can|could|will|would) (you|i)( please)? (tell|remind|show|say|list|describe|remember|recall|explain|ask|see)\b"
)
_DEEDS = """
add arrange boil bring brew carry clean clear close cook cut do drop empty fetch fill find get give go grab heat help
make move open pick place pour prepare put rinse serve set slice start stop store switch take tidy toast turn wash
water wipe
"""
_COMMAND = re.compile(
    r"^(please |robot |now |then |and |hey )*((can|could|will|would) you (please )?|i (want|need|would like) you to |"
    r"you (should|must|have to) )?(please )?("
    + "|".join(_DEEDS.split())
    + r")\b(?<!\bdo)|^(please )?do (?!you\b|i\b|we\b|they\b)"
)


@dataclass(frozen=True)
class Reading:
    """An utterance, understood.

    Attributes:
        intent: One of ``INTENTS``.
        kind: Which of that intent: ``take back``, ``rules``, ``erase``, ``why``, ``follow``, ``hello``, …; or "".
        about: What it is about, for ``erase``.
        question: What is asked, as a question that stands for itself; "" leaves that to ``agent.dialogue.corrections``.
        reply: What to say, for small talk; "" for one of the usual replies.
    """

    intent: str
    kind: str = ""
    about: str = ""
    question: str = ""
    reply: str = ""


@dataclass(frozen=True)
class Context:
    """What an utterance can lean on.

    Attributes:
        question: The last question that was answered, standing for itself; "" when none was.
        answer: Its answer.
        learned: What was last learned from the user in this conversation, "" when nothing was since the last question.
    """

    question: str = ""
    answer: str = ""
    learned: str = ""

    @property
    def asked(self) -> bool:
        """Whether there is anything to lean on."""
        return bool(self.question or self.learned)


class Reader(Protocol):
    """Tells what somebody wants with an utterance."""

    def read(self, utterance: str, context: Context) -> Reading:
        """What an utterance is; never fails."""
        ...


class WordReader:
    """Goes by rules on the words."""

    def read(self, utterance: str, context: Context) -> Reading:
        """As the function ``read``."""
        return read(utterance, context.asked)


_INTENT = {"take back": "correction", "rules": "question", "erase": "command"}
_WHY = re.compile(r"^(but |and |so )*(why( not)?|how come|how so|why is that( so)?|what makes you say that)$")
_WHY_FORGOT = re.compile(
    r"^(but |and |so )*why (don't|do not|didn't|did not|can't|can not|cannot) you (remember|know)( (that|it|this))?$"
)
_FOLLOW = re.compile(r"^(and|or|but|what about|how about|what of|then)\b")
_BARE = re.compile(r"^(and )?(when|where|how often|how many times|which ones?|what else)$")


def plain(utterance: str) -> str:
    """An utterance in lower case, with single blanks and without marks at its end."""
    return re.sub(r"[\s.!?,;:]+$", "", " ".join(utterance.lower().replace("’", "'").split()))


def read(utterance: str, asked: bool = False) -> Reading:
    """What an utterance is.

    Args:
        utterance: What was said.
        asked: Whether a question was asked before, to which it can refer.
    """
    text = plain(utterance)
    if not text:
        return Reading("chat", "nothing")
    for kind, shape in _COMPILED:
        found = shape.fullmatch(re.sub(r"[,;]", "", text))
        if found:
            return Reading(_INTENT.get(kind, "chat"), kind, found.groupdict().get("about") or "")
    if asked and (_WHY.match(text) or _WHY_FORGOT.match(text)):
        return Reading("question", "why")
    if _MEMORY.search(text) and not _ASKS_MEMORY.match(text):
        return Reading("feedback")
    if _CORRECTS.match(text):
        return Reading("correction")
    question = utterance.rstrip().endswith("?")
    if asked and (_BARE.match(text) or (_FOLLOW.match(text) and (question or len(text.split()) <= 5))):
        return Reading("question", "follow")
    if _ASKED.match(text) or (_QUESTION.match(text) and not _COMMAND.match(text)):
        return Reading("question")
    if _COMMAND.match(text):
        return Reading("command")
    return Reading("question") if question else Reading("chat", "unknown")
