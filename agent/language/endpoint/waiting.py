"""How long a server asks to be left alone, as its ``Retry-After`` says (RFC 9110, 10.2.3)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from email.utils import parsedate_to_datetime


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds; None when it does not say, or what it says cannot be read.

    A date counts from the server's own ``Date``, as its clock need not be ours; without that one nobody knows how far
    off it is. A time that is over is no wait.

    Args:
        headers: Of the reply; names in any case, as HTTP packages keep them.
    """
    told = headers.get("retry-after", "").strip()
    with suppress(ValueError):
        seconds = float(told)
        return seconds if 0 <= seconds < math.inf else None
    then, now = _date(told), _date(headers.get("date", ""))
    return max(0.0, (then - now).total_seconds()) if then and now else None


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text[:100])
    except (TypeError, ValueError, OverflowError):
        return None
    return found if found.tzinfo else None
