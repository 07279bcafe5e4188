"""What the paper publishes: tables II to IV of "Robots Can Multitask Too" (Ali et al.), shares of 50 trials."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from eval.interruption.tables import ResultCell

TRIALS = 50
_Row = tuple[float, float, float]
# Success, task retention, environment retention.
_STANDALONE: Mapping[str, Mapping[str, _Row]] = {
    "GPT-3.5": {
        "separate": (0.98, 0.99, 1.00),
        "arrange": (0.92, 0.94, 0.96),
        "point": (1.00, 1.00, 1.00),
        "recipe": (0.96, 1.00, 1.00),
        "tower": (1.00, 1.00, 1.00),
    },
    "Llama 3": {
        "separate": (0.98, 0.98, 1.00),
        "arrange": (0.86, 0.98, 0.96),
        "point": (0.98, 0.98, 0.98),
        "recipe": (0.86, 0.96, 0.96),
        "tower": (0.98, 0.98, 1.00),
    },
}
# Each value without and with memory.
_Pairs = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
_CONSECUTIVE: Mapping[str, Mapping[str, _Pairs]] = {
    "GPT-3.5": {
        "separate": ((0.70, 0.84), (0.61, 0.92), (0.22, 0.92)),
        "arrange": ((0.14, 1.00), (0.14, 1.00), (0.72, 1.00)),
        "point": ((0.40, 1.00), (0.40, 1.00), (0.40, 1.00)),
        "recipe": ((0.77, 1.00), (0.68, 1.00), (0.68, 1.00)),
        "tower": ((0.29, 1.00), (0.28, 1.00), (0.32, 1.00)),
    },
    "Llama 3": {
        "separate": ((0.66, 1.00), (0.78, 1.00), (0.20, 1.00)),
        "arrange": ((0.50, 1.00), (0.50, 1.00), (0.50, 1.00)),
        "point": ((0.30, 0.98), (0.40, 1.00), (0.28, 1.00)),
        "recipe": ((0.42, 1.00), (0.82, 1.00), (0.18, 1.00)),
        "tower": ((0.58, 0.92), (0.68, 0.98), (0.36, 0.94)),
    },
}
_INTERVENED: Mapping[str, Mapping[str, _Pairs]] = {
    "GPT-3.5": {
        "separate": ((0.78, 0.80), (0.58, 0.75), (0.60, 0.98)),
        "arrange": ((0.62, 1.00), (0.44, 1.00), (0.74, 1.00)),
        "point": ((0.60, 0.98), (0.70, 0.98), (0.72, 0.98)),
        "recipe": ((0.14, 0.92), (0.12, 0.92), (0.12, 0.92)),
        "tower": ((0.42, 0.98), (0.46, 0.98), (0.44, 0.98)),
    },
    "Llama 3": {
        "separate": ((0.19, 0.96), (0.15, 0.99), (0.66, 0.98)),
        "arrange": ((0.19, 0.82), (0.50, 0.82), (0.12, 0.82)),
        "point": ((0.28, 0.98), (0.24, 0.98), (0.16, 0.98)),
        "recipe": ((0.18, 0.88), (0.42, 0.92), (0.32, 0.98)),
        "tower": ((0.15, 0.98), (0.16, 0.98), (0.48, 0.98)),
    },
}
# What "with memory" means in the paper: sections IV-C and IV-D.
_WITH = {"consecutive": ("working", _CONSECUTIVE), "intervened": ("both", _INTERVENED)}


def published(mode: str) -> Mapping[str, tuple[ResultCell, ...]]:
    """The paper's cells of a mode by model; what it calls "with memory" is ``working`` or ``both``, as it used it."""
    models = dict.fromkeys(_STANDALONE)
    return {model: tuple(_cells(mode, model)) for model in models}


def _cells(mode: str, model: str) -> Iterator[ResultCell]:
    if mode == "standalone":
        for task, row in _STANDALONE[model].items():
            yield ResultCell("paper", task, mode, "none", TRIALS, *row)
        return
    memory, rows = _WITH[mode]
    for task, (success, state, table) in rows[model].items():
        yield ResultCell("paper", task, mode, "none", TRIALS, success[0], state[0], table[0])
        yield ResultCell("paper", task, mode, memory, TRIALS, success[1], state[1], table[1])
