// The canonical form of a valid full grid: of all grids that renaming digits, exchanging rows and columns and
// transposing make of it, the one that is smallest when read row by row.
//
// 1. Its first row is 1 to 9, and its first two rows are two lines of one band or stack: one of 36 ordered
//    pairs. The table of second rows says how small the second row can become, and by which arrangements of
//    the columns.
// 2. The pairs with the smallest second row, each with all these arrangements, are the candidates. Those with
//    the smallest third row stay.
// 3. Of these, those with the smallest other rows stay. Their order follows from their first digits. Each
//    candidate that is left is an automorphism.
//
// All digits, lines and columns are counted from 0 here.
#pragma once

#include "nines.h"
#include "second_rows.h"

namespace kernel::SIMD_LEVEL { namespace {

// Bands 0 to 2 are those of the rows, 3 to 5 the stacks, whose lines are columns. Line 3 of a band is its
// line 0 once more, so that each line has a next one. Behind the last band is room, so that whole vectors can
// be read.
struct alignas(64) GridLines {
    uint8_t digits[7][4][16];  // by band, line and place: the digit
    uint8_t places[7][4][16];  // by band, line and digit: the place
};

// Two lines of a band as the first two rows. Arrangement `by` makes the second one smallest.
struct TopLines {
    uint8_t band, first, second;
    uint16_t by;
};

// Top lines, and an arrangement that leaves their smallest second row as it is: it is applied after `by`.
struct Candidate {
    uint8_t top, fixing;
};

constexpr int most_tops = 36, most_candidates = most_tops * most_fixing;

struct Candidates {
    int tops, count;
    TopLines top[most_tops];
    Candidate of[most_candidates];
};

INLINE void read_lines(const uint8_t *cells, GridLines &lines) {
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            const uint8_t digit = (uint8_t)(cells[9 * row + column] - 1);
            lines.digits[row / 3][row % 3][column] = lines.digits[3 + column / 3][column % 3][row] = digit;
            lines.places[row / 3][row % 3][digit] = (uint8_t)column;
            lines.places[3 + column / 3][column % 3][digit] = (uint8_t)row;
        }
    for (int band = 0; band < 6; band++) {
        memcpy(lines.digits[band][3], lines.digits[band][0], 16);
        memcpy(lines.places[band][3], lines.places[band][0], 16);
    }
}

// The numbers of the second rows that lines 0 and 1, 1 and 2, 2 and 0 of each band make; false if the grid is
// not valid. Places and digits of a line undo each other only if each digit is there, and rows one below the
// other make a second row only if no box holds a digit twice.
INLINE bool find_second_rows(const SecondRows &table, const GridLines &lines, int *numbers) {
    bool valid = true;
    for (int band = 0; band < 6; band++)
        for (int line = 0; line < 3; line += nines_in_vector) {
            const Nines places = loaded<Nines>(lines.places[band][line]);
            valid &= are_in_order(looked_up(places, loaded<Nines>(lines.digits[band][line])));
        }
    if (!valid) return false;
    uint32_t sums[4 * nines_in_vector];
    int every = 0;
    for (int band = 0; band < 6; band++)
        for (int line = 0; line < 3; line += nines_in_vector) {
            const Nines places = loaded<Nines>(lines.places[band][line]);
            sum_threes(looked_up(places, loaded<Nines>(lines.digits[band][line + 1])), sums);
            for (int n = 0; n < nines_in_vector && line + n < 3; n++) {
                const int parts[3] = {table.part[0][sums[4 * n]], table.part[1][sums[4 * n + 1]],
                                      table.part[2][sums[4 * n + 2]]};
                every |= parts[0] | parts[1] | parts[2];
                numbers[3 * band + line + n] = parts[0] + parts[1] + parts[2];
            }
        }
    return !(every & SecondRows::no_second_row);
}

INLINE int number_of(const SecondRows &table, const Nine &row) {
    uint8_t of[16];
    store(of, row);
    return table.part[0][of[0] + 9 * of[1] + 81 * of[2]] + table.part[1][of[3] + 9 * of[4] + 81 * of[5]] +
           table.part[2][of[6] + 9 * of[7] + 81 * of[8]];
}

// A line of a band as a permutation: for each place, where another line holds the digit.
INLINE Nine below(const GridLines &lines, int band, int first, int second) {
    return looked_up(loaded<Nine>(lines.places[band][first]), loaded<Nine>(lines.digits[band][second]));
}

// Finds the top lines with the smallest second row; returns the class of that row.
INLINE int find_top_lines(const SecondRows &table, const GridLines &lines, const int *numbers,
                          Candidates &candidates) {
    uint16_t by[18], smallest = 0xFFFF;
    for (int i = 0; i < 18; i++) {
        by[i] = table.smallest_by[numbers[i]];
        if (by[i] < smallest) smallest = by[i];
    }
    const int kind = smallest / 2048;
    uint32_t kept = 0;
    for (int i = 0; i < 18; i++) kept |= (uint32_t)(by[i] / 2048 == kind) << i;
    candidates.tops = 0;
    for (; kept; kept &= kept - 1) {
        // The class is the same, whichever of the two lines is the first.
        const int i = lowest_bit(kept);
        const uint8_t band = (uint8_t)(i / 3), line = (uint8_t)(i % 3), next = (uint8_t)((line + 1) % 3);
        const int changed_places = table.smallest_by[number_of(table, below(lines, band, next, line))];
        candidates.top[candidates.tops++] = {band, line, next, (uint16_t)(by[i] % 2048)};
        candidates.top[candidates.tops++] = {band, next, line, (uint16_t)(changed_places % 2048)};
    }
    return kind;
}

// Finds the candidates with the smallest third row, for a class of second rows.
INLINE void find_candidates(const SecondRows &table, const GridLines &lines, int kind,
                            Candidates &candidates) {
    const int begin = table.first_fixing[kind], fixing = table.first_fixing[kind + 1] - begin;
    uint64_t third_rows[most_candidates + nines_in_vector];
    for (int i = 0; i < candidates.tops; i++) {
        const TopLines &top = candidates.top[i];
        const Arrangement &by = table.arrangement[top.by];
        const Nine third = below(lines, top.band, top.first, 3 - top.first - top.second);
        const Nine arranged = looked_up(loaded<Nine>(by.places), looked_up(third, loaded<Nine>(by.columns)));
        for (int k = 0; k < fixing; k += nines_in_vector) {
            const Nines places = loaded<Nines>(table.fixing_places[begin + k]);
            const Nines columns = loaded<Nines>(table.fixing_columns[begin + k]);
            find_ranks(looked_up(places, looked_up(repeated(arranged), columns)),
                       third_rows + fixing * i + k);
        }
    }
    uint64_t smallest = ~(uint64_t)0;
    for (int i = 0; i < fixing * candidates.tops; i++)
        if (third_rows[i] < smallest) smallest = third_rows[i];
    candidates.count = 0;
    for (int top = 0, i = 0; top < candidates.tops; top++)
        for (int k = 0; k < fixing; k++, i++)
            if (third_rows[i] == smallest)
                candidates.of[candidates.count++] = {(uint8_t)top, (uint8_t)(begin + k)};
}

// How a candidate makes rows of a form out of lines.
struct RowMaker {
    const GridLines &lines;
    const TopLines &top;
    Nine columns, labels;  // the column at each place, and the new digit of each digit

