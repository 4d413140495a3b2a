"""The files of the catalogue, and those of one's own."""

import re
from pathlib import Path

import pytest

from sudocube.cube import Family
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.catalogue import root
from sudocube.engines import engine
from sudocube.errors import EncodingError, UnknownNameError
from tests.encoder.toml_text import toml


@pytest.mark.parametrize("name", names())
def test_every_file_of_the_catalogue_is_in_order(name):
    """It parses, names itself, and says where it is from."""
    encoding = load(name)
    assert encoding.name == name
    assert encoding.file == f"encodings/{name if '/' in name else f'cnf/{name}'}.toml"
    assert all((encoding.title, encoding.idea, encoding.source.author, encoding.source.title))
    first = 1968 if name == "sorting-network" else 1990  # that one is older than SAT encodings are
    assert first <= encoding.source.year <= 2100
    subjects = {statement.subject for statement in encoding.statements}
    assert set(Family) - subjects <= ({Family.CELL} if encoding.defined else set())


def test_the_catalogue_has_two_dozen_encodings_and_more():
    """No two of them state the same, and each has its own title and idea."""
    encodings = [load(name) for name in names()]
    assert len(encodings) >= 24
    for said in (
        [(one.formalism, one.variables, one.statements, one.per_puzzle) for one in encodings],
        [(one.formalism, one.title) for one in encodings],
        [one.idea for one in encodings],
    ):
        assert len(set(said)) == len(encodings)


@pytest.mark.parametrize("name", names())
def test_an_idea_is_told_in_two_or_three_sentences(name):
    """Enough to tell it from others, and no more than one reads."""
    assert len(re.findall(r"[.!?](?= |$)", load(name).idea)) in (2, 3)


def test_the_catalogue_holds_the_first_encodings():
    """CNF ones bare, the others with their folder; each formalism by itself."""
    assert {"minimal", "efficient", "extended"} <= set(names(Formalism.CNF))
    assert {"cpsat/cube", "cpsat/alldifferent"} <= set(names(Formalism.CP_SAT))
    assert names() == names(Formalism.CNF) + names(Formalism.CP_SAT)


def test_there_is_no_python_in_the_catalogue():
    """With an __init__.py, and the checkout on PYTHONPATH, the folder would shadow the standard
    library's `encodings`, and Python could not start."""
    folders = [root(), *(entry for entry in root().iterdir() if entry.is_dir())]
    files = [entry.name for folder in folders for entry in folder.iterdir() if entry.is_file()]
    assert {name.rpartition(".")[2] for name in files} <= {"toml", "md"}
    assert [folder.name for folder in folders[1:] if folder.name.startswith("__")] == []


def test_a_bare_name_means_cnf():
    """And may be written in full."""
    assert load("cnf/minimal") == load("minimal")
    assert load("minimal").formalism is Formalism.CNF
    assert load("cpsat/cube").formalism is Formalism.CP_SAT


@pytest.mark.parametrize("name", ["", "odd", "cube", "cnf/", "cpsat/minimal", "cnf/cpsat/cube"])
def test_an_unknown_name_is_refused_with_those_that_there_are(name):
    """No folder within another is looked into."""
    with pytest.raises(UnknownNameError) as caught:
        load(name)
    assert caught.value.kind == "encoding"
    assert caught.value.known == sorted(names())


@pytest.mark.parametrize(
    "name", ["../cnf/minimal", "mine.tom", "folder/mine", "folder\\mine", "cnf/minimal.txt"]
)
def test_a_path_that_leads_to_no_file_is_told_as_such(name):
    """A way out of the folder is no name of the catalogue."""
    with pytest.raises(EncodingError) as caught:
        load(name)
    assert (caught.value.file, caught.value.found) == (name, "no such file")
    for engine_of in ("sat", "cpsat"):
        with pytest.raises(EncodingError):
            engine(f"{engine_of}:{name}")


def test_a_file_of_ones_own_is_read_by_its_path(tmp_path):
    """The path is its name, and what errors call it."""
    path = tmp_path / "mine.toml"
    path.write_text(toml().replace("A title", "Schlüssel 数独"), "utf-8")
    assert load(str(path)).title == "Schlüssel 数独"
    assert load(str(path)).name == load(str(path)).file == str(path)
    path.write_text(toml(formalism="odd"), "utf-8")
    with pytest.raises(EncodingError) as caught:
        load(str(path))
    assert caught.value.file == str(path)


def test_a_file_that_is_not_utf_8_is_refused(tmp_path):
    """It is named."""
    path = tmp_path / "latin.toml"
    path.write_bytes(toml().replace("A title", "Schlüssel").encode("latin-1"))
    with pytest.raises(EncodingError) as caught:
        load(str(path))
    assert str(caught.value) == f"{path}: found it is not UTF-8 text; allowed: a file that can be read"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device here")
def test_a_file_without_end_is_refused(tmp_path):
    """Unread: it is no regular file."""
    path = tmp_path / "zero.toml"
    path.symlink_to("/dev/zero")
    with pytest.raises(EncodingError, match=r"zero\.toml: found it is no regular file"):
        load(str(path))


def test_a_file_of_megabytes_is_refused(tmp_path):
    """No encoding takes so many words."""
    path = tmp_path / "long.toml"
    path.write_text(toml() + "# more\n" * 200_000, "utf-8")
    with pytest.raises(EncodingError, match=r"long\.toml: found more than 1,048,576 bytes"):
        load(str(path))


@pytest.mark.parametrize(
    ("place", "reason"), [("no/such.toml", "No such file"), ("folder.toml", "Is a directory")]
)
def test_a_file_that_cannot_be_opened_is_refused(tmp_path, place, reason):
    """With the reason that the system gives."""
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(EncodingError, match=f"{place}: found {reason}"):
        load(str(tmp_path / place))
