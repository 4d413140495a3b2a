// One level of the kernel: many puzzles side by side, each in a lane of its own, with a search of its own.
//
// What a lane does: it takes a puzzle and runs rounds of propagation on it. When a round changes nothing, it
// makes a guess and saves the alternative. After a dead end or a solution it restores the position that was
// saved last. When none is left, it writes the count and takes the next puzzle. No lane waits for another.
#include "branching.h"
#include "kernel.h"
#include "lane_words.h"
#include "reading.h"
#include "writing.h"

namespace kernel::SIMD_LEVEL {
namespace {

constexpr int most_saved = 81;  // each guess on a path fixes another cell

struct Lane {
    size_t puzzle;
    int64_t found, guesses;
    int depth;                       // saved positions
    int careful_below;               // guesses at depths below this are chosen with care
    Position saved[most_saved + 1];  // the positions that are still to search, the next one last
};

struct Search {
    Request request;
    size_t next, finished;  // puzzles taken from the input, puzzles finished
    LaneSet active;         // lanes that have a puzzle
    Grid grid[grids];
    Lane lane[in_flight];
};

// Gives an idle lane the next puzzle of the input. If the row is not a puzzle, the lane stays idle until the
// next round, so that `advance` returns in time for such rows, too.
void take_next(Search &search, int i) {
    const Request &request = search.request;
    const size_t puzzle = search.next++;
    Position position;
    if (!read_puzzle(request, puzzle, position)) {
        request.counts[puzzle] = no_puzzle;
        search.finished++;
        return;
    }
    copy_in(position, words_of(search.grid, i));
    Lane &lane = search.lane[i];
    lane.puzzle = puzzle;
    lane.found = lane.guesses = 0;
    lane.depth = 0;
    lane.careful_below = 1;
    search.active |= (LaneSet)1 << i;
}

INLINE void take_puzzles(Search &search) {
    for (LaneSet idle = every_lane & ~search.active; idle; idle &= idle - 1) {
        if (search.next == search.request.size) return;
        take_next(search, first_of(idle));
    }
}

// Writes the results of a lane's puzzle; the lane becomes idle.
INLINE void finish(Search &search, int i, int64_t count) {
    const Lane &lane = search.lane[i];
    search.request.counts[lane.puzzle] = count;
    search.request.guesses[lane.puzzle] = lane.guesses;
    search.finished++;
    search.active &= ~((LaneSet)1 << i);
}

// Ends this path: restores the position that was saved last, or finishes the puzzle. From then on guesses are
// chosen with care at one more depth: care pays where many paths fail, and not where most lead to a solution.
INLINE void backtrack(Search &search, int i) {
    Lane &lane = search.lane[i];
    if (lane.depth == 0) return finish(search, i, lane.found);
    lane.careful_below++;
    copy_in(lane.saved[--lane.depth], words_of(search.grid, i));
}

INLINE void record_solution(Search &search, int i) {
    Lane &lane = search.lane[i];
    if (search.request.solutions && lane.found < 2) {
        Position position;
        const Vectors cells = copy_out(words_of(search.grid, i), position);
        write_solution(position, cells, search.request.solutions + 162 * lane.puzzle + 81 * lane.found);
    }
    if (++lane.found == search.request.limit) return finish(search, i, lane.found);
    backtrack(search, i);
}

// Guesses: sets a cell to one of its candidates, and saves the position without that candidate for later. If
// every cell has one candidate, there is nothing to guess: the next round decides whether it is a solution.
INLINE void branch(Search &search, int i) {
    Lane &lane = search.lane[i];
    Position &position = lane.saved[lane.depth];
    const Vectors cells = copy_out(words_of(search.grid, i), position);
    const Guess guess = choose_guess(position, cells, lane.depth < lane.careful_below);
    if (guess.word == none) return;
    if (lane.guesses == search.request.budget) return finish(search, i, undecided);
    lane.guesses++;
    lane.depth++;
    uint32_t &now = words_of(search.grid, i)[lanes * guess.word], &later = position.cells[guess.word];
    now = (now & ~(0x1FFu << 10 * guess.stack)) | guess.digit;
    later &= ~guess.digit;
}

// What happened to each lane in a round. It runs another round unless it
//   is dead      a cell has no candidate, or a unit no place for a digit: backtrack
//   is solved    every cell has one candidate: record the solution, then backtrack
//   is at rest   the column pass changed nothing: guess
struct Events {
    LaneSet dead = 0, solved = 0, at_rest = 0;
};

INLINE void add_events(Events &events, const RoundResult &result, LaneSet active, int g) {
    const uint32_t consistent =
        lanes_with_all(result.no_empty_cell, guards) & lanes_with_all(result.covered, digits);
    const LaneSet alive = active & (LaneSet)consistent << lanes * g;
    const LaneSet unsolved = (LaneSet)lanes_with(result.several, digits) << lanes * g;
    const LaneSet moving = (LaneSet)lanes_with(result.changed, digits) << lanes * g;
    events.solved |= alive & ~unsolved;
    events.at_rest |= alive & unsolved & ~moving;
    events.dead |= active & ~alive;
}

// The order of the lanes does not change the results: no lane depends on another.
INLINE void handle(Search &search, const Events &events) {
    for (LaneSet left = events.dead; left; left &= left - 1) backtrack(search, first_of(left));
    for (LaneSet left = events.solved; left; left &= left - 1) record_solution(search, first_of(left));
    for (LaneSet left = events.at_rest; left; left &= left - 1) branch(search, first_of(left));
}

void begin(void *workspace, const Request *request) {
    Search &search = *static_cast<Search *>(workspace);
    search.request = *request;
    search.next = search.finished = 0;
    search.active = 0;
    clear(search.grid);
}

size_t advance(void *workspace, size_t steps) {
    Search &search = *static_cast<Search *>(workspace);
    for (size_t done = 0; done < steps && search.finished < search.request.size; done += in_flight) {
        take_puzzles(search);
        Events events;
        for (int g = 0; g < grids; g++) {
            const LaneSet active = search.active & lanes_of_grid(g);
            if (active) add_events(events, one_round(search.grid[g]), active, g);
        }
        handle(search, events);
    }
    return search.finished;
}

#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)

}  // namespace

extern const FormsLevel forms;        // canonical.cpp
extern const ClosuresLevel closures;  // closures.cpp
extern const Level level;
const Level level = {
    NAME_OF(SIMD_LEVEL), lanes, in_flight, sizeof(Search), begin, advance, &forms, &closures};

}  // namespace kernel::SIMD_LEVEL
