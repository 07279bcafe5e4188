"""Telling tasks from what was said and done: wordings, deeds, and recorded games with their labels blanked."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.recall.lookup.task_runs import errands, recognised
from agent.recall.wording import task_words
from agent.recognition.lines import moves_in, read_line
from agent.recognition.outcome import TouchedThings
from agent.recognition.recognizer import TaskGuess, description, read_request, recognise
from agent.recognition.trace import Act, EpisodeTrace, trace_of_game
from envs.teach.games.recorded import Game, read_game
from envs.teach.tasks.definitions import BENCHMARK_TASKS, Definition, definitions, load_task
from eval.histories.import_games import experiences
from memory.building.history import HistoryBuilder
from memory.experience import Experience, Utterance
from memory.reading.view import View
from memory.store.database import Store

ARCHIVE = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"
SAMPLE = 40
EVERY = 612 // SAMPLE

KNIFE, TAP, BASIN = "Knife|+00.10|+00.90|+00.10", "Faucet|+01.00|+01.10|-01.00", "Sink|+01.10|+00.80|-01.00|SinkBasin"
PLATE, MUG, COUNTER = "Plate|+00.30|+00.90|+00.20", "Mug|+00.50|+00.90|+00.20", "CounterTop|+00.00|+00.90|+00.00"


def request(*lines: str) -> TaskGuess:
    """The guess from the user's words alone."""
    found = read_request([Utterance("user", line) for line in lines])
    assert found is not None
    return found


def carry(thing: str, place: str) -> list[Act]:
    """Pick something up and put it somewhere."""
    return [Act("Pickup", thing), Act("Place", place, thing)]


def washing(thing: str) -> list[Act]:
    """Hold something under the tap."""
    return [*carry(thing, BASIN), Act("ToggleOn", TAP), Act("ToggleOff", TAP), *carry(thing, COUNTER)]


# ------------------------------------------------------------------------------------------------------------- words


def test_a_meal_that_is_asked_for_is_the_task_whatever_is_part_of_it():
    parts = ["a salad with one slice of lettuce and tomato", "please put the salad on a plate"]
    assert request("i would like breakfast", *parts).name == "Breakfast"
    assert request("make a salad for breakfast", *parts).name == "Salad"
    assert request("put all the mugs on the breakfast table").name != "Breakfast"


def test_a_choice_of_furniture_is_the_class_for_all_of_it():
    assert request("put all the newspapers on a table or a chair").params[2] == "Furniture"
    move = moves_in(read_line("put the watch on the sofa or an armchair"))
    assert move is not None
    assert move.places == ("Chairs",)
    assert not read_line("wash the cup or the mug").either


def test_another_slice_where_others_are_is_one_more():
    asked = ["slice a tomato", "serve one slice on a plate"]
    assert request(*asked, "serve another slice on that plate").params[0] == "2"
    assert request(*asked, "slice another slice of bread").params[0] == "1"


