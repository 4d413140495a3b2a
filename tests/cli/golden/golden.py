"""The golden files: how they are made, and what of them differs from run to run."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke
from tests.cli.test_cases import filled

HERE = Path(__file__).parent
COMMANDS: dict[str, list[str]] = tomllib.loads((HERE / "commands.toml").read_text("utf-8"))

FILES = {
    "forum.txt": "\n".join(
        f"{text}\n"
        for text in (f"Nr. 1 (easy)\n{UNIQUE}", f"Nr. 2 (hard)\n{MULTIPLE}", NONE, UNIQUE, f"{UNIQUE[:-1]}o")
    ),
    "answers.csv": f"id,puzzle,solution\na,{UNIQUE},{SOLUTION}\nb,{UNIQUE},{SOLUTION[::-1]}\nc,{MULTIPLE},\n",
    "solver.py": "def solve(cells):\n    return 'none'\n",
    "model.txt": "s UNSATISFIABLE\n",
}
"""What lies in the folder: a list from a forum, a table with answers, a solver."""

VARIES = (
    (r"\b\d[\d,.]*(e-\d+)? s\b", "… s"),
    (r'("(?:\w+_)?seconds": )(\[[^]]*\]|[\d.e-]+)', r"\1…"),
    (r'("(?:per_second|ratio)": )[\d.e-]+', r"\1…"),
    (r'("speeds": )\{[^}]*\}', r"\1…"),
    (r"(?m) +\d[\d,]*\.\d\d( +[\d,.]+)? *$", "  …"),
    (r"(?m) +/s$", "  /s"),
    (r"(?m)^((?:minimal|extended) .*\d) +[\d.]+$", r"\1  …"),
    (r"(?m)^(kernel|phases|python:\S+) +[\d,.]+( +[\d.e-]+ +\d+)?$", r"\1  …"),
    (r"(@\w+|level|in use: )(kernel|\bavx\w*|\bsse\w*|\bscalar|\bportable)", r"\1…"),
)
"""What differs from run to run: times, speeds, the order of a table by speed."""


class Headings(HTMLParser):
    """The title and the headings of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._is_in = False

    def handle_starttag(self, tag, attrs):
        if tag in ("title", "h1", "h2", "h3"):
            self._is_in = True
            self.lines.append(f"<{tag}> ")

    def handle_endtag(self, tag):
        self._is_in = self._is_in and tag not in ("title", "h1", "h2", "h3")

    def handle_data(self, data):
        if self._is_in:
            self.lines[-1] += data


def golden(name: str, folder: Path) -> str:
    """What the golden file of that name holds; the commands run in `folder`, which is the current one."""
    for file, text in FILES.items():
        (folder / file).write_text(text, "utf-8", newline="\n")
    return "\n".join(text for run in COMMANDS[name] for text in _told(run, folder))


def _told(run: str, folder: Path) -> Iterator[str]:
    """A command, what it printed, its status, and the headings of the page that it wrote."""
    outcome = invoke(*map(filled, shlex.split(run)))
    yield f"$ sudocube {run}"
    yield _without_times(outcome.out).rstrip("\n")
    yield from (f"! {line}" for line in _without_times(outcome.err).splitlines())
    yield f"= {outcome.status}"
    for page in sorted(folder.rglob("*.html")):
        headings = Headings()
        headings.feed(page.read_text("utf-8"))
        yield from headings.lines
        page.unlink()
    yield ""


def _without_times(text: str) -> str:
    for pattern, instead in VARIES:
        text = re.sub(pattern, instead, text)
    for word, cells in {"UNIQUE": UNIQUE, "MULTIPLE": MULTIPLE, "NONE": NONE, "SOLUTION": SOLUTION}.items():
        text = text.replace(cells, f"{{{word}}}")
    return text
