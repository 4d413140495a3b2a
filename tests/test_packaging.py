"""The installed files are the same as in the checkout."""

from pathlib import Path

from sudocube.encoder.catalogue import root

CATALOGUE = Path(__file__).resolve().parents[1] / "encodings"


def contents(folder, inside=""):
    """All files below a folder, by path."""
    found: dict[str, bytes] = {}
    for item in folder.iterdir():
        path = f"{inside}{item.name}"
        found |= contents(item, f"{path}/") if item.is_dir() else {path: item.read_bytes()}
    return found


def test_the_installed_catalogue_is_the_one_in_the_checkout():
    """Byte for byte; run from an installed package, as the README does, this compares two copies."""
    assert contents(root()) == contents(CATALOGUE)


def test_the_catalogue_holds_no_python():
    """With a module in it, and the checkout on the path, it would hide Python's own `encodings`."""
    assert not list(CATALOGUE.rglob("*.py*"))
