"""`python -m tests.examples`: write anew what is generated, in the lesson on encodings and the notebook."""

from tests.examples import lesson, notebook

if __name__ == "__main__":
    lesson.PAGE.write_text(lesson.updated(lesson.text()), "utf-8")
    notebook.PATH.write_text(notebook.updated(), "utf-8")
