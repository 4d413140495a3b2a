"""Right and wrong solvers for the tests of the suite, made of the kernel; as a program:

    python solvers_to_test.py NAME [WHEN_ODD [ANSWERS]]

A program that is asked singly is started hundreds of times, and to import the kernel takes ten times as long
as Python itself. With a file of ANSWERS, of lines with a puzzle and its first two solutions, it looks them up
there instead; of another puzzle it knows nothing, and dies.
"""

import sys
import time

ANSWERS = sys.argv[3] if __name__ == "__main__" and len(sys.argv) > 3 else None

if ANSWERS is None:
    from sudocube.kernel.batches import count_many, solve_many
else:
    with open(ANSWERS) as file:  # noqa: PTH123 # to import pathlib takes as long as all the rest
        known = {puzzle: found for puzzle, *found in map(str.split, file)}


def solutions_of(cells, limit=2):
    """The first two solutions as texts."""
    if ANSWERS is not None:
        return known[cells.replace("0", ".")]
    found = solve_many([cells], jobs=1)
    number = max(int(found.counts[0]), 0)
    return ["".join(map(str, found.solutions[0, k])) for k in range(min(number, limit))]


def verdict(cells):
    """Right: a verdict and its solutions."""
    found = solutions_of(cells)
    return " ".join([("none", "unique", "multiple")[len(found)], *found])


def first_solution(cells):
    """Right: a solution or none."""
    return next(iter(solutions_of(cells)), "none")


def grid_or_word(cells):
    """Right: a grid alone for a puzzle with one solution, a word for others."""
    found = solutions_of(cells)
    return "multiple" if len(found) == 2 else next(iter(found), "none")


def count_to_two(cells):
    """Right: the number of solutions, 2 for two or more."""
    return str(len(solutions_of(cells)))


def count_to_thousand(cells):
    """Right: the number of solutions, up to a thousand."""
    return str(count_many([cells], limit=1000, jobs=1)[0])


def says_unique(cells):
    """Wrong: it stops at the first solution, and calls it the only one."""
    found = first_solution(cells)
    return found if found == "none" else f"unique {found}"


def first_or_multiple(cells):
    """Wrong: several solutions are noticed only where r1c1 is blank."""
    found = solutions_of(cells)
    return "multiple" if len(found) == 2 and cells[0] in ".0" else next(iter(found), "none")


def turned(cells):
    """Wrong: rows and columns are exchanged in the output."""
    found = first_solution(cells)
    return found if found == "none" else "".join(found[column::9] for column in range(9))


def gives_up(cells):
    """Wrong: a hard puzzle is taken for one without a solution."""
    return "none" if cells.count(".") > 56 else verdict(cells)


def blind_to_zero(cells):
    """Wrong: blanks have to be dots."""
    return "none" if "0" in cells else verdict(cells)


def off_by_one(cells):
    """Wrong: above two, it counts one solution too many."""
    number = int(count_many([cells], limit=1000, jobs=1)[0])
    return str(number + (2 < number < 1000))


def never_multiple_without_clash(cells):
    """Wrong: it does not look at the clues; a full grid is its own solution."""
    return f"unique {cells}" if not set(cells) & set(".0") else verdict(cells)


_last = [""]


def keeps_state(cells):
    """Wrong: after a puzzle without a solution, the next one has none either."""
    said = verdict(cells)
    _last[0], before = said, _last[0]
    return "none" if before == "none" and said.startswith("unique") else said


def is_puzzle(line):
    """Whether a line is a 9×9 puzzle."""
    return len(line) == 81 and set(line) <= set(".0123456789")


def say(line):
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def answer_lines(solver, when_odd):
    """Answer each line; `when_odd` says what happens for one that is no puzzle."""
    for line in sys.stdin.buffer:
        text = line.rstrip(b"\n").decode()
        if is_puzzle(text):
            say(solver(text))
        elif when_odd == "dies":
            sys.exit(3)
        elif when_odd == "hangs":
            time.sleep(60)
        elif when_odd != "skips":
            say("invalid" if when_odd == "answers" else "invalid\nno puzzle")


if __name__ == "__main__":
    answer_lines(globals()[sys.argv[1]], sys.argv[2] if len(sys.argv) > 2 else "answers")
