// Random puzzles of all kinds, solved at every level and by a plain search independent of the kernel.
//
//     fuzz [SECONDS [SEED]]
//
// Sizes of batches are chosen around limits: 0, 1, a vector, all puzzles in flight, one more, one less. Each
// batch is in memory of exactly its size, so that a sanitizer finds every access beyond its end.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "fuzz_batches.h"
#include "fuzz_puzzles.h"
#include "kernel.h"

using kernel::Level;

// --- The rules, stated once more, in plain code ----------------------------------------------------------

// Counts solutions up to a limit, the cell with the fewest candidates first; -1 after too many nodes.
struct PlainSearch {
    uint16_t rows[9] = {}, columns[9] = {}, boxes[9] = {};
    const Masks &masks;
    std::vector<int> digit = std::vector<int>(81, 0);
    int64_t limit, found = 0, nodes = 0;

    PlainSearch(const Masks &masks, int64_t limit) : masks(masks), limit(limit) {}

    uint16_t candidates(int cell) const {
        const int r = cell / 9, c = cell % 9;
        return (uint16_t)(masks[cell] & ~(rows[r] | columns[c] | boxes[r / 3 * 3 + c / 3]));
    }
    void toggle(int cell, uint16_t bit) {
        const int r = cell / 9, c = cell % 9;
        rows[r] ^= bit, columns[c] ^= bit, boxes[r / 3 * 3 + c / 3] ^= bit;
    }
    void search() {
        if (++nodes > 20000) return;
        int best = -1, fewest = 10;
        for (int cell = 0; cell < 81; cell++)
            if (!digit[cell] && __builtin_popcount(candidates(cell)) < fewest)
                best = cell, fewest = __builtin_popcount(candidates(cell));
        if (best < 0) {
            found++;
            return;
        }
        for (uint16_t left = candidates(best); left && found < limit; left &= (uint16_t)(left - 1)) {
            const uint16_t bit = (uint16_t)(left & -left);
            toggle(best, bit), digit[best] = 1;
            search();
            toggle(best, bit), digit[best] = 0;
        }
    }
    int64_t count() {
        search();
        return nodes > 20000 && found < limit ? -1 : found;
    }
};

static bool solves(const uint8_t *grid, const Masks &masks) {
    uint16_t rows[9] = {}, columns[9] = {}, boxes[9] = {};
    for (int cell = 0; cell < 81; cell++) {
        const int r = cell / 9, c = cell % 9;
        if (grid[cell] < 1 || grid[cell] > 9 || !(masks[cell] >> (grid[cell] - 1) & 1)) return false;
        const uint16_t bit = (uint16_t)(1 << grid[cell]);
        rows[r] |= bit, columns[c] |= bit, boxes[r / 3 * 3 + c / 3] |= bit;
    }
    for (int i = 0; i < 9; i++)
        if (rows[i] != 0x3FE || columns[i] != 0x3FE || boxes[i] != 0x3FE) return false;
    return true;
}

// --- The comparison -------------------------------------------------------------------------------------

struct Batch {
    std::vector<Masks> puzzles;
    std::vector<bool> is_puzzle;
    std::unique_ptr<uint8_t[]> cells;  // either cells or masks
    std::unique_ptr<uint16_t[]> masks;
    int64_t limit, budget;
};

struct Answers {
    std::vector<int64_t> counts, guesses;
    std::vector<uint8_t> solutions;
};

static Batch make_batch(size_t size) {
    const int64_t limits[] = {1, 2, 2, 3, 1000};
    Batch batch;
    batch.limit = limits[below(5)];
    batch.budget = chance(0.2) ? below(20) : 2000;  // some sparse puzzles without a solution take too long
    bool clues_only = chance(0.5);
    for (size_t i = 0; i < size; i++) {
        Masks masks = i && chance(0.2) ? mutated(batch.puzzles.back()) : random_puzzle();
        while (clues_only && !has_clues_only(masks)) masks = random_puzzle();
        batch.puzzles.push_back(masks);
        batch.is_puzzle.push_back(!chance(0.02));
    }
    if (!clues_only) {
        batch.masks.reset(new uint16_t[81 * size]);
        for (size_t i = 0; i < size; i++) {
            for (int cell = 0; cell < 81; cell++) batch.masks[81 * i + cell] = batch.puzzles[i][cell];
            if (!batch.is_puzzle[i]) batch.masks[81 * i + below(81)] |= (uint16_t)(0x200 << below(7));
        }
        return batch;
    }
    batch.cells.reset(new uint8_t[81 * size]);
    for (size_t i = 0; i < size; i++) {
        const bool text = chance(0.5);
        for (int cell = 0; cell < 81; cell++) {
            const uint16_t mask = batch.puzzles[i][cell];
            const char blank = "0.*_-xX"[below(7)];
            const int digit = mask == 0x1FF ? 0 : __builtin_ctz(mask) + 1;
            batch.cells[81 * i + cell] = (uint8_t)(!text ? digit : digit ? '0' + digit : blank);
        }
        if (batch.is_puzzle[i]) continue;
        const int mixed = text ? 9 : '9';
        batch.cells[81 * i + below(81)] = (uint8_t)(chance(0.5) ? mixed : 10 + below(20));
    }
    return batch;
}

