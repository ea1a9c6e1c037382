"""The problem of `torsor excite` in Python: problem.cpp, as a shared object, which is made with
g++ -std=c++20 -O2 -shared -fPIC -Iinclude -Isrc -I/usr/include/eigen3 benchmarks/excitation/problem.cpp \
  build/release/lib/libtorsor.a -lyaml-cpp -lpugixml -lz -lfmt -ldl -lpthread -o build/problem.so
"""
import ctypes

import numpy

URDF = ["z1.urdf", "ur3_gripper.urdf", "kinova_gen3_7dof.urdf"]
BUILT_IN = ["panda", "ur10", "puma560"]


def robots(arguments):
    """Those that were named; or all six, the URDF files in the folder that was named."""
    if arguments and not arguments[0].endswith("/"):
        return arguments
    return BUILT_IN + [arguments[0] + name for name in URDF] if arguments else BUILT_IN


def short(robot):
    return robot.rsplit("/", 1)[-1]


def pointer(x):
    return x.ctypes.data_as(ctypes.c_void_p)


class Problem:
    def __init__(self, library, robot, harmonics=5, period=20.0, noise=None):
        self.library = ctypes.CDLL(library)
        self.library.make_problem.restype = ctypes.c_void_p
        for name in ("value", "gradient", "search", "fine_slack"):
            getattr(self.library, name).restype = ctypes.c_double
        for name in ("size", "slacks", "joints", "parameters", "pairs"):
            getattr(self.library, name).restype = ctypes.c_long
        self.library.start.restype = ctypes.c_bool
        noise = None if noise is None else numpy.ascontiguousarray(noise, dtype=float)
        self.handle = ctypes.c_void_p(self.library.make_problem(
            robot.encode(), harmonics, ctypes.c_double(period), None if noise is None else pointer(noise),
            ctypes.c_long(0 if noise is None else len(noise))))
        self.size = self.library.size(self.handle)
        self.joints = self.library.joints(self.handle)
        self.parameters = self.library.parameters(self.handle)
        self.pairs = self.library.pairs(self.handle)

    def start(self, seed, room):
        x = numpy.empty(self.size)
        found = self.library.start(self.handle, ctypes.c_ulong(seed), ctypes.c_double(room), pointer(x))
        return x if found else None

    def value(self, x):
        f = self.library.value(self.handle, pointer(numpy.ascontiguousarray(x)))
        return f if numpy.isfinite(f) else 1e6

    def gradient(self, x, g):
        f = self.library.gradient(self.handle, pointer(numpy.ascontiguousarray(x)), pointer(g))
        return f if numpy.isfinite(f) else 1e6

    def slack_count(self, step=1):
        x = numpy.zeros(self.size)
        return self.library.slacks(self.handle, pointer(x), ctypes.c_long(step), None, ctypes.c_long(0))

    def slacks(self, x, step=1):
        s = numpy.empty(self.slack_count(step))
        self.library.slacks(self.handle, pointer(numpy.ascontiguousarray(x)), ctypes.c_long(step), pointer(s),
                            ctypes.c_long(len(s)))
        return s

    def slack_slopes(self, x, step=1):
        rows = numpy.empty((self.slack_count(step), self.size))
        self.library.slack_slopes(self.handle, pointer(numpy.ascontiguousarray(x)), ctypes.c_long(step), pointer(rows))
        return rows

    def search(self, x):
        """Ours: where it ended, its value, its CPU time in s."""
        x, seconds = x.copy(), ctypes.c_double()
        found = self.library.search(self.handle, pointer(x), ctypes.byref(seconds))
        return x, found, seconds.value

    def from_series(self, joints):
        """x of what `torsor excite --json` has as series.joints."""
        x = numpy.empty(self.size)
        part = lambda key: numpy.ascontiguousarray([joint[key] for joint in joints], dtype=float)
        centre, sine, cosine = part("centre"), part("sine"), part("cosine")
        self.library.from_series(self.handle, pointer(centre), pointer(sine), pointer(cosine), pointer(x))
        return x

    def fine_slack(self, x, count):
        return self.library.fine_slack(self.handle, pointer(x), ctypes.c_long(count))

    def write(self, x, path, count=2000):
        rows = numpy.empty((count + 1, 1 + 3 * self.joints))
        self.library.rows(self.handle, pointer(x), ctypes.c_long(count), pointer(rows))
        header = ["t"] + [f"{name}{j + 1}" for name in ("q", "qd", "qdd") for j in range(self.joints)]
        numpy.savetxt(path, rows, delimiter=",", header=",".join(header), comments="", fmt="%.12g")
