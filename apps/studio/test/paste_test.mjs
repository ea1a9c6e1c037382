import assert from "node:assert/strict";
import test from "node:test";
import { pageModule } from "./support.mjs";

const { readTable, toRows, plain, columnKeys } = await pageModule("table/paste.ts");
const column = (rows, key) => rows.map((row) => row[columnKeys.indexOf(key)]);

test("a Markdown table with a head is clear", () => {
  const table = readTable("| i | theta | d | a | alpha | m |\n|---|---|---|---|---|---|\n| 1 | q1 | 0.3 | 0 | 90° | 2 |\n| 2 | q2 | 0 | 0.5 | 0 | 1 |");
  assert.equal(table.columnsClear, true);
  assert.notEqual(table.angles, "unclear");
  const rows = toRows(table, table.angles, false);
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
  assert.deepEqual(column(rows, "alpha"), ["-(pi)/(2)", "0"]);
  assert.deepEqual(column(rows, "type"), ["R", "P"]);
});

test("cells of a spreadsheet without a head are asked about", () => {
  const table = readTable("0\t0.3\t0\t90\n0\t0\t0.5\t0\n");
  assert.equal(table.columnsClear, false);
  assert.equal(table.angles, "deg");
  assert.deepEqual(column(toRows(table, "deg", false), "alpha"), ["90deg", "0deg"]);
});

test("the unit of angles is unclear where numbers could be either", () => {
  assert.equal(readTable("theta\td\ta\talpha\n0\t0\t1\t1.2\n").angles, "unclear");
  assert.equal(readTable("theta\td\ta\talpha\n0\t0\t1\t1.5708\n").angles, "rad");
});

test("links get a mass where the table has none", () => {
  const rows = toRows(readTable("theta;d;a;alpha\n0;0;0.4;0\n"), "rad", false);
  assert.deepEqual(column(rows, "mass"), ["1"]);
  assert.deepEqual(column(rows, "cx"), ["-(0.4)/2"]);
});

test("prose is no table", () => {
  assert.equal(readTable("hello world"), null);
});

test("formulas of LaTeX become plain ones", () => {
  assert.equal(plain(String.raw`$\frac{m_{1} l^2}{12}$`), "(m1 l^2)/(12)");
});
