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

/** A mark at a field, with why. */
export function mark(field: HTMLElement, why: string | null, kind: "wrong" | "beyond" | "hint" = "wrong"): void {
  field.classList.toggle(kind, why !== null);
  if (kind === "wrong") why === null ? field.removeAttribute("aria-invalid") : field.setAttribute("aria-invalid", "true");
  if (why !== null) field.title = why;
  else field.removeAttribute("title");
}

/** A number field that calls back with finite numbers, not below the setting `min`; one that was cleared gets back what it had. */
export function numberField(label: string, value: number, change: (value: number) => void, settings: Settings = {}) {
  let before = String(value);
  const field = element("input", {
    type: "number", step: "any", "aria-label": label, value,
    onfocus: () => { before = field.value; },
    onchange: () => {
      if (field.value === "" || !Number.isFinite(field.valueAsNumber)) field.value = before;
      const isLow = settings.min !== undefined && field.valueAsNumber < Number(settings.min);
      mark(field, isLow ? `expected at least ${String(settings.min)}` : null);
      if (!isLow) change(field.valueAsNumber);
    },
    ...settings,
  });
  return field;
}

/** Something that scrolls sideways, with a shadow where there is more of it. */
export function scrolling(settings: Settings, ...children: Child[]): HTMLElement {
  const inside = element("div", { ...settings, class: `scroll ${String(settings.class ?? "")}` }, ...children), frame = element("div", { class: "scroll-frame" }, inside);
  const look = () => frame.classList.toggle("more", inside.scrollLeft + inside.clientWidth < inside.scrollWidth - 2);
  inside.addEventListener("scroll", look);
  new ResizeObserver(look).observe(inside);
  return frame;
}

/** Asks before something is lost. */
export function confirmed(question: string, yes: string, no: string): Promise<boolean> {
  return new Promise((answer) => {
    const finish = (result: boolean) => {
      dialog.remove();
      answer(result);
    };
    const dialog = element("dialog", { class: "paste", oncancel: () => finish(false) }, element("p", {}, question),
      element("footer", {}, element("span", { class: "fill" }), button(no, () => finish(false)), button(yes, () => finish(true), { class: "primary" })));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = element("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const svgSpace = "http://www.w3.org/2000/svg";
export function svg(name: string, settings: Record<string, string | number>, ...children: (SVGElement | string)[]): SVGElement {
  const made = document.createElementNS(svgSpace, name) as SVGElement;
  for (const [key, value] of Object.entries(settings)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
