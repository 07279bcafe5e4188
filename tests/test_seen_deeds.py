"""Tasks and answers from deeds that were only seen: what is doubtful weighs little, and is told as doubtful."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.recall.answer import Answer
from agent.recall.asking import Recall
from agent.recognition.recognizer import TaskGuess, recognise
from agent.recognition.seen_deeds import SeenDeeds, meant, place
from agent.recognition.trace import Act, EpisodeTrace
from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from eval.histories.task_naming import name_tasks
from memory.building.from_sight import seen
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.store.database import Store
from memory.store.rows.erasing import remove_action
from perception.recognizer.action import INTERACTIONS
from perception.recognizer.grounding import Glimpse, SeenDeed
from perception.scene_graph.graph import ObjectNode, SceneGraph

START = datetime(2026, 1, 5, 8)
COFFEE = (
    ("Pickup", "Mug", None),
    ("Place", "Sink", "Mug"),
    ("ToggleOn", "Faucet", None),
    ("ToggleOff", "Faucet", None),
    ("Pickup", "Mug", None),
    ("Place", "CoffeeMachine", "Mug"),
    ("ToggleOn", "CoffeeMachine", None),
)


def coffee(confidence: float | None, *more: Act) -> EpisodeTrace:
    """Making coffee, every deed seen so surely, and deeds that were something else."""
    acts = [Act(action, f"{kind}|1", held and f"{held}|1", confidence) for action, kind, held in COFFEE]
    return EpisodeTrace((), (*more, *acts))


def told(trace: EpisodeTrace) -> TaskGuess:
    guess = recognise(trace)
    assert guess is not None
    return guess


def test_one_wrong_deed_does_not_make_another_task():
    wrong = [Act("Pickup", "Plate|2", None, 0.3), Act("Place", "Sink|1", "Plate|2", 0.4)]
    assert told(coffee(0.8)).name == told(coffee(0.8, *wrong)).name == "Coffee"


def test_what_is_seen_less_surely_is_told_less_surely():
    clear, poor = told(coffee(1.0)), told(coffee(0.3))
    assert (clear.seen, poor.seen, told(coffee(None)).seen) == (True, True, False)
    assert clear.confidence > poor.confidence


def test_deeds_that_are_known_are_told_as_before():
    """Whoever knows what it did is not weighed by eyes."""
    assert told(coffee(None)).name == "Coffee"
    assert SeenDeeds(coffee(None).acts).clarity == "clear"


@given(st.sampled_from(INTERACTIONS), st.sampled_from(sorted(object_types())), st.floats(0, 1))
def test_what_may_have_been_handled_is_a_matter_of_probability(action: str, kind: str, sure: float):
    found = meant(action, kind, round(sure, 3))
    assert all(0 < share <= 1 + 1e-9 for share in found.values())
    assert sum(found.values()) <= 1 + 1e-9
    if sure >= 0.999:
        assert found == {place(kind): 1.0}


@given(st.lists(st.tuples(st.sampled_from(INTERACTIONS), st.sampled_from(("Mug", "Plate", "Sink", "Knife")))))
def test_no_more_is_expected_to_have_been_moved_than_was_put_down(deeds: list[tuple[str, str]]):
    acts = [Act(action, kind, "Mug" if action == "Place" else None, 0.5) for action, kind in deeds]
    assert sum(SeenDeeds(acts).put.values()) <= sum(action == "Place" for action, _ in deeds) + 1e-9


# ------------------------------------------------------------------------------------------------------------- memory


def lived(confidence: float, sight: float = 1.0) -> Iterator[Experience]:
    """Making coffee as it was seen."""
    for number, (action, kind, held) in enumerate(COFFEE):
        scene = SceneGraph((ObjectNode("Mug|1", "Mug", "mug", (), (0.0, 1.0, 1.0), sight),))
        names = (f"{held}|1", f"{kind}|1") if held else (f"{kind}|1",)
        deed = SeenDeed(action, names, "Mug|1" if action == "Pickup" else None, confidence)
        yield seen(START + timedelta(seconds=10 * number), "morning", (0, 0, 0, 0, 0), Glimpse(scene, deed))


def asked(folder: Path, past: Sequence[Experience], question: str) -> Answer:
    path = folder / "eyes.sqlite"
    path.unlink(missing_ok=True)
    with Store.open(path) as store:
        with HistoryBuilder(store) as builder:
            for one in past:
                builder.observe(one)
        name_tasks(store)
    with Store.open(path, readonly=True) as store:
        return Recall(store, START + timedelta(hours=4)).answer(question)


def test_what_was_seen_badly_is_told_as_doubtful(tmp_path: Path):
    sure, unsure = (asked(tmp_path, list(lived(p)), "Where did you put the mug?") for p in (1.0, 0.4))
    assert (sure.status, unsure.status) == ("known", "partly")
    assert sure.value == unsure.value == "CoffeeMachine"
    assert unsure.text.startswith("I think I put the mug")
    assert "think" not in sure.text


def test_a_task_told_from_poor_sight_is_told_as_doubtful(tmp_path: Path):
    deeds = [SeenDeed("Pickup", ("Fork|1",), "Fork|1", 0.5), SeenDeed("Place", ("Fork|1", "Drawer|1"), None, 0.4)]
    times = (START + timedelta(seconds=10 * number) for number in range(9))
    past = [seen(next(times), "morning", (0, 0, 0, 0, 0), Glimpse(deed=deed)) for deed in deeds]
    unsure = asked(tmp_path, past, "Which tasks did you do?")
    assert unsure.status == "partly"
    assert "I think" in unsure.text or "not certain" in unsure.text


def test_a_thing_seen_badly_is_told_as_doubtful(tmp_path: Path):
    past = [replace(one, action=None, arguments=(), confidence=None, held=None) for one in lived(1.0, 0.3)]
    unsure = asked(tmp_path, past, "Did you see a mug?")
    assert (unsure.value, unsure.status) == (True, "partly")
    assert "think" in unsure.text


def test_how_sure_a_deed_is_is_kept_and_erased_with_it(tmp_path: Path):
    with Store.open(tmp_path / "m.sqlite") as store:
        for one in lived(0.25):
            store.append(one)
        assert store.experience(1).confidence == 0.25
        with store.transaction():
            remove_action(store, 1)
        assert store.rows("SELECT count(*) FROM seen_deeds WHERE experience = 1") == [(0,)]
        with pytest.raises(BadInput, match="no probability"):
            store.append(replace(next(iter(lived(1.0))), episode="later", confidence=1.5))


def test_an_agent_that_knows_its_deeds_leaves_no_doubt(tmp_path: Path):
    known = [replace(one, confidence=None, success=True) for one in lived(0.2)]
    answer = asked(tmp_path, known, "Where did you put the mug?")
    assert (answer.status, "think" in answer.text) == ("known", False)
