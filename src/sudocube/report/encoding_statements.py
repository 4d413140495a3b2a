"""What each statement of an encoding says: a sentence, formulas, counts and sample clauses.

In a formula, a line of the cube has elements e₁ … eₙ, of which exactly one is true, and ∀ says for which
lines the formula holds. The auxiliary variables of "at most one" are a, or o for outputs, numbered from 1 in
a line; in the clauses of the first line that has some, a[1] is the same one. A constraint of a CP-SAT
model is written by the names of its variables, and by their numbers, from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from sudocube.cube import Family
from sudocube.encoder.at_most_one import PAIRS_UP_TO
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.cnf import encoded_lines
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import OWN, Encoding, Formalism, Statement
from sudocube.geometry import Geometry
from sudocube.report.clause_text import clause_in_words

if TYPE_CHECKING:  # a CNF encoding is shown without OR-tools
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True, slots=True)
class StatementSummary:
    """What one statement comes to.

    `count` is the number of its clauses, and `new` how many of them differ from those of the statements
    before. `sample` holds the clauses of one line, which `place` names, by names and by numbers.
    For CP-SAT, `count` is the number of constraints, `new` is None, and the sample is one constraint.
    """

    statement: Statement
    sentence: str
    formulas: Sequence[str]
    count: int
    new: int | None
    auxiliary: int
    place: str
    sample: Sequence[tuple[str, str]]


class _LineWords(NamedTuple):
    """The words for the lines of a family; `{}` in `element` is the place in the line."""

    says: str
    over: str
    element: str
    last: str = "n"


_LINES: Mapping[tuple[str, str], _LineWords] = {
    ("cell", "cells"): _LineWords("Each cell holds {} one digit", "r,c", "x[r,c,{}]"),
    ("row", "cells"): _LineWords("Each digit stands in {} one cell of each row", "r,d", "x[r,{},d]"),
    ("column", "cells"): _LineWords("Each digit stands in {} one cell of each column", "c,d", "x[{},c,d]"),
    ("box", "cells"): _LineWords("Each digit stands in {} one cell of each box", "b,d", "x[b.{},d]"),
    ("row", "triads"): _LineWords("Each digit stands in {} one triad of each row", "r,d",
                                  "t[r,{},d]", "m"),
    ("column", "triads"): _LineWords("Each digit stands in {} one triad of each column", "c,d",
                                     "t[c,{},d]", "m"),
    ("box", "triads"): _LineWords("Each digit stands in {} one triad of each box, by rows and by columns",
                                  "b,d", "t[{},b,d]", "m"),
}  # fmt: skip

_AT_MOST_ONE_FORMULAS: Mapping[str, tuple[str, ...]] = {
    "pairwise": (", i < j:  ¬{i} ∨ ¬{j}",),
    "sequential-counter": (", i < n:  {i} → aᵢ,  aᵢ → ¬{i+1}", "i < n-1:  aᵢ → aᵢ₊₁"),
    "bitwise": ("bit k of i-1, the highest first, is 1:  {i} → aₖ,  is 0:  {i} → ¬aₖ",),
    "ladder": (", i < n:  aᵢ₊₁ → aᵢ,  {i+1} ↔ aᵢ ∧ ¬aᵢ₊₁", "{1} ↔ ¬a₁"),
    "product": (
        "{i} stands at row p, column q of a rectangle with h rows:  {i} → a[p],  {i} → a[h+q]",
        "AMO(a[1], …, a[h]),  AMO(a[h+1], …), in the same way",
        f"up to {PAIRS_UP_TO} elements, pairs instead",
    ),
    "commander": (
        "groups g = 1, 2, …:  {i} → a[g] for i in g,  a[g] → ⋁ g,  AMO(g)",
        "AMO(a[1], a[2], …), in the same way; a group of one is its own a[g]",
        f"up to {PAIRS_UP_TO} elements, pairs instead",
    ),
    "bimander": (
        "groups g = 1, 2, …:  AMO(g)",
        "bit k of g-1, the lowest first, is 1:  {i} → aₖ,  is 0:  {i} → ¬aₖ, for i in g",
    ),
    "totalizer": ("a tree: each node counts the true ones below it in unary", "the root is not 2 or more"),
    "k-m-totalizer": ("a tree: each node counts up to 2 of the true ones below it", "the root is not 2"),
    "cardinality-network": ("comparators bring the true ones to the front: outputs o₁ ≥ o₂ ≥ …", "¬o₂"),
    "sorting-network": ("comparators sort the line: outputs o₁ ≥ o₂ ≥ … ≥ oₙ", "¬o₂"),
}
_WAYS_IN_WORDS: Mapping[str, str] = {
    "clause": "",
    "pairwise": ": no two together",
    "sequential-counter": ": a running count goes along the line",
    "bitwise": ": the place of the true one is spelt in bits",
    "ladder": ": the rungs of a ladder end at the true one",
    "product": ": one row and one column of a rectangle are marked",
    "commander": ": groups, and a commander for each",
    "bimander": ": groups, numbered in bits",
    "totalizer": ": a tree counts the true ones",
    "k-m-totalizer": ": a tree counts the true ones, up to two",
    "cardinality-network": ": a network sorts them as far as needed",
    "sorting-network": ": a network sorts them",
    "exactly-one": "",
    "linear": ": their sum is 1",
    "automaton": ": read from end to end, the line is a word of 0*10*",
    "table": ": the line is a row of the identity matrix",
}
_EXACTLY_ONE_FORMULAS: Mapping[str, str] = {
    "exactly-one": "ExactlyOne({1}, …, {n})",
    "linear": "{1} + … + {n} = 1",
    "automaton": "Automaton(({1}, …, {n}), 0*10*)",
    "table": "Table(({1}, …, {n}), rows of the identity matrix)",
}
_TRIADS: Mapping[str, tuple[str, str]] = {
    "at_least_one": ("A digit that stands in a triad stands in one of its cells",
                     "∀ triads u, d:  t[u,d] → x[u.1,d] ∨ … ∨ x[u.m,d]"),
    "at_most_one": ("A digit that stands in a cell of a triad stands in the triad, and in no two of its"
                    " cells",
                    "∀ triads u, d:  AMO(¬t[u,d], x[u.1,d], …, x[u.m,d])"),
    "exactly_one": ("A digit is not in a triad, or it is in exactly one of its cells",
                    "∀ triads u, d:  one of ¬t[u,d], x[u.1,d], …, x[u.m,d]"),
}  # fmt: skip
_OTHERS: Mapping[str, tuple[str, str]] = {
    "ascending": ("What is at most k is at most k + 1, so that exactly one digit fits each cell",
                  "∀ r,c, k < n-1:  y[r,c,k] → y[r,c,k+1]"),
    "unused-codes": ("The bits of a cell spell no number that is no digit's",
                     "∀ r,c, k ≥ n:  ¬(b[r,c] spells k)"),
    "order": ("A cell holds d when it holds at most d and not at most d - 1, and only then",
              "∀ r,c,d:  x[r,c,d] ↔ y[r,c,d] ∧ ¬y[r,c,d-1], where y[r,c,0] is false and y[r,c,n] true"),
    "binary": ("A cell holds d when its bits spell d - 1, and only then",
               "∀ r,c,d:  x[r,c,d] ↔ (b[r,c] spells d-1)"),
    "pointing": ("Where a box and a line meet: a digit elsewhere in the line is elsewhere in the box",
                 "∀ lines l, boxes b, d, p in l∖b:  x[p,d] → ⋁ x[q,d], q in b∖l"),
    "claiming": ("Where a box and a line meet: a digit elsewhere in the box is elsewhere in the line",
                 "∀ lines l, boxes b, d, p in b∖l:  x[p,d] → ⋁ x[q,d], q in l∖b"),
    "first-row-in-order": ("The first row is 1 to n: one solution stands for n!", "∀ d:  x[1,d,d]"),
    "domain": ("Each cell holds one digit: that is what a variable means", "∀ r,c:  v[r,c] ∈ {1, …, n}"),
    "equality": ("The Boolean of a cell and a digit says what the integer says",
                 "∀ r,c,d:  x[r,c,d] ↔ v[r,c] = d"),
}  # fmt: skip
_UNITS: Mapping[str, tuple[str, str]] = {
    "pairwise": ("No two cells of a {0} hold the same digit",
                 "∀ {1} u, d, p < q in u:  ¬(u.p holds d) ∨ ¬(u.q holds d)"),
    "all-different": ("The cells of each {0} hold different digits",
                      "∀ {1} u:  AllDifferent(v[u.1], …, v[u.n])"),
    "inverse": ("The digits of each {0} are a permutation, and a is its inverse: the place of each digit",
                "∀ {1} u:  v[u.i] = d ↔ a[u,d] = i"),
}  # fmt: skip


def statement_in_words(statement: Statement, encoding: Encoding) -> tuple[str, list[str]]:
    """A statement as a sentence and as formulas."""
    block, subject = statement.block, statement.subject
    if statement == OWN:
        what = "clauses" if encoding.formalism is Formalism.CNF else "constraints"
        return f"The {what} are as you wrote them.", []
    if subject == "triads":
        sentence, written = _TRIADS[statement.says]
        return _ended(sentence + _WAYS_IN_WORDS.get(block, "") * (block != "pairwise"), written)
    if statement.says == "channel" and encoding.formalism is Formalism.CNF:
        return _ended(*_OTHERS[subject])
    if block in _OTHERS:
        return _ended(*_OTHERS[block])
    if subject == "direct":
        formula = _filled(_EXACTLY_ONE_FORMULAS[block], "e{}", "n")
        return _ended("Exactly one on each of the 4n² lines", f"∀ lines:  {formula}")
    is_direct = encoding.variables == "direct"
    if not is_direct and block in _UNITS and subject in list(Family):
        plural = "boxes" if subject == "box" else f"{subject}s"
        return _ended(*(text.format(subject, plural) for text in _UNITS[block]))
    line = _LINES[subject, statement.over]
    how = statement.says.replace("_one", "").replace("_", " ")
    sentence = line.says.format(how) + _WAYS_IN_WORDS[block]
    if statement.says == "at_least_one":
        templates: tuple[str, ...] = ("{1} ∨ … ∨ {n}",)
    elif statement.says == "at_most_one":
        templates = _AT_MOST_ONE_FORMULAS[block]
        if statement.group_size:
            sentence += f" ({statement.group_size} to a group)"
    else:
        templates = (_EXACTLY_ONE_FORMULAS[block],)
    first, *rest = (_filled(template, line.element, line.last) for template in templates)
    colon = "" if first.startswith(",") else ":  "
    return sentence + ".", [f"∀ {line.over}{colon}{first}", *rest]


def _ended(sentence: str, written: str) -> tuple[str, list[str]]:
    return sentence + ".", [written]


def _filled(template: str, element: str, last: str) -> str:
    """A template, filled with the elements of a line at the places 1, i, j, i+1 and n."""
    for place in ("1", "i+1", "i", "j"):
        template = template.replace(f"{{{place}}}", element.format(place))
    return template.replace("{n}", element.format(last))


def summaries(encoding: Encoding, geometry: Geometry) -> Iterator[StatementSummary]:
    """What each statement of an encoding comes to, in the order of the statements."""
    summarise = _cp_sat_summaries if encoding.formalism is Formalism.CP_SAT else _cnf_summaries
    return summarise(encoding, geometry)


def _cnf_summaries(encoding: Encoding, geometry: Geometry) -> Iterator[StatementSummary]:
    """The statements of a CNF encoding."""
    variables = Variables(encoding, geometry)
    seen: set[frozenset[int]] = set()
    by_statement: dict[Statement, list[EncodedLine]] = {statement: [] for statement in encoding.statements}
    for line in encoded_lines(encoding, geometry):
        by_statement[line.statement].append(line)
    for statement, lines in by_statement.items():
        before = len(seen)
        seen.update(frozenset(clause) for line in lines for clause in line.clauses)
        first = next((line for line in lines if line.clauses), None)
        yield StatementSummary(
            statement,
            *statement_in_words(statement, encoding),
            count=sum(len(line.clauses) for line in lines),
            new=len(seen) - before,
            auxiliary=sum(len(line.auxiliary) for line in lines),
            place=first.place if first else "",
            sample=[_clause(clause, variables) for clause in first.clauses] if first else [],
        )


def _clause(clause: Sequence[int], variables: Variables) -> tuple[str, str]:
    """A clause by names, and by numbers as in a DIMACS file."""
    return clause_in_words(clause, variables.literal_name), " ".join(map(str, [*clause, 0]))


def _cp_sat_summaries(encoding: Encoding, geometry: Geometry) -> Iterator[StatementSummary]:
    """The statements of a CP-SAT encoding, from a series of models that each have one statement more."""
    from sudocube.encoder.cpsat_model import cpsat_model

    before = cpsat_model(replace(encoding, statements=(), model=None), geometry).cp
    for place, statement in enumerate(encoding.statements):
        cp = cpsat_model(replace(encoding, statements=encoding.statements[: place + 1]), geometry).cp
        first = len(before.proto.constraints)
        count = len(cp.proto.constraints) - first
        yield StatementSummary(
            statement,
            *statement_in_words(statement, encoding),
            count=count,
            new=None,
            auxiliary=len(cp.proto.variables) - len(before.proto.variables),
            place="one constraint",
            sample=[_constraint_as_text(cp, first)] if count and encoding.model is None else [],
        )
        before = cp


def _constraint_as_text(cp: CpModel, index: int) -> tuple[str, str]:
    """One constraint by names and by numbers, with `¬` before negated literals."""
    constraint, variables = cp.proto.constraints[index], cp.proto.variables
    named = _as_text(constraint, lambda number: variables[number].name or f"a[{number}]")
    return named, _as_text(constraint, str)


def _as_text(constraint: Any, name: Callable[[int], str]) -> str:  # noqa: ANN401 — OR-tools has no types for it
    """A constraint, in which `name` gives each variable its name."""

    def listed(numbers: Sequence[int]) -> str:
        return ", ".join(("¬" + name(-number - 1)) if number < 0 else name(number) for number in numbers)

    def of(expressions: Sequence[Any]) -> str:
        return listed([expression.vars[0] for expression in expressions])

    if constraint.has_exactly_one():
        return f"ExactlyOne({listed(constraint.exactly_one.literals)})"
    if constraint.has_all_diff():
        return f"AllDifferent({of(constraint.all_diff.exprs)})"
    if constraint.has_automaton():
        return f"Automaton(({of(constraint.automaton.exprs)}), 0*10*)"
    if constraint.has_table():
        values, width = list(constraint.table.values), len(constraint.table.exprs)
        rows = ["".join(map(str, values[at : at + width])) for at in range(0, len(values), width)]
        return f"Table(({of(constraint.table.exprs)}), {' '.join(rows)})"
    if constraint.has_inverse():
        inverse = constraint.inverse  # both lists begin with the constant 0, because OR-tools counts from 0
        return f"Inverse(({listed(list(inverse.f_direct)[1:])}), ({listed(list(inverse.f_inverse)[1:])}))"
    linear = constraint.linear
    condition = f"{listed(constraint.enforcement_literal)} → " if len(constraint.enforcement_literal) else ""
    return f"{condition}{' + '.join(map(name, linear.vars))} = {linear.domain[0]}"
