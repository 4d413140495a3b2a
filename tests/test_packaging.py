"""What is installed, and the README's commands that install it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from sudocube.encoder.catalogue import root

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


def test_the_catalogue_holds_no_python():
    """With a module in it, and the checkout on the path, it would hide Python's own `encodings`."""
    assert not list(CATALOGUE.rglob("*.py*"))


def readme_commands(page):
    """What `.ci/run` takes from a page."""
    script = CHECKOUT / ".ci" / "readme-commands"
    return subprocess.run(["bash", script, page], capture_output=True, text=True, check=False)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
class TestTheCommandsOfTheReadme:
    """`.ci/run` types them as they stand."""

    def test_the_first_installs_and_runs_the_main_job_and_the_second_runs_the_tests(self):
        """One line each, without an activated environment."""
        first, second = readme_commands(CHECKOUT / "README.md").stdout.splitlines()
        assert first.startswith("python3 -m venv .venv && .venv/bin/pip install . && ")
        assert first.endswith(" && .venv/bin/sudocube crosscheck examples/puzzles.txt")
        assert second == '.venv/bin/pip install ".[test]" && .venv/bin/pytest'

    @pytest.mark.parametrize("count", [0, 1, 3])
    def test_another_number_of_commands_is_an_error(self, count, tmp_path):
        """So that the README and what CI runs cannot part."""
        page = tmp_path / "README.md"
        page.write_text(
            count * "```\n.venv/bin/pip install .\n```\n" + "`.venv/bin/pip install x` in prose\n"
        )
        done = readme_commands(page)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"found {count} lines" in done.stderr
