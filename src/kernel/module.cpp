// The Python module `sudocube._kernel`: it checks arguments, owns the memory and releases the interpreter
// lock. README.md describes what it guarantees.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <string>

#include "block_cache.h"
#include "canonical.h"
#include "closures.h"
#include "kernel.h"
#include "referee.h"

namespace nb = nanobind;
using kernel::Level;
using memory::Arena;

namespace {

// --- Arrays ---------------------------------------------------------------------------------------------

using Array = nb::ndarray<nb::ro, nb::device::cpu>;

// Raises ValueError unless the array is C-contiguous; an array without elements is.
void check_contiguous(const Array &array, const char *name) {
    if (array.size() == 0) return;
    int64_t stride = 1;
    for (size_t i = array.ndim(); i-- > 0; stride *= static_cast<int64_t>(array.shape(i)))
        if (array.shape(i) > 1 && array.stride(i) != stride)
            throw nb::value_error((std::string(name) + ": expected a C-contiguous array").c_str());
}

// The memory of an array of type T and of shape (n, inner…), or (n) where `inner` is empty.
template <class T>
const T *checked_data(const Array &array, const char *name, size_t n, std::initializer_list<size_t> inner) {
    if (array.dtype() != nb::dtype<T>()) throw nb::type_error((std::string(name) + ": wrong dtype").c_str());
    bool fits = array.ndim() == 1 + inner.size() && array.shape(0) == n;
    size_t axis = 1;
    for (const size_t length : inner) fits = fits && array.shape(axis++) == length;
    if (!fits) throw nb::value_error((std::string(name) + ": wrong shape").c_str());
    check_contiguous(array, name);
    return static_cast<const T *>(array.data());
}

const Array &checked_shape(const Array &puzzles) {
    if (puzzles.ndim() != 2 || puzzles.shape(1) != 81)
        throw nb::value_error("puzzles: expected the shape (n, 81)");
    check_contiguous(puzzles, "puzzles");
    return puzzles;
}

const Array &checked_puzzles(const Array &puzzles) {
    if (puzzles.dtype() != nb::dtype<uint8_t>() && puzzles.dtype() != nb::dtype<uint16_t>())
        throw nb::type_error("puzzles: expected an array of uint8 (cells) or uint16 (candidate masks)");
    return checked_shape(puzzles);
}

const Array &checked_cells(const Array &puzzles) {
    if (puzzles.dtype() != nb::dtype<uint8_t>())
        throw nb::type_error("puzzles: expected an array of uint8 (cells)");
    return checked_shape(puzzles);
}

// Tells a request where its puzzles are, cells or masks, and how many.
template <class Request> void set_puzzles(Request &request, const Array &puzzles) {
    if (puzzles.dtype() == nb::dtype<uint8_t>())
        request.cells = static_cast<const uint8_t *>(puzzles.data());
    else
        request.masks = static_cast<const uint16_t *>(puzzles.data());
    request.size = puzzles.shape(0);
}

// --- Levels ---------------------------------------------------------------------------------------------

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

// Runs `advance` without the interpreter lock, for one thread at a time; returns what it returns.
template <class Advance> size_t advance_alone(std::atomic<bool> &busy, int64_t steps, Advance advance) {
    if (steps < 1) throw nb::value_error("steps: expected at least 1");
    if (busy.exchange(true)) throw std::runtime_error("the search is being worked on by another thread");
    size_t finished;
    {
        nb::gil_scoped_release released;
        finished = advance(static_cast<size_t>(steps));
    }
    busy = false;
    return finished;
}

// --- The search -----------------------------------------------------------------------------------------

class CompiledSearch {
  public:
    CompiledSearch(Array puzzles, int64_t limit, int64_t budget, const std::string &level,
                   bool keep_solutions)
        : puzzles_(checked_puzzles(puzzles)),
          size_(puzzles.shape(0)),
          level_(level_named(level)),
          kept_(keep_solutions ? size_ : 0),
          arena_(Arena::padded(level_.workspace_size) + 2 * Arena::padded(size_ * sizeof(int64_t)) +
                 Arena::padded(162 * kept_)),
          workspace_(arena_.allocate(level_.workspace_size)),
          counts_(arena_.zeros<int64_t>(size_)),
          guesses_(arena_.zeros<int64_t>(size_)),
          solutions_(arena_.zeros<uint8_t>(162 * kept_)) {
        if (limit < 1) throw nb::value_error("limit: expected at least 1");
        if (budget < 0) throw nb::value_error("budget: expected at least 0");
        kernel::Request request = {};
        set_puzzles(request, puzzles);
        request.limit = limit;
        request.budget = budget;
        request.counts = counts_;
        request.guesses = guesses_;
        request.solutions = keep_solutions ? solutions_ : nullptr;
        level_.begin(workspace_, &request);
    }

    size_t advance(int64_t steps) {
        return advance_alone(busy_, steps, [this](size_t n) { return level_.advance(workspace_, n); });
    }

