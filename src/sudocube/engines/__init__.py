"""One protocol for everything that solves puzzles, and the names of the engines.

protocol            what an engine is and what it can do; engines made from a search for solutions
registry            names of engines -> engines, each imported only when it is needed
own_engines         the documented methods; the compiled solver of 9×9 puzzles, or its twin; `stored`
sat_engine          a CNF encoding and a SAT solver
sat_command         a CNF encoding and a SAT solver that is a program
cpsat_engine        a CP-SAT encoding and OR-tools
outside_answers     what functions return and programs print, read: grids, verdicts, numbers
outsiders           programs and functions of others, one puzzle at a time; what is taken as an engine
function_host       what runs in the process of a function
asking              engines asked about puzzle after puzzle, here or in workers, and their solutions refereed
proof_engine        SAT, and its trace turned into a refutation that the trusted checker accepted
"""

from sudocube.engines.protocol import Answer, Engine, Failed, Found, Refuted, Traits, Undecided
from sudocube.engines.registry import engine, engine_for, kept_engine

__all__ = [
    "Answer",
    "Engine",
    "Failed",
    "Found",
    "Refuted",
    "Traits",
    "Undecided",
    "engine",
    "engine_for",
    "kept_engine",
]
