"""The built site: every link leads somewhere, nothing is loaded from elsewhere, and examples in Python are sound."""

import ast
import html.parser
import pathlib
import re
import urllib.parse


class Page(html.parser.HTMLParser):
    """Links and what they may point to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.names = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names |= {found[key] for key in ("id", "name") if found.get(key)}
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        for key in ("src", "href"):
            if tag in ("img", "script", "link", "source") and found.get(key) and found.get("rel") != "canonical":
                self.loaded.append(found[key])


def wrong_links(folder):
    """A sentence for each link that leads nowhere, and each thing that would be loaded from another place."""
    pages = {path: Page(path.read_text()) for path in folder.rglob("*.html")}
    for path, page in pages.items():
        where = path.relative_to(folder)
        for link in page.links + page.loaded:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("http", "https") or parts.netloc:
                if link in page.loaded:
                    yield f"{where}: loads {link} from elsewhere"
                continue
            if parts.scheme or where.name == "404.html":
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{where}: {link} leads nowhere"
            elif parts.fragment and target in pages:
                wanted = urllib.parse.unquote(parts.fragment)
                if wanted not in pages[target].names and not wanted.startswith("__"):
                    yield f"{where}: {link}: no such place on that page"


def wrong_blocks(folder):
    """A sentence for each fenced block of Python that is none. What blocks print is compared by doctest elsewhere."""
    for path in sorted(pathlib.Path(folder).rglob("*.md")):
        for kind, body in re.findall(r"^```(pycon|python)\n(.*?)^```", path.read_text(), re.M | re.S):
            code = body
            if kind == "pycon":
                lines = [line[4:] for line in body.split("\n") if line.startswith((">>> ", "... ")) or line == "..."]
                code = "\n".join(lines)
            try:
                ast.parse(code)
            except SyntaxError as error:
                yield f"{path.relative_to(folder)}: expected Python, found {error.msg}: {error.text}"
