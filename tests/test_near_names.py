"""What a wrong name was perhaps meant for: only what is near, and other words that people use."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.encoder import load
from sudocube.encoder.catalogue import root
from sudocube.engines import engine
from sudocube.errors import EncodingError, UnknownNameError, UnsupportedError
from sudocube.formats.entry import FORMATS, OTHER_WORDS, Style
from sudocube.near_names import did_you_mean, nearest
from sudocube.solver_texts.solver_formats import FORMATS as SOLVER_FORMATS
from sudocube.solver_texts.solver_formats import OTHER_WORDS as SOLVER_WORDS
from sudocube.solvers.methods import method

NAMES = ["phases", "sets", "possibles", "cube", "kernel", "sat", "proof", "cpsat"]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("phase", ["phases"]),
        ("fases", ["phases"]),
        ("kernal", ["kernel"]),
        ("SAT", ["sat"]),
        (" Cube ", ["cube"]),
        ("pos", ["possibles"]),
        ("Cube", ["cube"]),
        ("python", []),
        ("s", []),
        ("", []),
    ],
)
def test_only_a_near_name_is_suggested(wrong, meant):
    assert nearest(wrong, NAMES) == meant


def test_names_that_are_equally_near_are_all_suggested():
    assert nearest("avx", ["avx2", "avx512", "twin"]) == ["avx2", "avx512"]
    assert did_you_mean(["avx2", "avx512"]) == " Did you mean 'avx2' or 'avx512'?"


def test_a_beginning_of_very_many_names_suggests_none():
    assert nearest("cub", [f"cube{number}" for number in range(9)]) == []


@pytest.mark.parametrize(
    ("wrong", "known", "words"),
    [
        ("--cell", ["--help", "--json"], {}),
        ("--max-steps", ["--timeout", "--limit"], {"--max-time": "--timeout", "--max-solutions": "--limit"}),
        ("--seed", ["--size", "--help"], {}),
    ],
)
def test_dashes_and_other_words_make_nothing_near(wrong, known, words):
    assert nearest(wrong, known, other_words=words) == []


def test_a_slip_of_the_pen_in_another_word_is_understood():
    assert nearest("--thraeds", ["--jobs"], other_words={"--threads": "--jobs"}) == ["--jobs"]


@given(st.sampled_from(NAMES), st.data())
def test_a_name_with_one_letter_left_out_is_suggested(name, data):
    """If the name is long enough for the rest to be like it."""
    left_out = data.draw(st.integers(0, len(name) - 1))
    wrong = name[:left_out] + name[left_out + 1 :]
    if wrong not in NAMES and len(name) > 3:
        assert name in nearest(wrong, NAMES)


@given(st.text(max_size=9))
def test_whatever_is_suggested_is_known(text):
    assert set(nearest(text, NAMES, other_words={"solver": "sat"})) <= {*NAMES}


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("kernal", ["kernel"]),
        ("kernal:avx2", ["kernel:avx2"]),
        ("SAT:dual", ["sat:dual"]),
        ("phases:fast", ["phases"]),
        ("extended", ["sat:extended"]),
        ("alldifferent", ["cpsat:alldifferent"]),
        ("minisat22", ["sat:@minisat22"]),
        ("odometer", ["possibles:odometer"]),
        ("sat@cadical153", ["sat:@cadical153"]),
        ("cpsat/cube", ["cpsat:cube"]),
        ("ortools", ["cpsat"]),
        ("cube:propogate", ["cube:propagate"]),
        ("kernel:portabel", ["portable"]),
        ("sat:extendet", ["extended"]),
        ("sat:cadical153", ["sat:@cadical153"]),
        ("sat:cube", ["cpsat:cube"]),
        ("cpsat:minimal", ["sat:minimal"]),
        ("sat:@cadical15", ["cadical153"]),
        ("nothing-like-it", []),
    ],
)
def test_a_wrong_engine_variant_or_solver_suggests_what_was_meant(asked, meant):
    with pytest.raises(UnknownNameError) as caught:
        engine(asked)
    assert caught.value.near == meant
    assert did_you_mean(meant) in str(caught.value)


def test_the_file_of_an_encoding_suggests_the_engine_that_takes_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    catalogue = Path(str(root()))
    shutil.copy(catalogue / "cnf" / "minimal.toml", "m3.toml")
    shutil.copy(catalogue / "cpsat" / "cube.toml", "c3.toml")
    Path("bad.toml").write_text("title = 3\n")
    for asked, meant in [
        ("m3.toml", "sat:m3.toml"),
        ("c3.toml", "cpsat:c3.toml"),
        ("bad.toml", "sat:bad.toml"),
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
    for name, said in [
        (
            "t7/mine.tom",
            "no such file; allowed: a file NAME.toml or NAME.cnf, or a name of the catalogue. "
            f"Did you mean {str(Path('t7/mine.toml'))!r}?",
        ),
        ("t8/mine", "no such file; allowed: a file NAME.toml or NAME.cnf, or a name of the catalogue"),
        ("mine.txt", "no such file; allowed: a file NAME.toml or NAME.cnf, or a name of the catalogue"),
        (
            "t7/mine.txt",
            "a name that ends neither in .toml nor in .cnf;"
            " allowed: a file NAME.toml, or NAME.cnf for clauses",
        ),
        (
            "t7/mine.py",
            "a name that ends neither in .toml nor in .cnf;"
            " allowed: a file NAME.toml, or NAME.cnf for clauses,"
            " or python:t7/mine.py:FUNCTION for what a function of it makes",
        ),
    ]:
        with pytest.raises(EncodingError) as caught:
            load(name)
        assert str(caught.value) == f"{name}: found {said}"


@pytest.mark.parametrize("near", ["kernel:avx2", "sat:@minisat22", "cpsat:cube", "possibles:odometer"])
def test_what_is_suggested_for_an_engine_is_one(near):
    with suppress(UnsupportedError):  # a level of the kernel that does not run here
        assert engine(near).name


@pytest.mark.parametrize(
    ("ask", "wrong", "meant"),
    [
        (load, "minimall", "minimal"),
        (load, "alldifferent", "cpsat/alldifferent"),
        (load, "cnf/extnded", "extended"),
        (method, "possibles:majic", "possibles:magic"),
        (Style, "lines", "line"),
        (Style, "sudoku", "line"),
        (Style, "tsv", "csv"),
    ],
)
def test_a_wrong_encoding_method_or_format_suggests_what_was_meant(ask, wrong, meant):
    with pytest.raises(UnknownNameError) as caught:
        ask(wrong)
    assert caught.value.near == [meant]


def test_other_words_stand_for_known_names():
    assert set(OTHER_WORDS.values()) <= FORMATS.keys()
    assert set(SOLVER_WORDS.values()) <= SOLVER_FORMATS.keys()
    assert not OTHER_WORDS.keys() & FORMATS.keys()
    assert not SOLVER_WORDS.keys() & SOLVER_FORMATS.keys()


def test_a_name_that_is_meant_exactly_is_not_mixed_with_those_that_begin_with_it():
    assert nearest("SET", ["set", "sets"]) == ["set"]
    assert nearest("Sudoku", ["line", "sudoku-x"], other_words={"sudoku": "line"}) == ["line"]
