"""What functions of logs return: estimates of parameters, exciting motions, loads."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ._frames import Framed, numbered
from ._lint import Finding
from ._record import Record
from ._table import Shown, Table, counted, shown

if TYPE_CHECKING:
    from numpy import floating
    from numpy.typing import NDArray

    Array = NDArray[floating]


class Estimate(Record):
    """One estimate of the base parameters: value and standard_deviation by base parameter (not numbers where none was
    computed); fits: (rms, % of the torque, R2) of each joint on held-out samples.
    """

    method: str
    note: str
    valid: bool
    value: Array
    standard_deviation: Array
    fits: list[tuple[float, float, float]]


class TorqueTrace(Record):
    """Torque of one joint over time, thinned for plots: time, s; velocity; measured, smoothed and predicted, Nm or N."""

    time: Array
    velocity: Array
    measured: Array
    smoothed: Array
    predicted: Array


class Identification(Shown, Framed, Record):
    """What a log tells: estimates of the base parameters (chosen: the one that the model is made from), the standard
    parameters of the physically consistent fit, noise (standard deviation of the residual by joint), traces of the
    torque on training and validation data, the verdict (grade: good, fair, poor or unknown, and a sentence), findings
    (those of reading the logs come first), and robot: the identified robot file in YAML, or None (`torsor.Robot.from_yaml`).
    """

    joints: list[str]
    torque_units: list[str]
    base_names: list[str]
    base_combinations: list[str]
    estimates: list[Estimate]
    chosen: int
    parameter_names: list[str]
    parameters: Array
    condition_number: float
    noise: Array
    training: list[TorqueTrace]
    validation: list[TorqueTrace]
    grade: str
    sentence: str
    findings: list[Finding]
    robot: str | None

    def estimate(self, method: str) -> Estimate:
        """That of a method, such as "weighted", whose deviations allow for coloured noise."""
        for one in self.estimates:
            if one.method == method:
                return one
        raise KeyError(f"expected one of {', '.join(one.method for one in self.estimates)}, found {method!r}")

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"name": self.base_names, "combination": self.base_combinations}
        for one in self.estimates:
            if one.valid:
                columns |= {one.method: one.value, f"{one.method}_deviation": one.standard_deviation}
        return columns

    def _parts(self) -> list[Table | str]:
        best = self.estimates[self.chosen] if self.estimates else None
        rows = []
        for joint, unit, fit in zip(self.joints, self.torque_units, best.fits if best else [], strict=False):
            rms, percent, r2 = fit
            rows.append([joint, f"{shown(rms)} {unit}", f"{percent:.3g} %", f"{r2:.4f}"])
        title = f"verdict: {self.grade}. {self.sentence}"
        told = [str(finding) for finding in self.findings if finding.severity != "note"]
        return [Table(["joint", "residual", "of the torque", "R2"], rows, title=title), *told]


class ExpectedParameter(Record):
    """What a motion will tell of a base parameter: value, of the robot file; deviation, the standard one that is
    expected; before: the same from earlier logs alone.
    """

    name: str
    combination: str
    value: float | None
    deviation: float
    before: float


class ExcitingMotion(Shown, Framed, Record):
    """A periodic motion that tells most of the parameters of a robot within its limits, at rest at both ends.

    period, s; centre (nv,), sine and cosine (nv, harmonics): the Fourier series; time (N,), q, qd, qdd, tau (N, nv);
    condition_number, log_det: of the information; starts: the criterion by start; parameters: what is to be expected;
    limits: (what, slack, time), the nearest first; notes.
    """

    robot: str
    joints: list[str]
    torque_units: list[str]
    period: float
    centre: Array
    sine: Array
    cosine: Array
    time: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    criterion: str
    condition_number: float
    log_det: float
    starts: Array
    parameters: list[ExpectedParameter]
    limits: list[tuple[str, float, float]]
    notes: list[str]

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"t": self.time}
        for name in ("q", "qd", "qdd", "tau"):
            columns |= numbered(name, getattr(self, name))
        return columns

    def _parts(self) -> list[Table | str]:
        harmonics = self.sine.shape[1]
        title = (
            f"{self.robot}: {shown(self.period)} s, {counted(harmonics, 'harmonic')} up to "
            f"{shown(harmonics / self.period)} Hz, {self.criterion}\ncondition number {self.condition_number:.3g}, "
            f"log det {self.log_det:.5g}, best of {counted(len(self.starts), 'start')}\n"
        )
        earlier = any(math.isfinite(one.before) for one in self.parameters)
        header = ["base parameter", "value", "expected deviation", "relative"]
        rows = [self._row(one) for one in self.parameters]
        if earlier:
            header.append("from the logs alone")
            for row, one in zip(rows, self.parameters, strict=True):
                row.append(f"{one.before:.2g}" if math.isfinite(one.before) else "unknown")
        reached = ", ".join(what for what, slack, _ in self.limits if slack < 0.02) or "none"
        lines = [f"\nlimits that are reached: {reached}", *(f"note: {note}" for note in self.notes)]
        return [Table(header, rows, title=title), "\n".join(lines)]

    @staticmethod
    def _row(one: ExpectedParameter) -> list[str]:
        relative = f"{100 * one.deviation / abs(one.value):.2g} %" if one.value else "-"
        value = "-" if one.value is None else f"{one.value:.4g}"
        return [one.name, value, f"{one.deviation:.2g}", relative]


class Payload(Shown, Framed, Record):
    """A load, as logs without and with it tell it. What no motion of the arm shows is not a number.

    frame: in which it is given; found: whether the logs show one, and words; mass, kg; centre (3,), m; inertia (3, 3)
    about the centre, kg m^2; each with its standard deviation; gains: (joint, factor of its torque, deviation);
    residuals: (joint, unit, rms torque, left without load, left with it, left of unloaded); controllers: (maker, the
    line for it); findings; robot: the robot file in YAML with the load, or None.
    """

    frame: str
    found: bool
    words: str
    mass: float
    mass_deviation: float
    centre: Array
    centre_deviation: Array
    inertia: Array
    inertia_deviation: Array
    figures: list[tuple[str, str, float, float, bool]]
    gains: list[tuple[str, float, float]]
    residuals: list[tuple[str, str, float, float, float, float]]
    controllers: list[tuple[str, str]]
    findings: list[Finding]
    robot: str | None

    def _columns(self) -> dict[str, Any]:
        names = ("name", "unit", "value", "deviation", "felt")
        return {name: [figure[k] for figure in self.figures] for k, name in enumerate(names)}

    def _parts(self) -> list[Table | str]:
        rows = [
            [name, unit, f"{value:.5g}" if felt else "not felt", f"{deviation:.2g}" if felt else ""]
            for name, unit, value, deviation, felt in self.figures
        ]
        joints = [[joint, unit, *(f"{number:.3g}" for number in left)] for joint, unit, *left in self.residuals]
        header = ["joint", "", "torque rms", "left without load", "left with it", "left of unloaded"]
        for row, (_, gain, deviation) in zip(joints, self.gains, strict=False):
            row += [f"{gain:.4f}", f"{deviation:.2g}"]
        header += ["gain", "deviation"] if self.gains else []
        parts: list[Table | str] = [Table(["load", "unit", "value", "deviation"], rows, 2, f"{self.words}\n")]
        return [*parts, Table(header, joints, 2, title="\ntorques"), *map(str, self.findings)]
