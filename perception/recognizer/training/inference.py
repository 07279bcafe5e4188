"""Running the network over frames in a row, however many. Imports torch; see ``network``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

import numpy as np
import torch
from torch.nn.utils.rnn import pad_sequence

from envs.vocabulary.object_types import object_types
from perception.recognizer.action import INTERACTIONS, NO_ACTION, NO_OBJECT, REQUIRED, DeedChances, RecognizedAction
from perception.recognizer.features import Features
from perception.recognizer.network import Recognizer, Tokens
from perception.recognizer.training.batches import batch_of

WINDOW = 32
"""Frames that the encoder reads at a time."""
CONTEXT = 12
"""So many of them are there for the others' sake only: what came before."""


@contextmanager
def one_thread() -> Iterator[None]:
    """One thread of torch: several wait for each other at every layer, ten times as long beside other work."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def device_of(name: str) -> str:
    """``auto`` is the graphics card where there is one."""
    return ("cuda" if torch.cuda.is_available() else "cpu") if name == "auto" else name


def tokens_of(network: Recognizer, seen: Features, device: str) -> Tokens:
    """One token for each of n frames; the result has no dimension for windows."""
    starts = range(0, len(seen), 2 * WINDOW)
    parts = (seen.part(start, min(len(seen), start + 2 * WINDOW)) for start in starts)
    return joined([tokens_of_each(network, [part], device)[0] for part in parts])


def tokens_of_each(network: Recognizer, parts: Sequence[Features], device: str) -> list[Tokens]:
    """Tokens of a few frames here and a few there, read at once; see ``tokens_of``."""
    with torch.no_grad():
        found = network.tokens(batch_of(parts).to(device))
    return [
        Tokens(found.vectors[k, :n], found.keys[k, :n], found.labels[k, :n], found.hints[k, :n])
        for k, n in enumerate(map(len, parts))
    ]


def joined(parts: Sequence[Tokens]) -> Tokens:
    """Tokens of frames in a row."""
    return Tokens(
        torch.cat([part.vectors for part in parts]),
        torch.cat([part.keys for part in parts]),
        torch.cat([part.labels for part in parts]),
        torch.cat([part.hints for part in parts]),
    )


def part_of(tokens: Tokens, start: int, stop: int) -> Tokens:
    """Some of them."""
    part = slice(start, stop)
    return Tokens(tokens.vectors[part], tokens.keys[part], tokens.labels[part], tokens.hints[part])


def probabilities(network: Recognizer, tokens: Tokens) -> tuple[np.ndarray, np.ndarray]:
    """(n, actions) and (n, object types) from tokens in a row, read in windows that overlap."""
    actions, kinds = [], []
    for start in range(0, len(tokens.vectors), WINDOW - CONTEXT):
        begin = max(0, start - CONTEXT)
        action, kind = _read(network, [part_of(tokens, begin, start + WINDOW - CONTEXT)])
        actions.append(action[0, start - begin :])
        kinds.append(kind[0, start - begin :])
    return np.concatenate(actions), np.concatenate(kinds)


def probabilities_live(network: Recognizer, tokens: Tokens, latest: int) -> tuple[np.ndarray, np.ndarray]:
    """The same as somebody gets who, after every frame, gives the latest few and takes the last answer."""
    actions, kinds = [], []
    count = len(tokens.vectors)
    for first in range(0, count, 64):
        ends = range(first, min(count, first + 64))
        windows = [part_of(tokens, max(0, end + 1 - latest), end + 1) for end in ends]
        last = [len(window.vectors) - 1 for window in windows]
        action, kind = _read(network, windows)
        actions.append(action[np.arange(len(ends)), last])
        kinds.append(kind[np.arange(len(ends)), last])
    return np.concatenate(actions), np.concatenate(kinds)


def _read(network: Recognizer, windows: Sequence[Tokens]) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities of tokens in windows, padded to the longest."""
    vectors = pad_sequence([w.vectors for w in windows], batch_first=True)
    keys = pad_sequence([w.keys for w in windows], batch_first=True)
    labels = pad_sequence([w.labels for w in windows], batch_first=True)
    hints = pad_sequence([w.hints for w in windows], batch_first=True)
    there = pad_sequence([torch.ones_like(w.labels[:, 0]) for w in windows], batch_first=True)
    with torch.no_grad():
        action, kind = network.heads(Tokens(vectors, keys, labels, hints), there)
    return action.softmax(dim=-1).float().cpu().numpy(), kind.softmax(dim=-1).float().cpu().numpy()


def recognized(network: Recognizer, actions: np.ndarray, kinds: np.ndarray) -> list[RecognizedAction]:
    """What probabilities say: the likeliest action and object that go together.

    An interaction has an object that it can be done to (nobody picks up a cabinet), and nothing else has any. An action
    is as much less likely as its likeliest possible object is than the likeliest of all.
    """
    names, types = network.shape.actions, network.shape.object_types
    found = []
    for action, kind in zip(actions, kinds, strict=True):
        fitting = np.where(_possible(names, types), kind, 0.0)
        a = int((action * fitting.max(axis=1) / max(float(kind.max()), 1e-12)).argmax())
        o = int(fitting[a].argmax())
        object_type, trust = (types[o], float(kind[o])) if names[a] in INTERACTIONS else (NO_OBJECT, 1.0)
        found.append(RecognizedAction(names[a], object_type, _rounded(action[a]), _rounded(trust)))
    if found:
        found[0] = RecognizedAction(NO_ACTION)
    return found


def chances(network: Recognizer, actions: np.ndarray, kinds: np.ndarray) -> list[DeedChances]:
    """What probabilities say, by name; nothing led to the first frame."""
    names, types = network.shape.actions, network.shape.object_types
    found = [
        DeedChances(_by_name(names, action), _by_name(types, kind)) for action, kind in zip(actions, kinds, strict=True)
    ]
    if found:
        found[0] = DeedChances({NO_ACTION: 1.0}, {})
    return found


def _by_name(names: tuple[str, ...], shares: np.ndarray) -> dict[str, float]:
    return {name: _rounded(share) for name, share in zip(names, shares.tolist(), strict=True)}


@lru_cache(maxsize=8)
def _possible(actions: tuple[str, ...], types: tuple[str, ...]) -> np.ndarray:
    """(actions, types) bool: what can be done to what; anything to a type that nothing is known of."""
    known = object_types()
    able = [known[name].can if name in known else None for name in types]
    return np.array(
        [[can is None or a not in REQUIRED or bool(can & REQUIRED[a]) for can in able] for a in actions], bool
    )


def _rounded(share: float) -> float:
    """Six digits: which frames were computed together makes a difference beyond them."""
    return min(1.0, round(float(share), 6))


def recognize_features(network: Recognizer, seen: Features, device: str) -> list[RecognizedAction]:
    """What was done in frames in a row."""
    return recognized(network, *probabilities(network, tokens_of(network, seen, device)))


def recognize_live(network: Recognizer, seen: Features, device: str, latest: int = 8) -> list[RecognizedAction]:
    """What was said of each frame when it was the last one; see ``probabilities_live``."""
    return recognized(network, *probabilities_live(network, tokens_of(network, seen, device), latest))
