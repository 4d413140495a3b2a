"""What a wrong name was perhaps meant for: only what is near, and other words that people use."""

from pathlib import Path

import pytest

from sudocube.encoder import load
from sudocube.engines import engine
from sudocube.errors import EncodingError, UnknownNameError, did_you_mean, nearest
from sudocube.rows.entry import Style
from sudocube.solvers.methods import method
from tests.tables import is_like

NAMES = ["phases", "sets", "possibles", "cube", "kernel", "sat", "proof", "cpsat"]


def test_only_a_near_name_is_suggested():
    """By letters, by a beginning, or by another word that people use; very many are none."""
    for wrong, meant in (
        ("phase", ["phases"]),
        ("kernal", ["kernel"]),
        (" Cube ", ["cube"]),
        ("pos", ["possibles"]),
        ("python", []),
        ("s", []),
        ("", []),
    ):
        assert nearest(wrong, NAMES) == meant, wrong
    assert nearest("avx", ["avx2", "avx512", "twin"]) == ["avx2", "avx512"]
    assert did_you_mean(["avx2", "avx512"]) == " Did you mean 'avx2' or 'avx512'?"
    assert nearest("cub", [f"cube{number}" for number in range(9)]) == []
    assert nearest("--seed", ["--size", "--help"]) == []
    assert nearest("--thraeds", ["--jobs"], other_words={"--threads": "--jobs"}) == ["--jobs"]
    assert nearest("SET", ["set", "sets"]) == ["set"]
    assert nearest("Sudoku", ["line", "sudoku-x"], other_words={"sudoku": "line"}) == ["line"]


@pytest.mark.parametrize(
    ("ask", "wrong", "meant"),
    [
        (engine, "kernal:avx2", "kernel:avx2"),
        (engine, "phases:fast", "phases"),
        (engine, "extended", "sat:extended"),
        (engine, "odometer", "possibles:odometer"),
        (engine, "cpsat/cube", "cpsat:cube"),
        (engine, "cube:propogate", "cube:propagate"),
        (engine, "sat:cube", "cpsat/cube"),
        (engine, "sat:@cadical15", "cadical153"),
        (engine, "nothing-like-it", None),
        (load, "minimall", "minimal"),
        (method, "possibles:majic", "possibles:magic"),
        (Style, "lines", "line"),
    ],
)
def test_a_wrong_name_suggests_what_was_meant(ask, wrong, meant):
    """Of an engine, variant, solver, encoding, method or format."""
    with pytest.raises(UnknownNameError) as caught:
        ask(wrong)
    assert caught.value.near == ([meant] if meant else [])
    assert did_you_mean(caught.value.near) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("t7/mine.tom", "no such file; allowed: a file NAME.toml…. Did you mean 't7/mine.toml'?"),
        ("t8/mine", "no such file; allowed: a file NAME.toml or NAME.cnf, or a name of the catalogue"),
        ("t7/mine.txt", "a name that ends neither in .toml nor in .cnf; allowed: …"),
        ("t7/mine.py", "…, or python:t7/mine.py:FUNCTION for what a function of it makes"),
    ],
)
def test_what_looks_like_a_path_is_no_name_of_the_catalogue(tmp_path, monkeypatch, name, said):
    monkeypatch.chdir(tmp_path)
    Path("t7").mkdir()
    for ending in ("toml", "txt", "py"):
        Path(f"t7/mine.{ending}").touch()
    with pytest.raises(EncodingError) as caught:
        load(name)
    assert is_like(str(caught.value).replace("\\", "/"), f"{name}: found {said}")
