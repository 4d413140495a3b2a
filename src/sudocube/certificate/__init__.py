"""Certificates: verdicts that anyone can check without trusting the solver that found them.

certifying          `certify`: verdicts with proofs, written to a folder of certificates
single_certificate  `certificate_of`: the certificate of one puzzle, in memory
text_checking       the text of one certificate, and where it was refused
proof_reading       a proof event by event: what is supposed, what follows, where it ends
certificate_making  a certificate as text, and as files for proof checkers of others
folder_writing      the folder while it is written
folder_reading      certificates read back from it, by their numbers
file_checking       what a file of it holds that an earlier run wrote
folder_verifying    `verify`: a folder of certificates, checked by `sudocube.trusted`, and held against a list

`sudocube.trusted.folder` describes what a folder holds.
"""

from sudocube.certificate.certifying import CertifiedFolder, CertifiedPuzzle, certify
from sudocube.certificate.folder_verifying import CertificateVerification, FolderVerification, verify
from sudocube.certificate.single_certificate import Certificate, certificate_of

__all__ = [
    "Certificate",
    "CertificateVerification",
    "CertifiedFolder",
    "CertifiedPuzzle",
    "FolderVerification",
    "certificate_of",
    "certify",
    "verify",
]
