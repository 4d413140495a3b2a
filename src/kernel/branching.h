// Where to guess: a cell with few candidates that shares them with many peers.
#pragma once

#include "position.h"

namespace kernel::SIMD_LEVEL { namespace {

// A set of cells: for each stack of boxes, one bit for each of the 27 words.
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

// A position stack by stack, one cell in each half-word; guards may be on or off.
struct Stacks {
    Halves of[3][halves];
};

INLINE Stacks stacks_of(const Vectors &cells) {
    Stacks stacks;
    for (int s = 0; s < 3; s++) {
        Vectors fields;
        for (int i = 0; i < vectors; i++) fields.of[i] = cells.of[i] >> 10 * s & 0x1FF;
        pack(fields.of, stacks.of[s]);
    }
    return stacks;
}

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

constexpr int none = -1;

struct Guess {
    int word, stack;  // of the cell; word is `none` if no cell has two candidates
    uint32_t digit;   // its bit in that word
};

// How strongly a guess in a cell would affect its peers: each peer that shares a candidate counts 3 if it has
// two candidates, 1 if it has more.
INLINE int score(const Stacks &stacks, const Sizes &sizes, uint32_t candidates, int stack, int word) {
    int total = 0;
    for (int s = 0; s < 3; s++) {
        const uint32_t sharing = halves_with(stacks.of[s], candidates);
        const uint32_t affected = sharing & peers.of[stack][word].of[s] & sizes.two.of[s];
        total += bits_in(affected) + 2 * bits_in(affected & ~sizes.three.of[s]);
    }
    return total;
}

INLINE bool is_empty(const CellSet &set) { return (set.of[0] | set.of[1] | set.of[2]) == 0; }

// The cells to choose from: those with two candidates; else those with three; else those with more.
INLINE CellSet fewest_candidates(const Sizes &sizes) {
    CellSet choice;
    for (int s = 0; s < 3; s++) choice.of[s] = sizes.two.of[s] & ~sizes.three.of[s];
    if (!is_empty(choice)) return choice;
    for (int s = 0; s < 3; s++) choice.of[s] = sizes.three.of[s] & ~sizes.four.of[s];
    return is_empty(choice) ? sizes.four : choice;
}

// A guess: the first candidate of a cell.
INLINE Guess guess_at(const Position &position, int stack, int word) {
    const uint32_t candidates = field_of(position.cells[word], stack);
    return {word, stack, (candidates & (0u - candidates)) << 10 * stack};
}

// Guards on in the cells with exactly two candidates; for a word or a vector of words.
template <class T> INLINE T pairs_of(T cells) {
    const T but_one = cells & (cells - ones);
    const T but_two = (but_one & (but_one - ones)) | guards;
    return (but_one - ones) & ~(but_two - ones) & guards;
}

// The first cell with two candidates, or none.
INLINE Guess first_pair(const Position &position, const Vectors &cells) {
    Vectors pairs;
    for (int i = 0; i < vectors; i++) pairs.of[i] = pairs_of(cells.of[i]);
    const uint32_t found = words_with(pairs.of, guards) & 0x7FFFFFF;
    if (!found) return {none, 0, 0};
    const int word = lowest_bit(found);
    return guess_at(position, lowest_bit(pairs_of(position.cells[word])) / 10, word);
}

// The cell with the highest score among the first and the last cell of each stack. These six, spread over the
// grid, are nearly as good a choice as all cells.
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

// Where to guess in a position, which is given both as words and as vectors; no cell may be empty. Carefully:
// the best of some of the cells with the fewest candidates. Otherwise the first of these cells; most often it
// has two candidates.
INLINE Guess choose_guess(const Position &position, const Vectors &cells, bool carefully) {
    if (!carefully) {
        const Guess guess = first_pair(position, cells);
        if (guess.word != none) return guess;
    }
    const Stacks stacks = stacks_of(cells);
    const Sizes sizes = sizes_of(stacks);
    const CellSet choice = fewest_candidates(sizes);
    if (is_empty(choice)) return {none, 0, 0};
    if (carefully) return best_of(choice, position, stacks, sizes);
    const int stack = choice.of[1] ? 1 : choice.of[0] ? 0 : 2;
    return guess_at(position, stack, lowest_bit(choice.of[stack]));
}

}}  // namespace kernel::SIMD_LEVEL
