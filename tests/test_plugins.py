"""Detectors and recognisers by name: ours, those of installed packages, module:Class, and broken ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from standins import script_probes

from envs.errors import BadInput
from homebody.doctor import finding_rows, models, probes
from homebody.doctor.finding import Finding, IntendedUse
from homebody.doctor.process import EndedProcess
from perception import plugins
from perception.detector.truth import GroundTruthDetector, NoisyDetector
from perception.extras import needs
from perception.noise import NOISE
from perception.recognizer.truth import GroundTruthRecognizer, NoisyRecognizer
from perception.testing import PocketEpisodes, PocketFrames, check_detector, check_recognizer

EYES = """
from perception.recognizer.action import NO_ACTION, RecognizedAction
from perception.detector.detection import Detection, checked_classes, checked_frame
from perception.recognizer.truth import checked_episode

class Eyes:
    def __init__(self, weights=None, device="auto", strength=1.0):
        if weights is not None:
            open(weights).close()
        self.told = weights, device, strength
    def detect(self, frame, classes):
        height, width = checked_frame(frame).shape[:2]
        return [Detection(name, 0.5, (0.0, 0.0, float(width), float(height))) for name in checked_classes(classes)]

class Hands:
    def recognize(self, frames, detections):
        checked_episode(frames, detections)
        return [RecognizedAction(NO_ACTION) for _ in frames]

class Asking:
    def __init__(self, source): self.source = source
    def detect(self, frame, classes): return []

def squint(strength=0.5):
    return Eyes(strength=strength)

def nothing():
    return None

class Blind:
    def look(self, frame): return []

class Narrow:
    def detect(self, frame): return []

class Static:
    @staticmethod
    def detect(frame, classes): return []

class Needy:
    def __init__(self):
        import a_package_that_nobody_has
    def detect(self, frame, classes): return []

NUMBER = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where packages are installed for one test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("third_"):
            del sys.modules[name]


def install(folder: Path, package: str, points: dict[str, str], text: str = EYES) -> None:
    """A distribution with one module and entry points, ``group/name`` → value."""
    (folder / f"{package}.py").write_text(text)
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [
        f"[{group}]\n{name} = {value}" for (group, _, name), value in ((k.partition("/"), v) for k, v in points.items())
    ]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n")


# -- ours --------------------------------------------------------------------------------------------------------


def test_ours_by_name() -> None:
    frames, episodes = PocketFrames(), PocketEpisodes()
    assert isinstance(plugins.detector("ground-truth", frames.event), GroundTruthDetector)
    assert isinstance(plugins.recognizer("ground-truth", episodes.done), GroundTruthRecognizer)
    noisy = plugins.detector(
        "noisy", frames.event, seed=3, noise="light", misses=0.5, smallest=1, pixels=1, weights=None
    )
    assert isinstance(noisy, NoisyDetector)
    assert (noisy.noise.misses, noisy.noise.jitter) == (0.5, NOISE["light"].jitter)
    assert check_detector(noisy, frames).detections > 10
    deaf = plugins.recognizer("noisy", episodes.done, wrong_action=1.0)
    assert isinstance(deaf, NoisyRecognizer)
    assert check_recognizer(deaf, episodes).actions


def test_noise_over_any_detector(folder: Path) -> None:
    install(folder, "third_eyes", {})
    noisy = plugins.detector("noisy", inner="third_eyes:Eyes", strength=2.0, noise="none", false_positives=3)
    assert len(noisy.detect(np.zeros((8, 8, 3), np.uint8), ["Mug"])) > 1
    inner = plugins.detector("third_eyes:Eyes")
    frame = np.ones((8, 8, 3), np.uint8)
    assert plugins.detector("noisy", inner=inner, noise="none").detect(frame, ["Mug"]) == inner.detect(frame, ["Mug"])


def test_the_truth_needs_a_source() -> None:
    for name in ("ground-truth", "noisy"):
        with pytest.raises(BadInput, match="missing a required argument: 'source'"):
            plugins.detector(name)


# -- other peoples' ----------------------------------------------------------------------------------------------


def test_an_installed_package_offers_by_entry_point(folder: Path) -> None:
    install(
        folder,
        "third_eyes",
        {
            "homebody.detectors/third": "third_eyes:Eyes [fast]",
            "homebody.recognizers/third-hands": "third_eyes:Hands",
        },
    )
    assert plugins.DETECTORS.names() == ("yolo-world", "ground-truth", "noisy", "third")
    assert "third_eyes" not in sys.modules  # nothing is imported before it is asked for
    eyes = plugins.detector("third", lambda: 0, strength=3.0, weights=None)
    assert vars(eyes)["told"] == (None, "auto", 3.0)
    assert check_detector(eyes).detections == 63
    assert check_recognizer(plugins.recognizer("third-hands")).actions == ()


