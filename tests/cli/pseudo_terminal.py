"""A command on a pseudo-terminal, as somebody in front of it sees it."""

import os
import re
import subprocess
import sys
import time

from tests.cli.command import HANG, command, environment

if sys.platform != "win32":
    import fcntl
    import pty
    import struct
    import termios

CLEAR, UP = "\x1b[2K", "\x1b[1A"


class Terminal:
    """A command on a terminal; `output` and `error` say whether those streams are the terminal, too.

    With `program` it is that program instead of sudocube.
    """

    def __init__(
        self,
        *arguments: str,
        output: bool = True,
        error: bool = True,
        columns: int = 80,
        program: list[str] | None = None,
        **env: str,
    ) -> None:
        self.mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
        self.before = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.process = subprocess.Popen(
            command(*arguments) if program is None else program,
            stdin=theirs,
            stdout=theirs if output else subprocess.DEVNULL,
            stderr=theirs if error else subprocess.DEVNULL,
            env=environment(**{"COLUMNS": str(columns), **env}),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.set_blocking(self.mine, False)
        self.shown = ""

    def read(self, until: str | None = None) -> str:
        """Everything that is shown until a certain text, or until the command ends."""
        hung_at = time.monotonic() + HANG
        while until is None or until not in self.shown:
            ended = self.process.poll() is not None
            try:
                self.shown += os.read(self.mine, 65536).decode()
                continue
            except BlockingIOError:
                pass
            if ended:
                break
            assert time.monotonic() < hung_at, f"it hangs, having shown {self.shown[-500:]!r}"
            time.sleep(0.01)
        assert until is None or until in self.shown
        return self.shown

    def close(self) -> None:
        """The terminal as the command left it, and no process left."""
        self.process.kill()
        self.process.wait()
        os.close(self._theirs)
        os.close(self.mine)

    @property
    def modes(self) -> list[object]:
        """How the terminal treats what is typed and shown."""
        return termios.tcgetattr(self._theirs)


def without_styles(shown: str) -> str:
    """The text without colours, bold and dim."""
    return re.sub(r"\x1b\[[\d;]*m", "", shown)


def screen(shown: str) -> list[str]:
    """The text lines left on the screen, without styles; a bar is only drawn and cleared on the last one."""
    lines = [""]
    for piece in re.split(r"(\r\n|\r|\x1b\[[?\d]*\w)", without_styles(shown)):
        if piece == CLEAR:
            lines[-1] = ""
        elif piece == UP:
            lines.pop()
        elif piece == "\r\n":
            lines.append("")
        elif not piece.startswith(("\r", "\x1b[?")):
            lines[-1] += piece
    return lines
