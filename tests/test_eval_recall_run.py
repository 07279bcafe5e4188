"""Reading sets, making questions from games, asking them, and the two commands."""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jinja2 import UndefinedError
from life import START as BEGUN
from life import kitchen
from typer.testing import CliRunner

from envs.errors import BadInput
from envs.teach.games.actions import CLOSE, OPEN, PICKUP, PLACE, POUR, SLICE, TEXT, TOGGLE_ON
from envs.teach.games.recorded import Game, Interaction, SceneState
from envs.teach.tasks.definitions import load_task
from eval.histories.game_files import GameFiles
from eval.histories.schedules import Schedule, Slot
from eval.recall.figures import DRAWS, by_type, set_figures, share, strict
from eval.recall.generated_questions import (
    FollowerAction,
    GameFacts,
    QuestionGenerator,
    asked_step_words,
    generate_set,
    object_words,
    read_truth,
    step_words,
    task_name,
)
from eval.recall.page import page
from eval.recall.question_sets import (
    TYPES,
    Query,
    QuestionedHistory,
    QuestionSet,
    pair_published,
    read_labels,
    read_published,
    read_set,
)
from eval.recall.requested import as_asked_for
from eval.recall.run import ScoredQuestion, SetRun, ask, check_games, run_set, score_published
from eval.recall.strict_score import CORRECT, PARTIAL, WRONG, StrictScore, score
from eval.recall.tables import judge_table, set_table, type_table
from eval.report.html_page import page as filled
from eval.report.html_page import write_page
from eval.report.plot import Bar, bars
from homebody.commands.evaluate.app import app
from homebody.options.many_values import repeated
from memory.building.history import HistoryBuilder
from memory.store.database import Store

DATA = Path(__file__).parents[1] / "../shared/data"
GAMES = DATA / "teach/valid_unseen.zip"
SETS = DATA / "hemv_qa"
NOW = datetime(2023, 7, 24, 19, 43)
runner = CliRunner()


@pytest.fixture(scope="module")
def files() -> GameFiles:
    if not GAMES.exists() or not SETS.exists():
        pytest.skip(f"recorded games or question sets are not there: {GAMES}, {SETS}")
    return GameFiles([GAMES])


# -- reading


def a_set(**changes: Any) -> dict[str, Any]:
    question = {
        "type": TYPES["TD"],
        "question_id": "TD",
        "text_input": "List?",
        "target_output": "make a salad. boil potato.",
    }
    history = {
        "now_time_stamp": "2023-07-24T19:43:07.385204",
        "episode_ids": ["one", "two"],
        "time_stamps": ["2023-07-22T10:06:06", "2023-07-23T10:06:06"],
        "questions": [question | changes.pop("question", {})],
    }
    return {"n_episodes_per_history": 2, "histories": [history | changes]}


def saved(folder: Path, value: Any, name: str = "set.json") -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def test_a_set_is_read(tmp_path: Path) -> None:
    read = read_set(saved(tmp_path, a_set()))
    (history,) = read.histories
    assert (read.name, read.episodes, read.episode_names) == ("set.json", 2, ["one", "two"])
    assert history.questions == (Query("TD", "List?", "make a salad. boil potato.", history.now),)
    assert history.now == datetime(2023, 7, 24, 19, 43, 7, 385204)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not JSON"),
        ({"histories": []}, "lists no histories"),
        ([], "lists no histories"),
        (a_set(question={"question_id": "XX"}), "unknown question type 'XX'"),
        (a_set(question={"target_output": None}), "no text target_output"),
        (a_set(now_time_stamp="tomorrow"), "'tomorrow'"),
        (a_set(now_time_stamp="2023-07-24T19:43:07+02:00"), "time zone"),
        (a_set(questions=[]), "no questions"),
        (a_set(episode_ids=["one"]), "as many time_stamps"),
    ],
)
def test_a_bad_set_is_named(tmp_path: Path, content: Any, said: str) -> None:
    path = saved(tmp_path, content)
    with pytest.raises(BadInput, match=said) as error:
        read_set(path)
    assert path.name in str(error.value)


def published(label: str = "correct_tmi", episodes: int = 2, **changes: Any) -> dict[str, Any]:
    result = {
        "sid": f"{episodes}/0/TD",
        "q": "List?",
        "q_time": "2023-07-24T19:43:07",
        "gt": "make a salad. boil potato.",
        "hyp": "boil potato.",
    }
    return {"setting": "other", "n": episodes, "token_costs": {"prompt_tokens": 70}} | {
        "results": [result | {"cat": label} | changes]
    }


