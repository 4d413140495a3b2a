"""Wrong solvers, each made from the right one in `examples/solvers/right.py` by one mistake.

A mutant is a list of edits of the text of that file. Its mistake is found in a category of the suite, with a
cause; without one, its answer is no answer (it broke off, or nobody understands it).
"""

from sudocube.crosschecking import Cause
from tests.conformance.mutant_making import mutant

# Places in the right solver.
NO_CHECK = ("        if once != ALL:\n            return  # a digit has no place left in the unit\n", "")
"""The solver is right without this, and slower; with it, it finds some of its own mistakes."""
PEERS = "for other in unit} - {cell} for cell in range(81)]"
CLUE = 'enumerate(puzzle) if symbol not in ".0"]'
SEARCH = "    for unit in UNITS:\n        once"
ANSWER = '    """What is printed for a line; a line that is no puzzle has no solution."""\n'
TEXT = 'yield "".join(str(digit.bit_length()) for digit in left)'
FOUND = "found = list(islice(solutions(line), 2))"
SAID = 'return f"unique {found[0]}" if len(found) == 1 else "multiple" if found else "none"'
COPY = "guessed = left.copy()"
TRIED = "for k in range(9) if left[cell] >> k & 1]"
DEEPER = "            yield from search(guessed)\n"

EASY, HARD, SEVENTEEN = "easy", "hard", "17 clues"
RECTANGLE, FAR, LATE = (
    "two solutions, one rectangle",
    "two solutions, far apart",
    "two solutions, a late turn",
)
THREE, HUNDREDS, EMPTY = "three solutions", "hundreds of solutions", "the empty grid"
IN_ROW, IN_COLUMN, IN_BOX = "none, clash in a row", "none, clash in a column", "none, clash in a box"
NO_PLACE, DEEP = "none, a digit without a place", "none, after a deep search"
FULL, FULL_WRONG = "full grids, right", "full grids, wrong"
LAST_CELLS, BAND, DIGIT = "clues in the last cells only", "clues in one band only", "a digit without a clue"
ONE_BLANK, ZEROS, STREAM = "one blank", "blanks written as 0", "forty puzzles in one stream"

NOT_A_SOLUTION, TWO_SOLUTIONS, A_SOLUTION = Cause.NOT_A_SOLUTION, Cause.TWO_SOLUTIONS, Cause.A_SOLUTION
PROVED_UNIQUE, PROVED_NONE, DOES_NOT_FIT = Cause.PROVED_UNIQUE, Cause.PROVED_NONE, Cause.DOES_NOT_FIT

UNITS = "UNITS = ROWS + COLUMNS + BOXES"

# A single row, column or box may be forgotten: that its digits differ follows from all the others.
TABLES = (
    mutant("rows are forgotten", PROVED_UNIQUE, HARD, UNITS, "UNITS = COLUMNS + BOXES"),
    mutant("columns are forgotten", PROVED_UNIQUE, HARD, UNITS, "UNITS = ROWS + BOXES"),
    mutant("boxes are forgotten", PROVED_UNIQUE, HARD, UNITS, "UNITS = ROWS + COLUMNS"),
    mutant(
        "the last two rows are forgotten", PROVED_UNIQUE, HARD, UNITS, "UNITS = ROWS[:7] + COLUMNS + BOXES"
    ),
    mutant(
        "the last two columns are forgotten", PROVED_UNIQUE, HARD, UNITS, "UNITS = ROWS + COLUMNS[:7] + BOXES"
    ),
    mutant(
        "four boxes are forgotten",
        PROVED_UNIQUE,
        HARD,
        UNITS,
        "UNITS = ROWS + COLUMNS + BOXES[:4] + BOXES[6:7]",
    ),
    mutant(
        "boxes begin one row too early", A_SOLUTION, EASY, "27 * (k // 3) +", "27 * (k // 3) - 9 * (k > 2) +"
    ),
    mutant("a diagonal is a unit, too", A_SOLUTION, EASY, UNITS, f"{UNITS} + [[10 * k for k in range(9)]]"),
    mutant("a cell is its own peer", A_SOLUTION, EASY, "- {cell} for", "for"),
    mutant(
        "the last cell has no peers",
        PROVED_UNIQUE,
        HARD,
        *NO_CHECK,
        PEERS,
        PEERS.replace("{cell}", "{cell, 80}") + "\nPEERS[80] = set()",
    ),
    mutant(
        "the last cell is never tried",
        *(A_SOLUTION, EASY),
        *("left = [ALL] * 81\n", 'left = [ALL] * 80 + [0 if puzzle[80] in ".0" else ALL]\n'),
    ),
    mutant("the digit 9 is forgotten", A_SOLUTION, FULL, "0b111_111_111", "0b011_111_111"),
)

