"""What is told of things before they are asked for: "there are two mugs. The dirty one …", "the cup is …, can you"."""

from __future__ import annotations

import re

from agent.recognition.small_words import respelt
from agent.requests.plain_order.all_but import all_but
from agent.requests.plain_order.at_a_place import put_at_a_place
from agent.requests.plain_order.dish_washed_first import dish_washed_first
from agent.requests.plain_order.in_other_case import in_other_case
from agent.requests.plain_order.in_slices import in_slices
from agent.requests.plain_order.one_named_apart import one_named_apart
from agent.requests.plain_order.poured_away import poured_away
from agent.requests.plain_order.state_alone import state_alone
from agent.requests.plain_order.this_one_then import this_one_then
from agent.requests.plain_order.time_first import time_first
from agent.requests.telling.compared import without_comparisons
from agent.requests.telling.disliked import without_dislikes
from agent.requests.telling.longed_for import longed_for
from agent.requests.telling.out_of_vessels import out_of_the_vessel
from agent.requests.telling.told_places import (
    in_the_vessel_told,
    of_what_is_pitied,
    out_of_where_it_strayed,
    where_it_may_go,
)
from agent.requests.telling.wanted_there import wanted_there
from agent.requests.telling.where_it_has_gone import where_it_has_gone
from agent.requests.telling.whiling import without_ways_of_being
from agent.requests.telling.wished import as_order
from agent.requests.topics.came_to_lie import where_it_lies
from agent.requests.topics.emptied_before import vessel_first
from agent.requests.topics.emptied_first import in_what_was_emptied
from agent.requests.topics.found_there import at_its_place, of_what_holds_it
from agent.requests.topics.in_apposition import made_so
from agent.requests.topics.learnt_late import in_usual_grammar
from agent.requests.topics.looked_at import looked_at_first
from agent.requests.topics.named_by_place import where_it_is_named
from agent.requests.topics.of_several import some_of_several
from agent.requests.topics.so_many_of_them import so_many_named
from agent.requests.topics.telegrams import in_full_sentences
from agent.requests.topics.the_one_wished import one_wished
from agent.requests.topics.told_behind import told_of_the_things
from agent.requests.words.clauses import NUMBER, starts_request, words_of
from agent.requests.words.nouns import STATES, NamedThings, capable, read_named
from agent.requests.words.tidying import switched_off
from envs.vocabulary.english import noun, plural
from envs.vocabulary.inflection import singular


def in_plain_order(text: str) -> str:
    """A tidied utterance in which what is asked for names its things, and no courtesy stands in its middle."""
    text = one_named_apart(time_first(without_dislikes(longed_for(without_comparisons(text)))))
    text = put_at_a_place(state_alone(text))
    text = dish_washed_first(in_other_case(this_one_then(in_slices(all_but(poured_away(text))))))
    text = where_it_may_go(in_the_vessel_told(out_of_where_it_strayed(of_what_is_pitied(text))))
    text = _STARTS.sub("", as_order(without_ways_of_being(wanted_there(text))))
    text = in_usual_grammar(in_what_was_emptied(text))
    text = of_what_holds_it(where_it_is_named(in_full_sentences(text)))
    text = one_wished(vessel_first(switched_off(respelt(text))))
    text = so_many_named(made_so(where_it_lies(out_of_the_vessel(where_it_has_gone(text)))))
    text = looked_at_first(some_of_several(told_of_the_things(text)))
    text = _NEEDED_LATER.sub(r"\g<np> ", _FEELING.sub("", text))
    text = _SHOULD_BE.sub(r"\g<ahead>if \g<np> is \g<how>, ", text)
    text = _WHAT_IS.sub(r"\1 that is ", text)
    text = _NEEDED.sub(r"\g<deed> \g<np> ", _with_names(_with_exceptions(_asked_behind(text))))
    return _BESIDE.sub(r"\g<np> that is next to", text)