@pytest.mark.parametrize(
    ("said", "desc"),
    [
        ("Please make me a cup of coffee.", "Prepare coffee in a clean mug."),
        ("could you prepare coffee in a clean mug", "Prepare coffee in a clean mug."),
        ("make cofee pls", "Prepare coffee in a clean mug."),
        ("water the plant", "Water the plant."),
        ("the plant needs to be watered", "Water the plant."),
        ("pour some water on the plant please", "Water the plant."),
        ("boil a potato", "Boil Potato."),
        ("I need a boiled potatoe", "Boil Potato."),
        ("Let's make a plate of toast", "Make a plate of toast."),
        ("please toast a slice of bread and put it on a plate", "Make a plate of toast."),
        ("make a sandwich with lettuce and tomato", "Make a sandwich."),
        ("I'd like a sandwhich today", "Make a sandwich."),
        ("slice bread|toast 2 slices|slice the tomato|put everything on a plate", "Make a sandwich."),
        ("please make a salad", "Make a salad."),
        ("slice lettuce|now slice the tomato|cook one slice of potato|all components on a plate", "Make a salad."),
        ("today you will prepare breakfast", "Prepare breakfast."),
        ("first make coffee|next a sandwich with two slices of toast|put it all on the table", "Prepare breakfast."),
        ("make coffee|make a salad with lettuce and 2 slices of tomato", "Prepare breakfast."),
        ("clean all the plates", "Clean all the Plates."),
        ("please rinse the dirty mugs in the sink", "Clean all the Mugs."),
        ("wash every cup you can find", "Clean all the Cups."),
        ("we need to clean the clothes|one is by the toilet", "Clean all the Cloths."),
        ("clean all drinkware", "Clean all the Drinkwares."),
        ("wash the pan on the stove", "Clean all the Pans."),
        ("all the tableware is dirty. Rinse with water", "Clean all the Tablewares."),
        ("clean all the cookware", "Clean all the Cookwares."),
        ("put all forks in the sink", "Put all Fork in any Sink."),
        ("can you put all my alarm clocks on the bed", "Put all AlarmClock on any Bed."),
        ("place all the pillows on any arm chair", "Put all Pillow on any ArmChair."),
        ("put all remotes on one sofa", "Put all RemoteControl on one Sofa."),
        ("place all the tissue boxes on a single side table", "Put all TissueBox on one SideTable."),
        ("all newspapers need to go on one piece of furniture", "Put all Newspaper on one Furniture."),
        ("put the watches in one box", "Put all Watch in one Box."),
        ("Put the newspaper on any couch", "Put all Newspaper on any Sofa."),
        ("place all condiments in a single cabinet", "Put all Condiments in one Cabinet."),
        ("put the books onto the bed please|one is on the desk", "Put all Book on any Bed."),
        ("put all the spoons in any drawer", "Put all Spoon in any Drawer."),
        ("serve 1 slice of tomato in a bowl", "Serve 1 slice(s) of Tomato in a Bowl."),
        ("slice the lettuce|put 3 slices on a clean plate", "Serve 3 slice(s) of Lettuce on a Plate."),
        ("cut two slices of tomatos and put them on a plate", "Serve 2 slice(s) of Tomato on a Plate."),
        ("cook 2 slices of potato and serve in a bowl", "Cook 2 slice(s) of Potato and serve in a Bowl."),
        (
            "please cook five potato slices|place them on a clean plate",
            "Cook 5 slice(s) of Potato and serve on a Plate.",
        ),
        ("fry one slice of potato, then put it on a plate", "Cook 1 slice(s) of Potato and serve on a Plate."),
        ("make an omelette", "Fry a cracked egg."),
    ],
)
def test_a_request_is_read_in_many_wordings(said: str, desc: str) -> None:
    guess = request(*said.split("|"))
    assert guess.desc == desc
    assert 0 < guess.confidence <= 1


def test_the_menu_of_a_sandwich_is_read_from_numbers() -> None:
    guess = request(
        "make a sandwich", "toast two slices of bread", "put 1 slice of lettuce and 2 slices of tomato on it"
    )
    assert (guess.name, guess.params) == ("Sandwich", ("1", "2"))


@pytest.mark.parametrize("said", ["", "hi", "hello, how are you?", "thank you, good job", "???", "…"])
def test_nothing_is_guessed_from_small_talk(said: str) -> None:
    assert read_request([Utterance("user", said), Utterance("agent", "What should I do?")]) is None


def test_what_the_agent_says_is_no_request() -> None:
    assert read_request([Utterance("agent", "I will make coffee and clean all the plates.")]) is None


def test_where_things_are_is_not_where_they_go() -> None:
    guess = request("put all the newspapers on a single dresser", "one is on the sofa", "the other is in the box")
    assert guess.params == ("Newspaper", "on", "Dresser")


def test_a_clean_plate_is_no_request_to_clean() -> None:
    assert not read_line("put it on a clean plate").has("rinse")
    assert read_line("now clean the plate").has("rinse")
    assert read_line("we need to clean it").has("rinse")


def test_a_move_has_things_and_places() -> None:
    move = moves_in(read_line("Please put both remots and the key on the coffee tabel"))
    assert move is not None
    assert move.things == ("RemoteControl", "KeyChain")
    assert move.places == ("CoffeeTable",)
    assert moves_in(read_line("it is on the table")) is None


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=4))
def test_any_words_can_be_read(lines: list[str]) -> None:
    guess = read_request([Utterance("user", line) for line in lines])
    if guess is not None:
        assert guess.desc == description(guess.name, guess.params)
        assert 0 < guess.confidence + sum(option.confidence for option in guess.alternatives) <= 1.001


