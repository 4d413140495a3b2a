"""The compiled kernel; src/kernel/README.md describes it."""

import numpy as np
from numpy.typing import NDArray

def levels() -> tuple[str, ...]: ...
def referee(puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8], counts: NDArray[np.int64]) -> int: ...

class CompiledSearch:
    level: str
    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    guesses: NDArray[np.int64]

    def __init__(
        self,
        puzzles: NDArray[np.uint8] | NDArray[np.uint16] | memoryview,
        limit: int = 2,
        budget: int = ...,
        level: str = "",
        keep_solutions: bool = True,
    ) -> None: ...
    def advance(self, steps: int) -> int: ...
    def first(self) -> tuple[int, list[bytes]]: ...
    def __len__(self) -> int: ...

class CompiledClosures:
    level: str
    masks: NDArray[np.uint16]
    states: NDArray[np.int8]

    def __init__(self, puzzles: NDArray[np.uint8] | NDArray[np.uint16], level: str = "") -> None: ...
    def advance(self, steps: int) -> int: ...

class CompiledForms:
    level: str
    forms: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    text_keys: NDArray[np.uint64]
    automorphisms: NDArray[np.int32]
    clues: NDArray[np.uint8]

    def __init__(self, puzzles: NDArray[np.uint8], level: str = "", budget: int = ...) -> None: ...
    def advance(self, steps: int) -> int: ...
