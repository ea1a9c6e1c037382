// A bar between the picture and the panels that can be dragged, or moved with the arrow keys.
import { element } from "./dom";
import { words } from "./words";

const least = 380, step = 40;

/** The width of the panels is the property --panels of `desk`. "panels-wide" is told by those who need room for a while. */
export function makeSplitter(desk: HTMLElement): HTMLElement {
  const bar = element("div", { class: "splitter", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": words.splitter });
  const widthNow = () => desk.clientWidth - bar.offsetLeft - bar.offsetWidth;
  const set = (width: number) => {
    const most = Math.max(least, desk.clientWidth - 560);
    const kept = Math.round(Math.min(most, Math.max(least, width)));
    desk.style.setProperty("--panels", `${kept}px`);
    bar.setAttribute("aria-valuenow", String(kept));
    dispatchEvent(new Event("panels-resized"));
  };
  bar.addEventListener("pointerdown", (event) => bar.setPointerCapture(event.pointerId));
  bar.addEventListener("pointermove", (event) => {
    if (bar.hasPointerCapture(event.pointerId)) set(desk.getBoundingClientRect().right - event.clientX);
  });
  bar.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowLeft" ? step : event.key === "ArrowRight" ? -step : 0;
    if (by !== 0) set(widthNow() + by);
  });
  let before: number | null = null;
  addEventListener("panels-wide", (event) => {
    const isWide = (event as CustomEvent<boolean>).detail;
    if (isWide) before ??= widthNow();
    if (isWide) set(Math.max(widthNow(), desk.clientWidth - 560));
    else if (before !== null) set(before), before = null;
  });
  return bar;
}
