// What the second row of a grid can be when the first one is 1 to 9, and which columns make it smallest.
//
// A second row is written as a permutation: for each column, the column of the first row that holds the same
// digit. It names no column of its own box, which leaves 12,096 second rows. Columns can be arranged in 1,296
// ways (the stacks, and the columns within each); when the digits are renamed so that the first row is 1 to 9
// again, an arrangement turns one second row into another. That divides them into 15 classes.
#pragma once

#include <stdint.h>

namespace kernel {

// Which columns stand from left to right, and where each column goes; the first nine bytes of 16.
struct Arrangement {
    uint8_t columns[16], places[16];
};

struct SecondRows {
    static constexpr int classes = 15;
    static constexpr int arrangements = 1296;
    static constexpr int numbers = 120 * 18 * 6;  // one for each second row; a few stand for none
    static constexpr int no_second_row = 0x8000;

    // The number of a second row is the sum of three parts, one for each box: the part of the columns a, b, c
    // is at a + 9 b + 81 c. It is `no_second_row` if one of them is in the box, or two are equal.
    uint16_t part[3][729];
    // By number: the class (ascending with the smallest second row of the class) times 2048, and an
    // arrangement that makes the second row smallest. When the two rows change places, the class stays the
    // same; that is so for each of the 15.
    uint16_t smallest_by[numbers];
    Arrangement arrangement[arrangements];
    // The arrangements that leave the smallest second row of class c as it is, number first[c] up to first[c
    // + 1] - 1. Behind the last one is room, so that four may be read at once.
    uint8_t first_fixing[classes + 1];
    uint8_t fixing_columns[64][16], fixing_places[64][16];
};

constexpr int most_fixing = 18;  // of the smallest second row of all, 456789123

// The table is made when it is first asked for, in half a millisecond; any thread may ask.
const SecondRows &second_rows();

}  // namespace kernel
