"""The dictionary: its entries fit together, no word means two things to one reader, and a new entry is all it takes."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from envs.errors import BadInput
from envs.vocabulary.entries import entries, parsed, with_field
from envs.vocabulary.groups import asked_back, called_together, groups
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_questions, in_recorded_lines, in_requests, own_names, rule_words
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import basins, being, handiest, put_in

ROOT = Path(__file__).parents[1]
TYPES, CLASSES = entries("types"), entries("classes")
FIELDS = {
    "types": "called everyday questions requests lines misspelt rules prompts unseen groups loosely asked classes "
    "same_as basin_of may_be put used_for is family takes slot encloses pieces can size footprint mass materials "
    "support initial rooms parents holds",
    "groups": "words first requests",
    "shared": "words first requests",
    "asked": "first",
    "classes": "requests lines misspelt also may_be",
}
KINDS = {
    *("food", "utensil", "vessel", "drink vessel", "table", "soft", "place", "built in", "board", "case", "hollow"),
    "hung",
}
MOST_TYPES = 8
"""Type names that one list in the source may hold outside ``TABLES``."""
TABLES = {
    "envs/pocket": "how things look, what they hide, where rooms have them: shapes, bodies, rooms",
    "envs/testing": "objects of a test room",
    "eval": "what published sets and fitted features contain",
    "agent/recognition": "what fitted weights refer to",
    "envs/teach/tasks/offers.py": "chores that TEACh's rooms offer",
    "homebody/doctor": "what a probe needs",
}


@pytest.mark.parametrize("section", FIELDS)
def test_entries_have_only_known_fields(section: str) -> None:
    known = set(FIELDS[section].split())
    assert {name: unknown for name, entry in entries(section).items() if (unknown := set(entry) - known)} == {}


def test_what_an_entry_names_is_there() -> None:
    names = {*TYPES, *CLASSES}
    for name, entry in TYPES.items():
        assert {*entry.get("groups", ()), *entry.get("loosely", ())} <= set(groups()), name
        assert set(entry.get("asked", ())) <= set(asked_back()), name
        assert set(entry.get("classes", ())) <= set(CLASSES), name
        assert set(entry.get("may_be", ())) <= names, name
        assert set(entry.get("is", ())) <= KINDS, name
        assert entry.get("pieces", name) in TYPES, name
        assert TYPES[entry.get("same_as", name)].get("same_as", name) == name
        assert entry.get("basin_of") in (None, entry.get("same_as"))
        assert entry.get("takes") in (None, "anything") or set(entry["takes"]) <= KINDS | set(TYPES), name
        assert {*entry.get("parents", ())} <= set(TYPES), name
    for group in groups().values():
        assert not group.request or group.request in names, group
        assert len(group.types) > 1, f"{group.words[0]} is the name of {group.types} only"
    for section in ("groups", "shared", "asked"):
        members = {**asked_back(), **{one: group.types for one, group in groups().items()}}
        for name, first in with_field(section, "first").items():
            leading = (first,) if isinstance(first, str) else tuple(first)
            assert members[name][: len(leading)] == leading, name


def test_uses_are_ranked_without_ties() -> None:
    ranks = defaultdict(list)
    for uses in with_field("types", "used_for").values():
        for use, rank in uses.items():
            ranks[use].append(int(rank))
    assert {use: sorted(found) for use, found in ranks.items()} == {
        use: list(range(1, len(found) + 1)) for use, found in ranks.items()
    }


@pytest.mark.parametrize(
    "fields", [("called", "everyday", "questions"), ("called", "everyday", "requests", "misspelt")]
)
def test_no_word_means_two_types_to_one_reader(fields: tuple[str, ...]) -> None:
    meaning = defaultdict(set)
    for name, entry in TYPES.items():
        for word in {word for field in fields for word in entry.get(field, ())}:
            meaning[" ".join(map(singular, word.split()))].add(name)
    assert {word: types for word, types in meaning.items() if len(types) > 1} == {}


def test_every_type_is_found_by_its_names_in_requests_and_recorded_lines() -> None:
    for name in TYPES:
        plain, joined = own_names(name)
        shared = groups().get(plain)
        assert in_requests()[plain] == (shared.request if shared and shared.request else name)
        assert in_requests()[joined] in (name, in_requests()[plain])
    assert {name for name in in_recorded_lines().values()} <= {*TYPES, *CLASSES}


def test_words_for_several_types() -> None:
    assert set(in_questions()["cutlery"]) == {"Fork", "Knife", "ButterKnife", "Spoon"}
    assert in_questions()["silverware"] == in_questions()["cutlery"]
    assert called_together(in_questions()["silverware"]) == "cutlery"
    assert called_together(("Mug", "Sofa")) is None
    assert set(groups()["dish"].core) == {"Plate", "Bowl"} < set(groups()["dish"].types)


def test_a_word_may_mean_another_thing_in_a_request() -> None:
    assert in_requests()["glass"] == "Cup" and "glass" not in in_questions()
    assert in_requests()["stove"] == "StoveBurner" and set(in_questions()["stove"]) == {"StoveBurner", "StoveKnob"}
    assert in_requests()["dish"] == "Tableware" and in_recorded_lines()["dish"] == "Dishware"
    assert in_requests()["knife"] == "Knife" and in_requests()["knives"] == "Knives"
    assert set(asked_back()["can"]) == {"GarbageCan", "WateringCan"}


def test_rules_know_single_words_for_types_of_one_word_by_themselves() -> None:
    assert rule_words()["saucepan"] == "pot" and rule_words()["mobile"] == "phone"
    assert "remote" not in rule_words() and "paper" not in rule_words()


def test_uses_and_kinds() -> None:
    assert handiest("cutting") == ("Knife", "ButterKnife")
    assert "Plate" in being("vessel") and "AppleSliced" in being("food")
    assert put_in("Fridge") and not put_in("DiningTable") and not put_in("Trampoline")


def test_a_name_that_is_there_twice_is_refused() -> None:
    with pytest.raises(BadInput, match="'Mug' is there twice"):
        parsed("types:\n  Mug: {called: [cup]}\n  Mug: {}\n")


def test_numbers_arrive_as_text() -> None:
    assert parsed("a: {b: [1, yes], c: 'x'}") == {"a": {"b": ["1", "yes"], "c": "x"}}


def test_no_other_list_of_types_is_typed_by_hand() -> None:
    """Whoever adds a type would have to find it."""
    found = {}
    for path in sorted(path for top in ("envs", "perception", "memory", "agent", "homebody") for path in _sources(top)):
        if not any(path.startswith(table) for table in TABLES):
            most = max(_lists(ROOT / path), default=0)
            if most > MOST_TYPES:
                found[path] = most
    assert found == {}


def test_what_a_basin_belongs_to_is_told_in_one_place() -> None:
    assert basins() == {"SinkBasin": "Sink", "BathtubBasin": "Bathtub"}
    paired = {
        path
        for top in ("envs", "perception", "memory", "agent", "eval", "homebody")
        for path in _sources(top)
        if any({basin, holder} == pair for pair in _pairs(ROOT / path) for basin, holder in basins().items())
    }
    assert paired == set(), "take envs.vocabulary.uses.basins"


def _pairs(path: Path) -> Iterator[set[object]]:
    """Keys with their values in the tables of a module."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)) if "Basin" in text else ():
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                yield {one.value for one in (key, value) if isinstance(one, ast.Constant)}


def _sources(top: str) -> Iterator[str]:
    return (path.relative_to(ROOT).as_posix() for path in (ROOT / top).rglob("*.py"))


def _lists(path: Path) -> Iterator[int]:
    """How many names of types each list, table or text of a module holds."""
    text = path.read_text()
    if len(set(re.findall(r"[A-Z]\w+", text)) & set(object_types())) <= MOST_TYPES:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Set | ast.List | ast.Tuple | ast.Dict | ast.BinOp):
            strings = [
                one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            yield len({word for one in strings for word in one.split()} & set(object_types()))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield len(set(node.value.split()) & set(object_types()))
