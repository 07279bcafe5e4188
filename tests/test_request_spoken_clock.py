"""Clock times that are said in words are read whole, or asked about: never cut to the hour."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.requests.instructions import Begin, Clarification, DoLater, Revise
from agent.requests.reading import RequestContext, read_at_work
from agent.requests.times.spoken_clock import clocks_in_figures
from tests.at_work import HOME, said

NOW = datetime(2026, 1, 5, 8)  # a Monday


def first(text: str, now: datetime = NOW) -> str:
    """When what is asked for is planned for; "" where it is not."""
    found = read_at_work(text, RequestContext(now=now)).instructions
    return "".join(f"{one.due.first:%d %H:%M}" for one in found if isinstance(one, DoLater))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("every weekday at six forty, make me a coffee", "06 06:40"),
        ("wash the mug at six ten", "05 18:10"),
        ("make coffee at seven oh five tomorrow", "06 07:05"),
        ("make coffee at six-fifteen pm", "05 18:15"),
        ("tomorrow, eight thirty, coffee please", "06 08:30"),
        ("Half six tomorrow: coffee.", "06 06:30"),
        ("half eight, please, wash the mug", "05 08:30"),
        ("turn the lamp off at twenty to nine tonight", "05 20:40"),
        ("at noon thirty make a salad", "05 12:30"),
        ("close the blinds at eighteen thirty", "05 18:30"),
        ("close the blinds at twenty forty-five", "05 20:45"),
        ("close the blinds at six thirty-ish", "05 18:30"),
        ("close the blinds at 6h30", "05 18:30"),
        ("close the blinds at 1830", "05 18:30"),
        ("around seven thirty switch the tv on", "05 19:30"),
        ("wash the mug at eight hundred hours", "06 08:00"),
    ],
)
def test_hours_and_minutes_in_words(text: str, wanted: str) -> None:
    assert first(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("turn the lamp off at ten past", "05 09:10"),
        ("turn the lamp off at ten to", "05 09:50"),
        ("at half past wash the mug", "05 09:30"),
        ("coffee at a quarter to, please", "05 09:45"),
    ],
)
def test_minutes_alone_are_those_of_the_next_hour_that_has_them(text: str, wanted: str) -> None:
    assert first(text, datetime(2026, 1, 5, 9, 5)) == wanted


@pytest.mark.parametrize(
    "text",
    ["close the blinds at six and a half", "tomorrow at half past close the blinds", "close them at six less 10"],
)
def test_what_is_left_of_a_time_is_asked_about(text: str) -> None:
    (asked,) = read_at_work(text, RequestContext(now=NOW)).instructions
    assert isinstance(asked, Clarification)


def test_what_is_counted_is_no_time() -> None:
    for text in ("put two twenty forks on the table", "in two fifteen minutes", "bake it at 200", "half six apples"):
        assert clocks_in_figures(text) == text
    (one,) = read_at_work("put two forks on the table", HOME).instructions
    assert isinstance(one, Begin)


def test_the_work_is_put_off_to_a_time_in_words() -> None:
    dropped, later = said("wash the mug", "not now, at nine twenty")
    assert isinstance(dropped, Revise) and isinstance(later, DoLater)
    assert (later.due.first.hour, later.due.first.minute) == (9, 20)
