// The equations of this arm in closed form, with their numbers of now, and both derivations step by step.
import { button, element, replaceChildren } from "../dom";
import type { Equations } from "../engine/robot";
import { short } from "../format";
import { safeElements, wrapTerms } from "../mathml";
import type { Studio } from "../studio";
import { words } from "../words";
import { Recursion } from "./recursion";

const longest = 260; // terms of one equation that people would still read
const longestSteps = 160;

export class EquationsPanel {
  readonly root = element("section", { class: "equations" });
  private numbers: { place: HTMLElement; value: () => number }[] = [];
  private terms: Element[] = [];
  private added: { place: HTMLElement; joint: number }[] = []; // beside torques: friction and springs
  private recursion: Recursion | null = null;
  private steps: HTMLElement | null = null;
  private stale = true;
  private visible = false;
  private readonly agreement = element("strong", { class: "number" });

  constructor(private readonly studio: Studio) {
    studio.robotChanged.listen(() => {
      this.stale = true;
      if (this.visible) this.build();
    });
    studio.stateChanged.listen(() => this.refresh());
    studio.highlighted.listen((links) => {
      for (const term of this.terms) term.classList.toggle("glow", (term.getAttribute("data-links") ?? "").split("\n").some((link) => links.has(link)));
    });
  }

  show(): void {
    this.visible = true;
    if (this.stale) this.build();
    this.refresh();
    this.makeRoom();
  }
  hide(): void {
    this.visible = false;
    this.makeRoom();
  }
  /** Two derivations that stand side by side need it. */
  private makeRoom(): void {
    if (this.steps) dispatchEvent(new CustomEvent("panels-wide", { detail: this.visible && !this.steps.hidden }));
  }

  private build(): void {
    this.stale = false;
    if (this.steps) this.steps.hidden = true;
    this.makeRoom();
    this.numbers = [];
    this.added = [];
    this.terms = [];
    const found = this.studio.attempt((engine) => engine.equations(longest));
    const tools = element("div", { class: "tools" },
      found && found.groups.length > 0 && button(words.equations.latex, () => this.copy(this.latex(found))),
      button(words.equations.code, () => this.copy(this.studio.attempt((engine) => engine.cCode()) ?? "")));
    this.recursion = found?.complete ? null : new Recursion(this.studio);
    if (!found?.complete)
      return replaceChildren(this.root, tools, element("p", { class: "note" }, words.equations.long), ...(found?.groups ?? []).map((group) => this.group(group)),
        this.recursion!.root, this.agreementLine());
    const steps = element("div", { class: "steps", hidden: true });
    const toggle = button(words.equations.steps, () => this.toggleSteps(steps, toggle));
    replaceChildren(this.root, tools, element("p", { class: "note" }, words.equations.hint),
      ...found.groups.map((group) => this.group(group)), this.agreementLine(), toggle, steps);
  }

  private group(group: Equations["groups"][number]): HTMLElement {
    const title = (words.equations as unknown as Record<string, string>)[group.name] ?? group.name;
    return element("div", { class: "group" }, element("h3", {}, title),
      ...group.equations.map((equation) => {
        const math = safeElements(equation.mathml);
        for (const node of math) if (node instanceof Element) this.terms.push(...wrapTerms(node, (symbols) => this.linksOf(symbols)));
        const place = element("output", { class: "number", title: words.equations.now, "data-left": equation.left });
        const value = this.valueOf(group.name, equation.left);
        if (value) this.numbers.push({ place, value });
        const line = element("div", { class: "equation" });
        line.append(element("div", { class: "formula" }, ...math), value ? place : "");
        if (group.name === "torque" && value) {
          const added = element("p", { class: "note added" });
          this.added.push({ place: added, joint: Number(/(\d+)$/.exec(equation.left)![1]) - 1 });
          line.append(added);
        }
        line.addEventListener("mouseover", (event) => this.pointAt(event.target as Element));
        line.addEventListener("mouseleave", () => this.studio.highlighted.tell(new Set()));
        return line;
      }));
  }

  /** The links that a term's symbols belong to: by the parameters they are. */
  private linksOf(symbols: string[]): string[] {
    const inertial = this.studio.robot.parameters.filter((one) => symbols.includes(one.name) && one.links.length > 0);
    const most = this.studio.robot.links.length;
    const telling = inertial.filter((one) => one.links.length < most); // what all links have, such as g, tells nothing
    return [...new Set((telling.length > 0 ? telling : inertial).flatMap((one) => one.links))];
  }
  private pointAt(target: Element): void {
    const term = target.closest(".term");
    this.studio.highlighted.tell(new Set((term?.getAttribute("data-links") ?? "").split("\n").filter((link) => link !== "")));
  }

