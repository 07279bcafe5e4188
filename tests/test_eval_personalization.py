"""``eval personalization``: what is read, made and spoilt, what a memory file carries over, and what is scored."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talker import Say, talker
from typer.testing import CliRunner

from agent.assistance.assistant import AssistantSettings, BuiltinAssistant
from agent.assistance.roles import Assistance, AssistantMemory
from envs.errors import BadInput
from envs.rearrangement.controls import do_as_wanted, do_nothing
from envs.rearrangement.evaluation import EpisodeScore
from envs.rearrangement.goals import TemporalConstraint
from envs.rearrangement.house import House
from envs.rearrangement.world import PersonalizationResult
from eval.journal import made, plain
from eval.personalization.episodes import PersonalizationData, read_data
from eval.personalization.experiment import AcquiredEpisode
from eval.personalization.figures import scores, wilson
from eval.personalization.interrupted import InterruptedAssistant, interrupted
from eval.personalization.made_episodes import elsewhere, paraphrased, triples
from eval.personalization.memories import keep, remembered, spoilt
from eval.personalization.run import LivedRequest, live_one, of_houses, stage_episodes, why
from eval.personalization.searching import searching
from homebody.cli import app
from memory.assistance import EpisodeMemory, EpisodeTurn
from memory.episodic.splitting import parts
from memory.knowledge import Knowledge, KnownObject, PatternStep

COTTAGE = Path(__file__).parents[1] / "benchmarks/rounds/personalization_few"


@pytest.fixture(scope="module")
def cottage() -> PersonalizationData:
    return read_data(COTTAGE)


@pytest.fixture(scope="module")
def house(cottage: PersonalizationData) -> House:
    return cottage.houses["cottage"]


def evaluated(*words: str) -> Any:
    done = CliRunner().invoke(app, ["eval", "personalization", *words, "--json", "-"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def run_of(found: Any, stage: str, memory: str = "") -> Any:
    (run,) = [one for one in found["runs"] if (one["stage"], one["memory"]) == (stage, memory)]
    return run


# -- reading ---------------------------------------------------------------------------------------------------------


def test_a_folder_without_episodes_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is no folder"):
        read_data(tmp_path / "nowhere")
    with pytest.raises(BadInput, match=r"scenes\.json cannot be read"):
        read_data(tmp_path)


def test_knowledge_that_nobody_tells_is_refused(tmp_path: Path) -> None:
    shutil.copytree(COTTAGE, tmp_path / "data")
    single = tmp_path / "data/utilization_single.json"
    records = json.loads(single.read_text(encoding="utf-8"))
    records[0]["related"] = ["99"]
    single.write_text(json.dumps(records), encoding="utf-8")
    with pytest.raises(BadInput, match="'99', which is no acquisition episode of its house"):
        read_data(tmp_path / "data")


def test_recorded_runs_that_are_none_are_told(tmp_path: Path) -> None:
    shutil.copytree(COTTAGE, tmp_path / "data")
    (tmp_path / "data/gold_memory.json").write_text('{"1": {"scene": "cottage"}}', encoding="utf-8")
    with pytest.raises(BadInput, match="a run has a scene, an instruction and steps"):
        read_data(tmp_path / "data", recorded=True)


# -- made episodes ---------------------------------------------------------------------------------------------------


def test_three_requests_become_one_in_order(cottage: PersonalizationData, house: House) -> None:
    (three,) = triples(cottage.single, seed=4)
    assert sorted(three.related) == ["1", "2", "3"]
    assert len({one.name for one in three.objects}) == len(three.objects) == 7
    assert three.instruction.count("After that,") == three.instruction.count("Then,") == 1
    assert do_as_wanted(house, three).score.success and not do_nothing(house, three).score.success
    (order,) = [one for one in three.goals.constraints if isinstance(one, TemporalConstraint)]
    first_of = {name: at for at, one in reversed(list(enumerate(three.goals.propositions))) for name in one.objects}
    assert {later for _, later in order.edges} <= set(first_of.values())


def test_other_words_keep_what_is_wanted(cottage: PersonalizationData) -> None:
    found = paraphrased(cottage.single)
    assert found == paraphrased(cottage.single) != paraphrased(cottage.single, seed=1)
    before = {f"{one.id}-paraphrased": one for one in cottage.single}
    for one in found:
        assert one.instruction != before[one.id].instruction
        assert (one.goals, one.objects, one.related) == (
            before[one.id].goals, before[one.id].objects, before[one.id].related,
        )  # fmt: skip


def test_another_place_changes_words_and_goals_alike(cottage: PersonalizationData, house: House) -> None:
    found = elsewhere(cottage.single, cottage.houses)
    assert {one.id for one in found} == {"10-elsewhere", "30-elsewhere"}
    for one in found:
        goal = one.goals.propositions[0].others
        kinds = {(house.furniture[name].type, house.rooms[house.furniture[name].room].type) for name in goal}
        assert len(kinds) == 1
        assert kinds.pop()[0] in one.instruction
        assert do_as_wanted(house, one).score.success


# -- memories --------------------------------------------------------------------------------------------------------


def turns(*names: str) -> tuple[EpisodeTurn, ...]:
    return tuple(EpisodeTurn("why", f"{name}[cup_0]", "Result: done") for name in names)


EPISODES = (
    EpisodeMemory("1", "home", "Move the cup.", turns("Navigate", "Pick", "Navigate", "Place")),
    EpisodeMemory("2", "home", "Move the book.", turns("Explore", "Pick", "Place", "Wait", "Open", "Close")),
)


@pytest.mark.parametrize("skill", ["Pick", "Place", "Navigate"])
def test_a_skill_can_be_lost(skill: str) -> None:
    kept = [turn.action for one in spoilt(EPISODES, partial=skill) for turn in one.turns]
    assert kept and not any(action.startswith(f"{skill}[") for action in kept)


def test_noise_shuffles_or_puts_turns_of_others_in() -> None:
    shuffled, mixed = spoilt(EPISODES, "shuffle", seed=3), spoilt(EPISODES, "random", seed=3)
    assert [sorted(t.action for t in one.turns) for one in shuffled] == [
        sorted(t.action for t in one.turns) for one in EPISODES
    ]
    assert shuffled != list(EPISODES)
    assert [len(one.turns) for one in mixed] == [5, 8]
    assert any(turn in EPISODES[0].turns for turn in mixed[1].turns if turn not in EPISODES[1].turns)


@given(st.floats(0, 0.99), st.integers(0, 9))
@settings(max_examples=30, deadline=None)
def test_what_is_lost_is_only_lost(share: float, seed: int) -> None:
    for whole, left in zip(EPISODES, spoilt(EPISODES, partial=str(share), seed=seed), strict=True):
        ahead = iter(whole.turns)
        assert all(turn in ahead for turn in left.turns)
        assert replace(left, turns=whole.turns) == whole


@pytest.mark.parametrize("partial", ["1", "-0.1", "Fly", "half"])
def test_what_cannot_be_lost_is_told(partial: str) -> None:
    with pytest.raises(BadInput, match="a share of turns below 1"):
        spoilt(EPISODES, partial=partial)
    done = CliRunner().invoke(app, ["eval", "personalization", "--data", str(COTTAGE), "--partial", partial])
    assert isinstance(done.exception, BadInput) and "a share of turns below 1" in str(done.exception)


def test_a_memory_file_carries_everything_over(tmp_path: Path) -> None:
    item = Knowledge(
        "Ann", "user_pattern", "routine", "evening reading", "I like the cup there.",
        (KnownObject("cup", "blue"),), (PatternStep(0, "on", "bedroom table"),), "home", "1",
    )  # fmt: skip
    keep(tmp_path / "memory.sqlite", [(EPISODES[0], ()), (EPISODES[1], [item])])
    memory = remembered(tmp_path / "memory.sqlite")
    assert [replace(one, time=None) for one in memory.episodes] == list(EPISODES)
    (known,) = memory.knowledge
    assert known.id and replace(known, id=0, time=None) == item


# -- scores ----------------------------------------------------------------------------------------------------------


def test_an_assistant_that_remembers_does_what_one_that_does_not_cannot(
    cottage: PersonalizationData, house: House
) -> None:
    learning = BuiltinAssistant(AssistantSettings("none"))
    done = [live_one(learning, one, house, AssistantMemory()) for one in cottage.acquisition]
    assert all(lived.success for lived, _ in done)
    memory = AssistantMemory(tuple(each.episode for _, each in done))
    evening = next(one for one in cottage.single if one.types == ("user_pattern",))
    assert live_one(BuiltinAssistant(AssistantSettings("both")), evening, house, memory)[0].success
    assert not live_one(learning, evening, house, memory)[0].success


@pytest.mark.parametrize(
    ("moved", "asked", "cycles", "words"),
    [
        ((), ("Which lamp is a gift?",), 3, "asked back: Which lamp is a gift?"),
        (("lamp_1",), (), 3, "took lamp_1, which only looks like what was meant"),
        (("cup_2",), (), 3, "moved cup_2, which nobody asked for"),
        ((), (), 3, "left lamp_0 where it was"),
        (("lamp_0",), (), 40, "the episode was over before all was done"),
        (("lamp_0",), (), 3, "put things elsewhere or in another order: it never held"),
    ],
)
def test_why_an_episode_failed(
    cottage: PersonalizationData, moved: tuple[str, ...], asked: tuple[str, ...], cycles: int, words: str
) -> None:
    result = PersonalizationResult(EpisodeScore(0.0, (False,), ("it never held",)), cycles, 10, moved)
    assert why(cottage.single[0], result, Assistance(EPISODES[0], asked=asked)) == words


def lived(success: bool, related: tuple[str, ...] = ("1",), name: str = "9") -> LivedRequest:
    numbers = (float(success), success, 10, 100)
    return LivedRequest(name, "home", "OS", ("history",), "Move it.", related, *numbers, (), "", (), 0, 0)


def test_scores_are_against_what_was_told() -> None:
    found = scores([lived(True), lived(False)], {"1": lived(True, (), "1")})
    assert (found["success"], found["change_success"], found["episodes"]) == (50.0, -50.0, 2)
    assert scores([], {}) == {"episodes": 0}


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_share(count: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, count))
    low, high = wilson(won, count)
    assert 0 <= low <= won / count + 1e-9 and won / count - 1e-9 <= high <= 1


def test_pieces_come_back_from_a_journal() -> None:
    item = Knowledge("", "user_pattern", "routine", "tea", "Tea at five.", (KnownObject("cup"),), (), "home", "1")
    piece = AcquiredEpisode(lived(True), EPISODES[0], (item,))
    assert made(AcquiredEpisode, json.loads(json.dumps(plain(piece)))) == piece


def test_searching_counts_what_is_missed(cottage: PersonalizationData) -> None:
    told = [EpisodeMemory(one.id, one.house, one.instruction) for one in cottage.acquisition]
    rows = {(row["way"], row["kind"]): row for row in searching(told, cottage.single)}
    assert rows["words", "all"]["missing_at_3"] == 0.0
    assert rows["words", "OS"]["requests"] == 2
    lost = searching(told[:1], cottage.single)
    assert lost[0]["missing_at_10"] == pytest.approx(2 / 3, abs=1e-3)


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command_tells_stages_memories_and_failures() -> None:
    found = evaluated("--data", str(COTTAGE), "--stage", "single", "--memory", "none", "--memory", "both")
    assert run_of(found, "acquisition")["success"] == 100.0
    assert run_of(found, "single", "both")["success"] == 100.0
    bad = run_of(found, "single", "none")
    assert bad["success"] < 100 and len(bad["failures"]) == sum(bad["why"].values()) > 0
    assert found == evaluated("--data", str(COTTAGE), "--stage", "single", "--memory", "none", "--memory", "both")


def test_the_shared_houses(memento: Path) -> None:
    found = evaluated("--data", str(memento))
    assert run_of(found, "single", "both")["success"] >= 95.0
    assert run_of(found, "joint", "both")["success"] >= 90.0
    assert run_of(found, "single", "none")["success"] < 40.0
    rows = {(stage, row["way"], row["kind"]): row for stage, rows in found["searching"].items() for row in rows}
    single, joint = (rows[stage, "words, each part of a request", "all"] for stage in ("single", "joint"))
    assert single["missing_at_3"] <= 0.04 and single["missing_at_5"] <= 0.025
    assert joint["missing_at_3"] <= 0.10 and joint["missing_at_5"] <= 0.05


def test_whole_houses_are_left_out(memento: Path) -> None:
    data = read_data(memento)
    some = of_houses(data, 3)
    kept = {one.house for one in some.acquisition}
    assert len(kept) == 3 and {one.house for one in (*some.single, *some.joint)} <= kept
    assert [one for one in data.acquisition if one.house in kept] == list(some.acquisition)
    assert all(do_as_wanted(data.houses[one.house], one).score.success for one in stage_episodes(some, "triple"))


@pytest.mark.parametrize(
    ("request_", "found"),
    [
        ("Move the cup and the jug to the table and place them next to each other.", 1),
        ("Set up the movie night. After that, put my mug on the desk and then tidy the bedroom.", 3),
        ("First, take the toy to the office. Then, move it to the hall.", 1),
        ("Can you arrange the tea corner? Additionally, can you set up my reading spot?", 2),
        ("Please", 1),
    ],
)
def test_a_request_is_taken_apart_where_it_asks_for_something_else(request_: str, found: int) -> None:
    assert len(parts(request_)) == found


def test_a_language_model_can_assist() -> None:
    def answer(request: dict[str, Any]) -> str:
        return "Thought: I know nothing of it.\n\nDone[]\nAssigned!"

    with talker(then=answer) as server:
        found = evaluated(
            *("--data", str(COTTAGE), "--stage", "single", "--memory", "both", "--agent", "llm"),
            *("--model", "m", "--url", server.url, "--top-k", "1"),
        )
        prompts = [request["messages"] for request in server.asked]
    run = run_of(found, "single", "both")
    assert run["success"] == 0 and run["calls"] >= run["episodes"] == 3 and run["tokens"] > 0
    assert 0 < found["model_calls"] <= len(prompts)  # a repair is part of a call
    assert any("gift from my uncle" in str(one) for one in prompts)


def test_a_model_that_is_gone_is_stepped_in_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with talker(then=Say("no", status=400)) as server:
        found = evaluated(
            *("--data", str(COTTAGE), "--stage", "single", "--memory", "both", "--agent", "llm"),
            *("--model", "m", "--url", server.url),
        )
    assert run_of(found, "single", "both")["success"] == 100.0
    assert found["built_in_stepped_in"] >= 6


def test_what_is_said_about_a_model_needs_one() -> None:
    done = CliRunner().invoke(app, ["eval", "personalization", "--data", str(COTTAGE), "--model", "m"])
    assert isinstance(done.exception, BadInput) and "--agent llm" in str(done.exception)


# -- control runs and interruptions ------------------------------------------------------------------------------------


def test_control_runs_are_told() -> None:
    found = evaluated("--data", str(COTTAGE), "--stage", "acquisition", "--controls")["controls"]
    assert found["as wanted"] == {"episodes": 6, "succeeded": 6}
    assert found["nothing"]["succeeded"] == found["look-alikes instead"]["succeeded"] == 0
    assert found["look-alikes instead"]["episodes"] == 2


def test_a_second_request_in_the_middle_of_the_first(cottage: PersonalizationData, house: House) -> None:
    one, other, _ = cottage.single
    (both,) = [each for each in triples((one, other, cottage.single[2]), seed=0)]
    learning = BuiltinAssistant(AssistantSettings("none"))
    memory = AssistantMemory(
        tuple(live_one(learning, each, house, AssistantMemory())[1].episode for each in cottage.acquisition)
    )
    goals = replace(both.goals, constraints=())
    said = "\n".join(each.instruction for each in cottage.single)
    episode = replace(both, instruction=said, goals=goals)
    lived, done = live_one(InterruptedAssistant(BuiltinAssistant(), seed=2), episode, house, memory)
    assert lived.success and not done.asked
    assert len([turn for turn in done.episode.turns if turn.action == "Done[]"]) <= 3


def test_interrupted_episodes_are_the_joint_ones_in_parts(memento: Path) -> None:
    data = read_data(memento)
    found = interrupted(data)
    assert len(found) == len(data.joint)
    assert all(len(one.instruction.split("\n")) == 2 for one in found)
    assert not any(isinstance(each, TemporalConstraint) for one in found for each in one.goals.constraints)
