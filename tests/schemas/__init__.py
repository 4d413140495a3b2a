"""The JSON Schemas in docs/schemas/: their form, and what commands print held against them.

`python -m tests.schemas` writes the definitions that several schemas share into each of them.
"""
