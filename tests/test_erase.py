from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path
from typing import Literal

import pytest
from life import START, Life, kitchen, long_life

from agent.recall.asking import Recall
from envs.errors import BadInput
from memory.building.history import HistoryBuilder
from memory.erasing.erase import erase_about
from memory.erasing.words import SearchTerms, terms_of
from memory.experience import Utterance
from memory.forgetting.forgetter import Forgetter
from memory.levels import EVENT, GOAL
from memory.rules.rule_book import RuleBook
from memory.settings import Settings
from memory.store.database import Store
from memory.store.rows.undo import forget_log, undo
from memory.store.settings import set_settings

NOW = START + timedelta(hours=3)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.sqlite") as opened:
        yield opened


def secret_life() -> Life:
    """A day with somebody and something that is to be erased: in every place where words can be."""
    life = Life()
    for key in ("Zuckerdose|7", "CounterTop|0", "Fridge|0"):
        life.add(key)
    life.places["Zuckerdose|7"] = "CounterTop|0"
    life.look("CounterTop|0").walk(3)
    life.task = "find it for Wilhelmina"
    life.goal = "hand over the Zuckerdose"
    life.look("Zuckerdose|7", "CounterTop|0").say("Wilhelmina wants her Zuckerdose").say("yes", "Wilhelmina")
    life.pick_up("Zuckerdose|7").walk(2).put("CounterTop|0")
    life.live("Open", "Fridge|0", success=False, error="the Zuckerdose is in the way")
    life.task = life.goal = None
    life.look("Fridge|0").open("Fridge|0").close("Fridge|0").wait(minutes=40)
    life.begin("Wilhelmina's visit").look("CounterTop|0").say("I met wilhelmina today").look("Fridge|0").walk(3)
    return life


def raw(path: Path) -> str:
    files = [path, path.with_name(path.name + "-wal")]
    return " ".join(file.read_bytes().decode("utf-8", errors="replace") for file in files if file.exists()).lower()


def build(store: Store, life: Life) -> HistoryBuilder:
    builder = HistoryBuilder(store)
    for one in life.experiences:
        builder.observe(one)
    return builder


@pytest.mark.parametrize("grace", [timedelta(0), timedelta(days=1)])
@pytest.mark.parametrize("forget_first", [False, True])
def test_nothing_about_it_is_left_in_the_bytes_of_the_file(store: Store, forget_first: bool, grace: timedelta):
    life = secret_life()
    set_settings(store, Settings(grace=grace))
    builder = build(store, life)
    book = RuleBook(store)
    book.add("Always remember what Wilhelmina drinks.", NOW)
    book.add("Always remember the fridge.", NOW)
    if forget_first:
        Forgetter(store).run(NOW)
    assert "wilhelmina" in raw(store.path)
    erased = erase_about(store, "everything about Wilhelmina and the Zuckerdose", NOW)
    assert erased.words == ("Wilhelmina", "Zuckerdose")
    assert (erased.traces, erased.rules, erased.objects) == (0, 1, 1)
    text = raw(store.path)
    assert not re.search("wilhelm|zuckerd", text)
    assert "fridge" in text
    assert [rule.text for rule in book.current()] == ["Always remember the fridge."]
    assert store.check() == []
    builder.observe(replace(life.experiences[-1], time=NOW, episode="later"))  # building goes on
    assert store.check() == []
    assert Recall(store).answer("What did Wilhelmina say?").value in ((), None)
    if not forget_first:
        assert [len(store.numbers(1, 99)), len(store.nodes(GOAL))] == [len(life.experiences) + 1, 8]
        assert "I closed the fridge." in [node.summary for node in store.nodes(GOAL)]


def test_undo_does_not_bring_back_what_was_erased(store: Store):
    build(store, secret_life())
    Forgetter(store).run(NOW)
    erased = erase_about(store, "Zuckerdose", NOW)
    assert erased.graves
    for entry in reversed([entry for entry in forget_log(store) if entry.until]):
        undo(store, entry.id, NOW)
    assert "zuckerdose" not in raw(store.path)
    assert store.check() == []


def test_things_are_taken_out_of_scenes_and_pictures_go(tmp_path: Path):
    life = kitchen()
    for one in life.experiences:
        (tmp_path / str(one.image)).write_bytes(b"picture")
    showing = [one.image for one in life.experiences if one.scene.node("Knife|0")]
    with Store.open(tmp_path / "memory.sqlite") as store:
        build(store, life)
        erased = erase_about(store, "knives", NOW)
        assert erased.images == len(showing) > 0
        assert {path.name for path in tmp_path.glob("*.png")} == {one.image for one in life.experiences} - set(showing)
        assert all(not store.experience(number).scene.node("Knife|0") for number in store.numbers(1, 99))
        assert all("knife" not in node.text.lower() for level in (2, 3, 4, 5) for node in store.nodes(level))
        assert Recall(store).answer("Where is the mug?").status == "known"
        assert store.row("SELECT count(*) FROM objects WHERE type = 'Bread'") == (1,)


def test_lines_of_summaries_are_told_anew(store: Store):
    build(store, kitchen())
    assert any("bread" in node.summary for node in store.nodes(4))
    erase_about(store, ["bread"], NOW)
    lines = [node.summary.lower() for level in (2, 3, 4, 5) for node in store.nodes(level)]
    assert not any("bread" in line for line in lines)
    assert any("coffee" in line for line in lines)
    assert [node.forgotten for node in store.nodes(EVENT) if node.forgotten] == []


