"""Weights of a YOLO-World as numbers alone: the file names an architecture that ultralytics publishes, and tensors.

``torch.load`` reads such a file with ``weights_only=True``, so nothing in it can run. The checkpoints that ultralytics
writes hold pickled objects, which run code when they are loaded; those are read only by somebody who trusts them.
"""

from __future__ import annotations

import io
import pickle
import pickletools
import re
import zipfile
from pathlib import Path
from typing import Any

import yaml

from envs.errors import BadInput
from envs.files.reading import MOST_WEIGHTS, read_input
from envs.files.writing import write_atomically
from perception.extras import needs

FORMAT = "homebody-yolo-world-1"
"""What a file of ours says that it is."""

_ARCHITECTURES = re.compile(r"yolov8([nsmlx])-(world|worldv2)\.yaml")
_PLAIN = re.compile(r"collections OrderedDict|torch\._utils _rebuild_tensor_v2|torch \w+Storage")
"""What a pickle names that holds tensors and plain values, each as ``pickletools`` writes it."""
_MOST_TEXTS = 10_000
_UNREADABLE = (RuntimeError, EOFError, KeyError, ValueError, AttributeError, OSError, zipfile.BadZipFile)


def packed(network: Any, architecture: str, **about: Any) -> bytes:
    """A file of weights.

    Args:
        network: A ``PhraseWorldModel``.
        architecture: Its published name, such as ``yolov8n-worldv2.yaml``.
        about: Plain values that are kept beside them.

    Raises:
        BadInput: It is of an architecture that ultralytics does not publish.
    """
    _architecture(architecture)
    torch, written = needs("torch"), io.BytesIO()
    torch.save({"format": FORMAT, **about, "network": tensors_of(network, architecture)}, written)
    return written.getvalue()


def tensors_of(network: Any, architecture: str) -> dict[str, Any]:
    """What ``network_of`` makes the same network of: plain values and tensors in half precision."""
    halves = {
        name: (value.detach().half() if value.is_floating_point() else value.detach()).contiguous().cpu()
        for name, value in network.state_dict().items()
    }
    return {"architecture": architecture, "texts": int(network.yaml["nc"]), "tensors": halves}


def write_weights(network: Any, architecture: str, path: Path, **about: Any) -> None:
    """Write a file of weights, in place of one that is there.

    Raises:
        BadInput: See ``packed``, or the place cannot be written to.
        TryAgain: The disk is full.
    """
    write_atomically(path, packed(network, architecture, **about), replace=True)


def read_plain(path: Path) -> dict[str, Any] | None:
    """What a file of weights holds; None for one that holds more than numbers, or is no file of ours.

    Nothing in the file is run, whatever it is.

    Raises:
        BadInput: It is missing or damaged.
    """
    torch = needs("torch")
    content = read_input(path, "file of weights", MOST_WEIGHTS)
    if not content.startswith((b"PK\x03\x04", b"\x80")):
        raise BadInput(f"{path} is not a checkpoint that torch can read; copy it again")
    try:
        if content.startswith(b"PK") and any(one.compress_type for one in _parts(content)):
            raise BadInput(f"{path} is not a checkpoint: torch packs nothing, and this is packed")
        held = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
    except pickle.UnpicklingError:
        return None
    except BadInput:
        raise
    except _UNREADABLE as error:
        reason = (str(error) or type(error).__name__).strip().splitlines()[0]
        raise BadInput(f"{path} is not a checkpoint that torch can read: {reason}; copy it again") from error
    return held if isinstance(held, dict) and held.get("format") == FORMAT else None


