"""What is generated in `encodings/README.md`, and what its blocks of code give when they are run.

`python -m tests.examples` updates it, and the outputs in the notebook; tests fail where it is out of date. In
the page

    a comment `table: NAME`, to the comment `end`   is a table of `TABLES`
    ```console                                      commands and what they print; `…` stands for any lines
    ```toml with a first line `# NAME.toml`,        a file that the commands of the page can name
    ```python with a first line `# NAME.py`
    ```python without it, ```pycon                  one session, from the first to the last
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from ortools.sat.python import cp_model
from pysat.solvers import Solver as PySATSolver

from sudocube import generate
from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.at_most_one import WAYS, at_most_one
from sudocube.encoder.cnf import encoded_lines, formula
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.encoder.vocabulary import WORDS, Blocks
from sudocube.engines.cpsat_engine import SETTINGS, CpSatEngine
from sudocube.geometry import Geometry
from sudocube.lab import Figures, compare
from sudocube.lab.cpsat_propagation import ConstraintPropagation
from sudocube.puzzle import Puzzle
from sudocube.solvers.cube_state import cube_masks, elements_of
from sudocube.solvers.techniques.names import described
from sudocube.solvers.techniques.solving import NETS, Techniques
from sudocube.solvers.trace import digits_of
from tests.cli.command import environment, invoke
from tests.examples import pages

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "encodings" / "README.md"
BY_STRENGTH = CHECKOUT / "examples" / "encodings" / "by-strength.txt"

NINE = Geometry.of_size(9)
NO_ONE = "no one source; for Sudoku: T. Weber, 2005"
"""The source of pairs, which many use and nobody claims."""

_TABLE = re.compile(r"(<!-- table: (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
_CONSOLE = re.compile(r"(```console\n)(.*?)(```)", re.DOTALL)
_FILE = re.compile(r"```(?:toml|python)\n(# (\S+\.(?:toml|py))\n.*?)```", re.DOTALL)
_SESSION = re.compile(r"```(python|pycon)\n(?!# \S+\.py\n)(.*?)```", re.DOTALL)
_KIND = re.compile(r"^#k(\w+?)[12N]?: (['\d]+)(.*)$", re.MULTILINE)


def text() -> str:
    """The page as it stands."""
    return PAGE.read_text("utf-8")


def table(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table as the page has it; numbers with commas between thousands."""
    heads = list(headings)
    lines = [f"| {' | '.join(map(_cell, line))} |\n" for line in (heads, *rows)]
    return "".join([lines[0], "|---" * len(heads) + "|\n", *lines[1:]])


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _source(encoding: Encoding) -> str:
    return f"{encoding.source.author}, {encoding.source.year}"


def _link(name: str) -> str:
    return f"[`{name}`]({name if '/' in name else f'cnf/{name}'}.toml)"


def sizes() -> str:
    """The catalogue in CNF: how large the rules are at 9×9."""
    rows = []
    for name in names(Formalism.CNF):
        encoding = load(name)
        rules = formula(encoding, NINE)
        stated = sum(len(line.clauses) for line in encoded_lines(encoding, NINE))
        literals = sum(map(len, rules.clauses))
        rows.append((_link(name), _source(encoding), rules.variables, stated, len(rules.clauses), literals))
    return table(("name", "source", "variables", "clauses", "distinct", "literals"), rows)


def constraints() -> str:
    """The catalogue for CP-SAT: how large the models are at 9×9."""
    rows = []
    for name in names(Formalism.CP_SAT):
        proto = cpsat_model(load(name), NINE).cp.proto
        rows.append((_link(name), _source(load(name)), len(proto.variables), len(proto.constraints)))
    return table(("name", "source", "variables", "constraints"), rows)


def ways() -> str:
    """What each way to write at-most-one costs, for lines of several lengths."""
    lengths = (4, 9, 16, 25)
    rows = []
    for way in WAYS:
        cells = []
        for length in lengths:
            clauses, top = at_most_one(way, range(1, length + 1), length)
            cells.append(f"{len(clauses)} + {top - length}" if top > length else f"{len(clauses)}")
        rows.append((f"`{way}`", NO_ONE if way == "pairwise" else _source(load(way)), *cells))
    return table(("way", "source", *map(str, lengths)), rows)


