"""Certificates: verdicts that anyone can check without trusting what found them.

certifying   puzzles to a folder of certificates
folder       the folder while it is written: resumed, finished, refused
text         one certificate as text, and what is read of it again
verifying    a folder of certificates, checked by `sudocube.trusted`

What a folder holds is told in `sudocube.trusted.folder`.
"""

from sudocube.certificate.certifying import CertifiedFolder, CertifiedPuzzle, certify
from sudocube.certificate.verifying import CertificateVerification, FolderVerification, verify

__all__ = [
    "CertificateVerification",
    "CertifiedFolder",
    "CertifiedPuzzle",
    "FolderVerification",
    "certify",
    "verify",
]
