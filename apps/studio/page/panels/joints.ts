// Sliders and numbers of every joint, and the torque it takes.
import { button, element, mark, numberField, replaceChildren } from "../dom";
import { degrees, fixed, radians, short } from "../format";
import type { Motion } from "../motion";
import type { Studio } from "../studio";
import { words } from "../words";

interface Row {
  slider: HTMLInputElement | null;
  field: HTMLInputElement | null;
  rates: HTMLInputElement[];
  bar: HTMLElement;
  torque: HTMLElement;
}

export class JointsPanel {
  readonly root = element("section", { class: "joints", "aria-label": words.joints });
  private readonly list = element("div", { class: "joint-list" });
  private readonly tip = element("p", { class: "tip number", title: words.tipTitle });
  private readonly unit: HTMLButtonElement;
  private readonly ratesButton: HTMLButtonElement;
  private rows: Row[] = [];
  private showRates = false;

  constructor(private readonly studio: Studio, private readonly motion: Motion) {
    this.unit = button("deg", () => this.toggleUnit(), { title: "deg / rad", "aria-label": "angles in degrees or radians" });
    this.ratesButton = button(words.rates, () => this.toggleRates(), { title: words.ratesTitle, "aria-pressed": "false" });
    this.root.append(
      element("header", {}, element("h2", {}, words.joints), element("span", { class: "fill" }), this.unit, this.ratesButton,
        button(words.zero, () => this.zero()), button(words.random, () => this.random())),
      this.list, this.tip);
    motion.lookedBack.listen(() => this.refresh());
    studio.robotChanged.listen(() => this.build());
    studio.stateChanged.listen(() => this.refresh());
  }

  private isAngle(joint: number): boolean {
    return this.studio.robot.joints[joint]!.type !== "prismatic" && this.studio.unit === "deg";
  }
  private shown(joint: number, value: number): number {
    return this.isAngle(joint) ? degrees(value) : value;
  }
  private meant(joint: number, value: number): number {
    return this.isAngle(joint) ? radians(value) : value;
  }

  private build(): void {
    this.rows = [];
    const parts = this.studio.robot.joints.map((_, k) => this.row(k));
    replaceChildren(this.list, ...parts);
    this.refresh();
  }

  private row(k: number): HTMLElement {
    const joint = this.studio.robot.joints[k]!;
    const [low, high] = this.studio.limits(k);
    const unit = joint.type === "prismatic" ? "m" : this.studio.unit;
    const set = (value: number) => {
      this.studio.setJoint(k, value);
      this.motion.interrupt();
    };
    const slider = joint.q === null ? null : element("input", {
      type: "range", min: low, max: high, step: (high - low) / 2000, "aria-label": `${joint.name} ${words.position}`,
      oninput: () => set(slider!.valueAsNumber),
    });
    const field = joint.q === null ? null : numberField(`${joint.name} ${words.position}, ${unit}`, 0, (value) => set(this.meant(k, value)));
    const rate = (name: "qd" | "qdd", label: string) => numberField(`${joint.name} ${label}`, 0, (value) => {
      this.studio.engine.array(name)[k] = this.meant(k, value);
      this.studio.changed();
      this.motion.interrupt();
    });
    const rates = [rate("qd", words.velocity), rate("qdd", words.acceleration)];
    const bar = element("i"), torque = element("span", { class: "number" });
    this.rows.push({ slider, field, rates, bar, torque });
    return element("div", { class: "joint", "data-joint": joint.name },
      element("div", { class: "joint-head" }, element("label", { title: joint.name }, joint.name), field ?? element("em", { title: words.manyAxes }, words.severalAxes),
        field && element("span", { class: "unit" }, unit)),
      slider,
      this.showRates && element("div", { class: "joint-rates" }, element("span", {}, "q̇"), rates[0]!, element("span", {}, "q̈"), rates[1]!),
      element("div", { class: "joint-torque", title: joint.torque === null ? words.torque : `${words.torque}, ± ${joint.torque} ${joint.unit}` },
        element("div", { class: "bar" }, bar), torque, element("span", { class: "unit" }, joint.unit)));
  }

