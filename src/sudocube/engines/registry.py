"""Names of engines -> engines, each imported only when it is needed.

A name is a family, and perhaps a variant after a colon: `phases`, `sat:extended@cadical153`. To add an
engine, write a file with a function `create(variant)`, and add a line to `FAMILIES`; where there are variants
to choose from, `EngineFamily.variants` lists them. Other packages add engines by an entry point of the group
`sudocube.engines` that names such a `create`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import iscoroutinefunction
from threading import local
from typing import TYPE_CHECKING

from sudocube.engines.protocol import Engine, EngineFunction
from sudocube.errors import UnavailableError, UnknownNameError, nearest, quoted
from sudocube.file_names import ENCODING_ENDINGS
from sudocube.kernel import is_compiled, levels
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from sudocube.fields import Words

ENTRY_POINTS = "sudocube.engines"

DEFAULT_ENGINES = ("phases", "sat", "cpsat", "kernel")
"""What `crosscheck` uses where no engines are named: engines that share as little code as possible. For each
puzzle, those that do not support it are left out."""

INSTALL = {"pysat": 'pip install "python-sat>=1.9.dev17"', "ortools": "pip install ortools"}
"""How packages are installed that engines need."""

Variants = Mapping[str, Sequence[str]]
"""The variants to choose from, by kind: "encodings", "solvers", …

