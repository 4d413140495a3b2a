"""Models that are wrong, each in its own way: what is wrong is named."""

import pytest

from sudocube.encoder import load
from sudocube.encoder.clause_names import named_puzzle_clauses
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import dimacs_line, puzzle_formula, with_clauses
from sudocube.engines import engine
from sudocube.exchange import SolverStatus, decode, encode, output_decoding
from sudocube.puzzle import Puzzle
from sudocube.solver_texts.model_checking import CnfModelChecker
from tests.counted_clock import CountedClock
from tests.exchange.outputs import PRINTED, SPARSE, competition, minisat_file, minizinc, scip
from tests.exchange.test_solver_formats import PUZZLE, SOLUTION, model_of
from tests.puzzles import EXAMPLES

NINE = Puzzle(next(cells for name, cells, _, _ in EXAMPLES if name == "3x3-unique"))
RIGHT = model_of(PUZZLE, "extended")


def reason(text: str, encoding: str = "extended", puzzle: Puzzle = PUZZLE) -> str:
    """What is wrong with the one answer in a text."""
    [one] = decode(puzzle, encoding, text)
    assert (one.accepted, one.grid) == (False, None)
    return str(one.reason)


def with_cells(cells: str) -> list[int]:
    """The model of size 4 in which the cells hold these digits."""
    return [
        variable if cells[(variable - 1) // 4] == str((variable - 1) % 4 + 1) else -variable
        for variable in range(1, 65)
    ]


def test_the_model_itself_is_right():
    """All that follows changes something in it."""
    assert with_cells(SOLUTION) == RIGHT


def test_a_model_that_is_cut_off():
    """In every format that says what is false, too."""
    for printed in PRINTED:
        if printed not in SPARSE:
            assert reason(printed(RIGHT[:60])) == (
                "the model ends after 60 variables, and extended has 64 variables for this 4×4 puzzle: "
                "it is cut off, or for another size, another encoding or another puzzle"
            )


def test_a_model_with_a_hole():
    """The first that is missing is named."""
    hole = [literal for literal in RIGHT if abs(literal) not in (6, 9)]
    expected = "the model is not total: it does not speak of variable 6 (x[r1c2,2]) and 1 more"
    assert reason(competition(hole)) == expected


def test_a_model_of_a_larger_grid():
    """It has more variables than the puzzle's."""
    said = reason(competition(model_of(NINE, "extended")))
    assert said.startswith("the model has 729 variables or more, and extended has 64 variables for this 4×4")
    assert "another size" in said


@pytest.mark.parametrize(("made", "read"), [("extended", "triads"), ("order", "binary")])
def test_a_model_of_another_encoding_by_the_number_of_variables(made, read):
    """As those of the other encoding are more or fewer."""
    assert "another encoding" in reason(competition(model_of(PUZZLE, made)), read)


def test_a_model_of_another_encoding_with_as_many_variables():
    """The grid is right, and still it is no model: a clause shows that."""
    made = model_of(NINE, "bimander")
    said = reason(competition(made), "commander", NINE)
    assert said.startswith("the grid is right, but clause ")
    assert said.endswith(": the model is for another encoding")


@pytest.mark.parametrize("name", ["ladder", "triads", "optimised"])
def test_each_clause_that_is_broken_is_told_with_its_line_and_what_it_says(name):
    """Of values that break one clause, and perhaps others, the first that is broken is told."""
    stated = puzzle_formula(load(name), PUZZLE)
    named = list(named_puzzle_clauses(load(name), PUZZLE))
    checker = CnfModelChecker(stated)
    for clause, _ in named[::29]:
        values = [0] * stated.variables
        for literal in clause:
            values[abs(literal) - 1] = int(literal < 0)
        said = checker.broken_clause(values)
        assert said is not None
        true = {v if value else -v for v, value in enumerate(values, 1)}
        first = next(place for place, one in enumerate(named) if true.isdisjoint(one.clause))
        assert said.startswith(f"clause {first + 1} is broken, ")
        assert f" ({named[first].name.line}: {named[first].name.says}" in said
        assert said.endswith(")")


def test_a_clause_of_ones_own_that_is_broken_is_told_with_its_text_line(tmp_path):
    """The number in the formula is one less than in the file, where a clause stands twice before it."""
    rules = [dimacs_line(clause) for clause in formula(load("minimal"), PUZZLE.geometry).clauses]
    path = tmp_path / "mine.cnf"
    path.write_text("".join(["c mine\n", f"p cnf 65 {len(rules) + 2}\n", rules[0], *rules, "65 -1 0\n"]))
    puzzle = Puzzle("1" + 15 * ".")
    [one] = decode(puzzle, str(path), competition([*model_of(puzzle, "minimal"), -65]))
    last = len(rules) + 2
    assert one.reason == (
        f"the grid is right, but clause {last - 1} is broken, a[1] or not x[r1c1,1]"
        f" (clause {last} (text line {last + 2}): if r1c1 holds 1, then a[1])"
        ": the model is for another encoding"
    )


def test_a_broken_clause_is_told_without_its_name_where_the_time_is_over():
    """The fault was found in time; a clause that was added has no name either."""
    stated = puzzle_formula(load("extended"), PUZZLE)
    told = "clause 1 is broken, x[r1c1,1] or x[r1c1,2] or x[r1c1,3] or x[r1c1,4]"
    assert CnfModelChecker(stated).broken_clause([0] * 64, CountedClock(1)) == told
    more = with_clauses(stated, [[-4]])
    values = [int(literal > 0) for literal in RIGHT]
    assert (
        CnfModelChecker(more).broken_clause(values) == f"clause {len(more.clauses)} is broken, not x[r1c1,4]"
    )


def test_a_clue_is_contradicted():
    """In the referee's words."""
    other = SOLUTION.translate(str.maketrans("1234", "2143"))
    assert reason(competition(with_cells(other))) == "row 2, column 1 holds 4, but the clue is 3"


def test_a_rule_is_broken():
    """In the referee's words; the clues are kept."""
    broken = "1" + SOLUTION[1:]
    assert reason(minisat_file(with_cells(broken))) == "row 1 does not hold each of 1 to 4 once"


def test_a_cell_holds_two_digits_or_none():
    """Each digit of it is named."""
    two = [abs(literal) if abs(literal) == 1 else literal for literal in RIGHT]
    assert reason(competition(two)) == "r1c1 holds both 1 and 4"
    none = [-abs(literal) if abs(literal) == 4 else literal for literal in RIGHT]
    assert reason(minizinc(none)) == "r1c1 holds no digit"
    assert reason(scip(none)) == "r1c1 holds no digit"


def test_a_half_is_no_digit():
    """A solver of the relaxation prints such things."""
    half = scip(RIGHT).replace("x4      0.999999999999998", "x4      0.5")
    assert reason(half) == "variable 4 (x[r1c1,4]) is 0.5, not 0 or 1"


@pytest.mark.parametrize("name", ["optimised", "order", "cpsat/cube"])
def test_there_is_a_solution_after_all(name):
    """Our own engine finds it, and the answer shows it."""
    text = "=====UNSATISFIABLE=====\n"
    assert reason(text, name) == f"it says that there is no solution, and {SOLUTION} is one"


@pytest.mark.parametrize("cells", ["1..1............", "123........4...."])
def test_there_is_none_indeed(cells):
    """Then to say so is right."""
    [one] = decode(Puzzle(cells), "extended", "s UNSATISFIABLE\n")
    assert (one.accepted, one.grid, one.reason) == (True, None, None)


def test_unsatisfiable_is_not_accepted_where_nobody_found_out(monkeypatch):
    """Neither where our own engine gives up, nor where its time is over."""
    monkeypatch.setattr(output_decoding, "engine_for", lambda puzzle: engine("possibles"))
    clock = CountedClock()
    monkeypatch.setattr(output_decoding, "Clock", lambda timeout: clock)
    for why in ("stuck: no more changes in the possibles", "out of time"):
        [one] = decode(Puzzle("." * 16), "extended", "s UNSATISFIABLE\n")
        assert (one.accepted, one.is_undecided, one.grid) == (None, True, None)
        assert one.status is SolverStatus.UNSATISFIABLE
        assert one.reason == f"it says that there is no solution, and we did not find out: {why}"
        clock = CountedClock(clock.looks - 1)  # over at the last look, after the text was read


def test_no_variables_are_left_to_speak_of():
    """A full grid, reduced by its clues: an empty model is total."""
    full = Puzzle(SOLUTION)
    assert "p cnf 0 0\n" in "".join(encode(full, "optimised", "dimacs"))
    [one] = decode(full, "optimised", "s SATISFIABLE\nv 0\n")
    assert (one.accepted, str(one.grid)) == (True, SOLUTION)


def test_every_single_change_of_a_model_is_noticed():
    """Any variable of the 64, the other way round."""
    for change in range(1, 65):
        changed = [-literal if abs(literal) == change else literal for literal in RIGHT]
        assert reason(competition(changed)).startswith("r")


def response(values: list[int]) -> str:
    """A response of CP-SAT."""
    return "status: OPTIMAL\n" + "".join(f"solution: {value}\n" for value in values)


def test_responses_of_cp_sat_are_judged_likewise():
    """Booleans, integers, and the variables that stand beside them."""
    digits = [int(symbol) for symbol in SOLUTION]
    booleans = [int(literal > 0) for literal in RIGHT]
    assert [one.accepted for one in decode(PUZZLE, "cpsat/cube", response(booleans))] == [True]
    assert [one.accepted for one in decode(PUZZLE, "cpsat/alldifferent", response(digits))] == [True]
    said = reason(response(digits), "cpsat/cube")
    assert said.startswith("the model ends after 16 variables, and cpsat/cube has 64 variables")
    said = reason(response(booleans), "cpsat/alldifferent")
    assert said.startswith("the model has 64 variables or more, and cpsat/alldifferent has 16")
    assert reason(response([7, *digits[1:]]), "cpsat/alldifferent") == "r1c1 is 7, not 0 to 4"
    assert reason(response([0, *digits[1:]]), "cpsat/alldifferent") == "r1c1 holds no digit"
