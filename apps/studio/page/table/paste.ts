// Tables as people have them: from a spreadsheet (tabs, semicolons, commas), Markdown or LaTeX. What comes out are the
// cells as formulas that the library reads, and what each column is, as far as its head says so.
import { plain, withProducts } from "./plain";

export const columnKeys = ["type", "theta", "d", "a", "alpha", "mass", "cx", "cy", "cz", "ixx", "iyy", "izz", "ixy", "ixz", "iyz"] as const;
export type ColumnKey = (typeof columnKeys)[number] | "ignore";
export type LengthUnit = "m" | "cm" | "mm";

export interface PastedTable {
  rows: string[][];
  columns: ColumnKey[];
  columnsClear: boolean; // the head names them
  angles: "deg" | "rad" | "unclear";
  lengths: LengthUnit | "unclear";
  convention: "standard" | "modified" | "unclear";
  ragged: { row: number; cells: number; expected: number } | null; // the first row that is shorter or longer
}

/** What the user, or else the table itself, has settled. */
export interface PasteChoice {
  angles: "deg" | "rad";
  lengths: LengthUnit;
  modified: boolean;
}

function cellsOf(text: string): string[][] {
  if (/\\\\/.test(text) && text.includes("&"))
    return text.replace(/\\(?:begin|end)\{[^}]*\}(?:\{[^}]*\})?/g, "").replace(/\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\})/g, "")
      .split(/\\\\(?:\[[^\]]*\])?/).map((line) => line.split("&"));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.some((line) => line.includes("|")))
    return lines.filter((line) => line.includes("|") && !/^[\s|:+-]+$/.test(line)).map((line) => line.trim().replace(/^\||\|$/g, "").split("|"));
  const separator = ["\t", ";", ","].find((mark) => lines.some((line) => line.includes(mark)));
  return lines.map((line) => (separator ? line.split(separator) : line.trim().split(/\s+/)));
}

