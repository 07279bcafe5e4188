from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.file.undo_payload import packed, unpacked


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=400))
def test_what_is_packed_comes_back_and_spells_no_word(text: str) -> None:
    kept = packed("{" + text.encode("utf-8", "ignore").decode())
    assert unpacked(kept) == "{" + text.encode("utf-8", "ignore").decode()
    assert not re.search("[a-zA-Z]", kept)


numbers = st.integers(-(2**62), 2**62) | st.integers(0, 9)
cells = st.none() | numbers | st.floats(allow_nan=False) | st.text(max_size=9)
WIDTHS = {"nodes": 15, "experiences": 13, "utterances": 5, "interactions": 10}
NUMBERS = {"nodes": (0, 2, 3, 4, 5, 6, 9), "experiences": (0, 1, 12), "utterances": (0, 2), "interactions": (0, 1)}


def rows(name: str, some: st.SearchStrategy[object]) -> st.SearchStrategy[list[list[object]]]:
    columns = [some if at in NUMBERS[name] else cells for at in range(WIDTHS[name])]
    return st.lists(st.tuples(*columns).map(list), max_size=3)


def records(some: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    tables: dict[str, st.SearchStrategy[object]] = {name: rows(name, some) for name in WIDTHS}
    rest = {"vectors": st.lists(st.lists(cells, max_size=3), max_size=1), "objects": st.lists(numbers, max_size=4)}
    return st.fixed_dictionaries({**tables, **rest}, optional={"lines": st.lists(st.lists(cells), max_size=2)})


@settings(deadline=None, max_examples=80)
@given(records(numbers) | records(cells) | st.dictionaries(st.text(max_size=9), cells, max_size=3))
def test_a_record_comes_back_letter_by_letter_whatever_it_holds(record: dict[str, object]) -> None:
    for separators in ((",", ":"), (", ", ": ")):
        text = json.dumps(record, separators=separators, ensure_ascii=False)
        kept = packed(text)
        assert unpacked(kept) == text
        assert not re.search("[a-zA-Z]", kept)


def test_plain_json_is_read_as_it_is_and_usual_records_shrink() -> None:
    usual = '{"nodes":[[41254,2,41072,1770113918600000,1770113918600000,20139,20139,"I moved forward.","",null]]}' * 9
    assert unpacked(usual) == usual and len(packed(usual)) < len(usual) / 4


OLDER = "~08&{`\\:]+60}!18!(@+!$50%,3\\514-];={.*\\)[!;5*`>6->#[?%!?[!'#<#^[7(.*\\&*}@*<>]>5:"
RECORD = {
    "nodes": [
        [9, 2, 7, 1770046348900000, 1770046348900000, 5, 5, "I opened the cabinet.", "", *[None] * 2, 0, *[None] * 3]
    ],
    **{name: [] for name in ("experiences", "utterances", "interactions", "vectors")},
    "objects": [1, 2, 5],
}


def test_what_an_older_homebody_packed_is_read_and_is_shorter_now() -> None:
    assert json.loads(unpacked(OLDER)) == RECORD
    now = packed(unpacked(OLDER))
    assert now.startswith("|") and json.loads(unpacked(now)) == RECORD and len(now) < len(OLDER)


@pytest.mark.parametrize("mark", ["~", "|"])
@pytest.mark.parametrize("bad", ["", "9", "0abc", "0123456", "0" + "}" * 6, packed('{"a": 1}')[1:-6], OLDER[1:]])
def test_damage_is_told(mark: str, bad: str) -> None:
    if mark + bad != OLDER:
        with pytest.raises(ValueError, match="undo record"):
            unpacked(mark + bad)


@pytest.mark.parametrize(
    "told", ["{}", "[]", "[[]]", "7", '[[["a"]]]', "[[[1,2,3]],[],[],[],[],[]]", "[[],[],[],[],[],1]"]
)
def test_what_tells_no_record_is_told(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("memory.file.undo_payload._as_told", lambda text: text)
        kept = packed(told)
    with pytest.raises(ValueError, match="undo record"):
        unpacked(kept)
