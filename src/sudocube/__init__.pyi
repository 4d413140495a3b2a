# ruff: noqa: I001 -- in the order of the list in `__init__.py`, which teaches
"""The public names of sudocube; see `__init__.py`."""

__version__: str

# Puzzles
from sudocube.puzzle import Puzzle as Puzzle
from sudocube.puzzle import Grid as Grid
from sudocube.geometry import Geometry as Geometry
from sudocube.rows.opening import read as read
from sudocube.rows import Entry as Entry

# Verdicts
from sudocube.verdicts.checking import check as check
from sudocube.verdicts.batches import check_many as check_many
from sudocube.verdicts.checking import solve as solve
from sudocube.verdicts.checking import solutions as solutions
from sudocube.verdicts.checking import count as count
from sudocube.verdicts.estimating import estimate_count as estimate_count
from sudocube.verdict import Verdict as Verdict
from sudocube.verdict import Evidence as Evidence
from sudocube.verdict import StoredAnswer as StoredAnswer
from sudocube.verdicts.checking import Checked as Checked
from sudocube.verdicts.checking import Count as Count
from sudocube.verdicts.estimating import CountEstimate as CountEstimate

# How hard
from sudocube.rating import rate as rate
from sudocube.rating import rate_many as rate_many
from sudocube.rating import Rating as Rating

# Several engines
from sudocube.verdicts.crosschecking import crosscheck as crosscheck
from sudocube.verdicts.crosschecking import crosscheck_many as crosscheck_many
from sudocube.verdicts.judging import Crosschecked as Crosschecked
from sudocube.verdicts.judging import Refutation as Refutation
from sudocube.verdicts.judging import Cause as Cause
from sudocube.verdicts.judging import Standing as Standing
from sudocube.verdicts.shrinking import Shrunk as Shrunk
from sudocube.engines import Found as Found
from sudocube.engines import Undecided as Undecided
from sudocube.engines import Failed as Failed
from sudocube.engines import Refuted as Refuted
from sudocube.verdict import Claim as Claim
from sudocube.engines import Engine as Engine
from sudocube.engines import Traits as Traits

# Solvers of others
from sudocube.conformance import examine_solver as examine_solver
from sudocube.conformance import Conformance as Conformance
from sudocube.conformance import CaseResult as CaseResult

# Millions of puzzles
from sudocube.verdicts.frames import check_frame as check_frame
from sudocube.verdicts.frames import solve_frame as solve_frame
from sudocube.kernel.batches import count_many as count_many
from sudocube.kernel.batches import solve_many as solve_many
from sudocube.kernel.batches import SolvedPuzzles as SolvedPuzzles
from sudocube.kernel.batches import canonical_many as canonical_many
from sudocube.kernel.batches import CanonicalPuzzles as CanonicalPuzzles
from sudocube.auditing.run import audit as audit
from sudocube.auditing.run import Audit as Audit

# Puzzles made
from sudocube.generation.generating import generate as generate
from sudocube.generation.generating import GeneratedPuzzle as GeneratedPuzzle
from sudocube.generation.generating import GenerationProgress as GenerationProgress

# Equal but for their arrangement
from sudocube.symmetry import canonical as canonical
from sudocube.symmetry import CanonicalForm as CanonicalForm
from sudocube.symmetry import isomorphism as isomorphism
from sudocube.symmetry import Isomorphism as Isomorphism

# Why
from sudocube.verdicts.diagnosing import diagnose as diagnose
from sudocube.verdicts.diagnosing import Diagnosis as Diagnosis
from sudocube.explanation import explain as explain
from sudocube.explanation import verify_steps as verify_steps
from sudocube.solvers.trace import Step as Step
from sudocube.explanation.following import Choice as Choice
from sudocube.explanation.following import ExplanationOutcome as ExplanationOutcome
from sudocube.explanation.step_verifying import StepVerification as StepVerification

# Certificates
from sudocube.verdicts.certificates import certificate_of as certificate_of
from sudocube.verdicts.certificates import Certificate as Certificate
from sudocube.verdicts.certifying import certify as certify
from sudocube.verdicts.certificates import verify as verify
from sudocube.verdicts.certifying import CertifiedFolder as CertifiedFolder
from sudocube.verdicts.certificates import FolderVerification as FolderVerification
from sudocube.verdicts.certificates import CertificateVerification as CertificateVerification

# Encodings and outside solvers
from sudocube.exchange import encode as encode
from sudocube.exchange import decode as decode
from sudocube.exchange import Decoded as Decoded
from sudocube.lab import prove as prove
from sudocube.lab import EncodingProof as EncodingProof
from sudocube.lab import compare as compare
from sudocube.lab import Figures as Figures
from sudocube.encoder import Encoding as Encoding

# Errors
from sudocube.errors import SudocubeError as SudocubeError
from sudocube.errors import PuzzleError as PuzzleError
from sudocube.errors import FormatError as FormatError
from sudocube.errors import InputError as InputError
from sudocube.errors import EncodingError as EncodingError
from sudocube.errors import EngineError as EngineError
from sudocube.errors import ImpossibleError as ImpossibleError
from sudocube.errors import NotGeneratedError as NotGeneratedError
from sudocube.errors import RefutedError as RefutedError
from sudocube.errors import UnavailableError as UnavailableError
from sudocube.errors import UndecidedError as UndecidedError
from sudocube.errors import UnknownNameError as UnknownNameError
from sudocube.errors import UnsupportedError as UnsupportedError
