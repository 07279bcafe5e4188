"""Names of tasks as people say them."""

import pytest

from agent.requests.errands import Errand
from envs.vocabulary.task_names import plainly


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("put every mug in some sink", "put all the mugs in the sink"),
        ("put every knife on some tables", "put all the knives on a table"),
        ("Clean every plate.", "Clean all the plates"),
        ("put every cup from the floor on some shelf except the dirty ones",
         "put all the cups from the floor on a shelf except the dirty ones"),
        ("switch every lamp off", "switch all the lamps off"),
        ("put every bread in some drawer", "put all the loaves of bread in a drawer"),
        ("make coffee in a clean mug", "make coffee in a clean mug"),
        ("put a fork on the plate every day", "put a fork on the plate every day"),
        ("boil potato", "boil a potato"),
    ],
)  # fmt: skip
def test_a_task_is_called_as_people_call_it(name: str, said: str) -> None:
    assert plainly(name) == said


def test_an_errand_is_told_in_plain_words() -> None:
    assert Errand("Put All X On Y", ("Mug", "in", "Sink")).told == "put all the mugs in the sink"