def test_the_same_memory_without_it_is_left_alone(store: Store):
    lived = long_life(2, 60)
    builder = HistoryBuilder(store)
    for one in lived:
        builder.observe(one)
    before = {level: store.nodes(level) for level in (1, 2, 3, 4)}
    erased = erase_about(store, "hippopotamus", NOW)
    assert (erased.experiences, erased.nodes, erased.traces) == (0, 0, 0)
    assert {level: store.nodes(level) for level in (1, 2, 3, 4)} == before


def test_a_reader_in_the_middle_of_a_question_is_told_of(store: Store):
    build(store, secret_life())
    with Store.open(store.path, readonly=True) as reader, reader.snapshot():
        assert reader.newest
        assert erase_about(store, "Wilhelmina", NOW).traces > 0
    assert erase_about(store, "Wilhelmina", NOW).traces == 0


@pytest.mark.parametrize(
    ("about", "terms"),
    [
        ("Anna", ("Anna",)),
        ("everything about Anna, and the red book", ("Anna", "red book")),
        ("forget all about my mug.", ("mug",)),
        (["Mug|+01.00|x"], ("Mug|+01.00|x",)),
    ],
)
def test_what_is_meant(about: str, terms: tuple[str, ...]):
    assert terms_of(about) == terms


@pytest.mark.parametrize(
    ("term", "text", "found"),
    [
        ("mug", "two Mugs", True),
        ("mugs", "a mug", True),
        ("mug", "Mug_0", True),
        ("mug", "smuggler", False),
        ("knife", "ButterKnife", True),
        ("coffee machine", "CoffeeMachine|1", True),
        ("Anna", "Hannah", False),
        ("Anna", "Anna's", True),
        ("Zoë", "zoë said", True),
        ("Mug|1", "Mug|1", True),
        ("Zo\u00eb", "ask Zoe\u0308 first", True),
        ("Zoe\u0308", "ZO\u00cb", True),
        ("Stra\u00dfburger", "STRASSBURGER said so", True),
        ("STRASSBURGER", "Frau Stra\u00dfburger", True),
        ("Anna", "An\u200bna", True),
        ("An\u00adna", "anna", True),
        ("Anna", "Berta\u200banna", True),
        ("Anna", "\uff21\uff4e\uff4e\uff41", True),
        ("red book", "the Red\u2060Book\ufeff", True),
        ("Zo\u00eb", json.dumps("Zo\u00eb was here"), True),
        ("\U0001f600 Zo\u00eb", json.dumps("\U0001f600 Zo\u00eb"), True),
        ("istanbul", "\u0130STANBUL", True),
        ("\u5b89\u5a1c", "\u6211\u89c1\u4e86\u5b89\u5a1c\u4eca\u5929", True),
        ("Anna", "\u00c4nnchen", False),
        ("Zoe", "Zo\u00eb", False),
    ],
)
def test_words_are_found_in_any_writing_but_not_in_others(term: str, text: str, found: bool):
    assert SearchTerms((term,)).found(text) is found


@pytest.mark.parametrize("about", ["", "  ", "everything", "a", ["", "x"], "42"])
def test_what_names_nothing_is_refused(store: Store, about: str):
    with pytest.raises(BadInput, match="cannot erase what is about"):
        erase_about(store, about, NOW)
    with pytest.raises(BadInput, match="time zone"):
        erase_about(store, "Anna", NOW.replace(tzinfo=UTC))


def test_speech_of_a_person_goes_by_the_speaker_too(store: Store):
    life = Life()
    life.look(life.add("Bed|0")).say("hello", "Ottokar").say("hello")
    build(store, life)
    assert erase_about(store, "Ottokar", NOW).utterances == 1
    assert [said for _, said in store.speech(1, 99)] == [Utterance("user", "hello")]


@pytest.mark.parametrize("way", ["NFC", "NFD"])
@pytest.mark.parametrize(
    "said", ["Zo\u00eb Stra\u00dfburger", "ZO\u00cb STRASSBURGER", "Zo\u200b\u00eb Stra\u00df\u00adburger"]
)
def test_any_spelling_is_erased_everywhere(store: Store, said: str, way: Literal["NFC", "NFD"]):
    """In speech, deeds, ids, tasks, rules, undo records and lines, whichever way it is written."""
    spelt = unicodedata.normalize(way, said)
    life = Life()
    thing = life.add(f"{spelt}|1")
    life.task = f"call {spelt}"
    life.look(life.add("Bed|0"), thing).say(f"{spelt} was here").pick_up(thing).put("Bed|0").wait(minutes=90)
    life.task = None
    life.look("Bed|0").live("Open", "Bed|0", success=False, error=f"{spelt} sleeps").walk(2)
    build(store, life)
    RuleBook(store).add(f"Always remember {spelt}.", NOW)
    Forgetter(store).run(NOW)
    erased = erase_about(store, "Stra\u00dfburger, zo\u00eb", NOW)
    assert erased.graves and erased.rules and not erased.traces
    for entry in reversed([entry for entry in forget_log(store) if entry.until]):
        undo(store, entry.id, NOW)
    words = SearchTerms(("Zo\u00eb", "Stra\u00dfburger"))
    texts = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'"
    for (table,) in store.rows(texts):
        assert [row for row in store.rows(f"SELECT * FROM {table}") if words.found(*row)] == [], table
    assert store.check() == []
