// A log as columns of numbers.

export interface Columns {
  names: string[];
  rows: number[][]; // by row
  dropped: number; // rows that are not complete, or hold something else than numbers
}

/** Null where there is no head with names, or no row of numbers. */
export function readCsv(text: string): Columns | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const head = lines[0];
  if (!head) return null;
  const separator = [",", ";", "\t"].find((mark) => head.includes(mark)) ?? /\s+/;
  const names = head.trim().split(separator).map((name) => name.trim().replace(/^"|"$/g, ""));
  if (names.every((name) => name === "" || Number.isFinite(Number(name)))) return null;
  const number = (cell: string) => (cell.trim() === "" ? Number.NaN : Number(cell));
  const all = lines.slice(1).map((line) => line.trim().split(separator).map(number));
  const rows = all.filter((row) => row.length >= names.length - (names.at(-1) === "" ? 1 : 0) && names.every((name, k) => name === "" || Number.isFinite(row[k])));
  return rows.length > 0 ? { names, rows, dropped: all.length - rows.length } : null;
}
