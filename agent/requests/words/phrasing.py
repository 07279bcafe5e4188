"""What is meant as something usual and said in other words: which things, in what order, how it is asked for."""

from __future__ import annotations

import re

from agent.requests.words.frames import deed_of
from agent.requests.words.nouns import capable, read_named
from agent.requests.words.people import PEOPLE
from envs.vocabulary.inflection import singular


def in_usual_words(text: str) -> str:
    """A request, in lower case, in the words in which such things are usually asked for."""
    text = _PLACE_AHEAD.sub(r"\g<a>\g<it> \g<shall> \g<where>", _with_numbers_apart(text))
    text = _WHICH_OF_IT.sub(r"\1 \3 \2 ", re.sub(r"\bthe 1(?= (?:in|on|from|next to|that|which)\b)", "the one", text))
    text = _GET_DONE.sub(lambda found: f"{found[1]}{deed_of(found[3])} {found[2]}", text)
    text = _BEEN_LYING.sub(r"\1 is ", text)
    text = _AFTER_IT.sub(r"\1then ", _FANCIED.sub(r"i fancy the \1 that is ", text))
    text = text if _SOMEBODY.search(text) else _SHE_GOES.sub(r"\1it \2 ", text)
    text = _LED_IN.sub(r"\1 \2 \3. ", _CAME_TO_LIE.sub(lambda found: f" that is {found[1].removesuffix('to')}", text))
    text = _THERE_IS.sub(_said_first, re.sub(r"\bfrom (?:inside|within) (?:of )?", "from ", text))
    text = _GRAB.sub(r"\2 \1 ", text)
    text = _BUT_NOT.sub(" but not ", text)
    text = _ALL_THAT.sub("everything that is ", text) if _HANDLED.match(text) else text
    text = _WHICHEVER.sub(r"the \1 that \2", text)
    text = re.sub(r"\beither (?=(?:the|an?|my|one) [^.;?!]*\bor\b)", "", text)
    text = _NOT_SO.sub(lambda found: f"{found[1]} {found[2]} {_OPPOSITE[found[3]]}", text)
    text = _in_sentences(
        _BIGGER_OF.sub(lambda found: f"the {found[1]} {singular(found[2])}", _FORGET_NOT.sub("", text))
    )
    text = _BUT_THE_BIG.sub(lambda found: f"{found['lead']} {singular(found['kind'])}", text)
    text = _IS_SO.sub(r"\1 is ", _WAIT.sub(r"in \1, ", text))
    text = _YOU_DID.sub(lambda found: f"{found[1]} {_SO_NOW[found[3]]} {found[2]}", text)
    text = _I_LEFT.sub(" that is ", _LEFT_IT.sub(r"\1 that is ", text))
    text = _OTHERS_NOT.sub(r" but not \1", _BUT_DONT.sub(r" but not \1", text))
    text = re.sub(r"\b(?:(?:would|could|can|will) you (?:please )?)?see to it that ", "make sure that ", text)
    text = _SOFTENED.sub(r"\1", text)
    text = _LIKE.sub(r"\1 want ", text)
    text = _TO_GO.sub(r"put \1 ", text)
    text = _KEPT_SO.sub("leave ", text)
    text = _BOTH.sub(r"\1 both of them", text)
    return _CAN_WAIT.sub(lambda found: "" if found.start() >= _WORDY else found[0], text)


