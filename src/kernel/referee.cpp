// Plain arithmetic on rows, columns and boxes, like sudocube/trusted/referee.py, for millions of grids.
#include "referee.h"

#include <cstring>

namespace referee {
namespace {

constexpr int cells = 81;
constexpr std::uint64_t all_digits = 0b1111111110;  // bits 1 to 9

// For the left, the middle and the right one of three cells, 16 bits each: 1 << digit; 0 for a byte that is
// not a digit from 1 to 9.
struct DigitBits {
    std::uint64_t left[256], middle[256], right[256];
    constexpr DigitBits() : left(), middle(), right() {
        for (int digit = 1; digit <= 9; ++digit) {
            left[digit] = std::uint64_t{1} << digit;
            middle[digit] = left[digit] << 16;
            right[digit] = left[digit] << 32;
        }
    }
};
constexpr DigitBits bits;

inline std::uint64_t three_cells(const std::uint8_t *cell) {
    return bits.left[cell[0]] | bits.middle[cell[1]] | bits.right[cell[2]];
}

// The digits of any of the three cells, in the lowest 16 bits.
inline std::uint64_t in_any(std::uint64_t three) { return three | three >> 16 | three >> 32; }

// The digits that all three parts have, in the lowest 16 bits.
inline std::uint64_t in_all(std::uint64_t three) { return three & three >> 16 & three >> 32; }

// Whether each row, column and box holds each digit. Nine cells that hold all nine digits hold each once.
bool is_solved(const std::uint8_t *grid) {
    std::uint64_t left_columns = 0, middle_columns = 0, right_columns = 0;
    std::uint64_t everywhere = all_digits;  // the digits that every unit so far holds
    for (int band = 0; band < 3; ++band) {
        std::uint64_t left_box = 0, middle_box = 0, right_box = 0;
        for (int r = 0; r < 3; ++r, grid += 9) {
            const std::uint64_t left = three_cells(grid), middle = three_cells(grid + 3);
            const std::uint64_t right = three_cells(grid + 6);
            everywhere &= in_any(left | middle | right);
            left_box |= left;
            middle_box |= middle;
            right_box |= right;
        }
        everywhere &= in_any(left_box) & in_any(middle_box) & in_any(right_box);
        left_columns |= left_box;
        middle_columns |= middle_box;
        right_columns |= right_box;
    }
    everywhere &= in_all(left_columns) & in_all(middle_columns) & in_all(right_columns);
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
        if (counts[i] >= 2 &&
            !(is_solved(second) && keeps_clues(second, puzzle) && std::memcmp(first, second, cells) != 0))
            return i;
    }
    return -1;
}

}  // namespace referee
