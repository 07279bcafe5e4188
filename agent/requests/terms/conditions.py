"""On what condition something is asked for: "if there is no milk, …", "unless the fridge is open", "otherwise …"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.planning.terms import OnlyIf, Trait
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.modifiers import with_place
from agent.requests.words.nouns import ONLY_SAID, STATES, read_named
from envs.vocabulary.english import located

_IF = r"(?:but |and |so )*(?P<word>only if|if|unless|in case|provided(?: that)?|as long as|assuming|supposing)"
_FIRST = re.compile(rf"^{_IF} (?P<what>.+?)(?:, (?:then )?| then )(?P<rest>.+)$")
_BARE = re.compile(rf"^{_IF} (?P<what>.+)$")
_LAST = re.compile(rf"^(?P<rest>.+?),? (?:but )?{_IF} (?P<what>.+)$")
_ELSE = re.compile(
    r"(?:^|,? |; )(?:otherwise|or else|if not|if there(?: is|'s|'re| are)(?:n't| not|none))\b,? *(?P<rest>.+)$"
)
_THERE = re.compile(
    r"^(?:there(?:'s| is| are|'re)"
    r"|(?:you|we|i)(?: can| could)?(?: still)? (?:see|find|have|got|spot|notice|come across)"
    r"|you(?:'ve| have) got|we(?:'ve| have) got)\b *(?P<not>n't |not |no longer )?(?P<np>.+)$"
)
_NONE = re.compile(
    r"^(?:there (?:isn't|aren't|is not|are not)"
    r"|(?:you|we|i) (?:can't|cannot|can not|don't|do not|couldn't) (?:see|find|have)(?: any)?)\b *(?P<np>.+)$"
)
_IS = re.compile(r"^(?P<np>.+?) (?:is|are|'s)(?P<not>n't| not| no longer)? (?P<how>.+)$")
_LEFT = re.compile(
    r"\b(?:in|at|inside) (?:the |this |our |my )?(?:kitchen|(?:other |next )?room|house|home|bathroom|bedroom"
    r"|living room|flat)\b ?"
    r"|\b(?:left|around|anywhere|here|at all|somewhere|at home|available|still|already)\b ?"
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
    """

    text: str
    only: OnlyIf | None = None
    unread: str = ""


_CHECKED = re.compile(
    r"^.*?\b(?:check|see|verify|look|make sure|find out|tell me)(?: if| whether| that)? (?P<what>.+?),? (?:and |or )?"
    r"if (?P<turn>not|so)\b,? (?P<rest>.+)$"
)
_SHOULD = re.compile(r"^should (?P<np>.+?) be (?P<how>[^,]+), (?P<rest>.+)$")
_FIRST_ASKED = re.compile(
    r"^(?P<be>is|are) (?:there (?P<what>[^?]+)|(?P<np>(?:the|a|an|my|any|your|our|both|all) [^?]+?) "
    r"(?P<how>(?:in|on|inside|next to|near|at|still|already|not) [^?]+|\w+))\? *"
    r"(?:(?:fine|good|great|ok|okay|perfect|never mind|leave it)(?: if so| then)?[.!,] *)?"
    r"(?P<turn>if so|if yes|then|in that case|if (?:it|they|there) (?:is|are)|if not|otherwise|if no"
    r"|if (?:it|they|there) (?:isn't|aren't|is not|are not))\b,? *(?P<rest>[^.!?]+)"
)
_THEN_IF = re.compile(
    r"\? *(?P<rest>[^.!?,]+?),? (?P<turn>if (?:it|they|there) (?:is|are|isn't|aren't|is not|are not)|if so|if not)\b"
    r"(?= *[.!?]|$)"
)
_NOT_SO = ("if not", "otherwise", "if no", "if it isn't", "if it is not", "if there isn't", "if there is not")


def asked_first(text: str) -> str:
    """A question and what is to be done then as one condition: "is there any bread left? if so, toast a slice"."""
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
    found = _CHECKED.match(sentence)
    if found is None:
        return sentence
    return f"{'if' if found['turn'] == 'so' else 'unless'} {found['what']}, {found['rest']}"


def conditional(sentence: str) -> list[ConditionalPart]:
    """Take a sentence apart into what is asked for on which condition."""
    sentence = _checked(sentence)
    found = _FIRST.match(sentence)
    if found is None or read_condition(_filled(found["what"], found["rest"]), True) is None:
        found = _without_comma(sentence) or found or _LAST.match(sentence)
    if found is None:
        return [ConditionalPart(sentence)]
    what, rest, word = found["what"].strip(" ,"), found["rest"].strip(" ,"), found["word"]
    if _COURTESY.match(what):
        return conditional(rest)
    if re.match(r"^(?:so|not)\b", what) or not rest:
        return [ConditionalPart(sentence)]
    rest, other = _otherwise(rest)
    if not other and found.re is _LAST:
        what, other = _otherwise(what)
    only = read_condition(_filled(what, rest), holds=word != "unless")
    if only is None:
        return [
            ConditionalPart(rest, unread=f"{word} {what}"),
            *([ConditionalPart(other, unread=what)] if other else []),
        ]
    parts = [ConditionalPart(rest, only)]
    if other:
        parts.append(ConditionalPart(other, opposite(only)))
    return parts


