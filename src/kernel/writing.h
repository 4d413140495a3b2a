// Writing a solution: from 27 words to 81 digits.
#pragma once

#include "position.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

#if SIMD_LANES < 8  // cell by cell

INLINE void write_solution(const Position &position, const Vectors &, uint8_t *solution) {
    for (int i = 0; i < 27; i++)
        for (int stack = 0; stack < 3; stack++)
            solution[9 * (i / 3) + 3 * stack + i % 3] =
                (uint8_t)(lowest_bit(field_of(position.cells[i], stack)) + 1);
}

#else  // all cells at once

// For each field that holds one candidate, its digit. Below the bit of digit d there are d - 1 others: these are
// switched on, and counted, first in pairs of bits, then in fours, then all eight.
INLINE Words digits_of(Words cells) {
    const Words below = (cells & digits) - ones;
    const Words pairs = below - (below >> 1 & 0x55 * ones);
    const Words fours = (pairs & 0x33 * ones) + (pairs >> 2 & 0x33 * ones);
    return ((fours + (fours >> 4)) & 0xF * ones) + ones;
}

INLINE void write_solution(const Position &, const Vectors &cells, uint8_t *solution) {
    // 1. The three digits of each word in its three lower bytes.
    uint32_t words[32];
    for (int i = 0; i < vectors; i++) {
        const Words found = digits_of(cells.of[i]);
        const Words bytes = (found & 0xF) | (found >> 2 & 0xF00) | (found >> 4 & 0xF0000);
        memcpy(words + lanes * i, &bytes, sizeof bytes);
    }
    // 2. Three words are a row: first their lowest bytes, then the others. What is written beyond the row the
    //    next one writes over.
    uint8_t rows[81 + 7];
    const __m128i order = _mm_setr_epi8(0, 4, 8, 1, 5, 9, 2, 6, 10, -1, -1, -1, -1, -1, -1, -1);
    for (int r = 0; r < 9; r++) {
        const __m128i row = _mm_loadu_si128((const __m128i *)(words + 3 * r));
        _mm_storeu_si128((__m128i *)(rows + 9 * r), _mm_shuffle_epi8(row, order));
    }
    memcpy(solution, rows, 81);
}

#endif

}}}  // namespace kernel::SIMD_LEVEL
