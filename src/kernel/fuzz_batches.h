// What the fuzzers have in common: batch after batch, each from a seed of its own, until the time is over.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "fuzz.h"
#include "kernel.h"

using Levels = std::vector<const kernel::Level *>;  // the slowest first

inline const kernel::Level &any_of(const Levels &levels) { return *levels[below((int)levels.size())]; }

// A size of batches around a limit of a level: 0, 1, a vector, all puzzles in flight, one more, one less.
inline size_t size_at_a_limit(const kernel::Level &level) {
    const int beyond = level.in_flight + level.lanes;
    const int sizes[] = {0, 1, 2, level.lanes, level.in_flight, beyond, below(200)};
    const int size = sizes[below(7)] + below(3) - 1;
    return (size_t)(size < 0 ? 0 : size);
}

// PROGRAM [SECONDS [SEED]]: calls `try_batch(levels, seed)` with one seed after the other. It returns how
// many puzzles it looked at; what is wrong ends the program. At the end it is told what all `levels` did.
template <class TryBatch>
void try_batches(int argc, char **argv, const char *what_they_did, TryBatch try_batch) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 60;
    const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device()();
    const auto start = std::chrono::steady_clock::now();
    const kernel::Level *found[kernel::most_levels];
    const Levels levels(found, found + kernel::levels(found));
    size_t puzzles = 0;
    uint64_t seed = first;
    for (;; seed++) {
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) break;
        rng.seed(seed);
        puzzles += try_batch(levels, seed);
    }
    std::printf("%zu puzzles in %llu batches, seeds from %llu: ", puzzles, (unsigned long long)(seed - first),
                (unsigned long long)first);
    for (size_t l = 0; l < levels.size(); l++) std::printf("%s%s", l ? ", " : "", levels[l]->name);
    std::printf(" %s\n", what_they_did);
}
