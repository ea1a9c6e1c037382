// The line above everything: which robot, files, the link, light or dark.
import { button, choice, download, element } from "./dom";
import type { Studio } from "./studio";
import { words } from "./words";

export interface HeaderActions {
  openFiles(files: File[]): void;
  newTable(): void;
  share(): void;
  toggleTheme(): void;
}

export function makeHeader(studio: Studio, actions: HeaderActions): HTMLElement {
  const names = studio.engine.builtinNames();
  const title = element("strong", { class: "robot-name" }), about = element("span", { class: "about" });
  const robots = choice(words.robots, [{ value: "", text: words.robots }, ...names.map((name) => ({ value: name, text: name }))], "", (name) => {
    if (name) studio.openBuiltin(name);
    robots.value = "";
  });
  const file = element("input", { type: "file", multiple: true, hidden: true, accept: ".yaml,.yml,.urdf,.xml,.mjcf,.csv,.txt,.stl,.obj,.dae", onchange: () => {
    actions.openFiles(Array.from(file.files ?? []));
    file.value = "";
  } });
  const save = choice(words.save, [{ value: "", text: words.save }, { value: "yaml", text: "YAML" }, { value: "urdf", text: "URDF" }, { value: "mjcf", text: "MJCF" }], "", (format) => {
    if (format === "yaml" || format === "urdf" || format === "mjcf") {
      const written = studio.attempt((engine) => engine.write(format));
      if (written) download(`${studio.robot.name}.${format === "mjcf" ? "xml" : format}`, written.text);
      if (written && written.losses.length > 0) studio.said.tell({ text: words.saved(format.toUpperCase(), written.losses), kind: "note" });
    }
    save.value = "";
  });
  studio.robotChanged.listen(() => {
    title.textContent = title.title = studio.robot.name;
    about.textContent = studio.robot.description;
    about.title = [studio.robot.description, studio.robot.source].filter((text) => text !== "").join("\n");
  });
  return element("header", { class: "top" }, element("span", { class: "brand" }, words.title), title, about, element("span", { class: "fill" }), robots,
    button(words.newTable, actions.newTable, { title: words.newTableTitle }), button(words.open, () => file.click(), { title: words.openTitle }), file, save,
    button(words.share, actions.share), button("◐", actions.toggleTheme, { class: "quiet", "aria-label": `${words.light} / ${words.dark}`, title: `${words.light} / ${words.dark}` }));
}
