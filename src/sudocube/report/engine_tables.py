"""The list of engines, and engines measured side by side: text for people, JSON rows for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from sudocube.engines import DEFAULT_ENGINES, OUTSIDER_TIMEOUT, Engine, default_engines, is_outside
from sudocube.engines.registry import EngineFamily
from sudocube.engines.stored_answers import STORED
from sudocube.processes.container import MEMORY_AT_MOST
from sudocube.report.json_rows import Row
from sudocube.report.text_layout import name_table, wrapped
from sudocube.report.words import counted
from sudocube.solvers.methods import ROWS

if TYPE_CHECKING:
    from sudocube.bench import BenchResult


def engine_row(family: EngineFamily) -> Row:
    """The row of a family in `engines --json`; if it is not installed, what it can do is null.

    `complete` is that of the engine without a variant, `complete_methods` that of each method. What programs
    and functions of others can do is not known, so it is null as well.
    """
    made = family.create("") if family.is_installed and not family.is_outside else None
    traits = made and made.traits
    row: Row = {
        "name": family.name,
        "default": made and made.name,
        "summary": family.summary,
        "installed": family.is_installed,
        "install": None if family.is_installed else family.install,
        "variants": {kind: list(known) for kind, known in family.variants().items()},
        "complete": traits and traits.complete,
        "enumerates": True if traits else None,  # all do; the field stays for those who read it
        "supports_timeout": traits and traits.supports_timeout,
        "proves": traits and traits.proves,
        "sizes": traits and list(traits.sizes),
    }
    if family.is_outside:
        row["outside"] = True
    if made and (level := _level(made)):
        row["level"] = level
    if methods := _completeness(family):
        row["complete_methods"] = methods
    return row


def _completeness(family: EngineFamily) -> dict[str, bool]:
    """For each method that a family lists as a variant, whether it decides every puzzle."""
    methods = family.variants().get("methods", ())
    # A method with ROWS in its name is asked with one row: the answer is the same for any number.
    return {name: family.create(name.replace("ROWS", "1")).traits.complete for name in methods}


def _level(engine: Engine) -> str | None:
    """Which implementation an engine uses, if it can choose from several."""
    return getattr(engine, "level", None)


def engines_in_words(families: Iterable[EngineFamily], width: int) -> Iterator[Text]:
    """A block of text for each family: what it is, and its variants; then the default engines."""
    for family in families:
        yield Text.assemble((family.name, "bold cyan"), (family.syntax, "cyan"))
        yield from wrapped(Text(family.summary), width, "  ")
        facts = list(_facts(family))
        first = max(len(heading) for heading, _ in facts)
        for heading, fact in facts:
            margin = Text(f"  {heading.ljust(first)}  ", "dim")
            for line in fact.splitlines():
                yield from wrapped(Text(line), width, margin, " " * len(margin))
                margin = Text(" " * len(margin))
        yield Text()
    yield Text("Where none is named:")
    has_kernel = len(default_engines()) > 1
    yield Text("  kernel for 9×9, sat for all else" if has_kernel else "  sat (the kernel is not compiled)")
    crosscheck = f"crosscheck: {', '.join(DEFAULT_ENGINES)}, of these the ones that take the puzzle"
    yield from wrapped(Text(crosscheck), width, "  ", "    ")


def _facts(family: EngineFamily) -> Iterator[tuple[str, str]]:
    if not family.is_installed:
        yield "not installed", family.install
        return
    if family.is_outside:
        for kind, known in family.variants().items():
            yield kind, "\n".join(f"{family.name}:{one}" for one in known)
        limit = f"{OUTSIDER_TIMEOUT:g} s for a puzzle (--timeout)"
        yield "limits", f"{limit}, {MEMORY_AT_MOST} of memory (--solver-memory)"
        return
    made = family.create("")
    sizes = made.traits.sizes
    if family.name == STORED:
        yield "claims", f"a solution, and nothing of others; sizes {sizes[0]} to {sizes[-1]}"
        return
    decides = "every puzzle" if made.traits.complete else "what it can without guessing"
    range_of_sizes = f"sizes {sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"size {sizes[0]}"
    yield "decides", f"{decides}, {range_of_sizes}"
    if family.syntax:
        yield "by itself", made.name
    if level := _level(made):
        yield "in use", level + (", plain Python: the kernel is not compiled" if level == "twin" else "")
    complete = _completeness(family)
    for kind, known in family.variants().items():
        if kind == "methods":
            scope = {True: "every puzzle", False: "not every puzzle"}
            yield kind, "\n".join(f"{name}: {scope[complete[name]]}" for name in known)
            if any("ROWS" in name for name in known):
                yield "ROWS", ROWS
        else:
            yield kind, ", ".join(known)


_DISAGREEMENTS_AT_MOST = 5
"""How many puzzles on which engines disagree are named."""


_COMMAND_AT_MOST = 20
"""How many characters of a command stand in the heading of a column."""


def _short_name(name: str, others: Iterable[str]) -> str:
    """As much of an engine's name as tells it from others."""
    taken = {short for other in others for short in _short_names(other)}
    return next((short for short in _short_names(name) if short not in taken), name)


