"""TEACh's benchmarks: the agent gets words and sight only, its figures are TEACh's, and it does what is asked for."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner
from written_instances import instance_to_json

from agent.recognition.evidence import Evidence
from agent.recognition.menus import numbers_of_slices
from agent.recognition.recognizer import read_request
from agent.recognition.trace import EpisodeTrace
from benchmarks.recognition_ahead import moments, scene_of
from envs.engines import open_simulator
from envs.errors import BadInput
from envs.pocket.generate.floor import joined
from envs.teach.games.actions import TEXT
from envs.teach.games.rebuild import Layouts, agent_pose, scene_from_game, visited_cells
from envs.teach.games.recorded import Game, read_game
from envs.teach.games.session import TeachSession
from envs.teach.games.writer import game_to_json
from envs.teach.tasks.check import check_task
from eval.teach.agent import AgentRun
from eval.teach.edh.dialogue_so_far import DialogueSoFar, read_so_far
from eval.teach.edh.expected_changes import ExpectedChanges, lacking
from eval.teach.edh.imagined_scene import ImaginedObject, ImaginedScene, Stance, properties
from eval.teach.edh.look_ahead import ImaginedPlan, decide, deeds_asked_for, look_ahead
from eval.teach.edh.options import options
from eval.teach.edh.segments import go_on, watched
from eval.teach.edh.watching_body import WatchingBody
from eval.teach.figures import figures, report
from eval.teach.instances.cutting import Instance, edh_instances, tfd_instance
from eval.teach.instances.state_changes import needs, relevant_types
from eval.teach.metrics import Attempt, aggregate
from eval.teach.run import InstanceResult, run_game, run_games
from homebody.commands.evaluate import teach
from memory.experience import AGENT, Utterance

ARCHIVE = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"
needs_games = pytest.mark.skipif(not ARCHIVE.exists(), reason=f"no recorded games at {ARCHIVE}")

KNIFE, TAP, BASIN = "Knife|+00.10|+00.90|+00.10", "Faucet|+01.00|+01.10|-01.00", "Sink|+01.10|+00.80|-01.00|SinkBasin"
TOMATO, MUG, COUNTER = "Tomato|+00.20|+00.90|+00.40", "Mug|+00.50|+00.90|+00.20", "CounterTop|+00.00|+00.90|+00.00"
MACHINE = "CoffeeMachine|+00.20|+00.90|+00.30"


def said(*lines: str) -> list[Utterance]:
    """Utterances; the agent's begin with an asterisk."""
    return [Utterance(AGENT if line.startswith("*") else "user", line.lstrip("*")) for line in lines]


def kitchen(**states: set[str]) -> ImaginedScene:
    """A small kitchen in the mind; ``mug={"dirty"}`` makes the mug dirty."""
    ground = {KNIFE: 0.1, TAP: 1.0, BASIN: 1.1, TOMATO: 0.2, MUG: 0.5, COUNTER: 0.0, MACHINE: 0.3}
    items = [
        ImaginedObject(
            name, name.split("|")[-1].strip("+-.0123456789") or name.split("|")[0], box=(x, 0.0, x + 0.1, 0.1)
        )
        for name, x in ground.items()
    ]
    for item in items:
        item.states |= states.get(item.type.lower(), set())
        item.place = COUNTER if item.id in (KNIFE, TOMATO, MUG, MACHINE) else None
    return ImaginedScene(items)


# ------------------------------------------------------------------------------------------------------------- in mind


def test_deeds_have_their_consequences_in_the_mind() -> None:
    scene = kitchen(mug={"dirty"})
    for action, target in (("Pickup", MUG), ("Place", BASIN), ("ToggleOn", TAP), ("ToggleOff", TAP), ("Pickup", MUG)):
        scene.do(action, target)
    assert scene.held == MUG
    assert scene.items[MUG].states == {"filled", "water"}
    for action, target in (("Pour", BASIN), ("Place", MACHINE), ("ToggleOn", MACHINE)):
        scene.do(action, target)
    assert "coffee" in scene.items[MUG].states
    assert properties(scene.items[MUG], scene.held)["simbotLastParentReceptacle"] == MACHINE


