// Gains, load and reference of the motion, and its plots.
import { button, download, element, numberField, replaceChildren, scrolling } from "../dom";
import type { Motion } from "../motion";
import { Plot, colourOf } from "../plots";
import type { Studio } from "../studio";
import { words } from "../words";

export class MotionPanel {
  readonly root = element("section", { class: "motion" });
  private readonly gains = element("div", { class: "gains" });
  private readonly plotHost = element("div", { class: "plots" });
  private plots: { plot: Plot; data: () => number[][] }[] = [];
  private visible = false;
  private readonly load: HTMLInputElement;
  private readonly swing: HTMLInputElement;
  private readonly period: HTMLInputElement;
  private readonly save = button(words.saveRun, () => this.saveRun(), { title: words.saveRunTitle });
  private readonly swingNumber = element("output", { class: "number" }, "0.00 rad");
  private readonly loadNumber = element("output", { class: "number" });

  constructor(private readonly studio: Studio, private readonly motion: Motion, private readonly scrub: (sample: number | null) => void) {
    this.load = element("input", { type: "range", min: 0, max: 10, step: 0.05, "aria-label": words.payload, value: 0, oninput: () => this.setLoad(this.load.valueAsNumber) });
    const swing = element("input", { type: "range", min: 0, max: 1.2, step: 0.01, value: 0, "aria-label": words.swing, oninput: () => this.setReference(swing.valueAsNumber, studio.period) });
    const period = numberField(words.period, studio.period, (value) => this.setReference(motion.swing, value), { min: 0.2 });
    this.swing = swing;
    this.period = period;
    replaceChildren(this.root,
      element("div", { class: "settings" },
        element("label", {}, element("span", {}, words.payload), this.load, this.loadNumber),
        element("label", {}, element("span", {}, words.swing), swing, this.swingNumber),
        element("label", {}, element("span", {}, words.period), period)),
      this.gains, this.plotHost, this.save, element("p", { class: "note" }, words.motionHint, " ", words.payloadNote));
    studio.robotChanged.listen(() => this.build());
    studio.unitChanged.listen(() => this.build());
    motion.changed.listen(() => {
      this.refreshGains();
      if (!motion.playing) this.refresh(); // all of them to the same instant
    });
  }

  show(): void {
    this.visible = true;
    if (this.studio.drive !== "off" && !this.motion.playing) this.motion.prepareGains();
    this.refreshGains();
    this.refresh();
  }
  hide(): void {
    this.visible = false;
  }

  setReference(swing: number, period: number): void {
    this.motion.swing = swing;
    this.studio.period = Math.max(0.2, period);
    this.swing.value = String(swing);
    this.period.value = String(this.studio.period);
    this.swingNumber.textContent = `${swing.toFixed(2)} rad`;
    this.motion.redrive();
  }
  setLoad(mass: number): void {
    this.load.value = String(mass);
    this.loadNumber.textContent = `${mass.toFixed(2)} kg`;
    this.studio.setPayload(mass);
  }

  private build(): void {
    const { robot } = this.studio;
    const mass = this.studio.engine.array("centers")[4 * robot.bodies.length] ?? 1;
    this.load.max = String(Math.max(1, Math.round(mass / 2)));
    this.load.value = String(this.studio.payload);
    this.loadNumber.textContent = `${this.studio.payload.toFixed(2)} kg`;
    const joints = robot.joints.map((joint, k) => ({ label: joint.name, colour: colourOf(k) }));
    const point = (time: number | null) => this.point(time);
    const history = this.motion.history;
    const placed = robot.joints.map((_, k) => k).filter((k) => robot.joints[k]!.q !== null);
    const energies = [{ label: words.kinetic, colour: colourOf(0) }, { label: words.potential, colour: colourOf(1) }, { label: words.total, colour: colourOf(6), dashed: true }];
    this.plots = [
      { plot: new Plot(`${words.plots.q}, ${this.studio.unitOfPositions(placed)}`, placed.map((k) => joints[k]!), 102, point),
        data: () => placed.map((k) => history.map((sample) => this.studio.inUnit(k, sample.q[robot.joints[k]!.q!]!))) },
      { plot: new Plot(words.plots.tau, joints, 102, point, false), data: () => joints.map((_, k) => history.map((sample) => sample.tau[k]!)) },
      { plot: new Plot(`${words.plots.error}, ${this.studio.unitOfPositions(placed)}`, placed.map((k) => joints[k]!), 84, point, false),
        data: () => placed.map((k) => history.map((sample) => this.studio.inUnit(k, sample.error[k]!))) },
      { plot: new Plot(words.plots.energy, energies, 102, point),
        data: () => [history.map((one) => one.kinetic), history.map((one) => one.potential), history.map((one) => one.kinetic + one.potential)] },
    ];
    replaceChildren(this.plotHost, ...this.plots.map((one) => one.plot.root));
    this.refreshGains();
    this.refresh();
  }

