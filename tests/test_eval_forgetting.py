"""The two-round evaluation of forgetting: its questions, its score, its course, its figures, and the curve."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from agent.recall.answer import Answer
from envs.errors import BadInput
from eval.forgetting.curve import POLICIES, BudgetPoint, Curve, curve, freshness, importance, rarities
from eval.forgetting.experiment import chosen, experiment
from eval.forgetting.figures import figures
from eval.forgetting.plot import curve_svg
from eval.forgetting.published import NAMES, PUBLISHED
from eval.forgetting.questions import (
    OFFSET,
    WHAT,
    WHEN,
    WHERE,
    QuestionPair,
    QuestionTopic,
    RecordedLife,
    RobotAction,
    TimedQuestion,
    draw_life,
    draw_pair,
    read_deeds,
    read_life,
)
from eval.forgetting.recipes import RECIPES
from eval.forgetting.run import lived, play
from eval.forgetting.strict_score import CORRECT, PARTIAL, WRONG, score
from eval.histories.game_files import GameFiles
from eval.histories.schedules import Schedule, Slot, draw_schedule
from homebody.commands.evaluate import forgetting
from memory.experience import Experience
from memory.roles import Item
from memory.store.database import Store
from memory.store.lifetimes import H2EMV

GAMES = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"
START = datetime(2024, 3, 4, 9, 0)
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def games() -> GameFiles:
    if not GAMES.exists():
        pytest.skip(f"no recorded games: {GAMES.name} is not in the shared data")
    return GameFiles([GAMES])


# -- a small life: on days 0 and 3 a tomato is sliced and put away, on the days between a mug is moved


def morning(day: int, steps: Sequence[tuple[str, str, str]]) -> list[Experience]:
    """One episode: (action, thing, place) a minute each, and a step back in the end."""
    begin = START + day * DAY
    told = [Experience(begin, f"day {day}")]
    for number, (action, thing, place) in enumerate(steps, 1):
        time = begin + timedelta(minutes=number)
        ids = tuple(f"{one}|1" for one in (thing, place) if one)
        held = f"{thing}|1" if action == "Pickup" else None
        told.append(Experience(time, f"day {day}", action, ids, success=True, held=held))
    return [*told, Experience(begin + timedelta(minutes=len(steps) + 1), f"day {day}", "Backward", success=True)]


SALAD = [("Slice", "Tomato", ""), ("Pickup", "Tomato", ""), ("Place", "Tomato", "Fridge"), ("Open", "Drawer", "")]
TIDYING = [("Pickup", "Mug", ""), ("Place", "Mug", "Shelf"), ("Close", "Cabinet", "")]
LATE_SALAD = [("Slice", "Tomato", ""), ("Pickup", "Tomato", ""), ("Place", "Tomato", "Bowl"), ("Pickup", "Mug", "")]
EPISODES = [morning(0, SALAD), morning(1, TIDYING), morning(2, TIDYING), morning(4, LATE_SALAD), morning(5, TIDYING)]


def small_life() -> RecordedLife:
    deeds = []
    for episode in EPISODES:
        for one in episode:
            if one.action and one.arguments:
                kinds = [name.split("|")[0] for name in one.arguments]
                deeds.append(RobotAction(one.time, one.action, kinds[0], kinds[1] if len(kinds) > 1 else ""))
    slots = tuple(Slot(episode[0].episode, episode[0].time) for episode in EPISODES)
    return RecordedLife(Schedule(slots, "keep"), tuple(deeds), EPISODES[-1][-1].time)


def pair_about(topic: QuestionTopic) -> QuestionPair:
    [pair] = [pair for pair in small_life().pairs() if pair.first.topic == topic]
    return pair


# -- questions


def test_a_pair_asks_after_the_first_and_after_the_last_occurrence():
    pair = pair_about(QuestionTopic(WHERE, "Tomato", "Place"))
    assert pair.first.question == "Where did you last put the tomato?"
    assert [one.target[0].target for one in (pair.first, pair.second)] == ["Fridge", "Bowl"]
    assert pair.first.time == pair.first.target[0].time + OFFSET < pair.second.target[0].time


def test_the_questions_come_when_goals_are_over_their_time():
    goal = H2EMV.of(3)
    assert goal is not None and goal < OFFSET


def test_what_happens_again_too_soon_or_only_once_is_not_asked():
    topics = {pair.first.topic for pair in small_life().pairs()}
    assert QuestionTopic(WHEN, "Drawer", "Open") not in topics  # once
    assert QuestionTopic(WHERE, "Mug", "Place") not in topics  # again within a day
    assert {QuestionTopic(WHEN, "Tomato", "Slice"), QuestionTopic(WHAT, "Tomato")} <= topics


def test_the_present_is_not_asked_for():
    first, last = (RobotAction(START + day * DAY, "Slice", "Apple", last=day == 3) for day in (0, 3))
    whole = RobotAction(last.time, "Slice", "Apple")
    schedule = Schedule((), "keep")
    assert not [one for one in RecordedLife(schedule, (first, last), last.time).pairs() if one.first.topic.kind == WHEN]
    assert [one for one in RecordedLife(schedule, (first, whole), last.time).pairs() if one.first.topic.kind == WHEN]


@pytest.mark.parametrize(
    ("topic", "question", "feedback"),
    [
        (
            QuestionTopic(WHEN, "Apple", "Slice"),
            "When did you last slice an apple?",
            "You should always remember when you slice an apple.",
        ),
        (
            QuestionTopic(WHERE, "Mug", "Place"),
            "Where did you last put the mug?",
            "You should always remember where you put the mug.",
        ),
        (
            QuestionTopic(WHAT, "Mug"),
            "What did you do with the mug on Mar 4, 2024?",
            "You should always remember what you do with the mug.",
        ),
    ],
)
def test_feedback_is_the_question_put_differently(topic: QuestionTopic, question: str, feedback: str):
    assert (topic.question(START.date()), topic.feedback) == (question, feedback)


@given(st.lists(st.tuples(st.integers(0, 200), st.sampled_from(("Slice", "Open", "Place"))), max_size=12))
def test_up_to_the_first_question_only_its_target_day_has_happened(given: list[tuple[int, str]]):
    deeds = tuple(RobotAction(START + timedelta(hours=hour), action, "Apple", "Bowl") for hour, action in sorted(given))
    for pair in RecordedLife(Schedule((), "keep"), deeds, START).pairs():
        done = [deed for deed in pair.first.topic.occurs(deeds) if deed.time <= pair.first.time]
        assert {deed.time.date() for deed in done} == {pair.first.target[-1].time.date()}
        assert pair.second.target[-1] == pair.second.topic.occurs(deeds)[-1]
        assert pair.second.target[-1].time > pair.first.time


# -- score


def reply(value: object, text: str = "", status: str = "known") -> Answer:
    return Answer(text, value, "", (), status)


def asked(topic: QuestionTopic, *target: RobotAction, near: tuple[RobotAction, ...] = ()) -> TimedQuestion:
    return TimedQuestion(topic, "", START, target, near)


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        (reply((START + timedelta(seconds=50),)), CORRECT),
        (reply((START + timedelta(seconds=70),)), PARTIAL),
        (reply((START, START + DAY)), PARTIAL),
        (reply((START + DAY,)), WRONG),
        (reply(()), WRONG),
        (reply((), "On Monday 4 March, in the morning I sliced the apple.", "partly"), PARTIAL),
        (reply((), "I know of 4 March, 5 March and 6 March.", "partly"), WRONG),
        (reply((), "I have forgotten what happened on 4 March.", "forgotten"), WRONG),
    ],
)
def test_times_are_right_within_a_minute_and_partly_within_the_day(answer: Answer, label: str):
    assert score(asked(QuestionTopic(WHEN, "Apple", "Slice"), RobotAction(START, "Slice", "Apple")), answer) == label


@pytest.mark.parametrize(
    ("value", "label"), [("SinkBasin", CORRECT), ("Shelf", PARTIAL), ("Bed", WRONG), (None, WRONG), ((), WRONG)]
)
def test_places_are_compared_by_class(value: object, label: str):
    target, near = RobotAction(START, "Place", "Mug", "Sink"), (RobotAction(START, "Place", "Mug", "Shelf"),)
    assert score(asked(QuestionTopic(WHERE, "Mug", "Place"), target, near=near), reply(value)) == label


@pytest.mark.parametrize(
    ("told", "label"),
    [
        (
            ("sliced the tomato", "picked up a tomato slice from the fridge", "put the tomato slice in the bowl"),
            CORRECT,
        ),
        (("sliced the tomato", "picked up the tomato", "put it on the shelf"), PARTIAL),
        (("put the tomato in the bowl",), PARTIAL),
        (("picked up the tomato", "opened the fridge"), WRONG),
        ((), WRONG),
    ],
)
def test_accounts_are_compared_deed_by_deed(told: tuple[str, ...], label: str):
    deeds = [
        RobotAction(START, "Slice", "Tomato"),
        RobotAction(START, "Pickup", "Tomato"),
        RobotAction(START, "Place", "Tomato", "Bowl"),
    ]
    assert score(asked(QuestionTopic(WHAT, "Tomato"), *deeds), reply(told)) == label


def test_what_was_done_with_other_things_may_be_told_if_it_happened():
    pot = [RobotAction(START, "Pickup", "Pot"), RobotAction(START, "Place", "Pot", "Sink")]
    question = asked(QuestionTopic(WHAT, "Pot"), *pot, near=(RobotAction(START, "Place", "Potato", "Pot"),))
    told = ("picked up the pot from the shelf", "put the pot in the sink basin")
    assert score(question, reply((*told, "put the potato in the pot"))) == CORRECT
    assert score(question, reply((*told, "put the egg in the pot"))) == PARTIAL
    assert score(question, reply((*told, "put the pot on the stove burner"))) == PARTIAL


# -- the course


FROM_SUMMARIES = {WHEN: PARTIAL, WHERE: CORRECT}
"""What is right of what summaries still tell: the day, and the place as a whole."""


@pytest.mark.parametrize("kind", [WHEN, WHERE, WHAT])
@pytest.mark.parametrize("recipe", ["full", "offline full", "flat full"])
def test_feedback_makes_the_second_answer_right(tmp_path: Path, recipe: str, kind: str):
    action = {WHEN: "Slice", WHERE: "Place", WHAT: ""}[kind]
    done = play(EPISODES, pair_about(QuestionTopic(kind, "Tomato", action)), RECIPES[recipe], tmp_path)
    assert done.first.forgotten and done.first.answer.status != "known"
    told = recipe != "flat full" and done.first.answer.status == "partly" and "summary" in done.first.answer.text
    assert done.first.label != CORRECT or (kind == WHERE and told), "only a summary's place is right without the scenes"
    assert done.second.label == CORRECT and not done.second.forgotten
    assert kind == WHAT or done.second.answer.status == "known"
    assert "tomato" in done.rules[0] and done.tokens_forget > 0


@pytest.mark.parametrize(("kind", "action"), [(WHEN, "Slice"), (WHERE, "Place")])
def test_without_learning_the_second_answer_is_forgotten_too(tmp_path: Path, kind: str, action: str):
    pair = pair_about(QuestionTopic(kind, "Tomato", action))
    for name in ("no learning", "time only", "learn only summaries", "offline time only"):
        (folder := tmp_path / name).mkdir()
        done = play(EPISODES, pair, RECIPES[name], folder)
        for one in (done.first, done.second):
            assert one.forgotten and (one.label, one.answer.status) == (FROM_SUMMARIES[kind], "partly"), name
        assert (done.tokens_forget > 0) == (name == "no learning")


def test_without_forgetting_all_is_known_and_the_tree_only_grows(tmp_path: Path):
    pair = pair_about(QuestionTopic(WHEN, "Tomato", "Slice"))
    done = play(EPISODES, pair, RECIPES["no forgetting"], tmp_path)
    assert (done.first.label, done.second.label) == (CORRECT, CORRECT)
    assert not done.first.forgotten and not done.second.forgotten
    assert done.tokens_forget == 0 and list(done.nodes) == sorted(done.nodes)
    (tmp_path / "flat").mkdir()
    flat = play(EPISODES, pair, RECIPES["flat full"], tmp_path / "flat")
    assert flat.nodes[-1] < done.nodes[-1]


def test_a_question_hears_nothing_of_what_comes_after_it(tmp_path: Path):
    pair = pair_about(QuestionTopic(WHEN, "Tomato", "Slice"))
    play(EPISODES, pair, RECIPES["offline no forgetting"], tmp_path)
    first, second = sorted(tmp_path.glob("asked-*.sqlite"))
    for path, time in ((first, pair.first.time), (second, pair.second.time)):
        with Store.open(path, readonly=True) as store:
            newest = max(store.experience(number).time for number in store.numbers(1, 999))
            expected = max(one.time for episode in EPISODES for one in episode if one.time <= time)
            assert newest == expected


# -- figures


def test_figures_of_two_histories(tmp_path: Path):
    played = []
    for name in ("full", "no forgetting"):
        (tmp_path / name).mkdir()
        played.append(
            play(EPISODES, pair_about(QuestionTopic(WHEN, "Tomato", "Slice")), RECIPES[name], tmp_path / name)
        )
    one = figures(played)
    assert (one.round1.correct, one.round2.correct, one.improved, one.equal) == (50.0, 100.0, 50.0, 50.0)
    assert one.forgotten == (50.0, 0.0)
    assert one.final == round((played[0].nodes[-1] + played[1].nodes[-1]) / 2, 1)
    keys = {"round1", "round2", "forgotten_ratio", "N_f", "N_mean", "tokens_question", "tokens_forget"}
    assert keys <= one.as_dict().keys()


def test_the_published_rows_are_those_of_the_papers_table():
    assert len(NAMES) == 13 and set(NAMES) <= set(RECIPES)
    for rows in PUBLISHED.values():
        assert list(rows) == list(NAMES)
        for row in rows.values():
            assert all(p >= c for p, c in zip(row.partial, row.correct, strict=True))
    assert PUBLISHED[5]["full"].final == 52.2 and PUBLISHED[25]["full"].final == 265.1


def test_recipes_are_chosen_by_name():
    assert chosen(["all"]) == list(NAMES)
    assert chosen(["time only", "full"]) == ["full", "time only"]
    with pytest.raises(BadInput, match="no recipe 'fulll'"):
        chosen(["fulll"])


# -- real games


def test_deeds_are_those_that_the_memory_gets(games: GameFiles):
    """Read from the log here, and by the memory's own importer there: the same times and actions."""
    schedule = draw_schedule(games.names[:3], 1)
    life = read_life(games, schedule)
    told = [one for episode in lived(games, life, scenes=False) for one in episode]
    done = [(one.time, one.action) for one in told if one.arguments and one.success]
    assert [(deed.time, deed.action) for deed in life.deeds] == done
    assert life.end == told[-1].time


