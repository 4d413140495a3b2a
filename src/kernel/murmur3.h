// MurmurHash3, the variant for 64-bit processors with a result of 128 bits (Austin Appleby, 2011, public
// domain), for texts of 81 bytes: five blocks of 16 bytes, and one byte that is left over.
#pragma once

#include <string.h>

#include "simd.h"

namespace kernel::SIMD_LEVEL { namespace {

INLINE uint64_t rotated(uint64_t word, int left) { return word << left | word >> (64 - left); }

// Eight bytes as a number, the first one lowest; compilers make one load of it.
INLINE uint64_t little_endian(const uint8_t *bytes) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

INLINE uint64_t finally_mixed(uint64_t word) {
    word = (word ^ word >> 33) * 0xFF51AFD7ED558CCD;
    word = (word ^ word >> 33) * 0xC4CEB9FE1A85EC53;
    return word ^ word >> 33;
}

INLINE void hash_of_cells(const uint8_t *cells, uint64_t seed, uint64_t *key) {
    constexpr uint64_t c1 = 0x87C37B91114253D5, c2 = 0x4CF5AD432745937F;
    uint64_t h1 = seed, h2 = seed;
    for (int block = 0; block < 80; block += 16) {
        h1 ^= rotated(little_endian(cells + block) * c1, 31) * c2;
        h1 = (rotated(h1, 27) + h2) * 5 + 0x52DCE729;
        h2 ^= rotated(little_endian(cells + block + 8) * c2, 33) * c1;
        h2 = (rotated(h2, 31) + h1) * 5 + 0x38495AB5;
    }
    h1 ^= rotated(cells[80] * c1, 31) * c2;
    h1 ^= 81;
    h2 ^= 81;
    h1 += h2;
    h2 += h1;
    h1 = finally_mixed(h1);
    h2 = finally_mixed(h2);
    h1 += h2;
    h2 += h1;
    key[0] = h1;
    key[1] = h2;
}

}}  // namespace kernel::SIMD_LEVEL
