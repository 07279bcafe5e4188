"""Manners of speech around a request: courtesies, comparisons, what only says the same again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from agent.requests.words.clauses import NUMBER, VERBS, starts_request, words_of
from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.inflection import article, singular
from envs.vocabulary.verbs import doing, past


def without_manners(text: str) -> str:
    """A request, in lower case, without what is only the manner in which somebody speaks."""
    text = _HAPPENS.sub(_in_full, _ADDRESSED.sub("", _BIT_BY_BIT.sub("", text)))
    text = _GONE_AND.sub(r"\1 has ", text)
    text = _COMPLY.sub(_as_order, _WONT_YOU.sub(_would_you, text))
    text = _FOR_A_DISH.sub(r"\g<deed>", _IF_DONE.sub(_order_of_deed, text))
    text = _TROUBLE_FOR.sub(r"\g<a>bring me ", text)
    text = _BODY_WANTS.sub(r"\g<a>\g<told>i want ", text)
    text = _DISH_FOR_ME.sub(r"\g<a>\g<who> want ", text)
    text = _COULD_I.sub(r"\1 \2 \3", text)
    text = _HAS_GOT.sub(r"\1 has ", text)
    text = _NOT_SO.sub(lambda found: f"is {_SOILED[found[1]]}", text)
    text = _BURNER_OF.sub(r"stove burner\1", text)
    text = _LEFT_SO.sub(r"\g<but>", text)
    text = _WITH_THE_OTHER.sub(r"\g<place> with the others", text)
    text = _YOU_LOOK.sub(r"\g<lead>look ", _IF_IS.sub(_if_there_is, text))
    text = _LOOK_FIRST.sub(_condition_there, text)
    return _the_thing_meant(_COMPARED.sub(_plainly_told, text))


# -- courtesies

_A = r"(?P<a>(?:^|(?<=[.!?;,:] )|(?<=\band )|(?<=\bbut )|(?<=\bso )))"
_YOU = (
    r"if you(?:'d| would| could| can| might| should| were to)(?: please| just| kindly| perhaps"
    r"| be so (?:good|kind) as to)* (?P<no>not |n't )?"
)
_HAPPENS = re.compile(r"\b((?:the|my|our|that|this) [a-z]+)'s ((?:[a-z]+ ){0,2})([a-z]+)(?=[,.;!?]|$)")
"""As in "the bread's mouldy, …": it is so; "the dog's bowl" is a thing."""


def _in_full(found: re.Match[str]) -> str:
    """What is told of a thing, with its verb in full."""
    named = read_named(["the", found[3]])
    thing = named is not None and (named.word or named.options) and not named.pronoun
    return found[0] if thing or found[3] in ("one", "ones") else f"{found[1]} is {found[2]}{found[3]}"


_ADDRESSED = re.compile(
    r", (?:you )?(?:silly(?: (?:thing|you|robot))?|dummy|silly billy|buddy|pal|dude|bro|darling|honey|sweetie"
    r"|sweetheart|dearie|mate|old (?:boy|chap|friend)|my (?:dear|friend|good (?:robot|man)))(?=[.,!?;]|$)"
)
"""To whom it is said."""
_BIT_BY_BIT = re.compile(
    r",? (?:(?:just |and )?do (?:it|them|that) )?(?:one by one|one at a time|one after (?:the other|another)"
    r"|two at a time|piece by piece|bit by bit)(?=[.,!?;]|$| please)"
)
"""How things are carried anyway."""
_GONE_AND = re.compile(
    r"\b(somebody|someone|he|she)(?:(?:'s| has| have) gone and|'s) "
    r"(?=(?:thrown|left|put|stuck|dropped|forgotten|hidden|shoved|dumped|chucked|tossed) )"
)
"""As in "somebody's gone and thrown the soap away": it was done."""
_COMPLY = re.compile(
    rf"{_A}(?:i|we)(?:'d| would| should| could| might| shall|'ll| will) be (?:(?:so|very|most|ever|really|quite"
    r"|extremely|awfully|terribly|truly|much|eternally|deeply|rather|more than) )*"
    rf"(?:grateful|obliged|thankful|glad|happy|pleased|delighted|indebted)(?: to you)? {_YOU}"
)
"""As in "I should be most grateful if you would …"."""


def _as_order(found: re.Match[str]) -> str:
    return f"{found['a']}{'do not ' if found['no'] else ''}"


_SO = r"(?:(?:so|very|ever so|really|most|quite|awfully|terribly|just|absolutely|rather) )*"
_FINE = r"(?:great|good|nice|lovely|handy|wonderful|helpful|fine|better|perfect|grand|kind|useful|a help|splendid)"
_SOMEBODY = r"(?:some(?:body|one)|any(?:body|one)|you|one of you)"
_THINGS = r"(?:the|an?|my|our|those|these|that|this|all|both|some|two|three|four|up|off|away|out|it|them)"
_IF_DONE = re.compile(
    rf"{_A}(?:i think )?(?:(?:i|we)(?:'d| would)(?: really)? (?:love|like|appreciate|prefer)(?: it)?"
    rf"|it(?:'d| would) be {_SO}{_FINE}|it(?:'s| is) (?:about |high )?time) (?:if |that )?{_SOMEBODY} "
    rf"(?:just |finally )?(?P<deed>[a-z]+)(?= {_THINGS} )"
)
"""As in "I'd love it if somebody washed the pan": the deed is told as if it were done."""


def _order_of_deed(found: re.Match[str]) -> str:
    return wished_verb(found["deed"]) or found[0]


def wished_verb(form: str) -> str:
    """The verb in the form of which something is wished: "fetching", "fetched"; "" where it is none that is known."""
    return _wished_forms().get(form, "")


@lru_cache(maxsize=1)
def _wished_forms() -> Mapping[str, str]:
    verbs = [verb for verb in VERBS if " " not in verb]
    return {form: verb for verb in reversed(verbs) for form in (doing(verb), past(verb))} | {"gave": "give"}


_FOR_A_DISH = re.compile(
    rf"(?P<deed>\b(?:chop|cut|slice|dice|boil|cook|wash|rinse|peel)(?: up)? (?:me |us )?(?:the|an?|some|{NUMBER}|my|our"
    r"|all the|both) (?:[a-z]+ )?[a-z]+) for (?:(?:the|a|my|our|tonight's) )?(?:salad|sandwich(?:es)?|soup|stew|pasta"
    r"|sauce|breakfast|lunch|dinner|supper|tea|cake|pie)\b"
)
"""What food is cut or cooked for."""
_WONT_YOU = re.compile(rf"{_A}won't you (?:please |just |kindly )?(?P<rest>[^.!?;]+)")
"""As in "won't you wash the mugs?": nothing is denied."""


def _would_you(found: re.Match[str]) -> str:
    return f"{found['a']}would you {found['rest']}" if starts_request(found["rest"]) else found[0]


_TROUBLE_FOR = re.compile(
    rf"{_A}(?:may|might|could|can) (?:i|we) (?:please |just |possibly )?(?:trouble|bother|ask) you for "
    r"(?=(?:the|an?|my|some)\b)"
)
_DISH_FOR_ME = re.compile(
    rf"{_A}(?:could|can|may|might) (?P<who>i|we) (?:please |possibly |just |perhaps |maybe |kindly )?(?:have|get) "
    r"(?=(?:an?|some|two|three|another|my|our) (?!had\b)(?:[a-z]+ ){0,3}(?:toast|sandwich(?:es)?|salads?|omelettes?"
    r"|breakfast)\b)"
)
"""Who asks whether he could have a dish wants it made."""
_COULD_I = re.compile(r"\b(could|can|may|might) (i|we) (?:please|possibly|just|perhaps|maybe|kindly) (have|get)(?= )")

_BODY_WANTS = re.compile(
    rf"{_A}(?P<told>(?:my|our) (?:tummy|stomach|belly|mouth)[^.!?;,]*[,;.!] (?:and |so )?)?"
    r"(?:i (?:think|guess|suppose|believe) )?(?(told)it|(?:my|our) (?:tummy|stomach|belly|mouth)) "
    r"(?:wants|needs|craves|would like|fancies|longs for|asks for|is (?:asking|calling|begging) for) "
    r"(?=(?:an?|some|the|two|three)\b)"
)

# -- how things are told

_HAS_GOT = re.compile(
    r"\b(that|which)(?:'s| has|'ve| have) got (?=(?:[a-z]+ ){1,3}(?:(?:in|on) (?:it|them|there)|inside)\b)"
)
_SOILED = {"clean": "dirty", "tidy": "dirty", "fresh": "dirty", "spotless": "dirty"}
_NOT_SO = re.compile(
    r"\b(?:is(?:n't| not)|'s not) (?:so|all that|that|very|too|really|particularly|exactly|quite|entirely|terribly) "
    rf"({'|'.join(_SOILED)})\b"
)
_BURNER_OF = re.compile(r"\bburner(s?) (?:of|on) (?:the|my|our) (?:stove|hob|cooker|range)\b")
_LEFT_SO = re.compile(
    r"(?P<but>\b(?:apart from|except(?: for)?|but(?: not)?|other than|save) (?:the|that|those) (?:[a-z]+ )?ones? "
    r"[^.,;!?]+?)[.,;] ?(?:and |please |just )*(?:leave|keep|let) (?:me )?(?:that|this|those|it|them)(?: ones?)? "
    r"(?:be|alone|there|out|stay|in peace|(?:as|where) (?:it|they)(?:'s|'re| is| are))(?=[.,;!?]|$)"
)
"""What is excepted is left as it is: said once more it changes nothing."""
_WITH_THE_OTHER = re.compile(
    r"(?P<place>\b(?:should|must|ought to|has to|have to|needs to|goes|go|belongs?|lives?)(?: be| go| stay)? "
    r"(?:in|on|into|onto) (?:the|my|our) [a-z]+(?: [a-z]+)??),? (?:(?:together|along) )?with (?:the|its) others?"
    r"(?: ones?)?(?=[.,;!?]|$)"
)
"""With others of its kind, as in "it should be in the fridge together with the other"."""
_YOU_LOOK = re.compile(
    r"(?P<lead>(?:^|[.;!?] )(?:and )?(?:please )?)(?:you (?:please )?look|look,? please),? (?=(?:in|into|inside|at)\b)"
)
_IF_IS = re.compile(
    r"(?P<if>(?:^|[.;!?,] )(?:and |but )?if) is (?P<no>no |not )?(?:(?P<art>any|an?|one|some) )?"
    r"(?P<np>[a-z]+)(?P<where>(?: there| inside| left)?| (?:in|on) [^.,;!?]+)(?=, | then\b)"
)
"""A condition without its small words: "if is apple there, …", "if is no bread, …"."""
_LOOK_FIRST = re.compile(
    rf"{_A}(?:please |first |can you |could you |would you )*(?:look|check|peek|have a look|take a look|go and look) "
    r"(?P<where>(?:in|inside|on|into) (?:the|my|our) [a-z]+(?: [a-z]+)??)(?: first| please| for me)*"
    r"(?:[.,;:]| and| then)+ "
    r"(?P<if>if|unless) (?P<there>there(?:'s| is| are) [a-z]+(?: (?!in\b|on\b|inside\b|next\b)[a-z]+){0,3}?)"
    r"(?: (?:in|on) (?:it|there|that)| inside)?(?= ?[,:])"
)
"""Where it is to be looked whether a condition holds: "look in the fridge. if there is an apple, …"."""


def _if_there_is(found: re.Match[str]) -> str:
    """As in "if is no apple": there is none."""
    np = found["np"]
    named = read_named([np])
    if named is None or not named.word:
        return found[0]
    few = "no" if found["no"] else found["art"] or ("any" if singular(np) != np else article(np))
    return f"{found['if']} there is {few} {np}{found['where']}"


def _condition_there(found: re.Match[str]) -> str:
    where = re.sub(r"^(?:inside|into)", "in", found["where"])
    return f"{found['a']}{found['if']} {found['there'].strip()} {where}"


# -- comparisons

_COMPARED = re.compile(r"(?:^|(?<=[.!?;,] ))(?P<told>[^.!?;,]+?) (?:like|as) an? [a-z]+(?: [a-z]+)?(?=[.!?;,])")
_IS_LIKE = re.compile(r"\b(?:is|are|am|was|were|feels?|looks?|sounds?|smells?|[a-z]+ing)\b|'(?:s|m|re)\b")


def _plainly_told(found: re.Match[str]) -> str:
    """What is told without what it is likened to: "my tummy is growling like a bear"."""
    if starts_request(found["told"]) or not _IS_LIKE.search(found["told"]):
        return found[0]
    return re.sub(r" as ([a-z]+)$", r" \1", found["told"])


# -- the thing named first

_POINTED = re.compile(
    r"^(?:oh |ah |look |well |ugh |right )*(?P<np>(?:that|this|the|my|our|your) [a-z][^.!?;]*)[.!?;] "
)
_THE_THING = re.compile(
    r"\b(?:the|that|this) (?:damn |bloody |stupid |ugly |horrible |awful |silly |wretched |whole )*thing\b"
    r"(?!'s| (?:that|which|in|on|from|is|was|you|i|we|next|under|with)\b)"
)


def _the_thing_meant(text: str) -> str:
    """A request with the name of what it calls "the thing", where somebody tells of one thing before it."""
    told = _POINTED.match(text)
    if told is None or starts_request(told["np"]) or not _THE_THING.search(text, told.end()):
        return text
    words = words_of(told["np"])
    named = read_named(words)
    if named is None or not named.word or named.every or not capable(named.word, "pickupable"):
        return text
    if any((one := read_named(words, at)) is not None and one.word for at in range(named.end, len(words))):
        return text
    name = f"the {named.text.split(' ', 1)[-1]}"
    return text[: told.end()] + _THE_THING.sub(name, text[told.end() :], count=1)
