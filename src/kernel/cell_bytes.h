// What the 81 bytes of a puzzle stand for: digits 0 to 9, or text, never a mixture.
#pragma once

#include <string.h>

#include "simd.h"

namespace kernel::SIMD_LEVEL { namespace {

constexpr char blanks[] = ".*_-xX";  // and 0

#if SIMD_LANES < 8  // byte by byte

// A digit from 0 to 9, and in the upper bits what the byte is not.
constexpr uint8_t not_a_number = 0x40, not_a_character = 0x80;

struct ValueOfByte {
    uint8_t of[256];
    constexpr ValueOfByte() : of() {
        for (int byte = 0; byte < 256; byte++) of[byte] = not_a_number | not_a_character;
        for (int d = 0; d <= 9; d++) {
            of[d] = (uint8_t)(d | not_a_character);
            of['0' + d] = (uint8_t)(d | not_a_number);
        }
        for (int i = 0; i < 6; i++) of[(int)blanks[i]] = not_a_number;
    }
};
constexpr ValueOfByte value_of_byte;

#else  // all bytes of a vector at once

template <class T> INLINE Bytes vector_at(const T *memory) {
    Bytes bytes;
    memcpy(&bytes, memory, sizeof bytes);
    return bytes;
}

// The kind of a byte depends on its upper half, and each kind allows some lower halves.
constexpr uint8_t a_digit = 1, a_character = 2, a_sign = 4, underscore_or_x = 8, small_x = 16;

struct alignas(64) KindTables {
    uint8_t kinds_by_low[64] = {}, kind_by_high[64] = {};  // a byte's kind is in both
    uint8_t value_bits[64] = {};  // by the upper half: 15 if the lower half is the digit
    constexpr KindTables() {
        for (int i = 0; i < 64; i++) {
            const int half = i % 16;
            kinds_by_low[i] =
                (uint8_t)((half <= 9 ? a_digit | a_character : 0) |
                          (half == 0xA || half == 0xD || half == 0xE ? a_sign : 0) |  // * - .
                          (half == 0xF || half == 0x8 ? underscore_or_x : 0) | (half == 0x8 ? small_x : 0));
            value_bits[i] = half == 0 || half == 3 ? 0xF : 0;
        }
        const uint8_t kinds[8] = {a_digit, 0, a_sign, a_character, 0, underscore_or_x, 0, small_x};
        for (int i = 0; i < 64; i++) kind_by_high[i] = i % 16 < 8 ? kinds[i % 16] : 0;
    }
};
constexpr KindTables kind_tables;

// The kinds of all bytes of a puzzle.
struct Kinds {
    Bytes found = {}, invalid = {};
};

// Adds the kinds of some bytes; returns their values, 0 to 9.
INLINE Bytes values_of(Bytes bytes, Kinds &kinds) {
    const Bytes high = bytes >> 4;
    const Bytes kind = looked_up(vector_at(kind_tables.kinds_by_low), bytes) &
                       looked_up(vector_at(kind_tables.kind_by_high), high);
    kinds.found |= kind;
    kinds.invalid |= (Bytes)(kind == 0);
    return bytes & looked_up(vector_at(kind_tables.value_bits), high);
}

INLINE bool is_puzzle(const Kinds &kinds) {
    const bool has_digits = lanes_with((Words)kinds.found, 0x01010101u * a_digit);
    const bool has_text = lanes_with((Words)kinds.found, 0x01010101u * (0xFF - a_digit));
    return !lanes_with((Words)kinds.invalid, ~0u) && !(has_digits && has_text);
}

#endif

}}  // namespace kernel::SIMD_LEVEL
