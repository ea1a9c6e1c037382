// Asks for what a pasted table leaves open: which column is what, the convention, and units.
import { button, choice, element, replaceChildren } from "../dom";
import { columnKeys, type ColumnKey, type LengthUnit, type PasteChoice, type PastedTable, readTable } from "../table/paste";
import { words } from "../words";

export interface PasteAnswer extends PasteChoice {
  table: PastedTable;
}
/** What is taken where nobody says otherwise. */
const likely = (table: PastedTable | null): PasteChoice => ({
  angles: table?.angles === "rad" ? "rad" : "deg", lengths: !table || table.lengths === "unclear" ? (table ? "mm" : "m") : table.lengths,
  modified: table?.convention === "modified",
});

/** Null where it was given up. `text` may be empty: it is asked for then. */
export function askForTable(text: string): Promise<PasteAnswer | null> {
  return new Promise((answer) => {
    let table = readTable(text), chosen = likely(table);
    const preview = element("div", { class: "paste-preview" });
    const area = element("textarea", { rows: 7, "aria-label": words.paste.ask, placeholder: words.paste.ask, spellcheck: "false", value: text, oninput: () => {
      table = readTable(area.value);
      chosen = likely(table);
      show();
    } });
    const use = button(words.paste.use, () => finish(table ? { table, ...chosen } : null), { class: "primary" });
    const dialog = element("dialog", { class: "paste", "aria-label": words.paste.title, oncancel: () => finish(null) },
      element("h2", {}, words.paste.title), area, preview,
      element("footer", {}, element("span", { class: "fill" }), button(words.paste.cancel, () => finish(null)), use));
    function finish(result: PasteAnswer | null): void {
      dialog.close();
      dialog.remove();
      answer(result);
    }
    function show(): void {
      use.disabled = !table;
      if (!table) return replaceChildren(preview, area.value.trim() === "" ? "" : words.paste.notTable);
      const found = table;
      const head = element("tr", {}, ...found.columns.map((key, k) => element("th", {},
        choice(`${words.paste.columns} ${k + 1}`, [{ value: "ignore", text: words.paste.ignore },
          ...columnKeys.map((other, n) => ({ value: other, text: words.table.columns[n]! }))], key, (value) => { found.columns[k] = value as ColumnKey; }))));
      const rows = found.rows.slice(0, 8).map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell))));
      const ask = (label: string, options: { value: string; text: string }[], value: string, isOpen: boolean, take: (value: string) => void) =>
        element("label", { class: isOpen ? "open" : "" }, element("span", {}, label), choice(label, options, value, take));
      replaceChildren(preview, element("p", {}, `${words.paste.found(found.rows.length, found.columns.length)}. `,
          found.ragged && element("strong", { class: "bad" }, words.paste.ragged(found.ragged.row, found.ragged.cells, found.ragged.expected))),
        element("div", { class: "tools" },
          ask(words.table.convention, [{ value: "standard", text: words.table.standard }, { value: "modified", text: words.table.modified }],
            chosen.modified ? "modified" : "standard", found.convention === "unclear", (value) => { chosen.modified = value === "modified"; }),
          ask(words.paste.angles, [{ value: "deg", text: words.paste.degrees }, { value: "rad", text: words.paste.radians }], chosen.angles, found.angles === "unclear",
            (value) => { chosen.angles = value as "deg" | "rad"; }),
          ask(words.paste.lengths, ["m", "cm", "mm"].map((unit) => ({ value: unit, text: unit })), chosen.lengths, found.lengths === "unclear",
            (value) => { chosen.lengths = value as LengthUnit; })),
        element("div", { class: "scroll" }, element("table", {}, head, ...rows)));
    }
    show();
    document.body.append(dialog);
    dialog.showModal();
    (table ? use : area).focus();
  });
}
