"""The certificate of one puzzle as JSON rows for a page: the verdict, the proof event by event, the check."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.report.board_changes import BoardChanges
from sudocube.report.certificates import verified_row
from sudocube.report.json_rows import PAGE, Row, board_row
from sudocube.report.proof_event_sentences import ProofSentences, unit_and_digit
from sudocube.report.row import as_dict
from sudocube.report.step_sentences import parts
from sudocube.report.words import named_clashes
from sudocube.trusted import rules_of
from sudocube.verdict import Verdict
from sudocube.verdicts.certificates import Certificate, CertificateVerification
from sudocube.verdicts.proof_reading import (
    ProofEvent,
    ProofEventKind,
    ProofLiteral,
    clause_cells,
    read_proof,
)


def certificate_row(certificate: Certificate) -> Row:
    """The row of `certify --json` for a puzzle, with its solutions and the text of its certificate."""
    is_decided = certificate.verdict.is_decided
    return {
        **PAGE,
        **board_row(certificate.puzzle),
        "verdict": certificate.verdict,
        "accepted": is_decided,
        "reason": certificate.reason,
        "evidence": certificate.evidence,
        "steps": None if certificate.steps is None else len(certificate.steps),
        "solutions": [str(grid) for grid in certificate.solutions],
        "certificate": certificate.text if is_decided else None,
    }


def proof_event_rows(certificate: Certificate) -> Iterator[Row]:
    """The rows of a proof, event by event, each step checked by the trusted code on the way.

    None for a certificate without a proof. Raises Refused where the proof does not hold.
    """
    if certificate.steps is None:
        return
    puzzle, is_unique = certificate.puzzle, certificate.verdict is Verdict.UNIQUE
    shape = puzzle.geometry
    rules = rules_of(shape.box_rows, shape.box_columns)
    sentences = ProofSentences(shape, is_unique=is_unique, clashes=named_clashes(puzzle))
    board = BoardChanges(puzzle.cells, shape)
    learned: dict[str, tuple[ProofLiteral, ...]] = {}
    solution = certificate.solutions[0] if is_unique else None
    for number, event in enumerate(read_proof(puzzle, solution, certificate.steps), 1):
        if event.kind is ProofEventKind.LEARNED:
            learned[f"#{event.step}"] = event.literals
        cells = clause_cells(event.clause, rules, learned)
        yield {
            "event": number,
            "kind": event.kind,
            "step": event.step,
            "clause": event.clause or None,
            "unit": unit_and_digit(event.clause)[0] or None,
            "cells": [shape.cell_name(cell) for cell in cells],
            "literals": _literals(event, certificate),
            "sentence": parts(sentences.sentence(event)),
            "board": board.to(event.masks, event.filled),
        }


def _literals(event: ProofEvent, certificate: Certificate) -> list[Row]:
    name = certificate.puzzle.geometry.cell_name
    return [{"cell": name(one.cell), "digit": one.digit, "negated": one.is_negated} for one in event.literals]


def text_row(found: CertificateVerification, line: int) -> Row:
    """The row of `verify --json` for the text of a certificate; `line` is where it ends, or is refused."""
    return {**as_dict(verified_row(found)), "line": line}