Each of the kind "methods" is a whole variant; `odometer@ROWS` stands for one with a number of rows. Those of
the kind "forms" stand for names of programs and functions.
"""


def default_engine(puzzle: Puzzle) -> str:
    """The engine for a puzzle where none is named: the kernel for 9×9, if it is compiled, else `sat`.

    Raises UnknownNameError or UnsupportedError where the environment variable SUDOCUBE_KERNEL names a level
    that does not exist or does not run here.
    """
    return "kernel" if is_compiled() and puzzle.geometry.size == 9 else "sat"


@dataclass(frozen=True)
class EngineFamily:
    """A family of engines.

    `target` is "module:function", where the function may be a class, and `needs` a package, a key of INSTALL.
    `syntax` shows how a variant is written after the name; empty where there are no variants.
    """

    in_row = (
        "name default=alone.name summary installed=is_installed install variants"
        " complete=alone.traits.complete enumerates=alone.traits.enumerates"
        " supports_timeout=alone.traits.supports_timeout proves=alone.traits.proves sizes=alone.traits.sizes"
        " outside=is_outside? level? complete_methods?"
    )

    name: Words
    """The name of the family. For example: "sat"."""
    target: str
    summary: Words
    """What it is. For example: "a SAT encoding, asked of a SAT solver"."""
    syntax: str = ""
    needs: str = ""

    @property
    def is_outside(self) -> bool | None:
        """Each variant names a program or a function of others: there is no engine without one.

        For example: true.
        """
        return self.name in ("command", "python") or None

    @property
    def is_installed(self) -> bool:
        """Whether it can be used. For example: true."""
        return not self.needs or find_spec(self.needs) is not None

    @property
    def install(self) -> str | None:
        """How to install it; null if it is installed. For example: "pip install x", null."""
        return None if self.is_installed else INSTALL[self.needs]

    @cached_property
    def alone(self) -> Engine | None:
        """The engine that the name alone stands for; None if it is not installed, or that of others."""
        return self.create("") if self.is_installed and not self.is_outside else None

    @property
    def level(self) -> str | None:
        """The implementation of the kernel that is in use; `twin` is plain Python. For example: "avx2"."""
        return getattr(self.alone, "level", None)

    @property
    def complete_methods(self) -> dict[str, bool] | None:
        """For each method whether it decides every puzzle. For example: {"magic": true}."""
        # A method with ROWS in its name is asked with one row: the answer is the same for any number.
        made = {name: self.create(name.replace("ROWS", "1")) for name in self.variants.get("methods", ())}
        return {name: one.traits.complete for name, one in made.items()} or None

    def create(self, variant: str) -> Engine:
        """An engine of this family.

        Raises UnavailableError where its package is not installed, and what its `create` raises for a variant
        that it does not have.
        """
        if self.install:
            raise UnavailableError(f"{self.needs}, which {self.name} needs,", self.install)
        module, _, function = self.target.partition(":")
        make: Callable[..., Engine] = getattr(import_module(module, __package__), function)
        return make(variant) if self.syntax else make()

    @property
    def variants(self) -> Variants:
        """What can follow the name, by kind, found without loading a solver; empty if it is not installed.

        For example: {"methods": ["magic", "odometer"]}.
        """
        if self.install:
            return {}
        from sudocube.encoder import Formalism, names
        from sudocube.sat.settings import SOLVERS
        from sudocube.solvers.methods import methods_of

        match self.name:
            case "kernel":
                return {"levels": list(levels())}
            case "sat":
                return {"encodings": list(names(Formalism.CNF)), "solvers": list(SOLVERS)}
            case "cpsat":
                return {"encodings": [name.removeprefix("cpsat/") for name in names(Formalism.CP_SAT)]}
            case "command":
                return {"forms": ["CMD", "CMD {}"]}
            case "python":
                return {"forms": ["MODULE:NAME", "FILE.py:NAME"]}
        methods = [name.partition(":")[2] for name in methods_of(self.name) if ":" in name]
        return {"methods": methods} if methods else {}


_OWN = ".own_engines:"
_POSSIBLES, _CUBE = "[:magic|:odometer[@ROWS]]", "[:propagate|:boxes|:propagate-boxes]"
_SAT, _PYTHON = "[:ENCODING[@SOLVER|@command:CMD]]", ":MODULE:NAME|:FILE.py:NAME"

FAMILIES = tuple(
    EngineFamily(*row)
    for row in (
        ("phases", _OWN + "phases", "forced moves, guesses, tracing back"),
        ("sets", _OWN + "sets", "27 sets of squares, three logical tricks"),
        ("possibles", _OWN + "possibles", "solos, must-be's, groups; trial and error on request", _POSSIBLES),
        ("cube", _OWN + "cube", "the Boolean cube: propagation, then a tree of assumptions", _CUBE),
        ("techniques", _OWN + "techniques", "techniques with names: sets in covers, chains", "[:nets]"),
        ("kernel", _OWN + "KernelEngine", "bulk solver of 9×9 puzzles, many side by side", "[:LEVEL]"),
        ("sat", ".sat_engine:create", "a CNF encoding, asked of a SAT solver", _SAT, "pysat"),
        ("proof", ".proof_engine:ProofEngine", "SAT, with a checked proof of unique and none", "", "pysat"),
        ("cpsat", ".cpsat_engine:create", "a CP-SAT encoding, asked of OR-tools", "[:ENCODING]", "ortools"),
        ("stored", _OWN + "StoredEngine", "the solutions that a table stores beside its puzzles"),
        ("command", ".outsiders:CommandEngine", "any program that reads puzzles and prints answers", ":CMD"),
        ("python", ".outsiders:PythonEngine", "a function of yours, in a process of its own", _PYTHON),
    )
)


@cache
def families() -> dict[str, EngineFamily]:
    """All families by name: the built-in ones first, then those of other packages."""
    from importlib.metadata import entry_points

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
    built_in = (one for one in FAMILIES if one.name == family_name)
    family = next(built_in, None) or families().get(family_name)  # to find those of others takes longer
    if family is None or (colon and not family.syntax):
        known = [one.name + one.syntax for one in families().values()]
        raise UnknownNameError("engine", name, known, near=_meant(name))
    return family.create(variant)


def _meant(name: str) -> list[str]:
    """What an unknown name was perhaps meant for: a family that is written wrongly, or a variant alone."""
    known, (family, colon, variant) = families(), name.replace("cpsat/", "cpsat:").partition(":")
    if found := nearest(family, known):
        return [one + (colon + variant) * bool(known[one].syntax) for one in found]
    whole = {
        variant: f"{family}:{'@' * (kind == 'solvers')}{variant}"
        for family in known
        for kind, variants in known[family].variants.items()
        for variant in variants
    }
    return [whole[one] for one in nearest(name, whole)]


def is_outside(name: str) -> bool:
    """Whether a name stands for a program or a function of others, alone or as a solver of `sat`.

    >>> is_outside("command:./solver"), is_outside("sat:@command:minisat"), is_outside("sat:@minisat22")
    (True, True, False)
    """
    return name.startswith(("command:", "python:")) or "@command:" in name


def is_of_package(engine: Engine) -> bool:
    """Whether an engine is one of this package, and asks nothing of others.

    >>> is_of_package(engine("phases")), is_of_package(as_engine(len, engine))
    (True, False)
    """
    return type(engine).__module__.startswith("sudocube.") and not engine.traits.is_outside


AnyEngine = str | Engine | EngineFunction
"""How callers give an engine: by its name, as an object, or as a function."""


def as_engine(engine: object, make: Callable[[str], Engine]) -> Engine:
    """An engine from a name, which `make` gets, from an engine itself, or from a function.

    Raises TypeError for anything else, and what `make` raises for a name.

    >>> as_engine(len, make=lambda name: None).name
    'len()'
    """
    if isinstance(engine, str):
        return make(engine)
    is_unfit = isinstance(engine, type) or iscoroutinefunction(engine)
    if isinstance(engine, Engine) and not is_unfit:
        return engine
    if callable(engine) and not is_unfit:
        from sudocube.engines.outsiders import FunctionEngine

        return FunctionEngine(engine)
    what = "a name, an object with `name`, `traits` and `answer`, or a function (no class, no async function)"
    raise TypeError(f"an engine is {what}, not {quoted(engine)}")


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
    return as_engine(default_engine(puzzle) if wanted is None else wanted, kept_engine)