def test_a_full_mug_takes_no_coffee_and_a_slice_lies_where_the_whole_was() -> None:
    scene = kitchen(mug={"filled"})
    for action, target in (("Pickup", MUG), ("Place", MACHINE), ("ToggleOn", MACHINE), ("Pickup", KNIFE)):
        scene.do(action, target)
    assert "coffee" not in scene.items[MUG].states
    scene.do("Slice", TOMATO)
    slices = [item for item in scene.items.values() if item.type == "TomatoSliced"]
    assert len(slices) > 1
    assert TOMATO not in scene.items
    assert {item.place for item in slices} == {COUNTER}


def test_a_copy_goes_its_own_way() -> None:
    scene = kitchen()
    other = scene.copy()
    other.do("Pickup", MUG)
    assert scene.held is None
    assert scene.items[MUG].place == COUNTER


def test_where_one_stands_counts_until_the_next_deed() -> None:
    """A door is no deed: it neither ends that nor counts as something that was acted on."""
    scene = kitchen()
    scene.stance = Stance(0.5, 0.5, 180.0, 3)
    scene.do("Open", MACHINE)
    assert scene.copy().stance == scene.stance is not None
    assert scene.ago([MACHINE]) is None
    scene.do("Pickup", MUG)
    scene.do("Place", COUNTER)
    assert scene.stance is None
    assert scene.ago([COUNTER]) == 0
    assert scene.ago([TOMATO, MACHINE]) is None


def test_what_one_stands_before_is_taken_first() -> None:
    """A knife that one faces is likelier taken next than the same knife behind one's back."""
    chances = []
    for yaw in (0.0, 180.0):
        scene = kitchen()
        scene.stance = Stance(0.15, 1.0, yaw, 5)
        ways = look_ahead(scene, read_so_far(said("slice the tomato"), 0, [0]), [])
        chances.append(sum(way.chance for way in ways if [deed[2] for deed in way.deeds] == [KNIFE]))
    behind, before = chances
    assert before > behind


def test_what_was_said_since_the_last_deed() -> None:
    """The last words count with those that were spoken since the same deed, each side's apart."""
    spoken = said("make a salad", "*where is the knife?", "by the mug", "*which one?")
    talk = read_so_far(spoken, 3, [0, 2, 2, 2]).talk
    assert talk.by_self == {"Knife"} and talk.by_user == {"Mug"}
    assert (talk.speaker, talk.question, talk.deeds) == ("D", True, 2)
    assert read_so_far([], 0).talk.speaker == "-"


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 30), max_size=12))
def test_whatever_is_possible_can_be_imagined(picks: list[int]) -> None:
    """Any run of options leaves a scene in which one thing at most is held and nothing is inside itself."""
    scene, asked = kitchen(mug={"dirty"}), read_so_far(said("make coffee", "slice the tomato"), 0)
    for pick in picks:
        choices = options(scene, asked)
        assert choices
        option = choices[pick % len(choices)]
        scene.do(option.action, option.targets[0])
        assert scene.held is None or scene.items[scene.held].place is None
        for item in scene.items.values():
            assert item not in scene.around(item)


def test_what_is_asked_for_now_is_a_piece_of_the_job() -> None:
    asked = read_so_far(said("*hello", "make a salad", "now slice the tomato"), 0)
    deeds = deeds_asked_for(kitchen(), asked, [])
    assert ("Slice", TOMATO) in deeds
    assert ("Pickup", KNIFE) in deeds


def test_a_decision_covers_the_likeliest_expectations() -> None:
    """Of two lengths the one that also has what the other is expected for is taken."""
    asked: DialogueSoFar = read_so_far(said("make coffee"), 0)
    ways = look_ahead(kitchen(mug={"dirty"}), asked, [])
    assert all(0 <= way.chance <= 1 and 0 <= way.pause <= 1 for way in ways)
    assert ways[0].deeds == ()
    chosen = decide(ways, asked)
    assert chosen.gain >= max(way.gain for way in ways)
    assert chosen.since >= 1


