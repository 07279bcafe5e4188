"""Makes the encoder of the questions: QuestionEncoder tuned on the examples, pruned, eight bits a number.

``python -m agent.recall.reading.meaning.tuning --model FOLDER`` reads all-MiniLM-L6-v2 as ``transformers`` keeps it and
writes ``assets/recall/encoder``. Needs torch and transformers; about six minutes on one core. The vectors of words
stay as they are, so that words in no example keep their meaning; names of things are exchanged at random while it
learns, so that it learns the phrasing and not the mug.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agent.recall.reading.examples import AskedExample, examples, phrasings
from agent.recall.reading.meaning.encoder import FOLDER, WordPieces, quantised
from agent.recall.reading.parts.wordlists import asset, words
from envs.errors import HomebodyError
from envs.process.terminal import track
from envs.vocabulary.english import noun, plural
from envs.vocabulary.entries import entries
from envs.vocabulary.names import own_names
from envs.vocabulary.verbs import all_forms

_COMMON = 7000
"""How many of the most common word pieces are kept besides those of our own words."""
_FIRST_WORD = 1996
"""Where the words begin in BERT's list, the most common first."""
_BATCH = 48
_SHARPNESS = 20.0
_RATE, _RATE_OF_GROUPS = 6e-5, 3e-3
_TIMES = ["yesterday", "today", "this morning", "on monday", "last night", "then", "just now", "earlier"]


class Augmentation:
    """The same question about other things, with a word less or a time more.

    Args:
        groups: ``here``: names in the examples, and what ``also`` may stand in their place.
        things: Names of things and their plurals.
        seed: Decides everything.
    """

    def __init__(self, groups: Sequence[Mapping[str, Sequence[str]]], things: Mapping[str, str], seed: int) -> None:
        self._random = random.Random(seed)
        self._one, self._many = sorted(things), sorted(things.values())
        self._others: dict[str, Sequence[str]] = {}
        for group in groups:
            for name in group["here"]:
                self._others.setdefault(name, (*group["here"], *group["also"], *group["also"]))
        longest = sorted(self._others, key=len, reverse=True)
        self._names = re.compile(r"\b(" + "|".join(map(re.escape, longest)) + r")\b")

    def __call__(self, said: str) -> str:
        """One of them."""
        chance = self._random
        if chance.random() < 0.25:
            return said
        told = self._names.sub(self._other, said).split()
        if chance.random() < 0.15 and len(told) > 4:
            del told[chance.randrange(len(told))]
        if chance.random() < 0.15:
            told.append(chance.choice(_TIMES))
        return " ".join(told)

    def _other(self, found: re.Match[str]) -> str:
        if self._random.random() > 0.7:
            return found[0]
        other = self._random.choice(self._others[found[0]])
        one, place, many = (self._random.choice(some) for some in (self._one, self._one, self._many))
        return other.format(thing=one, place=place, things=many)


