// Formulas of LaTeX, and of people who write them by hand, in the plain letters that the library reads.

const below = "₀₁₂₃₄₅₆₇₈₉";

const grouped = (part: string): string => (/^\\?\w+$/.test(part.trim()) ? part.trim() : `(${part})`);

/** \frac{\pi}{2} is pi/2, 90^\circ is 90deg, l_1 is l1, 0,5 is 0.5. */
export function plain(cell: string): string {
  let text = cell.replaceAll("$", "").replace(/[₀-₉]/g, (digit) => String(below.indexOf(digit))).replaceAll("ᵢ", "i").replaceAll("₋", "-").trim();
  text = text.replace(/_\{([^{}]*)\}/g, "$1").trim();
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, (_, above: string, under: string) => `${grouped(above)}/${grouped(under)}`).replace(/\\sqrt\s*\{([^{}]*)\}/g, "sqrt($1)");
  }
  text = text
    .replace(/\\(?:mathrm|text|mathbf|textbf|textit|operatorname)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\^\s*\{?\s*\\circ\s*\}?/g, "deg").replace(/°|º/g, "deg").replace(/\\degree\b/g, "deg").replace(/\^\s*\{?\s*(?:\*|\\ast|\\star)\s*\}?/g, "*")
    .replace(/\\(theta|alpha|pi|sin|cos|tan)\b/g, "$1").replace(/θ|ϑ/g, "theta").replace(/α/g, "alpha").replace(/π/g, "pi")
    .replace(/\\(?:left|right|,|;|!|quad|cdot|times)/g, (word) => (word === "\\cdot" || word === "\\times" ? "*" : "")).replace(/·|×/g, "*")
    .replace(/_\{([^{}]*)\}/g, "$1").replace(/_(\w)/g, "$1").replace(/[{}\\`]/g, "").replace(/\*\*/g, "")
    .replace(/[−–]/g, "-").replace(/\s+/g, " ").trim();
  if (/^-?\d+,\d+$/.test(text)) return text.replace(",", ".");
  return text.replace(/(\d) ?deg\b/g, "$1deg");
}

/** The products that formulas leave to the reader: m l^2 is m*l^2, 2l is 2*l. */
export function withProducts(formula: string): string {
  return formula.replace(/(^|[^\w.])(\d+\.?\d*)(?=[a-z(])(?!deg\b|e[-+]?\d)/gi, "$1$2*").replace(/([\w)])\s+(?=[\w(])/g, "$1*").replace(/\)(?=[\w(])/g, ")*");
}

/** What a typed cell may mean, the text itself first: names may hold what LaTeX would read otherwise. */
export const readings = (cell: string): string[] => [...new Set([cell, withProducts(plain(cell))])];