PLACING = (
    mutant(
        "the clues are not held against each other",
        NOT_A_SOLUTION,
        IN_ROW,
        *("if all(place(left, cell, digit) for", "if all(place(left, cell, digit) or True for"),
    ),
    mutant(
        "a clue may overwrite",
        *(PROVED_UNIQUE, HARD),
        *(*NO_CHECK, "    if not left[cell] & digit:\n        return False\n    left", "    left"),
    ),
    mutant(
        "contradictions are passed over",
        *(PROVED_UNIQUE, HARD),
        *(*NO_CHECK, "bit_count() < 2 and not place(left, peer, left[peer]):", "bit_count() < 1:"),
    ),
    mutant(
        "the first clue is not read",
        PROVED_UNIQUE,
        SEVENTEEN,
        "enumerate(puzzle) if",
        "enumerate(puzzle) if cell and",
    ),
    mutant(
        "the last clue is not read",
        PROVED_NONE,
        LAST_CELLS,
        "enumerate(puzzle) if",
        "enumerate(puzzle[:80]) if",
    ),
    mutant(
        "clues stand one cell too early", A_SOLUTION, EASY, "enumerate(puzzle) if", "enumerate(puzzle[1:]) if"
    ),
    mutant("the clue 9 is a blank", PROVED_UNIQUE, SEVENTEEN, 'symbol not in ".0"]', 'symbol not in ".09"]'),
    mutant("the clue 1 is a blank", PROVED_UNIQUE, SEVENTEEN, 'symbol not in ".0"]', 'symbol not in ".01"]'),
    mutant(
        "the clues 6 and 9 are the same",
        A_SOLUTION,
        EASY,
        "1 << int(symbol) - 1)",
        '1 << int(symbol.replace("9", "6")) - 1)',
    ),
)

SEARCHING = (
    mutant(
        "a digit with three places has one",
        A_SOLUTION,
        HARD,
        "twice | once & left[cell]",
        "once & left[cell]",
    ),
    mutant("9 is never tried", A_SOLUTION, HARD, TRIED, TRIED.replace("(9)", "(8)")),
    mutant("1 is never tried", A_SOLUTION, HARD, TRIED, TRIED.replace("(9)", "(1, 9)")),
    mutant("only the first guess counts", A_SOLUTION, HARD, DEEPER, DEEPER + "            return\n"),
    mutant(
        "after a guess that solves it no other is tried",
        *(TWO_SOLUTIONS, RECTANGLE),
        *(
            DEEPER,
            f"{DEEPER.replace('yield from', 'for grid in')[:-1]}:\n{17 * ' '}yield grid\n{17 * ' '}return\n",
        ),
    ),
    mutant("guesses share their state", A_SOLUTION, HARD, COPY, "guessed = left"),
    mutant("the last guess is never tried", A_SOLUTION, HARD, TRIED, TRIED + "[:-1]"),
)

