"""Canonical forms where nothing is compiled: the same forms, keys and automorphisms, in plain Python.

The form of a valid full grid is its row by row minimal one. All other puzzles, full grids with clashes
included, have their form by refinement.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sudocube.kernel.cell_hash import hash_of
from sudocube.kernel.implementations import NO_PUZZLE, UNDECIDED
from sudocube.kernel.refinement import Form, form_by_refinement
from sudocube.kernel.row_minimal import is_valid_grid, row_minimal_form
from sudocube.kernel.twin import digits_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

NODES_OF_A_PUZZLE = 10_000
"""The usual budget: how many lines and bands are singled out for a puzzle, at most."""


class TwinForms:
    """The forms of a batch, one puzzle after the other; `BatchForms` describes attributes and methods."""

    level = "twin"

    def __init__(self, puzzles: NDArray[np.uint8], *, budget: int = NODES_OF_A_PUZZLE) -> None:
        count = len(puzzles)
        self.forms: NDArray[np.uint8] = np.zeros((count, 81), np.uint8)
        self.keys: NDArray[np.uint64] = np.zeros((count, 2), np.uint64)
        self.text_keys: NDArray[np.uint64] = np.zeros((count, 2), np.uint64)
        self.automorphisms: NDArray[np.int32] = np.zeros(count, np.int32)
        self.clues: NDArray[np.uint8] = np.zeros(count, np.uint8)
        self._puzzles, self._budget = puzzles, budget
        self._finished = 0
        self._search: Iterator[int | Form] | None = None
        """The search for the form of the current puzzle; None between puzzles."""

    def advance(self, steps: int) -> int:
        """Search up to `steps` nodes; returns how many puzzles are finished by now."""
        while steps > 0 and self._finished < len(self.automorphisms):
            if self._search is None:
                self._search = self._search_for(self._finished)
            step = next(self._search)
            if isinstance(step, Form):
                self._finish(step)
            elif step > self._budget:
                self._finish(Form(bytes(81), UNDECIDED))
            steps -= 1
        return self._finished

    def _search_for(self, index: int) -> Iterator[int | Form]:
        """The search for the form of a puzzle; its clues and the key of its text are noted."""
        digits = digits_of(self._puzzles[index].tolist())
        if digits is None:
            return iter([Form(bytes(81), NO_PUZZLE)])
        self.clues[index] = 81 - digits.count(0)
        self.text_keys[index] = hash_of(bytes(digits))
        if is_valid_grid(digits):
            return iter([row_minimal_form(digits)])
        return form_by_refinement(digits)

    def _finish(self, form: Form) -> None:
        self.automorphisms[self._finished] = form.automorphisms
        if form.automorphisms > 0:
            self.forms[self._finished] = list(form.cells)
            self.keys[self._finished] = hash_of(form.cells)
        self._finished += 1
        self._search = None
