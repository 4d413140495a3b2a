"""What a wrong name was perhaps meant for: only what is near, and other words that people use."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from sudocube.encoder import load
from sudocube.encoder.catalogue import root
from sudocube.engines import engine
from sudocube.errors import EncodingError, UnknownNameError, UnsupportedError
from sudocube.formats.entry import Style
from sudocube.near_names import did_you_mean, nearest
from sudocube.solvers.methods import method

NAMES = ["phases", "sets", "possibles", "cube", "kernel", "sat", "proof", "cpsat"]


def test_only_a_near_name_is_suggested():
    """By letters, by a beginning, or by another word that people use; very many are none."""
    for wrong, meant in (
        ("phase", ["phases"]),
        ("kernal", ["kernel"]),
        ("SAT", ["sat"]),
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
    ("asked", "meant"),
    [
        ("kernal:avx2", "kernel:avx2"),
        ("SAT:dual", "sat:dual"),
        ("phases:fast", "phases"),
        ("extended", "sat:extended"),
        ("minisat22", "sat:@minisat22"),
        ("odometer", "possibles:odometer"),
        ("cpsat/cube", "cpsat:cube"),
        ("ortools", "cpsat"),
        ("cube:propogate", "cube:propagate"),
        ("sat:extendet", "extended"),
        ("sat:cube", "cpsat:cube"),
        ("sat:@cadical15", "cadical153"),
        ("nothing-like-it", None),
    ],
)
def test_a_wrong_engine_variant_or_solver_suggests_what_was_meant(asked, meant):
    """And what is suggested as a whole is an engine."""
    with pytest.raises(UnknownNameError) as caught:
        engine(asked)
    assert caught.value.near == ([meant] if meant else [])
    assert did_you_mean(caught.value.near) in str(caught.value)
    if meant and (":" in meant or meant in NAMES):
        with suppress(UnsupportedError):  # a level of the kernel that does not run here
            assert engine(meant).name


def test_the_file_of_an_encoding_suggests_the_engine_that_takes_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    catalogue = Path(str(root()))
    shutil.copy(catalogue / "cnf" / "minimal.toml", "m3.toml")
    shutil.copy(catalogue / "cpsat" / "cube.toml", "c3.toml")
    for asked, meant in [
        ("m3.toml", "sat:m3.toml"),
        ("c3.toml", "cpsat:c3.toml"),
        (str(tmp_path / "m3.toml"), f"sat:{tmp_path / 'm3.toml'}"),
        ("nowhere.toml", "sat:nowhere.toml"),
    ]:
        with pytest.raises(UnknownNameError) as caught:
            engine(asked)
        assert caught.value.near == [meant]


def test_what_looks_like_a_path_is_no_name_of_the_catalogue(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t7").mkdir()
    Path("t7/mine.toml").touch()
    Path("t7/mine.txt").touch()
    Path("t7/mine.py").touch()
    none = "no such file; allowed: a file NAME.toml or NAME.cnf, or a name of the catalogue"
    other = (
        "a name that ends neither in .toml nor in .cnf; allowed: a file NAME.toml, or NAME.cnf for clauses"
    )
    function = ", or python:t7/mine.py:FUNCTION for what a function of it makes"
    for name, said in [
        ("t7/mine.tom", f"{none}. Did you mean {str(Path('t7/mine.toml'))!r}?"),
        ("t8/mine", none),
        ("t7/mine.txt", other),
        ("t7/mine.py", other + function),
    ]:
        with pytest.raises(EncodingError) as caught:
            load(name)
        assert str(caught.value) == f"{name}: found {said}"


@pytest.mark.parametrize(
    ("ask", "wrong", "meant"),
    [
        (load, "minimall", "minimal"),
        (load, "alldifferent", "cpsat/alldifferent"),
        (method, "possibles:majic", "possibles:magic"),
        (Style, "lines", "line"),
        (Style, "tsv", "csv"),
    ],
)
def test_a_wrong_encoding_method_or_format_suggests_what_was_meant(ask, wrong, meant):
    with pytest.raises(UnknownNameError) as caught:
        ask(wrong)
    assert caught.value.near == [meant]
