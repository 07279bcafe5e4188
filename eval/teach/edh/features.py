"""What speaks for a deed, and for pausing after one: features of log-linear models fitted to recorded Drivers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from agent.recognition.evidence import FOODS
from envs.teach.games.session import REACH
from eval.teach.edh.dialogue_so_far import DialogueSoFar, kind
from eval.teach.edh.imagined_scene import Ground, ImaginedObject, ImaginedScene, Stance, gap
from eval.teach.edh.options import CARRIED, SURFACES, SWITCHES, TELLING, Option

OptionFeatures = dict[str, float]
Past = Sequence[tuple[str, str, str]]
"""Deeds so far: action, class and id of the target."""

_COMMON = frozenset(
    {kind(name) for name in CARRIED | SWITCHES}
    | {"Sink", "Bathtub", "CounterTop", "DiningTable", "SideTable", "Shelf", "Cabinet", "Drawer", "Box", "Fridge"}
    | {"StoveBurner", "HousePlant", "Sofa", "Bed"}
)
_NOTHING = ("", "", "")
_NEAR = 0.05


class Situation:
    """What all options have in common.

    Args:
        scene: The scene in the mind.
        asked: What was said.
        past: What was done in this episode.
    """

    def __init__(self, scene: ImaginedScene, asked: DialogueSoFar, past: Past) -> None:
        self.scene, self.asked, self.past = scene, asked, past
        self.held: ImaginedObject | None = scene.get(scene.held)
        self.hand = kind(self.held.type) if self.held else "-"
        self.load = [state for state in TELLING if self.held and state in self.held.states]
        self.last = past[-1] if past else _NOTHING
        self.last_but_one = past[-2] if len(past) > 1 else _NOTHING
        self.done = Counter((action, word) for action, word, _ in past)
        self.served, self.heated, self.cut = _progress(scene)
        self.coffee = any("coffee" in item.states for item in scene.items.values())

    def enough(self, food: str) -> str:
        """Whether the slices wanted of a food are served."""
        wanted = self.asked.portions.get(food, 0)
        return "enough" if wanted and self.served[food] >= wanted else "short" if wanted else "unwanted"


def _progress(scene: ImaginedScene) -> tuple[Counter[str], Counter[str], set[str]]:
    """Slices on dishes, slices cooked, and foods that are cut."""
    served, heated, cut = Counter[str](), Counter[str](), set[str]()
    for item in scene.items.values():
        if item.type.endswith("Sliced"):
            food = item.type.removesuffix("Sliced")
            cut.add(food)
            place = scene.get(item.place)
            served[food] += place is not None and place.type in ("Plate", "Bowl")
            heated[food] += "cooked" in item.states
    return served, heated, cut


def deed_features(now: Situation, found: Sequence[Option]) -> list[OptionFeatures]:
    """What speaks for each option, against the others."""
    ways = [min(gap(now.scene.items[k].box, now.scene.here) for k in option.targets) for option in found]
    best: dict[tuple[str, bool], float] = {}
    for option, way in zip(found, ways, strict=True):
        group = (option.action, option.kind in SURFACES)
        best[group] = min(best.get(group, way), way)
    stands = _of_stance(now, found)
    return [
        _of_option(now, option) | _of_way(now, option, way, best[option.action, option.kind in SURFACES]) | stand
        for option, way, stand in zip(found, ways, stands, strict=True)
    ]


def _of_stance(now: Situation, found: Sequence[Option]) -> list[OptionFeatures]:
    """What speaks for each option when one stands somewhere and has just been spoken to."""
    stance = now.scene.stance
    if stance is None:
        return [{} for _ in found]
    seen = [_effort(now.scene, stance, option) for option in found]
    best: dict[tuple[str, bool], float] = {}
    for option, (effort, _, _) in zip(found, seen, strict=True):
        group = option.action, option.kind in SURFACES
        best[group] = min(best.get(group, effort), effort)
    return [
        _of_reach(now, option, way, turn, effort <= best[option.action, option.kind in SURFACES] + _NEAR)
        for option, (effort, way, turn) in zip(found, seen, strict=True)
    ]


def _effort(scene: ImaginedScene, stance: Stance, option: Option) -> tuple[float, float, float]:
    """What it takes to get to the handiest target: altogether, metres to walk, and degrees to turn."""
    spot = (stance.x, stance.z, stance.x, stance.z)
    boxes = [scene.items[name].box for name in option.targets]
    return min((_turn(stance, box) / 45.0 + gap(box, spot), gap(box, spot), _turn(stance, box)) for box in boxes)


def _of_reach(now: Situation, option: Option, way: float, turn: float, first: bool) -> OptionFeatures:
    action, surface, name = option.action, option.kind in SURFACES, _name(option, now.asked)
    moves = now.scene.stance.moves if now.scene.stance else 0
    moved, far, side = min(3, (moves + 3) // 4), min(4, int(way / 0.5)), sum(turn >= edge for edge in (25, 50, 100))
    reach = way < REACH and side < 2
    places = now.scene.around(now.scene.items[option.targets[0]])
    names = [f"s {action} {far}", f"s1 {action} {side}", f"s2 {action} {far} {side}", f"s3 {name} {reach}"]
    names += [f"s4 {action} {surface} {first} {moved}", f"s5 {action} {reach} {moved}", f"s6 {name} {first}"]
    names.append(f"s9 {action} {any('open' in place.states for place in places)}")
    walked = {f"s7 {action}": min(way, 4.0) / 2, f"s8 {action}": turn / 90.0} if moves else {}
    return dict.fromkeys(names, 1.0) | walked


def _turn(stance: Stance, box: Ground | None) -> float:
    """How far one has to turn to face the middle of some ground, degrees."""
    if box is None:
        return 180.0
    x, z = (box[0] + box[2]) / 2 - stance.x, (box[1] + box[3]) / 2 - stance.z
    return abs((math.degrees(math.atan2(x, z)) - stance.yaw + 180.0) % 360.0 - 180.0)


def _name(option: Option, asked: DialogueSoFar) -> str:
    if option.kind in _COMMON:
        return f"{option.action} {option.kind}"
    role = "X" if option.kind in asked.things else "Y" if option.kind in asked.places else "other"
    return f"{option.action} {role}"


def _of_option(now: Situation, option: Option) -> OptionFeatures:
    asked, action, word = now.asked, option.action, option.kind
    name, task, hand = _name(option, asked), asked.task, now.hand
    last, before = now.last, now.last_but_one
    names = [
        f"0 {name}",
        f"1 {name}|{task}",
        f"2 {name}|{hand}",
        f"4 {name}|{last[0]} {last[1]}",
        f"4b {action}|{last[0]}|{word == last[1]}",
        f"4c {name}|{last[0]} {last[1]}|{before[0]} {before[1]}",
        f"4d {name}|{last[0]}|{before[0]}|{hand}",
        f"5e {name}|{'&'.join(option.marks)}",
        f"b {name} did {min(3, now.done[action, word])}",
        f"e {name} n{min(5, len(option.targets))}",
    ]
    for mark in option.marks:
        names += (f"5 {name}|{mark}", f"5b {action}|{mark}", f"5c {name}|{mark}|{task}", f"5d {name}|{mark}|{hand}")
    if last[2] in option.targets:
        names += (f"6 {name} same", f"6b {action}|{last[0]} same")
    if now.coffee:
        names.append(f"d {name} coffee|{task}")
    names += _of_hand(now, name, task)
    names += _of_words(now, option, name)
    names += _of_food(now, option, name)
    names += _of_talk(now, option, name)
    return dict.fromkeys(names, 1.0)


def _of_talk(now: Situation, option: Option, name: str) -> list[str]:
    """What was said just before, and how long ago the thing was acted on."""
    action, talk = option.action, now.asked.talk
    words = {option.kind, option.kind.removesuffix("Sliced")}
    heard = ("C" if words & talk.by_user else "") + ("D" if words & talk.by_self else "")
    since, first = min(len(now.past) - talk.deeds, 2), now.scene.stance is not None
    ago = now.scene.ago(option.targets)
    lately = -1 if ago is None else ago
    return [
        f"x1 {action} {heard} {since}",
        f"x2 {name} {heard}",
        f"x3 {action} {heard}{talk.speaker if talk.question else '-'} {since}",
        f"x4 {action} {heard} {talk.speaker} {first}",
        f"z1 {action} {min(lately, 6)}",
        f"z2 {name} {min(lately, 4)}",
    ]


def _of_hand(now: Situation, name: str, task: str) -> list[str]:
    if now.held is None:
        return []
    role = "X" if kind(now.held.type) in now.asked.things else "o"
    names = [f"2b {name}|{role}|{task}", f"3c {name}|{now.hand}|{task}"]
    names += [f"3 {name}|{now.hand} {state}" for state in now.load or ("plain",)]
    return names + [f"3b {name}|{state}" for state in now.load]


def _of_words(now: Situation, option: Option, name: str) -> list[str]:
    asked, action = now.asked, option.action
    words = {option.kind, option.kind.removesuffix("Sliced")}
    role = ("X" if option.kind in asked.things else "") + ("Y" if option.kind in asked.places else "")
    heard = "".join(
        letter
        for letter, said in (("L", asked.last), ("C", asked.told), ("c", asked.before), ("a", asked.named))
        if words & said
    )
    carried = "X" if now.held is not None and kind(now.held.type) in asked.things else "o"
    names = [f"7 {action} {role}", f"7b {action} {role} {carried}", f"8 {action} {heard}", f"8b {name} {heard}"]
    names += [f"9 {name} {cue}" for cue in asked.cues]
    names += [f"9l {name} {cue}" for cue in asked.cues_last]
    names += [f"9b {name} {cue}" for cue in asked.cues_before]
    return names + [f"9c {name} {thing}" for thing in asked.told]


def _of_food(now: Situation, option: Option, name: str) -> list[str]:
    sliced = option.kind.endswith("Sliced")
    food = option.kind.removesuffix("Sliced")
    names: list[str] = []
    if sliced or food in FOODS:
        state = now.enough(food)
        names += (f"a {option.action} {'slice' if sliced else 'whole'} {state}", f"a2 {name} {state} {food in now.cut}")
        names.append(f"a3 {name} {min(now.served[food], 3)}|{now.asked.task}")
        if sliced:
            names.append(f"a4 {name} {min(now.heated[food], 2)}")
    if now.held is not None and now.held.type.endswith("Sliced"):
        names.append(f"a5 {name} {now.enough(now.held.type.removesuffix('Sliced'))}")
    portions = now.asked.portions
    names.append(f"c {name} uncut {sum(bool(n) and food not in now.cut for food, n in portions.items())}")
    short = sum(now.served[food] < n for food, n in portions.items())
    return [*names, f"c2 {name} short {min(short, 3)} {now.held is None}"]


def _of_way(now: Situation, option: Option, way: float, shortest: float) -> OptionFeatures:
    action, steps = option.action, min(4, int(way / 0.5))
    name, surface = _name(option, now.asked), option.kind in SURFACES
    return {
        f"g {action} {steps}": 1.0,
        f"g2 {name} {steps}": 1.0,
        f"g3 {action} {surface} {way <= shortest + _NEAR}": 1.0,
        f"g4 {name}|{now.last[0]} {now.last[1]}|{min(steps, 2)}": 1.0,
        f"g5 {action}": min(way, 4.0) / 2,
    }


# -------------------------------------------------------------------------------------------------------------- pauses


def pause_features(now: Situation, since: int, likely: tuple[str, str], share: float) -> OptionFeatures:
    """What speaks for pausing after the last deed, to say something or to be told something.

    Args:
        now: The situation after it.
        since: How many deeds there were since the last utterance; at least one.
        likely: Action and class of the likeliest next deed.
        share: How likely that is.
    """
    asked, (action, word, _) = now.asked, now.last
    deed, following = f"{action} {word}", f"{likely[0]} {likely[1]}"
    rate, own, speaker = asked.manner
    recent = now.past[-since:]
    touched = {name for _, name, _ in recent}
    did = {name for name, _, _ in recent}
    words = {word, word.removesuffix("Sliced")}
    k = min(since, 8)
    names = ["always", f"k{k}", f"a {deed}", f"v {action}", f"n {following}", f"vn {action}|{likely[0]}"]
    names += [
        f"an {deed}|{following}",
        f"avn {deed}|{likely[0]}",
        f"h {now.hand}",
        f"same {likely[1] == word} {action}",
    ]
    names += [f"p{int(share * 5)}", f"p{int(share * 5)} {action}", f"rate {rate}", f"rate {rate} {action}"]
    names += [f"rate {rate} k{min(k, 6)}", f"sp {speaker} k{min(k, 5)}", f"sp {speaker} {deed}"]
    names += [f"own{own} {action}", f"own{own} k{min(k, 4)}", f"task {asked.task}", f"task {asked.task} {deed}"]
    names.append(f"task {asked.task} n {following}")
    for cue in asked.cues:
        names += (f"cue {cue} {action}", f"cue {cue} {deed}", f"cue {cue} n {following}")
        names.append(f"cue {cue} did {'Slice' in did} {'ToggleOn' in did}")
    names += [f"cuel {cue} {by}" for cue in asked.cues_last for by in (action, speaker)]
    told = bool(asked.told)
    names += (f"thing {action} {bool(words & asked.told)} {told}", f"next {likely[1] in asked.told} {likely[0]} {told}")
    names.append(f"touched {bool(touched & asked.told)} {told} k{min(k, 3)}")
    for one in set(asked.words):
        names += (f"w {speaker[-1:]} {one}", f"w {one} {action}")
    names.append(f"length {min(6, len(asked.words))} {speaker[-1:]}")
    return dict.fromkeys([*names, *_left_to_do(now, deed)], 1.0)


def _left_to_do(now: Situation, deed: str) -> list[str]:
    asked, items = now.asked, now.scene.items.values()
    action = deed.split()[0]
    names: list[str] = []
    if asked.portions:
        names.append(f"served {all(now.served[food] >= n for food, n in asked.portions.items())} {action}")
        food = deed.split()[1].removesuffix("Sliced")
        if deed.endswith("Sliced"):
            names.append(f"food {action} {now.enough(food)} {asked.portions.get(food, 0)}")
    if asked.task.startswith("Put All"):
        places = [(item, now.scene.get(item.place)) for item in items if kind(item.type) in asked.things]
        left = sum(place is None or kind(place.type) not in asked.places for _, place in places)
        names.append(f"left {min(left, 2)} {action}")
    if asked.task == "Clean All X":
        left = sum("dirty" in item.states for item in items if kind(item.type) in asked.things)
        names += (f"dirty {min(left, 2)} {action}", f"dirty {min(left, 2)} {deed}")
    if asked.task in ("Coffee", "Breakfast"):
        names.append(f"coffee {now.coffee} {deed}")
    return names


def weigh(features: OptionFeatures, weights: Mapping[str, float]) -> float:
    """The weighted sum; features without a weight count nothing."""
    total = 0.0
    for name, value in features.items():
        weight = weights.get(name)
        if weight is not None:
            total += weight * value
    return total
