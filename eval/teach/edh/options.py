"""What an agent could do next: every object action that makes sense in a scene, alike ones taken together."""

from __future__ import annotations

from dataclasses import dataclass

from agent.recognition.evidence import FOODS, can
from envs.vocabulary.uses import WATER_BASINS, being, handiest
from eval.teach.edh.dialogue_so_far import DialogueSoFar, kind
from eval.teach.edh.imagined_scene import ImaginedObject, ImaginedScene

SURFACES = frozenset(handiest("putting down")) - {"Floor"}
KNIVES = frozenset(handiest("cutting"))
CARRIED = KNIVES | frozenset(
    {"Plate", "Bowl", "Mug", "Cup", "Pot", "Pan", "Tomato", "Lettuce", "Potato", "Apple", "Bread"}
    | {"TomatoSliced", "LettuceSliced", "PotatoSliced", "AppleSliced", "BreadSliced"}
)
"""What is handled in tasks that do not name it."""
SWITCHES = frozenset({"Faucet", "StoveKnob", "Microwave", "CoffeeMachine", "Toaster"})
VESSELS = being("vessel")
MACHINES = frozenset({"Microwave", "CoffeeMachine", "Toaster", "StoveBurner"})
TELLING = ("dirty", "filled", "coffee", "cooked", "boiled")


@dataclass(frozen=True)
class Option:
    """A deed that could be done to any of several things that are alike.

    Attributes:
        action: TEACh's name of the object action.
        kind: Class of the target.
        marks: What is true of the target and bears on whether one would.
        targets: Ids of the things, in the scene's order.
    """

    action: str
    kind: str
    marks: tuple[str, ...]
    targets: tuple[str, ...]


def options(scene: ImaginedScene, asked: DialogueSoFar) -> list[Option]:
    """Everything that could be done next, in the scene's order."""
    found: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    held = scene.get(scene.held)
    for item in scene.items.values():
        if item.id == scene.held:
            continue
        fitting = _for_the_hand(scene, asked, item) if held is None else _for_what_is_held(scene, asked, item, held)
        for action, marks in fitting:
            found.setdefault((action, kind(item.type), marks), []).append(item.id)
        if item.type in SWITCHES:
            action = "ToggleOff" if "on" in item.states else "ToggleOn"
            found.setdefault((action, item.type, _switch_marks(scene, item)), []).append(item.id)
    return [Option(*key, tuple(targets)) for key, targets in found.items()]


def place_word(scene: ImaginedScene, item: ImaginedObject) -> str:
    """What a thing is in, surfaces taken together."""
    place = scene.get(item.place)
    if place is None:
        return "in nothing known"
    return f"in {'surface' if place.type in SURFACES else kind(place.type)}"


def _for_the_hand(
    scene: ImaginedScene, asked: DialogueSoFar, item: ImaginedObject
) -> list[tuple[str, tuple[str, ...]]]:
    word = kind(item.type)
    if item.type not in CARRIED and not (word in asked.things | asked.named and can(item.type, "pickupable")):
        return []
    marks = [state for state in TELLING if state in item.states]
    marks.append(place_word(scene, item))
    if item.touched:
        marks.append("touched")
    if item.type in VESSELS:
        marks += [f"holds {kind(inside.type)}" for inside in scene.inside(item.id)[:1]]
    place = scene.get(item.place)
    if place is not None and kind(place.type) in asked.places:
        marks.append("home")
    return [("Pickup", tuple(marks))]


def _for_what_is_held(
    scene: ImaginedScene, asked: DialogueSoFar, item: ImaginedObject, held: ImaginedObject
) -> list[tuple[str, tuple[str, ...]]]:
    found: list[tuple[str, tuple[str, ...]]] = []
    receptacle = can(item.type, "receptacle") or item.type in WATER_BASINS
    if receptacle and item.type != "Floor" and item.place != held.id:
        found.append(("Place", _receptacle_marks(scene, asked, item)))
    dry = can(item.type, "canFillWithLiquid") and "filled" not in item.states
    if "filled" in held.states and (item.type in WATER_BASINS or dry):
        found.append(("Pour", ("touched",) if item.touched else ()))
    if held.type in KNIVES and item.type in FOODS:
        found.append(("Slice", (place_word(scene, item),)))
    return found


def _receptacle_marks(scene: ImaginedScene, asked: DialogueSoFar, item: ImaginedObject) -> tuple[str, ...]:
    marks = [state for state in ("dirty", "filled", "on") if state in item.states]
    if item.id in scene.hot:
        marks.append("hot")
    if item.type in VESSELS:
        marks.append(place_word(scene, item))
    if item.type in VESSELS or item.type in MACHINES:
        marks += [f"holds {kind(inside.type)}" for inside in scene.inside(item.id)[-1:]]
    if kind(item.type) in asked.places:
        marks.append("home")
    return tuple([*marks, "touched"] if item.touched else marks)


def _switch_marks(scene: ImaginedScene, item: ImaginedObject) -> tuple[str, ...]:
    marks: list[str] = []
    if item.type == "Faucet":
        under = scene.under_tap(item.id)
        if under:
            marks.append("under dirty" if any("dirty" in one.states for one in under) else "under clean")
    elif item.type == "StoveKnob":
        on_plate = scene.on_plate_of(item.id)
        marks.append(
            "plate unknown" if on_plate is None else f"heats {on_plate[0].type}" if on_plate else "heats nothing"
        )
    else:
        for inside in scene.inside(item.id)[-1:]:
            marks += [f"holds {kind(inside.type)}", *(s for s in ("cooked", "coffee", "filled") if s in inside.states)]
    return tuple([*marks, "touched"] if item.touched else marks)
