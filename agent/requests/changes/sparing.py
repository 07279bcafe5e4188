"""What a change leaves as it is: the whole task, so many of its things, or some of a kind: "not the red one"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import Either, Trait, WhichThings, Without
from agent.planning.wants import ANYTHING
from agent.recognition.lines import GOALS
from agent.requests.amending import amended, counted_apart
from agent.requests.changes.choosing import chosen
from agent.requests.changes.worded import AH, ENOUGH, WordedChange
from agent.requests.errands import BRING, CUT, PUT, Errand
from agent.requests.instructions import Amend, Clarification, Quantity, Revise, UnclearRequest
from agent.requests.terms.barred import barred, known_adjectives
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import left_out
from agent.requests.words.nouns import STATES, NamedThings, mentioned, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.data import words as word_list

_WHERE_IT_WAS = re.compile(
    r",? (?:(?:right |just )?(?:where|as) (?:it|they) (?:was|is|were|are)(?: now| before)?|(?:over "
    r"|right )?there|though|please"
    r"|alone|untouched)(?=$|,)"
)
_KEEP = re.compile(
    rf"^{AH}(?:leave|keep|let|spare|hands off|don't touch|do not touch"
    r"|except(?: for)?|all but|apart from|other than|excluding|aside from|but not|not)(?: out)?\b,? (?P<np>.+)$"
)
_RATHER = re.compile(
    r"^not (?:that|this)(?: one)?, (?P<rest>(?!(?:i|i'\w+|it|it's|we|he|she|they|because|please|thanks|that|that's|this"
    r"|there|there's)\b)[a-z']+(?: [a-z']+)?)$"
)
"""What is meant in place of what is at hand: "not that one, today's"."""
_STAYS = re.compile(
    r"^(?P<np>.+?) (?:has to |have to |must |should |shall |can |may |needs? to |ought to |is to |are to |will )?"
    r"(?:stays?|remains?|be left|be spared)\b(?P<rest>.*)$"
)


def left(change: WordedChange, begun: bool = False) -> Revise | None:
    """What is to be left as it is: the whole task, so many, or some of a kind."""
    text = change.text
    while (shorter := _WHERE_IT_WAS.sub("", text)) != text:
        text = shorter
    found = _KEEP.match(text) or _STAYS.match(text)
    rest = text.partition(", ")[2] if text.startswith("not ") else ""  # "not the pen, the pencil"
    instead = bool(rest) and any(not one.denied and one.named.text in rest for one in change.others)
    if found is None or instead or ENOUGH.search(re.sub(r"\b(?:just|only)\b", "", change.text)):
        return None
    other = _RATHER.match(text)
    if other is not None and not chosen(text, change.task, change.things):
        raise UnclearRequest(_which(words_of(other["rest"])))
    said = words_of(found["np"])
    words = said if said[:1] and said[0] in ("it", "them", "that", "those") else _from_first(said)
    if words != said and _DEFINITE & set(said[: len(said) - len(words)]):
        if _may_be(change, words):  # "the fancy lamp", of all the lamps
            raise UnclearRequest(_which(said))
        words = said
    if any(
        one.lead in GOALS and one.of([change.place]) for one in change.mentions
    ):  # "leave it on the table" it goes to
        return None
    if _is_foremost(change, words):
        raise UnclearRequest(_which(words))
    if _stays_so(change.task, words):  # "leave the bread whole", of bread that is put away
        return None
    spare, trait, end = left_out(words)
    if not end and words[:1] == ["the"] and {"one", "ones"} & set(words[2:4]):
        raise UnclearRequest(_which(words))
    if spare and not _goes_on(words[end:]):
        return _spared(change.task, spare, trait, begun and not text.startswith("not "))
    if not end and words[:1] and words[0] in ("it", "them", "that", "those"):
        if words[1:2] and words[1] in _AS_IT_IS.get(change.task.params[-1] if change.task.params else "", ()):
            return Revise(change.task, None)  # "leave it whole", of what was to be cut
        later = change.clause.place == "after"  # "leave it in the sink when it's clean"
        if begun or later or not _left_there(words[1:]):
            return None
        return _lies_there(change.task, words[1:]) or Revise(change.task, None)
    if trait is None:
        return None
    apart = _TOLD_APART.match(text) is not None or _is_another(change.task, trait)
    if ANYTHING in change.things and mentioned(" ".join(words[end:])):  # several, each of which is to stay
        kept = barred(" ".join(words), "pick_up")
        if not kept:
            raise UnclearRequest(_which(words))
        return Revise(change.task, change.task.on(*kept))
    left = _without(change, trait, told=apart)
    untold = spare or (left is not None and left.new is None)
    named = read_named(words)
    if untold and named is not None and named.word and not _is_all_known(words, named):  # "not the fresh bread"
        raise UnclearRequest(_which(words))
    if untold and (_one_of_many(change.task, words) or _goes_on(words[end:])):
        raise UnclearRequest(_which(words))
    return left


_AS_IT_IS = {
    CUT: ("whole", "uncut", "unsliced", "intact"), "clean": ("dirty", "unwashed"), "cooked": ("raw", "uncooked"),
    "boiled": ("raw", "uncooked"), "on": ("off",), "off": ("on", "running"), "open": ("closed", "shut"),
    "closed": ("open",), "filled": ("empty",), "empty": ("full",),
}  # fmt: skip
"""State that a task is for → how things are that are left as they are."""


def _stays_so(task: Errand, words: Sequence[str]) -> bool:
    """Whether things are to be left in a state with which a task has nothing to do."""
    named, mine = read_named(words), _AS_IT_IS.get(_state_of(task), ())
    others = {word for words in _AS_IT_IS.values() for word in words}
    return named is not None and bool(named.word) and words[named.end :] in [[one] for one in others - set(mine)]


def _state_of(task: Errand) -> str:
    """The state that a task is for; "" where it is for none."""
    return "clean" if task.name.startswith("Clean All") else task.params[-1] if task.params else ""


def _is_all_known(words: Sequence[str], named: NamedThings) -> bool:
    """Whether every word before a noun is understood; what is only praise of what is wanted tells apart what is not."""
    return known_adjectives(words, named) and not (word_list("request_looks.txt") - set(STATES)) & set(
        words[: named.end]
    )


def _which(words: Sequence[str]) -> Clarification:
    return Clarification(f'Which do you mean by "{" ".join(words)}"? Say how it looks, or where it is.')


def _is_foremost(change: WordedChange, words: Sequence[str]) -> bool:
    """Whether what is to be left is told by its size or height, which is found out only by looking at all of them."""
    named, apart = read_named(words), counted_apart(change.task)
    if named is None or not named.foremost or apart is None or apart.params[0] == "1":
        return False
    return bool({"one", "ones"} & set(words[:4])) or any(one.named.text == named.text for one in change.own)


def _one_of_many(task: Errand, words: Sequence[str]) -> bool:
    """Whether only one thing is to be left as it is, of a task that is about all of its kind: "leave this lamp on"."""
    named, apart = read_named(words), counted_apart(task)
    single = named is not None and bool(named.word) and not named.every and (named.count or 1) == 1
    told = any(isinstance(one, WhichThings) and one.trait != Trait() for one in task.terms)
    if named is not None and named.text == "the light" and apart is not None and apart.params[1] == named.word:
        return False  # "the light" is all that gives light
    if told and words[:1] in (["the"], ["my"]):  # "leave the spoon", of the spoons in the fridge
        return False
    return single and apart is not None and apart.params[0] == ALL


_WHY = frozenset({"because", "since", "as", "for", "so", "till", "until", "while", "when", "please", "though", "then"})


def _goes_on(rest: Sequence[str]) -> bool:
    """Whether more is said of what is to be left than can be looked at: "the mug i am using", "with a gold rim"."""
    fillers = word_list("request_fillers.txt") | _LEFT_ALONE
    said = [word for word in rest if word not in fillers or word in _PRONOUNS]
    where = len(rest) > 1 and rest[0] in _WHERE and rest[1] not in ("it", "them", "there", "here")
    return "," not in rest[:1] and (where or (bool(said) and said[0] not in _WHY))


_LEFT_ALONE = frozenset({"alone", "there", "be", "as", "out", ",", "on", "off", "open", "closed", "shut", "whole"})
_WHERE = frozenset({"in", "on", "at", "by", "near", "from", "with", "of"})
_PRONOUNS = frozenset({"i", "we", "he", "she", "they", "you"})


def _is_another(task: Errand, trait: Trait) -> bool:
    """Whether what stays lies elsewhere than what the task is about: "the one on the desk stays"."""
    told = [one.trait.place for one in task.terms if isinstance(one, WhichThings) and one.trait.place]
    return bool(told and trait.place) and trait.place not in told


_TOLD_APART = re.compile(rf"^{AH}(?:except(?: for)?|all but|apart from|other than|excluding|aside from|but not|not)\b")


def _lies_there(task: Errand, words: Sequence[str]) -> Revise | None:
    """Where it is told where something is left, and it may be elsewhere by now, that is where it is wanted."""
    told = [one for one in task.terms if isinstance(one, WhichThings) and one.trait.place]
    named = read_named(words[1:]) if words[:1] and words[0] in ("in", "on") else None
    if task.name not in (PUT, BRING) or named is None or not named.word or named.end < len(words) - 1 or told:
        return None
    new = amended(task, Amend(Quantity(named.word), Quantity(task.params[-1]) if task.name == PUT else None))
    return Revise(task, new) if isinstance(new, Errand) and new != task else None


def _left_there(words: Sequence[str]) -> bool:
    """Whether what is to be left is left as it is: of "let it cool first" something else is wanted."""
    talk = word_list("request_fillers.txt") | {"be", "stay", "alone", "one", "ones", "as", ","}
    rest = list(words)
    while rest and rest[0] in talk - {"in", "on", "at"}:
        rest.pop(0)
    return not rest or rest[0] in ("in", "on", "at", "next", "where", "because", "since")


def _without(change: WordedChange, trait: Trait, told: bool) -> Revise | None:
    """Some of the things are left out, or all of them, which is the task."""
    kinds = set(types_named(trait.kind)) if trait.kind else set[str]()
    if ANYTHING in change.things:
        bare = trait.kind not in ("", ANYTHING) and replace(trait, kind="") == Trait()
        return Revise(change.task, change.task.on(Without((trait.kind,), "pick_up"))) if bare else None
    words = (*change.things, *(kind for one in change.task.terms if isinstance(one, Either) for kind in one.others))
    mine = {kind.removesuffix("Sliced") for word in words for kind in types_named(word)}
    if kinds and not kinds & mine:
        return None
    apart = counted_apart(change.task)
    several = (
        told or _excludes(change, trait) or (apart is not None and apart.params[0] == ALL)
    )  # of one thing it only says where that stays
    here = replace(trait, place="") if not several and trait.place != change.place and not trait.states else trait
    if replace(here, kind="") == Trait() and kinds >= mine:
        return Revise(change.task, None)
    if apart is None and _excludes(change, trait):
        return Revise(change.task, change.task.on(WhichThings(change.things[0], but=trait)))
    if apart is None:
        return Revise(change.task, None) if kinds >= mine else None
    kind = "" if kinds >= mine else here.kind
    but = replace(trait, kind=kind)
    which = next((t for t in change.task.terms if isinstance(t, WhichThings) and t.word == change.things[0]), None)
    if which is None or which.but is not None:
        return Revise(change.task, change.task.on(WhichThings(change.things[0], but=but)))
    terms = tuple(replace(which, but=but) if one is which else one for one in change.task.terms)
    return Revise(change.task, replace(change.task, terms=terms))


def _excludes(change: WordedChange, trait: Trait) -> bool:
    """Whether some are told by where they are, of a thing of which that was not told: "not the egg in …"."""
    return bool(trait.place) and change.text.startswith("not the ") and trait.place != change.place


_DEFINITE = frozenset({"the", "that", "this", "those", "these", "my", "our", "your"})


def _from_first(words: list[str]) -> list[str]:
    """The words from where something is named: "ugh fine one" → "one"."""
    return next((words[at:] for at in range(len(words)) if left_out(words[at:])[2]), words)


def _may_be(change: WordedChange, words: Sequence[str]) -> bool:
    """Whether things may be among those that a task is about."""
    _, trait, _ = left_out(words)
    mine = {kind.removesuffix("Sliced") for word in change.things for kind in types_named(word)}
    return trait is None or not trait.kind or bool(mine & set(types_named(trait.kind)))


def _spared(task: Errand, spare: int, first: Trait | None, begun: bool = False) -> Revise | None:
    """So many are left where they are: of all, or of so many; beside so many, where both are said at once."""
    apart = counted_apart(task)
    if apart is None or not spare:
        return None
    if apart.params[0] == ALL:
        return Revise(task, task.on(WhichThings(apart.params[1], but=first, spare=spare)))
    if begun:  # "put two in the fridge and leave one out"
        return Revise(task, task)
    left = int(apart.params[0]) - spare
    return Revise(task, replace(apart, params=(str(left), *apart.params[1:]))) if left > 0 else None
