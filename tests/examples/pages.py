"""The README, the manual, the lesson on the methods: blocks of code show what they give when they are typed.

In a page

    ```console      commands in Bash and what a terminal shows, from the top of the page to its end, in one
                    folder, which holds `examples/`; a line `…` stands for any lines, and
                    one ending in ` …` goes on
    ```python       one session; a comment behind an expression, or below it, is its value or what it prints

    title="NAME"    after the language of any block: a file that the commands can name

`python -m tests.examples` writes what commands print, but where it is shortened. Other blocks are not
run. Measured times may be others.

What stands in the manual runs in a plain install: the commands see no package that belongs to extras only.
`python -m tests.examples.pages` says which commands print something else; it needs no package but sudocube,
so that `.ci/run` types them where nothing else is installed.
"""

import ast
import io
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

CHECKOUT = Path(__file__).resolve().parents[2]
LESSON = CHECKOUT / "src" / "sudocube" / "solvers" / "README.md"
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").glob("*.md")), LESSON]

_BLOCK = re.compile(r"^( *)```(console|python)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r'^```\w+ title="(\S+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)
_MEASURED = re.compile(r" +(seconds\b.*|(build )?ms)$")
_SECONDS = re.compile(r"""\b\d+\.\d+(?= s\b)|(?<="seconds": )[\d.e-]+""")
_SUMMARY = re.compile(r"[\d,]+ puzzles?: ")
_END = "\x1e"
PROGRAMS = 'sudocube() { python -P -m sudocube "$@"; }; python() { PYTHON "$@"; }'


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of a page in this language, without their indentation."""
    found = _BLOCK.findall(page.read_text("utf-8"))
    return [
        re.sub(f"^{indent}", "", text, flags=re.MULTILINE) for indent, of, text in found if of == language
    ]


def files(page: Path) -> dict[str, str]:
    """The files that a page shows, by name."""
    return dict(_FILE.findall(page.read_text("utf-8")))


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """The commands of a page, each with what it is said to print."""
    for block in blocks(page, "console"):
        yield from pairs(block)


def pairs(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with what it is said to print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        end = next(k for k, line in enumerate(lines) if not line.endswith("\\\n")) + 1
        yield "".join(lines[:end]), "".join(lines[end:])


def printed(page: Path, folder: Path) -> list[str]:
    """What each command of a page prints in a plain install, 80 columns wide."""
    shutil.copytree(CHECKOUT / "examples", folder / "examples")
    for name, text in files(page).items():
        (folder / name).write_text(text, "utf-8")
    script = [PROGRAMS.replace("PYTHON", sys.executable)]
    for command, _ in commands(page):
        script += [command, f"status=$?; printf '{_END}'; (exit $status)\n"]
    with TemporaryDirectory() as hiding:
        plain = environment() | plain_install(Path(hiding))
        shown = on_a_terminal(["bash", "-c", "\n".join(script)], folder, plain)
    return shown.split(_END)[:-1]


def plain_install(folder: Path) -> dict[str, str]:
    """What hides packages of extras from a Python that is started: variables, and a file in this folder."""
    (folder / "sitecustomize.py").write_text(_HIDING.format(names=of_extras_only()))
    return {"PYTHONPATH": str(folder)}


_HIDING = """
import sys


class Hidden:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in {names}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Hidden)
"""


@cache
def of_extras_only() -> frozenset[str]:
    """The modules that are installed here and would not be in a plain install of sudocube."""
    from packaging.requirements import Requirement  # comes with matplotlib

    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    plain, wanted = {"sudocube"}, project["dependencies"]
    while wanted:
        one = Requirement(wanted.pop())
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        if name not in plain and (one.marker is None or one.marker.evaluate({"extra": ""})):
            plain.add(name)
            with suppress(metadata.PackageNotFoundError):
                wanted += metadata.requires(name) or ()
    return frozenset(
        module
        for module, packages in metadata.packages_distributions().items()
        if not any(re.sub(r"[-_.]+", "-", one).lower() in plain for one in packages)
    )


def environment() -> dict[str, str]:
    """That of the commands: 80 columns, no colours."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LANG")}
    return kept | {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1"}


def on_a_terminal(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    """What a command shows on a terminal, on both streams; nothing is typed."""
    import pty  # not on Windows

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    parts = []
    with (
        process,
        os.fdopen(ours, "rb", buffering=0) as terminal,
        suppress(OSError),
    ):  # EIO is the end on Linux
        while part := terminal.read(65536):
            parts.append(part)
    return b"".join(parts).decode().replace("\r\n", "\n")


def comparable(output: str) -> list[str]:
    """Its lines without what is measured, and without spaces at their ends."""
    lines, cut = [], None
    for line in output.splitlines():
        if heading := _MEASURED.search(line):
            cut = heading.start()
        elif not line.strip() or _SUMMARY.match(line):
            cut = None
        lines.append(_SECONDS.sub("0", line[:cut]).rstrip())
    return lines


def agrees(said: str, found: str) -> bool:
    """Whether an output is as the page has it.

    If it has a table with a measured column, columns may be of another width: the wider that one is, the
    narrower are the others.
    """
    said_lines, found_lines = comparable(said), comparable(found)
    if any(map(_MEASURED.search, found.splitlines())):
        said_lines, found_lines = (
            [re.sub(" +", " ", line) for line in lines] for lines in (said_lines, found_lines)
        )
    pattern = "".join(map(_pattern, said_lines))
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in found_lines)) is not None


