"""The texts of the scenes: parts of our own Markdown, and passages of the written lesson."""

import re
from importlib.resources import files

import pytest

from sudocube.encoder.catalogue import root
from sudocube.serving.lesson_data import lesson_data
from sudocube.serving.lesson_text import SCENES, as_html, passages, scene_row, scene_text
from tests.schemas.schema_files import misfits

TEXTS = files("sudocube.serving") / "lesson_texts"


def test_each_scene_has_a_question_before_its_answer_and_a_module_that_draws_it():
    """One of the choices is right, and whoever has not answered yet cannot read which. All of it is text."""
    assert sorted(file.name for file in TEXTS.iterdir()) == sorted(f"{name}.md" for name in SCENES)
    for name in SCENES:
        text, row = scene_text(name), scene_row(name)
        assert text.title
        assert text.summary.endswith(".")
        assert text.question.rstrip().endswith("?</p>")
        assert text.answer.startswith("<p><strong>")
        assert text.answer not in text.question + text.summary + text.text
        assert [choice.is_right for choice in text.choices].count(True) == (1 if text.choices else 0)
        whole = " ".join([row["question"], row["answer"], row["text"]])
        assert not re.search(r"<!--|&lt;!--|\*\*|\[ \]|\[x\]", whole)
        module = files("sudocube.serving") / "static" / "lesson" / f"{name.replace('-', '_')}.js"
        assert f'name: "{name}"' in module.read_text("utf-8")
    names = ["lesson", "clauses", *(f"scene-{name}" for name in SCENES)]
    assert list(misfits("page/lesson", map(lesson_data, names))) == []


def test_what_the_written_lesson_says_too_is_taken_from_it():
    """The rule of unit propagation stands there alone; each marked passage is used; no link leads nowhere."""
    rule = "If all literals of a clause but one are false, that one is true."
    assert rule in (root() / "README.md").read_text("utf-8")
    assert rule in " ".join(scene_text("fire").text.split())
    assert rule not in (TEXTS / "fire.md").read_text("utf-8")
    texts = "".join((TEXTS / f"{name}.md").read_text("utf-8") for name in SCENES)
    used = set(re.findall(r"lesson: ([a-z-]+)", texts))
    assert sorted(passages()) == sorted(used)
    assert not re.findall(r"\]\((?!https?:)[^)]*\)", texts + "".join(passages()[one] for one in used))


def test_a_passage_or_a_scene_that_is_not_there_is_an_error():
    """It is found when the page is tested; and no text outside the folder can be asked for."""
    with pytest.raises(KeyError, match="no-such-passage"):
        as_html("<!-- lesson: no-such-passage -->\n")
    with pytest.raises(KeyError):
        scene_text("../lesson_text")


def test_markup_in_a_text_is_shown_and_not_obeyed():
    """The scene puts this HTML into the page as it is."""
    assert "<script>" not in as_html("a <script>alert(1)</script> b")
    assert "&lt;b&gt;" in as_html("```\n<b>\n```\n")
