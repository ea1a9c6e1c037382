// MathML and steps that the library wrote, as elements. Only what it writes is let through: no scripts, no styles, no
// addresses, whatever the names of a robot are.

const mathElements = new Set(["math", "mrow", "mi", "mo", "mn", "msub", "msup", "msubsup", "mfrac", "msqrt", "mtable", "mtr", "mtd", "mover",
  "munder", "munderover", "mspace", "mtext", "mstyle", "mpadded"]);
const textElements = new Set(["h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "div", "span", "em", "strong", "i", "b"]);
const attributes = new Set(["display", "displaystyle", "mathvariant", "stretchy", "columnalign", "accent", "fence", "lspace", "rspace", "width", "rowspacing", "columnspacing"]);
const mathSpace = "http://www.w3.org/1998/Math/MathML";

function copied(node: Node): Node | null {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.nodeValue ?? "");
  if (!(node instanceof Element)) return null;
  const name = node.localName.toLowerCase();
  const isMath = mathElements.has(name);
  if (!isMath && !textElements.has(name)) return null;
  const made = isMath ? document.createElementNS(mathSpace, name) : document.createElement(name);
  for (const { name: key, value } of Array.from(node.attributes)) if (isMath && attributes.has(key)) made.setAttribute(key, value);
  if (isMath && node.classList.contains("bmatrix")) made.classList.add("bmatrix");
  for (const child of Array.from(node.childNodes)) {
    const inside = copied(child);
    if (inside) made.append(inside);
  }
  return made;
}

/** The elements of a piece of HTML or MathML. */
export function safeElements(markup: string): Node[] {
  const plain = markup.replace(/<style[\s\S]*?<\/style>/g, "").replace(/ style="[^"]*"/g, ""); // the page's policy forbids them
  const read = new DOMParser().parseFromString(plain, "text/html");
  return Array.from(read.body.childNodes).map(copied).filter((node): node is Node => node !== null);
}

/** Elements of the right side that stand between plus and minus, each wrapped in a row of its own. */
export function wrapTerms(math: Element, linksOf: (symbols: string[]) => string[]): Element[] {
  const terms: Element[] = [];
  for (const row of [math, ...math.querySelectorAll("mrow, mtd")]) {
    const children = Array.from(row.children);
    const isSign = (one: Element) => one.localName === "mo" && /^[+−=-]$/.test(one.textContent?.trim() ?? "");
    if (!children.some(isSign) || row.closest(".term")) continue;
    let term: Element[] = [];
    const finish = () => {
      const symbols = term.flatMap((part) => Array.from(part.matches("mi, msub") ? [part] : part.querySelectorAll("mi, msub")))
        .map((part) => (part.textContent ?? "").replace(/[\s⁡⁢]/g, ""));
      const links = linksOf(symbols);
      if (term.length > 0 && links.length > 0) {
        const wrapped = document.createElementNS(mathSpace, "mrow");
        wrapped.classList.add("term");
        wrapped.setAttribute("data-links", links.join("\n"));
        term[0]!.before(wrapped);
        wrapped.append(...term);
        terms.push(wrapped);
      }
      term = [];
    };
    let depth = 0; // of parentheses: the sum of angles in a cosine is no sum of terms
    for (const child of children) {
      const text = child.localName === "mo" ? child.textContent?.trim() : "";
      if (text === "(") ++depth;
      if (text === ")") --depth;
      if (depth === 0 && isSign(child)) finish();
      else term.push(child);
    }
    finish();
  }
  return terms;
}
