"""sudocube says of a Sudoku whether it has no, one or several solutions, and why one may believe it.

>>> from sudocube import Puzzle, check, crosscheck, solve
>>> puzzle = Puzzle("1... ..2. .3.. ...4")
>>> check(puzzle).verdict, str(solve(puzzle))
(<Verdict.UNIQUE: 'unique'>, '1243342143122134')

The public names stand in `__init__.pyi`, and nowhere else: type checkers read them there, and so does
`__getattr__`. Each is imported when it is first used, so that `import sudocube` costs nothing, and
`sudocube.trusted` runs with nothing else of ours loaded.
"""

_HOMES: dict[str, str] = {}
"""The module of each public name; filled at the first use of one."""


def _homes() -> dict[str, str]:
    """The module of each public name, as the stub says."""
    if not _HOMES:
        import ast

        with open(f"{__file__}i", encoding="utf-8") as stub:  # noqa: PTH123 — pathlib is slow to import
            imports = [node for node in ast.parse(stub.read()).body if isinstance(node, ast.ImportFrom)]
        _HOMES.update((alias.name, node.module or "") for node in imports for alias in node.names)
    return _HOMES


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name == "__all__":
        return sorted(_homes())
    if name.startswith("__") or name not in _homes():
        raise AttributeError(f"module 'sudocube' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_homes()[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_homes())
