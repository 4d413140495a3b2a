"""The picture at the head of the README: a terminal, drawn by rich from what the commands print."""

import io
import re
import sys
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tests.examples import pages

PATH = pages.CHECKOUT / "docs" / "assets" / "terminal.svg"

_DRAFT = ".9.3..8.6...4......8.7..3.1....1........9...33....5.9.5...........8...727.9...6..\n"
_MENDED = ".9.3..8.6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6..\n"
_COMMANDS = (
    "sudocube check draft.txt",
    "sudocube diagnose draft.txt",
    "sudocube check mended.txt",
    "sudocube certify mended.txt -o proof --quiet",
    "sudocube verify proof mended.txt --quiet",
)
_BACKGROUND, _TEXT = "fafaf8", "282c34"
_NORMAL = "282c34 c0392b 227846 a0640a 1e5aaa 823c8c 0f6f7a 787c82"
_BRIGHT = "5a5e64 c84637 288c50 b47314 2869be 964ba0 147d89 282c34"
_COLOURS = [[(*bytes.fromhex(one),) for one in names.split()] for names in (_NORMAL, _BRIGHT)]
_THEME = TerminalTheme((*bytes.fromhex(_BACKGROUND),), (*bytes.fromhex(_TEXT),), *_COLOURS)


def drawn() -> str:
    """The picture as SVG; it loads no font from elsewhere."""
    console = Console(record=True, width=82, file=io.StringIO(), force_terminal=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "draft.txt").write_text(_DRAFT)
        (folder / "mended.txt").write_text(_MENDED)
        environment = {**pages.environment(), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        del environment["NO_COLOR"]
        for command in _COMMANDS:
            console.print(Text(f"$ {command}", style="bold"))
            script = f"{pages.PROGRAMS.replace('PYTHON', sys.executable)}\n{command}"
            shown = pages.on_a_terminal(["bash", "-c", script], folder, environment)
            after_bar = re.sub(r"\x1b\[\?25l.*\x1b\[2K", "", shown, flags=re.DOTALL)  # where it was slow
            console.print(Text.from_ansi(after_bar.rstrip("\n")))
    svg = console.export_svg(title="sudocube", theme=_THEME, unique_id="terminal")
    return re.sub(r" *@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)


def said(svg: str) -> str:
    """What stands in the picture, line by line."""
    lines: dict[float, str] = {}
    for place, text in re.findall(r'<text class="terminal-r\d+" [^>]*?y="([\d.]+)"[^>]*>(.*?)</text>', svg):
        lines[float(place)] = lines.get(float(place), "") + unescape(text).replace("\xa0", " ")
    return "".join(f"{line.rstrip()}\n" for _, line in sorted(lines.items()))
