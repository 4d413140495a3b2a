// Nine numbers in 16 bytes, and two such side by side: permutations, and how they follow one another.
#pragma once

#include <string.h>

#include "simd.h"

#if SIMD_LANES == 4 && defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace kernel::SIMD_LEVEL { namespace {

// Nine numbers from 0 to 8; the seven bytes after them mean nothing. `Nines` are as many such as one
// instruction looks up. (Four, in 512 bits, were slower: most of what is looked up comes in threes, or
// alone.)
constexpr int nines_in_vector = lanes >= 8 ? 2 : 1;

#if SIMD_LANES >= 8
typedef Bytes16 Nine;
typedef Bytes32 Nines;
#elif SIMD_LANES == 4 && defined(__aarch64__)
typedef uint8_t Nine __attribute__((vector_size(16), may_alias));
typedef Nine Nines;
#else
struct Nine {
    uint8_t of[16];
};
typedef Nine Nines;
#endif

template <class Vector> INLINE Vector loaded(const uint8_t *memory) {
    Vector vector;
    memcpy(&vector, memory, sizeof vector);
    return vector;
}

template <class Vector> INLINE void store(uint8_t *memory, const Vector &vector) {
    memcpy(memory, &vector, sizeof vector);
}

constexpr uint8_t zero_to_eight[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

// looked_up(table, index): table[index[i]] for each i, in each nine.
#if SIMD_LANES >= 8
INLINE Nines repeated(Nine nine) { return (Nines)_mm256_broadcastsi128_si256((__m128i)nine); }
#elif SIMD_LANES == 4 && defined(__aarch64__)
INLINE Nine looked_up(Nine table, Nine index) {
    return (Nine)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)index);
}
INLINE Nines repeated(Nine nine) { return nine; }
#else
INLINE Nine looked_up(const Nine &table, const Nine &index) {
    Nine found = {};
    for (int i = 0; i < 9; i++) found.of[i] = table.of[index.of[i] & 15];
    return found;
}
INLINE const Nines &repeated(const Nine &nine) { return nine; }
#endif

// Whether every nine is 0 to 8 in order.
INLINE bool are_in_order(const Nines &nines) {
#if SIMD_LANES >= 8
    const __m256i same = _mm256_cmpeq_epi8((__m256i)nines, (__m256i)repeated(loaded<Nine>(zero_to_eight)));
    return (~(uint32_t)_mm256_movemask_epi8(same) & 0x01FF01FF) == 0;
#else
    return memcmp(&nines, zero_to_eight, 9) == 0;
#endif
}

// a + 9 b + 81 c for each three numbers a, b, c of each nine: four words for a nine, of which the last means
// nothing.
INLINE void sum_threes(const Nines &nines, uint32_t *sums) {
#if SIMD_LANES >= 8
    constexpr uint8_t spread[16] = {0, 1, 2, 128, 3, 4, 5, 128, 6, 7, 8, 128, 128, 128, 128, 128};
    const __m256i threes = (__m256i)looked_up(nines, repeated(loaded<Nine>(spread)));
    const __m256i weights = _mm256_set1_epi32(1 | 9 << 8 | 81 << 16);
    const __m256i twos = _mm256_maddubs_epi16(threes, weights);
    _mm256_storeu_si256((__m256i *)sums, _mm256_madd_epi16(twos, _mm256_set1_epi16(1)));
#else
    uint8_t of[16];
    store(of, nines);
    for (int i = 0; i < 3; i++) sums[i] = of[3 * i] + 9u * of[3 * i + 1] + 81u * of[3 * i + 2];
#endif
}

// Numbers that are ordered as nines are that are permutations; so the first eight of each are enough.
INLINE void find_ranks(const Nines &nines, uint64_t *ranks) {
#if SIMD_LANES >= 8
    constexpr uint8_t reverse[16] = {7, 6, 5, 4, 3, 2, 1, 0};
    uint64_t halves[2 * nines_in_vector];
    const Nines reversed = looked_up(nines, repeated(loaded<Nine>(reverse)));
    memcpy(halves, &reversed, sizeof halves);
    for (int n = 0; n < nines_in_vector; n++) ranks[n] = halves[2 * n];
#else
    uint8_t of[16];
    store(of, nines);
    *ranks = 0;
    for (int i = 0; i < 8; i++) *ranks = *ranks << 8 | of[i];
#endif
}

INLINE uint64_t rank_of(const Nine &nine) {
    uint64_t ranks[nines_in_vector];
    find_ranks(repeated(nine), ranks);
    return ranks[0];
}

}}  // namespace kernel::SIMD_LEVEL
