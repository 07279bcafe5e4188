"""Deeds told over time: what can follow what, what a robot knows of its own, and what it must not get to know."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.body.eyes import Eyesight
from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.teach.games.actions import TEXT
from envs.teach.games.recorded import Game, read_game
from eval.collect.lives import FilmAction, FilmedAction
from eval.histories.glimpse_cache import GlimpseCache
from eval.histories.looking import look_at
from eval.histories.made_games import make_games
from eval.histories.watched_games import WatchedGames
from eval.perception.told_deeds import told_deeds
from perception.deeds.evidence import (
    DeedEvidence,
    EvidenceWeights,
    OwnCommand,
    actions_of,
    motion_between,
    object_scores,
)
from perception.deeds.habits import NO_DEED, HandledThing, counted, possible, shipped_habits
from perception.deeds.lattice import OWN, WATCHED, DeedLattice
from perception.deeds.spoken_of import spoken_of
from perception.deeds.touch import Claim, around, changed_with, claims_at, smallest_first
from perception.detector.detection import Detection
from perception.recognizer.action import INTERACTIONS, NO_ACTION, DeedChances, RecognizedAction, chances_by
from perception.recognizer.grounding import Grounding
from perception.scene_graph.box_view import CameraPose
from perception.senses import ChosenSenses, Senses, chosen_from
from perception.settings import DeedSetting, InputSetting
from perception.watching import DeedTelling, Watching

FIRST = DeedEvidence(NO_ACTION, DeedChances({NO_ACTION: 1.0}, {}), unchanged=True)
SHARES = st.floats(0.0, 1.0, allow_nan=False)
LOOKS = st.tuples(st.lists(SHARES, min_size=9, max_size=9), st.lists(SHARES, min_size=4, max_size=4))


def seen(actions: dict[str, float], objects: dict[str, float], motion: str = NO_ACTION) -> DeedEvidence:
    """A look at which somebody who only watches thinks so."""
    return DeedEvidence(motion, DeedChances(actions, objects), ((0.4, 0.4, 0.6, 0.6),))


def told(looks: Sequence[DeedEvidence], lattice: DeedLattice | None = None) -> list[RecognizedAction]:
    lattice = lattice or DeedLattice(WATCHED)
    for look in (FIRST, *looks):
        lattice.look(look)
    return lattice.sequence()[1:]


def pairs(deeds: Sequence[RecognizedAction]) -> list[tuple[str, str]]:
    return [(one.action, one.object_type) for one in deeds]


# -- what can follow what --------------------------------------------------------------------------------------------


def test_only_an_empty_hand_picks_up_and_only_what_is_held_is_placed() -> None:
    picked = seen({"Pickup": 0.9, NO_ACTION: 0.1}, {"Mug": 0.8, "Cup": 0.2})
    doubtful = seen({"Pickup": 0.55, "Place": 0.45}, {"Mug": 0.5, "CounterTop": 0.5})
    deeds = told([picked, doubtful])
    assert pairs(deeds) == [("Pickup", "Mug"), ("Place", "CounterTop")]
    assert deeds[1].confidence > 0.9


def test_only_a_knife_slices() -> None:
    cut = seen({"Slice": 1.0}, {"Tomato": 0.9, "Potato": 0.1})
    assert pairs(told([seen({"Pickup": 1.0}, {"Knife": 0.4, "Spatula": 0.6}), cut])) == [
        ("Pickup", "Knife"),
        ("Slice", "Tomato"),
    ]


def test_what_comes_later_tells_what_it_was() -> None:
    unsure = seen({"Pickup": 1.0}, {"Mug": 0.25, "Plate": 0.75})
    machine = seen({"Place": 1.0}, {"CoffeeMachine": 1.0})
    alone, together = told([unsure]), told([unsure, machine, seen({"ToggleOn": 1.0}, {"CoffeeMachine": 1.0})])
    assert alone[0].object_type == "Plate" and together[0].object_type == "Mug"


def test_nothing_is_handled_while_the_camera_moves_and_motions_are_those_of_odometry() -> None:
    (deed,) = told([seen({"Pickup": 0.9, "Turn Left": 0.1}, {"Mug": 1.0}, motion="Forward")])
    assert pairs([deed]) == [("Forward", "")]
    (deed,) = told([seen({"Forward": 0.6, "Pickup": 0.4}, {"Mug": 1.0})])
    assert pairs([deed]) == [("Pickup", "Mug")]


def test_what_was_opened_is_closed() -> None:
    opened = seen({"Open": 1.0}, {"Fridge": 0.9, "Cabinet": 0.1})
    closed = seen({"Close": 1.0}, {"Fridge": 0.5, "Cabinet": 0.5})
    assert pairs(told([opened, closed])) == [("Open", "Fridge"), ("Close", "Fridge")]


@given(st.lists(LOOKS, max_size=5))
def test_every_sequence_is_possible_and_confidences_are_shares(looks: list[tuple[list[float], list[float]]]) -> None:
    names, kinds = (NO_ACTION, *INTERACTIONS), ("Mug", "Knife", "Tomato", "CounterTop")
    given_looks = [
        seen(dict(zip(names, actions, strict=True)), dict(zip(kinds, objects, strict=True)))
        for actions, objects in looks
    ]
    deeds = told(given_looks)
    assert len(deeds) == len(looks)
    for one in deeds:
        assert 0.0 <= one.confidence <= 1.0 and 0.0 <= one.object_confidence <= 1.0
        assert (one.object_type in possible(one.action)) if one.action in INTERACTIONS else not one.object_type


@given(st.lists(st.sampled_from([("Pickup", "Mug"), ("Place", "Sink"), ("Open", "Fridge"), ("", "")]), max_size=6))
def test_who_knows_is_not_overruled(deeds: list[tuple[str, str]]) -> None:
    looks = [DeedEvidence(NO_ACTION, DeedChances({a: 1.0}, {o: 1.0} if o else {}, True)) for a, o in deeds]
    assert pairs(told(looks)) == deeds


def test_live_the_hand_is_known_from_one_call_to_the_next() -> None:
    lattice = DeedLattice(WATCHED)
    answers = []
    for look in (FIRST, seen({"Pickup": 1.0}, {"Mug": 1.0}), seen({"Pickup": 0.6, "Place": 0.4}, {"CounterTop": 0.5})):
        lattice.look(look)
        answers.append(lattice.latest())
        lattice.forget_looks()
    assert [one.action for one in answers] == [NO_ACTION, "Pickup", "Place"]
    assert len(lattice.sequence()) == 1


# -- what is expected ------------------------------------------------------------------------------------------------


@given(st.sampled_from(INTERACTIONS), st.sampled_from(["", "Mug", "Knife"]))
def test_habits_are_shares(action: str, hand: str) -> None:
    habits = shipped_habits()
    whole = sum(habits.object(HandledThing(action, kind), NO_DEED, hand) for kind in possible(action))
    assert whole == pytest.approx(1.0, abs=0.02)
    assert sum(habits.action(name, "Open", hand) for name in INTERACTIONS) == pytest.approx(1.0)


def test_what_was_never_counted_can_still_happen() -> None:
    habits = counted([[HandledThing("Pickup", "Mug"), HandledThing("Place", "Sink")]])
    fork, mug, fridge = (habits.object(HandledThing("Pickup", kind), NO_DEED, "") for kind in ("Fork", "Mug", "Fridge"))
    assert 0.0 == fridge < fork < mug
    shipped = shipped_habits()
    assert shipped.action("Slice", "Pickup", "Knife") > 100 * shipped.action("Slice", "Pickup", "Potato")
    assert shipped.action("Pour", "Pickup", "Cup") > 10 * shipped.action("Pour", "Pickup", "Apple")


# -- what was touched ------------------------------------------------------------------------------------------------

TABLE = Detection("DiningTable", 0.9, (0.0, 0.3, 1.0, 1.0))
PLATE = Detection("Plate", 0.8, (0.4, 0.5, 0.6, 0.6))


def test_the_smallest_thing_under_a_click_is_meant() -> None:
    able = possible("Place")
    chances = smallest_first(claims_at((TABLE, PLATE), (0.5, 0.55)), able)
    assert chances["Plate"] > 0.7 > 0.2 > chances["DiningTable"]
    assert smallest_first(claims_at((TABLE, PLATE), (0.1, 0.9)), able)["DiningTable"] == pytest.approx(0.9)
    assert smallest_first([Claim("Mug", 1.0, 1.0)], {"Cup"}) == {}


def test_what_changed_is_the_thing_or_lies_in_it() -> None:
    place = ((0.42, 0.42, 0.58, 0.58),)
    assert around((TABLE, PLATE), place, possible("Place"))["Plate"] > 0.7
    mug = Detection("Mug", 0.5, place[0])
    assert changed_with((mug, PLATE), place, possible("Pickup"))["Mug"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("to", "name"),
    [
        (CameraPose(0.0, 0.9, 0.25, 0.0, 0.0), "Forward"),
        (CameraPose(0.25, 0.9, 0.0, 0.0, 0.0), "Pan Right"),
        (CameraPose(-0.25, 0.9, 0.0, 0.0, 0.0), "Pan Left"),
        (CameraPose(0.0, 0.9, -0.25, 0.0, 0.0), "Backward"),
        (CameraPose(0.0, 0.9, 0.0, 270.0, 0.0), "Turn Left"),
        (CameraPose(0.0, 0.9, 0.0, 90.0, 0.0), "Turn Right"),
        (CameraPose(0.0, 0.9, 0.0, 0.0, 30.0), "Look Down"),
        (CameraPose(0.0, 0.9, 0.0, 0.0, -30.0), "Look Up"),
        (CameraPose(0.0, 0.9, 0.001, 0.0, 0.0), NO_ACTION),
    ],
)
def test_odometry_tells_motions(to: CameraPose, name: str) -> None:
    assert motion_between(CameraPose(0.0, 0.9, 0.0, 0.0, 0.0), to) == name


# -- what a robot knows of its own -----------------------------------------------------------------------------------


def test_own_deeds_are_as_commanded_whatever_they_look_like() -> None:
    looks = [
        replace(seen({"Place": 1.0}, {"Mug": 0.6}), command=OwnCommand("Pickup", True, (0.5, 0.5))),
        replace(seen({"Pickup": 1.0}, {}), command=OwnCommand("Place", False, (0.5, 0.5))),
    ]
    assert [one.action for one in told(looks, DeedLattice(OWN))] == ["Pickup", NO_ACTION]


def test_what_lies_under_the_click_counts() -> None:
    look = replace(
        seen({}, {}), pointed=claims_at((PLATE,), (0.5, 0.55)), command=OwnCommand("Pickup", True, (0.5, 0.55))
    )
    scores = object_scores(look, "Pickup", OWN)
    assert max(scores, key=lambda kind: scores[kind]) == "Plate"
    assert actions_of(look) == {"Pickup": 1.0}


class Plain:
    """A detector and recogniser that know nothing but frames."""

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        height, width = frame.shape[:2]
        kind = ("Mug", "CounterTop", "Fridge")[int(frame.sum()) % 3]
        return [Detection(kind, 0.6, (0.0, 0.0, width, height))]

    def recognize(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> list[RecognizedAction]:
        return [RecognizedAction(NO_ACTION)] * len(frames)


def sight(setting: DeedSetting) -> Eyesight:
    senses = Senses(Plain(), Plain(), ("Mug", "CounterTop", "Fridge"), reader=None, deeds=setting)
    return Eyesight(InputSetting.VISION, ChosenSenses(deeds=setting), senses)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The beginning of a chore that was recorded in a generated room, up to a thing that was handled."""
    (path,) = make_games(tmp_path_factory.mktemp("games"), 1)
    whole = read_game(path)
    first = next(k for k, step in enumerate(whole.interactions) if step.is_object_action and step.success)
    return replace(whole, interactions=whole.interactions[: first + 1])


