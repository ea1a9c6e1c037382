"""The engines of the benchmark: what is compiled for each, with which flags, and how its program is called."""
import concurrent.futures
import dataclasses
import os
import pathlib
import shutil
import subprocess
import time

HERE = pathlib.Path("benchmarks/peers")
OUT = pathlib.Path("build/bench")
TOOL = pathlib.Path("build/release/bin/torsor")
LIBRARY = pathlib.Path("build/release/lib/libtorsor.a")
LINKED = ["-lyaml-cpp", "-lpugixml", "-lz", "-lfmt"]
OPTIMISED = ["-O3", "-DNDEBUG"]
# Pinocchio's own definitions, less the one that would take the algorithms from its compiled library.
BOOST = ["-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
         "-DBOOST_FUSION_INVOKE_MAX_ARITY=12", "-DBOOST_VARIANT_USE_RELAXED_GET_BY_DEFAULT"]
COMPILERS = {"GCC": ("g++", "gcc"), "Clang": ("clang++-19", "clang-19")}
GENERATED = "inverse-dynamics,inertia-matrix,forward-dynamics,coriolis-matrix,regressor,forward-kinematics,jacobian"


@dataclasses.dataclass
class Engine:
    """One program: `engine` and `build` name it, `side` is ours or peer, `kind` is run-time, generated, batch..."""
    engine: str
    build: str
    side: str
    kind: str
    program: pathlib.Path
    reads: str  # "urdf" and the tip, or "table"
    robot: str = ""  # generated code is of one robot alone
    serial: bool = False  # arms on a fixed base only
    code: pathlib.Path | None = None  # compiled code that the program loads
    first: str = ""  # a word before all others

    @property
    def title(self):
        return f"{self.engine}, {self.build}"

    def takes(self, robot):
        return self.robot in ("", robot.name) and not (self.serial and robot.free)

    def command(self, robot):
        arguments = [robot.urdf, robot.tip] if self.reads == "urdf" else [table_of(robot)]
        if self.first:
            arguments.insert(0, self.first)
        if self.code:
            arguments.append(f"./{self.code}")
        return [f"./{self.program}", *map(str, arguments)]

    def exists(self):
        return self.program.exists() and (self.code is None or self.code.exists())


def table_of(robot):
    return robot.urdf.with_suffix(".table")


def site_packages():
    return next(iter(sorted((OUT / "venv").glob("lib/python3*/site-packages"))), OUT / "missing")


def builds():
    """Name, C++ compiler, C compiler and flags of every build that this machine can make."""
    for name, (cxx, cc) in COMPILERS.items():
        if shutil.which(cxx):
            for march in ([], ["-march=native"]):
                yield f"{name}{' native' if march else ''}", cxx, cc, [*OPTIMISED, *march]


def plan(robots, notes):
    """Steps of (inputs, output, command) in stages, each of which needs the one before, and the engines."""
    stages, engines = [[], [], []], []
    packages = site_packages()
    prefix, casadi, mujoco = packages / "cmeel.prefix", packages / "casadi", packages / "mujoco"
    headers = ["-isystem", prefix / "include", "-isystem", "/usr/include/eigen3", *BOOST]

    def step(stage, source, program, compiler, flags, linked=(), inputs=()):
        out = OUT / "bin" / program
        stages[stage].append(([HERE / source, *inputs], out, [compiler, "-std=c++20", *flags, f"-I{HERE}", HERE / source,
                                                              *linked, "-o", out]))
        return out

    ours = ["-Iinclude"]
    out = step(0, "torsor.cpp", "torsor-shipped", "g++", [*OPTIMISED, *ours], [LIBRARY, *LINKED], [LIBRARY])
    engines.append(Engine("torsor", "as shipped", "ours", "run-time", out, "urdf"))
    out = step(0, "torsor_batch.cpp", "torsor-batch", "g++", [*OPTIMISED, *ours], [LIBRARY, *LINKED], [LIBRARY])
    engines.append(Engine("torsor batch", "as shipped", "ours", "batch", out, "urdf"))
    engines.append(Engine("torsor batch", "compiled", "ours", "compiled batch", out, "urdf", first="compiled"))
    out = step(0, "torsor_compiled.cpp", "torsor-compiled", "g++", [*OPTIMISED, *ours], [LIBRARY, *LINKED], [LIBRARY])
    engines.append(Engine("torsor compile", "as shipped", "ours", "specialised", out, "urdf"))
    has_pinocchio = (prefix / "include" / "pinocchio").exists()
    for build, cxx, _, flags in builds():
        name = build.lower().replace(" ", "-")
        if has_pinocchio:
            out = step(0, "pinocchio.cpp", f"pinocchio-{name}", cxx, [*flags, *headers])
            engines.append(Engine("Pinocchio", build, "peer", "run-time", out, "table"))
    if not has_pinocchio:
        notes.append("Pinocchio is not installed")
    if library := sorted(mujoco.glob("libmujoco.so*")):
        rpath = f"-Wl,-rpath,$ORIGIN/../{mujoco.relative_to(OUT)}"
        out = step(0, "mujoco.cpp", "mujoco", "g++", [*OPTIMISED, "-isystem", mujoco / "include"], [library[0], rpath])
        engines.append(Engine("MuJoCo", "as packaged", "peer", "run-time", out, "urdf", serial=True))
    else:
        notes.append("MuJoCo is not installed")
    if pathlib.Path("/usr/include/kdl").exists() and has_pinocchio:
        out = step(0, "kdl.cpp", "kdl", "g++", [*OPTIMISED, "-isystem", "/usr/include/eigen3"], ["-lorocos-kdl"])
        engines.append(Engine("KDL", "as packaged", "peer", "run-time", out, "table", serial=True))
    else:
        notes.append("KDL is not installed, or Pinocchio, which reads its robots, is not")
    out = step(0, "generated.cpp", "generated", "g++", [*OPTIMISED, *ours], [LIBRARY, *LINKED], [LIBRARY])
    programs = {"robot": ("torsor generate", "ours", out)}
    if (casadi / "include").exists() and has_pinocchio:
        rpath = f"-Wl,-rpath,$ORIGIN/../{casadi.relative_to(OUT)}"
        step(0, "write_casadi.cpp", "write_casadi", "clang++-19" if shutil.which("clang++-19") else "g++",
             ["-O1", "-DNDEBUG", "-isystem", casadi / "include", *headers], [f"-L{casadi}", "-lcasadi", rpath])
        out = step(0, "casadi.cpp", "casadi", "g++", OPTIMISED)
        programs["kernels"] = ("Pinocchio and CasADi", "peer", out)
    else:
        notes.append("CasADi is not installed")
    for robot in robots:
        if robot.generated:
            plan_generated(robot, programs, stages, engines)
    return stages, engines


