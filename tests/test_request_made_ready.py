"""What is to be put somewhere clean: one that is, or else one that is washed before."""

from __future__ import annotations

import pytest

from agent.planning.terms import WhichThings
from agent.requests.instructions import Begin
from agent.requests.reading import read_at_work


@pytest.mark.parametrize(
    ("said", "washed"),
    [
        ("put two clean plates on the table", True),
        ("I need two clean cups on the counter", True),
        ("bring me a clean bowl", False),
        ("put the tomato on a clean plate", True),
        ("put the two clean plates on the table", False),
        ("bring me the clean bowl", False),
        ("two of the clean plates go in the cabinet", False),
        ("put all the clean plates on the table", False),
    ],
)
def test_a_clean_one_may_be_washed_before_and_the_clean_one_may_not(said: str, washed: bool) -> None:
    (errand,) = (one.errand for one in read_at_work(said).instructions if isinstance(one, Begin))
    (which,) = (term for term in errand.terms if isinstance(term, WhichThings))
    assert which.made_clean is washed
