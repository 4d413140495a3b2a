// Which cells to choose from for a guess, and which of them is best.
//
// A guess is made in a cell with as few candidates as possible. A cell's score says how strongly a guess in
// it affects its peers: each peer that shares a candidate counts 4 if it has two candidates, 1 if it has
// more. The best cell is the one with the highest score among the first and the last cell of each stack; of
// equal ones, the first. These six, spread over the grid, are nearly as good a choice as all cells.
//
// This is written twice, and both choose the same cell: in plain C++, and for the wide levels in vectors,
// where a cell is scored without a loop over its peers and the best is found without comparing one after the
// other.
#pragma once

#include "packed.h"

namespace kernel::SIMD_LEVEL { namespace {

constexpr int none = -1;

struct Guess {
    int word, stack;  // of the cell; word is `none` if no cell has two candidates
    uint32_t digit;   // its bit in that word
};

// A guess: the first candidate of a cell.
INLINE Guess guess_at(const Position &position, int stack, int word) {
    const uint32_t candidates = field_of(position.cells[word], stack);
    return {word, stack, (candidates & (0u - candidates)) << 10 * stack};
}

// A set of cells: for each stack of boxes, one bit for each of the 27 words.
struct CellSet {
    uint32_t of[3] = {};
};

INLINE bool is_empty(const CellSet &set) { return (set.of[0] | set.of[1] | set.of[2]) == 0; }

// A number of 16 bits for each cell, stack by stack.
struct Stacks {
    Halves of[3][halves];
};

// The candidates of each cell.
INLINE Stacks stacks_of(const Vectors &cells) {
    Stacks stacks;
    for (int s = 0; s < 3; s++) {
        Vectors fields;
        for (int i = 0; i < vectors; i++) fields.of[i] = cells.of[i] >> 10 * s & 0x1FF;
        pack(fields.of, stacks.of[s]);
    }
    return stacks;
}

// The twenty peers of each cell (stack, word), stack by stack.
struct Peers {
    PackedSet of[3][27][3];
    constexpr Peers() {
        for (int stack = 0; stack < 3; stack++)
            for (int word = 0; word < 27; word++)
                for (int s = 0; s < 3; s++)
                    for (int w = 0; w < 27; w++) {
                        const bool row = w / 3 == word / 3, same_stack = s == stack;
                        const bool column = same_stack && w % 3 == word % 3;
                        const bool box = same_stack && w / 9 == word / 9;
                        if ((row || column || box) && !(same_stack && w == word)) of[stack][word][s].add(w);
                    }
    }
};
constexpr Peers peers;

#if SIMD_LANES < 8

// The cells that have any candidate.
INLINE CellSet nonempty(const Stacks &stacks) {
    CellSet set;
    for (int s = 0; s < 3; s++) set.of[s] = halves_with(stacks.of[s], 0x1FF) & 0x7FFFFFF;
    return set;
}

// All cells, each without its first candidate.
INLINE Stacks without_first(const Stacks &stacks) {
    Stacks rest;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < halves; i++) rest.of[s][i] = stacks.of[s][i] & (stacks.of[s][i] - 1);
    return rest;
}

// The cells with at least two, three and four candidates.
struct Sizes {
    CellSet two, three, four;
};

INLINE Sizes sizes_of(const Stacks &stacks) {
    const Stacks but_one = without_first(stacks), but_two = without_first(but_one);
    return {nonempty(but_one), nonempty(but_two), nonempty(without_first(but_two))};
}

INLINE int score(const Stacks &stacks, const Sizes &sizes, uint32_t candidates, int stack, int word) {
    int total = 0;
    for (int s = 0; s < 3; s++) {
        const uint32_t sharing = halves_with(stacks.of[s], candidates);
        const uint32_t affected = sharing & peers.of[stack][word][s].bits & sizes.two.of[s];
        total += bits_in(affected) + 3 * bits_in(affected & ~sizes.three.of[s]);
    }
    return total;
}

// The cells to choose from: those with two candidates; else those with three; else those with more.
INLINE CellSet fewest_candidates(const Sizes &sizes) {
    CellSet choice;
    for (int s = 0; s < 3; s++) choice.of[s] = sizes.two.of[s] & ~sizes.three.of[s];
    if (!is_empty(choice)) return choice;
    for (int s = 0; s < 3; s++) choice.of[s] = sizes.three.of[s] & ~sizes.four.of[s];
    return is_empty(choice) ? sizes.four : choice;
}

// `choice` is not empty.
INLINE Guess best_of(const CellSet &choice, const Position &position, const Stacks &stacks,
                     const Sizes &sizes) {
    int best = none;  // score and place in one number; of equal scores the first place wins
    for (int s = 0; s < 3; s++) {
        const uint32_t some = choice.of[s] | (choice.of[s] == 0);  // without cells: scored, but never chosen
        const int ends[2] = {lowest_bit(some), highest_bit(some)};
        for (const int word : ends) {
            const int found = score(stacks, sizes, field_of(position.cells[word], s), s, word);
            const int rank = choice.of[s] ? found << 8 | (0xFF - (s << 5 | word)) : none;
            best = rank > best ? rank : best;
        }
    }
    const int place = 0xFF - (best & 0xFF);
    return guess_at(position, place >> 5, place & 31);
}

#else

// The number of candidates of each cell, and what it counts as a peer; 4 stands for four or more.
struct Sizes {
    Stacks count, weight;
};

INLINE Sizes sizes_of(const Stacks &stacks) {
    const __m128i weights = _mm_setr_epi8(0, 0, 4, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    Sizes sizes;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < halves; i++) {
            sizes.count.of[s][i] = at_most(4, counts_of(stacks.of[s][i]));
            sizes.weight.of[s][i] = looked_up(weights, sizes.count.of[s][i]);
        }
    return sizes;
}

INLINE CellSet fewest_candidates(const Sizes &sizes) {
    CellSet choice;
    for (uint16_t count = 2; count <= 4 && is_empty(choice); count++)
        for (int s = 0; s < 3; s++) choice.of[s] = halves_equal(sizes.count.of[s], count) & 0x7FFFFFF;
    return choice;
}

// The score of a cell, as the sum of all half-words; 0 if the cell is not used.
INLINE Halves score(const Stacks &stacks, const Sizes &sizes, int stack, int word, uint32_t used) {
    const Halves candidates = everywhere(stacks.of[stack], word, used);
    Halves sums = {};
    for (int s = 0; s < 3; s++)
        sums = plus_sharing(sums, stacks.of[s], candidates, peers.of[stack][word][s], sizes.weight.of[s]);
    return sums;
}

// The six cells stand side by side in half-words, each as a rank: in the upper byte 255 less the score, in
// the lower one the place. So the lowest rank is the best; where there is no cell, the rank is the highest
// there is. `choice` is not empty.
INLINE Guess best_of(const CellSet &choice, const Position &position, const Stacks &stacks,
                     const Sizes &sizes) {
    DoubleWords scores = {};
    uint64_t first_places = ~0ull, last_places = ~0ull;
    for (int s = 0; s < 3; s++) {
        const uint32_t used = choice.of[s] ? ~0u : 0, some = choice.of[s] | (~used & 1);
        const int first = lowest_bit(some), last = highest_bit(some);
        scores |= partial_sums(score(stacks, sizes, s, first, used), score(stacks, sizes, s, last, used))
                  << (16 * s + 8);
        first_places ^= (uint64_t)(used & (0xFF ^ (s << 5 | first))) << 16 * s;
        last_places ^= (uint64_t)(used & (0xFF ^ (s << 5 | last))) << 16 * s;
    }
    const __m128i places = _mm_set_epi64x((long long)last_places, (long long)first_places);
    const __m128i ranks = _mm_sub_epi16(places, totals(scores));
    const int place = _mm_cvtsi128_si32(_mm_minpos_epu16(ranks)) & 0xFF;
    return guess_at(position, place >> 5, place & 31);
}

#endif

}}  // namespace kernel::SIMD_LEVEL
