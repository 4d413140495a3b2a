// Which levels this CPU can run. Compiled for any CPU.
#include "kernel.h"

namespace kernel {

namespace portable {
extern const Level level;  // compiled everywhere
}
#ifdef HAVE_baseline
namespace baseline {
extern const Level level;
}
#endif
#ifdef HAVE_avx2
namespace avx2 {
extern const Level level;
}
#endif
#ifdef HAVE_avx512
namespace avx512 {
extern const Level level;
}
#endif

size_t levels(const Level *found[most_levels]) {
    size_t count = 0;
    found[count++] = &portable::level;
#ifdef HAVE_baseline
    found[count++] = &baseline::level;
#endif
#ifdef HAVE_avx2
    // Every feature that CMakeLists.txt names for the level. The compiler's test includes whether the
    // operating system saves the wide registers.
    __builtin_cpu_init();
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    if (has_avx2) found[count++] = &avx2::level;
#endif
#ifdef HAVE_avx512
    const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
                            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                            __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                            __builtin_cpu_supports("avx512bitalg");
    if (has_avx512) found[count++] = &avx512::level;
#endif
    return count;
}

}  // namespace kernel
