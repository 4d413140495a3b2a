"""Rows for the page: steps and proofs with their sentences, and boards that change cell by cell."""

import pytest
from rich.text import Text

from sudocube import certificate_of
from sudocube.explanation import ExplanationOutcome, SolvingState, explain
from sudocube.explanation.cell_choices import read_choices
from sudocube.explanation.choice_following import explain_choices
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.report.board_changes import BoardChanges
from sudocube.report.checker_source import source_rows
from sudocube.report.explained_rows import ExplainedRows, method_rows, single_row
from sudocube.report.proof_event_rows import certificate_row, proof_event_rows
from sudocube.report.sentence_parts import sentence_parts
from sudocube.solvers.methods import METHODS

PUZZLE = Puzzle("7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4..")
CLASH = "3..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."


def rows_of(puzzle, steps):
    rows = ExplainedRows(puzzle)
    made = [rows.row(step) for step in steps]
    end = rows.end("phases", ExplanationOutcome.SOLVED, is_cut=False)
    rows.close()
    return made, end


def plain(sentence):
    return "".join(words for words, _ in sentence)


def test_the_parts_of_a_sentence_are_all_of_its_words():
    text = Text.assemble("In row 1, ", ("r1c1", "bold"), ("7", "red"), (" (x)", "dim"), ".")
    assert plain(sentence_parts(text)) == text.plain
    roles = [role for _, role in sentence_parts(text)]
    assert roles == [None, "cell", "removed", "rule", None]
    assert sentence_parts(Text("no marks")) == [["no marks", None]]


def test_a_row_has_the_sentence_that_the_command_line_prints():
    steps = [*explain(PUZZLE, "phases")]
    rows, _ = rows_of(PUZZLE, steps)
    assert [plain(row["sentence"]) for row in rows] == [str(step) for step in steps]


@pytest.mark.parametrize("method", ["phases", "sets", "possibles:magic", "possibles:odometer", "cube"])
def test_the_changes_of_a_board_lead_to_the_state_after_each_step(method):
    """Guesses undone included; so a page needs no rules to draw them."""
    state = SolvingState(PUZZLE)
    board = BoardChanges(PUZZLE.cells, PUZZLE.geometry)
    shown = {}
    every = "".join(SYMBOLS[d] for d in PUZZLE.geometry.digits)
    for cell, clue in enumerate(PUZZLE.cells):
        shown[PUZZLE.geometry.cell_name(cell)] = f"={clue}" if clue else every
    for step, _ in zip(explain(PUZZLE, method), range(400), strict=False):
        state.apply(step)
        changes = board.to(state.masks, state.filled)
        assert all(shown[name] != now for name, now in changes.items())
        shown |= changes
        for cell in range(81):
            digits = "".join(map(str, state.candidates(cell)))
            expected = f"={state.filled[cell]}" if state.filled[cell] else digits
            assert shown[PUZZLE.geometry.cell_name(cell)] == expected


def test_each_conclusion_is_checked_and_each_guess_is_held_against_the_solutions():
    rows, end = rows_of(PUZZLE, explain(PUZZLE, "phases"))
    assert {row["check"] for row in rows if row["kind"] in ("placement", "removal", "deadlock")} == {"valid"}
    guesses = [row for row in rows if row["kind"] == "guess"]
    assert guesses
    assert {row["holds_in"] for row in guesses} <= {"every solution", "no solution"}
    assert {row["holds_in"] for row in rows if row["kind"] != "guess"} == {None}
    assert end["summary"]["refuted"] == 0
    assert end["summary"]["solution"] == str(certificate_of(PUZZLE).solutions[0])


def test_a_guess_between_two_solutions_stands_in_some():
    """Both digits of each open cell lead to a solution."""
    puzzle = Puzzle("273845916546319728198627543..12....4..41....2782456391439781265625934187817562439")
    steps = [*explain(puzzle, "phases")]
    rows, _ = rows_of(puzzle, steps)
    assert [row["holds_in"] for row in rows if row["kind"] == "guess"][:1] == ["some solutions"]


def test_what_somebody_chose_is_said_and_under_assumptions_nothing_is_exact():
    choices = read_choices("0:r1c2=5", PUZZLE.geometry)
    rows, end = rows_of(PUZZLE, explain_choices(PUZZLE, choices))
    assert (rows[0]["chosen"], rows[0]["kind"], rows[0]["holds_in"]) == (True, "guess", "every solution")
    assert not any(row["chosen"] for row in rows[1:])
    assert end["summary"]["exact"] is False
    assert end["refuted_assumptions"] == []


