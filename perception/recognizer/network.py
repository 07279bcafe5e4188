"""The network: pictures and detections of a frame become a token, a LongT5 encoder reads the tokens, two heads speak.

Imports torch and transformers; whoever may run without them imports this module through ``perception.extras.needs``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import LongT5Config, LongT5EncoderModel

from perception.recognizer import measures
from perception.recognizer.features import GEOMETRY, REGIONS, SEEN, SEEN_VALUES


@dataclass(frozen=True)
class NetworkShape:
    """How big the network is.

    Attributes:
        actions: What the action head tells apart, in the order of its outputs.
        object_types: The same of the object head; also the classes of detections that are known, numbered from 1.
        width: Length of a token.
        layers: Of the encoder.
        heads: Of its attention.
        reach: How many tokens to either side of its own block a token attends to, at the least.
        pictures: Channels of the picture networks' first layer.
        dropout: While training.
    """

    actions: tuple[str, ...]
    object_types: tuple[str, ...]
    width: int = 160
    layers: int = 2
    heads: int = 4
    reach: int = 15
    pictures: int = 32
    dropout: float = 0.1

    def as_dict(self) -> dict[str, Any]:
        """For the file beside the weights."""
        return {**asdict(self), "actions": list(self.actions), "object_types": list(self.object_types)}


@dataclass(frozen=True)
class Batch:
    """Windows of frames, padded to the longest; b windows of n frames, m local changes among all of them.

    Attributes:
        frames: (b, n, 6, WIDE, WIDE) float, before and after, 0 to 1.
        geometry: (b, n, GEOMETRY) float.
        local: (m,) int64, indices into the flattened b · n frames.
        near: (m, REGIONS + 1, 6, CLOSE, CLOSE) float.
        wide: (m, 6, WIDE, WIDE) float.
        labels: (b, n, 2 · SEEN) int64.
        seen: (b, n, 2 · SEEN, SEEN_VALUES) float.
        there: (b, n) int64, 1 for frames and 0 for padding.
    """

    frames: Tensor
    geometry: Tensor
    local: Tensor
    near: Tensor
    wide: Tensor
    labels: Tensor
    seen: Tensor
    there: Tensor

    def to(self, device: str) -> Batch:
        """The same on another device."""
        return Batch(**{name: getattr(self, name).to(device) for name in self.__dataclass_fields__})


@dataclass(frozen=True)
class Tokens:
    """Windows of tokens, and the detections that belong to them.

    Attributes:
        vectors: (b, n, width) float.
        keys: (b, n, 2 · SEEN, width) float, what is known of each detection.
        labels: (b, n, 2 · SEEN) int64, number of its class, 0 for none or one that is not known.
        hints: (b, n, actions) float, what plain measures of the two frames say of the action.
    """

    vectors: Tensor
    keys: Tensor
    labels: Tensor
    hints: Tensor


class Recognizer(nn.Module):
    """Action and object of every frame; see ``NetworkShape``."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.shape = shape
        width, base = shape.width, shape.pictures
        self.scene = _Scene(base, width)
        self.motion = _Motion(base, width)
        self.close = _CloseUp(base)
        features = self.close.features
        self.near = nn.ModuleList(nn.Linear(features, width) for _ in range(REGIONS + 1))
        self.wide = nn.Linear(features, width)
        self.detections = _Detections(len(shape.object_types), width)
        self.place = nn.Linear(GEOMETRY, width)
        self.edges = _perceptron(measures.EDGES, 64, width)
        self.contrast = _perceptron(measures.CONTRASTS, 64, width)
        self.hints = _perceptron(measures.EDGES + measures.BORDERS + measures.CONTRASTS, 64, len(shape.actions))
        self.join = nn.Sequential(
            nn.LayerNorm(width * (REGIONS + 6)),
            nn.Linear(width * (REGIONS + 6), 2 * width),
            nn.GELU(),
            nn.Dropout(shape.dropout),
            nn.Linear(2 * width, width),
        )
        self.encoder = LongT5EncoderModel(
            LongT5Config(
                vocab_size=1,
                d_model=width,
                d_kv=width // shape.heads,
                d_ff=2 * width,
                num_layers=shape.layers,
                num_heads=shape.heads,
                local_radius=shape.reach,
                relative_attention_max_distance=2 * (shape.reach + 1),
                dropout_rate=shape.dropout,
                encoder_attention_type="local",
                feed_forward_proj="gated-gelu",
                pad_token_id=0,
                eos_token_id=None,
                use_cache=False,
            )
        )
        self.action = nn.Linear(width, len(shape.actions))
        self.object = nn.Linear(width, len(shape.object_types))
        self.point = nn.Linear(width, width)
        self.trust = nn.Parameter(torch.tensor(4.0))

    def keep_all_but_actions(self) -> None:
        """From now on only what tells actions is trained: their head, and the hints of plain measures."""
        self.requires_grad_(False)
        for part in (self.action, self.hints):
            part.requires_grad_(True)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Scores (b, n, actions) and (b, n, object types), unnormalised."""
        return self.heads(self.tokens(batch), batch.there)

    def tokens(self, batch: Batch) -> Tokens:
        """One token for each frame."""
        b, n = batch.there.shape
        frames, labels, values = batch.frames.flatten(0, 1), batch.labels.flatten(0, 1), batch.seen.flatten(0, 1)
        seen, keys = self.detections(labels, values)
        edges, borders = measures.edges(frames), measures.borders(labels, values)
        contrasts = edges.new_zeros(b * n, measures.CONTRASTS)
        contrasts = contrasts.index_copy(0, batch.local, measures.contrasts(batch.near[:, :REGIONS]))
        changed = edges.new_zeros(b * n, 1).index_fill(0, batch.local, 1.0)
        motion = self.motion(frames) + self.edges(edges)
        place = self.place(batch.geometry.flatten(0, 1)) + changed * self.contrast(contrasts)
        parts = [self.scene(frames), motion, place, seen, *self._close_ups(batch, b * n)]
        hints = self.hints(torch.cat([edges, borders, contrasts], dim=1))
        vectors = self.join(torch.cat(parts, dim=1))
        return Tokens(vectors.view(b, n, -1), keys.view(b, n, 2 * SEEN, -1), batch.labels, hints.view(b, n, -1))

    def heads(self, tokens: Tokens, there: Tensor) -> tuple[Tensor, Tensor]:
        """Scores from tokens; ``there`` is (b, n), 1 for tokens and 0 for padding.

        The object head is helped by pointing at a detection: its class is as likely as it is pointed at. So a class
        that was seldom handled in training is named all the same when a detector sees it.
        """
        read = self.encoder(inputs_embeds=tokens.vectors, attention_mask=there).last_hidden_state
        wanted = self.point(read)[:, :, None]
        match = (tokens.keys * wanted).sum(dim=3) * self.shape.width**-0.5
        match = match.masked_fill(tokens.labels == 0, -1e4)
        nowhere = match.new_zeros(*match.shape[:2], 1)
        pointed = torch.cat([match, nowhere], dim=2).softmax(dim=2)[:, :, :-1]
        named = read.new_zeros(*match.shape[:2], len(self.shape.object_types) + 1)
        named = named.scatter_add(2, tokens.labels, pointed)[:, :, 1:]
        return self.action(read) + tokens.hints, self.object(read) + self.trust * named

    def _close_ups(self, batch: Batch, count: int) -> list[Tensor]:
        """(count, width) for each changed place, the hand and the surroundings; zero where nothing changed locally."""
        m = len(batch.local)
        empty = batch.geometry.new_zeros(count, self.shape.width)
        if m == 0:
            return [empty] * (REGIONS + 2)
        near = self.close(batch.near.flatten(0, 1)).view(m, REGIONS + 1, -1)
        views = [layer(near[:, k]) for k, layer in enumerate(self.near)] + [self.wide(self.close(batch.wide))]
        return [empty.index_copy(0, batch.local, view.to(empty.dtype)) for view in views]


class _Scene(nn.Module):
    """Reads the whole frame before and after; keeps where things are, since that tells the motions apart."""

    def __init__(self, base: int, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _patches(9, base), _convolution(base, 2 * base, 2), _Residual(2 * base), _convolution(2 * base, base, 2)
        )
        self.out = nn.Linear(base * 16, width)

    def forward(self, pictures: Tensor) -> Tensor:
        return self.out(self.layers(_with_difference(pictures)).flatten(1))


class _Motion(nn.Module):
    """Reads which column of the frame before looks like which column of this one, and which row like which row.

    That shows how the camera moved, also where little of the view is left: after a turn by the opening angle the right
    edge of the frame before is the left edge of this one, which no convolution over both frames could see. A shift
    to one side is a line beside the diagonal, walking bends it.
    """

    BANDS = 3

    def __init__(self, base: int, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _patches(2 * self.BANDS, base, 2), _convolution(base, base, 2), _convolution(base, 2 * base, 2)
        )
        self.out = nn.Linear(2 * base * 16, width)

    def forward(self, pictures: Tensor) -> Tensor:
        with torch.no_grad():  # nothing in it is learnt
            before, after = functional.avg_pool2d(pictures, 2).split(3, dim=1)
            columns = self._unlikeness(_bands(before, self.BANDS), _bands(after, self.BANDS))
            rows = self._unlikeness(_bands(before.mT, self.BANDS), _bands(after.mT, self.BANDS))
            both = torch.cat([columns, rows], dim=1)
        return self.out(self.layers(both).flatten(1))

    @staticmethod
    def _unlikeness(before: Tensor, after: Tensor) -> Tensor:
        """(n, bands, columns, columns): how far apart columns are, compared with the others of the same frames."""
        apart = torch.cdist(before, after)
        middle, spread = apart.mean(dim=(2, 3), keepdim=True), apart.std(dim=(2, 3), keepdim=True)
        return (apart - middle) / (spread + 1e-3)


class _CloseUp(nn.Module):
    """Reads a close-up before and after."""

    def __init__(self, base: int) -> None:
        super().__init__()
        self.features = 6 * base
        self.layers = nn.Sequential(_patches(9, 2 * base), _convolution(2 * base, 3 * base, 2), _Residual(3 * base))

    def forward(self, pictures: Tensor) -> Tensor:
        found = self.layers(_with_difference(pictures))
        return torch.cat([found.mean(dim=(2, 3)), found.amax(dim=(2, 3))], dim=1)


class _Detections(nn.Module):
    """Reads what a detector saw before and after; every class has its own vector, one that is not known none."""

    def __init__(self, kinds: int, width: int, length: int = 64) -> None:
        super().__init__()
        self.names = nn.Embedding(kinds + 1, length, padding_idx=0)
        self.each = nn.Sequential(nn.Linear(length + SEEN_VALUES, width), nn.GELU(), nn.Linear(width, width))
        self.weight = nn.Linear(width, 1)
        self.out = nn.Linear(2 * width, width)

    def forward(self, labels: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
        each = self.each(torch.cat([self.names(labels), seen], dim=2))
        absent = seen[:, :, 0:1] <= 0
        weight = self.weight(each).masked_fill(absent, -1e4).softmax(dim=1).masked_fill(absent, 0.0)
        strongest = each.masked_fill(absent, -1e4).amax(dim=1)
        some = (~absent).any(dim=1)
        return self.out(torch.cat([(weight * each).sum(dim=1), strongest * some], dim=1)) * some, each


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _convolution(channels, channels, 1)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, pictures: Tensor) -> Tensor:
        return torch.relu(pictures + self.second(self.first(pictures)))


def _convolution(before: int, after: int, stride: int) -> nn.Sequential:
    layer = nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU())


def _perceptron(before: int, between: int, after: int) -> nn.Sequential:
    """Begins by saying nothing, so that it may be added to a network that is trained already."""
    last = nn.Linear(between, after)
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return nn.Sequential(nn.Linear(before, between), nn.GELU(), last)


def _bands(pictures: Tensor, count: int) -> Tensor:
    """(n, bands, columns, values) of (n, 3, rows, columns): every column of each horizontal band."""
    n, _, rows, columns = pictures.shape
    used = rows // count * count
    parts = pictures[:, :, :used].unflatten(2, (count, -1))
    return parts.permute(0, 2, 4, 1, 3).reshape(n, count, columns, -1)


def _patches(before: int, after: int, side: int = 4) -> nn.Sequential:
    """Reads squares of pixels that do not overlap: four times fewer places to look at, which is what costs time."""
    layer = nn.Conv2d(before, after, side, stride=side, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU())


def _with_difference(pictures: Tensor) -> Tensor:
    """Before, after and what differs, around zero."""
    before, after = pictures[:, :3], pictures[:, 3:]
    return torch.cat([before - 0.5, after - 0.5, 2 * (after - before).abs()], dim=1)


__all__ = ["SEEN", "Batch", "NetworkShape", "Recognizer", "Tokens"]
