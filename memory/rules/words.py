"""The English words of rules about remembering: deeds, times, amounts, and words that carry no meaning of their own."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache

from memory.levels import INTERACTIONS
from memory.wording import VERBS

SYNONYMS = {
    "refrigerator": "fridge",
    "tap": "faucet",
    "couch": "sofa",
    "settee": "sofa",
    "tv": "television",
    "telly": "television",
    "mobile": "phone",
    "smartphone": "phone",
    "worktop": "counter",
    "trash": "garbage",
    "rubbish": "garbage",
    "bin": "can",
    "cupboard": "cabinet",
    "notebook": "laptop",
    "picture": "painting",
    "hoover": "vacuum",
    "hob": "burner",
    "stove": "burner",
    "cooker": "burner",
    "spectacles": "glasses",
}

ANY_DEED = frozenset(INTERACTIONS)
ACTIONS = {
    "pick": {"Pickup"},
    "pickup": {"Pickup"},
    "take": {"Pickup"},
    "grab": {"Pickup"},
    "fetch": {"Pickup"},
    "bring": {"Pickup", "Place"},
    "put": {"Place"},
    "place": {"Place"},
    "leave": {"Place"},
    "store": {"Place"},
    "lay": {"Place"},
    "move": {"Pickup", "Place"},
    "open": {"Open"},
    "close": {"Close"},
    "shut": {"Close"},
    "toggle": {"ToggleOn", "ToggleOff"},
    "switch": {"ToggleOn", "ToggleOff"},
    "turn": {"ToggleOn", "ToggleOff"},
    "slice": {"Slice"},
    "cut": {"Slice"},
    "chop": {"Slice"},
    "crack": {"Slice"},
    "pour": {"Pour"},
    "fill": {"Fill"},
    "empty": {"Empty", "Pour"},
    "clean": {"Clean"},
    "wash": {"Clean"},
    "rinse": {"Clean"},
    "dirty": {"Dirty"},
    "break": {"Break"},
    "use": set(ANY_DEED),
    "handle": set(ANY_DEED),
    "touch": set(ANY_DEED),
    "do": set(ANY_DEED),
    "cook": set(),
    "heat": set(),
    "boil": set(),
    "toast": set(),
    "make": set(),
    "say": set(),
    "talk": set(),
    "ask": set(),
    "walk": set(),
    "look": set(),
    "drink": set(),
    "eat": set(),
    "water": set(),
}
"""Verb → the interactions it may mean; none for what is told by words alone."""

PARTICLES = {"on": "On", "off": "Off"}
"""After switch, turn and toggle."""

_NO_MEANING = """
a an the this that these those it its is are was were be been being am i me my mine myself we us our you your
yours he him his she her they them their of to in on at from into onto up down off out over with about which what
who whom whose where when how why if as so do does did doing done have has had having can could should would will
shall may might must need needs needed want wants wanted please also too just really always never ever only every
each any some all everything anything something nothing thing things stuff remember remembering remembered memorize
keep track note mind forget forgetting forgotten forgettable important unimportant relevant irrelevant matter
matters not no dont don't doesn't didn't needn't isn't and or but than then there here for by get gets got like
happens happen happened know knowing knows long time times again anymore more very much many lot lots make sure
future okay ok well yes no thanks thank hey robot day days week weeks month months hour hours minute minutes year
years certain specific details detail information rule rules user reluctant care
action actions object objects activity activities regarding concerning related whenever own good same thats that's whats
red green blue white black yellow brown grey gray pink orange big small large little old new favourite favorite
"""
FILLERS = frozenset(_NO_MEANING.split())
"""Words of rules that say nothing about what a rule is about. Colours and sizes are among them as scenes tell none: a
rule about the red plate is better matched by every plate than by none."""


PARTS_OF_DAY = {"morning": (5, 12), "noon": (11, 14), "afternoon": (12, 18), "evening": (17, 23), "night": (21, 6)}
"""Hours from and to; night goes over midnight."""

WEEKDAYS = {
    name: (index,)
    for index, name in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
} | {"weekend": (5, 6), "weekday": (0, 1, 2, 3, 4)}

_COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {name: number for number, name in enumerate(_COUNTED)}
NUMBERS |= {"once": 1, "twice": 2, "thrice": 3, "several": 2, "multiple": 2, "repeatedly": 2, "dozen": 12}

UNITS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
}

_IRREGULAR = {
    "took": "take",
    "taken": "take",
    "left": "leave",
    "laid": "lay",
    "kept": "keep",
    "brought": "bring",
    "broke": "break",
    "broken": "break",
    "said": "say",
    "made": "make",
    "did": "do",
    "done": "do",
    "knives": "knife",
    "loaves": "loaf",
    "shelves": "shelf",
    "leaves": "leaf",
    "dishes": "dish",
    "ate": "eat",
    "drank": "drink",
}


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word without its ending, and the usual word for what has several: "toggling", "toggle" → "toggl"."""
    word = word.lower().removesuffix("'s")
    word = SYNONYMS.get(word, _IRREGULAR.get(word, word))
    for ending in ("ing", "ed", "ies", "es", "s"):
        bare = word.removesuffix(ending)
        if (
            bare != word
            and len(bare) >= 2
            and not (ending == "s" and bare.endswith("s"))
            and re.search("[aeiouy]", bare)
        ):
            word = bare + ("y" if ending == "ies" else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeioulsz":
        word = word[:-1]
    word = word[:-1] if len(word) > 3 and word.endswith("e") else word
    return SYNONYMS.get(word, word)


VERB_STEMS = {stem(verb): frozenset(actions) for verb, actions in ACTIONS.items()}
TOLD = {action: tuple(form.lower() for form in VERBS[action]) for action in VERBS if action in ANY_DEED}
"""How summaries tell an interaction."""

_CLASS_NAMES = """
AlarmClock AluminumFoil Apple ArmChair BaseballBat BasketBall Bathtub Bed Blinds Book Boots Bottle Bowl Box Bread
ButterKnife CD Cabinet Candle CellPhone Chair Cloth CoffeeMachine CoffeeTable CounterTop CreditCard Cup Curtains Desk
DeskLamp Desktop DiningTable DishSponge DogBed Drawer Dresser Dumbbell Egg Faucet Floor FloorLamp Footstool Fork Fridge
GarbageBag GarbageCan HandTowel HousePlant Kettle KeyChain Knife Ladle Laptop LaundryHamper Lettuce LightSwitch
Microwave Mirror Mug Newspaper Ottoman Painting Pan PaperTowelRoll Pen Pencil PepperShaker Pillow Plate Plunger Poster
Pot Potato RemoteControl Safe SaltShaker ScrubBrush Shelf ShelvingUnit ShowerCurtain ShowerDoor ShowerHead SideTable
Sink SinkBasin Slice Sliced Cracked SoapBar SoapBottle Sofa Spatula Spoon SprayBottle Statue Stool StoveBurner
StoveKnob TVStand TeddyBear Television TennisRacket TissueBox Toaster Toilet ToiletPaper Tomato Towel TowelHolder
VacuumCleaner Vase Watch WateringCan Window WineBottle
"""
THINGS = frozenset(
    stem(word) for name in _CLASS_NAMES.split() for word in re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
)
"""Words of AI2-THOR's class names: written large in a rule, they are no names of people."""
