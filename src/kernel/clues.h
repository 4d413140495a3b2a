// The clues of a puzzle.
//
// A line is a row or a column; the band of a column is its stack. The lines of a side, its rows or its
// columns, and their bands have places:
//
//     place   0  1  2  3   4  5  6  7   8  9 10 11   12 to 15
//             lines,   |   lines,   |   lines,   |   unused
//             band 0   |   band 1   |   band 2   |
//                    band 0      band 1      band 2
//
// So three lines and their band are four neighbours in a vector, whatever its width.
#pragma once

#include "cell_bytes.h"

namespace kernel::SIMD_LEVEL { namespace {

constexpr int places = 16;

// The arrays are long enough to be read and written in whole vectors.
struct alignas(64) Clues {
    uint8_t cells[128];                 // digits 0 to 9 in reading order; behind the 81st, anything
    uint8_t place[2][128], digit[128];  // of each clue: places of its row and column, its digit
    int count;
    uint32_t filled[2];  // by side, bit i: the line or band at place i has a clue
};

struct alignas(64) PlaceOfCell {
    uint8_t of[2][128];  // on each side
    constexpr PlaceOfCell() : of() {
        for (int cell = 0; cell < 81; cell++) {
            of[0][cell] = (uint8_t)(cell / 9 + cell / 27);
            of[1][cell] = (uint8_t)(cell % 9 + cell % 9 / 3);
        }
    }
};
constexpr PlaceOfCell place_of_cell;

// These lines, and the bands that have one of them.
INLINE uint32_t with_bands(uint32_t lines) {
    return lines | ((lines | lines >> 1 | lines >> 2) & 0x111) << 3;
}

#if SIMD_LANES < 8

// Reads a puzzle; false if a byte stands for no cell, or digits and text are mixed.
INLINE bool read_clues(const uint8_t *bytes, Clues &clues) {
    uint8_t faults = 0;
    for (int cell = 0; cell < 81; cell++) {
        const uint8_t value = value_of_byte.of[bytes[cell]];
        faults |= value;
        clues.cells[cell] = value & 0xF;
    }
    if ((faults & not_a_number) && (faults & not_a_character)) return false;
    uint8_t cell_of[82];
    int count = 0;
    for (int cell = 0; cell < 81; cell++) {  // without a branch, which would often be predicted wrong
        cell_of[count] = (uint8_t)cell;
        count += clues.cells[cell] != 0;
    }
    uint32_t lines[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            clues.place[side][i] = place_of_cell.of[side][cell_of[i]];
            lines[side] |= 1u << clues.place[side][i];
        }
        clues.digit[i] = clues.cells[cell_of[i]];
    }
    clues.count = count;
    for (int side = 0; side < 2; side++) clues.filled[side] = with_bands(lines[side]);
    return true;
}

#else

// Cells of a puzzle as bits: the first 64, and the other 17.
struct CellSet {
    uint64_t first;
    uint32_t rest;
};

// Reads the values of 81 bytes into `cells`; returns which are not 0. No byte behind the 81st is read.
INLINE CellSet read_values(const uint8_t *bytes, uint8_t *cells, Kinds &kinds) {
#if SIMD_LANES == 16
    const Bytes start = vector_at(bytes);
    const Bytes end = (Bytes)_mm512_mask_loadu_epi8((__m512i)start, 0x1FFFF, bytes + 64);
    const __m512i low = (__m512i)values_of(start, kinds), high = (__m512i)values_of(end, kinds);
    _mm512_store_si512(cells, low);
    _mm512_store_si512(cells + 64, high);
    return {_mm512_test_epi8_mask(low, low), (uint32_t)_mm512_test_epi8_mask(high, high) & 0x1FFFF};
#else
    const int starts[] = {0, 32, 81 - 32};
    uint64_t filled[3];
    for (int i = 0; i < 3; i++) {
        const Bytes values = values_of(vector_at(bytes + starts[i]), kinds);
        memcpy(cells + starts[i], &values, sizeof values);
        filled[i] = ~(uint32_t)_mm256_movemask_epi8((__m256i)(values == 0));
    }
    return {filled[0] | filled[1] << 32, (uint32_t)filled[2] >> 15};
#endif
}

INLINE int number_of(const CellSet &set) { return __builtin_popcountll(set.first) + bits_in(set.rest); }

// Writes those of the bytes that belong to the cells of the set, one after the other.
INLINE void keep(const CellSet &set, const uint8_t *bytes, uint8_t *kept) {
#if SIMD_LANES == 16
    const __m512i low = _mm512_load_si512(bytes), high = _mm512_load_si512(bytes + 64);
    _mm512_storeu_si512(kept, _mm512_maskz_compress_epi8(set.first, low));
    _mm512_storeu_si512(kept + __builtin_popcountll(set.first), _mm512_maskz_compress_epi8(set.rest, high));
#else
    for (uint64_t left = set.first; left; left &= left - 1) *kept++ = bytes[__builtin_ctzll(left)];
    for (uint32_t left = set.rest; left; left &= left - 1) *kept++ = bytes[64 + lowest_bit(left)];
#endif
}

// The lines of each side that the cells are in, and their bands.
INLINE void set_filled(const CellSet &set, uint32_t *filled) {
    const uint64_t bands[] = {set.first, set.first >> 27, set.first >> 54 | (uint64_t)set.rest << 10};
    uint32_t rows = 0, columns = 0;
    for (int row = 0; row < 9; row++) {
        const uint32_t cells = (uint32_t)(bands[row / 3] >> 9 * (row % 3)) & 0x1FF;
        rows |= (uint32_t)(cells != 0) << (row + row / 3);
        columns |= cells;
    }
    filled[0] = with_bands(rows);
    filled[1] = with_bands((columns & 7) | (columns & 0x38) << 1 | (columns & 0x1C0) << 2);
}

// As above, in vectors.
INLINE bool read_clues(const uint8_t *bytes, Clues &clues) {
    Kinds kinds;
    const CellSet set = read_values(bytes, clues.cells, kinds);
    if (!is_puzzle(kinds)) return false;
    clues.count = number_of(set);
    keep(set, place_of_cell.of[0], clues.place[0]);
    keep(set, place_of_cell.of[1], clues.place[1]);
    keep(set, clues.cells, clues.digit);
    set_filled(set, clues.filled);
    return true;
}

#endif

}}  // namespace kernel::SIMD_LEVEL
