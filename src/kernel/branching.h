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

constexpr int none = -1;

struct Guess {
    int word, stack;    // of the cell; word is `none` if there is nothing to guess
    uint32_t digit;     // its bit in that word
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

// Where to guess. Of the cells with two candidates (or else three, or else more) the first and the last of
// each stack of boxes are scored: six spread over the grid do nearly as well as all of them.
INLINE Guess pick(const Position &position) {
    const Sizes sizes = sizes_of(position);
    if (sizes.empty) return {none, 0, 0};
    CellSet choice;
    uint32_t any = 0;
    for (int s = 0; s < 3; s++) any |= choice.of[s] = sizes.two.of[s] & ~sizes.three.of[s];
    if (!any)
        for (int s = 0; s < 3; s++) any |= choice.of[s] = sizes.three.of[s] & ~sizes.four.of[s];
    if (!any)
        for (int s = 0; s < 3; s++) any |= choice.of[s] = sizes.four.of[s];
    if (!any) return {none, 0, 0};

    int best = -1, word = 0, stack = 0;
    for (int s = 0; s < 3; s++) {
        const uint32_t cells = choice.of[s] ? choice.of[s] : 1;  // scored, and not taken, if there is none
        const int first = lowest_bit(cells), last = highest_bit(cells);
        const int of_first = choice.of[s] ? score(position, sizes, s, first) : -1;
        const int of_last = choice.of[s] ? score(position, sizes, s, last) : -1;
        if (of_first > best) best = of_first, word = first, stack = s;
        if (of_last > best) best = of_last, word = last, stack = s;
    }
    const uint32_t candidates = field_of(position.cells[word], stack);
    return {word, stack, (candidates & (0u - candidates)) << 10 * stack};
}

}}}  // namespace kernel::SIMD_LEVEL
