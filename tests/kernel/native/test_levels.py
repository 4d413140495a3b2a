"""One source, several instruction sets: levels share no code, and run only on a CPU that supports them."""

import platform
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.slow

LEVELS = ("portable", "baseline", "avx2", "avx512")


def levels_in(output):
    """The levels that a run of the fuzzer names, in `N puzzles …: LEVEL, LEVEL agree with a plain search`."""
    return tuple(output.strip().partition(": ")[2].removesuffix(" agree with a plain search").split(", "))


@pytest.mark.parametrize(
    ("fuzzer", "said"),
    [
        ("fuzz", " agree with a plain search\n"),
        ("fuzz_forms", " agree, and with transformed copies\n"),
        ("fuzz_closures", " close them as a plain loop does\n"),
    ],
)
def test_the_levels_agree_with_each_other_and_with_a_plain_search(build, fuzzer, said):
    """Counts, canonical forms and closures, of puzzles of all sorts."""
    done = subprocess.run([build / fuzzer, "1"], capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(said)


def test_a_level_shares_no_code_with_another(build):
    """The linker keeps one of several weak symbols, perhaps one with instructions that a CPU lacks."""
    if shutil.which("nm") is None:
        pytest.skip("needs nm: apt install binutils")
    objects = sorted(build.glob("CMakeFiles/level_*.dir/*.cpp.o"))

    listings = [subprocess.run(["nm", "-C", file], capture_output=True, text=True) for file in objects]

    assert objects
    symbols = [line.split(maxsplit=1) for done in listings for line in done.stdout.splitlines()]
    assert symbols
    assert [rest for *_, rest in symbols if rest.split(" ", 1)[0] in "WwVvu"] == []


@pytest.mark.parametrize(
    ("cpu", "runs"), [("Nehalem", LEVELS[:2]), ("Haswell", LEVELS[:3])], ids=["Nehalem", "Haswell"]
)
def test_an_older_cpu_gets_the_levels_it_can_run(build, cpu, runs):
    if platform.machine() != "x86_64":
        pytest.skip("is about x86-64")
    if shutil.which("qemu-x86_64") is None:
        pytest.skip("needs an emulator: apt install qemu-user")

    done = subprocess.run(
        ["qemu-x86_64", "-cpu", cpu, build / "fuzz", "1", "1"], capture_output=True, text=True
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert levels_in(done.stdout) == runs


def test_an_arm_cpu_gets_the_levels_that_need_no_x86(build_with):
    """Built by a compiler for ARM, run by an emulator: 128 bits are NEON there."""
    compiler = "aarch64-linux-gnu-g++"
    if not shutil.which(compiler) or not shutil.which("qemu-aarch64"):
        pytest.skip("needs a compiler and an emulator for ARM: apt install g++-aarch64-linux-gnu qemu-user")
    folder = build_with(
        target="fuzz",
        CMAKE_SYSTEM_NAME="Linux",
        CMAKE_SYSTEM_PROCESSOR="aarch64",
        CMAKE_CXX_COMPILER=compiler,
        CMAKE_EXE_LINKER_FLAGS="-static",  # so that the emulator needs no library
    )

    done = subprocess.run(["qemu-aarch64", folder / "fuzz", "1", "1"], capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
    assert levels_in(done.stdout) == LEVELS[:2]
