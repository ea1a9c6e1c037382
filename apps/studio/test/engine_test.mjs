// The module's numbers are those of the library as it runs without a browser.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { difference, engineBytes, pageModule, root, torsor, torsorJson } from "./support.mjs";

const { Engine, EngineFailure, drives } = await pageModule("engine/engine.ts");
const engine = await Engine.create(engineBytes());
const list = (numbers) => Array.from(numbers).join(",");

function load(text, name) {
  const answer = engine.load(text, name);
  assert.ok(answer.robot, JSON.stringify(answer));
  return answer.robot;
}

for (const name of engine.builtinNames())
  test(`every number of ${name} is the library's to 1e-12`, () => {
    const robot = load(engine.builtinText(name), `${name}.yaml`);
    const q = engine.array("q"), qd = engine.array("qd"), qdd = engine.array("qdd");
    for (let k = 0; k < robot.nq; ++k) q[k] = Math.sin(1.3 * k + 0.4);
    for (let k = 0; k < robot.nv; ++k) qd[k] = Math.cos(2 * k), qdd[k] = Math.sin(k + 1);
    engine.evaluate();
    const state = ["--q", list(q), "--qd", list(qd)];
    const inverse = torsorJson("inverse-dynamics", name, ...state, "--qdd", list(qdd));
    const terms = torsorJson("terms", name, ...state);
    assert.ok(difference(Array.from(engine.array("torque")), inverse.tau) < 1e-12);
    assert.ok(difference(Array.from(engine.array("inertia")), terms.inertia_matrix.flat()) < 1e-12);
    assert.ok(difference(Array.from(engine.array("coriolis")), terms.coriolis_matrix.flat()) < 1e-12);
    assert.ok(difference(Array.from(engine.array("gravityTorque")), terms.gravity_torque) < 1e-12);
    const parts = robot.bodies.map((_, body) => Array.from(engine.inertiaOfBody(body)));
    const links = torsorJson("terms", name, ...state, "--no-rotor").inertia_matrix.flat();
    assert.ok(difference(parts.reduce((a, b) => a.map((x, k) => x + b[k])), links) < 1e-12, "parts of B by link");
  });

test("a URDF and an MJCF are read as the library reads them", () => {
  for (const [file, format] of [["examples/two-rods.urdf", "urdf"], ["examples/two-rods.urdf", "mjcf"], ["panda", "urdf"], ["ur5e", "mjcf"]]) {
    const path = file.endsWith(".urdf") ? join(root, file) : file;
    const text = format === "urdf" && file.endsWith(".urdf") ? readFileSync(path, "utf8") : torsor("convert", path, "--to", format, "--lossy");
    const robot = load(text, `robot.${format === "urdf" ? "urdf" : "xml"}`);
    const q = engine.array("q");
    for (let k = 0; k < robot.nq; ++k) q[k] = 0.2 - 0.3 * k;
    engine.evaluate();
    const expected = torsorJson("terms", path, "--q", list(q)).gravity_torque;
    assert.ok(difference(Array.from(engine.array("gravityTorque")), expected) < 1e-12, `${file} as ${format}`);
  }
});

test("what is written as YAML is read back to the same torques", () => {
  for (const name of engine.builtinNames()) {
    load(engine.builtinText(name), "a.yaml");
    engine.evaluate();
    const before = Array.from(engine.array("torque"));
    load(engine.write("yaml").text, "b.yaml");
    engine.evaluate();
    assert.deepEqual(Array.from(engine.array("torque")), before, name);
  }
});

test("a mistake in a file is told with its line", () => {
  for (const [text, line] of [["name: a\nlinks:\n  - joint: revolute\n    dh: {a: 1\n", 4], ["name: a\nlinks:\n\t- joint: revolute\n", 3], ["<robot name='a'>\n<link name='b'>\n</robot>", 3]]) {
    const answer = engine.load(text, text.startsWith("<") ? "a.urdf" : "a.yaml");
    assert.equal(answer.robot, undefined);
    const error = answer.findings.find((one) => one.severity === "error");
    assert.ok(Math.abs(error.line - line) <= 1, `${error.line}: ${error.message}`);
  }
});

