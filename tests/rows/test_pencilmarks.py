"""Pencilmarks, nine signs for each cell: what takes a puzzle keeps them, or refuses them with a reason."""

import pickle
from random import Random

import pytest

from sudocube import Certificate, certify, check, count, crosscheck, solve
from sudocube.engines import Failed, Refuted, Traits, engine
from sudocube.engines.asking import refereed_answer
from sudocube.engines.protocol import SearchEngine
from sudocube.errors import PuzzleError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab import compare
from sudocube.puzzle import Grid, Puzzle
from sudocube.rows import FORMATS, Entry, Style
from sudocube.rows.writer import RecordWriter, write
from sudocube.trusted import objection
from tests.cli.command import UNIQUE, invoke, written
from tests.puzzles import solved_grid, unique_puzzle
from tests.rows.reading import entries

ANY = "123456789"


def cell(digits: str, blank: str = ".") -> str:
    """The pencilmarks of a cell that can hold these digits."""
    return "".join(digit if digit in digits else blank for digit in ANY)


TWO_OF_THEM = 3 * cell("12") + 78 * ANY
"""Three cells of a row for two digits: no solution, though no clue says so."""


@pytest.fixture(scope="module")
def unique() -> tuple[Puzzle, Grid]:
    rng = Random("pencilmarks")
    grid = solved_grid(Geometry(3, 3), rng)
    return unique_puzzle(grid, rng), grid


def with_marks(puzzle: Puzzle, **cells: str) -> str:
    """A puzzle as pencilmarks, some cells (c0 to c80) with these digits."""
    of_cells = [cell(str(digit)) if digit else ANY for digit in puzzle.cells]
    for name, digits in cells.items():
        of_cells[int(name[1:])] = cell(digits)
    return "".join(of_cells)


def test_they_are_text_again_and_copied_whole(unique):
    puzzle = Puzzle(TWO_OF_THEM)
    assert str(puzzle) == TWO_OF_THEM
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert puzzle != Puzzle("." * 81)
    assert len({puzzle, Puzzle(TWO_OF_THEM), Puzzle("." * 81)}) == 2
    assert Puzzle(with_marks(unique[0])).candidates is None  # they say no more than the clues
    with pytest.raises(PuzzleError, match="symbol 6 is "):
        Puzzle("123451789" + 80 * ANY)


def test_they_are_written_and_read_again_and_no_other_format_drops_them(unique):
    """A solution alone can be written in any format."""
    marks, style = Puzzle(TWO_OF_THEM), Style.named("pencilmarks")
    for board in (marks, *unique):
        [entry] = entries(write(board, style))
        assert (entry.puzzle.cells, str(entry.puzzle)) == (board.cells, str(board))
    for name in FORMATS:
        writer, entry = RecordWriter(name), Entry("t:1", marks, None, Style())
        if name != "pencilmarks":
            with pytest.raises(UnsupportedError, match="does not hold pencilmarks"):
                write(marks, Style.named(name))
        if name in ("csv", "sdk"):
            with pytest.raises(UnsupportedError, match="does not hold pencilmarks"):
                writer.record(entry, unique[1])
        else:
            assert entries(writer.record(entry, unique[1]))[0].puzzle.cells == unique[1].cells
    with pytest.raises(UnsupportedError, match="9×9 puzzles only"):
        write(Puzzle("." * 16), style)


@pytest.mark.parametrize("name", ["kernel", "kernel:twin", "sat", "sat:minimal@minisat22", "cpsat"])
def test_engines_keep_to_candidates_and_forget_them_afterwards(name, unique):
    """A digit of the only solution struck out; others struck out; clues, an empty cell; and all solutions."""
    puzzle, grid = unique
    at, one = puzzle.cells.index(0), engine(name)
    right = str(grid.cells[at])
    others = ANY.replace(right, "")
    assert one.answer(Puzzle(with_marks(puzzle, **{f"c{at}": others}))).verdict == "none"
    assert one.answer(Puzzle(with_marks(puzzle, **{f"c{at}": right + others[0]}))).solutions == (grid,)
    assert one.answer(Puzzle(with_marks(puzzle, **{f"c{at}": ""}))).verdict == "none"
    assert one.answer(puzzle).solutions == (grid,)
    assert one.answer(Puzzle(TWO_OF_THEM)).verdict == "none"
    assert one.answer(Puzzle("." * 81)).verdict == "multiple"
    loose = {f"c{at}": f"{digit}{digit % 9 + 1}" for at, digit in list(puzzle.clues.items())[::7]}
    seen: list[Grid] = []
    answer = refereed_answer(one, Puzzle(with_marks(puzzle, **loose)), limit=500, on_result=seen.append)
    expected: set[Grid] = set()
    engine("sat").answer(Puzzle(with_marks(puzzle, **loose)), limit=500, on_result=expected.add)
    assert (isinstance(answer, Failed | Refuted), answer.exhausted, set(seen)) == (False, True, expected)
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
            found.add(grid)

    answer = refereed_answer(Careless(), other)
    place = other.geometry.cell_name(at)
    assert isinstance(answer, Failed | Refuted)
    assert answer.reason is not None
    assert f"{place} holds {grid.cells[at]}, which is no candidate there" in answer.reason


def test_what_knows_clues_only_says_so(tmp_path):
    """Nothing is made of the clues alone: no answer, comparison or certificate."""
    puzzle = Puzzle(TWO_OF_THEM)
    for name in ("phases", "sets", "possibles:magic", "cube", "cpsat:alldifferent"):
        with pytest.raises(UnsupportedError, match=f"{name} takes no pencilmarks"):
            engine(name).answer(puzzle)
        answer = refereed_answer(engine(name), puzzle)
        assert (answer.verdict, answer.reason) == ("unknown", f"{name} takes no pencilmarks")
    with pytest.raises(UnsupportedError, match="compare takes no pencilmarks, only clues"):
        list(compare([puzzle], ["extended"]))
    made: list[Certificate] = []
    certify([puzzle, "1... ..2. .3.. ...4"], tmp_path / "made", on_result=made.append)
    assert [one.verdict for one in made] == ["unknown", "unique"]


def test_the_library_and_the_command_line_take_them(tmp_path, unique):
    """What is read as pencilmarks is solved in pencilmarks; in JSON they are the puzzle."""
    puzzle, grid = unique
    at = puzzle.cells.index(0)
    text = with_marks(puzzle, **{f"c{at}": f"{grid.cells[at]}{grid.cells[at] % 9 + 1}"})
    assert (check(TWO_OF_THEM).verdict, solve(text), count(TWO_OF_THEM).number) == ("none", grid, 0)
    checked = crosscheck(TWO_OF_THEM)
    assert (checked.verdict, checked.evidence, checked.decided_by) == ("none", "agreement", 3)
    assert "phases" not in checked.answers
    file = written(tmp_path, UNIQUE, text, TWO_OF_THEM)
    assert invoke("check", file).out == f"{file}:3: none\n"
    assert [row["puzzle"] for row in invoke("check", file, "--json").rows[:-1]] == [UNIQUE, text, TWO_OF_THEM]
    assert invoke("solve", text).out == "".join(cell(str(digit)) for digit in grid.cells) + "\n"
    assert invoke("solve", text, "--format", "line").out == f"{grid}\n"
    assert invoke("check", text, "--engine", "phases").out == "unknown: phases takes no pencilmarks\n"