    size_t size() const { return size_; }
    const char *level() const { return level_.name; }
    auto counts() { return nb::ndarray<nb::numpy, int64_t>(counts_, {size_}, nb::find(this)); }
    auto guesses() { return nb::ndarray<nb::numpy, int64_t>(guesses_, {size_}, nb::find(this)); }
    auto solutions() { return nb::ndarray<nb::numpy, uint8_t>(solutions_, {kept_, 2, 81}, nb::find(this)); }

    // The first puzzle without NumPy: its count, and its solutions that were kept.
    nb::tuple first() const {
        if (!size_) throw nb::index_error("there is no puzzle");
        nb::list grids;
        for (int64_t i = 0; i < std::min<int64_t>(counts_[0], kept_ ? 2 : 0); i++)
            grids.append(nb::bytes(solutions_ + 81 * i, 81));
        return nb::make_tuple(counts_[0], grids);
    }

  private:
    Array puzzles_;  // kept alive
    size_t size_;
    const Level &level_;
    size_t kept_;
    Arena arena_;
    void *workspace_;
    int64_t *counts_, *guesses_;
    uint8_t *solutions_;
    std::atomic<bool> busy_{false};
};

// --- Canonical forms ------------------------------------------------------------------------------------

class CompiledForms {
  public:
    CompiledForms(Array puzzles, const std::string &level, int64_t budget)
        : puzzles_(checked_cells(puzzles)),
          size_(puzzles.shape(0)),
          level_(level_named(level)),
          arena_(Arena::padded(level_.forms->workspace_size) + Arena::padded(81 * size_) +
                 2 * Arena::padded(2 * size_ * sizeof(uint64_t)) + Arena::padded(size_ * sizeof(int32_t)) +
                 Arena::padded(size_)),
          workspace_(arena_.allocate(level_.forms->workspace_size)),
          forms_(arena_.zeros<uint8_t>(81 * size_)),
          keys_(arena_.zeros<uint64_t>(2 * size_)),
          text_keys_(arena_.zeros<uint64_t>(2 * size_)),
          automorphisms_(arena_.zeros<int32_t>(size_)),
          clues_(arena_.zeros<uint8_t>(size_)) {
        if (budget < 0) throw nb::value_error("budget: expected at least 0");
        kernel::FormsRequest request = {};
        request.cells = static_cast<const uint8_t *>(puzzles.data());
        request.size = size_;
        request.budget = budget;
        request.forms = forms_;
        request.keys = keys_;
        request.text_keys = text_keys_;
        request.automorphisms = automorphisms_;
        request.clues = clues_;
        level_.forms->begin(workspace_, &request);
    }

    size_t advance(int64_t steps) {
        return advance_alone(busy_, steps, [this](size_t n) { return level_.forms->advance(workspace_, n); });
    }

    const char *level() const { return level_.name; }
    auto forms() { return nb::ndarray<nb::numpy, uint8_t>(forms_, {size_, 81}, nb::find(this)); }
    auto keys() { return nb::ndarray<nb::numpy, uint64_t>(keys_, {size_, 2}, nb::find(this)); }
    auto text_keys() { return nb::ndarray<nb::numpy, uint64_t>(text_keys_, {size_, 2}, nb::find(this)); }
    auto automorphisms() { return nb::ndarray<nb::numpy, int32_t>(automorphisms_, {size_}, nb::find(this)); }
    auto clues() { return nb::ndarray<nb::numpy, uint8_t>(clues_, {size_}, nb::find(this)); }

  private:
    Array puzzles_;  // kept alive
    size_t size_;
    const Level &level_;
    Arena arena_;
    void *workspace_;
    uint8_t *forms_;
    uint64_t *keys_, *text_keys_;
    int32_t *automorphisms_;
    uint8_t *clues_;
    std::atomic<bool> busy_{false};
};

// --- Closures of singles ------------------------------------------------------------------------------

class CompiledClosures {
  public:
    CompiledClosures(Array puzzles, const std::string &level)
        : puzzles_(checked_puzzles(puzzles)),
          size_(puzzles.shape(0)),
          level_(level_named(level)),
          arena_(Arena::padded(level_.closures->workspace_size) +
                 Arena::padded(81 * size_ * sizeof(uint16_t)) + Arena::padded(size_)),
          workspace_(arena_.allocate(level_.closures->workspace_size)),
          masks_(arena_.zeros<uint16_t>(81 * size_)),
          states_(arena_.zeros<int8_t>(size_)) {
        kernel::ClosuresRequest request = {};
        set_puzzles(request, puzzles);
        request.closed = masks_;
        request.states = states_;
        level_.closures->begin(workspace_, &request);
    }

    size_t advance(int64_t steps) {
        return advance_alone(busy_, steps,
                             [this](size_t n) { return level_.closures->advance(workspace_, n); });
    }

    const char *level() const { return level_.name; }
    auto masks() { return nb::ndarray<nb::numpy, uint16_t>(masks_, {size_, 81}, nb::find(this)); }
    auto states() { return nb::ndarray<nb::numpy, int8_t>(states_, {size_}, nb::find(this)); }

