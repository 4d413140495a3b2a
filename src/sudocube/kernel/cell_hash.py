"""The keys of canonical forms: MurmurHash3 with 128 bits, for 64-bit processors, by Austin Appleby (2011).

The compiled kernel has its own; both give what any other implementation of this hash gives.
"""

from __future__ import annotations

FORM_VERSION = 1
"""The seed of all keys: another form has another version, so that old and new keys are never equal."""

_WORD = (1 << 64) - 1
_C1, _C2 = 0x87C37B91114253D5, 0x4CF5AD432745937F


def hash_of(cells: bytes, seed: int = FORM_VERSION) -> tuple[int, int]:
    """Two words of 64 bits, of 81 bytes or any other number.

    >>> [f"{word:016x}" for word in hash_of(b"The quick brown fox jumps over the lazy dog", seed=0)]
    ['e34bbc7bbc071b6c', '7a433ca9c49a9347']
    """
    h1 = h2 = seed
    whole = len(cells) // 16 * 16
    for start in range(0, whole, 16):
        k1, k2 = _number(cells[start : start + 8]), _number(cells[start + 8 : start + 16])
        h1 = (_rotated(h1 ^ _first_half(k1), 27) + h2) * 5 + 0x52DCE729 & _WORD
        h2 = (_rotated(h2 ^ _second_half(k2), 31) + h1) * 5 + 0x38495AB5 & _WORD
    h1 ^= _first_half(_number(cells[whole : whole + 8])) ^ len(cells)
    h2 ^= _second_half(_number(cells[whole + 8 :])) ^ len(cells)
    h1 = h1 + h2 & _WORD
    h2 = h2 + h1 & _WORD
    h1, h2 = _finally_mixed(h1), _finally_mixed(h2)
    h1 = h1 + h2 & _WORD
    return h1, h2 + h1 & _WORD


def _number(some: bytes) -> int:
    return int.from_bytes(some, "little")


def _rotated(word: int, left: int) -> int:
    return (word << left | word >> 64 - left) & _WORD


def _first_half(word: int) -> int:
    return _rotated(word * _C1 & _WORD, 31) * _C2 & _WORD


def _second_half(word: int) -> int:
    return _rotated(word * _C2 & _WORD, 33) * _C1 & _WORD


def _finally_mixed(word: int) -> int:
    word = (word ^ word >> 33) * 0xFF51AFD7ED558CCD & _WORD
    word = (word ^ word >> 33) * 0xC4CEB9FE1A85EC53 & _WORD
    return word ^ word >> 33