def test_module_and_class(folder: Path) -> None:
    install(folder, "third_eyes", {})
    assert check_detector(plugins.detector("third_eyes:Eyes")).frames == 9
    assert vars(plugins.detector("third_eyes:squint"))["told"] == (None, "auto", 0.5)
    assert vars(plugins.detector("third_eyes:Asking", lambda: 41))["source"]() == 41
    assert plugins.detector("third_eyes:Static").detect(np.zeros((1, 1, 3), np.uint8), ["Mug"]) == []


def test_a_module_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    (tmp_path / "third_local.py").write_text(EYES)
    assert plugins.detector("third_local:Eyes").detect(np.zeros((1, 1, 3), np.uint8), ["Mug"])


def test_ours_cannot_be_replaced_and_two_of_a_name_are_refused(folder: Path) -> None:
    points = {"homebody.detectors/third": "third_eyes:Eyes", "homebody.detectors/noisy": "third_eyes:Eyes"}
    install(folder, "third_eyes", points)
    install(folder, "third_more", {"homebody.detectors/third": "third_more:Eyes"})
    assert plugins.DETECTORS.place("noisy").startswith("perception.")
    with pytest.raises(
        BadInput, match="two packages offer a detector 'third'; name one: third_eyes:Eyes or third_more:Eyes"
    ):
        plugins.detector("third")


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        (
            "yoloworld",
            {},
            "there is no detector 'yoloworld'; did you mean 'yolo-world'. there are yolo-world, .* noisy, third, and",
        ),
        ("", {}, "there is no detector ''; there are"),
        ("third_eyes:", {}, "there is no detector 'third_eyes:'"),
        ("../third_eyes:Eyes", {}, "there is no detector"),
        ("nowhere_to_be_found:Eyes", {}, "there is no module nowhere_to_be_found; install its package"),
        ("third_eyes:Elephant", {}, "module third_eyes has no Elephant"),
        ("third_eyes:NUMBER", {}, "third_eyes:NUMBER is neither a class nor a function"),
        (
            "third_eyes:Blind",
            {},
            r"Blind has no method detect\(frame, classes\); see perception.detector.detection.Detector",
        ),
        ("third_eyes:Narrow", {}, r"Narrow.detect\(self, frame\) cannot be called as detect\(frame, classes\)"),
        ("third_eyes:Hands", {}, "Hands has no method detect"),
        ("third_eyes:nothing", {}, "NoneType has no method detect"),
        ("third_eyes:Eyes", {"speed": 2}, "unexpected keyword argument 'speed'; it takes weights, device, strength"),
        ("third_eyes:Eyes", {"weights": "gone.pt"}, "cannot be made: .*No such file or directory: 'gone.pt'"),
        ("third_eyes:Needy", {}, "cannot be made: No module named 'a_package_that_nobody_has'"),
        ("third_torn:Eyes", {}, "third_torn does not import: .*third_torn.py, line 1"),
        ("third_poor:Eyes", {}, "third_poor needs a_package_that_nobody_has, which is not installed"),
        ("third_eyes.inner:Eyes", {}, "there is no module third_eyes.inner"),
        ("third", {}, "module third_eyes has no Gone"),
    ],
)
def test_what_is_broken_is_one_sentence(folder: Path, name: str, options: dict[str, Any], words: str) -> None:
    install(folder, "third_eyes", {"homebody.detectors/third": "third_eyes:Gone"})
    (folder / "third_torn.py").write_text("class Eyes")
    (folder / "third_poor.py").write_text("import a_package_that_nobody_has")
    with pytest.raises(BadInput, match=words) as caught:
        plugins.detector(name, **options)
    assert "\n" not in str(caught.value)


def test_a_recogniser_that_is_none(folder: Path) -> None:
    install(folder, "third_eyes", {})
    with pytest.raises(
        BadInput, match=r"recogniser 'third_eyes:Eyes': Eyes has no method recognize\(frames, detections\)"
    ):
        plugins.recognizer("third_eyes:Eyes")
    with pytest.raises(BadInput, match="there is no recogniser 'longt6'; did you mean 'longt5'"):
        plugins.recognizer("longt6")


# -- extras ------------------------------------------------------------------------------------------------------


