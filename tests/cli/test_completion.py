"""Completion: what each shell gets for names, without a solver loaded, and how it is installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sudocube.cli.completion import complete_engine, complete_method, joined_words
from sudocube.encoder import names
from sudocube.engines import engine
from sudocube.formats.entry import FORMATS
from sudocube.solver_texts.solver_formats import FORMATS as SOLVER_FORMATS
from sudocube.solvers.methods import METHODS
from tests.cli.command import HANG, command, environment

QUESTIONS: dict[str, dict[str, str]] = {
    "bash": {"_SUDOCUBE_COMPLETE": "complete_bash"},
    "zsh": {"_SUDOCUBE_COMPLETE": "complete_zsh"},
    "fish": {"_SUDOCUBE_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
}


def asked(shell: str, *words: str) -> str:
    """What the program answers a shell that asks how to complete the last word."""
    line = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    if shell != "bash":
        line = {"_TYPER_COMPLETE_ARGS": " ".join(words)}
    done = subprocess.run(
        command(), env=environment(**QUESTIONS[shell], **line), capture_output=True, text=True, timeout=HANG
    )
    assert done.stderr == ""
    return done.stdout


OFFERED = [
    (("ch",), ["check"], ["solve"]),
    (("check", "--js"), ["--json"], ["--jobs"]),
    (("check", "-e", "k"), ["kernel"], ["phases"]),
    (("crosscheck", "--engines", "phases,cp"), ["phases,cpsat"], ["phases,cube"]),
    (("encode", "x", "--encoding", "ext"), ["extended"], ["minimal"]),
    (("encodings", "compare", "-e", "extended,mini"), ["extended,minimal"], []),
    (("encodings", "show", "cpsat/cu"), ["cpsat/cube"], ["cpsat/linear"]),
    (("encode", "x", "--to", "s"), ["smtlib"], ["dimacs"]),
    (("solve", "x", "--format", "sd"), ["sdk", "sdm"], ["line"]),
    (("explain", "x", "-m", "ph"), ["phases"], ["cube"]),
    (("generate", "--symmetry", "ha"), ["half-turn"], ["full"]),
    (("rate", "x", "--only", "depth,ba"), ["depth,backdoor"], ["guesses"]),
    (("generate", "--not-method", "sets,p"), ["sets,possibles"], ["phases"]),
]
"""The words of a line, what is offered for the last one, and what is not."""

IN_EVERY_SHELL = OFFERED[:7]
"""For the others it is enough to ask one shell: the names are the same, only written in another way."""


@pytest.mark.parametrize(
    ("shell", "words", "expected", "not_expected"),
    [(shell, *one) for shell in QUESTIONS for one in (OFFERED if shell == "bash" else IN_EVERY_SHELL)],
)
def test_a_shell_is_offered_commands_options_and_names(shell, words, expected, not_expected):
    answer = asked(shell, "sudocube", *words)
    assert all(word in answer for word in expected)
    assert not any(word in answer for word in not_expected)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("-e", "sat", ":", "ext"), ["extended"]),
        (("-e", "sat", ":"), list(names()[:3])),
        (("-e", "sat", ":", "dual", "@", "mini"), ["minicard", "minisat-gh", "minisat22", "minisatep"]),
        (("-e", "phases,sat", ":", "du"), ["dual"]),
        (("--engine", "=", "ph"), ["phases"]),
        (("--engine", "=", "sat", ":", "ext"), ["extended"]),
    ],
)
def test_bash_which_parts_words_at_colons_gets_what_follows_the_last(words, offered):
    assert asked("bash", "sudocube", "crosscheck", *words).split()[: len(offered)] == offered


def test_words_that_bash_took_apart_are_put_together():
    assert joined_words(["sudocube", "check", "-e", "sat", ":", "ext"], 5) == (
        ["sudocube", "check", "-e", "sat:ext"],
        3,
    )
    assert joined_words(["sudocube", "check", "a.txt", ""], 3) == (["sudocube", "check", "a.txt", ""], 3)
    assert joined_words(["sudocube", "-e", "sat", ":", "dual", "@", "m", "--json"], 2)[1] == 2


@pytest.mark.parametrize(
    "name", [one for start in ("", "cube:", "possibles:", "kernel:t") for one in complete_engine(start)]
)
def test_every_engine_that_is_offered_can_be_asked_for(name):
    if "ROWS" not in name and not name.endswith(":"):
        assert engine(name).name


def test_programs_and_functions_are_offered_by_their_files(tmp_path, monkeypatch):
    """Programs, and folders on the way to them; files of Python, and the functions in them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solver.py").write_text(
        "def _own(cells): ...\ndef solve(cells): ...\ndef count(cells): ...\n"
    )
    (tmp_path / "solvers").mkdir()
    for name in ("mine", "notes.txt"):
        (tmp_path / name).write_text("#!/bin/sh\n")
    (tmp_path / "mine").chmod(0o755)
    assert [name for name in complete_engine("") if name.endswith(":")] == ["command:", "python:"]
    assert complete_engine("command:./") == ["command:./mine", "command:./solvers/"]
    assert complete_engine("phases,command:./m") == ["phases,command:./mine"]
    assert complete_engine("command:./nosuch/x") == complete_engine("python:nosuch/") == []
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{tmp_path}")
    assert complete_engine("command:m") == ["command:mine"]
    assert complete_engine("python:") == ["python:solver.py:", "python:solvers/"]
    assert complete_engine("python:solver.py:") == ["python:solver.py:solve", "python:solver.py:count"]


