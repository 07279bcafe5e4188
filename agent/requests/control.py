"""Words about the work itself: stop, later, go on, put it back, otherwise, how far are you?"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from agent.planning.wants import ANYTHING
from agent.requests.amending import counted_apart, ingredients
from agent.requests.dishes import head_of
from agent.requests.errands import SEVERAL, STATE, STATES, Errand, is_placing, named_words
from agent.requests.instructions import (
    Amend,
    Cancel,
    Chat,
    Clarification,
    Instruction,
    Quantity,
    Resume,
    StatusRequest,
    Suspend,
    UnclearRequest,
    Undo,
)
from agent.requests.topics.deed_words import deed_words, deeds_named
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import NUMBERS, NamedThings, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.numbers import CARDINALS, alternatives, up_to

_ALL = re.compile(
    r"\b(?:everything|it all|them all|that all|all tasks|all of (?:it|that|them|this)|all (?:this|that)|all"
    r"|(?:the|this) (?:(?:whole|entire) (?:\w+ )?)?(?:thing|lot|business|list|job))\b"
)
_CANCEL = re.compile(
    r"^(?:never ?mind|nevermind|forget(?: about)?|cancel|stop(?: with| doing| making)?|abort|drop|skip|quit"
    r"|enough(?: of)?|that(?:'s| is) enough(?: of)?|that(?:'ll| will) do"
    r"|(?:i |we )?(?:don't|do not|no longer|doesn't) (?:need|want|worry about"
    r"|(?:bother|trouble|concern)(?: yourself)?(?: with| about)?)|no more need for"
    r"|leave)(?: (?P<about>.+))?$"
)
_NEGATED = re.compile(
    r"^(?:don't|do not|never(?! ?mind)|no need to|you (?:don't|need not|do not) (?:need to|have to)) "
    r"(?P<rest>(?!(?:bother|trouble|worry|concern)(?: yourself)? (?:with|about)\b).+)$"
)
_SUSPEND = re.compile(
    r"^(?:(?P<wait>wait|hold on|pause|hang on|hold it)(?: (?:for )?(?:a )?(?:moment|minute|second|sec|bit|there))?"
    r"(?: with (?P<on>.+))?"
    r"|later(?: on)?|not now|(?:do|make|finish|leave) (?P<do>.+) (?:for )?later|(?P<can>.+) can wait"
    r"|(?:suspend|postpone|delay|interrupt|put off) ?(?P<off>.+)?|put (?P<put>.+) off|leave (?P<leave>.+) for later)$"
)
_WAIT_FOR = re.compile(
    r"^(?:wait|hold on|pause|hang on) (?:for |about |another |until |till )*(?:\d|an? (?!moment|minute$|second|sec|bit)"
    rf"|{alternatives(up_to(99))}|half|the |my |he |she |they |(?:we|i) (?!say\b|tell\b|call\b|let\b))"
)
"""Waiting for so long, or for something: nobody tells the robot when that is over."""
_RESUME = re.compile(
    r"^(?:(?:please )?(?:go on|carry on|continue|proceed|resume|keep going|go ahead|back to|go back to|return to"
    r"|get back to)"
    r"(?: (?:with|to|on|making|doing))*(?: (?P<about>.+))?|(?:now |first )?finish (?P<finish>.+?)(?: first)?"
    r"|(?:now|first) (?P<now>(?:the|my) .+))$"
)
_UNDO = re.compile(
    r"^(?:undo(?: (?P<what>.+))?"
    r"|(?:put|bring|take|set|move) (?P<thing>.+?) back(?: (?:again|where .*|to where .*|in its place))?"
    r"|take (?:that|it) back|(?:make|leave) it as it was|turn it back|reverse (?:that|it)|revert(?: that| it)?)$"
)
_STATUS = re.compile(
    r"^(?:what(?:'s| is| are| were)? (?:you (?:doing|up to|working on)|the (?:state|status)(?: of (?P<a>.+))?"
    r"|left(?: to (?:do|be done))?(?: (?:for|of|with) (?P<b>.+))?|still to (?:do|be done)|the plan|on your list|next)"
    r"|what are you doing|what do you still have to do"
    r"|how far (?:are|have) you(?: got| come)?(?: (?:with|on) (?P<c>.+))?"
    r"|how is (?P<d>.+) (?:going|coming along)|status(?: of (?P<e>.+))?|is (?P<f>.+) (?:done|ready|finished)(?: yet)?"
    r"|are you (?:done|ready|finished)(?: with (?P<g>.+))?(?: yet)?"
    r"|how many (?:(?P<things>\w+) )?(?:have you|did you|are) "
    r"(?:done|washed|made|left|finished|to go)(?: (?:so far|yet|already))?"
    r"|what have you done so far(?: (?:for|with) (?P<h>.+))?)$"
)
_NO_MORE = re.compile(
    r"^(?:actually )?no (?:more )?(?P<what>[a-z ]+?)(?: (?:then|please|now|after all|any ?more|today|thanks|for me))*$"
)
_INSTEAD = re.compile(
    r"^(?:use |take |make it |make that |rather |put it |put them |serve it "
    r"|(?:(?:i|we) )?(?:want(?:ed)?|need|meant?|said) )?(?P<new>.+?),? "
    r"(?:instead of|rather than|in place of|and not|, not|not) (?P<old>.+)$"
)
_INSTEAD_FIRST = re.compile(r"^(?:instead of|rather than) (?P<old>.+?),? (?:use |take |put |make )?(?P<new>.+)$")
_REPLACE = re.compile(r"^(?:replace|swap|exchange|change) (?P<old>.+?) (?:with|by|for|to|into) (?P<new>.+)$")
_NOT_BUT = re.compile(
    r"^not (?P<old>.+?)(?:,? but (?:rather )?|, (?:rather |just )?(?=(?:the|an?|my|our|in|on|into|onto) ))"
    r"(?P<new>[^,]+)$"
)
_BETTER = re.compile(
    r"^(?:use |take |put it |put them |make it |rather )?(?P<new>.+?) instead$"
    r"|^(?:use|take(?!.* (?:out|off|away|up|down|from|to|over|with|along)\b)|rather|better) (?P<use>.+)$"
)
_BESIDES = re.compile(r"\b(?:as well|too|also)(?: please)?$")
_NUMBER = re.compile(
    r"^(?:make (?:it|that|them) |only |just |i want |i (?:only|just) want |with )+(?P<new>(?:only |just )?.+)$"
)
_ADD = re.compile(r"^(?:add|include|and|with) (?P<new>.+?)(?: (?:to|in|into|on|for) (?P<about>(?:the|my) .+))?$")
_MORE = re.compile(
    rf"^(?P<new>(?:(?:{alternatives(up_to(20))}|\d+|a) more\b.*)|another .+?)"
    r"(?: (?:to|in|into|on|for) (?P<about>the .+))?$"
)
_DROP = re.compile(
    r"^(?:without|no|leave out|leave off|skip|hold|omit|drop|remove|not any|don't (?:use|add|put in)|forget)"
    r"(?: the| any)? (?P<new>.+?)(?: (?:in|on|from|for) (?P<about>the .+))?$"
)


_WORK = re.compile(
    r"(?:it|that|this|work|your work|everything else|(?:what|whatever|where) you (?:were|are) (?:\w+ )?(?:doing|at)"
    r"|what you (?:left|started)|(?:all )?(?:the|your) (?:rest|others?|other (?:things?|ones?|jobs?|tasks?|stuff)"
    r"|work|job|task|first (?:thing|one|job|task)))"
)
"""What is gone on with without its name."""


def control(text: str, tasks: Sequence[Errand]) -> Instruction | None:
    """What a clause says about the work at hand; None when it says nothing of that kind.

    Args:
        text: The clause.
        tasks: What is being done or still to be done, the one at hand first.
    """
    found = _STATUS.match(text)
    if found and not _counts_others(found["things"] or "", tasks):
        return StatusRequest(_topic(_first(found), tasks))
    found = _UNDO.match(text)
    if found:
        return _undo(found["what"] or found["thing"] or "")
    none = _NO_MORE.match(text)
    if none and _is_task(none["what"], tasks) and not read_named(words_of(none["what"])[1:]):
        return Cancel(_topic(none["what"], tasks))
    if none and tasks and deeds_named(none["what"]) and (deed := _topic(none["what"], tasks)).islower():
        return Cancel(deed)
    if tasks:
        amended = amendment(text, tasks)
        if amended is not None:
            return amended
    return _steering(text, tasks)


def _counts_others(things: str, tasks: Sequence[Errand]) -> bool:
    """Whether it is asked for the number of things that are not worked on: "how many eggs are left?", of mugs."""
    named = known_by(things) if things and tasks else set()
    return bool(named) and not any(named & named_words(task) for task in tasks)


def _steering(text: str, tasks: Sequence[Errand]) -> Instruction | None:
    if _WAIT_FOR.match(text) and tasks:
        raise UnclearRequest(
            Clarification(f'I can wait until you say "go on", but not: "{text}". Shall I?', then=(Suspend(wait=True),))
        )
    found = _SUSPEND.match(text)
    if found:
        about = _topic(
            found["on"] or found["do"] or found["can"] or found["off"] or found["put"] or found["leave"], tasks
        )
        if found["can"] and not about and _type(found["can"]):  # what is not being done can wait
            return Chat("no", text)
        return Suspend(about, wait=bool(found["wait"]) and not about)
    found = _RESUME.match(text)
    if found:
        said = found["about"] or found["finish"] or found["now"] or ""
        about = _topic(said, tasks)
        if about or not said or _WORK.fullmatch(said):
            return Resume(about)
    found = _CANCEL.match(text)
    if found:
        return _cancel(found["about"] or "", text, tasks)
    return None


_ANY_MORE = re.compile(r"(?:(?:^| )(?:any ?more|any longer|now|after all|then|please|anyway|thanks))+$")


def _cancel(said: str, text: str, tasks: Sequence[Errand]) -> Instruction | None:
    said = _ANY_MORE.sub("", said)
    about = _topic(said, tasks)
    if about and is_only_a_place(about, tasks):
        return None
    if about:
        return Cancel(about)
    if _ALL.fullmatch(said):
        return Cancel(everything=True)
    if said in (
        "",
        "it",
        "that",
        "this",
        "now",
        "the task",
        "the work",
        "what you're doing",
        "what you are doing",
        "please",
    ):
        return Cancel(request=not text.startswith(("skip", "leave", "that", "enough", "don't need")))
    named = head_of(said) or _type(said)
    if not named and re.match(r"^stop (?:the|my|your|it|this|that|we|i|you|he|she|they)\b", text):
        return Cancel()
    return Cancel(named) if named and not text.startswith(("leave", "drop", "stop the")) else None


def is_only_a_place(about: str, tasks: Sequence[Errand]) -> bool:
    """Whether a word means no task, but only where things go: "forget the table", of plates that are put on it."""
    meant = [task for task in tasks if about in named_words(task)]
    return bool(meant) and all(
        is_placing(task) and about in (task.params[-1], *types_named(task.params[-1])) for task in meant
    )


def negated(text: str) -> str:
    """What must not be done ("don't water the plant" → "water the plant"), "" when nothing is forbidden."""
    found = _NEGATED.match(text)
    return found["rest"] if found else ""


def _undo(said: str) -> Undo:
    if _ALL.search(said) or said.startswith("the"):
        about = _type(said)
        return Undo(whole=not about, about=about)
    return Undo(about=_type(said))


def _first(found: re.Match[str]) -> str:
    return next((value for value in found.groupdict().values() if value), "")


def _type(said: str) -> str:
    named = read_named(words_of(said)) if said else None
    return named.word if named is not None and named.word != ANYTHING else ""


def _topic(said: str | None, tasks: Sequence[Errand]) -> str:
    """The word by which a task is meant, "" when the words mean none of them."""
    if not said:
        return ""
    words = known_by(said)
    for task in tasks:
        hit = words & named_words(task)
        if hit:
            return best_word(hit)
    deeds = deeds_named(said) if all(word.islower() for word in words) else frozenset[str]()
    return next((min(hit) for task in tasks if (hit := deeds & deed_words(task))), "")


def best_word(words: Collection[str]) -> str:
    """Of words that name a task the one that names it best: a dish rather than what it is served on."""

    def rank(word: str) -> tuple[bool, bool, bool]:
        return word not in STATES, word.islower(), word not in ("Plate", "Bowl", "Mug")

    return max(sorted(words), key=rank, default="")


def known_by(said: str) -> frozenset[str]:
    """Words under which a task may be known that is spoken of so: dishes, types, classes and their members."""
    found = {head_of(said)} if head_of(said) else set()
    words, end = words_of(said), 0
    for at in range(len(words)):
        named = read_named(words, at) if at >= end and words[at] not in ("of", "in", "on", "with") else None
        if named is not None and named.word:
            found |= {named.word, *types_named(named.word)}
            end = named.end
    if re.search(r"\b(?:slices|pieces)\b", said):
        found.add("slices")
    if re.search(r"\bwatering\b", said):
        found.add("watering")
    return frozenset(found)


_BESIDE = re.compile(r"(?:(?:rather|better|right|just|directly) )*(?:by|next to|beside|near) (?:the|my|our|an?|that) ")


# -- otherwise -------------------------------------------------------------------------------------------------------


def amendment(text: str, tasks: Sequence[Errand]) -> Amend | None:
    """How a task shall be done otherwise; None when the clause says nothing of that kind."""
    if _BESIDE.match(text):
        return None  # "by the toaster, rather": where it goes, and nothing in place of something
    text, about = _about(text, tasks)
    for pattern in (_NOT_BUT, _INSTEAD_FIRST, _INSTEAD, _REPLACE):
        found = pattern.match(text)
        if found and not re.match(r"^(?:don't|do not|never)\b", text):
            new, old = _part(found["new"]), _part(found["old"])
            if new is not None and old is not None:
                return Amend(_filled(new, old), old, about)
    found = _DROP.match(text)
    if found:
        part = _part(found["new"])
        of_dish = part is not None and any(part.word in ingredients(_dish_of(task)) for task in tasks)
        if part is not None and of_dish and not _is_task(found["new"], tasks):
            return Amend(part, None, about or _topic(found["about"], tasks), drop=True)
    for pattern, more in ((_MORE, True), (_ADD, False), (_BETTER, False), (_NUMBER, False)):
        found = pattern.match(text)
        part = _part(_first(found)) if found else None
        if found is None or part is None or not (part.word or part.count):
            continue
        extra = _topic(found.groupdict().get("about"), tasks)
        if more and part.word and not _has(part.word, tasks):
            continue
        if head_of(_first(found)) and not _is_task(_first(found), tasks):  # another dish is no part of this one
            continue
        if pattern is _NUMBER and part.word and not _has(part.word, tasks):
            continue
        if pattern is _BETTER and _BESIDES.search(text):
            continue  # "take the plate as well"
        if pattern is _BETTER and starts_request(_first(found)):
            continue  # "empty the mug instead": another deed, not another thing
        if pattern is _BETTER and text.startswith("use ") and _only_a_tool(part, tasks[0]):
            continue
        if pattern is _ADD and part.word and counted_apart(tasks[0]) and not _has(part.word, tasks):
            continue  # "and the ladle": beside the pot, not in place of it
        return Amend(part, None, about or extra, more=more)
    return None


def _dish_of(task: Errand) -> Errand:
    """A dish, also where several of it are made."""
    return Errand(task.params[1], task.params[2:]) if task.name == SEVERAL else task


def _only_a_tool(part: Quantity, task: Errand) -> bool:
    """Whether something that is to be used can be no thing of a task, nor its place: "use the cloth on the chair"."""
    apart = counted_apart(task)
    made_so = task.name == "Water Plant" or (apart is not None and apart.name == STATE)
    return bool(part.word) and made_so and not _has(part.word, [task])


def _about(text: str, tasks: Sequence[Errand]) -> tuple[str, str]:
    """Takes "in the salad", "for the sandwich" off the end."""
    found = re.match(r"^(?P<rest>.+?) (?:in|on|for|with|to) (?P<about>(?:the|my|your) [a-z]+)$", text)
    if found and head_of(found["about"]):
        return found["rest"], _topic(found["about"], tasks)
    return text, ""


_TOLD_APART = re.compile(r"(?:the|that) (?:[a-z]+ )?ones? (?:in|on|at|by|from|with|near|next|that)\b")


def _part(said: str | None) -> Quantity | None:
    if _TOLD_APART.match(said or "") or (said or "") in ("that one", "this one"):  # "the one on the desk" is no desk
        return None
    words = [
        word for word in words_of(said or "") if word not in ("in", "on", "into", "onto", "to", "only", "just", "use")
    ]
    if not words:
        return None
    if words[:2] == ["a", "single"]:
        words = ["one", *words[2:]]
    if len(words) == 1 and (words[0].isdecimal() or words[0] in CARDINALS):
        return Quantity("", _number(words[0]))
    named = read_named(words)
    if named is None or (not named.word and not named.pronoun and named.count is None):
        return None
    if not named.word and named.pronoun and named.count is None:
        return None
    if named.form in ("water", "coffee", "tea", "milk", "wine"):
        return None  # "a mug of water": it is not the mug that is another
    if not named.word and not named.pronoun and not _counts_alone(named):
        return None  # "five more minutes" are none of the things
    return _as_part(named)


def _as_part(named: NamedThings) -> Quantity:
    return Quantity(named.word, named.count, named.every)


def _counts_alone(named: NamedThings) -> bool:
    """Whether a number is said without a thing, or with a measure of what is being made."""
    last = named.text.split(" ")[-1] if named.text else ""
    return last in NUMBERS or last.isdecimal() or last in _MEASURES


_MEASURES = frozenset({"more", "slice", "slices", "piece", "pieces", "portion", "portions", "single"})


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else CARDINALS[word]


def _filled(new: Quantity, old: Quantity) -> Quantity:
    """A number takes its word from the other side: "three instead of two slices of tomato"."""
    return Quantity(old.word, new.count, new.every) if not new.word and old.word else new


def _has(word: str, tasks: Collection[Errand]) -> bool:
    kinds = {word, *types_named(word)}
    return any(
        kinds & named_words(task) or ({"Salad", "Sandwich"} & {task.name, *task.params} and word in _GREENS)
        for task in tasks
    )


_GREENS = frozenset({"Lettuce", "Tomato", "Potato"})


def _is_task(said: str, tasks: Collection[Errand]) -> bool:
    """Whether the words name a whole task, not a part of one."""
    head = head_of(said)
    return bool(head) and any(head in named_words(task) for task in tasks)
