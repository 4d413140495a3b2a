"""What is installed, and the README's commands that install it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sudocube import examples
from sudocube.encoder.catalogue import root
from tests.examples.pages import plain_install

CHECKOUT = Path(__file__).resolve().parents[1]
CATALOGUE = CHECKOUT / "encodings"


def contents(folder, inside=""):
    """All files below a folder, by path."""
    found: dict[str, bytes] = {}
    for item in folder.iterdir():
        path = f"{inside}{item.name}"
        found |= contents(item, f"{path}/") if item.is_dir() else {path: item.read_bytes()}
    return found


def test_the_installed_catalogue_is_the_one_in_the_checkout():
    """Byte for byte; run from an installed package, as the README does, this compares two copies."""
    assert contents(root()) == contents(CATALOGUE)


def test_the_installed_examples_are_those_in_the_checkout():
    """Byte for byte, and no fewer: only what tools leave behind is no example."""
    made_by_tools = ("__pycache__/", ".ipynb_checkpoints/")
    files = contents(CHECKOUT / "examples").items()
    here = {name: text for name, text in files if not any(folder in name for folder in made_by_tools)}
    assert {name: examples.path(name).read_bytes() for name in examples.names()} == here


def test_the_manual_names_each_extra():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    table = (CHECKOUT / "docs" / "installing.md").read_text("utf-8")
    assert [name for name in project["optional-dependencies"] if f"| `{name}` |" not in table] == []


def test_only_the_server_imports_a_package_of_an_extra_when_it_is_imported(tmp_path):
    """A quick witness of what the manual's commands show in a plain install.

    The module that the fork server imports silences its process, so it is left out.
    """
    script = """if True:
        import importlib, pkgutil, sudocube
        for one in pkgutil.walk_packages(sudocube.__path__, "sudocube."):
            try:
                one.name.endswith(("__main__", "preloaded")) or importlib.import_module(one.name)
            except ModuleNotFoundError as error:
                print(one.name, "needs", error.name)
    """
    environment = os.environ | plain_install(tmp_path)
    command = [sys.executable, "-P", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    lacking = done.stdout.splitlines()
    assert "sudocube.serving.page_server needs uvicorn" in lacking
    assert [line for line in lacking if not line.startswith("sudocube.serving.")] == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_commands_of_the_readme_install_it_and_run_the_tests(tmp_path):
    """One line each, without an activated environment; those for Windows are the same, word by word.

    Another number of commands is an error, so that the README and what CI runs cannot part.
    """

    def commands_in(page):
        command = ["bash", CHECKOUT / ".ci" / "readme-commands", page]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    said = commands_in(CHECKOUT / "README.md").stdout.splitlines()
    assert said[0].startswith("python3 -m venv .venv && .venv/bin/pip install . && ")
    assert said[0].endswith(" && .venv/bin/sudocube crosscheck examples/puzzles.txt")
    assert said[1:] == ['.venv/bin/pip install ".[test]" && .venv/bin/pytest']
    blocks = re.findall(r"```powershell\n(.*)\n```", (CHECKOUT / "docs" / "installing.md").read_text("utf-8"))
    changes = {"python3 ": "py ", ".venv/bin/": ".venv\\Scripts\\", " &&": ";", "examples/": "examples\\"}
    for old, new in changes.items():
        said = [command.replace(old, new) for command in said]
    assert blocks == said
    page = tmp_path / "README.md"
    for count in (0, 3):
        page.write_text(
            count * "```\n.venv/bin/pip install .\n```\n" + "`.venv/bin/pip install x` in prose\n"
        )
        done = commands_in(page)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"found {count} lines" in done.stderr
