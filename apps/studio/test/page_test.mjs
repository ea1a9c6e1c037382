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

const said = () => page.textContent(".message.shown");
const cellAt = (row, column) => page.locator(`input[data-row="${row}"][data-column="${column}"]`);
const pendulum = (more = "") => `name: pendulum\ndh: standard\ninertia_about: com\ngravity: [0, -9.81, 0]\nlinks:\n  - name: rod\n    joint: revolute\n    dh: {a: 1}\n    mass: 2\n    com: [-0.5, 0, 0]\n    inertia: {yy: 0.1, zz: 0.1}\n${more}`;
const openText = (text, name) => page.evaluate(([content, file]) => window.torsorStudio.studio.open(content, file).robot?.nv ?? 0, [text, name]);

test("a pasted table without masses says what was assumed; prose is told to be none, a ragged row is named", async () => {
  await page.click("#tab-table");
  await openRobot(page, "two-rods");
  await paste("θi;di;ai;αi\n0;0.3;0;90deg\n0;0;0.5;0");
  assert.match(await said(), /no masses: every link got 1 kg.*\nGravity is 0, 0, -9.81/s);
  await paste("The arm has 2 joints, each of\nthem half a metre long | or so.");
  assert.match(await said(), /not a table/);
  assert.equal((await robotOf()).nv, 2);
  await paste("θi;di;ai;αi\n0;0.3;0;90deg\n0;0;0.5");
  assert.match(await page.textContent("dialog.paste .bad"), /Row 2 has 3 cells, expected 4/);
  await page.click("dialog.paste >> text=Cancel");
  clean();
});

test("typed cells take what pasted ones take, and an angle that is rather in degrees is hinted at", async () => {
  await openText(pendulum(), "pendulum.yaml");
  for (const [text, alpha] of [["90°", "90deg"], ["π/2", "pi/2"], ["0,25", "0.25"]]) {
    await type(0, 4, text);
    assert.equal((await robotOf()).links[0].dh.alpha, alpha);
    assert.equal(await cellAt(0, 4).inputValue(), alpha);
  }
  await type(0, 0, "p");
  assert.equal((await robotOf()).links[0].joint, "prismatic");
  await type(0, 0, "r");
  await type(0, 4, "90");
  assert.match(await cellAt(0, 4).getAttribute("class"), /hint/);
  assert.match(await page.textContent(".cell-message"), /90deg/);
  await type(0, 4, "90deg");
  assert.equal(await page.locator("input.hint").count(), 0);
});

test("a broken cell keeps its text and its mark while others are edited, and comes in when it can", async () => {
  await openText(pendulum(), "pendulum.yaml");
  await type(0, 11, "-0.2");
  assert.match(await cellAt(0, 11).getAttribute("class"), /wrong/);
  assert.doesNotMatch(await cellAt(0, 5).getAttribute("class"), /wrong/);
  await type(0, 11, "0.1");
  await type(0, 3, "2*l");
  await type(0, 5, "3");
  assert.equal((await robotOf()).links[0].mass, 3);
  assert.equal(await cellAt(0, 3).inputValue(), "2*l");
  assert.match(await cellAt(0, 3).getAttribute("class"), /wrong/);
  const parameters = page.locator('textarea[aria-label="Parameters"]');
  await parameters.fill("l = 0.7");
  await parameters.blur();
  assert.equal((await robotOf()).links[0].dh.a, "2*l");
  assert.equal(await page.locator("input.wrong").count(), 0);
});

test("Play and Replay stop each other", async () => {
  await openText(pendulum(), "pendulum.yaml");
  await drop("log.csv", `t,q1\n${Array.from({ length: 200 }, (_, k) => `${k / 100},${Math.sin(k / 50)}`).join("\n")}`);
  await page.waitForSelector(".log .uplot");
  const playing = () => page.evaluate(() => [window.torsorStudio.motion.playing, window.torsorStudio.page.log.playing]);
  await page.click("text=Replay");
  assert.deepEqual(await playing(), [false, true]);
  await page.click(".transport .play");
  assert.deepEqual(await playing(), [true, false]);
  await page.click("text=Replay");
  assert.deepEqual(await playing(), [false, true]);
  await page.click('.log button.primary');
  await page.click("text=Copy link");
  await page.waitForFunction(() => /log is not in it/.test(document.querySelector(".message.shown")?.textContent ?? ""));
  clean();
});

