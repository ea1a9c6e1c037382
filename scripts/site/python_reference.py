"""The Python reference: signatures and docstrings of the package, read from its sources and the stub of the module."""

import ast
import inspect
import re

RESULTS = [
    ("_results", "States"),
    ("_motion", "Motions"),
    ("_estimates", "Identification"),
    ("_checks", "Checks"),
    ("_equations", "Equations and code"),
    ("_lint", "Findings"),
]


def module(package, name):
    path = package / (f"{name}.pyi" if (package / f"{name}.pyi").exists() else f"{name}.py")
    return ast.parse(path.read_text())


def definitions(tree, kind):
    return {node.name: node for node in tree.body if isinstance(node, kind)}


def signature(function, owner=""):
    """On one line, or where that is long one argument on each."""
    arguments = ast.unparse(function.args)
    arguments = re.sub(r"^(self|cls)(, |$)", "", arguments).replace("numpy.typing.", "")
    arguments = ", ".join(re.sub(r"^([^=]*:[^=]*[^= ])=", r"\1 = ", one) for one in split_arguments(arguments))
    returns = f" -> {ast.unparse(function.returns)}".replace("numpy.typing.", "") if function.returns else ""
    line = f"{owner}{function.name}({arguments}){returns}"
    if len(line) <= 100:
        return line
    return f"{owner}{function.name}(\n    " + ",\n    ".join(split_arguments(arguments)) + f",\n){returns}"


def split_arguments(arguments):
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(arguments):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(arguments[start:place].strip())
            start = place + 1
    return [*parts, arguments[start:].strip()]


def documentation(node):
    """The docstring as Markdown: its examples become blocks."""
    text = inspect.cleandoc(ast.get_docstring(node) or "")
    out, inside = [], False
    for line in text.split("\n"):
        if line.startswith(">>>") and not inside:
            out.append("```pycon")
            inside = True
        if inside and not line.strip():
            out.append("```")
            inside = False
        out.append(line if inside else re.sub(r"([<>*|\[\]])", r"\\\1", line))
    return "\n".join(out + (["```"] if inside else []))


def section(title, code, text, level):
    return f"{'#' * level} {title}\n\n```py\n{code}\n```\n\n{text}\n\n"


def public_functions(node):
    return [
        one for one in node.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")
    ]


def is_property(function):
    return any(ast.unparse(one) == "property" for one in function.decorator_list)


def class_section(node, level=2):
    parts = [f"{'#' * level} {node.name}\n\n{documentation(node)}\n\n"]
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign) and not one.target.id.startswith("_")]
    if fields:
        rows = "".join(f"| `{one.target.id}` | `{ast.unparse(one.annotation)}` |\n".replace(" | None`", " or None`") for one in fields)
        parts.append(f"| field | type |\n|---|---|\n{rows}\n")
    for function in public_functions(node):
        if is_property(function):
            parts.append(f"`{function.name}`: {documentation(function) or 'see above.'}\n\n")
        else:
            parts.append(section(f"{node.name}.{function.name}", signature(function), documentation(function), level + 1))
    return "".join(parts)


def robot_page(package):
    """All that Robot has, whichever of its bases it stands in."""
    chain = [
        definitions(module(package, name), ast.ClassDef)[kind]
        for name, kind in [
            ("_core", "Robot"),
            ("_states", "RobotStates"),
            ("_equations", "RobotEquations"),
            ("_motion", "RobotMotion"),
            ("_identification", "RobotIdentification"),
            ("_robot", "Robot"),
        ]
    ]
    found = {}
    for node in chain:
        found |= {function.name: function for function in public_functions(node)}
    values = [one for one in found.values() if is_property(one)]
    text = f"# Robot\n\n{documentation(chain[-1])}\n\n| value | type | |\n|---|---|---|\n"
    for one in values:
        kind = ast.unparse(one.returns).replace("numpy.typing.", "")
        text += f"| `{one.name}` | `{kind}` | {documentation(one)} |\n"
    text += "\n"
    for name, one in sorted(found.items()):
        if one not in values:
            text += section(name, signature(one, "robot."), documentation(one), 2)
    return text


def functions_page(package):
    text = "# Functions\n\n"
    functions = [("_robot", "load"), ("_core", "robots"), ("_lint", "lint"), ("_log", "read_log"), ("_studio", "studio")]
    for name, function in functions:
        node = definitions(module(package, name), ast.FunctionDef)[function]
        text += section(function, signature(node, "torsor."), documentation(node), 2)
    for name, kind in [("_log", "Log"), ("_studio", "Studio")]:
        text += class_section(definitions(module(package, name), ast.ClassDef)[kind])
    for node in definitions(module(package, "_errors"), ast.ClassDef).values():
        text += f"## {node.name}\n\n{documentation(node)}\n\n"
    return text


def results_page(package):
    text = "# Results\n\nSmall objects with named fields; each shows itself as a table, and as HTML in notebooks.\n\n"
    for name, title in RESULTS:
        text += f"## {title}\n\n"
        for node in definitions(module(package, name), ast.ClassDef).values():
            if not node.name.startswith("Robot"):
                text += class_section(node, 3)
    return text


def plots_page(package):
    tree = module(package, "plot")
    text = "# Plots\n\n" + documentation(tree) + "\n\n"
    for name in ("plot", "_plot_arm"):
        for node in definitions(module(package, name), ast.FunctionDef).values():
            if not node.name.startswith("_"):
                text += section(node.name, signature(node, "torsor.plot."), documentation(node), 2)
    return text


PAGES = {"Robot": robot_page, "Functions": functions_page, "Results": results_page, "Plots": plots_page}


def write(package, folder):
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for title, make in PAGES.items():
        (folder / f"{title.lower()}.md").write_text(make(package))
        pages.append((title, f"{title.lower()}.md"))
    rows = "".join(f"- [{title}]({file})\n" for title, file in pages)
    (folder / "index.md").write_text("# Python reference\n\nMade from the sources of the package.\n\n" + rows)
    return pages
