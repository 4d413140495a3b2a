"""A page of HTML taken apart, to see what a browser would make of it."""

from html.parser import HTMLParser

WITHOUT_END = {"meta", "br", "img", "link", "input", "hr"}


class Page(HTMLParser):
    """A page taken apart: its elements with their attributes, its text, and what is not nested rightly."""

    def __init__(self, text):
        super().__init__()
        self.said = ""
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.faults += self._open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in WITHOUT_END:
            self._open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self._open or self._open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data):
        self.said += data

    def values(self, attribute):
        """What this attribute is, wherever it is there."""
        return [found[attribute] for _, found in self.elements if attribute in found]
