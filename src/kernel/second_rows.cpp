// Makes the table of second rows. Compiled for any CPU; all levels read the same table.
#include "second_rows.h"

namespace kernel {
namespace {

constexpr uint16_t not_seen = 0xFFFF;

struct Table : SecondRows {
    Table();

  private:
    void number_second_rows();
    void list_arrangements();
    void find_classes(int column, unsigned used, uint8_t *row);
    void add_class(const uint8_t *smallest);
    int number_of(const uint8_t *row) const;

    int found = 0;  // classes
};

Table::Table() : SecondRows() {
    uint8_t row[9];
    number_second_rows();
    list_arrangements();
    for (uint16_t &by : smallest_by) by = not_seen;
    find_classes(0, 0, row);
}

// Box 1 has 120 possibilities: three of six columns, in some order. They leave 18 for box 2: any order of its
// three columns; and of the columns of box 1 none, one, two or all, which their sum tells apart, the columns
// of box 3 being those that box 1 left. In box 3 only the order is open.
void Table::number_second_rows() {
    int possibilities = 0;
    for (int i = 0; i < 729; i++) {
        const int a = i % 9, b = i / 9 % 9, c = i / 81;
        const int order = 2 * ((a > b) + (a > c)) + (b > c);
        const int sum = (a < 3 ? a : 0) + (b < 3 ? b : 0) + (c < 3 ? c : 0);
        for (int box = 0; box < 3; box++) {
            const bool own = a / 3 == box || b / 3 == box || c / 3 == box;
            if (own || a == b || a == c || b == c)
                part[box][i] = no_second_row;
            else if (box == 0)
                part[box][i] = (uint16_t)(18 * 6 * possibilities++);
            else
                part[box][i] = (uint16_t)(box == 1 ? 6 * (3 * order + sum % 3) : order);
        }
    }
}

void Table::list_arrangements() {
    constexpr uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < arrangements; i++) {
        const uint8_t *stacks = orders[i / 216];
        const uint8_t *within[3] = {orders[i / 36 % 6], orders[i / 6 % 6], orders[i % 6]};
        for (int place = 0; place < 9; place++) {
            const int column = 3 * stacks[place / 3] + within[place / 3][place % 3];
            arrangement[i].columns[place] = (uint8_t)column;
            arrangement[i].places[column] = (uint8_t)place;
        }
    }
}

int Table::number_of(const uint8_t *row) const {
    int number = 0;
    for (int box = 0; box < 3; box++)
        number += part[box][row[3 * box] + 9 * row[3 * box + 1] + 81 * row[3 * box + 2]];
    return number;
}

// Goes through all second rows in ascending order, so that the first one of each class is its smallest.
void Table::find_classes(int column, unsigned used, uint8_t *row) {
    if (column == 9) {
        if (smallest_by[number_of(row)] == not_seen) add_class(row);
        return;
    }
    for (int named = 0; named < 9; named++) {
        if (used >> named & 1 || named / 3 == column / 3) continue;
        row[column] = (uint8_t)named;
        find_classes(column + 1, used | 1u << named, row);
    }
}

// Undoes every arrangement of the smallest second row; that gives the whole class.
void Table::add_class(const uint8_t *smallest) {
    const int smallest_number = number_of(smallest);
    int fixed_by = first_fixing[found];
    for (int i = 0; i < arrangements; i++) {
        const Arrangement &by = arrangement[i];
        uint8_t row[9];
        for (int place = 0; place < 9; place++) row[by.columns[place]] = by.columns[smallest[place]];
        const int number = number_of(row);
        smallest_by[number] = (uint16_t)(found * 2048 + i);
        if (number != smallest_number) continue;
        for (int j = 0; j < 9; j++) {
            fixing_columns[fixed_by][j] = by.columns[j];
            fixing_places[fixed_by][j] = by.places[j];
        }
        fixed_by++;
    }
    first_fixing[++found] = (uint8_t)fixed_by;
}

}  // namespace

const SecondRows &second_rows() {
    static const Table table;
    return table;
}

}  // namespace kernel
