// Asks for what a pasted table leaves open: which column is what, and the unit of angles.
import { button, choice, element, replaceChildren } from "../dom";
import { columnKeys, type ColumnKey, type PastedTable, readTable } from "../table/paste";
import { words } from "../words";

export interface PasteAnswer {
  table: PastedTable;
  angles: "deg" | "rad";
  modified: boolean;
}

/** Null where it was given up. `text` may be empty: it is asked for then. */
export function askForTable(text: string, modified: boolean): Promise<PasteAnswer | null> {
  return new Promise((answer) => {
    let table = readTable(text), angles: "deg" | "rad" = table?.angles === "rad" ? "rad" : "deg", isModified = modified;
    const preview = element("div", { class: "paste-preview" });
    const area = element("textarea", { rows: 7, "aria-label": words.paste.ask, placeholder: words.paste.ask, spellcheck: "false", value: text, oninput: () => {
      table = readTable(area.value);
      angles = table?.angles === "rad" ? "rad" : "deg";
      show();
    } });
    const use = button(words.paste.use, () => finish(table ? { table, angles, modified: isModified } : null), { class: "primary" });
    const dialog = element("dialog", { class: "paste", "aria-label": words.paste.title, oncancel: () => finish(null) },
      element("h2", {}, words.paste.title), area, preview,
      element("footer", {},
        choice(words.table.convention, [{ value: "standard", text: words.table.standard }, { value: "modified", text: words.table.modified }],
          modified ? "modified" : "standard", (value) => { isModified = value === "modified"; }),
        element("span", { class: "fill" }), button(words.paste.cancel, () => finish(null)), use));
    function finish(result: PasteAnswer | null): void {
      dialog.close();
      dialog.remove();
      answer(result);
    }
    function show(): void {
      use.disabled = !table;
      if (!table) return replaceChildren(preview, area.value.trim() === "" ? "" : words.paste.none);
      const found = table;
      const head = element("tr", {}, ...found.columns.map((key, k) => element("th", {},
        choice(`${words.paste.columns} ${k + 1}`, [{ value: "ignore", text: words.paste.ignore },
          ...columnKeys.map((other, n) => ({ value: other, text: words.table.columns[n]! }))], key, (value) => { found.columns[k] = value as ColumnKey; }))));
      const rows = found.rows.slice(0, 8).map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell))));
      const unit = choice(words.paste.angles, [{ value: "deg", text: words.paste.degrees }, { value: "rad", text: words.paste.radians }], angles,
        (value) => { angles = value as "deg" | "rad"; });
      replaceChildren(preview, element("p", {}, `${words.paste.found(found.rows.length, found.columns.length)}. ${words.paste.angles} `, unit),
        element("div", { class: "scroll" }, element("table", {}, head, ...rows)));
    }
    show();
    document.body.append(dialog);
    dialog.showModal();
    area.focus();
  });
}
