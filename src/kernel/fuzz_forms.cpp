// Random puzzles of all kinds and full grids, brought into canonical form at every level.
//
//     fuzz_forms [SECONDS [SEED]]
//
// All levels have to agree, a transformed puzzle and the form itself have to have the same form. Some forms
// of full grids are compared with all grids that can be made, and some of other puzzles with a plain count of
// the ways to turn the puzzle into itself and into its form. Each batch is in memory of exactly its size, so
// that a sanitizer finds every access beyond its end.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "canonical.h"
#include "fuzz.h"
#include "fuzz_batches.h"
#include "kernel.h"
#include "plain_count.h"

using kernel::Level;

// --- Puzzles --------------------------------------------------------------------------------------------

// Fills the cells from `cell` on, digits in random order; false if that is not possible, or takes too many
// steps.
static bool fill(Cells &cells, int cell, int &steps) {
    if (cell == 81) return true;
    if (--steps < 0) return false;
    for (int digit : shuffled(9)) {
        bool fits = true;
        for (int other = 0; other < cell; other++)
            fits &= cells[other] != digit + 1 || (other / 9 != cell / 9 && other % 9 != cell % 9 &&
                                                  (other / 27 != cell / 27 || other % 9 / 3 != cell % 9 / 3));
        cells[cell] = (uint8_t)(digit + 1);
        if (fits && fill(cells, cell + 1, steps)) return true;
    }
    return false;
}

static bool is_valid_grid(const Cells &cells) {
    int rows[9] = {}, columns[9] = {}, boxes[9] = {};
    for (int cell = 0; cell < 81; cell++) {
        const int bit = 1 << cells[cell];
        rows[cell / 9] |= bit, columns[cell % 9] |= bit, boxes[cell / 27 * 3 + cell % 9 / 3] |= bit;
    }
    for (int i = 0; i < 9; i++)
        if (rows[i] != 0x3FE || columns[i] != 0x3FE || boxes[i] != 0x3FE) return false;
    return true;
}

static Cells full_grid() {
    Cells grid = {};
    if (chance(0.6)) {
        for (int steps = 1000; !fill(grid, 0, steps);) steps = 1000;
        return grid;
    }
    const bool is_valid = chance(0.5);  // a very symmetric grid, or one in which only boxes hold digits twice
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) grid[9 * r + c] = (uint8_t)(((is_valid ? 3 * r + r / 3 : r) + c) % 9 + 1);
    return grid;
}

static Cells random_puzzle() {
    Cells cells = full_grid();
    const int kind = below(6), kept = below(10), most = 1 + below(9);
    const auto order = shuffled(81);
    if (kind == 0) std::swap(cells[order[0]], cells[order[1]]);  // mostly clues that clash
    if (kind == 1) cells[order[0]] = (uint8_t)(1 + below(9));
    if (kind == 2)  // all clues of a few digits: many symmetries
        for (auto &digit : cells) digit = digit <= kept ? digit : 0;
    if (kind == 3)  // what is no puzzle to people
        for (auto &digit : cells) digit = (uint8_t)(1 + below(most));
    if (kind >= 3 && chance(0.8))
        for (int i = 0, blanks = below(82); i < blanks; i++) cells[order[i]] = 0;
    return cells;
}

// By any of the transformations that keep the form.
static Cells transformed(const Cells &cells) {
    const auto digits = shuffled(9), rows = shuffled_lines(), columns = shuffled_lines();
    const bool transposed = chance(0.5);
    Cells made;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            const int digit = cells[transposed ? 9 * columns[c] + rows[r] : 9 * rows[r] + columns[c]];
            made[9 * r + c] = (uint8_t)(digit ? digits[digit - 1] + 1 : 0);
        }
    return made;
}

// --- The smallest grid, by trying all -------------------------------------------------------------------

struct Smallest {
    Cells form;
    int automorphisms = 0;
};

