// The page as people use it, in Chromium from disk.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { array, difference, folder, openPage, openRobot, pagePath, root, startBrowser, torsor, torsorJson } from "./support.mjs";

let browser, page, told;
before(async () => {
  browser = await startBrowser();
  ({ page, told } = await openPage(browser));
});
after(() => browser.close());
const numberOf = (text) => Number(text.replace("−", "-"));
const clean = () => assert.deepEqual(told, []);

/** Types into a cell of the table and leaves it. */
async function type(row, column, text) {
  const cell = page.locator(`input[data-row="${row}"][data-column="${column}"]`);
  await cell.fill(text);
  await cell.blur();
}
const drop = (name, text) => page.evaluate(([file, content]) => {
  const data = new DataTransfer();
  data.items.add(new File([content], file));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}, [name, text]);

test("a typed DH table of the two-rod arm shows the inertia matrix of the notes", async () => {
  await page.click("text=New");
  const parameters = page.locator('textarea[aria-label="Parameters"]');
  await parameters.fill("l = 0.7\nm1 = 2\nm2 = 3");
  await parameters.blur();
  for (const row of [0, 1]) {
    await type(row, 3, "l");
    await type(row, 5, `m${row + 1}`);
    await type(row, 6, "-l/2");
    for (const column of [10, 11]) await type(row, column, `m${row + 1}*l^2/12`);
  }
  await page.locator('[data-joint="joint2"] input[type="number"]').fill("40");
  await page.locator('[data-joint="joint2"] input[type="number"]').blur();
  await page.click("#tab-numbers");
  const shown = (await page.locator('table[aria-label="Inertia matrix B"] td').allTextContents()).map(numberOf);
  const [l, m1, m2, c] = [0.7, 2, 3, Math.cos((40 * Math.PI) / 180)];
  const notes = [(m1 * l * l) / 3 + (4 / 3) * m2 * l * l + m2 * l * l * c, (m2 * l * l) / 3 + 0.5 * m2 * l * l * c, 0, (m2 * l * l) / 3];
  notes[2] = notes[1];
  assert.ok(difference(shown, notes) < 1e-3, `${shown} ${notes}`);
  assert.ok(difference(await array(page, "inertia"), notes) < 1e-14);
  await page.click("#tab-equations");
  const formula = await page.locator(".equation .formula").first().textContent();
  assert.match(formula.replace(/\s/g, ""), /B11=.*m1.*l2.*cos/);
  clean();
});

test("a broken cell says what is wrong, and the arm stays", async () => {
  await page.click("#tab-table");
  const before = await array(page, "inertia");
  await type(0, 3, "2*");
  const cell = page.locator('input[data-row="0"][data-column="3"]');
  assert.match(await cell.getAttribute("class"), /wrong/);
  assert.match(await page.locator(".cell-message").textContent(), /expected/);
  assert.deepEqual(await array(page, "inertia"), before);
  await type(0, 5, "-1");
  assert.match(await page.locator('input[data-row="0"][data-column="5"]').getAttribute("class"), /wrong/);
  await type(0, 5, "m1");
  await type(0, 3, "l");
  assert.equal(await page.locator("input.wrong").count(), 0);
  assert.equal(await page.locator(".cell-message").textContent(), "");
});

