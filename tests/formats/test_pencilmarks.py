"""Pencilmarks: 729 characters, nine for each cell; they are kept, or refused with a reason."""

import pickle
from random import Random

import pytest

from sudocube import CertifiedPuzzle, certify, check, count, crosscheck, diagnose, solve
from sudocube.candidate_marks import ANY_DIGIT, MARKS
from sudocube.engines import SearchEngine, Traits, engine
from sudocube.errors import PuzzleError, UnsupportedError
from sudocube.exchange import decode, encode
from sudocube.explanation import explain, verify_steps
from sudocube.formats import FORMATS, Style, write
from sudocube.formats.writer import Writer
from sudocube.geometry import Geometry
from sudocube.jobs import refereed_answer
from sudocube.lab import compare
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from sudocube.verdict import Verdict
from tests.cli.command import UNIQUE, invoke, written
from tests.formats.test_one_per_line import entries
from tests.puzzles import solved_grid, unique_puzzle

ANY = "123456789"
NINE = Geometry(3, 3)


def marks(*cells: str) -> str:
    """Pencilmarks with these cells, and all digits in all others."""
    return "".join(cells) + ANY * (81 - len(cells))


def cell(digits: str, blank: str = ".") -> str:
    """The pencilmarks of a cell that can hold these digits."""
    return "".join(digit if digit in digits else blank for digit in ANY)


TWO_OF_THEM = marks(cell("12"), cell("12"), cell("12"))
"""Three cells of a row for two digits: no solution, though no clue says so."""


@pytest.fixture(scope="module")
def unique() -> tuple[Puzzle, Grid]:
    rng = Random("pencilmarks")
    grid = solved_grid(NINE, rng)
    return unique_puzzle(grid, rng), grid


def with_marks(puzzle: Puzzle, **cells: str) -> str:
    """A puzzle as pencilmarks, some cells (c0 to c80) with these digits."""
    of_cells = [cell(str(digit)) if digit else ANY for digit in puzzle.cells]
    for name, digits in cells.items():
        of_cells[int(name[1:])] = cell(digits)
    return "".join(of_cells)


def test_a_line_of_729_is_a_puzzle_by_its_pencilmarks():
    [entry] = entries(marks(cell("5"), cell("12"), cell("")) + " easy\n")
    assert entry.error is None
    assert entry.style.format == "pencilmarks"
    assert entry.puzzle.clues == {0: 5}
    assert entry.puzzle.candidates == (16, 3, 0, *[ANY_DIGIT] * 78)


@pytest.mark.parametrize("blank", ".0*_-xX")
def test_any_blank_stands_for_a_digit_struck_out(blank):
    [entry] = entries(marks(cell("5", blank), cell("12", blank)))
    assert entry.puzzle.candidates[:2] == (16, 3)
    assert entry.style.blank == blank


def test_pencilmarks_that_say_no_more_than_clues_are_the_same_puzzle(unique):
    puzzle, _ = unique
    [entry] = entries(with_marks(puzzle))
    assert entry.puzzle == puzzle
    assert entry.puzzle.candidates is None


@pytest.mark.parametrize(
    ("at", "symbol", "said"),
    [
        (0, "2", "column 1: found '2'; expected 1 or a blank (pencilmarks of r1c1)"),
        (5, "1", "column 6: found '1'; expected 6 or a blank (pencilmarks of r1c1)"),
        (728, "!", "column 729: found '!'; expected 9 or a blank (pencilmarks of r9c9)"),
        (100, "A", "column 101: found 'A'; expected 2 or a blank (pencilmarks of r2c3)"),
    ],
)
def test_a_digit_in_the_wrong_place_is_named_with_its_column(at, symbol, said):
    text = ANY * 81
    spoilt = text[:at] + symbol + text[at + 1 :]
    first, second = entries(f"{UNIQUE}\n{spoilt}\n")
    assert first.puzzle is not None
    assert str(second.error) == f"puzzles.txt:2: {said}"
    [indented] = entries(f"  {spoilt}")
    assert indented.error.column == at + 3
    with pytest.raises(PuzzleError, match=f"symbol {at + 1} is "):
        Puzzle(spoilt)


