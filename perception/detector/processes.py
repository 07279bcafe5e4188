"""Several processes that train one detector on a machine without a GPU: each has a part of every batch.

Threads inside an operation wait for each other hundreds of times a step; processes do so once, when their gradients are
averaged. On two busy cores that took 62 ms a picture instead of 94 (YOLO-World n, 192 pixels).
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any

from envs.process.workers import follow_parent, undisturbed
from perception.extras import needs

_PATIENCE_S = 60.0  # for the others to end after the first one did


@contextmanager
def group(processes: int, follow: Callable[[int], None]) -> Iterator[None]:
    """While this lasts, gradients are averaged over so many processes; this one is number 0.

    Args:
        processes: How many; 1 starts none.
        follow: What the others run, with their number; importable, because they start afresh.
    """
    if processes == 1:
        yield
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    context = get_context("spawn")
    others = [context.Process(target=_run, args=(rank, processes, port, follow)) for rank in range(1, processes)]
    with undisturbed():
        for other in others:
            other.start()
    try:
        _join(0, processes, port)
        yield
        for other in others:
            other.join(_PATIENCE_S)
    finally:
        _leave(others)


def _run(rank: int, processes: int, port: int, follow: Callable[[int], None]) -> None:
    follow_parent()
    _join(rank, processes, port)
    follow(rank)


def _join(rank: int, processes: int, port: int) -> None:
    torch = needs("torch")
    distributed = needs("torch.distributed")
    torch.set_num_threads(1)
    store = distributed.TCPStore("127.0.0.1", port, processes, rank == 0)
    distributed.init_process_group("gloo", store=store, rank=rank, world_size=processes)


def _leave(others: Sequence[BaseProcess]) -> None:
    distributed = needs("torch.distributed")
    if distributed.is_initialized():
        distributed.destroy_process_group()
    for other in others:
        if other.is_alive():
            other.terminate()
        other.join()


def averaged(parameters: Any) -> None:
    """Replace gradients by their mean over the group; without one they stay as they are."""
    distributed = needs("torch.distributed")
    if not (distributed.is_available() and distributed.is_initialized()):
        return
    torch = needs("torch")
    gradients = [one.grad for one in parameters if one.grad is not None]
    flat = torch.cat([one.flatten() for one in gradients])
    distributed.all_reduce(flat)
    flat /= distributed.get_world_size()
    begin = 0
    for one in gradients:
        one.copy_(flat[begin : begin + one.numel()].view_as(one))
        begin += one.numel()
