"""What a memory is made of: the settings vision, vision+speech and full, live and from recorded games."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from agent.body.acting import Body, RunRecording, StepReport
from agent.body.eyes import Eyesight, eyesight_again
from agent.household.unfinished import unfinished
from agent.planning.episode import run_episode
from agent.runs.again import prepare_again
from agent.runs.run import NOTEBOOK, do_chore, prepare
from agent.runs.setup import RunSetup
from envs.clock import SimulatedClock
from envs.errors import BadGameFile, BadInput
from envs.pocket.controller import PocketController
from envs.simulator import Event
from envs.teach.games.recorded import Game, read_game
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.definitions import load_task
from eval.histories import glimpse_cache
from eval.histories.game_files import GameFiles
from eval.histories.glimpse_cache import GlimpseCache
from eval.histories.import_games import experiences
from eval.histories.looking import look_at
from eval.histories.made_games import make_games
from eval.histories.schedules import Schedule, Slot
from eval.histories.watched_games import WatchedGames
from eval.perception.ablation import TRUE, Condition, PerceptionAblation, conditions
from eval.perception.ablation_plot import loss_svg
from eval.perception.tables import page
from eval.recall.question_sets import Query, QuestionedHistory, QuestionSet
from eval.report.plot import file_of
from homebody.cli import app
from homebody.options.perception import Depth, chosen_eyesight
from memory.building.history import HistoryBuilder
from memory.experience import Experience, type_of
from memory.store.database import Store
from perception.detector.detection import Detection
from perception.recognizer.action import NO_ACTION, RecognizedAction
from perception.recognizer.grounding import Glimpse, Grounding, SeenDeed
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.graph import HAND, HELD, IN_ON, ObjectNode, Relation, SceneGraph
from perception.senses import ChosenSenses, Senses, SharedSenses, TruthSource, chosen_from, done_as_seen
from perception.settings import DeedSetting, InputSetting
from perception.watching import BATCH, Watching, view_of

START = datetime(2026, 1, 5, 8, 0)
AHEAD = CameraPose(0.0, 0.9, 0.0, 0.0, 0.0)
FRAMES: dict[str, Any] = {"width": 120, "height": 120, "renderDepthImage": True}


class Dark:
    """A detector that has nothing but the frame: where it is darkest it sees a mug, where it is brightest a bowl."""

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        grey = frame.sum(axis=2)
        found = []
        for label, spot in (("Mug", grey.argmin()), ("Bowl", grey.argmax())):
            y, x = divmod(int(spot), frame.shape[1])
            left, top = min(x, frame.shape[1] - 9), min(y, frame.shape[0] - 9)
            found.append(Detection(label, 0.9, (left, top, left + 9, top + 9)))
        return found


class DarkBatches(Dark):
    """The same, many frames at once."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def detect_batch(self, frames: Sequence[np.ndarray], classes: Sequence[str]) -> list[list[Detection]]:
        self.asked.append(len(frames))
        return [self.detect(frame, classes) for frame in frames]


