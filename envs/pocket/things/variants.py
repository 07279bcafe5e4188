"""Colour and material variants: what tells one mug from another, in words that people use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from envs.pocket.things.palette import COLOURS, PALETTES, STYLED

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class Variant:
    """What tells one instance from another of its type.

    Attributes:
        colour: A plain English colour word.
        rgb: The colour itself, each channel from 0 to 1.
        material: Lower-case material word; also the texture it is drawn with.
    """

    colour: str
    rgb: Rgb
    material: str


def variant_of(record: dict[str, Any], style: int = 0) -> Variant:
    """The colour and material of an object, always the same for the same record name.

    What ``RandomizeMaterials`` and ``RandomizeColors`` drew for it is in the record (``repainted``, ``recoloured``).
    Pieces look like what they were cut from. Built-in furniture (cabinets, drawers, counters) is not told apart by
    colour: it takes its look from ``style``, one number per room (``Renderer.style``).
    """
    kind = record["objectType"]
    palette = PALETTES.get(kind) or PALETTES["*"]
    key = f"{STYLED[kind]}|{style}" if kind in STYLED else identity_of(record)
    if "repainted" in record and kind not in STYLED:
        key += f"|{record['repainted']}"
    word, material = palette[crc32(key.encode()) % len(palette)]
    own = record.get("salientMaterials")
    if own and material == "*":
        material = own[0].lower()
    if "recoloured" in record:
        word = list(COLOURS)[record["recoloured"] % len(COLOURS)]
    rgb = COLOURS[word]
    return Variant(word, rgb, "plastic" if material == "*" else material)


def identity_of(record: dict[str, Any]) -> str:
    """What stays the same while an object is moved and cut: its id up to the coordinates for food, else its name."""
    kind = record["objectType"].removesuffix("Sliced").removesuffix("Cracked")
    if kind in ("Apple", "Potato", "Egg", "Bread", "Tomato", "Lettuce"):
        return "|".join(record["objectId"].split("|")[:4])
    return str(record["name"])


def style_of(records: Sequence[dict[str, Any]], seed: int = 0) -> int:
    """The number from which a room's built-in furniture, floor and walls take their look."""
    floor = next((r for r in records if r["objectType"] == "Floor"), {"name": ""})
    drawn = f"|{floor['repainted']}" if "repainted" in floor else ""
    return crc32(f"{seed}|{floor['name']}{drawn}".encode())


def shape_number(record: dict[str, Any]) -> int:
    """A number from 0 to 7, always the same for the same record name."""
    return crc32(b"shape" + identity_of(record).encode()) % 8


def asset_of(record: dict[str, Any], variant: Variant) -> str:
    """A name for the form and the look of an object; things of a type that look the same share it."""
    return f"{record['objectType']}_{variant.colour}_{variant.material}_{shape_number(record) + 1}"