static Answers solve(const Level &level, const Batch &batch) {
    const size_t size = batch.puzzles.size();
    Answers answers = {std::vector<int64_t>(size), std::vector<int64_t>(size),
                       std::vector<uint8_t>(162 * size)};
    kernel::Request request = {};
    request.cells = batch.cells.get();
    request.masks = batch.masks.get();
    request.size = size;
    request.limit = batch.limit;
    request.budget = batch.budget;
    request.counts = answers.counts.data();
    request.solutions = answers.solutions.data();
    request.guesses = answers.guesses.data();
    const size_t bytes = (level.workspace_size + 63) / 64 * 64;
    std::unique_ptr<void, void (*)(void *)> workspace(std::aligned_alloc(64, bytes), std::free);
    level.begin(workspace.get(), &request);
    size_t finished;
    do finished = level.advance(workspace.get(), (size_t)(1 + below(100000)));
    while (finished < size);
    return answers;
}

static void fail(const char *what, const Level &level, const Batch &batch, size_t i, uint64_t seed) {
    std::printf("%s: %s, limit %lld, budget %lld, puzzle %zu of %zu, seed %llu\n", level.name, what,
                (long long)batch.limit, (long long)batch.budget, i, batch.puzzles.size(),
                (unsigned long long)seed);
    for (uint16_t mask : batch.puzzles[i]) std::printf("%d ", mask);
    std::printf("\n");
    std::exit(1);
}

static void check(const Level &level, const Batch &batch, const Answers &answers, uint64_t seed) {
    for (size_t i = 0; i < batch.puzzles.size(); i++) {
        const int64_t count = answers.counts[i];
        if ((count == kernel::no_puzzle) == batch.is_puzzle[i]) fail("puzzle or not", level, batch, i, seed);
        if (count == kernel::no_puzzle) continue;
        if (count == kernel::undecided && answers.guesses[i] != batch.budget)
            fail("undecided within its budget", level, batch, i, seed);
        const uint8_t *first = &answers.solutions[162 * i], *second = first + 81;
        if (count >= 1 && !solves(first, batch.puzzles[i])) fail("first solution", level, batch, i, seed);
        if (count >= 2 && !solves(second, batch.puzzles[i])) fail("second solution", level, batch, i, seed);
        if (count >= 2 && std::equal(first, second, second)) fail("equal solutions", level, batch, i, seed);
        if (count == 0 && first[0]) fail("a solution of a puzzle without one", level, batch, i, seed);
        if (count < 2 && count >= 0 && second[0])
            fail("a second solution of a unique puzzle", level, batch, i, seed);
        if (count == kernel::undecided) continue;
        const int64_t expected = PlainSearch(batch.puzzles[i], batch.limit).count();
        if (expected >= 0 && count != expected) fail("the count", level, batch, i, seed);
    }
}

static size_t try_batch(const Levels &levels, uint64_t seed) {
    const Batch batch = make_batch(size_at_a_limit(any_of(levels)));
    const Answers expected = solve(*levels[0], batch);
    check(*levels[0], batch, expected, seed);
    for (size_t l = 1; l < levels.size(); l++) {
        const Answers answers = solve(*levels[l], batch);
        for (size_t i = 0; i < batch.puzzles.size(); i++)
            if (answers.counts[i] != expected.counts[i] || answers.guesses[i] != expected.guesses[i])
                fail("differs from portable", *levels[l], batch, i, seed);
        if (answers.solutions != expected.solutions) fail("other solutions", *levels[l], batch, 0, seed);
    }
    return batch.puzzles.size();
}

int main(int argc, char **argv) { try_batches(argc, argv, "agree with a plain search", try_batch); }
