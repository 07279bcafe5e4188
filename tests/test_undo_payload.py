from __future__ import annotations

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


def test_plain_json_is_read_as_it_is_and_usual_records_shrink() -> None:
    usual = '{"nodes":[[41254,2,41072,1770113918600000,1770113918600000,20139,20139,"I moved forward.","",null]]}' * 9
    assert unpacked(usual) == usual and len(packed(usual)) < len(usual) / 4


@pytest.mark.parametrize("bad", ["~", "~9", "~0abc", "~0123456", "~0" + "}" * 6, packed('{"a": 1}')[:-6]])
def test_damage_is_told(bad: str) -> None:
    with pytest.raises(ValueError, match="undo record"):
        unpacked(bad)