def test_published_answers_are_read_and_scored_by_our_code(tmp_path: Path) -> None:
    run = read_published(saved(tmp_path, published()))
    (scored,) = score_published(run)
    assert (run.name, run.episodes, run.tokens) == ("other", 2, 70)
    assert scored.labelled == CORRECT and scored.verdict == score(scored.query, "boil potato.") == StrictScore(
        PARTIAL, 2 / 3
    )


def test_published_labels_that_are_unknown_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"unknown label 'nice'.*correct_summarized"):
        read_published(saved(tmp_path, published("nice")))


def test_published_answers_to_another_set_are_refused(tmp_path: Path) -> None:
    questions = read_set(saved(tmp_path, a_set()))
    fitting = read_published(saved(tmp_path, published(), "a.json"))
    assert pair_published([questions], [fitting]) == [[fitting]]
    with pytest.raises(BadInput, match="more than once: other"):
        pair_published([questions], [fitting, fitting])
    with pytest.raises(BadInput, match=r"other \(7 episodes\)"):
        pair_published([questions], [read_published(saved(tmp_path, published(episodes=7), "b.json"))])


def test_labels_are_read_by_split(tmp_path: Path) -> None:
    item = {"sid": "1/?/SO", "type": "SO", "q": "Was there a bed ?", "gt": "no", "hyp": "No.", "leo": "correct_tmi"}
    read = read_labels(saved(tmp_path, {"meta": {}, "val": [item | {"gpt4o-1": "wrong"}], "ego4d": [1]}))
    assert list(read) == ["val"]
    assert read["val"][0].labels == {"leo": CORRECT, "gpt4o-1": WRONG}
    with pytest.raises(BadInput, match="unknown label 'fine'"):
        read_labels(saved(tmp_path, {"val": [item | {"leo": "fine"}]}))
    with pytest.raises(BadInput, match="no labelled samples"):
        read_labels(saved(tmp_path, {"meta": {}}))


# -- truth from games


def thing(object_id: str, visible: bool = False) -> dict[str, Any]:
    return {"objectId": object_id, "visible": visible}


def a_game() -> Game:
    steps = [
        (1, PICKUP, "ButterKnife|1", 1),
        (1, SLICE, "Potato|1", 1),
        (1, PICKUP, None, 0),
        (1, PLACE, "SideTable|1", 1),
        (1, PICKUP, "Potato|1|1|1|PotatoSliced_2", 1),
        (1, OPEN, "Microwave|1", 1),
        (1, PLACE, "Microwave|1", 1),
        (1, CLOSE, "Microwave|1", 1),
        (1, PICKUP, "Mug|1", 1),
        (1, POUR, "Sink|1|1|1|SinkBasin", 1),
        (1, TOGGLE_ON, "Faucet|1", 1),
        (0, PICKUP, "Apple|1", 1),
        (1, TEXT, None, 1),
    ]
    log = tuple(Interaction(agent, action, float(n), ok, oid=oid) for n, (agent, action, oid, ok) in enumerate(steps))
    objects = (thing("ButterKnife|1"), thing("Potato|1"), thing("Bed|1", visible=True), thing("Sofa|1"))
    state = SceneState(0.0, {}, None, objects)
    return Game("g", "FloorPlan1_physics", load_task("Coffee"), {}, state, log, state)


def asked_game(recorded: str, *lines: str) -> Game:
    """A game in which somebody asks for watches on a sofa; ``recorded`` is the task's name in the file."""
    log = tuple(Interaction(0, TEXT, float(n), True, utterance=line) for n, line in enumerate(lines))
    log += (Interaction(1, TEXT, 9.0, True, utterance="on one sofa?"),)
    desc = f"Put all Watch on {'one' if 'One' in recorded else 'any'} Sofa."
    task = replace(load_task(recorded, ("Watch", "on", "Sofa")), desc=desc)
    return replace(a_game(), task=task, interactions=log)


