// Where to guess: a cell with few candidates whose peers would feel it most.
#pragma once

#include "position.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

// A set of cells: for each stack of boxes a bit for each of the 27 words.
struct CellSet {
    uint32_t of[3] = {};
};

// The twenty peers of each cell (stack, word).
struct Peers {
    CellSet of[3][27];
    constexpr Peers() {
        for (int stack = 0; stack < 3; stack++)
            for (int word = 0; word < 27; word++)
                for (int s = 0; s < 3; s++)
                    for (int w = 0; w < 27; w++) {
                        const bool row = w / 3 == word / 3, same_stack = s == stack;
                        const bool column = same_stack && w % 3 == word % 3;
                        const bool box = same_stack && w / 9 == word / 9;
                        if ((row || column || box) && !(same_stack && w == word))
                            of[stack][word].of[s] |= 1u << w;
                    }
    }
};
constexpr Peers peers;

// The cells with at least two, three, four candidates; and the words with a cell that has none, in which
// case the rest means nothing.
struct Sizes {
    CellSet two, three, four;
    uint32_t empty;
};

INLINE Sizes sizes_of(const Position &position) {
    Sizes sizes = {};
    for (int first = 0; first < 27; first += lanes) {
        Words cells;
        memcpy(&cells, position.cells + first, sizeof cells);
        const Words below_one = cells - ones, without_one = cells & below_one;
        const Words below_two = without_one - ones, without_two = (without_one & below_two) | guards;
        const Words below_three = without_two - ones, without_three = (without_two & below_three) | guards;
        const Words below_four = without_three - ones;
        sizes.empty |= lanes_with(~below_one, guards) << first;
        for (int stack = 0; stack < 3; stack++) {
            const uint32_t guard = 0x200u << 10 * stack;
            sizes.two.of[stack] |= lanes_with(below_two, guard) << first;
            sizes.three.of[stack] |= lanes_with(below_three, guard) << first;
            sizes.four.of[stack] |= lanes_with(below_four, guard) << first;
        }
    }
    for (int stack = 0; stack < 3; stack++) {  // what was read past the 27 words means nothing
        sizes.two.of[stack] &= 0x7FFFFFF;
        sizes.three.of[stack] &= 0x7FFFFFF;
        sizes.four.of[stack] &= 0x7FFFFFF;
    }
    sizes.empty &= 0x7FFFFFF;
    return sizes;
}

// The cells that have any of some digits.
INLINE CellSet cells_with(const Position &position, uint32_t mask) {
    CellSet found = {};
    for (int first = 0; first < 27; first += lanes) {
        Words cells;
        memcpy(&cells, position.cells + first, sizeof cells);
        for (int stack = 0; stack < 3; stack++)
            found.of[stack] |= lanes_with(cells, mask << 10 * stack) << first;
    }
    return found;
}

constexpr int nothing_left = -1, dead_end = -2;    // no cell has two candidates; a cell has none

struct Guess {
    int word;         // of the cell; or one of the two above
    uint32_t digit;   // its bit in that word
};

// How much the peers of a cell would feel a guess there: those that share a digit count 4, 2 or 1 if they
// have two, three or more candidates.
INLINE int score(const Position &position, const Sizes &sizes, int stack, int word) {
    const CellSet sharing = cells_with(position, field_of(position.cells[word], stack));
    int total = 0;
    for (int s = 0; s < 3; s++) {
        const uint32_t felt = sharing.of[s] & peers.of[stack][word].of[s] & sizes.two.of[s];
        total += bits_in(felt) + bits_in(felt & ~sizes.four.of[s]) + 2 * bits_in(felt & ~sizes.three.of[s]);
    }
    return total;
}

#ifndef MOST_SCORED
#define MOST_SCORED 4
#endif

INLINE Guess pick(const Position &position, bool is_root) {
    const Sizes sizes = sizes_of(position);
    if (sizes.empty) return {dead_end, 0};
    CellSet choice;
    uint32_t any = 0;
    for (int s = 0; s < 3; s++) any |= choice.of[s] = sizes.two.of[s] & ~sizes.three.of[s];
    if (!any)
        for (int s = 0; s < 3; s++) any |= choice.of[s] = sizes.three.of[s] & ~sizes.four.of[s];
    if (!any)
        for (int s = 0; s < 3; s++) any |= choice.of[s] = sizes.four.of[s];
    if (!any) return {nothing_left, 0};

    const int most = is_root ? 2 * MOST_SCORED : MOST_SCORED;
    const int total = bits_in(choice.of[0]) + bits_in(choice.of[1]) + bits_in(choice.of[2]);
    const int stride = total > most ? total / most : 1;
    int best = -1, best_stack = 0, best_word = 0, skip = 0, scored = 0;
    for (int stack = 0; stack < 3 && scored < most; stack++)
        for (uint32_t left = choice.of[stack]; left; left &= left - 1) {
            if (skip-- > 0) continue;
            skip = stride - 1;
            const int word = lowest_bit(left);
            const int points = score(position, sizes, stack, word);
            if (points > best) best = points, best_stack = stack, best_word = word;
            if (++scored == most) break;
        }
    const uint32_t candidates = field_of(position.cells[best_word], best_stack);
    return {best_word, (candidates & (0u - candidates)) << 10 * best_stack};
}

}}}  // namespace kernel::SIMD_LEVEL
