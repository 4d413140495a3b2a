"""One command: a function of a `Run` and of its own options, and the run itself, up to its exit status.

The options of a command stand in its docstring.

    Options:
        --jobs, -j N: Threads that share the work. [default: all cores]

A parameter is called as one of its flags, perhaps with more behind it. The options that a command shares with
others are fields of its Run, and stand in that docstring, unless the command has other words for them; those
that make a plan are told by its fields. Before "Options:" stand "Example: ..." and "Exit status: ...", which
end the help.
"""

from __future__ import annotations

import inspect
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import MISSING, dataclass, fields
from functools import partial, wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.models import ArgumentInfo

from sudocube.cli.options import (
    DONE,
    FAILED,
    PIPE_CLOSED,
    PROBLEM,
    STANDARD_INPUT,
    STANDARD_OUTPUT,
    UNDECIDED,
    USAGE_ERROR,
    Inputs,
    Memory,
    OneName,
    Page,
    Positive,
    Seconds,
    names_checked,
)
from sudocube.cli.output import Output, OutputError, Progress, WholeFile, has_colours, text_lines
from sudocube.errors import EncodingError, EngineError, SudocubeError, UndecidedError, UnknownNameError
from sudocube.geometry import Geometry
from sudocube.interrupt import ignore_interrupts, interrupted_status
from sudocube.rows import FORMATS

if TYPE_CHECKING:
    from sudocube.plan_fields import Field
    from sudocube.report.document import Document, Phrase
    from sudocube.report.row import Row
    from sudocube.rows import Entry

DEFAULT_SIZE = 9

MEMORY_VARIABLE = "SUDOCUBE_SOLVER_MEMORY"
"""As in `sudocube.processes`, which is not imported for every command."""

JSON, CSV, TEXT = "json", "csv", "text"

RECORD_FORMATS = (TEXT, CSV, JSON)
"""The formats of results that are no puzzles."""

PUZZLE_FORMATS = (*FORMATS, JSON)
"""The formats of puzzles and solutions."""


