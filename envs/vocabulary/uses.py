"""What types are for people: what kind of thing they are, what for they are used, whether things go in or on them."""

from __future__ import annotations

from functools import cache

from envs.vocabulary.entries import entries, listing, with_field


@cache
def being(kind: str) -> frozenset[str]:
    """The types that are food, utensils, vessels, drink vessels, tables, soft, places or built in."""
    return frozenset(listing("types", "is", kind))


@cache
def handiest(use: str) -> tuple[str, ...]:
    """The types used for something ("cutting", "boiling"), the best first."""
    ranks = {name: uses[use] for name, uses in with_field("types", "used_for").items() if use in uses}
    return tuple(sorted(ranks, key=lambda name: int(ranks[name])))


@cache
def pieces() -> dict[str, str]:
    """Type of what is cut → type of its pieces."""
    return with_field("types", "pieces")


@cache
def basins() -> dict[str, str]:
    """Type of a basin → type of what it is sunk into."""
    return with_field("types", "basin_of")


def put_in(object_type: str) -> bool:
    """Whether one puts things *in* it; they are put *on* all others."""
    return entries("types").get(object_type, {}).get("put") == "in"


def family(object_type: str) -> str | None:
    """The family that it is drawn as on maps ("seat or bed"), None for other things."""
    return entries("types").get(object_type, {}).get("family")


WATER_BASINS = frozenset(handiest("catching water"))
"""Types under whose nearest running tap things are washed and filled."""