def after(scene: ImaginedScene, *deeds: tuple[str, str]) -> ImaginedScene:
    """A copy of a scene after some deeds."""
    found = scene.copy()
    for action, target in deeds:
        found.do(action, target)
    return found


def imagined(scene: ImaginedScene, *deeds: tuple[str, str]) -> ImaginedPlan:
    """A way that half of all people would go, and pause there."""
    past = tuple((action, scene.items[target].type, target) for action, target in deeds)
    return ImaginedPlan(after(scene, *deeds), past, len(past), 0.5, 1.0)


def test_who_guesses_two_things_does_both() -> None:
    """Some begin with the tomato, some with the mug: nobody in these ways does both, and both are done."""
    scene, asked = kitchen(), read_so_far(said("make coffee", "slice the tomato"), 0)
    slicing = imagined(scene, ("Pickup", KNIFE), ("Slice", TOMATO), ("Place", COUNTER))
    brewing = imagined(scene, ("Pickup", MUG), ("Place", MACHINE))
    ways = [ImaginedPlan(scene, (), 0, 1.0), slicing, brewing]
    chosen = decide(ways, asked)
    assert chosen.since > slicing.since
    assert chosen.gain > max(slicing.gain, brewing.gain)
    assert TOMATO not in chosen.scene.items and chosen.scene.items[MUG].place == MACHINE
    assert chosen.deeds == decide(ways, asked).deeds


def test_what_meets_every_guess_is_not_gone_on_from() -> None:
    scene, asked = kitchen(), read_so_far(said("slice the tomato"), 0)
    slicing = imagined(scene, ("Pickup", KNIFE), ("Slice", TOMATO))
    assert decide([ImaginedPlan(scene, (), 0, 1.0), slicing], asked) is slicing


def test_what_is_put_back_as_it_was_is_not_expected() -> None:
    """Compared with the beginning: switching off what was off then is nothing that anybody asks for."""
    beginning = kitchen()
    washing = after(beginning, ("Pickup", MUG), ("Place", BASIN), ("ToggleOn", TAP))
    counted = ExpectedChanges(washing, beginning, None)
    assert not counted.changes(after(washing, ("ToggleOff", TAP)))
    started_on = ExpectedChanges(washing, None, None)
    assert started_on.changes(after(washing, ("ToggleOff", TAP))) == {("Faucet", "isToggled", False): 1}
    taken = counted.changes(after(washing, ("Pickup", MUG)))
    assert taken == {("Mug", "isPickedUp", True): 1, ("Mug", "simbotLastParentReceptacle", None): 1}


def test_fresh_slices_are_expected_for_being_slices_only() -> None:
    holding = after(kitchen(), ("Pickup", KNIFE))
    counted = ExpectedChanges(holding, kitchen(), None)
    cut = after(holding, ("Slice", TOMATO))
    assert set(counted.changes(cut)) == {("TomatoSliced", "objectType", "TomatoSliced")}
    assert lacking(counted.counts(holding), counted.changes(cut)) == 6
    assert lacking(counted.counts(cut), counted.changes(cut)) == 0


@needs_games
def test_what_is_expected_is_counted_as_instances_are_made() -> None:
    """Recorded deeds, followed in the mind, change what the instances say that they changed."""
    same = []
    with zipfile.ZipFile(ARCHIVE) as archive:
        for name in sorted(n for n in archive.namelist() if n.endswith(".game.json"))[3::60]:
            game = read_game(archive.read(name), name)
            scenes = {now.index: now.scene.copy() for now in moments(game)}
            for one in edh_instances(game):
                if one.stop in scenes:
                    types = relevant_types(game.task)
                    found = ExpectedChanges(scenes[one.start], scene_of(game), types).changes(scenes[one.stop])
                    same.append(found == needs(one.state_changes))
    assert len(same) > 20 and sum(same) >= 0.85 * len(same)


