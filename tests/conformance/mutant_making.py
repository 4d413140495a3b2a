"""How a wrong solver is made: the text of the right one in `examples/solvers/right.py`, with some edits."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, cast

from sudocube.crosschecking import Cause

RIGHT = Path(__file__).resolve().parents[2] / "examples" / "solvers" / "right.py"

STEPS_AT_MOST = 5000
"""Of a search for one puzzle; the right solver needs a tenth of that for any of the suite."""


@dataclass(frozen=True)
class Mutant:
    """A mistake: its name, the cause that refutes it in a category of the suite, and the edits (old, new)."""

    name: str
    cause: Cause | None
    category: str
    edits: tuple[tuple[str, str], ...]

    def source(self) -> str:
        """The text of the wrong solver; each edit applies to one place."""
        text = RIGHT.read_text("utf-8")
        for old, new in self.edits:
            assert text.count(old) == 1, f"{self.name}: {old!r} is there {text.count(old)} times"
            text = text.replace(old, new)
        return text

    def solver(self) -> Callable[[str], str]:
        """The wrong solver as a function from a line to an answer; a search without end breaks off."""
        names: dict[str, Any] = {"__name__": "mutant"}
        exec(compile(self.source(), f"<{self.name}>", "exec"), names)
        search, steps = names["search"], count(1)

        def limited(left: list[int]) -> Iterator[str]:
            if next(steps) > STEPS_AT_MOST:
                raise RuntimeError("the search goes on and on")
            return cast("Iterator[str]", search(left))

        def answer(line: str) -> str:
            nonlocal steps
            steps = count(1)
            return cast("str", names["answer"](line))

        names["search"] = limited
        return answer


def mutant(name: str, cause: Cause | None, category: str, *texts: str) -> Mutant:
    """A mutant whose edits are given one after the other: old, new, old, new."""
    return Mutant(name, cause, category, tuple(zip(texts[::2], texts[1::2], strict=True)))