@pytest.mark.parametrize(
    ("recorded", "lines", "worded"),
    [
        ("Put All X On Y", ("put the watches on a single sofa",), ["put all watch on one sofa"]),
        ("Put All X On Y", ("bring the watches", "they all go on the same sofa"), ["put all watch on one sofa"]),
        ("Put All X In One Y", ("put the watches on any sofa please",), ["put all watch on any sofa"]),
        ("Put All X On Y", ("put the watches on a sofa",), []),
        ("Put All X On Y", ("put the watches on the sofa", "one watch is on the bed"), []),
        ("Put All X On Y", ("one watch is on that sofa over there",), []),
        ("Put All X In One Y", ("put the watches on one sofa, not on any bed",), []),
    ],
)
def test_what_was_asked_for_in_so_many_words_decides(recorded: str, lines: tuple[str, ...], worded: list[str]) -> None:
    assert list(as_asked_for(asked_game(recorded, *lines))) == worded


def test_an_answer_in_the_words_of_the_request_is_right_as_well() -> None:
    plain_query = Query("EE", "?", "put all watch on any sofa.", NOW)
    asked = replace(plain_query, requested=("put all watch on one sofa",))
    assert score(plain_query, "put all watch on one sofa.").label == WRONG
    assert score(asked, "put all watch on one sofa.").label == CORRECT
    assert score(asked, "put all watch on any sofa.").label == CORRECT
    assert score(asked, "put all watch on one bed.").label == WRONG


def test_steps_are_worded_as_published() -> None:
    deeds = read_truth(a_game()).deeds
    assert [step_words(deed) for deed in deeds] == [
        "pick up the butter knife",
        "slice potato",
        "place the butter knife on the side table",
        "pick up the potato",
        "open the microwave",
        "place the potato in the microwave",
        "close the microwave",
        "pick up the mug",
        "pour the mug in the sink",
        "toggle on the faucet",
    ]
    asked = [asked_step_words(deed) for deed in deeds]
    assert asked[0] == "pick up the butterknife" and asked[2] == "place the butter knife on the sidetable"
    assert asked[5] == "place the potato on the microwave"


def test_what_was_surely_seen_is_flagged_or_handled() -> None:
    truth = read_truth(a_game())
    assert "Bed" in truth.seen and "Mug" in truth.seen and "Sofa" not in truth.seen
    assert "Sofa" in truth.present and "Apple" not in truth.seen


def test_names_are_split_as_published() -> None:
    assert task_name("Put all RemoteControl on one SideTable.") == "put all remote control on one sidetable"
    assert object_words("ArmChair") == "armchair" and object_words("SoapBottle") == "soap bottle"


def asker() -> QuestionGenerator:
    days = [datetime(2023, 7, 22, 10, 6), datetime(2023, 7, 22, 15), datetime(2023, 7, 23, 9)]
    names = ["boil potato", "water the plant", "boil potato"]
    deeds = (
        (FollowerAction("Open", "Fridge"),),
        (FollowerAction("Place", "Mug", "Fork"),),
        (FollowerAction("Open", "Fridge"),),
    )
    truths = [
        GameFacts(name, deed, frozenset({"Bed"}), frozenset({"Bed"} if name[0] == "b" else {}))
        for name, deed in zip(names, deeds, strict=True)
    ]
    schedule = Schedule(tuple(Slot(str(number), day) for number, day in enumerate(days)), "keep")
    return QuestionGenerator(schedule, truths, NOW, Random(0))


def test_questions_have_the_published_answers() -> None:
    made = {query.type: query for query in asker().questions(exists=False)}
    assert list(made) == ["TD", "LA", "RA", "RB", "SO", "AT", "EE", "TE", "TA", "AE"]
    assert made["TD"].expected == "boil potato. water the plant. boil potato."
    assert made["LA"].text == "describe what you did when you water the plant."
    assert made["LA"].expected == "place the fork on the mug"
    assert (made["RA"].text, made["RA"].expected) == (
        "What task did you do just after water the plant?",
        "boil potato.",
    )
    assert made["SO"].expected == "no"


def test_every_occurrence_is_in_the_answer() -> None:
    found = {(query.text, query.expected) for _ in range(30) for query in [asker().times(), asker().days_ago()]}
    made = [ask_one for seed in range(20) for ask_one in _seeded(seed)]
    answers = {query.text: query.expected for query in made}
    assert answers["When did you boil potato?"] == "Jul 22, 2023 at 10:06 AM and Jul 23, 2023 at 09:00 AM"
    today = "Today is Jul 24, 2023 at 07:43 PM."
    assert answers[f"{today} How many days ago did you boil potato?"] == "2 days ago and 1 day ago"
    assert answers[f"{today} What did you do 2 days ago?"] == "boil potato and water the plant."
    step = "what task or tasks did you perform when you open the fridge?"
    assert answers[step] == " boil potato."
    assert len(found) <= 4


