"""Texts that ask several things: their sentences that ask, and their answers as one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.recall.answer import Answer
from agent.recall.reading.parts.plainer.by_deed import whence_by_deed, whence_for_deed, where_by_deed
from agent.recall.reading.parts.plainer.other_words import in_few_words
from agent.recall.reading.parts.plainer.told_ahead import after_courtesies
from agent.recall.reading.parts.sentences import is_aside, is_tag
from agent.recall.reading.parts.wordlists import words
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.verbs import of_past, participle, past

_ASKING = (
    r"(?:when|where|why|who|whom|how|what|which|did|do|does|was|were|is|are|am|have|has|had|can|could|would|will|list|"
    r"describe|summari[sz]e|tell|name|count|explain|show|give|and|remind|whether)\b"
)
_BY_CLAUSE = r"(?:after|before|upon)"
_AT_ONCE = rf"as soon as|the (?:moment|minute|second|instant)|prior to|upon|(?:immediately|right|straight) {_BY_CLAUSE}"
_FRONTED = re.compile(
    r"^(?:and |so |then )?(?P<clause>(?!\w+ (?:what|which)\b)"
    r"(?:between|before|after|while|during|when|on|in|at|from|since|until|yesterday|"
    rf"today|last|{_AT_ONCE}|"
    r"this|two|three|the day)\b[^,?]*), (?P<question>(?:what|which|when|where|who|why|how|did|was|were|is|are|had|"
    r"have)\b"
    r"[^?]*)(?=\??$)",
    re.IGNORECASE,
)
"""A question with what limits it put first: "Between the salad and the toast, what did you do?"."""
_OPENER = r"(?:what|which|when|where|who|whose|whom|why|how|did|do|does|was|were|is|are|am|have|has|had)\b"
_LED = re.compile(
    r"^(?P<head>[^?]*?[^?\s,])\s*(?:,|:|\.\.\.|…|\s[-–—])\s+"
    r"(?:(?:but|so|and|then|well|ok|okay|now|anyway|tell me|also)\b,?\s+)*"
    rf"(?P<question>(?:(?:from|to|in|on|at|with|into) )?{_OPENER}.*)$",
    re.IGNORECASE | re.DOTALL,
)
"""A question with something said before it: "My wife says the plant is dry, did you water it?"."""
_LIMITING = re.compile(
    rf"(?:and |so |then |but )?(?:{_OPENER}|between|before|after|while|during|since|until|in|on|at|from|with|for|by|"
    rf"once|if|to|{_AT_ONCE}|yesterday|today|tonight|last|this|tell|remind|could|can|would|will|any|know|list|name)\b",
    re.IGNORECASE,
)
_HELPED = "".join(
    rf"(?<=\b{one} )|"
    for one in ("is", "are", "was", "were", "did", "has", "have", "had", "does", "do", "would", "you")
)
_POINTS = r"(?:the|a|an|my|our|all|you|same|one|again)\b"
_PRONOUN = re.compile(
    rf"\b(?:it|them|they)\b(?! takes?\b)|(?:{_HELPED[:-1]})(?:that|this|those|these)\b(?! {_POINTS})"
    r"|\b(?:that|those|these)(?=[ .!?]*$)",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|them|they)\b", re.IGNORECASE)
_JOINED = re.compile(r"^(?:(?:and|but|so|or|now|then|also),? )+(?=\S)", re.IGNORECASE)
_ABOUT = re.compile(
    r"^\W*(?:(?:and|so|but|ok|okay|well|now),? )*(?:what|how) about (?P<topic>(?:the|my|our|your|all the) [\w' -]+)$",
    re.IGNORECASE,
)
"""What is asked about, before the question about it: "what about the mugs, did you wash them?"."""
_THAT_THEN = re.compile(r"\bthat(?= (?:before|after|when|until|till|then|now|yesterday|today)\b)", re.IGNORECASE)
_IN_THERE = re.compile(r"\b(in|on|inside|into|under|from) (?:there|it)\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"how many (?=(?:you|i|we|did|have|has|are|were|do)\b)", re.IGNORECASE)
"""A count that does not say of what: that was said before it."""
_MANY = 4
_SUBJECT = re.compile(r"\b(?:i|you|we|he|she|they|it|says?|said|is|are|was|were|has|have|had|did|thinks?)\b|n't\b|'s\b",
                      re.IGNORECASE)  # fmt: skip
_MOST = 4
"""Most questions that are answered at once."""


def asking(text: str) -> tuple[list[str], str]:
    """The sentences of a text that ask something, and what was said before the first of them.

    Those with a question mark, else those that begin as questions do; of a text without either the last sentence.
    """
    sentences = [one.strip() for one in re.findall(r"(?:[^?!.;\n]|[.!](?=\S))+[?!.;]*", text) if one.strip(" .?!;")]
    sentences = _with_fragment(_with_reason(_with_command(sentences)))
    if (one := _about_something(text)) is not None:
        return [one], ""
    found = [one for one in sentences if one.endswith("?")]
    asides = [one for one in found if is_aside(one) or _wonders(one)]  # "No? When did you drop it"
    if asides and (others := [one for one in sentences if one not in asides and _begins(one, found)]):
        found = others
    found = found or [one for one in sentences if _begins(one)] or sentences[-1:]
    if not found:
        return [text], ""
    found = [_without_plans(one) for one in dict.fromkeys(found)]
    sentences = [_without_plans(one) for one in sentences]
    begin = sentences.index(found[0])
    before, found[0] = _led(found[0])
    said = " ".join(filter(None, (*sentences[:begin], before)))
    return [_FRONTED.sub(r"\g<question> \g<clause>", _with_topic(one)) for one in found[-_MOST:]], said


def doubts(sentence: str) -> bool:
    """Whether a sentence asks whether the answer before is sure, whatever was said ahead of it."""
    return _ARE_YOU_SURE.match(in_few_words(plain(sentence))) is not None


_ARE_YOU_SURE = re.compile(r"^(?:(?:but|and|so|really|well) )*are you sure$")


def _wonders(sentence: str) -> bool:
    """Whether a sentence only wonders at what was said: "really?", "seriously?"."""
    return {*plain(sentence).split()} <= words("asides") | words("doubting")


_BARE = re.compile(r"\W*(?:please,? )?(?:list|name|enumerate)(?:,? please)?\W*$", re.IGNORECASE)
"""A command that says nothing of what is to be listed: that was said before it."""


def _with_command(sentences: Sequence[str]) -> list[str]:
    """The sentences, of "Wishes today. List." but one: what is to be listed limits the list."""
    if len(sentences) < 2 or _BARE.match(sentences[-1]) is None:
        return [*sentences]
    topic = sentences[-2].strip(" .!?;")
    if _SUBJECT.search(topic) or _begins(topic):
        return [*sentences]
    return [*sentences[:-2], f"list {topic[0].lower()}{topic[1:]}"]


_WHY = re.compile(
    r"^\W*(?:(?:and|but|so) )?(?P<why>why|what for|how come)"
    r"(?P<which> (?:the|that) (?:first|second|third|last) time)?\W*$",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"^\W*(?:(?:so|but|and|now|well|ok|okay),? )?you (?:just |also |only )?(?P<verb>[a-z]+)\b(?P<rest>[^?]*?)\W*$",
    re.IGNORECASE,
)


def _with_reason(sentences: Sequence[str]) -> list[str]:
    """The sentences, of "You opened a drawer. What for?" but one: why you opened it."""
    if len(sentences) == 1:  # "you threw in the towel - how come?"
        told, _, asks = sentences[0].rpartition(" - ")
        sentences = [told, asks] if told and _WHY.match(asks) else sentences
    why = _WHY.match(sentences[-1]) if len(sentences) > 1 else None
    done = _DONE.match(re.sub(r",? (?:do not|don'?t) deny it\W*$", "", sentences[-2])) if why else None
    verb = of_past(done["verb"].lower()) if done else None
    if why is None or done is None or not verb or verb in ("be", "have", "do"):
        return [*sentences]
    return [*sentences[:-2], f"why did you {verb}{done['rest']}{why['which'] or ''}?"]


_STATED = re.compile(
    r"^\W*(?:still |properly )?(?P<state>open|closed|shut|on|off|clean|dirty|full|empty|broken)"
    r"(?: proper(?:ly)?| now| yet)?\W*$",
    re.IGNORECASE,
)
_SHORT_TOPIC = 6


def _with_fragment(sentences: Sequence[str]) -> list[str]:
    """The sentences, of "The bin. When did you last open it?" but one: what stands alone is what is asked about."""
    if len(sentences) < 2 or sentences[-2].rstrip().endswith("?"):
        return [*sentences]
    topic = sentences[-2].strip(" .!;")
    if len(topic.split()) > _SHORT_TOPIC or _SUBJECT.search(topic) or _begins(topic) or is_aside(topic):
        return [*sentences]
    if any(of_past(word.lower()) for word in topic.split()) or not _names(topic):  # "my shift ended at six"
        return [*sentences]
    if (state := _STATED.match(sentences[-1])) is not None:
        return [*sentences[:-2], f"is {_the(topic)} {state['state'].lower()}?"]
    return [*sentences[:-2], f"{topic}, {sentences[-1]}"] if _begins(sentences[-1]) else [*sentences]


def _names(topic: str) -> bool:
    """Whether a few words may name a thing or a task: "Plates", "the salad", but not "no lies now"."""
    said = topic.lower().split()
    return len(said) == 1 or said[0] in ("the", "my", "our", "that") or full_lexicon().find(said) is not None


def _the(topic: str) -> str:
    """A thing that somebody names alone, with its article."""
    known = re.match(r"(?:the|my|our|your|his|her|that|this|those|these|all|a|an)\b", topic, re.IGNORECASE)
    return topic if known else f"the {topic[:1].lower()}{topic[1:]}"


def explained(question: str, answer: str) -> str:
    """A question about "it", with what that is: "where did you put it?" – "The spoon, sorry."."""
    said = answer.strip(" .?!").split(",")
    named = [_MEANT.sub("", one.strip()) for one in said if not is_aside(one)]
    named = [one for one in named if one]
    topic = named[0] if len(named) == 1 else ""
    if not re.match(r"(?:the|my|our|your|that|those|all) \w", topic, re.IGNORECASE) or _SUBJECT.search(topic):
        return answer
    return (_PRONOUN if _PRONOUN.search(question) else _IT).sub(topic.replace("\\", ""), question, count=1)


_SOMETHING = re.compile(
    r"(?:^|[.!?] )\s*(?:(?:and|but|so|now|well),? )?(?:i (?:think|believe|know|am sure|'m sure) (?:that )?)?"
    r"(?:there (?:was|were|is) (?:something|one thing)(?P<else> else)? (?:that )?(?P<rest>(?:you|i|we)\b[^.?!]*?)"
    r"|(?P<who>i|you|we) (?P<did>\w+(?: you| me)?(?: for)?) something(?P<other> else)?(?P<more>[^.?!]*?))"
    r"(?:,? (?:did|have|had|was|were|do)n'?t (?:i|you|it|we)\b(?:,? \w+)?)?[,.;?!:\s-]+"
    r"(?:(?:so|and|now|but),? )?what (?:was|is|were) (?:it|that|this)\b[^.?!]*\??\s*$",
    re.IGNORECASE,
)
"""Something that is but said to have been, and what it was: "there was something you could not find, what was it"."""


def _about_something(text: str) -> str | None:
    """A text of that kind as the one question that it is; None for every other."""
    said = _SOMETHING.search(text)
    if said is None:
        return None
    other = " else" if said["else"] or said["other"] else ""
    more = said["rest"] or f"{said['who']} {said['did']}{said['more']}"
    return f"what{other} {more.strip()}?"


_MEANT = re.compile(
    r"^(?:no |well |sorry )?(?:i(?:'m| am| was)? (?:mean|meant|talking about|thinking of) )| ?i mean$", re.IGNORECASE
)
"""What may stand around what somebody means."""


def _without_plans(sentence: str) -> str:
    """A sentence without what its speaker is going to do: "before I turn in", "until I give you the go-ahead"."""

    def plan(found: re.Match[str]) -> str:
        past = of_past(found["verb"].lower()) or found["verb"].lower() in ("was", "had", "did", "have", "am")
        return found[0] if past else ""

    return re.sub(r"^[ ,]+", "", _PLAN.sub(plan, sentence)) or sentence


_PLAN = re.compile(r"(?:^|\s)(?:before|until|till) I (?P<verb>[a-z]+)\b[^,?.!]*,?", re.IGNORECASE)
"""A clause that says what somebody does before or until when; of the past it limits the question."""


def _begins(sentence: str, asked: Sequence[str] = ()) -> bool:
    """Whether a sentence asks something: it is one of those with a question mark, or begins as a question does."""
    return sentence in asked or re.match(rf"\W*{_ASKING}", sentence.lower()) is not None


_TOLD_TO_TELL = re.compile(
    r"^\W*(?:(?:now|so|well|please|do|oh|and|then),? )*(?:tell me|do tell|say|listen|look here|look)"
    r"(?:,? (?P<whom>[\w' ]+?))?, (?=.*[ ,](?:what|which|when|where|who|why|how|did|have|was|were|is|are)\b)",
    re.IGNORECASE,
)
"""What opens what somebody says before the question comes: "tell me, dear, I had …"."""


def _without_opening(text: str) -> str:
    """A text without "tell me, dear," in front of what it says and asks."""
    found = _TOLD_TO_TELL.match(text)
    whom = (found["whom"] or "").lower().split() if found else ()
    known = {*whom} <= words("asides") | words("vocatives")
    return text[found.end() :] if found and known else text


def _without_address(text: str) -> str:
    """A question without whom it is put to at its end: ", my dear?", ", old chap?"."""
    *said, last = text.rstrip(" ?.!").split(",")
    whom = last.lower().split()
    named = bool(said) and bool(whom) and whom[-1] in words("vocatives") and {*whom[:-1]} <= _FONDLY
    return f"{','.join(said)}?" if named else text


_FONDLY = frozenset({"my", "old", "good", "sweet"})


def _led(text: str) -> tuple[str, str]:
    """What is said before a question in the same sentence, and the question; a topic becomes a part of it.

    "The mug, where is it?" is "where is the mug?"; "forks or spoons, which are there more of?" is about those.
    """
    text = whence_by_deed(where_by_deed(_without_address(_without_opening(text))))
    led = _LED.match(text)
    about = _ABOUT.match(led["head"]) if led is not None else None
    if led is None or len(led["question"].split()) <= _SHORTEST or (_LIMITING.match(led["head"]) and about is None):
        return "", text
    head, question = (about["topic"] if about is not None else led["head"]).strip(), led["question"].strip()
    if is_tag(question):
        return "", text
    head = after_courtesies(head)
    if _names_nothing(head):  # "hey, did you put it back?"
        return "", question
    if whence := whence_for_deed(head, question):
        return "", whence
    owned = _OWNED.match(head) is not None and _ASKS_WHEN.match(question) is not None
    if not owned and (_SUBJECT.search(head) or _tells(head)):
        return head, question
    if (there := _IN_THERE.search(question)) is not None:
        return "", f"{question[: there.start()]}{there[1]} {_the(head)}{question[there.end() :]}"
    question = _THAT_THEN.sub("it", question)
    if (pronoun := _PRONOUN.search(question)) is not None:
        topic = _the(_JOINED.sub("", head)).replace("\\", "")
        return "", f"{question[: pronoun.start()]}{topic}{_IT.sub(topic, question[pronoun.end() :])}"
    if (many := _HOW_MANY.match(question)) is not None and len(head.split()) <= _MANY and _names(head):
        return "", f"{many[0]}{head[:1].lower()}{head[1:]} {question[many.end() :]}"
    several = re.search(r",|\b(?:or|and|of)\b", head) or head.lower().startswith(("the ", "my ", "our "))
    return (
        "",
        f"{question.rstrip(' ?.!')} {head}?" if several else text,
    )  # else somebody is addressed: "please, Homebody"


_OWNED = re.compile(
    r"^\W*(?:(?:and|but|so|or|now|then|also),? )*(?:(?:the|my|our|your|his|her|their) )?\w+'s \w+$", re.I
)
"""Something of somebody, and no sentence: "the sister's birthday"."""
_ASKS_WHEN = re.compile(r"^(?:what|which|when)\b[\w ]* (?:is|was) (?:that|it|this)\W*$", re.IGNORECASE)
"""What is asked of something that has a date: "what day is that?"."""


def _tells(head: str) -> bool:
    """Whether words before a question tell what happened, and are not what it is about: "my tea went cold"."""
    said = head.lower().split()
    done = [(of_past(word), word) for word in said[1:]]
    return any(verb and past(verb) == word != participle(verb) for verb, word in done)


def _names_nothing(head: str) -> bool:
    """Whether what stands before a question only speaks to somebody, or leads on to it: "so", "hi there"."""
    said = {*re.findall(r"[a-z']+", head.lower())}
    return said <= words("asides") | words("vocatives") | words("leaning") | {"there", "tell", "me", "say"}


_TOPIC = r"(?:subject|topic|question|matter|thing|theme|note)"
_DISMISSED = re.compile(
    r"^\W*(?:(?:oh|ah|well|ok|okay|fine|alright|right|so|anyway|and|no|now),? )*(?:"
    rf"(?:on |to )?(?:an? )?(?:(?:completely|quite|totally) )?(?:different|new|another|other|next) {_TOPIC}(?: now)?|"
    rf"change of {_TOPIC}|something (?:(?:completely|quite|entirely) )?(?:else|different)|"
    r"(?:never ?mind|forget(?: about)?|do(?:n't| not) (?:bother|worry) (?:about|with)|leave|enough (?:about|of)|"
    r"so much for|drop) (?:(?:the|that|my|our|those|these|your)(?: [\w'-]+){1,3}?|it|this|that)(?: (?:then|now|aside))?"
    r")(?:[.!;:,]| ?[-–—]) *(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)


def after_dismissal(text: str) -> str:
    """What is asked after somebody is done with what was spoken of: "well, never mind the bear. Where is the pan?".

    Args:
        text: The whole text; where it dismisses nothing, or asks nothing then, that is nothing.
    """
    found = _DISMISSED.match(text)
    return found["rest"] if found is not None and _begins(found["rest"]) else ""


_TRAILING = re.compile(
    r"^(?P<question>[^,]+?), (?P<topic>(?:the|my|our|your|those|these) [\w' -]+?)(?P<end>[ ?.!]*)$", re.I
)
"""A question with what it is about put last: "what did you water it with, the house plant?"."""


def _with_topic(text: str) -> str:
    """The question with what it is about where the word for that stands."""
    found = _TRAILING.match(text)
    if found is None or not _PRONOUN.search(found["question"]) or _SUBJECT.search(found["topic"]):
        return text
    return _PRONOUN.sub(found["topic"].replace("\\", ""), found["question"], count=1) + found["end"]


_SHORTEST = 2
"""Words that a question has at least which something is said before; "did you" alone only confirms."""


def combined(answers: Sequence[Answer], joint: str = "and") -> Answer:
    """Several answers as one, the same said once.

    Value: the tuple of theirs; of yes and no all of them for "and", any for "or".
    """
    answers = tuple({answer.text: answer for answer in reversed(answers)}.values())[::-1]
    if len(answers) == 1:
        return answers[0]
    kinds = {answer.kind for answer in answers}
    statuses = {answer.status for answer in answers}
    value: object = tuple(answer.value for answer in answers)
    if all(isinstance(answer.value, bool) for answer in answers):
        value = (all if joint == "and" else any)(answer.value for answer in answers)
    best = next((status for status in ("known", "partly") if status in statuses), answers[0].status)
    text = " ".join(answer.text if answer.text.endswith((".", ")")) else f"{answer.text}." for answer in answers)
    return replace(
        answers[0],
        text=text,
        value=value,
        kind=answers[0].kind if len(kinds) == 1 else "several",
        evidence=tuple(dict.fromkeys(node for answer in answers for node in answer.evidence)),
        status=_joint_status(statuses, value, joint, best),
        tokens_read=max(answer.tokens_read for answer in answers),
        tasks=tuple(dict.fromkeys(name for answer in answers for name in answer.tasks)),
    )


def _joint_status(statuses: set[str], value: object, joint: str, best: str) -> str:
    """Known when all is; one yes is enough for "or", one no for "and" - else partly where anything is known."""
    if len(statuses) == 1:
        return best if best in statuses else next(iter(statuses))
    if value is True and joint == "or" and "known" in statuses:
        return "known"
    return "partly" if best in ("known", "partly") else best
