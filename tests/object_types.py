"""What an object type lacks: ``python tests/object_types.py`` for all types, or with the names of some.

An object type is spread over several files; ``docs/extending/object_type.md`` tells what belongs into each.
"""

from __future__ import annotations

import sys

from envs.pocket.bodies.table import FORMS
from envs.pocket.render.shapes import BUILDERS
from envs.pocket.things import traits
from envs.pocket.things.palette import PALETTES
from envs.vocabulary.object_types import object_types
from perception.detector.phrases import phrases

UNSOUGHT = frozenset({"Floor"})
"""Types that no detector looks for."""
ROUNDED = frozenset({"Toaster", "DogBed", "Mug", "Cup"})
"""Receptacles that are taken for rounded boxes, on purpose."""


def missing(name: str) -> list[str]:
    """What a type lacks, each with the file that it belongs into; nothing when it is complete."""
    entry = object_types().get(name)
    receptacle = entry is not None and "receptacle" in entry.can
    takes = {*traits.OPEN_SURFACES, *traits.SINGLE_SLOT, *traits.ACCEPTS}
    lacks = {
        "its entry in assets/vocabulary.yaml": entry is None,
        "its prompts in assets/vocabulary.yaml": entry is not None and name not in phrases() and name not in UNSOUGHT,
        "its shape in BUILDERS of a module in envs/pocket/render/shapes/": name not in BUILDERS,
        "its colours in PALETTES of envs/pocket/things/palette.py": name not in PALETTES,
        "its body in a table of envs/pocket/bodies/": receptacle and name not in FORMS and name not in ROUNDED,
        "what it takes in assets/vocabulary.yaml": receptacle and name not in takes,
        "its support planes in assets/vocabulary.yaml": entry is not None and receptacle and not entry.support,
        "its pieces in assets/vocabulary.yaml": entry is not None
        and "sliceable" in entry.can
        and traits.SLICED_TYPE.get(name) not in object_types(),
    }
    return [what for what, lacking in lacks.items() if lacking]


def main(names: list[str]) -> int:
    """Say what types lack; exit code 1 when there is anything."""
    everything = {*object_types(), *BUILDERS} - {"*"}
    found = {name: missing(name) for name in names or sorted(everything)}
    for name, lacks in found.items():
        for what in lacks:
            print(f"{name} lacks {what}")
    return int(any(found.values()))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