# ------------------------------------------------------------------------------------------------------------- deeds


def test_deeds_alone_tell_the_task() -> None:
    coffee = [*washing(MUG), *carry(MUG, "CoffeeMachine|+00.20|+00.90|+00.30"), Act("ToggleOn", "CoffeeMachine|+00.20")]
    plates = [*washing(PLATE), *washing("Plate|-01.00|+00.90|+00.20")]
    bed = [act for n in (1, 2, 3) for act in carry(f"Book|+0{n}.00|+00.50|+00.20", "Bed|+02.00|+00.00|+00.00")]
    water = [Act("Pickup", MUG), Act("Pour", "HousePlant|+00.70|+00.90|+00.20", MUG)]
    for acts, desc in (
        (coffee, "Prepare coffee in a clean mug."),
        (plates, "Clean all the Plates."),
        (bed, "Put all Book on any Bed."),
        (water, "Water the plant."),
    ):
        guess = recognise(EpisodeTrace((), tuple(acts)))
        assert guess is not None
        assert guess.desc == desc


def test_what_was_served_counts_more_than_a_vague_word() -> None:
    tomato = "Tomato|+00.20|+00.90|+00.40"
    pieces = [f"{tomato}|TomatoSliced_{n}" for n in (1, 2)]
    acts = [Act("Pickup", KNIFE), Act("Slice", tomato, KNIFE), Act("Place", COUNTER, KNIFE)]
    acts += [act for piece in pieces for act in carry(piece, PLATE)]
    guess = recognise(EpisodeTrace((Utterance("user", "slice a tomato, please, two slices"),), tuple(acts)))
    assert guess is not None
    assert guess.params == ("2", "Tomato", "on", "Plate")


def test_what_stands_under_a_running_tap_is_washed() -> None:
    running = [Act("ToggleOff", TAP), *carry(PLATE, BASIN)]
    assert not TouchedThings(running).washed()
    assert TouchedThings([*carry(PLATE, BASIN), Act("ToggleOff", TAP)]).washed() == {"Plate": 1}
    far = "Faucet|+09.00|+01.10|-01.00"
    assert not TouchedThings([*carry(PLATE, BASIN), Act("ToggleOn", far)]).washed()


def test_what_was_taken_away_again_is_not_served() -> None:
    piece = "Tomato|+00.20|+00.90|+00.40|TomatoSliced_1"
    assert TouchedThings(carry(piece, PLATE)).served("TomatoSliced") == {PLATE: 1}
    assert not TouchedThings([*carry(piece, PLATE), *carry(piece, COUNTER)]).served("TomatoSliced")


def test_nothing_said_and_done_is_no_task() -> None:
    assert recognise(EpisodeTrace()) is None


def test_a_chance_is_given_for_a_text_however_it_is_spelled() -> None:
    guess = request("put all the tissue boxes on a side table")
    assert guess.chance("put all tissue box on any side table.") > 0.02
    assert guess.chance(guess.desc.lower()) == guess.confidence
    assert guess.chance("water the plant") < 0.05


@pytest.mark.parametrize("name", BENCHMARK_TASKS)
def test_every_benchmark_task_has_a_text(name: str) -> None:
    params = tuple("12"[i % 2] for i in range(14)) if name == "Breakfast" else None
    task = load_task(name, params or [p.example for p in _definition(name).parameters])
    assert description(name, task.params).endswith(".")
    assert "{" not in description(name, task.params)


def _definition(name: str) -> Definition:
    return next(definition for definition in definitions() if definition.name == name)


# ------------------------------------------------------------------------------------------------------ experiences


