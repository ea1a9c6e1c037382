"""Notebooks as pages: what stands in them, and what came out when they ran."""

import base64
import re

import nbclient
import nbformat


def outputs(cell, folder, stem, counter):
    for output in cell.get("outputs", []):
        if output.output_type == "stream" and output.name == "stdout":
            yield f"```text\n{output.text.rstrip()}\n```\n"
        data = output.get("data", {})
        if "image/png" in data:
            counter[0] += 1
            name = f"{stem}-{counter[0]}.png"
            (folder / name).write_bytes(base64.b64decode(data["image/png"]))
            yield f"![{stem}, figure {counter[0]}]({name})\n"
        elif "text/html" in data:
            yield re.sub(r"\n\s*", "\n", data["text/html"]) + "\n"
        elif "text/plain" in data and "<" not in data["text/plain"][:1]:
            plain = data["text/plain"]
            if not re.match(r"\[?<|Text\(|\[<", plain):
                yield f"```text\n{plain}\n```\n"


def page(path, folder):
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    parts, counter = [], [0]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source + "\n")
            continue
        parts.append(f"```python\n{cell.source}\n```\n")
        parts.extend(outputs(cell, folder, path.stem, counter))
    return "\n".join(parts)


def write(notebooks, folder):
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for path in sorted(notebooks.glob("*.ipynb")):
        text = page(path, folder)
        (folder / f"{path.stem}.md").write_text(text)
        pages.append((re.search(r"^# (.*)", text, re.M)[1], f"{path.stem}.md"))
    rows = "".join(f"- [{title}]({file})\n" for title, file in pages)
    (folder / "index.md").write_text("# Notebooks\n\nThey are in `python/notebooks`, as `.py` and `.ipynb`.\n\n" + rows)
    return pages
