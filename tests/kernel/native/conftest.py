"""The kernel without Python, built once for all tests here."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[3] / "src" / "kernel"


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    """A folder in which CMake has built the levels and the fuzzer."""
    if shutil.which("cmake") is None or not any(map(shutil.which, ("c++", "g++", "clang++"))):
        pytest.skip("needs CMake and a C++ compiler: apt install cmake g++")
    folder = tmp_path_factory.mktemp("kernel")
    configure = ["cmake", "-S", SOURCE, "-B", folder, "-DSUDOCUBE_FUZZ=ON", "-DSUDOCUBE_MODULE=OFF"]
    subprocess.run([*configure, "-DCMAKE_BUILD_TYPE=Release"], check=True, capture_output=True)
    done = subprocess.run(["cmake", "--build", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stdout + done.stderr
    return folder