const heads: [RegExp, ColumnKey][] = [
  [/^(type|sigma|σ)/, "type"], [/^(theta|q|θ)/, "theta"], [/^alpha/, "alpha"], [/^(ixx|jxx)/, "ixx"], [/^(iyy|jyy)/, "iyy"], [/^(izz|jzz)/, "izz"],
  [/^(ixy|jxy)/, "ixy"], [/^(ixz|jxz)/, "ixz"], [/^(iyz|jyz)/, "iyz"], [/^(cx|x_?c|com_?x|rx|px)/, "cx"], [/^(cy|y_?c|com_?y|ry|py)/, "cy"],
  [/^(cz|z_?c|com_?z|rz|pz)/, "cz"], [/^(m\b|mass|m\()/, "mass"], [/^(mi?$)/, "mass"], [/^(joint|link|i$|#|no|n$|row|name|frame)/, "ignore"],
  [/^(d\b|d[i0-9]?$|d[ (])/, "d"], [/^(a\b|a[i0-9]?$|a[ (]|ai-?1|r\b|r[i0-9]?$)/, "a"],
];
function keyOf(head: string): ColumnKey | null {
  const name = head.toLowerCase().replace(/\(?i-1\)?|\[.*\]|\(.*\)|,.*$/g, "").trim();
  return heads.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
const isNumeric = (cell: string): boolean => /^[-+(.]*(\d|pi|sqrt)/.test(cell);

// A joint's own variable, as tables mark it, and what is added to it: q1, theta2 - 90deg, pi/2 + theta3, d3*.
const angleVariable = /^\+?(?:q|theta)\s*\d*\s*\*?(?:\s*([-+].+))?$/i;
const angleBehind = /^(.+?)\s*\+\s*(?:q|theta)\s*\d*\s*\*?$/i;
const slideVariable = /^\+?(?:q|d|r)\s*\d*\s*\*?(?:\s*([-+].+))?$/i;
/** What is added to the variable; null where the cell has none. */
function offsetIn(cell: string, variable: RegExp): string | null {
  const found = variable.exec(cell) ?? (variable === angleVariable ? angleBehind.exec(cell) : null);
  return found ? (found[1] ?? "0").replace(/^\+\s*/, "") : null;
}

const numbersOf = (rows: string[][], columns: ColumnKey[], keys: readonly ColumnKey[]): number[] =>
  rows.flatMap((row) => row.filter((cell, k) => cell !== "" && keys.includes(columns[k]!)).map(Number)).filter((x) => Number.isFinite(x) && x !== 0);
const unitIn = (heads: string[], units: RegExp): string | undefined =>
  heads.map((head) => /[[(,]\s*([^\])]+?)\s*[\])]?$/.exec(head)?.[1]?.toLowerCase()).find((unit) => unit !== undefined && units.test(unit));

function angleUnit(rows: string[][], columns: ColumnKey[], head: string[]): PastedTable["angles"] {
  const said = unitIn(head.filter((_, k) => columns[k] === "theta" || columns[k] === "alpha"), /^(deg|rad|grad)/);
  if (said) return said.startsWith("rad") ? "rad" : "deg";
  const cells = rows.flatMap((row) => row.filter((_, k) => columns[k] === "theta" || columns[k] === "alpha"));
  if (cells.some((cell) => /deg|pi/.test(cell))) return "rad"; // numbers beside them are meant as they are
  const numbers = numbersOf(rows, columns, ["theta", "alpha"]);
  if (numbers.length === 0) return "rad";
  if (numbers.some((x) => Math.abs(x) > 6.4)) return "deg";
  return numbers.every((x) => Math.abs(x / (Math.PI / 4) - Math.round(x / (Math.PI / 4))) < 2e-3) ? "rad" : "unclear";
}
/** Arms of more than ten metres are rare; tables in millimetres are not. */
function lengthUnit(rows: string[][], columns: ColumnKey[], head: string[]): PastedTable["lengths"] {
  const said = unitIn(head.filter((_, k) => columns[k] === "d" || columns[k] === "a"), /^(mm|cm|m|met)/);
  if (said) return said.startsWith("mm") ? "mm" : said.startsWith("cm") ? "cm" : "m";
  return numbersOf(rows, columns, ["d", "a"]).some((x) => Math.abs(x) > 10) ? "unclear" : "m";
}
/** The modified convention (Craig) has a and alpha of the link before, and names them so. */
function conventionOf(columns: ColumnKey[], head: string[]): PastedTable["convention"] {
  const names = head.filter((_, k) => columns[k] === "a" || columns[k] === "alpha").map((name) => name.replace(/[[(,][^i]*$/, ""));
  if (names.some((name) => /i-1|j-1|n-1/.test(name))) return "modified";
  return names.length > 0 && names.every((name) => /[ijn]$/.test(name.trim())) ? "standard" : "unclear";
}

/** Of prose most cells are words. */
function isProse(rows: string[][]): boolean {
  const cells = rows.flat();
  return cells.filter((cell) => /\d|^.?.?$/.test(cell) || offsetIn(cell, angleVariable) !== null).length < cells.length / 2;
}
/** How many cells most rows have, or the head. */
function raggedRow(rows: string[][], head: string[] | null): PastedTable["ragged"] {
  const count = (width: number) => rows.filter((row) => row.length === width).length;
  const expected = head?.length ?? rows.map((row) => row.length).reduce((a, b) => (count(b) > count(a) ? b : a));
  const at = rows.findIndex((row) => row.length !== expected);
  return at < 0 ? null : { row: at + 1, cells: rows[at]!.length, expected };
}

/** Null where there are no rows with numbers, or hardly anything else than words. */
export function readTable(text: string): PastedTable | null {
  const cells = cellsOf(text).map((row) => row.map(plain)).filter((row) => row.some((cell) => cell !== ""));
  const isHead = (row: string[]) => row.filter((cell) => cell !== "" && !isNumeric(cell)).length > row.length / 2 && row.filter((cell) => keyOf(cell)).length >= 2
    && !row.some((cell) => isNumeric(cell));
  const head = cells.length > 0 && isHead(cells[0]!) ? cells[0]! : null;
  const hasVariable = (cell: string) => offsetIn(cell, angleVariable) !== null || offsetIn(cell, slideVariable) !== null;
  let rows = (head ? cells.slice(1) : cells).filter((row) => row.some((cell) => isNumeric(cell) || hasVariable(cell)));
  if (rows.length === 0 || isProse(rows)) return null;
  const ragged = raggedRow(rows, head);
  const width = Math.max(...rows.map((row) => row.length));
  rows = rows.map((row) => [...row, ...Array<string>(width - row.length).fill("")]);
  const named = head ? Array.from({ length: width }, (_, k) => keyOf(head[k] ?? "")) : [];
  const columnsClear = head !== null && ["theta", "d", "a", "alpha"].every((key) => named.includes(key as ColumnKey));
  const counts = rows.every((row, k) => Number(row[0]) === k + 1) && width >= 5;
  const usual: ColumnKey[] = [...(counts ? ["ignore" as const] : []), "theta", "d", "a", "alpha", "mass", "cx", "cy", "cz", "ixx", "iyy", "izz"];
  const columns = Array.from({ length: width }, (_, k): ColumnKey => (head ? named[k] ?? "ignore" : usual[k] ?? "ignore"));
  const words = Array.from({ length: width }, (_, k) => head?.[k] ?? "");
  return { rows, columns, columnsClear, angles: angleUnit(rows, columns, words), lengths: lengthUnit(rows, columns, words), convention: conventionOf(columns, words), ragged };
}

/** Whether nothing has to be asked. */
export function isClear(table: PastedTable): boolean {
  return table.columnsClear && !table.ragged && table.angles !== "unclear" && table.lengths !== "unclear" && table.convention !== "unclear";
}

/** What a table leaves out and is taken as something. */
export function assumptions(table: PastedTable): ("masses" | "centres" | "inertias")[] {
  if (!table.columns.includes("mass")) return ["masses"];
  const lacks = (keys: readonly ColumnKey[]) => !keys.some((key) => table.columns.includes(key));
  return [...(lacks(["cx", "cy", "cz"]) ? ["centres" as const] : []), ...(lacks(["ixx", "iyy", "izz"]) ? ["inertias" as const] : [])];
}

const lengthKeys: readonly ColumnKey[] = ["d", "a", "cx", "cy", "cz"];
const parts = { m: 1, cm: 100, mm: 1000 } as const;

function inMetres(cell: string, unit: LengthUnit): string {
  if (unit === "m" || cell === "" || cell === "0") return cell;
  const number = Number(cell);
  return Number.isFinite(number) ? String(Number((number / parts[unit]).toPrecision(15))) : `(${cell})/${parts[unit]}`;
}

/** Rows of the editor's columns. Where there are no masses, every link gets 1 kg in its middle. */
export function toRows(table: PastedTable, { angles, lengths, modified }: PasteChoice): string[][] {
  const hasMass = table.columns.includes("mass");
  const at = (key: (typeof columnKeys)[number]) => columnKeys.indexOf(key);
  return table.rows.map((written) => {
    const cells = written.map((cell, k) => (table.columns[k] === "type" ? cell : withProducts(cell)));
    const row = Array<string>(columnKeys.length).fill("");
    const cellOf = (key: ColumnKey) => cells[table.columns.indexOf(key)] ?? "";
    const turns = offsetIn(cellOf("theta"), angleVariable), slides = turns === null ? offsetIn(cellOf("d"), slideVariable) : null;
    row[0] = slides === null ? "R" : "P";
    cells.forEach((cell, k) => {
      const key = table.columns[k]!;
      if (key === "ignore") return;
      if (key === "type") row[0] = /^(p|1|slid|tran)/i.test(cell) ? "P" : "R";
      else if (key === "theta" || key === "alpha") {
        const text = key === "theta" && turns !== null ? turns : cell;
        row[at(key)] = angles === "deg" && text !== "" && text !== "0" && Number.isFinite(Number(text)) ? `${text}deg` : text;
      } else row[at(key)] = lengthKeys.includes(key) ? inMetres(key === "d" && slides !== null ? slides : cell, lengths) : cell;
    });
    for (const key of ["theta", "d", "a", "alpha"] as const) row[at(key)] ||= "0";
    if (!hasMass) {
      const a = row[at("a")]!;
      row[at("mass")] = "1";
      row[at("cx")] = modified || a === "0" ? "0" : `-(${a})/2`;
      for (const key of ["ixx", "iyy", "izz"] as const) row[at(key)] = "0.01";
    }
    return row;
  });
}