def test_all_names_are_offered():
    assert complete_method("") == list(METHODS)
    offered = asked("bash", "sudocube", "encode", "x", "--to", "").split()
    assert offered == list(SOLVER_FORMATS)
    assert asked("bash", "sudocube", "solve", "--format", "").split() == [*FORMATS, "json"]
    assert asked("bash", "sudocube", "check", "--format", "").split() == ["text", "csv", "json"]


def test_completion_loads_no_solver():
    code = (
        "import atexit, sys; from sudocube.__main__ import main; "
        "slow = {'ortools', 'numpy', 'pandas', 'pysat', 'pysolvers'}; "
        "atexit.register(lambda: print(*(slow & set(sys.modules)), file=sys.stderr)); main()"
    )
    question = {"COMP_WORDS": "sudocube\ncheck\n-e\nsat:", "COMP_CWORD": "3", **QUESTIONS["bash"]}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(**question),
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert "extended" in done.stdout
    assert done.stderr.split() == []


@pytest.mark.parametrize(
    ("shell", "written"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", ".config/fish")]
)
def test_completion_can_be_shown_and_installed(shell, written, tmp_path):
    env = environment(HOME=str(tmp_path), _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    shown = subprocess.run(
        command("--show-completion", shell), env=env, capture_output=True, text=True, timeout=HANG
    )
    assert (shown.returncode, "_SUDOCUBE_COMPLETE" in shown.stdout) == (0, True)
    installed = subprocess.run(
        command("--install-completion", shell), env=env, capture_output=True, text=True, timeout=HANG
    )
    assert installed.returncode == 0
    assert (tmp_path / written).exists()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_itself_completes_with_the_script_that_is_shown(tmp_path):
    program = tmp_path / "sudocube"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sudocube "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(sudocube --show-completion bash)"\n'
        "COMP_WORDS=(sudocube check -e sat : ext); COMP_CWORD=5; _sudocube_completion sudocube\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    env = environment(_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    env["PATH"] = f"{tmp_path}{os.pathsep}{env['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env=env,
        capture_output=True,
        text=True,
        timeout=HANG,
        cwd=Path.cwd(),
    )
    assert (done.stdout, done.stderr) == ("extended\n", "")
