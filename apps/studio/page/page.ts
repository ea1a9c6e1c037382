// The panels and the picture, what they do to each other, and the clock.
import { Vector3 } from "three";
import { fromAddress, fromBase64, toAddress } from "./address";
import { readCsv } from "./data/csv";
import { type LogOrigin, toLog } from "./data/log";
import { append, button, confirmed, element } from "./dom";
import { type Drive, drives } from "./engine/engine";
import { Files } from "./files";
import type { Given } from "./given";
import { makeHeader } from "./header";
import { Motion } from "./motion";
import { EquationsPanel } from "./panels/equations";
import { HiddenPanel } from "./panels/hidden";
import { JointsPanel } from "./panels/joints";
import { LogPanel } from "./panels/log";
import { MotionPanel } from "./panels/motion";
import { NumbersPanel } from "./panels/numbers";
import { TablePanel } from "./panels/table";
import { Transport } from "./panels/transport";
import { makeSplitter } from "./splitter";
import type { Studio } from "./studio";
import { Tabs } from "./tabs";
import { type MarkName, markNames } from "./view/marks";
import { handlePointer } from "./view/pointer";
import { Scene } from "./view/scene";
import { words } from "./words";

export class Page {
  private readonly motion: Motion;
  private readonly scene: Scene | null;
  private readonly joints: JointsPanel;
  private readonly table: TablePanel;
  private readonly equations: EquationsPanel;
  private readonly numbers: NumbersPanel;
  private readonly motionPanel: MotionPanel;
  private readonly log: LogPanel;
  private readonly transport: Transport;
  private readonly tabs: Tabs;
  private readonly files: Files;
  private readonly message = element("div", { class: "message", role: "status" });
  private readonly markButtons = new Map<MarkName, HTMLButtonElement>();
  private messageTimer = 0;
  private address = location.hash; // that the page itself has made or come with
  private frames = 0;
  private busy: number[] = []; // ms of script of the last frames

  constructor(private readonly studio: Studio) {
    this.motion = new Motion(studio);
    this.joints = new JointsPanel(studio, this.motion);
    this.table = new TablePanel(studio);
    this.equations = new EquationsPanel(studio);
    this.numbers = new NumbersPanel(studio);
    this.motionPanel = new MotionPanel(studio, this.motion, (sample) => this.motion.lookBack(sample));
    this.log = new LogPanel(studio, this.motion);
    this.transport = new Transport(studio, this.motion);
    this.tabs = new Tabs({ table: this.table, equations: this.equations, numbers: this.numbers, motion: this.motionPanel, log: this.log, hidden: new HiddenPanel(studio) }, words.tabs);
    const view = element("main", { class: "view" }), desk = element("div", { class: "desk" });
    document.body.replaceChildren(
      makeHeader(studio, { openFiles: (files) => void this.files.open(files), newTable: () => void this.newTable(), share: () => void this.share(), toggleTheme: () => this.toggleTheme() }),
      desk);
    append(desk, this.joints.root, view, makeSplitter(desk), this.tabs.root);
    this.scene = Scene.create(studio, view);
    append(view, this.scene ? this.marks() : element("p", { class: "no-picture" }, words.noPicture), this.transport.root, this.message);
    this.files = new Files(studio, this.scene, { openLog: (text, name) => this.openLog(text, name), hush: () => this.hush(), say: (text, kind) => this.say(text, kind) });
    this.listen();
    this.files.acceptDrops();
    this.setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
    this.tabs.choose("table");
  }

  private listen(): void {
    const { studio, scene } = this;
    studio.robotChanged.listen(({ sameJoints }) => {
      if (!sameJoints) this.hush();
      scene?.rebuild(sameJoints);
      this.motion.reset(false);
    });
    studio.stateChanged.listen(() => scene?.update());
    studio.highlighted.listen((links) => scene?.highlight(links));
    studio.said.listen(({ text, kind }) => this.say(text, kind));
    this.motion.changed.listen(() => {
      if (this.motion.time === 0) scene?.trail.forget();
      if (!this.motion.playing && studio.robot) studio.changed();
    });
    if (scene) handlePointer(scene, studio, {
      reach: (target) => this.reach(target),
      push: (body, point, force) => this.push(body, point, force),
      isMoving: () => this.motion.playing,
    });
    addEventListener("panels-resized", () => {
      this.motionPanel.refresh();
      this.log.refresh();
    });
    document.addEventListener("keydown", (event) => {
      const target = event.target as HTMLElement;
      if (event.key !== " " || target.closest("input, textarea, select, button, dialog, summary")) return;
      event.preventDefault();
      this.motion.toggle();
    });
  }

