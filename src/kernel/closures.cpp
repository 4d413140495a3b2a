// The closure of naked and hidden singles at one level: a puzzle in each lane, a round on all of them at
// once. A lane that has come to its end writes the result and takes the next puzzle; no lane waits for
// another.
#include "closures.h"

#include "lane_words.h"
#include "reading.h"
#include "singles_round.h"
#include "writing.h"

namespace kernel::SIMD_LEVEL {
namespace {

struct Closing {
    ClosuresRequest request;
    size_t next, finished;  // puzzles taken from the input, puzzles finished
    LaneSet active;         // lanes that have a puzzle
    Grid grid[grids];
    size_t puzzle[in_flight];  // of each lane
};

// Gives an idle lane the next puzzle of the input. If the row is not a puzzle, the lane stays idle until the
// next round.
void take_next(Closing &closing, int i) {
    const ClosuresRequest &request = closing.request;
    const size_t puzzle = closing.next++;
    Position position;
    if (!read_puzzle(request, puzzle, position)) {
        request.states[puzzle] = closed_no_puzzle;
        closing.finished++;
        return;
    }
    copy_in(position, words_of(closing.grid, i));
    closing.puzzle[i] = puzzle;
    closing.active |= (LaneSet)1 << i;
}

INLINE void take_puzzles(Closing &closing) {
    for (LaneSet idle = every_lane & ~closing.active; idle; idle &= idle - 1) {
        if (closing.next == closing.request.size) return;
        take_next(closing, first_of(idle));
    }
}

// Writes the results of some lanes' puzzles; the lanes become idle.
INLINE void finish(Closing &closing, LaneSet set, int8_t state) {
    closing.active &= ~set;
    for (; set; set &= set - 1, closing.finished++) {
        const int i = first_of(set);
        const size_t puzzle = closing.puzzle[i];
        closing.request.states[puzzle] = state;
        if (state == closed_contradiction) continue;
        Position position;
        copy_out(words_of(closing.grid, i), position);
        write_masks(position, closing.request.closed + 81 * puzzle);
    }
}

// A lane is at its end if there is a contradiction, if every cell had one candidate when the round began (and
// none has lost it since), or if nothing changed.
INLINE void finish_lanes(Closing &closing, const SinglesResult &result, int g) {
    const uint32_t consistent = lanes_with_all(result.no_empty_cell, guards) &
                                lanes_with_all(result.covered, digits) & ~lanes_with(result.clash, guards);
    const LaneSet active = closing.active & lanes_of_grid(g);
    const LaneSet alive = active & (LaneSet)consistent << lanes * g;
    const LaneSet unsolved = (LaneSet)lanes_with(result.several, digits) << lanes * g;
    const LaneSet moving = (LaneSet)lanes_with(result.changed, digits) << lanes * g;
    finish(closing, active & ~alive, closed_contradiction);
    finish(closing, alive & ~unsolved, closed_solved);
    finish(closing, alive & unsolved & ~moving, closed_stuck);
}

void begin(void *workspace, const ClosuresRequest *request) {
    Closing &closing = *static_cast<Closing *>(workspace);
    closing.request = *request;
    closing.next = closing.finished = 0;
    closing.active = 0;
    clear(closing.grid);
}

size_t advance(void *workspace, size_t steps) {
    Closing &closing = *static_cast<Closing *>(workspace);
    for (size_t done = 0; done < steps && closing.finished < closing.request.size; done += in_flight) {
        take_puzzles(closing);
        SinglesResult results[grids];
        for (int g = 0; g < grids; g++) results[g] = singles_round(closing.grid[g]);
        for (int g = 0; g < grids; g++) finish_lanes(closing, results[g], g);
    }
    return closing.finished;
}

}  // namespace

extern const ClosuresLevel closures;
const ClosuresLevel closures = {sizeof(Closing), begin, advance};

}  // namespace kernel::SIMD_LEVEL