def _short_names(name: str) -> Sequence[str]:
    """What may stand for the name of an engine, the shortest first: of a command, its beginning or its end.

    >>> _short_names("sat:minimal@cadical153"), _short_names("command:./mine -v")
    (('sat', 'sat:minimal@cadical153'), ('./mine -v', 'command:./mine -v'))
    """
    family, _, variant = name.partition(":")
    if not is_outside(name):
        return family, name
    command = variant if family in ("command", "python") else variant.partition("@command:")[2]
    if len(command) <= _COMMAND_AT_MOST:
        return command, name
    return f"{command[: _COMMAND_AT_MOST - 1]}…", f"…{command[1 - _COMMAND_AT_MOST :]}", name


def bench_table(measured: BenchResult, title: str, width: int) -> Iterator[Text]:
    """A heading, and a table with a row for each contender, the fastest first."""
    reference = measured.contenders[-1]
    yield Text(f"{title}: {counted(len(measured.puzzles), 'puzzle')}", "bold")
    others = [one.name for one in measured.contenders if one is not reference]
    headings = ("puzzles/s", f"× {_short_name(reference.name, others)}", "undecided")
    rows = {}
    for one in sorted(measured.contenders, key=lambda one: -one.rate):
        ratio = one.ratio(reference)
        shown = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}" if ratio < 10 else f"{ratio:.1f}"
        rows[one.name] = (f"{one.rate:,.0f}", shown, f"{one.undecided:,}")
    yield from name_table("engine", headings, rows, width=width)


def bench_rows(measured: BenchResult, title: str) -> Iterator[Row]:
    """A row for each contender; `seconds` has one number per round, the time for the whole list once."""
    reference = measured.contenders[-1]
    disagreements = Counter(name for _, counts in measured.disagreements() for name in counts)
    for one in measured.contenders:
        yield {
            "list": title,
            "engine": one.name,
            "puzzles": len(one.counts),
            "per_second": round(one.rate, 1),
            "ratio": round(one.ratio(reference), 4),
            "reference": reference.name,
            "undecided": one.undecided,
            "disagreements": disagreements[one.name],
            "seconds": [round(seconds, 6) for seconds in one.seconds],
        }


def disagreements_in_words(measured: BenchResult) -> Sequence[str]:
    """A text line for each of the first puzzles on which engines disagree, and how many more there are."""
    found = list(measured.disagreements())
    lines = [
        f"{puzzle}: " + ", ".join(f"{name} counts {count}" for name, count in counts.items())
        for puzzle, counts in found[:_DISAGREEMENTS_AT_MOST]
    ]
    more = len(found) - len(lines)
    return [*lines, f"and {counted(more, 'more puzzle')}"] if more else lines
