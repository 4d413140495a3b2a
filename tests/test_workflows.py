"""The workflows for GitHub build, test and collect the wheels that pyproject.toml speaks of."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import yaml

CHECKOUT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((CHECKOUT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
OPTIONS = PROJECT["tool"]["cibuildwheel"]
SYSTEMS = {
    "linux": {"x86_64": "manylinux_x86_64", "aarch64": "manylinux_aarch64"},
    "macos": {"x86_64": "macosx_x86_64", "arm64": "macosx_arm64"},
    "windows": {"AMD64": "win_amd64", "ARM64": "win_arm64"},
}
"""The architectures of each system, and how cibuildwheel names builds for them."""


def workflow(name):
    """A workflow as data; YAML 1.1 reads the key `on` as true."""
    return yaml.safe_load((CHECKOUT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8"))


def script(name, part):
    """The commands of the step of a workflow in which something stands."""
    steps = [step for job in workflow(name)["jobs"].values() for step in job["steps"]]
    [found] = [step["run"] for step in steps if part in step.get("run", "")]
    return found


def is_built(identifier):
    """Whether the selectors take a build, such as cp312-win_amd64."""
    taken, left_out = (any(fnmatch(identifier, one) for one in OPTIONS[key]) for key in ("build", "skip"))
    return taken and not left_out


def test_every_action_is_pinned_and_every_job_may_only_read_and_ends_in_time():
    """By commit, because a tag can be moved; what a job needs beyond that has to be asked for."""
    for path in WORKFLOWS:
        used = re.findall(r"uses: *(.*)", path.read_text("utf-8"))
        assert used
        assert all(re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one) for one in used), path
        whole = workflow(path.stem)
        assert whole["permissions"] == {"contents": "read"}, path
        assert all(job["timeout-minutes"] <= 90 for job in whole["jobs"].values()), path


def test_wheels_are_built_on_both_architectures_of_each_system():
    matrix = workflow("wheels")["jobs"]["wheels"]["strategy"]["matrix"]["include"]
    named = [(one["system"], one["archs"]) for one in matrix]
    assert named == [(system, arch) for system, archs in SYSTEMS.items() for arch in archs]
    assert len({one["runner"] for one in matrix}) == len(matrix)
    assert f"-eq {2 * len(matrix)}\n" in script(
        "wheels", "twine check --strict"
    )  # one too few would go unnoticed otherwise


def test_the_selectors_take_the_oldest_python_and_the_first_of_the_stable_abi():
    """Two wheels for each: `requires-python` and `wheel.py-api` say which; later ones are tested.

    None where the dependencies have none, as on Alpine.
    """
    oldest = re.fullmatch(r">=3\.(\d+)", PROJECT["project"]["requires-python"])
    assert oldest
    stable = PROJECT["tool"]["scikit-build"]["wheel"]["py-api"]
    for platform in (name for archs in SYSTEMS.values() for name in archs.values()):
        taken = [f"cp3{minor}" for minor in range(30) if is_built(f"cp3{minor}-{platform}")]
        assert taken[:2] == [f"cp3{oldest[1]}", stable], platform
        assert len(taken) > 2
    assert not any(is_built(f"cp312-musllinux_{arch}") for arch in SYSTEMS["linux"])
    assert OPTIONS["test-skip"] == ["*-win_arm64"]


def test_the_tests_of_the_wheels_are_there():
    command = [part.partition("::")[0] for part in OPTIONS["test-command"].split()]
    assert command[0] == "pytest"
    assert all((CHECKOUT / path).exists() for path in [*command[1:], *OPTIONS["test-sources"]])
    assert all(path.split("/")[0] in OPTIONS["test-sources"] for path in command[1:])


def test_ci_runs_what_everybody_runs():
    assert script("ci", ".ci/run") == "bash .ci/run"
    versions = workflow("ci")["jobs"]["run"]["strategy"]["matrix"]["python"]
    assert f">={versions[0]}" == PROJECT["project"]["requires-python"]
