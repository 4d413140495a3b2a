"""The compiled canonical forms alone: the same form for the same puzzle, and nothing guessed."""

import numpy as np
import pytest

from tests.kernel.lists import random_rows
from tests.kernel.transformations import cells, transformed, with_clues

_kernel = pytest.importorskip("sudocube._kernel", reason="needs the compiled kernel: pip install .")

LEVELS = _kernel.levels()
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
ALL_ONES = "1" * 81
RESULTS = ("forms", "keys", "text_keys", "automorphisms", "clues")


def text(*puzzles):
    return np.frombuffer("".join(puzzles).encode(), np.uint8).reshape(-1, 81)


def finished(forms, steps=20_000):
    while forms.advance(steps) < len(forms.automorphisms):
        pass
    return forms


def forms_of(puzzles, level="", **options):
    return finished(_kernel.CompiledForms(puzzles, level, **options))


def puzzles_of_all_sorts(number, rng):
    """Clues of solved grids, few or many, clues that clash, few different digits, and symmetric patterns."""
    solvable = random_rows(number, seed=int(rng.integers(1000)))
    dense = with_clues(np.repeat(cells(MOST_CANONICAL), number, axis=0), rng.integers(2, 81, number), rng)
    noise = rng.integers(1, rng.integers(2, 10, (number, 1)) + 1, (number, 81)).astype(np.uint8)
    sparse = with_clues(noise, rng.integers(0, 30, number), rng)
    return np.vstack([solvable, dense, noise, sparse])


@pytest.mark.parametrize("level", LEVELS)
def test_a_transformed_puzzle_has_the_same_form_key_and_number_of_automorphisms(level):
    rng = np.random.default_rng(16)
    puzzles = puzzles_of_all_sorts(500, rng)
    expected, actual = forms_of(puzzles, level), forms_of(transformed(puzzles, rng), level)

    for result in ("forms", "keys", "automorphisms", "clues"):
        assert (getattr(actual, result) == getattr(expected, result)).all(), result
    assert (actual.automorphisms > 0).mean() > 0.9


@pytest.mark.parametrize("level", LEVELS)
def test_a_form_is_its_own_form_and_has_the_clues_of_its_puzzle(level):
    puzzles = puzzles_of_all_sorts(200, np.random.default_rng(17))
    forms = forms_of(puzzles, level)
    decided = forms.automorphisms > 0
    again = forms_of(forms.forms, level)

    assert (again.forms == forms.forms).all()
    assert (again.text_keys == forms.keys)[decided].all()
    assert (np.count_nonzero(forms.forms, axis=1) == forms.clues)[decided].all()
    assert (np.count_nonzero(puzzles, axis=1) == forms.clues).all()


def test_every_level_gives_the_same_results():
    puzzles = puzzles_of_all_sorts(300, np.random.default_rng(18))
    expected = forms_of(puzzles, "portable")

    for level in LEVELS:
        actual = forms_of(puzzles, level)
        assert actual.level == level
        for result in RESULTS:
            assert (getattr(actual, result) == getattr(expected, result)).all(), (level, result)


@pytest.mark.parametrize("level", LEVELS)
def test_the_form_of_a_puzzle_never_changes(level):
    """Keys are kept in files. Another form needs another `form_version`, and a line in the changelog."""
    forms = forms_of(text(PUZZLE), level)

    assert "".join(map(str, forms.forms[0])) == (
        "000123040004000105000600730040800060070400050020057090030291000805000400016500000"
    )
    assert [f"{word:016x}" for word in forms.keys[0].tolist()] == ["f386f14c7d4bf1b6", "403bdd0287e94614"]
    assert [f"{word:016x}" for word in forms.text_keys[0].tolist()] == [
        "e78ee65d606ca767",
        "52238173c40c6de2",
    ]


def test_a_key_is_the_murmur_hash_of_the_digits():
    mmh3 = pytest.importorskip("mmh3", reason="needs mmh3: pip install mmh3")
    puzzles = puzzles_of_all_sorts(50, np.random.default_rng(19))
    forms = forms_of(puzzles)
    decided = forms.automorphisms > 0

    for digits, keys in ((forms.forms[decided], forms.keys[decided]), (puzzles, forms.text_keys)):
        expected = [mmh3.hash64(row.tobytes(), seed=1, signed=False) for row in digits]
        assert [tuple(key) for key in keys.tolist()] == expected


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("blank", "values"), [(ord("."), b"0123456789.*_-xX"), (0, bytes(range(10)))], ids=["text", "digits"]
)
def test_every_byte_means_the_same_at_every_place(level, blank, values):
    """A single clue is moved to one and the same cell, from wherever it is."""
    place, byte = (axis.ravel() for axis in np.indices((81, 256)))
    puzzles = np.full((place.size, 81), blank, np.uint8)
    puzzles[np.arange(place.size), place] = byte

    forms = forms_of(puzzles, level)

    assert forms.automorphisms.tolist() == [2 if value in values else -2 for value in byte.tolist()]
    digit = byte - 48 if blank else byte
    clues = np.isin(byte, np.frombuffer(values, np.uint8)) & (digit >= 1) & (digit <= 9)
    assert (forms.clues == clues).all()
    assert (forms.forms.sum(axis=1) == clues).all()
    assert (forms.forms[clues, 0] == 1).all()
    assert len(np.unique(forms.text_keys[clues], axis=0)) == 9 * 81
    assert not forms.text_keys[forms.automorphisms == -2].any()


