"""Changes of what is being done, told by what they name: a thing, a number, a place, and which way the words point.

"A drawer, not the bin", "three in total", "one has to stay on the desk", "the apple as well": whatever the sentence is
like, a number changes the number, a place that is not the task's the place, and what shall stay is left out. It is
read only where a clause asks for nothing by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from agent.planning.terms import Trait, WhichThings, Without
from agent.planning.wants import ANYTHING
from agent.recognition.lines import GOALS
from agent.requests.amending import amended, capability, counted_apart
from agent.requests.changes.choosing import all_of_them, chosen, other_state
from agent.requests.changes.mentions import RESTS, Mention, mentioned_in
from agent.requests.changes.weighing import cut_as_said
from agent.requests.errands import AWAY, BRING, PUT, STATE, STATES, Errand, made_of
from agent.requests.instructions import Amend, Begin, Quantity, Revise
from agent.requests.terms.accounting import unexplained
from agent.requests.terms.constraints import instead
from agent.requests.words.clauses import Clause, words_of
from agent.requests.words.modifiers import left_out, terms_of, with_place
from agent.requests.words.nouns import NUMBERS, NamedThings, capable, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.data import words as word_list

_AH = (
    r"(?:(?:and|but|oh|no|nah|nope|wait|please|do|just|though|hang on|hold on|actually|hmm|ah|well|ok|okay|sorry)\b"
    r"[ ,]*)*"
)
_WHERE_IT_WAS = re.compile(
    r",? (?:(?:right |just )?(?:where|as) (?:it|they) (?:was|is|were|are)(?: now| before)?|(?:over "
    r"|right )?there|though|please"
    r"|alone|untouched)(?=$|,)"
)
_KEEP = re.compile(
    rf"^{_AH}(?:leave|keep|let|spare|hands off|don't touch|do not touch"
    r"|except(?: for)?|all but|apart from|other than|excluding|aside from|but not|not)(?: out)?\b,? (?P<np>.+)$"
)
_STAYS = re.compile(
    r"^(?P<np>.+?) (?:has to |have to |must |should |shall |can |may |needs? to |ought to |is to |are to |will )?"
    r"(?:stays?|remains?|be left|be spared)\b(?P<rest>.*)$"
)
_ENOUGH = re.compile(
    r"\b(?:enough|plenty|suffices?|sufficient|only|just|in total|in all|altogether|no more than|at most|will do"
    r"|would do|does it|is fine|are fine|all (?:i|we) need|exactly)\b"
)
_TOTAL = re.compile(r"\b(?:in total|in all|altogether)\b")
_ALSO = re.compile(r"\b(?:also|too|as well|another|likewise|in addition|same (?:for|with|goes))\b")
_RATHER = re.compile(
    r"\b(?:instead|rather|make it|make that|better|actually|sorry|i mean|i meant|use|prefer|change|on second thought)\b"
)
_AND = re.compile(r"^(?:and|plus|oh and|also)\b")
"""How another thing is named behind what was asked for: "and the forks"."""
_MEASURES = {"slice", "slices", "piece", "pieces", "ones", "cups", "plates"}
_VESSELS = {"Coffee": ("Mug", "Cup"), "Plate Of Toast": ("Bread", "Plate")}
"""What people count of a dish."""
_EXPLAINED = frozenset(
    {"not", "no", "enough", "instead", "rather", "only", "all", "another", "more", "same", "third", "exactly", "never"}
    | {"don't", "most", "without", "other", "rest", "both", "every", "alone", "except", "first", "before", "where"}
)
"""Words that point which way the change goes."""


@dataclass(frozen=True)
class _Change:
    """What a clause says of one task.

    Attributes:
        task: The task.
        clause: What was said.
        mentions: What it names.
    """

    task: Errand
    clause: Clause
    mentions: tuple[Mention, ...]

    @property
    def text(self) -> str:
        """All words of the clause."""
        return self.clause.said or self.clause.text

    @property
    def things(self) -> tuple[str, ...]:
        """What the task is about."""
        return _VESSELS.get(self.task.name, made_of(self.task))

    @property
    def place(self) -> str:
        """Where it is to be put, "" where the task is of another sort."""
        return self.task.params[-1] if self.task.name in (PUT, "Put All X On Y", "Put All X In One Y") else ""

    @property
    def own(self) -> list[Mention]:
        """Mentions of what the task is about."""
        return [one for one in self.mentions if one.named.word and one.of(self.things)]

    @property
    def others(self) -> list[Mention]:
        """Mentions of other things."""
        return [
            one
            for one in self.mentions
            if one.named.word and not one.exactly(self.place) and not (one.of(self.things) and not one.of([self.place]))
        ]

    @property
    def number(self) -> int:
        """The number that is said of what the task is about, the last one; 0 where none is."""
        told = [one.named.count for one in self.mentions if one.named.count and (not one.named.word or one in self.own)]
        return told[-1] or 0 if told else 0

    def bare(self) -> bool:
        """Whether nothing is said but what is named."""
        known = {word for one in self.mentions for word in one.named.text.split()} | set(NUMBERS) | _MEASURES
        return all(
            word in known or word in word_list("request_fillers.txt") for word in words_of(self.text) if word != ","
        )


def revised(
    clause: Clause, tasks: Sequence[Errand], early: bool = False, begun: Collection[Errand] = ()
) -> Revise | Begin | None:
    """How a clause that asks for nothing by itself changes a task; None where it does not.

    Args:
        clause: The clause.
        tasks: What is being done or still to be done, the one at hand first.
        early: Only what is to be left as it is, and which ones are meant: "leave one on the table" is no request to
            put it there.
        begun: Tasks of this very utterance: of "wash it and leave it on the table" nothing is taken back.
    """
    if not tasks or not clause.said:
        return None
    mentions = tuple(mentioned_in(words_of(clause.said)))
    for task in tasks:
        change = _Change(task, clause, mentions)
        done = _early(change, task in begun) if early else _read(change)
        if isinstance(done, Revise) and done.new is not None:
            named = any(one.named.word for one in change.own)
            done = replace(done, new=cut_as_said(task, done.new, change.text, named))
        if done is not None and not _lost(change, done):
            return done
    return None


def _early(change: _Change, begun: bool) -> Revise | None:
    return (
        _left(change, begun)
        or chosen(change.text, change.task, change.things)
        or (None if begun else _by_other_means(change) or _put_right(change))
    )


_PUT_RIGHT = re.compile(
    rf"^{_AH}(?:not (?:that|this)(?: one)?[ ,]+)?"
    r"(?:make (?:that|it)|i mean|i meant|i said|no|rather|sorry)[ ,]+(?P<np>(?:the|an?|my|some|two|three|four"
    rf"|\d) [a-z ]+|[a-z]+s)$"
)


def _put_right(change: _Change) -> Revise | None:
    """Another thing, or another place, named alone: "make that a tomato"."""
    found = _PUT_RIGHT.match(change.text)
    if found is None or len(change.mentions) != 1 or change.own or not (change.place or change.task.name == STATE):
        return None
    named = change.mentions[0].named
    fit = STATES[change.task.params[2]][2] if change.task.params[2:3] and not change.place else "pickupable"
    if not named.word or named.end < len(words_of(change.text)) or not capable(named.word, fit):
        return None
    return _another(change, named)


def _another(change: _Change, named: NamedThings) -> Revise | None:
    """Another thing in place of the task's; what holds things in place of where they go, where the thing holds none."""
    holds = capable(named.word, "receptacle") and not capable(made_of(change.task)[0], "receptacle")
    old = change.place if holds and change.place else made_of(change.task)[0]
    new = amended(change.task, Amend(Quantity(named.word, named.count, named.every), Quantity(old)))
    if not isinstance(new, Errand) or new == change.task:
        return None
    told = terms_of(with_place(named, words_of(change.clause.said))) if old != change.place else ()
    kept = tuple(one for one in new.terms if not (isinstance(one, WhichThings) and one.word in made_of(change.task)))
    return Revise(change.task, replace(new, terms=kept if old != change.place else new.terms).on(*told))


