// Colours: numbers for the lines, bands and digits of a puzzle that depend only on how the clues lie, not on
// how the lines are arranged and the digits named. README.md says why forms that are made of them are sound.
//
//     first colour    of a line or digit: a constant, and the number of its clues
//     a round         each clue gives mix(row + column + digit), of the colours before the round, to its
//                     row, its column and its digit, which add it to their colours
//     settling        after each of the two, colours are mixed; a band gets mix(the sum of its lines), and
//                     each of these adds it to its own
//
// Sums do not depend on an order, and rows are treated as columns are. All arithmetic is modulo 2^32. The
// constants are frozen: others make other forms, and need another `form_version`.
#pragma once

#include "sides.h"

namespace kernel::SIMD_LEVEL { namespace {

constexpr uint32_t line_colour = 0x13198A2E, digit_colour = 0x85A308D3;
constexpr uint32_t singled_out =
    0xEC4E6C89;                          // added to the colour of a line (all three from the digits of pi)
constexpr int most_rounds = 5;           // of a puzzle
constexpr int most_rounds_of_child = 3;  // after a line or band is singled out

struct Colours {
    Side side[2];  // of the rows and their bands, of the columns and their stacks
    Side digit;    // of the digits 1 to 9, at the places of these numbers
};

INLINE void settle(Colours &colours) {
    for (Side &side : colours.side) mix_lines(side);
    mix_each(colours.digit);
}

INLINE void colour_by_numbers(const Clues &clues, Colours &colours) {
    colours.side[0] = colours.side[1] = all_places(line_colour);
    colours.digit = all_places(digit_colour);
    for (int i = 0; i < clues.count; i++) {
        colours.side[0].of[clues.place[0][i]]++;
        colours.side[1].of[clues.place[1][i]]++;
        colours.digit.of[clues.digit[i]]++;
    }
    settle(colours);
}

INLINE void one_round(const Clues &clues, Colours &colours) {
    uint32_t given[96];
#if SIMD_LANES == 16
    for (int i = 0; i < clues.count; i += 16) {
        const Words mixed =
            mix(looked_up(colours.side[0], clues.place[0] + i) +
                looked_up(colours.side[1], clues.place[1] + i) + looked_up(colours.digit, clues.digit + i));
        memcpy(given + i, &mixed, sizeof mixed);
    }
#else
    for (int i = 0; i < clues.count; i++)
        given[i] = mix(colours.side[0].of[clues.place[0][i]] + colours.side[1].of[clues.place[1][i]] +
                       colours.digit.of[clues.digit[i]]);
#endif
    for (int i = 0; i < clues.count; i++) {
        colours.side[0].of[clues.place[0][i]] += given[i];
        colours.side[1].of[clues.place[1][i]] += given[i];
        colours.digit.of[clues.digit[i]] += given[i];
    }
    settle(colours);
}

struct Keys {
    Side side[2];
};

INLINE Keys keys_of(const Clues &clues, const Colours &colours) {
    return {keys_of(colours.side[0], clues.filled[0]), keys_of(colours.side[1], clues.filled[1])};
}

INLINE bool any_tied(const Keys &keys) { return any_tied(keys.side[0]) || any_tied(keys.side[1]); }

// Refines until nothing is tied, at most so many rounds; returns whether something is still tied.
INLINE bool refine(const Clues &clues, Colours &colours, int rounds) {
    for (int round = 0; round < rounds; round++) {
        one_round(clues, colours);
        if (!any_tied(keys_of(clues, colours))) return false;
    }
    return true;
}

}}  // namespace kernel::SIMD_LEVEL
