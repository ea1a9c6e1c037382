#include "report/parts.hpp"

namespace torsor::report {

/// The colours are told apart by colour-blind readers as well (after Okabe and Ito), on light and on dark ground.
std::string_view style() {
  return R"css(:root {
  --ground: #ffffff; --card: #f4f6f9; --line: #d3dae4; --text: #17202b; --soft: #4e5b6c; --accent: #0b5cad;
  --measured: #0072b2; --predicted: #c24a00; --residual: #00795c; --raw: #9aa5b4; --model: #17202b; --coriolis: #9b4f8e;
  --good: #00795c; --fair: #a86500; --poor: #b3261e; --series-5: #8a8200;
}
@media (prefers-color-scheme: dark) { :root {
  --ground: #10151c; --card: #19212b; --line: #344152; --text: #e7ecf3; --soft: #a7b3c3; --accent: #7cb8f5;
  --measured: #56b4e9; --predicted: #f39a4a; --residual: #3ecfa4; --raw: #718096; --model: #ffffff; --coriolis: #dda3d2;
  --good: #3ecfa4; --fair: #f0b44c; --poor: #ff8a80; --series-5: #f0e442;
} }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0 auto; max-width: 1120px; padding: 0 1.25rem 4rem; background: var(--ground); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", "DejaVu Sans", sans-serif; }
header { padding: 1rem 0 .6rem; border-bottom: 3px solid var(--accent); }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.15; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .6rem; font-size: 1.45rem; }
h3 { margin: 1.6rem 0 .5rem; font-size: 1.1rem; overflow-wrap: anywhere; }
p, li, dd { max-width: 78ch; overflow-wrap: anywhere; }
a { color: var(--accent); }
.kind { margin: 0 0 .3rem; color: var(--soft); letter-spacing: .09em; text-transform: uppercase; font-size: .8rem; }
.logs { margin: .6rem 0 0; color: var(--soft); }
nav ol { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem; margin: 1rem 0 0; padding: 0; }
nav a { display: block; padding: .15rem .7rem; border: 1px solid var(--line); border-radius: 1rem; text-decoration: none;
  font-size: .88rem; }
nav a:hover, nav a:focus-visible { background: var(--card); border-color: var(--accent); }
.verdict { border: 1px solid var(--line); border-left: .5rem solid var(--fair); border-radius: .5rem; padding: .9rem 1.3rem;
  background: var(--card); }
.verdict.good { border-left-color: var(--good); }
.verdict.poor { border-left-color: var(--poor); }
.verdict li, .verdict p { max-width: none; }
.headline { margin: 0 0 .5rem; font-size: 1.2rem; font-weight: 600; }
.verdict ul { margin: .3rem 0; padding-left: 1.2rem; }
.findings { list-style: none; padding: 0; }
.findings > li { margin: .5rem 0; padding: .6rem 1rem; max-width: none; border: 1px solid var(--line); border-radius: .5rem;
  border-left: .35rem solid var(--soft); background: var(--card); }
.findings .warning { border-left-color: var(--fair); }
.findings .error { border-left-color: var(--poor); }
.fold { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; padding: .3rem 1rem; }
.fold > summary { cursor: pointer; font-weight: 600; }
.place { color: var(--soft); font-size: .85rem; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .88em; }
table { border-collapse: collapse; width: 100%; margin: 1.1rem 0; font-size: .9rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .45rem; font-size: .88rem; }
th, td { text-align: left; padding: .28rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: break-word; }
thead th { border-bottom: 2px solid var(--line); color: var(--soft); font-size: .82rem; vertical-align: bottom;
  overflow-wrap: normal; }
tbody th { font-weight: 600; overflow-wrap: anywhere; min-width: 4.5rem; }
tbody tr:hover { background: var(--card); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead .number { white-space: normal; }
.many th, .many td { padding-left: .3rem; padding-right: .3rem; }
td.wide { min-width: 12rem; overflow-wrap: anywhere; }
.badge { padding: 0 .5rem; border-radius: .7rem; background: var(--accent); color: var(--ground); font-size: .75rem;
  font-weight: 600; }
.badge.weak { background: var(--predicted); }
th button { all: unset; cursor: pointer; }
th button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
th button::after { content: " \2195"; color: var(--line); }
th[aria-sort="ascending"] button::after { content: " \2191"; color: var(--accent); }
th[aria-sort="descending"] button::after { content: " \2193"; color: var(--accent); }
.columns { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: .5rem 1.5rem; }
.pairs { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 440px), 1fr)); gap: 0 2.5rem; }
.columns p { font-size: .88rem; color: var(--soft); margin: .2rem 0 1rem; }
.switch { color: var(--soft); }
figure { margin: .9rem 0; min-width: 0; }
figcaption { font-size: .88rem; min-height: 1.6em; }
figcaption output { float: right; color: var(--soft); font-variant-numeric: tabular-nums; }
.key { margin-left: .8rem; color: var(--soft); white-space: nowrap; }
.key::before { content: ""; display: inline-block; width: 1.1em; height: .28em; margin-right: .35em; vertical-align: middle;
  border-radius: .1em; background: var(--ink); }
