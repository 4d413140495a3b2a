// The referee's word on the solutions of a batch; it shares nothing with the solver.
#pragma once

#include <cstdint>

namespace referee {

// The first puzzle with a solution that is none, or -1 where all hold.
//
//   puzzles    n × 81 bytes: digits as numbers or as text, any other byte is a blank
//   solutions  n × 2 × 81 bytes: digits 1 to 9
//   counts     n numbers: of each puzzle the first min(count, 2) solutions are looked at
//
// A solution holds each digit once in each row, column and box, and every clue; two of one puzzle differ.
std::int64_t first_refused(const std::uint8_t *puzzles, const std::uint8_t *solutions,
                           const std::int64_t *counts, std::int64_t n) noexcept;

}  // namespace referee
