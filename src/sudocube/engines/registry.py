"""Names of engines -> engines, each imported only when it is needed.

A name is a family, and perhaps a variant after a colon: `phases`, `sat:extended@cadical153`. To add an
engine, write a file with a function `create(variant)`, and add an entry to `FAMILIES`. Where there are
variants to choose from, a function `variants()` in the same file lists them. Other packages add engines by an
entry point of the group `sudocube.engines` that names such a `create`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from threading import local
from typing import Any

from sudocube.engines.engine_names import engines_meant
from sudocube.engines.function_engine import EngineFunction, FunctionEngine, as_engine
from sudocube.engines.protocol import Engine
from sudocube.errors import UnavailableError, UnknownNameError
from sudocube.file_names import ENCODING_ENDINGS
from sudocube.kernel import is_compiled
from sudocube.puzzle import Puzzle

ENTRY_POINTS = "sudocube.engines"

DEFAULT_ENGINES = ("phases", "sat", "cpsat", "kernel")
"""What `crosscheck` uses where no engines are named: engines that share as little code as possible. For each
puzzle, those that do not support it are left out."""


def default_engines() -> tuple[str, ...]:
    """The engines to use where none is named: the first of these that supports the puzzle.

    The kernel, where it is compiled, and `sat` for everything else. Raises UnknownNameError or
    UnsupportedError where the environment variable SUDOCUBE_KERNEL names a level that does not exist or does
    not run here.
    """
    return ("kernel", "sat") if is_compiled() else ("sat",)


@dataclass(frozen=True, slots=True)
class EngineFamily:
    """A family of engines: `target` is "module:function", `needs` a package and `install` how to get it.

    The function may be a class. `syntax` shows how a variant is written after the name; empty where there are
    no variants; `other_syntax` is a second way, if there is one. `variant_lister` is the function that lists
    the variants: "module:function", or one of the same module, which need not have it. `is_outside` says that
    each variant names something of others, a program or a function: there is no engine without one.
    """

    name: str
    target: str
    summary: str
    syntax: str = ""
    needs: str = ""
    install: str = ""
    variant_lister: str = "variants"
    is_outside: bool = False
    other_syntax: str = ""

    @property
    def is_installed(self) -> bool:
        """Whether the package that it needs is installed."""
        return not self.needs or find_spec(self.needs) is not None

    def create(self, variant: str) -> Engine:
        """An engine of this family.

        Raises UnavailableError where its package is not installed, and what its `create` raises for a variant
        that it does not have.
        """
        if not self.is_installed:
            raise UnavailableError(f"{self.needs}, which {self.name} needs,", self.install)
        module, _, function = self.target.partition(":")
        make: Callable[[str], Engine] = getattr(import_module(module), function)
        return make(variant)

    def variants(self) -> Mapping[str, Sequence[str]]:
        """The variants to choose from, by kind ("encodings", "solvers", …); empty where none are listed.

        Each of the kind "methods" is a whole variant; `odometer@ROWS` stands for one with a number of rows.
        Those of the kind "forms" stand for names of programs and functions.
        """
        if not self.is_installed:
            return {}
        module, _, function = self.variant_lister.rpartition(":")
        target = import_module(module or self.target.partition(":")[0])
        listed: Callable[[], Mapping[str, Sequence[str]]] = getattr(target, function, dict)
        return listed()

    def whole_names(self) -> dict[str, str]:
        """For each variant that is listed, the name of the engine that has it: "dual" -> "sat:dual"."""
        separators = {"solvers": ":@"}
        return {
            variant: self.name + separators.get(kind, ":") + variant
            for kind, variants in self.variants().items()
            for variant in variants
            if "ROWS" not in variant and kind != "forms"
        }


_VARIANTS = "sudocube.engines.engine_variants"
"""Lists the variants of the built-in families without loading an engine."""

_NEEDS_PYSAT: dict[str, Any] = {"needs": "pysat", "install": 'pip install "python-sat>=1.9.dev17"'}

FAMILIES = (
    EngineFamily("phases", "sudocube.engines.native_engines:phases", "forced moves, guesses, tracing back"),
    EngineFamily("sets", "sudocube.engines.native_engines:sets", "27 sets of squares, three logical tricks"),
    EngineFamily(
        "possibles",
        "sudocube.engines.native_engines:possibles",
        "solos, must-be's, groups; then trial and error if asked for",
        syntax="[:magic|:odometer[@ROWS]]",
        variant_lister=f"{_VARIANTS}:possibles_variants",
    ),
    EngineFamily(
        "cube",
        "sudocube.engines.native_engines:cube",
        "the Boolean cube: propagation, then a tree of assumptions",
        syntax="[:propagate|:boxes|:propagate-boxes]",
        variant_lister=f"{_VARIANTS}:cube_variants",
    ),
    EngineFamily(
        "techniques",
        "sudocube.engines.native_engines:techniques",
        "techniques with names: sets in covers, chains",
        syntax="[:nets]",
        variant_lister=f"{_VARIANTS}:techniques_variants",
    ),
    EngineFamily(
        "kernel",
        "sudocube.engines.kernel_engine:KernelEngine",
        "bulk solver of 9×9 puzzles, many side by side",
        syntax="[:LEVEL]",
        variant_lister=f"{_VARIANTS}:kernel_variants",
    ),
    EngineFamily(
        "sat",
        "sudocube.engines.sat_engine:create",
        "a CNF encoding, asked of a SAT solver",
        syntax="[:ENCODING[@SOLVER|@command:CMD]]",
        variant_lister=f"{_VARIANTS}:sat_variants",
        **_NEEDS_PYSAT,
    ),
    EngineFamily(
        "proof",
        "sudocube.engines.proof_engine:create",
        "SAT, with a checked refutation for unique and none",
        **_NEEDS_PYSAT,
    ),
    EngineFamily(
        "cpsat",
        "sudocube.engines.cpsat_engine:create",
        "a CP-SAT encoding, asked of OR-tools",
        syntax="[:ENCODING]",
        variant_lister=f"{_VARIANTS}:cpsat_variants",
        needs="ortools",
        install="pip install ortools",
    ),
    EngineFamily(
        "stored",
        "sudocube.engines.stored_answers:StoredEngine",
        "the solutions that a table stores beside its puzzles, for crosscheck",
    ),
    EngineFamily(
        "command",
        "sudocube.engines.command_engine:CommandEngine",
        "any program that reads puzzles and prints answers",
        syntax=":CMD",
        variant_lister=f"{_VARIANTS}:command_variants",
        is_outside=True,
    ),
    EngineFamily(
        "python",
        "sudocube.engines.python_engine:create",
        "a function of yours, in a process of its own",
        syntax=":MODULE:NAME",
        other_syntax=":FILE.py:NAME",
        variant_lister=f"{_VARIANTS}:python_variants",
        is_outside=True,
    ),
)


@cache
def families() -> dict[str, EngineFamily]:
    """All families by name: the built-in ones first, then those of other packages."""
    known = {family.name: family for family in FAMILIES}
    for point in entry_points(group=ENTRY_POINTS):
        summary = f"from {point.dist.name}" if point.dist else "from outside"
        known.setdefault(point.name, EngineFamily(point.name, point.value, summary, syntax="[:VARIANT]"))
    return known


def engine(name: str) -> Engine:
    """A new engine by its name.

    Raises UnknownNameError, with the known names, for an unknown family, encoding, solver or level;
    UnavailableError where a package is not installed; EncodingError for a user's encoding file that cannot be
    read or has a mistake in it; and UnsupportedError for an encoding of another formalism, or for a kernel
    level that does not run here.

    >>> engine("phases").name
    'phases'
    """
    family_name, colon, variant = name.partition(":")
    built_in = {one.name: one for one in FAMILIES}  # finding those of other packages takes longer
    family = built_in.get(family_name) or families().get(family_name)
    if family is None or (colon and not family.syntax):
        known = [one.name + one.syntax for one in families().values()]
        known += [one.name + one.other_syntax for one in families().values() if one.other_syntax]
        raise UnknownNameError("engine", name, known, near=engines_meant(name, families()))
    return family.create(variant)


def is_outside(name: str) -> bool:
    """Whether a name stands for a program or a function of others, alone or as a solver of `sat`.

    >>> is_outside("command:./solver"), is_outside("sat:@command:minisat"), is_outside("sat:@minisat22")
    (True, True, False)
    """
    family_name, _, variant = name.partition(":")
    return family_name in ("command", "python") or "@command:" in variant


def is_of_package(engine: Engine) -> bool:
    """Whether an engine is one of this package, and asks nothing of others.

    >>> is_of_package(engine("phases")), is_of_package(as_engine(len, engine))
    (True, False)
    """
    is_here = type(engine).__module__.startswith("sudocube.")
    return is_here and not (is_outside(engine.name) or isinstance(engine, FunctionEngine))


AnyEngine = str | Engine | EngineFunction
"""How callers give an engine: by its name, as an object, or as a function."""


_kept = local()


def kept_engine(name: str) -> Engine:
    """The engine of that name that is kept in this thread, made at the first call.

    For callers who solve one puzzle after the other: what an engine has built for a geometry is used again.
    An engine that reads a user's file, or runs a program or a function of others, is made anew each time:
    they may have changed, and none is to go on without need.

    Raises UnknownNameError, UnavailableError, EncodingError or UnsupportedError, for the same reasons as
    `engine`.
    """
    if any(ending in name for ending in ENCODING_ENDINGS) or is_outside(name):
        return engine(name)
    engines: dict[str, Engine] = _kept.__dict__
    if name not in engines:
        engines[name] = engine(name)
    return engines[name]


def engine_for(puzzle: Puzzle, wanted: AnyEngine | None = None) -> Engine:
    """The kept engine of a name (see `kept_engine`), an engine itself, or that of a function.

    Without any, a default engine for this puzzle. Raises UnknownNameError, UnavailableError, EncodingError or
    UnsupportedError, for the same reasons as `engine`, and TypeError for what is no engine, with what is
    missing.
    """
    if wanted is not None:
        return as_engine(wanted, kept_engine)
    engines = map(kept_engine, default_engines())
    return next(one for one in engines if one.traits.supports(puzzle))
