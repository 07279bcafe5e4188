"""The words of questions about a household: things, deeds, and what people mean by their misspellings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from envs.vocabulary.english import noun
from envs.vocabulary.ordinary_words import ORDINARY

_CLASS_NAMES = """
AlarmClock AluminumFoil Apple AppleSliced ArmChair BaseballBat BasketBall Bathtub BathtubBasin Bed Blinds Book Boots
Bottle Bowl Box Bread BreadSliced ButterKnife CD Cabinet Candle CellPhone Chair Cloth CoffeeMachine CoffeeTable
CounterTop CreditCard Cup Curtains Desk DeskLamp Desktop DiningTable DishSponge DogBed Drawer Dresser Dumbbell Egg
EggCracked Faucet Floor FloorLamp Footstool Fork Fridge GarbageBag GarbageCan HandTowel HandTowelHolder HousePlant
Kettle KeyChain Knife Ladle Laptop LaundryHamper Lettuce LettuceSliced LightSwitch Microwave Mirror Mug Newspaper
Ottoman Painting Pan PaperTowelRoll Pen Pencil PepperShaker Pillow Plate Plunger Poster Pot Potato PotatoSliced
RemoteControl RoomDecor Safe SaltShaker ScrubBrush Shelf ShelvingUnit ShowerCurtain ShowerDoor ShowerGlass ShowerHead
SideTable Sink SinkBasin SoapBar SoapBottle Sofa Spatula Spoon SprayBottle Statue Stool StoveBurner StoveKnob TVStand
TeddyBear Television TennisRacket TissueBox Toaster Toilet ToiletPaper ToiletPaperHanger Tomato
TomatoSliced Towel TowelHolder VacuumCleaner Vase Watch WateringCan Window WineBottle
"""

#: The classes of AI2-THOR that occur in the TEACh games: a question about one that was never seen is understood.
CLASSES = tuple(_CLASS_NAMES.split())

#: What people also call them.
SYNONYMS = {
    "refrigerator": "Fridge",
    "tap": "Faucet",
    "couch": "Sofa",
    "settee": "Sofa",
    "tv": "Television",
    "telly": "Television",
    "phone": "CellPhone",
    "mobile": "CellPhone",
    "smartphone": "CellPhone",
    "counter": "CounterTop",
    "worktop": "CounterTop",
    "kitchen counter": "CounterTop",
    "bin": "GarbageCan",
    "trash": "GarbageCan",
    "trash can": "GarbageCan",
    "garbage": "GarbageCan",
    "rubbish bin": "GarbageCan",
    "waste bin": "GarbageCan",
    "cupboard": "Cabinet",
    "plant": "HousePlant",
    "flower": "HousePlant",
    "remote": "RemoteControl",
    "key": "KeyChain",
    "sponge": "DishSponge",
    "coffee maker": "CoffeeMachine",
    "paper towel": "PaperTowelRoll",
    "papertowel": "PaperTowelRoll",
    "papertowel roll": "PaperTowelRoll",
    "kitchen roll": "PaperTowelRoll",
    "tissue": "TissueBox",
    "notebook": "Laptop",
    "paper": "Newspaper",
    "picture": "Painting",
    "pepper": "PepperShaker",
    "salt": "SaltShaker",
    "basketball": "BasketBall",
    "racket": "TennisRacket",
    "bat": "BaseballBat",
    "vacuum": "VacuumCleaner",
    "hoover": "VacuumCleaner",
    "wine": "WineBottle",
    "teddy": "TeddyBear",
    "burner": "StoveBurner",
    "hob": "StoveBurner",
    "knob": "StoveKnob",
    "soap": "SoapBar SoapBottle",
    "sink": "Sink SinkBasin",
    "bathtub": "Bathtub BathtubBasin",
    "tub": "Bathtub BathtubBasin",
    "stove": "StoveBurner StoveKnob",
    "cooker": "StoveBurner StoveKnob",
    "lamp": "DeskLamp FloorLamp",
    "light": "LightSwitch DeskLamp FloorLamp",
    "knife": "Knife ButterKnife",
    "table": "DiningTable CoffeeTable SideTable Desk",
    "chair": "Chair ArmChair",
    "shelf": "Shelf ShelvingUnit",
    "towel": "Towel HandTowel",
    "computer": "Laptop Desktop",
    "curtain": "Curtains ShowerCurtain",
    "toast": "BreadSliced",
    "bread slice": "BreadSliced",
    "slice of bread": "BreadSliced",
    "lettuce slice": "LettuceSliced",
    "lettuce leaf": "LettuceSliced",
    "loaf": "Bread",
    "loaf of bread": "Bread",
    "rubbish": "GarbageCan",
    "dustbin": "GarbageCan",
    "wastebasket": "GarbageCan",
    "coffee cup": "Cup Mug",
    "teacup": "Cup",
    "tumbler": "Cup",
    "frying pan": "Pan",
    "skillet": "Pan",
    "saucepan": "Pot",
    "cooking pot": "Pot",
    "work surface": "CounterTop",
    "kitchen table": "DiningTable",
    "dinner table": "DiningTable",
    "washbasin": "Sink SinkBasin",
    "basin": "SinkBasin BathtubBasin",
    "icebox": "Fridge",
    "spud": "Potato",
    "flowerpot": "HousePlant",
    "potted plant": "HousePlant",
    "magazine": "Newspaper",
    "pc": "Laptop Desktop",
    "remote controller": "RemoteControl",
    "cushion": "Pillow",
    "tv stand": "TVStand",
    "tv set": "Television",
}

#: Kinds of things → the classes that are meant.
CATEGORIES = {
    "vegetable": "Potato Lettuce Tomato",
    "veggie": "Potato Lettuce Tomato",
    "fruit": "Apple Tomato",
    "food": "Apple Bread Egg Lettuce Potato Tomato",
    "food item": "Apple Bread Egg Lettuce Potato Tomato",
    "foodstuff": "Apple Bread Egg Lettuce Potato Tomato",
    "ingredient": "Apple Bread Egg Lettuce Potato Tomato",
    "dish": "Plate Bowl Cup Mug Pan Pot",
    "crockery": "Plate Bowl Cup Mug",
    "tableware": "Plate Bowl Cup Mug Fork Knife ButterKnife Spoon",
    "cutlery": "Fork Knife ButterKnife Spoon",
    "silverware": "Fork Knife ButterKnife Spoon",
    "utensil": "Fork Knife ButterKnife Spoon Spatula Ladle",
    "kitchen utensil": "Fork Knife ButterKnife Spoon Spatula Ladle",
    "drinking vessel": "Cup Mug WineBottle Bottle",
    "cookware": "Pan Pot Kettle",
    "condiment": "PepperShaker SaltShaker",
    "shaker": "PepperShaker SaltShaker",
    "spice": "PepperShaker SaltShaker",
    "appliance": "Microwave Fridge CoffeeMachine Toaster StoveBurner StoveKnob Television",
    "kitchen appliance": "Microwave Fridge CoffeeMachine Toaster StoveBurner StoveKnob",
    "electronic device": "Laptop CellPhone Television RemoteControl Desktop",
    "device": "Laptop CellPhone Television RemoteControl Desktop Microwave CoffeeMachine Toaster",
    "gadget": "Laptop CellPhone Television RemoteControl Desktop",
    "furniture": "ArmChair Bed Chair CoffeeTable Desk DiningTable Dresser Footstool Ottoman Shelf ShelvingUnit "
    "SideTable "
    "Sofa Stool TVStand",
    "seat": "ArmChair Chair Footstool Ottoman Sofa Stool",
    "bottles": "Bottle SoapBottle SprayBottle WineBottle",
    "toiletry": "SoapBar SoapBottle ToiletPaper Towel HandTowel Cloth",
    "toy": "TeddyBear BasketBall",
    "ball": "BasketBall",
    "sport equipment": "BaseballBat BasketBall Dumbbell TennisRacket",
}

APPEARANCE_WORDS = """
red green blue yellow black white brown orange purple pink grey gray silver golden beige violet turquoise dark bright
colored coloured colorful colourful big small large little tiny huge tall heavy wide narrow thick thin round
square flat wooden metal plastic ceramic steel shiny pretty beautiful nice ugly new old antique striped transparent
bigger smaller larger biggest smallest largest taller heavier
"""
#: What the memory does not keep of things: colours, sizes, materials.
APPEARANCE = frozenset(APPEARANCE_WORDS.split())

#: (first word, particle) → actions of the memory. Particles may follow the thing: "turn the lamp on".
DEEDS = {
    "Pickup": "pick:up pick grab take get fetch lift:up lift collect retrieve remove hold pull gather seize obtain",
    "Place": "put:down put:away put:back put set:down set place leave drop store return lay move transfer deposit "
    "stash relocate "
    "carry bring stow",
    "Open": "open",
    "Close": "close shut",
    "ToggleOn": "turn:on switch:on toggle:on start activate power:on flip:on turn switch",
    "ToggleOff": "turn:off switch:off toggle:off stop deactivate power:off shut:off flip:off",
    "Slice": "slice:up slice cut:up cut chop:up chop crack dice carve",
    "Pour": "pour:out pour water spill",
    "see": "see notice spot find observe encounter look:at come:across perceive discover locate detect check inspect",
    "any": "use touch handle operate interact:with do:with do:to utilize utilise employ",
}

#: Verb → the state a thing loses or gains, as seen; nobody "does" these by one action.
CHANGES = {
    "clean": "-dirty",
    "wash": "-dirty",
    "rinse": "-dirty",
    "scrub": "-dirty",
    "wipe": "-dirty",
    "dirty": "+dirty",
    "cook": "+cooked",
    "boil": "+cooked",
    "fry": "+cooked",
    "bake": "+cooked",
    "toast": "+cooked",
    "heat": "+hot",
    "warm": "+hot",
    "reheat": "+hot",
    "microwave": "+cooked",
    "refill": "+filled",
    "smash": "+broken",
    "shatter": "+broken",
    "cool": "+cold",
    "chill": "+cold",
    "fill": "+filled",
    "empty": "-filled",
    "break": "+broken",
}

_IRREGULAR = {
    "took": "take",
    "taken": "take",
    "got": "get",
    "gotten": "get",
    "held": "hold",
    "left": "leave",
    "laid": "lay",
    "saw": "see",
    "seen": "see",
    "found": "find",
    "came": "come",
    "did": "do",
    "done": "do",
    "does": "do",
    "broke": "break",
    "broken": "break",
    "fried": "fry",
    "emptied": "empty",
    "dirtied": "dirty",
    "fetched": "fetch",
}

_COMMON_WORDS = """
a about after afternoon again ago all already also an and answer answered any anyone anything are around ask asked
asking at away be been before being between could couldn't day days did didn't do does doing done down earlier episode
evening ever every fail failed failing first friday from go gone had happen happened has have having hear heard hour
hours house how i in inside into is it just kitchen last latest made make many me mention mentioned minute minutes
moment monday morning my need never next night not now object objects of off on once one onto or our out outside past
person previous recent request requested right room said same saturday say second should show since so some someone
something sunday talk talked task tasks tell that the their them then there these they thing things third this those
thursday time times to today told tonight tried try tuesday until up user want wanted was we wednesday week weeks were
what when where which while who whose why will with without wrong yesterday you your weekend month january february
march april june july august september october november december breakfast salad sandwich coffee summarize
"""

#: Words of questions that are spelled right, so that they are not "corrected" into things.
_COMMON = frozenset(_COMMON_WORDS.split())


_CALLED = {tuple(names.split()): word for word, names in reversed((CATEGORIES | SYNONYMS).items()) if " " in names}


def called(types: Sequence[str]) -> str:
    """What several classes are called together: "vegetable", "table"; the first one's name when they have none."""
    return _CALLED.get(tuple(types)) or noun(types[0])