def _seeded(seed: int) -> list[Query]:
    made = asker()
    made._chance = Random(seed)
    return [query for query in (made.times(), made.days_ago(), made.that_day(), made.step()) if query]


def test_an_object_is_asked_for_only_when_nothing_is_in_doubt() -> None:
    assert asker().existence(exists=True) is None  # the bed was there unseen in the second episode


def test_generated_sets_are_the_same_for_the_same_seed(files: GameFiles) -> None:
    made = generate_set(files, 6, 2, seed=3)
    assert made == generate_set(files, 6, 2, seed=3) != generate_set(files, 6, 2, seed=4)
    for history in made.histories:
        assert len(set(history.schedule.episodes)) == 6
        assert history.now > history.schedule.slots[-1].start
        assert all(score(query, query.expected).label == CORRECT for query in history.questions)
    so = [query.expected for history in made.histories for query in history.questions if query.type == "SO"]
    assert so[0] == "no" and so[1].startswith("yes, when I ")


def test_more_episodes_than_games_are_refused(files: GameFiles) -> None:
    with pytest.raises(BadInput, match="2 to 612"):
        generate_set(files, 613, 1, 0)


def test_published_answers_follow_from_the_games(files: GameFiles) -> None:
    """TD, LA and TE of the first history of set 5 as our rules make them, letter by letter."""
    history = read_set(SETS / "test_set_5.json").histories[0]
    truths = [read_truth(files.read(slot.episode)) for slot in history.schedule.slots]
    expected = {query.type: query.expected for query in history.questions}
    assert QuestionGenerator(history.schedule, truths, history.now, Random(0)).tasks().expected == expected["TD"]
    assert ", ".join(step_words(deed) for deed in truths[1].deeds) == expected["LA"]


# -- figures


def scored(label: str, kind: str = "TD", tokens: int = 10) -> ScoredQuestion:
    f1 = {CORRECT: 1.0, PARTIAL: 0.6, WRONG: 0.0}[label]
    query = Query(kind, "Was it <b>so</b>?", "yes", NOW)
    return ScoredQuestion(
        query, "yes", StrictScore(label, f1), label, "0/TD", label, "known", tokens, 0.5, ("L5 [1] › L3 [2] x",)
    )


def test_shares_have_intervals_around_them() -> None:
    answers = [scored(CORRECT)] * 60 + [scored(PARTIAL)] * 30 + [scored(WRONG)] * 10
    found = share(answers, strict)
    assert (found.correct, found.partial) == (60.0, 30.0)
    low, high = found.correct_within
    assert 45 < low < 52 < 67 < high < 75 and DRAWS >= 1000
    assert found == share(answers, strict)


def test_no_answers_have_no_share() -> None:
    assert share([], strict).as_dict()["S_c"] == 0.0


def a_run() -> SetRun:
    history = QuestionedHistory(0, Schedule((Slot("one", NOW),)), NOW, ())
    answers = (scored(CORRECT), scored(WRONG, "SO", 30))
    return SetRun(QuestionSet("set.json", 2, (history,)), answers, 1.5)


def figures(tmp_path: Path) -> dict[str, Any]:
    other = read_published(saved(tmp_path, published()))
    return set_figures(a_run(), [(other, score_published(other))])


def test_the_figures_have_the_agreed_keys(tmp_path: Path) -> None:
    entry = figures(tmp_path)
    assert entry["file"] == "set.json" and entry["episodes"] == 2
    assert (entry["strict"]["S_c"], entry["strict"]["S_p"]) == (50.0, 0.0)
    assert set(entry) >= {"lenient", "tokens_read_mean", "seconds", "by_type", "published", "bleu4", "rougeL"}
    assert (entry["tokens_read_mean"], entry["seconds"]) == (20.0, 1.0)
    assert entry["by_type"]["TD"]["S_c"] == 100.0 and entry["by_type"]["SO"]["yes_no"] == 100.0
    assert entry["published"]["other"]["labelled"]["S_c"] == 100.0
    assert entry["published"]["other"]["strict"]["S_p"] == 100.0
    assert list(by_type(a_run().answers)) == ["TD", "SO"]
    json.dumps(entry)


