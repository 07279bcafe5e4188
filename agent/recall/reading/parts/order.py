"""Questions whose words stand in another order than usual: "what you have done", "was it you that …"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.recall.reading.parts.wordlists import clause_words, words
from envs.vocabulary.verbs import base, does, doing

_AUXILIARIES = frozenset({"did", "do", "does", "have", "has", "had", "is", "are", "was", "were"})
_SUBJECTS = frozenset({"you", "i", "we", "it", "they"})
_HELPING = _AUXILIARIES | {"could", "can", "would", "will"}
_NO_NOUN = _HELPING | {"after", "before", "since", "come", "that", "who", "in", "on", "to", "of", "from", "and", "or"}
_ASKING = frozenset({"did", "what", "which", "where", "when", "why", "how", "who"})
"""What asks; behind it the words before it are but a clause: "when you made toast what did you use"."""
_LEAD = 4
"""Words within which a question begins, and its subject stands."""
_NAMED = r"(?:the|my|our|your|those|these|all the) (?:(?!you\b|i\b|did\b)\w+ ){0,2}?(?!you\b|i\b|did\b)\w+"
_USUAL: tuple[tuple[str, str], ...] = (
    (r"^(?:so |and )?(?:is|was) it (?P<who>you|me|i) (?:that|who) ", "did {who} "),
    (r"^it was (?P<who>you|me|i) (?:that|who) ", "{who} "),
    (r"\bsince when (?:has|have|had|did|do|does) ", "since when is "),
    (r"^(?P<asks>since when is .+?) been (?P<rest>.+)$", "{asks} {rest}"),
    (r"\b(?P<what>anything|everything|something|nothing|things?) (?:that|which) (?:was|is|were) not "
     r"(?=(?:a|an|the|my)? ?\w)", "{what} besides "),
    (r"\b(?P<what>anything|everything|something|nothing|all) but (?=\w)", "{what} besides "),
    (r"^have (?:we|you|i) (?:still |even )?got (?=any|an?\b|some|enough)", "is there "),
    (r"^(?P<asks>how many .+?) have (?:we|you|i) got\b", "{asks} are there"),
    (r"\b(?:gave|given) (?:some |any |the )?(?:water|a drink) to (?=\w)", "watered "),
    (r"\bgive (?:some |any |the )?(?:water|a drink) to (?=\w)", "water "),
    (r"\bgiving (?:some |any |the )?(?:water|a drink) to (?=\w)", "watering "),
    (r"\b(?:gave|given) (?P<what>(?:the|my|our|that) \w+(?: \w+)?) (?:some water|water|a drink)\b", "watered {what}"),
    (r"\bgive (?P<what>(?:the|my|our|that) \w+(?: \w+)?) (?:some water|water|a drink)\b", "water {what}"),
    (r"\bany other (?P<what>\w+) than ", "any {what} besides "),
    (r"^(?P<what>what else|which other \w+) (?P<rest>.+) than (?P<but>[\w ]+)$", "{what} {rest} besides {but}"),
    (r"^(?:(?:and|so|but|then) )*(?P<far>(?:right |just |shortly |straight |immediately |soon |))(?P<rel>after|before) "
     r"(?:this|that|it|which) (?P<rest>(?:did |have |)you (?!do\b|did\b).+)$", "{rest} {far}{rel} that"),
    (r"^(?:(?:and|so|but) )*(?:afterwards|after which) (?P<rest>(?:did |have |)you (?!do\b|did\b).+)$",
     "{rest} after that"),
    (r"^(?P<lead>(?:and |so |but |then )*)(?P<rel>before|after) (?:this|that|it) (?P<rest>(?:where|who|what|when|how) "
     r"(?:was|were|is|are|did|had) (?:it|they|that|the|you|i)\b(?! (?:then|next)).*)$", "{lead}{rest} {rel} that"),
    (r"^(?P<lead>(?:and |also |so |then )*)(?P<place>(?:in|on|under|behind|inside) (?:the|my|all|any|all the) [\w ]+?) "
     r"(?:did you look|you looked|have you looked|you have looked)(?: also| too| as well)?$", "did you look {place}"),
    (r"^(?P<asks>(?:and |so |then )*where (?:did|have|had) you .+?) after(?: (?:that|this))?$", "{asks} afterwards"),
    (r"^(?P<asks>(?:(?:and|so|but|then|ok|okay) )*(?:did|have|had) (?:you|i) .+?) (?:later|later on|at a later time)$",
     "{asks} afterwards"),
    (r" again(?= (?:after|since|before|when|while|once|until) (?:i|you|we|the|that|it)\b)", ""),
    (r"^(?P<asks>(?:(?:and|so|but|ok|okay) )*(?:did|have|has|had|are|is|were|was) .+?) at least$", "{asks}"),
    (r"^(?P<lead>(?:and |so )*)(?P<asks>what|when|where|who|which \w+) it (?:was|is) (?:that )?(?P<who>i|you) ",
     "{lead}{asks} did {who} "),
    (r"^(?P<asks>how long .+?) for(?= (?:yesterday|today|this|last|on|all)\b|$)", "{asks}"),
    (r"^(?P<asks>(?:did|have|has|had|was|were|is|are) .+?) or did (?:you|i|it|they) not$", "{asks}"),
    (r"^(?P<aux>did|have) (?P<who>you|i) or (?:did|have) (?:you|i) not ", "{aux} {who} "),
    (rf"^(?P<lead>(?:and |so |but )*)(?P<asks>where|whereabouts) (?P<what>it|they|{_NAMED}) (?P<be>is|are|was|were)"
     r"(?= |$)(?! (?:it|you|i|there|the|my)\b)", "{lead}{asks} {be} {what}"),
    (r"^(?:(?:and|so|but|then) )*after (?P<rest>(?:where|how|who|what did) .*\byou\b.+)$", "{rest} after that"),
    (rf"^(?P<asks>(?:since|until|till) when) (?P<what>it|they|{_NAMED}) (?P<be>is|are|was|were)(?= |$)",
     "{asks} {be} {what}"),
)  # fmt: skip
"""How a question may be put, and how it usually is."""
_ASKED = 5
"""Words from which on a question does not begin any more."""
_JOINS = frozenset({"if", "whether"})
_AHEAD = words("places") | words("with") | words("for") | {"and", "so", "but"}
"""What may stand before a question word."""
_FIRST = 3
"""Words that a clause has at least which is put before the question."""


def usual(text: str) -> str:
    """A sentence in plain words with its words in the usual order."""
    for pattern, question in _USUAL:
        text = re.sub(pattern, lambda found, said=question: said.format(**_me(found.groupdict())), text)
    return " ".join(_clause_last(_inverted(text.split())))


def _inverted(said: Sequence[str]) -> list[str]:
    """Of "when you did boil the potatoes" the question "when did you …"; "what you did" has no verb but that."""
    at = next((index for index, word in enumerate(said[:_ASKED]) if word in ("you", "i")), 0)
    led = next((index for index, word in enumerate(said) if word not in _AHEAD), 0)
    if at <= led or said[led] not in words("asks") - _JOINS or len(said) < at + 3 or "that" in said[:at]:
        return [*said]
    done = base(said[at + 2])
    if done is None or not (said[at + 1] in ("have", "had") or (said[at + 1] == "did" and done == said[at + 2])):
        return [*said]
    return [*said[:at], "did", said[at], done, *said[at + 3 :]]


def _me(said: dict[str, str]) -> dict[str, str]:
    return {**said, "who": "i"} if said.get("who") == "me" else said


def _clause_last(said: Sequence[str]) -> list[str]:
    """With a clause that stands before the question behind it, also without a comma: "after you ate what came next"."""
    first = said[0] if said else ""
    if first not in clause_words() or first in ("as", "following") or said[1:2] == ["when"]:
        return [*said]
    if first == "when" and said[1:2] and said[1] in _AUXILIARIES:
        return [*said]
    for at in range(_FIRST, len(said) - 1):
        inverted = said[at] in ("did", "were", "was", "is", "are", "have") and said[at + 1] in (
            "you",
            "i",
            "there",
            "it",
        )
        if inverted or said[at] in ("what", "which", "where", "how", "who", "why"):
            return [*said[at:], *said[:at]]
    return [*said]


def in_usual_order(said: Sequence[str]) -> list[str]:
    """Of "what you took", "from where you had it" the question "what did you take", "from where did you have it".

    Args:
        said: The words of the sentence.
    """
    first = next((at for at, word in enumerate(said[:_LEAD]) if word in words("asks") - {"if", "whether"}), None)
    if first is None or not {*said[:first]} <= words("leaning") | words("places") | words("with"):
        return [*said]
    at = next((at for at in range(first + 1, min(len(said) - 1, first + _LEAD)) if said[at] in _SUBJECTS), None)
    if at is None or {*said[first + 1 : at]} & (_NO_NOUN | _ASKING) or {*said[at + 1 :]} & _ASKING:
        return [*said]
    told, plain = said[at + 1], base(said[at + 1])
    if said[first] == "where" and told in {does(one) for one in words("standing")}:
        return [*said[:at], "is", *said[at : at + 1], *said[at + 2 :]]
    owned = told == "had" and said[at + 2 : at + 3] in (["it"], ["them"], ["the"], ["that"])
    if plain is None or told in (plain, doing(plain), does(plain)) or (told in _HELPING and not owned):
        return [*said]
    return [*said[:at], "did", said[at], plain, *said[at + 2 :]]
