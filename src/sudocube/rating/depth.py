"""The depth of a puzzle: how deep assumptions are nested until singles solve it; the depth as a proof.

A board is the candidates of its cells as masks: bit d - 1 says that digit d is a candidate. Two rules are
repeated until nothing changes:

    naked single    a cell with one candidate: the digit goes from all other cells of its units
    hidden single   a digit with one place left in a unit: the cell holds it

A board is contradictory where a cell has no candidate, or a digit no place in a unit.

    depth 0   the closure of singles fills the grid
    depth k   it does so after candidates were dropped that the closure of depth k - 1 refutes: assume that
              the cell holds the digit, close, and meet a contradiction; again and again, until none goes

This is trial and error that keeps nothing but its failures, nested k times: T&E(k) of singles in D. Berthier,
"Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012; on clauses, failed literals. To assume that a
cell does not hold a digit adds nothing: if this is refuted, then so is every other digit of the cell, as each
of them implies it.

The closure of each depth is monotone, because it is built of monotone rules: what follows from some
candidates follows from fewer of them, too. So the end does not depend on the order (M. H. A. Newman, "On
Theories with a Combinatorial Definition of 'Equivalence'", 1942): either every order ends with the same
candidates, or every order meets a contradiction. So 9×9 boards may be closed by the kernel, where it is
compiled, and assumptions are tried many at a time.

As a proof, each candidate that goes is a step that the trusted checker accepts: a clause that follows by unit
propagation. That the closure of singles refutes an assumption is such a step by itself: "r4c7 is not 3".
Where assumptions are nested, so are the clauses: under the assumption r1c2 = 5, the closure on depth 1 drops
3 from r4c7, and the clause is "r1c2 is not 5, or r4c7 is not 3". With such clauses, propagation refutes
r1c2 = 5. So the steps of a puzzle of depth k have k literals at most, and they show that its depth is not
above k, as well as that it has no other solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from sudocube import kernel
from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import cube
from sudocube.errors import UndecidedError
from sudocube.geometry import Geometry
from sudocube.kernel.batches import Closures, close_singles
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import ProofCheck, Refused, rules_of
from sudocube.trusted.proof_check import Pair
from sudocube.verdicts.proof_reading import board_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Masks: TypeAlias = NDArray[np.uint16]
    """The candidates of n boards: (n, cells)."""

SOLVED, STUCK, CONTRADICTION = 1, 0, -1
"""What becomes of a board: each cell has one candidate; no rule applies; or there is a contradiction."""

KERNEL_GEOMETRY = Geometry(3, 3)
"""What the compiled kernel closes; all other sizes are closed here."""

BATCH = 4096
"""How many boards are closed together: enough for NumPy, and few enough for the cache."""

TOGETHER = 32
"""How many assumptions are tried together where each takes further ones: what the first of them refute saves
the others work."""


def first_masks(cells: NDArray[np.uint8], geometry: Geometry) -> Masks:
    """The candidates of boards before any conclusion: a clue, or all digits.

    `cells` is uint8 (n, cells), row by row, 0 for a blank.

    >>> first_masks(np.array([[1, 0, 0, 4] + 12 * [0]], np.uint8), Geometry(2, 2))[0, :4].tolist()
    [1, 15, 15, 8]
    """
    table = np.array([(1 << geometry.size) - 1, *(1 << digit - 1 for digit in geometry.digits)], np.uint16)
    return np.take(table, cells)


def closed(masks: Masks, geometry: Geometry) -> Closures:
    """The closure of naked and hidden singles of n boards, (n, cells); what is given is not changed.

    The masks of a contradictory board mean nothing.

    >>> cells = np.array([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], np.uint8)
    >>> boards = closed(first_masks(cells, Geometry(2, 2)), Geometry(2, 2))
    >>> boards.states.tolist(), boards.masks[0, :4].tolist()
    ([1], [1, 2, 8, 4])
    """
    if geometry == KERNEL_GEOMETRY and kernel.is_compiled():
        return close_singles(masks)
    return closed_from_cube(masks, geometry)


def closed_from_cube(masks: Masks, geometry: Geometry) -> Closures:
    """The same as `closed`, for any geometry and without the kernel: from the units of the cube."""
    masks, states, left = masks.copy(), np.full(len(masks), STUCK, np.int8), np.arange(len(masks))
    while len(left):  # a board leaves as soon as its state is known
        board = masks[left]
        masks[left], is_contradictory = _after_round(board, geometry)
        states[left[is_contradictory]] = CONTRADICTION
        left = left[(masks[left] != board).any(axis=1) & ~is_contradictory]
    states[(states == STUCK) & ((masks & masks - 1) == 0).all(axis=1)] = SOLVED
    return Closures(masks, states)


@cache
def _cells_of_units(geometry: Geometry) -> NDArray[np.intp]:
    """The cells of each unit: (n, 3n), the k-th cell of every unit in row k."""
    return np.array([unit.cells for unit in cube(geometry).units], np.intp).T


@cache
def _units_of_cells(geometry: Geometry) -> NDArray[np.intp]:
    """The row, the column and the box of each cell, as numbers of units: (3, cells)."""
    n, cells = geometry.size, range(geometry.cell_count)
    places = [(geometry.row(cell), n + geometry.column(cell), 2 * n + geometry.box(cell)) for cell in cells]
    return np.array(places, np.intp).T


def _after_round(board: Masks, geometry: Geometry) -> tuple[Masks, NDArray[np.bool_]]:
    """The boards after each rule was applied everywhere once, and which of them are contradictory.

    A board that does not change, and is not contradictory, is closed.
    """
    units, full = _cells_of_units(geometry), (1 << geometry.size) - 1
    single = np.where((board & board - 1) == 0, board, 0)
    once = np.zeros((len(board), units.shape[1]), board.dtype)
    twice, held, held_twice = once.copy(), once.copy(), once.copy()
    for cells in units:  # one cell of every unit
        some, alone = board[:, cells], single[:, cells]
        twice |= once & some
        once |= some
        held_twice |= held & alone
        held |= alone
    is_contradictory = (once != full).any(axis=1) | held_twice.any(axis=1) | (board == 0).any(axis=1)
    row, column, box = _units_of_cells(geometry)
    lone = once & ~twice
    hidden = board & (lone[:, row] | lone[:, column] | lone[:, box])
    gone = held[:, row] | held[:, column] | held[:, box]
    after = np.where(single > 0, board, np.where(hidden > 0, hidden, board & ~gone))
    is_contradictory |= ((hidden & hidden - 1) != 0).any(axis=1)  # two digits in one cell
    return after.astype(board.dtype, copy=False), is_contradictory


class Assumptions(NamedTuple):
    """What can be assumed: `bits` in `cells` of boards, whose numbers are `boards`. All are of shape (k,)."""

    boards: NDArray[np.intp]
    cells: NDArray[np.intp]
    bits: Masks

    def some(self, which: slice | NDArray[np.bool_]) -> Assumptions:
        """Those in a slice, or for which `which` is true."""
        return Assumptions(self.boards[which], self.cells[which], self.bits[which])

    def made(self, masks: Masks) -> Masks:
        """A copy of its board for each assumption, in which it is made."""
        assumed = masks[self.boards]
        assumed[np.arange(len(assumed)), self.cells] = self.bits
        return assumed

    def refuted(self, masks: Masks, geometry: Geometry, depth: int, clock: Clock) -> Assumptions:
        """Those that the closure on a depth refutes."""
        made = self.made(masks)
        states = closed_at(made, np.zeros_like(made), geometry, depth, clock=clock).states
        return self.some(states == CONTRADICTION)


def assumptions_of(masks: Masks, known: Masks, geometry: Geometry) -> Assumptions:
    """All candidates of cells with several, board by board, cell by cell.

    `known` holds a solution of each board as masks, or nothing: what is true in it is never refuted, and left
    out.
    """
    bits = np.array([1 << digit - 1 for digit in geometry.digits], masks.dtype)
    several = np.where(masks & masks - 1, masks & ~known, 0)
    boards, cells, digits = np.nonzero(several[:, :, np.newaxis] & bits)
    return Assumptions(boards, cells, bits[digits])


def closed_at(
    masks: Masks, known: Masks, geometry: Geometry, depth: int, *, clock: Clock = NO_LIMIT
) -> Closures:
    """The closure of n boards on a depth, (n, cells); on depth 0 it is that of naked and hidden singles.

    `known` holds a solution of each board, as masks, which saves time, or zeros. Raises TimeoutError when the
    clock has run out.
    """
    clock.check()
    if not depth:
        return closed(masks, geometry)
    masks, states = closed_at(masks, known, geometry, depth - 1, clock=clock)
    left = np.flatnonzero(states == STUCK)
    while len(left):
        boards, ends, there = masks[left], states[left], known[left]
        every = assumptions_of(boards, there, geometry)
        together = BATCH if depth == 1 else TOGETHER
        for start in range(0, len(every.cells), together):
            some = every.some(slice(start, start + together))
            now = boards[some.boards, some.cells]
            some = some.some((now & some.bits != 0) & (now != some.bits))
            refuted = some.refuted(boards, geometry, depth - 1, clock)
            np.bitwise_and.at(boards, (refuted.boards, refuted.cells), ~refuted.bits)
            changed = np.unique(refuted.boards)
            again = closed_at(boards[changed], there[changed], geometry, depth - 1, clock=clock)
            boards[changed], ends[changed] = again
        is_changed = (boards != masks[left]).any(axis=1)
        masks[left], states[left] = boards, ends
        left = left[is_changed & (ends == STUCK)]
    return Closures(masks, states)


def depths_of(
    masks: Masks, known: Masks, geometry: Geometry, *, most: int, clock: Clock = NO_LIMIT
) -> tuple[NDArray[np.int8], int]:
    """The depths of n puzzles, (n,), and the last depth that was tried: `most`, or as deep as there was time.

    A depth above that is a lower bound. Only of a puzzle with one solution is this its depth: one with
    several is said to be deeper, and one in which a contradiction is met has the depth -1. `known` holds the
    solution of each board, as masks, which saves time, or zeros. Easy puzzles leave the batch first.

    >>> cells = np.zeros((2, 16), np.uint8)
    >>> cells[0, [0, 6, 9, 15]] = 1, 2, 3, 4
    >>> masks = first_masks(cells, Geometry(2, 2))
    >>> depths_of(masks, 0 * masks, Geometry(2, 2), most=1)
    (array([0, 2], dtype=int8), 1)
    """
    depths, left, tried = np.zeros(len(masks), np.int8), np.arange(len(masks)), -1
    with suppress(TimeoutError):
        for depth in range(most + 1):
            if not len(left):
                break
            masks, states = closed_at(masks, known[left], geometry, depth, clock=clock)
            depths[left[states == STUCK]] = depth + 1
            depths[left[states == CONTRADICTION]] = -1
            left, masks, tried = left[states == STUCK], masks[states == STUCK], depth
    return depths, tried


Variables = tuple[int, ...]
"""Variables of the checker that are assumed to be true, the first one first."""


def depth_proof(puzzle: Puzzle, solution: Grid, depth: int, *, clock: Clock = NO_LIMIT) -> tuple[str, ...]:
    """The steps that show that a puzzle of this depth has no other solution; the checker has accepted each.

    No clause has more than `depth` literals. Raises Refused where the checker refuses a step, UndecidedError
    where the depth is not enough, and TimeoutError when the clock has run out.

    >>> depth_proof(Puzzle("1... ..2. .3.. ...4"), Grid("1243342143122134"), 0)
    ()
    """
    writer = _ProofWriter(puzzle, solution, clock)
    writer.refutation((), [], depth)
    if not writer.check.is_complete:
        raise UndecidedError(f"assumptions nested {depth} deep do not solve the puzzle")
    return tuple(writer.steps)


class _ProofWriter:
    """Writes the steps of one proof, and has each checked at once."""

    def __init__(self, puzzle: Puzzle, solution: Grid, clock: Clock) -> None:
        self._geometry, self._clock = puzzle.geometry, clock
        rules = rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns)
        self.check, self.steps = ProofCheck(rules, puzzle.cells), list[str]()
        self.check.forbid(solution.cells)
        self._known = first_masks(np.frombuffer(solution.cells, np.uint8)[np.newaxis], self._geometry)
        self._denied = {no.bit_length() - 1: name for name, (_, no) in rules.literals.items() if no}
        """By variable: the name of the literal that it is false."""
        self._names: dict[frozenset[int], str] = {}

    def refutation(self, assumed: Variables, learned: Sequence[str], depth: int) -> list[str] | None:
        """Close the board on a depth under assumptions; the hints that refute them, else None.

        `learned` names the clauses that hold under fewer of them.
        """
        learned = [*learned]
        while not self.check.is_complete:
            state, hints = self._propagated(assumed, learned)
            if hints is not None:
                return hints
            if not depth or not self._drop_some(assumed, learned, state, depth):
                return None
        return None

    def _drop_some(self, assumed: Variables, learned: list[str], state: Pair, depth: int) -> bool:
        """Write a step for each of some candidates that are refuted on the depth below; whether there are.

        The names of their clauses are added to `learned`.
        """
        masks = np.array([board_of(state, self.check.rules)[0]], self._known.dtype)
        every = assumptions_of(masks, 0 * masks if assumed else self._known, self._geometry)
        together = len(every.cells) if depth == 1 else TOGETHER
        for start in range(0, len(every.cells), together):
            some = every.some(slice(start, start + together))
            refuted = some.refuted(masks, self._geometry, depth - 1, self._clock)
            for cell, bit in zip(refuted.cells.tolist(), refuted.bits.tolist(), strict=True):
                self._clock.check()
                self._drop(assumed, learned, cell * self._geometry.size + bit.bit_length(), depth)
            if len(refuted.cells):
                return True
        return False

    def _drop(self, assumed: Variables, learned: list[str], variable: int, depth: int) -> None:
        """Write the step that a variable is false under the assumptions, unless that is known."""
        clause = (*assumed, variable)
        if (name := self._names.get(frozenset(clause))) is None:
            if (not assumed and self.check.state[1] >> variable & 1) or self.check.is_complete:
                return
            hints = self.refutation(clause, learned, depth - 1)
            if hints is None:
                return
            name = f"#{self.check.steps + 1}"
            step = " ".join((name, *(self._denied[one] for one in clause), ":", *hints))
            self.check.step(step)
            self.steps.append(step)
            self._names[frozenset(clause)] = name
        if assumed:
            learned.append(name)

    def _propagated(self, assumed: Variables, learned: Sequence[str]) -> tuple[Pair, list[str] | None]:
        """What follows by lines and learned clauses: the state, and the hints to a contradiction, or None."""
        check, state, seen, events = self.check, self.check.state, 0, list[tuple[str, Pair, Pair]]()
        for variable in assumed:
            state = check.affirmed(state, 1 << variable) or state
        names = [*check.rules.lines, *learned]
        while new := state[1] & ~seen:
            seen = state[1]
            for name in names:
                line = check.clauses[name][0]
                if not line or line & new:
                    with suppress(Refused):  # it forces nothing new
                        after = check.forced(state, check.clauses[name])
                        if after is None:
                            return state, self._needed(events, name)
                        events.append((name, state, after))
                        state = after
        return state, None

    def _needed(self, events: Sequence[tuple[str, Pair, Pair]], last: str) -> list[str]:
        """The hints among clauses that have forced something that make the `last` one fail, and itself.

        What a learned clause needs besides is assumed: all its literals but the last deny assumptions.
        """
        hints, (false, true) = [last], self.check.clauses[last]
        for name, before, after in reversed(events):
            if (after[0] ^ before[0]) & true or (after[1] ^ before[1]) & false:
                hints.append(name)
                false = false & before[1] | self.check.clauses[name][0] & before[1]
        return hints[::-1]
