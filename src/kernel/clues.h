// The clues of a puzzle, and the puzzle that they make when the lines change places.
//
// A line is a row or a column. The lines of a side, its rows or its columns, have 16 places:
//
//     place   0  1  2  3   4  5  6  7   8  9 10 11   12 to 15
//             lines,   |   lines,   |   lines,   |   unused; padding may write
//             band 0   |   band 1   |   band 2   |   to place 15
//                    band 0      band 1      band 2
//
// where the band of a column is its stack.
#pragma once

#include <string.h>

#include "canonical.h"
#include "simd.h"

namespace kernel::SIMD_LEVEL { namespace {

constexpr int places = 16;

struct Clues {
    int count;
    uint32_t filled[2];               // by side, bit i: the line or band at place i has a clue
    uint8_t place[2][96], digit[96];  // of each clue: places of its row and column, its digit from 0
    uint8_t cells[96];                // digits 0 to 9 in reading order, and padding
};

// What a byte stands for: a digit from 0 to 9, and in the upper bits in which way of writing it is not one.
constexpr uint8_t no_number = 0x40, no_text = 0x80;

struct ValueOfByte {
    uint8_t of[256];
    constexpr ValueOfByte() : of() {
        for (int byte = 0; byte < 256; byte++) of[byte] = no_number | no_text;
        for (int digit = 0; digit <= 9; digit++) {
            of[digit] = (uint8_t)(digit | no_text);
            of['0' + digit] = (uint8_t)(digit | no_number);
        }
        const char blanks[] = ".*_-xX";
        for (int i = 0; i < 6; i++) of[(int)blanks[i]] = no_number;
    }
};
constexpr ValueOfByte value_of_byte;

struct PlaceOfCell {
    uint8_t of[2][81];
    constexpr PlaceOfCell() : of() {
        for (int cell = 0; cell < 81; cell++) {
            of[0][cell] = (uint8_t)(cell / 9 + cell / 27);
            of[1][cell] = (uint8_t)(cell % 9 + cell % 9 / 3);
        }
    }
};
constexpr PlaceOfCell place_of_cell;

// Reads a puzzle; false if a byte stands for no cell, or digits and text are mixed.
INLINE bool read_clues(const uint8_t *bytes, Clues &clues) {
    uint8_t faults = 0;
    for (int cell = 0; cell < 81; cell++) {
        const uint8_t value = value_of_byte.of[bytes[cell]];
        faults |= value;
        clues.cells[cell] = value & 0xF;
    }
    if ((faults & no_number) && (faults & no_text)) return false;
    int count = 0;
    uint32_t lines[2] = {0, 0};
    for (int cell = 0; cell < 81; cell++) {
        if (clues.cells[cell] == 0) continue;
        for (int side = 0; side < 2; side++) {
            clues.place[side][count] = place_of_cell.of[side][cell];
            lines[side] |= 1u << place_of_cell.of[side][cell];
        }
        clues.digit[count++] = (uint8_t)(clues.cells[cell] - 1);
    }
    clues.count = count;
    for (int side = 0; side < 2; side++) {
        const uint32_t any = (lines[side] | lines[side] >> 1 | lines[side] >> 2) & 0x111;
        clues.filled[side] = lines[side] | any << 3;
    }
    return true;
}

// Writes the clues with the line at place i of side s as the new row or column target[s][i]; if `transposed`,
// columns become rows. The digits are named 1, 2, … as they appear. `form` has 81 bytes.
INLINE void write_form(const Clues &clues, const uint8_t target[2][places], bool transposed, uint8_t *form) {
    uint8_t cell[96], first[16];
    memset(first, 0xFF, sizeof first);
    for (int i = 0; i < clues.count; i++) {
        const uint8_t row = target[transposed][clues.place[transposed][i]];
        const uint8_t column = target[!transposed][clues.place[!transposed][i]];
        cell[i] = (uint8_t)(9 * row + column);
        uint8_t &earliest = first[clues.digit[i]];
        if (cell[i] < earliest) earliest = cell[i];
    }
    uint8_t name[16] = {};
    for (int other = 0; other < 9; other++)
        for (int digit = 0; digit < 16; digit++) name[digit] += first[other] <= first[digit];
    memset(form, 0, 81);
    for (int i = 0; i < clues.count; i++) form[cell[i]] = name[clues.digit[i]];
}

}}  // namespace kernel::SIMD_LEVEL