def test_pencilmarks_and_clues_may_stand_in_one_file():
    first, second, third = entries(f"{TWO_OF_THEM}\n{UNIQUE}\n{ANY * 81}\n", size=9)
    assert [one.style.format for one in (first, second, third)] == ["pencilmarks", "line", "pencilmarks"]
    assert third.puzzle == Puzzle("." * 81)


def test_where_another_size_is_asked_for_they_are_no_puzzle():
    [entry] = entries(TWO_OF_THEM, size=16)
    assert entry.puzzle is None


def test_they_are_text_again_and_copied_whole():
    puzzle = Puzzle(TWO_OF_THEM)
    assert str(puzzle) == TWO_OF_THEM
    assert Puzzle(str(puzzle)) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert puzzle != Puzzle("." * 81)
    assert len({puzzle, Puzzle(TWO_OF_THEM), Puzzle("." * 81)}) == 2


def test_they_are_written_and_read_again(unique):
    puzzle, grid = unique
    style = Style.named("pencilmarks")
    for board in (Puzzle(TWO_OF_THEM), puzzle, grid):
        [entry] = entries(write(board, style))
        assert (entry.puzzle.cells, entry.puzzle.candidates) == (
            board.cells,
            getattr(board, "candidates", None),
        )
    text = Writer(Style("pencilmarks", "0")).text(Puzzle(TWO_OF_THEM), grid)
    assert len(text) == MARKS + 1
    assert entries(text)[0].puzzle.cells == grid.cells


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "pencilmarks"])
def test_no_other_format_drops_them(name, unique):
    """A solution alone can be written in any format."""
    puzzle, grid = Puzzle(TWO_OF_THEM), unique[1]
    style = Style.named(name)
    with pytest.raises(UnsupportedError, match="does not hold pencilmarks"):
        write(puzzle, style)
    if name in ("csv", "sdk"):
        with pytest.raises(UnsupportedError, match="does not hold pencilmarks"):
            Writer(style).text(puzzle, grid)
    else:
        assert entries(Writer(style).text(puzzle, grid))[0].puzzle.cells == grid.cells


def test_other_sizes_have_none():
    with pytest.raises(UnsupportedError, match="9×9 puzzles only"):
        write(Puzzle("." * 16), Style.named("pencilmarks"))


TAKE_THEM = ["kernel", "kernel:twin", "sat", "sat:minimal@minisat22", "cpsat"]


@pytest.mark.parametrize("name", TAKE_THEM)
def test_engines_keep_to_candidates_and_forget_them_afterwards(name, unique):
    """A digit of the only solution struck out; others struck out; clues, and an empty cell."""
    puzzle, grid = unique
    blanks = [i for i, digit in enumerate(puzzle.cells) if not digit]
    one = engine(name)
    for at in (blanks[0], blanks[-1]):
        right = str(grid.cells[at])
        others = ANY.replace(right, "")
        assert one.answer(Puzzle(with_marks(puzzle, **{f"c{at}": others}))).verdict == "none"
        two = Puzzle(with_marks(puzzle, **{f"c{at}": right + others[0]}))
        assert one.answer(two).solutions == (grid,)
        assert one.answer(Puzzle(with_marks(puzzle, **{f"c{at}": ""}))).verdict == "none"
        assert one.answer(puzzle).solutions == (grid,)
    assert one.answer(Puzzle(TWO_OF_THEM)).verdict == "none"
    assert one.answer(Puzzle("." * 81)).verdict == "multiple"


@pytest.mark.parametrize("name", TAKE_THEM)
def test_engines_count_the_same(name, unique):
    """All solutions of an easy puzzle with some clues loosened to two digits or three."""
    puzzle, grid = unique
    cells = [ANY if not digit else cell(str(digit)) for digit in puzzle.cells]
    for at in list(puzzle.clues)[::4]:
        digit = puzzle.cells[at]
        cells[at] = cell(f"{digit}{digit % 9 + 1}{(digit + 3) % 9 + 1}")
    loose = Puzzle("".join(cells))
    seen: list[Grid] = []
    answer = refereed_answer(engine(name), loose, limit=5000, on_result=seen.append)
    expected: set[Grid] = set()
    engine("sat").answer(loose, limit=5000, on_result=expected.add)
    assert (answer.faulty, answer.exhausted, answer.count) == (False, True, len(expected))
    assert set(seen) == expected
    assert grid in expected


