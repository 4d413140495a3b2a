"""The command `make` of the page: the row of the command line, and what is refused, in words."""

import json
import shlex
from threading import Event

import pytest

from sudocube.errors import SudocubeError
from sudocube.generation.generated_puzzle import GenerationProgress
from sudocube.serving.made_rows import made_rows
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from tests.cli.command import NONE, UNIQUE, invoke
from tests.schemas.schema_files import misfits

ASKED = {
    "nothing more": ({}, []),
    "symmetry": (
        {"symmetry": "half-turn", "minimal": "orbits"},
        ["--symmetry", "half-turn", "--minimal", "orbits"],
    ),
    "clues": ({"least_clues": 24, "most_clues": 25}, ["--clues", "24-25"]),
    "clues without an upper end": (
        {"least_clues": 40, "minimal": "no"},
        ["--clues", "40-", "--minimal", "no"],
    ),
    "few clues": ({"most_clues": 23}, ["--clues", "1-23"]),
    "redundant clues": (
        {"minimal": "no", "least_clues": 30, "most_clues": 30},
        ["--minimal", "no", "--clues", "30"],
    ),
    "depth": ({"depth": "1"}, ["--depth", "1"]),
    "hard": ({"depth": "1-"}, ["--depth", "1-"]),
    "some depths": ({"depth": " 0 - 1 "}, ["--depth", "0-1"]),
    "backdoor": ({"backdoor": "1-2"}, ["--backdoor", "1-2"]),
    "methods": (
        {"methods": ["possibles"], "not_methods": ["sets"]},
        ["--method", "possibles", "--not-method", "sets"],
    ),
    "several methods": (
        {"methods": ["sets", "possibles"], "not_methods": ["cube:propagate"]},
        ["--method", "sets,possibles", "--not-method", "cube:propagate"],
    ),
    "tries": ({"tries": 100_000}, ["--tries", "100000"]),
    "recheck": ({"recheck": "sat:minimal@cadical153"}, ["--recheck", "sat:minimal@cadical153"]),
    "neighbour": ({"near": UNIQUE}, ["--near", UNIQUE]),
    "given": ({"given": UNIQUE[:9] + 72 * "."}, ["--given", UNIQUE[:9] + 72 * "."]),
    "size": ({"box": "3x2"}, ["--box", "3x2"]),
}


def made_and_told(**fields):
    """The row of the puzzle, which fits the schema of the command line, and the command that makes it."""
    rows = [one for one in made_rows(RequestFields(fields)) if not isinstance(one, Progress)]
    row, told = json.loads(json.dumps(rows))
    assert list(misfits("generate", [row])) == []
    assert list(misfits("page/made", [told])) == []
    return row, told["command"]


def made(**fields):
    """The row of the puzzle."""
    return made_and_told(**fields)[0]


@pytest.mark.parametrize(("fields", "options"), ASKED.values(), ids=ASKED)
def test_the_row_is_that_of_the_command_line(fields, options):
    """Whatever is asked for: the same seed and number, the same puzzle; so the command that is told does."""
    printed = invoke("generate", "-n", "1", "--seed", "11", "--first-index", "3", *options, "--json").rows[0]
    row, command = made_and_told(seed=11, number=3, **fields)
    assert row == printed
    assert invoke(*shlex.split(command)[1:], "--json").rows == [printed]


def test_the_command_names_no_option_that_was_not_asked_for():
    assert made_and_told(seed=5)[1] == "sudocube generate --seed=5"


def test_the_engine_that_is_to_count_again_is_asked_whatever_the_number_of_the_puzzle(monkeypatch):
    """Not only for one puzzle in a hundred."""
    asked = []
    monkeypatch.setattr("sudocube.generation.rechecking.confirm", lambda *given: asked.append(given[1]))
    made(seed=11, number=3, recheck="phases")
    assert asked == ["phases"]