def test_of_its_own_deeds_a_robot_knows_neither_type_nor_id(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = sight(DeedSetting.OWN)
    before = WatchedGames(own, GlimpseCache(tmp_path / "a", own.chosen)).glimpses(game)
    monkeypatch.setattr("eval.histories.looking.type_of", lambda object_id: "Television")
    monkeypatch.setattr("eval.histories.looking.done_as_seen", lambda *told: RecognizedAction("Slice", "Bread"))
    after = WatchedGames(own, GlimpseCache(tmp_path / "b", own.chosen)).glimpses(game)
    assert before == after
    assert before[-1].deed.action == game.interactions[-1].action_name
    assert {name for name in OwnCommand.__dataclass_fields__} == {"action", "success", "point"}


def test_who_only_watches_does_not_get_the_command(game: Game, tmp_path: Path) -> None:
    watching = sight(DeedSetting.WATCHING)
    glimpses = WatchedGames(watching, GlimpseCache(tmp_path, watching.chosen)).glimpses(game)
    assert glimpses[-1].deed.action is None, "its recogniser saw nothing"


def test_what_was_seen_is_kept_apart_by_setting(tmp_path: Path) -> None:
    for setting in DeedSetting:
        GlimpseCache(tmp_path, ChosenSenses(deeds=setting)).write("game", [])
    assert len(list(tmp_path.iterdir())) == 2
    chosen = ChosenSenses(deeds=DeedSetting.OWN)
    assert chosen_from(chosen.as_dict()) == chosen
    with pytest.raises(BadInput, match="does not say"):
        chosen_from({**chosen.as_dict(), "deeds": "mine"})


def test_a_deed_is_as_sure_as_its_action_and_object_together() -> None:
    from perception.scene_graph.graph import SceneGraph

    deed = Grounding().ground(SceneGraph(), RecognizedAction("Open", "Fridge", 0.8, 0.5), CameraPose(0, 0, 0, 0, 0))
    assert deed.confidence == pytest.approx(0.4)


def test_a_recogniser_that_only_names_goes_on_working() -> None:
    class Naming(Plain):
        def recognize(
            self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
        ) -> list[RecognizedAction]:
            return [RecognizedAction(NO_ACTION), RecognizedAction("Pickup", "Mug", 0.7, 0.6)]

    first, second = chances_by(Naming(), [np.zeros((4, 4, 3), np.uint8)] * 2, [[], []])
    assert first.known and not second.known
    assert second.objects == {"Mug": 0.6} and sum(second.actions.values()) == pytest.approx(1.0)


# -- measured --------------------------------------------------------------------------------------------------------


def test_figures_are_told_by_setting_and_boxes() -> None:
    kitchen = PocketController("kitchen", width=60, height=60, renderDepthImage=True, renderInstanceSegmentation=True)
    first, turned = kitchen.last_event, kitchen.step("RotateLeft")

    def live(film: FilmAction) -> None:
        film(FilmedAction(first))
        film(FilmedAction(turned, "Turn Left", command=OwnCommand("Turn Left", True)))
        film(FilmedAction(turned, "Open", "Fridge", OwnCommand("Open", True, (0.5, 0.5))))

    plain = Senses(Plain(), Plain(), ("Mug", "CounterTop", "Fridge"), reader=None)
    found = told_deeds(plain, iter([live]), plain.detector)
    assert found["episodes"] == 1
    for boxes in ("true", "found"):
        own, watching = found["own"][boxes], found["watching"][boxes]
        assert (own["frames"], own["interactions"], own["actions"]) == (2, 1, 1.0)
        assert (watching["actions"], watching["objects"]) == (0.5, 0.0), "its recogniser saw nothing"


def test_a_frame_is_looked_at_once_for_own_and_watched_deeds() -> None:
    """What was commanded decides what is told, not what is seen."""
    kitchen = PocketController("kitchen", width=60, height=60, renderDepthImage=True)
    event, asked = kitchen.last_event, []

    class Counting(Plain):
        def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
            asked.append(1)
            return super().detect(frame, classes)

    watching = Watching(Senses(Counting(), Plain(), ("Mug", "Fridge"), reader=None))
    watching.take(event)
    watching.take(event, command=OwnCommand("Open", True, (0.5, 0.5)))
    own, watched = watching.tell_by([DeedTelling(Plain(), DeedSetting.OWN), DeedTelling(Plain(), DeedSetting.WATCHING)])
    assert len(asked) == 2
    assert [one.scene for one in own] == [one.scene for one in watched]
    assert (own[1].deed.action, watched[1].deed.action) == ("Open", None)


# -- what is spoken of -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Please make coffee in a clean mug.", {"Mug"}),
        ("the KNIVES are in the drawer", {"Knife", "Drawer"}),
        ("slice two tomatoes", {"Tomato", "TomatoSliced"}),
        ("it is on the dining table", {"DiningTable"}),
        ("rinse it in the sink", {"Sink", "SinkBasin"}),
        ("turn on the coffee maker", {"CoffeeMachine"}),
        ("Is the loaf of bread in the fridge?", {"Bread", "BreadSliced", "Fridge"}),
        ("hello, what shall I do today?", set()),
        ("the mugger ran", set()),
        ("", set()),
    ],
)
def test_types_are_spoken_of_by_their_names_in_one_or_many(text: str, types: set[str]) -> None:
    assert spoken_of(text) == types


