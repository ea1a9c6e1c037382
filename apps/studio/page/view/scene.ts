// The picture: camera, light, ground, the arm and what is drawn on it. Without WebGL there is none, and the rest works.
import {
  AmbientLight, Box3, type BufferGeometry, Color, DirectionalLight, GridHelper, HemisphereLight, Mesh, MeshStandardMaterial, PCFShadowMap,
  PlaneGeometry, Quaternion, Scene as ThreeScene, ShadowMaterial, SphereGeometry, Vector3, WebGLRenderer,
} from "three";
import type { Studio } from "../studio";
import { Arm } from "./arm";
import { Arrow } from "./arrow";
import { type MarkName, Marks } from "./marks";
import { meshName } from "./mesh_files";
import { Orbit } from "./orbit";
import { palette } from "./palette";
import { Trail } from "./trail";

export class Scene {
  readonly orbit = new Orbit();
  readonly shown = new Set<MarkName>(["gravity", "trail"]);
  /** Of links, by the name of their file. */
  readonly meshes = new Map<string, BufferGeometry>();
  arm!: Arm;
  tip!: Mesh;
  trail!: Trail;
  size = 1;
  private marks!: Marks;
  private pushArrow!: Arrow;
  private readonly scene = new ThreeScene();
  private readonly sun = new DirectionalLight(0xffffff, 2.1);
  private isDark = false;
  private stale = true;

  private constructor(private readonly studio: Studio, private readonly renderer: WebGLRenderer, private readonly host: HTMLElement) {
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    host.append(renderer.domElement);
    new ResizeObserver(() => this.resize()).observe(host);
  }