def test_the_present_is_marked(games: GameFiles):
    marked = [read_deeds(games.read(name), START)[0] for name in games.names[:10]]
    assert all(not deed.last for deeds in marked for deed in deeds[:-1])


def test_histories_and_questions_depend_on_the_seed_alone(games: GameFiles):
    def drawn(seed: int) -> QuestionPair:
        chance = Random(seed)
        return draw_pair(draw_life(games, 5, chance, lambda life: bool(life.pairs())), chance)

    assert drawn(3) == drawn(3) != drawn(4)


def test_two_rounds_on_real_games(games: GameFiles):
    done = experiment(games, 5, 1, ["full", "no forgetting"], seed=1, scenes=False)
    full, whole = done.figures()["full"], done.figures()["no forgetting"]
    assert full.forgotten[0] == 100 and whole.forgotten == (0, 0)
    assert full.round2.correct == whole.round2.correct == 100
    assert full.final < whole.final


def test_the_command_prints_json_for_programs_and_a_page(games: GameFiles, tmp_path: Path):
    app = typer.Typer()
    forgetting.register(app)
    given = ["forgetting", "--games", str(GAMES), "--episodes", "4", "--histories", "1", "--no-scenes", "--json", "-"]
    done = CliRunner().invoke(app, [*given, "--recipe", "flat full", "--report", str(tmp_path)])
    assert done.exit_code == 0, done.output
    [(name, found)] = json.loads(done.stdout)["recipes"].items()
    assert name == "flat full" and {"S_c", "S_p"} <= found["round1"].keys() and len(found["forgotten_ratio"]) == 2
    page = (tmp_path / "forgetting.html").read_text()
    assert "flat full" in page and not re.search(r"https?://(?!www\.w3\.org)", page)