_STARTS = re.compile(
    r"^(?:(?:please|ok|okay|so),? )*(?:start|begin)(?: off)? with "
    r"(?=(?:the|an?|my|our|both|all the) [a-z ]{3,40}: [a-z]+ (?:it|them)\b)"
)
"""What is named first is done first: "start with the bowl in the sink: wash it"."""
_FEELING = re.compile(
    r"\b(?:i|we)(?:'ve| have)(?: got)? (?:an?|this|the) (?:[a-z]+ ){0,2}(?:feeling|suspicion|hunch|fear)(?: that)? "
    r"(?=(?:i|we|somebody|someone) (?:(?:have|had|may have|might have) )?(?:left|forgot))"
)
"""What leads up to what may have been left so: "I have a nasty feeling that I left the stove on"."""
_SHOULD_BE = re.compile(
    r"(?P<ahead>(?:^|[.;!?] |,? )(?:and|but|or|then) |[.;!?] )"
    r"should (?P<np>there|it|(?:the|my|our|any|an?) [a-z ]+?) be (?P<how>[^,.;?!]+), (?!or\b)"
)
"""A condition in other words behind something else: "…, and should the lamp be on, switch it off"."""
_WHAT_IS = re.compile(
    r"\b((?:the|my|our|that) [a-z]+) what(?:'s| is| are| lies| lie| stands?| sits?| hangs?) "
    r"(?=(?:in|on|lying|next to)\b)"
)
"""As in "the remote what is in the box", "the tomato what lies in the sink"."""
_NEEDED = re.compile(
    rf"^(?:i|we) (?:only |just )?(?:need|want) (?P<np>(?:{NUMBER}) [a-z]+(?: (?!for\b)[a-z]+)?)(?: for [a-z ]+)?"
    r"(?:,? so|[,.;]|,? and) (?:please |just |now |then )*(?P<deed>put|place|wash|slice|cook|move|boil|leave) "
    rf"(?:just |only )*(?:(?:{NUMBER}|both) of them|them|those) "
)
"""How many are needed, and what is to be done with so many: "I need two eggs, so put two of them in the sink"."""
_NEEDED_LATER = re.compile(
    r"^(?:(?:i|we)(?:'m| am|'re| are|'ll| will)? )?(?:gonna |going to )?need "
    r"(?P<np>(?:the|that|this|my|our) [a-z]+(?: [a-z]+)??) "
    r"(?:again|later|tonight|tomorrow|soon|afterwards|in a (?:bit|minute|while)),?(?: and| so)? "
    r"(?:it|that) (?=(?:can|may|should|must|has to|needs to|goes|belongs)\b)"
)
"""Why something is asked for: "I need that pot later so it can go in the sink"."""
_BESIDE = re.compile(
    r"^(?P<np>(?:the|my|our|those|both|all the) [a-z]+(?: [a-z]+)?) (?:right |just )?(?:by|next to|beside|near)"
    r"(?= (?:the|my|our) [a-z]+(?: [a-z]+)?(?:, | (?:should|must|goes|go|needs?|has to|have to|belongs?)\b))"
)
"""What things are next to that are named first: "the apple by the toaster, put it in the fridge"."""

# -- courtesy in the middle

_CAN_YOU = re.compile(
    r"(?P<joint>[,;:]|(?<=[a-z0-9]) -)? (?:so |then |and |but )?(?:can|could|would|will) you"
    r"(?: please| just| kindly| maybe| possibly| perhaps)* (?P<rest>[^.!?;]+)(?P<mark>[.!?;]?)"
)
_DO_SO = re.compile(r"do (?:it|that|so|this)\b|[a-z]+ (?:(?:me|us) )?one\b(?! of\b)")
"""What only points to what was said before: "the pan needs a wash, can you do that"."""
_SUPPOSED = re.compile(r"(?:^|[.!?;,] )(?:if|when|once|as|since|should) [a-z][^,.;!?]*$")
_TOLD = frozenset({"tell", "say", "see", "guess", "remember", "check", "look", "find", "remind", "show", "have"})


def _asked_behind(text: str) -> str:
    """A request that is asked for behind what it is about, as an order: "the cup is dirty, can you wash it?"."""

    def ordered(found: re.Match[str]) -> str:
        before, rest = text[: found.start()], found["rest"]
        supposed = bool(_SUPPOSED.search(before))
        asked = starts_request(rest) and rest.split(" ")[0] not in _TOLD and not _DO_SO.match(rest)
        if not before or not (found["joint"] or supposed) or not asked:
            return found[0]
        return f", please {rest}{'.' if found['mark'] == '?' else found['mark']}"

    return _CAN_YOU.sub(ordered, text)


# -- exceptions

_BAR = re.compile(
    r"(?P<all>\b(?:all|every|everything|both|the [a-z]+s)\b[^.;!?]*?)"
    r"(?:, (?:dear|love|please|darling))?,? bar (?=(?:the|my|one|two|those)\b)"
)
_ONLY_NOT = re.compile(r",? (?:but )?(?:only|just) (?P<np>(?:the|my|that) [a-z ]+?) not(?=[.;,!?]|$)")
_WHY_NOT = re.compile(
    r"(?P<but>\b(?:except(?: for)?|apart from|but not|aside from|other than) the [a-z ]+?), "
    r"(?:(?:that|this)(?: one)?(?: is|'s)?|which(?: is)?|it is|it's|they are|they're) (?P<why>[^.;!?]+)(?=[.;!?]|$)"
)
_BUT_NUMBER = re.compile(
    r"\b(?P<all>(?:all|every|each of|all of)(?: of)?(?: the| my| our)? )(?P<np>[a-z]+(?: [a-z]+)??)"
    r"(?P<behind> (?:off|on|open|closed|shut))?,? (?:except(?: for)?|but(?: not)?|apart from|other than|just not) "
    rf"(?:the |for )?number (?P<n>\d{{1,2}}|{NUMBER})(?=[.,;!?]|$| please\b)"
)
"""One of several that is left out, told by its number alone: "all the burners except number 3"."""
_ORDERS = re.compile(r"\b(?:should|must|goes|go|put|wash|has to|have to|needs?|belongs?|into|onto|to the)\b")


