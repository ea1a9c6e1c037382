// Files that are opened or dropped: robots, their meshes, logs.
import { element } from "./dom";
import type { Studio } from "./studio";
import { meshName, readMesh } from "./view/mesh_files";
import type { Scene } from "./view/scene";
import { words } from "./words";

export interface FileActions {
  openLog(text: string, name: string): void;
  /** What was said of files before is over. */
  hush(): void;
  say(text: string, kind: "error" | "note"): void;
}

export class Files {
  constructor(private readonly studio: Studio, private readonly scene: Scene | null, private readonly actions: FileActions) {}

  /** Meshes first, so that a robot that comes with them is drawn with them. */
  async open(files: File[]): Promise<void> {
    this.actions.hush();
    const isMesh = (file: File) => /\.(stl|obj|dae)$/i.test(file.name);
    const meshes = files.filter(isMesh);
    for (const file of meshes) if (!this.addMesh(file.name, await file.arrayBuffer())) this.actions.say(words.notRead(file.name), "error");
    if (meshes.length > 0) {
      this.scene?.rebuild(true);
      this.actions.say(words.meshesRead(meshes.length), "note");
    }
    for (const file of files.filter((one) => !isMesh(one))) {
      const text = await file.text();
      if (/\.(csv|txt)$/i.test(file.name)) this.actions.openLog(text, file.name);
      else this.openRobot(text, file.name);
    }
  }

  private openRobot(text: string, name: string): void {
    const answer = this.studio.open(text, name);
    const findings = answer.findings ?? [];
    if (!answer.robot) {
      const error = findings.find((one) => one.severity === "error");
      return this.actions.say(`${words.notRead(name)}: ${error ? `line ${error.line}: ${error.message}` : answer.problem ?? ""}`, "error");
    }
    const warnings = findings.filter((one) => one.severity === "warning");
    if (warnings.length > 0) this.actions.say(words.warnings(name, warnings.length, warnings[0]!.message), "note");
    const missing = this.scene?.missingMeshes() ?? [];
    if (missing.length > 0) this.actions.say(words.meshes(missing.join(", ")), "note");
  }

  /** False where it is no mesh that is read here. */
  addMesh(name: string, bytes: ArrayBuffer): boolean {
    const mesh = readMesh(name, bytes);
    if (mesh) this.scene?.meshes.set(meshName(name), mesh);
    return mesh !== null;
  }

  acceptDrops(): void {
    const veil = element("div", { class: "veil", hidden: true }, words.dropHere);
    document.body.append(veil);
    addEventListener("dragover", (event) => {
      event.preventDefault();
      veil.hidden = false;
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) veil.hidden = true;
    });
    addEventListener("drop", (event) => {
      event.preventDefault();
      veil.hidden = true;
      void this.open(Array.from(event.dataTransfer?.files ?? []));
    });
  }
}
