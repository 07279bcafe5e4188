"""Simulated homes: engines, TEACh's rules, tasks and recorded games, and the Gymnasium environments over them.

Importing this package registers three environments with Gymnasium and loads nothing else:

* ``homebody/Household-v0``: 17 actions; an object action takes the object the agent faces.
* ``homebody/HouseholdObject-v0``: an action and which of the visible objects it is for.
* ``homebody/Pointing-v0``: an action and the point of the image it is for.

``gymnasium.make("envs:homebody/Household-v0")`` needs no import beforehand. See ``docs/env.md``.
"""

from gymnasium.envs.registration import register, registry

import homebody_packages

homebody_packages.check(__name__)

ENVIRONMENTS = {
    "homebody/Household-v0": "envs.gym.env:HouseholdEnv",
    "homebody/HouseholdObject-v0": "envs.gym.env:HouseholdObjectEnv",
    "homebody/Pointing-v0": "envs.gym.env:PointingEnv",
}
"""Gymnasium id to entry point."""

for _id, _entry_point in ENVIRONMENTS.items():
    if _id not in registry:  # Gymnasium warns when an id is registered twice, as a reload of this package would
        register(_id, entry_point=_entry_point)
