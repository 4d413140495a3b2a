// One round of propagation on as many puzzles as a vector has lanes. README.md draws the layout and goes
// through a round on a band with real digits.
//
//     word  cells[9 * band + 3 * row + column], one lane = one puzzle
//
//     bit   31 30 | 29  28 ... 20 | 19  18 ... 10 |  9   8 ... 0       row is the row within its band,
//            0  0 | on   9 ...  1 | on   9 ...  1 | on   9 ... 1       column the column within its box
//                 | right box     | middle box    | left box
//
// A field of ten bits is a cell: nine candidates, and above them a guard bit that is always set. Subtracting
// 1 from each field clears the guard exactly where the nine bits are 0. So it distinguishes empty cells from
// others, and cells with one candidate from cells with more, in all three cells at once.
#pragma once

#include "simd.h"

namespace kernel::SIMD_LEVEL { namespace {

constexpr uint32_t ones = 1u | 1u << 10 | 1u << 20;  // the lowest bit of each field
constexpr uint32_t digits = 0x1FF * ones;            // all candidates of each field
constexpr uint32_t guards = 0x200 * ones;            // the guard of each field

// The vectors after the first 27 are padding, so that whole vectors of a lane's words can be read.
struct Grid {
    Words cells[vectors * lanes];
};

// What a round found.
struct RoundResult {
    Words no_empty_cell;  // guards on: every cell has a candidate
    Words covered;        // digits on: every unit had a place for each digit
    Words several;        // on in a field: a cell had two candidates or more when the round began
    Words changed;        // on where the column pass removed a candidate of any cell
};

// Fields all ones where the guard is on, all zeros where it is off.
INLINE Words spread(Words words) {
    const Words guard = words & guards;
    return guard - (guard >> 9);
}

// Fields all ones where there are three digits or more, all zeros elsewhere. The guards of `digits_of` are
// off; the function sets them on the way.
INLINE Words at_least_three(Words digits_of) {
    const Words but_one = a_and_b_or_c(digits_of, digits_of + (guards - ones), all(guards));
#ifdef BREAK_TRIAD  // a fault on purpose, see tests/kernel/README.md: two digits count as three
    return spread(but_one - ones);
#endif
    const Words but_two = a_and_b_or_c(but_one, but_one - ones, all(guards));
    return spread(but_two - ones);
}

// The digits that are candidates of exactly one cell of a triad.
INLINE Words with_one_cell(Words cell0, Words cell1, Words cell2) {
#ifdef BREAK_HIDDEN_SINGLE  // a fault on purpose: two cells count as one
    return any_of(cell0, cell1, cell2) & ~all_of(cell0, cell1, cell2);
#endif
    return exactly_one_of(cell0, cell1, cell2);
}

// For each of the three fields, the union of the two others. Guards and higher bits are undefined.
INLINE Words other_fields(Words words) { return any_of(words << 10, words >> 20, words << 20) | words >> 10; }

// What a triad keeps: all candidates but those that the four other triads of its row or column and of its box
// must hold. If it must hold three digits, it keeps only these.
INLINE Words kept_by(Words must, Words others_beside, Words in_box_one, Words in_box_two) {
    const Words taken = any_of(others_beside, in_box_one, in_box_two);
    return neither_a_nor_b_without_c(taken, at_least_three(must), must);
}

// The row pass on one band of nine words. A word of triads is for row r; its fields are the three boxes.
INLINE void row_pass(Words *cells, Words *hidden, RoundResult &result) {
    Words cell[9], singles[3], can[3], must[3];
    for (int r = 0; r < 3; r++) {
        // 1. Cells with one candidate: the other cells of the triad lose it. Two equal ones empty each other.
        Words single[3], several[3];
        for (int c = 0; c < 3; c++) {
            cell[3 * r + c] = cells[3 * r + c];
            several[c] = spread((cell[3 * r + c] & (cell[3 * r + c] - ones)) - ones);
            single[c] = a_without_b_where_c(cell[3 * r + c], several[c], all(digits));
        }
        result.several = any_of(result.several, several[0], several[1]) | several[2];
        singles[r] = any_of(single[0], single[1], single[2]);
        for (int c = 0; c < 3; c++)
            cell[3 * r + c] = a_without_b_or_c(cell[3 * r + c], single[(c + 1) % 3], single[(c + 2) % 3]);
        can[r] = any_of(cell[3 * r], cell[3 * r + 1], cell[3 * r + 2]);
    }
    // 2. What each triad must hold: the digits of its single cells, and digits that the rest of the row or
    //    the rest of the box cannot hold.
    result.covered &= any_of(can[0], can[1], can[2]);
    for (int r = 0; r < 3; r++) {
        const Words rest_of_row = other_fields(can[r]);
        const Words rest_of_box = can[(r + 1) % 3] | can[(r + 2) % 3];
        const Words confined = a_unless_b_and_c(can[r], rest_of_row, rest_of_box);
        must[r] = singles[r] | confined;
        result.covered = a_where_b_or_c(result.covered, can[r], rest_of_row);
    }
    // 3. Of these, the digits that only one cell of the triad can hold, for the column pass; guards on.
    for (int r = 0; r < 3; r++) {
        const Words once = with_one_cell(cell[3 * r], cell[3 * r + 1], cell[3 * r + 2]);
        hidden[r] = a_and_b_or_c(must[r], once, all(guards));
    }
    // 4. What each triad keeps.
    for (int r = 0; r < 3; r++) {
        const Words left = kept_by(must[r], other_fields(must[r]), must[(r + 1) % 3], must[(r + 2) % 3]);
        for (int c = 0; c < 3; c++) cells[3 * r + c] = cell[3 * r + c] & left;
    }
}

// The column pass on all columns. A word of triads is for band b, column c; its fields are the stacks.
INLINE void column_pass(Words *cells, const Words *hidden_in_rows, RoundResult &result) {
    Words can[9], must[9];
    // 1. What each triad can hold, and what it must hold. Cells with one candidate need no extra step: the
    //    row pass has cleared the rest of their boxes, so their triad is the only one of the box for the
    //    digit.
    for (int t = 0; t < 9; t++) {
        const Words *top = cells + 9 * (t / 3) + t % 3;
        can[t] = any_of(top[0], top[3], top[6]);
    }
    for (int b = 0; b < 3; b++)
        for (int c = 0; c < 3; c++) {
            const Words rest_of_column = can[(3 * b + c + 3) % 9] | can[(3 * b + c + 6) % 9];
            const Words rest_of_box = can[3 * b + (c + 1) % 3] | can[3 * b + (c + 2) % 3];
            must[3 * b + c] = a_unless_b_and_c(can[3 * b + c], rest_of_column, rest_of_box);
            if (b == 0) result.covered = a_where_b_or_c(result.covered, can[c], rest_of_column);
        }
    for (int b = 0; b < 3; b++)
        for (int c = 0; c < 3; c++) {
            const int t = 3 * b + c;
            Words *top = cells + 9 * b + c;
            const Words cell[3] = {top[0], top[3], top[6]};
            // 2. Of these, the digits that only one cell of the triad can hold; then what the triad keeps.
            const Words hidden = must[t] & with_one_cell(cell[0], cell[1], cell[2]);
            const Words left = kept_by(must[t], must[(t + 3) % 9] | must[(t + 6) % 9],
                                       must[3 * b + (c + 1) % 3], must[3 * b + (c + 2) % 3]);
            // 3. A cell that is the only one for a digit in its column, row or box keeps only this digit.
            for (int r = 0; r < 3; r++) {
                const Words only = a_where_b_or_c(cell[r], hidden_in_rows[3 * b + r], hidden);
                const Words kept = a_where_b_or_not_c(cell[r], only, spread(only - ones));
                top[3 * r] = kept & left;
                result.changed = a_or_difference(result.changed, cell[r], top[3 * r]);
            }
            result.no_empty_cell =
                all_of(result.no_empty_cell, top[0] - ones, top[3] - ones) & (top[6] - ones);
        }
}

// Runs one round.
INLINE RoundResult one_round(Grid &grid) {
    Words hidden_in_rows[9];
    RoundResult result = {all(guards), all(digits), all(0), all(0)};
    for (int band = 0; band < 3; band++) row_pass(grid.cells + 9 * band, hidden_in_rows + 3 * band, result);
    column_pass(grid.cells, hidden_in_rows, result);
    return result;
}

}}  // namespace kernel::SIMD_LEVEL
