"""The page of `sudocube serve` in Chromium: its weight, a verdict after each key, steps forth and back.

    python benchmarks/page.py [--keys 60] [--steps 100] [--chromium /usr/bin/chromium]

Weight is what the browser gets, with the headers of the answers, until the start page is at rest. The time
of a key is from its event until the verdict of the new puzzle is in the page, and that of a step from the
click until the next picture. Jumps are what Chromium calls layout shifts, summed: 0 where nothing moves.
It needs the extra `test`.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright
from side_by_side import machine

PUZZLE = "..2.9....1..2.4.....5.7............681....5..26...38.73....14.....6...95...5..7.."
"""It has one solution, and `phases` has to guess."""

BLANK = "r1c1"

WATCH_KEYS = """(cell) => {
    window.times = [];
    addEventListener("keydown", ({ key }) => {
        const start = performance.now();
        const look = () => {
            const isDrawn = document.querySelector(`#puzzle [data-cell=${cell}]`).textContent === key;
            const isDone = document.querySelector(".verdict").ariaBusy === "false";
            if (isDrawn && isDone) window.times.push(performance.now() - start);
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    }, true);
}"""

UNTIL = """(number) => new Promise((done) => {
    const look = () => (window.times.length < number ? requestAnimationFrame(look) : done());
    look();
})"""

WATCH_JUMPS = """() => {
    window.jumps = 0;
    const add = (list) => list.getEntries().forEach((one) => { window.jumps += one.value; });
    new PerformanceObserver(add).observe({ type: "layout-shift" });
}"""

CLICK = """async ([name, times]) => {
    const button = document.querySelector(`.player button[title=${name}]`);
    const taken = [];
    for (let done = 0; done < times && button.ariaDisabled !== "true"; done++) {
        const start = performance.now();
        button.click();
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        taken.push(performance.now() - start);
    }
    return taken;
}"""


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    arguments = parser.parse_args()
    print(f"{machine()}; {arguments.keys} keys, {arguments.steps} steps")
    with _server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=arguments.chromium, args=["--no-sandbox"])
        kilobytes, files = _weight(browser, address)
        print(f"start page: {kilobytes:.0f} kB in {files} files")
        page = browser.new_page()
        _tell("verdict after a key", _keys(page, address, arguments.keys))
        forth, back, jumps = _steps(page, address, arguments.steps)
        _tell(f"{len(forth)} steps forth", forth)
        _tell(f"{len(back)} steps back", back)
        print(f"jumps of the page meanwhile: {jumps:.4f}")
        browser.close()


@contextmanager
def _server() -> Iterator[str]:
    """The address of a server that ends with the block."""
    command = [sys.executable, "-m", "sudocube", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://[^\s]+", process.stdout.readline())
            assert found is not None
            yield found[0].rstrip("/")
        finally:
            process.terminate()


def _weight(browser: Browser, address: str) -> tuple[float, int]:
    """The kilobytes, and the number of files, until the start page is at rest."""
    page = browser.new_page()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="networkidle")
    page.close()
    return sum(sizes) / 1000, len(sizes)


def _keys(page: Page, address: str, number: int) -> list[float]:
    """Milliseconds from a key to its verdict; the first ten, while all is new, are left out."""
    page.goto(f"{address}/#p={PUZZLE}", wait_until="networkidle")
    page.locator(f"#puzzle [data-cell={BLANK}]").click()
    page.evaluate(WATCH_KEYS, BLANK)
    for key in range(number + 10):
        page.keyboard.press(str(key % 9 + 1))
        page.evaluate(UNTIL, key + 1)
    return list(page.evaluate("() => window.times"))[10:]


def _steps(page: Page, address: str, number: int) -> tuple[list[float], list[float], float]:
    """Milliseconds of each step forth and back, and how far the page has jumped."""
    page.goto(f"{address}/why#p={PUZZLE}", wait_until="networkidle")
    page.get_by_role("heading", name="How it ends").wait_for()
    page.evaluate(WATCH_JUMPS)
    forth = page.evaluate(CLICK, ["Next", number])
    back = page.evaluate(CLICK, ["Back", number])
    return forth, back, float(page.evaluate("() => window.jumps"))


def _tell(what: str, times: list[float]) -> None:
    """Print the quartiles that matter."""
    ordered = sorted(times)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{what}: median {median(ordered):.0f} ms, 95 % within {late:.0f} ms, at most {ordered[-1]:.0f} ms")


if __name__ == "__main__":
    main()
