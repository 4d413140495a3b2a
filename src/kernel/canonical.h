// Canonical forms: what a level offers, in plain C types, as in kernel.h.
//
// Two puzzles have the same form if and only if one becomes the other by renaming digits, exchanging rows
// within bands, bands, columns within stacks, stacks, and rows with columns.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace kernel {

constexpr uint64_t form_version = 1;          // seed of the keys: a change of the form changes all keys
constexpr int64_t nodes_of_a_puzzle = 10000;  // the usual budget

// The task, and where the results go. The caller owns all memory, and fills the results with zeros first.
struct FormsRequest {
    const uint8_t *cells;    // (size, 81): digits 0 to 9, or ASCII
    size_t size;             // number of puzzles
    int64_t budget;          // lines or bands that may be singled out in turn, for each puzzle
    uint8_t *forms;          // (size, 81): digits 0 to 9; zeros where undecided or not a puzzle
    uint64_t *keys;          // (size, 2): the hash of the form; zeros as above
    uint64_t *text_keys;     // (size, 2): the hash of the puzzle's own digits; zeros where it is not a puzzle
    int32_t *automorphisms;  // (size,): `undecided` and `no_puzzle` as for counts
    uint8_t *clues;          // (size,)
};

// `begin` prepares the work in a workspace of `workspace_size` bytes, aligned to 64; `advance` spends about
// `steps` refinements on it, and returns how many puzzles are finished by now.
struct FormsLevel {
    size_t workspace_size;
    void (*begin)(void *workspace, const FormsRequest *request);
    size_t (*advance)(void *workspace, size_t steps);
};

}  // namespace kernel
