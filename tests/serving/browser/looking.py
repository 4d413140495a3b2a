"""What tests look at on every page: cells of the board, the verdict, notices; and how they paste."""

from playwright.sync_api import Locator, Page, expect

UNIQUE = ".9.3..8.6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
SEVERAL = ".9.3....6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
NONE = "5...3......7..9.......2.4..8.....9....1..7...95....8...3.8....5....4...6....61.82"
CLASHING = "3..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."
SMALL = "1.....2..3.....4"

PASTED = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const made = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(made);
}"""


def cell(page: Page, name: str) -> Locator:
    """A cell of the board at the side, by its name: r1c1."""
    return page.locator(f"#puzzle [data-cell={name}]")


def has_verdict(page: Page, words: str) -> None:
    """Wait until the verdict on the puzzle is this one."""
    expect(page.locator(".verdict .headline")).to_have_text(words)


def has_notice(page: Page, part: str) -> None:
    """Wait until there is a notice with these words in it."""
    expect(page.locator(".notice")).to_contain_text(part)


def paste(page: Page, text: str) -> None:
    """What the browser does when somebody pastes a text."""
    page.evaluate(PASTED, text)


def board_text(page: Page) -> str:
    """The clues of the board at the side, row by row; . for a blank."""
    script = "all => all.map(td => td.dataset.kind === 'clue' ? td.textContent : '.').join('')"
    return str(page.locator("#puzzle [data-cell]").evaluate_all(script))