  private:
    Array puzzles_;  // kept alive
    size_t size_;
    const Level &level_;
    Arena arena_;
    void *workspace_;
    uint16_t *masks_;
    int8_t *states_;
    std::atomic<bool> busy_{false};
};

// --- The referee ----------------------------------------------------------------------------------------

int64_t first_refused(const Array &puzzles, const Array &solutions, const Array &counts) {
    const size_t n = counts.ndim() ? counts.shape(0) : 0;
    const auto *numbers = checked_data<int64_t>(counts, "counts", n, {});
    const auto *rows = checked_data<uint8_t>(puzzles, "puzzles", n, {81});
    const auto *grids = checked_data<uint8_t>(solutions, "solutions", n, {2, 81});
    nb::gil_scoped_release released;
    return referee::first_refused(rows, grids, numbers, static_cast<int64_t>(n));
}

}  // namespace

NB_MODULE(_kernel, module) {
    module.doc() = "Counts the solutions of 9x9 puzzles in batches; compiled. See src/kernel/README.md.";
    module.def("levels", level_names,
               "What this CPU can run, slowest first: names for `CompiledSearch(level=...)`.");
    nb::class_<CompiledSearch>(module, "CompiledSearch",
                               "The search for the solutions of a batch of puzzles, step by step.")
        .def(nb::init<Array, int64_t, int64_t, const std::string &, bool>(), nb::arg("puzzles"),
             nb::arg("limit") = 2, nb::arg("budget") = kernel::unbounded, nb::arg("level") = "",
             nb::arg("keep_solutions") = true,
             "puzzles: uint8 (n, 81), digits or ASCII, or uint16 (n, 81), candidate masks; C-contiguous.")
        .def("advance", &CompiledSearch::advance, nb::arg("steps"),
             "Run about `steps` rounds of propagation; returns how many puzzles are finished by now.")
        .def("__len__", &CompiledSearch::size)
        .def("first", &CompiledSearch::first,
             "The count of the first puzzle, and its first two solutions as bytes: without NumPy.")
        .def_prop_ro("counts", &CompiledSearch::counts,
                     "int64 (n,): solutions up to the limit; -1 undecided, -2 not a puzzle.")
        .def_prop_ro("guesses", &CompiledSearch::guesses,
                     "int64 (n,): how many guesses the search made for each puzzle.")
        .def_prop_ro("solutions", &CompiledSearch::solutions,
                     "uint8 (n, 2, 81): the first two solutions found, zeros where there is none.")
        .def_prop_ro("level", &CompiledSearch::level, "The name of the level in use.");
    nb::class_<CompiledForms>(module, "CompiledForms",
                              "The canonical forms of a batch of puzzles, step by step.")
        .def(nb::init<Array, const std::string &, int64_t>(), nb::arg("puzzles"), nb::arg("level") = "",
             nb::arg("budget") = kernel::nodes_of_a_puzzle,
             "puzzles: uint8 (n, 81), digits or ASCII; C-contiguous.")
        .def("advance", &CompiledForms::advance, nb::arg("steps"),
             "Make about `steps` refinements; returns how many puzzles are finished by now.")
        .def_prop_ro("forms", &CompiledForms::forms,
                     "uint8 (n, 81): the forms, digits 0 to 9; zeros where undecided or not a puzzle.")
        .def_prop_ro("keys", &CompiledForms::keys,
                     "uint64 (n, 2): the hash of each form; zeros where undecided or not a puzzle.")
        .def_prop_ro("text_keys", &CompiledForms::text_keys,
                     "uint64 (n, 2): the hash of each puzzle's own digits; zeros where it is not a puzzle.")
        .def_prop_ro("automorphisms", &CompiledForms::automorphisms,
                     "int32 (n,): how many there are; -1 undecided, -2 not a puzzle.")
        .def_prop_ro("clues", &CompiledForms::clues, "uint8 (n,): the number of clues of each puzzle.")
        .def_prop_ro("level", &CompiledForms::level, "The name of the level in use.");
    nb::class_<CompiledClosures>(module, "CompiledClosures",
                                 "What naked and hidden singles make of a batch of puzzles, step by step.")
        .def(nb::init<Array, const std::string &>(), nb::arg("puzzles"), nb::arg("level") = "",
             "puzzles: uint8 (n, 81), digits or ASCII, or uint16 (n, 81), candidate masks; C-contiguous.")
        .def("advance", &CompiledClosures::advance, nb::arg("steps"),
             "Run about `steps` rounds of singles; returns how many puzzles are finished by now.")
        .def_prop_ro("masks", &CompiledClosures::masks,
                     "uint16 (n, 81): the candidates that are left; zeros if the state is below 0.")
        .def_prop_ro("states", &CompiledClosures::states,
                     "int8 (n,): 1 solved, 0 stuck, -1 contradiction, -2 not a puzzle.")
        .def_prop_ro("level", &CompiledClosures::level, "The name of the level in use.");
    module.def("referee", first_refused, nb::arg("puzzles"), nb::arg("solutions"), nb::arg("counts"),
               "The first row of a batch with a wrong solution, or -1.");
}
