// Random puzzles of all kinds, closed under singles at every level and by a plain loop independent of the
// kernel.
//
//     fuzz_closures [SECONDS [SEED]]
//
// The plain loop looks at one line of nine elements at a time, in a random order: what singles leave does not
// depend on it. Sizes of batches are chosen around limits, as in fuzz.cpp, and so is memory.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "closures.h"
#include "fuzz_batches.h"
#include "fuzz_puzzles.h"
#include "kernel.h"

using kernel::Level;

// --- The rules, stated once more, in plain code ----------------------------------------------------------

// The cells of unit 0 to 26: rows, columns, boxes.
static int cell_of(int unit, int i) {
    const int u = unit % 9;
    if (unit < 9) return 9 * u + i;
    if (unit < 18) return 9 * i + u;
    return 27 * (u / 3) + 3 * (u % 3) + 9 * (i / 3) + i % 3;
}

static bool are_peers(int a, int b) {
    const int ra = a / 9, ca = a % 9, rb = b / 9, cb = b % 9;
    return a != b && (ra == rb || ca == cb || (ra / 3 == rb / 3 && ca / 3 == cb / 3));
}

// The cell holds the digit: it loses all others, its peers lose the digit. Returns whether anything changed.
static bool place(Masks &masks, int cell, uint16_t bit) {
    bool changed = masks[cell] != (masks[cell] & bit);
    masks[cell] &= bit;
    for (int peer = 0; peer < 81; peer++)
        if (are_peers(cell, peer) && masks[peer] & bit) masks[peer] ^= bit, changed = true;
    return changed;
}

// Takes the single of a line, if it has one: of a cell, or of a digit in a unit. A line that is empty has
// none.
static bool take_single(Masks &masks, int line) {
    if (line < 81) return __builtin_popcount(masks[line]) == 1 && place(masks, line, masks[line]);
    const int unit = (line - 81) / 9;
    const uint16_t bit = (uint16_t)(1 << (line - 81) % 9);
    int places = 0, cell = 0;
    for (int i = 0; i < 9; i++)
        if (masks[cell_of(unit, i)] & bit) places++, cell = cell_of(unit, i);
    return places == 1 && place(masks, cell, bit);
}

static bool is_empty(const Masks &masks, int line) {
    if (line < 81) return masks[line] == 0;
    for (int i = 0; i < 9; i++)
        if (masks[cell_of((line - 81) / 9, i)] >> (line - 81) % 9 & 1) return false;
    return true;
}

// Closes the masks; returns the state.
static int8_t close_plainly(Masks &masks) {
    const auto order = shuffled(81 + 27 * 9);
    for (bool changed = true; changed;) {
        changed = false;
        for (int line : order) changed |= take_single(masks, line);
    }
    for (int line : order)
        if (is_empty(masks, line)) return kernel::closed_contradiction;
    for (uint16_t mask : masks)
        if (__builtin_popcount(mask) > 1) return kernel::closed_stuck;
    return kernel::closed_solved;
}

// --- The comparison -------------------------------------------------------------------------------------

struct Batch {
    std::vector<Masks> puzzles;
    std::vector<bool> is_puzzle;
    std::unique_ptr<uint8_t[]> cells;  // either cells or masks
    std::unique_ptr<uint16_t[]> masks;
};

struct Answers {
    std::vector<uint16_t> masks;
    std::vector<int8_t> states;
};

// The puzzle with a digit taken from all cells of a unit, or from all but one.
static Masks starved(Masks masks) {
    const int unit = below(27), digit = below(9), kept = below(18);
    for (int i = 0; i < 9; i++)
        if (i != kept) masks[cell_of(unit, i)] &= (uint16_t) ~(1 << digit);
    return masks;
}

static Batch make_batch(size_t size) {
    Batch batch;
    const bool clues_only = chance(0.5);
    for (size_t i = 0; i < size; i++) {
        Masks masks = random_puzzle();
        while (clues_only && !has_clues_only(masks)) masks = random_puzzle();
        if (!clues_only && chance(0.3)) masks = starved(chance(0.5) ? masks : Masks(81, 0x1FF));
        batch.puzzles.push_back(masks);
        batch.is_puzzle.push_back(!chance(0.02));
    }
    if (clues_only)
        batch.cells.reset(new uint8_t[81 * size]);
    else
        batch.masks.reset(new uint16_t[81 * size]);
    for (size_t i = 0; i < size; i++) {
        for (int cell = 0; cell < 81; cell++) {
            const uint16_t mask = batch.puzzles[i][cell];
            if (clues_only)
                batch.cells[81 * i + cell] = (uint8_t)(mask == 0x1FF ? 0 : __builtin_ctz(mask) + 1);
            else
                batch.masks[81 * i + cell] = mask;
        }
        if (batch.is_puzzle[i]) continue;
        if (clues_only)
            batch.cells[81 * i + below(81)] = 10;
        else
            batch.masks[81 * i + below(81)] |= (uint16_t)(0x200 << below(7));
    }
    return batch;
}

static Answers close(const Level &level, const Batch &batch) {
    const size_t size = batch.puzzles.size();
    Answers answers = {std::vector<uint16_t>(81 * size), std::vector<int8_t>(size)};
    kernel::ClosuresRequest request = {};
    request.cells = batch.cells.get();
    request.masks = batch.masks.get();
    request.size = size;
    request.closed = answers.masks.data();
    request.states = answers.states.data();
    const size_t bytes = (level.closures->workspace_size + 63) / 64 * 64;
    std::unique_ptr<void, void (*)(void *)> workspace(std::aligned_alloc(64, bytes), std::free);
    level.closures->begin(workspace.get(), &request);
    size_t finished;
    do finished = level.closures->advance(workspace.get(), (size_t)(1 + below(10000)));
    while (finished < size);
    return answers;
}

static void fail(const char *what, const Level &level, const Batch &batch, size_t i, uint64_t seed) {
    std::printf("%s: %s, puzzle %zu of %zu, seed %llu\n", level.name, what, i, batch.puzzles.size(),
                (unsigned long long)seed);
    for (uint16_t mask : batch.puzzles[i]) std::printf("%d ", mask);
    std::printf("\n");
    std::exit(1);
}

static void check(const Level &level, const Batch &batch, const Answers &answers, uint64_t seed) {
    for (size_t i = 0; i < batch.puzzles.size(); i++) {
        Masks expected = batch.puzzles[i];
        const int8_t state = batch.is_puzzle[i] ? close_plainly(expected) : kernel::closed_no_puzzle;
        if (answers.states[i] != state) fail("the state", level, batch, i, seed);
        if (state < 0) expected.assign(81, 0);
        if (!std::equal(expected.begin(), expected.end(), &answers.masks[81 * i]))
            fail("the candidates that are left", level, batch, i, seed);
    }
}

static size_t try_batch(const Levels &levels, uint64_t seed) {
    const Batch batch = make_batch(size_at_a_limit(any_of(levels)));
    const Answers expected = close(*levels[0], batch);
    check(*levels[0], batch, expected, seed);
    for (size_t l = 1; l < levels.size(); l++) {
        const Answers answers = close(*levels[l], batch);
        if (answers.states != expected.states || answers.masks != expected.masks)
            check(*levels[l], batch, answers, seed);
    }
    return batch.puzzles.size();
}

int main(int argc, char **argv) { try_batches(argc, argv, "close them as a plain loop does", try_batch); }