def test_a_pattern_is_the_cells_that_hold_clues():
    """Whatever these clues are; the puzzle that was made first shows that there is one."""
    pattern = made(seed=1, symmetry="half-turn", minimal="no", least_clues=32, most_clues=34)["puzzle"]
    other = made(seed=2, pattern=pattern.replace("1", "2"), minimal="no")["puzzle"]
    assert [symbol == "." for symbol in other] == [symbol == "." for symbol in pattern]
    assert other != pattern


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"most_clues": 16}, "17"),
        ({"least_clues": 73}, "one of a full row can go"),
        ({"depth": "1-", "methods": ["cube:propagate"]}, "what cube:propagate solves has depth 0"),
        ({"pattern": 18 * "." + 63 * "1"}, "rows"),
        ({"given": NONE}, "given clues"),
        ({"least_clues": 30, "most_clues": 20}, "clues"),
        ({"depth": "2-", "methods": ["sets"], "not_methods": ["sets"]}, "sets"),
        ({"depth": "2-1"}, "depth: 2-1 holds no number: the smaller one stands first, as in 1-2"),
        ({"depth": "0", "backdoor": "1-"}, "backdoor"),
        ({"recheck": "sets"}, "recheck: sets does not decide every puzzle"),
        ({"recheck": "kernel", "box": "2x2"}, "recheck: kernel does not take 4×4"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(fields, said):
    with pytest.raises(SudocubeError, match=said):
        made(**fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": -1},
        {"seed": 2**53},
        {"number": 0},
        {"least_clues": 82},
        {"most_clues": 17, "box": "2x2"},
        {"symmetry": "none at all"},
        {"minimal": "very"},
        {"methods": ["sat"]},
        {"most_clues": "many"},
        {"seconds": 10_000},
        {"depth": "deep"},
        {"depth": "-1"},
        {"depth": 1},
        {"depth": "1" * 30},
        {"backdoor": "1-2-3"},
        {"tries": 0},
        {"tries": 10**12},
        {"recheck": "command:cat"},
        {"recheck": "python:os:getcwd"},
        {"recheck": "sat:@command:cat"},
        {"recheck": ["sat"]},
    ],
)
def test_what_does_not_fit_is_refused_with_the_field(fields):
    with pytest.raises(RefusedRequestError, match=next(iter(fields))):
        made(**fields)


def test_of_a_range_that_is_turned_round_it_is_said_which_number_stands_first():
    with pytest.raises(RefusedRequestError, match="the smaller one stands first, as in 20 to 30"):
        made(least_clues=30, most_clues=20)


def test_what_was_not_found_is_not_called_impossible():
    """How many tries there were is said."""
    with pytest.raises(SudocubeError, match="3 tries") as refused:
        made(seed=1, symmetry="full", tries=3)
    assert "impossible" not in str(refused.value)


def test_it_is_told_how_many_tries_there_were_while_a_puzzle_is_looked_for(monkeypatch):
    """Only the last number is told, and the puzzle comes after it."""
    from sudocube.generation.generating import generate_planned as real

    is_told = Event()

    def slow(plan, *, progress, **options):
        for attempts in (100, 200):
            progress(GenerationProgress(made=0, attempts=attempts, index=1, tries=attempts))
        assert is_told.wait(60)
        yield from real(plan, **options)

    monkeypatch.setattr("sudocube.serving.made_rows.generate_planned", slow)
    monkeypatch.setattr("sudocube.serving.made_plans.TOLD_EVERY", 0.001)
    rows = made_rows(RequestFields({"seed": 1}))
    first = next(rows)
    while first != Progress(200, words="tries"):
        assert isinstance(first, Progress)
        first = next(rows)
    is_told.set()
    *told, last, command = rows
    assert set(told) <= {Progress(200, words="tries")}
    assert isinstance(last, dict)
    assert last["index"] == 1
    assert command == {"command": "sudocube generate --seed=1"}
