"""The third stage of an audit: what all parts found, as one summary.

The summary is a plain JSON object. It does not depend on how the work was divided, nor on who did it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from time import monotonic
from typing import Any

from sudocube.auditing.answer_judging import STORED_WORDS
from sudocube.auditing.audit_plan import AuditPlan, PrefixRange
from sudocube.auditing.data_files import Role
from sudocube.auditing.flaw_kinds import EXAMPLES, FlawKind, first_examples
from sudocube.auditing.pair_telling import told_pairs
from sudocube.auditing.segment_index import all_segments, all_splits
from sudocube.auditing.summary_numbers import added
from sudocube.verdict import StoredAnswer, Verdict

_PAIRS_SHOWN = 100
"""Up to so many pairs of an audited file and another one are listed though they have nothing in common."""

_SPLITS_SHOWN = 20


def summarize(plan: AuditPlan, ranges: Iterable[PrefixRange], begin: float) -> dict[str, Any]:
    """The summary of an audit that began at this time of `monotonic`.

    Raises OSError where the work folder cannot be read.
    """
    of_file: list[dict[str, Any]] = [{} for _ in plan.files]
    lost: list[dict[str, Any]] = []
    examples: dict[str, list[Any]] = {}
    for segment in all_segments(plan):
        file = segment["file"]
        of_file[file] = added(of_file[file], segment["numbers"])
        lost += [{"file": plan.files[file].name, **one} for one in segment["lost"]]
        for kind, some in segment["examples"].items():
            examples[kind] = first_examples(examples.get(kind, []) + some)
    compared: dict[str, Any] = {}
    overlap: dict[str, dict[tuple[int, int], int]] = {}
    pairs: dict[str, list[list[int]]] = {}
    for prefixes in ranges:
        found = json.loads(plan.work.read(f"groups/{prefixes.name}.json"))
        compared = added(compared, found["numbers"])
        for name, counts in found["overlap"].items():
            sums = overlap.setdefault(name, {})
            for one, other, rows in counts:
                sums[one, other] = sums.get((one, other), 0) + rows
        for kind, some in found["examples"].items():
            pairs[kind] = sorted(pairs.get(kind, []) + some)[:EXAMPLES]
    examples |= told_pairs(plan, pairs)
    numbers: dict[str, Any] = {}
    for some in of_file[: plan.audited]:
        numbers = added(numbers, some)
    return _Summary(plan, of_file, numbers, compared, overlap).as_json(lost, examples, monotonic() - begin)


class _Summary:
    """Numbers that were added up, as a summary."""

    def __init__(
        self,
        plan: AuditPlan,
        of_file: list[dict[str, Any]],
        numbers: dict[str, Any],
        compared: dict[str, Any],
        overlap: dict[str, dict[tuple[int, int], int]],
    ) -> None:
        self._plan = plan
        self._of_file, self._numbers, self._compared, self._overlap = of_file, numbers, compared, overlap

    def as_json(
        self, lost: list[dict[str, Any]], examples: dict[str, list[Any]], seconds: float
    ) -> dict[str, Any]:
        """The whole of it, in the order in which it is read."""
        numbers, compared = self._numbers, self._compared
        rows, flaws = numbers.get("rows", 0), added(numbers.get("flaws", {}), compared["flaws"])
        malformed = flaws.get(str(FlawKind.MALFORMED), 0)
        by_answer = numbers.get("by_answer", {})
        verdicts = {str(verdict): sum(by_answer.get(verdict, {}).values()) for verdict in _VERDICTS}
        has_answers = any(Role.ANSWER in file.columns for file in self._audited)
        has_answers |= any(set(words) - {"not_stored"} for words in by_answer.values())
        answers = {
            str(word): sum(words.get(word, 0) for words in by_answer.values()) for word in StoredAnswer
        }
        return {
            "files": [self._file(number) for number in range(len(self._plan.files))],
            "lost": lost,
            "rows": rows,
            "malformed": malformed,
            "malformed_by_reason": _ordered(numbers.get("malformed_by_reason", {})),
            "verdicts": verdicts,
            "answers": answers if has_answers else None,
            "by_answer": {
                str(verdict): {word: words[word] for word in STORED_WORDS if word in words}
                for verdict in _VERDICTS
                if (words := by_answer.get(verdict))
            },
            "exact_duplicates": rows - malformed - compared["distinct"],
            "isomorphic_duplicates": rows - malformed - compared["classes"],
            "classes": compared["classes"],
            "sizes": _ordered(numbers.get("sizes", {})),
            "without_form": _ordered(numbers.get("without_form", {})),
            "clues": dict(sorted(numbers.get("clues", {}).items(), key=_as_number)),
            "clue_count_differs": flaws.get(str(FlawKind.CLUE_COUNT_DIFFERS), 0),
            "overlap": self._file_overlap(),
            "split_overlap": self._split_overlap(),
            "against": self._against(),
            "splits": _ordered(numbers.get("splits", {})),
            "ratings": self._ratings(),
            "flaws": {str(kind): flaws[kind] for kind in FlawKind if kind in flaws},
            "flawed_rows": numbers.get("flawed_by_themselves", 0) + compared["flawed_by_others"],
            "clean_rows": compared["clean_rows"],
            "clean_rows_elsewhere": compared["clean_rows_elsewhere"],
            "examples": {str(kind): examples[kind] for kind in FlawKind if kind in examples},
            "seconds": round(seconds, 3),
        }

    @property
    def _audited(self) -> tuple[Any, ...]:
        return self._plan.files[: self._plan.audited]

    def _file(self, number: int) -> dict[str, Any]:
        file, numbers = self._plan.files[number], self._of_file[number]
        return {
            "name": file.name,
            "kind": str(file.kind),
            "size": file.size,
            "rows": numbers.get("rows", 0),
            "malformed": numbers.get("flaws", {}).get(str(FlawKind.MALFORMED), 0),
            "columns": {str(role): file.columns[role] for role in Role if role in file.columns},
            "split": file.split,
            "against": not self._plan.is_audited(number),
        }

    def _file_overlap(self) -> list[dict[str, Any]]:
        exact, isomorphic = self._overlap.get("files_exact", {}), self._overlap.get("files_isomorphic", {})
        audited, number = self._plan.audited, len(self._plan.files)
        pairs = set(isomorphic)
        if audited * (number - audited) <= _PAIRS_SHOWN:
            pairs |= {(one, other) for one in range(audited) for other in range(audited, number)}
        names = [file.name for file in self._plan.files]
        return [
            {
                "files": [names[one], names[other]],
                "exact": exact.get((one, other), 0),
                "isomorphic": isomorphic.get((one, other), 0),
            }
            for one, other in sorted(pairs)
        ]

    def _split_overlap(self) -> list[dict[str, Any]]:
        exact, isomorphic = self._overlap.get("splits_exact", {}), self._overlap.get("splits_isomorphic", {})
        names = all_splits(self._plan)
        there = [at for at, name in enumerate(names) if name in self._numbers.get("splits", {})]
        pairs = set(isomorphic)
        if len(there) <= _SPLITS_SHOWN:
            pairs |= {(one, other) for one in there for other in there if one != other}
        return [
            {
                "splits": [names[one], names[other]],
                "exact": exact.get((one, other), 0),
                "isomorphic": isomorphic.get((one, other), 0),
            }
            for one, other in sorted(pairs)
        ]

    def _against(self) -> dict[str, Any] | None:
        if self._plan.audited == len(self._plan.files):
            return None
        rows = sum(numbers.get("rows", 0) for numbers in self._of_file[self._plan.audited :])
        return {"rows": rows, **self._compared["against"]}

    def _ratings(self) -> dict[str, Any] | None:
        """What is to be said of the ratings; None where no audited file has any."""
        if "ratings" not in self._numbers:
            return None
        by_clues = sorted(self._numbers["ratings"]["by_clues"].items(), key=_as_number)
        given = sum(one[0] for _, one in by_clues)
        return {
            "given": given,
            "missing": self._numbers["ratings"]["missing"],
            "lowest": min((one[1] for _, one in by_clues), default=None),
            "highest": max((one[2] for _, one in by_clues), default=None),
            "mean": sum(one[3] for _, one in by_clues) / given if given else None,
            "by_clues": {
                clues: {"rows": rows, "lowest": lowest, "mean": total / rows, "highest": highest}
                for clues, (rows, lowest, highest, total) in by_clues
            },
            "differing_classes": self._compared["differing_classes"],
            "differing_rows": self._compared["differing_rows"],
        }


_VERDICTS = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.UNKNOWN)


def _as_number(item: tuple[str, object]) -> int:
    return int(item[0])


def _ordered(numbers: dict[str, int]) -> dict[str, int]:
    """The numbers in the order of their names."""
    return dict(sorted(numbers.items()))
