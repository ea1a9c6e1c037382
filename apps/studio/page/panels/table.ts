// The DH table and the masses, cell by cell. Every edit rebuilds the arm; what is wrong stands at its cell.
import { button, choice, element, mark, replaceChildren, scrolling } from "../dom";
import type { Engine } from "../engine/engine";
import type { LoadAnswer, Link } from "../engine/robot";
import { short } from "../format";
import type { Studio } from "../studio";
import { assumptions, isClear, type PasteChoice, readTable, toRows } from "../table/paste";
import { readings } from "../table/plain";
import { words } from "../words";
import { askForTable } from "./paste_dialog";
import { type Broken, cellsOf, fitColumns, showMarks, tableOffer } from "./table_cells";

/** By which the keyboard finds its place again when the panel is made anew. */
const nameOf = (control: Element): string => control.getAttribute("aria-label") ?? control.textContent ?? "";

export class TablePanel {
  readonly root = element("section", { class: "table-panel" });
  private cells: HTMLInputElement[][] = [];
  private readonly broken: Broken = new Map();
  private shape = ""; // of the table: where broken texts have their places
  private keepsControls = false; // the focus is about to move on to one of them
  private readonly message = element("p", { class: "cell-message", role: "alert" });

  constructor(private readonly studio: Studio) {
    studio.robotChanged.listen(() => this.build());
    studio.highlighted.listen((links) => {
      this.cells.forEach((row, k) => row[0]?.closest("tr")?.classList.toggle("glow", links.has(studio.robot.links[k]?.name ?? "")));
    });
  }

  private build(): void {
    if (this.keepsControls && this.cells.length === this.studio.robot.links.length) return this.refresh();
    const { robot } = this.studio;
    const focused = this.root.contains(document.activeElement) ? nameOf(document.activeElement!) : null;
    const rows = robot.links.map((link, k) => this.row(link, k));
    const hasTable = robot.links.length > 0 && robot.links.every((link) => link.dh);
    const shape = `${robot.name} ${robot.links.length}`;
    if (shape !== this.shape) this.broken.clear();
    this.shape = shape;
    this.message.textContent = showMarks(this.cells, this.broken);
    const parameters = element("textarea", {
      rows: Math.min(6, Math.max(2, robot.parameters.length)), spellcheck: "false", "aria-label": words.table.parameters,
      placeholder: words.table.parametersHint, value: robot.parameters.map((one) => `${one.name} = ${one.text}`).join("\n"),
      onchange: () => this.change((engine) => engine.editParameters(parameters.value)),
    });
    const gravity = element("input", {
      "aria-label": words.table.gravity, value: robot.gravity_text.join(", "), spellcheck: "false",
      onchange: () => this.change((engine) => engine.editGravity(gravity.value)),
    });
    const convention = choice(words.table.convention, [{ value: "standard", text: words.table.standard }, { value: "modified", text: words.table.modified }],
      robot.dh, (value) => this.take(this.studio.edit((engine) => engine.editConvention(value === "modified"))));
    replaceChildren(this.root,
      element("div", { class: "tools" }, convention, button(words.table.addRow, () => this.take(this.studio.edit((engine) => engine.addRow()))),
        button(words.table.paste, () => void this.paste(""))),
      !hasTable && tableOffer(robot.links, (tip, withoutMasses) => {
        this.take(this.studio.edit((engine) => engine.convertToTable(false, tip, withoutMasses)));
        this.message.scrollIntoView({ block: "nearest" });
      }),
      scrolling({ class: robot.links.some((link) => link.dh) ? "dh" : "dh without-dh" }, element("table", {}, this.head(), element("tbody", {}, ...rows))),
      this.message,
      element("div", { class: "beside" },
        element("label", {}, words.table.parameters, parameters), element("label", {}, words.table.gravity, gravity)),
      element("p", { class: "note" }, words.table.hint),
      robot.source !== "" && element("p", { class: "note" }, `${words.table.source}: ${robot.source}`));
    fitColumns(this.cells);
    const controls = Array.from(this.root.querySelectorAll<HTMLElement>("button, select, input, textarea"));
    if (focused !== null) (controls.find((one) => nameOf(one) === focused) ?? controls.find((one) => nameOf(one) === words.table.addRow))?.focus();
  }

  private head(): HTMLElement {
    return element("thead", {}, element("tr", {}, element("th", {}, ""),
      ...words.table.columns.map((name, k) => element("th", { title: words.table.titles[k] }, name)), element("th", {}, "")));
  }

  private row(link: Link, row: number): HTMLElement {
    const texts = cellsOf(link);
    this.cells[row] = texts.map((text, column) => this.cell(row, column, text));
    this.cells.length = this.studio.robot.links.length;
    return element("tr", { onmouseenter: () => this.studio.highlighted.tell(new Set([link.name])), onmouseleave: () => this.studio.highlighted.tell(new Set()) },
      element("th", { title: link.joint_name }, link.name), ...this.cells[row]!.map((cell) => element("td", {}, cell)),
      element("td", {}, button("×", () => this.take(this.studio.edit((engine) => engine.removeRow(row))),
        { class: "quiet", title: words.table.removeRow, "aria-label": `${words.table.removeRow}: ${link.name}` })));
  }