async function paste(text) {
  await page.locator('input[data-row="0"][data-column="1"]').focus();
  await page.evaluate((table) => {
    const data = new DataTransfer();
    data.setData("text/plain", table);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}
const robotOf = () => page.evaluate(() => window.torsorStudio.studio.robot);

test("a pasted Markdown table becomes an arm", async () => {
  await paste("| θi | di | ai | αi | m |\n|---|---|---|---|---|\n| q1 | 0.4 | 0 | 90° | 3 |\n| q2 | 0 | 0.5 | 0° | 2 |\n| q3 | 0 | 0.4 | 0° | 1 |");
  await page.waitForFunction(() => window.torsorStudio.studio.robot.nv === 3);
  const robot = await robotOf();
  assert.deepEqual(robot.links.map((link) => link.mass), [3, 2, 1]);
  assert.equal(robot.links[0].dh.alpha, "90deg");
  clean();
});

test("of cells from a spreadsheet convention and units are asked where they are not clear", async () => {
  await paste("θ\td\ta\tα\n0\t400\t25\t-90\n0\t0\t560\t0");
  const asked = await page.locator("dialog.paste label.open select").evaluateAll((lists) => lists.map((list) => [list.getAttribute("aria-label"), list.value]));
  assert.deepEqual(asked, [["Convention", "standard"], ["Lengths are in", "mm"]]);
  await page.selectOption('dialog.paste select[aria-label="Convention"]', "modified");
  await page.click("text=Use this table");
  const robot = await robotOf();
  assert.equal(robot.dh, "modified");
  assert.deepEqual(robot.links.map((link) => [link.dh.d, link.dh.a, link.dh.alpha]), [["0.4", "0.025", "-90deg"], ["0", "0.56", "0"]]);
});

test("letters of a pasted table of LaTeX become parameters, and a formula that is none is told", async () => {
  await paste(String.raw`\begin{tabular}{cccc} $\theta_i$ & $d_i$ & $a_i$ & $\alpha_i$ \\ \hline $\theta_1^*$ & $d_1$ & 0 & $-\frac{\pi}{2}$ \\ $\theta_2^*$ & 0 & $a_2$ & 0 \\ \end{tabular}`);
  const robot = await robotOf();
  assert.deepEqual(robot.parameters.map((one) => [one.name, one.value]), [["d1", 1], ["a2", 1]]);
  assert.deepEqual(robot.joints.map((joint) => joint.type), ["revolute", "revolute"]);
  await paste("θi;di;ai;αi\n0;1;sin(;0");
  assert.match(await page.textContent(".cell-message"), /row 1, a: expected/);
  assert.equal((await robotOf()).nv, 2);
  clean();
});

test("a dropped URDF is the library's robot", async () => {
  const file = join(root, "examples", "two-rods.urdf");
  await drop("two-rods.urdf", readFileSync(file, "utf8"));
  await page.waitForFunction(() => window.torsorStudio.studio.fileName === "two-rods.urdf");
  await page.evaluate(() => window.torsorStudio.studio.setState([0.1, 0.4], [1, -0.5], [0.2, 0.3]));
  const expected = torsorJson("inverse-dynamics", file, "--q", "0.1,0.4", "--qd", "1,-0.5", "--qdd", "0.2,0.3").tau;
  assert.ok(difference(await array(page, "torque"), expected) < 1e-12);
  await drop("bad.urdf", "<robot><link></robot>");
  await page.waitForSelector(".message.error.shown");
  assert.equal(await page.evaluate(() => window.torsorStudio.studio.fileName), "two-rods.urdf");
});

test("sliders of every built-in robot give the library's torques to 1e-12", async () => {
  const names = await page.evaluate(() => window.torsorStudio.studio.engine.builtinNames());
  for (const name of names) {
    await openRobot(page, name);
    await page.evaluate(() => document.querySelectorAll('.joint input[type="range"]').forEach((slider, k) => {
      slider.value = String(Number(slider.min) + (0.3 + 0.06 * k) * (Number(slider.max) - Number(slider.min)));
      slider.dispatchEvent(new Event("input"));
    }));
    const q = await array(page, "q");
    const { gravity_torque: expected } = torsorJson("terms", name, "--q", q.join(","));
    assert.ok(difference(await array(page, "gravityTorque"), expected) < 1e-12, name);
    const shown = (await page.locator(".joint-torque span.number").allTextContents()).map(numberOf);
    const tau = await array(page, "torque");
    assert.ok(shown.every((x, k) => Math.abs(x - tau[k]) < 0.0051), name);
  }
  clean();
});

test("a pendulum swings with the period of its closed form", async () => {
  await openRobot(page, "two-rods");
  await page.click("text=New");
  await page.locator('button[aria-label="Remove this row: link2"]').click();
  const amplitude = 0.2;
  const period = await page.evaluate((angle) => {
    const { studio, motion, page: own } = window.torsorStudio;
    studio.setState([-Math.PI / 2 + angle], [0], [0]);
    motion.play();
    for (let k = 0; k < 600; ++k) own.frame(1 / 120);
    motion.pause();
    const turns = [];
    for (let k = 1; k < motion.history.length; ++k) {
      const [a, b] = [motion.history[k - 1], motion.history[k]];
      const [x, y] = [a.q[0] + Math.PI / 2, b.q[0] + Math.PI / 2];
      if (x < 0 && y >= 0) turns.push(a.t + ((b.t - a.t) * -x) / (y - x));
    }
    return (turns.at(-1) - turns[0]) / (turns.length - 1);
  }, amplitude);
  // Uniform rod: T = 4 sqrt(2 l / 3 g) K(sin(amplitude / 2)), with K by the arithmetic-geometric mean.
  let [a, b] = [1, Math.cos(amplitude / 2)];
  for (let k = 0; k < 20; ++k) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  const exact = (2 * Math.PI * Math.sqrt(2 / (3 * 9.81))) / a;
  assert.ok(Math.abs(period / exact - 1) < 1e-4, `${period} ${exact}`);
});

test("dragging the tip brings it under the mouse", async () => {
  await openRobot(page, "panda");
  await page.evaluate(() => window.torsorStudio.studio.setState([0, -0.6, 0, -2.2, 0, 1.7, 0.7]));
  const place = () => page.evaluate(() => {
    const { scene } = window.torsorStudio;
    const box = scene.canvas.getBoundingClientRect(), on = scene.tip.position.clone().project(scene.orbit.camera);
    return { x: box.left + ((on.x + 1) / 2) * box.width, y: box.top + ((1 - on.y) / 2) * box.height };
  });
  const from = await place();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y - 20, { steps: 3 });
  await page.mouse.move(from.x + 60, from.y - 40, { steps: 3 });
  await page.mouse.up();
  const to = await place();
  assert.ok(Math.hypot(to.x - from.x - 60, to.y - from.y + 40) < 1.5, JSON.stringify({ from, to }));
});

test("what drives the arm holds it, unless it falls; a load that comes while it moves makes it sag", async () => {
  await openRobot(page, "ur5e");
  const strayed = (drive, load) => page.evaluate(([which, mass]) => {
    const { studio, motion, page: own } = window.torsorStudio;
    const begin = [0.3, -1.2, 1.6, -1.9, -1.5, 0.25];
    motion.reset(false);
    own.motionPanel.setLoad(0);
    motion.setDrive(which);
    studio.setState(begin, begin.map(() => 0), begin.map(() => 0));
    motion.play();
    for (let k = 0; k < 30; ++k) own.advance(1 / 60);
    own.motionPanel.setLoad(mass);
    for (let k = 0; k < 30; ++k) own.advance(1 / 60);
    motion.pause();
    own.motionPanel.setLoad(0);
    return Math.max(...Array.from(studio.engine.array("q")).map((x, k) => Math.abs(x - begin[k])));
  }, [drive, load]);
  assert.ok((await strayed("off", 0)) > 0.3);
  for (const drive of ["hold", "pdGravity", "computedTorque", "adaptive", "impedance", "feedForward", "lqr"]) {
    const alone = await strayed(drive, 0), loaded = await strayed(drive, 3);
    assert.ok(alone < 1e-3, `${drive}: ${alone}`);
    assert.ok(loaded > 3 * alone + 1e-4 && loaded < 1.5, `${drive}: ${alone} ${loaded}`);
  }
  assert.ok((await strayed("pd", 0)) > 1e-3);
  clean();
});

test("a gain that is changed while it moves changes the motion", async () => {
  await openRobot(page, "ur5e");
  const sag = (stiffness) => page.evaluate((times) => {
    const { studio, motion, page: own } = window.torsorStudio;
    const begin = [0.3, -1.2, 1.6, -1.9, -1.5, 0.25];
    motion.reset(false);
    motion.setDrive("pd");
    studio.setState(begin, begin.map(() => 0), begin.map(() => 0));
    motion.play();
    own.advance(1 / 60);
    const gains = studio.engine.array("stiffness");
    for (let k = 0; k < gains.length; ++k) gains[k] *= times;
    motion.redrive();
    for (let k = 0; k < 90; ++k) own.advance(1 / 60);
    motion.pause();
    return Math.max(...Array.from(studio.engine.array("q")).map((x, k) => Math.abs(x - begin[k])));
  }, stiffness);
  assert.ok((await sag(1)) > 2 * (await sag(4)));
});

test("the cursor of a plot shows the pose of that instant", async () => {
  await page.click("#tab-motion"); // of the motion before
  const box = await page.locator(".motion .u-over").first().boundingBox();
  const seen = async (share) => {
    await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
    return page.evaluate((part) => {
      const { studio, motion } = window.torsorStudio, q = Array.from(studio.engine.array("q"));
      const far = (sample) => Math.max(...q.map((x, k) => Math.abs(x - sample.q[k])));
      const nearest = motion.history.reduce((best, sample, k) => (far(sample) < far(motion.history[best]) ? k : best), 0);
      return Math.abs(motion.history[nearest].t - motion.history.at(-1).t * part);
    }, share);
  };
  for (const share of [0.2, 0.4]) assert.ok((await seen(share)) < 0.06, String(share));
});

test("a push moves a link that nothing holds", async () => {
  await openRobot(page, "two-rods");
  const moved = await page.evaluate(() => {
    const { studio, motion, page: own } = window.torsorStudio;
    const run = (force) => {
      motion.reset(false);
      studio.setState([-1.2, 0.3], [0, 0], [0, 0]);
      motion.play();
      studio.engine.push(force ? 2 : 0, [0.5, 0, 0], [force, 0, 0]);
      for (let k = 0; k < 30; ++k) own.frame(1 / 60);
      motion.pause();
      return Array.from(studio.engine.array("q"));
    };
    return [run(0), run(20)];
  });
  assert.ok(Math.abs(moved[0][1] - moved[1][1]) > 0.05, JSON.stringify(moved));
});

test("a link that is dragged with Shift is pushed there, until it is let go", async () => {
  await openRobot(page, "panda");
  const middle = await page.evaluate(() => {
    const { scene, studio } = window.torsorStudio;
    studio.setState([0, -0.6, 0, -2.2, 0, 1.7, 0.7]);
    const { mesh } = scene.arm.links.find((one) => one.body === 4);
    const box = scene.canvas.getBoundingClientRect(), on = mesh.getWorldPosition(scene.tip.position.clone()).project(scene.orbit.camera);
    return { x: box.left + ((on.x + 1) / 2) * box.width, y: box.top + ((1 - on.y) / 2) * box.height };
  });
  const pushed = () => page.evaluate(() => ({ moves: window.torsorStudio.motion.playing, arrow: window.torsorStudio.scene.pushArrow.visible }));
  await page.keyboard.down("Shift");
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 60, middle.y - 40, { steps: 4 });
  assert.deepEqual(await pushed(), { moves: true, arrow: true });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  assert.deepEqual(await pushed(), { moves: true, arrow: false });
  await page.click("text=Reset");
  clean();
});

