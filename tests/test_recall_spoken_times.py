"""Dates and clock times as people say them, wherever a span of time can stand."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from agent.recall.understanding.plain_words import plain
from agent.recall.understanding.times import TimeReader
from memory.reading.traces import Scope

NOW = datetime(2026, 1, 6, 21)
MONDAY, TODAY = datetime(2026, 1, 5), datetime(2026, 1, 6)
MINUTE = timedelta(microseconds=59_999_999)


class TwoDays:
    """A life of yesterday and today."""

    def lived(self, scope: Scope) -> bool:
        return True

    def last_time(self, before: datetime | None = None) -> datetime | None:
        lived = (MONDAY + timedelta(hours=20), TODAY + timedelta(hours=20))
        return next((one for one in reversed(lived) if before is None or one < before), None)

    def newest(self) -> tuple[datetime, str] | None:
        return TODAY + timedelta(hours=20), "2"

    def episode_before(self, episode: str) -> str | None:
        return "1"


def read(said: str) -> tuple[datetime | None, datetime | None, str]:
    found = TimeReader(NOW, TwoDays()).read(plain(f"what did you do {said}"))
    return found.scope.start, found.scope.end, found.rest.removeprefix("what did you do").strip()


@pytest.mark.parametrize(
    "said",
    [
        "on 5 January",
        "on January 5",
        "on January the 5th",
        "on the fifth of January",
        "on the 5th",
        "on the fifth",
        "on the 5th of this month",
        "on Monday, 5 January",
        "on Monday the 5th",
        "on day one",
    ],
)
def test_one_day_in_whatever_words(said: str) -> None:
    assert read(said) == (MONDAY, TODAY - timedelta(microseconds=1), "")


@pytest.mark.parametrize(
    ("said", "day", "hour", "minute"),
    [
        ("at a quarter to twelve yesterday", MONDAY, 11, 45),
        ("half past nine", TODAY, 9, 30),
        ("at half nine", TODAY, 9, 30),
        ("at nine thirty", TODAY, 9, 30),
        ("at eight oh five yesterday", MONDAY, 8, 5),
        ("at 9.30", TODAY, 9, 30),
        ("at 1805", TODAY, 18, 5),
        ("at 18:05 hrs", TODAY, 18, 5),
        ("at 6:05 p.m.", TODAY, 18, 5),
        ("at three in the afternoon", TODAY, 15, 0),
        ("at five past three in the afternoon", TODAY, 15, 5),
        ("yesterday evening around six", MONDAY, 18, 0),
        ("on the 5th, 8:20", MONDAY, 8, 20),
        ("yesterday at around half past eight", MONDAY, 8, 30),
    ],
)
def test_one_moment_in_whatever_words(said: str, day: datetime, hour: int, minute: int) -> None:
    at = day + timedelta(hours=hour, minutes=minute)
    assert read(said) == (at, at + MINUTE, "")


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("since yesterday morning", MONDAY, NOW),
        ("since yesterday evening", MONDAY + timedelta(hours=17), NOW),
        ("since yesterday at nine", MONDAY + timedelta(hours=9), NOW),
        ("since last night", MONDAY + timedelta(hours=18), NOW),
        ("from yesterday morning until now", MONDAY, NOW),
        ("between eight and half past nine", TODAY + timedelta(hours=8), TODAY + timedelta(hours=9, minutes=30)),
        ("from eight to nine yesterday", MONDAY + timedelta(hours=8), MONDAY + timedelta(hours=9)),
        ("shortly after nine", TODAY + timedelta(hours=9), TODAY + timedelta(hours=9, minutes=30)),
    ],
)
def test_stretches_that_begin_or_end_at_a_part_of_a_day(said: str, start: datetime, end: datetime) -> None:
    assert read(said) == (start, end, "")


def test_what_was_before_a_part_of_a_day_ended_when_it_began() -> None:
    assert read("before yesterday noon") == (None, MONDAY + timedelta(hours=12, microseconds=-1), "")
    assert read("before this morning") == (None, TODAY - timedelta(microseconds=1), "")


def test_counts_are_no_clock_times() -> None:
    for said in ("with 2 to 3 mugs", "since 2023", "after the third mug", "on the second shelf"):
        assert read(said)[0] is None or read(said)[0] == datetime(2023, 1, 1)
