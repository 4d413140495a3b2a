// Random puzzles of all kinds, for the fuzzers: with many, few or no solutions, and with pencilmarks.
#pragma once

#include "fuzz.h"

using Masks = std::vector<uint16_t>;  // 81 candidate masks

// A solved grid: the shifted pattern with bands, rows, columns and digits shuffled.
static std::vector<int> solved_grid() {
    const auto digit = shuffled(9), rows = shuffled_lines(), columns = shuffled_lines();
    std::vector<int> grid(81);
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) grid[9 * r + c] = digit[(3 * rows[r] + rows[r] / 3 + columns[c]) % 9];
    return grid;
}

static Masks random_puzzle() {
    const auto grid = solved_grid();
    Masks masks(81, 0x1FF);
    const auto order = shuffled(81);
    const int kind = below(8);
    const int clues = kind == 0 ? 81 : kind == 1 ? 0 : 17 + below(30);
    if (kind == 2) {  // random clues: mostly no solution
        for (int i = 0; i < 12 + below(20); i++) masks[order[i]] = (uint16_t)(1 << below(9));
    } else {
        for (int i = 0; i < clues; i++) masks[order[i]] = (uint16_t)(1 << grid[order[i]]);
    }
    if (kind == 3)  // pencilmarks: the solution and other candidates
        for (int cell = 0; cell < 81; cell++)
            masks[cell] = (uint16_t)((1 << grid[cell]) | (rng() & rng() & 0x1FF));
    if (kind == 4)  // one candidate removed, perhaps the last of a cell
        masks[below(81)] &= (uint16_t) ~(1 << below(9));
    if (kind == 5 || (kind == 0 && chance(0.5)))  // one clue changed
        masks[order[0]] = (uint16_t)(1 << below(9));
    return masks;
}

// The puzzle with one to three candidates added or removed.
static Masks mutated(Masks masks) {
    for (int i = 0; i < 1 + below(3); i++) masks[below(81)] ^= (uint16_t)(1 << below(9));
    return masks;
}

static bool has_clues_only(const Masks &masks) {
    for (uint16_t mask : masks)
        if (mask != 0x1FF && __builtin_popcount(mask) != 1) return false;
    return true;
}
