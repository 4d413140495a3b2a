"""The kernel without Python, built once for all tests here."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[3] / "src" / "kernel"


@pytest.fixture(scope="session")
def build_with(tmp_path_factory):
    """A function that builds with options for CMake, and returns the folder.

    It builds the levels and the fuzzers; of these, only the `target` if one is named.
    """
    if shutil.which("cmake") is None or not any(map(shutil.which, ("c++", "g++", "clang++"))):
        pytest.skip("needs CMake and a C++ compiler: apt install cmake g++")

    def built(target=None, **options):
        folder = tmp_path_factory.mktemp("kernel")
        options = {"CMAKE_BUILD_TYPE": "Release", "SUDOCUBE_FUZZ": "ON", "SUDOCUBE_MODULE": "OFF"} | options
        defined = [f"-D{key}={value}" for key, value in options.items()]
        subprocess.run(["cmake", "-S", SOURCE, "-B", folder, *defined], check=True, capture_output=True)
        only = [] if target is None else ["--target", target]
        done = subprocess.run(["cmake", "--build", folder, *only], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "warning" not in done.stdout + done.stderr
        return folder

    return built


@pytest.fixture(scope="session")
def build(build_with):
    """A folder with the levels and the fuzzer for this machine."""
    return build_with()
