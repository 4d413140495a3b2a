"""`python -m tests.examples`: write anew what is generated in other files."""

from tests.examples import lesson, notebook, pages, picture

if __name__ == "__main__":
    for page in pages.PAGES:
        page.write_text(pages.updated(page), "utf-8")
    picture.PATH.write_text(picture.drawn(), "utf-8")
    lesson.PAGE.write_text(lesson.updated(lesson.text()), "utf-8")
    notebook.PATH.write_text(notebook.updated(), "utf-8")
