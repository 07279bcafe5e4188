"""On what condition something is asked for: "if there is no milk, …", "unless the fridge is open", "otherwise …"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from agent.planning.terms import OnlyIf
from agent.requests.terms.facts import made_up, read_conditions
from agent.requests.words.clauses import leading_verb, starts_request, words_of
from agent.requests.words.nouns import STATES, mentioned, read_named
from agent.requests.words.utterances import sentences
from envs.vocabulary.english import located

_IF = r"(?:but |and |so )*(?P<word>only if|if|unless|in case|provided(?: that)?|as long as|assuming|supposing)"
_FIRST = re.compile(rf"^{_IF} (?P<what>.+?)(?:, (?:then )?| then )(?P<rest>.+)$")
_BARE = re.compile(rf"^{_IF} (?P<what>.+)$")
_LAST = re.compile(rf"^(?P<rest>.+?),? (?:but )?{_IF} (?P<what>.+)$")
_ELSE = re.compile(
    r"(?:^|,? |; )(?:otherwise|(?:or )?else|if not|if there(?: is|'s|'re| are)(?:n't| not|none))\b,? *(?P<rest>.+)$"
)
_COURTESY = re.compile(
    r"^(?:possible|you (?:can|could|would|don't mind|do not mind|please|want|like|have time|get a chance|have a moment)"
    r"(?: .{0,20})?|it(?:'s| is) (?:possible|ok|okay|not too much.*|no trouble)"
    r"|it(?: isn't| is not|'s not) too much(?: trouble| bother| to ask)?"
    r"|you have (?:such a thing|one|some|any)|there is (?:one|any|some)|you please"
    r"|that(?:'s| is) (?:ok|okay|alright|fine))$"
)


@dataclass(frozen=True)
class ConditionalPart:
    """A part of an utterance and on what condition it is asked for.

    Attributes:
        text: The request.
        only: The condition; None where there is none.
        unread: A condition that was not understood, in its words; "" where there is none.
        leads: Whether the condition is said before the request.
        also: What has to be so beside that.
    """

    text: str
    only: OnlyIf | None = None
    unread: str = ""
    leads: bool = False
    also: tuple[OnlyIf, ...] = ()


_CHECKED = re.compile(
    r"^.*?\b(?:check|see|verify|look|make sure|find out|tell me)(?: if| whether| that)? (?P<what>.+?),? (?:and |or )?"
    r"if (?P<turn>not|so)\b,? (?P<rest>.+)$"
)
_CHECKED_BEHIND = re.compile(
    r"^.*?\b(?:check|see|verify|look|find out)(?: if| whether) (?P<what>.+?),? (?:and |then )(?P<rest>[^,]+?),? "
    r"(?P<turn>if (?:it|they|there) (?:is|are|isn't|aren't|is not|are not)|if so|if not)$"
)
HOW_BEHIND = rf"[^?]* (?:{'|'.join(STATES)}|on|off)"
"""How things are, behind the place where they are: "is the pot on the stove empty?"."""
_SHOULD = re.compile(r"^should (?P<np>.+?) be (?P<how>[^,]+), (?P<rest>.+)$")
_FIRST_ASKED = re.compile(
    r"^(?P<be>is|are) (?:there (?P<what>[^?]+)|(?P<np>(?:the|a|an|my|any|your|our|both|all) [^?]+?) "
    rf"(?P<how>(?:(?:in|on|inside|next to|near|at) (?!{HOW_BEHIND}\?)|still |already |not )[^?]+|\w+))\? *"
    r"(?:(?:fine|good|great|ok|okay|perfect|never mind|leave it)(?: if so| then)?[.!,] *)?"
    r"(?P<turn>if so|if yes|then|in that case|if (?:it|they|there)(?:'s|'re| is| are)(?: (?P=how))?"
    r"|if not|otherwise|if no|if (?:it|they|there) (?:isn't|aren't|is not|are not))\b,? *(?P<rest>[^.!?]+)"
)
_THEN_IF = re.compile(
    r"\? *(?P<rest>[^.!?,]+?),? (?P<turn>if (?:it|they|there) (?:is|are|isn't|aren't|is not|are not)|if so|if not)\b"
    r"(?= *[.!?]|$)"
)
_IN_THAT_CASE = re.compile(
    r"\bunless (?P<what>(?:it|they|the [a-z]+(?: [a-z]+)?)(?:'s|'re| is| are) [^.,;!?]+)[.,;!] (?:and |but )?"
    r"(?:if so|if (?:it|they) (?:is|are)(?=,| then\b)),? (?:then )?(?=[a-z])"
)


def _in_full(found: re.Match[str]) -> str:
    """The exception said again: "unless it is dirty. In that case …" → "unless it is dirty. If it is dirty, …"."""
    return f"unless {found['what']}. if {found['what']}, "


_NOT_SO = ("if not", "otherwise", "if no", "if it isn't", "if it is not", "if there isn't", "if there is not")


def asked_first(text: str) -> str:
    """A question and what is to be done then as one condition: "is there any bread left? if so, toast a slice"."""
    text = _IN_THAT_CASE.sub(_in_full, text)
    text = _THEN_IF.sub(r"? \g<turn>, \g<rest>", text) if text.startswith(("is ", "are ")) else text
    found = _FIRST_ASKED.match(text)
    if found is None:
        return text
    what = f"there {found['be']} {found['what']}" if found["what"] else f"{found['np']} {found['be']} {found['how']}"
    no = found["turn"] in _NOT_SO or "n't" in found["turn"] or " not" in found["turn"]
    return f"{'unless' if no else 'if'} {what}, {found['rest']}{text[found.end() :]}"


def _checked(sentence: str) -> str:
    """As one condition: "check if the stove is off and if not, switch it off", "should the lamp be on, …"."""
    should = _SHOULD.match(sentence)
    if should:
        return f"if {should['np']} is {should['how']}, {should['rest']}"
    found = _CHECKED.match(sentence) or _CHECKED_BEHIND.match(sentence)
    if found is None or not (found.re is _CHECKED or starts_request(found["rest"])):
        return sentence
    no = "not" in found["turn"] or "n't" in found["turn"]
    return f"{'unless' if no else 'if'} {found['what']}, {found['rest']}"


_ORDER = re.compile(
    r"^(?P<when>(?:and |but )?(?:then|after (?:that|this)|afterwards|first)(?:, | ))(?P<rest>(?:only if|if|unless) .+)$"
)


_LOOKS = re.compile(
    r"^(?:(?:so|please|just|go|and) )*(?:have|take) a (?:quick |good )?look(?: around| round| first)*,? (?:and )?"
    r"(?=(?:only )?(?:if|unless)\b)"
)
"""A condition is looked at in any case."""
_JOINT = re.compile(r"(?:,? (?:and then|and|but|then)\b,?|[,;]) ")
_OWN = re.compile(
    r"(?:only if|if|unless) (?!(?:not|so)\b)(?!(?:it|they|there)(?: is|'s|'re| are)(?:n't| not| none)(?:,| then\b))"
)


def _two_cases(sentence: str) -> tuple[str, str]:
    """What is asked for, and what else under a condition of its own; empty where that is not said.

    As in "open it if it is shut and shut it if it is open", "wash the mug, and if the pan is dirty wash it".
    """
    for joint in _JOINT.finditer(sentence):
        first, behind = sentence[: joint.start()].strip(" ,"), sentence[joint.end() :]
        own = _OWN.match(behind)
        told = _FIRST.match(behind) if own else None
        leads = own and (starts_request(told["rest"]) if told else _without_comma(behind) is not None)
        ends = (
            not own and starts_request(behind) and all(re.search(rf" {_OWN.pattern}", one) for one in (first, behind))
        )
        if _asks(first) and (leads or ends):
            return first, behind
    return "", ""


def _asks(text: str) -> bool:
    """Whether words ask for something, or ask for it on a condition."""
    return starts_request(text) or bool(_FIRST.match(text)) or _without_comma(text) is not None


def supposes(text: str) -> bool:
    """Whether something is asked for only on a condition: then what is supposed is no trouble that is told."""
    return any(part.only is not None or part.unread for one in sentences(text) for part in conditional(one))


def conditional(sentence: str) -> list[ConditionalPart]:
    """Take a sentence apart into what is asked for on which condition."""
    sentence = _LOOKS.sub("", sentence)
    order = _ORDER.match(sentence)
    if order is not None:
        return [replace(one, text=f"{order['when']}{one.text}") for one in conditional(order["rest"])]
    first, behind = _two_cases(sentence)
    if behind:
        return [*conditional(first), *conditional(behind)]
    if is_bare(sentence):
        return [ConditionalPart("", unread="" if is_polite(sentence) else sentence)]
    sentence = _checked(sentence)
    found = _FIRST.match(sentence)
    if found is None or not read_conditions(_filled(found["what"], found["rest"]), True):
        found = _without_comma(sentence) or found or _LAST.match(sentence)
    if found is None:
        return [ConditionalPart(sentence)]
    what, rest, word = _as_said(found["what"]), found["rest"].strip(" ,"), found["word"]
    if _COURTESY.match(what):
        return conditional(rest)
    if re.match(r"^(?:so|not)\b(?! (?:all|both|every|each)\b)", what) or not rest:
        return [ConditionalPart(sentence)]
    rest, other = _otherwise(rest)
    if not other and found.re is _LAST:
        what, other = _otherwise(what)
    meant = _filled(what, rest)
    read = read_conditions(_of_all(meant, rest, word), holds=word != "unless")
    inner = f"{word} {what}"
    if (
        not read and found.re is _LAST and _without_comma(inner) is not None
    ):  # "have a look, and if it is dirty wash it"
        return [ConditionalPart(re.sub(r",? (?:and|but)$", "", rest)), *conditional(inner)]
    if not read:
        return [
            ConditionalPart(rest, unread=f"{word} {what}"),
            *([ConditionalPart(other, unread=f"{'if' if word == 'unless' else 'unless'} {what}")] if other else []),
        ]
    only, *also = read
    parts = [ConditionalPart(re.sub(r",? (?:and|but)$", "", rest), only, "", found.re is not _LAST, tuple(also))]
    if other and also:
        parts.append(ConditionalPart(other, unread="otherwise"))
    elif other:
        parts.append(ConditionalPart(other, opposite(only)))
    return parts


def _as_said(what: str) -> str:
    """A condition without what tells nothing of how things are: "the bread's still out on the table, please"."""
    return _OUT.sub("", _IS.sub(r"\1 is ", _KINDLY.sub("", what))).strip(" ,")


_IS = re.compile(
    r"^((?:the|my|our|that) [a-z]+(?: [a-z]+)?)'s (?=(?:still|out|in|on|not|lying|sitting|standing|already)\b)"
)
_OUT = re.compile(r"\b(?:still )?(?:out|over|lying|sitting|standing)(?: around| about)? (?=(?:in|on) (?:the|my|our)\b)")
_KINDLY = re.compile(r"(?:,? (?:please|thanks|thank you|thx|again|by any chance|by chance))+$")
_NO_END = r"(?<!\ba)(?<!\ban)(?<!\bthe)(?<!\bno)(?<!\bany)(?<!\bis)(?<!\bare)"
"""What a condition does not end with: "a clean mug" asks for nothing."""


def is_bare(sentence: str) -> bool:
    """Whether a sentence is nothing but a condition: of what was said before it, "but only if it is dirty"."""
    bare = _BARE.match(sentence)
    if bare is None or "," in sentence or " then " in sentence or re.match(r"(?:so|not|only)\b", bare["what"]):
        return False
    behind = (sentence[blank.end() :] for blank in re.finditer(rf"{_NO_END} ", sentence))
    return not any(" " in rest and _begins(rest) for rest in behind)


_LEFT_AS_IT_IS = re.compile(
    r"^(?:do )?(?:leave|skip|keep|spare|ignore|forget|let) (?:about )?(?:it|them|that|those|this|the|my)\b"
    r"|^(?:it|they|that) (?:can|may|should|shall) (?:stay|remain|be left|wait)\b|^(?:there(?:'s| is) )?no need\b"
    r"|^you (?:needn't|need not|(?:don't|do not) (?:need|have) to|need(?: to)? do nothing)\b"
)
_HOW = re.compile(r"^[a-z]+ (?:already|now|yet|still|enough|anyway|though|too|again|anyhow)$")
"""How things are, as a condition ends: "unless it's clean already" asks for no cleaning."""


def _begins(rest: str) -> bool:
    """Whether words behind a condition ask for something, or to leave something as it is."""
    return (starts_request(rest) and not _HOW.match(rest)) or bool(_LEFT_AS_IT_IS.match(rest))


def is_polite(sentence: str) -> bool:
    """Whether a condition is mere politeness: "if you like"."""
    bare = _BARE.match(sentence)
    return bare is not None and bool(_COURTESY.match(bare["what"]))


def opposite(only: OnlyIf) -> OnlyIf:
    """The condition that holds when another one does not."""
    turned = (
        only.words.replace("if ", "unless ", 1)
        if only.words.startswith("if ")
        else only.words.replace("unless ", "if ", 1)
    )
    return replace(only, holds=not only.holds, words=turned)


def alternative(sentence: str) -> str:
    """What a sentence asks for in the other case ("otherwise make tea"), "" when it is no such sentence."""
    found = _OTHER_CASE.match(sentence)
    return found["rest"] if found else ""


_OTHER_CASE = re.compile(
    r"^(?:and |but )?(?:otherwise|if not|or else|else|if (?:it|they|there) (?:isn't|aren't|is not|are not)"
    r"(?=,| then\b))"
    r"\b,? *(?:then )?(?P<rest>.+)$"
)


def _filled(what: str, rest: str) -> str:
    """A condition with what its pronouns mean: of "put the egg in the fridge unless it is already there"."""
    words = words_of(rest)
    verb = 1 if leading_verb(rest) else 0  # "switch on the lamp" names no switch
    named = [one for at in range(verb, len(words)) if (one := read_named(words, at)) is not None and one.word]
    pronoun = re.search(r"\b(?:it|them)\b", rest)
    if not named or (pronoun and 0 <= pronoun.start() < rest.find(named[0].text)):  # it is what was spoken of before
        return what
    of = rf"\g<of> of the {re.sub(r'^(?:the|a|an|all the) ', '', named[0].text)}"
    what = re.sub(r"^(?P<of>any|some|one|none|all|both)(?: of (?:them|these|those|it))?(?= (?:is|are)\b)", of, what)
    what = re.sub(
        r"^(?:it|they|that one|this one|that)(?=\b)", f"the {re.sub(r'^(?:the|a|an) ', '', named[0].text)}", what
    )
    return re.sub(r"\bthere$", located(named[-1].word), what) if len(named) > 1 else what


_SEVERAL = re.compile(r"^(?P<np>(?:the|my|our|these|those) [a-z ]+?)(?: are| is|'s) (?!not\b)[a-z ]+$")


def _of_all(what: str, rest: str, word: str) -> str:
    """A condition on several things, of all of them: unless they are clean they are washed, if one is not.

    "If the plates are dirty, wash them" is about those that are.
    """
    what = _BY_NOW.sub("", what)
    found = _SEVERAL.match(what)
    words = words_of(found["np"]) if found else []
    named = read_named(words) if found else None
    several = named is not None and (named.every or (made_up(named.word) and what.endswith((" off", " cold"))))
    if named is None or named.end < len(words) or not several:
        return what
    bring_about = word == "unless" and starts_request(rest) and re.search(r"\b(?:on|open|light)\b", rest)
    if not bring_about and any(what.endswith(f" {state}") for state in _SHOWS):
        return what
    if not named.every:
        return f"all of {what}"  # a stove is off where all of it is, and on where a part is
    same = re.search(r"\b(?:it|them|those|one|ones)\b", rest) or named.word in mentioned(rest)
    return what if same and word != "unless" else f"all {what}"


_BY_NOW = re.compile(r"(?:,? (?:already|by now|by then|anyway|yet|now|completely|entirely|all the way))+$")
_SHOWS = ("on", "running", "lit", "burning", "open", "dirty", "full", "filled", "broken")
"""What several things are said to be where one of them is."""


def _otherwise(text: str) -> tuple[str, str]:
    found = _ELSE.search(text)
    return (text[: found.start()].strip(" ,"), found["rest"]) if found else (text, "")


def _without_comma(sentence: str) -> re.Match[str] | None:
    """The condition ends where a request begins: "if there is milk put it in the fridge"."""
    bare = _BARE.match(sentence)
    if bare is None:
        return None
    for blank in re.finditer(r" ", sentence):
        if blank.start() > bare.start("what") and _begins(sentence[blank.end() :]):
            turned = f"{sentence[: blank.start()]}, {sentence[blank.end() :]}"
            found = _FIRST.match(turned)
            of_it = found and found.end("what") == blank.start() and _OF_IT.match(found["what"])
            if found and (of_it or read_conditions(found["what"], True)):
                return found
    return None


_OF_IT = re.compile(
    r"^(?:it|they|that|(?:one|any|some|none|both|all)(?: of (?:it|them|those|these))?)(?:'s| is|'re| are)"
    r"(?: not| still| already)* (?:(?!not\b|still\b|already\b|in\b|on\b)\w+|(?:in|on) (?:the|my|a) \w+(?: \w+)?)$"
    r"|^there(?:'s| is| are) none$|^(?:you|i|we) (?:can't|cannot|don't) (?:find|see|have) (?:one|any|it|them)$"
)