def loaded() -> str:
    """The models for CP-SAT: what OR-tools makes of them."""
    rows = []
    for name in names(Formalism.CP_SAT):
        log = _loading_of(name).split("\nPresolved ")
        rows.append((f"`{name}`", *(_counted(_kinds(part)) for part in log)))
    return table(("name", "stated", "searched"), rows)


def _loading_of(name: str) -> str:
    """What OR-tools logs while it loads a model at 9×9, with the settings of the engine `cpsat`."""
    return _presolve(cpsat_model(load(name), NINE).cp, {})[1]


def _presolve(model: cp_model.CpModel, settings: dict[str, object]) -> tuple[cp_model.CpSolverStatus, str]:
    """The status after OR-tools has loaded a model, and its log."""
    lines: list[str] = []
    solver = cp_model.CpSolver()
    more = {"log_search_progress": True, "log_to_stdout": False, "stop_after_presolve": True}
    for setting, value in (SETTINGS | more | settings).items():
        setattr(solver.parameters, setting, value)
    solver.log_callback = lines.append
    return solver.solve(model), "\n".join(lines)


def _kinds(log: str) -> dict[str, int]:
    """The kinds of constraints in a part of the log, with counts; those that are empty are dropped."""
    found: dict[str, int] = {}
    for kind, count, rest in _KIND.findall(log):
        if kind != "Empty":
            name = "conditional Linear" if "#enforced" in rest else kind
            found[name] = found.get(name, 0) + int(count.replace("'", ""))
    return found


def before_search() -> str:
    """What the encodings for CP-SAT decide of the twenty puzzles: in theory, and by OR-tools."""
    rows = []
    for name in names(Formalism.CP_SAT):
        propagation, engine = ConstraintPropagation(load(name), NINE), CpSatEngine(load(name))
        theory = sum(propagation.state(one).is_decided for one in puzzles())
        root = sum(propagation.state_at_root(one).is_decided for one in puzzles())
        left = [_left_by_presolve(engine.model(one)) for one in puzzles()]
        variables, constraints = (mean(counts) for counts in zip(*left, strict=True))
        decided = sum(not any(counts) for counts in left)
        rows.append((f"`{name}`", theory, root, decided, _mean(variables), _mean(constraints)))
    heads = ("name", "in theory", "without presolve", "presolve", "variables left", "constraints left")
    return table(heads, rows)


def _left_by_presolve(model: cp_model.CpModel | None) -> tuple[int, int]:
    """How many variables and constraints presolve leaves of the model of a puzzle."""
    if model is None:
        return 0, 0
    status, log = _presolve(model, {"cp_model_presolve": True})
    left = dict(re.findall(r"^PresolvedNum(\w+): (\d+)$", log, re.MULTILINE))
    return (0, 0) if status == cp_model.INFEASIBLE else (int(left["Variables"]), int(left["Constraints"]))


def _counted(kinds: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())


def puzzles() -> list[Puzzle]:
    """The twenty puzzles that the encodings are compared on."""
    lines = BY_STRENGTH.read_text("utf-8").splitlines()
    return [Puzzle(line) for line in lines if line and not line.startswith("#")]


def strength() -> str:
    """What is decided without search, and what a search costs; the weakest first."""
    heads = ("name", "unit propagation", "failed literals", "decisions", "conflicts", "propagations")
    found = sorted(compare(puzzles(), names(Formalism.CNF)), key=_strength)
    return table(heads, [(_measured(one), *shares(one), *map(_mean, effort(one))) for one in found])


def _strength(figures: Figures) -> tuple[float, float, float]:
    return figures.unit_propagation or 0, figures.failed_literals or 0, -(figures.propagations or 0)


def _measured(figures: Figures) -> str:
    part = "" if figures.checked == figures.puzzles else f" ({figures.checked} of {figures.puzzles})"
    return f"`{figures.encoding}`{part}"


