// 27 cells of one position packed into half-words: which of them have some property, and which have the most
// of it.
#pragma once

#include "position.h"

namespace kernel::SIMD_LEVEL { namespace {

// 27 cells in half-words, in as many vectors as needed; in whole words where there is no packing instruction.
#if SIMD_LANES == 1 || !(defined(__x86_64__) || defined(__i386__))
typedef Words Halves;
constexpr int halves = vectors;
INLINE void pack(const Words *words, Halves *packed) {
    for (int i = 0; i < vectors; i++) packed[i] = words[i];
}
INLINE uint32_t halves_with(const Halves *packed, uint32_t bits) { return words_with(packed, bits); }
#else
typedef uint16_t Halves __attribute__((vector_size(4 * SIMD_LANES), may_alias));
constexpr int halves = 16 / lanes;

// Packs words below 0x8000.
INLINE void pack(const Words *words, Halves *packed) {
#if SIMD_LANES == 16
    *packed = (Halves)joined(_mm512_maskz_cvtepi32_epi16(0xFFFF, (__m512i)words[0]),
                             _mm512_maskz_cvtepi32_epi16(0xFFFF, (__m512i)words[1]));
#elif SIMD_LANES == 8
    for (int i = 0; i < 2; i++) {
        const __m256i mixed = _mm256_packs_epi32((__m256i)words[2 * i], (__m256i)words[2 * i + 1]);
        packed[i] = (Halves)_mm256_permute4x64_epi64(mixed, 0xD8);
    }
#else
    for (int i = 0; i < 4; i++)
        packed[i] = (Halves)_mm_packs_epi32((__m128i)words[2 * i], (__m128i)words[i < 3 ? 2 * i + 1 : 2 * i]);
#endif
}

// Which of the cells have any of these bits: bit i of the result is for cell i.
INLINE uint32_t halves_with(const Halves *packed, uint32_t bits) {
#if SIMD_LANES == 16
    return _mm512_test_epi16_mask((__m512i)*packed, _mm512_set1_epi16((short)bits));
#elif SIMD_LANES == 8
    __m256i none[2];  // all ones in cells with none of the bits
    for (int i = 0; i < 2; i++)
        none[i] = _mm256_cmpeq_epi16((__m256i)(packed[i] & (uint16_t)bits), _mm256_setzero_si256());
    const __m256i bytes = _mm256_packs_epi16(none[0], none[1]);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xD8));
#else
    uint32_t without = 0;
    for (int i = 0; i < 2; i++) {
        __m128i none[2];
        for (int j = 0; j < 2; j++)
            none[j] = _mm_cmpeq_epi16((__m128i)(packed[2 * i + j] & (uint16_t)bits), _mm_setzero_si128());
        without |= (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(none[0], none[1])) << 16 * i;
    }
    return ~without;
#endif
}
#endif

// A set of packed cells, known when the program is compiled.
#if SIMD_LANES == 8
struct alignas(32) PackedSet {
    uint16_t half[32] = {};  // all ones where the cell is in the set
    constexpr void add(int cell) { half[cell] = 0xFFFF; }
};
#else
struct PackedSet {
    uint32_t bits = 0;
    constexpr void add(int cell) { bits |= 1u << cell; }
};
#endif

#if SIMD_LANES >= 8  // what follows needs AVX2

// The number of candidates of each cell.
INLINE Halves counts_of(Halves cells) {
#if SIMD_LANES == 16
    return (Halves)_mm512_popcnt_epi16((__m512i)cells);
#else
    const __m256i bits_of = _mm256_broadcastsi128_si256(  // in each number from 0 to 15
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i low = _mm256_shuffle_epi8(bits_of, (__m256i)(cells & 0xF0F));
    const __m256i high = _mm256_shuffle_epi8(bits_of, (__m256i)(cells >> 4 & 0xF0F));
    return (Halves)_mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
#endif
}

// Each number, but not more than `most`.
INLINE Halves at_most(uint16_t most, Halves numbers) {
#if SIMD_LANES == 16
    return (Halves)_mm512_maskz_min_epu16(~0u, (__m512i)numbers, _mm512_set1_epi16((short)most));
#else
    return (Halves)_mm256_min_epu16((__m256i)numbers, _mm256_set1_epi16((short)most));
#endif
}

// For each number below 16 the byte of a table; its first byte has to be 0, because it fills the upper bytes.
INLINE Halves looked_up(__m128i table, Halves numbers) {
#if SIMD_LANES == 16
    return (Halves)_mm512_shuffle_epi8(_mm512_maskz_broadcast_i32x4(0xFFFF, table), (__m512i)numbers);
#else
    return (Halves)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), (__m256i)numbers);
