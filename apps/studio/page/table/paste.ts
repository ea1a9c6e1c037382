// Tables as people have them: from a spreadsheet (tabs, semicolons, commas), Markdown or LaTeX. What comes out are the
// cells as formulas that the library reads, and what each column is, as far as its head says so.

export const columnKeys = ["type", "theta", "d", "a", "alpha", "mass", "cx", "cy", "cz", "ixx", "iyy", "izz", "ixy", "ixz", "iyz"] as const;
export type ColumnKey = (typeof columnKeys)[number] | "ignore";

export interface PastedTable {
  rows: string[][];
  columns: ColumnKey[];
  columnsClear: boolean; // the head names them
  angles: "deg" | "rad" | "unclear";
}

/** Formulas of LaTeX in plain letters: \frac{\pi}{2} is (pi)/(2), 90^\circ is 90deg. */
export function plain(cell: string): string {
  let text = cell.replaceAll("$", "").replace(/_\{([^{}]*)\}/g, "$1").trim();
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, "($1)/($2)").replace(/\\sqrt\s*\{([^{}]*)\}/g, "sqrt($1)");
  }
  return text
    .replace(/\\(?:mathrm|text|mathbf|textbf|textit|operatorname)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\^\s*\{?\s*\\circ\s*\}?/g, "deg").replace(/°/g, "deg").replace(/\\degree\b/g, "deg")
    .replace(/\\(theta|alpha|pi|sin|cos|tan)\b/g, "$1").replace(/θ/g, "theta").replace(/α/g, "alpha").replace(/π/g, "pi")
    .replace(/\\(?:left|right|,|;|!|quad|cdot)/g, (word) => (word === "\\cdot" ? "*" : "")).replace(/·|×/g, "*")
    .replace(/_\{([^{}]*)\}/g, "$1").replace(/_(\w)/g, "$1").replace(/[{}\\`]/g, "").replace(/\*\*/g, "")
    .replace(/[−–]/g, "-").replace(/\s+/g, " ").trim();
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
  const name = plain(head).toLowerCase().replace(/i-1|\[.*\]|\(.*\)/g, "").trim();
  return heads.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
const isNumeric = (cell: string): boolean => /^[-+(.]*(\d|pi|sqrt)/.test(cell);
/** A joint's own variable, as tables mark it: q1, theta1, d3*. */
const isVariable = (cell: string): boolean => /^[-+]?\s*(q|theta|d)\s*\w?\s*\*?$/i.test(cell) || /^[-+]?q\d*/.test(cell);

function angleUnit(rows: string[][], columns: ColumnKey[]): PastedTable["angles"] {
  const angles = rows.flatMap((row) => row.filter((_, k) => columns[k] === "theta" || columns[k] === "alpha"));
  if (angles.some((cell) => /deg|pi/.test(cell))) return "rad"; // numbers beside them are meant as they are
  const numbers = angles.map(Number).filter((x) => Number.isFinite(x) && x !== 0);
  if (numbers.length === 0) return "rad";
  if (numbers.some((x) => Math.abs(x) > 6.4)) return "deg";
  return numbers.every((x) => Math.abs(x / (Math.PI / 4) - Math.round(x / (Math.PI / 4))) < 2e-3) ? "rad" : "unclear";
}

/** Null where there are no rows with numbers. */
export function readTable(text: string): PastedTable | null {
  const cells = cellsOf(text).map((row) => row.map(plain)).filter((row) => row.some((cell) => cell !== ""));
  const isHead = (row: string[]) => row.filter((cell) => cell !== "" && !isNumeric(cell)).length > row.length / 2 && row.filter((cell) => keyOf(cell)).length >= 2
    && !row.some((cell) => isNumeric(cell));
  const head = cells.length > 0 && isHead(cells[0]!) ? cells[0]! : null;
  let rows = (head ? cells.slice(1) : cells).filter((row) => row.some((cell) => isNumeric(cell) || isVariable(cell)));
  if (rows.length === 0) return null;
  const width = Math.max(...rows.map((row) => row.length));
  rows = rows.map((row) => [...row, ...Array<string>(width - row.length).fill("")]);
  const named = head ? Array.from({ length: width }, (_, k) => keyOf(head[k] ?? "")) : [];
  const columnsClear = head !== null && ["theta", "d", "a", "alpha"].every((key) => named.includes(key as ColumnKey));
  const counts = rows.every((row, k) => Number(row[0]) === k + 1) && width >= 5;
  const usual: ColumnKey[] = [...(counts ? ["ignore" as const] : []), "theta", "d", "a", "alpha", "mass", "cx", "cy", "cz", "ixx", "iyy", "izz"];
  const columns = Array.from({ length: width }, (_, k): ColumnKey => (head ? named[k] ?? "ignore" : usual[k] ?? "ignore"));
  return { rows, columns, columnsClear, angles: angleUnit(rows, columns) };
}

/** Rows of the editor's columns. Where there are no masses, every link gets 1 kg in its middle. */
export function toRows(table: PastedTable, angles: "deg" | "rad", modified: boolean): string[][] {
  const hasMass = table.columns.includes("mass");
  return table.rows.map((cells) => {
    const row = Array<string>(columnKeys.length).fill("");
    row[0] = "R";
    cells.forEach((cell, k) => {
      const at = columnKeys.indexOf(table.columns[k] as (typeof columnKeys)[number]);
      if (at < 0) return;
      const key = columnKeys[at]!;
      const isAngle = key === "theta" || key === "alpha";
      if (key === "type") row[0] = /^(p|1|slid|tran)/i.test(cell) ? "P" : "R";
      else if (isVariable(cell)) {
        if (key === "d") row[0] = "P";
        row[at] = "0";
      } else row[at] = isAngle && angles === "deg" && cell !== "" && Number.isFinite(Number(cell)) ? `${cell}deg` : cell;
    });
    for (const key of ["theta", "d", "a", "alpha"] as const) row[columnKeys.indexOf(key)] ||= "0";
    if (!hasMass) {
      const a = row[columnKeys.indexOf("a")]!, along = modified || a === "0" ? "0" : `-(${a})/2`;
      row[columnKeys.indexOf("mass")] = "1";
      row[columnKeys.indexOf("cx")] = along;
      for (const key of ["ixx", "iyy", "izz"] as const) row[columnKeys.indexOf(key)] = "0.01";
    }
    return row;
  });
}
