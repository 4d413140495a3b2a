"""`python -m tests.schemas`: write the shared definitions into each schema that uses them."""

from tests.schemas.schema_files import NAMES, PAGE_NAMES, path_of, updated

if __name__ == "__main__":
    for name in (*NAMES, *PAGE_NAMES):
        path_of(name).write_text(updated(name), "utf-8")