def test_assumptions_that_are_in_no_solution_are_named_at_the_end():
    rows = ExplainedRows(PUZZLE)
    steps = explain_choices(PUZZLE, read_choices("0:r1c2=8", PUZZLE.geometry))
    while True:
        try:
            rows.row(next(steps))
        except StopIteration as ended:
            end = rows.end("phases", ended.value, is_cut=False)
            break
    assert (end["refuted_assumptions"], end["summary"]["outcome"]) == ([["r1c2", 8]], "open")
    assert end["in_words"][0].startswith("Outcome: open")


def test_a_chosen_cell_is_told_with_its_single_or_with_what_it_can_hold():
    state = SolvingState(Puzzle("1... ..2. .3.. ...4"))
    row = single_row(state, 3)
    assert plain(row["sentence"]).startswith("r1c4 can hold nothing but 3 (the chosen cell: naked single)")
    hard = SolvingState(PUZZLE)
    row = single_row(hard, 1)
    assert (row["digit"], row["sentence"], row["candidates"]) == (None, None, [1, 5, 8])
    filled = single_row(hard, 0)
    assert (filled["holds"], filled["candidates"], filled["digit"]) == (7, [], None)


def test_every_documented_method_has_its_row():
    assert [row["method"] for row in method_rows()] == list(METHODS)


@pytest.mark.parametrize(
    ("puzzle", "first", "last"),
    [
        (str(PUZZLE), "another solution", "column 8 has no place left for 9. So there is no other solution."),
        ("1... ..2. .3.. ...4", "another solution", "End: this is the solution that was set aside. So there"),
        (CLASH, "a solution", "End: r1c1 and r1c8 both hold 3 in row 1. So there is no solution."),
        ("12.. ...3 ..3. ...4", "a solution", "So there is no solution."),
    ],
)  # fmt: skip
def test_a_proof_begins_with_what_is_assumed_and_ends_where_nothing_is_left(puzzle, first, last):
    certificate = certificate_of(puzzle)
    rows = [*proof_event_rows(certificate)]
    assert plain(rows[0]["sentence"]).startswith(f"Suppose that there is {first}")
    assert last in plain(rows[-1]["sentence"])
    assert [row["event"] for row in rows] == list(range(1, len(rows) + 1))


def test_the_events_of_a_proof_name_the_line_that_forces_and_the_cell_that_is_forced():
    rows = [*proof_event_rows(certificate_of(PUZZLE))]
    supposed = next(row for row in rows if row["kind"] == "supposed")
    forced = rows[rows.index(supposed) + 1]
    assert plain(supposed["sentence"]) == "Suppose that r9c9 is 3."
    assert plain(forced["sentence"]) == "Box 6 has one place left for 3: r5c7."
    assert (forced["clause"], forced["unit"], len(forced["cells"])) == ("3@b6", "box 6", 9)
    assert forced["literals"] == [{"cell": "r5c7", "digit": 3, "negated": False}]
    assert forced["board"]["r5c7"] == "=3"
    learned = next(row for row in rows if row["kind"] == "learned")
    assert plain(learned["sentence"]) == "So r9c9 is not 3. (step 1)"


def test_an_ambiguous_puzzle_has_two_solutions_and_no_proof():
    certificate = certificate_of("1... .... .... ....")
    row = certificate_row(certificate)
    assert (row["verdict"], row["evidence"], len(row["solutions"]), row["steps"]) == (
        "multiple",
        "witness",
        2,
        None,
    )
    assert [*proof_event_rows(certificate)] == []


def test_the_source_of_the_checker_is_all_of_it_and_not_more_than_300_lines():
    rows = [*source_rows()]
    assert {row["module"] for row in rows} == {
        "rules",
        "proof_check",
        "referee",
        "folder",
        "__init__",
        "__main__",
    }
    assert sum(row["code_lines"] for row in rows) <= 300
    assert "class ProofCheck" in rows[1]["text"]


def test_sizes_above_nine_are_written_with_letters():
    board = BoardChanges([0] * 256, Geometry(4, 4))
    assert board.to([1 << 15] * 256, [0] * 255 + [16])["r16c16"] == "=G"
