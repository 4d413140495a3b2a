"""Commands that the page does not have: they hang, die, grow, flood. And a server that has them.

`python -m tests.serving.odd_commands MEMORY` serves until it is told to end; MEMORY is the limit in bytes.
"""

import os
import signal
import sys
from pathlib import Path
from time import sleep

from sudocube.serving.page_commands import COMMANDS as OF_THE_PAGE
from sudocube.serving.page_commands import PageCommand, Progress

HERE = "tests.serving.odd_commands"


def hang():
    """Tells who it is, and never ends."""
    yield {"process": os.getpid()}
    while True:
        sleep(60)


def hang_silently(file: str):
    """Writes into a file who it is, and never says anything."""
    Path(file).write_text(str(os.getpid()))
    yield from hang()


def die():
    """Is killed after its first row."""
    yield {"process": os.getpid()}
    os.kill(os.getpid(), signal.SIGKILL)
    yield {}


def leave():
    """Ends as a library might do it, with status 3."""
    os._exit(3)
    yield {}


def grow():
    """Needs more and more memory."""
    kept = []
    for number in range(1000):
        kept.append(bytearray(b"x" * 10_000_000))
        yield {"blocks": number}
        sleep(0.01)


def fail():
    """Has a fault."""
    yield {"process": os.getpid()}
    raise ZeroDivisionError("no number")


def flood():
    """Rows without end."""
    while True:
        yield {"row": 10_000 * "x"}


def talk():
    """Prints to what a worker must not print to, and tells how far it is."""
    sys.stdout.write("to standard output\n")
    os.write(1, b"to descriptor 1\n")
    yield Progress(1, 2, "half")
    yield {
        "process": os.getpid(),
        "streams": [str(Path(f"/proc/self/fd/{one}").readlink()) for one in range(3)],
    }


def measure(upload: bytes, name: str):
    """How long the list is, what it is called, and its last bytes."""
    yield {"bytes": len(upload), "name": name, "end": upload[-10:].decode()}


COMMANDS = {
    **OF_THE_PAGE,
    **{
        one.__name__.replace("_", "-"): PageCommand(f"{HERE}:{one.__name__}", "long", 1000)
        for one in (
            *(hang, hang_silently, die, leave),
            *(grow, fail, flood, talk),
        )
    },
    "measure": PageCommand(f"{HERE}:measure", "long", 1000, takes_list=True),
    "hang-quickly": PageCommand(f"{HERE}:hang", "quick", 1000),
    "hang-briefly": PageCommand(f"{HERE}:hang", "long", 0.2),
    "flood-briefly": PageCommand(f"{HERE}:flood", "long", 0.2),
}

if __name__ == "__main__":
    from sudocube.serving.page_server import PageServer

    def tell():
        sys.stdout.write(f"{server.address}\n")
        sys.stdout.flush()

    server = PageServer(0, commands=COMMANDS, memory=int(sys.argv[1]))
    server.run(tell)
