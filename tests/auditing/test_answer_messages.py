"""What is said of wrong answers by the thousand is what is said of each by itself."""

from random import Random

from sudocube.auditing.examine import decided_rows, examined_rows, findings_of
from sudocube.auditing.plan import AuditPlan
from sudocube.auditing.telling import _of_plain_answers, flaw_message
from sudocube.rows.batch import Rows
from sudocube.rows.data_files import DataFile
from tests.checking.test_answers import ascii_rows, pairs_of


def test_the_messages_are_those_of_each_row_by_itself():
    puzzles, answers = (ascii_rows(texts) for texts in zip(*pairs_of(Random(3)), strict=True))
    plan = AuditPlan((DataFile("a.csv", "a.csv"),), 1)
    [decided] = decided_rows([Rows("a.csv", 7, puzzles, answers=answers)], timeout=None, threads=1)
    findings = findings_of(examined_rows(decided), plan, 0)
    told = [
        (message, flaw_message(kind, findings.examined, place))
        for kind, places in findings.flaws.items()
        for place, message in _of_plain_answers(kind, findings.examined, places).items()
    ]
    assert len(told) > 10
    assert [one for one, _ in told] == [other for _, other in told]
    assert {kind for kind in findings.flaws if kind.startswith("answer")} >= {
        *("answer_no_grid", "answer_given_though_none", "answer_contradicts_clues"),
        *("answer_wrong", "answer_one_of_several"),
    }
