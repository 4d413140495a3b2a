"""Parcels measured here or in worker processes, in the order in which they are done."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import perf_counter

from sudocube.errors import EngineError
from sudocube.interrupt import interrupt_held_back
from sudocube.jobs.asking import ALONE_FOR
from sudocube.jobs.worker import become_worker
from sudocube.lab.comparing_parcels import Measurement, Measurer, PuzzleBatch

Done = Generator[tuple[int, Measurement], None, None]
"""Parcels by their numbers, counted from 0, and what came of them."""


def measure_all(batches: Sequence[PuzzleBatch], jobs: int | None) -> Done:
    """Measure batches with so many processes; None begins here, and takes all cores after a second."""
    left = deque(enumerate(batches))
    cores = (os.cpu_count() or 1) if jobs is None else jobs
    start = perf_counter()
    if jobs is None or jobs == 1:
        bench = Measurer()
        try:
            while left and (cores == 1 or perf_counter() - start < ALONE_FOR):
                number, batch = left.popleft()
                yield number, bench.measure(batch)
        finally:
            bench.close()
    if left:
        yield from _by_workers(left, min(cores, len(left)))


def _by_workers(left: deque[tuple[int, PuzzleBatch]], count: int) -> Done:
    """Hand a batch to each worker that has none, until none are left; ended at once if the caller leaves."""
    workers: dict[Connection[object, object], tuple[SpawnProcess, int]] = {}
    try:
        for _ in range(count):
            pipe, process = _started()
            workers[pipe] = process, _hand_out(pipe, left)
        while any(number >= 0 for _, number in workers.values()):
            for pipe in _heard(workers):
                process, number = workers[pipe]
                try:
                    said = pipe.recv()
                except (EOFError, OSError):
                    process.join()
                    raise EngineError(
                        f"a worker process ended with status {process.exitcode} (a script that uses several"
                        ' processes must guard its entry with `if __name__ == "__main__"`)'
                    ) from None
                if isinstance(said, BaseException):
                    raise said
                assert isinstance(said, Measurement)
                workers[pipe] = process, _hand_out(pipe, left)
                yield number, said
    finally:
        for process, _ in workers.values():
            process.kill()
        for pipe, (process, _) in workers.items():
            process.join()
            pipe.close()


def _heard(
    workers: dict[Connection[object, object], tuple[SpawnProcess, int]],
) -> Iterable[Connection[object, object]]:
    """The pipes of busy workers that have something to say."""
    busy = [pipe for pipe, (_, number) in workers.items() if number >= 0]
    return [pipe for pipe in wait(busy) if isinstance(pipe, Connection)]


def _hand_out(pipe: Connection[object, object], left: deque[tuple[int, PuzzleBatch]]) -> int:
    """Give a worker the next batch; its number, or -1 where there is none."""
    if not left:
        return -1
    number, batch = left.popleft()
    with suppress(BrokenPipeError, ConnectionResetError):  # it died: that shows when it is to be heard
        pipe.send(batch)
    return number


def _started() -> tuple[Connection[object, object], SpawnProcess]:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    is_main = threading.current_thread() is threading.main_thread()  # another may end before the work
    process = context.Process(target=_serve, args=(there, is_main), daemon=True)
    with interrupt_held_back():  # and so it is in the new process, from its first moment
        process.start()
    there.close()
    return here, process


def _serve(pipe: Connection[object, object], dies_with_parent: bool) -> None:
    """In a worker: measure what comes in, until the other end is closed."""
    become_worker(dies_with_parent=dies_with_parent)
    bench = Measurer()
    try:
        while True:
            batch = pipe.recv()
            assert isinstance(batch, PuzzleBatch)
            try:
                pipe.send(bench.measure(batch))
            except Exception as error:
                pipe.send(error)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # whoever asked is gone