class Brighter:
    """A recogniser that has nothing but frames: it got no darker, so the mug was picked up."""

    def recognize(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> list[RecognizedAction]:
        light = [float(frame.mean()) for frame in frames]
        told = [
            RecognizedAction("Pickup", "Mug") if b >= a else RecognizedAction("Forward") for a, b in pairwise(light)
        ]
        return [RecognizedAction(NO_ACTION), *told]


def blind_sight(setting: InputSetting, detector: Any = None) -> Eyesight:
    return Eyesight(setting, TRUE, Senses(detector or Dark(), Brighter(), ("Mug", "Bowl")))


@pytest.fixture(scope="module")
def kitchen() -> PocketController:
    return PocketController("kitchen", **FRAMES)


# -- from frames to deeds --------------------------------------------------------------------------------------------


class FramesAlone:
    """An event of which only frames and the robot's own pose can be read."""

    def __init__(self, event: Event) -> None:
        self.frame, self.depth_frame = event.frame, event.depth_frame
        self.metadata = {key: event.metadata[key] for key in ("agent", "fov")}


def test_nothing_is_read_but_frames_and_the_robots_own_pose(kitchen: PocketController) -> None:
    seen, alone = (Watching(blind_sight(InputSetting.VISION).senses, "t") for _ in range(2))
    for action in ("Pass", "RotateLeft", "LookDown", "RotateLeft", "LookUp"):
        event = kitchen.step(action)
        look = Watching.begin if action == "Pass" else Watching.look
        told, blind = look(seen, event), look(alone, FramesAlone(event))  # type: ignore[arg-type]
        assert told == blind and told.scene.objects
    assert all(node.object_id.split("|")[1] == "t" for node in told.scene.objects)


def test_frames_taken_together_tell_the_same_scenes_as_one_by_one(kitchen: PocketController) -> None:
    events = [kitchen.step("RotateLeft" if k % 3 else "LookDown" if k % 2 else "LookUp") for k in range(BATCH + 3)]
    batches = DarkBatches()
    at_once, one_by_one = (Watching(blind_sight(InputSetting.VISION, d).senses) for d in (batches, Dark()))
    for event in events:
        at_once.take(event)
    told = at_once.tell()
    assert [glimpse.scene for glimpse in told] == [one_by_one.look(event).scene for event in events]
    assert batches.asked == [BATCH, 3]
    assert at_once.tell() == []


def test_an_event_without_a_frame_is_refused() -> None:
    event = PocketController("kitchen", renderImage=False).last_event
    with pytest.raises(BadInput, match="no frame"):
        view_of(event)


def test_the_true_recogniser_keeps_up_over_more_frames_than_its_window(kitchen: PocketController) -> None:
    watching = Watching(replace(TRUE.open(), detector=Dark(), classes=("Mug",)), window=3)
    assert watching.begin(kitchen.step("Pass")).deed == SeenDeed()
    for _ in range(5):
        deed = watching.look(kitchen.step("RotateLeft"), RecognizedAction("Turn Left")).deed
        assert deed.action == "Turn Left" and deed.arguments == ()


def test_failures_and_what_has_no_name_do_not_show() -> None:
    assert done_as_seen("Forward", "", True) == RecognizedAction("Forward")
    assert done_as_seen("Pickup", "Mug", True) == RecognizedAction("Pickup", "Mug")
    for name, kind, success in (("Forward", "", False), ("Pickup", "Mug", False), ("Stop", "", True)):
        assert done_as_seen(name, kind, success).action == NO_ACTION


def test_truth_is_refused_before_anything_was_seen() -> None:
    with pytest.raises(BadInput, match="before anything was seen"):
        TruthSource().event()


# -- which thing -----------------------------------------------------------------------------------------------------


def node(key: str, x: float = 0.0, *states: str) -> ObjectNode:
    return ObjectNode(key, type_of(key), key.replace("|", "_"), states, (x, 1.575, 1.0))


def scene(*nodes: ObjectNode, held: str | None = None, on: tuple[tuple[str, str], ...] = ()) -> SceneGraph:
    relations = [Relation(a, IN_ON, b) for a, b in on]
    return SceneGraph(nodes, (*relations, *([Relation(HAND, HELD, held)] if held else [])))


def test_of_several_the_one_that_is_held_now_was_picked_up() -> None:
    grounding = Grounding()
    grounding.ground(scene(node("Mug|1"), node("Mug|2", 0.9)), RecognizedAction(NO_ACTION), AHEAD)
    deed = grounding.ground(
        scene(node("Mug|1"), node("Mug|2", 0.9), held="Mug|2"), RecognizedAction("Pickup", "Mug"), AHEAD
    )
    assert deed == SeenDeed("Pickup", ("Mug|2",), "Mug|2")


def test_without_a_sight_of_the_hand_what_is_gone_was_picked_up() -> None:
    grounding = Grounding()
    grounding.ground(scene(node("Mug|1"), node("Mug|2", 0.9)), RecognizedAction(NO_ACTION), AHEAD)
    deed = grounding.ground(scene(node("Mug|1")), RecognizedAction("Pickup", "Mug"), AHEAD)
    assert deed.arguments == ("Mug|2",)
    walked = grounding.ground(scene(), RecognizedAction("Forward"), AHEAD)
    assert walked == SeenDeed("Forward", (), "Mug|2"), "it stays in the hand"


def test_what_was_held_was_put_where_it_lies_now() -> None:
    grounding = Grounding()
    grounding.ground(scene(node("Mug|1"), held="Mug|1"), RecognizedAction("Pickup", "Mug"), AHEAD)
    seen = scene(node("Shelf|1"), node("Shelf|2", 0.9), node("Mug|1", 0.9), on=(("Mug|1", "Shelf|2"),))
    assert grounding.ground(seen, RecognizedAction("Place", "Shelf"), AHEAD) == SeenDeed("Place", ("Mug|1", "Shelf|2"))
    assert grounding.held is None


def test_what_changed_its_state_was_opened_else_what_is_in_the_middle() -> None:
    for states, expected in ((("open",), "Drawer|2"), ((), "Drawer|1")):
        grounding = Grounding()
        grounding.ground(scene(node("Drawer|1"), node("Drawer|2", 0.9)), RecognizedAction(NO_ACTION), AHEAD)
        now = scene(node("Drawer|1"), node("Drawer|2", 0.9, *states))
        assert grounding.ground(now, RecognizedAction("Open", "Drawer"), AHEAD).arguments == (expected,)


def test_what_is_out_of_view_is_the_one_seen_last_and_what_was_never_seen_goes_by_its_class() -> None:
    grounding = Grounding()
    for key in ("Fridge|1", "Fridge|2", "Mug|1"):
        grounding.ground(scene(node(key)), RecognizedAction(NO_ACTION), AHEAD)
    assert grounding.ground(scene(), RecognizedAction("Close", "Fridge"), AHEAD).arguments == ("Fridge|2",)
    assert grounding.ground(scene(), RecognizedAction("ToggleOn", "Faucet"), AHEAD).arguments == ("Faucet",)


# -- a robot that acts -----------------------------------------------------------------------------------------------

WALK = ("Turn Left", "Look Down", "Look Down", "Turn Right", "Forward", "Look Up")
"""The second look down fails: the camera stays, so that something may have been handled."""


def walked(tmp_path: Path, sight: Eyesight | None, task: str = "make coffee") -> list[Experience]:
    """A walk in a kitchen, with talk, as the memory file has it."""
    session = TeachSession(PocketController("kitchen", **{**FRAMES, "renderInstanceSegmentation": True}))
    clock = SimulatedClock(START)
    with Store.open(tmp_path / "m.sqlite") as store, HistoryBuilder(store) as history:
        journal = RunRecording(clock, GameRecorder(session, load_task("Coffee"), "g", "k", START), "g", task, history)
        body = Body(session, journal, eyes=None if sight is None else sight.eyes("g"))
        body.say(f"please {task}", "user")
        body.goal = f"going to {task}"
        for name in WALK:
            body.move(name)
        body.say(f"I did {task}")
        return [store.experience(number) for number in store.numbers(1, 99)]


def test_vision_remembers_frames_alone(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    lived = walked(tmp_path / "a", blind_sight(InputSetting.VISION))
    assert lived == walked(tmp_path / "b", blind_sight(InputSetting.VISION), "water the plant")[: len(lived)]
    assert len(lived) == len(WALK)
    for one in lived:
        assert (one.speech, one.task, one.goal, one.success, one.error) == ((), None, None, None, "")
        assert {node.object_type for node in one.scene.objects} <= {"Mug", "Bowl", "Floor"}
        assert one.pose is not None
    assert any(one.arguments for one in lived), "the recogniser says that something was picked up"
    assert all(key.split("|")[:2] == ["Mug", "g"] for one in lived for key in one.arguments)


def test_vision_and_speech_remembers_what_was_said_as_well(tmp_path: Path) -> None:
    lived = walked(tmp_path, blind_sight(InputSetting.VISION_SPEECH))
    assert len(lived) == len(WALK) + 2
    assert [said.text for one in lived for said in one.speech] == ["please make coffee", "I did make coffee"]
    assert lived[-1].scene == lived[-2].scene and lived[-1].action is None
    assert all(one.task is None and one.goal is None for one in lived)


def test_full_remembers_what_the_simulator_and_the_robot_know(tmp_path: Path) -> None:
    lived = walked(tmp_path, None)
    assert [one.action for one in lived] == [None, *WALK, None]
    assert all(one.task == "make coffee" for one in lived) and lived[1].success is not None
    assert any("+" in node.object_id for one in lived for node in one.scene.objects)


def test_an_episode_by_eyes_leaves_nothing_of_its_task_in_the_file(tmp_path: Path) -> None:
    session = TeachSession(PocketController("kitchen", seed=3, **{**FRAMES, "renderInstanceSegmentation": True}))
    sight = Eyesight(InputSetting.VISION, TRUE, replace(TRUE.open(), classes=("Mug", "CoffeeMachine", "Plate")))
    with Store.open(tmp_path / "m.sqlite") as store:
        run_episode(
            session,
            load_task("Coffee"),
            history=HistoryBuilder(store),
            clock=SimulatedClock(START),
            game_id="g",
            world="kitchen",
            max_steps=12,
            eyes=sight.eyes("g"),
        )
        assert store.numbers(1, 99) and store.rows("SELECT count(*) FROM utterances") == [(0,)]
        tables = [name for (name,) in store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        text = " ".join(repr(store.rows(f'SELECT * FROM "{name}"')) for name in tables).lower()
    assert "coffee." not in text and "make coffee" not in text and "|+" not in text


class Blind:
    """A detector that sees nothing, and a recogniser that notices every step."""

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        return []

    def recognize(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> list[RecognizedAction]:
        return [RecognizedAction(NO_ACTION), *(RecognizedAction("Forward") for _ in frames[1:])]


class CutOff(Exception):
    """Ends a run in the middle."""


def test_a_run_that_is_cut_off_goes_on_and_remembers_every_step_once(tmp_path: Path) -> None:
    sight = Eyesight(InputSetting.VISION, TRUE, Senses(Blind(), Blind(), ("Mug",)))
    memory, record = tmp_path / "m.sqlite", tmp_path / "run"
    setup = RunSetup(memory=memory, eyesight=sight)
    steps: list[int] = []

    def interrupt(report: StepReport) -> None:
        steps.append(report.number)
        if report.number == 8:
            raise CutOff

    with pytest.raises(CutOff):
        do_chore(prepare(replace(setup, request="open the fridge", scene="kitchen", record=record)), interrupt)
    cut = unfinished(memory, record)
    assert cut.header["eyesight"]["setting"] == "vision" and (record / NOTEBOOK).exists()
    done = do_chore(prepare_again(cut, setup))
    assert not (record / NOTEBOOK).exists() and done.game_file.exists()
    with Store.open(memory, readonly=True) as store:
        assert store.rows("SELECT count(*) FROM experiences") == [(done.result.steps,)]
        assert store.rows("SELECT (SELECT count(*) FROM tasks) + (SELECT count(*) FROM utterances)") == [(0,)]


# -- recorded games --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The beginning of a chore that was recorded in a generated room."""
    (path,) = make_games(tmp_path_factory.mktemp("games"), 1)
    whole = read_game(path)
    first = next(k for k, step in enumerate(whole.interactions) if step.is_object_action and step.success)
    return replace(whole, interactions=whole.interactions[: min(first, 12) + 1])


def watched(folder: Path, sight: Eyesight) -> WatchedGames:
    return WatchedGames(sight, GlimpseCache(folder, sight.chosen))


def test_a_game_by_true_eyes_has_the_deeds_of_the_log(game: Game, tmp_path: Path) -> None:
    told = [(one.action, tuple(map(type_of, one.arguments))) for one in experiences(game, START) if one.success]
    games = watched(tmp_path, Eyesight(InputSetting.VISION, TRUE, TRUE.open()))
    lived = games.experiences(game, START)
    assert [(one.action, tuple(map(type_of, one.arguments))) for one in lived if one.action] == told
    assert lived[0].time == START and all(a.time <= b.time for a, b in pairwise(lived))
    assert all(one.success is None and not one.speech for one in lived)
    assert not any("+" in node.object_id for one in lived for node in one.scene.objects)


def test_words_tasks_and_outcomes_of_a_game_do_not_reach_a_memory_by_sight(game: Game, tmp_path: Path) -> None:
    other = replace(
        game,
        task=load_task("Water Plant"),
        interactions=tuple(
            replace(step, utterance="nothing at all") if step.utterance else step for step in game.interactions
        ),
    )
    sight = blind_sight(InputSetting.VISION)
    seen, other_seen = (watched(tmp_path / str(k), sight).experiences(g, START) for k, g in enumerate((game, other)))
    assert seen == other_seen
    words = watched(tmp_path / "0", replace(sight, setting=InputSetting.VISION_SPEECH)).experiences(game, START)
    said = [step.utterance for step in game.interactions if step.utterance]
    assert [speech.text for one in words for speech in one.speech] == said != []
    assert [one for one in words if not one.speech] == seen


def test_a_game_looked_at_in_several_ways_at_once_is_seen_as_in_each_alone(game: Game) -> None:
    ways = (TRUE, replace(TRUE, recognizer="noisy", noise="heavy"), ChosenSenses("noisy", "noisy", noise="light"))
    sights = [Eyesight(InputSetting.VISION, way, way.open()) for way in ways]
    together = look_at(game, sights)
    assert together == [look_at(game, [sight])[0] for sight in sights]
    assert len({len(one) for one in together}) == 1


def test_what_was_seen_is_looked_up_the_next_time(game: Game, tmp_path: Path) -> None:
    sight = blind_sight(InputSetting.VISION)
    seen = watched(tmp_path, sight).glimpses(game)
    (file,) = tmp_path.glob("*/*.json.gz")
    before = file.read_bytes()
    blind = replace(sight, senses=replace(sight.senses, detector=None))  # type: ignore[arg-type]
    assert watched(tmp_path, blind).glimpses(game) == seen
    file.write_bytes(before[: len(before) // 2])
    assert watched(tmp_path, sight).glimpses(game) == seen
    assert file.read_bytes() == before


def test_the_place_of_what_was_seen_depends_on_what_was_seen_with(tmp_path: Path) -> None:
    one, two = tmp_path / "one.pt", tmp_path / "two.pt"
    one.write_bytes(b"1")
    two.write_bytes(b"2")
    chosen = (
        ChosenSenses(),
        ChosenSenses(weights=one),
        ChosenSenses(weights=two),
        ChosenSenses(recognizer_weights=one),
        ChosenSenses("noisy"),
    )
    for number, way in enumerate((*chosen, ChosenSenses("noisy", noise="heavy"), ChosenSenses("noisy", seed=1))):
        GlimpseCache(tmp_path / "cache", way).write(f"game{number}", [Glimpse()])
        assert GlimpseCache(tmp_path / "cache", way).read(f"game{number}") == [Glimpse()]
    assert len(list((tmp_path / "cache").iterdir())) == len(chosen) + 2
    with pytest.raises(BadInput, match=r"three\.pt"):
        GlimpseCache(tmp_path, ChosenSenses(weights=tmp_path / "three.pt"))


def test_what_was_seen_is_kept_until_what_it_was_seen_with_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = tmp_path / "weights"
    weights.mkdir()
    monkeypatch.setattr(glimpse_cache, "files", lambda package: tmp_path)
    ways = {
        "eyes": ChosenSenses(),
        "boxes": ChosenSenses("yolo-world", "noisy"),
        "deeds": ChosenSenses("noisy"),
        "truth": TRUE,
    }

    def forgotten(name: str) -> set[str]:
        glimpse_cache._code.cache_clear()
        for kind, way in ways.items():
            GlimpseCache(tmp_path / "cache", way).write(kind, [Glimpse()])
        (weights / name).write_bytes(b"new")
        glimpse_cache._code.cache_clear()
        return {kind for kind, way in ways.items() if GlimpseCache(tmp_path / "cache", way).read(kind) is None}

    assert forgotten("yolo_world_pocket.pt") == {"eyes", "boxes"}
    assert forgotten("longt5_pocket.safetensors") == {"eyes", "deeds"}
    assert forgotten("states_pocket.npz") == set(ways)
    assert forgotten("yolo_world_pocket.md") == set()
    glimpse_cache._code.cache_clear()


def test_what_is_doubtful_goes_to_the_recogniser_and_not_into_the_scene(kitchen: PocketController) -> None:
    class Unsure:
        sure = 0.5

        def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
            return [Detection("Mug", 0.4, (20, 95, 45, 118)), Detection("Bowl", 0.9, (70, 95, 95, 118))]

    class Listening:
        told: Sequence[Sequence[Detection]] = ()

        def recognize(
            self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
        ) -> list[RecognizedAction]:
            self.told = [list(one) for one in detections]
            return [RecognizedAction(NO_ACTION) for _ in frames]

    recognizer = Listening()
    watching = Watching(Senses(Unsure(), recognizer, ("Mug", "Bowl"), reader=None))
    scenes = [watching.look(kitchen.step("Pass")).scene for _ in range(3)]
    assert {one.label for one in recognizer.told[-1]} == {"Mug", "Bowl"}
    assert {node.object_type for node in scenes[-1].objects} - {"Floor"} == {"Bowl"}


def test_a_game_without_a_log_is_refused(game: Game, tmp_path: Path) -> None:
    with pytest.raises(BadGameFile, match=game.game_id):
        watched(tmp_path, blind_sight(InputSetting.VISION)).experiences(replace(game, interactions=()), START)


# -- the loss account ------------------------------------------------------------------------------------------------


class OneGame:
    """Stands for files of games."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.names = [game.game_id]

    def missing(self, names: Sequence[str]) -> list[str]:
        return [name for name in names if name not in self.names]

    def read(self, name: str) -> Game:
        return self._game


def test_the_same_question_is_asked_under_every_condition(game: Game, tmp_path: Path) -> None:
    floor = Query("SO", "Was there a floor?", "yes, in: something else", START)
    history = QuestionedHistory(0, Schedule((Slot(game.game_id, START),)), START.replace(hour=20), (floor,))
    ways = (Condition(InputSetting.FULL), Condition(InputSetting.VISION, TRUE))
    account = PerceptionAblation([QuestionSet("one", 1, (history,))], OneGame(game), tmp_path)  # type: ignore[arg-type]
    entries = list(account.entries(ways))
    assert [entry["setting"] for entry in entries] == ["full", "vision: ground-truth"]
    assert all(entry["questions"] == 1 and {"S_c", "S_p", "by_type"} <= set(entry) for entry in entries)
    drawing = ET.fromstring(file_of(loss_svg(entries)))
    words = "".join(drawing.itertext())
    assert "vision: ground-truth" in words and drawing.tag.endswith("svg")


def test_questions_are_asked_by_several_processes_as_by_one(tmp_path: Path) -> None:
    games = GameFiles(list(make_games(tmp_path / "games", 1)))
    (name,) = games.names
    floor = Query("SO", "Was there a floor?", "yes, in: something else", START)
    history = QuestionedHistory(0, Schedule((Slot(name, START),)), START.replace(hour=20), (floor,))

    def entries(processes: int) -> list[dict[str, Any]]:
        account = PerceptionAblation([QuestionSet("one", 1, (history,))], games, tmp_path / "seen", processes)
        return list(account.entries((Condition(InputSetting.FULL),)))

    assert entries(2) == entries(1)


def test_conditions_change_one_thing_after_the_other() -> None:
    names = [way.name for way in conditions(ChosenSenses())]
    assert names[0] == "full" and len(set(names)) == len(names)
    assert "vision: yolo-world, ground-truth" in names and "vision: ground-truth, longt5" in names
    assert names[-2:] == ["vision+speech: yolo-world, longt5", "vision: yolo-world, longt5"]
    assert len(conditions(TRUE)) == 6, "nothing is asked twice"
    assert len(conditions(TRUE, ())) == 3


# -- the command line ------------------------------------------------------------------------------------------------


def test_the_choice_survives_being_written_down() -> None:
    sight = chosen_eyesight(InputSetting.VISION, "ground-truth", "noisy", noise="heavy")
    assert sight is not None
    again = eyesight_again(json.loads(json.dumps(sight.as_dict())))
    assert again is not None and (again.setting, again.chosen) == (sight.setting, sight.chosen)
    acting = chosen_eyesight(InputSetting.VISION, "ground-truth", "noisy", acting=True, depth=Depth.NONE)
    assert acting is not None and acting.eyes("g").perception is not None and sight.eyes("g").perception is None
    again = eyesight_again(json.loads(json.dumps(acting.as_dict())))
    assert again is not None and again.acting and not again.depth
    assert chosen_from(ChosenSenses(weights=Path("w.pt").absolute()).as_dict()).weights == Path("w.pt").absolute()
    assert eyesight_again(None) is None
    with pytest.raises(BadInput, match="begin the run again"):
        eyesight_again({"setting": "dreams"})
    with pytest.raises(BadInput, match="with what to see"):
        eyesight_again({"setting": "vision", "glasses": 2})


def test_only_those_that_ask_the_engine_get_its_segmentation() -> None:
    assert ChosenSenses("ground-truth", "ground-truth").frames["renderInstanceSegmentation"]
    assert "renderInstanceSegmentation" not in ChosenSenses("test_perception_dial:Dark", "ground-truth").frames


def complaint(*arguments: str) -> str:
    done = CliRunner().invoke(app, arguments)
    assert isinstance(done.exception, BadInput), done.output
    return " ".join(str(done.exception).split())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--detector", "noisy"], ["--detector", "--perception vision"]),
        (["--depth", "none"], ["--depth", "--perception vision"]),
        (["--recognizer-weights", "r.pt"], ["--recognizer-weights", "full"]),
        (["--perception", "vision", "--detector", "ground-thruth"], ["ground-thruth", "did you mean 'ground-truth'"]),
        (["--perception", "vision", "--detector", "no_module:Eye"], ["no_module"]),
        (["--perception", "vision", "--detector", "ground-truth", "--weights", "w.pt"], ["weights", "smallest"]),
        (["--perception", "vision", "--detector", "noisy", "--noise", "loud"], ["loud", "light, medium, heavy"]),
        (["--perception", "vision", "--detector", "noisy", "--recognizer", "mind"], ["mind", "longt5"]),
    ],
)
def test_what_cannot_be_seen_with_is_refused_before_anything_is_begun(
    options: list[str], words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = complaint("run", "--task", "Coffee", *options)
    assert all(word in told for word in words), told
    assert list(tmp_path.iterdir()) == []


def test_a_detector_that_needs_what_is_not_installed_says_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "costly_eyes.py").write_text(
        "from perception.extras import needs\n\n\nclass Costly:\n    def __init__(self):\n"
        "        needs('a_package_nobody_has')\n\n    def detect(self, frame, classes):\n        return []\n"
    )
    told = complaint("run", "--perception", "vision", "--detector", "costly_eyes:Costly")
    assert "a_package_nobody_has" in told and "pip install 'homebody[perception]'" in told


def test_options_that_make_no_sense_together(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("{}")
    games = ("--games", str(tmp_path / "game.json"))
    build = ("memory", "build", *games, "--out", str(tmp_path / "m.sqlite"), "--seed", "1")
    true = ("--perception", "vision", "--detector", "ground-truth", "--recognizer", "ground-truth")
    assert "--no-scenes" in complaint(*build, *true, "--no-scenes")
    assert "--cache" in complaint(*build, "--cache", str(tmp_path / "cache"))
    assert "--set" in complaint("eval", "perception", "--set", str(tmp_path / "set.json"))
    assert "--perception" in complaint("run", "--resume", *true)
    assert not (tmp_path / "m.sqlite").exists() and not (tmp_path / "cache").exists()


def test_eval_perception_measures_what_is_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    true = ("--detector", "ground-truth", "--recognizer", "ground-truth")
    few = ("--walks", "1", "--steps", "2")
    done = CliRunner().invoke(
        app,
        ("eval", "perception", "--section", "scene_graph", *true, *few, "--json", str(out), "--report", str(tmp_path)),
    )
    assert done.exit_code == 0, done.output
    figures = json.loads(out.read_text())
    assert {"detector", "recognizer", "scene_graph", "fps", "loss_account"} <= set(figures)
    assert figures["detector"] is None and figures["loss_account"] == []
    assert figures["scene_graph"]["node_recall"] > 0.5 and figures["scene_graph"]["node_precision"] > 0.5
    assert "precision" in (tmp_path / "perception.html").read_text()


def test_the_page_shows_every_section() -> None:
    row = {"boxes": 3, "AP50": 0.9, "AP50_95": 0.6, "recall50": 1.0}
    entry = {"setting": "full", "perception": "full", "S_c": 90.0, "S_c_95": [80.0, 95.0], "questions": 10}
    shown = page(
        {
            "settings": {"detector": "yolo-world", "recognizer": "longt5"},
            "detector": {"mAP50": 0.9, "mAP50_95": 0.6, "per_class": {"Mug": row}},
            "recognizer": {"action_accuracy": 0.95, "object_accuracy": 0.9},
            "scene_graph": {
                "node_precision": 0.9,
                "node_recall": 0.8,
                "relation_f1": 0.7,
                "switches_per_100_frames": 1.0,
            },
            "fps": 12.5,
            "loss_account": [{**entry, "by_type": {"SO": {"S_c": 90.0, "f1": 95.0}}}],
        }
    )
    for words in ("mAP50-95", "action accuracy", "relations: F1", "12.5", "What perception costs", "Mug"):
        assert words in shown


def test_ways_of_knowing_deeds_share_what_they_see_with_and_other_choices_do_not():
    shared = SharedSenses()
    own = ChosenSenses("ground-truth", "noisy", deeds=DeedSetting.OWN)
    mine, watched = shared.of(own), shared.of(replace(own, deeds=DeedSetting.WATCHING))
    assert (mine.deeds, watched.deeds) == (DeedSetting.OWN, DeedSetting.WATCHING)
    assert mine.detector is watched.detector and mine.recognizer is watched.recognizer
    assert shared.of(replace(own, seed=1)).recognizer is not mine.recognizer
