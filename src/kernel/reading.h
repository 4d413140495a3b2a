// Reading a puzzle. 81 bytes are no puzzle if some byte is no cell, or some are digits and some are text.
#pragma once

#include "position.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

#if SIMD_LANES < 8  // byte by byte

// What a byte says as a cell of the left, the middle or the right box: candidates and guard; and, in the two
// bits that words have to spare, what it is not.
constexpr uint32_t not_a_digit = 1u << 30, not_text = 1u << 31, no_cell = not_a_digit | not_text;

struct Meaning {
    uint32_t of[3][256];
    constexpr Meaning() : of() {
        for (int stack = 0; stack < 3; stack++) {
            for (int byte = 0; byte < 256; byte++) of[stack][byte] = no_cell;
            for (int d = 0; d <= 9; d++) {
                const uint32_t field = (0x200u | (d ? 1u << (d - 1) : 0x1FFu)) << 10 * stack;
                of[stack][d] = field | not_text;
                of[stack]['0' + d] = field | not_a_digit;
            }
            const char blanks[] = ".*_-xX";
            for (int i = 0; i < 6; i++) of[stack][(int)blanks[i]] = 0x3FFu << 10 * stack | not_a_digit;
        }
    }
};
constexpr Meaning meaning;

INLINE bool read_cells(const uint8_t *bytes, Position &position) {
    uint32_t faults = 0;
    for (int i = 0; i < 27; i++) {
        const uint8_t *byte = bytes + 9 * (i / 3) + i % 3;
        const uint32_t word = meaning.of[0][byte[0]] | meaning.of[1][byte[3]] | meaning.of[2][byte[6]];
        faults |= word;
        position.cells[i] = word & ~no_cell;
    }
    return (faults & no_cell) != no_cell;
}

#else  // all bytes at once

// Four words take 12 bytes that lie close together: words 0 to 3 are the first row, and of the second one
// byte for each box. So seven windows of 16 bytes hold what seven times four words need, and the instruction
// that moves bytes about, which cannot look beyond 16, puts each byte where its word is.
typedef uint8_t Bytes __attribute__((vector_size(4 * SIMD_LANES), may_alias));

// In each 16 bytes: those of the table that the low halves of the bytes in `index` name; 0 where bit 7 is on.
INLINE Bytes looked_up(Bytes table, Bytes index) {
#if SIMD_LANES == 16
    return (Bytes)_mm512_shuffle_epi8((__m512i)table, (__m512i)index);
#else
    return (Bytes)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
#endif
}

// What kind of cell a byte is depends on its upper half, and on which lower halves go with that.
constexpr uint8_t a_digit = 1, a_character = 2, a_sign = 4, underscore_or_x = 8, small_x = 16;

// Where the window of words 4 * window and so on begins; the last one must not reach beyond the 81 bytes.
constexpr int window_start(int window) { return window < 6 ? 4 * window / 3 * 9 + 4 * window % 3 : 81 - 16; }

struct alignas(64) Tables {
    uint8_t kinds_by_low[64] = {}, kind_by_high[64] = {};  // the kind is in both
    uint8_t value_bits[64] = {};                           // by the upper half: 15 if the lower is the digit
    uint32_t to_word[3][32] = {};                          // where in its window a word's byte is
    constexpr Tables() {
        for (int i = 0; i < 64; i++) {
            const int half = i % 16;
            kinds_by_low[i] = (uint8_t)((half <= 9 ? a_digit | a_character : 0) |
                                        (half == 0xA || half == 0xD || half == 0xE ? a_sign : 0) |  // * - .
                                        (half == 0xF || half == 0x8 ? underscore_or_x : 0) |
                                        (half == 0x8 ? small_x : 0));
            kind_by_high[i] = half == 0 ? a_digit : half == 3 ? a_character : half == 2 ? a_sign
                            : half == 5 ? underscore_or_x : half == 7 ? small_x : 0;
            value_bits[i] = half == 0 || half == 3 ? 0xF : 0;
        }
        for (int stack = 0; stack < 3; stack++)
            for (int i = 0; i < 32; i++)
                to_word[stack][i] = i >= 27 ? 0x80808080
                    : 0x80808000u | (uint32_t)(9 * (i / 3) + 3 * stack + i % 3 - window_start(i / 4));
    }
};
constexpr Tables tables;

template <class T> INLINE Bytes vector_at(const T *memory) {
    Bytes bytes;
    memcpy(&bytes, memory, sizeof bytes);
    return bytes;
}

// The windows of the words of vector i.
INLINE Bytes windows(const uint8_t *bytes, int i) {
    const auto two_windows = [=](int w) {
        const uint8_t *low = bytes + window_start(lanes / 4 * i + w);
        const uint8_t *high = bytes + window_start(lanes / 4 * i + w + 1);
        return _mm256_loadu2_m128i((const __m128i *)high, (const __m128i *)low);
    };
#if SIMD_LANES == 16
    return (Bytes)joined(two_windows(0), two_windows(2));
#else
    return (Bytes)two_windows(0);
#endif
}

INLINE bool read_cells(const uint8_t *bytes, Position &position) {
    Bytes kinds = {}, strange = {};
    for (int i = 0; i < vectors; i++) {
        const Bytes window = windows(bytes, i), high = window >> 4;
        // 1. What kind each byte is; none, if it is no cell.
        const Bytes kind = looked_up(vector_at(tables.kinds_by_low), window) &
                           looked_up(vector_at(tables.kind_by_high), high);
        kinds |= kind;
        strange |= (Bytes)(kind == 0);
        // 2. The values 0 to 9 of a word's three cells; each as a bit, counted from the lowest of its field.
        const Bytes values = window & looked_up(vector_at(tables.value_bits), high);
        Words bits = {};
        for (int s = 0; s < 3; s++)
            bits |= all(1u << 10 * s) << (Words)looked_up(values, vector_at(tables.to_word[s] + lanes * i));
        // 3. So a digit's bit is one too high; and the lowest bit says that the cell is blank.
        const Words blank = bits & ones;
        const Words cells = bits >> 1 | guards | ((blank << 9) - blank);
        memcpy(position.cells + lanes * i, &cells, sizeof cells);
    }
    const bool has_digits = lanes_with((Words)kinds, 0x01010101u * a_digit);
    const bool has_text = lanes_with((Words)kinds, 0x01010101u * (0xFF - a_digit));
    return !lanes_with((Words)strange, ~0u) && !(has_digits && has_text);
}

#endif

// A puzzle given as 81 candidate masks; false if it is none.
INLINE bool read_masks(const uint16_t *masks, Position &position) {
    uint32_t every = 0;
    for (int i = 0; i < 27; i++) {
        const uint16_t *mask = masks + 9 * (i / 3) + i % 3;
        const uint32_t left = mask[0], middle = mask[3], right = mask[6];
        every |= left | middle | right;
        position.cells[i] = left | middle << 10 | right << 20 | guards;
    }
    return every <= 0x1FF;
}

}}}  // namespace kernel::SIMD_LEVEL