def _read(change: _Change) -> Revise | Begin | None:
    return (
        other_state(change.text, change.task)
        or _left(change)
        or _narrowed(change)
        or _by_other_means(change)
        or _elsewhere(change)
        or _otherwise(change)
        or _numbered(change)
        or _added(change)
    )


_JUST = re.compile(r"(?:^|, |^\w+ )(?:just|only)\b")
_MEANS = re.compile(
    rf"^{_AH}(?:(?:do|make|cook|fry|boil|heat|toast|prepare) (?:it|them|that|this) |(?:use|take) |rather )?"
    r"(?:(?:on|in|with|using|by means of) )?(?P<np>(?:the|a|an|my) [a-z ]+?)(?: instead| rather| for (?:that|it"
    r"|this))*$"
)


def _narrowed(change: _Change) -> Revise | None:
    """Only some kinds of what was asked for: "just the pans" of all that is dirty."""
    told = [one for one in change.mentions if one.named.word]
    if not _JUST.search(change.text) or len(told) != 1 or not change.things:
        return None
    named, mine = told[0].named, set(types_named(change.things[0]))
    apart = counted_apart(change.task)
    fit = STATES[apart.params[2]][2] if apart and apart.name == STATE and apart.params[2] in STATES else "pickupable"
    some = len(mine) > 1 and capable(named.word, fit)  # "just the pans" of the dishes
    narrower = named.word and (set(types_named(named.word)) < mine or some) and not told[0].lead
    if not narrower or apart is None:
        return None
    params = tuple(named.kind if one == change.things[0] else one for one in change.task.params)
    return Revise(change.task, replace(change.task, params=params))