def plan_generated(robot, programs, stages, engines):
    """Code of ours and of Pinocchio through CasADi for one robot, compiled by both compilers for this machine."""
    folder = OUT / "generated" / robot.name
    folder.mkdir(parents=True, exist_ok=True)
    write = {
        "robot": ([TOOL, robot.urdf], [TOOL, "generate", robot.urdf, "--functions", GENERATED, "--output", folder, "--name",
                                       "robot", "--tip", robot.tip, "--sines", "inline", "--force"]),
        "kernels": ([OUT / "bin/write_casadi", table_of(robot)],
                    [OUT / "bin/write_casadi", table_of(robot), f"{folder}/"]),
    }
    for code, (engine, side, program) in programs.items():
        inputs, command = write[code]
        stages[1].append((inputs, folder / f"{code}.c", command))
        for build, _, cc, flags in builds():
            if "native" in build:
                compiled = folder / f"{code}-{build.lower().replace(' ', '-')}.so"
                stages[2].append(([folder / f"{code}.c"], compiled, [cc, *flags, "-shared", "-fPIC", folder / f"{code}.c",
                                                                     "-o", compiled, "-lm"]))
                engines.append(Engine(engine, build, side, "generated", program, "urdf" if side == "ours" else "table",
                                      robot=robot.name, code=compiled))


def is_current(inputs, out, command):
    """The same command made it, and nothing that it read is newer."""
    record, dependencies = pathlib.Path(f"{out}.command"), pathlib.Path(f"{out}.d")
    if not out.exists() or not record.exists() or record.read_text(encoding="utf-8") != " ".join(command):
        return False
    read = list(inputs)
    if dependencies.exists():
        words = dependencies.read_text(encoding="utf-8").replace("\\\n", " ").split()
        read += [pathlib.Path(word) for word in words if not word.endswith(":")]
    return all(path.exists() and path.stat().st_mtime <= out.stat().st_mtime for path in read)


def make(step):
    """Makes one output; returns what it cost, or why there is none."""
    inputs, out, command = step
    command = [str(word) for word in command]
    if command[0] in ("g++", "clang++-19"):
        command += ["-MMD", "-MF", f"{out}.d"]
    elif "/" in command[0]:
        command[0] = f"./{command[0]}"
    if is_current(inputs, out, command):
        return out, None, ""
    begin = time.monotonic()
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        out.unlink(missing_ok=True)
        errors = [line for line in (result.stderr + result.stdout).splitlines() if "error" in line or "undefined" in line]
        return out, None, (errors or (result.stderr or "it failed").splitlines())[0]
    pathlib.Path(f"{out}.command").write_text(" ".join(command), encoding="utf-8")
    os.utime(out)
    return out, time.monotonic() - begin, ""


def make_all(stages, notes, tell):
    (OUT / "bin").mkdir(parents=True, exist_ok=True)
    for stage in stages:
        ready = [step for step in stage if all(path.exists() for path in step[0])]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for future in concurrent.futures.as_completed([pool.submit(make, step) for step in ready]):
                out, seconds, error = future.result()
                if error:
                    notes.append(f"{out.name} was not built: {error}")
                if error or seconds is not None:
                    tell(f"  {out.name}: {error or f'{seconds:.0f} s'}")