def _with_exceptions(text: str) -> str:
    """What is left out, in usual words, without why: "bar the one on the shelf, which is quite clean already"."""
    text = _BUT_NUMBER.sub(_but_numbered, _BAR.sub(r"\g<all> except ", text))
    text = _ONLY_NOT.sub(r" except \g<np>", text)
    return _WHY_NOT.sub(lambda found: found[0] if _ORDERS.search(found["why"]) else found["but"], text)


def _but_numbered(found: re.Match[str]) -> str:
    kind = singular(words_of(found["np"])[-1])
    whole = " ".join([*found["np"].split(" ")[:-1], kind])
    return f"{found['all']}{found['np']}{found['behind'] or ''} except {whole} {found['n']}"


# -- names

_LIES = (
    r"(?:is|are|'s|lies|lie|stands|sits|(?:has |have )?(?:somehow )?(?:ended up|landed|got left)"
    r"|(?:has been|was|got) (?:left|put|stored|placed|dropped|hidden|kept|stashed|forgotten|thrown|parked|shoved))"
    r"(?: (?:still|now|just|already|lying|standing|sitting|left|hiding))*"
)
_ONE_OF_SO_MANY = re.compile(
    rf"^(?:(?:out )?of (?:the|my|our|these|those) (?:(?:{NUMBER}) )?(?P<of>[a-z]+(?: [a-z]+)?),? one"
    rf"|(?:there(?:'s| are)|we have|i have|we've got|i've got) (?:{NUMBER}|some|several|a few) "
    rf"(?P<are>[a-z]+(?: (?!in\b|on\b)[a-z]+)?)(?: here| (?:in|on|inside) (?:the|my|our) [a-z]+)?,? (?:and |but )?"
    r"(?:only )?one(?: of them)?)"
    rf"(?= {_LIES} (?:(?:in|on|inside|next to|under) |(?:(?:switched|turned) )?[a-z]+[.;,]))"
)
"""One of several that is told of: "of the three mugs, one is …", "there are three mugs, and one of them is …"."""
_ASIDE = re.compile(
    r"(?P<told>^one of (?:the|my|our|these|those) [^.;,!?]{3,80})"
    r"(?:,? (?:(?:goodness|heavens?|god|lord|who) knows? (?:why|how)"
    r"|don't ask(?: me)?(?: why| how)?|of course|for some reason|of all places|as usual|i see))+(?=[.;!])"
)
_ONE_IS = re.compile(
    rf"^(?:one of (?:the|my|our|these|those)|one|an?|the|my) (?P<np>[a-z]+(?: [a-z]+)??) {_LIES} "
    r"(?P<how>(?:in|on|inside|next to|under) (?:the|my|our|a|an|one of the) [a-z]+(?: [a-z]+)?"
    r"|(?:clean|dirty) and (?:empty|full)|(?:switched|turned) (?:on|off)|[a-z]+)"
    r"(?:[.;]|,? (?:and|so|but)|(?<= and empty),|(?<= and full),) "
    r"(?P<rest>[^.;!?]*\b(?:that|this) one\b.*)$"
)
_THERE_ARE = re.compile(
    r"^(?:there(?:'s| is| are)|we have|we've got|i have|i've got|you(?:'ll find| can see))"
    rf"(?: about| only| still| also| got)* (?P<many>{NUMBER}|some|several|a couple of|a few) "
    r"(?P<np>[a-z]+(?: [a-z]+)?)"
    r"(?P<where> (?:in|on|inside) (?:the|my|our) [a-z]+(?: [a-z]+)?)?(?: here| now| there)?[.;:] (?P<rest>.+)$"
)
_LEAD = r"(?P<lead>(?:^|[.;,!?] )(?:(?:and|but|please|now|so) )*)"
_THE_ONE = re.compile(
    rf"{_LEAD}the (?P<how>(?!other\b)[a-z]+ )?one(?P<s>s)?(?P<at> (?:in|on|inside|next to)\b)?(?! (?:by|near|from)\b)"
)
_BOTH = re.compile(
    rf"{_LEAD}(?:both|both of them|they both|they all|all of them)(?= (?:should|must|need|go|have to|belong)\b)"
)
_OTHER_STAYS = re.compile(
    r"[.,;!?]+ (?:and |but |while )*the (?:other|others|rest|remaining|second|third)(?: (?:one|ones|two|three))? "
    r"(?:(?:can|may|should|must) )?(?:stays?|remains?|be left)(?: (?:just|exactly|right))?"
    r" (?:where|as) (?:it|they)(?: is| are|'s|'re)(?: now)?(?=[.;,!?]|$)"
)


