// Reads a puzzle. 81 bytes are not a puzzle if a byte stands for no cell, or if digits and text are mixed.
#pragma once

#include "position.h"

namespace kernel::SIMD_LEVEL { namespace {

#if SIMD_LANES < 8  // byte by byte

// The field of a byte as a cell of the left, the middle or the right box: candidates and guard. The two spare
// bits of a word say what the byte is not.
constexpr uint32_t not_a_digit = 1u << 30, not_text = 1u << 31, no_cell = not_a_digit | not_text;

struct FieldOfByte {
    uint32_t of[3][256];
    constexpr FieldOfByte() : of() {
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
constexpr FieldOfByte field_of_byte;

INLINE bool read_cells(const uint8_t *bytes, Position &position) {
    uint32_t faults = 0;
    for (int i = 0; i < 27; i++) {
        const uint8_t *byte = bytes + 9 * (i / 3) + i % 3;
        const uint32_t word =
            field_of_byte.of[0][byte[0]] | field_of_byte.of[1][byte[3]] | field_of_byte.of[2][byte[6]];
        faults |= word;
        position.cells[i] = word & ~no_cell;
    }
    return (faults & no_cell) != no_cell;
}

#else  // all bytes at once

// Four words need 12 bytes that are close together: words 0 to 3 need the first row, and one byte for each
// box of the second. So seven windows of 16 bytes hold the bytes for seven times four words. The instruction
// that moves bytes works within 16 bytes; it moves each byte of a window to its word.
typedef uint8_t Bytes __attribute__((vector_size(4 * SIMD_LANES), may_alias));

// In each 16 bytes: the table's bytes at the positions in the low halves of `index`; 0 where bit 7 is on.
INLINE Bytes looked_up(Bytes table, Bytes index) {
#if SIMD_LANES == 16
    return (Bytes)_mm512_shuffle_epi8((__m512i)table, (__m512i)index);
#else
    return (Bytes)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
#endif
}

// The kind of a byte depends on its upper half, and each kind allows some lower halves.
constexpr uint8_t a_digit = 1, a_character = 2, a_sign = 4, underscore_or_x = 8, small_x = 16;

// The first byte of the window for four words, 4 * window and up; the last one must end within the 81 bytes.
constexpr int window_start(int window) { return window < 6 ? 4 * window / 3 * 9 + 4 * window % 3 : 81 - 16; }

struct alignas(64) Tables {
    uint8_t kinds_by_low[64] = {}, kind_by_high[64] = {};  // a byte's kind is in both
    uint8_t value_bits[64] = {};   // by the upper half: 15 if the lower half is the digit
    uint32_t to_word[3][32] = {};  // the position of a word's byte in its window
    constexpr Tables() {
        for (int i = 0; i < 64; i++) {
            const int half = i % 16;
            kinds_by_low[i] =
                (uint8_t)((half <= 9 ? a_digit | a_character : 0) |
                          (half == 0xA || half == 0xD || half == 0xE ? a_sign : 0) |  // * - .
                          (half == 0xF || half == 0x8 ? underscore_or_x : 0) | (half == 0x8 ? small_x : 0));
            value_bits[i] = half == 0 || half == 3 ? 0xF : 0;
        }
        const uint8_t kinds[8] = {a_digit, 0, a_sign, a_character, 0, underscore_or_x, 0, small_x};
        for (int i = 0; i < 64; i++) kind_by_high[i] = i % 16 < 8 ? kinds[i % 16] : 0;
        for (int stack = 0; stack < 3; stack++)
            for (int i = 0; i < 32; i++)
                if (i >= 27)
                    to_word[stack][i] = 0x80808080;
                else
                    to_word[stack][i] =
                        0x80808000u | (uint32_t)(9 * (i / 3) + 3 * stack + i % 3 - window_start(i / 4));
    }
};
constexpr Tables tables;

template <class T> INLINE Bytes vector_at(const T *memory) {
    Bytes bytes;
    memcpy(&bytes, memory, sizeof bytes);
    return bytes;
}

// The windows for the words of vector i.
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
    Bytes kinds = {}, invalid = {};
    for (int i = 0; i < vectors; i++) {
        const Bytes window = windows(bytes, i), high = window >> 4;
        // 1. The kind of each byte; 0 if it stands for no cell.
        const Bytes kind = looked_up(vector_at(tables.kinds_by_low), window) &
                           looked_up(vector_at(tables.kind_by_high), high);
        kinds |= kind;
        invalid |= (Bytes)(kind == 0);
        // 2. The values 0 to 9 of a word's three cells, each as a bit: bit 0 to 9 of its field.
        const Bytes values = window & looked_up(vector_at(tables.value_bits), high);
        Words bits = {};
        for (int s = 0; s < 3; s++)
            bits |= all(1u << 10 * s) << (Words)looked_up(values, vector_at(tables.to_word[s] + lanes * i));
        // 3. A digit's bit is one too high, so shift it down; bit 0 means that the cell is blank.
        const Words blank = bits & ones;
        const Words cells = bits >> 1 | guards | ((blank << 9) - blank);
        memcpy(position.cells + lanes * i, &cells, sizeof cells);
    }
    const bool has_digits = lanes_with((Words)kinds, 0x01010101u * a_digit);
    const bool has_text = lanes_with((Words)kinds, 0x01010101u * (0xFF - a_digit));
    return !lanes_with((Words)invalid, ~0u) && !(has_digits && has_text);
}

#endif

// Reads a puzzle of 81 candidate masks; false if a mask has more than nine bits.
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

}}  // namespace kernel::SIMD_LEVEL
