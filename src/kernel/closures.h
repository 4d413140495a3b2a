// The closure of naked and hidden singles: what a level offers, in plain C types, as in kernel.h.
//
// A cell with one candidate takes it from its peers, and a digit with one place in a unit takes this cell
// from all other digits, again and again until nothing new follows. In which order does not matter: a
// candidate that can be removed now can be removed later, too. So there is one result, and every level has
// the same.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace kernel {

constexpr int8_t closed_solved = 1;  // each cell has one candidate left: a solution, the only one
constexpr int8_t closed_stuck = 0;   // some cell has several
constexpr int8_t closed_contradiction =
    -1;                                  // a cell without candidates, or a digit without a place in a unit
constexpr int8_t closed_no_puzzle = -2;  // the row is not a puzzle

// The task, and where the results go. The caller owns all memory, and fills the results with zeros first.
struct ClosuresRequest {
    const uint8_t *cells;   // (size, 81): digits 0 to 9, or ASCII; nullptr if there are masks
    const uint16_t *masks;  // (size, 81): candidate masks, bit d - 1 for digit d; or nullptr
    size_t size;            // number of puzzles
    uint16_t *closed;       // (size, 81): the candidates that are left; zeros if the state is below 0
    int8_t *states;         // (size,): as above
};

// `begin` prepares the work in a workspace of `workspace_size` bytes, aligned to 64; `advance` runs about
// `steps` rounds, summed over the puzzles, and returns how many puzzles are finished by now.
struct ClosuresLevel {
    size_t workspace_size;
    void (*begin)(void *workspace, const ClosuresRequest *request);
    size_t (*advance)(void *workspace, size_t steps);
};

}  // namespace kernel
