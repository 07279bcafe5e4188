"""What somebody wants with an utterance: an answer, a rule, a deed, to put something right, or just to talk.

Rules, tried in order on the words; what no rule knows is taken for a question when it looks like one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from envs.vocabulary.data import english

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
    ("erase", r"(please )?(forget|erase|delete|wipe)( out)? (?P<about>everything|all)( you (know|have seen|remember))?"
              r"( please| again| now)?"),
    ("rules", r"((what|which) (are|were) |(show|tell|list)( me)? |and )?(the|your|my|all)( \w+)? rules"
              r"( now| about.*)?|(what|which) rules (do you (have|know|follow|go by)|are there)( now)?"),
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
    r"|.*\b(do|don't|can|can't|did) you (still |even |not )?remember( that| it| this)?$"
)
_YOU_REMEMBER = re.compile(
    r"^(?:(?:so|and|but|oh|hey|well|surely),? )*(?:(?:do|don't|did|can|could|surely) )?you "
    r"(?:still |even |also |surely |do |must |should |will )?(?:remember|recall|recollect)\b"
)
"""What somebody says who asks whether something is remembered."""
_ORDERS = re.compile(
    r"^(?:(?:please|and|so|also|ok|okay|robot|hey|now|then),? )*(?:remember|memori[sz]e|note|keep|bear|forget|don't"
    r"|do not|never|always|from now on|in future"
    r"|you (?:should|must|can|may|need|have|don't|do not|shouldn't|mustn't))\b|\b(?:from now on|always|never)\b"
)
"""What tells to remember or to forget, also where it ends in a question: "remember that mug, will you?"."""
_RECALLED = re.compile(
    r"^.{3,}[,;:.!-] ?(?:do |don't |can |can't |did )?(?:you )?(?:still )?(?:remember|recall)(?: that| it| this)?$"
)
"""Something that was, with the question whether it is remembered behind it."""
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
_COMMAND = re.compile(
    r"^(please |robot |now |then |and |hey )*((can|could|will|would) you (please )?|i (want|need|would like) you to |"
    r"you (should|must|have to) )?(please )?("
    + "|".join(english("verbs.yaml")["commands"])
    + r")\b(?<!\bdo)|^(please )?do (?!you\b|i\b|we\b|they\b)"
)


@dataclass(frozen=True)
class UtteranceReading:
    """An utterance, understood.

    Attributes:
        intent: One of ``INTENTS``.
        kind: Which of that intent: ``take back``, ``rules``, ``erase``, ``fact``, ``untold``, ``why``, ``follow``,
            ``hello``, …; or "".
        about: What it is about, for ``erase``; what is told, for ``fact``; which fact holds no longer, for ``untold``.
        question: What is asked, as a question that stands for itself; "" leaves that to ``agent.dialogue.corrections``.
        reply: What to say, for small talk; "" for one of the usual replies.
        corrects: Whether a ``fact`` is told to put right what was told before.
    """

    intent: str
    kind: str = ""
    about: str = ""
    question: str = ""
    reply: str = ""
    corrects: bool = False


@dataclass(frozen=True)
class DialogueContext:
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


class IntentReader(Protocol):
    """Tells what somebody wants with an utterance."""

    def read(self, utterance: str, context: DialogueContext) -> UtteranceReading:
        """What an utterance is; never fails."""
        ...


class WordReader:
    """Goes by rules on the words."""

    def read(self, utterance: str, context: DialogueContext) -> UtteranceReading:
        """As the function ``read``."""
        return read(utterance, context.asked)


# "Remember that the key is in the drawer" tells a fact; "remember that mug" asks to remember a thing.
_FACT_VERB = (
    r"(is|are|was|were|isn't|aren't|has|have|lies|belongs?|hangs?|stands?|lives?|sits?|stays?|goes|likes?|loves?|hates?"
    r"|prefers?|drinks?|eats?|owns?|works?|means|costs|comes|am|can|can't|cannot|must|always|never|doesn't|does not)"
)
_TOLD = re.compile(
    r"^(?:please |robot |so |and |also |ok |okay )*"
    r"(?:(?:remember|note|bear in mind|keep in mind|don't forget|do not forget"
    r"|never forget|be aware|know|i want you to (?:know|remember)|you should know|let me tell you|just so you know|fyi)"
    rf"(?: this)?,?:? that|fyi|just so you know|for your information),?:? (?P<fact>.+? {_FACT_VERB}\b.+)$"
)
_STATED = re.compile(
    r"^(?:and |also |by the way |well )*(?P<fact>(?:(?:my|our|his|her|their|the|a|an|your|[a-z]+'s) [\w' -]+? "
    rf"{_FACT_VERB} \S.*|i (?:like|love|hate|prefer|drink|eat|am allergic|am called|am a|always|never|usually"
    r"|(?:no longer|do not|don't) (?:like|love|hate|prefer|drink|eat|live|work|own|have)|am no longer)\b.+"
    r"|(?!that |this |it |you |we |they |there |he |she |who |what |where |when |why |how |which |nothing |everything )"
    r"[a-z]+ (?:is|has|likes|loves|hates|prefers|drinks|eats|owns|lives|works|is allergic)\b.+))$"
)
_PUT_RIGHT = re.compile(
    r"^(?:(?:no(?! (?:longer|more|one)\b)|nope|sorry|actually|correction|rather|wait|oh|well|i was wrong|i mean|i meant"
    r"|(?:that(?:'s| is| was) |it(?:'s| is) )?(?:wrong|not (?:true|right|so)))\b[,.;:! -]+)+"
)
"""How somebody begins who puts right what was told: "no, my birthday is on 4 May"."""
_MEANT = re.compile(r"\bi (?:only |really |just )?(?:meant|mean|wanted|want|asked|was asking|was after|am after)\b")
"""What puts right a question and tells nothing: "oh, the loaf is what I wanted"."""
_JUDGES = re.compile(r"\b(un|ir)?(important|relevant)\b|\b(wrong|right|correct|all|enough|fine|ok|okay|good|bad|done)$")
_UNTOLD = re.compile(
    r"^(?:please )?forget (?:that |what i (?:told|said)(?: to)?(?: you)? about |about )(?P<fact>.+)$"
    r"|^it(?:'s| is) (?:not true|no longer true|not so)(?: any ?more)? that (?P<other>.+)$"
)

_INTENT = {"take back": "correction", "rules": "question", "erase": "command"}
_WHY = re.compile(r"^(but |and |so )*(why( not)?|how come|how so|why is that( so)?|what makes you say that)$")
_WHY_FORGOT = re.compile(
    r"^(but |and |so )*why (don't|do not|didn't|did not|can't|can not|cannot) you (remember|know)( (that|it|this))?$"
)
_FOLLOW = re.compile(r"^(and|or|but|what about|how about|what of|then)\b")
_ASIDE = re.compile(
    r"^(?:(?:oh|and)\b[ ,]*)*(?:btw|by the way|incidentally)\b[ ,:]+"
    r"(?=(?:do|does|is|are|have|has|did|was|were|what|where|how)\b)"
)
_BARE = re.compile(r"^(and )?(when|where|how often|how many times|which ones?|what else)$")


def plain(utterance: str) -> str:
    """An utterance in lower case, with single blanks and without marks at its end."""
    return re.sub(r"[\s.!?,;:]+$", "", " ".join(utterance.lower().replace("’", "'").split()))


def read(utterance: str, asked: bool = False) -> UtteranceReading:
    """What an utterance is.

    Args:
        utterance: What was said.
        asked: Whether a question was asked before, to which it can refer.
    """
    text = _ASIDE.sub("", plain(utterance))
    if not text:
        return UtteranceReading("chat", "nothing")
    for kind, shape in _COMPILED:
        found = shape.fullmatch(re.sub(r"[,;]", "", text))
        if found:
            return UtteranceReading(_INTENT.get(kind, "chat"), kind, found.groupdict().get("about") or "")
    if asked and (_WHY.match(text) or _WHY_FORGOT.match(text)):
        return UtteranceReading("question", "why")
    fact = _fact(text, utterance)
    if fact is not None:
        return fact
    if _MEMORY.search(text) and not _ASKS_MEMORY.match(text) and not _asks(text, utterance):
        return UtteranceReading("feedback")
    if _CORRECTS.match(text):
        return UtteranceReading("correction")
    question = utterance.rstrip().endswith("?")
    if asked and (_BARE.match(text) or (_FOLLOW.match(text) and (question or len(text.split()) <= 5))):
        return UtteranceReading("question", "follow")
    if _ASKED.match(text) or (_QUESTION.match(text) and not _COMMAND.match(text)):
        return UtteranceReading("question")
    if _COMMAND.match(text):
        return UtteranceReading("command")
    return UtteranceReading("question") if question else UtteranceReading("chat", "unknown")


def _asks(text: str, utterance: str) -> bool:
    """Whether words of remembering ask rather than tell what to remember."""
    if _RECALLED.match(text):
        return True
    ordered = _ORDERS.search(text) is not None
    if _YOU_REMEMBER.match(text):
        return utterance.rstrip().endswith("?") or not re.search(r"\b(?:from now on|always|never|must|should)\b", text)
    return utterance.rstrip().endswith("?") and not ordered


def _fact(text: str, utterance: str) -> UtteranceReading | None:
    """Something told as a fact, or that it holds no longer; None when it is neither."""
    words = " ".join(utterance.replace("’", "'").split()).rstrip(" .!,;:")
    if words.endswith("?"):
        return None
    gone = _UNTOLD.match(text)
    if gone:
        about = gone["fact"] or gone["other"]
        return UtteranceReading("feedback", "untold", words[len(words) - len(about) :])
    led = _PUT_RIGHT.match(text)
    text = text[led.end() :] if led else text
    if led and _MEANT.search(text):
        return None
    asked = _TOLD.match(text)
    told = asked or (
        None if _JUDGES.search(text) or _MEMORY.search(text) or _COMMAND.match(text) else _STATED.match(text)
    )
    if told is None or (asked and re.search(r"\b(un|ir)?(important|relevant)\b", text)):
        return None
    about = words[len(words) - len(told["fact"]) :]
    return UtteranceReading("feedback", "fact", about, corrects=led is not None)