def lived() -> list[Experience]:
    """A morning in which the plates were washed."""
    start = datetime(2024, 3, 1, 8)
    found = [Experience(start, "morning", speech=(Utterance("anna", "please clean all the plates"),))]
    held = None
    for act in [*washing(PLATE), *washing("Plate|-01.00|+00.90|+00.20")]:
        arguments = (act.held, act.target) if act.action == "Place" and act.held else (act.target,)
        held = act.target if act.action == "Pickup" else None if act.action == "Place" else held
        time = start + timedelta(seconds=5 * len(found))
        found.append(Experience(time, "morning", act.action, arguments, True, held=held))
    failed = Experience(start + timedelta(minutes=5), "morning", "Pickup", (MUG,), False, "too far")
    return [*found, failed]


def served(memory: Path, lived: Iterable[Experience]) -> tuple[str, ...]:
    """Which tasks the memory of some experiences tells."""
    with Store.open(memory) as store, HistoryBuilder(store) as builder:
        builder.observe_batch(lived)
        return tuple(errand.name for errand in errands(View(store)))


def test_the_memory_of_a_morning_tells_its_task(tmp_path: Path) -> None:
    assert served(tmp_path / "memory.sqlite", lived()) == ("clean all the plates",)


# ---------------------------------------------------------------------------------------------------- recorded games


@lru_cache(maxsize=1)
def games() -> tuple[tuple[Game, Game], ...]:
    """Every 15th game of the split, each also with its labels blanked."""
    if not ARCHIVE.exists():
        pytest.skip(f"no recorded games at {ARCHIVE}")
    with zipfile.ZipFile(ARCHIVE) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".game.json"))[::EVERY][:SAMPLE]
        return tuple(_both(archive.read(name), name) for name in names)


def _both(content: bytes, name: str) -> tuple[Game, Game]:
    data = json.loads(content)
    task = data["tasks"][0]
    task["episodes"][0]["final_state"]["objects"] = []
    whole = read_game(json.dumps(data).encode(), name)
    task |= {"task_id": 102, "task_name": "", "task_params": [], "desc": "", "components": {}, "relations": []}
    data["definitions"]["tasks"] = []
    return whole, read_game(json.dumps(data).encode(), name)


def share(words: bool = True, deeds: bool = True) -> float:
    """Share of games whose text is told exactly."""
    right = 0
    for game, _ in games():
        trace = trace_of_game(game)
        guess = recognise(EpisodeTrace(trace.speech if words else (), trace.acts if deeds else ()))
        right += guess is not None and guess.desc == game.task.desc
    return right / len(games())


def test_recorded_games_are_told_apart() -> None:
    assert share() >= 0.9
    assert share(deeds=False) >= 0.8
    assert share(words=False) >= 0.75


def test_labels_are_not_read() -> None:
    for game, blanked in games():
        assert blanked.task.desc == ""
        assert recognise(trace_of_game(blanked)) == recognise(trace_of_game(game))


def test_a_game_and_its_memory_tell_the_same(tmp_path: Path) -> None:
    for game, _ in games()[:6]:
        told = served(tmp_path / f"{game.game_id}.sqlite", experiences(game, datetime(2024, 1, 1, 8), scenes=False))
        guess = recognised(trace_of_game(game))
        assert told == ("" if guess is None else task_words(guess.desc),)


# ---------------------------------------------------------------------------------------------------------- command


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the benchmark as people do, from the root of the repository."""
    words = [sys.executable, "-m", "benchmarks.recognition", *arguments]
    return subprocess.run(words, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False)


def test_the_command_measures() -> None:
    if not ARCHIVE.exists():
        pytest.skip(f"no recorded games at {ARCHIVE}")
    done = command("--games", str(ARCHIVE.resolve()), "--limit", "3", "--json")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["games"] for line in lines] == [3, 3, 3]
    assert all(0 <= line["desc"] <= 1 for line in lines)


def test_the_command_says_when_there_are_no_games(tmp_path: Path) -> None:
    done = command("--games", str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_measures_games_that_the_weights_do_not_know() -> None:
    if not ARCHIVE.exists():
        pytest.skip(f"no recorded games at {ARCHIVE}")
    done = command("--games", str(ARCHIVE.resolve()), "--limit", "8", "--held-out", "--json")
    assert done.returncode == 0, done.stderr
    lines = {line["evidence"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert lines["words alone"]["served"] >= lines["words alone"]["params"]
    assert "served" not in lines["deeds alone"]
