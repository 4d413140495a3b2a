"""One protocol for everything that solves puzzles, and the names of the engines.

protocol            what an engine is and what it can do; engines made from a search for solutions
registry            names of engines -> engines, each imported only when it is needed
engine_variants     the variants of each family, listed without loading a solver
native_engines      the documented methods
sat_engine          a CNF encoding and a SAT solver
sat_command_engine  a CNF encoding and a SAT solver that is a program
sat_program         how that program is called, and what it says
cpsat_engine        a CP-SAT encoding and OR-tools
exactly_one_lines   lines of literals with one true literal each, and what follows from some literals
kernel_engine       the compiled solver of 9×9 puzzles, or its twin in Python
outside_answers     what functions return and programs print, read: grids, verdicts, numbers
words_beside_grids  whether a text says anything beside the grids in it
engine_names        what an unknown name of an engine was perhaps meant for
outsider            what programs and functions of others have in common: one puzzle at a time
function_engine     a function as an engine; engines from names, objects and functions
contained_function  a function called in another process, with limits on its time and memory
function_errors     what a function raised, in words, with the line of its own code
function_host       what runs in that process
python_engine       a function of a module or a file as an engine, by its name
command_engine      any program by its command, started once, or for each puzzle
stored_answers      solutions that a table stores beside its puzzles: what is to be said of one
proof_engine        SAT, and its trace turned into a refutation that the trusted checker accepted
"""

from sudocube.engines.outsiders import FunctionEngine, as_engine
from sudocube.engines.protocol import (
    OUTSIDER_TIMEOUT,
    Answer,
    Engine,
    Failed,
    Found,
    Refuted,
    SearchEngine,
    Traits,
    Undecided,
)
from sudocube.engines.registry import (
    DEFAULT_ENGINES,
    AnyEngine,
    default_engines,
    engine,
    engine_for,
    families,
    is_of_package,
    is_outside,
    kept_engine,
)

__all__ = [
    "DEFAULT_ENGINES",
    "OUTSIDER_TIMEOUT",
    "Answer",
    "AnyEngine",
    "Engine",
    "Failed",
    "Found",
    "FunctionEngine",
    "Refuted",
    "SearchEngine",
    "Traits",
    "Undecided",
    "as_engine",
    "default_engines",
    "engine",
    "engine_for",
    "families",
    "is_of_package",
    "is_outside",
    "kept_engine",
]