def opposite(only: OnlyIf) -> OnlyIf:
    """The condition that holds when another one does not."""
    turned = (
        only.words.replace("if ", "unless ", 1)
        if only.words.startswith("if ")
        else only.words.replace("unless ", "if ", 1)
    )
    return OnlyIf(only.what, not only.holds, turned)


def alternative(sentence: str) -> str:
    """What a sentence asks for in the other case ("otherwise make tea"), "" when it is no such sentence."""
    found = re.match(r"^(?:and |but )?(?:otherwise|if not|or else|else)\b,? *(?P<rest>.+)$", sentence)
    return found["rest"] if found else ""


def _filled(what: str, rest: str) -> str:
    """A condition with what its pronouns mean: of "put the egg in the fridge unless it is already there"."""
    words = words_of(rest)
    named = [one for at in range(len(words)) if (one := read_named(words, at)) is not None and one.word]
    pronoun = re.search(r"\b(?:it|them)\b", rest)
    if not named or (pronoun and 0 <= pronoun.start() < rest.find(named[0].text)):  # it is what was spoken of before
        return what
    what = re.sub(
        r"^(?:it|they|that one|this one|that)(?=\b)", f"the {re.sub(r'^(?:the|a|an) ', '', named[0].text)}", what
    )
    return re.sub(r"\bthere$", located(named[-1].word), what) if len(named) > 1 else what


def _otherwise(text: str) -> tuple[str, str]:
    found = _ELSE.search(text)
    return (text[: found.start()].strip(" ,"), found["rest"]) if found else (text, "")


def _without_comma(sentence: str) -> re.Match[str] | None:
    """The condition ends where a request begins: "if there is milk put it in the fridge"."""
    bare = _BARE.match(sentence)
    if bare is None:
        return None
    for blank in re.finditer(r" ", sentence):
        if blank.start() > bare.start("what") and starts_request(sentence[blank.end() :]):
            turned = f"{sentence[: blank.start()]}, {sentence[blank.end() :]}"
            found = _FIRST.match(turned)
            if found and read_condition(found["what"], True) is not None:
                return found
    return None


_SHORT = re.compile(
    rf"(?<=[a-z])'s (?=(?:not |still |already |no longer )?(?:{'|'.join((*STATES, *ONLY_SAID))}|in|on|inside)\b)"
)


def read_condition(text: str, holds: bool) -> OnlyIf | None:
    """Read what has to be so; None where it is not understood.

    Args:
        text: "there is no milk in the fridge", "the mug is dirty".
        holds: Whether it has to be so, or must not be ("unless").
    """
    text = _SHORT.sub(" is ", " ".join(_LEFT.sub("", text).split()))
    for pattern, reader in ((_NONE, _missing), (_THERE, _existing), (_IS, _being)):
        found = pattern.match(text)
        read = reader(found) if found else None
        if read is not None:
            what, so = read
            return OnlyIf(what, so == holds, f"{'if' if holds else 'unless'} {text}")
    return None


_Read = tuple[Trait, bool] | None


def _missing(found: re.Match[str]) -> _Read:
    trait = _trait(words_of(found["np"]))
    return None if trait is None else (trait, False)


def _existing(found: re.Match[str]) -> _Read:
    words = words_of(found["np"])
    none = words[:1] == ["no"] or bool(found["not"])
    trait = _trait(words[1:] if words[:1] == ["no"] else words)
    return None if trait is None else (trait, not none)


def _being(found: re.Match[str]) -> _Read:
    """As in "the mug is dirty", "the fridge is not open", "the apple is in the fridge", "the lamp is on"."""
    wanted = not found["not"]
    words = words_of(found["np"])
    named = read_named(words)
    if named is None or not named.word or named.end < len(words):
        return None
    how = words_of(found["how"])
    state = {**STATES, **ONLY_SAID}.get(how[0]) if len(how) == 1 else None
    if state is not None:
        kind = _SWITCH.get(named.word, named.word) if state[0] == "on" else named.word
        return Trait(kind, (*named.states, (state[0], state[1]))), wanted
    trait = _trait([*words, "that", "is", *how])
    return None if trait is None or not trait.place else (trait, wanted)


_SWITCH = {"StoveBurner": "StoveKnob", "Sink": "Faucet", "SinkBasin": "Faucet", "Stove": "StoveKnob"}


def _trait(words: Sequence[str]) -> Trait | None:
    """What things are like; None where more is said than is understood, also of how many there are."""
    named = read_named(words)
    if named is None or not named.word or (named.count or 1) > 1 or named.form:
        return None
    named = with_place(named, words)
    kind = named.kind
    return Trait(kind, named.states, named.place) if named.end == len(words) else None
