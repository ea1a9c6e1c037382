// Mass that moves to where no torque can tell it.
import { button, choice, element, replaceChildren } from "../dom";
import type { BaseParameters } from "../engine/robot";
import { short } from "../format";
import type { Studio } from "../studio";
import { words } from "../words";

export class HiddenPanel {
  readonly root = element("section", { class: "hidden-mass" });
  private base: BaseParameters | null = null;
  private chosen = 0;
  private before: Float64Array[] = [];
  private readonly change = element("strong", { class: "number huge" });
  private readonly verdict = element("p");
  private readonly list = element("ul", { class: "changes" });
  private readonly amount: HTMLInputElement;
  private readonly amountNumber = element("output", { class: "number" });
  private visible = false;
  private stale = true;

  constructor(private readonly studio: Studio) {
    this.amount = element("input", { type: "range", min: -1, max: 1, step: 0.01, value: 0, "aria-label": words.hidden.amount, oninput: () => this.move() });
    studio.robotChanged.listen(() => {
      this.stale = true;
      if (this.visible) this.build();
    });
    studio.stateChanged.listen(() => this.refresh());
  }
  show(): void {
    this.visible = true;
    if (this.stale) this.build();
    this.refresh();
  }
  hide(): void {
    this.visible = false;
  }

  private build(): void {
    this.stale = false;
    this.base = this.studio.attempt((engine) => engine.baseParameters());
    if (!this.base) return replaceChildren(this.root);
    const telling = this.base.hidden.map((one, k) => ({ one, k })).filter(({ one }) => one.instead.length > 0);
    const mass = telling.find(({ one }) => /^m\d/.test(one.name)) ?? telling[0];
    this.chosen = mass?.k ?? 0;
    this.amount.value = "0";
    const inWords = (one: BaseParameters["hidden"][number]) => (one.instead.length > 0 ? `${one.name} → ${one.instead.map((part) => part.name).join(", ")}` : one.name);
    const directions = choice(words.hidden.direction, this.base.hidden.map((one, k) => ({ value: String(k), text: inWords(one) })), String(this.chosen), (value) => {
      this.chosen = Number(value);
      this.amount.value = "0";
      this.move();
    });
    replaceChildren(this.root, element("h3", {}, words.hidden.title), element("p", {}, words.hidden.text(this.base.combinations.length, this.base.of)),
      element("label", {}, element("span", {}, words.hidden.direction), directions),
      element("label", {}, element("span", {}, words.hidden.amount), this.amount, this.amountNumber),
      element("div", { class: "figure" }, this.change, element("span", {}, words.hidden.change)), this.verdict,
      element("h3", {}, words.hidden.changes), this.list, button(words.hidden.back, () => {
        this.amount.value = "0";
        this.move();
      }),
      element("details", {}, element("summary", {}, words.hidden.combinations), element("ol", { class: "combinations" },
        ...this.base.combinations.map((one) => element("li", {}, `${one.words} = ${short(one.value)}`)))));
    this.refresh();
  }

  /** Torques at several states, before and after: at the state of now and at some that everything moves in. */
  private torques(): Float64Array[] {
    const { engine, robot } = this.studio;
    const keep = [engine.array("q").slice(), engine.array("qd").slice(), engine.array("qdd").slice()] as const;
    const result: Float64Array[] = [];
    for (let state = 0; state < 5; ++state) {
      if (state > 0) {
        robot.joints.forEach((joint, k) => {
          if (joint.q !== null) engine.array("q")[joint.q] = Math.sin(3 * state + 1.7 * k);
          engine.array("qd")[k] = Math.cos(2 * state + k);
          engine.array("qdd")[k] = Math.sin(state + 2.3 * k);
        });
        engine.evaluate();
      }
      result.push(engine.array("torque").slice());
    }
    (["q", "qd", "qdd"] as const).forEach((name, k) => engine.array(name).set(keep[k]!));
    engine.evaluate();
    return result;
  }

  private move(): void {
    this.studio.shift(this.chosen, 0);
    this.before = this.torques();
    this.studio.shift(this.chosen, this.scaled());
  }
  /** A mass may change by a kilogram, a first moment or an inertia by a fifth of that. */
  private scaled(): number {
    const name = this.base?.hidden[this.chosen]?.name ?? "";
    return this.amount.valueAsNumber * (/^m\d/.test(name) ? 1 : 0.2);
  }

  private refresh(): void {
    if (!this.visible || !this.base || this.stale) return;
    const hidden = this.base.hidden[this.chosen];
    const amount = this.scaled();
    this.amountNumber.textContent = `${short(amount, 3)}`;
    const after = this.before.length > 0 ? this.torques() : [];
    let most = 0;
    after.forEach((torques, state) => torques.forEach((torque, k) => { most = Math.max(most, Math.abs(torque - this.before[state]![k]!)); }));
    this.change.textContent = `${amount === 0 ? "0" : most.toExponential(1)} Nm`;
    const ellipsoids = this.studio.engine.array("ellipsoids");
    const possible = this.studio.robot.bodies.every((_, k) => k === 0 || ellipsoids[16 * k + 15] === 1);
    this.verdict.textContent = possible ? words.hidden.possible : words.hidden.impossible;
    this.verdict.className = possible ? "good" : "bad";
    replaceChildren(this.list, ...(hidden ? [element("li", {}, `${hidden.name}: ${amount >= 0 ? "+" : ""}${short(amount)}`),
      ...hidden.instead.map((part) => element("li", {}, `${part.name}: ${part.per_unit * amount >= 0 ? "+" : ""}${short(part.per_unit * amount)}`))] : []));
  }
}
