"""What a request cannot ask for is refused in words, before anything is searched; a table of cases."""

from pathlib import Path

import pytest

from sudocube.errors import SudocubeError, UnsupportedError
from sudocube.serving.proof_rows import TEXT_AT_MOST
from tests.serving.page_rows import PENCILMARKS, messages_of
from tests.tables import cases


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("refused_fields.toml")))
def test_a_field_that_does_not_fit_is_refused_in_words(case):
    """The command `ask` with the `fields` ends with an error that says what stands in `says`."""
    with pytest.raises(SudocubeError) as refused:
        messages_of(case["ask"], **case["fields"])
    assert case["says"] in str(refused.value)


def test_a_certificate_has_a_limit_of_its_length():
    with pytest.raises(SudocubeError, match="certificate: found 60,001 characters"):
        messages_of("proof-check", certificate="x" * (TEXT_AT_MOST + 1))


def test_what_takes_clues_only_refuses_pencilmarks_in_words():
    for command in ("steps", "trace", "rate", "proof"):
        with pytest.raises(UnsupportedError, match="pencilmarks"):
            messages_of(command, puzzle=PENCILMARKS)
