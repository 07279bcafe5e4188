"""Simulated homes: engines, TEACh's rules, tasks and recorded games, and the Gymnasium environments over them.

Importing this package registers three environments with Gymnasium, as soon as that is imported, and loads nothing:

* ``homebody/Household-v0``: 17 actions; an object action takes the object the agent faces.
* ``homebody/HouseholdObject-v0``: an action and which of the visible objects it is for.
* ``homebody/Pointing-v0``: an action and the point of the image it is for.

``gymnasium.make("envs:homebody/Household-v0")`` needs no import beforehand. See ``docs/env.md``.
"""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

import homebody_packages

homebody_packages.check(__name__)

ENVIRONMENTS = {
    "homebody/Household-v0": "envs.gym.env:HouseholdEnv",
    "homebody/HouseholdObject-v0": "envs.gym.env:HouseholdObjectEnv",
    "homebody/Pointing-v0": "envs.gym.env:PointingEnv",
}
"""Gymnasium id to entry point."""

_REGISTRATION = "gymnasium.envs.registration"


def _register(gymnasium: ModuleType) -> None:
    """Make the environments known to Gymnasium's registration module."""
    for name, entry_point in ENVIRONMENTS.items():
        if name not in gymnasium.registry:  # Gymnasium warns when an id is registered twice, as a reload would
            gymnasium.register(name, entry_point=entry_point)


class _WhenGymnasiumComes(MetaPathFinder):
    """Registers the environments once somebody imports Gymnasium, which takes longer than most commands do."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """See ``importlib``."""
        if fullname != _REGISTRATION:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_register(module: ModuleType) -> None:
                run(module)
                _register(module)

            spec.loader.exec_module = run_and_register
        return spec


if _REGISTRATION in sys.modules:
    _register(sys.modules[_REGISTRATION])
else:
    sys.meta_path.insert(0, _WhenGymnasiumComes())
