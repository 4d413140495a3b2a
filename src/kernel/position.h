// One puzzle by itself: the 27 words of one lane, contiguous, in plain C++.
#pragma once

#include <string.h>

#include "round.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

// 27 words as in Grid; the other five mean nothing, and are there so that whole vectors can be read.
struct alignas(64) Position {
    uint32_t cells[32];
};

INLINE uint32_t field_of(uint32_t word, int stack) { return word >> 10 * stack & 0x1FF; }

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

// 81 bytes into 27 words that lie `stride` apart; false if they are no puzzle: some byte is no cell, or some
// are digits and some are text.
INLINE bool read_cells(const uint8_t *bytes, uint32_t *words, int stride) {
    uint32_t faults = 0;
    for (int i = 0; i < 27; i++) {
        const uint8_t *byte = bytes + 9 * (i / 3) + i % 3;
        const uint32_t word = meaning.of[0][byte[0]] | meaning.of[1][byte[3]] | meaning.of[2][byte[6]];
        faults |= word;
        words[i * stride] = word & ~no_cell;
    }
    return (faults & no_cell) != no_cell;
}

// The same from 81 candidate masks.
INLINE bool read_masks(const uint16_t *masks, uint32_t *words, int stride) {
    uint32_t every = 0;
    for (int i = 0; i < 27; i++) {
        const uint16_t *mask = masks + 9 * (i / 3) + i % 3;
        const uint32_t left = mask[0], middle = mask[3], right = mask[6];
        every |= left | middle | right;
        words[i * stride] = left | middle << 10 | right << 20 | guards;
    }
    return every <= 0x1FF;
}

// A solved position as 81 digits.
INLINE void write_solution(const Position &position, uint8_t *solution) {
    for (int i = 0; i < 27; i++)
        for (int stack = 0; stack < 3; stack++)
            solution[9 * (i / 3) + 3 * stack + i % 3] =
                (uint8_t)(lowest_bit(field_of(position.cells[i], stack)) + 1);
}

}}}  // namespace kernel::SIMD_LEVEL
