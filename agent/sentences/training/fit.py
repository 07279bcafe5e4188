"""Teaching a small language model to say free speech in plain words."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agent.sentences.small_model import prompt
from agent.sentences.training.pairs import SpokenPair, pairs, varied
from agent.sentences.training.weights_file import ADAPTER, WeightsFile, read_adapters, write_adapters
from envs.errors import BadInput
from perception.extras import needs

HELD_OUT = 450
"""Pairs that nothing is learned from; a tenth where there are fewer than ten times as many."""
_WARM_UP, _LEAST = 60, 0.03
_LONGEST = 60
STATE = "unfinished.pt"


@dataclass(frozen=True)
class RewriterRecipe:
    """How it is taught.

    Attributes:
        epochs: Times that the pairs are gone through.
        rank: Of the adapters.
        batch: Pairs per step.
        rate: Learning rate at its highest.
        seed: Which pairs are held out, in what order the others come, how they are varied.
        start: An adapter that it goes on from; none: it begins with the bare model.
    """

    epochs: int = 2
    rank: int = 16
    batch: int = 24
    rate: float = 1e-3
    seed: int = 0
    start: Path | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values; an adapter is told by what is in it, wherever it lies."""
        begun = "" if self.start is None else hashlib.sha256(self.start.read_bytes()).hexdigest()
        return asdict(self) | {"start": begun}


@dataclass(frozen=True)
class TaughtRewriter:
    """What became of it.

    Attributes:
        adapter: The file.
        learned: Pairs that it learned from.
        held_out: Pairs that it did not see.
        nats: Negative log likelihood of a held-out token, by epoch.
    """

    adapter: Path
    learned: int
    held_out: int
    nats: tuple[float, ...]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"adapter": self.adapter.name}


OnStep = Callable[[int, int, float], None]


def split(every: Sequence[SpokenPair], seed: int) -> tuple[list[SpokenPair], list[SpokenPair]]:
    """Pairs to learn from, and pairs that are held out, drawn by a seed."""
    drawn = list(every)
    random.Random(seed).shuffle(drawn)
    held = min(HELD_OUT, len(drawn) // 10)
    return drawn[held:], drawn[:held]


def teach(model: Path, folder: Path, out: Path, recipe: RewriterRecipe, on_step: OnStep) -> TaughtRewriter:
    """Learn adapters for a model from pairs of sentences. What was begun in ``out`` goes on after its last epoch.

    Args:
        model: The model's weights, GGUF.
        folder: Pairs (``agent.sentences.training.pairs``).
        out: Folder of the adapter.
        recipe: How.
        on_step: Called with steps done, steps in all, and the loss.

    Raises:
        BadInput: There are too few pairs, a file is none, or what was begun there is of another recipe.
    """
    torch = needs("torch")
    from agent.sentences.training.network import AdaptedNetwork, TrainingSentence

    learned, held = split(list(pairs(folder)), recipe.seed)
    if len(learned) < recipe.batch or not held:
        raise BadInput(f"{len(learned) + len(held)} pairs in {folder}: it needs {recipe.batch} and a tenth more")
    torch.manual_seed(recipe.seed)
    file = WeightsFile(model)
    words, network = file.tokenizer(), AdaptedNetwork(file, recipe.rank)
    if recipe.start is not None:
        network.start_from(read_adapters(recipe.start))

    def example(pair: SpokenPair) -> TrainingSentence:
        given = words.encode(prompt(pair.said, pair.context, pair.asks)).ids
        return TrainingSentence(tuple(given), (*words.encode(f" {pair.plain}").ids[:_LONGEST], file.end))

    parameters = [one for one in network.parameters() if one.requires_grad]
    steps = torch.optim.AdamW(parameters, lr=recipe.rate, weight_decay=0.0, betas=(0.9, 0.98))
    in_all = recipe.epochs * (len(learned) // recipe.batch)
    out.mkdir(parents=True, exist_ok=True)
    nats = _gone_on(torch, out / STATE, recipe, network, steps)
    unseen = [example(one) for one in held]
    for epoch in range(len(nats), recipe.epochs):
        chance = random.Random(f"{recipe.seed} {epoch}")
        batches = list(_batches([example(varied(one, chance)) for one in learned], recipe.batch, chance))
        network.train()
        for at, batch in enumerate(batches, epoch * len(batches)):
            for group in steps.param_groups:
                group["lr"] = recipe.rate * _share(at, in_all)
            loss = network.loss(batch)
            steps.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            steps.step()
            on_step(at + 1, in_all, loss.item())
        nats.append(_weighed(torch, network, unseen, recipe.batch))
        _keep(torch, out / STATE, recipe, network, steps, nats)
    write_adapters(network.adapters(), out / ADAPTER)
    return TaughtRewriter(out / ADAPTER, len(learned), len(held), tuple(nats))


def _weighed(torch: Any, network: Any, unseen: Sequence[Any], size: int) -> float:
    """Negative log likelihood of a token of what nothing was learned from."""
    network.eval()
    with torch.no_grad():
        tried = [unseen[at : at + size] for at in range(0, len(unseen), size)]
        losses = sum(float(network.loss(one)) * sum(len(each.wanted) for each in one) for one in tried)
    return losses / sum(len(one.wanted) for one in unseen)


def _batches(examples: Sequence[Any], size: int, chance: random.Random) -> Iterator[list[Any]]:
    """Batches of examples of like length, in no order; what is left over waits for the next epoch."""
    order = list(range(len(examples)))
    chance.shuffle(order)
    pool = size * 16
    near = [
        at
        for first in range(0, len(order), pool)
        for at in sorted(order[first : first + pool], key=lambda at: len(examples[at]))
    ]
    cut = [near[at : at + size] for at in range(0, len(near) - size + 1, size)]
    chance.shuffle(cut)
    for batch in cut:
        yield [examples[at] for at in batch]


def _share(step: int, steps: int) -> float:
    """Of the highest rate: it rises first, then falls as a cosine."""
    return min(1.0, (step + 1) / _WARM_UP) * max(_LEAST, 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps))))


def _keep(torch: Any, path: Path, recipe: RewriterRecipe, network: Any, steps: Any, nats: Sequence[float]) -> None:
    unwritten = path.with_suffix(".writing")
    state = {"network": network.state_dict(), "steps": steps.state_dict()}
    torch.save({**state, "recipe": recipe.as_dict(), "nats": list(nats)}, unwritten)
    unwritten.replace(path)


def _gone_on(torch: Any, path: Path, recipe: RewriterRecipe, network: Any, steps: Any) -> list[float]:
    """What the epochs came to that are done already; none where nothing was begun.

    Raises:
        BadInput: What was begun is of another recipe.
    """
    if not path.exists():
        return []
    kept = torch.load(path, weights_only=True)
    if kept["recipe"] != recipe.as_dict():
        raise BadInput(
            f"{path.parent} holds a training with {kept['recipe']}; go on with the same, or name another --out"
        )
    network.load_state_dict(kept["network"])
    steps.load_state_dict(kept["steps"])
    return list(kept["nats"])