@dataclass(eq=False, kw_only=True)
class Run:
    """One command at work; used as a context that turns whatever ends the command into an exit status.

    Its fields are what the options say that several commands take; a command has those that it names.
    The answer goes to standard output, or to the file that --output names, by `output`. What was written
    until an error or Ctrl-C is kept in another file. All else goes to standard error: remarks by `info`,
    unless --quiet was given, errors by `error`, and what else --quiet does not hush by `report`.

    Options:
        --output, -o FILE: Write a file, completely or not at all; after Ctrl-C, FILE.part has what was
            finished. [default: standard output]
        --jobs, -j N: How many cores share the work. [default: all, after the first second]
        --timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided.
            [default: none; 10 for programs and functions]
        --solver-memory SIZE: Memory of each program or function of others, such as 500MB; past it, it is
            stopped. [default: 2GB, or the environment variable SUDOCUBE_SOLVER_MEMORY]
        --engine, -e NAME: Which engine; `sudocube engines` lists them. Your own: command:CMD,
            python:FILE.py:NAME. [default: kernel for 9×9 where it is compiled, else sat]
        --encoding, -e NAME: An encoding of the catalogue, or the path of a file; `sudocube encodings list`
            lists them. [default: extended]
        --format, -f NAME: Write text, csv (a row for each puzzle, with all columns read) or json.
            [default: text]
        --html FILE: Also write the results as a page to send, an .html file, for which nobody needs
            sudocube. After Ctrl-C, NAME.part.html has what was finished.
        --size N: The size of the puzzles. [default: as read, or 9]
        --box RxC: Rows x columns of a box, such as 3x2. [default: as drawn, else at least as wide as tall]
        --puzzle COLUMN: The column of a table that holds the puzzles: name or number.
            [default: by its name, or by what it holds]
        --answer, --answers COLUMN: The column that holds the stored solutions.
            [default: by its name, or by what it holds]
        --no-answers: Do not compare solutions that are stored beside the puzzles.
        --columns: Say of each input how it is read: its kind, its columns and their roles, why.
        --json: Print JSON, one object per line.
        --quiet, -q: Nothing on standard error but errors.
    """

    context: typer.Context
    inputs: Inputs
    output_file: str = STANDARD_OUTPUT
    jobs: Positive = None
    timeout: Seconds = None
    solver_memory: Memory = None
    engine: OneName = None
    encoding: OneName = None
    format: str | None = None
    html: Page = None
    size: int | None = None
    box_name: str | None = None
    puzzle_column: str | None = None
    answer_column: str | None = None
    no_answers: bool = False
    columns_told: bool = False
    json: bool = False
    quiet: bool = False

    def __post_init__(self) -> None:
        self.progress = Progress(is_wanted=not self.quiet)
        self.output = Output(self.progress)
        self.file: WholeFile | None = None
        """The file that --output names."""
        self.box: Geometry | None = None
        self.are_boxes_told = False
        """Whether it was said that a shape of boxes is assumed."""
        self.errors: list[str] = []
        """The errors told so far."""
        self._statuses = {DONE}

    def note(self, status: int) -> None:
        """Note a status that applies; in the end, the first of 2, 1, 3, 0 counts."""
        self._statuses.add(status)

    def __enter__(self) -> Run:
        self.progress.start()
        if self.solver_memory is not None:
            os.environ[MEMORY_VARIABLE] = self.solver_memory
        return self

    def begin(self) -> None:
        """Look at the size and the boxes that are asked for, and open the file for the answer."""
        self.box = None if self.box_name is None else Geometry.of_box(self.box_name)
        if self.size is not None and Geometry.of_size(self.size).size != (self.box or self.geometry).size:
            raise typer.BadParameter(f"--size {self.size} and --box {self.box_name} do not fit together.")
        if self.output_file != STANDARD_OUTPUT:
            self.file = self.output.file = WholeFile(self.output_file)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, KeyboardInterrupt):
            ignore_interrupts()
        self.progress.stop()
        kept = None
        try:
            if self.file is not None:
                kept = self.file.end(is_whole=error is None)
        except (OutputError, BrokenPipeError) as failure:
            error = failure
        status = next(one for one in (USAGE_ERROR, PROBLEM, UNDECIDED, DONE) if one in self._statuses)
        match error:
            case KeyboardInterrupt():
                self.info("interrupted")
                status = interrupted_status()
            case BrokenPipeError():
                status = PIPE_CLOSED
            case UndecidedError():
                self.report(f"undecided: {error}")
                status = UNDECIDED
            case SudocubeError():
                for line in error.lines if isinstance(error, EncodingError) else [str(error)]:
                    self.error(line)
                status = FAILED if isinstance(error, OutputError | EngineError) else USAGE_ERROR
            case BaseException():
                return
        if kept is not None:
            self.info(f"what was written by then is in {kept}")
        raise typer.Exit(status)

    def answer(self, rows: Iterable[Row | dict[str, Any]], documents: Iterable[Document]) -> None:
        """Write the answer, each part as soon as it is made: as rows of JSON if they are asked for."""
        for row in rows if self.json else ():
            self.output.put_rows([row])
        for document in () if self.json else documents:
            self.output.put(document)

    def info(self, *lines: str | Phrase) -> None:
        """Write a remark to standard error, of one or more text lines; a line feed in one is escaped."""
        if not self.quiet:
            self.report(*lines)

    def error(self, line: str) -> None:
        """Write an error to standard error, with "error:" before it, on one text line."""
        self.errors.append(line)
        self.report(f"error: {line}")

    @contextmanager
    def errors_reported(self) -> Iterator[None]:
        """Report errors of the package, which then count as usage errors."""
        try:
            yield
        except SudocubeError as error:
            self.note(USAGE_ERROR)
            self.error(str(error))

    def report_invalid(self, entry: Entry) -> None:
        """Write to standard error that an entry is no puzzle: "FILE:LINE: invalid: ..."."""
        from sudocube.report.words import invalid_in_words

        assert entry.error is not None  # else it is a puzzle
        self.report(invalid_in_words(entry.error, entry.title))

    def report(self, *lines: str | Phrase) -> None:
        """Write lines about an input to standard error, even with --quiet; a line feed in one is escaped."""
        if not lines:
            return
        with self.progress.out_of_the_way(), suppress(OSError):  # a full disk: there is nobody else to tell
            sys.stderr.write(text_lines(lines, in_colour=has_colours(sys.stderr)))
            sys.stderr.flush()

    @property
    def geometry(self) -> Geometry:
        """For commands without a puzzle: the geometry that the options ask for, by default 9×9."""
        return self.box or Geometry.of_size(self.size or DEFAULT_SIZE)

    @property
    def typed(self) -> list[str]:
        """The words of the command line, from the command's name on; what is added is on pages, too."""
        words: list[str] = self.context.find_root().obj
        return words

    def command_line(self, command: str) -> str:
        """Another command for the same inputs and boxes, to be pasted into a shell.

        What was read from standard input has to be given again.
        """
        words = [command]
        if self.box is not None:
            words += ["--box", self.box.box_name]
        elif self.size is not None:
            words += ["--size", str(self.size)]
        if any(name.startswith("-") and name != STANDARD_INPUT for name in self.inputs):
            words.append("--")
        again = " (with the same standard input)" if STANDARD_INPUT in self.inputs else ""
        return as_typed([*words, *self.inputs]) + again

    def chosen_format(self, known: Collection[str] = RECORD_FORMATS) -> str | None:
        """The format that --format names, or --json; None where neither says it.

        Raises UnknownNameError for a format that is not known, and typer.BadParameter for both options with
        different formats.
        """
        if self.format is not None and self.format not in known:
            raise UnknownNameError("format", self.format, known)
        if self.json and self.format not in (None, JSON):
            raise typer.BadParameter(f"it is --json or --format {self.format}, not both.")
        return JSON if self.json else self.format