def _pattern(line: str) -> str:
    if line == "…":
        return r"(?:.*\n)*?"
    if line.endswith(" …"):
        return re.escape(line.removesuffix(" …")) + r".*\n"
    return re.escape(line) + r"\n"


def values(page: Path) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """By expression of the blocks in Python: its source, the comment, and what would be right."""
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        lines = block.splitlines()
        for node in ast.parse(block).body:
            source = ast.unparse(node)
            shown = io.StringIO()
            value: object = None
            with redirect_stdout(shown):
                if isinstance(node, ast.Expr):
                    value = eval(source, names)
                else:
                    exec(source, names)
            if isinstance(node, ast.Expr) and (comment := _comment(lines, node.end_lineno or 0)):
                results = (shown.getvalue(),) if shown.getvalue() else (f"{value!r}\n", f"{value}\n")
                yield source, comment, results


def _comment(lines: list[str], last: int) -> str:
    """The comment behind a statement that ends in this line, or the comments in the lines below it."""
    if behind := re.search(r"  # (.*)$", lines[last - 1]):
        return behind[1] + "\n"
    below = []
    for line in lines[last:]:
        if not line.startswith("#"):
            break
        below.append(line[2:] + "\n")
    return "".join(below)


def updated(page: Path) -> str:
    """The page with what its commands print now; what is shortened by `…` is left alone."""
    with TemporaryDirectory() as folder:
        outputs = iter(printed(page, Path(folder)))

    def block(found: re.Match[str]) -> str:
        if found[2] != "console":
            return found[0]
        parts = []
        for command, said in pairs(found[3]):
            output = "".join(f"{line.rstrip()}\n" for line in next(outputs).splitlines())
            parts.append(f"$ {command}{said if '…' in said or agrees(said, output) else output}")
        return f"```console\n{''.join(parts)}```"

    return _BLOCK.sub(block, page.read_text("utf-8"))


def differing(page: Path) -> Iterator[str]:
    """The commands of a page that print something else than it shows, with what they print."""
    with TemporaryDirectory() as folder:
        found = printed(page, Path(folder))
    for (command, said), output in zip(commands(page), found, strict=True):
        if not agrees(said, output):
            yield f"{page.relative_to(CHECKOUT)}\n$ {command}{output}"


if __name__ == "__main__":
    differences = [one for page in PAGES for one in differing(page)]
    sys.stdout.write("\n".join(differences))
    sys.exit(bool(differences))
