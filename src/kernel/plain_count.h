// All ways to turn one puzzle into another, counted by a plain search, which shares no code with the kernel.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

using Cells = std::array<uint8_t, 81>;  // digits 0 to 9
using Order = std::array<int, 9>;       // which line comes to each place

// The 1,296 orders of nine lines that keep bands together.
static std::vector<Order> every_order() {
    const int threes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    std::vector<Order> orders;
    for (int n = 0; n < 1296; n++) {
        const int *bands = threes[n / 216],
                  *lines[3] = {threes[n % 6], threes[n / 6 % 6], threes[n / 36 % 6]};
        Order order;
        for (int i = 0; i < 9; i++) order[i] = 3 * bands[i / 3] + lines[i / 3][i % 3];
        orders.push_back(order);
    }
    return orders;
}
static const std::vector<Order> orders = every_order();

static Cells with_sides_exchanged(const Cells &cells) {
    Cells result;
    for (int i = 0; i < 81; i++) result[i] = cells[9 * (i % 9) + i / 9];
    return result;
}

// Counts the ways to turn one puzzle into another: sides, rows, and columns one by one. Lines without clues
// count, too. -1 after too many nodes.
struct PlainCount {
    Cells from;
    const Cells &to;
    int64_t found = 0, nodes = 0;
    static constexpr int64_t most = 100000;

    struct Names {
        uint8_t to[10] = {}, from[10] = {};
        bool add(uint8_t a, uint8_t b) {
            if (!a || !b) return a == b;
            if (!to[a] && !from[b]) to[a] = b, from[b] = a;
            return to[a] == b && from[b] == a;
        }
    };
    bool fits(const Order &rows, int column, int place, Names &names) const {
        for (int r = 0; r < 9; r++)
            if (!names.add(from[(9 * rows[r] + column)], to[(9 * r + place)])) return false;
        return true;
    }
    void place_columns(const Order &rows, int place, int stack, unsigned used, const Names &names) {
        if (++nodes > most) return;
        if (place == 9) {
            found++;
            return;
        }
        for (int column = 0; column < 9; column++) {
            const bool new_stack = place % 3 == 0;
            if (used >> column & 1 || (new_stack ? (used >> column / 3 * 3 & 7) != 0 : column / 3 != stack))
                continue;
            Names with_column = names;
            if (fits(rows, column, place, with_column))
                place_columns(rows, place + 1, column / 3, used | 1u << column, with_column);
        }
    }
    static int clues_of(const Cells &cells, int row) {
        int count = 0;
        for (int c = 0; c < 9; c++) count += cells[(9 * row + c)] != 0;
        return count;
    }
    bool rows_fit(const Order &rows) const {
        for (int r = 0; r < 9; r++)
            if (clues_of(from, rows[r]) != clues_of(to, r)) return false;
        return true;
    }
    int64_t count() {
        for (int side = 0; side < 2; side++, from = with_sides_exchanged(from))
            for (const Order &rows : orders)
                if (rows_fit(rows)) place_columns(rows, 0, 0, 0, Names());
        return nodes > most ? -1 : found;
    }
};

// In how many ways rows without clues can change places while the others stay.
static int64_t ways_to_move_empty_rows(const Cells &cells) {
    int64_t count = 0;
    for (const Order &order : orders) {
        bool moves_clues = false;
        for (int r = 0; r < 9; r++) moves_clues |= order[r] != r && PlainCount::clues_of(cells, order[r]);
        count += !moves_clues;
    }
    return count;
}

// How many ways turn the puzzle into itself, apart from what only moves lines without clues; -1 after too
// many nodes.
static int64_t plain_automorphisms(const Cells &puzzle) {
    const int64_t all = PlainCount{puzzle, puzzle}.count();
    if (all < 0) return -1;
    return all / (ways_to_move_empty_rows(puzzle) * ways_to_move_empty_rows(with_sides_exchanged(puzzle)));
}

static bool is_the_same_puzzle(const Cells &a, const Cells &b) { return PlainCount{a, b}.count() != 0; }