def tuned(folder: Path, epochs: int, seed: int) -> tuple[Any, list[str]]:
    """The model after it has learned to tell the groups of examples apart, and its word pieces.

    Args:
        folder: The model as ``transformers`` keeps it.
        epochs: How often every example is seen.
        seed: Decides everything that is left to chance.

    Raises:
        HomebodyError: torch or transformers is missing.
    """
    try:
        import torch
        from transformers import AutoModel, AutoTokenizer
    except ModuleNotFoundError as error:
        raise HomebodyError(f"{error.name} is missing; type: pip install 'homebody[perception]'") from None
    torch.manual_seed(seed)
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder)
    model.embeddings.requires_grad_(False)
    said = [" ".join(one.words) for one in _every()]
    names = {name: at for at, name in enumerate(sorted({one.asks for one in _every()}))}
    groups = torch.tensor([names[one.asks] for one in _every()])

    def vectors(some: Sequence[str]) -> Any:
        read = tokenizer(list(some), padding=True, truncation=True, max_length=32, return_tensors="pt")
        last, there = model(**read).last_hidden_state, read["attention_mask"][..., None]
        return torch.nn.functional.normalize((last * there).sum(1) / there.sum(1), dim=1)

    means = _group_means(vectors, said, groups, len(names))
    share = torch.bincount(groups).float() ** -0.5
    learning = [one for one in model.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW([{"params": learning}, {"params": [means], "weight_decay": 0.0}], lr=_RATE)
    augmented = Augmentation(
        asset("encoder/names.yaml"), {noun(name).lower(): plural(name).lower() for name in entries("types")}, seed
    )
    model.train()
    batches = list(_batches(len(said), epochs, seed))
    for step, batch in enumerate(track(batches, "tuning")):
        now = min(1.0, step / 30) * (1 - step / len(batches))
        for group, rate in zip(optimiser.param_groups, (_RATE, _RATE_OF_GROUPS), strict=True):
            group["lr"] = rate * now
        near = (
            _SHARPNESS * vectors([augmented(said[at]) for at in batch]) @ torch.nn.functional.normalize(means, dim=1).T
        )
        loss = torch.nn.functional.cross_entropy(near, groups[batch], weight=share / share.mean(), label_smoothing=0.05)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    pieces = sorted(tokenizer.vocab, key=tokenizer.vocab.get)
    return model.eval(), pieces


def _group_means(vectors: Callable[[Sequence[str]], Any], said: Sequence[str], groups: Any, many: int) -> Any:
    """Where every group of examples lies before the model has learned anything, as what is to be learned, too."""
    import torch

    with torch.no_grad():
        before = torch.cat([vectors(said[at : at + _BATCH]) for at in range(0, len(said), _BATCH)])
        means = torch.zeros(many, before.shape[1]).index_add_(0, groups, before)
    return torch.nn.Parameter(torch.nn.functional.normalize(means, dim=1))


def _every() -> tuple[AskedExample, ...]:
    return (*examples(), *phrasings())


def _batches(many: int, epochs: int, seed: int) -> Iterator[list[int]]:
    chance = random.Random(seed)
    for _ in range(epochs):
        order = list(range(many))
        chance.shuffle(order)
        yield from (order[at : at + _BATCH] for at in range(0, many, _BATCH))


def kept_pieces(pieces: Sequence[str]) -> list[int]:
    """Which word pieces are kept: the marks, letters, the most common words, and whatever our own words need."""
    own = {*all_forms(), *words("example_names"), *words("rooms")}
    own |= {word for one in _every() for word in one.words}
    own |= {word for name in entries("types") for phrase in own_names(name) for word in phrase.split()}
    taken_apart = WordPieces(pieces)
    kept = {number for word in own for number in taken_apart.numbers(word)}
    kept |= {at for at, piece in enumerate(pieces) if piece.isascii() and len(piece.removeprefix("##")) == 1}
    kept |= {pieces.index(mark) for mark in ("[CLS]", "[SEP]", "[UNK]")}
    return sorted(kept | set(range(_FIRST_WORD, min(_FIRST_WORD + _COMMON, len(pieces)))))


def export(model: Any, pieces: Sequence[str], out: Path) -> None:
    """Write a model as ``encoder.load`` reads it."""
    state = {name: one.detach().numpy() for name, one in model.state_dict().items()}
    kept = kept_pieces(pieces)
    place = state["embeddings.position_embeddings.weight"][:64] + state["embeddings.token_type_embeddings.weight"][0]
    word, scale = quantised(state["embeddings.word_embeddings.weight"][kept], axis=1)
    arrays = {"word": word, "word.scale": scale, "place": place.astype(np.float16)}
    arrays |= {"norm.w": state["embeddings.LayerNorm.weight"], "norm.b": state["embeddings.LayerNorm.bias"]}
    for layer in range(model.config.num_hidden_layers):
        arrays |= _layer(state, layer)
    out.mkdir(parents=True, exist_ok=True)
    np.savez(out / "weights.npz", **arrays)  # as ``keep_vectors`` has it: ``ask`` waits for them
    (out / "pieces.json").write_text(json.dumps([pieces[at] for at in kept], ensure_ascii=False), encoding="utf-8")


def _layer(state: Mapping[str, Any], layer: int) -> dict[str, Any]:
    name, arrays = f"encoder.layer.{layer}.", {}
    parts = [f"{name}attention.self.{part}" for part in ("query", "key", "value")]
    dense = {
        "qkv": np.concatenate([state[f"{part}.weight"] for part in parts]),
        "out": state[f"{name}attention.output.dense.weight"],
        "up": state[f"{name}intermediate.dense.weight"],
        "down": state[f"{name}output.dense.weight"],
    }
    for key, weight in dense.items():
        arrays[f"{layer}.{key}.w"], arrays[f"{layer}.{key}.w.scale"] = quantised(weight.T)
    arrays[f"{layer}.qkv.b"] = np.concatenate([state[f"{part}.bias"] for part in parts])
    arrays[f"{layer}.out.b"] = state[f"{name}attention.output.dense.bias"]
    arrays[f"{layer}.up.b"] = state[f"{name}intermediate.dense.bias"]
    arrays[f"{layer}.down.b"] = state[f"{name}output.dense.bias"]
    for key, norm in (("norm1", "attention.output.LayerNorm"), ("norm2", "output.LayerNorm")):
        arrays[f"{layer}.{key}.w"] = state[f"{name}{norm}.weight"]
        arrays[f"{layer}.{key}.b"] = state[f"{name}{norm}.bias"]
    return arrays


def main() -> None:
    """Tune and write."""
    parser = argparse.ArgumentParser(prog="python -m agent.recall.reading.meaning.tuning", description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="folder with all-MiniLM-L6-v2")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where to write")
    parser.add_argument("--epochs", type=int, default=6, help="how often every example is seen")
    parser.add_argument("--seed", type=int, default=0, help="decides everything that is left to chance")
    given = parser.parse_args()
    model, pieces = tuned(given.model, given.epochs, given.seed)
    export(model, pieces, given.out)


if __name__ == "__main__":
    main()