_LEFT_OVER = re.compile(
    rf",? (?:and|but) (?:please )?leave (?:(?:me|us) )?(?:the )?(?:{NUMBER}|others?|rest|other one)"
    r"(?: (?:where (?:it|they) (?:is|are)|there|out|alone|be|behind))?(?=[.;!?]|$)"
)
_SO_MANY = re.compile(
    rf"{_LEAD}(?:put|place|wash|clean|slice|cook|boil|take|move|throw|bring me) (?P<n>{NUMBER})"
    r"(?: of (?:them|those|these))?"
    r"(?= (?:in|on|into|onto|to|away|next to)\b|[.;!?]|$)"
)
"""So many of those that were told of: "there are three mugs. Put two in the cabinet"."""
_ONE = ("one", "1")


def _with_names(text: str) -> str:
    """A request with the things named that a sentence before it names: "one apple is in the sink. That one goes …"."""
    text = _ONE_OF_SO_MANY.sub(lambda told: f"one of the {told['of'] or told['are']}", text)
    text = _ASIDE.sub(r"\g<told>", text)
    one = _ONE_IS.match(text)
    if one is not None and (named := _thing(one["np"])) is not None and _tells(one["how"]):
        which = f"the {noun(named.word)} that is {one['how']}"
        if " and " in one["how"]:
            which = f"the {one['how'].replace(' and ', ' ')} {noun(named.word)}"
        return re.sub(r"\b(?:that|this) one\b", which, one["rest"], count=1)
    text = at_its_place(_wished_by_name(text))
    several = _THERE_ARE.match(text)
    named = _thing(several["np"]) if several is not None else None
    if several is None or named is None:
        return text
    rest = _OTHER_STAYS.sub("", several["rest"])
    where = f" that are{several['where']}" if several["where"] else ""
    number = several["many"] if re.fullmatch(NUMBER, several["many"]) else "all"
    rest = _BOTH.sub(lambda found: f"{found['lead']}the {number} {plural(named.word)}{where}", rest)
    rest = _so_many(rest, named, where)
    renamed = _THE_ONE.sub(lambda found: _named_one(found, named), rest)
    return text if renamed == several["rest"] else renamed


_CALLED = re.compile(
    r"^(?:(?:right|ok|okay|now|so|well|please|then)[ ,]+)*(?P<np>[a-z]+(?: [a-z]+)?)[!.:] "
    r"(?P<wish>(?:i|we)(?:'d| would)? (?:want|need|like|prefer)) (?:them|those) "
)


def _wished_by_name(text: str) -> str:
    """What is only called before it is wished for, named in the wish: "butter knives! I want them all in the sink"."""
    found = _CALLED.match(text)
    named = _thing(found["np"]) if found is not None else None
    if found is None or named is None or not named.every:
        return text
    return f"{found['wish']} the {found['np']} {text[found.end() :]}"


def _so_many(rest: str, named: NamedThings, where: str) -> str:
    """A request for so many of what was told of, with the things named, and without that the others are left."""

    def of_them(found: re.Match[str]) -> str:
        asked = re.sub(r" of (?:them|those|these)$", "", found[0])
        return f"{asked} {noun(named.word) if found['n'] in _ONE else plural(named.word)}{where}"

    told, many = _SO_MANY.subn(of_them, _LEFT_OVER.sub("", rest))
    return told if many else rest


def _named_one(found: re.Match[str], named: NamedThings) -> str:
    how = (found["how"] or "").strip()
    if how and how not in STATES:
        return found[0]
    name = plural(named.word) if found["s"] else noun(named.word)
    be = "are" if found["s"] else "is"
    which = f" that {be}{found['at']}" if found["at"] else ""
    return f"{found['lead']}the {how + ' ' if how else ''}{name}{which}"


def _thing(text: str) -> NamedThings | None:
    """What can be carried, as it is named by nothing but these words."""
    words = words_of(text)
    named = read_named(words)
    whole = named is not None and bool(named.word) and named.end == len(words) and not named.slices
    return named if whole and named is not None and capable(named.word, "pickupable") else None


def _tells(how: str) -> bool:
    """Whether words tell in which state or where something is."""
    return " " in how or how in STATES
