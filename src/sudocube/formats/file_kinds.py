"""Files that are no text, by their first bytes: what they are, and what to do to have their puzzles read."""

from __future__ import annotations

_UNPACK = "unpack it first, and give the files in it"
_AS_CSV = "save its table as CSV"
_AUDITED = "sudocube audit reads it as it is"
_AS_TEXT = "puzzles are read as text"

_FOR_ARRAYS = "sudocube.count_many, solve_many or canonical_many"

_BEGINNINGS = {
    b"PK\x03\x04": f"a ZIP archive: {_UNPACK}",
    b"PK\x05\x06": f"a ZIP archive: {_UNPACK}",
    b"PK\x07\x08": f"a ZIP archive: {_UNPACK}",
    b"7z\xbc\xaf\x27\x1c": f"a 7z archive: {_UNPACK}",
    b"Rar!\x1a\x07": f"a RAR archive: {_UNPACK}",
    b"\x1f\x9d": f"a file packed with compress (.Z): {_UNPACK}",
    b"\x04\x22\x4d\x18": f"a file packed with LZ4: {_UNPACK}",
    b"LZIP\x01": f"a file packed with lzip: {_UNPACK}",
    b"%PDF-": "a PDF file: copy its puzzles into a text file",
    b"PAR1\x15": f"a Parquet file: {_AS_CSV}; {_AUDITED}",
    b"ARROW1\x00": f"an Arrow file: {_AS_CSV}; {_AUDITED}",
    b"\x89HDF\r\n\x1a\n": f"an HDF5 file: {_AS_CSV}",
    b"\x93NUMPY": f"an array of NumPy: load it in Python, and give it to {_FOR_ARRAYS}; {_AUDITED}",
    b"SQLite format 3\x00": f"an SQLite database: {_AS_CSV}",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": f"a file of an old Excel or Word: {_AS_CSV}, or its text",
    b"\x89PNG\r\n\x1a\n": f"a picture (PNG): {_AS_TEXT}",
    b"\xff\xd8\xff": f"a picture (JPEG): {_AS_TEXT}",
    b"GIF87a": f"a picture (GIF): {_AS_TEXT}",
    b"GIF89a": f"a picture (GIF): {_AS_TEXT}",
    b"\x7fELF": "a program",
}

_TAR, _TAR_AT = b"ustar", 257
TAR_HEAD = _TAR_AT + len(_TAR)
"""How many bytes show that a file is a tar archive."""

_IN_ZIP = {
    b"[Content_Types].xml": f"an Excel or Word file (.xlsx, .docx): {_AS_CSV}, or its text",
    b"vnd.oasis.opendocument": f"an OpenDocument file (.ods, .odt): {_AS_CSV}, or its text",
}


def kind_of_file(head: bytes) -> str | None:
    """What a file is that begins with these bytes, and what to do; None where that is not known.

    >>> kind_of_file(b"%PDF-1.7")
    'a PDF file: copy its puzzles into a text file'
    """
    if head.startswith(b"PK\x03\x04"):
        for name, kind in _IN_ZIP.items():
            if name in head[:200]:
                return kind
    if head.startswith(_TAR, _TAR_AT):
        return f"a tar archive: {_UNPACK}"
    return next((kind for magic, kind in _BEGINNINGS.items() if head.startswith(magic)), None)


def is_like_utf16(head: bytes) -> bool:
    """Whether text begins with these bytes in which every other byte is NUL, as in UTF-16 without a mark."""
    even, odd = head[:200:2], head[1:200:2]
    return len(odd) > 1 and ((not any(even) and all(odd)) or (not any(odd) and all(even[: len(odd)])))
