// `sudocube._kernel.referee`: checks what it is given, and lets go of the interpreter lock.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <string>

#include "referee.hpp"

namespace nb = nanobind;

namespace {

using Array = nb::ndarray<nb::ro, nb::device::cpu>;

// The memory of a C-contiguous array of that type and shape; (n) where `inner` is empty, else (n, inner…).
template <class T> const T *memory(const Array &array, const char *name, size_t n, std::initializer_list<size_t> inner) {
    if (array.dtype() != nb::dtype<T>()) throw nb::type_error((std::string(name) + ": wrong dtype").c_str());
    bool fits = array.ndim() == 1 + inner.size() && array.shape(0) == n;
    size_t axis = 1;
    for (const size_t length : inner) fits = fits && array.shape(axis++) == length;
    if (!fits) throw nb::value_error((std::string(name) + ": wrong shape").c_str());
    int64_t stride = 1;
    for (size_t i = array.ndim(); i-- > 0; stride *= static_cast<int64_t>(array.shape(i)))
        if (array.shape(i) > 1 && array.stride(i) != stride)
            throw nb::value_error((std::string(name) + ": expected a C-contiguous array").c_str());
    return static_cast<const T *>(array.data());
}

std::int64_t first_refused(const Array &puzzles, const Array &solutions, const Array &counts) {
    const size_t n = counts.ndim() ? counts.shape(0) : 0;
    const auto *numbers = memory<std::int64_t>(counts, "counts", n, {});
    const auto *rows = memory<std::uint8_t>(puzzles, "puzzles", n, {81});
    const auto *grids = memory<std::uint8_t>(solutions, "solutions", n, {2, 81});
    nb::gil_scoped_release released;
    return referee::first_refused(rows, grids, numbers, static_cast<std::int64_t>(n));
}

}  // namespace

void bind_referee(nb::module_ &module) {
    module.def("referee", first_refused, nb::arg("puzzles"), nb::arg("solutions"), nb::arg("counts"),
               "The first row of a batch with a solution that is none, or -1.");
}
