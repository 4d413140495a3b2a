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

// A solved position as 81 digits.
INLINE void write_solution(const Position &position, uint8_t *solution) {
    for (int i = 0; i < 27; i++)
        for (int stack = 0; stack < 3; stack++)
            solution[9 * (i / 3) + 3 * stack + i % 3] =
                (uint8_t)(lowest_bit(field_of(position.cells[i], stack)) + 1);
}

}}}  // namespace kernel::SIMD_LEVEL
