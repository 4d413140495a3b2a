// One level of the kernel: many puzzles side by side, each in a lane of its own, each with its own search.
#include "branching.h"
#include "kernel.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

constexpr int grids = SIMD_GRIDS;           // vectors' worth of puzzles in flight
constexpr uint32_t every_lane = (uint32_t)((1ull << lanes) - 1);
constexpr int most_guesses = 81;            // on one path: each settles another cell

#ifndef QUIET_BITS
#define QUIET_BITS 2
#endif

// The search of one puzzle, in lane i of a grid.
struct Lane {
    size_t puzzle;
    int64_t found, guesses;
    int depth;                              // saved positions
    Position saved[most_guesses + 1];       // what is left to try, should this path come to an end
};

struct Search {
    Request request;
    size_t next, finished;                  // puzzles taken from the input, puzzles done with
    uint32_t active[grids];                 // lanes with a puzzle, as bits
    alignas(64) Grid grid[grids];
    Lane lane[grids][lanes];
};

INLINE uint32_t *words(Grid &grid) { return reinterpret_cast<uint32_t *>(grid.cells); }

INLINE void copy_in(const Position &from, Grid &grid, int lane) {
    for (int i = 0; i < 27; i++) words(grid)[lanes * i + lane] = from.cells[i];
}

INLINE void copy_out(Grid &grid, int lane, Position &to) {
    for (int i = 0; i < 27; i++) to.cells[i] = words(grid)[lanes * i + lane];
}

// The next puzzle of the input for an idle lane. What is no puzzle leaves it idle until the next round, so
// that rubbish, too, is worked off in slices.
void take_next(Search &search, int g, int i) {
    const Request &request = search.request;
    const size_t puzzle = search.next++;
    Position position;
    const bool fine = request.cells ? read_cells(request.cells + 81 * puzzle, position)
                                    : read_masks(request.masks + 81 * puzzle, position);
    if (!fine) {
        request.counts[puzzle] = no_puzzle;
        search.finished++;
        return;
    }
    Lane &lane = search.lane[g][i];
    lane.puzzle = puzzle;
    lane.found = lane.guesses = 0;
    lane.depth = 0;
    copy_in(position, search.grid[g], i);
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

// This path is at its end: on with what was saved last, or done.
INLINE void backtrack(Search &search, int g, int i) {
    Lane &lane = search.lane[g][i];
    if (lane.depth == 0) return finish(search, g, i, lane.found);
    copy_in(lane.saved[--lane.depth], search.grid[g], i);
}

INLINE void solved(Search &search, int g, int i, const Position &position) {
    Lane &lane = search.lane[g][i];
    uint8_t *solutions = search.request.solutions;
    if (solutions && lane.found < 2) write_solution(position, solutions + 162 * lane.puzzle + 81 * lane.found);
    if (++lane.found == search.request.limit) return finish(search, g, i, lane.found);
    backtrack(search, g, i);
}

// Propagation has come to rest, or nearly: a solution, a dead end or a guess.
void branch(Search &search, int g, int i) {
    Lane &lane = search.lane[g][i];
    Position &position = lane.saved[lane.depth];
    copy_out(search.grid[g], i, position);
    const Guess guess = pick(position, lane.depth == 0);
    if (guess.word < 0) {
        if (guess.word == nothing_left && is_solution(position)) return solved(search, g, i, position);
        return backtrack(search, g, i);
    }
    if (lane.guesses == search.request.budget) return finish(search, g, i, undecided);
    lane.guesses++;
    lane.depth++;
    uint32_t &cell = words(search.grid[g])[lanes * guess.word + i];
    uint32_t field = 0x1FF;
    while (!(guess.digit & field)) field <<= 10;
    cell = (cell & ~field) | guess.digit;          // now: the digit is there
    position.cells[guess.word] &= ~guess.digit;    // later: it is not
}

INLINE void settle(Search &search, int g, const Outcome &outcome) {
    const uint32_t alive = lanes_with_all(outcome.no_empty_cell & (outcome.covered | ~digits), guards) &
                           lanes_with_all(outcome.covered, digits);
    Words changed = outcome.changed;
    for (int bit = 0; bit < QUIET_BITS; bit++) changed &= changed - all(1);
    const uint32_t busy = lanes_with(changed, ~0u);
    uint32_t active = search.active[g];
    for (uint32_t dead = active & ~alive; dead; dead &= dead - 1) backtrack(search, g, lowest_bit(dead));
    for (uint32_t quiet = active & alive & ~busy; quiet; quiet &= quiet - 1)
        branch(search, g, lowest_bit(quiet));
}

void begin(void *workspace, const Request *request) {
    Search &search = *static_cast<Search *>(workspace);
    search.request = *request;
    search.next = search.finished = 0;
    for (int g = 0; g < grids; g++) {
        for (int i = 0; i < 27; i++) search.grid[g].cells[i] = all(guards | digits);
        search.active[g] = 0;
    }
}

size_t advance(void *workspace, size_t steps) {
    Search &search = *static_cast<Search *>(workspace);
    for (size_t done = 0; done < steps && search.finished < search.request.size;)
        for (int g = 0; g < grids; g++) {
            take_puzzles(search, g);
            done += lanes;
            if (search.active[g]) settle(search, g, one_round(search.grid[g]));
        }
    return search.finished;
}

#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)

}  // namespace

extern const Level level;
const Level level = {NAME_OF(SIMD_LEVEL), lanes, grids * lanes, sizeof(Search), begin, advance};

}}  // namespace kernel::SIMD_LEVEL
