"""A referee for traces: each step is checked by itself, with nothing of the solver that made it."""

from collections.abc import Iterable, Sequence

from sudocube.lab.clause_learning import Assigned, ClauseConflict
from tests.lab.naive import propagated


def check_steps(clauses: Iterable[Sequence[int]], steps: Iterable[object], *, is_cut: bool = False) -> None:
    """Fail unless each step is right: reasons fired, levels are right, learned clauses are implied (RUP)."""
    known = [list(clause) for clause in clauses]
    level_of: dict[int, int] = {}  # of each true literal, in the order in which they became true
    reason_of: dict[int, set[int] | None] = {}
    conflicts: list[ClauseConflict] = []
    learned_now: tuple[int, ...] | None = None
    for step in steps:
        level = max(level_of.values(), default=0)
        if isinstance(step, Assigned):
            assert step.literal not in level_of
            assert -step.literal not in level_of
            if step.clause is None:
                assert step.level == level + 1
                assert nothing_fires(known, set(level_of))
            else:
                assert list(step.clause.clause) in known
                others = set(step.clause.clause) - {step.literal}
                assert step.literal in step.clause.clause
                assert all(-other in level_of for other in others)
                assert step.level == max((level_of[-other] for other in others), default=0)
                if learned_now is not None:
                    assert (step.literal, step.clause.clause) == (learned_now[0], learned_now)
                if step.clause.name.family == "learned":
                    number = int(step.clause.name.line.removeprefix("conflict "))
                    assert conflicts[number - 1].learned == step.clause.clause
            learned_now = None
            level_of[step.literal] = step.level
            reason_of[step.literal] = None if step.clause is None else set(step.clause.clause)
        else:
            assert isinstance(step, ClauseConflict)
            check_conflict(step, level_of, reason_of, level)
            assert list(step.clause.clause) in known
            assert propagated(known, [-literal for literal in step.learned]) is None
            conflicts.append(step)
            known.append(list(step.learned))
            if step.backjump is not None:
                level_of = {literal: at for literal, at in level_of.items() if at <= step.backjump}
                learned_now = step.learned
    if not is_cut and not (conflicts and conflicts[-1].backjump is None):
        assert nothing_fires(known, set(level_of))


def check_conflict(step, level_of, reason_of, level):
    """Fail unless the clause is false, and each resolution right, up to the first literal that is alone."""

    def above_zero(clause):
        return {literal for literal in clause if level_of[-literal] > 0}

    def of_this_level(clause):
        return [literal for literal in clause if level_of[-literal] == level]

    assert all(-literal in level_of for literal in step.clause.clause)
    assert step.level == level
    if level == 0:
        assert (step.resolutions, step.learned, step.backjump) == ((), (), None)
        return
    order = list(level_of)
    left = above_zero(step.clause.clause)
    assert set(step.reduced) == left
    for resolution in step.resolutions:
        assert len(of_this_level(left)) > 1  # before, there was no unique implication point
        assert resolution.on == -max(left, key=lambda literal: order.index(-literal))
        assert set(resolution.clause.clause) == reason_of[resolution.on]
        left = (left - {-resolution.on}) | above_zero(set(resolution.clause.clause) - {resolution.on})
        assert set(resolution.result) == left
        assert len(resolution.result) == len(left)
    assert set(step.learned) == left
    assert of_this_level(left) == [step.learned[0]]
    assert step.backjump == max((level_of[-literal] for literal in step.learned[1:]), default=0)
    places = [order.index(-literal) for literal in step.learned]
    assert places == sorted(places, reverse=True)


def nothing_fires(clauses: Iterable[Iterable[int]], true: set[int]) -> bool:
    """Whether each clause holds or has two different literals left."""
    return all(
        true.intersection(clause) or len({literal for literal in clause if -literal not in true}) > 1
        for clause in clauses
    )
