"""A constraint of a CP-SAT model as text: by the names of its variables, and by their numbers, from 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ortools.sat.python.cp_model import CpModel


def as_text(cp: CpModel, index: int) -> tuple[str, str]:
    """One constraint by names and by numbers. `¬` stands before what is negated."""
    proto = cp.proto
    constraint = proto.constraints[index]

    def name(number: int) -> str:
        return proto.variables[number].name or f"a[{number}]"

    return _written(constraint, name), _written(constraint, str)


def _written(constraint: Any, name: Callable[[int], str]) -> str:  # noqa: ANN401 — OR-tools has no types for it
    """A constraint, its variables called by `name`."""

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
        inverse = constraint.inverse  # each begins with the constant 0, because OR-tools counts from 0
        return f"Inverse(({listed(list(inverse.f_direct)[1:])}), ({listed(list(inverse.f_inverse)[1:])}))"
    linear = constraint.linear
    condition = f"{listed(constraint.enforcement_literal)} → " if len(constraint.enforcement_literal) else ""
    return f"{condition}{' + '.join(map(name, linear.vars))} = {linear.domain[0]}"
