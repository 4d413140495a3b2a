"""The same model as solvers of many kinds print it, written out by the tests themselves."""

from collections.abc import Callable, Sequence

Model = Sequence[int]
"""Literals, one for each variable in turn."""


def competition(model: Model) -> str:
    """A SAT solver's: several lines of literals."""
    words = [*map(str, model), "0"]
    lines = ["v " + " ".join(words[i : i + 10]) for i in range(0, len(words), 10)]
    return "\n".join(["c talk", "s SATISFIABLE", *lines, "c more talk"]) + "\n"


def minisat_file(model: Model) -> str:
    """What MiniSat writes into its file."""
    return f"SAT\n{' '.join(map(str, model))} 0\n"


def pseudo_boolean(model: Model) -> str:
    """A pseudo-Boolean solver's."""
    return "s SATISFIABLE\nv " + " ".join(f"{'-' * (v < 0)}x{abs(v)}" for v in model) + "\n"


def z3_values(model: Model) -> str:
    """What Z3 answers to get-value."""
    return "sat\n(" + "\n ".join(f"(x{abs(v)} {str(v > 0).lower()})" for v in model) + ")\n"


def z3_model(model: Model) -> str:
    """What Z3 answers to get-model, in an order of its own."""
    lines = [f"  (define-fun x{abs(v)} () Bool\n    {str(v > 0).lower()})\n" for v in reversed(model)]
    return f"sat\n(\n{''.join(lines)})\n"


def cvc5_model(model: Model) -> str:
    """What cvc5 answers to get-model."""
    lines = [f"(define-fun x{abs(v)} () Bool {str(v > 0).lower()})\n" for v in model]
    return f"sat\n(\n{''.join(lines)})\n"


def highs(model: Model) -> str:
    """The solution file of HiGHS."""
    columns = "".join(f"x{abs(v)} {int(v > 0)}\n" for v in model)
    head = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n"
    return f"{head}# Columns {len(model)}\n{columns}# Rows 1\nc1 1\n\n# Dual solution values\nNone\n"


def highs_table(model: Model) -> str:
    """The same for people."""
    head = "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        Name\n"
    rows = "".join(f"  {abs(v) - 1}   0   1   {int(v > 0)}      Integer     x{abs(v)}\n" for v in model)
    tail = "Rows\n    Index Status  Lower  Upper  Primal  Dual  Name\n   0  1  inf  1   c1\n"
    return f"{head}{rows}{tail}\nModel status: Optimal\n"


def scip(model: Model) -> str:
    """SCIP leaves out what is 0, and rounds as it likes."""
    rows = "".join(f"x{v}      0.999999999999998 \t(obj:0)\n" for v in model if v > 0)
    return f"solution status: optimal solution found\nobjective value:          0\n{rows}"


def cbc(model: Model) -> str:
    """CBC's solution file."""
    rows = "".join(f"  {v - 1} x{v}       1        0\n" for v in model if v > 0)
    return f"Optimal - objective value 0.00000000\n{rows}"


def glpk(model: Model) -> str:
    """GLPK's report."""
    rows = "".join(f"  {abs(v)} x{abs(v)}     *      {int(v > 0)}      0      1 \n" for v in model)
    return (
        "Problem:    \nRows:       1\nStatus:     INTEGER OPTIMAL\nObjective:  obj = 0 (MINimum)\n\n"
        "   No.   Row name        Activity     Lower bound   Upper bound\n     1 r.1           1      1\n\n"
        f"   No. Column name       Activity     Lower bound   Upper bound\n{rows}\nEnd of output\n"
    )


def clingo(model: Model) -> str:
    """clingo's text."""
    atoms = " ".join(f"x({v})" for v in model if v > 0)
    head = "clingo version 5.8.0\nReading from puzzle.lp\nSolving...\n"
    return f"{head}Answer: 1 (Time: 0.001s)\n{atoms}\nSATISFIABLE\n\nModels       : 1+\nCalls        : 1\n"


def clingo_competition(model: Model) -> str:
    """The same with --outf=1."""
    return "% Solving...\nANSWER\n" + " ".join(f"x({v})." for v in model if v > 0) + "\n% Models : 1\n"


def clingo_json(model: Model) -> str:
    """The same with --outf=2."""
    atoms = ", ".join(f'"x({v})"' for v in model if v > 0)
    call = f'[{{"Witnesses": [{{"Time": 0.0, "Value": [{atoms}]}}]}}]'
    return f'{{"Solver": "clingo", "Call": {call}, "Result": "SATISFIABLE"}}\n'


def minizinc(model: Model) -> str:
    """What the output item of our models prints."""
    values = ", ".join(str(v > 0).lower() for v in model)
    return f"x = [{values}];\n----------\n"


def minizinc_data(model: Model) -> str:
    """The same as data."""
    values = ", ".join(str(v > 0).lower() for v in model)
    return f"x = array1d(1..{len(model)}, [{values}]);\n----------\n==========\n"


def minizinc_json(model: Model) -> str:
    """The same as JSON."""
    values = ", ".join(str(v > 0).lower() for v in model)
    return f'{{\n  "x" : [{values}]\n}}\n----------\n'


PRINTED: dict[Callable[[Model], str], str] = {
    competition: "dimacs",
    minisat_file: "dimacs",
    pseudo_boolean: "opb",
    z3_values: "smtlib",
    z3_model: "smtlib",
    cvc5_model: "smtlib",
    highs: "lp",
    highs_table: "lp",
    scip: "lp",
    cbc: "lp",
    glpk: "lp",
    clingo: "asp",
    clingo_competition: "asp",
    clingo_json: "asp",
    minizinc: "minizinc",
    minizinc_data: "minizinc",
    minizinc_json: "minizinc",
}
"""Ways to print a model, and the format that each is the output for."""

SPARSE = (scip, cbc, clingo, clingo_competition, clingo_json)
"""Those that leave out what is false."""
