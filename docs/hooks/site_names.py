"""The reference of the public names, in the order of `help(sudocube)`."""

import re

import sudocube

_SECTION = re.compile(r"^(\w[\w ]+)\n((?: {4}\w+ {2,}\S.*\n)+)", re.MULTILINE)


def name_reference() -> str:
    """For each section its names with a line on each, then what mkdocstrings makes of their docstrings."""
    parts = []
    for title, lines in _SECTION.findall(f"{sudocube.__doc__}\n"):
        names = [line.split(maxsplit=1) for line in lines.splitlines()]
        table = [f"| [`{name}`][sudocube.{name}] | {said} |" for name, said in names]
        parts += [f"## {title}", "\n".join(["| | |", "|---|---|", *table])]
        parts += [f"::: sudocube.{name}" for name, _ in names]
    return "\n\n".join(parts)
