// A puzzle with its lines moved, and its digits named 1, 2, … in the order in which they appear then.
#pragma once

#include "clues.h"

namespace kernel::SIMD_LEVEL { namespace {

// Where the lines of each side go, by place: 0 to 8.
struct Targets {
    uint8_t side[2][places];
};

#if SIMD_LANES < 16

// Writes 81 digits; if `transposed`, the columns become the rows.
INLINE void write_moved(const Clues &clues, const Targets &targets, bool transposed, uint8_t *form) {
    uint8_t cell[81], first[10];  // the new cell of each clue, the first one of each digit
    memset(first, 0xFF, sizeof first);
    for (int i = 0; i < clues.count; i++) {
        const uint8_t row = targets.side[transposed][clues.place[transposed][i]];
        const uint8_t column = targets.side[!transposed][clues.place[!transposed][i]];
        cell[i] = (uint8_t)(9 * row + column);
        uint8_t &earliest = first[clues.digit[i]];
        if (cell[i] < earliest) earliest = cell[i];
    }
    uint8_t name[10] = {};
    for (int digit = 1; digit <= 9; digit++)
        for (int other = 1; other <= 9; other++) name[digit] += first[other] <= first[digit];
    memset(form, 0, 81);
    for (int i = 0; i < clues.count; i++) form[cell[i]] = name[clues.digit[i]];
}

#else

struct alignas(64) LineOfCell {
    uint8_t row[128], column[128];
    constexpr LineOfCell() : row(), column() {
        for (int cell = 0; cell < 81; cell++) {
            row[cell] = (uint8_t)(cell / 9);
            column[cell] = (uint8_t)(cell % 9);
        }
    }
};
constexpr LineOfCell line_of_cell;

// Sixteen bytes, four times.
INLINE Bytes repeated(__m128i table) { return (Bytes)_mm512_maskz_broadcast_i32x4(0xFFFF, table); }

// The names of the digits 1 to 9, in the bytes of these numbers: 1 and the number of digits that appear
// earlier.
INLINE __m128i names_of_digits(const Bytes cells[2]) {
    uint64_t first[10];
    for (int digit = 1; digit <= 9; digit++) {
        const __m512i same = (__m512i)(Bytes{} + (uint8_t)digit);
        const uint64_t low = _mm512_cmpeq_epi8_mask((__m512i)cells[0], same);
        const uint64_t high = _mm512_cmpeq_epi8_mask((__m512i)cells[1], same);
        first[digit] = low ? _tzcnt_u64(low) : 64 + _tzcnt_u64(high);  // 128 if there is none
    }
    uint64_t packed = 0;
    for (int digit = 1; digit <= 7; digit++) packed |= first[digit] << 8 * digit;
    const __m128i all_first = _mm_set_epi64x((long long)(first[8] | first[9] << 8), (long long)packed);
    __m128i names = _mm_setzero_si128();
    for (int other = 1; other <= 9; other++) {
        const __m128i that = _mm_shuffle_epi8(all_first, _mm_set1_epi8((char)other));
        names = _mm_mask_add_epi8(names, _mm_cmple_epu8_mask(that, all_first), names, _mm_set1_epi8(1));
    }
    return _mm_insert_epi8(names, 0, 0);  // a blank remains one
}

// As above: a lookup of all 81 cells at once, by the number of the cell that each comes from.
INLINE void write_moved(const Clues &clues, const Targets &targets, bool transposed, uint8_t *form) {
    // The cell that comes to a new row and column has the number from[0][row] + from[1][column].
    alignas(16) uint8_t from[2][16];
    for (int line = 0; line < 9; line++) {
        from[transposed][targets.side[0][line + line / 3]] = (uint8_t)(9 * line);
        from[!transposed][targets.side[1][line + line / 3]] = (uint8_t)line;
    }
    const Bytes row_from = repeated(_mm_load_si128((const __m128i *)from[0]));
    const Bytes column_from = repeated(_mm_load_si128((const __m128i *)from[1]));
    Bytes cells[2];
    for (int i = 0; i < 2; i++) {
        const Bytes source = looked_up(row_from, vector_at(line_of_cell.row + 64 * i)) +
                             looked_up(column_from, vector_at(line_of_cell.column + 64 * i));
        cells[i] = (Bytes)_mm512_permutex2var_epi8((__m512i)vector_at(clues.cells), (__m512i)source,
                                                   (__m512i)vector_at(clues.cells + 64));
    }
    cells[1] = (Bytes)_mm512_maskz_mov_epi8(0x1FFFF, (__m512i)cells[1]);
    const Bytes names = repeated(names_of_digits(cells));
    const Bytes low = looked_up(names, cells[0]), high = looked_up(names, cells[1]);
    memcpy(form, &low, 64);
    memcpy(form + 64, &high, 17);
}

#endif

}}  // namespace kernel::SIMD_LEVEL
