"""A proof read event by event: states of the trusted checker, and where it ends."""

import pytest

from sudocube import certificate_of
from sudocube.trusted import Refused
from sudocube.verdicts.certificates import check_text
from sudocube.verdicts.proof_reading import ProofEventKind, ProofLiteral, negated, read_proof

ONE_STEP = "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."
TWELVE_STEPS = ".2.........9.86.5.6..9..........18.4...3...9...2...1.6..1.2......8.4.7.19.5......"
CLASH = "3..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."
SIXTEEN = "1... ..2. .3.. ...4"
NO_SOLUTION = ".2..9.......86.5.6..9..........18.4...3...9...2...1.6..1.2......8.4.7.19.5......."


def events_of(puzzle):
    certificate = certificate_of(puzzle)
    solution = certificate.solutions[0] if certificate.solutions else None
    assert certificate.puzzle is not None
    assert certificate.steps is not None
    return certificate, [*read_proof(certificate.puzzle, solution, certificate.steps)]


def test_a_step_is_supposed_then_forced_clause_by_clause_until_one_fails_and_then_learned():
    certificate, events = events_of(ONE_STEP)
    [step] = certificate.steps
    said, _, because = step.partition(" : ")
    kinds = [event.kind for event in events]
    hints = because.split(" ")
    assert (events[0].kind, bytes(events[0].filled)) == (ProofEventKind.CLUES, certificate.puzzle.cells)
    assert kinds[2:] == [
        ProofEventKind.SUPPOSED,
        *[ProofEventKind.FORCED] * (len(hints) - 1),
        ProofEventKind.FAILED,
        ProofEventKind.LEARNED,
        ProofEventKind.PROPAGATED,
        ProofEventKind.COMPLETE,
    ]
    assert [event.clause for event in events[3 : 3 + len(hints)]] == hints
    assert said == "#1 r9c9!=3"
    assert events[2].literals == (ProofLiteral(80, 3),)
    assert events[-3].literals == negated(events[2].literals) == (ProofLiteral(80, 3, True),)


def test_at_the_end_a_line_has_no_place_or_the_solution_was_reached():
    assert events_of(SIXTEEN)[1][-1].clause == "other"
    assert events_of(ONE_STEP)[1][-1].clause == "9@c8"
    _, events = events_of("12.. ...3 ..3. ...4")
    line = events[-1].clause
    assert line
    cells = [cell for cell in range(16) if not events[-1].masks[cell]]
    assert line in [f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in cells] or "@" in line
    assert events_of(CLASH)[1][-1].clause == ""


def test_a_step_that_does_not_follow_is_refused_in_the_words_of_the_checker():
    certificate, _ = events_of(ONE_STEP)
    [step] = certificate.steps
    solution = certificate.solutions[0]
    for wrong in (
        step.replace("r9c9!=3", "r9c9=3"),
        step.replace("3@b6", "2@b6"),
        "#1 r9c9!=3 : nonsense",
        "#1",
    ):
        with pytest.raises(Refused):
            list(read_proof(certificate.puzzle, solution, [wrong]))
    with pytest.raises(Refused, match="does not come to a contradiction"):
        list(read_proof(certificate.puzzle, solution, []))


def test_a_certificate_that_was_altered_or_cut_short_is_refused_at_its_line():
    text = certificate_of(ONE_STEP).text
    lines = text.splitlines()
    found, line = check_text(text)
    assert (found.reason, line) == (None, len(lines))
    for wrong, right in (("7..2", "8..2"), ("verdict unique", "verdict none"), ("#1 r9c9", "#1 r9c8")):
        altered = text.replace(wrong, right)
        found, line = check_text(altered)
        changed = [n for n, one in enumerate(altered.splitlines(), 1) if one != lines[n - 1]]
        assert not found.accepted
        assert line >= min(changed)
    for length in range(1, len(lines)):
        found, line = check_text("".join(f"{one}\n" for one in lines[:length]))
        assert (found.accepted, line) == (False, length)
