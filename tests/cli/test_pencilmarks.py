"""Who takes pencilmarks, and who says that it takes none: the manual, `--help`, and what is so."""

import re
from pathlib import Path

import pytest

from sudocube import Verdict, check
from sudocube.encoder import Formalism, names
from sudocube.engines import engine
from sudocube.puzzle import Puzzle
from tests.cli.command import invoke

MANUAL = " ".join((Path(__file__).resolve().parents[2] / "docs/formats.md").read_text("utf-8").split())
PARAGRAPH = MANUAL[MANUAL.index("The engines `kernel`, `sat` and `cpsat` take pencilmarks") :].split(" ## ")[
    0
]
TAKING, REFUSING, CLUES_ONLY = (
    re.findall(r"`(.+?)`", text) for text in re.split(r", but not with|`proof` and", PARAGRAPH)
)

MARKS = ".2......." + "123456789" * 80
"""An empty grid in which r1c1 holds 2, and r1c2 is not 1."""
MARKS = MARKS[:9] + ".23456789" + MARKS[18:]

FAMILIES = {"sat": Formalism.CNF, "cpsat": Formalism.CP_SAT}
BY_ENCODING = [
    f"{family}:{name.removeprefix('cpsat/')}" for family, of in FAMILIES.items() for name in names(of)
]
OTHERS = ["kernel", "sat", "cpsat", "proof", "phases", "sets", "possibles", "cube"]

COMMANDS = [
    ("check",),
    ("crosscheck",),
    ("solve",),
    ("count", "--limit", "3"),
    ("certify", "-o", "folder"),
    ("decode", "answer"),
    ("diagnose",),
    ("encode", "--to", "dimacs"),
    ("encodings", "compare"),
    ("explain",),
]


def test_the_manual_names_the_encodings_that_take_none():
    """Those whose traits say so, and no others."""
    assert sorted(REFUSING) == sorted(name for name in BY_ENCODING if not engine(name).traits.pencilmarks)
    assert all(engine(name).traits.pencilmarks for name in TAKING)


@pytest.mark.parametrize("name", OTHERS + BY_ENCODING)
def test_the_traits_of_an_engine_say_whether_it_takes_them(name):
    """A verdict that keeps to them, or `unknown` with the reason."""
    solutions = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    marks = "".join("." * (int(d) - 1) + d + "." * (9 - int(d)) for d in solutions)
    answer = check(Puzzle(marks[: 9 * 9] + marks[9 * 9 :].replace(".2.", "12.", 1)), engine=name)
    takes = engine(name).traits.pencilmarks
    assert answer.verdict is (Verdict.UNIQUE if takes else Verdict.UNKNOWN)
    assert takes or f"{engine(name).name} takes no pencilmarks" in (answer.reason or "")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_that_takes_none_says_so_in_its_help_and_in_the_readme(command, tmp_path, monkeypatch):
    """And the others take them."""
    monkeypatch.chdir(tmp_path)
    Path("marks.txt").write_text(MARKS + "\n", "utf-8")
    Path("answer").write_text("s UNSATISFIABLE\n", "utf-8")
    name = " ".join(command[:2]) if command[0] == "encodings" else command[0]
    words = [*name.split(), "marks.txt", *command[len(name.split()) :]]
    outcome = invoke(*words)
    refuses = f"{name.split()[-1]} takes no pencilmarks, only clues" in " ".join(
        (outcome.out + outcome.err).split()
    )
    help_text = " ".join(re.sub("[│╭╮╰╯─]", "", invoke(*name.split(), "--help").out).split())
    assert refuses == ("Takes clues only, no pencilmarks." in help_text) == (name in CLUES_ONLY)