def _by_other_means(change: _Change) -> Revise | None:
    """Another tool or stove: "do it on the stove"; what else could serve is not used then."""
    found = _MEANS.match(change.clause.text)
    named = read_named(words_of(found["np"])) if found else None
    verb = _HEATED.get(change.task.params[-1]) if change.task.name == STATE else _DISHES.get(change.task.name)
    whole = named is not None and bool(named.word) and found is not None and named.end == len(words_of(found["np"]))
    others = instead(named.word, verb) if named is not None and whole and verb else None
    if not others:
        return None
    kept = tuple(one for one in change.task.terms if not (isinstance(one, Without) and not one.skill))
    return Revise(change.task, replace(change.task, terms=(*kept, Without(tuple(sorted(others))))))


_HEATED = {"cooked": "cook", "boiled": "boil", "cut": "slice"}
_DISHES = {"Omelette": "cook", "Boil X": "boil", "Plate Of Toast": "toast"}


def _lost(change: _Change, done: Revise | Begin) -> bool:
    """Whether words of the clause that matter have no part in the change."""
    new = done.errand if isinstance(done, Begin) else done.new
    errands = [change.task] if new is None else [change.task, new]
    left = unexplained(change.text, errands, [one.named.word for one in change.mentions if one.named.word])
    return any(not (set(phrase.split()) <= _EXPLAINED) and phrase not in NUMBERS for phrase in left.grave)


def _left(change: _Change, begun: bool = False) -> Revise | None:
    """What is to be left as it is: the whole task, so many, or some of a kind."""
    text = change.text
    while (shorter := _WHERE_IT_WAS.sub("", text)) != text:
        text = shorter
    found = _KEEP.match(text) or _STAYS.match(text)
    rest = text.partition(", ")[2] if text.startswith("not ") else ""  # "not the pen, the pencil"
    instead = bool(rest) and any(not one.denied and one.named.text in rest for one in change.others)
    if found is None or instead or _ENOUGH.search(re.sub(r"\b(?:just|only)\b", "", change.text)):
        return None
    said = words_of(found["np"])
    words = said if said[:1] and said[0] in ("it", "them", "that", "those") else _from_first(said)
    if any(
        one.lead in GOALS and one.of([change.place]) for one in change.mentions
    ):  # "leave it on the table" it goes to
        return None
    spare, trait, end = left_out(words)
    if spare:
        return _spared(change.task, spare, trait)
    if not end and words[:1] and words[0] in ("it", "them", "that", "those"):
        return None if begun or not _left_there(words[1:]) else Revise(change.task, None)
    if trait is None:
        return None
    apart = _TOLD_APART.match(text) is not None or _is_another(change.task, trait)
    return _without(change, trait, told=apart)


def _is_another(task: Errand, trait: Trait) -> bool:
    """Whether what stays lies elsewhere than what the task is about: "the one on the desk stays"."""
    told = [one.trait.place for one in task.terms if isinstance(one, WhichThings) and one.trait.place]
    return bool(told and trait.place) and trait.place not in told


_TOLD_APART = re.compile(rf"^{_AH}(?:except(?: for)?|all but|apart from|other than|excluding|aside from|but not|not)\b")


def _left_there(words: Sequence[str]) -> bool:
    """Whether what is to be left is left as it is: of "let it cool first" something else is wanted."""
    talk = word_list("request_fillers.txt") | {"be", "stay", "alone", "one", "ones", "as", ","}
    rest = list(words)
    while rest and rest[0] in talk - {"in", "on", "at"}:
        rest.pop(0)
    return not rest or rest[0] in ("in", "on", "at", "next", "where", "because", "since")