static void try_top(const Cells &grid, const int *rows, const std::vector<int> &columns, Smallest &smallest) {
    uint8_t name[10] = {};
    for (int c = 0; c < 9; c++) name[grid[9 * rows[0] + columns[c]]] = (uint8_t)(c + 1);
    std::array<std::array<uint8_t, 9>, 9> made;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) made[r][c] = name[grid[9 * rows[r] + columns[c]]];
    std::sort(made.begin() + 3, made.begin() + 6);
    std::sort(made.begin() + 6, made.end());
    if (made[6] < made[3]) std::swap_ranges(made.begin() + 3, made.begin() + 6, made.begin() + 6);
    const int order = smallest.automorphisms ? std::memcmp(&made, &smallest.form, 81) : -1;
    if (order < 0) std::memcpy(&smallest.form, &made, 81);
    smallest.automorphisms = order < 0 ? 1 : smallest.automorphisms + (order == 0);
}

static Smallest smallest_of(Cells grid) {
    constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    Smallest smallest;
    for (int transposed = 0; transposed < 2; transposed++) {
        for (int top = 0; top < 18; top++) {
            int rows[9];
            for (int i = 0; i < 9; i++)
                rows[i] = (3 * (top / 6) + 3 * (i / 3)) % 9 + (i < 3 ? orders[top % 6][i] : i % 3);
            for (int i = 0; i < 6 * 216; i++) {
                const int within[3] = {i / 36 % 6, i / 6 % 6, i % 6};
                std::vector<int> columns;
                for (int s = 0; s < 3; s++)
                    for (int c : orders[within[s]]) columns.push_back(3 * orders[i / 216][s] + c);
                try_top(grid, rows, columns, smallest);
            }
        }
        for (int cell = 0; cell < 81; cell++)
            if (cell / 9 < cell % 9) std::swap(grid[cell], grid[9 * (cell % 9) + cell / 9]);
    }
    return smallest;
}

// --- The comparison -------------------------------------------------------------------------------------

struct Batch {
    std::vector<Cells> puzzles;
    std::vector<bool> is_puzzle;
    std::unique_ptr<uint8_t[]> bytes;
    int64_t budget;
};

struct Answers {
    std::vector<uint8_t> forms, clues;
    std::vector<uint64_t> keys, text_keys;
    std::vector<int32_t> automorphisms;

    // Whether all that does not depend on the arrangement of puzzle i is the same.
    bool has_same_form(const Answers &other, size_t i) const {
        return !std::memcmp(&forms[81 * i], &other.forms[81 * i], 81) && clues[i] == other.clues[i] &&
               keys[2 * i] == other.keys[2 * i] && keys[2 * i + 1] == other.keys[2 * i + 1] &&
               automorphisms[i] == other.automorphisms[i];
    }

    bool is_same(const Answers &other, size_t i) const {
        return has_same_form(other, i) && text_keys[2 * i] == other.text_keys[2 * i] &&
               text_keys[2 * i + 1] == other.text_keys[2 * i + 1];
    }
};

// Each puzzle as digits or as text, or as neither.
static Batch as_batch(const std::vector<Cells> &puzzles, const std::vector<bool> &is_puzzle, int64_t budget) {
    Batch batch = {puzzles, is_puzzle, std::unique_ptr<uint8_t[]>(new uint8_t[81 * puzzles.size()]), budget};
    for (size_t i = 0; i < puzzles.size(); i++) {
        uint8_t *bytes = &batch.bytes[81 * i];
        const bool text = chance(0.5);
        for (int cell = 0; cell < 81; cell++) {
            const uint8_t digit = puzzles[i][cell];
            bytes[cell] = text ? (uint8_t)(digit ? '0' + digit : "0.*_-xX"[below(7)]) : digit;
        }
        if (!is_puzzle[i]) bytes[below(81)] = (uint8_t)(chance(0.5) ? (text ? 9 : '9') : 10 + below(20));
    }
    return batch;
}

static Batch random_batch(size_t size) {
    std::vector<Cells> puzzles;
    std::vector<bool> is_puzzle;
    for (size_t i = 0; i < size; i++) {
        puzzles.push_back(random_puzzle());
        is_puzzle.push_back(!chance(0.02));
    }
    return as_batch(puzzles, is_puzzle, chance(0.05) ? kernel::nodes_of_a_puzzle : below(300));
}

