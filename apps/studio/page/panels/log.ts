// A log: its motion in the picture, its torques beside those that the library predicts.
import { button, choice, element, replaceChildren } from "../dom";
import type { Log } from "../data/log";
import { short } from "../format";
import type { Motion } from "../motion";
import { Plot } from "../plots";
import type { Studio } from "../studio";
import { words } from "../words";

export class LogPanel {
  readonly root = element("section", { class: "log" });
  playing = false;
  private log: Log | null = null;
  private predicted: number[][] = []; // by joint
  private joint = 0;
  private time = 0;
  private plots: Plot[] = [];
  private readonly play = button(words.log.replay, () => this.toggle(), { class: "primary" });
  private readonly clock = element("output", { class: "number" });
  private readonly slider = element("input", { type: "range", min: 0, max: 1, step: 0.001, value: 0, "aria-label": words.time, oninput: () => this.goTo(this.slider.valueAsNumber) });
  private visible = false;
  private load = 0; // that predictions know of
  private shifted: number | undefined;

  constructor(private readonly studio: Studio, private readonly motion: Motion) {
    replaceChildren(this.root, element("p", { class: "note" }, words.log.none));
    studio.robotChanged.listen(({ sameJoints }) => {
      if (!sameJoints) this.close();
      else this.predict();
    });
    studio.unitChanged.listen(() => this.refresh());
    motion.changed.listen(() => {
      if (motion.playing && this.playing) this.toggle(); // one of them moves the arm
    });
    studio.stateChanged.listen(() => {
      if (this.log && (studio.payload !== this.load || studio.hidden?.amount !== this.shifted)) this.predict();
    });
  }
  show(): void {
    this.visible = true;
    this.refresh();
  }
  hide(): void {
    this.visible = false;
  }
  get isOpen(): boolean {
    return this.log !== null;
  }

  open(log: Log): void {
    this.log = log;
    this.joint = 0;
    this.predict();
    this.build();
    this.refresh();
    this.goTo(0);
  }
  private close(): void {
    this.log = null;
    this.playing = false;
    this.play.textContent = words.log.replay;
    replaceChildren(this.root, element("p", { class: "note" }, words.log.none));
  }

  /** Torques of the robot as it is now, with its load. */
  private predict(): void {
    const log = this.log;
    if (!log) return;
    this.load = this.studio.payload;
    this.shifted = this.studio.hidden?.amount;
    const n = this.studio.robot.nv, width = 4 * n;
    const table = new Float64Array(width * log.t.length);
    log.t.forEach((_, row) => [log.q, log.qd, log.qdd].forEach((part, which) => part.forEach((column, k) => { table[row * width + which * n + k] = column[row]!; })));
    const done = this.studio.attempt((engine) => engine.predict(table, log.t.length)) ?? table;
    this.predicted = Array.from({ length: n }, (_, k) => log.t.map((_, row) => done[row * width + 3 * n + k]!));
    this.refresh();
  }

  private build(): void {
    const log = this.log!;
    this.slider.max = String(log.t.at(-1)!);
    const joints = choice(words.log.joint, this.studio.robot.joints.map((joint, k) => ({ value: String(k), text: joint.name })), String(this.joint), (value) => {
      this.joint = Number(value);
      this.refresh();
    });
    const point = (time: number | null) => {
      if (time !== null && !this.playing) this.goTo(time);
    };
    this.plots = [
      new Plot(words.torque, [{ label: words.log.origins[log.origin], colour: "#5f6b7a" }, { label: words.log.predicted, colour: "#e07a3f" }], 150, point),
      new Plot(words.log.residual, [{ label: words.log.residual, colour: "#d1495b" }], 110, point),
      new Plot(words.position, [{ label: words.position, colour: "#3b6fb6" }], 100, point),
    ];
    replaceChildren(this.root,
      element("div", { class: "tools" }, this.play, this.slider, this.clock),
      element("p", {}, element("strong", {}, log.name), ` – ${words.log.rows(log.t.length, short(log.t.at(-1)!))}. `,
        log.origin === "simulation" ? `${words.log.besides} ` : "", log.derived ? `${words.log.derived} ` : "", log.tau ? "" : words.log.noTorque,
        log.dropped > 0 && element("strong", { class: "bad" }, ` ${words.log.dropped(log.dropped)}`)),
      element("label", {}, element("span", {}, words.log.joint), joints),
      ...this.plots.map((plot) => plot.root), this.summary());
  }

  /** How well each joint is predicted. */
  private summary(): HTMLElement | null {
    const log = this.log;
    if (!log?.tau) return null;
    const rms = (numbers: number[]) => Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0) / numbers.length);
    const rows = this.studio.robot.joints.map((joint, k) => {
      const error = rms(log.tau![k]!.map((x, row) => x - this.predicted[k]![row]!)), size = rms(log.tau![k]!);
      const share = size > 0 ? `${short((100 * error) / size, 3)} %` : "–";
      return element("tr", {}, element("th", {}, joint.name), element("td", { class: "number" }, short(error)), element("td", { class: "number" }, share));
    });
    const head = [words.numbers.joint, words.log.rms, words.log.share(words.log.origins[log.origin])].map((name) => element("th", {}, name));
    return element("table", { class: "plain residuals" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  }

  refresh(): void {
    const log = this.log;
    if (!this.visible || !log || this.plots.length === 0) return;
    const k = this.joint, predicted = this.predicted[k]!, measured = log.tau?.[k];
    this.plots[0]!.show([log.t, measured ?? predicted.map(() => null), predicted]);
    this.plots[1]!.show([log.t, measured ? measured.map((x, row) => x - predicted[row]!) : predicted.map(() => null)]);
    this.plots[2]!.show([log.t, log.q[k]!.map((x) => this.studio.inUnit(k, x))]);
    const unit = this.studio.robot.joints[k]!.unit;
    [`${words.torque}, ${unit}`, `${words.log.residual}, ${unit}`, `${words.position}, ${this.studio.unitOfPositions([k])}`].forEach((title, n) => this.plots[n]!.call(title));
    this.root.querySelector(".residuals")?.replaceWith(this.summary() ?? "");
  }

  private toggle(): void {
    this.playing = !this.playing;
    if (this.playing) this.motion.pause();
    if (this.playing && this.time >= this.log!.t.at(-1)!) this.time = 0;
    this.play.textContent = this.playing ? words.log.stop : words.log.replay;
  }
  step(seconds: number): void {
    if (!this.playing || !this.log) return;
    this.goTo(Math.min(this.time + seconds, this.log.t.at(-1)!));
    for (const plot of this.plots) plot.cursorAt(this.time);
    if (this.time >= this.log.t.at(-1)!) this.toggle();
  }
  private goTo(time: number): void {
    const log = this.log;
    if (!log) return;
    if (this.motion.playing) this.motion.pause();
    this.motion.interrupt();
    this.time = time;
    let row = 0, end = log.t.length - 1;
    while (row < end) {
      const middle = (row + end) >> 1;
      if (log.t[middle]! < time) row = middle + 1;
      else end = middle;
    }
    this.slider.value = String(time);
    this.clock.textContent = `${time.toFixed(2)} s`;
    const state = [log.q, log.qd, log.qdd].map((part) => part.map((column) => column[row]!));
    this.studio.setState(state[0]!, state[1]!, state[2]!);
  }
  redraw(): void {
    for (const plot of this.plots) plot.redraw();
  }
}
