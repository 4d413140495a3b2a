"""Makes the puzzles of the conformance suite: `python -m tests.conformance LIST [CATEGORY …]`.

LIST is the published list of puzzles with 17 clues. Where categories are named, only those are made again.
The puzzles go to the package; then certificates prove them (the folder must not be there before):

    sudocube certify src/sudocube/conformance/cases.csv -o tests/conformance/certificates
"""

import csv
import sys
from pathlib import Path

from tests.conformance.case_making import MadeCase, made_cases

CASES = Path(__file__).parents[2] / "src" / "sudocube" / "conformance" / "cases.csv"
SEED = 15


def main(published: Path, anew: list[str]) -> None:
    """Write all cases."""
    lines = [line for line in published.read_text(encoding="utf-8").splitlines() if len(line) == 81]
    kept: dict[str, list[MadeCase]] = {}
    if anew:
        with CASES.open(encoding="utf-8", newline="") as stream:
            for row in map(MadeCase._make, list(csv.reader(stream))[1:]):
                kept.setdefault(row.category, []).append(row)
    made = list(made_cases(SEED, lines, {name: rows for name, rows in kept.items() if name not in anew}))
    with CASES.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(MadeCase._fields)
        writer.writerows(made)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