test("rows of a log that are left out are counted, and time that runs backwards is refused", async () => {
  await openText(pendulum(), "pendulum.yaml");
  const rows = Array.from({ length: 50 }, (_, k) => `${k / 100},${k / 50}`);
  rows[7] = "0.07,oops";
  rows[9] = "0.09,";
  await drop("holes.csv", `t,q1\n${rows.join("\n")}`);
  await page.waitForFunction(() => /2 rows were left out/.test(document.querySelector(".message.shown")?.textContent ?? ""));
  assert.match(await page.textContent(".log .bad"), /2 rows were left out/);
  rows[20] = "0.05,0";
  await drop("back.csv", `t,q1\n${rows.join("\n")}`);
  await page.waitForFunction(() => /found 0.05 after 0.19/.test(document.querySelector(".message.shown")?.textContent ?? ""));
  await drop("two-rods.urdf", readFileSync(join(root, "examples", "two-rods.urdf"), "utf8"));
  await page.waitForFunction(() => window.torsorStudio.studio.fileName === "two-rods.urdf");
  assert.equal(await page.locator(".message.error.shown").count(), 0); // what was said of the file before is over
});

test("Zero stays within limits, a position beyond them is marked, and a field that is cleared gets its number back", async () => {
  await openRobot(page, "panda");
  await page.click("text=Zero");
  const { joints } = await robotOf();
  assert.deepEqual(await array(page, "q"), joints.map(({ low, high }) => Math.min(Math.max(0, low), high)));
  const field = page.locator('[data-joint="joint4"] input[type="number"]').first();
  await field.fill("30");
  await field.blur();
  assert.match(await field.getAttribute("class"), /beyond/);
  assert.match(await field.getAttribute("title"), /Beyond its limits/);
  await field.fill("-90");
  await field.blur();
  assert.doesNotMatch((await field.getAttribute("class")) ?? "", /beyond/);
  await field.fill("");
  await field.blur();
  assert.equal(await field.inputValue(), "-90.00");
  assert.match(await page.textContent(".tip"), /Tip .* m\nrpy /);
});

test("lowered gains are told, a negative one is refused, and a motor at its limit is marked", async () => {
  await openRobot(page, "panda");
  await page.click("#tab-motion");
  await page.selectOption('select[aria-label="Driven by"]', "pd");
  assert.match(await page.textContent(".gains .lowered"), /joint1 to 7\d %, joint3 to 7\d %/);
  const gain = page.locator('input[aria-label="joint2 stiffness"]');
  const before = await array(page, "stiffness");
  await gain.fill("-5");
  await gain.blur();
  assert.match(await gain.getAttribute("class"), /wrong/);
  assert.deepEqual(await array(page, "stiffness"), before);
  const marked = await page.evaluate(() => {
    const { studio, motion, page: own } = window.torsorStudio;
    studio.setState([0, 1.2, 0, -0.5, 0, 1.5, 0]);
    motion.setDrive("hold");
    own.motionPanel.setLoad(9);
    motion.setDrive("pd");
    motion.play();
    studio.engine.array("stiffness").fill(30000);
    motion.redrive();
    for (let k = 0; k < 12; ++k) own.advance(1 / 60);
    motion.pause();
    own.motionPanel.setLoad(0);
    return motion.history.flatMap((sample) => Array.from(sample.tau).map((torque, k) => Math.abs(torque) / studio.robot.joints[k].torque));
  });
  assert.equal(Math.max(...marked), 1);
  const reached = await page.evaluate(() => window.torsorStudio.motion.history.map(({ q, error }) => q[3] + error[3])); // the reference, which begins at the pose
  assert.ok(Math.abs(reached[0] + 0.5) < 1e-2, String(reached[0]));
  assert.ok(await page.isVisible('figure[aria-label^="error"]'));
  await page.evaluate(() => {
    const { motion, studio } = window.torsorStudio;
    motion.lookBack(motion.history.findIndex((sample) => sample.tau.some((torque, k) => Math.abs(torque) >= studio.robot.joints[k].torque)));
  });
  assert.ok((await page.locator(".joint-torque .number.over").count()) > 0);
  await page.click("text=Reset");
  await page.selectOption('select[aria-label="Driven by"]', "off");
  clean();
});

