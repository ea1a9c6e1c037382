// What the module says of a robot: the JSON of engine/robot_json.cpp.

export type Triple = [number, number, number];

export interface Finding {
  severity: "error" | "warning" | "note";
  line: number;
  column: number;
  element: string;
  message: string;
  fix: string;
}

export interface CellProblem {
  row: number;
  column: number;
  message: string;
}

export interface Joint {
  name: string;
  type: string;
  unit: string;
  q: number | null; // its place in q; null where it has several
  low: number | null;
  high: number | null;
  velocity: number | null;
  torque: number | null;
}

export interface Shape {
  kind: string;
  size: Triple;
  pose: number[];
}

export interface Link {
  name: string;
  parent: string;
  joint: string;
  joint_name: string;
  mass: number;
  com: Triple;
  inertia: [number, number, number, number, number, number]; // xx yy zz xy xz yz about the centre
  as_written: boolean;
  texts: (string | null)[]; // of mass, centre and inertia, as they are written
  dh?: { theta: string; d: string; a: string; alpha: string; offset: string };
  shapes: Shape[];
}

export interface Visual extends Shape {
  link: string;
  collision: boolean;
  file: string;
  color: string;
}

export interface Robot {
  name: string;
  description: string;
  source: string;
  dh: "standard" | "modified";
  gravity: Triple;
  gravity_text: [string, string, string];
  nq: number;
  nv: number;
  tip: number;
  parameters: { name: string; text: string; value: number; links: string[] }[];
  bodies: { parent: number; frame: number; q: number; v: number }[];
  joints: Joint[];
  links: Link[];
  frames: { name: string; body: number; pose: number[] }[];
  visuals: Visual[];
}

export interface LoadAnswer {
  robot?: Robot;
  findings?: Finding[];
  problems?: CellProblem[];
  problem?: string;
}

export interface Equation {
  left: string;
  zero: boolean;
  mathml: string;
  latex: string;
  text: string;
}
export interface Equations {
  complete: boolean;
  terms?: number;
  groups: { name: string; meaning: string; equations: Equation[] }[];
}

export interface BaseParameters {
  of: number;
  combinations: { value: number; words: string }[];
  hidden: { name: string; instead: { name: string; per_unit: number }[] }[];
}
