"""Certificates: verdicts that anyone can check without trusting the solver that found them.

certifying        `certify`: verdicts with proofs, written to a folder of certificates
folder_writing    the folder while it is written, and its certificates as text
folder_verifying  `verify`: a folder of certificates, checked by `sudocube.trusted`

`sudocube.trusted.folder` describes what a folder holds.
"""

from sudocube.certificate.certifying import CertifiedFolder, CertifiedPuzzle, certify
from sudocube.certificate.folder_verifying import CertificateVerification, FolderVerification, verify

__all__ = [
    "CertificateVerification",
    "CertifiedFolder",
    "CertifiedPuzzle",
    "FolderVerification",
    "certify",
    "verify",
]
