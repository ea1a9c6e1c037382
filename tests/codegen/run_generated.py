"""run_generated.py FOLDER: runs every generated .py and .m file of a folder on the cases of its .json, and says what
differs. MATLAB is read by a reader of its own, which knows the few kinds of line that a generator needs and no others."""
import importlib
import json
import math
import pathlib
import re
import sys


class Truth:
    """As NumPy's: true or false, and not to be subtracted."""

    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return self.value


class Number(float):
    """As NumPy's float64: a float whose comparisons are no bool, and whose results are of its kind."""

    def __gt__(self, other):
        return Truth(float(self) > float(other))

    def __lt__(self, other):
        return Truth(float(self) < float(other))


def of_its_kind(name):
    return lambda *arguments: Number(getattr(float, name)(*map(float, arguments)))


for name in "add sub mul truediv radd rsub rmul rtruediv neg".split():
    setattr(Number, f"__{name}__", of_its_kind(f"__{name}__"))


def number_lists():
    """The kinds of list that a Python file has to take."""
    yield list
    yield lambda values: [Number(x) for x in values]
    try:
        import numpy
        yield numpy.array
    except ImportError:
        pass


class Matlab:
    """The static functions of a generated class, as Python."""

    functions = {"sin": math.sin, "cos": math.cos, "sqrt": math.sqrt, "atan": math.atan, "Inf": math.inf, "NaN": math.nan,
                 "sign": lambda x: (x > 0) - (x < 0)}
    token = re.compile(r"\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?)|([A-Za-z]\w*)|(<=|[-+*/()>]))")

    def __init__(self, path):
        kinds = [(r"classdef (\w+)", self.open), (r"methods \(Static\)", self.open), (r"end", self.close),
                 (r"function \[(.*)\] = (\w+)\((.*)\)", self.function), (r"(t\d+) = (.*);", self.assign),
                 (r"(\w+) = zeros\((\d+), (\d+)\);", self.output), (r"(\w+)\((\d+)(?:,(\d+))?\) = (.*);", self.entry)]
        self.depth, self.known, self.body, self.results = 0, {}, [], []
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.strip() and not line.lstrip().startswith("%"):
                matches = [(match, act) for kind, act in kinds if (match := re.fullmatch(r"\s*" + kind, line))]
                if not matches:
                    raise SyntaxError(f"{path}: {line}")
                matches[0][1](*matches[0][0].groups())
        if self.depth != 0:
            raise SyntaxError(f"{path}: {self.depth} more end expected")

    def open(self, *_):
        self.depth += 1

    def close(self):
        self.depth -= 1
        if self.body:
            exec("\n ".join(self.body + [f"return {', '.join(self.results)},"]), scope := dict(self.functions))
            setattr(self, self.name, scope[self.name])
            self.body = []

    def function(self, results, name, arguments):
        self.depth += 1
        self.name, self.results, self.inputs = name, results.split(", "), arguments.split(", ")
        self.names, self.body = set(), [f"def {name}({arguments}):"]

    def assign(self, name, expression):
        self.body.append(f"{name} = {self.translated(expression)}")
        self.names.add(name)

    def output(self, name, rows, columns):
        self.columns = int(columns)
        self.body.append(f"{name} = [0.0]*{int(rows)*int(columns)}")

    def entry(self, name, i, j, expression):
        place = (int(i) - 1) * self.columns + int(j or 1) - 1
        self.body.append(f"{name}[{place}] = {self.translated(expression)}")

    def translated(self, expression):
        text, at = "", 0
        while at < len(expression):
            match = self.token.match(expression, at)
            if not match:
                raise SyntaxError(expression[at:])
            number, name, sign = match.groups()
            at = match.end()
            if name in self.inputs if name else False:
                index = re.compile(r"\((\d+)\)").match(expression, at)
                name, at = f"{name}[{int(index[1]) - 1}]", index.end()
                assert not name.endswith("[-1]")
            elif name and name not in self.names and name not in self.functions:
                raise NameError(f"{name} in {expression}")
            text += number or name or sign
        return text


def flat(values):
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from flat(value)
        else:
            yield float(value)


def torques(module, case, acceleration):
    """What the functions that solve with B are compared by: their accelerations have its condition number for an error."""
    q, qd, tau = (case[name] for name in ("q", "qd", "tau")) if "tau" in case else (
        case["x"][:-len(case["u"])], case["x"][-len(case["u"]):], case["u"])
    first = [case["theta"]] if "theta" in case else []
    return list(flat([module.inverse_dynamics(*first, q, qd, acceleration)])), tau


def disagreement(module, name, case, function, kind):
    found = list(flat([getattr(module, name)(*(kind(case[argument]) for argument in function["inputs"]))]))
    expected = [x for result in function["outputs"] for x in case[result]]
    if len(found) != len(expected):
        return math.inf
    if name in ("forward_dynamics", "state_derivative") and hasattr(module, "inverse_dynamics"):
        count = len(case["tau"] if "tau" in case else case["u"])
        again, tau = torques(module, case, found[-count:])
        found, expected = found[:-count] + again, expected[:-count] + tau
    size = math.sqrt(sum(x * x for x in expected))
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(found, expected))) / max(size, 1e-3)


def main(folder):
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    files = sorted(list(folder.glob("*.py")) + list(folder.glob("*.m")))
    failures, largest, calls = 0, 0.0, 0
    for path in files:
        python = path.suffix == ".py"
        module = importlib.import_module(path.stem) if python else Matlab(path)
        for name, function in json.loads(path.with_name(path.name + ".json").read_text()).items():
            for case in function["cases"]:
                for kind in number_lists() if python else [list]:
                    calls += 1
                    error = disagreement(module, name, case, function, kind)
                    largest = max(largest, error)
                    if not error <= function["tolerance"]:
                        failures += 1
                        print(f"{path.name}: {name} differs by {error}")
    print(f"{len(files)} files, {calls} calls, {failures} differ, largest {largest:.1e}")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
