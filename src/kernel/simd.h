// Vectors of 32-bit words, with the same names at every width; SIMD_LANES says how many words there are.
//
// The compilers' own vector types provide plain arithmetic: `a & b`, `a - b`, `a << 10` work on all lanes at
// once. This file adds what has no operator: three-input logic, and tests of lanes. With one lane, a vector
// is a plain number, and all of this is portable C++.
#pragma once

#include <stdint.h>

#if SIMD_LANES > 1 && (defined(__x86_64__) || defined(__i386__))
#include <immintrin.h>
#endif

#if defined(__GNUC__)
#define INLINE inline __attribute__((always_inline))
#else
#define INLINE inline
#endif

namespace kernel::SIMD_LEVEL { namespace {

#if defined(__GNUC__)
INLINE int bits_in(uint32_t word) { return __builtin_popcount(word); }
INLINE int lowest_bit(uint32_t word) { return __builtin_ctz(word); }
INLINE int highest_bit(uint32_t word) { return 31 - __builtin_clz(word); }
#else
INLINE int bits_in(uint32_t word) {
    int count = 0;
    for (; word; word &= word - 1) count++;
    return count;
}
INLINE int lowest_bit(uint32_t word) { return bits_in((word & (0u - word)) - 1); }
INLINE int highest_bit(uint32_t word) {
    int bit = -1;
    for (; word; word >>= 1) bit++;
    return bit;
}
#endif

constexpr int lanes = SIMD_LANES;

#if SIMD_LANES == 1
typedef uint32_t Words;
#else
typedef uint32_t Words __attribute__((vector_size(4 * SIMD_LANES), may_alias));
#endif

// The same word in every lane.
INLINE Words all(uint32_t word) { return Words{} + word; }

// Which lanes have any of these bits: bit i of the result is for lane i.
INLINE uint32_t lanes_with(Words words, uint32_t bits) {
#if SIMD_LANES == 1
    return (words & bits) != 0;
#elif SIMD_LANES == 16
    return _mm512_test_epi32_mask((__m512i)words, _mm512_set1_epi32((int)bits));
#elif SIMD_LANES == 8
    const __m256i none = _mm256_cmpeq_epi32((__m256i)(words & bits), _mm256_setzero_si256());
    return ~(uint32_t)_mm256_movemask_ps((__m256)none) & 0xFF;
#elif defined(__SSE2__)
    const __m128i none = _mm_cmpeq_epi32((__m128i)(words & bits), _mm_setzero_si128());
    return ~(uint32_t)_mm_movemask_ps((__m128)none) & 0xF;
#else
    uint32_t found = 0;
    for (int i = 0; i < lanes; i++) found |= (uint32_t)((words[i] & bits) != 0) << i;
    return found;
#endif
}

// Which lanes have all of these bits.
INLINE uint32_t lanes_with_all(Words words, uint32_t bits) {
    return lanes_with(~words, bits) ^ (uint32_t)((1ull << lanes) - 1);
}

// The number of vectors that 27 consecutive words take up.
constexpr int vectors = (27 + lanes - 1) / lanes;

// As many words of one lane as a vector holds; they are `lanes` words apart.
INLINE Words words_of_lane(const uint32_t *w) {
#if SIMD_LANES == 1
    return *w;
#elif SIMD_LANES == 4
    return Words{w[0], w[4], w[8], w[12]};
#elif SIMD_LANES == 8
    return Words{w[0], w[8], w[16], w[24], w[32], w[40], w[48], w[56]};
#else
    return Words{w[0],   w[16],  w[32],  w[48],  w[64],  w[80],  w[96],  w[112],
                 w[128], w[144], w[160], w[176], w[192], w[208], w[224], w[240]};
#endif
}

// Which of these words have any of these bits: bit i of the result is for word i.
INLINE uint32_t words_with(const Words *words, uint32_t bits) {
#if SIMD_LANES == 16
    return _mm512_kunpackw(lanes_with(words[1], bits), lanes_with(words[0], bits));
#elif SIMD_LANES == 8
    __m256i none[4];  // all ones in lanes with none of the bits
    for (int i = 0; i < 4; i++)
        none[i] = _mm256_cmpeq_epi32((__m256i)(words[i] & bits), _mm256_setzero_si256());
    const __m256i bytes =
        _mm256_packs_epi16(_mm256_packs_epi32(none[0], none[1]), _mm256_packs_epi32(none[2], none[3]));
    const __m256i in_order = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    return ~(uint32_t)_mm256_movemask_epi8(in_order);
#else
    uint32_t found = 0;
    for (int i = 0; i < vectors; i++) found |= lanes_with(words[i], bits) << lanes * i;
    return found;
#endif
}

#if SIMD_LANES == 16
// A vector from its two halves. (Here and below some masks select everything: the instructions without a mask
// cause false warnings in GCC 12.)
INLINE __m512i joined(__m256i low, __m256i high) {
    return _mm512_maskz_inserti64x4(0xFF, _mm512_castsi256_si512(low), high, 1);
}
#endif

// A bitwise function of three vectors. AVX-512 computes any such function in one instruction, which takes the
// truth table as an argument: the value of the formula for 0xF0, 0xCC and 0xAA.
#if SIMD_LANES == 16
#define BITWISE(name, formula)                                                                     \
    constexpr uint32_t name##_table(uint32_t a, uint32_t b, uint32_t c) { return (formula)&0xFF; } \
    INLINE Words name(Words a, Words b, Words c) {                                                 \
        return (Words)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c,                \
                                                name##_table(0xF0, 0xCC, 0xAA));                   \
    }
#else
#define BITWISE(name, formula) \
    INLINE Words name(Words a, Words b, Words c) { return formula; }
#endif

BITWISE(any_of, a | b | c)
BITWISE(all_of, a &b &c)
BITWISE(exactly_one_of, (a ^ b ^ c) & ~(a & b & c))
BITWISE(a_unless_b_and_c, a & ~(b & c))
BITWISE(a_without_b_or_c, a & ~(b | c))
BITWISE(a_where_b_or_c, a &(b | c))
BITWISE(a_where_b_or_not_c, a &(b | ~c))
BITWISE(a_and_b_or_c, (a & b) | c)
BITWISE(neither_a_nor_b_without_c, ~(a | (b & ~c)))
BITWISE(a_without_b_where_c, a & ~b & c)
BITWISE(a_or_difference, a | (b ^ c))

#if SIMD_LANES >= 8

// Vectors of bytes.
typedef uint8_t Bytes16 __attribute__((vector_size(16), may_alias));
typedef uint8_t Bytes32 __attribute__((vector_size(32), may_alias));
typedef uint8_t Bytes __attribute__((vector_size(4 * SIMD_LANES), may_alias));

// In each 16 bytes: the table's bytes at the positions in the low halves of `index`; 0 where bit 7 is on.
INLINE Bytes16 looked_up(Bytes16 table, Bytes16 index) {
    return (Bytes16)_mm_shuffle_epi8((__m128i)table, (__m128i)index);
}
INLINE Bytes32 looked_up(Bytes32 table, Bytes32 index) {
    return (Bytes32)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
}
#if SIMD_LANES == 16
INLINE Bytes looked_up(Bytes table, Bytes index) {
    return (Bytes)_mm512_shuffle_epi8((__m512i)table, (__m512i)index);
}
#endif

#endif

}}  // namespace kernel::SIMD_LEVEL
