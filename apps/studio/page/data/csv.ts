// A log as columns of numbers.

export interface Columns {
  names: string[];
  rows: number[][]; // by row
}

/** Null where there is no head with names, or no row of numbers. */
export function readCsv(text: string): Columns | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const head = lines[0];
  if (!head) return null;
  const separator = [",", ";", "\t"].find((mark) => head.includes(mark)) ?? /\s+/;
  const names = head.trim().split(separator).map((name) => name.trim().replace(/^"|"$/g, ""));
  if (names.every((name) => name === "" || Number.isFinite(Number(name)))) return null;
  const rows = lines.slice(1).map((line) => line.trim().split(separator).map(Number)).filter((row) => row.length >= names.length && row.every(Number.isFinite));
  return rows.length > 0 ? { names, rows } : null;
}
