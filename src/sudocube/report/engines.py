"""The list of engines, in words and as JSON rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from sudocube.engines import DEFAULT_ENGINES, Engine, default_engines
from sudocube.engines.registry import EngineFamily
from sudocube.report.rows import Row


def engine_row(family: EngineFamily) -> Row:
    """The row of a family in `engines --json`; what it can do is null where it is not installed."""
    made = family.create("") if family.is_installed else None
    traits = made.traits if made is not None else None
    row = {
        "name": family.name,
        "default": made.name if made is not None else None,
        "summary": family.summary,
        "installed": family.is_installed,
        "install": None if family.is_installed else family.install,
        "variants": {kind: list(known) for kind, known in family.variants().items()},
        "complete": traits and traits.complete,
        "enumerates": traits and traits.enumerates,
        "supports_timeout": traits and traits.supports_timeout,
        "proves": traits and traits.proves,
        "sizes": traits and list(traits.sizes),
    }
    if made is not None and (level := _level(made)) is not None:
        row["level"] = level
    return row


def _level(engine: Engine) -> str | None:
    """Which implementation an engine uses, where it has several to choose from."""
    level = getattr(engine, "level", None)
    return level if isinstance(level, str) else None


def engines_in_words(families: Iterable[EngineFamily]) -> Iterator[RenderableType]:
    """A block for each family: what it is, and what may follow its name; then the defaults."""
    for family in families:
        yield Text.assemble((family.name, "bold cyan"), (family.syntax, "cyan"))
        yield Text(f"  {family.summary}")
        facts = Table.grid(padding=(0, 2, 0, 0))
        facts.add_column(style="dim", no_wrap=True)
        facts.add_column()
        for heading, fact in _facts(family):
            facts.add_row(f"  {heading}", Text(fact))
        yield facts
        yield ""
    yield Text("Where none is named:")
    serving = default_engines()
    for_nine = "kernel for 9×9, sat for all else" if len(serving) > 1 else "sat (the kernel is not compiled)"
    yield Text(f"  {for_nine}")
    yield Text(f"  crosscheck: {', '.join(DEFAULT_ENGINES)}, of these the ones that take the puzzle")


def _facts(family: EngineFamily) -> Iterator[tuple[str, str]]:
    if not family.is_installed:
        yield "not installed", family.install
        return
    made = family.create("")
    sizes = made.traits.sizes
    decides = "every puzzle" if made.traits.complete else "what it can without guessing"
    range_of_sizes = f"sizes {sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"size {sizes[0]}"
    yield "decides", f"{decides}, {range_of_sizes}"
    if family.syntax:
        yield "by itself", made.name
    if (level := _level(made)) is not None:
        yield "in use", level + (", plain Python: the kernel is not compiled" if level == "twin" else "")
    for kind, known in family.variants().items():
        yield kind, ", ".join(known)
