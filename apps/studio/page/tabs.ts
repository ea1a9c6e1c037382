// Panels behind tabs, with the arrow keys that people expect of them.
import { element } from "./dom";

export interface Panel {
  root: HTMLElement;
  show?(): void;
  hide?(): void;
}

export class Tabs {
  readonly root: HTMLElement;
  private readonly buttons = new Map<string, HTMLButtonElement>();
  chosen = "";

  constructor(private readonly panels: Record<string, Panel>, titles: Record<string, string>) {
    const bar = element("div", { class: "tab-bar", role: "tablist" });
    const host = element("div", { class: "tab-host" });
    for (const [name, panel] of Object.entries(panels)) {
      const tab = element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.choose(name) }, titles[name] ?? name);
      this.buttons.set(name, tab);
      bar.append(tab);
      panel.root.id = `panel-${name}`;
      panel.root.setAttribute("role", "tabpanel");
      panel.root.setAttribute("aria-labelledby", `tab-${name}`);
      host.append(panel.root);
    }
    bar.addEventListener("keydown", (event) => {
      const names = Object.keys(panels), by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const end = event.key === "Home" ? names[0] : event.key === "End" ? names.at(-1) : undefined;
      if (by === 0 && !end) return;
      event.preventDefault();
      const next = end ?? names[(names.indexOf(this.chosen) + by + names.length) % names.length]!;
      this.choose(next);
      this.buttons.get(next)!.focus();
    });
    this.root = element("aside", { class: "tabs" }, bar, host);
  }

  choose(name: string): void {
    if (!(name in this.panels)) return;
    for (const [other, panel] of Object.entries(this.panels)) {
      const isChosen = other === name;
      panel.root.hidden = !isChosen;
      this.buttons.get(other)!.setAttribute("aria-selected", String(isChosen));
      this.buttons.get(other)!.tabIndex = isChosen ? 0 : -1;
      if (!isChosen && other === this.chosen) panel.hide?.();
    }
    this.chosen = name;
    this.panels[name]!.show?.();
  }
}