def test_nothing_to_do_is_no_deed() -> None:
    asked = read_so_far([], 0)
    nothing = ImaginedScene([])
    assert look_ahead(nothing, asked, []) == [ImaginedPlan(nothing, (), 0, 1.0, 1.0)]
    assert deeds_asked_for(nothing, asked, []) == ()


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("make a salad", "slice the potato", "then cook 2 slices"), {"Potato": 2}),
        (("1 lettuce, 2 tomato on the plate",), {"Lettuce": 1, "Tomato": 2}),
        (("one slice of lettuce", "another slice please"), {"Lettuce": 2}),
        (("slice lettuce and tomato", "put all the 3 slices on a plate"), {}),
    ],
)
def test_numbers_belong_to_foods(lines: tuple[str, ...], found: dict[str, int]) -> None:
    assert numbers_of_slices(Evidence(EpisodeTrace(tuple(said(*lines))))) == found


def test_a_salad_of_one_slice_each_is_not_what_is_usual() -> None:
    guess = read_request(said("make a salad", "with lettuce and tomato", "two slices of tomato"))
    assert guess is not None
    assert guess.params == ("1", "2", "0")


# ------------------------------------------------------------------------------------------------------------- figures


def result(success: bool, steps: int, reference: int, satisfied: int = 2, unseen: bool = True) -> InstanceResult:
    """One attempt at an instance with four conditions, of which one was met at first."""
    attempt = Attempt("one", success, 4, 1, 4, 4 if success else satisfied, steps, reference)
    return InstanceResult(attempt, "Coffee", unseen, AgentRun(None, "done", (), 0, True))


def test_figures_are_teachs() -> None:
    """SR and GC over all, path-length weighted by the recorded Driver's steps; computed by hand."""
    results = [result(True, 20, 10), result(False, 30, 30)]
    found = figures(results)
    assert found["SR"] == 0.5
    assert found["GC"] == pytest.approx((3 + 1) / 6)
    assert found["PLW_SR"] == pytest.approx((0.5 * 10 + 0) / 40)
    assert found["PLW_GC"] == pytest.approx((0.5 * 10 + (1 / 3) * 30) / 40)
    assert found["SR"] == aggregate([one.attempt for one in results]).sr


def test_the_report_has_the_keys_that_were_agreed_on() -> None:
    found = report("tfd", [result(True, 5, 10), result(True, 5, 10, unseen=False)], 1.0)
    assert {"protocol", "episodes", "SR", "GC", "PLW_SR", "PLW_GC", "by_task", "seconds"} <= set(found)
    assert set(found["by_split"]) == {"seen", "unseen"}
    assert found["by_task"]["Coffee"]["SR"] == 1.0
    assert 0 < found["published"]["HELPER"]["SR"] < 1


# --------------------------------------------------------------------------------------------------------------- games