test("a call that makes no sense is a failure with words, and a new module goes on", () => {
  assert.throws(() => engine.builtinText("no-such-robot"), EngineFailure);
  engine.restart();
  load(engine.builtinText("two-rods"), "a.yaml");
});

test("moving along a hidden direction changes no torque", () => {
  const robot = load(engine.builtinText("panda"), "a.yaml");
  engine.array("q").set([0.1, -0.4, 0.3, -2, 0.5, 1.5, 0.2]);
  for (let k = 0; k < robot.nv; ++k) engine.array("qd")[k] = 0.3 * k, engine.array("qdd")[k] = 1 - 0.2 * k;
  engine.evaluate();
  const before = Array.from(engine.array("torque"));
  const base = engine.baseParameters();
  assert.equal(base.combinations.length, 43);
  base.hidden.forEach((_, k) => {
    engine.shiftParameter(k, 0.7);
    engine.evaluate();
    assert.ok(difference(Array.from(engine.array("torque")), before) < 1e-11);
  });
});

test("controllers hold the Panda, and a load that they do not know of pulls PD down", () => {
  load(engine.builtinText("panda"), "a.yaml");
  const pose = [0, -0.5, 0, -2, 0, 1.5, 0];
  const run = (drive, mass) => {
    engine.setPayload(mass, 0, 0, 0);
    engine.array("q").set(pose);
    for (const name of ["qd", "stiffness", "damping"]) engine.array(name).fill(0);
    engine.array("reference").set(pose);
    assert.ok(engine.startMotion(drive, 4));
    assert.equal(engine.runMotion(1.5), 0);
    return difference(Array.from(engine.array("q")), pose);
  };
  for (const drive of ["pdGravity", "computedTorque", "feedForward", "adaptive", "impedance", "lqr"]) assert.ok(run(drive, 0) < 1e-3, drive);
  assert.ok(run("pdGravity", 3) > 5e-3);
});

/** The pose that the page begins with, and a reference that swings from it as far as limits let it. */
function beginWith(robot, swing) {
  const q = engine.array("q"), reference = engine.array("reference");
  robot.joints.forEach((joint, k) => {
    const low = joint.low ?? -Math.PI, high = joint.high ?? Math.PI;
    if (low > 0 || high < 0) q[k] = (low + high) / 2;
    reference[k] = q[k];
    reference[robot.nv + k] = high - q[k] >= q[k] - low ? Math.min(swing, high - q[k]) : -Math.min(swing, q[k] - low);
  });
}
for (const name of ["panda", "puma560", "ur10", "iiwa14"])
  test(`every controller is calm with ${name} as the page opens it`, () => {
    for (const swing of [0, 0.5])
      for (const drive of drives.slice(1)) {
        const robot = load(engine.builtinText(name), `${name}.yaml`);
        beginWith(robot, swing);
        assert.ok(engine.startMotion(drive, 4), drive);
        let largest = 0, kinetic = 0;
        for (let t = 1 / 60; t <= 3; t += 1 / 60) {
          assert.equal(engine.runMotion(t), 0, `${drive} ${swing}`);
          engine.evaluatePicture();
          engine.array("motorTorque").forEach((torque, k) => { largest = Math.max(largest, Math.abs(torque) / (robot.joints[k].torque ?? 120)); });
          kinetic = Math.max(kinetic, engine.array("energy")[0]);
        }
        assert.ok(largest < 1, `${drive} ${swing}: ${largest} of the limits`);
        assert.ok(kinetic < 5, `${drive} ${swing}: ${kinetic} J`);
      }
  });

test("the Panda's default gains are those of the program, which lowers two of them", () => {
  const robot = load(engine.builtinText("panda"), "a.yaml");
  beginWith(robot, 0);
  assert.ok(engine.startMotion("pd", 4));
  assert.deepEqual(engine.loweredGains(), ["joint1 to 74 %", "joint3 to 74 %"]);
  engine.array("damping")[0] *= 0.5; // somebody's own
  engine.setDrive("pd", 4);
  assert.deepEqual(engine.loweredGains(), []);
});

