// The matrices as heat maps, the terms of every torque, and the recursion link by link.
import { element, replaceChildren, scrolling } from "../dom";
import { narrow, short } from "../format";
import type { Studio } from "../studio";
import { words } from "../words";
import { largestDisagreement } from "./equations";

class HeatMap {
  readonly root: HTMLElement;
  private readonly cells: HTMLElement[] = [];

  constructor(private readonly size: number, label: string) {
    const rows = Array.from({ length: size }, () => element("tr", {}, ...Array.from({ length: size }, () => {
      const cell = element("td");
      this.cells.push(cell);
      return cell;
    })));
    const table = element("table", { class: "heat", "aria-label": label }, element("tbody", {}, ...rows));
    this.root = scrolling({}, table);
    table.style.setProperty("--columns", String(size));
  }
  /** Red for positive, blue for negative; by the largest of `beside`, where that is given. */
  show(numbers: ArrayLike<number>, beside: ArrayLike<number> = numbers): void {
    let most = 1e-12;
    for (let k = 0; k < beside.length; ++k) most = Math.max(most, Math.abs(beside[k]!));
    for (let k = 0; k < this.size * this.size; ++k) {
      const value = Math.abs(numbers[k]!) < 1e-12 * most ? 0 : numbers[k]!;
      const cell = this.cells[k]!;
      cell.textContent = this.size > 5 ? narrow(value) : short(value);
      cell.style.setProperty("--heat", String(Math.sqrt(Math.abs(value) / most).toFixed(3)));
      cell.classList.toggle("negative", value < 0);
    }
  }
}

export class NumbersPanel {
  readonly root = element("section", { class: "numbers" });
  private inertia!: HeatMap;
  private coriolis!: HeatMap;
  private torques!: HTMLElement;
  private torqueCells: HTMLElement[][] = [];
  private recursionCells: HTMLElement[][] = [];
  private readonly energy = element("span", { class: "number" });
  private readonly agreement = element("strong", { class: "number" });
  private readonly part = element("span", { class: "note" });
  private visible = false;
  private body = -1; // whose part of B is shown

  constructor(private readonly studio: Studio) {
    studio.robotChanged.listen(() => this.build());
    studio.stateChanged.listen(() => this.refresh());
    studio.highlighted.listen((links) => {
      const frames = studio.robot.frames;
      this.body = studio.robot.bodies.findIndex((body, k) => k > 0 && links.has(frames[body.frame]?.name ?? ""));
      this.refresh();
    });
  }
  show(): void {
    this.visible = true;
    this.refresh();
  }
  hide(): void {
    this.visible = false;
  }

  private build(): void {
    const { robot } = this.studio;
    this.body = -1;
    this.inertia = new HeatMap(robot.nv, words.numbers.inertia);
    this.coriolis = new HeatMap(robot.nv, words.numbers.coriolis);
    this.torqueCells = robot.joints.map(() => words.numbers.columns.map(() => element("td", { class: "number" })));
    this.torques = element("table", { class: "plain terms" },
      element("thead", {}, element("tr", {}, element("th", {}, words.numbers.joint), ...words.numbers.columns.map((name) => element("th", {}, name)))),
      element("tbody", {}, ...robot.joints.map((joint, k) => element("tr", {}, element("th", {}, joint.name), ...this.torqueCells[k]!))));
    const steps = ["ω", "ω̇", "p̈", "f", "μ"];
    this.recursionCells = robot.bodies.map(() => steps.map(() => element("td", { class: "number" })));
    const recursion = element("table", { class: "plain recursion" },
      element("thead", {}, element("tr", {}, element("th", {}, words.numbers.link), ...steps.map((name) => element("th", {}, name)))),
      element("tbody", {}, ...robot.bodies.map((body, k) => {
        const link = robot.frames[body.frame]?.name ?? "";
        return k === 0 ? null : element("tr", { onmouseenter: () => this.studio.highlighted.tell(new Set([link])), onmouseleave: () => this.studio.highlighted.tell(new Set()) },
          element("th", { title: link }, link), ...this.recursionCells[k]!);
      })));
    replaceChildren(this.root,
      element("h3", {}, words.numbers.inertia, " ", this.part), this.inertia.root,
      element("h3", {}, words.numbers.coriolis), this.coriolis.root,
      element("h3", {}, words.numbers.torques), scrolling({}, this.torques),
      element("p", {}, `${words.numbers.energy}: `, this.energy),
      element("h3", {}, words.numbers.recursion), element("p", { class: "note" }, words.numbers.recursionHint),
      scrolling({}, recursion),
      element("p", { class: "agreement" }, `${words.numbers.agreement} `, this.agreement));
  }

  refresh(): void {
    if (!this.visible) return;
    const { engine, robot } = this.studio;
    const whole = engine.array("inertia").slice();
    if (this.body > 0) this.inertia.show(engine.inertiaOfBody(this.body), whole);
    else this.inertia.show(whole);
    this.part.textContent = this.body > 0 ? `– ${words.numbers.partOf(robot.frames[robot.bodies[this.body]!.frame]!.name)}` : "";
    this.coriolis.show(engine.array("coriolis"));
    const terms = (["inertiaTorque", "coriolisTorque", "gravityTorque", "frictionTorque", "springTorque", "torque"] as const).map((name) => engine.array(name));
    this.torqueCells.forEach((cells, k) => cells.forEach((cell, column) => { cell.textContent = short(terms[column]![k]!, 4); }));
    [3, 4].forEach((column) => this.torques.classList.toggle(`without-${column}`, terms[column]!.every((torque) => torque === 0)));
    const steps = engine.array("newtonEuler");
    this.recursionCells.forEach((cells, k) => cells.forEach((cell, column) => {
      const at = 15 * k + 3 * column;
      cell.textContent = [0, 1, 2].map((i) => short(steps[at + i]!, 3)).join("  ");
    }));
    const [kinetic, potential] = engine.array("energy") as unknown as [number, number];
    this.energy.textContent = `${words.numbers.kinetic} ${short(kinetic)} J, ${words.numbers.potential} ${short(potential)} J`;
    this.agreement.textContent = largestDisagreement(this.studio).toExponential(1);
  }
}
