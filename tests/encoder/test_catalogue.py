"""The files of the catalogue, and those of one's own."""

import sys
from pathlib import Path

import pytest

from sudocube.cube import Family
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.catalogue import root
from sudocube.engines import engine
from sudocube.errors import EncodingError, UnknownNameError
from tests.encoder.toml_text import toml


def test_the_files_of_the_catalogue_are_in_order():
    """They name themselves; no two state the same; a bare name means CNF, and may be written in full."""
    encodings = [load(name) for name in names()]
    assert len(encodings) >= 24
    for encoding in encodings:
        name, is_bare = encoding.name, "/" not in encoding.name
        assert encoding.file == f"encodings/{f'cnf/{name}' if is_bare else name}.toml"
        assert encoding.formalism is (Formalism.CNF if is_bare else Formalism.CP_SAT)
        assert all((encoding.title, encoding.idea, encoding.source.author, encoding.source.title))
        subjects = {statement.subject for statement in encoding.statements}
        assert set(Family) - subjects <= ({Family.CELL} if encoding.defined else set()), name
    assert tuple(one.name for one in encodings) == names() == names(Formalism.CNF) + names(Formalism.CP_SAT)
    assert load("cnf/minimal") == load("minimal")
    for said in (
        [(one.formalism, one.variables, one.statements, one.per_puzzle) for one in encodings],
        [(one.formalism, one.title) for one in encodings],
        [one.idea for one in encodings],
    ):
        assert len(set(said)) == len(encodings)


def test_there_is_no_python_in_the_catalogue():
    """With an __init__.py, and the checkout on PYTHONPATH, the folder would shadow the standard
    library's `encodings`, and Python could not start."""
    folders = [root(), *(entry for entry in root().iterdir() if entry.is_dir())]
    files = [entry.name for folder in folders for entry in folder.iterdir() if entry.is_file()]
    assert {name.rpartition(".")[2] for name in files} <= {"toml", "md"}
    assert [folder.name for folder in folders[1:] if folder.name.startswith("__")] == []


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


@pytest.mark.skipif(sys.platform == "win32", reason="other words for a folder")
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(tmp_path):
    """No UTF-8, megabytes of words, no file, a folder, a device without end."""
    wrong = {name: tmp_path / f"{name}.toml" for name in ("latin", "long", "none", "folder")}
    wrong["latin"].write_bytes(toml().replace("A title", "Schlüssel").encode("latin-1"))
    wrong["long"].write_text(toml() + "# more\n" * 200_000, "utf-8")
    wrong["folder"].mkdir()
    said = {
        "latin": "it is not UTF-8 text",
        "long": "more than 65,536 bytes",
        "none": "No such file",
        "folder": "Is a directory",
    }
    if Path("/dev/zero").exists():
        wrong["zero"], said["zero"] = tmp_path / "zero.toml", "it is no regular file"
        wrong["zero"].symlink_to("/dev/zero")
    for name, path in wrong.items():
        with pytest.raises(EncodingError) as caught:
            load(str(path))
        assert str(caught.value).startswith(f"{path}: found {said[name]}")