def _without(change: _Change, trait: Trait, told: bool) -> Revise | None:
    """Some of the things are left out, or all of them, which is the task."""
    kinds = set(types_named(trait.kind)) if trait.kind else set[str]()
    if ANYTHING in change.things:
        bare = trait.kind and trait.kind != ANYTHING and not (trait.states or trait.place or trait.near)
        return Revise(change.task, change.task.on(Without((trait.kind,), "pick_up"))) if bare else None
    mine = {kind.removesuffix("Sliced") for word in change.things for kind in types_named(word)}
    if kinds and not kinds & mine:
        return None
    apart = counted_apart(change.task)
    several = told or (apart is not None and apart.params[0] == ALL)  # of one thing it only says where that stays
    here = replace(trait, place="") if not several and trait.place != change.place and not trait.states else trait
    if not here.states and not here.place and not here.near and kinds >= mine:
        return Revise(change.task, None)
    if apart is None:
        return Revise(change.task, None) if kinds >= mine else None
    kind = "" if kinds >= mine else here.kind
    but = replace(trait, kind=kind)
    which = next((t for t in change.task.terms if isinstance(t, WhichThings) and t.word == change.things[0]), None)
    if which is None or which.but is not None:
        return Revise(change.task, change.task.on(WhichThings(change.things[0], but=but)))
    terms = tuple(replace(which, but=but) if one is which else one for one in change.task.terms)
    return Revise(change.task, replace(change.task, terms=terms))


def _from_first(words: list[str]) -> list[str]:
    """The words from where something is named: "ugh fine one" → "one"."""
    return next((words[at:] for at in range(len(words)) if left_out(words[at:])[2]), words)


def _spared(task: Errand, spare: int, first: Trait | None) -> Revise | None:
    """So many are left where they are."""
    apart = counted_apart(task)
    if apart is None or not spare:
        return None
    if apart.params[0] == ALL:
        return Revise(task, task.on(WhichThings(apart.params[1], but=first, spare=spare)))
    left = int(apart.params[0]) - spare
    return Revise(task, replace(apart, params=(str(left), *apart.params[1:]))) if left > 0 else None


def _elsewhere(change: _Change) -> Revise | None:
    """Another place, or another dish."""
    goals = [
        one
        for one in change.others
        if not one.denied and one.lead not in RESTS and capable(one.named.word, "receptacle")
    ]
    if len(goals) != 1 or len(change.others) > 1:
        return None
    goal = goals[0]
    refused = any(one.denied and one.of([change.place or made_of(change.task)[0]]) for one in change.mentions)
    meant = goal.lead or not capable(goal.named.word, "pickupable")
    told = meant and bool(_RATHER.search(change.text) or change.bare())
    if not (refused or (told and (change.place or change.task.name in (AWAY, BRING)))):
        return None
    new = amended(change.task, Amend(Quantity(goal.named.word), Quantity(change.place) if change.place else None))
    return Revise(change.task, new) if isinstance(new, Errand) and new != change.task else None


def _otherwise(change: _Change) -> Revise | None:
    """Another thing."""
    wanted = [one.named for one in change.others if not one.denied and not one.lead]
    refused = any(one.denied for one in change.own)
    if len(wanted) != 1 or not change.things or not (refused or _RATHER.search(change.text)):
        return None
    return _another(change, wanted[0])


def _numbered(change: _Change) -> Revise | None:
    """Another number."""
    if change.others:
        return None
    if not change.number:
        named = not change.mentions or bool(change.own)
        return all_of_them(change.text, change.task) if named else None
    more = bool(re.search(r"\b(?:too|also|as well|another|more)\b", change.text)) and not _TOTAL.search(change.text)
    if not (more or _ENOUGH.search(change.text) or _RATHER.search(change.text) or change.bare()):
        return None
    if more and "no more" in change.text:
        more = False
    new = amended(change.task, Amend(Quantity("", change.number), None, more=more))
    return Revise(change.task, new) if isinstance(new, Errand) and new != change.task else None


def _added(change: _Change) -> Begin | None:
    """The same with another thing, after it; "do the plate first" before it."""
    new = [one.named for one in change.others if not one.denied and not one.lead]
    apart = counted_apart(change.task)
    early = change.clause.place == "first"
    listed = change.bare() and (_AND.match(change.text) or change.clause.place == "after")
    if apart is None or len(new) != 1 or not (_ALSO.search(change.text) or early or listed):
        return None
    named = new[0]
    kind = f"{named.word}Sliced" if apart.params[1].endswith("Sliced") else named.kind
    if not capable(named.word, capability(apart)):
        return None
    source = next((one.named.word for one in change.mentions if one.lead in RESTS), "")
    errand = Errand(apart.name, (ALL if named.every else str(named.count or 1), kind, *apart.params[2:]))
    terms = (WhichThings(kind, Trait("", named.states, source)),) if source or named.states else ()
    return Begin(errand.on(*terms), "now" if early else "after")