.plot { display: block; width: 100%; height: auto; touch-action: pan-y; }
.plot text { fill: var(--soft); font-size: 12px; }
.plot .label { text-anchor: middle; }
.plot[viewBox^="0 0 400"] text { font-size: 14px; }
.ticks.x text { text-anchor: middle; }
.ticks.y text { text-anchor: end; }
.plot path { fill: none; vector-effect: non-scaling-stroke; }
.grid { stroke: var(--line); stroke-width: .7; opacity: .75; }
.rule, .cursor { stroke: var(--soft); stroke-width: 1; }
.cursor { stroke-dasharray: 3 3; }
.choice { fill: var(--accent); opacity: .18; }
.line { stroke: var(--ink); stroke-width: 1.4; stroke-linejoin: round; }
.line.measured { stroke-width: 2.4; opacity: .75; }
.line.predicted { stroke-width: 1.5; }
.line.raw { stroke-width: .9; opacity: .8; }
.line.model { stroke-width: 1.8; }
.dots { stroke: var(--ink); stroke-width: 5; stroke-linecap: round; }
.dots.residual { stroke-width: 3; opacity: .4; }
.dots.event { stroke-width: 9; opacity: .9; }
.hollow { stroke: var(--ink); stroke-width: 7; stroke-linecap: square; opacity: .7; }
.whiskers { stroke: var(--ink); stroke-width: 1.6; }
.plot path.bars { fill: var(--ink); opacity: .85; }
.measured { --ink: var(--measured); } .predicted { --ink: var(--predicted); } .residual { --ink: var(--residual); }
.raw, .prior { --ink: var(--raw); } .model { --ink: var(--model); } .part-coriolis { --ink: var(--coriolis); }
.fifth { --ink: var(--fair); }
.series-1 { --ink: var(--measured); } .series-2 { --ink: var(--predicted); } .series-3 { --ink: var(--residual); }
.series-4 { --ink: var(--coriolis); } .series-5 { --ink: var(--series-5); } .series-6 { --ink: var(--model); }
.line[class*="series"] { stroke-width: 1.7; }
.line.series-5 { stroke-dasharray: 7 3; } .line.series-6 { stroke-dasharray: 2 3; }
body:not(:has(#show-raw:checked)) .raw { display: none; }
.tall { max-width: 820px; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.4rem; }
dl.facts dt, .glossary dt { font-weight: 600; }
dd { margin: 0; }
.glossary { columns: 2 22rem; column-gap: 2.5rem; }
.glossary div { break-inside: avoid; margin-bottom: .7rem; }
@media (max-width: 640px) {
  body { padding: 0 .9rem 3rem; font-size: 15px; }
  h1 { font-size: 1.7rem; }
  table, caption, tbody, tr, tbody th, td { display: block; width: 100%; }
  thead { display: none; }
  tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.4rem; padding: .5rem 0; border-bottom: 2px solid var(--line); }
  tbody th, td, tbody th.number, td.number { border: 0; padding: .08rem 0; white-space: normal; }
  tbody th, td.wide { grid-column: 1 / -1; }
  td { display: flex; justify-content: space-between; gap: 1rem; text-align: right; }
  td::before { content: attr(data-label); color: var(--soft); text-align: left; flex: none; max-width: 60%; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: .5rem; }
  .plot[viewBox^="0 0 900"] text { font-size: 25px; }
  .plot[viewBox^="0 0 900"] .label.x { font-size: 22px; }
  .plot[viewBox^="0 0 900"] .ticks.x g:nth-child(even) text { display: none; }
  .tall .plot[viewBox^="0 0 900"] .ticks text { font-size: 16px; }
}
@media print {
  :root { --ground: #ffffff; --card: #f4f6f9; --line: #c5ccd6; --text: #000000; --soft: #39434f; --accent: #0b5cad;
    --measured: #0072b2; --predicted: #c24a00; --residual: #00795c; --raw: #9aa5b4; --model: #000000; --coriolis: #9b4f8e;
    --good: #00795c; --fair: #a86500; --poor: #b3261e; --series-5: #8a8200; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav, .switch, output { display: none; }
  figure, tr, .verdict, .findings li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
)css";
}

}  // namespace torsor::report
