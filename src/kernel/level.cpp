// One level of the kernel: many puzzles side by side, each in a lane of its own, each with its own search.
//
// The life of a lane: it takes a puzzle; rounds of propagation; where they come to rest a guess is made and
// the alternative saved; a dead end or a solution goes back to what was saved last; when nothing is left,
// the count is written and the lane takes the next puzzle. No lane waits for another.
#include "branching.h"
#include "kernel.h"
#include "reading.h"
#include "writing.h"

namespace kernel { namespace SIMD_LEVEL { namespace {

constexpr int grids = SIMD_GRIDS;           // vectors' worth of puzzles in flight
constexpr int most_saved = 81;              // each guess on a path settles another cell

struct Lane {
    size_t puzzle;
    int64_t found, guesses;
    int depth;                              // saved positions
    int careless_from;                      // depth from which on a guess is made without much care
    Position saved[most_saved + 1];         // what is left to try, should this path come to an end
};

typedef uint64_t Set;                       // of lanes, of all vectors in flight: bit `lanes * g + i`
constexpr int in_flight = grids * lanes;
constexpr Set every_lane = in_flight == 64 ? ~(Set)0 : ((Set)1 << in_flight) - 1;

INLINE int first_of(Set set) {
    return (uint32_t)set ? lowest_bit((uint32_t)set) : 32 + lowest_bit((uint32_t)(set >> 32));
}

struct Search {
    Request request;
    size_t next, finished;                  // puzzles taken from the input, puzzles done with
    Set active;                             // lanes with a puzzle
    Grid grid[grids];
    Lane lane[in_flight];
};

// The words of one lane; they lie `lanes` apart.
INLINE uint32_t *words_of(Search &search, int i) {
    return reinterpret_cast<uint32_t *>(search.grid[i / lanes].cells) + i % lanes;
}

INLINE void copy_in(const Position &from, uint32_t *words) {
    for (int i = 0; i < 27; i++) words[lanes * i] = from.cells[i];
}

// Copies a lane out of its grid; what was copied, as vectors.
INLINE Vectors copy_out(const uint32_t *words, Position &to) {
    Vectors cells;
    for (int i = 0; i < vectors; i++) {
        cells.of[i] = words_of_lane(words + lanes * lanes * i);
        memcpy(to.cells + lanes * i, &cells.of[i], sizeof(Words));
    }
    return cells;
}

// The next puzzle of the input for an idle lane. What is no puzzle leaves it idle until the next round, so
// that rubbish, too, is worked off in slices.
void take_next(Search &search, int i) {
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
    copy_in(position, words_of(search, i));
    Lane &lane = search.lane[i];
    lane.puzzle = puzzle;
    lane.found = lane.guesses = 0;
    lane.depth = 0;
    lane.careless_from = 1;
    search.active |= (Set)1 << i;
}

INLINE void take_puzzles(Search &search) {
    for (Set idle = every_lane & ~search.active; idle; idle &= idle - 1) {
        if (search.next == search.request.size) return;
        take_next(search, first_of(idle));
    }
}

// The lane falls idle.
INLINE void finish(Search &search, int i, int64_t count) {
    const Lane &lane = search.lane[i];
    search.request.counts[lane.puzzle] = count;
    search.request.guesses[lane.puzzle] = lane.guesses;
    search.finished++;
    search.active &= ~((Set)1 << i);
}

// This path is at its end: on with what was saved last, or done. The more dead ends a puzzle has, the more
// it pays to guess with care; one with many solutions wants none.
INLINE void backtrack(Search &search, int i) {
    Lane &lane = search.lane[i];
    if (lane.depth == 0) return finish(search, i, lane.found);
    lane.careless_from++;
    copy_in(lane.saved[--lane.depth], words_of(search, i));
}

INLINE void record(Search &search, int i) {
    Lane &lane = search.lane[i];
    if (search.request.solutions && lane.found < 2) {
        Position position;
        const Vectors cells = copy_out(words_of(search, i), position);
        write_solution(position, cells, search.request.solutions + 162 * lane.puzzle + 81 * lane.found);
    }
    if (++lane.found == search.request.limit) return finish(search, i, lane.found);
    backtrack(search, i);
}

// Go on with a cell set to one of its candidates, and save the position without that candidate for later.
// Where there is nothing to guess the last round has settled it, and the next will say how.
INLINE void branch(Search &search, int i) {
    Lane &lane = search.lane[i];
    Position &position = lane.saved[lane.depth];
    const Vectors cells = copy_out(words_of(search, i), position);
    const Guess guess = pick(position, cells, lane.depth < lane.careless_from);
    if (guess.word == none) return;
    if (lane.guesses == search.request.budget) return finish(search, i, undecided);
    lane.guesses++;
    lane.depth++;
    uint32_t &now = words_of(search, i)[lanes * guess.word], &later = position.cells[guess.word];
    now = (now & ~(0x1FFu << 10 * guess.stack)) | guess.digit;
    later &= ~guess.digit;
}

// What follows from a round: each lane goes on propagating unless it
//   is dead      a cell had no candidate, or a unit no place for a digit: back to what was saved
//   is solved    every cell had one candidate: note it, then as above
//   is at rest   the column pass changed nothing: guess
struct Events {
    Set dead = 0, solved = 0, at_rest = 0;
};

INLINE void add_events(Events &events, const Outcome &outcome, Set active, int g) {
    const Set alive = active & (Set)(lanes_with_all(outcome.no_empty_cell, guards) &
                                     lanes_with_all(outcome.covered, digits)) << lanes * g;
    const Set unsolved = (Set)lanes_with(outcome.several, digits) << lanes * g;
    const Set moving = (Set)lanes_with(outcome.changed, digits) << lanes * g;
    events.solved |= alive & ~unsolved;
    events.at_rest |= alive & unsolved & ~moving;
    events.dead |= active & ~alive;
}

// The order does not matter to the answers: no lane looks at another.
INLINE void settle(Search &search, const Events &events) {
    for (Set left = events.dead; left; left &= left - 1) backtrack(search, first_of(left));
    for (Set left = events.solved; left; left &= left - 1) record(search, first_of(left));
    for (Set left = events.at_rest; left; left &= left - 1) branch(search, first_of(left));
}

void begin(void *workspace, const Request *request) {
    Search &search = *static_cast<Search *>(workspace);
    search.request = *request;
    search.next = search.finished = 0;
    search.active = 0;
    for (int g = 0; g < grids; g++)
        for (Words &words : search.grid[g].cells) words = all(guards | digits);
}

size_t advance(void *workspace, size_t steps) {
    Search &search = *static_cast<Search *>(workspace);
    for (size_t done = 0; done < steps && search.finished < search.request.size; done += in_flight) {
        take_puzzles(search);
        Events events;
        for (int g = 0; g < grids; g++) {
            const Set active = search.active & (every_lane >> (in_flight - lanes)) << lanes * g;
            if (active) add_events(events, one_round(search.grid[g]), active, g);
        }
        settle(search, events);
    }
    return search.finished;
}

#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)

}  // namespace

extern const Level level;
const Level level = {NAME_OF(SIMD_LEVEL), lanes, in_flight, sizeof(Search), begin, advance};

}}  // namespace kernel::SIMD_LEVEL
