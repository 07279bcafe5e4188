"""Keeping a recogniser's weights: half-precision numbers in a safetensors file, and a JSON file that says of what."""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from envs.errors import BadInput
from envs.files.reading import MOST_WEIGHTS, read_input
from envs.files.strict_json import read_json
from envs.files.writing import write_atomically
from perception.extras import needs

if TYPE_CHECKING:
    from perception.recognizer.network import NetworkShape, Recognizer

ARCHITECTURE = "homebody-longt5-2"
SHIPPED = "longt5_pocket.safetensors"


def shipped_weights() -> Path:
    """The file that comes with homebody, trained in pocket rooms.

    Raises:
        BadInput: This installation has none.
    """
    with as_file(files("assets") / "weights" / SHIPPED) as path:
        if not path.is_file():
            raise BadInput(f"this installation lacks {SHIPPED}; train your own with 'homebody train recognizer'")
        return path


def save_weights(network: Recognizer, path: Path) -> None:
    """Write the weights, and their shape into a JSON file of the same name.

    Raises:
        BadInput: The place cannot be written to.
        TryAgain: The disk is full.
    """
    torch, safetensors = needs("torch"), needs("safetensors.torch")
    halves = {
        name: (value.half() if value.dtype == torch.float32 else value).contiguous().cpu()
        for name, value in network.state_dict().items()
        if name not in _same_as_another(network)
    }
    shape = {"architecture": ARCHITECTURE, **network.shape.as_dict()}
    write_atomically(path, safetensors.save(halves), replace=True)
    write_atomically(path.with_suffix(".json"), (json.dumps(shape, indent=1) + "\n").encode(), replace=True)


def load_weights(path: Path) -> Recognizer:
    """A network with the weights of a file.

    Raises:
        BadInput: The file or the JSON file beside it is missing or damaged, or they belong to another network.
    """
    torch, safetensors = needs("torch"), needs("safetensors.torch")
    network_module = needs("perception.recognizer.network")
    path = Path(path)
    shape = load_shape(path)
    try:
        values: dict[str, Any] = safetensors.load(read_input(path, "file of weights", MOST_WEIGHTS))
    except needs("safetensors").SafetensorError as error:
        raise BadInput(f"{path} is not a readable safetensors file ({error}); copy it again") from error
    network: Recognizer = network_module.Recognizer(shape)
    wanted = {k: v for k, v in network.state_dict().items() if k not in _same_as_another(network)}
    wrong = sorted(set(wanted) ^ set(values)) or sorted(k for k in wanted if wanted[k].shape != values[k].shape)
    if wrong:
        raise BadInput(
            f"{path} holds weights of another network than its JSON file says ({len(wrong)} parts differ, such as "
            f"{wrong[0]}); the two files belong together"
        )
    network.load_state_dict({k: v.to(wanted[k].dtype) for k, v in values.items()}, strict=False)
    with torch.no_grad():
        bad = [name for name, value in network.named_parameters() if not bool(torch.isfinite(value).all())]
    if bad:
        raise BadInput(f"{path} holds numbers that are not finite, in {bad[0]}; it was damaged or the training failed")
    return network.eval()


def load_shape(path: Path) -> NetworkShape:
    """What the weights of a file are weights of.

    Raises:
        BadInput: The file or its JSON file is missing, damaged, or of another architecture.
    """
    network_module = needs("perception.recognizer.network")
    beside = Path(path).with_suffix(".json")
    for one in (Path(path), beside):
        if not one.is_file():
            raise BadInput(f"there is no file {one}; weights are a .safetensors file with a .json file beside it")
    try:
        known = read_json(beside, "description of weights")
        architecture = known.pop("architecture")
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise BadInput(f"{beside} does not say what the weights are weights of ({error}); copy it again") from error
    if architecture != ARCHITECTURE:
        raise BadInput(f"{path} holds weights of {architecture!r}; this recogniser is {ARCHITECTURE!r}")
    try:
        known["actions"], known["object_types"] = tuple(known["actions"]), tuple(known["object_types"])
        return network_module.NetworkShape(**known)
    except (KeyError, TypeError) as error:
        raise BadInput(f"{beside} does not describe a network of {ARCHITECTURE!r}: {error}") from error


def _same_as_another(network: Recognizer) -> frozenset[str]:
    """The encoder's word vectors are there twice and never used: frames come as vectors."""
    names = network.state_dict()
    return frozenset(name for name in names if name.endswith(("encoder.shared.weight", "embed_tokens.weight")))
