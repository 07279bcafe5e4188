"""Conversations that come back to what was told turns before: members of answers, earlier places, earlier topics."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk, vase_mug_and_tomato

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.asking import Recall
from agent.recall.mentions import without_mention
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import told_several
from agent.recall.several_meant import list_told, set_told, several_meant
from memory.building.history import HistoryBuilder
from memory.store.database import Store

NOON = datetime(2026, 1, 6, 12)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("members") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = vase_mug_and_tomato(LoggedLife(store, builder))
            _plate(lived)
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def _plate(lived: LoggedLife) -> None:
    """A plate goes from the counter to the sink to the fridge; a knife goes with it once."""
    life = lived.at(TUESDAY.replace(hour=14), "day").life
    plate, knife = life.add("Plate|0", "CounterTop|0", "dirty"), life.add("ButterKnife|0", "CounterTop|0")
    life.look(plate, knife, "CounterTop|0").pick_up(plate).look("SinkBasin|0").put("SinkBasin|0").wait(minutes=5)
    life.look(plate, "SinkBasin|0").pick_up(plate).look("Fridge|0").put("Fridge|0").wait(minutes=5)
    life.look(knife, "CounterTop|0").pick_up(knife).look("SinkBasin|0").put("SinkBasin|0").look(knife, plate)


def test_a_member_is_found_turns_later(recall: Recall):
    *_, second, done = talk(
        recall,
        "What did I ask you to do today?",
        "When was the first one?",
        "Where is the plate?",
        "And the second task, when did you do that?",
        "And the third task, did you finish it?",
    )
    assert "fridge" in second and "10:0" in second
    assert "tomato" in done and "called off" in done


def test_those_that_were_not_asked_about_are_the_others(recall: Recall):
    told = ("What did I ask you to do today?", "When was the second one?")
    *_, others = talk(recall, *told, "And the other two?")
    assert "vase" in others and "tomato" in others and "mug" not in others
    *_, back = talk(recall, *told, "And the other three?")
    assert back == "Which thing do you mean?"


def test_of_those_is_of_the_answer_that_had_several(recall: Recall):
    *_, failed = talk(recall, "What did I ask you to do today?", "When was the second one?", "Which of those failed?")
    assert "vase" in failed and "mug" not in failed


def test_of_several_things_each_is_asked_about(recall: Recall):
    told = "What did you pick up today?"
    _, put = talk(recall, told, "Which of them did you put in the sink?")
    assert "plate" in put and "knife" in put and "mug" not in put
    _, none = talk(recall, told, "Which of those did you slice?")
    assert none.startswith("None of them")
    _, each = talk(recall, told, "How many of each?")
    assert "1 plate" in each and "1 mug" in each
    _, every = talk(recall, told, "Is that all?")
    assert every.startswith("Yes, as far as I know.") and "plate" in every


def test_a_place_is_followed_back_step_by_step(recall: Recall):
    _, sink, counter, none = talk(
        recall, "Where is the plate?", "And before?", "And before that?", "Where was it before that?"
    )
    assert sink.startswith("I picked up the plate from the sink")
    assert counter.startswith("I picked up the plate from the counter top")
    assert none.startswith("I did not pick up the plate before")


def test_the_time_before_that_is_the_time_before(recall: Recall):
    _, first, earlier = talk(recall, "When did you last pick up the plate?", "And the time before?", "And before that?")
    assert first.startswith("I picked up the plate") and "14:00" in first
    assert "14:0" not in earlier


def test_what_came_then_is_after_what_was_told(recall: Recall):
    _, then = talk(recall, "Where did you take the plate from?", "And what did you do with it then?")
    assert "fridge" in then and "sink" not in then
    _, place = talk(recall, "Where did you put the plate?", "Is it in the sink?")
    assert place.startswith("No: ") and "fridge" in place


def test_there_is_the_place_that_was_told(recall: Recall):
    *_, counter, who = talk(recall, "Where is the plate?", "And before?", "And before that?", "Who put it there?")
    assert "counter top" in counter and who.startswith("I did not put the plate on the counter top")
    _, fridge = talk(recall, "Where is the plate?", "When did you put it there?")
    assert fridge.startswith("I put the plate in the fridge")


def test_behind_what_was_not_understood_a_fragment_is_only_a_guess(recall: Recall):
    before = recall.exchange("Where is the plate?")
    lost = recall.exchange("Whuzzle the frobnitz?", before)
    assert lost.answer.status == "unsure"
    assert recall.exchange("And the mug?", lost).answer.status == "unsure"
    assert recall.exchange("Where is it now?", lost).answer.status == "known"


def test_two_questions_at_once_can_be_leant_on(recall: Recall):
    both = recall.exchange("Where is the mug? Where is the plate?")
    after = recall.exchange("Did you pick it up?", both)
    assert after.query is not None and after.query.of.thing.types == ("Plate",)


def before(*items: FoundItem, ask: str = "list", earlier: EarlierExchange | None = None) -> EarlierExchange:
    asked = MemoryQuery(ask, Selection("deeds"))
    return EarlierExchange(asked, Findings(asked, None, "known", items), earlier)


def deed(kind: str) -> FoundItem:
    return FoundItem("deed", f"washed the {kind}", NOON, NOON, kind=kind)


def test_what_was_picked_out_is_no_longer_left():
    every = before(deed("Mug"), deed("Bowl"), deed("Cup"))
    told = told_several(before(deed("Bowl"), ask="where", earlier=every))
    assert told is not None and [one.kind for one in told.left] == ["Mug", "Cup"]
    twice = before(deed("Pot"), deed("Pot"), earlier=every)
    assert told_several(twice) is None  # "the second one" may be the second time
    assert told_several(before(deed("Pot"), deed("Pot"), ask="taken", earlier=every)) is not None


@pytest.mark.parametrize(
    ("said", "one", "joint"),
    [
        ("Are any of them dirty?", "is it dirty", "or"),
        ("Did you drop either of those?", "did you drop it", "or"),
        ("Which of these broke?", "did it break", "which"),
        ("Which ones of those have you washed?", "have you washed it", "which"),
        ("And were they clean?", "and was it clean", "and"),
    ],
)
def test_a_turn_about_several_is_one_about_each(said: str, one: str, joint: str):
    meant = several_meant(said, before(deed("Mug"), deed("Bowl")))
    assert meant is not None and meant.joint == joint
    assert [turn.said for turn in meant.turns] == [one, one]


def test_several_are_only_meant_where_there_are_so_many():
    pair = before(deed("Mug"), deed("Bowl"))
    wrong = several_meant("Where are those three?", pair)
    assert wrong is not None and not wrong.turns
    assert several_meant("Where is the fork?", pair) is None
    assert set_told("Where is it?", pair) is pair


@pytest.mark.parametrize("said", ["Is that everything?", "Nothing else?", "And were those all of them?"])
def test_whether_that_is_all_is_asked_of_a_list(said: str):
    assert list_told(said, before(deed("Mug"))) is not None
    assert list_told(said, before(deed("Mug"), ask="when")) is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("And the ladle I asked about first?", "And the ladle?"),
        ("Is the big pan we talked about earlier clean?", "Is the big pan we talked about earlier clean?"),
        ("The pan we talked about earlier, is it clean?", "The pan, is it clean?"),
        ("So, back to the kettle: is it on?", "the kettle: is it on?"),
        ("Where is the first thing I asked about?", "Where is the mug?"),
        ("When did you wash the mug I asked about?", "When did you wash the mug?"),
    ],
)
def test_a_mention_of_what_was_asked_is_no_part_of_the_question(said: str, meant: str):
    asked = MemoryQuery("where", Selection("sights", thing=ThingFilter(("Mug",))))
    later = MemoryQuery("where", Selection("sights", thing=ThingFilter(("Bowl",))))
    assert without_mention(said, EarlierExchange(later, None, EarlierExchange(asked))) == meant
    assert without_mention(said, None) == said


@pytest.mark.parametrize(
    ("told", "asks", "known"),
    [
        (("Where is the plate?",), "When did you take it?", "plate"),
        (("What did you put in the sink today?", "Is the fridge open?"), "And where did you put it?", "plate"),
        (("Where did you put the plate?", "Where is the counter top?"), "When did you pick it up?", "plate"),
    ],
)
def test_it_is_a_thing_of_which_it_is_so_what_is_taken_for_granted(
    recall: Recall, told: tuple[str, ...], asks: str, known: str
):
    *_, answer = talk(recall, *told, asks)
    assert known in answer and "never" not in answer


def test_what_is_asked_of_a_thing_that_was_named_is_denied_of_it(recall: Recall):
    *_, answer = talk(recall, "Where is the plate?", "When did you slice it?")
    assert "never" in answer and "plate" in answer


@pytest.mark.parametrize(
    "asks",
    [
        "List today's tasks in the order in which I gave them.",
        "List today's chores in the order I gave them to you.",
        "Which jobs did I give you today?",
        "Name the tasks I have given you today.",
    ],
)
def test_to_give_tasks_is_to_ask_for_them(recall: Recall, asks: str):
    listed, failed = talk(recall, asks, "Which of them failed?")
    assert all(task in listed for task in ("counter top", "mug", "tomato")) and "vase" in failed


@pytest.mark.parametrize("give", ["give you", "ask you for", "assign you", "hand you"])
def test_tasks_that_were_given_are_counted(recall: Recall, give: str):
    (more,) = talk(recall, f"Did I {give} more jobs today than yesterday?")
    assert more.startswith("Yes")
