// The Newton-Euler recursion as it is written, with the numbers of one link at this moment: for arms whose closed form
// nobody would read.
import { choice, element, replaceChildren } from "../dom";
import { short } from "../format";
import { safeElements } from "../mathml";
import type { Studio } from "../studio";
import { addedTorque } from "./equations";
import { words } from "../words";

// Pieces of MathML: a letter with an index (i the link, h its parent, k a link that it carries) and dots.
const dot = (name: string, dots: number) => (dots === 0 ? `<mi>${name}</mi>` : `<mover><mi>${name}</mi><mo>${dots === 1 ? "˙" : "¨"}</mo></mover>`);
const letter = (name: string, index: string, dots = 0) => `<msub>${dot(name, dots)}<mi>${index}</mi></msub>`;
const turned = (inside: string) => `<msubsup><mi>R</mi><mi>i</mi><mi>T</mi></msubsup>${inside}`;
const dotted = (name: string, dots: number) => letter(name, "i", dots);
const op = (sign: string) => `<mo>${sign}</mo>`;
const sum = (inside: string) => `${op("+")}<munder><mo>∑</mo><mi>k</mi></munder>${inside}`;
const inBrackets = (inside: string) => op("(") + inside + op(")");
const cross = (a: string, b: string) => a + op("×") + b;
const mc = `<msub><mi>m</mi><mi>i</mi></msub><msub><mi>c</mi><mi>i</mi></msub>`;

const lines: { left: string; right: string; at: number }[] = [
  { left: letter("ω", "i"), right: turned(letter("ω", "h")) + op("+") + dotted("q", 1) + "<mi>z</mi>", at: 0 },
  {
    left: letter("ω", "i", 1),
    right: turned(letter("ω", "h", 1)) + op("+") + dotted("q", 2) + "<mi>z</mi>" + op("+") + cross(turned(letter("ω", "h")), dotted("q", 1) + "<mi>z</mi>"),
    at: 3,
  },
  {
    left: letter("p", "i", 2),
    right: turned(inBrackets(letter("p", "h", 2) + op("+") + cross(letter("ω", "h", 1), letter("p", "i")) + op("+")
      + cross(letter("ω", "h"), inBrackets(cross(letter("ω", "h"), letter("p", "i")))))),
    at: 6,
  },
  {
    left: letter("f", "i"),
    right: letter("m", "i") + letter("p", "i", 2) + op("+") + cross(letter("ω", "i", 1), mc) + op("+")
      + cross(letter("ω", "i"), inBrackets(cross(letter("ω", "i"), mc))) + sum(letter("R", "k") + letter("f", "k")),
    at: 9,
  },
  {
    left: letter("μ", "i"),
    right: letter("I", "i") + letter("ω", "i", 1) + op("+") + cross(letter("ω", "i"), letter("I", "i") + letter("ω", "i")) + op("+")
      + cross(mc, letter("p", "i", 2)) + sum(inBrackets(letter("R", "k") + letter("μ", "k") + op("+") + cross(letter("p", "k"), letter("R", "k") + letter("f", "k")))),
    at: 12,
  },
];

export class Recursion {
  readonly root = element("div", { class: "group" });
  private body = 1;
  private readonly numbers = lines.map(() => element("output", { class: "number" }));
  private readonly added = element("p", { class: "note added" });
  private readonly torque = element("output", { class: "number" });

  constructor(private readonly studio: Studio) {
    const { robot } = studio;
    this.body = Math.min(robot.bodies.length - 1, 2);
    const names = robot.bodies.map((body, k) => ({ value: String(k), text: robot.frames[body.frame]?.name ?? String(k) })).slice(1);
    const link = choice(words.numbers.link, names, String(this.body), (value) => {
      this.body = Number(value);
      this.studio.highlighted.tell(new Set([names[this.body - 1]!.text]));
      this.refresh();
    });
    const line = (markup: string, place: HTMLElement) => element("div", { class: "equation" }, element("div", { class: "formula" }, ...safeElements(`<math>${markup}</math>`)), place);
    replaceChildren(this.root, element("div", { class: "gains-head" }, element("h3", {}, words.numbers.recursion), link),
      element("p", { class: "note" }, words.equations.recursionHint),
      ...lines.map(({ left, right }, k) => line(left + op("=") + right, this.numbers[k]!)),
      line(letter("τ", "i") + op("=") + "<msup><mi>z</mi><mi>T</mi></msup>" + letter(this.slides() ? "f" : "μ", "i"), this.torque), this.added);
  }

  private slides(): boolean {
    return this.studio.robot.joints[this.studio.robot.bodies[this.body]!.v]?.type === "prismatic";
  }

  refresh(): void {
    const steps = this.studio.engine.array("newtonEuler");
    lines.forEach(({ at }, k) => {
      this.numbers[k]!.textContent = `= (${[0, 1, 2].map((i) => short(steps[15 * this.body + at + i]!, 4)).join(", ")})`;
    });
    this.added.textContent = addedTorque(this.studio, this.studio.robot.bodies[this.body]!.v);
    this.torque.textContent = `= ${short(steps[15 * this.body + (this.slides() ? 11 : 14)]!, 5)}`;
  }
}