  /** Torques of the motors while it moves, else those of inverse dynamics. */
  refresh(): void {
    const { engine, robot } = this.studio;
    const q = engine.array("q"), qd = engine.array("qd"), qdd = engine.array("qdd");
    const tau = engine.array(this.motion.playing || this.motion.shown ? "motorTorque" : "torque");
    let most = 1e-9;
    for (const torque of tau) most = Math.max(most, Math.abs(torque));
    this.rows.forEach((row, k) => {
      const joint = robot.joints[k]!;
      const at = joint.q;
      if (at !== null && row.slider && row.field) {
        row.slider.value = String(q[at]);
        if (document.activeElement !== row.field) row.field.value = fixed(this.shown(k, q[at]!), this.isAngle(k) ? 2 : 4).replace("−", "-");
        const isBeyond = (joint.low !== null && q[at]! < joint.low - 1e-6) || (joint.high !== null && q[at]! > joint.high + 1e-6);
        const [low, high] = [joint.low, joint.high].map((limit) => (limit === null ? "–" : fixed(this.shown(k, limit), this.isAngle(k) ? 1 : 3)));
        mark(row.field, isBeyond ? words.beyond(low!, high!) : null, "beyond");
      }
      if (this.showRates) [qd, qdd].forEach((numbers, n) => {
        if (document.activeElement !== row.rates[n]) row.rates[n]!.value = String(Number(this.shown(k, numbers[k]!).toFixed(4)));
      });
      const share = Math.max(-1, Math.min(1, tau[k]! / (joint.torque ?? most)));
      row.bar.style.left = `${50 + Math.min(0, share) * 50}%`;
      row.bar.style.width = `${Math.abs(share) * 50}%`;
      const isFull = joint.torque !== null && Math.abs(tau[k]!) >= joint.torque;
      row.bar.classList.toggle("over", isFull);
      row.torque.classList.toggle("over", isFull);
      const line = row.bar.closest<HTMLElement>(".joint-torque");
      if (line) line.title = joint.torque === null ? words.torque : `${words.torque}, ± ${joint.torque} ${joint.unit}${isFull ? `; ${this.motion.playing ? words.saturated : words.tooWeak}` : ""}`;
      row.torque.textContent = Math.abs(tau[k]!) < 1e5 ? fixed(tau[k]!, 2) : short(tau[k]!);
    });
    this.showTip();
  }

  /** Where the tip is, and how it is turned: roll, pitch, yaw. */
  private showTip(): void {
    const { engine, robot, unit } = this.studio;
    const at = 12 * robot.tip, pose = engine.array("framePoses").subarray(at, at + 12);
    const turns = [Math.atan2(pose[7]!, pose[8]!), Math.atan2(-pose[6]!, Math.hypot(pose[0]!, pose[3]!)), Math.atan2(pose[3]!, pose[0]!)];
    const shown = turns.map((angle) => (unit === "deg" ? fixed(degrees(angle), 1) : fixed(angle, 3)));
    this.tip.textContent = `${words.tip} ${[...pose.subarray(9, 12)].map((x) => fixed(x, 3)).join(" ")} m\n${words.rollPitchYaw} ${shown.join(" ")} ${unit}`;
  }

  private toggleUnit(): void {
    this.studio.unit = this.studio.unit === "deg" ? "rad" : "deg";
    this.unit.textContent = this.studio.unit;
    this.build();
    this.studio.unitChanged.tell();
  }
  private toggleRates(): void {
    this.showRates = !this.showRates;
    this.ratesButton.setAttribute("aria-pressed", String(this.showRates));
    this.build();
  }
  private zero(): void {
    const { engine, robot } = this.studio;
    for (const joint of robot.joints) if (joint.q !== null) engine.array("q")[joint.q] = Math.min(Math.max(0, joint.low ?? 0), joint.high ?? 0);
    engine.array("qd").fill(0);
    engine.array("qdd").fill(0);
    this.studio.changed();
    this.motion.interrupt();
  }
  private random(): void {
    const { engine, robot } = this.studio;
    robot.joints.forEach((joint, k) => {
      const [low, high] = this.studio.limits(k);
      if (joint.q !== null) engine.array("q")[joint.q] = low + (high - low) * (0.1 + 0.8 * Math.random());
    });
    this.studio.changed();
    this.motion.interrupt();
  }
}