READING = ("inputs", "size", "box_name", "puzzle_column", "columns_told")
ENGINE = ("engine", "timeout", "solver_memory")
ANSWERS = ("answer_column", "no_answers")
"""What commands share that read INPUTs, ask an engine, or look at stored answers."""

_ENTRY = re.compile(r"(-[-\w]+(?:, -[-\w]+)*)(?: ([^\s:]+))?: (.*?)(?: \[default: (.*)\])?")


def as_typed(words: Sequence[str]) -> str:
    """A command of this program, to be pasted into a shell."""
    joined = subprocess.list2cmdline if os.name == "nt" else shlex.join
    return joined(["sudocube", *words])


Command = Callable[[], Callable[..., None]]
"""What makes a command, once it is asked for: all of a module would take a while."""


def command(*shared: str, plan: type | None = None) -> Callable[[Callable[..., None]], Command]:
    """Make a command of a function: it gets a Run with these fields, its own options, and those of a plan."""
    return lambda work: partial(_made, work, [*shared, "quiet"], plan)


def _made(work: Callable[..., None], names: Sequence[str], plan: type | None) -> Callable[..., None]:
    """See `command`."""
    about, _, listed = (inspect.getdoc(work) or "").partition("\n\nOptions:\n")
    about, _, end = about.partition("\n\nExample: ")
    entries = _entries(listed) + _entries((inspect.getdoc(Run) or "").partition("Options:\n")[2])
    of_run = inspect.signature(Run, eval_str=True).parameters
    _, *own = inspect.signature(work, eval_str=True).parameters.values()
    own = [of_run["context"], *(one for one in own if one.kind is not one.VAR_KEYWORD)]
    parameters = [] if plan is None else _options_of(plan)
    parameters += [_with_option(one, entries) for one in (*own, *(of_run[name] for name in names))]

    @wraps(work)
    def run_it(context: typer.Context, **given: Any) -> None:  # noqa: ANN401 — whatever the options are
        asked = {name: given.pop(name) for name in names}
        with Run(context=context, inputs=asked.pop("inputs", []), **asked) as run:
            run.begin()
            work(run, **given)

    run_it.__doc__ = about
    run_it.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [one.replace(kind=one.KEYWORD_ONLY) for one in parameters]
    )
    run_it.__annotations__ = {one.name: one.annotation for one in parameters}
    vars(run_it)["epilog"] = _epilog(end)
    return run_it


def _entries(listed: str) -> list[Any]:
    """The flags, the name of the value, the meaning and the default of each option of a docstring."""
    texts = re.split(r"^ +(?=-)", listed, flags=re.MULTILINE)
    return [found.groups() for text in texts if (found := _ENTRY.fullmatch(" ".join(text.split())))]


def _epilog(said: str) -> str:
    """The end of the help: an example, and what the exit statuses mean, those of all commands included."""
    example, _, statuses = said.partition("\n\nExit status: ")
    codes = dict(one.split(" ", 1) for one in " ".join(statuses.split()).rstrip(".").split("; ") if one)
    if codes:
        codes = {"2": "some input not understood", "130": "interrupted"} | codes
        told = "; ".join(f"{code} {codes[code]}" for code in sorted(codes, key=int))
        example += f"\n\nExit status: {told}."
    return f"Example: {example}"


def _with_option(parameter: inspect.Parameter, entries: list[Any]) -> inspect.Parameter:
    """A parameter with the option of the first entry whose flag it is called as; else as it is."""
    kind, name = parameter.annotation, f"{parameter.name.replace('_', '-')}-"
    made = copy(next(iter(getattr(kind, "__metadata__", ())), typer.Option()))
    for flags, metavar, help, default in entries if not isinstance(made, ArgumentInfo) else ():
        if any(name.startswith(f"{flag.lstrip('-')}-") for flag in flags.split(", ")):
            made.param_decls, made.metavar, made.help = flags.split(", "), metavar, help
            made.show_default = default or True
            return parameter.replace(annotation=Annotated[getattr(kind, "__origin__", kind), made])
    return parameter


def _options_of(plan: type) -> list[inspect.Parameter]:
    """An option for each field of a plan. What is not asked for is None, or the plan's own default."""
    from sudocube.plan_fields import fields_of

    defaults = {one.name: one.default for one in fields(plan)}
    return [_option(name, one, defaults[name]) for name, one in fields_of(plan).items()]


def _option(name: str, field: Field, default: Any) -> inspect.Parameter:  # noqa: ANN401 — whatever a plan holds
    """The option of a field; the plan checks its value."""
    from sudocube.plan_fields import Number, Texts, Words

    usual = None if default in (MISSING, ()) else default
    kind = int if isinstance(field, Number) else list[str] if isinstance(field, Texts | Words) else str
    option = typer.Option(
        *field.flags or (f"--{name.replace('_', '-')}",),
        help=field.meaning,
        metavar=field.form,
        rich_help_panel=field.group,
        show_default=field.usual or usual is not None,
        callback=names_checked if isinstance(field, Words) else None,
    )
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=usual, annotation=Annotated[kind | None, option]
    )