test("motors exert no more than their limits", () => {
  const robot = load(engine.builtinText("panda"), "a.yaml");
  beginWith(robot, 0);
  engine.array("stiffness").fill(20000);
  engine.array("damping").fill(5);
  engine.array("reference").set(robot.joints.map(() => 0));
  assert.ok(engine.startMotion("pd", 4));
  let full = 0;
  for (let t = 1 / 60; t <= 1; t += 1 / 60) {
    engine.runMotion(t);
    engine.array("motorTorque").forEach((torque, k) => {
      assert.ok(Math.abs(torque) <= robot.joints[k].torque);
      full += Math.abs(torque) === robot.joints[k].torque ? 1 : 0;
    });
  }
  assert.ok(full > 10, String(full));
});

test("limits, names and units of a robot with a free base stand at their joints", () => {
  const robot = load(`<mujoco model="cart"><compiler angle="radian"/><worldbody><body name="hull"><freejoint/><geom type="box" size=".2 .1 .1" mass="4"/>
    <body name="leg" pos=".2 0 0"><joint name="knee" type="hinge" axis="0 1 0" range=".5 1.5" limited="true"/><geom type="box" size=".02 .02 .2" mass="1"/>
    <body name="foot" pos="0 0 -.4"><joint name="spring" type="slide" axis="0 0 1" range="-.1 .3" limited="true"/><geom type="box" size=".02 .02 .05" mass=".3"/></body></body></body></worldbody></mujoco>`, "cart.xml");
  assert.deepEqual([robot.nq, robot.nv], [9, 8]);
  assert.deepEqual(robot.joints.map((joint) => joint.unit), ["N", "N", "N", "Nm", "Nm", "Nm", "Nm", "N"]);
  assert.ok(robot.joints.every((joint) => joint.name !== ""));
  assert.deepEqual(robot.joints.map((joint) => [joint.q, joint.low, joint.high]), [...Array(6).fill([null, null, null]), [7, 0.5, 1.5], [8, -0.1, 0.3]]);
});

test("an inertia that no body has is told at its own cell", () => {
  load(engine.builtinText("two-rods"), "a.yaml");
  const { problems } = engine.editCell(1, 11, "-0.2");
  assert.deepEqual(problems.map(({ row, column }) => [row, column]), [[1, 11]]);
});

test("of what a format has no place for, gravity is told first", () => {
  load(engine.builtinText("two-rods"), "a.yaml");
  assert.match(engine.write("urdf").losses[0], /gravity/);
});

test("an angle that was rounded in a file is a right one in the table, and any tip can be chosen", () => {
  const joint = (name, parent, child, rpy) => `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 .3" rpy="${rpy}"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="9" velocity="3"/></joint>`;
  const urdf = `<robot name="fork">${["base", "a", "left", "right"].map((link) => `<link name="${link}"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>`).join("")}
    ${joint("j1", "base", "a", "0 0 0")}${joint("j2", "a", "left", "1.5707963 0 0")}${joint("j3", "a", "right", "-1.570796 0 0")}</robot>`;
  for (const [tip, name] of [["left", "j2"], ["right", "j3"]]) {
    load(urdf, "fork.urdf");
    assert.match(engine.convertToTable(false, tip).problem, /branches with mass/);
    const { robot, problem } = engine.convertToTable(false, tip, true);
    assert.ok(robot, problem);
    assert.equal(robot.links.at(-1).joint_name, name);
    assert.match(robot.links[0].dh.alpha, /^-?90deg$/);
  }
});

test("the page's readers take what the program's readers take, and refuse what they refuse", () => {
  const files = ["yaml", "urdf", "mjcf"].flatMap((kind) => {
    const place = join(root, "tests", "fuzz", "corpus", kind);
    return readdirSync(place).map((name) => [join(place, name), kind === "yaml" ? "a.yaml" : kind === "urdf" ? "a.urdf" : "a.xml"]);
  });
  assert.ok(files.length > 30);
  for (const [path, name] of files) {
    const taken = engine.load(new TextDecoder().decode(readFileSync(path)), name).robot !== undefined;
    let expected = true;
    try {
      torsor("show", path);
    } catch {
      expected = false;
    }
    assert.equal(taken, expected, path);
  }
});