def test_the_referee_refuses_a_digit_that_was_struck_out(unique):
    puzzle, grid = unique
    at = puzzle.cells.index(0)
    other = Puzzle(with_marks(puzzle, **{f"c{at}": ANY.replace(str(grid.cells[at]), "")}))
    assert objection(grid.cells, puzzle.cells, 3, 3) is None

    class Careless(SearchEngine):
        """An engine that ignores the pencilmarks."""

        name, traits = "careless", Traits(pencilmarks=True)

        def search(self, puzzle, found, clock):
            return found(grid)

    answer = refereed_answer(Careless(), other)
    place = other.geometry.cell_name(at)
    assert answer.faulty
    assert answer.reason is not None
    assert f"{place} holds {grid.cells[at]}, which is no candidate there" in answer.reason


@pytest.mark.parametrize("name", ["phases", "sets", "possibles:magic", "cube", "cpsat:alldifferent"])
def test_engines_that_know_clues_only_refuse_them(name):
    """Such engines raise an error for one puzzle; in a batch the puzzle stays undecided."""
    puzzle = Puzzle(TWO_OF_THEM)
    with pytest.raises(UnsupportedError, match=f"{name} takes no pencilmarks"):
        engine(name).answer(puzzle)
    answer = refereed_answer(engine(name), puzzle)
    assert (answer.verdict, answer.reason) == ("unknown", f"{name} takes no pencilmarks")


def test_methods_are_not_explained_with_them():
    with pytest.raises(UnsupportedError, match="explain takes no pencilmarks, only clues"):
        explain(TWO_OF_THEM)
    with pytest.raises(UnsupportedError, match="explain takes no pencilmarks, only clues"):
        next(verify_steps(TWO_OF_THEM, []), None)


def test_what_knows_clues_only_says_so():
    """Nothing is dropped: neither a diagnosis nor a formula is made of the clues alone."""
    puzzle = Puzzle(TWO_OF_THEM)
    for who, ask in {
        "diagnose": lambda: diagnose(puzzle),
        "encode": lambda: "".join(encode(puzzle, "extended", "dimacs")),
        "decode": lambda: decode(puzzle, "extended", "s UNSATISFIABLE"),
        "compare": lambda: list(compare([puzzle], ["extended"])),
    }.items():
        with pytest.raises(UnsupportedError, match=f"{who} takes no pencilmarks, only clues"):
            ask()


def test_a_certificate_is_not_made_of_their_clues_alone(tmp_path):
    """The proof would be of another puzzle."""
    made: list[CertifiedPuzzle] = []
    certify([Puzzle(TWO_OF_THEM), "1... ..2. .3.. ...4"], tmp_path / "made", on_result=made.append)
    assert [one.verdict for one in made] == ["unknown", "unique"]


def test_the_library_takes_them(unique):
    puzzle, grid = unique
    text = with_marks(puzzle, c0=ANY if not puzzle.cells[0] else str(puzzle.cells[0]))
    assert check(TWO_OF_THEM).verdict is Verdict.NONE
    assert solve(text) == grid
    assert count(TWO_OF_THEM).number == 0
    crosschecked = crosscheck(TWO_OF_THEM)
    assert (crosschecked.verdict, crosschecked.evidence, crosschecked.decided_by) == ("none", "agreement", 3)
    assert "phases" not in crosschecked.answers


def test_the_command_line_takes_them(tmp_path, unique):
    """What is read as pencilmarks is solved in pencilmarks; in JSON they are the puzzle."""
    puzzle, grid = unique
    blank = puzzle.cells.index(0)
    text = with_marks(puzzle, **{f"c{blank}": f"{grid.cells[blank]}{grid.cells[blank] % 9 + 1}"})
    file = written(tmp_path, UNIQUE, text, TWO_OF_THEM)
    assert invoke("check", file).out == f"{file}:3: none\n"
    rows = invoke("check", file, "--json").rows
    assert [row["puzzle"] for row in rows[:-1]] == [UNIQUE, text, TWO_OF_THEM]
    assert invoke("count", text, "--json").rows[0]["puzzle"] == text
    assert invoke("solve", text).out == "".join(cell(str(digit)) for digit in grid.cells) + "\n"
    assert invoke("solve", text, "--format", "line").out == f"{grid}\n"
    assert invoke("check", text, "--engine", "phases").out == "unknown: phases takes no pencilmarks\n"
    assert invoke("explain", text).status == 2
