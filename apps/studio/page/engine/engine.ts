// The module as an object: texts as strings, numbers as arrays that lie in its memory.
import type { BaseParameters, Equations, LoadAnswer } from "./robot";
import { surroundings, type Surroundings } from "./wasi";

/** The arrays of engine/workbench.hpp, in its order. */
const arrayNames = [
  "q", "qd", "qdd", "torque", "framePoses", "bodyPoses", "inertia", "coriolis", "gravityTorque", "coriolisTorque",
  "inertiaTorque", "frictionTorque", "springTorque", "lagrangeTorque", "newtonEuler", "bearings", "centers",
  "ellipsoids", "energy", "target", "reference", "stiffness", "damping", "motorTorque", "trackingError", "table",
] as const;
export type ArrayName = (typeof arrayNames)[number];

export const drives = ["off", "hold", "pd", "pdGravity", "computedTorque", "adaptive", "impedance", "feedForward", "lqr"] as const;
export type Drive = (typeof drives)[number];

type Exports = { memory: WebAssembly.Memory } & Record<string, (...numbers: number[]) => number>;

/** The module gave up: what it said. It has to be made anew. */
export class EngineFailure extends Error {}

export class Engine {
  private exports!: Exports;
  private around!: Surroundings;

  private constructor(private readonly module: WebAssembly.Module) {
    this.restart();
  }

  static async create(bytes: BufferSource): Promise<Engine> {
    return new Engine(await WebAssembly.compile(bytes));
  }

  /** A fresh module, without a robot. */
  restart(): void {
    this.around = surroundings(() => this.exports.memory);
    const instance = new WebAssembly.Instance(this.module, this.around.imports);
    this.exports = instance.exports as unknown as Exports;
    this.call("_initialize");
  }

  array(name: ArrayName): Float64Array {
    const which = arrayNames.indexOf(name);
    const size = this.call("array_size", which);
    return new Float64Array(this.exports.memory.buffer, this.call("array_data", which), size);
  }

  load(text: string, name: string): LoadAnswer {
    return this.withText(text, (at, size) =>
      this.withText(name, (other, length) => this.json("load_robot", at, size, other, length)));
  }
  builtinNames(): string[] {
    return this.json("builtin_names");
  }
  builtinText(name: string): string {
    return this.withText(name, (at, size) => this.text("builtin_text", at, size));
  }
  version(): string {
    return this.text("library_version");
  }

  editCell(row: number, column: number, text: string): LoadAnswer {
    return this.withText(text, (at, size) => this.json("edit_cell", row, column, at, size));
  }
  editParameters(lines: string): LoadAnswer {
    return this.withText(lines, (at, size) => this.json("edit_parameters", at, size));
  }
  editGravity(text: string): LoadAnswer {
    return this.withText(text, (at, size) => this.json("edit_gravity", at, size));
  }
  addRow(): LoadAnswer {
    return this.json("edit_rows", -1);
  }
  removeRow(row: number): LoadAnswer {
    return this.json("edit_rows", row);
  }
  editConvention(modified: boolean): LoadAnswer {
    return this.json("edit_convention", Number(modified));
  }
  loadTable(modified: boolean, rows: string[][]): LoadAnswer {
    const cells = rows.map((row) => row.map((cell) => cell.replace(/\s+/g, " ").trim()).join("\t")).join("\n");
    return this.withText(cells, (at, size) => this.json("load_table", Number(modified), rows.length, at, size));
  }
  /** `tip`: a link, or nothing for the robot's own. */
  convertToTable(modified: boolean, tip = "", kinematicsOnly = false): LoadAnswer {
    return this.withText(tip, (at, size) => this.json("convert_to_table", Number(modified), Number(kinematicsOnly), at, size));
  }
  write(format: "yaml" | "urdf" | "mjcf"): { text: string; losses: string[] } {
    return this.json("write_robot", ["yaml", "urdf", "mjcf"].indexOf(format));
  }

  evaluate(): void {
    this.call("evaluate");
  }
  evaluatePicture(): void {
    this.call("evaluate_picture");
  }
  inertiaOfBody(body: number): Float64Array {
    this.call("inertia_of_body", body);
    return this.array("table");
  }
  /** Torques of rows of q, qd, qdd and room for as many torques; in place. */
  predict(rows: Float64Array, count: number): Float64Array {
    this.call("resize_table", rows.length);
    this.array("table").set(rows);
    this.call("predict", count);
    return this.array("table").slice();
  }
  /** How far the tip stays away from the array "target", m. */
  reach(keepDirection: boolean): number {
    return this.call("reach", Number(keepDirection));
  }
  setPayload(mass: number, x: number, y: number, z: number): void {
    this.call("set_payload", mass, x, y, z);
  }
  baseParameters(): BaseParameters {
    return this.json("base_parameters");
  }
  shiftParameter(index: number, amount: number): void {
    this.call("shift_parameter", index, amount);
  }

  startMotion(drive: Drive, period: number): boolean {
    return this.call("start_motion", drives.indexOf(drive), period) === 1;
  }
  setDrive(drive: Drive, period: number): void {
    this.call("set_drive", drives.indexOf(drive), period);
  }
  /** The joints whose default gains are lowered, such as "joint1 to 74 %". */
  loweredGains(): string[] {
    return this.json("lowered_gains");
  }
  push(body: number, point: ArrayLike<number>, force: ArrayLike<number>): void {
    this.call("push", body, point[0]!, point[1]!, point[2]!, force[0]!, force[1]!, force[2]!);
  }
  /** 0 where the time was reached; else the kind of end of the library. */
  runMotion(until: number): number {
    return this.call("run_motion", until);
  }

  equations(limit: number): Equations {
    return this.json("equations", limit);
  }
  worksheet(limit: number): string {
    return this.text("worksheet", limit);
  }
  cCode(): string {
    return this.text("c_code");
  }

  private call(name: string, ...numbers: number[]): number {
    try {
      return this.exports[name]!(...numbers);
    } catch (failure) {
      const said = this.around.takeMessage();
      throw new EngineFailure(said || String(failure));
    }
  }
  private answer(): string {
    const at = this.call("answer_data");
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, this.call("answer_size")));
  }
  private text(name: string, ...numbers: number[]): string {
    this.call(name, ...numbers);
    return this.answer();
  }
  private json<T>(name: string, ...numbers: number[]): T {
    return JSON.parse(this.text(name, ...numbers)) as T;
  }
  private withText<T>(text: string, use: (at: number, size: number) => T): T {
    const bytes = new TextEncoder().encode(text);
    const at = this.call("allocate", Math.max(1, bytes.length));
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    const result = use(at, bytes.length);
    this.call("release", at);
    return result;
  }
}
