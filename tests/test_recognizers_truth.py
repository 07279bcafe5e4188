"""The recogniser that is told the answer, the same with mistakes, and the check that any recogniser can be put to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from perception.detector.detection import Detection
from perception.noise import ACTION_NOISE, ActionNoise
from perception.recognizer.action import ACTIONS, INTERACTIONS, MOTIONS, NO_ACTION, NO_OBJECT, RecognizedAction
from perception.recognizer.truth import GroundTruthRecognizer, NoisyRecognizer, checked_episode
from perception.testing import PocketEpisodes, check_recognizer

START = RecognizedAction(NO_ACTION)
TYPES = tuple(object_types())
BOX = (0.0, 0.0, 2.0, 2.0)
shares = st.floats(0, 1)


def pictures(count: int, first: int = 0) -> list[np.ndarray]:
    return [np.random.default_rng(first + i).integers(0, 256, (4, 5, 3), np.uint8) for i in range(count)]


def told(*done: RecognizedAction) -> GroundTruthRecognizer:
    return GroundTruthRecognizer(lambda: done)


# -- ground truth ------------------------------------------------------------------------------------------------


def test_what_was_done_is_what_is_recognised() -> None:
    done = [START]
    recognizer = GroundTruthRecognizer(lambda: done)
    assert recognizer.recognize(pictures(1), [()]) == [START]
    done.append(RecognizedAction("Pickup", "Mug"))
    assert recognizer.recognize(pictures(2), [(), ()]) == done


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(BadInput, match="3 frames, but the source tells what led to 1"):
        told(START).recognize(pictures(3), [()] * 3)
    with pytest.raises(BadInput, match="'Pickup' led to the first frame"):
        told(RecognizedAction("Pickup", "Mug")).recognize(pictures(1), [()])
    with pytest.raises(BadInput, match="2 lists of detections for 1 frames"):
        checked_episode(pictures(1), [(), ()])
    with pytest.raises(BadInput, match="there are no frames"):
        checked_episode([], [])


# -- mistakes ----------------------------------------------------------------------------------------------------

actions = st.builds(
    RecognizedAction, st.sampled_from(ACTIONS), st.sampled_from((NO_OBJECT, "Mug", "Fridge")), shares, shares
)
noises = st.builds(ActionNoise, shares, shares, shares)


@given(st.lists(actions, max_size=8), noises, st.integers(0, 1 << 70), st.booleans())
def test_whatever_the_noise_the_contract_is_kept(
    done: list[RecognizedAction], noise: ActionNoise, seed: int, seen: bool
) -> None:
    done, frames = [START, *done], pictures(len(done) + 1)
    found = [(Detection("Mug", 1.0, BOX), Detection("red mug", 1.0, BOX)) if seen else ()] * len(frames)
    said = NoisyRecognizer(told(*done), seed, noise).recognize(frames, found)
    assert len(said) == len(done) and said[0] == START
    for true, item in zip(done, said, strict=True):
        assert item.action in ACTIONS and (item.object_type in TYPES or item.object_type == NO_OBJECT)
        assert 0 <= item.confidence <= 1 and 0 <= item.object_confidence <= 1
        assert true.action != NO_ACTION or item == true
        assert item.action == NO_ACTION or (item.action in MOTIONS) == (true.action in MOTIONS)
    again = NoisyRecognizer(told(*done), seed, noise).recognize([frame.copy() for frame in frames], found)
    assert again == said


@given(st.lists(actions, max_size=8))
def test_no_noise_changes_nothing(done: list[RecognizedAction]) -> None:
    done = [START, *done]
    assert NoisyRecognizer(told(*done), 1, "none").recognize(pictures(len(done)), [()] * len(done)) == done


def test_mistakes_do_not_depend_on_what_follows() -> None:
    done = [START, *(RecognizedAction("Pickup", "Mug") for _ in range(30))]
    frames = pictures(31)
    whole = NoisyRecognizer(told(*done), 2, "heavy").recognize(frames, [()] * 31)
    part = NoisyRecognizer(told(*done[:12]), 2, "heavy").recognize(frames[:12], [()] * 12)
    assert whole[:12] == part
    assert whole != NoisyRecognizer(told(*done), 3, "heavy").recognize(frames, [()] * 31)


def rates(noise: str, **changes: Any) -> list[RecognizedAction]:
    done = [START, *(RecognizedAction("Pickup", "Mug") for _ in range(1500))]
    seen = [(Detection("Fridge", 1.0, BOX), Detection("Mug", 1.0, BOX))] * len(done)
    return NoisyRecognizer(told(*done), 7, noise, **changes).recognize(pictures(len(done)), seen)[1:]


def test_rates_are_what_they_are_called() -> None:
    missed = rates("none", misses=0.3)
    assert sum(item.action == NO_ACTION for item in missed) / 1500 == pytest.approx(0.3, abs=0.04)
    mistaken = [item.action for item in rates("none", wrong_action=0.2)]
    assert mistaken.count("Pickup") / 1500 == pytest.approx(0.8, abs=0.04)
    assert set(mistaken) == set(INTERACTIONS)
    kinds = [item.object_type for item in rates("none", wrong_object=0.25)]
    assert kinds.count("Mug") / 1500 == pytest.approx(0.75, abs=0.04)
    assert set(kinds) == {"Mug", "Fridge"}  # the other one in view


def test_an_object_is_mistaken_for_any_other_where_none_is_in_view() -> None:
    done = [START, *(RecognizedAction("Open", "Fridge") for _ in range(50))]
    noisy = NoisyRecognizer(told(*done), 0, "none", wrong_object=1)
    kinds = {item.object_type for item in noisy.recognize(pictures(51), [()] * 51)[1:]}
    assert "Fridge" not in kinds and len(kinds) > 20 and kinds <= set(TYPES)


def test_levels_are_ordered_and_unknown_ones_refused() -> None:
    levels = [ACTION_NOISE[name] for name in ("none", "light", "medium", "heavy")]
    for field in ("misses", "wrong_action", "wrong_object"):
        values = [getattr(level, field) for level in levels]
        assert values == sorted(set(values)), field
    with pytest.raises(BadInput, match="there is no noise 'loud'"):
        NoisyRecognizer(told(START), 0, "loud")
    with pytest.raises(BadInput, match="ActionNoise has no 'jitter'"):
        NoisyRecognizer(told(START), 0, "light", jitter=0.1)


# -- the check ---------------------------------------------------------------------------------------------------


def test_ours_pass() -> None:
    episodes = PocketEpisodes()
    truth = GroundTruthRecognizer(episodes.done)
    report = check_recognizer(truth, episodes)
    assert (report.episodes, report.frames) == (3, 11)
    assert report.actions == ("Forward", "Look Down", "Turn Left")
    for level in ACTION_NOISE:
        assert check_recognizer(NoisyRecognizer(truth, 1, level), episodes).frames == 11


class Good:
    """Says Forward wherever it is asked; the bad ones below each have one fault."""

    def recognize(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> list[RecognizedAction]:
        checked_episode(frames, detections)
        return [START, *(RecognizedAction("Forward", NO_OBJECT, 0.5) for _ in frames[1:])]


def test_a_third_partys_recogniser_passes() -> None:
    assert check_recognizer(Good()).actions == ("Forward",)


def altered(change: Callable[[Any, Sequence[np.ndarray], list[RecognizedAction]], Any]) -> type[Good]:
    class Bad(Good):
        calls = 0

        def recognize(
            self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
        ) -> list[RecognizedAction]:
            self.calls += 1
            return change(self, frames, super().recognize(frames, detections))

    return Bad


def scribble(_: Any, frames: Sequence[np.ndarray], said: list[RecognizedAction]) -> list[RecognizedAction]:
    frames[0][0, 0] ^= 1
    return said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s, f, a: tuple(a), "a list of RecognizedAction, not tuple"),
        (lambda s, f, a: a[1:], "4 actions for 5 frames"),
        (lambda s, f, a: ["Forward"] * len(a), "RecognizedAction, not str"),
        (lambda s, f, a: [replace(i, action="Dance") for i in a], "'Dance' is not an action"),
        (lambda s, f, a: [replace(i, object_type="mug") for i in a], "'mug' is not an AI2-THOR type"),
        (lambda s, f, a: [replace(i, confidence=1.5) for i in a], "confidence 1.5 is not a number"),
        (
            lambda s, f, a: [replace(i, object_confidence=np.float32(1)) for i in a],
            "object_confidence .* not a number",
        ),
        (lambda s, f, a: [replace(i, action="Forward") for i in a], "nothing led to the first frame"),
        (lambda s, f, a: [replace(i, confidence=1 / s.calls) for i in a], "asked twice"),
        (scribble, "it changed the frames"),
    ],
)
def test_a_broken_contract_is_named(change: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_recognizer(altered(change)())


class Careless:
    """Looks at nothing but how many frames there are."""

    def recognize(self, frames: Any, detections: Any) -> list[RecognizedAction]:
        return [START for _ in frames]


def test_what_has_to_be_refused_has_to_be_refused() -> None:
    with pytest.raises(AssertionError, match="without frames is to be refused"):
        check_recognizer(Careless())
    with pytest.raises(ValueError, match="no episodes"):
        check_recognizer(Good(), [])
