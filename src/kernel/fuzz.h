// Chance, for the fuzzers: every batch begins with a seed of its own, and can be made again from it.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

static std::mt19937_64 rng;

static int below(int bound) { return (int)(rng() % (uint64_t)bound); }
static bool chance(double p) { return (double)(rng() >> 11) * 0x1p-53 < p; }

static std::vector<int> shuffled(int n) {
    std::vector<int> order(n);
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = n - 1; i > 0; i--) std::swap(order[i], order[below(i + 1)]);
    return order;
}

// Rows or columns in another order, in which those of a band or stack stay together.
static std::vector<int> shuffled_lines() {
    std::vector<int> lines;
    for (int band : shuffled(3))
        for (int line : shuffled(3)) lines.push_back(3 * band + line);
    return lines;
}
