// Numbers as people read them.

/** About `digits` significant digits, without an exponent where it can be had. */
export function short(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) < 1e-12) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-4) return value.toExponential(Math.max(0, digits - 2)).replace("-", "−").replace("e−", "e-");
  const decimals = Math.min(6, Math.max(0, digits - 1 - Math.floor(Math.log10(size))));
  return String(Number(value.toFixed(decimals))).replace("-", "−");
}

/** In the narrow cells of a matrix: a power of ten where zeros would fill the cell. */
export function narrow(value: number, digits = 2): string {
  const size = Math.abs(value);
  return size < 1e-12 || size >= 0.001 ? short(value, digits) : value.toExponential(0).replace(/^-/, "−");
}

/** Always the same number of characters after the point, for numbers that change. */
export function fixed(value: number, decimals = 3): string {
  const text = Math.abs(value) < 0.5 * 10 ** -decimals ? (0).toFixed(decimals) : value.toFixed(decimals);
  return text.replace("-", "−");
}

export const degrees = (radians: number): number => (radians * 180) / Math.PI;
export const radians = (angle: number): number => (angle * Math.PI) / 180;