_PLACE_AHEAD = re.compile(
    r"(?P<a>^|[.!?;,] )"
    r"(?P<where>(?:in|on|into|onto|inside) (?:the|an?|my|our) [a-z]+(?: (?!it\b|they\b|that\b)[a-z]+)?)"
    r" (?P<it>it|they|that|this|he|she) (?P<shall>(?:should|must|shall|has to|have to|needs to|ought to)"
    r"(?: (?:be|go|come|lie|stand))?|goes|go|belongs?|comes)(?: then)?(?=[.,!?;]| please| and|$)"
)
"""Where something shall be, said ahead: "in a bowl it should be"."""
_WHICH_OF_IT = re.compile(
    r"\b(the|my|our|that) (?!ones?\b)([a-z]+), the (?!other\b)([a-z]+) one,? "
    r"(?=(?:must|should|shall|goes|needs|has to|please)\b)"
)
"""As in "the plate, the dirty one, must be clean"."""
_GET_DONE = re.compile(
    r"((?:^|[.;,!?] |\band )(?:please )?)get (it|them|that) "
    r"(sliced|cut|chopped|washed|cleaned|cooked|fried|boiled|filled)(?: up)?(?=[.,;!?]|$| (?:for|please|and|then)\b)"
)
_BEEN_LYING = re.compile(
    r"\b((?:the|my|our|that) [a-z]+(?: [a-z]+)?)(?:'s| has| have|'ve) been (?:sitting|lying|standing|hanging|left)"
    r"(?: (?:out|around|about|there|over))* (?=(?:in|on|next to) (?:the|my|our|that) )"
)
_FANCIED = re.compile(
    r"\b(?:(?:i|we) )?(?:fancy|feel like|am craving|'m craving|could murder) (?:an?|some|a little|a bit of) ([a-z]+)"
    r"(?: that|,? (?:the|that) one(?: that)?(?= (?:is|are|in|on)\b)) (?:is |are )?(?=(?:in|on)\b)"
)
"""Where it is tells which one is meant: "I fancy some apple, the one on the table"."""
_AFTER_IT = re.compile(
    r"\b(and )after (?=(?:it|they|she|he) (?:goes|go|belongs?|comes?) (?:in|on|into|onto|to|back)\b)"
)
_SHE_GOES = re.compile(
    r"((?:^|[.!?;,] )(?:(?:and|then|after|after that|afterwards) )*)(?:she|he) (goes|belongs) (?=(?:in|on|into|onto)\b)"
)
"""A thing is "she" for whoever has one word for both at home."""
_SOMEBODY = re.compile(rf"\b(?:{PEOPLE})\b")
_CAME_TO_LIE = re.compile(
    r" that (?:has |have |had |'s |is )?(?:just )?(?:rolled|fallen|fell|landed|ended up|slipped|dropped|gone)"
    r"(?: down| over)? (in|on|into|onto|inside|behind|under)(?= (?:the|my|our) )"
)
_LED_IN = re.compile(
    r"^(?:(?:do )?you (?:know|remember|see)|see|remember|know) ((?:the|my|our|that) [^?.]+?) that (is|are) ([^?.]+)\? *"
)
"""Only leads in what is spoken of: "you know the mug that is on the desk? wash it"."""
_THERE_IS = re.compile(
    r"(?P<a>^|[.!?;] )(?P<where>(?:in|on|inside|under) (?:the|my|our|that) (?!other\b)[a-z]+(?: [a-z]+)??"
    r"(?: (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??)?),? (?:there )?(?P<be>is|are|'s|lies?|stands?|sits?)"
    r"(?: (?:still|also|now|again|lying|standing|sitting|hanging|left))* "
    r"(?P<what>(?:(?:the|my|our|an?|some|one|two|three) )?[a-z]+(?: [a-z]+)?)(?=[.,;!])"
)


def _said_first(found: re.Match[str]) -> str:
    """What is somewhere, said before where it is: "in the pot is a fork" → "there is a fork in the pot"."""
    be = "are" if found["be"] in ("are", "lie", "stand", "sit") else "is"
    known = found["what"].startswith(("the ", "my ", "our "))
    told = f"{found['what']} {be}" if known else f"there {be} {found['what']}"
    return f"{found['a']}{told} {found['where']}"