test("the address restores robot, pose, drive, load and panel", async () => {
  await openRobot(page, "ur5e");
  await page.evaluate(() => {
    const { studio, page: own } = window.torsorStudio;
    studio.setState([0.3, -1.2, 1.6, -1.9, -1.5, 0.25]);
    own.motionPanel.setLoad(2.5);
    own.motionPanel.setReference(0.4, 2.5);
  });
  await page.selectOption('select[aria-label="Driven by"]', "computedTorque");
  await page.click("#tab-numbers");
  await page.click("text=Copy link");
  await page.waitForFunction(() => location.hash.length > 100);
  const hash = await page.evaluate(() => location.hash);
  const other = await openPage(browser, pagePath, hash);
  assert.deepEqual(await array(other.page, "q"), await array(page, "q"));
  assert.deepEqual(await array(other.page, "torque"), await array(page, "torque"));
  const state = await other.page.evaluate(() => ({ name: window.torsorStudio.studio.robot.name, drive: window.torsorStudio.studio.drive, load: window.torsorStudio.studio.payload, swing: window.torsorStudio.motion.swing, period: window.torsorStudio.studio.period }));
  assert.deepEqual(state, { name: "ur5e", drive: "computedTorque", load: 2.5, swing: 0.4, period: 2.5 });
  assert.equal(await other.page.getAttribute("#tab-numbers", "aria-selected"), "true");
  assert.deepEqual(other.told, []);
  await openRobot(other.page, "two-rods");
  await other.page.evaluate(() => { location.hash = ""; });
  await other.page.waitForFunction(() => window.torsorStudio?.studio.robot.name === "panda"); // another address is opened
  await other.page.goto(pathToFileURL(pagePath).href + hash);
  await other.page.waitForFunction(() => window.torsorStudio?.studio.robot.name === "ur5e");
  await other.page.close();
  const broken = await openPage(browser, pagePath, "#this-is-no-state-at-all");
  assert.deepEqual(broken.told, []);
  await broken.page.close();
});

