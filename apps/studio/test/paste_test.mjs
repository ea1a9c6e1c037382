import assert from "node:assert/strict";
import test from "node:test";
import { pageModule } from "./support.mjs";

const { readTable, toRows, isClear, columnKeys } = await pageModule("table/paste.ts");
const { plain, withProducts } = await pageModule("table/plain.ts");
const column = (rows, key) => rows.map((row) => row[columnKeys.indexOf(key)]);

test("a Markdown table with a head is clear", () => {
  const table = readTable("| i | theta | d | a | alpha | m |\n|---|---|---|---|---|---|\n| 1 | q1 | 0.3 | 0 | 90° | 2 |\n| 2 | q2 | 0 | 0.5 | 0 | 1 |");
  assert.equal(table.columnsClear, true);
  assert.notEqual(table.angles, "unclear");
  const rows = toRows(table, { angles: table.angles, lengths: "m", modified: false });
  assert.deepEqual(column(rows, "alpha"), ["90deg", "0"]);
  assert.deepEqual(column(rows, "d"), ["0.3", "0"]);
  assert.deepEqual(column(rows, "mass"), ["2", "1"]);
  assert.deepEqual(column(rows, "type"), ["R", "R"]);
});

test("a table of LaTeX is read, with fractions of pi and a joint that slides", () => {
  const text = String.raw`\begin{tabular}{ccccc}\hline $i$ & $\theta_i$ & $d_i$ & $a_i$ & $\alpha_i$ \\ \hline
    1 & $\theta_1$ & 0.4 & 0 & $-\frac{\pi}{2}$ \\ 2 & 0 & $q_2$ & 0 & 0 \\ \hline \end{tabular}`;
  const table = readTable(text);
  assert.equal(table.columnsClear, true);
  const rows = toRows(table, "rad", false);
  assert.deepEqual(column(rows, "alpha"), ["-pi/2", "0"]);
  assert.deepEqual(column(rows, "type"), ["R", "P"]);
});

test("cells of a spreadsheet without a head are asked about", () => {
  const table = readTable("0\t0.3\t0\t90\n0\t0\t0.5\t0\n");
  assert.equal(table.columnsClear, false);
  assert.equal(table.angles, "deg");
  assert.deepEqual(column(toRows(table, { angles: "deg", lengths: "m", modified: false }), "alpha"), ["90deg", "0"]);
});

test("the unit of angles is unclear where numbers could be either", () => {
  assert.equal(readTable("theta\td\ta\talpha\n0\t0\t1\t1.2\n").angles, "unclear");
  assert.equal(readTable("theta\td\ta\talpha\n0\t0\t1\t1.5708\n").angles, "rad");
});

test("links get a mass where the table has none", () => {
  const rows = take("theta;d;a;alpha\n0;0;0.4;0\n");
  assert.deepEqual(column(rows, "mass"), ["1"]);
  assert.deepEqual(column(rows, "cx"), ["-(0.4)/2"]);
});

test("prose is no table", () => {
  assert.equal(readTable("hello world"), null);
});

test("formulas of LaTeX become plain ones", () => {
  assert.equal(plain(String.raw`$\frac{m_{1} l^2}{12}$`), "(m1 l^2)/12");
});

const take = (text, more = {}) => {
  const table = readTable(text);
  return toRows(table, { angles: "rad", lengths: "m", modified: false, ...more });
};

test("angles added to a joint's variable stay", () => {
  const rows = take("theta,d,a,alpha\nq1,0.1,0,0\nθ₂ - 90°,0,1,0\nπ/2 + q3,0,1,0\nq4*,0,1,0\n");
  assert.deepEqual(column(rows, "theta"), ["0", "- 90deg", "pi/2", "0"]);
  assert.deepEqual(column(rows, "type"), ["R", "R", "R", "R"]);
});

test("d1 of a joint that turns is a length, and that of a joint that does not is its variable", () => {
  const rows = take(String.raw`\begin{tabular}{cccc} $\theta_i$ & $d_i$ & $a_i$ & $\alpha_i$ \\ $\theta_1$ & $d_1$ & 0 & $\pi/2$ \\ 0 & $d_2^*$ & 0 & 0 \\ \end{tabular}`);
  assert.deepEqual(column(rows, "type"), ["R", "P"]);
  assert.deepEqual(column(rows, "d"), ["d1", "0"]);
});

test("the convention is that of the indices of a head, or is asked about", () => {
  assert.equal(readTable("θ_i;d_i;a_i;α_i\n0;0;1;0").convention, "standard");
  assert.equal(readTable(String.raw`$\theta_i$ & $d_i$ & $a_{i-1}$ & $\alpha_{i-1}$ \\ 0 & 0 & 1 & 0 \\`).convention, "modified");
  const plainHead = readTable("theta;d;a;alpha\n0;0;1;0");
  assert.equal(plainHead.convention, "unclear");
  assert.equal(isClear(plainHead), false);
});

test("units are those of a head, or are asked about where they are not clear", () => {
  const said = readTable("theta [deg]\td (mm)\ta (mm)\talpha [deg]\n0\t120\t5\t1.2\n");
  assert.deepEqual([said.angles, said.lengths], ["deg", "mm"]);
  const rows = toRows(said, { angles: said.angles, lengths: said.lengths, modified: false });
  assert.deepEqual([column(rows, "d"), column(rows, "a"), column(rows, "alpha")], [["0.12"], ["0.005"], ["1.2deg"]]);
  assert.equal(readTable("theta,d,a,alpha\n0,330,0,90\n").lengths, "unclear");
  assert.equal(readTable("theta,d,a,alpha\n0,0.33,0,90\n").lengths, "m");
});

test("numbers with a comma, as spreadsheets of half of Europe have them", () => {
  assert.deepEqual(column(take("theta\td\ta\talpha\n0\t0,33\t-1,5\t0\n"), "a"), ["-1.5"]);
});

test("products that formulas leave to the reader are written out", () => {
  assert.equal(withProducts("m1 l^2"), "m1*l^2");
  assert.equal(withProducts("2l1"), "2*l1");
  assert.equal(withProducts("90deg"), "90deg");
  assert.equal(withProducts("1e-3"), "1e-3");
  assert.equal(withProducts("(l1 + l2) m"), "(l1 + l2)*m");
});
