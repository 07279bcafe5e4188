"""SmolLM2 in torch, read from its GGUF file, with low-rank adapters that learn (Hu et al., LoRA, 2021)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as functional
from torch import nn

from agent.sentences.training.weights_file import Shape, WeightsFile
from envs.errors import BadInput

PARTS = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
"""Matrices of a layer, as GGUF calls them."""
_DROPPED = 0.05
_MOST_TOKENS = 512


@dataclass(frozen=True)
class TrainingSentence:
    """Tokens that are given, and those that are to be learned.

    Attributes:
        given: The prompt.
        wanted: What comes after it, the end included.
    """

    given: tuple[int, ...]
    wanted: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.given) + len(self.wanted)


def _fill(parameter: nn.Parameter, found: Any, name: str) -> None:
    if found is None or found.shape != tuple(parameter.shape):
        told = "is not there" if found is None else f"has the shape {found.shape}"
        raise BadInput(f"{name} {told}; this model with this --rank needs {tuple(parameter.shape)}")
    with torch.no_grad():
        parameter.copy_(torch.from_numpy(found))


class AdaptedMatrix(nn.Module):
    """A matrix that stays as it is, and a product of two small ones that learns.

    Args:
        weight: (out, in).
        rank: Columns of the small ones.
        scale: The product counts so much.
    """

    def __init__(self, weight: torch.Tensor, rank: int, scale: float) -> None:
        super().__init__()
        outward, inward = weight.shape
        self.weight, self.scale = weight, scale
        self.lora_a = nn.Parameter(torch.randn(rank, inward) / math.sqrt(inward))
        self.lora_b = nn.Parameter(torch.zeros(outward, rank))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(…, in) to (…, out)."""
        learned = functional.dropout(x, _DROPPED, self.training) @ self.lora_a.T.to(x.dtype)
        return x @ self.weight.T + (learned @ self.lora_b.T.to(x.dtype)) * self.scale


class AdaptedNetwork(nn.Module):
    """A Llama whose matrices have adapters.

    Args:
        file: Its weights.
        rank: Of the adapters.
    """

    def __init__(self, file: WeightsFile, rank: int) -> None:
        super().__init__()
        self.shape: Shape = file.shape
        weights = {name: torch.tensor(value).to(torch.bfloat16) for name, value in file.weights()}
        self._words, self._last = weights["token_embd.weight"], weights["output_norm.weight"]
        self._norms = [
            (weights[f"blk.{at}.attn_norm.weight"], weights[f"blk.{at}.ffn_norm.weight"])
            for at in range(self.shape.layers)
        ]
        self.layers = nn.ModuleList(
            nn.ModuleDict({part: AdaptedMatrix(weights[f"blk.{at}.{part}.weight"], rank, 2.0) for part in PARTS})
            for at in range(self.shape.layers)
        )
        width = self.shape.head_width
        turns = self.shape.base ** (-torch.arange(0, width, 2).float() / width)
        angles = torch.arange(_MOST_TOKENS).float()[:, None] * turns
        self._cos, self._sin = angles.cos(), angles.sin()

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Tokens (batch, n) to states (batch, n, width)."""
        x = self._words[tokens]
        for layer, (before_heads, before_gate) in zip(self.layers, self._norms, strict=True):
            assert isinstance(layer, nn.ModuleDict)
            x = x + self._attended(layer, self._normed(x, before_heads))
            y = self._normed(x, before_gate)
            x = x + layer["ffn_down"](functional.silu(layer["ffn_gate"](y)) * layer["ffn_up"](y))
        return self._normed(x, self._last)

    def scores(self, states: torch.Tensor) -> torch.Tensor:
        """States (n, width) to the scores of every token (n, vocabulary)."""
        return (states @ self._words.T).float()

    def loss(self, batch: Sequence[TrainingSentence]) -> torch.Tensor:
        """The mean negative log likelihood of the tokens that are to be learned."""
        long = max(map(len, batch)) - 1
        tokens = torch.zeros(len(batch), long, dtype=torch.long)
        at: list[int] = []
        for row, one in enumerate(batch):
            line = (*one.given, *one.wanted)[:-1]
            tokens[row, : len(line)] = torch.tensor(line)
            first = row * long + len(one.given) - 1
            at.extend(range(first, first + len(one.wanted)))
        states = self(tokens).reshape(-1, self.shape.width)[torch.tensor(at)]
        wanted = torch.tensor([token for one in batch for token in one.wanted])
        return functional.cross_entropy(self.scores(states), wanted)

    def adapters(self) -> Iterable[tuple[str, Any, Any]]:
        """Each matrix's name in GGUF with its two small ones, (rank, in) and (out, rank), as numpy arrays."""
        for at, layer in enumerate(self.layers):
            assert isinstance(layer, nn.ModuleDict)
            for part in PARTS:
                one = layer[part]
                assert isinstance(one, AdaptedMatrix)
                name = f"blk.{at}.{part}.weight"
                yield name, one.lora_a.detach().float().numpy(), one.lora_b.detach().float().numpy()

    def start_from(self, kept: Mapping[str, Any]) -> None:
        """Go on from adapters that have learned.

        Args:
            kept: Arrays by a matrix's name in GGUF and ``.lora_a`` or ``.lora_b``.

        Raises:
            BadInput: One is missing, or of another shape.
        """
        for at, layer in enumerate(self.layers):
            assert isinstance(layer, nn.ModuleDict)
            for part in PARTS:
                for small in ("lora_a", "lora_b"):
                    name = f"blk.{at}.{part}.weight.{small}"
                    _fill(getattr(layer[part], small), kept.get(name), name)

    def _attended(self, layer: nn.ModuleDict, x: torch.Tensor) -> torch.Tensor:
        rows, long, _ = x.shape
        heads, shared, width = self.shape.heads, self.shape.shared_heads, self.shape.head_width
        q = self._turned(layer["attn_q"](x).view(rows, long, heads, width).transpose(1, 2))
        k = self._turned(layer["attn_k"](x).view(rows, long, shared, width).transpose(1, 2))
        v = layer["attn_v"](x).view(rows, long, shared, width).transpose(1, 2)
        k, v = (one.repeat_interleave(heads // shared, 1) for one in (k, v))
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return layer["attn_output"](mixed.transpose(1, 2).reshape(rows, long, heads * width))

    def _turned(self, x: torch.Tensor) -> torch.Tensor:
        """Rotary places on neighbouring pairs, the order in which GGUF stores a Llama's queries and keys."""
        cos, sin = (one[: x.shape[2]].to(x.dtype) for one in (self._cos, self._sin))
        even, odd = x[..., 0::2], x[..., 1::2]
        return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)

    def _normed(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        y = x.float()
        return (y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + self.shape.epsilon)).to(x.dtype) * weight
