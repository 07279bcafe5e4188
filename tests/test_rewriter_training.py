"""Learning to say free speech in plain words, on a network small enough for a test."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agent.sentences.small_model import ADAPTER
from agent.sentences.training.fit import RewriterRecipe, split, teach
from agent.sentences.training.pairs import SpokenPair, pairs, varied
from agent.sentences.training.weights_file import WeightsFile, write_adapters
from envs.errors import BadInput

gguf: Any = pytest.importorskip("gguf", reason="no GGUF: pip install 'homebody[local-llm]'")
pytest.importorskip("torch", reason="no torch: pip install 'homebody[perception]'")
tokenizers: Any = pytest.importorskip("tokenizers", reason="no tokenizers: pip install 'homebody[semantic]'")

RECIPE = RewriterRecipe(epochs=2, rank=2, batch=4, rate=0.02)
WIDTH, INNER, HEADS, SHARED = 16, 24, 2, 1


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Llama of one layer with weights that were drawn; its words are letters."""
    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    drawn = np.random.default_rng(0)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_block_count(1)
    writer.add_embedding_length(WIDTH)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(SHARED)
    writer.add_rope_freq_base(10_000.0)
    writer.add_layer_norm_rms_eps(1e-5)
    words = ["<end>", *sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet()), "Ġt"]
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(words)
    writer.add_token_merges(["Ġ t"])
    writer.add_eos_token_id(0)
    sizes = {"attn_q": (WIDTH, WIDTH), "attn_output": (WIDTH, WIDTH), "attn_k": (8, WIDTH), "attn_v": (8, WIDTH)}
    sizes |= {"ffn_gate": (INNER, WIDTH), "ffn_up": (INNER, WIDTH), "ffn_down": (WIDTH, INNER)}
    for name, size in sizes.items():
        writer.add_tensor(f"blk.0.{name}.weight", drawn.normal(0, 0.3, size).astype(np.float32))
    for name in ("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, np.float32))
    writer.add_tensor("token_embd.weight", drawn.normal(0, 0.5, (len(words), WIDTH)).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty pairs of each kind."""
    folder = tmp_path_factory.mktemp("pairs")
    for kind in ("requests", "questions"):
        (folder / kind).mkdir()
        lines = [f"make tea || oi number {at} the mug pls => wash the mug" for at in range(40)]
        (folder / kind / "a.txt").write_text("# a remark => is none\n" + "\n".join(lines), encoding="utf-8")
    return folder


def taught(model: Path, folder: Path, out: Path, recipe: RewriterRecipe = RECIPE) -> tuple[Any, list[float]]:
    losses: list[float] = []
    done = teach(model, folder, out, recipe, lambda at, of, loss: losses.append(loss))
    return done, losses


def test_it_learns_writes_adapters_that_are_read_and_the_same_seed_gives_the_same(
    model: Path, folder: Path, tmp_path: Path
) -> None:
    done, losses = taught(model, folder, tmp_path / "one")
    again, _ = taught(model, folder, tmp_path / "two")
    assert (done.learned, done.held_out) == (72, 8)
    assert len(losses) == 36 and losses[-1] < losses[0] and done.nats[1] < done.nats[0]
    assert done.nats == again.nats and done.adapter.read_bytes() == again.adapter.read_bytes()
    kept = gguf.GGUFReader(done.adapter)
    names = {one.name for one in kept.tensors}
    assert len(names) == 14 and "blk.0.attn_k.weight.lora_b" in names
    assert kept.fields["adapter.lora.alpha"].contents() == 4.0


def test_what_was_begun_goes_on_and_another_recipe_is_refused(model: Path, folder: Path, tmp_path: Path) -> None:
    done, _ = taught(model, folder, tmp_path)
    done.adapter.unlink()
    again, losses = taught(model, folder, tmp_path)
    assert not losses and again.nats == done.nats and again.adapter.exists()
    with pytest.raises(BadInput, match="name another --out"):
        taught(model, folder, tmp_path, replace(RECIPE, rank=4))


def test_it_goes_on_from_an_adapter_and_refuses_what_does_not_fit(model: Path, folder: Path, tmp_path: Path) -> None:
    first, losses = taught(model, folder, tmp_path / "first")
    again, later = taught(model, folder, tmp_path / "again", replace(RECIPE, start=first.adapter))
    assert later[0] < losses[0] and again.nats[0] < first.nats[0]
    with pytest.raises(BadInput, match="needs \\(4, 16\\)"):
        taught(model, folder, tmp_path / "wider", replace(RECIPE, rank=4, start=first.adapter))
    with pytest.raises(BadInput, match="holds no adapters"):
        taught(model, folder, tmp_path / "none", replace(RECIPE, start=model))
    with pytest.raises(BadInput, match="name another --out"):
        taught(model, folder, tmp_path / "first", replace(RECIPE, start=first.adapter))


def test_the_shipped_adapter_fits_the_shape_of_its_model() -> None:
    kept = gguf.GGUFReader(ADAPTER)
    shapes = {one.name: tuple(one.shape) for one in kept.tensors}
    assert len(shapes) == 2 * 7 * 30
    assert shapes["blk.0.ffn_down.weight.lora_a"] == (1536, 16) and shapes["blk.29.attn_k.weight.lora_b"] == (16, 192)
    assert ADAPTER.stat().st_size < 8_000_000


def test_bad_files_are_told(model: Path, folder: Path, tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.gguf"
    rubbish.write_bytes(b"rubbish" * 40)
    with pytest.raises(BadInput, match="no GGUF file"):
        WeightsFile(rubbish)
    other = tmp_path / "other.gguf"
    write_adapters([("blk.0.attn_q.weight", np.zeros((2, 32), np.float32), np.zeros((32, 2), np.float32))], other)
    with pytest.raises(BadInput, match="llama"):
        WeightsFile(other)
    with pytest.raises(BadInput, match="no pairs"):
        list(pairs(tmp_path))
    with pytest.raises(BadInput, match="it needs 100"):
        taught(model, folder, tmp_path / "out", replace(RECIPE, batch=100))


def test_variations_keep_both_sides_together_and_held_out_pairs_apart(folder: Path) -> None:
    pair = SpokenPair("Pop the mug and the fork in the sink, quick!", "put the mug and the fork in the sink")
    made = [varied(pair, random.Random(seed)) for seed in range(60)]
    assert {one.plain for one in made} > {pair.plain} and len({one.said for one in made}) > 20
    swapped = [one for one in made if one.plain != pair.plain and "sink" in one.plain]
    assert swapped and all(one.plain.startswith("put the ") for one in swapped)
    learned, held = split(list(pairs(folder)), 0)
    assert len(learned) + len(held) == 80 and split(list(pairs(folder)), 0) == (learned, held)
