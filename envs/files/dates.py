"""Reading dates and times from outside: the home's local time, far enough from the ends of the calendar to reckon with.

Python's calendar ends with the years 1 and 9999, and reckoning past them fails. What passes here may be moved by
centuries either way.
"""

from __future__ import annotations

from datetime import date, datetime

from envs.errors import BadInput

FIRST_YEAR, LAST_YEAR = 1000, 8999

_EXAMPLE = "write it as 2026-01-05 or 2026-01-05T09:30:00"


def read_time(text: object, what: str = "the time") -> datetime:
    """A time as ISO 8601 writes it; a day alone is its first moment.

    Args:
        text: What was given.
        what: How messages call it.

    Raises:
        BadInput: It is no time, has a time zone, or lies beyond the years 1000 to 8999.
    """
    if not isinstance(text, str) or not text.isascii():
        raise BadInput(f"{what} is {text!r:.60}, which is not a time; {_EXAMPLE}")
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise BadInput(f"{what} is {text!r:.60}, which is not a time; {_EXAMPLE}") from error
    if found.tzinfo is not None:
        raise BadInput(f"{what} is {text!r:.60}, with a time zone; give the home's local time without one")
    return checked_time(found, what)


def checked_time(time: datetime, what: str = "the time") -> datetime:
    """The same time.

    Raises:
        BadInput: It lies beyond the years 1000 to 8999.
    """
    if not in_calendar(time):
        raise BadInput(f"{what} is {time}; give one between the years {FIRST_YEAR} and {LAST_YEAR}")
    return time


def in_calendar(day: date) -> bool:
    """Whether a day or time can be reckoned with."""
    return FIRST_YEAR <= day.year <= LAST_YEAR