test("an instant that a plot points at is shown under Joints and on the clock too, and the run goes on where it was", async () => {
  await openText(pendulum(), "pendulum.yaml");
  await page.click("#tab-motion");
  const at = await page.evaluate(() => {
    const { motion, page: own, studio } = window.torsorStudio;
    studio.setState([0.3], [0], [0]);
    motion.play();
    for (let k = 0; k < 60; ++k) own.advance(1 / 60);
    motion.pause();
    motion.lookBack(20);
    return { q: motion.history[20].q[0], t: motion.history[20].t, last: motion.history.at(-1).q[0] };
  });
  const shown = async () => Number((await page.locator('[data-joint="joint1"] input[type="number"]').first().inputValue()));
  assert.ok(Math.abs((await shown()) - (at.q * 180) / Math.PI) < 0.01);
  assert.equal(await page.textContent(".clock"), `${at.t.toFixed(2)} s`);
  assert.match(await page.textContent(".motion .plot figcaption"), /position, deg/);
  await page.evaluate(() => window.torsorStudio.motion.lookBack(null));
  assert.ok(Math.abs((await shown()) - (at.last * 180) / Math.PI) < 0.01);
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Save the run as CSV")]);
  const lines = readFileSync(await file.path(), "utf8").trim().split("\n");
  assert.equal(lines[0], "t,q1,qd1,qdd1,tau1");
  assert.equal(lines.length, 61);
  await page.click("text=Reset");
});

test("equations say what friction and springs add to their torque", async () => {
  await openText(pendulum("    friction: {viscous: 0.4}\n"), "pendulum.yaml");
  await page.evaluate(() => window.torsorStudio.studio.setState([0.2], [2], [0]));
  await page.click("#tab-equations");
  const [friction] = await array(page, "frictionTorque"), [whole] = await array(page, "torque");
  assert.ok(Math.abs(friction - 0.8) < 1e-12);
  assert.match(await page.textContent(".added"), /Friction 0.8 and springs 0/);
  const last = numberOf((await page.locator(".equation output").last().textContent()).replace("= ", ""));
  assert.ok(Math.abs(last + friction - whole) < 1e-3);
  await page.evaluate(() => window.torsorStudio.studio.setState([0.2], [0], [0]));
  assert.equal(await page.textContent(".added"), "");
});

test("what a file cannot hold is listed when it is saved, gravity first", async () => {
  await openRobot(page, "two-rods");
  await Promise.all([page.waitForEvent("download"), page.selectOption('select[aria-label="Save as"]', "urdf")]);
  assert.match(await said(), /^Saved. Not in the URDF:\nrobot: gravity/);
});

test("a free base has rows with names, and sliders of its legs have their own limits", async () => {
  const text = `<mujoco model="cart"><compiler angle="radian"/><worldbody><body name="hull"><freejoint/><geom type="box" size=".2 .1 .1" mass="4"/>
    <body name="leg" pos=".2 0 0"><joint name="knee" type="hinge" axis="0 1 0" range=".5 1.5" limited="true"/><geom type="box" size=".02 .02 .2" mass="1"/></body></body></worldbody></mujoco>`;
  assert.equal(await openText(text, "cart.xml"), 7);
  assert.equal((await array(page, "q")).at(-1), 1);
  const widths = await page.locator(".joint-head label").evaluateAll((labels) => labels.map((label) => label.clientWidth));
  assert.ok(widths.every((width) => width > 30), widths.join());
  const slider = page.locator('[data-joint="knee"] input[type="range"]');
  assert.deepEqual([await slider.getAttribute("min"), await slider.getAttribute("max")], ["0.5", "1.5"]);
  for (const tab of ["motion", "numbers", "hidden", "table"]) await page.click(`#tab-${tab}`);
  await page.click(".transport .play");
  await page.click("text=Reset");
  clean();
});

