"""The formulas that `encodings show` prints say what the clauses say."""

import re

import pytest

from sudocube.encoder import load
from sudocube.encoder.at_most_one import at_most_one
from sudocube.geometry import Geometry
from sudocube.report.encodings import ShownEncoding

SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ᵢ₊₋", "0123456789i+-")


def printed(name, key):
    """The formulas of one statement at 9×9, as `show` prints them."""
    rows = ShownEncoding(load(name), Geometry.of_size(9)).statements
    return next(row for row in rows if row.key == key).formulas


def clauses_of(formulas, size):
    """The clauses of formulas over the elements x[r,c,1] … x[r,c,size] and a₁, a₂, …, read word by word.

    An element is numbered as its place, aᵢ is size + i. A formula may begin with conditions, "i < n:".
    """
    found = set()
    for formula in formulas:
        conditions, _, body = formula.removeprefix("∀ r,c").removeprefix(", ").rpartition(":  ")
        for i, j in ((i, j) for i in range(1, size + 1) for j in range(1, size + 1)):
            if not eval(conditions or "True", {"i": i, "j": j, "n": size}):
                continue
            for one in body.split(",  "):
                found |= {frozenset(clause) for clause in clauses_of_one(one, {"i": i, "j": j}, size)}
    return found


def clauses_of_one(text, values, size):
    """The clauses of "p → q", "p ↔ q ∧ r" or "¬p ∨ ¬q"."""

    def literals(part):
        words = re.findall(r"(¬?)(?:x\[r,c,(.+?)\]|a([₀-₉ᵢ₊₋]+))", part)
        numbers = []
        for sign, element, own in words:
            place = eval(element or own.translate(SUBSCRIPTS), dict(values))
            numbers.append((-1 if sign else 1) * (place if element else size + place))
        return numbers

    if "↔" in text:
        [left], right = map(literals, text.split("↔"))
        return [[-left, one] for one in right] + [[left, *(-one for one in right)]]
    if "→" in text:
        [left], right = map(literals, text.split("→"))
        return [[-left, *right]]
    return [literals(text)]


@pytest.mark.parametrize("way", ["pairwise", "sequential-counter", "ladder"])
def test_the_formulas_of_a_way_are_its_clauses(way):
    name = "extended" if way == "pairwise" else way
    clauses, _ = at_most_one(way, range(1, 10), 9)
    assert clauses_of(printed(name, "families.cell.at_most_one"), 9) == set(map(frozenset, clauses))


@pytest.mark.parametrize(("way", "highest_first", "group"), [("bitwise", True, 1), ("bimander", False, 2)])
def test_the_bits_are_those_that_the_formula_names(way, highest_first, group):
    """Which of them is first, and from where elements or groups are counted."""
    clauses, top = at_most_one(way, range(1, 10), 9)
    count = top - 9
    for element in range(1, 10):
        number = (element - 1) // group
        bits = {clause[1] for clause in clauses if clause[0] == -element and abs(clause[1]) > 9}
        for k in range(1, count + 1):
            is_one = number >> (count - k if highest_first else k - 1) & 1
            assert (9 + k if is_one else -9 - k) in bits
    text = " ".join(printed(way, "families.cell.at_most_one"))
    assert ("the highest first" in text, "the lowest first" in text) == (highest_first, not highest_first)
    assert ("i-1" in text, "g-1" in text) == (group == 1, group > 1)
