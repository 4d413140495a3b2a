"""The lesson: texts of its scenes, of which some are passages of the written one, and data of the library."""

import json
import re
from importlib.resources import files
from itertools import chain, combinations

import pytest

from sudocube import Geometry, Puzzle
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.lab import prove
from sudocube.lab.propagation import Propagation
from sudocube.serving.lesson import (
    DATA,
    KINDS,
    SCENES,
    SHAPES,
    as_html,
    choices_row,
    encoding_of_statements,
    lesson_data,
    proof_of_typed_rows,
    ranking_row,
    rule_clauses_row,
    scene_row,
    statement_name,
)

TEXTS = files("sudocube.serving") / "lesson_texts"
LESSON = files("sudocube.serving") / "static" / "lesson" / "lesson.js"
FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)


def as_set(clauses):
    """Clauses, whatever the order, each once."""
    return set(map(frozenset, clauses))


def test_all_data_can_be_written_as_json():
    for name in DATA.keys() - {"ranking"}:  # it takes seconds, and other tests make it
        row = lesson_data(name)
        assert json.loads(json.dumps(row, allow_nan=False)) == row, name


def test_encodings_are_made_of_the_clauses_of_their_statements():
    """The clauses in the scene are those that the engines of these names solve with."""
    for shape in SHAPES:
        row = rule_clauses_row(shape)
        for name, statements in row["encodings"].items():
            chosen = [one["clauses"] for one in row["statements"] if one["name"] in statements]
            assert as_set(chain.from_iterable(chosen)) == as_set(formula(load(name), shape).clauses)


def test_typed_clauses_are_proved_or_the_wrong_one_and_the_missing_one_are_named():
    """Those of `minimal`; without one; with one that forbids valid grids."""

    def proof(clauses):
        [row] = proof_of_typed_rows("".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses))
        return row

    clauses = list(formula(load("minimal"), FOUR).clauses)
    assert (proof(clauses)["outcome"], proof(clauses)["missing"]) == ("proved", [])
    lacking = proof(clauses[1:])
    assert (lacking["sound"], lacking["complete"]) == (False, True)
    assert [one["in_words"] for one in lacking["missing"]] == ["Nothing says that r1c1 holds a digit."]
    wrong = proof([*clauses, (-1, -6)])
    assert (wrong["sound"], wrong["complete"]) == (True, False)
    [forbidding] = wrong["forbidden_by"]["clauses"]
    assert (forbidding["number"], forbidding["clause"]) == (len(clauses) + 1, [-1, -6])


def test_the_decisive_choices_settle_each_set_of_statements():
    """All 256 sets at 4×4: either enough, or not, never both; of some, as `prove` says of the set itself."""
    statements = load("extended").statements
    choices = [(set(one["statements"]), one["proof"]["sound"]) for one in choices_row(FOUR)["choices"]]
    for count in range(len(statements) + 1):
        for kept in combinations(statements, count):
            names = set(map(statement_name, kept))
            proved = any(is_sound and names >= some for some, is_sound in choices)
            refuted = any(not is_sound and names <= some for some, is_sound in choices)
            assert proved != refuted
            if count in (4, 8):
                assert proved == prove(encoding_of_statements(frozenset(kept)), FOUR).sound, names


@pytest.mark.slow
def test_fourteen_choices_are_proved_at_nine_by_nine_too_and_the_same_are_refuted():
    four, nine = (
        [(one["statements"], one["proof"]["outcome"]) for one in choices_row(shape)["choices"]]
        for shape in (FOUR, NINE)
    )
    assert four == nine
    assert [outcome for _, outcome in nine].count("proved") == 14


@pytest.mark.slow
def test_each_puzzle_of_the_ranking_needs_what_it_is_said_to_need_and_the_answer_is_right():
    """Unit propagation of the encodings tells the kinds apart."""
    row = ranking_row()
    names = [kind for kind, number in KINDS for _ in range(number)]
    assert [one["kind"] for one in row["puzzles"]] == names
    decided = {
        one["encoding"]: [found["unit_propagation"] for found in one["by_puzzle"]] for one in row["encodings"]
    }
    for encoding, kinds in (("minimal", 1), ("extended", 3), ("triads", 4)):
        assert decided[encoding] == [name in list(dict(KINDS))[:kinds] for name in names]
    with_propagation = Propagation(formula(load("triads"), NINE))
    states = [with_propagation.propagate(Puzzle(one["puzzle"])).state for one in row["puzzles"]]
    assert decided["triads"] == [state.is_decided for state in states]
    with_propagation.close()
    counts = [one["distinct"] for one in sorted(row["encodings"], key=lambda one: -one["conflicts"])]
    answer = " ".join(scene_row("ranking")["answer"].split())
    assert "The encoding with the fewest clauses is first, and the one with the most is not last." in answer
    assert (counts[0], counts[-1] < max(counts)) == (min(counts), True)


def test_each_scene_has_a_question_before_its_answer_and_a_module_that_draws_it():
    """One of the choices is right, and whoever has not answered yet cannot read which. All of it is text."""
    assert sorted(file.name for file in TEXTS.iterdir()) == sorted(f"{name}.md" for name in SCENES)
    for name in SCENES:
        row = scene_row(name)
        assert row["title"]
        assert row["summary"].endswith(".")
        assert row["question"].rstrip().endswith("?</p>")
        assert row["answer"].startswith("<p><strong>")
        assert row["answer"] not in row["question"] + row["summary"] + row["text"]
        assert [choice["right"] for choice in row["choices"]].count(True) == (1 if row["choices"] else 0)
        whole = " ".join([row["question"], row["answer"], row["text"]])
        assert not re.search(r"<!--|&lt;!--|\*\*|\[ \]|\[x\]", whole)
        drawn = re.search(r"SCENES = \{(.*?)\};", LESSON.read_text("utf-8"), re.DOTALL)
        assert drawn is not None
        assert re.search(rf'(^|[ "]){name}[",:]', drawn[1])


def test_a_passage_or_a_scene_that_is_not_there_is_an_error():
    """It is found when the page is tested; and no text outside the folder can be asked for."""
    with pytest.raises(KeyError, match="no-such-passage"):
        as_html("<!-- lesson: no-such-passage -->\n")
    with pytest.raises(KeyError):
        scene_row("../lesson")


def test_markup_in_a_text_is_shown_and_not_obeyed():
    """The scene puts this HTML into the page as it is."""
    assert "<script>" not in as_html("a <script>alert(1)</script> b")
    assert "&lt;b&gt;" in as_html("```\n<b>\n```\n")
