"""Imported by the process of which workers of the page are copies: loads what their jobs need."""

import gc
from contextlib import suppress
from importlib import import_module

from sudocube.errors import SudocubeError
from sudocube.serving.page_commands import COMMANDS
from sudocube.verdicts.checking import check

for module in ("sudocube.sat.incremental", "ortools.sat.python.cp_model"):
    with suppress(ImportError):  # a package is missing: the job that needs it says so
        import_module(module)
for command in COMMANDS.values():
    import_module(command.module)
for puzzle, engine in (("1... ..2. .3.. ...4", None), (81 * ".", None), (81 * ".", "sat")):
    with suppress(SudocubeError):  # makes the engines, and their tables
        check(puzzle, engine=engine)
gc.collect()
gc.freeze()  # copies share what is loaded, and their collector does not touch it