test("everything is reached with the keyboard alone", async () => {
  const { page: own, told: heard } = await openPage(browser);
  const reached = new Set();
  for (let k = 0; k < 90; ++k) {
    await own.keyboard.press("Tab");
    reached.add(await own.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.slice(0, 20) ?? document.activeElement.tagName));
  }
  for (const name of ["Robots", "joint1 position", "Play", "Driven by", "Table", "Paste table…", "θ link1"]) assert.ok(reached.has(name), name);
  await own.focus('input[aria-label="joint1 position"]');
  const before = (await array(own, "q"))[0];
  for (let k = 0; k < 5; ++k) await own.keyboard.press("ArrowRight");
  assert.ok((await array(own, "q"))[0] > before);
  await own.focus('input[aria-label="a link4"]');
  await own.keyboard.press("ControlOrMeta+A");
  await own.keyboard.type("0.1");
  await own.keyboard.press("Enter"); // the arm is made anew, and the next row has the focus
  await own.keyboard.type("-0.1");
  await own.keyboard.press("Tab");
  assert.deepEqual(await own.evaluate(() => window.torsorStudio.studio.robot.links.slice(3, 5).map((link) => link.dh.a)), ["0.1", "-0.1"]);
  assert.equal(await own.evaluate(() => document.activeElement.getAttribute("aria-label")), "α link5");
  await own.focus("canvas");
  const tip = () => own.evaluate(() => window.torsorStudio.scene.tip.position.toArray());
  const low = (await tip())[2];
  await own.keyboard.press("Shift+ArrowUp");
  assert.ok((await tip())[2] > low + 0.01);
  await own.focus("#tab-table");
  await own.keyboard.press("ArrowRight");
  assert.equal(await own.getAttribute("#tab-equations", "aria-selected"), "true");
  const yaw = () => own.evaluate(() => window.torsorStudio.scene.orbit.yaw);
  await own.focus("canvas");
  const from = await yaw();
  await own.keyboard.press("ArrowLeft");
  assert.notEqual(await yaw(), from);
  await own.keyboard.press(" ");
  assert.equal(await own.evaluate(() => window.torsorStudio.motion.playing), true);
  assert.deepEqual(heard, []);
  await own.close();
});

