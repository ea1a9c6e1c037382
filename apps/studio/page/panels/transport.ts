// Play, pause, what drives the arm, and how quickly time goes.
import { button, choice, element } from "../dom";
import { type Drive, drives } from "../engine/engine";
import type { Motion } from "../motion";
import type { Studio } from "../studio";
import { words } from "../words";

export class Transport {
  readonly root: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly clock = element("output", { class: "number clock", "aria-label": words.time });
  private readonly drive: HTMLSelectElement;

  constructor(private readonly studio: Studio, private readonly motion: Motion) {
    this.play = button(words.play, () => motion.toggle(), { class: "primary play" });
    this.drive = choice(words.drive, drives.map((name) => ({ value: name, text: words.drives[name] })), studio.drive, (value) => motion.setDrive(value as Drive));
    const speed = choice(words.speed, ["0.1", "0.25", "0.5", "1", "2"].map((value) => ({ value, text: `${value}×` })), "1", (value) => { motion.speed = Number(value); });
    this.root = element("div", { class: "transport", role: "group" }, this.play, button(words.reset, () => motion.reset()),
      element("label", {}, element("span", {}, words.drive), this.drive), speed, this.clock);
    motion.changed.listen(() => this.refresh());
    motion.lookedBack.listen(() => this.tick());
    studio.robotChanged.listen(() => this.refresh());
  }

  refresh(): void {
    this.play.textContent = this.motion.playing ? words.pause : words.play;
    this.play.setAttribute("aria-pressed", String(this.motion.playing));
    this.drive.value = this.studio.drive;
    for (const option of Array.from(this.drive.options)) option.disabled = option.value !== "off" && !this.motion.canBeDriven();
    this.tick();
  }
  tick(): void {
    this.clock.textContent = `${(this.motion.shown?.t ?? this.motion.time).toFixed(2)} s`;
  }
}