@pytest.mark.parametrize("level", LEVELS)
def test_digits_and_text_are_not_mixed(level):
    mixed = text(PUZZLE).copy()
    mixed[0, 0] = 5

    forms = forms_of(mixed, level)

    assert forms.automorphisms.tolist() == [-2]
    assert not any(getattr(forms, result).any() for result in ("forms", "keys", "text_keys", "clues"))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("puzzle", "automorphisms"),
    [
        ("." * 81, 2),
        ("1" + "." * 80, 2),
        ("1........" * 3 + "." * 54, 6),
        ("123456789" + "." * 72, 6**4),
        ("1" * 9 + "." * 72, 6**4),
        (MOST_CANONICAL[:27] + "." * 54, 108),
        ("".join("123456789"[i // 9] if i % 10 == 0 else "." for i in range(81)), 2 * 6**4),
        ("12" + "." * 79, 2),
        ("1" + "." * 8 + "2" + "." * 71, 2),
        ("12" + "." * 7 + "21" + "." * 70, 8),
        (PUZZLE, 1),
    ],
)
def test_automorphisms_are_the_ways_to_move_lines_with_clues(level, puzzle, automorphisms):
    """What only moves lines without clues, or renames digits that are not there, is not counted."""
    assert forms_of(text(puzzle), level).automorphisms.tolist() == [automorphisms]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("puzzle", [ALL_ONES, "111222333" * 9], ids=["ones", "columns"])
def test_what_is_too_symmetric_is_undecided(level, puzzle):
    forms = forms_of(text(puzzle), level)

    assert forms.automorphisms.tolist() == [-1]
    assert not forms.forms.any()
    assert not forms.keys.any()
    assert forms.text_keys.all()
    assert forms.clues.tolist() == [81]


@pytest.mark.parametrize("level", LEVELS)
def test_whether_a_budget_suffices_does_not_depend_on_the_transformation(level):
    rng = np.random.default_rng(20)
    puzzles = np.repeat(cells("123456789" + "." * 72), 30, axis=0)
    needed = 2439  # children of all nodes: three stacks, then two of them, and so on down to the columns

    for budget, expected in ((needed, 6**4), (needed - 1, -1), (0, -1)):
        actual = forms_of(transformed(puzzles, rng), level, budget=budget)
        assert set(actual.automorphisms.tolist()) == {expected}


def test_a_budget_of_nothing_decides_what_refinement_alone_decides():
    forms = forms_of(text(PUZZLE, MOST_CANONICAL[:27] + "." * 54), budget=0)

    assert forms.automorphisms.tolist() == [1, -1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_call_of_advance_is_short_even_if_puzzles_take_long(level):
    forms = _kernel.CompiledForms(text(PUZZLE, ALL_ONES, PUZZLE), level, 2**63 - 1)

    assert [forms.advance(10) for _ in range(5)] == [1] * 5
    assert forms.automorphisms.tolist() == [1, 0, 0]


@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_may_be_left_and_taken_up_again_at_any_step(level):
    puzzles = text(MOST_CANONICAL[:27] + "." * 54, PUZZLE, ALL_ONES, "." * 81)
    expected, actual = forms_of(puzzles, level), finished(_kernel.CompiledForms(puzzles, level), steps=1)

    for result in RESULTS:
        assert (getattr(actual, result) == getattr(expected, result)).all(), result


@pytest.mark.parametrize("number", [0, 1, 2, 7, 8, 9, 15, 16, 17, 33, 100])
@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_does_not_depend_on_the_others_of_its_batch(level, number):
    puzzles = puzzles_of_all_sorts(25, np.random.default_rng(21))[::-1][:number]
    puzzles = np.ascontiguousarray(puzzles)
    together = forms_of(puzzles, level)
    alone = [forms_of(puzzles[i : i + 1], level) for i in range(number)]

    for result in RESULTS:
        expected = [getattr(forms, result)[0].tolist() for forms in alone]
        assert getattr(together, result).tolist() == expected


def test_wrong_arguments_are_refused():
    good = text(PUZZLE)
    with pytest.raises(TypeError, match="uint8"):
        _kernel.CompiledForms(good.astype(np.uint16))
    with pytest.raises(ValueError, match="shape"):
        _kernel.CompiledForms(good[:, :80])
    with pytest.raises(ValueError, match="contiguous"):
        _kernel.CompiledForms(np.vstack([good] * 4)[::2])
    with pytest.raises(ValueError, match="level: this CPU runs portable"):
        _kernel.CompiledForms(good, "sse9")
    with pytest.raises(ValueError, match="budget: expected at least 0"):
        _kernel.CompiledForms(good, budget=-1)
    with pytest.raises(ValueError, match="steps: expected at least 1"):
        _kernel.CompiledForms(good).advance(0)


def test_puzzles_that_may_not_be_written_to_are_read():
    puzzles = text(PUZZLE)

    assert not puzzles.flags.writeable
    assert forms_of(puzzles).automorphisms.tolist() == [1]


def test_the_arrays_outlive_the_work_and_begin_with_zeros():
    forms = forms_of(text(*[PUZZLE] * 5))
    results = [getattr(forms, result) for result in RESULTS]
    del forms
    fresh = _kernel.CompiledForms(text(*[PUZZLE] * 5))

    assert all(result.any() for result in results)
    assert not any(getattr(fresh, result).any() for result in RESULTS)