  /** The number of B12, h1, g2 or tau1 at this moment. */
  private valueOf(group: string, left: string): (() => number) | null {
    const { engine, robot } = this.studio;
    const digits = /(\d+)$/.exec(left)?.[1];
    if (!digits) return null;
    if (group === "inertia") {
      if (digits.length !== 2) return null;
      const at = (Number(digits[0]) - 1) * robot.nv + Number(digits[1]) - 1;
      return () => engine.array("inertia")[at]!;
    }
    const k = Number(digits) - 1;
    if (group === "torque") return () => torqueOfLinks(this.studio, k);
    const arrays = { coriolis: "coriolisTorque", gravity: "gravityTorque" } as const;
    const array = arrays[group as keyof typeof arrays];
    return array ? () => engine.array(array)[k]! : null;
  }

  private agreementLine(): HTMLElement {
    return element("p", { class: "agreement" }, `${words.equations.agree} `, element("span", {}, words.equations.difference), " ", this.agreement);
  }
  private refresh(): void {
    if (!this.visible || this.stale) return;
    for (const { place, value } of this.numbers) place.textContent = `= ${short(value(), 5)}`;
    for (const { place, joint } of this.added) place.textContent = addedTorque(this.studio, joint);
    this.recursion?.refresh();
    this.agreement.textContent = largestDisagreement(this.studio).toExponential(1);
  }

  private toggleSteps(steps: HTMLElement, toggle: HTMLButtonElement): void {
    steps.hidden = !steps.hidden;
    toggle.textContent = steps.hidden ? words.equations.steps : words.equations.stepsHide;
    this.steps = steps;
    this.makeRoom();
    if (steps.hidden) return;
    if (steps.childNodes.length === 0) this.fillSteps(steps);
    toggle.scrollIntoView({ block: "start" });
  }
  private fillSteps(steps: HTMLElement): void {
    const html = this.studio.attempt((engine) => engine.worksheet(longestSteps));
    if (!html) return replaceChildren(steps, element("p", { class: "note" }, words.equations.stepsLong));
    // The sections of the worksheet: kinematics, then the two derivations side by side, then the result.
    const sections: HTMLElement[] = [];
    for (const node of safeElements(html)) {
      if (node instanceof Element && node.localName === "h2") sections.push(element("section"));
      sections.at(-1)?.append(node);
    }
    sections.forEach((section, k) => section.classList.toggle("half", k === 1 || k === 2));
    steps.append(...sections);
  }

  private latex(found: Equations): string {
    return found.groups.flatMap((group) => group.equations.filter((one) => !one.zero).map((one) => one.latex)).join("\n");
  }
  private copy(text: string): void {
    void navigator.clipboard?.writeText(text).then(() => this.studio.said.tell({ text: words.equations.copied, kind: "note" }), () => undefined);
    this.root.dataset.copied = text;
  }
}

/** The torque as the equations have it: without friction and springs. */
function torqueOfLinks({ engine }: Studio, joint: number): number {
  return (["inertiaTorque", "coriolisTorque", "gravityTorque"] as const).reduce((sum, name) => sum + engine.array(name)[joint]!, 0);
}
/** What the equations leave out of a torque, where there is something. */
export function addedTorque({ engine, robot }: Studio, joint: number): string {
  const friction = engine.array("frictionTorque")[joint] ?? 0, spring = engine.array("springTorque")[joint] ?? 0;
  if (friction === 0 && spring === 0) return "";
  return words.equations.added(short(friction, 4), short(spring, 4), short(engine.array("torque")[joint]!, 5), robot.joints[joint]?.unit ?? "");
}

/** Lagrange-Euler against Newton-Euler; friction and springs are in neither. */
export function largestDisagreement(studio: Studio): number {
  const { engine } = studio;
  const other = engine.array("lagrangeTorque");
  if (other.length === 0) return Number.NaN;
  const terms = ["inertiaTorque", "coriolisTorque", "gravityTorque"].map((name) => engine.array(name as "inertiaTorque"));
  let most = 0;
  for (let k = 0; k < other.length; ++k) most = Math.max(most, Math.abs(other[k]! - terms[0]![k]! - terms[1]![k]! - terms[2]![k]!));
  return most;
}
