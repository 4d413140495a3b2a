"""The same model as solvers of many kinds print it, written out by the tests themselves."""

from collections.abc import Sequence
from typing import NamedTuple

Model = Sequence[int]
"""Literals, one for each variable in turn."""


class Way(NamedTuple):
    """A way to print a model: the format that it is the output for, and the text around the variables.

    In `each`, `{v}` is the number of a variable, `{zero}` one less, `{bit}` and `{word}` its value and
    `{minus}` the sign of its literal. Where `each` begins with "+", what is false is left out.
    """

    format: str
    head: str
    each: str
    tail: str
    between: str = ""

    def __call__(self, model: Model, /) -> str:
        shown = [
            self.each.removeprefix("+").format(
                v=abs(v), zero=abs(v) - 1, bit=int(v > 0), word=str(v > 0).lower(), minus="-" * (v < 0)
            )
            for v in model
            if v > 0 or not self.is_sparse
        ]
        tail = self.tail.replace("COUNT", str(len(model)))
        return self.head.replace("COUNT", str(len(model))) + self.between.join(shown) + tail

    @property
    def is_sparse(self) -> bool:
        """Whether what is false is left out."""
        return self.each.startswith("+")


_COLUMNS = "   Activity     Lower bound   Upper bound\n"
_INDEX = "    Index Status        Lower        Upper       Primal         Dual  Type        Name\n"
PRINTED = {
    "competition": Way("dimacs", "c talk\ns SATISFIABLE\nv ", "{minus}{v}", "\nv 0\nc more talk\n", " "),
    "minisat's file": Way("dimacs", "SAT\n", "{minus}{v} ", "0\n"),
    "pseudo-Boolean": Way("opb", "s SATISFIABLE\nv ", "{minus}x{v}", "\n", " "),
    "z3 get-value": Way("smtlib", "sat\n(", "(x{v} {word})", ")\n", "\n "),
    "z3 get-model": Way("smtlib", "sat\n(\n", "  (define-fun x{v} () Bool\n    {word})\n", ")\n"),
    "cvc5 get-model": Way("smtlib", "sat\n(\n", "(define-fun x{v} () Bool {word})\n", ")\n"),
    "highs": Way(
        "lp",
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns COUNT\n",
        "x{v} {bit}\n",
        "# Rows 1\nc1 1\n\n# Dual solution values\nNone\n",
    ),
    "highs for people": Way(
        "lp",
        f"Columns\n{_INDEX}",
        "  {zero}   0   1   {bit}      Integer     x{v}\n",
        "Rows\n  Index Status Lower Upper Primal Dual Name\n 0  1  inf  1   c1\n\nModel status: Optimal\n",
    ),
    "scip": Way(
        "lp",
        "solution status: optimal solution found\nobjective value:          0\n",
        "+x{v}      0.999999999999998 \t(obj:0)\n",
        "",
    ),
    "cbc": Way("lp", "Optimal - objective value 0.00000000\n", "+  {zero} x{v}       1        0\n", ""),
    "glpk": Way(
        "lp",
        "Problem:    \nRows:       1\nStatus:     INTEGER OPTIMAL\nObjective:  obj = 0 (MINimum)\n\n"
        f"   No.   Row name     {_COLUMNS}     1 r.1           1      1\n\n   No. Column name    {_COLUMNS}",
        "  {v} x{v}     *      {bit}      0      1 \n",
        "\nEnd of output\n",
    ),
    "clingo": Way(
        "asp",
        "clingo version 5.8.0\nReading from puzzle.lp\nSolving...\nAnswer: 1 (Time: 0.001s)\n",
        "+x({v})",
        "\nSATISFIABLE\n\nModels       : 1+\nCalls        : 1\n",
        " ",
    ),
    "clingo --outf=1": Way("asp", "% Solving...\nANSWER\n", "+x({v}).", "\n% Models : 1\n", " "),
    "minizinc": Way("minizinc", "x = [", "{word}", "];\n----------\n", ", "),
    "minizinc's data": Way(
        "minizinc", "x = array1d(1..COUNT, [", "{word}", "]);\n----------\n==========\n", ", "
    ),
}
competition, minisat_file, minizinc, scip = (
    PRINTED[name] for name in ("competition", "minisat's file", "minizinc", "scip")
)
