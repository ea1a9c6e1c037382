"""The C++ reference: what the headers declare, with the comment before it; one page for each room."""

import pathlib
import re

ROOMS = {
    "core": "errors, findings, text and numbers that all rooms share",
    "scalar": "kinds of number",
    "spatial": "vectors, rotations, motions and forces, inertia",
    "model": "robots as they are described and computed with",
    "kinematics": "poses, Jacobians, inverse kinematics, workspaces",
    "dynamics": "one header for each algorithm",
    "trajectory": "motions",
    "simulation": "motion under torques",
    "control": "controllers, and motors that suit a motion",
}


def declarations(text):
    """(comment, declaration) of what is documented in a header outside of functions and private parts."""
    lines = text.split("\n")
    k = 0
    while k < len(lines):
        if not lines[k].startswith("///"):
            k += 1
            continue
        comment = []
        while k < len(lines) and lines[k].startswith("///"):
            comment.append(lines[k][3:].removeprefix(" "))
            k += 1
        first = k
        k = end_of_declaration(lines, k)
        yield "\n".join(comment), lines[first:k]


def end_of_declaration(lines, k):
    """The line after a declaration that begins at k: at its semicolon, or after the body that its brace opens."""
    depth = 0
    while k < len(lines):
        line = re.sub(r"//.*", "", lines[k])
        depth += line.count("{") + line.count("(") - line.count("}") - line.count(")")
        k += 1
        if depth <= 0 and (line.rstrip().endswith((";", "}")) or not line.strip()):
            break
    return k


def shown(declaration):
    """A type with its public part; of a function what stands before its body."""
    text = "\n".join(declaration).rstrip()
    if re.match(r"(template[^\n]*\n)?(struct|class|enum)\b", text):
        public = re.split(r"\n private:|\n protected:", text)[0]
        return public if public == text else public + "\n};"
    if text.startswith(("namespace", "#")):
        return ""
    head = text
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "{" and depth == 0 and "=" not in text[:place].rsplit(")", 1)[-1]:
            head = text[:place].rstrip() + ";"
            break
    return re.sub(r"\)\s*(const)?\s*:\s[^;]*;$", r") \1;", head)


def escaped(comment):
    """A comment as Markdown: signs that would mean something are quoted, but in code; lines set in are code."""
    lines = []
    for line in comment.split("\n"):
        if line.startswith("  "):
            lines += ["", "    " + line] if lines and lines[-1] and not lines[-1].startswith("    ") else ["    " + line]
            continue
        parts = re.split(r"(`[^`]*`)", line)
        lines.append("".join(one if one.startswith("`") else re.sub(r"([<>\[\]*_|])", r"\\\1", one) for one in parts))
    return "\n".join(lines)


def header_section(path, include):
    parts = [f"## {path.name}\n\n```cpp\n#include <{path.relative_to(include).as_posix()}>\n```\n"]
    for comment, declaration in declarations(path.read_text()):
        code = shown(declaration)
        parts.append(f"{escaped(comment)}\n" + (f"\n```cpp\n{code}\n```\n" if code else ""))
    return "\n".join(parts)


def write(include, folder):
    """Pages in a folder; returns (title, file) of each."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    rooms = sorted(path for path in (include / "torsor").iterdir() if path.is_dir())
    order = list(ROOMS)
    for room in sorted(rooms, key=lambda path: (order.index(path.name) if path.name in ROOMS else 99, path.name)):
        about = f"{ROOMS[room.name].capitalize()}.\n\n" if room.name in ROOMS else ""
        sections = [header_section(path, include) for path in sorted(room.rglob("*.hpp"))]
        page = folder / f"{room.name}.md"
        page.write_text(f"# {room.name}\n\n{about}" + "\n".join(sections))
        pages.append((room.name, page.name))
    index = "# C++ reference\n\nMade from the comments of the headers. A room sees only those before it.\n\n"
    rows = "".join(f"- [{name}]({file})\n" for name, file in pages)
    (folder / "index.md").write_text(index + rows)
    return pages


if __name__ == "__main__":
    import sys

    write(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
