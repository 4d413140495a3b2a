"""The name of a technique, read off the families of its bases and covers.

The names are those of HoDoKu (B. Hobiger, 2008 to 2012) and SudokuWiki (A. Stuart). Nothing depends on them.
"""

from __future__ import annotations

from sudocube.cube import Family
from sudocube.solvers.cube_state import elements_of
from sudocube.solvers.techniques.lines import Deduction, Lines
from sudocube.solvers.trace import Rule

UNIQUENESS = "uniqueness"
"""The standard term of steps that assume that the puzzle has one solution."""

_SETS = {2: "pair", 3: "triple", 4: "quad"}
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def rule_of(lines: Lines, step: Deduction) -> Rule:
    """The rule of a step: its name, and the standard term where that is another."""
    if not step.covers:
        is_cell = lines.family(next(iter(step.bases))) is Family.CELL
        return Rule("nothing left", "cell without candidates" if is_cell else "digit without a place")
    if any(lines.family(base) is None for base in step.bases):
        return Rule(_rectangle(lines, step), UNIQUENESS)
    if step.chain:
        name = _chain(lines, step)
    elif step.assumed is not None:
        name = "net"
    elif step.placed is not None:
        name = "naked single" if lines.family(next(iter(step.bases))) is Family.CELL else "hidden single"
    else:
        return _cover(lines, step)
    return Rule(name, name)


def _cover(lines: Lines, step: Deduction) -> Rule:
    size, [base, *_] = len(step.bases), step.bases
    families = lines.family(base), lines.family(next(iter(step.covers)))
    if size == 1:
        return Rule("pointing" if families[0] is Family.BOX else "claiming", "locked candidates")
    if Family.CELL not in families:
        name = _FISH[size]
    else:
        name = f"{'naked' if families[0] is Family.CELL else 'hidden'} {_SETS[size]}"
    return Rule(name, name)


def _rectangle(lines: Lines, step: Deduction) -> str:
    if step.chain:
        return "unique rectangle in a chain"
    if len(step.bases) > 1:
        return "unique rectangle type 3"
    [cover] = step.covers
    return f"unique rectangle type {1 if lines.family(cover) is Family.CELL else 2}"


def _chain(lines: Lines, step: Deduction) -> str:
    """The name of a chain, by what its links are made of."""
    links, ends = len(step.chain), (step.parts[0][0], step.parts[-1][1])
    families = [lines.family(link.bases[0]) for link in step.chain]
    parts = [part for pair in step.parts for part in pair]
    digits = {element % lines.size for part in parts for element in elements_of(part)}
    grouped = "grouped " if any(part & (part - 1) for part in parts) else ""
    if any(len(link.bases) > 1 for link in step.chain):
        return _almost_sets(lines, step, families)
    if len(digits) == 1 and Family.CELL not in families:
        return _of_one_digit(lines, step, families, grouped) if links == 2 else f"{grouped}X-chain"
    if set(families) == {Family.CELL}:
        if len(digits) == 2:
            return "remote pair"
        return "XY-wing" if links == 3 and not step.is_loop else "XY-chain"
    if families[0] is families[-1] is Family.CELL is not families[1] and links == 3 and len(digits) == 2:
        return f"{grouped}W-wing"
    if step.is_loop:
        return f"{grouped}continuous nice loop"
    return f"{grouped}discontinuous nice loop" if ends[0] == ends[1] else f"{grouped}AIC"


def _of_one_digit(lines: Lines, step: Deduction, families: list[Family | None], grouped: str) -> str:
    """Two links on one digit."""
    joint = step.parts[0][1] | step.parts[1][0]
    through = {lines.family(line) for line in lines.holding(joint)}
    if Family.BOX in families:
        return "empty rectangle" if grouped else "turbot fish"
    if families[0] is not families[1]:
        return f"{grouped}two-string kite"
    if Family.ROW not in through and Family.COLUMN not in through:
        return f"{grouped}turbot fish"
    if not grouped:
        return "skyscraper"
    fin, other = sorted((step.parts[0][0], step.parts[1][1]), key=int.bit_count, reverse=True)
    whole = any(
        fin & lines.masks[line] for line in lines.holding(other) if lines.family(line) is not Family.BOX
    )
    return "finned X-wing" if whole else "sashimi X-wing"


def _almost_sets(lines: Lines, step: Deduction, families: list[Family | None]) -> str:
    bases, links = [base for link in step.chain for base in link.bases], len(step.chain)
    if links == 1:
        is_fish = Family.CELL not in {*families, *map(lines.family, step.covers)}
        return f"finned {_FISH[len(bases)]}" if is_fish else f"almost locked {_SETS[len(bases)]}"
    if set(families) != {Family.CELL}:
        return "AIC with almost sets"
    digits = {cover % lines.size for cover in step.covers}
    if links == 2 and len(bases) == len(digits) in (3, 4):
        return "XYZ-wing" if len(bases) == 3 else "WXYZ-wing"
    return {2: "ALS-XZ", 3: "ALS-XY-wing"}.get(links, "ALS chain")
