"""The JSON Schemas in docs/schemas/: their form, and what commands print held against them."""
