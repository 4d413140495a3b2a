// The Python module `sudocube._kernel`: checks what it is given, owns the memory, lets go of the
// interpreter lock. README.md states the contract.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <string>

#include "kernel.h"
#include "memory.hpp"

namespace nb = nanobind;
using kernel::Level;
using memory::Memory;

void bind_referee(nb::module_ &module);  // bind_referee.cpp

namespace {

nb::tuple level_names() {
    const Level *found[kernel::most_levels];
    nb::list names;
    for (size_t i = 0, count = kernel::levels(found); i < count; i++) names.append(found[i]->name);
    return nb::tuple(names);
}

const Level &level_named(const std::string &name) {
    const Level *found[kernel::most_levels];
    const size_t count = kernel::levels(found);
    if (name.empty()) return *found[count - 1];
    std::string known;
    for (size_t i = 0; i < count; i++) {
        if (name == found[i]->name) return *found[i];
        known += (i ? ", " : "") + std::string(found[i]->name);
    }
    throw nb::value_error(("level: this CPU runs " + known + ", not '" + name + "'").c_str());
}

using Array = nb::ndarray<nb::ro, nb::device::cpu>;

class Job {
  public:
    Job(Array puzzles, int64_t limit, int64_t budget, const std::string &level, bool keep_solutions)
        : puzzles_(check(puzzles)), size_(puzzles.shape(0)), level_(level_named(level)),
          kept_(keep_solutions ? size_ : 0),
          memory_(Memory::room(level_.workspace_size) + 2 * Memory::room(size_ * sizeof(int64_t)) +
                  Memory::room(162 * kept_)),
          workspace_(memory_.cut(level_.workspace_size)), counts_(memory_.zeros<int64_t>(size_)),
          guesses_(memory_.zeros<int64_t>(size_)), solutions_(memory_.zeros<uint8_t>(162 * kept_)) {
        if (limit < 1) throw nb::value_error("limit: expected at least 1");
        if (budget < 0) throw nb::value_error("budget: expected at least 0");
        kernel::Request request = {};
        if (puzzles.dtype() == nb::dtype<uint8_t>())
            request.cells = static_cast<const uint8_t *>(puzzles.data());
        else
            request.masks = static_cast<const uint16_t *>(puzzles.data());
        request.size = size_;
        request.limit = limit;
        request.budget = budget;
        request.counts = counts_;
        request.guesses = guesses_;
        request.solutions = keep_solutions ? solutions_ : nullptr;
        level_.begin(workspace_, &request);
    }

    size_t advance(int64_t steps) {
        if (steps < 1) throw nb::value_error("steps: expected at least 1");
        if (busy_.exchange(true)) throw std::runtime_error("the job is being worked on by another thread");
        size_t finished;
        {
            nb::gil_scoped_release released;
            finished = level_.advance(workspace_, static_cast<size_t>(steps));
        }
        busy_ = false;
        return finished;
    }

    const char *level() const { return level_.name; }
    auto counts() { return nb::ndarray<nb::numpy, int64_t>(counts_, {size_}, nb::find(this)); }
    auto guesses() { return nb::ndarray<nb::numpy, int64_t>(guesses_, {size_}, nb::find(this)); }
    auto solutions() {
        return nb::ndarray<nb::numpy, uint8_t>(solutions_, {kept_, 2, 81}, nb::find(this));
    }

  private:
    static const Array &check(const Array &puzzles) {
        if (puzzles.dtype() != nb::dtype<uint8_t>() && puzzles.dtype() != nb::dtype<uint16_t>())
            throw nb::type_error("puzzles: expected an array of uint8 (cells) or uint16 (candidate masks)");
        if (puzzles.ndim() != 2 || puzzles.shape(1) != 81)
            throw nb::value_error("puzzles: expected the shape (n, 81)");
        const bool contiguous = puzzles.stride(1) == 1 && puzzles.stride(0) == 81;
        if (puzzles.shape(0) > 1 && !contiguous)
            throw nb::value_error("puzzles: expected a C-contiguous array");
        if (puzzles.shape(0) == 1 && puzzles.stride(1) != 1)
            throw nb::value_error("puzzles: expected a C-contiguous array");
        return puzzles;
    }

    Array puzzles_;  // kept alive
    size_t size_;
    const Level &level_;
    size_t kept_;
    Memory memory_;
    void *workspace_;
    int64_t *counts_, *guesses_;
    uint8_t *solutions_;
    std::atomic<bool> busy_{false};
};

}  // namespace

NB_MODULE(_kernel, module) {
    module.doc() = "Counts the solutions of many 9x9 puzzles at a time; compiled. See src/kernel/README.md.";
    module.def("levels", level_names, "What this CPU can run, slowest first: names for `Job(level=...)`.");
    nb::class_<Job>(module, "Job", "A batch of puzzles, worked on slice by slice.")
        .def(nb::init<Array, int64_t, int64_t, const std::string &, bool>(), nb::arg("puzzles"),
             nb::arg("limit") = 2, nb::arg("budget") = kernel::unbounded, nb::arg("level") = "",
             nb::arg("keep_solutions") = true,
             "puzzles: uint8 (n, 81), digits or ASCII, or uint16 (n, 81), candidate masks; C-contiguous.")
        .def("advance", &Job::advance, nb::arg("steps"),
             "Work on for about that many rounds of one puzzle; returns how many puzzles are finished.")
        .def_prop_ro("counts", &Job::counts,
                     "int64 (n,): solutions up to the limit; -1 undecided, -2 no puzzle.")
        .def_prop_ro("guesses", &Job::guesses, "int64 (n,): how often the search had to branch.")
        .def_prop_ro("solutions", &Job::solutions,
                     "uint8 (n, 2, 81): the first two solutions found, zeros where there is none.")
        .def_prop_ro("level", &Job::level, "The name of the level in use.");
    bind_referee(module);
}
