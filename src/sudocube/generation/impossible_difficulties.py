"""Difficulties that no puzzle has: it would be solved and not solved by the same, or has too few blanks.

Each of these solves whatever those above it solve, of puzzles with one solution:

    cube:propagate   naked singles, and hidden singles in rows and columns
    singles          naked and hidden singles: depth 0, and backdoor 0
    sets             these, and hidden pairs
    possibles        these, and further naked and hidden groups

For each of them only ends when it is stuck, and is then closed under all rules of the one above it: none of
these would change anything. For possibles and hidden pairs, that needs a reason: two digits have their only
places of a unit in the same two open cells. With five or more open cells, that is a group inside. With four,
the other two cells are a group outside; with three, the other one is a naked single. And all rules are
monotone: what follows from some candidates follows from fewer of them, too, or has been drawn already. (Of a
hidden pair, one digit may have a single place left; then hidden singles do the same.) So whatever the method
above removes is removed below as well.

At 4×4, cube:propagate solves every puzzle: all 85,632 strictly minimal ones, which a test tries, and so those
with more clues.

The depth is no greater than the number of blanks. With none, the board is solved or contradictory. Else, to
assume a candidate leaves a board with fewer blanks and one solution at most, so a closure that is one less
deep solves it or refutes the candidate. Then all wrong candidates go. That a backdoor has no more cells than
there are blanks is plain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudocube.errors import ImpossibleError
from sudocube.generation.plan_values import Range, in_words
from sudocube.geometry import Geometry

SINGLES = "singles"

REACH = ("cube:propagate", SINGLES, "sets", "possibles")
"""Each solves what those before it solve."""

SIZE_SOLVED_BY_ALL = 4
"""The size of which each puzzle is solved by all of REACH."""


def check_difficulty(
    geometry: Geometry,
    least_clues: int,
    depth: Range | None,
    backdoor: Range | None,
    methods: Sequence[str],
    not_methods: Sequence[str],
) -> None:
    """Raise ImpossibleError where it is known that no puzzle with so many clues, or more, is so hard."""
    measures = {"depth": depth, "backdoor": backdoor}
    for reason in (
        *_about_reach(geometry, measures, methods, not_methods),
        *_about_blanks(geometry, least_clues, measures),
    ):
        raise ImpossibleError(reason)


def _about_reach(
    geometry: Geometry, measures: dict[str, Range | None], methods: Sequence[str], not_methods: Sequence[str]
) -> Iterator[str]:
    """What has to be solved, by what solves least first, against what must not be solved."""
    size, singles = geometry.size, REACH.index(SINGLES)
    solved = [(0, f"a {size}×{size} puzzle with one solution")] if size == SIZE_SOLVED_BY_ALL else []
    solved += [(REACH.index(method), f"what {method} solves") for method in methods]
    stuck = [(REACH.index(method), f"is solved by {method}") for method in not_methods]
    for name, limits in measures.items():
        if limits is not None and limits[1] == 0:
            solved.append((singles, f"a puzzle of {name} 0"))
        if limits is not None and limits[0] > 0:
            stuck.append((singles, f"has {name} 0, not {in_words(limits)}"))
    for reach, what in sorted(solved):
        for other, happens in stuck:
            if reach <= other:
                yield f"{what} {happens}"


def _about_blanks(geometry: Geometry, least_clues: int, measures: dict[str, Range | None]) -> Iterator[str]:
    blanks = geometry.cell_count - least_clues
    for name, limits in measures.items():
        if limits is not None and limits[0] > blanks:
            yield (
                f"a {name} of {in_words(limits)}: with {least_clues} clues or more, there are "
                f"{blanks} blank{'s' * (blanks != 1)} at most"
            )
