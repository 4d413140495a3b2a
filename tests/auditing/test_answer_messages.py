"""What is said of many wrong answers is what is said of each by itself."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sudocube.auditing.answer_messages import answer_messages
from sudocube.auditing.audit_plan import AuditPlan
from sudocube.auditing.data_files import DataFile, FileKind
from sudocube.auditing.flaw_kinds import ANSWER_FLAWS
from sudocube.auditing.flaw_telling import flaw_columns, flaw_message
from sudocube.auditing.row_batches import RowBatch
from sudocube.auditing.row_examination import ask_open, examine_rows
from sudocube.auditing.row_findings import findings_of
from sudocube.auditing.shared_folder import SharedFolder
from tests.auditing.known_rows import STORED, KnownRow, RowMaker


def ascii_rows(texts) -> np.ndarray:
    return np.frombuffer("".join(texts).encode(), np.uint8).reshape(-1, 81)


@pytest.fixture(scope="module")
def findings():
    """Rows with answers of all kinds, each of 81 symbols."""
    rng = Random(3)
    maker = RowMaker(rng)
    made = [maker.unique, maker.several, maker.clashing, maker.subtle]
    rows: list[KnownRow] = []
    while len(rows) < 30:
        row = made[len(rows) % 4]()
        row = maker.with_answer(row, rng.choice(STORED[row.verdict or ""]))
        if len(row.answer or "") == 81:
            rows.append(row)
    answers = ascii_rows(row.answer for row in rows)
    batch = RowBatch(7, ascii_rows(row.exact for row in rows), answers=answers)
    plan = AuditPlan((DataFile("a.csv", "a.csv", FileKind.TABLE, 1, ""),), 1, SharedFolder("nowhere"))
    return findings_of(ask_open(examine_rows(batch)), plan, 0)


def test_the_messages_are_those_of_each_row_by_itself(findings):
    told = 0
    for kind, places in findings.flaws.items():
        for place, message in answer_messages(kind, findings.examined, places).items():
            assert message == flaw_message(kind, findings.examined, place)
            told += 1
    assert told > 10
    assert set(ANSWER_FLAWS.values()) <= set(findings.flaws)


def test_the_table_has_a_row_for_each_flaw_in_the_order_of_the_rows(findings):
    columns = flaw_columns(findings, "a.csv")
    assert columns["row"] == sorted(columns["row"])
    assert len(columns["row"]) == sum(map(len, findings.flaws.values()))
    for row, puzzle, answer in zip(columns["row"], columns["puzzle"], columns["answer"], strict=True):
        assert puzzle == str(findings.examined.batch.puzzle(row - 7))
        assert answer == findings.examined.batch.answer(row - 7)
