"""Hints where there are auxiliary variables, or damage that is no known slip: no hint is false."""

from itertools import combinations, pairwise
from random import Random

import pytest

from sudocube.clock import Clock
from sudocube.cube import Family, cube
from sudocube.encoder.own_clause_file import own_encoding
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.geometry import Geometry
from sudocube.lab.slips import known_slips
from tests.lab.own_formulas import written
from tests.lab.test_own_formulas import GRIDS, damaged, right_formula

FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)
SHAPES = [FOUR, NINE]
UNITS = ("row", "column", "box")


def hints_on(clauses, shape):
    own = OwnClauses(tuple(map(tuple, clauses)), geometry=shape)
    found = known_slips(own_encoding("mine", "mine", own), shape, Clock())
    return [] if found is None else [(hint.slip, hint.text) for hint in found.hints]


def lines(shape, family):
    return [[element + 1 for element in line.elements] for line in cube(shape).lines_of(Family(family))]


def counter(line, top):
    """At most one of a line by a sequential counter with the variables after `top`."""
    so_far = range(top + 1, top + len(line))
    clauses = [[-element, some] for element, some in zip(line, so_far, strict=False)]
    clauses += [[-one, next_one] for one, next_one in pairwise(so_far)]
    return clauses + [[-element, -some] for element, some in zip(line[1:], so_far, strict=True)]


def commander(line, top):
    """At most one of a line by the variables of its groups of two or three, after `top`."""
    step = 2 if len(line) == 4 else 3
    groups = [line[at : at + step] for at in range(0, len(line), step)]
    leaders = range(top + 1, top + 1 + len(groups))
    clauses = [[-one, -other] for group in (*groups, leaders) for one, other in combinations(group, 2)]
    return clauses + [[-one, leader] for leader, some in zip(leaders, groups, strict=True) for one in some]


def with_auxiliary(shape, write, families=UNITS, damage=lambda clauses: clauses, without=()):
    """The minimal encoding; in some families, each line has auxiliary variables of its own."""
    clauses = [
        *map(list, written(shape, ["cell"], [unit for unit in UNITS if unit not in (*families, *without)]))
    ]
    top = shape.size**3
    for line in (line for family in families for line in lines(shape, family)):
        new = write(line, top)
        top = max(abs(literal) for clause in new for literal in clause)
        clauses += damage(new)
    return clauses


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("write", [counter, commander])
@pytest.mark.parametrize("families", [["row"], ["box"], UNITS], ids=" ".join)
def test_a_family_that_auxiliary_variables_speak_of_is_not_called_forgotten(shape, write, families):
    assert hints_on(with_auxiliary(shape, write, families, lambda clauses: clauses[:-1]), shape) == []


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_cells_are_not_called_forgotten_where_auxiliary_variables_keep_digits_apart(shape):
    clauses = with_auxiliary(shape, counter, ["cell", *UNITS])[shape.size**2 :]  # without "at least one"
    assert [slip for slip, _ in hints_on(clauses, shape)] in ([], ["only-at-most"])


@pytest.mark.parametrize(("lost", "other"), [("row", "box"), ("box", "column"), ("column", "box")])
def test_pairs_of_another_family_do_not_show_that_a_forgotten_one_was_begun(lost, other):
    """At 4x4, the pairs in the groups of one family's commanders are also pairs of another family."""
    clauses = with_auxiliary(FOUR, commander, [other], without=[lost])
    assert "every-second-pair" not in [slip for slip, _ in hints_on(clauses, FOUR)]
    assert "last-left-out" not in [slip for slip, _ in hints_on(clauses, FOUR)]


def test_what_a_forgotten_family_lacks_is_shown_by_a_clause_that_does_not_follow():
    """Rows say by counting that r1c1 and r1c2 differ; that r1c1 and r2c2 do, only boxes say."""
    at_most_in_cells = [[-a, -b] for line in lines(FOUR, "cell") for a, b in combinations(line, 2)]
    [(name, text)] = hints_on([*at_most_in_cells, *lines(FOUR, "row"), *lines(FOUR, "column")], FOUR)
    assert name == "family-forgotten"
    assert "Missing is, for example, [-1, -21]: r1c1 and r2c2 do not both hold 1." in text


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_family_with_wrong_clauses_is_not_called_forgotten(shape):
    clauses = [*map(list, written(shape, ["cell"], ["column", "box"]))]
    clauses += [[-line[0], line[2]] for line in lines(shape, "row")[:3]]
    assert hints_on(clauses, shape) == []


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_right_clauses_are_not_taken_for_another_numbering(shape):
    clauses = [*map(list, written(shape, ["cell"], ["column", "box"]))]
    clauses += [[-a, -b] for line in lines(shape, "cell")[:-1] for a, b in combinations(line, 2)]
    [(slip, text)] = hints_on(clauses, shape)
    assert (slip, text.startswith("No clause is about the rows.")) == ("family-forgotten", True)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_one_row_is_not_taken_for_another_numbering_of_columns(shape):
    hints = hints_on(lines(shape, "row")[: shape.size], shape)
    assert hints[0][0] == "only-the-first"
    assert not any("numbered" in text for _, text in hints)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("families", [["box"], ["cell", *UNITS]], ids=" ".join)
def test_signs_are_not_called_flipped_where_only_an_element_is_left_out(shape, families):
    clauses = [line[:-1] for family in families for line in lines(shape, family)]
    assert "sign-flipped" not in [slip for slip, _ in hints_on(clauses, shape)]


def test_all_signs_are_told_to_be_flipped_also_where_something_is_missing():
    rules = written(NINE, ["cell"], UNITS)
    [*_, (slip, text)] = hints_on([[-literal for literal in clause] for clause in rules[:-1]], NINE)
    assert (slip, text.startswith("All signs seem to be flipped.")) == ("sign-flipped", True)


@pytest.mark.parametrize("seed", range(60))
def test_nothing_false_is_said_of_a_formula_that_is_right_but_for_a_random_damage(seed):
    """What is undone gives clauses that say the rules, or some of the clauses do not follow from the rules.

    Half of the formulas have auxiliary variables.
    """
    rng = Random(seed)
    if seed % 2:
        clauses = right_formula(rng)
    else:
        families = rng.sample(UNITS, rng.randrange(1, 4))
        clauses = with_auxiliary(FOUR, rng.choice((counter, commander)), families)
    clauses = damaged(clauses, rng)
    own = OwnClauses(tuple(map(tuple, clauses)), geometry=FOUR)
    found = known_slips(own_encoding("mine", "mine", own), FOUR, Clock())
    if found is None:
        return
    for hint in found.hints:
        if found.mended is False:
            spoken_of = [clauses[hint.clause - 1]] if hint.clause else clauses
            assert not all(map(holds_in_all_grids, spoken_of))
        if hint.slip == "family-forgotten":
            assert all(abs(literal) <= 64 for clause in clauses for literal in clause)
            [family] = [one for one in Family if f"about the {one}" in hint.text.replace("boxes", "box")]
            others = [one for one in Family if one != family]
            of_others = written(FOUR, others, others)
            its_own = set(map(frozenset, written(FOUR, [family], [family]))) - set(map(frozenset, of_others))
            assert its_own.isdisjoint(map(frozenset, clauses))


def holds_in_all_grids(clause):
    return all(any((abs(literal) in grid) == (literal > 0) for literal in clause) for grid in GRIDS)
