// One round of propagation on as many puzzles as a vector has lanes. README.md draws the layout and works
// a round through on a band with real digits.
//
//     word  cells[9 * band + 3 * row + column], one lane = one puzzle
//
//     bit   31 30 | 29  28 ... 20 | 19  18 ... 10 |  9   8 ... 0       row is the row within its band,
//            0  0 | on   9 ...  1 | on   9 ...  1 | on   9 ... 1       column the column within its box
//                 | right box     | middle box    | left box
//
// A field of ten bits is a cell: nine candidates, and above them a guard that is always on. Taking 1 from
// each field makes the guard fall exactly where the nine bits are 0: so it tells empty cells from others,
// and cells with one candidate from cells with more, in all three cells at once.
#pragma once

#include "simd.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

constexpr uint32_t ones = 1u | 1u << 10 | 1u << 20;    // the lowest bit of each field
constexpr uint32_t digits = 0x1FF * ones;              // all candidates of each field
constexpr uint32_t guards = 0x200 * ones;              // the guard of each field

struct Grid {
    Words cells[27];
};

// What a round has seen.
struct Outcome {
    Words no_empty_cell;    // guards on: no cell without a candidate
    Words covered;          // digits on: no unit without a place for a digit
    Words changed;          // on where the column pass removed a digit, of any cell of the three columns
};

// Fields all ones where the guard is on, all zeros where it is off.
INLINE Words spread(Words words) {
    const Words guard = words & guards;
    return guard - (guard >> 9);
}

// For each of the three fields what is in the two others. Guards and higher bits are junk.
INLINE Words other_fields(Words words) {
    return any_of(words << 10, words >> 20, words << 20) | words >> 10;
}

// Steps of the row pass, for one band: nine words, three triads (row r; the fields are its three boxes).
INLINE void row_pass(Words *cells, Words *hidden, Outcome &outcome) {
    // 1. Cells with one candidate; the union of those in a triad.
    Words several[9], singles[3];
    for (int r = 0; r < 3; r++) {
        singles[r] = all(0);
        for (int c = 0; c < 3; c++) {
            const Words cell = cells[3 * r + c];
            const Words below = cell - ones;
            outcome.no_empty_cell &= below;
            several[3 * r + c] = spread((cell & below) - ones);
            singles[r] = a_or_b_without_c(singles[r], cell, several[3 * r + c]);
        }
    }
    // 2. What the triads can hold, and what they must: a digit that has a cell of its own there, or that
    //    neither the rest of the row nor the rest of the box can hold.
    Words can[3], must[3];
    for (int r = 0; r < 3; r++) can[r] = any_of(cells[3 * r], cells[3 * r + 1], cells[3 * r + 2]);
    for (int r = 0; r < 3; r++) {
        const Words rest_of_row = other_fields(can[r]);
        const Words rest_of_box = can[(r + 1) % 3] | can[(r + 2) % 3];
        const Words confined = a_unless_b_and_c(can[r], rest_of_row, rest_of_box);
        must[r] = a_and_b_or_c(singles[r], all(digits), confined);
        outcome.covered &= can[r] | rest_of_row;
        if (r == 0) outcome.covered &= can[r] | rest_of_box;
    }
    // 3. Digits that must be in a triad and have one cell there.
    for (int r = 0; r < 3; r++) {
        const Words once = exactly_one_of(cells[3 * r], cells[3 * r + 1], cells[3 * r + 2]);
        hidden[r] = a_and_b_or_c(must[r], once, all(guards));
    }
    // 4. A triad loses what another of its row or box must hold; a cell also what has a cell of its own.
    for (int r = 0; r < 3; r++) {
        const Words taken = any_of(other_fields(must[r]), must[(r + 1) % 3], must[(r + 2) % 3]) & digits;
        for (int c = 0; c < 3; c++) {
            Words &cell = cells[3 * r + c];
            cell = a_unless_b_or_c(cell, taken, singles[r] & several[3 * r + c]);
        }
    }
}

// Steps of the column pass, for all columns: nine triads (band b, column c; the fields are three stacks).
INLINE void column_pass(Words *cells, const Words *hidden_in_rows, Outcome &outcome) {
    // 1. What the triads can hold, and what they must. (Singles need no mention: the row pass has cleared
    //    their boxes, so that the triad is confined.)
    Words can[9], must[9], hidden[9];
    for (int b = 0; b < 3; b++)
        for (int c = 0; c < 3; c++) {
            const Words *top = cells + 9 * b + c;
            can[3 * b + c] = any_of(top[0], top[3], top[6]);
        }
    for (int b = 0; b < 3; b++)
        for (int c = 0; c < 3; c++) {
            const Words rest_of_column = can[(3 * b + c + 3) % 9] | can[(3 * b + c + 6) % 9];
            const Words rest_of_box = can[3 * b + (c + 1) % 3] | can[3 * b + (c + 2) % 3];
            must[3 * b + c] = a_unless_b_and_c(can[3 * b + c], rest_of_column, rest_of_box);
            if (b == 0) outcome.covered &= can[c] | rest_of_column;
        }
    // 2. Digits that must be in a triad and have one cell there.
    for (int t = 0; t < 9; t++) {
        const Words *top = cells + t / 3 * 9 + t % 3;
        hidden[t] = must[t] & exactly_one_of(top[0], top[3], top[6]);
    }
    // 3. A triad loses what another of its column or box must hold; then a cell that is the only one for
    //    a digit, in the column, the row or the box, loses all other digits.
    for (int b = 0; b < 3; b++)
        for (int c = 0; c < 3; c++) {
            const Words taken = any_of(must[(3 * b + c + 3) % 9], must[(3 * b + c + 6) % 9],
                                       must[3 * b + (c + 1) % 3]) | must[3 * b + (c + 2) % 3];
            for (int r = 0; r < 3; r++) {
                Words &cell = cells[9 * b + 3 * r + c];
                const Words left = cell & ~(taken & digits);
                const Words only = a_where_b_or_c(left, hidden_in_rows[3 * b + r], hidden[3 * b + c]);
                const Words after = a_where_b_or_not_c(left, only, spread(only - ones));
                outcome.changed = a_or_difference(outcome.changed, cell, after);
                cell = after;
            }
        }
}

INLINE Outcome one_round(Grid &grid) {
    Words hidden_in_rows[9];
    Outcome outcome = {all(guards), all(digits), all(0)};
    for (int band = 0; band < 3; band++) row_pass(grid.cells + 9 * band, hidden_in_rows + 3 * band, outcome);
    column_pass(grid.cells, hidden_in_rows, outcome);
    return outcome;
}

}}}  // namespace kernel::SIMD_LEVEL
