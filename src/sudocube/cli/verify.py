"""`sudocube verify`: a folder of certificates, checked by the trusted core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from sudocube.cli.command import READING, command
from sudocube.cli.inputs import entries_of
from sudocube.cli.options import argument
from sudocube.cli.out import Out
from sudocube.cli.run import Run

if TYPE_CHECKING:
    pass

_PUZZLES = "The puzzles that must have a certificate each: files, '-', or puzzles."


@command(*READING[1:], "output_file", "json")
def verify(
    run: Run,
    folder: Annotated[str, argument("DIR", "A folder that `sudocube certify` wrote.")],
    inputs: Annotated[list[str] | None, argument("[INPUT]...", _PUZZLES)] = None,
) -> None:
    """Check certificates, trusting neither the solver nor whoever wrote them.

    Prints what is refused, and a summary. Certificates can be left out
    of a folder: given INPUT, it must have one for each puzzle there, and
    no other. The same check, without INPUT, runs without the rest of
    sudocube: `python -P -m sudocube.trusted DIR`.

    Example: sudocube verify proofs puzzles.txt

    Exit status: 0 every certificate holds; 1 something refused, altered, missing or extra.
    """
    from sudocube.report.certificates import VerifyReport, list_in_words
    from sudocube.verdicts.certificates import certificates_said
    from sudocube.verdicts.certificates import verify as check

    report = VerifyReport()
    out = Out(run, report)

    run.inputs = inputs or []
    run.progress.expected = certificates_said(folder)
    found = check(folder, entries_of(run) if inputs else None, on_result=out.add)
    report.end(found)
    out.finish()
    if run.json and not inputs:
        run.info(list_in_words(found))
