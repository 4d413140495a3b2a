"""What the page can ask for: commands by name, with the queue in which each waits and its limit of time.

To add a command, write a module with a generator function whose parameters are the fields of its requests
(see `keywords`), and which yields rows in the form of `--json`, with `Progress` between them where it takes
long; and add a line to `COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import BinaryIO, Literal

from sudocube.serving.requests import Progress, Row, keywords

Queue = Literal["quick", "long"]
"""`quick` is for what follows each keystroke, `long` for everything else."""

QUEUES: tuple[Queue, ...] = ("quick", "long")


@dataclass(frozen=True, slots=True)
class PageCommand:
    """A command: where its rows are made ("module:function"), its queue, and the seconds that it may take.

    Only where `takes_list` is set can its field `upload` name a list that was sent before. The module is one
    of this package, or has its full name. It is imported in the worker, so that the server need not load it.
    """

    target: str
    queue: Queue
    seconds: float
    takes_list: bool = False

    def rows(self, fields: object, upload: BinaryIO | None = None) -> Iterator[Row | Progress]:
        """The rows for the fields of a request. Raises RefusedRequestError, and what the command raises."""
        function = getattr(import_module(self.module), self.target.partition(":")[2])
        rows: Iterator[Row | Progress] = function(**keywords(function, fields, upload))
        return rows

    @property
    def module(self) -> str:
        """The full name of the module."""
        name = self.target.partition(":")[0]
        return name if "." in name else f"sudocube.serving.{name}"


COMMANDS: dict[str, PageCommand] = {
    "check": PageCommand("puzzle_rows:check_rows", "quick", 20),
    "look": PageCommand("puzzle_rows:look_rows", "quick", 5),
    "read": PageCommand("puzzle_rows:read_rows", "quick", 10),
    "export": PageCommand("puzzle_rows:export_rows", "quick", 5),
    "examples": PageCommand("puzzle_rows:example_rows", "quick", 5),
    "methods": PageCommand("sudocube.report.page_rows:method_rows", "quick", 20),
    "steps": PageCommand("reason_rows:steps", "long", 60),
    "single": PageCommand("reason_rows:single", "long", 40),
    "proof": PageCommand("reason_rows:proof", "long", 120),
    "proof-check": PageCommand("reason_rows:proof_check", "long", 60),
    "engines": PageCommand("puzzle_rows:engine_rows", "long", 20),
    "crosscheck": PageCommand("puzzle_rows:crosscheck_rows", "long", 600),
    "solutions": PageCommand("puzzle_rows:solution_rows", "long", 130),
    "count": PageCommand("puzzle_rows:count_rows", "long", 130),
    "diagnose": PageCommand("puzzle_rows:diagnosis_rows", "long", 300),
    "data": PageCommand("lesson_rows:data_rows", "quick", 60),
    "slow-data": PageCommand("lesson_rows:data_rows", "long", 60),
    "prove-clauses": PageCommand("lesson_rows:proof_of_typed_rows", "quick", 20),
    "encodings": PageCommand("reason_rows:encodings_rows", "long", 10),
    "encoding": PageCommand("reason_rows:encoding_rows", "long", 20),
    "clauses": PageCommand("reason_rows:clauses_rows", "long", 30),
    "trace": PageCommand("reason_rows:trace_rows", "long", 60),
    "list": PageCommand("puzzle_rows:list_rows", "long", 900, takes_list=True),
    "form": PageCommand("made_rows:form_rows", "quick", 10),
    "make": PageCommand("made_rows:made_rows", "long", 140),
    "sheet": PageCommand("made_rows:sheet_rows", "long", 200),
    "rate": PageCommand("puzzle_rows:rating_rows", "long", 140),
}
"""All commands by name: each is a route `/api/NAME`."""
