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

// A position as vectors; of the words past the 27th nothing is ever asked.
struct Vectors {
    Words of[vectors];
};

INLINE Vectors load(const Position &position) {
    Vectors cells;
    for (int i = 0; i < vectors; i++) memcpy(&cells.of[i], position.cells + lanes * i, sizeof(Words));
    return cells;
}

INLINE CellSet cells_with_guard(const Vectors &words) {
    CellSet set;
    for (int s = 0; s < 3; s++) set.of[s] = words_with(words.of, 0x200u << 10 * s) & 0x7FFFFFF;
    return set;
}

// The cells with at least two and with at least three candidates.
struct Sizes {
    CellSet two, three;
};

INLINE Sizes sizes_of(const Vectors &cells) {
    Vectors two, three;
    for (int i = 0; i < vectors; i++) {
        const Words below_one = cells.of[i] - ones, without_one = cells.of[i] & below_one;
        const Words below_two = without_one - ones, without_two = (without_one & below_two) | guards;
        two.of[i] = below_two;
        three.of[i] = without_two - ones;
    }
    return {cells_with_guard(two), cells_with_guard(three)};
}

constexpr int none = -1;

struct Guess {
    int word, stack;    // of the cell; word is `none` if there is nothing to guess
    uint32_t digit;     // its bit in that word
};

// How much the peers of a cell would feel a guess there: those that share a digit count 3 if they have two
// candidates, 1 if they have more.
INLINE int score(const Vectors &cells, const Sizes &sizes, uint32_t candidates, int stack, int word) {
    int total = 0;
    for (int s = 0; s < 3; s++) {
        const uint32_t sharing = words_with(cells.of, candidates << 10 * s);
        const uint32_t felt = sharing & peers.of[stack][word].of[s] & sizes.two.of[s];
        total += bits_in(felt) + 2 * bits_in(felt & ~sizes.three.of[s]);
    }
    return total;
}

// The cells with at least four candidates.
INLINE CellSet with_four(const Vectors &cells) {
    Vectors four;
    for (int i = 0; i < vectors; i++) {
        Words left = cells.of[i];
        for (int taken = 0; taken < 3; taken++) left = (left & (left - ones)) | guards;
        four.of[i] = left - ones;
    }
    return cells_with_guard(four);
}

INLINE bool is_empty(const CellSet &set) { return (set.of[0] | set.of[1] | set.of[2]) == 0; }

// The cells to choose from: those with two candidates; where there are none, with three; else with more.
INLINE CellSet fewest_candidates(const Vectors &cells, const Sizes &sizes) {
    CellSet choice;
    for (int s = 0; s < 3; s++) choice.of[s] = sizes.two.of[s] & ~sizes.three.of[s];
    if (!is_empty(choice)) return choice;
    const CellSet four = with_four(cells);
    for (int s = 0; s < 3; s++) choice.of[s] = sizes.three.of[s] & ~four.of[s];
    return is_empty(choice) ? four : choice;
}

// The first candidate of a cell.
INLINE Guess guess_at(const Position &position, int stack, int word) {
    const uint32_t candidates = field_of(position.cells[word], stack);
    return {word, stack, (candidates & (0u - candidates)) << 10 * stack};
}

// Where to guess, given that no cell is empty. Carelessly: the first that offers itself. Carefully: of the
// cells with two candidates the first and the last of each stack of boxes are scored; these six, spread over
// the grid, do nearly as well as all of them.

// Guards on in the cells with two candidates and no more.
INLINE Vectors pairs_of(const Vectors &cells) {
    Vectors pairs;
    for (int i = 0; i < vectors; i++) {
        const Words without_one = cells.of[i] & (cells.of[i] - ones);
        const Words two = without_one - ones;
        const Words without_two = (without_one & two) | guards;
        pairs.of[i] = two & ~(without_two - ones) & guards;
    }
    return pairs;
}
INLINE bool pick_careless(const Position &position, const Vectors &cells, Guess &guess) {
    const Vectors pairs = pairs_of(cells);
    const uint32_t some = words_with(pairs.of, guards) & 0x7FFFFFF;
    if (!some) return false;
    const int word = lowest_bit(some);
    uint32_t x = position.cells[word];
    const uint32_t y = x & (x - ones), z = y - ones, w = ((y & z) | guards) - ones;
    const int stack = (lowest_bit(z & ~w & guards) * 13) >> 7;
    guess = guess_at(position, stack, word);
    return true;
}
INLINE Guess pick(const Position &position, const Vectors &cells, bool carefully) {
    if (!carefully) { Guess guess; if (pick_careless(position, cells, guess)) return guess; }
    const Sizes sizes = sizes_of(cells);
    const CellSet choice = fewest_candidates(cells, sizes);
    if (is_empty(choice)) return {none, 0, 0};
    if (!carefully) {
        const int stack = choice.of[1] ? 1 : choice.of[0] ? 0 : 2;
        return guess_at(position, stack, lowest_bit(choice.of[stack]));
    }
    int best = none;  // the score, and below it the place, in one number: the highest score, the first of equals
    for (int s = 0; s < 3; s++) {
        const uint32_t some = choice.of[s] | (choice.of[s] == 0);  // scored, and not taken, if there is none
        const int ends[2] = {lowest_bit(some), highest_bit(some)};
        for (const int word : ends) {
            const int found = score(cells, sizes, field_of(position.cells[word], s), s, word);
            const int rank = choice.of[s] ? found << 8 | (0xFF - (s << 5 | word)) : none;
            best = rank > best ? rank : best;
        }
    }
    const int place = 0xFF - (best & 0xFF);
    return guess_at(position, place >> 5, place & 31);
}

}}}  // namespace kernel::SIMD_LEVEL
