// One round of naked and hidden singles, and nothing more, on as many puzzles as a vector has lanes. The
// layout of the words is that of round.h, whose round knows more than singles.
//
// The round is exact: what it removes, singles remove; and when it changes nothing, no single is left to take
// anything from any cell. So a lane where nothing changes holds the closure.
#pragma once

#include "round.h"

namespace kernel::SIMD_LEVEL { namespace {

// What a round of singles found.
struct SinglesResult {
    Words no_empty_cell;  // guards on: every cell has a candidate
    Words covered;        // digits on: every unit had a place for each digit
    Words clash;          // a guard on: two digits of some cell had no other place in a unit
    Words several;        // on in a field: a cell had two candidates or more when the round began
    Words changed;        // on where a candidate was removed
};

// Naked singles: each cell loses the digits of cells with one candidate in its row, its column and its box. A
// cell never takes its own digit from itself; so two equal ones in a unit empty each other.
INLINE void naked_pass(Words *cells, SinglesResult &result) {
    Words single[27], in_row[9], in_column[9];  // of cells; of triads: [row], [3 * band + column]
    for (int i = 0; i < 27; i++) {
        const Words several = spread((cells[i] & (cells[i] - ones)) - ones);
        single[i] = a_without_b_where_c(cells[i], several, all(digits));
        result.several |= several;
    }
    for (int t = 0; t < 9; t++) {
        const Words *top = single + 9 * (t / 3) + t % 3;
        in_row[t] = any_of(single[3 * t], single[3 * t + 1], single[3 * t + 2]);
        in_column[t] = any_of(top[0], top[3], top[6]);
    }
    for (int r = 0; r < 9; r++) {
        const int b = r / 3;
        const Words in_other_triads =
            any_of(other_fields(in_row[r]), in_row[3 * b + (r + 1) % 3], in_row[3 * b + (r + 2) % 3]);
        for (int c = 0; c < 3; c++) {
            const Words beside =
                any_of(in_other_triads, single[3 * r + (c + 1) % 3], single[3 * r + (c + 2) % 3]);
            const Words in_other_bands = in_column[3 * ((b + 1) % 3) + c] | in_column[3 * ((b + 2) % 3) + c];
            Words &cell = cells[3 * r + c];
            const Words kept = a_without_b_or_c(cell, beside, in_other_bands);
            result.changed = a_or_difference(result.changed, cell, kept);
            cell = kept;
        }
    }
}

// For each row triad, the digits that only one cell of it can hold and that the rest of the row or the rest
// of the box cannot: hidden singles of the row or of the box.
INLINE void hidden_in_rows(const Words *cells, Words *hidden, SinglesResult &result) {
    Words can[9];
    for (int r = 0; r < 9; r++) can[r] = any_of(cells[3 * r], cells[3 * r + 1], cells[3 * r + 2]);
    for (int r = 0; r < 9; r++) {
        const int b = r / 3;
        const Words rest_of_row = other_fields(can[r]);
        const Words rest_of_box = can[3 * b + (r + 1) % 3] | can[3 * b + (r + 2) % 3];
        hidden[r] = with_one_cell(cells[3 * r], cells[3 * r + 1], cells[3 * r + 2]) &
                    a_unless_b_and_c(can[r], rest_of_row, rest_of_box);
        result.covered = a_where_b_or_c(result.covered, can[r], rest_of_row);
        if (r % 3 == 0) result.covered = a_where_b_or_c(result.covered, can[r], rest_of_box);
    }
}

// For each column triad, the digits that only one cell of it can hold and that the rest of the column cannot.
INLINE void hidden_in_columns(const Words *cells, Words *hidden, SinglesResult &result) {
    Words can[9];
    for (int t = 0; t < 9; t++) {
        const Words *top = cells + 9 * (t / 3) + t % 3;
        can[t] = any_of(top[0], top[3], top[6]);
    }
    for (int t = 0; t < 9; t++) {
        const Words *top = cells + 9 * (t / 3) + t % 3;
        const Words rest_of_column = can[(t + 3) % 9] | can[(t + 6) % 9];
        hidden[t] = with_one_cell(top[0], top[3], top[6]) & ~rest_of_column;
        if (t < 3) result.covered = a_where_b_or_c(result.covered, can[t], rest_of_column);
    }
}

// Hidden singles: a cell that is the only place of a digit in its row, its column or its box loses all other
// digits. If it is the only place of two digits, there is no solution.
INLINE void hidden_pass(Words *cells, SinglesResult &result) {
    Words of_row[9], of_column[9];
    hidden_in_rows(cells, of_row, result);
    hidden_in_columns(cells, of_column, result);
    for (int i = 0; i < 27; i++) {
        const Words only = a_where_b_or_c(cells[i], of_row[i / 3], of_column[3 * (i / 9) + i % 3]) | guards;
        result.clash |= a_and_b_or_c(only, only - ones, all(guards)) - ones;
        const Words kept = a_where_b_or_not_c(cells[i], only, spread(only - ones));
        result.changed = a_or_difference(result.changed, cells[i], kept);
        result.no_empty_cell &= kept - ones;
        cells[i] = kept;
    }
}

INLINE SinglesResult singles_round(Grid &grid) {
    SinglesResult result = {all(guards), all(digits), all(0), all(0), all(0)};
    naked_pass(grid.cells, result);
    hidden_pass(grid.cells, result);
    return result;
}

}}  // namespace kernel::SIMD_LEVEL
