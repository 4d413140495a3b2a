/* A right solver in C: for each line with a puzzle it prints how many solutions there are, and shows them.

       cc -O2 -o right examples/solvers/right.c
       sudocube test-solver ./right

   It counts up to two: `0`, `1 GRID` or `2 GRID GRID`. */
#include <stdio.h>
#include <string.h>

enum { CELLS = 81, UNITS = 27, LIMIT = 2 };
enum { ALL = 0x1ff }; /* a set of digits: bit 0 stands for 1, bit 8 for 9 */

/* Rows are the units 0 to 8, columns 9 to 17, boxes 18 to 26. */
static int cells_of[UNITS][9], units_of[CELLS][3];
static int lacks[UNITS];             /* the digits that a unit still lacks */
static int grid[CELLS];              /* the digit of a cell as a set, or 0 for a blank */
static int found;                    /* solutions so far */
static char shown[LIMIT][CELLS + 1];

static void number_units(void) {
    int size[UNITS] = {0};
    for (int cell = 0; cell < CELLS; cell++) {
        int units[3] = {cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3};
        for (int k = 0; k < 3; k++) {
            units_of[cell][k] = units[k];
            cells_of[units[k]][size[units[k]]++] = cell;
        }
    }
}

/* The digits that a cell can hold; none if it holds one. */
static int candidates(int cell) {
    const int *units = units_of[cell];
    return grid[cell] ? 0 : lacks[units[0]] & lacks[units[1]] & lacks[units[2]];
}

/* Put a digit into a cell, or take it out again. */
static void flip(int cell, int digit) {
    grid[cell] ^= digit;
    for (int k = 0; k < 3; k++) lacks[units_of[cell][k]] ^= digit;
}

/* The cell to go on with, and in *digits those to try: of all blanks the one with the fewest candidates, or one
   that alone can hold a digit of a unit. -1 if there is no blank. *digits is 0 at a contradiction. */
static int choose(int *digits) {
    int best = -1, fewest = 10;
    for (int cell = 0; cell < CELLS; cell++) {
        int count = __builtin_popcount(candidates(cell));
        if (!grid[cell] && count < fewest) best = cell, fewest = count, *digits = candidates(cell);
    }
    for (int unit = 0; unit < UNITS && best >= 0 && fewest > 1; unit++) {
        int once = 0, twice = 0;
        for (int k = 0; k < 9; k++) {
            int set = candidates(cells_of[unit][k]);
            twice |= once & set;
            once |= set;
        }
        if (once != lacks[unit]) return *digits = 0;
        for (int k = 0; k < 9 && fewest > 1; k++) {
            int alone = candidates(cells_of[unit][k]) & ~twice;
            if (alone) best = cells_of[unit][k], fewest = 1, *digits = alone & -alone;
        }
    }
    return best;
}

static void search(void) {
    int digits = 0, cell = choose(&digits);
    if (cell < 0) {
        for (int k = 0; k < CELLS; k++) shown[found][k] = '1' + __builtin_ctz(grid[k]);
        found++;
    }
    for (; digits && found < LIMIT; digits &= digits - 1) {
        flip(cell, digits & -digits);
        search();
        flip(cell, digits & -digits);
    }
}

/* Fill in the clues; 0 if the line is no puzzle, or if two clues clash. */
static int read_clues(const char *line) {
    if (strlen(line) != CELLS || strspn(line, ".0123456789") != CELLS) return 0;
    memset(grid, 0, sizeof grid);
    for (int unit = 0; unit < UNITS; unit++) lacks[unit] = ALL;
    for (int cell = 0; cell < CELLS; cell++) {
        int digit = line[cell] >= '1' ? 1 << (line[cell] - '1') : 0;
        if (digit & ~candidates(cell)) return 0;
        flip(cell, digit);
    }
    return 1;
}

int main(void) {
    static char line[1 << 16];
    number_units();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        found = 0;
        if (read_clues(line)) search();
        printf("%d", found);
        for (int solution = 0; solution < found; solution++) printf(" %s", shown[solution]);
        puts("");
        fflush(stdout); /* otherwise the answers wait until there are many */
    }
}
