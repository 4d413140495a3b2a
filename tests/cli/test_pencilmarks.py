"""Who takes pencilmarks, and who says that it takes none: the manual, `--help`, and what is so."""

import re
from pathlib import Path

from sudocube import Verdict, check
from sudocube.encoder import Formalism, names
from sudocube.engines import engine
from sudocube.puzzle import Puzzle
from tests.cli.command import invoke

MANUAL = " ".join((Path(__file__).resolve().parents[2] / "docs/formats.md").read_text("utf-8").split())
PARAGRAPH = MANUAL.partition("The engines `kernel`, `sat` and `cpsat` take pencilmarks")[2].split(" ## ")[0]
TAKING, REFUSING, CLUES_ONLY = (
    re.findall(r"`(.+?)`", text) for text in re.split(r", but not with|`proof` and", PARAGRAPH)
)
SOLVED = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
ENGINES = [
    *("kernel", "sat", "cpsat", "proof", "phases", "sets", "possibles", "cube"),
    *(f"sat:{name}" for name in names(Formalism.CNF)),
    *(f"cpsat:{name.removeprefix('cpsat/')}" for name in names(Formalism.CP_SAT)),
]
COMMANDS = [
    *("check", "crosscheck", "solve", "count --limit 3", "certify -o folder", "decode answer", "diagnose"),
    *("encode --to dimacs", "encodings compare", "explain"),
]


def test_the_manual_names_the_encodings_that_take_none():
    """Those whose traits say so, and no others."""
    refusing = [name for name in ENGINES if ":" in name and not engine(name).traits.pencilmarks]
    assert sorted(REFUSING) == sorted(refusing)
    assert all(engine(name).traits.pencilmarks for name in TAKING)


def test_an_engine_keeps_to_them_or_says_that_it_takes_none():
    """As its traits say."""
    marks = "".join("." * (int(d) - 1) + d + "." * (9 - int(d)) for d in SOLVED)
    puzzle = Puzzle(marks[:81] + marks[81:].replace(".2.", "12.", 1))
    for name in (*ENGINES[:9], *REFUSING):
        answer, takes = check(puzzle, engine=name), engine(name).traits.pencilmarks
        assert answer.verdict is (Verdict.UNIQUE if takes else Verdict.UNKNOWN), name
        assert takes or f"{engine(name).name} takes no pencilmarks" in (answer.reason or "")


def test_a_command_that_takes_none_says_so_in_its_help_and_in_the_manual(tmp_path, monkeypatch):
    """And the others take them."""
    monkeypatch.chdir(tmp_path)
    marks = ".2......." + ".23456789" + "123456789" * 79
    Path("marks.txt").write_text(marks + "\n", "utf-8")
    Path("answer").write_text("s UNSATISFIABLE\n", "utf-8")
    for command in COMMANDS:
        words = command.split()
        name = words[: 2 if words[0] == "encodings" else 1]
        outcome = invoke(*name, "marks.txt", *words[len(name) :])
        said = " ".join((outcome.out + outcome.err).split())
        help_text = " ".join(re.sub("[│╭╮╰╯─]", "", invoke(*name, "--help").out).split())
        refuses = f"{name[-1]} takes no pencilmarks, only clues" in said
        assert refuses == ("Takes clues only, no pencilmarks." in help_text), command
        assert refuses == (" ".join(name) in CLUES_ONLY), command
