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

// A position as vectors; of the words past the 27th nothing is ever asked.
struct Vectors {
    Words of[vectors];
};

}}}  // namespace kernel::SIMD_LEVEL