def shares(figures: Figures) -> list[str]:
    """What unit propagation decides, and failed literals, as the page has it."""
    known = (figures.unit_propagation, figures.failed_literals)
    return ["" if share is None else f"{100 * share:.0f} %" for share in known]


def effort(figures: Figures) -> list[float]:
    """Decisions, conflicts, propagations: of one release of a solver, so that they may change a little."""
    return [mean for mean in (figures.decisions, figures.conflicts, figures.propagations) if mean is not None]


def _mean(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


STEPS_AT_MOST, OF_PUZZLES = 60, 500
"""How many steps of each kind are tried, of how many puzzles that `generate` makes with the seed 1."""


def techniques() -> str:
    """What the steps of the techniques remove, of which three ways to propagate remove it, too.

    Each step is tried in its own state; but for singles, in one where singles are used up.
    """
    lines, rules = cube_masks(NINE), formula(load("extended"), NINE)
    constraints = ConstraintPropagation(load("cpsat/alldifferent"), NINE)
    found: dict[str, list[tuple[bool, bool, bool]]] = {kind: [] for kind in KINDS_OF_STEPS}
    with PySATSolver("glucose4", bootstrap_with=rules.clauses) as solver:
        for made in generate(OF_PUZZLES, seed=1):
            work = Techniques(made.puzzle)
            for step, before in work.steps(NETS):
                tried = found[_kind_of_step(described(lines, step, before)[0].name)]
                goes = {element + 1 for element in elements_of(before & step.removed)}
                if len(tried) == STEPS_AT_MOST or not goes:
                    continue
                gone = [-element for element in range(1, 730) if not before >> element - 1 & 1]
                _, follows = solver.propagate(assumptions=gone)
                if step.placed is None and any(literal < 0 for literal in {*follows} - {*gone}):
                    continue  # an earlier step of the same turn has left singles
                fails = [not solver.propagate(assumptions=[*gone, element])[0] for element in goes]
                domains = [{*digits_of(held)} for held in lines.candidates(before)]
                all(constraints.steps(domains))
                kept = {9 * cell + digit for cell, held in enumerate(domains) for digit in held}
                tried.append((goes <= {-literal for literal in follows}, all(fails), not goes & kept))
    rows = [
        (kind, len(tried), *(f"{100 * mean(way):.0f} %" for way in zip(*tried, strict=True)))
        for kind, tried in found.items()
    ]
    heads = ("technique", "steps", "unit propagation on `extended`", "a failed literal", "all-differents")
    return table(heads, rows)


SETS_IN_A_CHAIN = "chain with almost sets (ALS-XZ, XYZ-wing, finned swordfish, …)"

KINDS_OF_STEPS = {
    "naked and hidden single": "naked single, hidden single",
    "locked candidates": "pointing, claiming",
    "naked and hidden pair": "naked pair, hidden pair",
    "X-wing": "X-wing",
    "naked and hidden triple": "naked triple, hidden triple",
    "swordfish": "swordfish",
    "chain on one digit (skyscraper, kite, X-chain, …)": (
        "skyscraper, turbot fish, two-string kite, empty rectangle, X-chain, finned X-wing, sashimi X-wing"
    ),
    "chain of cells (XY-wing, XY-chain)": "XY-wing, XY-chain, remote pair",
    "other chain (W-wing, AIC, nice loop)": "W-wing, AIC, continuous nice loop",
    SETS_IN_A_CHAIN: "",
    "net": "net",
}


def _kind_of_step(name: str) -> str:
    of = (
        kind for kind, named in KINDS_OF_STEPS.items() if name.removeprefix("grouped ") in named.split(", ")
    )
    return next(of, SETS_IN_A_CHAIN)


def pigeons() -> str:
    """What it costs to refute that each pigeon has a hole of its own, where there is one hole too few."""
    heads = ("pigeons in holes", "clauses", "conflicts of glucose4", "steps of a proof that adds")
    return table(heads, [(f"{n + 1} in {n}", *pigeon_conflicts(n), n * (n - 1) + 1) for n in range(2, 9)])


def pigeon_conflicts(holes: int) -> tuple[int, int]:
    """The clauses of one pigeon too many, and the conflicts that a solver needs to refute them."""
    defined: dict[str, Callable[[int], list[list[int]]]] = {}
    exec(next(block for _, block in session_in(text()) if "def pigeons" in block), defined)
    clauses = defined["pigeons"](holes)
    with PySATSolver("glucose4", bootstrap_with=clauses) as solver:
        if solver.solve():
            raise ValueError("the pigeons have found a hole")
        return len(clauses), solver.accum_stats()["conflicts"]


def words() -> str:
    """By formalism and variables: the keys, and the blocks that each may name."""
    rows = []
    for (formalism, variables), known in WORDS.items():
        tables: dict[str, Blocks] = {"families.cell": known.cell}
        tables["families.row, .column, .box"] = known.unit
        if known.cell == known.unit:
            tables = {"families.…": known.cell}
        tables |= {f"defined.{kind}": blocks for kind, blocks in known.defined.items()}
        for where, blocks in tables.items():
            for key, of in blocks.items():
                rows.append((formalism, variables, f"`{where}`", f"`{key}`", _named(of)))
        for key, of in (("implied", known.implied), ("per_puzzle", known.per_puzzle)):
            rows += [(formalism, variables, "", f"`{key}`", _named(of))] if of else []
    return table(("formalism", "variables", "table", "key", "blocks"), rows)


def _named(blocks: tuple[str, ...]) -> str:
    if blocks == tuple(WAYS):
        return "`pairwise` and the other ways of section 8"
    return ", ".join(f"`{one}`" for one in blocks)


TABLES: dict[str, Callable[[], str]] = {
    "ways": ways,
    "sizes": sizes,
    "constraints": constraints,
    "loaded": loaded,
    "before-search": before_search,
    "strength": strength,
    "techniques": techniques,
    "pigeons": pigeons,
    "words": words,
}


def tables_in(page: str) -> dict[str, str]:
    """The tables that stand in a page, by name."""
    return {name: body for _, name, body, _ in _TABLE.findall(page)}


def commands_in(page: str) -> list[tuple[str, str]]:
    """The commands of a page, each with what it is said to print."""
    return [pair for _, block, _ in _CONSOLE.findall(page) for pair in pages.pairs(block)]


def files_in(page: str) -> dict[str, str]:
    """The files that a page shows, by name."""
    return {name: content for content, name in _FILE.findall(page)}


def session_in(page: str) -> list[tuple[str, str]]:
    """The blocks of Python that are run one after the other, each with its language."""
    return _SESSION.findall(page)


@contextmanager
def folder_of(page: str) -> Iterator[None]:
    """Work in a folder where the commands find what they name: the examples, and the files of the page."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("examples").symlink_to(CHECKOUT / "examples")
        for name, content in files_in(page).items():
            Path(name).write_text(content, "utf-8")
        yield


def printed(command: str) -> str:
    """What a command prints, 80 columns wide, without spaces at the ends of lines."""
    program, *arguments = shlex.split(command)
    if program == "sudocube":
        output = invoke(*arguments).out
    elif program == "python":
        output = subprocess.run(
            [sys.executable, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env=environment(),
            check=False,
        ).stdout
    else:
        raise ValueError(f"not a command of ours: {command}")
    return "".join(line.rstrip() + "\n" for line in output.splitlines())


def updated(page: str) -> str:
    """The page with its tables and outputs as they are now; what is shortened by `…` is left alone."""

    def outputs(block: re.Match[str]) -> str:
        parts = []
        for command, said in pages.pairs(block[2]):
            found = said if "…\n" in said else printed(command)
            parts.append(f"$ {command}{said if pages.agrees(said, found) else found}")
        return block[1] + "".join(parts) + block[3]

    page = _TABLE.sub(lambda found: found[1] + TABLES[found[2]]() + found[4], page)
    with folder_of(page):
        return _CONSOLE.sub(outputs, page)
