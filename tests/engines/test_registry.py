"""Names of engines: what they mean, errors for unknown names, and engines of other packages."""

import importlib.util
import re
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from sudocube.encoder import Formalism, names
from sudocube.engines import (
    DEFAULT_ENGINES,
    SearchEngine,
    Traits,
    default_engines,
    engine,
    families,
    kept_engine,
    registry,
)
from sudocube.errors import EncodingError, SudocubeError, UnavailableError, UnknownNameError, UnsupportedError
from sudocube.puzzle import Puzzle
from sudocube.sat.settings import SOLVERS
from sudocube.solvers.methods import METHODS

FULL_NAMES = [
    ("phases", "phases"),
    ("sat", "sat:extended@cadical153"),
    ("sat:", "sat:extended@cadical153"),
    ("sat:minimal", "sat:minimal@cadical153"),
    ("sat:cnf/minimal", "sat:minimal@cadical153"),
    ("sat:@minisat22", "sat:extended@minisat22"),
    ("sat:minimal@", "sat:minimal@cadical153"),
    ("sat:minimal@glucose4", "sat:minimal@glucose4"),
    ("cpsat", "cpsat:cube"),
    ("cpsat:", "cpsat:cube"),
    ("cpsat:alldifferent", "cpsat:alldifferent"),
    ("cpsat:cpsat/alldifferent", "cpsat:alldifferent"),
]


def test_the_full_name_says_what_was_left_to_defaults():
    """And it is a name itself."""
    for asked, name in FULL_NAMES:
        assert engine(asked).name == name
        assert engine(name).name == name


def test_the_defaults_are_engines_of_different_families():
    """Each default engine is of a family of its own."""
    assert set(default_engines()) <= set(DEFAULT_ENGINES)
    assert len({engine(name).name.partition(":")[0] for name in DEFAULT_ENGINES}) == len(DEFAULT_ENGINES)


UNKNOWN = [
    "",
    "nothing",
    "Phases",
    "phase",
    ":minimal",
    "phases:",
    "phases:fast",
    "cp-sat",
]


def test_an_unknown_engine_is_refused_with_the_known_ones():
    """A family without variants does not accept one."""
    for asked in UNKNOWN:
        with pytest.raises(UnknownNameError) as caught:
            engine(asked)
        error = caught.value
        assert (error.kind, error.name) == ("engine", asked)
        assert {"phases", "sat[:ENCODING[@SOLVER|@command:CMD]]", "cpsat[:ENCODING]"} <= set(error.known)
        assert all(known in str(error) for known in error.known)


def test_a_similar_name_is_suggested():
    """For engines, encodings and solvers."""
    for asked, meant in (
        ("phasse", "'phases'"),
        ("sat:extnded", "'extended'"),
        ("sat:@cadical53", "'cadical153'"),
        ("cpsat:cubes", "'cube'"),
        ("sat@command:cadical -q", "'sat:extended@command:cadical -q'"),
        ("dual@command:./mine {} {out}", "'sat:dual@command:./mine {} {out}'"),
        ("sat:command:cadical", "'sat:@command:cadical'"),
    ):
        with pytest.raises(UnknownNameError, match=re.escape(f"Did you mean {meant}")):
            engine(asked)


UNKNOWN_VARIANTS = [
    ("sat:odd", "encoding", "odd", names(Formalism.CNF)),
    ("sat:odd@minisat22", "encoding", "odd", names(Formalism.CNF)),
    ("sat:minimal@odd", "solver", "odd", SOLVERS),
    ("sat:@kissat404", "solver", "kissat404", SOLVERS),
    ("cpsat:odd", "encoding", "odd", [name.removeprefix("cpsat/") for name in names(Formalism.CP_SAT)]),
    ("cpsat:extended", "encoding", "extended", ["alldifferent", "cube"]),
]


