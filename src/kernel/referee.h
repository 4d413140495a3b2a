// Checks the solutions of a batch; shares no code with the solver.
#pragma once

#include <cstdint>

namespace referee {

// The first puzzle with a wrong solution, or -1 where all solutions are right.
//
//   puzzles    n × 81 bytes: digits as numbers or as text, any other byte is a blank
//   solutions  n × 2 × 81 bytes: digits 1 to 9
//   counts     n numbers: of each puzzle the first min(count, 2) solutions are checked
//
// A right solution holds each digit once in each row, column and box, and it holds every clue. The two
// solutions of one puzzle have to differ.
std::int64_t first_refused(const std::uint8_t *puzzles, const std::uint8_t *solutions,
                           const std::int64_t *counts, std::int64_t n) noexcept;

}  // namespace referee
