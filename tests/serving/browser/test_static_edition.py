"""The lesson as files: on a web server that knows nothing of sudocube, below a path of its own."""

import re
import subprocess
import sys
from itertools import takewhile

import pytest
from playwright.sync_api import expect

from sudocube.serving.lesson import SCENES
from sudocube.serving.static_edition import edition_files, write_edition

PATH = "some/where/lessons"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the edition on Python's own web server."""
    root = tmp_path_factory.mktemp("site")
    write_edition(root.joinpath(*PATH.split("/")))
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http://[\d.:]+/", process.stdout.readline())
        assert address is not None
        yield f"{address[0]}{PATH}/"
        process.terminate()


def test_all_scenes_work_without_our_server_and_lead_to_each_other(site, new_page):
    """From the overview through all scenes by their links; no request to elsewhere, no error."""
    address = site
    page = new_page(at=address)
    page.goto(address)
    expect(page.locator(".scene-cards a")).to_have_count(len(SCENES))
    page.locator(".scene-cards a").first.click()
    for number, name in enumerate(SCENES, 1):
        expect(page.locator(f".scene-{name} .scene-stage > :not(.waiting)").first).to_be_visible()
        expect(page.locator(".scene-number")).to_have_text(f"Scene {number} of {len(SCENES)}")
        assert page.url.startswith(f"{address}lesson/{name}/")
        if number < len(SCENES):
            page.locator("a[rel=next]").click()


def test_without_a_server_switches_are_proved_and_what_is_typed_needs_one(site, new_page, axe):
    page = new_page(at=site)
    page.goto(f"{site}lesson/your-own/")
    told = page.locator(".own-told")
    expect(told.locator(".headline")).to_contain_text("Refuted.")
    page.get_by_role("checkbox", name="box at most one").check()
    expect(told.locator(".headline")).to_contain_text("Proved")
    page.get_by_label("Clauses, one on each line").fill("-1 -6")
    expect(told).to_contain_text("sudocube serve")
    axe(page, "#host")


def test_the_pages_name_no_address_outside_of_their_folder():
    """So they work below any path; no script names another host."""
    made = takewhile(lambda file: not file[0].startswith("data/"), edition_files())  # those take seconds
    texts = {place: content.decode() for place, content in made}
    for place, text in texts.items():
        if place.endswith(".html"):
            named = re.findall(r'(?:href|src)="([^"#]*)"', text)
            assert named
            assert all(one.startswith("../" * place.count("/") or "./") for one in named), place
            assert "{{" not in text
            assert 'content="default-src' in text
    scripts = "".join(text for place, text in texts.items() if place.endswith(".js"))
    assert re.findall(r'https?://[^\s"`]+', scripts) == []