ANSWERING = (
    mutant("the first solution is the only one", TWO_SOLUTIONS, RECTANGLE, FOUND, FOUND.replace("2", "1")),
    mutant(
        "the limit is off by one",
        *(TWO_SOLUTIONS, RECTANGLE),
        *(FOUND, FOUND.replace("2", "3"), SAID, SAID.replace("== 1", "in (1, 2)")),
    ),
    mutant(
        "solutions are compared by their first rows",
        *(TWO_SOLUTIONS, RECTANGLE),
        *(FOUND, f"{FOUND}\n    found = list({{grid[:27]: grid for grid in found}}.values())"),
    ),
    mutant("each solution is found twice", PROVED_UNIQUE, EASY, TEXT, f"{TEXT}\n        {TEXT}"),
    mutant(
        "none and several are exchanged",
        PROVED_NONE,
        IN_ROW,
        SAID,
        SAID.replace("if found else", "if not found else"),
    ),
    mutant("a grid is shown twice", DOES_NOT_FIT, RECTANGLE, '"multiple" if', '2 * f"{found[0]} " if'),
    mutant(
        "two solutions are called unique",
        DOES_NOT_FIT,
        RECTANGLE,
        SAID,
        'return " ".join(["unique" if found else "none", *found])',
    ),
    mutant(
        "two digits are exchanged",
        NOT_A_SOLUTION,
        EASY,
        TEXT,
        TEXT.replace("str(digit.bit_length())", '"0132456789"[digit.bit_length()]'),
    ),
    mutant(
        "the grid is transposed",
        NOT_A_SOLUTION,
        EASY,
        "for digit in left)",
        "for column in COLUMNS for digit in [left[cell] for cell in column])",
    ),
    mutant("the grid is upside down", NOT_A_SOLUTION, EASY, "for digit in left)", "for digit in left[::-1])"),
    mutant("digits count from 0", None, EASY, "str(digit.bit_length())", "str(digit.bit_length() - 1)"),
    mutant("the last cell is not printed", None, EASY, "for digit in left)", "for digit in left[:80])"),
    mutant(
        "a full grid is its own solution",
        NOT_A_SOLUTION,
        FULL_WRONG,
        ANSWER,
        f'{ANSWER}    if line.isdigit() and "0" not in line:\n        return f"unique {{line}}"\n',
    ),
    mutant(
        "a full grid is no puzzle",
        A_SOLUTION,
        FULL,
        ANSWER,
        f'{ANSWER}    if line.isdigit() and "0" not in line:\n        return "none"\n',
    ),
    mutant(
        "17 clues are too few",
        PROVED_UNIQUE,
        SEVENTEEN,
        ANSWER,
        f'{ANSWER}    if sum(symbol in "123456789" for symbol in line) < 18:\n        return "multiple"\n',
    ),
    mutant(
        "eight digits are too few",
        PROVED_UNIQUE,
        DIGIT,
        ANSWER,
        f'{ANSWER}    if len(set(line) & set("123456789")) < 9:\n        return "multiple"\n',
    ),
    mutant(
        "an empty row is too empty",
        TWO_SOLUTIONS,
        BAND,
        ANSWER,
        f'{ANSWER}    if any(line[k : k + 9] == 9 * "." for k in range(0, 81, 9)):\n        return "none"\n',
    ),
    mutant(
        "the empty grid is no puzzle",
        TWO_SOLUTIONS,
        EMPTY,
        ANSWER,
        f'{ANSWER}    if not set(line) & set("123456789"):\n        return "none"\n',
    ),
    mutant("the empty grid breaks it", None, EMPTY, ANSWER, f'{ANSWER}    int(line.strip(".0")[0])\n'),
    mutant(
        "one blank is forgotten",
        NOT_A_SOLUTION,
        ONE_BLANK,
        ANSWER,
        f'{ANSWER}    if line.count(".") == 1:\n        return "unique " + line.replace(".", "1")\n',
    ),
    mutant("the blank 0 is a digit", None, ZEROS, CLUE, CLUE.replace(".0", ".")),
    mutant("the blank 0 is unknown", A_SOLUTION, ZEROS, 'set(".0123456789")', 'set(".123456789")'),
)

STEPS = "\n\nsteps = 0\n\n\ndef search("
COUNT = f"    global steps\n    steps += 1\n    if steps > 50:\n        return\n{SEARCH}"

STATE = (
    mutant(
        "the search is given up",
        A_SOLUTION,
        HARD,
        "\n\ndef search(",
        STEPS,
        SEARCH,
        COUNT,
        ANSWER,
        f"{ANSWER}    global steps\n    steps = 0\n",
    ),
    mutant(
        "the steps of all puzzles are counted",
        A_SOLUTION,
        STREAM,
        "\n\ndef search(",
        STEPS,
        SEARCH,
        COUNT.replace("50", "1000"),
    ),
    mutant(
        "solutions are kept after an early return",
        PROVED_UNIQUE,
        STREAM,
        "\n\ndef answer(",
        "\n\nfound = []\n\n\ndef answer(",
        FOUND,
        "for grid in solutions(line):\n        found.append(grid)\n"
        "        if len(found) >= 2:\n            return 'multiple'",
        SAID,
        "said = f'unique {found[0]}' if found else 'none'\n    found.clear()\n    return said",
    ),
    mutant(
        "answers are kept under too short a key",
        NOT_A_SOLUTION,
        STREAM,
        "\n\ndef answer(",
        "\n\nkept = {}\n\n\ndef answer(",
        FOUND,
        "key = sum(map(int, line.replace('.', '0')))\n"
        "    found = kept.setdefault(key, None) or list(islice(solutions(line), 2))\n"
        "    kept[key] = found",
    ),
    mutant(
        "the board is not cleared",
        A_SOLUTION,
        EASY,
        "\n\ndef solutions(",
        "\n\nleft = [ALL] * 81\n\n\ndef solutions(",
        "    left = [ALL] * 81\n    clues",
        "    clues",
    ),
    mutant(
        "a contradiction is remembered",
        A_SOLUTION,
        STREAM,
        "\n\ndef answer(",
        "\n\nfailed = False\n\n\ndef answer(",
        FOUND,
        f"global failed\n    {FOUND}\n    found = [] if failed else found\n    failed = not found",
    ),
)

MUTANTS = (*TABLES, *PLACING, *SEARCHING, *ANSWERING, *STATE)