def needs_trust(path: Path) -> bool:
    """Whether ``read_plain`` would refuse a checkpoint; told without torch, from what its pickle names.

    Raises:
        BadInput: It is missing or damaged.
    """
    content = read_input(path, "file of weights", MOST_WEIGHTS)
    if not content.startswith(b"PK"):
        return True  # as torch wrote before 1.6, and homebody never did
    texts, named = set(), False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            pickled = next(one for one in archive.infolist() if one.filename.endswith("/data.pkl"))
            if pickled.compress_type != zipfile.ZIP_STORED:
                raise ValueError("torch packs nothing")  # and what is packed may be of any size
            operations = list(pickletools.genops(archive.read(pickled)))
    except (*_UNREADABLE, StopIteration, pickle.UnpicklingError) as error:
        raise BadInput(f"{path} is not a checkpoint that torch can read; copy it again") from error
    for operation, argument, _ in operations:
        texts |= {argument} if isinstance(argument, str) else set()
        foreign = operation.name == "GLOBAL" and not _PLAIN.fullmatch(str(argument))
        named |= foreign or operation.name in ("STACK_GLOBAL", "INST", "OBJ", "NEWOBJ", "NEWOBJ_EX")
    return named or FORMAT not in texts


def network_of(held: Any, name: Path) -> Any:
    """The network of ``tensors_of``, in full precision and ready to be asked.

    Raises:
        BadInput: The parts do not belong together.
    """
    torch = needs("torch")
    known = held if isinstance(held, dict) else {}
    architecture, texts, tensors = (known.get(key) for key in ("architecture", "texts", "tensors"))
    if not isinstance(texts, int) or not 0 < texts <= _MOST_TEXTS or not isinstance(tensors, dict):
        raise BadInput(f"{name} holds no network: {texts!r:.40} texts; copy it again, or train anew")
    network = needs("perception.detector.yolo_world_model").PhraseWorldModel(_layers(architecture, name), nc=texts)
    wanted = network.state_dict()
    wrong = sorted(
        key
        for key in {*wanted, *map(str, tensors)}
        if not isinstance(tensors.get(key), torch.Tensor)
        or key not in wanted
        or tensors[key].shape != wanted[key].shape
    )
    if wrong:
        raise BadInput(f"{name} holds weights of another network than {architecture} ({wrong[0]}); copy it again")
    network.load_state_dict({key: value.to(wanted[key].dtype) for key, value in tensors.items()})
    if not all(bool(torch.isfinite(value).all()) for value in network.parameters()):
        raise BadInput(f"{name} holds numbers that are not finite; it was damaged, or the training failed")
    return network.eval()


def untrusted(path: Path) -> BadInput:
    """What is said of a file that only somebody who trusts it may load."""
    return BadInput(
        f"{path} holds more than numbers: loading it may run any program that its maker put in. If you trust where it "
        "comes from, add --trust-weights (trust=True in Python); files that homebody trains need none"
    )


def architecture_file(name: str) -> Path:
    """Where ultralytics keeps the layers of an architecture; never a file of that name in the working folder.

    Raises:
        BadInput: It publishes none of that name.
    """
    scale, family = _architecture(name)
    return Path(str(needs("ultralytics").__file__)).parent / "cfg" / "models" / "v8" / f"yolov8{scale}-{family}.yaml"


def architecture_of(network: Any) -> str:
    """The published name of a network's architecture, "" for one that is not published."""
    name = Path(str(network.yaml.get("yaml_file", ""))).name
    return name if _ARCHITECTURES.fullmatch(name) else ""


def _architecture(name: object) -> tuple[str, str]:
    found = _ARCHITECTURES.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        raise BadInput(f"{name!r:.60} is not an architecture that ultralytics publishes, such as yolov8n-worldv2.yaml")
    return found[1], found[2]


def _parts(content: bytes) -> list[zipfile.ZipInfo]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.infolist()


def _layers(name: object, path: Path) -> dict[str, Any]:
    """The layers as ultralytics describes them: the file may only say which."""
    try:
        scale, family = _architecture(name)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error
    source = architecture_file(str(name)).with_name(f"yolov8-{family}.yaml")
    return {**yaml.safe_load(source.read_text(encoding="utf-8")), "scale": scale, "yaml_file": str(name)}