@lru_cache(maxsize=1)
def games() -> tuple[tuple[Game, Game], ...]:
    """A few short games of the split, each also with its labels blanked."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".game.json"))
        short = sorted(names[::9], key=lambda name: archive.getinfo(name).file_size)[:5]
        return tuple(_both(archive.read(name), name) for name in short)


def _both(content: bytes, name: str) -> tuple[Game, Game]:
    whole = read_game(content, name)
    data = json.loads(content)
    task = data["tasks"][0]
    task |= {"task_id": 102, "task_name": "", "task_params": [], "desc": "", "components": {}, "relations": []}
    data["definitions"]["tasks"] = []
    return whole, read_game(json.dumps(data).encode(), name)


@needs_games
def test_the_agent_does_not_read_the_labels_of_a_dialogue() -> None:
    """With task, text and components blanked it does exactly the same."""
    for game, blanked in games()[:2]:
        assert blanked.task.components == ()
        assert run_game(blanked, "tfd")[0].acted == run_game(game, "tfd")[0].acted


def attempts_of(
    game: Game, instances: Sequence[Instance], layouts: Layouts | None = None
) -> Iterator[tuple[Instance, AgentRun]]:
    """What is done in the instances of one game, the beginning played once for all of them."""
    for instance, watcher in watched(game, instances, layouts):
        yield instance, go_on(watcher.twin(game.initial.objects), instance.dialogue, instance.history)


@needs_games
def test_the_agent_does_not_read_what_a_segment_is_scored_by() -> None:
    """In the middle of a game the labels change which instances there are, not what is done in one."""
    game, blanked = games()[0]
    instances = edh_instances(game)[:1]
    assert instances
    empty = [replace(one, check=replace(one.check, components=()), state_changes={}, reference=()) for one in instances]
    known = [acted for _, acted in attempts_of(game, instances)]
    assert [acted for _, acted in attempts_of(blanked, empty)] == known


@needs_games
def test_the_agent_knows_nothing_that_only_the_future_of_the_record_tells() -> None:
    """With the record cut away after the start it does exactly the same: its map is no trace of where people went."""
    game = max((game for game, _ in games()), key=lambda one: len(visited_cells(one.interactions)))
    spoken = replace(game, interactions=tuple(i for i in game.interactions if i.action_id == TEXT))
    plan = {game.world.removesuffix("_physics"): scene_from_game(game, known=0).free - {(0, 0)}}
    for layouts in (None, plan):
        assert run_game(spoken, "tfd", layouts)[0].acted == run_game(game, "tfd", layouts)[0].acted
        instances = edh_instances(game)
        for one, acted in list(attempts_of(game, instances, layouts))[:3]:
            before = replace(game, interactions=game.interactions[: one.start])
            assert [again for _, again in attempts_of(before, [one], layouts)] == [acted]


@needs_games
def test_a_map_holds_the_cells_seen_walked_and_no_later_ones() -> None:
    game, _ = games()[1]
    start = edh_instances(game)[-1].start
    early, late = visited_cells(game.interactions[:start]), visited_cells(game.interactions)
    assert early <= scene_from_game(game, known=start).free
    here = agent_pose(game.initial.agent).cell
    mapped = {game.world.removesuffix("_physics"): frozenset({(here[0] + 1, here[1])})}
    beside = (here[0] + 1, here[1])
    assert scene_from_game(game, mapped, known=0).free == {beside, here}
    assert scene_from_game(game, mapped, known=start).free == {beside, here} | early
    assert late <= scene_from_game(game, mapped).free, "replay walks where the record does"


def test_who_stands_off_the_map_can_walk_to_it() -> None:
    far = frozenset({(4, 4), (5, 4)})
    assert joined((2, 3), far) == far | {(2, 3), (3, 3), (4, 3)}
    assert joined((5, 4), far) == far and joined((1, 1), frozenset()) == {(1, 1)}


@needs_games
def test_the_floor_between_the_furniture_is_where_people_walked() -> None:
    walked = [visited_cells(game.interactions) for game, _ in games()]
    maps = [scene_from_game(game, known=0).free for game, _ in games()]
    inside = sum(len(cells & floor) for cells, floor in zip(walked, maps, strict=True))
    assert inside >= 0.85 * sum(map(len, walked))


@needs_games
def test_the_beginning_of_a_game_is_played_again() -> None:
    """A segment begins in the very state that the record had, and the recorded Driver would pass from there."""
    game, _ = games()[1]
    for instance in edh_instances(game)[:2]:
        watcher = WatchingBody(TeachSession(open_simulator(place=game), list(game.initial.objects)))
        watcher.follow(game.interactions[: instance.start])
        progress = check_task(instance.check, watcher.session.objects())
        assert (progress.total, progress.satisfied) == (instance.initial_total, instance.initial_satisfied)
        watcher.follow(game.interactions[instance.start : instance.stop])
        assert check_task(instance.check, watcher.session.objects()).success


@needs_games
def test_short_games_are_done_and_limits_hold() -> None:
    results = [one for game, _ in games()[:2] for one in run_game(game, "tfd")]
    assert all(one.attempt.success for one in results)
    for one in results:
        assert one.attempt.steps <= 1000
        assert one.attempt.steps == len(one.acted.actions)
        assert one.acted.actions[-1][0] == "Stop"


@needs_games
def test_a_sample_is_drawn_by_the_seed() -> None:
    first, again = (run_games([ARCHIVE], "tfd", limit=1, seed=4) for _ in range(2))
    assert first == again
    assert len(first) == 1
    assert tfd_instance(games()[0][0]).instance_id.endswith(".tfd")


def app() -> typer.Typer:
    """The command alone."""
    found = typer.Typer()
    found.callback()(lambda: None)
    teach.register(found)
    return found


@needs_games
def test_the_command_prints_json(tmp_path: Path) -> None:
    with zipfile.ZipFile(ARCHIVE) as archive:
        name = min((n for n in archive.namelist() if n.endswith(".json")), key=lambda n: archive.getinfo(n).file_size)
        (tmp_path / "one.game.json").write_bytes(archive.read(name))
    lines = tmp_path / "episodes.jsonl"
    arguments = ["teach", "--games", str(tmp_path / "one.game.json"), "--json", "-", "--report", str(lines)]
    done = CliRunner().invoke(app(), arguments)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["protocol"], found["episodes"]) == ("tfd", 1)
    assert json.loads(lines.read_text())["steps"] == pytest.approx(found["steps"])


def test_games_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nowhere"):
        run_games([tmp_path / "nowhere"], "tfd")


@needs_games
def test_what_could_be_reached_at_most_is_measured() -> None:
    """The human's own deeds pass, by our skills; the end of the record passes where the recorded final state does."""
    game, _ = games()[1]
    results = run_game(game, "edh", ceilings=True)
    assert [set(one.ceilings) for one in results] == [{"human_deeds", "recorded_end"}] * len(results)
    assert all(one.ceilings["human_deeds"].success for one in results)
    for one, instance in zip(results, edh_instances(game), strict=True):
        assert one.ceilings["recorded_end"].success == check_task(instance.check, game.final.objects).success
        assert run_game(game, "edh", published=[instance])[0].attempt == one.attempt, "measuring changes nothing"
    found = report("edh", results, 1.0)
    assert found["ceilings"]["human_deeds"]["SR"] == 1.0 and "ceilings" not in report("edh", run_game(game, "edh"), 1.0)