static Answers answers_of(const Level &level, const Batch &batch) {
    const size_t size = batch.puzzles.size();
    Answers answers = {std::vector<uint8_t>(81 * size), std::vector<uint8_t>(size),
                       std::vector<uint64_t>(2 * size), std::vector<uint64_t>(2 * size),
                       std::vector<int32_t>(size)};
    kernel::FormsRequest request = {};
    request.cells = batch.bytes.get();
    request.size = size;
    request.budget = batch.budget;
    request.forms = answers.forms.data();
    request.keys = answers.keys.data();
    request.text_keys = answers.text_keys.data();
    request.automorphisms = answers.automorphisms.data();
    request.clues = answers.clues.data();
    const size_t bytes = (level.forms->workspace_size + 63) / 64 * 64;
    std::unique_ptr<void, void (*)(void *)> workspace(std::aligned_alloc(64, bytes), std::free);
    level.forms->begin(workspace.get(), &request);
    size_t finished;
    do finished = level.forms->advance(workspace.get(), (size_t)(1 + below(1000)));
    while (finished < size);
    return answers;
}

static void fail(const char *what, const Level &level, const Batch &batch, size_t i, uint64_t seed) {
    std::printf("%s: %s, budget %lld, puzzle %zu of %zu, seed %llu\n", level.name, what,
                (long long)batch.budget, i, batch.puzzles.size(), (unsigned long long)seed);
    for (uint8_t digit : batch.puzzles[i]) std::printf("%d", digit);
    std::printf("\n");
    std::exit(1);
}

static void check(const Level &level, const Batch &batch, const Answers &answers, uint64_t seed) {
    const size_t size = batch.puzzles.size();
    std::vector<Cells> others(size), forms(size);
    for (size_t i = 0; i < size; i++) {
        others[i] = transformed(batch.puzzles[i]);
        std::memcpy(&forms[i], &answers.forms[81 * i], 81);
    }
    const Answers of_others = answers_of(level, as_batch(others, batch.is_puzzle, batch.budget));
    const Answers of_forms = answers_of(level, as_batch(forms, std::vector<bool>(size, true), batch.budget));
    for (size_t i = 0; i < size; i++) {
        if (!answers.has_same_form(of_others, i))
            fail("transformed, a puzzle has another form", level, batch, i, seed);
        const int32_t automorphisms = answers.automorphisms[i];
        if ((automorphisms == kernel::no_puzzle) == batch.is_puzzle[i])
            fail("puzzle or not", level, batch, i, seed);
        if (automorphisms == 0) fail("no answer", level, batch, i, seed);
        if (automorphisms == kernel::undecided && batch.budget == kernel::nodes_of_a_puzzle &&
            plain_automorphisms(batch.puzzles[i]) >= 0 && plain_automorphisms(batch.puzzles[i]) <= 100)
            fail("undecided, with few automorphisms", level, batch, i, seed);
        if (automorphisms < 0) continue;
        if (std::memcmp(&of_forms.forms[81 * i], &forms[i], 81))
            fail("the form's form", level, batch, i, seed);
        if (of_forms.text_keys[2 * i] != answers.keys[2 * i]) fail("the key", level, batch, i, seed);
        if (of_forms.clues[i] != answers.clues[i]) fail("the clues", level, batch, i, seed);
        if (chance(0.9)) continue;
        const int64_t counted = plain_automorphisms(batch.puzzles[i]);
        if (counted >= 0 && counted != automorphisms) fail("automorphisms", level, batch, i, seed);
        if (!is_the_same_puzzle(batch.puzzles[i], forms[i]))
            fail("another puzzle's form", level, batch, i, seed);
        if (!is_valid_grid(batch.puzzles[i])) continue;
        const Smallest smallest = smallest_of(batch.puzzles[i]);
        if (forms[i] != smallest.form || automorphisms != smallest.automorphisms)
            fail("the smallest grid", level, batch, i, seed);
    }
}

static size_t try_batch(const Levels &levels, uint64_t seed) {
    const Batch batch = random_batch((size_t)below(20));
    const Answers expected = answers_of(*levels[0], batch);
    for (size_t l = 1; l < levels.size(); l++) {
        const Answers answers = answers_of(*levels[l], batch);
        for (size_t i = 0; i < batch.puzzles.size(); i++)
            if (!answers.is_same(expected, i)) fail("differs from portable", *levels[l], batch, i, seed);
    }
    check(any_of(levels), batch, expected, seed);
    return batch.puzzles.size();
}

int main(int argc, char **argv) { try_batches(argc, argv, "agree, and with transformed copies", try_batch); }
