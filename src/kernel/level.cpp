// One level of the kernel: many puzzles side by side, each in a lane of its own, each with its own search.
//
// The life of a lane: it takes a puzzle; rounds of propagation; where they come to rest a guess is made and
// the alternative saved; a dead end or a solution goes back to what was saved last; when nothing is left,
// the count is written and the lane takes the next puzzle. No lane waits for another.
#include "branching.h"
#include "kernel.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

constexpr int grids = SIMD_GRIDS;           // vectors' worth of puzzles in flight
constexpr uint32_t every_lane = (uint32_t)((1ull << lanes) - 1);
constexpr int most_saved = 81;              // each guess on a path settles another cell

struct Lane {
    size_t puzzle;
    int64_t found, guesses;
    int depth;                              // saved positions
    int careless_from;                      // depth from which on a guess is made without much care
    Position saved[most_saved + 1];         // what is left to try, should this path come to an end
};

struct Search {
    Request request;
    size_t next, finished;                  // puzzles taken from the input, puzzles done with
    uint32_t active[grids];                 // lanes with a puzzle, as bits
    Grid grid[grids];
    Lane lane[grids][lanes];
};

// The words of one lane; they lie `lanes` apart.
INLINE uint32_t *words_of(Search &search, int g, int i) {
    return reinterpret_cast<uint32_t *>(search.grid[g].cells) + i;
}

INLINE void copy_in(const Position &from, uint32_t *words) {
    for (int i = 0; i < 27; i++) words[lanes * i] = from.cells[i];
}

INLINE void copy_out(const uint32_t *words, Position &to) {
    for (int i = 0; i < 27; i++) to.cells[i] = words[lanes * i];
}

// The next puzzle of the input for an idle lane. What is no puzzle leaves it idle until the next round, so
// that rubbish, too, is worked off in slices.
void take_next(Search &search, int g, int i) {
    const Request &request = search.request;
    const size_t puzzle = search.next++;
    uint32_t *words = words_of(search, g, i);
    const bool fine = request.cells ? read_cells(request.cells + 81 * puzzle, words, lanes)
                                    : read_masks(request.masks + 81 * puzzle, words, lanes);
    if (!fine) {
        request.counts[puzzle] = no_puzzle;
        search.finished++;
        return;
    }
    Lane &lane = search.lane[g][i];
    lane.puzzle = puzzle;
    lane.found = lane.guesses = 0;
    lane.depth = 0;
    lane.careless_from = 1;
    search.active[g] |= 1u << i;
}

INLINE void take_puzzles(Search &search, int g) {
    for (uint32_t idle = every_lane & ~search.active[g]; idle; idle &= idle - 1) {
        if (search.next == search.request.size) return;
        take_next(search, g, lowest_bit(idle));
    }
}

// The lane falls idle.
INLINE void finish(Search &search, int g, int i, int64_t count) {
    const Lane &lane = search.lane[g][i];
    search.request.counts[lane.puzzle] = count;
    search.request.guesses[lane.puzzle] = lane.guesses;
    search.finished++;
    search.active[g] &= ~(1u << i);
}

// This path is at its end: on with what was saved last, or done. The more dead ends a puzzle has, the more
// it pays to guess with care; one with many solutions wants none.
INLINE void backtrack(Search &search, int g, int i) {
    Lane &lane = search.lane[g][i];
    if (lane.depth == 0) return finish(search, g, i, lane.found);
    lane.careless_from++;
    copy_in(lane.saved[--lane.depth], words_of(search, g, i));
}

INLINE void record(Search &search, int g, int i) {
    Lane &lane = search.lane[g][i];
    if (search.request.solutions && lane.found < 2) {
        Position position;
        copy_out(words_of(search, g, i), position);
        write_solution(position, search.request.solutions + 162 * lane.puzzle + 81 * lane.found);
    }
    if (++lane.found == search.request.limit) return finish(search, g, i, lane.found);
    backtrack(search, g, i);
}

// Go on with a cell set to one of its candidates, and save the position without that candidate for later.
// Where there is nothing to guess the last round has settled it, and the next will say how.
INLINE void branch(Search &search, int g, int i) {
    Lane &lane = search.lane[g][i];
    Position &position = lane.saved[lane.depth];
    const Guess guess = pick(position, lane.depth < lane.careless_from);
    if (guess.word == none) return;
    if (lane.guesses == search.request.budget) return finish(search, g, i, undecided);
    lane.guesses++;
    lane.depth++;
    uint32_t &now = words_of(search, g, i)[lanes * guess.word], &later = position.cells[guess.word];
    now = (now & ~(0x1FFu << 10 * guess.stack)) | guess.digit;
    later &= ~guess.digit;
}

// What follows from a round: each lane goes on propagating unless it
//   is dead      a cell had no candidate, or a unit no place for a digit: back to what was saved
//   is solved    every cell had one candidate: note it, then as above
//   is at rest   the column pass changed nothing: guess
// All positions are copied out before the first guess, so that they have arrived when they are read.
INLINE void settle(Search &search, int g, const Outcome &outcome) {
    const uint32_t active = search.active[g];
    const uint32_t alive = lanes_with_all(outcome.no_empty_cell, guards) &
                           lanes_with_all(outcome.covered, digits) & active;
    const uint32_t dead = active & ~alive;
    const uint32_t solved = alive & ~lanes_with(outcome.several, digits);
    const uint32_t at_rest = alive & ~solved & ~lanes_with(outcome.changed, digits);
    for (uint32_t left = at_rest; left; left &= left - 1) {
        Lane &lane = search.lane[g][lowest_bit(left)];
        copy_out(words_of(search, g, lowest_bit(left)), lane.saved[lane.depth]);
    }
    for (uint32_t left = solved; left; left &= left - 1) record(search, g, lowest_bit(left));
    for (uint32_t left = dead; left; left &= left - 1) backtrack(search, g, lowest_bit(left));
    for (uint32_t left = at_rest; left; left &= left - 1) branch(search, g, lowest_bit(left));
}

void begin(void *workspace, const Request *request) {
    Search &search = *static_cast<Search *>(workspace);
    search.request = *request;
    search.next = search.finished = 0;
    for (int g = 0; g < grids; g++) {
        search.active[g] = 0;
        for (int i = 0; i < 27; i++) search.grid[g].cells[i] = all(guards | digits);
    }
}

size_t advance(void *workspace, size_t steps) {
    Search &search = *static_cast<Search *>(workspace);
    for (size_t done = 0; done < steps && search.finished < search.request.size;)
        for (int g = 0; g < grids; g++) {
            take_puzzles(search, g);
            if (search.active[g]) settle(search, g, one_round(search.grid[g]));
            done += lanes;
        }
    return search.finished;
}

#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)

}  // namespace

extern const Level level;
const Level level = {NAME_OF(SIMD_LEVEL), lanes, grids * lanes, sizeof(Search), begin, advance};

}}  // namespace kernel::SIMD_LEVEL