test("a robot named <script> does nothing, in a page that the command wrote", async () => {
  const place = folder(), file = join(place, "evil.yaml"), out = join(place, "evil.html");
  const name = "</script><script>document.title='pwned';alert(1)</script>";
  writeFileSync(file, `name: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(`<img src=x onerror=alert(2)>${name}`)}\ndh: standard\ninertia_about: com\nlinks:\n  - name: ${JSON.stringify(name)}\n    joint: revolute\n    dh: {a: 1}\n    mass: 1\n    com: [-0.5, 0, 0]\n    inertia: {yy: 0.1, zz: 0.1}\n`);
  torsor("studio", file, "--output", out, "--no-open");
  const { page: own, told: heard } = await openPage(browser, out);
  assert.equal(await own.textContent(".robot-name"), name);
  assert.equal(await own.title(), "Torsor Studio");
  for (const tab of ["equations", "numbers", "motion", "hidden", "table"]) await own.click(`#tab-${tab}`);
  assert.equal(await own.locator("img").count(), 0);
  assert.deepEqual(heard, []);
  await own.close();
});

test("the policy of the page lets no script, style or request in", async () => {
  const { page: own } = await openPage(browser);
  const result = await own.evaluate(async () => {
    const violations = [];
    document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
    document.body.append(Object.assign(document.createElement("script"), { textContent: "window.pwned = true" }));
    const image = new Image();
    image.src = "https://example.invalid/x.png";
    const fetched = await fetch("https://example.invalid/").then(() => true, () => false);
    await new Promise((done) => setTimeout(done, 200));
    return { pwned: window.pwned === true, fetched, violations };
  });
  assert.equal(result.pwned, false);
  assert.equal(result.fetched, false);
  assert.ok(result.violations.some((one) => one.startsWith("script-src")) && result.violations.includes("connect-src") && result.violations.includes("img-src"), result.violations.join());
  await own.close();
});

