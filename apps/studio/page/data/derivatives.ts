/** First and second derivatives by a parabola through the samples within a short time, fitted by least squares. */
export function smoothDerivatives(t: number[], x: number[]): { first: number[]; second: number[] } {
  const step = (t.at(-1)! - t[0]!) / Math.max(1, t.length - 1);
  const half = Math.max(3, Math.round(0.06 / step));
  const first: number[] = [], second: number[] = [];
  for (let k = 0; k < t.length; ++k) {
    const from = Math.max(0, Math.min(k - half, t.length - 1 - 2 * half)), to = Math.min(t.length - 1, Math.max(k + half, 2 * half));
    const s = [0, 0, 0, 0, 0], b = [0, 0, 0];
    for (let i = from; i <= to; ++i) {
      const u = t[i]! - t[k]!;
      for (let p = 0, power = 1; p < 5; ++p, power *= u) {
        s[p]! += power;
        if (p < 3) b[p]! += power * (x[i]! - x[k]!);
      }
    }
    const [, rate, half2] = solve3([[s[0]!, s[1]!, s[2]!], [s[1]!, s[2]!, s[3]!], [s[2]!, s[3]!, s[4]!]], b as [number, number, number]);
    first.push(rate);
    second.push(2 * half2);
  }
  return { first, second };
}

function determinant(m: number[][]): number {
  const [[a, b, c], [d, e, f], [g, h, i]] = m as [[number, number, number], [number, number, number], [number, number, number]];
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}
function solve3(m: number[][], b: [number, number, number]): [number, number, number] {
  const all = determinant(m);
  const with_ = (column: number) => determinant(m.map((row, i) => row.map((entry, j) => (j === column ? b[i]! : entry))));
  return all === 0 ? [0, 0, 0] : [with_(0) / all, with_(1) / all, with_(2) / all];
}
