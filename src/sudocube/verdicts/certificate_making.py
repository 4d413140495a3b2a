"""A certificate as text, and as files for proof checkers of others."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from sudocube.engines import Answer
from sudocube.puzzle import Puzzle
from sudocube.trusted import ProofCheck, dimacs, rules_of
from sudocube.trusted.folder import drat
from sudocube.verdict import Verdict


def made_by() -> str:
    """The programs that make the certificates, with their versions."""
    versions = []
    for name in ("sudocube", "python-sat"):
        with suppress(PackageNotFoundError):
            versions.append(f"{name} {version(name)}")
    return ", ".join((*versions, "cadical195", f"Python {platform.python_version()}"))


def written_certificate(index: int, puzzle: Puzzle, answer: Answer) -> str:
    """The text of a certificate, from its empty line to its `end`."""
    shape = puzzle.geometry
    box = f"{shape.box_rows}x{shape.box_columns}"
    lines = ["", f"puzzle {index}", f"box {box}", f"clues {puzzle}", f"verdict {answer.verdict}"]
    if answer.verdict is Verdict.UNKNOWN:
        lines.append(f"reason {_one_line(answer.reason or 'unknown')}")
    else:
        lines += [f"solution {grid}" for grid in answer.solutions]
    if (steps := answer.steps) is not None:
        lines += [f"proof {len(steps)}", *steps]
    return "".join(f"{line}\n" for line in (*lines, "end"))


def _one_line(text: str) -> str:
    """The text in ASCII and on one line."""
    return " ".join(text.encode("ascii", "backslashreplace").decode("ascii").split()) or "unknown"


def standard_files(puzzle: Puzzle, answer: Answer, steps: Iterable[str]) -> tuple[str, str]:
    """A formula in DIMACS, and a proof in DRAT that refutes it, for proof checkers of others."""
    rules = rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns)
    refutation = ProofCheck(rules, puzzle.cells)
    solution = answer.solutions[0].cells if answer.solutions else None
    if solution is not None:
        refutation.forbid(solution)
    for step in steps:
        refutation.step(step)
    return dimacs(rules, puzzle.cells, solution), drat(refutation)