@pytest.mark.parametrize("weights", [OWN, WATCHED])
def test_what_is_spoken_of_decides_where_sight_is_in_doubt(weights: EvidenceWeights) -> None:
    picked, clear = seen({"Pickup": 1.0}, {"Mug": 0.45, "Cup": 0.55}), seen({"Pickup": 1.0}, {"Mug": 0.02, "Cup": 0.98})

    def told_hearing(look: DeedEvidence, *kinds: str) -> str:
        lattice = DeedLattice(weights)
        lattice.hear(kinds)
        return told([look], lattice)[0].object_type

    assert told_hearing(picked, "Cup") == "Cup" and told_hearing(picked, "Mug") == "Mug"
    assert told_hearing(picked, "Sofa") == told_hearing(picked), "what is no thing to be picked up says nothing"
    assert told_hearing(clear, "Mug") == "Cup", "what is clearly seen is believed"


def test_who_knows_is_not_overruled_by_words() -> None:
    lattice = DeedLattice(WATCHED)
    lattice.hear(["Mug"])
    known = DeedEvidence(NO_ACTION, DeedChances({"Pickup": 1.0}, {"Cup": 1.0}, known=True), ((0.4, 0.4, 0.6, 0.6),))
    assert pairs(told([known], lattice)) == [("Pickup", "Cup")]


def test_words_count_only_where_they_are_heard(game: Game) -> None:
    heard: list[frozenset[str]] = []

    class Listening(DeedLattice):
        def hear(self, kinds: Collection[str]) -> None:
            heard.append(frozenset(kinds))
            super().hear(kinds)

    spoken = replace(game.interactions[-1], action_id=TEXT, utterance="the mug, please")
    talked = replace(game, interactions=(*game.interactions, spoken))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("perception.watching.DeedLattice", Listening)
        for setting in (InputSetting.VISION, InputSetting.VISION_SPEECH):
            look_at(talked, [replace(sight(DeedSetting.OWN), setting=setting)])
    assert "Mug" not in heard[0] and "Mug" in heard[1]


def test_what_was_seen_is_kept_apart_by_whether_words_count(tmp_path: Path) -> None:
    def folder(recognizer: str, hears: bool) -> Path:
        return GlimpseCache(tmp_path, ChosenSenses(recognizer=recognizer), hears).own

    assert folder("longt5", True) != folder("longt5", False)
    assert folder("ground-truth", True) == folder("ground-truth", False)
