"""One mind in two worlds: a coordinator of one's own in the household, tasks that lie in no file, words read once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.household import robot
from agent.household.listening_body import Saying
from agent.household.provisions import Capabilities, EpisodeHome, Speech
from agent.household.robot import Household
from agent.household.session import LivedEpisode, live
from agent.mind.agenda import Agenda
from agent.mind.commands import DECLARATIVE, WORKING
from agent.mind.coordinator import Decision, DoAction, GoOn, Retrieve, Unusable
from agent.mind.memories import DeclarativeMemory, WorkingMemory
from agent.requests import reading
from agent.requests.errands import Errand
from agent.requests.intents import DialogueContext, WordReader
from agent.requests.reading import Kind, RequestContext, read_at_work, read_in_talk
from agent.runs.run import do_chore, prepare
from agent.runs.setup import RunSetup
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession
from memory.store.database import Store
from memory.store.task_log import LogEntry, TaskLog, unsaved_log
from memory.task_status import CANCELLED, DONE, STATUSES

FRIDGE, DRAWER = "open the fridge", "open a drawer"


class Director:
    """A coordinator that goes by a function, and keeps what it is told."""

    def __init__(self, choose: Callable[[Agenda[Errand], Director], Decision]) -> None:
        self._choose = choose
        self.refused: list[str] = []
        self.memories: list[Any] = []

    def prompt(self, agenda: Agenda[Errand]) -> None:
        """It needs none."""

    def decide(self, agenda: Agenda[Errand]) -> Decision:
        return self._choose(agenda, self)

    def refuse(self, why: str) -> None:
        self.refused.append(why)

    def hand_over(self, wanted: Retrieve, memory: Any) -> None:
        self.memories.append(memory)


def lived(director: Director, text: str, said: Sequence[Saying] = (), met: Callable[[Household], None] | None = None):
    controller = PocketController("kitchen", seed=1, renderImage=False)
    home = EpisodeHome(TeachSession(controller), SimulatedClock(), "day", controller.scene)
    return live(
        home, Speech(text, None, tuple(said)), None, Capabilities(coordinator=lambda home: director), on_ready=met
    )


def words(run: LivedEpisode) -> list[tuple[str, str]]:
    return [(one.item.errand.params[1], one.item.status) for one in run.ended]


# -- a coordinator in the household


def test_a_coordinator_chooses_among_all_open_tasks() -> None:
    director = Director(lambda agenda, _: GoOn(max(one.id for one in agenda.open)))
    assert words(lived(director, f"{FRIDGE}, and then {DRAWER}")) == [
        ("Drawer", DONE),
        ("Fridge", DONE),
    ]
    assert not director.refused


def test_a_decision_that_cannot_be_carried_out_comes_back_with_the_reason() -> None:
    first = iter([DoAction("Open", "Fridge"), GoOn(), GoOn(77)])
    director = Director(lambda agenda, _: next(first, GoOn()))
    assert words(lived(director, FRIDGE)) == [("Fridge", DONE)]
    assert director.refused[0].startswith("There is no skill Open. There are: go_to, pick_up")
    assert director.refused[1] == "There is no open task 77; open are 1."


@pytest.mark.parametrize("decision", [Unusable("say what is next"), Retrieve(WORKING, 1)])
def test_where_a_coordinator_decides_on_nothing_the_built_in_order_holds(decision: Decision) -> None:
    director = Director(lambda agenda, _: decision if agenda.current and agenda.current.id == 1 else GoOn())
    run = lived(director, FRIDGE, [Saying(DRAWER, 500)])
    assert words(run) == [("Fridge", DONE), ("Drawer", DONE)]
    assert len(director.refused) > 2 or director.memories


def test_a_coordinator_sees_the_memories_of_a_task_in_the_household() -> None:
    robots: list[Household] = []

    def choose(agenda: Agenda[Errand], told: Director) -> Decision:
        task = agenda.current
        assert task is not None
        if len(told.memories) < 2 and robots[0].body.steps and robots[0].body.belief.held is not None:
            return Retrieve((WORKING, DECLARATIVE)[len(told.memories)], task.id)
        return GoOn()

    director = Director(choose)
    run = lived(director, "put an apple in the fridge", met=robots.append)
    assert run.result.success
    working, log = director.memories
    assert isinstance(working, WorkingMemory) and isinstance(log, DeclarativeMemory)
    assert working.task == log.task == run.ended[0].item.errand
    held = [thing for thing in working.state.get("hand", ()) if thing.startswith("Apple")]
    assert held and held[0] in working.objects and working.wrong
    assert log.actions[-1] == f"Pickup({held[0]})"


# -- tasks that lie in no file

_CHANGES = st.lists(
    st.tuples(st.sampled_from(["begin", "append", "update"]), st.integers(1, 4), st.sampled_from(STATUSES)), max_size=12
)


@settings(max_examples=20, deadline=None)
@given(changes=_CHANGES)
def test_a_log_in_no_file_keeps_what_one_in_a_file_keeps(tmp_path_factory: pytest.TempPathFactory, changes) -> None:
    with Store.open(tmp_path_factory.mktemp("log") / "m.sqlite") as store:
        logs = (TaskLog(store), unsaved_log())
        for log in logs:
            time, begun = datetime(2026, 1, 5, 8), 0
            for what, number, status in changes:
                time += timedelta(seconds=1)
                if what == "begin":
                    begun = log.begin(f"task {number}", (str(number),), status, time, begun or None)
                elif what == "append" and number <= begun:
                    log.append(number, LogEntry(time, status, True, "", {"box": ("a",)}, ("b",)))
                elif number <= begun:
                    log.update(number, time, status=status, note=status)
        assert logs[0].tasks() == logs[1].tasks()
        assert all(logs[0].entries(one.id) == logs[1].entries(one.id) for one in logs[0].tasks())
    assert unsaved_log().tasks() == ()


# -- one door for words


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("make coffee", "request"),
        ("make it two", "amendment"),
        ("never mind", "control"),
        ("how far are you?", "control"),
        ("clean the vessel", "unclear"),
        ("where is the mug?", "question"),
        ("thank you", "chat"),
    ],
)
def test_an_utterance_at_work_is_of_one_kind(said: str, kind: Kind) -> None:
    tasks = (Errand("Coffee", ()),)
    assert read_at_work(said, RequestContext(tasks)).kind == kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("where was the mug?", "question"),
        ("remember where the mugs are", "feedback"),
        ("no, I meant the plate", "correction"),
        ("make me coffee", "request"),
        ("hello", "chat"),
    ],
)
def test_an_utterance_in_a_conversation_is_of_one_kind(said: str, kind: Kind) -> None:
    assert read_in_talk(said, DialogueContext("Where is the cup?", "There."), WordReader()).kind == kind


def test_what_is_said_is_read_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    heard: list[str] = []

    def counted(said: str, context: RequestContext | None = None) -> reading.HeardUtterance:
        heard.append(said)
        return read_at_work(said, context)

    rules: list[str] = []
    understood = reading._understood
    monkeypatch.setattr(robot, "reader_at_work", lambda: counted)
    monkeypatch.setattr(reading, "_understood", lambda said, *more: (rules.append(said), understood(said, *more))[1])
    setup = RunSetup(memory=tmp_path / "m.sqlite", request=FRIDGE, scene="kitchen", seed=1)
    chore = replace(prepare(setup))
    chore = replace(chore, speech=replace(chore.speech, sayings=(Saying("never mind", 3),)))
    done = do_chore(chore)
    assert heard == [FRIDGE, "never mind"] and len(rules) == 2
    assert words(done.lived) == [("Fridge", CANCELLED)]