    INLINE RowMaker(const SecondRows &table, const GridLines &lines, const Candidates &candidates, int i)
        : lines(lines), top(candidates.top[candidates.of[i].top]) {
        const int fixing = candidates.of[i].fixing;
        const Arrangement &by = table.arrangement[top.by];
        const Nine places = looked_up(loaded<Nine>(table.fixing_places[fixing]), loaded<Nine>(by.places));
        columns = looked_up(loaded<Nine>(by.columns), loaded<Nine>(table.fixing_columns[fixing]));
        labels = looked_up(places, loaded<Nine>(lines.places[top.band][top.first]));
    }

    INLINE Nine row(int band, int line) const {
        return looked_up(labels, looked_up(loaded<Nine>(lines.digits[band][line]), columns));
    }

    // Row 0 to 8 of the original grid, or of its transpose, if the top lines are columns.
    INLINE Nine row(int number) const { return row(top.band / 3 * 3 + number / 3, number % 3); }

    // Which of those become rows 3 to 8: band by band, and within a band, in the order of their first digits.
    // The first column of the form is a line of the other side; it knows where each digit is.
    INLINE void find_lower(int *lower) const {
        const int side = top.band / 3 * 3;
        uint8_t column[16], row_of[16];  // row_of: by the first digit
        store(column, columns);
        const Nine first_row = looked_up(loaded<Nine>(lines.digits[top.band][top.first]), columns);
        const uint8_t *places = lines.places[3 - side + column[0] / 3][column[0] % 3];
        store(row_of, looked_up(loaded<Nine>(places), first_row));
        uint32_t first_digits[3] = {0, 0, 0};  // by band: a bit for each first digit
        for (int digit = 0; digit < 9; digit++) first_digits[row_of[digit] / 3] |= 1u << digit;
        uint32_t upper = first_digits[(top.band + 1) % 3], last = first_digits[(top.band + 2) % 3];
        if (lowest_bit(last) < lowest_bit(upper)) {
            const uint32_t other = upper;
            upper = last;
            last = other;
        }
        for (int i = 0; i < 3; i++, upper &= upper - 1, last &= last - 1) {
            lower[i] = row_of[lowest_bit(upper)];
            lower[3 + i] = row_of[lowest_bit(last)];
        }
    }
};

// Compares the lower rows of a form with the smallest ones so far, which become these if they are smaller:
// then the result is negative. It is 0 if they are equal.
INLINE int compare_and_keep(const RowMaker &maker, uint64_t *smallest) {
    int lower[6], result = 0;
    maker.find_lower(lower);
    for (int i = 0; i < 6; i++) {
        const uint64_t row = rank_of(maker.row(lower[i]));
        if (result == 0 && row > smallest[i]) return 1;
        if (row < smallest[i]) result = -1;
        if (result < 0) smallest[i] = row;
    }
    return result;
}

INLINE void write_rows(const RowMaker &maker, uint8_t *form) {
    const TopLines &top = maker.top;
    const int third = 3 - top.first - top.second;
    uint8_t rows[96];
    int lower[6];
    maker.find_lower(lower);
    store(rows, maker.row(top.band, top.first));
    store(rows + 9, maker.row(top.band, top.second));
    store(rows + 18, maker.row(top.band, third));
    for (int i = 0; i < 6; i++) store(rows + 27 + 9 * i, maker.row(lower[i]));
    for (int cell = 0; cell < 81; cell++) form[cell] = (uint8_t)(rows[cell] + 1);
}

// Writes the row-minimal form, and returns the number of automorphisms. If the 81 digits, 1 to 9, are not a
// valid grid, it writes nothing and returns 0.
int row_minimal(const uint8_t *digits, uint8_t *form) {
    const SecondRows &table = second_rows();
    GridLines lines;
    int numbers[18];
    read_lines(digits, lines);
    if (!find_second_rows(table, lines, numbers)) return 0;
    Candidates candidates;
    find_candidates(table, lines, find_top_lines(table, lines, numbers, candidates), candidates);
    int best = 0, automorphisms = 1;
    if (candidates.count > 1) {
        uint64_t smallest[6] = {~(uint64_t)0};
        for (int i = 0; i < candidates.count; i++) {
            const int order = compare_and_keep(RowMaker(table, lines, candidates, i), smallest);
            if (order < 0) best = i;
            if (order <= 0) automorphisms = order < 0 ? 1 : automorphisms + 1;
        }
    }
    write_rows(RowMaker(table, lines, candidates, best), form);
    return automorphisms;
}

}}  // namespace kernel::SIMD_LEVEL
