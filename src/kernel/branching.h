// Where to guess: a cell with few candidates that shares them with many peers.
#pragma once

#include "scoring.h"

namespace kernel::SIMD_LEVEL { namespace {

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