test("of a robot with several tips one is chosen for its table", async () => {
  const link = (name) => `<link name="${name}"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>`;
  const joint = (name, parent, child) => `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 .3" rpy="1.5707963 0 0"/><axis xyz="0 0 1"/></joint>`;
  await openText(`<robot name="fork">${["base", "a", "left", "right"].map(link).join("")}${joint("j1", "base", "a")}${joint("j2", "a", "left")}${joint("j3", "a", "right")}</robot>`, "fork.urdf");
  await page.click("#tab-table");
  await page.selectOption('select[aria-label="Tip of the table"]', "+right");
  await page.click("text=Show as DH table");
  assert.match(await page.textContent(".cell-message"), /branches with mass/);
  await page.selectOption('select[aria-label="Tip of the table"]', "-right");
  await page.click("text=Show as DH table");
  assert.deepEqual((await robotOf()).links.map((one) => one.joint_name), ["j1", "j3"]);
  assert.match((await robotOf()).links[0].dh.alpha, /90deg/);
  clean();
});

test("a new arm asks before it takes the place of a changed one; End and Home go to the last and first tab; a damaged link is told", async () => {
  await openText(pendulum(), "pendulum.yaml");
  await page.click("#tab-table");
  await type(0, 5, "7");
  await page.click("header >> text=New");
  await page.click("dialog >> text=Cancel");
  assert.equal((await robotOf()).name, "pendulum");
  await page.focus("#tab-table");
  await page.keyboard.press("End");
  assert.equal(await page.getAttribute("#tab-hidden", "aria-selected"), "true");
  await page.keyboard.press("Home");
  assert.equal(await page.getAttribute("#tab-table", "aria-selected"), "true");
  const broken = await openPage(browser, pagePath, "#damagedlinkdamagedlink");
  assert.match(await broken.page.textContent(".message.error.shown"), /could not be read/);
  await broken.page.close();
});

test("large matrices scroll, and cells of the table show the whole of their numbers", async () => {
  const text = pendulum().replace("mass: 2", "mass: 2.123456789");
  const rods = Array.from({ length: 16 }, (_, k) => text.slice(text.indexOf("  - name")).replace("rod", `rod${k}`)).join("");
  assert.equal(await openText(text + rods, "chain.yaml"), 17);
  await page.click("#tab-table");
  const cut = await page.locator(".dh input").evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
  assert.equal(cut, 0);
  await page.locator('input[aria-label="d rod9"]').focus();
  await page.keyboard.press("Tab");
  const covered = await page.evaluate(() => {
    const cell = document.activeElement.getBoundingClientRect(), name = document.activeElement.closest("tr").querySelector("th").getBoundingClientRect();
    return name.right - cell.left;
  });
  assert.ok(covered <= 1, String(covered));
  await page.click("#tab-numbers");
  const tall = await page.locator('table[aria-label="Inertia matrix B"] td').evaluateAll((cells) => Math.max(...cells.map((cell) => cell.clientHeight)));
  assert.ok(tall < 30, String(tall)); // one line
  const over = await page.locator('table.heat td').evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
  assert.deepEqual(over, []);
  await page.click("#tab-table");
});

test("on a phone everything is stacked and can be reached", async () => {
  const { page: own } = await openPage(browser, pagePath, "", { viewport: { width: 390, height: 844 } });
  for (const tab of ["table", "equations", "numbers", "motion", "log", "hidden"]) {
    await own.click(`#tab-${tab}`);
    const { wide, tall } = await own.evaluate(() => ({ wide: document.documentElement.scrollWidth, tall: document.documentElement.scrollHeight }));
    assert.ok(wide <= 390, `${tab}: ${wide}`);
    assert.ok(tall > 844, `${tab}: ${tall}`);
  }
  for (const where of ["header select >> nth=0", "text=Copy link", ".transport .play", ".joints button >> nth=0", ".joint >> nth=6", "#tab-hidden"]) {
    await own.locator(where).scrollIntoViewIfNeeded();
    const box = await own.locator(where).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 391 && box.y >= -1 && box.y < 844, `${where}: ${JSON.stringify(box)}`);
  }
  await own.close();
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
