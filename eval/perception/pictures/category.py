"""What the categories of other people's labels are called here: their names as types, by way of the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from envs.errors import BadInput
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_questions, in_requests
from perception.detector.phrases import household_classes, type_of


def types_by_category(names: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The types that each category may mean; none where no type is called so.

    A name spelled as AI2-THOR does is that type alone. Another may mean several types ("knife": also a butter knife),
    but none that another category of the same labels is named after.

    Args:
        names: Of all categories of one set of labels; a name may give several words, with "/" between them.

    Raises:
        BadInput: None of them means a type.
    """
    wanted = list(dict.fromkeys(names))
    own = {name: _own(name) for name in wanted}
    found = {}
    for name in wanted:
        taken = {kind for other in wanted if other != name for kind in own[other]}
        meant = own[name] if name in household_classes() else (*own[name], *_further(name))
        found[name] = tuple(kind for kind in dict.fromkeys(meant) if kind in own[name] or kind not in taken)
    if not any(found.values()):
        shown = ", ".join(name[:40] for name in wanted[:8]) + (", …" if len(wanted) > 8 else "")
        raise BadInput(
            f"none of the categories ({shown or 'there are none'}) is a type that is looked for; call them as AI2-THOR "
            "does (CoffeeMachine) or in plain words (coffee maker)"
        )
    return found


def _own(name: str) -> tuple[str, ...]:
    """Types that are called exactly so."""
    if name in household_classes():
        return (name,)
    kinds = (type_of(words) for words in _spellings(name))
    return tuple(dict.fromkeys(kind for kind in kinds if kind is not None))


def _further(name: str) -> tuple[str, ...]:
    """Types that are called so as well, in questions and in requests."""
    looked_for = set(household_classes())
    found: list[str] = []
    for words in _spellings(name):
        found += in_questions().get(words, ())
        found += [kind for kind in (in_requests().get(words),) if kind is not None]
    return tuple(kind for kind in found if kind in looked_for)


def _spellings(name: str) -> list[str]:
    """The words of a name, each in small letters with spaces, and in the singular."""
    found = []
    for part in name.split("/"):
        apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", part)
        plain = re.sub(r"[\s_\-.]+", " ", apart).strip().lower()
        head, _, last = plain.rpartition(" ")
        found += [plain, f"{head} {singular(last)}".strip(), plain.replace(" ", "")]
    return [words for words in dict.fromkeys(found) if words]
