// The interface of a level of the kernel: plain C types, no C++ library, no inline functions.
//
// Each level (`portable`, `baseline`, `avx2`, `avx512`) is the same source, level.cpp, compiled with the
// instructions of that level. Levels must not share any function that is compiled for each of them: the
// linker would keep one copy, perhaps one with instructions that this CPU lacks.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace kernel {

struct FormsLevel;     // canonical.h
struct ClosuresLevel;  // closures.h

constexpr int64_t undecided = -1;  // a count: the budget of guesses is spent
constexpr int64_t no_puzzle = -2;  // a count: the row is not a puzzle
constexpr int64_t unbounded = INT64_MAX;

// The task, and where the results go. The caller owns all memory, and fills the results with zeros first.
struct Request {
    const uint8_t *cells;   // (size, 81): digits 0 to 9, or ASCII; nullptr if there are masks
    const uint16_t *masks;  // (size, 81): candidate masks, bit d - 1 for digit d; or nullptr
    size_t size;            // number of puzzles
    int64_t limit;          // the search of a puzzle stops at so many solutions; at least 1
    int64_t budget;         // guesses allowed for each puzzle; `unbounded` for no bound
    int64_t *counts;        // (size,)
    uint8_t *solutions;     // (size, 2, 81), or nullptr if they are not wanted
    int64_t *guesses;       // (size,)
};

// One level: `begin` prepares a search in a workspace of `workspace_size` bytes, aligned to 64; `advance`
// runs about `steps` rounds, summed over the puzzles, and returns how many puzzles are finished by now.
struct Level {
    const char *name;
    int lanes;      // puzzles that one vector holds
    int in_flight;  // puzzles that are searched at the same time
    size_t workspace_size;
    void (*begin)(void *workspace, const Request *request);
    size_t (*advance)(void *workspace, size_t steps);
    const FormsLevel *forms;        // canonical forms at this level
    const ClosuresLevel *closures;  // closures of singles at this level
};

// The levels that this CPU can run, slowest first; returns how many (at least one, at most `most_levels`).
constexpr size_t most_levels = 4;
size_t levels(const Level *found[most_levels]);

}  // namespace kernel
