"""The list of engines, and engines measured side by side: text for people, JSON rows for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET

from sudocube.engines import DEFAULT_ENGINES, OUTSIDER_TIMEOUT, Engine, default_engines, is_outside
from sudocube.engines.registry import EngineFamily
from sudocube.engines.stored_answers import STORED
from sudocube.processes.container import MEMORY_AT_MOST
from sudocube.report.document import Block, Document, Sentence, Table, Tone, Toned
from sudocube.report.row import Optional, Row, filled, says
from sudocube.report.words import counted
from sudocube.solvers.methods import ROWS

if TYPE_CHECKING:
    from sudocube.bench import BenchResult


class FamilyRow(Row, kw_only=True):
    """A family of engines."""

    name: Annotated[str, says("The name of the family.", "sat", min_length=1)]
    default: Annotated[
        str | None,
        says(
            "The engine that the name alone stands for; null if it is not installed, or the name says whose"
            " it is.",
            *("sat:extended@cadical153", None),
        ),
    ]
    summary: Annotated[str, says("What it is.", "a SAT encoding, asked of a SAT solver", min_length=1)]
    installed: Annotated[bool, says("Whether it can be used.", True)]
    install: Annotated[str | None, says("How to install it; null if it is installed.", "pip install x", None)]
    variants: Annotated[
        dict[str, list[str]],
        says("What can follow the name, by kind.", {"methods": ["magic", "odometer"]}),
    ]
    complete: Annotated[
        bool | None,
        says(
            "Whether it decides every puzzle; null if it is not installed, or not known, as in the next"
            " four.",
            *(True, None),
        ),
    ]
    enumerates: Annotated[bool | None, says("Whether it can list all solutions.", True, None)]
    supports_timeout: Annotated[bool | None, says("Whether it stops in time by itself.", True, None)]
    proves: Annotated[bool | None, says("Whether its verdicts come with checked proofs.", True, None)]
    sizes: Annotated[list[int] | None, says("The sizes that it takes.", [9], None)]
    outside: Optional[
        Annotated[bool, says("The name says which program or function of others it is.", True)]
    ] = UNSET
    level: Optional[
        Annotated[
            str,
            says("The implementation of the kernel that is in use; `twin` is plain Python.", "avx2"),
        ]
    ] = UNSET
    complete_methods: Optional[
        Annotated[
            dict[str, bool],
            says("For each method whether it decides every puzzle.", {"magic": True}),
        ]
    ] = UNSET


class MeasuredRow(Row, kw_only=True):
    """An engine on a list."""

    list: Annotated[str, says("The file, or `sample`.", "puzzles.txt", min_length=1)]
    engine: Annotated[str, says("The engine, by its full name.", "kernel:avx2", min_length=1)]
    puzzles: Annotated[int, says("How many puzzles were measured.", 300, ge=1)]
    per_second: Annotated[float, says("Puzzles per second, in the median round.", 123456.7, ge=0)]
    ratio: Annotated[float, says("How many times as fast as the reference.", 12.5, ge=0)]
    reference: Annotated[
        str, says("The engine that all are compared with: the last one.", "sat:extended@cadical153")
    ]
    undecided: Annotated[int, says("How many puzzles it did not decide.", 0, ge=0)]
    disagreements: Annotated[int, says("On how many puzzles it disagrees with another engine.", 0, ge=0)]
    seconds: Annotated[tuple[float, ...], says("The time for the whole list, in each round.", [0.012, 0.011])]


def engine_row(family: EngineFamily) -> FamilyRow:
    """The row of a family in `engines --json`; if it is not installed, what it can do is null.

    `complete` is that of the engine without a variant, `complete_methods` that of each method. What programs
    and functions of others can do is not known, so it is null as well.
    """
    made = family.create("") if family.is_installed and not family.is_outside else None
    return filled(
        FamilyRow,
        made and made.traits,
        name=family.name,
        default=made and made.name,
        summary=family.summary,
        installed=family.is_installed,
        install=None if family.is_installed else family.install,
        variants={kind: list(known) for kind, known in family.variants().items()},
        enumerates=True if made else None,  # all do; the field stays for those who read it
        outside=family.is_outside or None,
        level=(made and _level(made)) or None,
        complete_methods=_completeness(family) or None,
    )


def _completeness(family: EngineFamily) -> dict[str, bool]:
    """For each method that a family lists as a variant, whether it decides every puzzle."""
    methods = family.variants().get("methods", ())
    # A method with ROWS in its name is asked with one row: the answer is the same for any number.
    return {name: family.create(name.replace("ROWS", "1")).traits.complete for name in methods}


def _level(engine: Engine) -> str | None:
    """Which implementation an engine uses, if it can choose from several."""
    return getattr(engine, "level", None)


def engines_document(families: Iterable[EngineFamily]) -> Document:
    """A block for each family: what it is, and its variants; then the default engines."""
    blocks: list[Block] = []
    for family in families:
        blocks.append(Sentence((Toned(family.name, Tone.STRONG), family.syntax), wraps=False))
        blocks.append(Sentence((family.summary,), 2, 2))
        facts = list(_facts(family))
        first = max(len(heading) for heading, _ in facts)
        for heading, fact in facts:
            for number, line in enumerate(fact.splitlines()):
                name = "" if number else heading
                margin = 4 + first
                blocks.append(Sentence((Toned(f"  {name.ljust(first)}  ", Tone.QUIET), line), 0, margin))
        blocks.append(Sentence(("",)))
    has_kernel = len(default_engines()) > 1
    default = "kernel for 9×9, sat for all else" if has_kernel else "sat (the kernel is not compiled)"
    asked = f"crosscheck: {', '.join(DEFAULT_ENGINES)}, of these the ones that take the puzzle"
    return [*blocks, Sentence(("Where none is named:",)), Sentence((default,), 2), Sentence((asked,), 2)]


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


def bench_document(measured: BenchResult, title: str) -> Document:
    """A table with a row for each contender, the fastest first."""
    reference = measured.contenders[-1]
    others = [one.name for one in measured.contenders if one is not reference]
    headings = ("engine", "puzzles/s", f"× {_short_name(reference.name, others)}", "undecided")
    rows = []
    for one in sorted(measured.contenders, key=lambda one: -one.rate):
        ratio = one.ratio(reference)
        shown = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}" if ratio < 10 else f"{ratio:.1f}"
        rows.append((one.name, f"{one.rate:,.0f}", shown, f"{one.undecided:,}"))
    return [Table(headings, rows, f"{title}: {counted(len(measured.puzzles), 'puzzle')}")]


def bench_rows(measured: BenchResult, title: str) -> Iterator[MeasuredRow]:
    """A row for each contender; `seconds` has one number per round, the time for the whole list once."""
    reference = measured.contenders[-1]
    disagreements = Counter(name for _, counts in measured.disagreements() for name in counts)
    for one in measured.contenders:
        yield MeasuredRow(
            list=title,
            engine=one.name,
            puzzles=len(one.counts),
            per_second=round(one.rate, 1),
            ratio=round(one.ratio(reference), 4),
            reference=reference.name,
            undecided=one.undecided,
            disagreements=disagreements[one.name],
            seconds=tuple(round(seconds, 6) for seconds in one.seconds),
        )


def disagreements_in_words(measured: BenchResult) -> Sequence[str]:
    """A text line for each of the first puzzles on which engines disagree, and how many more there are."""
    found = list(measured.disagreements())
    lines = [
        f"{puzzle}: " + ", ".join(f"{name} counts {count}" for name, count in counts.items())
        for puzzle, counts in found[:_DISAGREEMENTS_AT_MOST]
    ]
    more = len(found) - len(lines)
    return [*lines, f"and {counted(more, 'more puzzle')}"] if more else lines
