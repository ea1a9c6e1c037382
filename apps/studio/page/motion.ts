// The robot in time: the library's simulation, and what it has done so far.
import { Signal } from "./signal";
import type { Studio } from "./studio";
import { words } from "./words";

export interface Sample {
  t: number;
  q: Float64Array;
  qd: Float64Array;
  qdd: Float64Array;
  tau: Float64Array;
  error: Float64Array; // of the controller, where one drives
  kinetic: number;
  potential: number;
}

const most = 3000;

export class Motion {
  playing = false;
  speed = 1;
  time = 0;
  swing = 0; // rad or m, of every joint of the reference
  readonly history: Sample[] = [];
  /** Play, pause, reset. */
  readonly changed = new Signal();
  /** Another instant of what has been is looked at. */
  readonly lookedBack = new Signal();
  /** The instant that is looked at; null: that of now. */
  shown: Sample | null = null;
  private started = false;
  private begin: { q: Float64Array; qd: Float64Array } | null = null;

  constructor(private readonly studio: Studio) {}

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }
  play(): void {
    if (!this.started) this.start();
    if (!this.started) return;
    this.shown = null;
    this.playing = true;
    this.changed.tell();
  }
  /** Shows an instant of the run everywhere, or null: where the run has come to. It goes on from there in any case. */
  lookBack(at: number | null): void {
    const sample = this.history[at ?? this.history.length - 1];
    if (this.playing || !sample || (at === null && this.shown === null)) return;
    this.shown = at === null ? null : sample;
    this.studio.engine.array("motorTorque").set(sample.tau);
    this.studio.setState(sample.q, sample.qd, sample.qdd);
    this.lookedBack.tell();
  }
  pause(): void {
    this.playing = false;
    this.changed.tell();
  }

  /** Back to where it began; without `restore` the pose stays. */
  reset(restore = true): void {
    this.playing = false;
    this.started = false;
    this.forget();
    const { engine } = this.studio;
    engine.array("stiffness").fill(0);
    engine.array("damping").fill(0);
    engine.array("qdd").fill(0);
    if (restore && this.begin && this.begin.q.length === engine.array("q").length)
      this.studio.setState(this.begin.q, this.begin.qd, new Float64Array(this.begin.qd.length));
    this.begin = null;
    this.changed.tell();
  }

  /** A pose that was set by hand: the motion begins anew there. */
  interrupt(): void {
    if (!this.started) return;
    this.started = false;
    this.begin = null;
    this.forget();
    if (this.playing) this.play();
    this.changed.tell();
  }

  /** Gains, drive or reference were changed while it runs. */
  redrive(): void {
    this.writeReference();
    if (this.started) this.studio.engine.setDrive(this.studio.drive, this.studio.period);
    else this.prepareGains();
    this.changed.tell();
  }
  setDrive(drive: Studio["drive"]): void {
    this.studio.drive = drive;
    this.studio.engine.array("stiffness").fill(0);
    this.studio.engine.array("damping").fill(0);
    this.redrive();
  }
  /** The library's gains, so that they can be seen before the motion begins. */
  prepareGains(): void {
    if (!this.canBeDriven()) return;
    this.writeReference();
    this.studio.attempt((engine) => engine.setDrive(this.studio.drive, this.studio.period));
  }
  canBeDriven(): boolean {
    return this.studio.robot.nq === this.studio.robot.nv;
  }

  /** The reference begins at the pose in which the motion began, or else at that of now. */
  private writeReference(): void {
    const { engine, robot } = this.studio;
    if (!this.canBeDriven()) return;
    const reference = engine.array("reference"), from = this.begin?.q ?? engine.array("q");
    for (let k = 0; k < robot.nv; ++k) {
      reference[k] = from[k]!;
      const slides = robot.joints[k]!.type === "prismatic";
      const [low, high] = this.studio.limits(k);
      const wanted = slides ? 0.3 * this.swing : this.swing;
      const upwards = high - from[k]! >= from[k]! - low;
      reference[robot.nv + k] = upwards ? Math.min(wanted, high - from[k]!) : -Math.min(wanted, from[k]! - low);
    }
  }

  private start(): void {
    const { engine } = this.studio;
    this.begin = { q: engine.array("q").slice(), qd: engine.array("qd").slice() };
    this.writeReference();
    const started = this.studio.attempt(() => engine.startMotion(this.studio.drive, this.studio.period));
    this.started = started === true;
    this.forget();
    if (!this.started) this.studio.said.tell({ text: words.notStarted, kind: "error" });
  }

  private forget(): void {
    this.shown = null;
    this.time = 0;
    this.history.length = 0;
  }

  /** Goes on by seconds of the clock. */
  step(seconds: number): void {
    if (!this.playing) return;
    const { engine } = this.studio;
    this.time += seconds * this.speed;
    const end = this.studio.attempt(() => engine.runMotion(this.time));
    if (end === null || end !== 0) {
      this.pause();
      this.started = false;
      this.studio.said.tell({ text: words.runEnds, kind: "error" });
      return;
    }
    engine.evaluatePicture();
    this.record();
  }

  private record(): void {
    const { engine } = this.studio;
    const [kinetic, potential] = engine.array("energy") as unknown as [number, number];
    if (this.history.length === most) this.history.splice(0, most / 10);
    this.history.push({
      t: this.time, q: engine.array("q").slice(), qd: engine.array("qd").slice(), qdd: engine.array("qdd").slice(), tau: engine.array("motorTorque").slice(), error: engine.array("trackingError").slice(),
      kinetic, potential,
    });
  }
}
