// A side: a number for each row, or for each column, and for each of their bands. clues.h draws the places.
#pragma once

#include "moved_clues.h"

namespace kernel::SIMD_LEVEL { namespace {

struct alignas(64) Side {
    uint32_t of[places];
};

INLINE Side all_places(uint32_t word) {
    Side side;
    for (uint32_t &one : side.of) one = word;
    return side;
}

INLINE uint32_t sum_of(const Side &side) {
    uint32_t sum = 0;
    for (int i = 0; i < 12; i++) sum += side.of[i];
    return sum;
}

// A word, or a vector of words: each bit of the result depends on many bits.
template <class T> INLINE T mix(T word) {
    word = (word ^ word >> 16) * 0x9E3779B1;
    return word ^ word >> 15;
}

INLINE void mix_each(Side &side) {
    for (uint32_t &word : side.of) word = mix(word);
}

// Keys order the lines of a band, and the bands: the lower 31 bits of the colour. Those without clues come
// last, each with a key of its own: it does not matter in which order they are.
constexpr uint32_t key_bits = 0x7FFFFFFF, key_of_empty = 0x80000000;  // and its place

#if SIMD_LANES < 8

// Mixes the words of all lines. A band becomes mix(the sum of its lines), which is added to each of them.
INLINE void mix_lines(Side &side) {
    for (uint32_t *of = side.of; of < side.of + 12; of += 4) {
        for (int i = 0; i < 3; i++) of[i] = mix(of[i]);
        of[3] = mix(of[0] + of[1] + of[2]);
        for (int i = 0; i < 3; i++) of[i] += of[3];
    }
}

INLINE Side keys_of(const Side &colours, uint32_t filled) {
    Side keys;
    for (uint32_t i = 0; i < places; i++)
        keys.of[i] = filled >> i & 1 ? colours.of[i] & key_bits : key_of_empty | i;
    return keys;
}

// Whether two lines of a band have the same key.
INLINE bool any_lines_tied(const Side &keys) {
    bool tied = false;
    for (const uint32_t *of = keys.of; of < keys.of + 12; of += 4)
        tied |= of[0] == of[1] || of[0] == of[2] || of[1] == of[2];
    return tied;
}

#else

constexpr int side_vectors = places / lanes;

struct alignas(64) OfPlace {
    uint32_t is_line[places] = {}, bit[places] = {}, empty[places] = {};
    constexpr OfPlace() {
        for (uint32_t i = 0; i < places; i++) {
            is_line[i] = i < 12 && i % 4 < 3 ? ~0u : 0;
            bit[i] = 1u << i;
            empty[i] = key_of_empty | i;
        }
    }
};
constexpr OfPlace of_place;

// Vector i of 16 words.
INLINE Words vector_of(const uint32_t *words, int i) {
    Words vector;
    memcpy(&vector, words + lanes * i, sizeof vector);
    return vector;
}

INLINE void set_vector(Side &side, int i, Words words) { memcpy(side.of + lanes * i, &words, sizeof words); }

// In each four words: words a, b, c and d of them.
template <int a, int b, int c, int d> INLINE Words in_fours(Words words) {
    constexpr int order = a | b << 2 | c << 4 | d << 6;
#if SIMD_LANES == 16
    return (Words)_mm512_maskz_shuffle_epi32(0xFFFF, (__m512i)words, (_MM_PERM_ENUM)order);
#else
    return (Words)_mm256_shuffle_epi32((__m256i)words, order);
#endif
}

INLINE void mix_lines(Side &side) {
    for (int i = 0; i < side_vectors; i++) {
        const Words line = mix(vector_of(side.of, i)) & vector_of(of_place.is_line, i);
        const Words pairs = line + in_fours<1, 0, 3, 2>(line);
        set_vector(side, i, line + mix(pairs + in_fours<2, 3, 0, 1>(pairs)));
    }
}

INLINE Side keys_of(const Side &colours, uint32_t filled) {
    Side keys;
    for (int i = 0; i < side_vectors; i++) {
        const Words is_empty = (Words)((all(filled) & vector_of(of_place.bit, i)) == 0);
        set_vector(keys, i,
                   (vector_of(colours.of, i) & ~is_empty & all(key_bits)) |
                       (vector_of(of_place.empty, i) & is_empty));
    }
    return keys;
}

INLINE bool any_lines_tied(const Side &keys) {
    Words tied = all(0);
    for (int i = 0; i < side_vectors; i++) {
        const Words key = vector_of(keys.of, i);
        tied |= (Words)(key == in_fours<1, 2, 0, 3>(key)) & vector_of(of_place.is_line, i);
    }
    return lanes_with(tied, ~0u);
}

#endif

#if SIMD_LANES == 16

// The words at 16 places.
INLINE Words looked_up(const Side &side, const uint8_t *at) {
    const __m512i index = _mm512_maskz_cvtepu8_epi32(0xFFFF, _mm_loadu_si128((const __m128i *)at));
    return (Words)_mm512_maskz_permutexvar_epi32(0xFFFF, index, _mm512_load_si512(side.of));
}

#endif

// Of three keys, `step` words apart, those that are equal to another: a mask. There is one such key at most.
INLINE uint32_t tied_of_three(const uint32_t *keys, int step) {
    const bool ab = keys[0] == keys[step], ac = keys[0] == keys[2 * step], bc = keys[step] == keys[2 * step];
    return (ab || ac) | (ab || bc) << 1 | (ac || bc) << 2;
}

INLINE uint32_t tied_bands(const Side &keys) { return tied_of_three(keys.of + 3, 4); }

INLINE uint32_t tied_lines(const Side &keys, int band) { return tied_of_three(keys.of + 4 * band, 1); }

INLINE bool any_tied(const Side &keys) { return tied_bands(keys) || any_lines_tied(keys); }

// The ranks, from 0, of three keys that differ.
INLINE void rank_three(const uint32_t *keys, int step, uint8_t *ranks) {
    const uint32_t a = keys[0], b = keys[step], c = keys[2 * step];
    ranks[0] = (uint8_t)((b < a) + (c < a));
    ranks[1] = (uint8_t)((a < b) + (c < b));
    ranks[2] = (uint8_t)((a < c) + (b < c));
}

INLINE void rank_bands(const Side &keys, uint8_t ranks[3]) { rank_three(keys.of + 3, 4, ranks); }

// Where each line goes if nothing is tied: bands in order of their keys, and in each band the lines.
INLINE void order_lines(const Side &keys, uint8_t target[places]) {
    uint8_t rank_of_band[3], rank[3];
    rank_bands(keys, rank_of_band);
    for (int band = 0; band < 3; band++) {
        rank_three(keys.of + 4 * band, 1, rank);
        for (int i = 0; i < 3; i++) target[4 * band + i] = (uint8_t)(3 * rank_of_band[band] + rank[i]);
    }
}

}}  // namespace kernel::SIMD_LEVEL
