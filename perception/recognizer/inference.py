"""Running the network over frames in a row, however many. Imports torch; see ``network``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch.nn.utils.rnn import pad_sequence

from perception.action import INTERACTIONS, NO_ACTION, NO_OBJECT, RecognizedAction
from perception.recognizer.batches import batch_of
from perception.recognizer.features import Features
from perception.recognizer.network import Recognizer, Tokens

WINDOW = 32
"""Frames that the encoder reads at a time."""
CONTEXT = 12
"""So many of them are there for the others' sake only: what came before."""


def device_of(name: str) -> str:
    """``auto`` is the graphics card where there is one."""
    return ("cuda" if torch.cuda.is_available() else "cpu") if name == "auto" else name


def tokens_of(network: Recognizer, seen: Features, device: str) -> Tokens:
    """One token for each of n frames; the result has no dimension for windows."""
    parts = []
    with torch.no_grad():
        for start in range(0, len(seen), 2 * WINDOW):
            batch = batch_of([seen.part(start, min(len(seen), start + 2 * WINDOW))]).to(device)
            found = network.tokens(batch)
            parts.append(Tokens(found.vectors[0], found.keys[0], found.labels[0], found.hints[0]))
    return joined(parts)


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
    """What probabilities say; an interaction has the likeliest object that is one, and nothing else has any."""
    names, types = network.shape.actions, network.shape.object_types
    found = []
    for action, kind in zip(actions, kinds, strict=True):
        a, o = int(action.argmax()), int(kind.argmax())
        handled = names[a] in INTERACTIONS
        object_type, trust = (types[o], float(kind[o])) if handled else (NO_OBJECT, 1.0)
        found.append(RecognizedAction(names[a], object_type, _rounded(action[a]), _rounded(trust)))
    if found:
        found[0] = RecognizedAction(NO_ACTION)
    return found


def _rounded(share: float) -> float:
    """Six digits: which frames were computed together makes a difference beyond them."""
    return min(1.0, round(float(share), 6))


def recognize_features(network: Recognizer, seen: Features, device: str) -> list[RecognizedAction]:
    """What was done in frames in a row."""
    return recognized(network, *probabilities(network, tokens_of(network, seen, device)))


def recognize_live(network: Recognizer, seen: Features, device: str, latest: int = 8) -> list[RecognizedAction]:
    """What was said of each frame when it was the last one; see ``probabilities_live``."""
    return recognized(network, *probabilities_live(network, tokens_of(network, seen, device), latest))