def test_an_unknown_variant_is_refused_with_the_known_ones():
    """An encoding for another engine is not among the known ones."""
    for asked, kind, name, known in UNKNOWN_VARIANTS:
        with pytest.raises(UnknownNameError) as caught:
            engine(asked)
        assert (caught.value.kind, caught.value.name) == (kind, name)
        assert set(known) <= set(caught.value.known)


def test_an_encoding_of_another_formalism_is_refused():
    """The message says which formalism the file is in."""
    with pytest.raises(UnsupportedError, match=r"cpsat/cube is in cp-sat; sat takes .*extended"):
        engine("sat:cpsat/cube")


ONE_LINE_EACH = """
title = "My own"
idea = "To be tried."
{kind}
[source]
author = "A. N. Author"
title = "My own"
year = 2001
"""


def _cnf(path: Path) -> Path:
    blocks = "".join(
        f'[families.{family}]\nat_least_one = "clause"\nat_most_one = "pairwise"\n'
        for family in ("cell", "row", "column", "box")
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = 'formalism = "cnf"\nvariables = "direct"'
    path.write_text(ONE_LINE_EACH.format(kind=kind) + blocks, "utf-8")
    return path


def _cp_sat(path: Path) -> Path:
    blocks = "".join(
        f'[families.{family}]\nexactly_one = "exactly-one"\n' for family in ("cell", "row", "column", "box")
    )
    kind = 'formalism = "cp-sat"\nvariables = "direct"'
    path.write_text(ONE_LINE_EACH.format(kind=kind) + blocks, "utf-8")
    return path


PLACES = [
    "mine.toml",
    "at@home/mine.toml",
    "a@b.toml",
    "with space/a@b/c@d.toml",
]


def test_a_path_to_a_file_of_ones_own_works_wherever_a_name_does(tmp_path):
    """Even with an @ in the name of a folder or a file."""
    for place in PLACES:
        for solver in ["", "@minisat22"]:
            path = _cnf(tmp_path / place)
            mine = engine(f"sat:{path}{solver}")
            assert mine.name == f"sat:{path}{solver or '@cadical153'}"
            assert mine.answer(Puzzle("1... ..2. .3.. ...4")).verdict == "unique"
            assert engine(mine.name).name == mine.name  # a worker makes its engine by that name


def test_a_file_of_ones_own_for_cp_sat(tmp_path):
    """It works wherever a name does, too."""
    path = _cp_sat(tmp_path / "mine.toml")
    assert engine(f"cpsat:{path}").name == f"cpsat:{path}"
    assert engine(f"cpsat:{path}").answer(Puzzle("1... ..2. .3.. ...4")).verdict == "unique"


def test_a_file_of_ones_own_in_the_wrong_formalism_is_refused(tmp_path):
    """By `sat` and by `cpsat`."""
    with pytest.raises(UnsupportedError, match="is in cp-sat; sat takes"):
        engine(f"sat:{_cp_sat(tmp_path / 'one.toml')}")
    with pytest.raises(UnsupportedError, match="is in cnf; cpsat takes encodings for cp-sat"):
        engine(f"cpsat:{_cnf(tmp_path / 'other.toml')}")


def test_a_file_that_is_not_there_is_an_error_of_the_encoding(tmp_path):
    """The error names the file."""
    for family in ["sat", "cpsat"]:
        with pytest.raises(EncodingError, match=r"missing\.toml: found No such file"):
            engine(f"{family}:{tmp_path / 'missing.toml'}")


@pytest.mark.parametrize(
    ("asked", "package", "install"),
    [("sat", "pysat", 'pip install "python-sat>=1.9.dev17"'), ("cpsat", "ortools", "pip install ortools")],
)
def test_a_missing_package_is_named_with_how_to_get_it(monkeypatch, asked, package, install):
    """The other engines work without it, and the families say what is not installed."""
    find = importlib.util.find_spec
    monkeypatch.setattr(registry, "find_spec", lambda name: None if name == package else find(name))
    with pytest.raises(UnavailableError) as caught:
        engine(asked)
    assert caught.value.install == install
    assert package in str(caught.value)
    assert isinstance(caught.value, ImportError)
    assert engine("phases").answer(Puzzle("." * 16)).verdict == "multiple"
    missing = [one for one in families().values() if not one.is_installed]
    assert asked in [one.name for one in missing]
    assert {one.needs for one in missing} == {package}
    assert families()[asked].variants() == {}


def test_families_list_their_variants():
    """Those of the catalogue and of the list of solvers; `phases` has none."""
    assert families()["phases"].variants() == {}
    listed = families()["sat"].variants()
    assert listed["encodings"] == list(names(Formalism.CNF))
    assert listed["solvers"] == list(SOLVERS)
    assert families()["possibles"].variants() == {"methods": ["magic", "odometer", "odometer@ROWS"]}
    assert families()["cube"].variants() == {"methods": ["propagate", "boxes", "propagate-boxes"]}
    assert families()["cpsat"].variants() == {
        "encodings": [name.removeprefix("cpsat/") for name in names(Formalism.CP_SAT)]
    }


def test_every_method_is_listed_and_shown_in_the_syntax():
    """All methods that `explain` knows are engines, too."""
    listed = {
        f"{family.name}:{variant}" if variant else family.name
        for family in families().values()
        for variant in ("", *family.variants().get("methods", ()))
    }
    assert set(METHODS) < listed
    for name in METHODS:
        family, _, variant = name.partition(":")
        assert f":{variant}" in f"{families()[family].syntax}:"


def test_every_listed_solver_makes_an_engine():
    """So no solver is listed that PySAT does not have."""
    for solver in SOLVERS:
        assert engine(f"sat:@{solver}").name == f"sat:extended@{solver}"


class Foreign(SearchEngine):
    """An engine of another package; it finds no solution."""

    traits = Traits()

    def __init__(self, variant: str) -> None:
        self.name = f"foreign:{variant}"

    def search(self, puzzle, found, clock):
        """End without a solution."""
        return True


def create(variant: str) -> Foreign:
    """The function that an entry point names."""
    return Foreign(variant)


@pytest.fixture
def entry(monkeypatch):
    """Installs entry points during one test."""

    def install(*named):
        points = EntryPoints(EntryPoint(name, f"{__name__}:create", registry.ENTRY_POINTS) for name in named)
        monkeypatch.setattr(registry, "entry_points", lambda group: points.select(group=group))
        families.cache_clear()

    yield install
    families.cache_clear()


def test_another_package_adds_an_engine_by_an_entry_point(entry):
    """It is made by the name, with its variant, and listed last."""
    entry("foreign")
    assert engine("foreign").name == "foreign:"
    assert engine("foreign:x@y").name == "foreign:x@y"
    assert list(families())[-1] == "foreign"
    assert families()["foreign"].is_installed
    assert engine("foreign").answer(Puzzle("." * 16)).verdict == "none"


def test_an_entry_point_does_not_take_the_name_of_a_built_in_engine(entry):
    """`phases` is the built-in engine, whatever is installed."""
    entry("phases")
    assert engine("phases").name == "phases"


def test_a_kept_engine_is_the_same_object_the_next_time():
    """For the same name."""
    assert kept_engine("phases") is kept_engine("phases")
    assert kept_engine("sat") is kept_engine("sat")
    assert engine("phases") is not engine("phases")


def test_a_kept_engine_is_not_shared_between_threads():
    """An engine object serves one thread at a time."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(kept_engine, "phases").result() is not kept_engine("phases")


def test_an_engine_that_reads_a_users_file_is_made_anew(tmp_path):
    """The file may have changed."""
    name = f"sat:{_cnf(tmp_path / 'mine.toml')}"
    assert kept_engine(name) is not kept_engine(name)
    (tmp_path / "mine.toml").unlink()
    with pytest.raises(EncodingError):
        kept_engine(name)


def test_an_engine_that_could_not_be_made_is_not_kept():
    """The error is raised again."""
    for _ in range(2):
        with pytest.raises(SudocubeError):
            kept_engine("odd")
