// Plain arithmetic on rows, columns and boxes, as in sudocube/trusted/referee.py, for millions of grids.
#include "referee.hpp"

#include <cstring>

namespace referee {
namespace {

constexpr int cells = 81;
constexpr unsigned all_digits = 0b1111111110;  // bits 1 to 9

struct Bits {
    std::uint16_t of[256];  // 1 << digit; nothing for what is no digit from 1 to 9
    constexpr Bits() : of() {
        for (int digit = 1; digit <= 9; ++digit) of[digit] = static_cast<std::uint16_t>(1u << digit);
    }
};
constexpr Bits bits;

// Whether each row, column and box holds each digit: nine cells that hold nine digits hold each once.
bool is_solved(const std::uint8_t *grid) {
    unsigned columns[9] = {};
    unsigned everywhere = all_digits;  // the digits that no unit so far has missed
    for (int band = 0; band < 3; ++band) {
        unsigned boxes[3] = {};
        for (int r = 3 * band; r < 3 * band + 3; ++r) {
            unsigned row = 0;
            for (int box = 0; box < 3; ++box) {
                const std::uint8_t *cell = grid + 9 * r + 3 * box;
                const unsigned x = bits.of[cell[0]], y = bits.of[cell[1]], z = bits.of[cell[2]];
                columns[3 * box] |= x;
                columns[3 * box + 1] |= y;
                columns[3 * box + 2] |= z;
                boxes[box] |= x | y | z;
                row |= x | y | z;
            }
            everywhere &= row;
        }
        everywhere &= boxes[0] & boxes[1] & boxes[2];
    }
    for (const unsigned column : columns) everywhere &= column;
    return everywhere == all_digits;
}

// Whether the grid holds every clue of the puzzle.
bool keeps_clues(const std::uint8_t *grid, const std::uint8_t *puzzle) {
    unsigned broken = 0;
    for (int i = 0; i < cells; ++i) {
        const std::uint8_t symbol = puzzle[i];
        const std::uint8_t digit = symbol <= 9 ? symbol : static_cast<std::uint8_t>(symbol - '0');
        const bool is_clue = digit >= 1 && digit <= 9;
        broken |= is_clue & (digit != grid[i]);
    }
    return !broken;
}

}  // namespace

std::int64_t first_refused(const std::uint8_t *puzzles, const std::uint8_t *solutions,
                           const std::int64_t *counts, std::int64_t n) noexcept {
    for (std::int64_t i = 0; i < n; ++i) {
        const std::uint8_t *puzzle = puzzles + i * cells;
        const std::uint8_t *first = solutions + i * 2 * cells;
        const std::uint8_t *second = first + cells;
        if (counts[i] >= 1 && !(is_solved(first) && keeps_clues(first, puzzle))) return i;
        if (counts[i] >= 2 && !(is_solved(second) && keeps_clues(second, puzzle) &&
                                std::memcmp(first, second, cells) != 0))
            return i;
    }
    return -1;
}

}  // namespace referee