  /** The robot of the address, or the one that the command gave, or one to begin with. */
  async openFirst(data: Given): Promise<void> {
    for (const { name, bytes } of data.meshes ?? []) this.files.addMesh(name, fromBase64(bytes).buffer as ArrayBuffer);
    addEventListener("hashchange", () => {
      if (location.hash !== this.address) location.reload(); // a link was opened in this very page
    });
    const shared = await fromAddress(location.hash);
    const answer = shared ? this.studio.open(shared.robot, shared.name) : data.robot ? this.studio.open(data.robot, data.name ?? "robot.yaml") : null;
    if (!answer?.robot) {
      this.studio.openBuiltin("panda");
      if (answer) this.say(answer.findings?.[0]?.message ?? answer.problem ?? "", "error");
    }
    if (!shared && location.hash.length > 1) this.say(words.linkNotRead, "error");
    if (shared && answer?.robot) {
      if ((drives as readonly string[]).includes(shared.drive)) this.studio.drive = shared.drive as Drive;
      this.studio.setState(shared.q, shared.qd, shared.qdd);
      if (shared.period > 0) this.motionPanel.setReference(shared.swing, shared.period);
      if (shared.payload > 0) this.motionPanel.setLoad(shared.payload);
      if (shared.stiffness.length === this.studio.robot.nv) this.studio.engine.array("stiffness").set(shared.stiffness);
      if (shared.damping.length === this.studio.robot.nv) this.studio.engine.array("damping").set(shared.damping);
      if (this.scene) this.scene.orbit.numbers = shared.camera;
      this.showMarks(markNames.filter((name) => shared.shown.includes(name)));
      this.tabs.choose(shared.tab);
      this.transport.refresh();
    }
    if (data.log) this.openLog(data.log.text, data.log.name, data.log.origin);
    if (data.tab) this.tabs.choose(data.tab);
  }

  private async share(): Promise<void> {
    const { engine, robot, drive, payload, period, fileName } = this.studio;
    const list = (name: "q" | "qd" | "qdd" | "stiffness" | "damping") => Array.from(engine.array(name));
    const written = this.studio.attempt((one) => one.write("yaml"));
    if (!written) return;
    this.address = `#${await toAddress({
      name: fileName.replace(/\.(urdf|xml)$/, ".yaml") || robot.name, robot: written.text, q: list("q"), qd: list("qd"), qdd: list("qdd"), drive, stiffness: list("stiffness"),
      damping: list("damping"), payload, swing: this.motion.swing, period, tab: this.tabs.chosen, camera: this.scene?.orbit.numbers ?? [], shown: [...(this.scene?.shown ?? [])],
    })}`;
    location.hash = this.address;
    const without = this.log.isOpen ? ` ${words.sharedWithoutLog}` : "";
    await navigator.clipboard?.writeText(location.href).then(() => this.say(words.shared + without, "note"), () => this.say(words.sharedInAddress + without, "note"));
  }

  private async newTable(): Promise<void> {
    if (this.studio.edited && !(await confirmed(words.discard(this.studio.robot.name), words.discardYes, words.paste.cancel))) return;
    const rod = ["R", "0", "0", "1", "0", "1", "-1/2", "0", "0", "0", "1/12", "1/12"];
    this.studio.edit((engine) => engine.loadTable(false, [rod, rod]));
    this.studio.fileName = "arm.yaml";
    this.studio.edit((engine) => engine.editGravity("0, -9.81, 0"));
    this.studio.edited = false;
    this.scene?.rebuild(false);
    this.tabs.choose("table");
  }