def is_category(types: Sequence[str]) -> bool:
    """Whether the classes are a kind of things ("vegetables") rather than one thing that has several names."""
    return any(tuple(names.split()) == tuple(types) for names in CATEGORIES.values())


def singular(word: str) -> str:
    """The singular of a noun, as good as the ending tells: "knives" → "knife", "dishes" → "dish"."""
    for stem in ("knife", "shelf", "loaf", "leaf"):
        if word in (stem.rstrip("e")[:-1] + "ves", stem.rstrip("e")[:-1] + "ve") and word != "leave":
            return stem
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("oes", "xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _forms(verb: str) -> set[str]:
    """A regular verb's forms, and the verb itself."""
    doubled = verb + verb[-1] if re.search(r"^[^aeiou]*[aeiou][bdgmnpt]$", verb) else verb
    stem = verb[:-1] if verb.endswith("e") else doubled
    third = verb + "es" if verb.endswith(("s", "x", "ch", "sh")) else verb + "s"
    past = verb[:-1] + "ied" if re.search(r"[^aeiou]y$", verb) else stem + "ed"
    return {verb, third, past, stem + "ing"}


def _all_verbs() -> dict[str, str]:
    """Every form of every verb → its base form."""
    bases = {entry.split(":")[0] for entries in DEEDS.values() for entry in entries.split()} | set(CHANGES)
    return {form: base for base in sorted(bases) for form in sorted(_forms(base))} | _IRREGULAR


VERB_FORMS = _all_verbs()


def near(word: str, other: str) -> bool:
    """Whether ``word`` may be a slip of the pen for ``other``.

    Two letters swapped from 3 letters on; one missing from 4 (from 3 where there is no vowel), one too many from 5, one
    wrong from 6, two slips from 8. The first letter must be right unless it was swapped; short words have too many true
    neighbours ("pan", "pen").
    """
    if sorted(word) == sorted(other) and len(word) >= 3 and sum(a != b for a, b in zip(word, other, strict=True)) == 2:
        return any(word[:i] + word[i + 1] + word[i] + word[i + 2 :] == other for i in range(len(word) - 1))
    if word[0] != other[0] or len(word) < 3 or abs(len(word) - len(other)) > 2:
        return False
    distance = _distance(word, other)
    if distance == 1:
        wrong = 5 if other in VERB_FORMS else 6  # fewer things are done than there are things
        return len(word) >= {1: 4 if re.search("[aeiouy]", word) else 3, -1: 5, 0: wrong}[len(other) - len(word)]
    return distance == 2 and len(word) >= (7 if other.endswith("day") else 8)


def _distance(left: str, right: str) -> int:
    """Edit distance; swaps of neighbours count once."""
    before, row = [], list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        new = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, new[-1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            new.append(cost)
        before, row = row, new
    return row[-1]


@dataclass(frozen=True)
class Named:
    """A thing named in a question: the classes it may mean, and which words named it (half-open range)."""

    types: tuple[str, ...]
    first: int
    last: int


class Lexicon:
    """Finds things in the words of a question.

    Args:
        seen: Classes in the memory; a detector may know others than AI2-THOR does.
    """

    def __init__(self, seen: Iterable[str] = ()) -> None:
        self._phrases: dict[str, tuple[str, ...]] = {}
        for name in [*CLASSES, *sorted(seen)]:
            for phrase in (noun(name).lower(), name.lower()):
                self._phrases[phrase] = (name,)
        self._phrases |= {phrase: tuple(names.split()) for phrase, names in (CATEGORIES | SYNONYMS).items()}
        self._longest = max(phrase.count(" ") for phrase in self._phrases) + 1
        words = {word for phrase in self._phrases for word in phrase.split()}
        self._meant = words | set(VERB_FORMS) | _COMMON
        self._known = self._meant | ORDINARY | APPEARANCE
        self._spelled: dict[str, str] = {}

    def spell(self, word: str) -> str:
        """The word, or the one known word it is a slip of; a word with none or several near ones stays."""
        if word not in self._spelled:
            self._spelled[word] = self._spell(word)
        return self._spelled[word]

    def _spell(self, word: str) -> str:
        if len(word) < 3 or not word.isalpha() or word in self._known or singular(word) in self._known:
            return word
        close = {other for other in self._meant if near(word, other)}
        close |= {other + "s" for other in self._meant if word.endswith("s") and near(word[:-1], other)}
        return close.pop() if len(close) == 1 else self._closest(word, close)

    def _closest(self, word: str, candidates: set[str]) -> str:
        ranked = sorted((_distance(word, other), other) for other in candidates)
        clear = len(ranked) > 1 and ranked[0][0] < ranked[1][0]
        return ranked[0][1] if clear else word

    def find(self, words: Sequence[str], start: int = 0) -> Named | None:
        """The first thing named from ``start`` on; the longest name that begins there."""
        for first in range(start, len(words)):
            for last in range(min(len(words), first + self._longest), first, -1):
                types = self._types(words[first:last])
                if types:
                    return Named(types, first, last)
        return None

    def _types(self, words: Sequence[str]) -> tuple[str, ...]:
        text = " ".join(words)
        one = self._phrases.get(" ".join([*words[:-1], singular(words[-1])]))
        return self._phrases.get(text) or one or self._phrases.get(" ".join(map(singular, words))) or ()
