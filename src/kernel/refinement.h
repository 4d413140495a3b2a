// Colours: numbers for the lines, bands and digits of a puzzle that depend only on how the clues lie, and not
// on which of the same puzzles this is. README.md says why that is sound.
//
//     first colour     of a line or digit: a constant, and the number of its clues
//     a round          each clue gives mix(row + column + digit) to its row, its column and its digit, which
//     add
//                      it to their colours
//     after each       colours are mixed; a band gets mix(the sum of its lines), and adds it to its lines
//
// Every sum is symmetric in what is added, and rows are treated as columns are. All arithmetic is modulo
// 2^32. The constants are frozen: other ones make other forms, and need another `form_version`.
#pragma once

#include "clues.h"

namespace kernel::SIMD_LEVEL { namespace {

constexpr uint32_t line_colour = 0x13198A2E, digit_colour = 0x85A308D3;  // digits of pi
constexpr uint32_t singled_out = 0xEC4E6C89;
constexpr int most_rounds = 5;           // for a puzzle
constexpr int most_rounds_of_child = 3;  // after a line or band is singled out

INLINE uint32_t mix(uint32_t word) {
    word = (word ^ word >> 16) * 0x9E3779B1;
    return word ^ word >> 15;
}

struct alignas(64) Colours {
    uint32_t side[2][places];  // of the rows and their bands, of the columns and their stacks
    uint32_t digit[places];
};

INLINE void mix_all(Colours &colours) {
    for (int side = 0; side < 2; side++)
        for (int band = 0; band < 12; band += 4) {
            uint32_t *of = colours.side[side] + band;
            for (int i = 0; i < 3; i++) of[i] = mix(of[i]);
            of[3] = mix(of[0] + of[1] + of[2]);
            for (int i = 0; i < 3; i++) of[i] += of[3];
        }
    for (int digit = 0; digit < 9; digit++) colours.digit[digit] = mix(colours.digit[digit]);
}

INLINE void colour_by_numbers(const Clues &clues, Colours &colours) {
    for (int i = 0; i < places; i++) {
        colours.side[0][i] = colours.side[1][i] = line_colour;
        colours.digit[i] = digit_colour;
    }
    for (int i = 0; i < clues.count; i++) {
        colours.side[0][clues.place[0][i]]++;
        colours.side[1][clues.place[1][i]]++;
        colours.digit[clues.digit[i]]++;
    }
    mix_all(colours);
}

INLINE void one_round(const Clues &clues, Colours &colours) {
    const Colours before = colours;
    for (int i = 0; i < clues.count; i++) {
        const int row = clues.place[0][i], column = clues.place[1][i], digit = clues.digit[i];
        const uint32_t given = mix(before.side[0][row] + before.side[1][column] + before.digit[digit]);
        colours.side[0][row] += given;
        colours.side[1][column] += given;
        colours.digit[digit] += given;
    }
    mix_all(colours);
}

// Lines and bands in order of their keys: the lower 31 bits of the colour, so that those without clues are
// last. Those without clues are all equal, and their order changes nothing.
constexpr uint32_t key_of_empty = 0xFFFFFFFF;

struct alignas(64) Keys {
    uint32_t side[2][places];
};

INLINE Keys keys_of(const Clues &clues, const Colours &colours) {
    Keys keys;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 12; i++)
            keys.side[side][i] =
                clues.filled[side] >> i & 1 ? colours.side[side][i] & 0x7FFFFFFF : key_of_empty;
    return keys;
}

// Of three lines or bands, the ones that have a clue and a key that another has, too: a mask. As there are
// only three, they all have the same key.
INLINE uint32_t tied_of_three(const uint32_t *keys, int step) {
    const uint32_t a = keys[0], b = keys[step], c = keys[2 * step];
    const uint32_t ab = a == b && a != key_of_empty, ac = a == c && a != key_of_empty;
    const uint32_t bc = b == c && b != key_of_empty;
    return (ab | ac) | (ab | bc) << 1 | (ac | bc) << 2;
}

INLINE uint32_t tied_bands(const Keys &keys, int side) { return tied_of_three(keys.side[side] + 3, 4); }

INLINE uint32_t tied_lines(const Keys &keys, int side, int band) {
    return tied_of_three(keys.side[side] + 4 * band, 1);
}

INLINE bool any_tied(const Keys &keys) {
    uint32_t tied = 0;
    for (int side = 0; side < 2; side++) {
        tied |= tied_bands(keys, side);
        for (int band = 0; band < 3; band++) tied |= tied_lines(keys, side, band);
    }
    return tied;
}

// The ranks, from 0, of three keys; equal ones in the order in which they stand.
INLINE void rank_three(const uint32_t *keys, int step, uint8_t *ranks) {
    const uint32_t a = keys[0], b = keys[step], c = keys[2 * step];
    ranks[0] = (uint8_t)((b < a) + (c < a));
    ranks[1] = (uint8_t)((a <= b) + (c < b));
    ranks[2] = (uint8_t)((a <= c) + (b <= c));
}

// Where each line of a side goes: bands in order of their keys, and in each band the lines.
INLINE void order_lines(const uint32_t *keys, uint8_t target[places]) {
    uint8_t rank_of_band[3], rank[3];
    rank_three(keys + 3, 4, rank_of_band);
    for (int band = 0; band < 3; band++) {
        rank_three(keys + 4 * band, 1, rank);
        for (int i = 0; i < 3; i++) target[4 * band + i] = (uint8_t)(3 * rank_of_band[band] + rank[i]);
    }
}

INLINE uint32_t sum_of_side(const Colours &colours, int side) {
    uint32_t sum = 0;
    for (int i = 0; i < 12; i++) sum += colours.side[side][i];
    return sum;
}

// Refines until nothing is tied, at most so many rounds; returns whether something is still tied.
INLINE bool refine(const Clues &clues, Colours &colours, int rounds) {
    for (int round = 0; round < rounds; round++) {
        one_round(clues, colours);
        if (!any_tied(keys_of(clues, colours))) return false;
    }
    return true;
}

}}  // namespace kernel::SIMD_LEVEL
