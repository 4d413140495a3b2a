"""sudocube says of a Sudoku whether it has no, one or several solutions, and why one may believe it.

>>> from sudocube import Puzzle, check, crosscheck, solve
>>> puzzle = Puzzle("1... ..2. .3.. ...4")
>>> check(puzzle).verdict, str(solve(puzzle))
(<Verdict.UNIQUE: 'unique'>, '1243342143122134')

What there is, in the order in which one may want it; `help(sudocube.check)` says more of each.
`sudocube.__version__` is the version.

Puzzles
    Puzzle                   n² cells with clues: a text, rows, an array or a mapping; `puzzle[row, column]`
    Grid                     n² cells without blanks, such as a solution
    Geometry                 the size, and the shape of the boxes
    read                     the puzzles of a file in any form
    Entry                    a puzzle that was read, with its place, or the error in its place

Verdicts
    check                    whether a puzzle has no, one or several solutions
    check_many               the same for many, in order, with all cores
    solve                    a solution, or None
    solutions                all solutions, one after the other
    count                    how many solutions there are
    estimate_count           … where there are too many to count: an estimate with a confidence interval
    Verdict                  none, unique, multiple, unknown, invalid
    Evidence                 why one may believe a verdict: search, agreement, witness, proof
    StoredAnswer             what is to be said of a solution that a table stores beside its puzzle
    Checked                  what `check` gives
    Count                    what `count` gives
    CountEstimate            what `estimate_count` gives

How hard
    rate                     how hard a puzzle is: depth, backdoor, methods, proof steps and guesses
    rate_many                the same for many, in order, with all cores
    Rating                   what `rate` gives

Several engines
    crosscheck               several engines on one puzzle, compared
    crosscheck_many          the same for many puzzles
    Crosschecked             what `crosscheck` gives
    Refutation               what shows that an engine is wrong
    Cause                    what kind of evidence that is
    Standing                 what became of an answer: confirmed, refuted, undecided or failed
    Shrunk                   a small puzzle on which an engine is refuted in the same way
    Found                    what one engine answers: solutions, or that there are none,
    Undecided                … or nothing, because it is out of time or stuck,
    Failed                   … or nothing, because it broke off or says what cannot be understood,
    Refuted                  … or what the referee refused
    Claim                    what an answer claims: a solution, a verdict or a count
    Engine                   what an engine of your own has to have; a function will do as well
    Traits                   what an engine can do

Solvers of others
    examine_solver           whether a program or a function answers right, on puzzles of every kind
    Conformance              what `examine_solver` gives
    CaseResult               how a solver did in one case

Millions of puzzles
    check_frame              the verdict on each row of a data frame, in further columns
    solve_frame              a solution of each row
    count_many               counts for arrays and lists of 9×9 puzzles, by the compiled kernel
    solve_many               their solutions
    SolvedPuzzles            what `solve_many` gives
    canonical_many           their canonical forms, with keys and numbers of automorphisms
    CanonicalPuzzles         what `canonical_many` gives
    audit                    what is wrong in a data set: verdicts, stored answers, duplicates, overlaps
    Audit                    what `audit` gives

Puzzles made
    generate                 new puzzles of any symmetry, pattern and difficulty, each from its seed
    GeneratedPuzzle          what `generate` gives
    GenerationProgress       what `generate` tells on its way

Equal but for their arrangement
    canonical                the canonical form of a puzzle, which is that of all isomorphic ones
    CanonicalForm            what `canonical` gives
    isomorphism              what turns a 9×9 puzzle into another, or None
    Isomorphism              where each row, column and digit goes; told in words, applied, undone

Why
    diagnose                 why there is no solution or several, and what to change
    Diagnosis                what `diagnose` gives
    explain                  the steps of a documented method
    verify_steps             whether steps of any origin are right
    Step                     one step; `print(step)` says it in a sentence
    Choice                   a cell to fill after so many steps, for `explain`
    ExplanationOutcome       how the steps ended
    StepVerification         what `verify_steps` says of a step

Certificates
    certificate_of           a verdict with its proof, in memory
    Certificate              what `certificate_of` gives
    certify                  certificates of many puzzles, in a folder
    verify                   whether a folder of certificates holds
    CertifiedFolder          what `certify` gives
    FolderVerification       what `verify` gives
    CertificateVerification  whether one certificate holds

Encodings and outside solvers
    encode                   a puzzle in an encoding, for outside solvers
    decode                   what a solver printed, read and checked
    Decoded                  what `decode` gives
    prove                    whether an encoding states the rules, proved or refuted
    EncodingProof            what `prove` gives
    compare                  encodings measured side by side
    Figures                  what `compare` gives
    Encoding                 an encoding, as its file states it

Errors
    SudocubeError            the base class of all
    PuzzleError              cells that are no puzzle
    FormatError              a text that is no puzzle, with the place
    InputError               a file that cannot be read
    EncodingError            a mistake in the file of an encoding
    EngineError              an engine failed
    ImpossibleError          it is known that there is no such puzzle
    NotGeneratedError        the tries or the time did not suffice to make a puzzle
    RefutedError             an engine gave a solution that is none
    UnavailableError         a package is not installed
    UndecidedError           the time or the method did not suffice
    UnknownNameError         no such engine, encoding, method or format
    UnsupportedError         an engine or a format cannot do this
"""

# The module of each name stands in `__init__.pyi`, and nowhere else: type checkers read it there, and so does
# `__getattr__`. Each name is imported when it is first used, so that `import sudocube` costs nothing, and
# `sudocube.trusted` runs with nothing else of ours loaded.

_HOMES: dict[str, str] = {}
"""The module of each public name; filled at the first use of one."""


def _homes() -> dict[str, str]:
    """The module of each public name, as the stub says."""
    if not _HOMES:
        import ast

        with open(f"{__file__}i", encoding="utf-8") as stub:  # noqa: PTH123 — pathlib is slow to import
            imports = [node for node in ast.parse(stub.read()).body if isinstance(node, ast.ImportFrom)]
        _HOMES.update((alias.name, node.module or "") for node in imports for alias in node.names)
    return _HOMES


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name == "__all__":
        return list(_homes())
    if name == "__version__":
        from importlib.metadata import version

        return version("sudocube")
    if name.startswith("__") or name not in _homes():
        raise AttributeError(f"module 'sudocube' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_homes()[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_homes())
