// One level of the canonical forms: any puzzle by refinement, and where colours are tied, by trying each.
// Refinement tells nothing apart in a valid full grid: its form is the row-minimal one, of row_minimal.h.
//
// A node is a puzzle, coloured, with a side that becomes the rows. Where nothing is tied, the colours say
// where each line goes: that makes a leaf. Elsewhere each member of the first tied class is singled out in
// turn and the colours are refined again; the children with the smallest sum of colours are kept. The
// smallest leaf is the form. Each automorphism turns the tree into itself and leaves no leaf where it is. So
// there are as many automorphisms as leaves with this form on whose way the lines that go to the same places
// were singled out, in the same order: two of these differ by an automorphism. Of the form alone that would
// not be certain, since two ways may end in one arrangement of the lines.
#include "canonical.h"

#include "clues.h"
#include "kernel.h"
#include "murmur3.h"
#include "refinement.h"
#include "row_minimal.h"

namespace kernel::SIMD_LEVEL {
namespace {

// At which turn each line or band was singled out: 1, 2, …; 0 if it was not.
struct Turns {
    uint8_t of[2][places];
};

struct Node {
    Colours colours;
    Turns turns;
    uint8_t last_turn;
    bool transposed;  // the columns become the rows
    bool tied;
};

// At most two of a node's children wait while the third is worked on, and a path singles out at most 16 lines
// and bands, unless colours are equal by accident.
constexpr int most_waiting = 64;

struct Forms {
    FormsRequest request;
    size_t next;  // puzzles finished
    Clues clues;  // of puzzle `next`, while `waiting` is not 0
    int waiting;
    int64_t nodes;
    int32_t leaves;  // equal to the smallest one
    Turns turns;     // of the smallest leaf, by the new places
    Node node[most_waiting];
};

INLINE uint8_t *form_of(const Forms &forms) { return forms.request.forms + 81 * forms.next; }

INLINE void finish(Forms &forms, int32_t automorphisms) {
    forms.request.automorphisms[forms.next] = automorphisms;
    if (automorphisms > 0)
        hash_of_cells(form_of(forms), form_version, forms.request.keys + 2 * forms.next);
    else
        memset(form_of(forms), 0, 81);
    forms.waiting = 0;
    forms.next++;
}

INLINE Targets targets_of(const Clues &clues, const Colours &colours) {
    const Keys keys = keys_of(clues, colours);
    Targets targets;
    for (int side = 0; side < 2; side++) order_lines(keys.side[side], targets.side[side]);
    return targets;
}

// The turns by the new places: of lines 0 to 8, of bands 9 to 11.
INLINE Turns moved_turns(const Node &node, const Targets &targets) {
    Turns moved = {};
    for (int side = 0; side < 2; side++)
        for (int band = 0; band < 3; band++) {
            const uint8_t *turn = node.turns.of[side] + 4 * band, *target = targets.side[side] + 4 * band;
            uint8_t *of = moved.of[side ^ node.transposed];
            for (int i = 0; i < 3; i++) of[target[i]] = turn[i];
            of[9 + target[0] / 3] = turn[3];
        }
    return moved;
}

void add_leaf(Forms &forms, const Node &node) {
    const Targets targets = targets_of(forms.clues, node.colours);
    uint8_t form[81];
    write_moved(forms.clues, targets, node.transposed, form);
    const int order = forms.leaves ? memcmp(form, form_of(forms), 81) : -1;
    if (order > 0) return;
    const Turns turns = moved_turns(node, targets);
    if (order < 0) {
        memcpy(form_of(forms), form, 81);
        forms.turns = turns;
        forms.leaves = 0;
    }
    forms.leaves += memcmp(&turns, &forms.turns, sizeof turns) == 0;
}

// A class of tied lines or bands: their first places, and how many places each takes up.
struct TiedClass {
    int side, members, width;
    int first[3];
};

INLINE TiedClass class_of(int side, int base, int step, uint32_t tied) {
    TiedClass found = {side, 0, step == 4 ? 3 : 1, {}};
    for (int i = 0; i < 3; i++)
        if (tied >> i & 1) found.first[found.members++] = base + step * i;
    return found;
}

// The first tied class: bands of the new rows, bands of the new columns, then lines, band by band in the
// order of their keys.
TiedClass first_tied_class(const Keys &keys, bool transposed) {
    for (int i = 0; i < 2; i++)
        if (const uint32_t tied = tied_bands(keys.side[i ^ transposed]))
            return class_of(i ^ transposed, 0, 4, tied);
    for (int i = 0; i < 2; i++) {
        const int side = i ^ transposed;
        uint8_t rank_of_band[3];
        rank_bands(keys.side[side], rank_of_band);
        for (int rank = 0; rank < 3; rank++)
            for (int band = 0; band < 3; band++)
                if (rank_of_band[band] == rank)
                    if (const uint32_t tied = tied_lines(keys.side[side], band))
                        return class_of(side, 4 * band, 1, tied);
    }
    return {};
}

// Replaces a node by those of its children that have the smallest sum of colours.
void branch(Forms &forms, const Node &parent) {
    const TiedClass tied = first_tied_class(keys_of(forms.clues, parent.colours), parent.transposed);
    Node children[3];
    uint32_t sums[3], smallest = UINT32_MAX;
    for (int i = 0; i < tied.members; i++) {
        children[i] = parent;
        const int place = tied.width == 1 ? tied.first[i] : tied.first[i] + 3;
        children[i].turns.of[tied.side][place] = ++children[i].last_turn;
        Colours &colours = children[i].colours;
        for (int j = 0; j < tied.width; j++) colours.side[tied.side].of[tied.first[i] + j] += singled_out;
        children[i].tied = refine(forms.clues, colours, most_rounds_of_child);
        sums[i] = sum_of(colours.side[0]) + sum_of(colours.side[1]);
        if (sums[i] < smallest) smallest = sums[i];
    }
    forms.nodes += tied.members;
    for (int i = 0; i < tied.members; i++)
        if (sums[i] == smallest) forms.node[forms.waiting++] = children[i];
}

// Takes the node that was added last, and ends the puzzle after the last one.
void search_on(Forms &forms) {
    const Node node = forms.node[--forms.waiting];
    if (node.tied)
        branch(forms, node);
    else
        add_leaf(forms, node);
    if (forms.nodes > forms.request.budget || forms.waiting > most_waiting - 3)
        finish(forms, (int32_t)undecided);
    else if (forms.waiting == 0)
        finish(forms, forms.leaves);
}

// Refines the next puzzle. If nothing is tied, its form is written at once, as that of a full grid is.
void take_next(Forms &forms) {
    const FormsRequest &request = forms.request;
    Clues &clues = forms.clues;
    if (!read_clues(request.cells + 81 * forms.next, clues)) return finish(forms, (int32_t)no_puzzle);
    request.clues[forms.next] = (uint8_t)clues.count;
    hash_of_cells(clues.cells, form_version, request.text_keys + 2 * forms.next);
    if (clues.count == 81)
        if (const int automorphisms = row_minimal(clues.cells, form_of(forms)))
            return finish(forms, automorphisms);
    Node &root = forms.node[0];
    colour_by_numbers(clues, root.colours);
    root.tied = refine(clues, root.colours, most_rounds);
    // The side with the smaller sum of colours becomes the rows; if they are equal, each of them.
    const uint32_t rows = sum_of(root.colours.side[0]), columns = sum_of(root.colours.side[1]);
    root.transposed = columns < rows;
    if (!root.tied && rows != columns) {
        write_moved(clues, targets_of(clues, root.colours), root.transposed, form_of(forms));
        return finish(forms, 1);
    }
    root.turns = {};
    root.last_turn = 0;
    forms.nodes = 0;
    forms.leaves = 0;
    forms.waiting = 1;
    if (rows != columns) return;
    forms.node[1] = root;
    forms.node[1].transposed = true;
    forms.waiting = 2;
}

void begin(void *workspace, const FormsRequest *request) {
    Forms &forms = *static_cast<Forms *>(workspace);
    forms.request = *request;
    forms.next = 0;
    forms.waiting = 0;
}

size_t advance(void *workspace, size_t steps) {
    Forms &forms = *static_cast<Forms *>(workspace);
    for (size_t done = 0; done < steps && forms.next < forms.request.size; done++) {
        if (forms.waiting) {
            search_on(forms);
            continue;
        }
        take_next(forms);
        // A full grid with hundreds of automorphisms takes as long as many refinements.
        if (!forms.waiting) done += (size_t)(forms.request.automorphisms[forms.next - 1] / 8);
    }
    return forms.next;
}

}  // namespace

extern const FormsLevel forms;
const FormsLevel forms = {sizeof(Forms), begin, advance};

}  // namespace kernel::SIMD_LEVEL