test("a log is replayed, and what its robot predicts lies on what was measured", async () => {
  const place = folder(), log = join(place, "panda.csv"), out = join(place, "panda.html");
  torsor("make-log", "panda", "--output", log, "--duration", "8", "--rate", "200");
  torsor("studio", "panda", "--log", log, "--output", out, "--no-open");
  const { page: own, told: heard } = await openPage(browser, out);
  assert.equal(await own.getAttribute("#tab-log", "aria-selected"), "true");
  const shares = (await own.locator(".residuals td:last-child").allTextContents()).map(Number.parseFloat);
  assert.equal(shares.length, 7);
  assert.ok(shares[1] < 5 && shares[3] < 5, shares.join());
  assert.equal(await own.locator(".log .uplot canvas").count(), 3);
  const load = (mass) => own.evaluate((kg) => window.torsorStudio.page.motionPanel.setLoad(kg), mass);
  await load(2);
  const loaded = (await own.locator(".residuals td:last-child").allTextContents()).map(Number.parseFloat);
  assert.ok(loaded[1] > 3 * shares[1], loaded.join());
  await load(0);
  const before = await array(own, "q");
  await own.click("text=Replay");
  await own.waitForFunction((q) => Math.abs(window.torsorStudio.studio.engine.array("q")[1] - q) > 1e-4, before[1]);
  assert.deepEqual(heard, []);
  await own.close();
});

test("mass that moves along a hidden direction changes no torque, and the page says so", async () => {
  await openRobot(page, "panda");
  await page.click("#tab-hidden");
  await page.evaluate(() => {
    const slider = document.querySelector('.hidden-mass input[type="range"]');
    slider.value = "0.3";
    slider.dispatchEvent(new Event("input"));
  });
  const said = await page.textContent(".huge");
  assert.ok(Number.parseFloat(said) < 1e-9 && !said.startsWith("0 "), said);
  clean();
});

test("LaTeX and C of the arm can be copied", async () => {
  await openRobot(page, "two-rods");
  await page.click("#tab-equations");
  const copied = async (button) => {
    await page.click(`text=${button}`);
    return page.evaluate(() => document.querySelector(".equations").dataset.copied);
  };
  assert.match(await copied("Copy LaTeX"), /\\frac\{1\}\{3\}/);
  assert.match(await copied("Copy C"), /void two_rods_inverse_dynamics/);
  await page.click("text=Both derivations");
  assert.ok((await page.locator(".steps h2").allTextContents()).includes("Newton-Euler"));
  clean();
});

test("an arm whose equations would fill pages shows its recursion, with the torque at its end", async () => {
  await openRobot(page, "panda");
  await page.evaluate(() => window.torsorStudio.studio.setState([0.1, -0.4, 0.3, -2, 0.5, 1.5, 0.2], [0, 0, 0, 0, 0, 0, 0], [1, 0.5, 0.2, -0.3, 0.1, 0.4, 0.2]));
  await page.click("#tab-equations");
  const link = page.locator('.equations select[aria-label="link"]');
  const tau = await array(page, "torque");
  for (const k of [2, 4, 7]) {
    await link.selectOption(String(k));
    const shown = numberOf((await page.locator(".equations .equation output").last().textContent()).replace("= ", ""));
    assert.ok(Math.abs(shown - tau[k - 1]) < 1e-3 * Math.max(1, Math.abs(tau[k - 1])), `${k}: ${shown} ${tau[k - 1]}`);
  }
  await openRobot(page, "two-rods");
  clean();
});

test("pointing at a term lights up its links, and at a link its terms", async () => {
  const glowing = await page.evaluate(() => {
    const lit = [];
    window.torsorStudio.studio.highlighted.listen((links) => lit.push([...links]));
    const term = [...document.querySelectorAll(".term")].find((one) => one.textContent.includes("m1") && !one.textContent.includes("m2"));
    term.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    window.torsorStudio.studio.highlighted.tell(new Set(["lower"]));
    const glow = [...document.querySelectorAll(".term.glow")].map((one) => one.textContent);
    return { lit: lit[0], glow };
  });
  assert.deepEqual(glowing.lit, ["upper"]);
  assert.ok(glowing.glow.length > 0 && glowing.glow.every((one) => one.includes("m2")), glowing.glow.join());
});

