"""How common each state is of things of a class, before anything of it is seen."""

from __future__ import annotations

import math
from functools import cache

from envs.vocabulary.object_types import object_types

_INITIAL = {"on": "toggled", "filled": "filled", "dirty": "dirty", "open": "open"}
_UNMEASURED = {"on": 0.5, "filled": 0.5, "dirty": 0.5}  # shares where recorded games say nothing; else 0
_CHANGED = {"broken": 0.02}  # share of things of which a deed has made it as likely as not
_USUALLY_CHANGED = 0.1


@cache
def prior(object_type: str, state: str) -> float:
    """Log-odds of a state of a thing of this class of which nothing was seen.

    From how often recorded games begin with it in that state (``envs.vocabulary.object_types``), and that one thing in
    ten was handled since; few are ever broken.
    """
    kind = object_types().get(object_type)
    initial = {} if kind is None else kind.initial
    begun = initial.get(_INITIAL.get(state, ""), _UNMEASURED.get(state, 0.0))
    changed = _CHANGED.get(state, _USUALLY_CHANGED)
    share = begun + changed * (0.5 - begun)
    return math.log(share / (1.0 - share))
