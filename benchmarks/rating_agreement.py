"""How the measures of `sudocube rate` agree with the ratings of another program: rank correlations.

    python benchmarks/rating_agreement.py RATED [--timeout 60] [--jobs 2]

RATED has a puzzle and its rating on each line, as Sukaku Explainer prints them, say:

    java -cp SukakuExplainer.jar diuf.sudoku.test.serate --format='%g %r' --input=puzzles.txt --output=RATED

Spearman's rank correlation (C. Spearman, "The proof and measurement of association between two things", 1904)
is 1 where both put the puzzles in the same order, and 0 where one says nothing of the other. Equal values
share their ranks. Puzzles for which a measure is not known within the time are left out of its row, and
counted.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import correlation, median

from rich.console import Console
from rich.table import Table

from sudocube.rating import Rating, rate_many

MEASURES: dict[str, Callable[[Rating], float | None]] = {
    "level": lambda rating: rating.level,
    "depth": lambda rating: rating.depth,
    "backdoor": lambda rating: rating.backdoor,
    "methods that get stuck": lambda rating: sum(not is_solved for is_solved in rating.methods.values()),
    "proof steps, at most": lambda rating: rating.proof_steps_at_most,
    "guesses of the kernel": lambda rating: rating.guesses,
    "number of clues": lambda rating: None if rating.puzzle is None else len(rating.puzzle.clues),
}
"""What is compared with the ratings."""


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1 for the smallest; equal values have the mean of their ranks."""
    places = defaultdict(list)
    for place, value in enumerate(sorted(values), 1):
        places[value].append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation of two lists; 0 where all values of one are equal."""
    if len(set(one)) < 2 or len(set(other)) < 2:
        return 0.0
    return correlation(ranks(one), ranks(other))


def measured(rated: dict[str, float], ratings: Sequence[Rating]) -> Table:
    """The table of rank correlations."""
    table = Table("measure", "rank correlation", "puzzles", "not known")
    for name, measure in MEASURES.items():
        pairs = [
            (value, rated[str(rating.puzzle)]) for rating in ratings if (value := measure(rating)) is not None
        ]
        known = rank_correlation(*zip(*pairs, strict=True)) if pairs else 0.0
        table.add_row(name, f"{known:.2f}", str(len(pairs)), str(len(ratings) - len(pairs)))
    return table


def spread(rated: dict[str, float], ratings: Sequence[Rating]) -> Table:
    """The ratings of the puzzles of each depth and backdoor, and of those that a method solves or not."""
    groups = defaultdict(list)
    for rating in ratings:
        groups["depth", str(rating.depth)].append(rated[str(rating.puzzle)])
        groups["backdoor", str(rating.backdoor)].append(rated[str(rating.puzzle)])
        for method, is_solved in rating.methods.items():
            groups[method, "solves" if is_solved else "stuck"].append(rated[str(rating.puzzle)])
    table = Table("measure", "value", "puzzles", "lowest", "median", "highest")
    for (name, value), found in sorted(groups.items()):
        ends = (min(found), median(found), max(found))
        table.add_row(name, value, str(len(found)), *(f"{end:.1f}" for end in ends))
    return table


def main() -> None:
    """Read the ratings, rate the puzzles, print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rated", type=Path)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    fields = [line.split()[:2] for line in options.rated.read_text("utf-8").splitlines() if line.strip()]
    rated = {cells.replace("0", "."): float(rating) for cells, rating in fields}
    ratings = list(rate_many(list(rated), timeout=options.timeout, jobs=options.jobs))
    unrated = [rating for rating in ratings if not rating.solutions]
    ratings = [rating for rating in ratings if rating.solutions]
    console = Console()
    given = sorted(rated.values())
    console.print(f"{len(ratings)} puzzles, rated {given[0]} to {given[-1]}; {len(unrated)} not unique")
    console.print(measured(rated, ratings), spread(rated, ratings))


if __name__ == "__main__":
    main()