  private cell(row: number, column: number, text: string): HTMLInputElement {
    const link = this.studio.robot.links[row]!;
    const cell = element("input", {
      value: text, spellcheck: "false", autocomplete: "off", "data-row": row, "data-column": column, class: `column-${column}`,
      "aria-label": `${words.table.columns[column]} ${link.name}`,
      disabled: column === 0 ? link.joint !== "revolute" && link.joint !== "prismatic" : text === "",
      onchange: () => this.typed(row, column, cell.value),
      onpaste: (event: ClipboardEvent) => this.pasted(event),
      onkeydown: (event: KeyboardEvent) => this.walk(event, row, column),
    });
    if (column >= 5 && !link.as_written) cell.classList.add("computed");
    return cell;
  }

  /** Arrows up and down, and Enter, go from row to row. */
  private walk(event: KeyboardEvent, row: number, column: number): void {
    const by = event.key === "ArrowDown" || event.key === "Enter" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = this.cells[row + by]?.[column];
    if (next) next.select();
    else (event.target as HTMLInputElement).blur();
  }

  /** A parameter or gravity. */
  private change(edit: (engine: Engine) => LoadAnswer): void {
    this.keepsControls = true;
    const answer = this.studio.edit(edit);
    if (answer.robot) this.tryBroken();
    this.keepsControls = false;
    this.take(answer);
  }

  /** A cell, and those that are broken: what is right now may be what they waited for. */
  private typed(row: number, column: number, text: string): void {
    this.keepsControls = true;
    if (this.set(row, column, text)) this.tryBroken();
    this.refresh();
    this.keepsControls = false;
    this.message.textContent = showMarks(this.cells, this.broken);
  }
  private tryBroken(): void {
    for (const [place, { text }] of [...this.broken]) {
      const [row, column] = place.split(",").map(Number) as [number, number];
      this.set(row, column, text);
    }
  }
  /** False where the robot stays as it was. */
  private set(row: number, column: number, text: string): boolean {
    let why = "";
    for (const reading of column === 0 ? [text.trim().replace(/^[rp]$/, (letter) => letter.toUpperCase())] : readings(text)) {
      this.broken.delete(`${row},${column}`); // or its old text would stay in the cell
      const answer = this.studio.edit((engine) => engine.editCell(row, column, reading));
      if (answer.robot) return true;
      why ||= answer.problems?.[0]?.message ?? answer.problem ?? "";
    }
    this.broken.set(`${row},${column}`, { text, why });
    return false;
  }
  private pasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\n\t|&]/.test(text.trim())) return;
    event.preventDefault();
    const table = readTable(text);
    if (table && table.columns.length >= 2) void this.paste(text);
    else this.studio.said.tell({ text: words.paste.notTable, kind: "error" });
  }

  /** Takes a table at once where everything in it is clear, and else asks. */
  async paste(text: string): Promise<void> {
    const read = readTable(text);
    const answer = read && isClear(read)
      ? { table: read, ...({ angles: read.angles, lengths: read.lengths, modified: read.convention === "modified" } as PasteChoice) } : await askForTable(text);
    if (!answer) return;
    const known = new Set(this.studio.robot.parameters.map((one) => one.name));
    if (this.root.contains(document.activeElement)) (document.activeElement as HTMLElement).blur(); // all of it is new
    this.broken.clear();
    const taken = this.studio.edit((engine) => engine.loadTable(answer.modified, toRows(answer.table, answer)));
    const wrong = taken.problems?.[0];
    this.take(wrong ? { problem: words.paste.wrong(wrong.row + 1, words.table.columns[wrong.column] ?? "", wrong.message) } : taken);
    this.cells[0]?.[1]?.focus();
    const named = (taken.robot?.parameters ?? []).map((one) => one.name).filter((name) => !known.has(name));
    if (!taken.robot) return;
    const assumed = [...assumptions(answer.table).map((what) => words.paste.assumed[what]), words.paste.gravity(taken.robot.gravity_text.join(", "))];
    if (named.length > 0) assumed.push(words.paste.named(named.join(", ")));
    this.studio.said.tell({ text: assumed.join("\n"), kind: "note" });
  }

  /** Shows what came of an edit. */
  private take(answer: LoadAnswer): void {
    this.message.textContent = showMarks(this.cells, this.broken);
    if (answer.problem) this.message.textContent = answer.problem;
    for (const problem of answer.problems ?? []) {
      const cell = this.cells[problem.row]?.[problem.column];
      if (cell) mark(cell, problem.message);
      this.message.textContent = problem.message;
    }
  }

  /** New numbers in the cells that nobody is typing into. */
  private refresh(): void {
    this.studio.robot.links.forEach((link, row) => cellsOf(link).forEach((text, column) => {
      const cell = this.cells[row]?.[column];
      if (cell && document.activeElement !== cell && !this.broken.has(`${row},${column}`)) cell.value = text;
      cell?.classList.toggle("computed", column >= 5 && !link.as_written);
      if (column >= 5) cell?.setAttribute("data-value", short(Number(text)));
    }));
    fitColumns(this.cells);
  }
}
