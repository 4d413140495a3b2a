// One puzzle alone: the 27 words of one lane, contiguous, in plain C++.
#pragma once

#include <string.h>

#include "round.h"

namespace kernel::SIMD_LEVEL { namespace {

// 27 words as in Grid; the other five are padding, so that whole vectors can be read.
struct alignas(64) Position {
    uint32_t cells[32];
};

INLINE uint32_t field_of(uint32_t word, int stack) { return word >> 10 * stack & 0x1FF; }

// A position as vectors; the words after the 27th are padding and never used.
struct Vectors {
    Words of[vectors];
};

}}  // namespace kernel::SIMD_LEVEL
