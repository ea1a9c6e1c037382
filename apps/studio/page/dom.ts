// Elements without markup: texts are set as texts, so that nothing in a name is ever read as HTML.

type Child = Node | string | null | undefined | false;
type Settings = Record<string, unknown>;

/** An element. Settings that start with "on" are listeners, "class" is its class, others are attributes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K, settings: Settings = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value as EventListener);
    else if (key === "value") (made as HTMLInputElement).value = String(value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  append(made, ...children);
  return made;
}

export function append(parent: Element, ...children: Child[]): void {
  for (const child of children) if (child !== null && child !== undefined && child !== false) parent.append(child);
}

export function replaceChildren(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, ...children);
}

export function button(text: string, press: () => void, settings: Settings = {}): HTMLButtonElement {
  return element("button", { type: "button", onclick: press, ...settings }, text);
}

export function choice(
  label: string, options: readonly { value: string; text: string }[], chosen: string, choose: (value: string) => void,
): HTMLSelectElement {
  const list = element("select", { "aria-label": label, onchange: () => choose(list.value) });
  for (const option of options) list.append(element("option", { value: option.value }, option.text));
  list.value = chosen;
  return list;
}

/** A number field that calls back with finite numbers only. */
export function numberField(label: string, value: number, change: (value: number) => void, settings: Settings = {}) {
  const field = element("input", {
    type: "number", step: "any", "aria-label": label, value,
    onchange: () => {
      if (field.value !== "" && Number.isFinite(field.valueAsNumber)) change(field.valueAsNumber);
    },
    ...settings,
  });
  return field;
}

const svgSpace = "http://www.w3.org/2000/svg";
export function svg(name: string, settings: Record<string, string | number>, ...children: (SVGElement | string)[]): SVGElement {
  const made = document.createElementNS(svgSpace, name) as SVGElement;
  for (const [key, value] of Object.entries(settings)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
