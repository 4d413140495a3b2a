// Writes a solution: from 27 words to 81 digits. Writes candidates: to 81 masks.
#pragma once

#include "position.h"

namespace kernel::SIMD_LEVEL { namespace {

INLINE void write_masks(const Position &position, uint16_t *masks) {
    for (int i = 0; i < 27; i++)
        for (int stack = 0; stack < 3; stack++)
            masks[9 * (i / 3) + 3 * stack + i % 3] = (uint16_t)field_of(position.cells[i], stack);
}

#if SIMD_LANES < 8  // cell by cell

INLINE void write_solution(const Position &position, const Vectors &, uint8_t *solution) {
    for (int i = 0; i < 27; i++)
        for (int stack = 0; stack < 3; stack++)
            solution[9 * (i / 3) + 3 * stack + i % 3] =
                (uint8_t)(lowest_bit(field_of(position.cells[i], stack)) + 1);
}

#else  // all cells at once

// For each field with one candidate, its digit. Below the bit of digit d there are d - 1 other bits: these
// are set, and counted, first in pairs of bits, then in fours, then all eight.
INLINE Words digits_of(Words cells) {
    const Words below = (cells & digits) - ones;
    const Words pairs = below - (below >> 1 & 0x55 * ones);
    const Words fours = (pairs & 0x33 * ones) + (pairs >> 2 & 0x33 * ones);
    return ((fours + (fours >> 4)) & 0xF * ones) + ones;
}

// Words 4 * i to 4 * i + 3.
template <int i> INLINE __m128i four_words(const Vectors &cells) {
#if SIMD_LANES == 16
    return _mm512_maskz_extracti32x4_epi32(0xF, (__m512i)cells.of[i / 4], i % 4);
#else
    return _mm256_extracti128_si256((__m256i)cells.of[i / 2], i % 2);
#endif
}

// Writes the nine digits of row r and of the rows below. Each row writes some bytes too many, which the next
// row overwrites; the last row writes exactly its bytes. (All of it stays in registers: going through the
// stack takes several times as long.)
template <int r> INLINE void write_rows(const Vectors &bytes, uint8_t *solution) {
    constexpr int first = 3 * r / 4, beyond = 3 * r % 4;
    __m128i words = four_words<first>(bytes);
    if constexpr (beyond) words = _mm_alignr_epi8(four_words<first + 1>(bytes), words, 4 * beyond);
    // Three words make a row: first the lowest byte of each, then the second, then the third.
    const __m128i order = _mm_setr_epi8(0, 4, 8, 1, 5, 9, 2, 6, 10, -1, -1, -1, -1, -1, -1, -1);
    const __m128i row = _mm_shuffle_epi8(words, order);
    if constexpr (r < 8) {
        _mm_storeu_si128((__m128i *)(solution + 9 * r), row);
        write_rows<r + 1>(bytes, solution);
    } else {
        _mm_storel_epi64((__m128i *)(solution + 9 * r), row);
        solution[80] = (uint8_t)_mm_extract_epi8(row, 8);
    }
}

INLINE void write_solution(const Position &, const Vectors &cells, uint8_t *solution) {
    Vectors bytes;  // the three digits of each word, in its three lowest bytes
    for (int i = 0; i < vectors; i++) {
        const Words found = digits_of(cells.of[i]);
        bytes.of[i] = (found & 0xF) | (found >> 2 & 0xF00) | (found >> 4 & 0xF0000);
    }
    write_rows<0>(bytes, solution);
}

#endif

}}  // namespace kernel::SIMD_LEVEL
