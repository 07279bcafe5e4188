"""The recogniser as others use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from perception.detector.detection import Detection, checked_frame
from perception.extras import needs
from perception.recognizer.action import DeedChances, RecognizedAction
from perception.recognizer.features import Features, both_sizes, features
from perception.recognizer.weights import load_weights, shipped_weights

_AT_ONCE = 128
"""Frames whose pictures are kept at a time, so that an episode of any length takes little memory."""

_REMEMBERED = 512
"""Frames whose tokens are kept: of the latest few frames, given after every step, most need not be read again."""

_SMALL = 32
"""Frames whose smaller sizes are kept: each is looked at as the new one, as the one before, and as the first."""

_Key = tuple[bytes, bytes]
"""What tells frames apart, and what was found in them."""


class LongT5Recognizer:
    """Tells from frames what the robot did: small picture networks, a LongT5 encoder over their tokens, two heads.

    As in H²-EMV's vision-only setting, with picture networks of our own in place of CLIP, which cannot be had offline.
    What a detector found helps and is not needed; a class that was not among the ones trained on counts as "something".

    Args:
        weights: A ``.safetensors`` file with its ``.json`` beside it; None takes the ones that come with homebody.
        device: ``cpu``, ``cuda``, or ``auto`` for the graphics card where there is one.

    Raises:
        BadInput: torch or transformers is not installed, there is no such device, or the weights cannot be used.
    """

    def __init__(self, weights: str | Path | None = None, device: str = "auto") -> None:
        torch = needs("torch")
        needs("transformers")
        self._inference = needs("perception.recognizer.training.inference")
        self.weights = Path(weights) if weights is not None else shipped_weights()
        try:
            self.device = self._inference.device_of(device)
            self._network = load_weights(self.weights).to(torch.device(self.device))
        except (RuntimeError, AssertionError) as error:  # AssertionError: torch without CUDA
            reason = str(error).splitlines()[0]
            raise BadInput(f"device {device!r} cannot be used ({reason}); choose auto or cpu") from error
        self._tokens: dict[tuple[_Key | None, _Key], Any] = {}
        self._small: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
        self._digests = _Digests()
        self._types = {kind: k + 1 for k, kind in enumerate(self._network.shape.object_types)}

    @property
    def object_types(self) -> tuple[str, ...]:
        """The types it can name."""
        return self._network.shape.object_types

    def recognize(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> list[RecognizedAction]:
        """What was done; see ``perception.recognizer.action.ActionRecognizer``.

        A frame's answer depends on the frames before it and on few after it, so that the last few frames of an episode
        that goes on are enough to tell what was done last.
        """
        return self._inference.recognized(self._network, *self._probabilities(frames, detections))

    def chances(self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]) -> list[DeedChances]:
        """What may have been done; see ``perception.recognizer.action.DoubtingRecognizer``."""
        return self._inference.chances(self._network, *self._probabilities(frames, detections))

    def _probabilities(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> tuple[np.ndarray, np.ndarray]:
        """(n, actions) and (n, object types).

        Raises:
            BadInput: As in ``recognize``.
        """
        if len(frames) == 0:
            raise BadInput("there are no frames to recognise actions in; give at least one")
        if len(frames) != len(detections):
            raise BadInput(
                f"{len(frames)} frames and {len(detections)} lists of detections; give one list for each frame, empty "
                "where nothing was looked for"
            )
        for frame in frames:
            checked_frame(frame)
        keys = [(self._digests.of(frame), _told(found)) for frame, found in zip(frames, detections, strict=True)]
        by_frame = {id(frame): key[0] for frame, key in zip(frames, keys, strict=True)}
        before: list[_Key | None] = [None, *keys[:-1]]
        pairs = list(zip(before, keys, strict=True))
        tokens = {pair: self._tokens[pair] for pair in pairs if pair in self._tokens}
        unread = [pair not in tokens for pair in pairs]
        with self._inference.one_thread():
            for (start, stop), found in self._read(frames, detections, list(_runs(unread)), by_frame):
                tokens.update(
                    {pairs[k]: self._inference.part_of(found, k - start, k - start + 1) for k in range(start, stop)}
                )
            self._remember(tokens)
            stacked = self._inference.joined([tokens[pair] for pair in pairs])
            return self._inference.probabilities(self._network, stacked)

    def _read(
        self,
        frames: Sequence[np.ndarray],
        detections: Sequence[Sequence[Detection]],
        runs: Sequence[tuple[int, int]],
        by_frame: Mapping[int, bytes],
    ) -> Iterator[tuple[tuple[int, int], Any]]:
        """Tokens of some runs of the frames, which are compared with the ones before them."""

        def small(frame: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return self._smaller(by_frame[id(frame)], frame)

        def seen(start: int, stop: int) -> Features:
            earlier = (frames[start - 1], detections[start - 1]) if start else (None, ())
            return features(frames[start:stop], detections[start:stop], self._types, *earlier, small)

        if runs and sum(stop - start for start, stop in runs) <= _SMALL:
            parts = [seen(*run) for run in runs]
            yield from zip(runs, self._inference.tokens_of_each(self._network, parts, self.device), strict=True)
            return
        for run in runs:
            yield run, self._inference.tokens_of(self._network, seen(*run), self.device)

    def _smaller(self, digest: bytes, frame: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if digest not in self._small:
            for old in list(self._small)[: max(0, len(self._small) + 1 - _SMALL)]:
                del self._small[old]
            self._small[digest] = both_sizes(frame)
        return self._small[digest]

    def _remember(self, tokens: dict[tuple[_Key | None, _Key], Any]) -> None:
        self._tokens.update(tokens)
        for pair in list(self._tokens)[: max(0, len(self._tokens) - _REMEMBERED)]:
            del self._tokens[pair]


class _Digests:
    """What tells frames apart; of the latest ones that is known when they come again."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[np.ndarray, bytes]] = {}

    def of(self, frame: np.ndarray) -> bytes:
        """The same for frames of the same pixels alone."""
        known = self._known.get(id(frame))
        if known is not None and np.array_equal(known[0], frame):  # whose it is may have drawn in it meanwhile
            return known[1]
        kept = np.ascontiguousarray(frame).copy()
        digest = blake2b(kept.data, digest_size=16, salt=str(frame.shape).encode()[:16]).digest()
        self._known.pop(id(frame), None)
        self._known[id(frame)] = kept, digest
        for old in list(self._known)[:-_SMALL]:
            del self._known[old]
        return digest


def _told(found: Sequence[Detection]) -> bytes:
    numbers = np.array([(one.confidence, *one.box) for one in found], np.float64)
    return blake2b(repr([one.label for one in found]).encode() + numbers.tobytes(), digest_size=16).digest()


def _runs(wanted: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """(start, stop) of what is wanted in a row, not too much at a time."""
    start = 0
    while start < len(wanted):
        if not wanted[start]:
            start += 1
            continue
        stop = start
        while stop < len(wanted) and wanted[stop] and stop - start < _AT_ONCE:
            stop += 1
        yield start, stop
        start = stop