  private refreshGains(): void {
    const { engine, drive, robot } = this.studio;
    const stiffness = engine.array("stiffness"), damping = engine.array("damping");
    this.plots[2]?.plot.root.toggleAttribute("hidden", drive === "off" || drive === "hold");
    const hasGains = drive !== "off" && drive !== "impedance" && this.motion.canBeDriven() && stiffness.some((x) => x !== 0);
    this.save.disabled = this.motion.history.length === 0;
    if (!hasGains) return replaceChildren(this.gains);
    if (this.gains.contains(document.activeElement)) return;
    const lowered = engine.loweredGains();
    const field = (name: "stiffness" | "damping", k: number) => numberField(`${robot.joints[k]!.name} ${words[name]}`, Number(engine.array(name)[k]!.toPrecision(4)), (value) => {
      engine.array(name)[k] = Math.max(drive === "adaptive" ? 1e-6 : 0, value);
      this.motion.redrive();
    }, { min: 0 });
    replaceChildren(this.gains,
      element("div", { class: "gains-head" }, element("h3", {}, words.gains), button(words.defaults, () => {
        stiffness.fill(0);
        damping.fill(0);
        this.motion.redrive();
      })),
      scrolling({}, element("table", { class: "plain" },
        element("tr", {}, element("th", {}), ...robot.joints.map((joint) => element("th", {}, joint.name))),
        ...(["stiffness", "damping"] as const).map((name) => element("tr", {}, element("th", {}, words[name]), ...robot.joints.map((_, k) => element("td", {}, field(name, k))))))),
      lowered.length > 0 && element("p", { class: "note lowered" }, words.lowered(lowered.join(", "))));
  }

  /** The sample under the cursor is shown in the picture, while it does not run. */
  private point(time: number | null): void {
    if (this.motion.playing || this.motion.history.length === 0) return;
    if (time === null) return this.scrub(null);
    let best = 0;
    this.motion.history.forEach((sample, k) => {
      if (Math.abs(sample.t - time) < Math.abs(this.motion.history[best]!.t - time)) best = k;
    });
    this.scrub(best);
  }

  /** A run as a log that the page and the command read. */
  private saveRun(): void {
    const { robot } = this.studio, numbers = robot.joints.map((_, k) => k);
    const head = ["t", ...["q", "qd", "qdd", "tau"].flatMap((name) => (name === "q" ? Array.from({ length: robot.nq }, (_, k) => k) : numbers).map((k) => `${name}${k + 1}`))];
    const rows = this.motion.history.map((sample) => [sample.t, ...sample.q, ...sample.qd, ...sample.qdd, ...sample.tau].join(","));
    download(`${robot.name}-motion.csv`, `${[head.join(","), ...rows].join("\n")}\n`);
  }

  /** One of the plots with its neighbours, or all of them. */
  refresh(which?: number): void {
    if (!this.visible) return;
    const times = this.motion.history.map((sample) => sample.t);
    this.plots.forEach(({ plot, data }, k) => {
      if (which === undefined || which === k % 3) plot.show([times, ...data()]);
    });
  }
  redraw(): void {
    for (const { plot } of this.plots) plot.redraw();
  }
}
