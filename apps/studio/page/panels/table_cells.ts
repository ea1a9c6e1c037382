// The cells of the table: their texts, their marks, their widths.
import { button, choice, element, mark } from "../dom";
import type { Link } from "../engine/robot";
import { words } from "../words";

/** Texts that are not in the robot, as something is wrong with them; by row and column, until they are mended. */
export type Broken = Map<string, { text: string; why: string }>;

/** The texts of a row, in the columns of engine/table_edit.hpp. */
export function cellsOf(link: Link): string[] {
  const number = (value: number) => (Math.abs(value) < 1e-15 ? "0" : String(Number(value.toPrecision(12))));
  const dh = link.dh;
  return [words.table.types[link.joint as keyof typeof words.table.types] ?? link.joint, dh?.theta ?? "", dh?.d ?? "", dh?.a ?? "", dh?.alpha ?? "",
    ...[link.mass, ...link.com, ...link.inertia].map((value, k) => link.texts[k] ?? number(value))];
}

/** What is wrong, and angles that are rather meant in degrees; the last of it in words. */
export function showMarks(cells: HTMLInputElement[][], broken: Broken): string {
  let said = "";
  cells.forEach((row, k) => row.forEach((cell, column) => {
    const wrong = broken.get(`${k},${column}`), turns = Math.abs(Number(cell.value)) > 2 * Math.PI && (column === 1 || column === 4);
    mark(cell, null, "hint");
    mark(cell, wrong?.why ?? null);
    if (wrong) cell.value = wrong.text;
    else if (turns) mark(cell, words.table.radians(cell.value), "hint");
    if (wrong || turns) said = wrong?.why || words.table.radians(cell.value);
  }));
  return said;
}

/** Every column as wide as what is in it. */
export function fitColumns(cells: HTMLInputElement[][]): void {
  for (let column = 1; column < words.table.columns.length; ++column) {
    const longest = Math.max(5, ...cells.map((row) => row[column]?.value.length ?? 0));
    for (const row of cells) if (row[column]) row[column].style.width = `calc(${Math.min(18, longest)}ch + 16px)`;
  }
}

/** Offers the table of a robot without one, up to one of its tips. */
export function tableOffer(links: Link[], convert: (tip: string, withoutMasses: boolean) => void): HTMLElement {
  const tips = links.filter((link) => !links.some((other) => other.parent === link.name)).map((link) => link.name);
  const options = [{ value: "", text: words.table.ownTip }, ...tips.flatMap((name) => [{ value: `+${name}`, text: name }, { value: `-${name}`, text: words.table.withoutMasses(name) }])];
  const tip = choice(words.table.tip, options, "", () => undefined);
  const press = button(words.table.convert, () => convert(tip.value.slice(1), tip.value.startsWith("-")));
  return element("p", { class: "note" }, words.table.noTable, " ", press, " ", tips.length > 1 && tip);
}
