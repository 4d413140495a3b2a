// Lanes of the grids in flight: sets of them, and the words of one of them. What searches and what closes
// puzzles side by side (level.cpp, closures.cpp) gives each puzzle a lane, and each lane its next puzzle.
#pragma once

#include "position.h"

namespace kernel::SIMD_LEVEL { namespace {

constexpr int grids = SIMD_GRIDS;  // grids in flight, each with `lanes` puzzles

typedef uint64_t LaneSet;  // bit `lanes * g + i` is for lane i of grid g
constexpr int in_flight = grids * lanes;
constexpr LaneSet every_lane = in_flight == 64 ? ~(LaneSet)0 : ((LaneSet)1 << in_flight) - 1;

INLINE LaneSet lanes_of_grid(int g) { return (every_lane >> (in_flight - lanes)) << lanes * g; }

INLINE int first_of(LaneSet set) {
    return (uint32_t)set ? lowest_bit((uint32_t)set) : 32 + lowest_bit((uint32_t)(set >> 32));
}

// The words of lane i; they are `lanes` words apart.
INLINE uint32_t *words_of(Grid *grid, int i) {
    return reinterpret_cast<uint32_t *>(grid[i / lanes].cells) + i % lanes;
}

INLINE void copy_in(const Position &from, uint32_t *words) {
    for (int i = 0; i < 27; i++) words[lanes * i] = from.cells[i];
}

// Copies a lane out of its grid; also returns the copy as vectors.
INLINE Vectors copy_out(const uint32_t *words, Position &to) {
    Vectors cells;
    for (int i = 0; i < vectors; i++) {
        cells.of[i] = words_of_lane(words + lanes * lanes * i);
        memcpy(to.cells + lanes * i, &cells.of[i], sizeof(Words));
    }
    return cells;
}

// Grids without puzzles; words that a round can work on.
INLINE void clear(Grid *grid) {
    for (int g = 0; g < grids; g++)
        for (Words &words : grid[g].cells) words = all(guards | digits);
}

}}  // namespace kernel::SIMD_LEVEL
