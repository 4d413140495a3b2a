// One puzzle by itself: the 27 words of one lane, contiguous, in plain C++.
#pragma once

#include <string.h>

#include "round.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

// 27 words as in Grid; the other five mean nothing, and are there so that whole vectors can be read.
struct alignas(64) Position {
    uint32_t cells[32];
};

INLINE uint32_t field_of(uint32_t word, int column_of_boxes) { return word >> 10 * column_of_boxes & 0x1FF; }

// The word and the field of cell 9 * row + column of the grid.
INLINE int word_of(int row, int column) { return 3 * row + column % 3; }

// 0 for what is not allowed, else a kind and the candidates.
constexpr uint16_t is_digit = 0x200, is_text = 0x400;

struct Meaning {
    uint16_t of[256];
    constexpr Meaning() : of() {
        for (int d = 0; d <= 9; d++) {
            of[d] = (uint16_t)(is_digit | (d ? 1 << (d - 1) : 0x1FF));
            of['0' + d] = (uint16_t)(is_text | (d ? 1 << (d - 1) : 0x1FF));
        }
        const char blanks[] = ".*_-xX";
        for (int i = 0; i < 6; i++) of[(int)blanks[i]] = is_text | 0x1FF;
    }
};
constexpr Meaning meaning;

// From 81 bytes; false if they are no puzzle.
INLINE bool read_cells(const uint8_t *bytes, Position &position) {
    uint32_t every_kind = is_digit | is_text;
    for (int row = 0; row < 9; row++)
        for (int c = 0; c < 3; c++) {
            const uint8_t *byte = bytes + 9 * row + c;
            const uint32_t left = meaning.of[byte[0]], middle = meaning.of[byte[3]],
                           right = meaning.of[byte[6]];
            every_kind &= left & middle & right;
            position.cells[3 * row + c] =
                ((left & 0x1FF) | (middle & 0x1FF) << 10 | (right & 0x1FF) << 20) | guards;
        }
    return every_kind != 0;
}

// From 81 candidate masks; false if they are no puzzle.
INLINE bool read_masks(const uint16_t *masks, Position &position) {
    uint32_t every = 0;
    for (int row = 0; row < 9; row++)
        for (int c = 0; c < 3; c++) {
            const uint16_t *mask = masks + 9 * row + c;
            every |= (uint32_t)(mask[0] | mask[3] | mask[6]);
            position.cells[3 * row + c] =
                ((uint32_t)mask[0] | (uint32_t)mask[3] << 10 | (uint32_t)mask[6] << 20) | guards;
        }
    return every <= 0x1FF;
}

// Whether cells of one candidate each make a solution: every unit has all nine digits.
INLINE bool is_solution(const Position &position) {
    const uint32_t *cells = position.cells;
    uint32_t complete = digits;
    for (int c = 0; c < 3; c++) {  // columns: one in each field
        uint32_t column = 0;
        for (int row = 0; row < 9; row++) column |= cells[3 * row + c];
        complete &= column;
    }
    for (int band = 0; band < 3; band++) {  // boxes: one in each field
        uint32_t boxes = 0;
        for (int i = 0; i < 9; i++) boxes |= cells[9 * band + i];
        complete &= boxes;
    }
    for (int row = 0; row < 9; row++) {
        const uint32_t triads = cells[3 * row] | cells[3 * row + 1] | cells[3 * row + 2];
        complete &= (triads | triads >> 10 | triads >> 20) | ~0x1FFu;
    }
    return complete == digits;
}

INLINE void write_solution(const Position &position, uint8_t *solution) {
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++)
            solution[9 * row + column] =
                (uint8_t)(lowest_bit(field_of(position.cells[word_of(row, column)], column / 3)) + 1);
}

}}}  // namespace kernel::SIMD_LEVEL
