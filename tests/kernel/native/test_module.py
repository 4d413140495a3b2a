"""The compiled module alone: what it accepts, what it refuses, and that a search can be interrupted."""

import threading

import numpy as np
import pytest

_kernel = pytest.importorskip("sudocube._kernel", reason="needs the compiled kernel: pip install .")

LEVELS = _kernel.levels()
NONE = 2**63 - 1
EMPTY = np.zeros((1, 81), np.uint8)
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def text(*puzzles):
    return np.frombuffer("".join(puzzles).encode(), np.uint8).reshape(-1, 81)


def masks_of(puzzle):
    return np.array([[1 << int(c) - 1 if c in "123456789" else 511 for c in puzzle]], np.uint16)


def finished(search, steps=100_000):
    while search.advance(steps) < len(search.counts):
        pass
    return search


def test_the_levels_are_listed_slowest_first():
    assert ("portable", "baseline", "avx2", "avx512")[: len(LEVELS)] == LEVELS


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("form", ["text", "digits", "masks"])
def test_a_puzzle_may_come_as_text_as_digits_or_as_masks(level, form):
    puzzles = {"text": text(PUZZLE), "digits": text(PUZZLE.replace(".", "0")) - 48, "masks": masks_of(PUZZLE)}

    search = finished(_kernel.CompiledSearch(puzzles[form], level=level))

    assert search.counts.tolist() == [1]
    assert "".join(map(str, search.solutions[0, 0])) == SOLUTION
    assert search.solutions[0, 1].tolist() == [0] * 81


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("blank", "cells"), [(ord("."), b"0123456789.*_-xX"), (0, bytes(range(10)))], ids=["text", "digits"]
)
def test_every_byte_means_the_same_at_every_place(level, blank, cells):
    """A puzzle is read in several loads that overlap: no byte may be skipped, misread or misplaced."""
    place, byte = (axis.ravel() for axis in np.indices((81, 256)))
    puzzles = np.full((place.size, 81), blank, np.uint8)
    puzzles[np.arange(place.size), place] = byte

    search = finished(_kernel.CompiledSearch(puzzles, limit=1, level=level))

    assert search.counts.tolist() == [1 if value in cells else -2 for value in byte.tolist()]
    digit = byte - 48 if blank else byte
    clues = np.isin(byte, np.frombuffer(cells, np.uint8)) & (digit >= 1) & (digit <= 9)
    assert (search.solutions[clues, 0, place[clues]] == digit[clues]).all()
    assert clues.sum() == 9 * 81


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cells", [(0, 1), (0, 2), (1, 2), (0, 9), (9, 18), (0, 10), (0, 5), (0, 72)])
def test_two_equal_clues_of_a_unit_are_seen_without_a_guess(level, cells):
    """The first three pairs share a triad, where only a comparison of the two cells finds the clash."""
    puzzle = np.zeros((1, 81), np.uint8)
    puzzle[0, list(cells)] = 7

    search = finished(_kernel.CompiledSearch(puzzle, budget=0, level=level))

    assert search.counts.tolist() == [0]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cells", [(0, 1, 2), (0, 9, 18), (30, 31, 32), (6, 15, 24)])
def test_three_cells_of_a_triad_with_two_digits_take_one_guess_to_refute(level, cells):
    masks = np.full((1, 81), 511, np.uint16)
    masks[0, list(cells)] = 0b11

    search = finished(_kernel.CompiledSearch(masks, budget=1, level=level))

    assert search.counts.tolist() == [0]


@pytest.mark.parametrize("level", LEVELS)
def test_every_blank_is_a_blank_and_nothing_else_is(level):
    texts = [PUZZLE.replace(".", blank) for blank in ".0*_-xX"]
    other = [PUZZLE.replace(".", blank, 1) for blank in " \t\nyo\x00\x09/:~"]

    assert finished(_kernel.CompiledSearch(text(*texts), level=level)).counts.tolist() == [1] * len(texts)
    assert finished(_kernel.CompiledSearch(text(*other), level=level)).counts.tolist() == [-2] * len(other)


@pytest.mark.parametrize("level", LEVELS)
def test_digits_and_text_are_not_mixed(level):
    """In a text, byte 9 (a tab) is not a digit, and byte 0 is not a blank."""
    mixed = text(PUZZLE).copy()
    mixed[0, 0] = 5

    assert finished(_kernel.CompiledSearch(mixed, level=level)).counts.tolist() == [-2]


@pytest.mark.parametrize("level", LEVELS)
def test_masks_without_a_candidate_have_no_solution_and_masks_of_ten_digits_are_no_puzzle(level):
    masks = np.vstack([masks_of(PUZZLE)] * 3)
    masks[1, 80], masks[2, 80] = 0, 512

    assert finished(_kernel.CompiledSearch(masks, level=level)).counts.tolist() == [1, 0, -2]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("limit", [1, 2, 3, 1000])
