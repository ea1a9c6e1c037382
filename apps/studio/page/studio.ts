// The robot that is open, its state, and who wants to know when they change.
import { type Drive, Engine, EngineFailure } from "./engine/engine";
import type { LoadAnswer, Robot } from "./engine/robot";
import { degrees } from "./format";
import { Signal } from "./signal";

export class Studio {
  robot!: Robot;
  fileName = "";
  unit: "deg" | "rad" = "deg";
  drive: Drive = "off";
  period = 4; // s, of the reference's swing
  payload = 0; // kg
  edited = false; // since it was opened
  hidden: { index: number; amount: number } | null = null;

  /** Another robot, or another number in it. */
  readonly robotChanged = new Signal<{ sameJoints: boolean }>();
  /** q, qd, qdd or something that changes torques. */
  readonly stateChanged = new Signal();
  /** Degrees or radians. */
  readonly unitChanged = new Signal();
  /** Links that a term, a row or the picture points at; by name. */
  readonly highlighted = new Signal<ReadonlySet<string>>();
  /** Something for the line of messages. */
  readonly said = new Signal<{ text: string; kind: "error" | "note" }>();

  constructor(readonly engine: Engine) {}

  /** Opens a robot file; false where it is none, and the one before stays. */
  open(text: string, name: string): LoadAnswer {
    const answer = this.guarded(() => this.engine.load(text, name));
    if (answer.robot) {
      this.fileName = name;
      this.edited = false;
      this.settle(answer.robot, false);
    }
    return answer;
  }
  openBuiltin(name: string): LoadAnswer {
    return this.open(this.engine.builtinText(name), `${name}.yaml`);
  }

  /** An edit of the table: the robot changes, its pose stays where it can. */
  edit(change: (engine: Engine) => LoadAnswer): LoadAnswer {
    const before = Array.from(this.engine.array("q"));
    const answer = this.guarded(() => change(this.engine));
    if (answer.robot) {
      const same = this.robot.nq === answer.robot.nq;
      if (same) this.engine.array("q").set(before);
      this.edited = true;
      this.settle(answer.robot, same);
    }
    return answer;
  }

  setJoint(joint: number, value: number): void {
    const at = this.robot.joints[joint]?.q;
    if (at === null || at === undefined) return;
    this.engine.array("q")[at] = value;
    this.changed();
  }
  setState(q: ArrayLike<number>, qd?: ArrayLike<number>, qdd?: ArrayLike<number>): void {
    this.put("q", q);
    if (qd) this.put("qd", qd);
    if (qdd) this.put("qdd", qdd);
    this.changed();
  }
  setPayload(mass: number): void {
    this.payload = mass;
    this.engine.setPayload(mass, 0, 0, 0);
    this.changed();
  }
  shift(index: number, amount: number): void {
    this.hidden = { index, amount };
    this.engine.shiftParameter(index, amount);
    this.changed();
  }

  /** All numbers anew. */
  changed(): void {
    this.engine.evaluate();
    this.stateChanged.tell();
  }

  limits(joint: number): [number, number] {
    const { low, high, type } = this.robot.joints[joint]!;
    const far = type === "prismatic" ? 1 : Math.PI;
    return [low ?? -far, high ?? far];
  }

  isAngle(joint: number): boolean {
    return this.robot.joints[joint]!.type !== "prismatic";
  }
  /** A position in the unit that is shown. */
  inUnit(joint: number, value: number): number {
    return this.unit === "deg" && this.isAngle(joint) ? degrees(value) : value;
  }
  /** "deg", "rad", "m", or both of an arm that has both. */
  unitOfPositions(joints = this.robot.joints.map((_, k) => k)): string {
    const units = new Set(joints.map((k) => (this.isAngle(k) ? this.unit : "m")));
    return [...units].join(" or ");
  }

  /** A pose to begin with: where limits leave 0 out, their middle. */
  private startPose(): void {
    const q = this.engine.array("q");
    this.robot.joints.forEach((joint, k) => {
      const [low, high] = this.limits(k);
      if (joint.q !== null && (low > 0 || high < 0)) q[joint.q] = (low + high) / 2;
    });
  }

  private settle(robot: Robot, sameJoints: boolean): void {
    this.robot = robot;
    if (!sameJoints) this.startPose();
    this.hidden = null;
    if (this.payload !== 0) this.engine.setPayload(this.payload, 0, 0, 0);
    this.engine.evaluate();
    this.robotChanged.tell({ sameJoints });
    this.stateChanged.tell();
  }

  private put(name: "q" | "qd" | "qdd", numbers: ArrayLike<number>): void {
    const array = this.engine.array(name);
    for (let k = 0; k < Math.min(array.length, numbers.length); ++k)
      if (Number.isFinite(numbers[k])) array[k] = numbers[k]!;
  }

  /** Where the module gives up, it is made anew with the robot that was open. */
  private guarded(action: () => LoadAnswer): LoadAnswer {
    const before = this.robot ? this.guardedText() : null;
    try {
      return action();
    } catch (failure) {
      if (!(failure instanceof EngineFailure)) throw failure;
      this.revive(before);
      return { problem: failure.message };
    }
  }
  private guardedText(): string | null {
    try {
      return this.engine.write("yaml").text;
    } catch {
      return null;
    }
  }
  revive(text: string | null): void {
    this.engine.restart();
    const answer = text === null ? null : this.engine.load(text, this.fileName);
    if (answer?.robot) this.settle(answer.robot, false);
    else this.openBuiltin("two-rods");
  }
  /** Runs something that may make the module give up; the robot stays open. */
  attempt<T>(action: (engine: Engine) => T): T | null {
    const text = this.guardedText();
    const q = Array.from(this.engine.array("q"));
    try {
      return action(this.engine);
    } catch (failure) {
      if (!(failure instanceof EngineFailure)) throw failure;
      this.revive(text);
      this.setState(q);
      this.said.tell({ text: failure.message, kind: "error" });
      return null;
    }
  }
}