  static create(studio: Studio, host: HTMLElement): Scene | null {
    try {
      const renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
      renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
      return new Scene(studio, renderer, host);
    } catch {
      return null;
    }
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** How far the longest branch reaches from the base, stretched out and half slid out; at least a little. */
  private reachOf(): number {
    const { robot, engine } = this.studio;
    const poses = engine.array("bodyPoses"), frames = engine.array("framePoses");
    const place = (numbers: Float64Array, at: number) => new Vector3().fromArray(numbers, at);
    const along = robot.bodies.map(() => 0); // the way from the base, along its branch
    robot.bodies.forEach((body, k) => {
      if (k === 0) return;
      const joint = robot.joints[body.v], [low, high] = joint?.type === "prismatic" ? this.studio.limits(body.v) : [0, 0];
      along[k] = along[body.parent]! + place(poses, 12 * k + 9).distanceTo(place(poses, 12 * body.parent + 9)) + 0.25 * (high - low);
    });
    const tip = robot.frames[robot.tip]!;
    const atTip = along[tip.body]! + place(frames, 12 * robot.tip + 9).distanceTo(place(poses, 12 * tip.body + 9));
    return Math.max(...along, atTip, 0.05);
  }

  /** Builds everything for the robot that is open now. */
  rebuild(keepCamera: boolean): void {
    const { robot } = this.studio;
    const colours = palette(this.isDark);
    this.arm?.dispose();
    this.scene.clear();
    this.scene.background = new Color(colours.background);
    this.size = keepCamera ? this.size : this.reachOf();
    const up = this.up();
    this.addLights(up);
    this.addGround(up, colours.grid);
    this.arm = new Arm(robot, 0.036 * this.size, colours, this.meshes);
    this.marks = new Marks(robot, this.size, colours);
    this.trail = new Trail(colours.trail);
    this.marks.layer("trail").add(this.trail);
    this.tip = new Mesh(new SphereGeometry(0.026 * this.size, 24, 16), new MeshStandardMaterial({ color: colours.tip, roughness: 0.35 }));
    this.pushArrow = new Arrow(new MeshStandardMaterial({ color: colours.highlight }), 0.009 * this.size);
    this.pushArrow.visible = false;
    this.scene.add(this.arm, this.marks, this.tip, this.pushArrow);
    this.marks.show(this.shown);
    const side = new Vector3(1, 0, 0).cross(up).length() < 0.5 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    this.marks.placeGravity(side.multiplyScalar(-0.42 * this.size).addScaledVector(up, (Math.abs(up.z) < 0.5 ? 0.85 : 0.62) * this.size));
    this.update();
    if (!keepCamera) this.lookAtArm(up);
  }

  /** From where all of a motion can be seen; `poses` are positions of the joints. */
  lookAtMotion(poses: number[][]): void {
    const { engine, robot } = this.studio, before = engine.array("q").slice(), box = new Box3();
    for (const pose of poses) {
      engine.array("q").set(pose);
      engine.evaluatePicture();
      const bodies = engine.array("bodyPoses");
      robot.bodies.forEach((_, k) => box.expandByPoint(new Vector3().fromArray(bodies, 12 * k + 9)));
      box.expandByPoint(new Vector3().fromArray(engine.array("framePoses"), 12 * robot.tip + 9));
    }
    engine.array("q").set(before);
    engine.evaluatePicture();
    this.lookAtArm(this.up(), box.expandByScalar(0.06 * this.size));
    this.touch();
  }
  private up(): Vector3 {
    const up = new Vector3().fromArray(this.studio.robot.gravity).negate();
    return up.length() < 1e-9 ? up.set(0, 0, 1) : up.normalize();
  }
  private lookAtArm(up: Vector3, box = new Box3().setFromObject(this.arm)): void {
    const planar = Math.abs(up.z) < 0.5; // an arm that moves in a vertical plane is looked at from its side
    const middle = box.getCenter(new Vector3()), height = middle.dot(up);
    // Near the axis of the base, about which the arm will turn.
    const center = planar ? new Vector3() : middle.addScaledVector(up, -height).multiplyScalar(0.25).addScaledVector(up, height);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z));
    const radius = Math.max(...corners.map((corner) => corner.distanceTo(center)), 0.45 * this.size, planar ? this.size : 0);
    this.orbit.frame(center, (0.98 * radius) / Math.sin((this.orbit.camera.fov * Math.PI) / 360), up, planar ? this.facing(up) : 0.85, planar ? 0.16 : 0.3);
  }
  /** The yaw from which the base's z axis points at the camera, a little from the side. */
  private facing(up: Vector3): number {
    const z = new Vector3(0, 0, 1).applyQuaternion(new Quaternion().setFromUnitVectors(up, new Vector3(0, 0, 1)));
    return Math.atan2(z.y, z.x) - 0.35;
  }

  private addLights(up: Vector3): void {
    const sky = new HemisphereLight(0xffffff, this.isDark ? 0x20262f : 0xb9c2cf, this.isDark ? 1.1 : 1.5);
    sky.position.copy(up);
    const aside = Math.abs(up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1);
    this.sun.position.copy(up).multiplyScalar(2.2 * this.size).addScaledVector(aside, 1.1 * this.size)
      .addScaledVector(new Vector3().crossVectors(up, aside), -1.2 * this.size);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 4;
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -1.5 * this.size;
    camera.right = camera.top = 1.5 * this.size;
    camera.near = 0.1 * this.size;
    camera.far = 6 * this.size;
    camera.updateProjectionMatrix();
    this.scene.add(sky, this.sun, this.sun.target, new AmbientLight(0xffffff, this.isDark ? 0.25 : 0.45));
  }

  /** A floor under the arm; one that swings below its base hangs above it. */
  private addGround(up: Vector3, colour: number): void {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up);
    const planar = Math.abs(up.z) < 0.5;
    const height = planar ? -1.12 * this.size : 0;
    const grid = new GridHelper(4 * this.size, 20, colour, colour);
    grid.quaternion.copy(turn);
    grid.position.copy(up).multiplyScalar(height);
    const floor = new Mesh(new PlaneGeometry(8 * this.size, 8 * this.size).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: this.isDark ? 0.4 : 0.16, depthWrite: false }));
    floor.quaternion.copy(turn);
    floor.position.copy(up).multiplyScalar(height - 0.002 * this.size);
    floor.receiveShadow = true;
    this.scene.add(grid, floor);
  }

  /** Names of meshes that the robot is drawn with and that nobody has given. */
  missingMeshes(): string[] {
    const wanted = this.studio.robot.visuals.filter((visual) => visual.kind === "mesh" && !visual.collision).map((visual) => meshName(visual.file));
    return [...new Set(wanted)].filter((name) => !this.meshes.has(name));
  }

  setDark(isDark: boolean): void {
    this.isDark = isDark;
    if (this.arm) this.rebuild(true);
  }
  setShown(names: Iterable<MarkName>): void {
    this.shown.clear();
    for (const name of names) this.shown.add(name);
    this.marks?.show(this.shown);
    this.update();
  }

  /** Moves everything to where the module says it is. */
  update(): void {
    const { engine, robot } = this.studio;
    const frames = engine.array("framePoses");
    this.arm.update(engine.array("bodyPoses"), frames);
    this.marks.update(engine);
    this.tip.position.fromArray(frames, 12 * robot.tip + 9);
    this.tip.updateMatrixWorld();
    this.stale = true;
  }
  showPush(from: Vector3, to: Vector3): void {
    this.pushArrow.point(from, to.clone().sub(from));
    this.stale = true;
  }
  hidePush(): void {
    this.pushArrow.visible = false;
    this.stale = true;
  }
  highlight(links: ReadonlySet<string>): void {
    this.arm.highlight(links);
    this.stale = true;
  }
  touch(): void {
    this.stale = true;
  }

  /** Draws where something has changed. */
  draw(): void {
    if (!this.stale) return;
    this.stale = false;
    this.renderer.render(this.scene, this.orbit.camera);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.orbit.camera.aspect = width / height;
    this.orbit.place();
    this.stale = true;
    this.draw();
  }
}
