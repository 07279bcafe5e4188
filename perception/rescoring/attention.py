"""The network of ``Rescorer`` in torch, for learning."""

from __future__ import annotations

import math
from typing import Any

from perception.rescoring.finds import OWN, PAIR
from perception.rescoring.rescorer import HEADS

_KIND, _WIDE, _PAIRED, _LAYERS, _DROP = 32, 56, 24, 2, 0.1
_NOWHERE = -1e4


def attention_network(torch: Any, types: int) -> Any:
    """A network that is told kinds, own and pair measures and which finds there are, and tells log-odds of each.

    Its parameters have the names that ``Rescorer`` reads; it begins with what the detector says.
    """
    nn = torch.nn

    class Network(nn.Module):
        """Finds that look at each other twice, with how they lie to each other as a bias."""

        def __init__(self) -> None:
            super().__init__()
            layers = range(_LAYERS)
            self.emb, self.bias = nn.Embedding(types, _KIND), nn.Embedding(types, 2)
            self.inp = nn.Linear(_KIND + OWN, _WIDE)
            self.pm = nn.ModuleList(
                [nn.Sequential(nn.Linear(PAIR, _PAIRED), _gelu(nn), nn.Linear(_PAIRED, 2 * HEADS)) for _ in layers]
            )
            self.q, self.k, self.v = (nn.ModuleList([nn.Linear(_WIDE, _WIDE) for _ in layers]) for _ in range(3))
            self.o = nn.ModuleList([nn.Linear(_WIDE + HEADS, _WIDE) for _ in layers])
            self.n1, self.n2 = (nn.ModuleList([nn.LayerNorm(_WIDE) for _ in layers]) for _ in range(2))
            self.f = nn.ModuleList(
                [nn.Sequential(nn.Linear(_WIDE, 2 * _WIDE), _gelu(nn), nn.Linear(2 * _WIDE, _WIDE)) for _ in layers]
            )
            self.out, self.drop = nn.Linear(_WIDE, 1), nn.Dropout(_DROP)
            for one in (self.bias.weight, self.out.weight, self.out.bias):
                nn.init.zeros_(one)

        def forward(self, kinds: Any, own: Any, pair: Any, there: Any) -> Any:
            seen = self.inp(torch.cat([self.drop(self.emb(kinds)), own], -1))
            for layer in range(_LAYERS):
                seen = seen + self.drop(self.o[layer](self._looked(layer, self.n1[layer](seen), pair, there)))
                seen = seen + self.drop(self.f[layer](self.n2[layer](seen)))
            plain = self.bias(kinds)
            return own[..., 0] * 3.0 * (1.0 + plain[..., 1]) + plain[..., 0] + self.out(seen)[..., 0]

        def _looked(self, layer: int, seen: Any, pair: Any, there: Any) -> Any:
            """What each find gathers from the others, and the most that any of them lets it fear."""
            bias, worst = self.pm[layer](pair).chunk(2, -1)
            query, key, value = (self._by_head(one[layer](seen)) for one in (self.q, self.k, self.v))
            heed = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1]) + bias.permute(0, 3, 1, 2)
            heed = heed.masked_fill(~there[:, None, None, :], _NOWHERE).softmax(-1)
            gathered = (heed @ value).transpose(1, 2).reshape(*seen.shape)
            most = worst.masked_fill(~there[:, None, :, None], _NOWHERE).max(2).values
            return torch.cat([gathered, torch.tanh(most / 3.0)], -1)

        def _by_head(self, values: Any) -> Any:
            return values.view(*values.shape[:2], HEADS, -1).transpose(1, 2)

    return Network()


def _gelu(nn: Any) -> Any:
    return nn.GELU(approximate="tanh")
