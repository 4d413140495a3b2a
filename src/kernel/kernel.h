// What a level of the kernel offers to the outside: plain C types, no C++ library, no inline functions.
//
// Each level (`portable`, `baseline`, `avx2`, `avx512`) is the same source, level.cpp, compiled with the
// instructions of that level. Nothing that is compiled twice may be shared between levels: the linker would
// keep one copy, perhaps the one with instructions that this CPU lacks.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace kernel {

constexpr int64_t undecided = -1;      // a count: the budget of guesses is spent
constexpr int64_t no_puzzle = -2;      // a count: the content is no puzzle
constexpr int64_t unbounded = INT64_MAX;

// What is asked, and where the answers go. All memory belongs to the caller, and answers start as zeros.
struct Request {
    const uint8_t *cells;     // (size, 81): digits 0 to 9, or ASCII; or nullptr, and instead
    const uint16_t *masks;    // (size, 81): candidate masks, bit d - 1 for digit d
    size_t size;              // number of puzzles
    int64_t limit;            // stop counting a puzzle there; at least 1
    int64_t budget;           // guesses allowed for a puzzle; `unbounded` for no bound
    int64_t *counts;          // (size,)
    uint8_t *solutions;       // (size, 2, 81), or nullptr if they are not wanted
    int64_t *guesses;         // (size,)
};

// One level: `begin` lays out a search in a workspace of `workspace_size` bytes, aligned to 64; `advance`
// works on for about `steps` rounds of one puzzle, and returns how many puzzles are finished.
struct Level {
    const char *name;
    int lanes;        // puzzles that one vector holds
    int in_flight;    // puzzles that are worked on at a time
    size_t workspace_size;
    void (*begin)(void *workspace, const Request *request);
    size_t (*advance)(void *workspace, size_t steps);
};

// The levels that this CPU can run, slowest first; returns how many (at least one, at most `most_levels`).
constexpr size_t most_levels = 4;
size_t levels(const Level *found[most_levels]);

}  // namespace kernel