#endif
}

// Which half-words equal this number: bit i of the result is for cell i.
INLINE uint32_t halves_equal(const Halves *packed, uint16_t number) {
#if SIMD_LANES == 16
    return _mm512_cmpeq_epi16_mask((__m512i)*packed, _mm512_set1_epi16((short)number));
#else
    const __m256i wanted = _mm256_set1_epi16((short)number);
    const __m256i bytes = _mm256_packs_epi16(_mm256_cmpeq_epi16((__m256i)packed[0], wanted),
                                             _mm256_cmpeq_epi16((__m256i)packed[1], wanted));
    return (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xD8));
#endif
}

// One cell in every half-word, or zeros; `used` is all ones or 0.
INLINE Halves everywhere(const Halves *packed, int cell, uint32_t used) {
#if SIMD_LANES == 16
    return (Halves)_mm512_maskz_permutexvar_epi16(used, _mm512_set1_epi16((short)cell), (__m512i)*packed);
#else
    typedef uint16_t Half __attribute__((may_alias));
    return Halves{} + (uint16_t)(reinterpret_cast<const Half *>(packed)[cell] & used);
#endif
}

// The sums, plus the value of each cell of the set that has any of these candidates.
INLINE Halves plus_sharing(Halves sums, const Halves *packed, Halves candidates, const PackedSet &set,
                           const Halves *values) {
#if SIMD_LANES == 16
    const __mmask32 sharing = _mm512_mask_test_epi16_mask(set.bits, (__m512i)*packed, (__m512i)candidates);
    return (Halves)_mm512_mask_add_epi16((__m512i)sums, sharing, (__m512i)sums, (__m512i)*values);
#else
    for (int i = 0; i < 2; i++) {
        const Halves in_set = reinterpret_cast<const Halves *>(set.half)[i];
        const __m256i none = _mm256_cmpeq_epi16((__m256i)(packed[i] & candidates), _mm256_setzero_si256());
        sums += (Halves)_mm256_andnot_si256(none, (__m256i)(values[i] & in_set));
    }
    return sums;
#endif
}

// Half-words below 256 summed up: those of `even` in the even 64-bit words, those of `odd` in the odd ones.
// The sums of all even 64-bit words, and of all odd ones, are the totals.
typedef uint64_t DoubleWords __attribute__((vector_size(4 * SIMD_LANES)));
INLINE DoubleWords partial_sums(Halves even, Halves odd) {
#if SIMD_LANES == 16
    const __m512i bytes = _mm512_maskz_packus_epi16(~0ull, (__m512i)even, (__m512i)odd);
    return (DoubleWords)_mm512_sad_epu8(bytes, _mm512_setzero_si512());
#else
    const __m256i bytes = _mm256_packus_epi16((__m256i)even, (__m256i)odd);
    return (DoubleWords)_mm256_sad_epu8(bytes, _mm256_setzero_si256());
#endif
}

// The sum of all even 64-bit words, and of all odd ones.
INLINE __m128i totals(DoubleWords sums) {
#if SIMD_LANES == 16
    const __m256i half = _mm256_add_epi64(_mm512_maskz_extracti64x4_epi64(0xF, (__m512i)sums, 0),
                                          _mm512_maskz_extracti64x4_epi64(0xF, (__m512i)sums, 1));
#else
    const __m256i half = (__m256i)sums;
#endif
    return _mm_add_epi64(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}
#endif

}}  // namespace kernel::SIMD_LEVEL
