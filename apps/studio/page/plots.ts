// Plots over time, one under the other, with a cursor that all share.
import uPlot from "uplot";
import { element } from "./dom";

export interface Curve {
  label: string;
  colour: string;
  dashed?: boolean;
}

const curveColours = ["#3b6fb6", "#e07a3f", "#2a9d8f", "#a25ddc", "#d1495b", "#7f8c3b", "#5f6b7a"];
export const colourOf = (k: number): string => curveColours[k % curveColours.length]!;

const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Times, the last of them with its unit. */
const seconds = (_: uPlot, times: number[]): string[] => times.map((t, k) => (k === times.length - 1 ? `${t} s` : String(t)));

export class Plot {
  readonly root: HTMLElement;
  private plot: uPlot | null = null;
  private data: uPlot.AlignedData;
  private readonly title = element("span");
  private readonly host = element("div", { class: "plot-area" });

  constructor(title: string, private readonly curves: Curve[], private readonly height: number, private readonly point: (time: number | null) => void, hasLegend = true) {
    const legend = element("span", { class: "legend" }, ...curves.map((curve) => {
      const mark = element("i", { class: curve.dashed ? "dashed" : "" });
      mark.style.borderColor = curve.colour;
      return element("span", {}, mark, curve.label);
    }));
    this.root = element("figure", { class: "plot", "aria-label": title }, element("figcaption", {}, this.title, hasLegend && legend), this.host);
    this.title.textContent = title;
    this.data = [[], ...curves.map(() => [])];
  }

  /** Draws, where it has room. */
  show(data: uPlot.AlignedData): void {
    this.data = data;
    const width = this.host.clientWidth;
    if (width === 0) return;
    if (!this.plot) this.make(width);
    else if (this.plot.width !== width) this.plot.setSize({ width, height: this.height });
    this.plot!.setData(data);
  }
  call(title: string): void {
    this.title.textContent = title;
    this.root.setAttribute("aria-label", title);
  }
  cursorAt(time: number): void {
    this.plot?.setCursor({ left: this.plot.valToPos(time, "x"), top: this.height / 2 }, false);
  }
  redraw(): void {
    this.plot?.destroy();
    this.plot = null;
    this.show(this.data);
  }

  private make(width: number): void {
    const axis = { stroke: css("--quiet"), grid: { stroke: css("--line"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    this.plot = new uPlot({
      width, height: this.height, legend: { show: false }, scales: { x: { time: false } }, padding: [6, 8, 0, 0],
      cursor: { sync: { key: "torsor" }, drag: { x: false, y: false }, points: { size: 5 } },
      axes: [{ ...axis, size: 22, values: seconds }, { ...axis, size: 46, space: 24 }],
      series: [{}, ...this.curves.map((curve) => ({ label: curve.label, stroke: curve.colour, width: 1.4, dash: curve.dashed ? [4, 3] : undefined, points: { show: false } }))],
      hooks: { setCursor: [(plot) => {
        const at = plot.cursor.left;
        if (plot.cursor.event) this.point(at === undefined || at === null || at < 0 ? null : plot.posToVal(at, "x"));
      }] },
    }, this.data, this.host);
  }
}
