"""Which tasks a free account speaks of: a small lexicon of TEACh's tasks for the lenient judge.

Made from the published answers and the hand labels in ``val`` and ``prelim``; see docs/eval_recall.md for how well it
agrees with people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from envs.teach.tasks.classes import class_members
from envs.vocabulary.inflection import singular
from envs.vocabulary.verbs import forms
from eval.recall.answer_values import NUMBERS

FULL, PART, NONE = 2, 1, 0

_WORDS = {
    "organize": "organize organise arrange gather relocate transfer sort collect tidy store move put place manage "
    "stow shift",
    "clean": "clean wash rinse scrub",
    "slice": "slice cut chop",
    "cook": "cook fry heat",
    "boil": "boil",
    "water": "water",
    "tend": "tend care",
    "make": "make prepare assemble brew fill",
    "toast": "toast",
    "serve": "serve",
}
_MORE = {"microwaved": "cook", "microwaving": "cook"}

_HYPERNYMS = {
    "item object thing belonging supplies": None,  # anything
    "utensil cutlery silverware": {"fork", "spoon", "knife", "butterknife", "spatula", "ladle"},
    "kitchenware dishware dish tableware": {"plate", "bowl", "cup", "mug", "pan", "pot", "fork", "spoon", "spatula"}
    | {"dishwares", "drinkwares", "cookwares", "tablewares", "silverwares", "bottle"},
}
_BYPRODUCTS = {
    "breakfast": {"coffee", "toast", "sandwich", "boil", "salad"},
    "sandwich": {"toast"},
    "coffee": {"water"},
}
_NAMED = {"coffee": r"coffee(?! ?(machine|table|maker))", "salad": "salad", "sandwich": "sandwich"}
_NAMED |= {"breakfast": "breakfast", "toast": r"toast(?!er)", "boil": r"boil"}


@dataclass(frozen=True)
class ExpectedTask:
    """An expected task, taken apart.

    Attributes:
        kind: coffee, salad, sandwich, breakfast, toast, boil, water, clean, put, slice, cook or other.
        thing: What it is about, in one word without blanks.
        place: Where it is put or served.
        count: How many slices.
    """

    kind: str
    thing: str = ""
    place: str = ""
    count: int | None = None


def read_wanted(name: str) -> ExpectedTask:
    """Take the published name of a task apart."""
    text = name.lower().strip(" .").replace("slice(s)", "slice")
    if match := re.match(r"(serve|cook) (\d+) slice of (\w+).* (bowl|plate)$", text):
        return ExpectedTask("slice" if match[1] == "serve" else "cook", match[3], match[4], int(match[2]))
    if match := re.match(r"put all (.+?) (?:in|on) (?:any|one) (.+)$", text):
        return ExpectedTask("put", match[1].replace(" ", ""), match[2].replace(" ", ""))
    if match := re.match(r"clean all the (.+)$", text):
        return ExpectedTask("clean", singular(match[1].replace(" ", "")))
    kinds = ("coffee", "salad", "sandwich", "breakfast", "toast", "boil", "water")
    return ExpectedTask(next((kind for kind in kinds if kind in text), "other"), text)


class Account:
    """What somebody told, ready to be searched for tasks.

    Args:
        text: The words.
    """

    def __init__(self, text: str) -> None:
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text.replace("_", " "))
        self.text = spaced.lower().replace("slice(s)", "slice")
        self.words = [_stem(word) for word in re.findall(r"[a-z]+|\d+", self.text)]
        self._set = set(self.words)
        self._joined = " " + " ".join(self.words) + " "

    def has(self, *words: str) -> bool:
        """Whether one of the words occurs."""
        return not self._set.isdisjoint(words)

    def names(self, thing: str) -> bool:
        """Whether a thing is named, its words apart or joined."""
        pattern = " ?".join(re.escape(letter) for letter in singular(thing))
        return re.search(rf"(?<=[ ]){pattern}(?=[ ])", self._joined) is not None

    def covers(self, wanted: ExpectedTask, loosely: bool = False) -> int:
        """``FULL`` when the account tells the task, ``PART`` when something of it, else ``NONE``.

        Args:
            wanted: The task.
            loosely: Whether "organized items" stands for putting any thing away.
        """
        if wanted.kind == "put" and loosely and self.has("organize") and self._hypernym(wanted.thing):
            return FULL
        if wanted.kind in ("put", "clean", "slice", "cook"):
            return getattr(self, f"_{wanted.kind}")(wanted)
        if wanted.kind == "water":
            plants = self.has("plant", "houseplant")
            return FULL if plants and self.has("water", "tend", "care") else PART if plants else NONE
        if wanted.kind == "other":
            return FULL if wanted.thing in self.text else NONE
        if re.search(_NAMED[wanted.kind], self.text) and (wanted.kind != "boil" or self.has("potato")):
            return FULL
        return PART if self._hints(wanted.kind) else NONE

    def _hints(self, kind: str) -> bool:
        foods = sum(self.has(word) for word in ("lettuce", "tomato", "potato", "bread", "apple", "vegetable"))
        if kind == "coffee":
            return self.has("mug", "cup", "coffee")
        if kind == "toast":
            return self.has("bread")
        if kind == "boil":
            return self.has("potato")
        if kind == "sandwich":
            return self.has("bread", "toast") and foods + self.has("toast") > 1
        return foods > 1 or self.has("ingredient") or (kind == "breakfast" and self.has("coffee", "toast", "meal"))

    def _put(self, wanted: ExpectedTask) -> int:
        if not self.names(wanted.thing):
            return NONE
        if not self.has("organize"):
            return PART
        return PART if self._elsewhere(wanted.place) else FULL

    def _clean(self, wanted: ExpectedTask) -> int:
        things = [wanted.thing, *(singular(name.lower()) for name in _members(wanted.thing))]
        named = any(self.names(thing) for thing in things) or self._hypernym(wanted.thing) or self.has("task")
        return FULL if self.has("clean") and named else NONE

    def _slice(self, wanted: ExpectedTask) -> int:
        if not self.names(wanted.thing):
            return NONE
        served = self.has("slice", "serve") and self.has("slice", "organize", "serve", "make")
        return FULL if served and self._fits(wanted) else PART

    def _cook(self, wanted: ExpectedTask) -> int:
        if not self.names(wanted.thing):
            return NONE
        return FULL if self.has("cook") and self._fits(wanted) else PART

    def _fits(self, wanted: ExpectedTask) -> bool:
        """Whether the amount and the dish, where told, are the wanted ones."""
        counts = {int(word) if word.isdigit() else NUMBERS[word] for word in self._counts(wanted)}
        dishes = [dish for dish in ("bowl", "plate") if self.has(dish)]
        return (not counts or wanted.count in counts) and (not dishes or wanted.place in dishes)

    def _counts(self, wanted: ExpectedTask) -> list[str]:
        numbers = "|".join(("\\d+", *NUMBERS))
        return [
            match[1]
            for match in re.finditer(rf"\b({numbers}) (?:cooked )?(?:slices? (?:of )?(?:the )?)?(\w+)", self.text)
            if singular(match[2]) in (wanted.thing, "slice")
        ]

    def _elsewhere(self, place: str) -> bool:
        """Whether it is told where things were put, and that is somewhere else."""
        fitting = {singular(place), *(singular(name.lower()) for name in _members(place))}
        if fitting & {"chair", "armchair"}:
            fitting |= {"sofa", "chair", "armchair"} if place == "chairs" else set()
        told = {
            name for name in _places() if re.search(rf" (on|onto|in|into|inside|to) (\w+ ){{0,3}}{name} ", self._spaced)
        }
        return bool(told) and told.isdisjoint(fitting) and place != "furniture"

    @property
    def _spaced(self) -> str:
        joined = re.sub(r"[^a-z ]+", " ", self.text)
        for name in ("side table", "coffee table", "dining table", "arm chair"):
            joined = joined.replace(name, name.replace(" ", ""))
        return f" {joined} "

    def _hypernym(self, thing: str) -> bool:
        return any(
            self.has(*names.split()) and (members is None or thing in members) for names, members in _HYPERNYMS.items()
        )

    def others(self, wanted: list[ExpectedTask]) -> int:
        """How many tasks it tells that are neither wanted nor part of a wanted one."""
        kinds = {one.kind for one in wanted}
        fine = kinds.union(*(_BYPRODUCTS.get(kind, set()) for kind in kinds))
        told = {kind for kind, pattern in _NAMED.items() if re.search(pattern, self.text)}
        if self.has("water") and self.has("plant", "houseplant"):
            told.add("water")
        return len(told - fine)

    def things(self, but: str) -> int:
        """How many kinds of things it names that get put away, without one of them."""
        return sum(self.names(thing) for thing in _putaway() if thing != singular(but))


@lru_cache(maxsize=1)
def _stems() -> dict[str, str]:
    stems = dict(_MORE)
    for base, words in _WORDS.items():
        for word in words.split():
            stems |= dict.fromkeys(forms(word), base)
    return stems


@lru_cache(maxsize=10_000)
def _stem(word: str) -> str:
    return _stems().get(word) or singular(word)


def _members(name: str) -> tuple[str, ...]:
    """The object types of a class named in a task: ``chairs`` → ``Chair``, ``ArmChair`` and so on."""
    by_name = {key.lower(): members for key, members in class_members().items()}
    return by_name.get(name) or by_name.get(name + "s") or ()


@lru_cache(maxsize=1)
def _places() -> tuple[str, ...]:
    places = {"armchair", "bed", "box", "cabinet", "chair", "coffeetable", "counter", "countertop", "desk"}
    places |= {"diningtable", "drawer", "dresser", "floor", "safe", "shelf", "sidetable", "sink", "sofa", "table"}
    return tuple(sorted(places | {"fridge"}))


@lru_cache(maxsize=1)
def _putaway() -> tuple[str, ...]:
    small = ("creditcard", "remotecontrol", "keychain", "statue", "watch", "newspaper", "book", "laptop", "cellphone")
    return (*small, "tissuebox", "pillow", "pencil", "pen", "vase", "candle", "peppershaker", "saltshaker")