  private openLog(text: string, name: string, origin: LogOrigin = "log"): void {
    const columns = readCsv(text);
    if (this.studio.robot.nq !== this.studio.robot.nv) return this.say(words.log.severalAxes, "error");
    const log = columns ? toLog(columns, this.studio.robot, name, origin) : words.log.missing("t, q1");
    if (typeof log === "string") return this.say(`${words.notRead(name)}. ${log}`, "error");
    if (log.dropped > 0) this.say(words.log.dropped(log.dropped), "error");
    this.motion.pause();
    this.tabs.choose("log");
    this.log.open(log);
    const step = Math.ceil(log.t.length / 40);
    this.scene?.lookAtMotion(log.t.flatMap((_, row) => (row % step === 0 ? [log.q.map((column) => column[row]!)] : [])));
  }
  private marks(): HTMLElement {
    const bar = element("div", { class: "marks", role: "group" });
    for (const name of markNames) {
      const mark = button(words.marks[name], () => {
        const shown = new Set(this.scene!.shown);
        if (!shown.delete(name)) shown.add(name);
        this.showMarks([...shown]);
      });
      this.markButtons.set(name, mark);
      bar.append(mark);
    }
    bar.append(button(words.fits, () => this.scene!.rebuild(false), { title: words.fitsTitle }));
    this.showMarks([...this.scene!.shown]);
    return bar;
  }
  private showMarks(names: MarkName[]): void {
    for (const [name, mark] of this.markButtons) mark.setAttribute("aria-pressed", String(names.includes(name)));
    if (this.studio.robot) this.scene?.setShown(names);
  }

  private reach(target: Vector3): void {
    const { engine } = this.studio;
    engine.array("target").set(target.toArray());
    const before = engine.array("q").slice();
    const missed = this.studio.attempt((one) => one.reach(false));
    if (missed === null || !Number.isFinite(missed)) engine.array("q").set(before);
    this.studio.changed();
    this.motion.interrupt();
  }
  private push(body: number, point: Vector3, force: Vector3): void {
    if (body > 0 && !this.motion.playing) this.motion.play();
    this.studio.engine.push(body, point.toArray(), force.toArray());
  }
  private toggleTheme(): void {
    this.setTheme(document.documentElement.dataset.theme !== "dark");
  }
  private setTheme(isDark: boolean): void {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    this.scene?.setDark(isDark);
    this.motionPanel.redraw();
    this.log.redraw();
  }
  private say(text: string, kind: "error" | "note"): void {
    this.message.textContent = text;
    this.message.className = `message shown ${kind}`;
    clearTimeout(this.messageTimer);
    this.messageTimer = window.setTimeout(() => this.message.classList.remove("shown"), Math.max(kind === "error" ? 9000 : 3000, Math.min(20_000, 60 * text.length)));
  }
  private hush(): void {
    clearTimeout(this.messageTimer);
    this.message.classList.remove("shown");
  }

  /** The clock: physics and picture in every frame, numbers and plots in some. */
  run(): void {
    let last = performance.now();
    const frame = (now: number) => {
      const begin = performance.now();
      const seconds = Math.min(0.05, (now - last) / 1000);
      last = now;
      this.frame(seconds);
      if (this.motion.playing) {
        this.busy.push(performance.now() - begin);
        if (this.busy.length > 240) this.busy.shift();
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    document.documentElement.dataset.ready = "true";
    this.scene?.draw();
    // For tests, and for those who like to look into things.
    Object.assign(window, { torsorStudio: { studio: this.studio, motion: this.motion, scene: this.scene, page: this, busy: this.busy, firstPicture: performance.now() } });
  }
  /** One turn of the clock, with its picture. */
  frame(seconds: number): void {
    this.advance(seconds);
    this.scene?.draw();
  }
  /** Physics, the places of everything in the picture, numbers and plots. */
  advance(seconds: number): void {
    this.log.step(seconds);
    if (this.motion.playing) {
      this.motion.step(seconds);
      const tip = this.studio.engine.array("framePoses"), at = 12 * this.studio.robot.tip + 9;
      this.scene?.trail.extend(tip[at]!, tip[at + 1]!, tip[at + 2]!);
      this.scene?.update();
      const turn = this.frames++ % 6; // the work of panels is spread over frames
      if (turn === 0) this.joints.refresh(), this.transport.tick();
      if (turn % 2 === 1) this.motionPanel.refresh((turn - 1) / 2);
      if (turn === 4 && (this.tabs.chosen === "numbers" || this.tabs.chosen === "equations")) this.studio.changed();
    }
  }
}
