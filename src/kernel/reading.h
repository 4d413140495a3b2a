// Reads a puzzle. 81 bytes are not a puzzle if a byte stands for no cell, or if digits and text are mixed.
#pragma once

#include "cell_bytes.h"
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

// Reads 81 candidate masks; false if a mask has more than nine bits.
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

#else  // all bytes at once

// Four words need 12 bytes that are close together: words 0 to 3 need the first row, and one byte for each
// box of the second. So seven windows of 16 bytes hold the bytes for seven times four words. The instruction
// that moves bytes works within 16 bytes; it moves each byte of a window to its word.

// The first byte of the window for four words, 4 * window and up; the last one must end within the 81 bytes.
constexpr int window_start(int window) { return window < 6 ? 4 * window / 3 * 9 + 4 * window % 3 : 81 - 16; }

struct alignas(64) WordTables {
    uint32_t to_word[3][32] = {};  // the position of a word's byte in its window
    constexpr WordTables() {
        for (int stack = 0; stack < 3; stack++)
            for (int i = 0; i < 32; i++)
                if (i >= 27)
                    to_word[stack][i] = 0x80808080;
                else
                    to_word[stack][i] =
                        0x80808000u | (uint32_t)(9 * (i / 3) + 3 * stack + i % 3 - window_start(i / 4));
    }
};
constexpr WordTables word_tables;

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
    Kinds kinds;
    for (int i = 0; i < vectors; i++) {
        // 1. The values 0 to 9 of a word's three cells, each as a bit: bit 0 to 9 of its field.
        const Bytes values = values_of(windows(bytes, i), kinds);
        Words bits = {};
        for (int s = 0; s < 3; s++)
            bits |= all(1u << 10 * s)
                    << (Words)looked_up(values, vector_at(word_tables.to_word[s] + lanes * i));
        // 2. A digit's bit is one too high, so shift it down; bit 0 means that the cell is blank.
        const Words blank = bits & ones;
        const Words cells = bits >> 1 | guards | ((blank << 9) - blank);
        memcpy(position.cells + lanes * i, &cells, sizeof cells);
    }
    return is_puzzle(kinds);
}

// Four masks of a row, as words.
INLINE __m128i four_masks(const uint16_t *mask) {
    return _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)mask));
}

// Reads 81 candidate masks; false if a mask has more than nine bits. The three words of a row are made at
// once, and a fourth that is none: the next row overwrites it. The last row must not read beyond its end.
INLINE bool read_masks(const uint16_t *masks, Position &position) {
    __m128i every = _mm_setzero_si128();
    for (int r = 0; r < 9; r++) {
        const uint16_t *row = masks + 9 * r;
        const __m128i left = four_masks(row), middle = four_masks(row + 3);
        const __m128i right = r < 8 ? four_masks(row + 6) : _mm_srli_si128(four_masks(row + 5), 4);
        every = every | left | middle | right;
        const __m128i cells = left | _mm_slli_epi32(middle, 10) | _mm_slli_epi32(right, 20);
        _mm_storeu_si128((__m128i *)(position.cells + 3 * r), cells | _mm_set1_epi32(guards));
    }
    return _mm_testz_si128(every, _mm_set1_epi32(~0x1FF));
}

#endif

// Reads one puzzle of a request, which has `cells` or `masks`; false if it is none.
template <class Request> INLINE bool read_puzzle(const Request &request, size_t puzzle, Position &position) {
    return request.cells ? read_cells(request.cells + 81 * puzzle, position)
                         : read_masks(request.masks + 81 * puzzle, position);
}

}}  // namespace kernel::SIMD_LEVEL
