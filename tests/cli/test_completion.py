"""Completion: what each shell gets for names, without a solver loaded, and how it is installed."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from sudocube.cli import app
from sudocube.cli.completion import complete_engine, completion_for_bash
from sudocube.encoder import names
from sudocube.solver_texts.solver_formats import FORMATS as SOLVER_FORMATS
from tests.cli.command import HANG, environment

QUESTIONS: dict[str, dict[str, str]] = {
    "bash": {"_SUDOCUBE_COMPLETE": "complete_bash"},
    "zsh": {"_SUDOCUBE_COMPLETE": "complete_zsh"},
    "fish": {"_SUDOCUBE_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
}


@pytest.fixture
def asked(monkeypatch, capsys):
    """What the program answers a shell that asks how to complete the last word."""

    def answer(shell: str, *words: str) -> str:
        line = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
        if shell != "bash":
            line = {"_TYPER_COMPLETE_ARGS": " ".join(words)}
        with monkeypatch.context() as patch:
            for name, value in {**QUESTIONS[shell], **line}.items():
                patch.setenv(name, value)
            with completion_for_bash(), pytest.raises(SystemExit):
                app(args=[], prog_name="sudocube")
        said = capsys.readouterr()
        assert said.err == ""
        return str(said.out)

    return answer


OFFERED: list[tuple[str, str, list[str], str]] = [
    ("bash", "ch", ["check"], "solve"),
    ("bash", "crosscheck --engines phases,cp", ["phases,cpsat"], "phases,cube"),
    ("bash", "encodings show cpsat/cu", ["cpsat/cube"], "cpsat/linear"),
    ("bash", "crosscheck -e sat :", list(names()[:3]), "sat:"),
    ("bash", "crosscheck -e phases,sat : dual @ mini", ["minicard", "minisat22"], "@"),
    ("bash", "crosscheck --engine = sat : ext", ["extended"], "sat"),
    ("bash", "encode x --to ", list(SOLVER_FORMATS), "extended"),
    ("zsh", "check -e sat:ext", ["sat:extended"], "phases"),
    ("fish", "check -e sat:ext", ["sat:extended"], "phases"),
]
"""A shell, a line as it parts it into words, what is offered for the last one, and what is not."""


def test_commands_options_and_names_are_offered(asked):
    """Bash parts words at colons, and gets what follows the last of them."""
    for shell, words, expected, not_expected in OFFERED:
        answer = re.findall(r"[^\s\"]+", asked(shell, "sudocube", *words.split(" ")).replace("\\", ""))
        assert set(expected) <= set(answer), (words, answer)
        assert not_expected not in answer, words


@pytest.mark.skipif(sys.platform == "win32", reason="no file is executable by its mode")
def test_programs_and_functions_are_offered_by_their_files(tmp_path, monkeypatch):
    """Programs, and folders on the way to them; files of Python, and the functions in them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solver.py").write_text("def _own(cells): ...\ndef solve(cells): ...\n")
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
    assert complete_engine("python:solver.py:") == ["python:solver.py:solve"]


LOADING = """
import os, sys
from sudocube.__main__ import main

def loaded(*arguments, **env):
    os.environ |= env
    sys.argv[1:] = arguments
    try:
        main()
    except SystemExit:
        pass
    for name in env:
        del os.environ[name]
    slow = {"ortools", "pysat", "pysolvers", "pandas", "matplotlib", "sudocube.sat.pysat_solver"}
    print(*(slow & sys.modules.keys()), file=sys.stderr)

loaded("convert", "1.....2..3.....4", "--format", "grid")
assert "sudocube.engines" not in sys.modules
loaded(_SUDOCUBE_COMPLETE="complete_bash", COMP_WORDS="sudocube\\ncheck\\n-e\\nsat:", COMP_CWORD="3")
loaded("encodings", "show", "extended", "--size", "4")
"""


def test_commands_that_solve_nothing_load_no_solver():
    """Neither `convert` nor completion nor `encodings show`, one after the other in one process."""
    command = [sys.executable, "-c", LOADING]
    done = subprocess.run(command, env=environment(), capture_output=True, encoding="utf-8", timeout=HANG)
    assert "..2.\n" in done.stdout
    assert "\nextended\n" in done.stdout
    assert "One line of each kind" in done.stdout
    assert done.stderr.split() == []


@pytest.mark.slow
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
        ["bash", "--norc", "-c", script], env=env, capture_output=True, text=True, timeout=HANG
    )
    assert (done.stdout, done.stderr) == ("extended\n", "")