def test_tables_show_all_systems(tmp_path: Path) -> None:
    from rich.console import Console

    console = Console(width=120, record=True, file=io.StringIO())
    entry = figures(tmp_path)
    console.print(set_table(entry), type_table(entry))
    text = console.export_text()
    assert "other" in text and "ours" in text and "100/0" in text


# -- the page


def test_the_page_stands_alone_and_lists_failures(tmp_path: Path) -> None:
    text = page({"recall": "builtin"}, [figures(tmp_path)], [a_run()])
    assert "http" not in text and "<script" not in text
    assert "Failures (1)" in text and "Was it &lt;b&gt;so&lt;/b&gt;?" in text and "L5 [1] › L3 [2] x" in text
    assert text.count("<svg") == 2


def widths(svg: str, colour: str) -> list[float]:
    """How wide each thing of a colour is."""
    found = re.findall(rf'd="M ([\d.]+) [\d.]+  L ([\d.]+) [^"]*"[^>]*style="[^"]*{colour}', svg)
    return [float(right) - float(left) for left, right in found]


def test_bars_are_drawn_to_scale() -> None:
    rows = [Bar("x", (50.0, 25.0), ((40.0, 60.0), None)), Bar("$y_1$ <b>", (100.0, 0.0))]
    drawn = bars("t", ("a", "b"), rows)
    half, whole, *_ = widths(drawn, "#2a6f97")
    quarter, nothing, *_ = widths(drawn, "#e09f3e")
    assert (half, quarter, nothing) == pytest.approx((whole / 2, whole / 4, 0), abs=0.01)
    assert pytest.approx(whole / 5, abs=0.01) in widths(drawn, "stroke: currentColor; stroke-width: 1.5")
    assert drawn == bars("t", ("a", "b"), rows), "the same figures give the same bytes"
    assert ">$y_1$ &lt;b&gt;<" in drawn and "currentColor" in drawn and "#010203" not in drawn


def test_a_plot_of_nothing_is_drawn() -> None:
    assert bars("nothing", ("a",), []).startswith("<svg")


def test_plots_take_nobodys_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    plain = bars("t", ("a",), [Bar("x", (50.0,))])
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "red"}):
        assert bars("t", ("a",), [Bar("x", (50.0,))]) == plain


