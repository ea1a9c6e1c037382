// From the columns of a log to states: time, positions, velocities, accelerations and measured torques.
import type { Robot } from "../engine/robot";
import { type Columns } from "./csv";
import { words } from "../words";
import { smoothDerivatives } from "./derivatives";

/** Whose torques a log has: measured ones, those of a simulation, or those that a planned motion needs. */
export type LogOrigin = "log" | "simulation" | "motion";

export interface Log {
  name: string;
  origin: LogOrigin;
  t: number[];
  q: number[][]; // by joint
  qd: number[][];
  qdd: number[][];
  tau: number[][] | null;
  dropped: number; // rows of the file that could not be read
  derived: boolean; // velocities or accelerations are not from the file
}

const names = {
  t: ["t", "time", "timestamp", "time_s", "sec", "seconds"],
  q: ["q", "pos", "position", "theta"],
  qd: ["qd", "dq", "vel", "velocity", "qdot"],
  qdd: ["qdd", "ddq", "acc", "acceleration", "qddot"],
  tau: ["tau", "torque", "effort", "eff", "trq"],
};

/** The column of a quantity of a joint: tau1, tau_1, tau[0], or with the joint's name. */
function find(columns: Columns, kinds: string[], joint: number, jointName: string): number {
  const number = joint + 1;
  const wanted = kinds.flatMap((kind) => [`${kind}${number}`, `${kind}_${number}`, `${kind}[${joint}]`, `${kind}_${jointName}`, `${jointName}_${kind}`, `${kind}.${jointName}`]);
  const known = new Set(wanted.map((name) => name.toLowerCase()));
  return columns.names.findIndex((name) => known.has(name.toLowerCase()));
}

/** The log, or why it is none. */
export function toLog(columns: Columns, robot: Robot, name: string, origin: LogOrigin = "log"): Log | string {
  const pick = (kinds: string[]): (number[] | null)[] => robot.joints.map((joint, k) => {
    const at = find(columns, kinds, k, joint.name);
    return at < 0 ? null : columns.rows.map((row) => row[at]!);
  });
  const time = columns.names.findIndex((one) => names.t.includes(one.toLowerCase()));
  const q = pick(names.q), tau = pick(names.tau), qd = pick(names.qd), qdd = pick(names.qdd);
  const missing = [...(time < 0 ? ["t"] : []), ...q.flatMap((column, k) => (column ? [] : [`q${k + 1}`]))];
  if (missing.length > 0) return words.log.missing(missing.join(", "));
  const t = columns.rows.map((row) => row[time]! - columns.rows[0]![time]!);
  const back = t.findIndex((now, row) => row > 0 && now < t[row - 1]!);
  if (back > 0) return words.log.backwards(back + 1, columns.rows[back - 1]![time]!, columns.rows[back]![time]!);
  const positions = q as number[][];
  const complete = (list: (number[] | null)[]): list is number[][] => list.every((column) => column !== null);
  const derived = !complete(qd) || !complete(qdd);
  const made = derived ? positions.map((column) => smoothDerivatives(t, column)) : [];
  return {
    name, origin, t, dropped: columns.dropped, q: positions, derived, tau: complete(tau) ? tau : null,
    qd: complete(qd) ? qd : made.map((one) => one.first), qdd: complete(qdd) ? qdd : made.map((one) => one.second),
  };
}