@needs_games
def test_published_instances_are_run_and_compared(tmp_path: Path) -> None:
    """As they are in their files; one whose game is not there is counted apart."""
    game, _ = games()[1]
    path = tmp_path / f"{game.game_id}.game.json"
    path.write_bytes(json.dumps(game_to_json(game)).encode())
    mine = [instance_to_json(one, game) for one in edh_instances(game)[:2]]
    folder = tmp_path / "edh"
    folder.mkdir()
    for data in (*mine, {**mine[0], "game_id": "elsewhere", "instance_id": "elsewhere.edh0"}):
        (folder / f"valid__{data['instance_id']}.json").write_text(json.dumps(data))
    options = ["teach", "--protocol", "edh", "--games", str(path), "--instances", str(folder)]
    done = CliRunner().invoke(app(), [*options, "--compare", "--json", "-"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["episodes"] == found["compare"]["published"] == found["compare"]["equal"] == len(mine)
    assert found["compare"]["files"] == len(mine) + 1
    assert found["instances"]["without_game"] == found["compare"]["without_game"] == ["elsewhere.edh0"]
    shown = CliRunner().invoke(app(), [*options, "--compare"])
    assert f"1 of {len(mine) + 1} published instances left out" in " ".join(shown.output.split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--protocol", "tfd", "--instances", "x"], "for EDH only"),
        (["--protocol", "edh", "--compare"], "needs published instances"),
        (["--protocol", "tfd", "--ceilings"], "for EDH only"),
        (["--protocol", "edh", "--instances", "nowhere"], "no file or folder nowhere"),
    ],
)
def test_published_instances_that_cannot_be_read_are_one_sentence(options: list[str], said: str) -> None:
    done = CliRunner().invoke(app(), ["teach", "--games", "x", *options])
    assert isinstance(done.exception, BadInput) and said in str(done.exception)