def test_what_is_not_installed_is_one_sentence_that_says_what_to_type(folder: Path) -> None:
    assert needs("json.decoder") is sys.modules["json.decoder"]
    with pytest.raises(BadInput, match=r"^third_gone is not installed: pip install 'homebody\[perception\]'$"):
        needs("third_gone")
    (folder / "third_poor.py").write_text("import third_gone")
    with pytest.raises(BadInput, match=r"^third_gone, which third_poor needs, is not installed: .*\[semantic\]'$"):
        needs("third_poor", "semantic")
    (folder / "third_torn.py").write_text("raise OSError('libthird.so: cannot open\\nsecond line')")
    with pytest.raises(
        BadInput, match=r"^third_torn is installed but does not import \(libthird.so: cannot open\): pip"
    ):
        needs("third_torn")


# -- doctor ------------------------------------------------------------------------------------------------------


def row(wish: IntendedUse) -> dict[str, object]:
    verdict = models.check_weights(wish)
    return finding_rows([Finding("detector weights", verdict.state, verdict.detail, verdict.fix, wish.detection)])[0]


def test_doctor_tries_a_detector_of_ones_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = EndedProcess('{"note": "third loads"}\n{"note": "third looked at a frame of 64×64 and found 3"}')
    late = replace(answer, problem="no answer within 9.5 s", late=True)
    stuck = EndedProcess('{"note": "third loads"}', "no answer within 9.5 s", late=True)
    bad = EndedProcess("", "detector 'third': no module")
    install(folder, "third_eyes", {"homebody.detectors/third": "third_eyes:Eyes"})
    script_probes(monkeypatch, models, detector=[answer, late, stuck, bad])
    for _ in range(2):
        found = row(IntendedUse(detector="third"))
        assert (found["state"], found["asked"]) == ("ok", True)
        assert found["detail"] == "third looked at a frame of 64×64 and found 3"
    assert row(IntendedUse(detector="third"))["detail"] == "no answer within 9.5 s; done before: third loads"
    found = row(IntendedUse(detector="third", weights=folder / "gone.pt"))
    assert (found["state"], found["detail"]) == ("broken", "detector 'third': no module")
    assert "detector third" in str(found["fix"]) and "gone.pt" in str(found["fix"])


def test_what_doctor_tries(folder: Path) -> None:
    install(folder, "third_eyes", {})
    for name, count in (("third_eyes:Eyes", 3), ("third_eyes:Asking", 0)):
        last = f"{name} looked at a frame of 64×64 and found {count}"
        assert list(probes.detector(name)) == [f"{name} loads", last]
    with pytest.raises(probes.ProbeFailed, match=r"gone\.pt"):
        list(probes.detector("third_eyes:Eyes", "gone.pt"))
    with pytest.raises(probes.ProbeFailed, match="has no method detect"):
        list(probes.detector("third_eyes:Blind"))
    with pytest.raises(BadInput, match="there is no detector 'magic'"):
        IntendedUse(detector="magic")


def test_doctor_knows_that_the_truth_needs_no_weights() -> None:
    for name in plugins.UNTRAINED:
        assert row(IntendedUse(detector=name, weights=Path("w.pt"))) == {
            "layer": "detector weights",
            "state": "ok",
            "detail": f"{name} needs no weights",
            "fix": "",
            "asked": False,
        }


def test_doctor_tells_a_detectors_weights_from_a_recognisers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models.assets, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(models, "package_folder", lambda _: tmp_path)
    assert "no detector weights" in models.check_weights(IntendedUse()).detail
    assert "no recogniser weights" in models.check_recognizer_weights(IntendedUse()).detail
    (tmp_path / "weights").mkdir()
    old, onnx = b"\x80\x02" + bytes(2000), b"\x08\x08\x12\x07pytorch" + bytes(2000)
    for name, data in (
        ("yolo_world_pocket.pt", old),
        ("yolo_world_pocket.onnx", onnx),
        ("longt5_pocket.pt", old + old),
    ):
        (tmp_path / "weights" / name).write_bytes(data)
    (tmp_path / "weights" / "phrases_minilm.npz").write_bytes(old)
    foreign = models.check_weights(IntendedUse())  # an old pickle of nobody knows what
    assert foreign.state == "broken" and foreign.detail.startswith("yolo_world_pocket.pt, 0.0 MB; it holds more than")
    assert models.check_recognizer_weights(IntendedUse()).detail == "longt5_pocket.pt, 0.0 MB"
    monkeypatch.setattr(models, "package_folder", lambda name: tmp_path if name == "onnxruntime" else None)
    assert models.check_weights(IntendedUse()).detail == "yolo_world_pocket.onnx, 0.0 MB"
    assert "transformers is not installed" in models.check_recognizer_weights(IntendedUse()).detail