test("a robot is drawn with meshes that are dropped beside it", async () => {
  const urdf = `<robot name="m"><link name="base"/><link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="package://m/meshes/Part.STL" scale="0.5 0.5 0.5"/></geometry></visual><visual><geometry><mesh filename="part.obj"/></geometry></visual><visual><geometry><mesh filename="whole.dae"/></geometry></visual></link>
    <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>`;
  const stl = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid";
  const dae = `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
    <library_geometries><geometry id="g"><mesh><source id="p"><float_array id="f" count="12">0 0 0 100 0 0 100 100 0 0 100 0</float_array>
    <technique_common><accessor source="#f" count="4" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/><vcount>4</vcount><p>0 0 1 0 2 0 3 0</p></polylist></mesh></geometry></library_geometries>
    <library_visual_scenes><visual_scene id="s"><node><translate>0 0 50</translate><rotate>1 0 0 90</rotate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
    <scene><instance_visual_scene url="#s"/></scene></COLLADA>`;
  const obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
  const drawn = () => page.evaluate(() => window.torsorStudio.scene.arm.links.map(({ mesh }) => mesh.geometry.attributes.position.count));
  await drop("m.urdf", urdf);
  await page.waitForFunction(() => window.torsorStudio.studio.fileName === "m.urdf");
  assert.deepEqual(await page.evaluate(() => window.torsorStudio.scene.missingMeshes()), ["part.stl", "part.obj", "whole.dae"]);
  await drop("part.stl", stl);
  await drop("part.obj", obj);
  await drop("whole.dae", dae);
  await page.waitForFunction(() => window.torsorStudio.scene.missingMeshes().length === 0);
  const counts = await drawn();
  assert.deepEqual(counts.filter((count) => count < 10).sort(), [3, 6, 6]);
  const box = await page.evaluate(() => {
    const { geometry } = window.torsorStudio.scene.arm.links.filter(({ mesh }) => mesh.geometry.attributes.position.count === 6).at(-1).mesh;
    geometry.computeBoundingBox();
    return [...geometry.boundingBox.min.toArray(), ...geometry.boundingBox.max.toArray()];
  });
  assert.ok(difference(box, [0, 0, 0.5, 1, 0, 1.5]) < 1e-6, box.join()); // in metres, turned about x
  clean();
});

test("the panels can be made wider with the keyboard", async () => {
  const width = () => page.evaluate(() => document.querySelector(".tabs").clientWidth);
  const before = await width();
  await page.focus(".splitter");
  await page.keyboard.press("ArrowLeft");
  assert.ok((await width()) > before + 30);
  await page.keyboard.press("ArrowRight");
});

test("without WebGL the page says so, and the rest works", async () => {
  const plain = await startBrowser("--disable-3d-apis");
  const { page: own, told: heard } = await openPage(plain);
  assert.match(await own.textContent(".no-picture"), /WebGL/);
  await openRobot(own, "two-rods");
  await own.click("#tab-numbers");
  assert.equal(await own.locator('table[aria-label="Inertia matrix B"] td').count(), 4);
  assert.deepEqual(heard, []);
  await plain.close();
});

test("nothing hangs over the edge of the window, on a desk or on a tablet, whatever the robot is called", async () => {
  const long = "a_name_that_only_a_converter_would_make_".repeat(6);
  const text = `name: ${long}\ndescription: ${long}\ndh: standard\nlinks:\n  - name: ${long}\n    joint: revolute\n    dh: {a: 1}\n    mass: 1\n`;
  for (const viewport of [{ width: 1280, height: 720 }, { width: 1024, height: 768 }, { width: 820, height: 1180 }]) {
    const { page: own } = await openPage(browser, pagePath, "", { viewport });
    await own.evaluate((yaml) => window.torsorStudio.studio.open(yaml, "long.yaml"), text);
    for (const tab of ["table", "equations", "numbers", "motion", "hidden"]) {
      await own.click(`#tab-${tab}`);
      const width = await own.evaluate(() => Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll("header button, .joints button, .tab-bar button, .transport button")].filter((one) => one.clientWidth > 0).map((one) => one.getBoundingClientRect().right)));
      assert.ok(width <= viewport.width, `${tab} at ${viewport.width}: ${width}`);
    }
    await own.close();
  }
});

test("both themes are readable", async () => {
  const contrast = () => page.evaluate(() => {
    const light = (colour) => {
      const [r, g, b] = colour.match(/[\d.]+/g).map(Number).map((x) => (x / 255 <= 0.03928 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const of = (inside, outside) => {
      const [a, b] = [light(getComputedStyle(document.querySelector(inside)).color), light(getComputedStyle(document.querySelector(outside)).backgroundColor)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    return [of(".robot-name", "header.top"), of(".about", "header.top"), of(".joint-head label", ".joints"), of("#tab-table", ".tabs")];
  });
  for (let k = 0; k < 2; ++k) {
    for (const ratio of await contrast()) assert.ok(ratio >= 4.5, String(ratio));
    await page.click('button[aria-label="Light / Dark"]');
  }
});