_GRAB = re.compile(
    r"\b(?:take|grab|get|fetch|pick up) (?!me\b|us\b|rid\b|out\b|away\b)"
    r"((?:(?!(?:and|from|off|out|to|in|on|next|before|so|because|since|in case)\b)[a-z0-9']+ )*?"
    r"(?!(?:and|from|off|out|to|in|on|next|before|so|because|since)\b)[a-z0-9']+)"
    r",? and (?:then )?(put|place|set|lay) "
    r"(?:it|them|both|those) (?=(?:in|on|into|onto|next to|beside)\b)"
)
"""Taking something up and putting it somewhere is putting it there."""
_BUT_NOT = re.compile(r",? (?:and |but )?(?:only|just|though|although) not (?=(?:the|my|that|those|in|on)\b)")
_HANDLED = re.compile(r"^(?:please |now |then |can you |could you )*(?:put|take|move|bring|carry|throw|place|clear) ")
_ALL_THAT = re.compile(
    r"\b(?:what(?:'s| is)|anything(?: that(?:'s| is))?) "
    r"(?=(?:in|on|inside) (?:the|my|our) [^.?!]*\b(?:in|on|to|into|onto|away)\b)"
)
_WHICHEVER = re.compile(r"\b(?:whichever|which ever|whatever) ([a-z]+) (is|are|has|have)\b")
_OPPOSITE = {
    "clean": "dirty",
    "dirty": "clean",
    "open": "closed",
    "closed": "open",
    "shut": "open",
    "on": "off",
    "off": "on",
}
_NOT_SO = re.compile(rf"\b(that|which) (is|are)(?:n't| not) ({'|'.join(_OPPOSITE)})\b(?! (?:the|a|my|our)\b)")
"""Of two states the other one: "the mug that isn't clean"."""
_NUMBERED = re.compile(r"(?:(?<=^)|(?<=[\s,;.:]))(\d{1,2})[.)] +(?=[a-z])")
_ANNOUNCED = re.compile(
    r"^(?:[a-z ,']*\b(?:things?|tasks?|chores?|jobs?|steps?|this|these|following|order|list|to-do|todo|favou?rs?"
    r"|inventory|preparations?|instructions?|requests?|routine|maintenance|procedure|assignment)\b"
    r"[a-z ]*(?:for me|please)?):\s*"
)
"""Says that a list follows: "please do three things: …", "in this order: …"."""


def _in_sentences(text: str) -> str:
    """A numbered list in sentences, and what only announces a list left out."""
    numbers = [int(found[1]) for found in _NUMBERED.finditer(text)]
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        first, *others = _NUMBERED.split(text)[::2]
        text = ". ".join(one.strip(" ,.;") for one in (first, *others) if one.strip(" ,.;"))
    found = _ANNOUNCED.match(text)
    return text if found is None or _names_one(found[0]) else text[found.end() :]


_SAYS_WHAT = re.compile(r"(?:'s|\bis|\bwill be|\bwould be) (?=(?:the|that|my|our|an?) )")


def _names_one(announced: str) -> bool:
    """Whether what is announced is one thing: "your next job is the dirty bowl: wash it"."""
    told = _SAYS_WHAT.split(announced)
    named = read_named(told[-1].strip(" :").split()) if len(told) > 1 else None
    return named is not None and bool(named.word)


