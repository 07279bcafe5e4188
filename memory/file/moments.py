"""Times as the file keeps them: whole microseconds since 1970, in local time."""

from __future__ import annotations

from datetime import datetime, timedelta

_EPOCH = datetime(1970, 1, 1)
_MICROSECOND = timedelta(microseconds=1)
LAST = (datetime.max - _EPOCH) // _MICROSECOND
"""The end of the calendar."""


def microseconds(time: datetime) -> int:
    """A naive local time as the file keeps it."""
    return (time - _EPOCH) // _MICROSECOND


def moment(value: int) -> datetime:
    """The inverse of ``microseconds``."""
    return _EPOCH + timedelta(microseconds=value)