def test_without_the_library_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for command in (["recall", "--report", str(tmp_path / "r")], ["forgetting-curve", "--plot", str(tmp_path / "p")]):
        done = runner.invoke(app, [*command, "--games", str(tmp_path / "no games")])
        assert isinstance(done.exception, BadInput) and "pip install 'homebody[plots]'" in str(done.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_template_that_lacks_a_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        filled("perception.html", title="x", settings="y")


def test_a_page_is_written_whole_and_replaced(tmp_path: Path) -> None:
    text = filled("forgetting.html", title="One", head=["x"], rows=[["<1>"]], legend="", plot="<p>", failures=[])
    first = write_page(tmp_path / "new", "a.html", text)
    assert "&lt;1&gt;" in first.read_text() and "<p>\n" not in first.read_text()
    assert write_page(tmp_path / "new", "a.html", "two").read_text() == "two"
    with pytest.raises(BadInput, match="--report"):
        write_page(first, "a.html", "three")


# -- asking


def test_questions_are_asked_of_one_memory_at_their_time(tmp_path: Path) -> None:
    life = kitchen()
    file = tmp_path / "memory.sqlite"
    with Store.open(file) as store, HistoryBuilder(store) as builder:
        for one in life.experiences:
            builder.observe(one)
    now = BEGUN + timedelta(days=1, hours=12)
    queries = (Query("SO", "Was there a mug ?", "yes", now), Query("SO", "Was there a basketball ?", "no", now))
    yes, no = ask(QuestionedHistory(0, Schedule(()), now, queries), file)
    assert yes.given.lower().startswith("yes") and yes.evidence and "L" in yes.evidence[0]
    assert no.verdict.label == CORRECT and no.key == "0/SO" and no.seconds > 0


def test_missing_episodes_are_listed_before_anything_is_built(files: GameFiles, tmp_path: Path) -> None:
    questions = read_set(saved(tmp_path, a_set()))
    with pytest.raises(BadInput, match=r"2 of 2 episodes of set\.json .*: one, two"):
        check_games(questions, files)
    with pytest.raises(BadInput, match="one, two"):
        run_set(questions, files)


def blanked(files: GameFiles, names: list[str], target: Path) -> GameFiles:
    """The games without what says which task they were."""
    with zipfile.ZipFile(GAMES) as source, zipfile.ZipFile(target, "w") as zipped:
        for member in source.namelist():
            if member.rsplit("/", 1)[-1].removesuffix(".game.json") in names:
                data = json.loads(source.read(member))
                data["tasks"][0] |= {"task_name": "Coffee", "desc": "", "components": {}, "relations": []}
                zipped.writestr(member.rsplit("/", 1)[-1], json.dumps(data))
    return GameFiles([target])


def shortened(folder: Path) -> Path:
    """Set 5 with only two episodes of its first history: quick to build, enough to see where answers come from."""
    data = json.loads((SETS / "test_set_5.json").read_text())
    (history, *_) = data["histories"]
    cut = {field: history[field][:2] for field in ("episode_ids", "time_stamps")}
    return saved(folder, data | {"histories": [history | cut]})


def test_answers_do_not_come_from_the_labels_of_the_games(files: GameFiles, tmp_path: Path) -> None:
    questions = read_set(shortened(tmp_path))
    answers = run_set(questions, files).answers
    nameless = run_set(questions, blanked(files, questions.episode_names, tmp_path / "games.zip")).answers
    assert [one.given for one in answers] == [one.given for one in nameless]
    assert answers[0].given == "prepare coffee in a clean mug. make a salad."


# -- the commands


def test_the_command_scores_a_set_and_writes_the_report(files: GameFiles, tmp_path: Path) -> None:
    set_file, other = shortened(tmp_path), SETS / "published/full_1shot_5.json"
    options = ["recall", "--set", str(set_file), "--games", str(GAMES), "--published", str(other), "--first", "1"]
    options += ["--construction", "flat", "--report", str(tmp_path / "report"), "--json", str(tmp_path / "out.json")]
    done = runner.invoke(app, options)
    assert done.exit_code == 0, done.output
    (entry,) = json.loads((tmp_path / "out.json").read_text())["sets"]
    assert entry["questions"] == 10 and set(entry["by_type"]) == set(TYPES)
    assert entry["published"]["full_1shot"]["labelled"]["S_c"] == 57.0
    assert "full_1shot" in (tmp_path / "report/recall.html").read_text()


def test_the_command_wants_something_to_ask(files: GameFiles) -> None:
    done = runner.invoke(app, ["recall", "--games", str(GAMES)])
    assert isinstance(done.exception, BadInput) and "--episodes" in str(done.exception)


def test_the_judge_command_prints_the_table(tmp_path: Path) -> None:
    item = {"sid": "1/?/SO", "type": "SO", "q": "Was there a bed ?", "gt": "no", "hyp": "No.", "leo": "correct"}
    labels = saved(tmp_path, {"val": [item | {"gpt4o-1": "wrong"}]})
    done = runner.invoke(app, ["judge", "--labels", str(labels), "--json", "-"])
    rows = json.loads(done.output)["splits"]["val"]["by_type"]["SO"]["agreement"]
    assert rows == {"ours": 100.0, "strict": 100.0, "gpt4o-1": 0.0}
    shown = runner.invoke(app, ["judge", "--labels", str(labels)]).output
    assert "SO" in shown and "100" in shown and "= gpt4o-1" in shown
    assert judge_table("val", json.loads(done.output)["splits"]["val"]).row_count == 3


def test_options_may_have_several_values_in_a_row(tmp_path: Path) -> None:
    words = ["--set", "a", "b", "--first", "1", "--games", "x", "--set=c", "--json", "-"]
    assert repeated(words, ("--set", "--games")) == ["--set", "a", "--set", "b", *words[3:]]
    assert repeated(["--set", "a", "--", "b", "c"], ("--set",)) == ["--set", "a", "--", "b", "c"]
    missing = [str(tmp_path / name) for name in ("one", "two")]
    done = runner.invoke(app, ["recall", "--games", *missing])
    assert isinstance(done.exception, BadInput) and "one" in str(done.exception)