_FORGET_NOT = re.compile(
    r"\b(?:(?:please )?(?:don't|do not|never) forget to|(?:please )?remember to|be sure to|make sure to) (?!bring up\b)"
)
_BIGGER_OF = re.compile(
    r"\bthe ((?:bigg|larg|small|tall|short)(?:er|est)) (?:one )?of (?:the|my|our|those|these|your) "
    r"(?:two |three |four )?([a-z]+s)\b"
)
_BUT_THE_BIG = re.compile(
    r"\b(?P<lead>(?:all|the|my|our) (?:of )?(?:the |my |our )?(?:[a-z]+ )?(?P<kind>[a-z]+s)\b[^.;!?]*?,? "
    r"(?:except(?: for)?|but(?: not)?|apart from|other than|not) the (?:(?:bigg|larg|small|tall|short)(?:er|est)"
    r"|big|large|small|little|tall))(?: one)?(?=[.,!?;]|$)"
)
"""Of things of a kind all but the biggest: "wash the mugs, but not the big one"."""
_IS_SO = re.compile(
    r"\b((?:the|my|our|your|that|this|his|her|their) [a-z]+(?: [a-z]+)?)'s "
    r"(?=(?:(?:still|so|all|very|really|too|left) )*(?:dirty|filthy|gross|open|closed|shut|on|off|running|empty|full"
    r"|thirsty|dry|clean)(?:[,.;!?]|$| and\b| now\b| again\b))"
)
_SO_NOW = {
    **dict.fromkeys(("washed", "cleaned", "rinsed", "scrubbed"), "clean"),
    **dict.fromkeys(("cooked", "fried", "microwaved", "toasted"), "cooked"),
    **dict.fromkeys(("sliced", "cut", "chopped"), "sliced"),
    "filled": "full", "emptied": "empty", "opened": "open", "closed": "closed", "shut": "closed",
}  # fmt: skip
_YOU_DID = re.compile(
    r"\b(the|that|those|these) ([a-z]+) (?:(?:that|which) )?(?:you|i|we|he|she|they)(?:'ve| have|'d| had)? "
    rf"(?:just |already )?({'|'.join(_SO_NOW)})(?: (?:earlier|before|just now|a moment ago|this morning|today))?\b"
    r"(?! (?:up|open|off|it|them)\b)"
)
"""What was done to things tells how they are now: "the mug you washed" is the clean one."""
_I_LEFT = re.compile(
    r"(?<![,;.:])(?<!\bthen)(?<!\band)(?<!\bbut)(?<!\bso)(?<!\bplease)(?<!\bfirst)(?<!\bnext)(?<!\bthat)(?<!\bnow)"
    r"(?<!\bcan)(?<!\bcould)(?<!\bwill)(?<!\bwould)(?<!\bthis)(?<!\bthis one)(?<!\bthat one)"
    r" (?:(?:that|which) )?(?<!when )(?<!where )(?<!if )(?<!before )(?<!after )(?<!once )(?<!until )"
    r"(?:i|you|we|he|she|they|somebody|someone)"
    r"(?:'ve| have|'s| has|'d| had)? (?:just )?"
    r"(?:left|forgot|dropped|threw|chucked|tossed|stuck|shoved|hid|put|placed)(?: (?:lying|standing|it))? "
    r"(?=(?:in|on|inside|next to) (?:the|my|our) )"
)
_LEFT_IT = re.compile(
    r"((?:^|[.;!?,] )(?!(?:(?:and|but|then) )*(?:when|once|if|after|as soon as|before|until)\b)"
    r"(?:(?! (?:in|on|into|onto|to|from)\b)[^.,;!?])+)[.,;] (?:i|we|he|she|they|you) (?:have |'ve )?"
    r"(?:left|forgot|dropped|put) (?:it|them)(?= (?:in|on|inside|next to) (?:the|my|our) )"
)
"""Where what was just named is: "bring me the mug, I left it on the table"."""
_BUT_DONT = re.compile(
    r"(?<=[a-z])[,.;]? (?:but |and |only |just |though )*(?:please )?(?:don't|do not|never) "
    r"(?:use|take|touch|pick|choose|grab|move|bring(?: me)?|give me|cut|slice|wash|clean|cook|put|count) "
    r"(the (?:[a-z]+ )?ones? (?:that|which|in|on|from|next)\b)"
)
"""What is said of others of the kind: "slice a tomato, but don't take the one in the fridge"."""
_OTHERS_NOT = re.compile(
    r"(?<=[a-z]), (?:but |only |just |and )*(the (?:[a-z]+ )?ones? (?:in|on|from|next to) (?:the|my|our) "
    r"[a-z]+(?: [a-z]+)??),? you (?:should|must|may|can|are|'re) ?(?:not|n't)(?: to)? "
    r"(?:touch|use|take|move|wash|clean|cut|slice)(?: it| them)?\b"
)
"""The same, the other way round: "wash the pans, only the one on the stove you should not touch"."""
_SOFTENED = re.compile(
    r"(^|(?<=[.!?,;] ))(?:i was (?:just )?wondering (?:if|whether) you (?:could|would|can|might)|can't you|couldn't you"
    r"|i (?:think|guess|suppose|believe) you (?:should|could|had better|need to|have to)"
    r"|you (?:forgot|still have|still need|have yet) to"
    r"|(?:so )?it(?:'s| is) (?:about |high )?time (?:to|you|for you to)"
    r"|it(?:'d| would) be (?:really |so )?(?:nice|good|great|lovely|kind) (?:if you (?:could|would)|of you to)) "
)
_LIKE = re.compile(
    r"\b(i|we)(?:'d| would) (?:really |also |quite )?(?:like|love) (?=(?:an?|the|some|two|three|one|another) )"
    r"(?!(?:[a-z]+ ){1,4}(?:coffees?|toast|sandwich(?:es)?|salads?|breakfast)\b)"
)
"""Wishes for things that are there; a dish is made."""
_TO_GO = re.compile(
    r"\b(?:i|we) want ((?:the|my|our|that|those|all|both) [^.;,]+?) to (?:go|be|end up|land|be put|be moved|be placed) "
    r"(?=(?:in|on|into|onto|to|next to)\b)"
)
_WAIT = re.compile(
    r"^(?:please )?wait (?:for )?((?:an?|one|half an|two|three|four|five|ten|fifteen|twenty|thirty|\d+)(?: more)? "
    r"(?:minutes?|hours?|seconds?))(?:,? (?:and )?(?:then )?|, )(?=[a-z])"
)
_CAN_WAIT = re.compile(
    r"(?<=[a-z])[.;,!] (?:(?:but|and) )*(?:the |that )?other (?:(?:dirty|clean|empty|full) )?[a-z]+"
    r"(?:,? (?:that is )?(?:in|on|from) (?:the )?[a-z]+(?: (?!can\b|may\b|has\b)[a-z]+)?,?)?"
    r" (?:can|may|has to) (?:wait|stay dirty)(?: (?:for now|until later|till later))?(?=[.!]|$)"
)
"""Of another one nothing is wanted: "wash the plate on the table. the other one can wait"."""
_WORDY = 20
"""Characters of what is more than a cry."""
_KEPT_SO = re.compile(
    r"\b(?:keep|save|spare) (?=(?!it\b|them\b)[a-z]+(?: [a-z]+){0,2}? "
    r"(?:whole|uncut|unsliced|intact|raw|dirty|unwashed|for (?:me|us|later|tomorrow|dinner|lunch))\b)"
)
_DEEDS = (
    "wash",
    "clean",
    "put",
    "take",
    "slice",
    "cut",
    "cook",
    "fill",
    "empty",
    "close",
    "open",
    "bring",
    "move",
    "dry",
)
_BOTH = re.compile(rf"\b({'|'.join(_DEEDS)}) both(?= (?:in|on|into|onto|to|away|down|up|next|back|please)\b|[,.;!?]|$)")
"""Both of what was spoken of: "put both in the drawer", "wash both"."""
_FROM_NUMBERED = re.compile(
    r"\b(?P<lead>out of|off|from) (?P<kind>(?!the\b|my\b|our\b|a\b|an\b)[a-z]+)(?= (?:number )?\d{1,2}\b)"
)
_NUMBERS_LISTED = re.compile(
    r"\b(?:the )?(?P<kind>[a-z]+s) (?:number )?(?P<numbers>\d{1,2}(?:, ?\d{1,2}){0,8}),? (?P<and>and|or) "
    r"(?P<last>\d{1,2})"
    r"(?=[.,;!?]|$| (?:and|in|on|to|please|for|now|again|should|must|are|with|open|shut|off)\b)"
)


def _with_numbers_apart(text: str) -> str:
    """A request in which each numbered thing is named by itself and has its article: "drawers 1 and 4"."""
    return _FROM_NUMBERED.sub(_with_article, _NUMBERS_LISTED.sub(_each, text))


def _with_article(found: re.Match[str]) -> str:
    return f"{found['lead']} the {found['kind']}" if _holds(found["kind"]) else found[0]


def _each(found: re.Match[str]) -> str:
    kind = singular(found["kind"])
    if not _is_thing(kind):
        return found[0]
    numbers = [one.strip() for one in found["numbers"].split(",")]
    return f"{', '.join(f'{kind} {one}' for one in numbers)} {found['and']} {kind} {found['last']}"


def _is_thing(word: str) -> bool:
    named = read_named([word])
    return named is not None and bool(named.word)


def _holds(word: str) -> bool:
    named = read_named([word])
    return named is not None and bool(named.word) and capable(named.word, "receptacle")