def test_bad_wishes_are_refused(games: GameFiles):
    with pytest.raises(BadInput, match="as many games"):
        experiment(games, 10_000, 1, ["full"])
    with pytest.raises(BadInput, match="at least 1"):
        experiment(games, 5, 0, ["full"])
    with pytest.raises(BadInput, match="at most 1"):
        curve(games, 5, 1, budgets=(1.5,))


# -- the curve


def test_worth_of_a_goal():
    def goal(*deeds: tuple[str, str, str], text: str = "") -> Item:
        return Item(1, 3, START, START, "", text=text, deeds=deeds)

    goals = [goal(("Open", "Fridge", "")), goal(("Open", "Fridge", "")), goal(("Slice", "Apple", ""))]
    rarity = rarities(goals)
    assert importance(goals[2], rarity) > importance(goals[0], rarity) > 0
    spoken = goal(("Open", "Fridge", ""), text="I opened the fridge.\nSpeech: user: hello")
    assert importance(spoken, rarity) == importance(goals[0], rarity) + 1
    assert freshness(START, START) == 1 and freshness(START, START + DAY) == 0.5


def test_the_curve_keeps_to_its_budgets_and_the_oracle_is_best(games: GameFiles):
    measured = curve(games, 4, 1, questions=3, seed=5, budgets=(1.0, 0.5, 0.2), scenes=False)
    for points in measured.points.values():
        assert points[0].correct == measured.points["oracle"][0].correct
        assert all(point.kept <= point.budget + 1e-9 for point in points)
        assert points[0].kilobytes > points[1].kilobytes > points[2].kilobytes
    for place in range(3):
        best = measured.points["oracle"][place].correct
        assert all(points[place].correct <= best for points in measured.points.values())


def test_the_plot_is_a_picture_with_all_policies():
    points = [BudgetPoint(1.0, 1.0, 500.0, 100.0, (100.0, 100.0)), BudgetPoint(0.5, 0.5, 250.0, 60.0, (40.0, 80.0))]
    drawn = ElementTree.fromstring(curve_svg(Curve(5, 2, 10, 0, dict.fromkeys(POLICIES, points))))
    styles = [part.get("style", "") for part in drawn.iter()]
    bands, lines = ([one for one in styles if mark in one] for mark in ("fill-opacity: 0.13", "stroke-width: 2"))
    assert len(bands) == len(POLICIES) and len(lines) == 2 * len(POLICIES), "each line is in the legend as well"
    assert len({one.partition("dasharray")[2] for one in lines}) == len(POLICIES), "told apart without colours"
    words = " ".join(element.text or "" for element in drawn.iter())
    assert "bytes kept" in words and "learned rules" in words