def test_counting_stops_at_the_limit_exactly(level, limit):
    search = finished(_kernel.CompiledSearch(np.zeros((40, 81), np.uint8), limit, level=level))

    assert search.counts.tolist() == [limit] * 40
    assert (search.solutions[:, 1] > 0).all() == (limit > 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_full_grid_is_right_or_wrong_without_a_guess(level):
    full = text(SOLUTION).copy()
    wrong = full.copy()
    wrong[0, 0] = wrong[0, 1]
    search = finished(_kernel.CompiledSearch(np.vstack([full, wrong]), NONE, level=level))

    assert search.counts.tolist() == [1, 0]
    assert search.guesses.tolist() == [0, 0]


@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_that_needs_more_guesses_than_its_budget_is_undecided(level):
    puzzles = np.vstack([EMPTY + ord("."), text(PUZZLE)])

    search = finished(_kernel.CompiledSearch(puzzles, 1000, 10, level))

    assert search.counts.tolist() == [-1, 1]
    assert search.guesses.tolist() == [10, 0]


def test_a_budget_of_nothing_allows_no_guess():
    assert finished(_kernel.CompiledSearch(np.vstack([EMPTY]), 2, 0)).counts.tolist() == [-1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_call_of_advance_is_short_even_if_the_search_is_endless(level):
    search = _kernel.CompiledSearch(EMPTY, NONE, level=level)

    assert [search.advance(1000) for _ in range(5)] == [0] * 5
    assert search.counts.tolist() == [0]


@pytest.mark.parametrize("level", LEVELS)
def test_rows_that_are_not_puzzles_are_handled_in_short_calls_too(level):
    search = _kernel.CompiledSearch(np.full((100_000, 81), 255, np.uint8), level=level)

    assert search.advance(10) < 100_000
    assert (finished(search).counts == -2).all()


def test_every_level_makes_the_same_guesses():
    puzzles = np.vstack([text(PUZZLE), EMPTY + ord("."), text("8" + "." * 80)])
    searches = [finished(_kernel.CompiledSearch(puzzles, 500, level=level)) for level in LEVELS]

    for search in searches[1:]:
        assert search.guesses.tolist() == searches[0].guesses.tolist()
        assert (search.solutions == searches[0].solutions).all()


def test_searches_run_side_by_side_in_threads():
    searches = [_kernel.CompiledSearch(np.zeros((50, 81), np.uint8), 100 + i) for i in range(4)]
    threads = [threading.Thread(target=finished, args=(search,)) for search in searches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [set(search.counts.tolist()) for search in searches] == [{100 + i} for i in range(4)]


def test_the_arrays_outlive_the_search():
    search = finished(_kernel.CompiledSearch(text(PUZZLE)))
    counts, solutions = search.counts, search.solutions
    del search

    assert (counts.tolist(), int(solutions[0, 0, 0])) == ([1], 5)


def test_a_search_begins_with_zeros_in_memory_that_is_used_again():
    """The memory of earlier searches is used again, but not their results."""
    for _ in range(3):
        finished(_kernel.CompiledSearch(text(*[PUZZLE] * 5)))
    fresh = _kernel.CompiledSearch(text(*[PUZZLE] * 5))

    assert not fresh.counts.any()
    assert not fresh.guesses.any()
    assert not fresh.solutions.any()


def test_no_two_searches_share_memory():
    """A search keeps its memory as long as one of its arrays exists."""
    ambiguous = text(PUZZLE[:30] + 51 * ".")
    counts = [
        finished(_kernel.CompiledSearch(np.repeat(ambiguous, 5, axis=0), limit=limit)).counts
        for limit in range(1, 40)
    ]

    assert [count.tolist() for count in counts] == [[limit] * 5 for limit in range(1, 40)]


def test_without_keep_solutions_there_are_none():
    search = finished(_kernel.CompiledSearch(text(PUZZLE), keep_solutions=False))

    assert (search.counts.tolist(), search.solutions.shape) == ([1], (0, 2, 81))


def test_an_empty_batch_is_finished_at_once():
    search = _kernel.CompiledSearch(np.zeros((0, 81), np.uint8))

    assert (search.advance(1), search.counts.shape, search.solutions.shape) == (0, (0,), (0, 2, 81))


def test_a_read_only_array_is_accepted():
    puzzles = text(PUZZLE)
    assert not puzzles.flags.writeable

    assert finished(_kernel.CompiledSearch(puzzles)).counts.tolist() == [1]


@pytest.mark.parametrize(
    ("puzzles", "error", "message"),
    [
        (np.zeros((1, 81), np.int64), TypeError, "uint8"),
        (np.zeros((1, 80), np.uint8), ValueError, r"\(n, 81\)"),
        (np.zeros(81, np.uint8), ValueError, r"\(n, 81\)"),
        (np.zeros((2, 162), np.uint8)[:, ::2], ValueError, "contiguous"),
        (np.zeros((4, 81), np.uint8)[::2], ValueError, "contiguous"),
        ("1" * 81, TypeError, "puzzles"),
    ],
    ids=["dtype", "width", "dimensions", "columns apart", "rows apart", "no array"],
)
def test_other_arrays_are_refused(puzzles, error, message):
    with pytest.raises(error, match=message):
        _kernel.CompiledSearch(puzzles)


@pytest.mark.parametrize(
    "arguments",
    [{"limit": 0}, {"budget": -1}, {"level": "fast"}],
    ids=["limit", "budget", "level"],
)
def test_other_arguments_are_refused_by_name(arguments):
    with pytest.raises(ValueError, match=next(iter(arguments))):
        _kernel.CompiledSearch(EMPTY, **arguments)


def test_a_search_is_for_one_thread_at_a_time():
    search = _kernel.CompiledSearch(EMPTY, NONE)
    refused = []

    def work(steps):
        try:
            search.advance(steps)
        except RuntimeError as error:
            refused.append(str(error))

    worker = threading.Thread(target=work, args=(50_000_000,))
    worker.start()
    while worker.is_alive() and not refused:
        work(1)
    worker.join()

    assert refused == ["the search is being worked on by another thread"]
