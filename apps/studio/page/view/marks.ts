// What is drawn on the arm where it is asked for: frames, centres of mass, ellipsoids, forces in the bearings, gravity.
import {
  CylinderGeometry, DoubleSide, Group, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, SphereGeometry, Vector3,
} from "three";
import type { Engine } from "../engine/engine";
import type { Robot } from "../engine/robot";
import { Arrow } from "./arrow";
import { matrixOf } from "./link_shapes";
import type { Palette } from "./palette";

export const markNames = ["frames", "centers", "ellipsoids", "bearings", "gravity", "trail"] as const;
export type MarkName = (typeof markNames)[number];

const stick = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
const sphere = new SphereGeometry(1, 28, 18);

function axes(size: number): Group {
  const group = new Group();
  const turns: [number, number, number, number][] = [[0xd64545, 0, 0, -Math.PI / 2], [0x3a9d52, 0, 0, 0], [0x3b6fd6, Math.PI / 2, 0, 0]];
  for (const [colour, x, y, z] of turns) {
    const mesh = new Mesh(stick, new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true }));
    mesh.scale.set(0.035 * size, size, 0.035 * size);
    mesh.rotation.set(x, y, z);
    mesh.renderOrder = 3;
    group.add(mesh);
  }
  group.matrixAutoUpdate = false;
  return group;
}

export class Marks extends Group {
  private readonly groups = Object.fromEntries(markNames.map((name) => [name, new Group()])) as Record<MarkName, Group>;
  private readonly frameAxes: Group[];
  private readonly centers: Mesh[];
  private readonly ellipsoids: Mesh[];
  private readonly forces: Arrow[];
  private readonly moments: Arrow[];
  private readonly gravity: Arrow;
  private readonly from = new Vector3();
  private readonly vector = new Vector3();
  private readonly scratch = new Matrix4();

  constructor(private readonly robot: Robot, private readonly size: number, private readonly colours: Palette) {
    super();
    const solid = (colour: number) => new MeshStandardMaterial({ color: colour, roughness: 0.5 });
    this.frameAxes = robot.frames.map(() => axes(0.11 * size));
    const ballMaterial = new MeshStandardMaterial({ color: colours.center, roughness: 0.4, depthTest: false, transparent: true });
    this.centers = [...robot.bodies, null].map((body) => {
      const mesh = new Mesh(sphere, ballMaterial);
      mesh.scale.setScalar((body ? 0.014 : 0.022) * size);
      mesh.renderOrder = 2;
      return mesh;
    });
    this.ellipsoids = robot.bodies.map(() => {
      const mesh = new Mesh(sphere, new MeshStandardMaterial({
        color: colours.ellipsoid, transparent: true, opacity: 0.3, roughness: 0.35, depthWrite: false, side: DoubleSide }));
      mesh.matrixAutoUpdate = false;
      return mesh;
    });
    this.forces = robot.bodies.map(() => new Arrow(solid(colours.force), 0.0065 * size));
    this.moments = robot.bodies.map(() => new Arrow(solid(colours.moment), 0.005 * size, 2));
    this.gravity = new Arrow(solid(colours.gravity), 0.006 * size);
    this.groups.frames.add(...this.frameAxes);
    this.groups.centers.add(...this.centers);
    this.groups.ellipsoids.add(...this.ellipsoids);
    this.groups.bearings.add(...this.forces, ...this.moments);
    this.groups.gravity.add(this.gravity);
    for (const name of markNames) this.add(this.groups[name]);
  }

  show(names: ReadonlySet<string>): void {
    for (const name of markNames) this.groups[name].visible = names.has(name);
  }
  layer(name: MarkName): Group {
    return this.groups[name];
  }

  update(engine: Engine): void {
    if (this.groups.frames.visible) {
      const poses = engine.array("framePoses");
      this.frameAxes.forEach((group, k) => matrixOf(poses, 12 * k, group.matrix));
    }
    if (this.groups.centers.visible) this.placeCenters(engine.array("centers"));
    if (this.groups.ellipsoids.visible) this.placeEllipsoids(engine.array("ellipsoids"), engine.array("bodyPoses"));
    if (this.groups.bearings.visible) this.placeBearings(engine.array("bearings"), engine.array("bodyPoses"));
    this.updateMatrixWorld(true);
  }

  private placeCenters(numbers: Float64Array): void {
    this.centers.forEach((mesh, k) => {
      mesh.visible = numbers[4 * k]! > 0 && k > 0;
      mesh.position.fromArray(numbers, 4 * k + 1);
    });
  }
  private placeEllipsoids(numbers: Float64Array, poses: Float64Array): void {
    this.ellipsoids.forEach((mesh, k) => {
      const at = 16 * k, least = 0.004 * this.size;
      const half = [0, 1, 2].map((i) => Math.min(0.42 * this.size, Math.max(numbers[at + i]!, least))) as [number, number, number];
      mesh.visible = k > 0 && (numbers[at]! > 0 || numbers[at + 1]! > 0 || numbers[at + 2]! > 0);
      matrixOf(poses, 12 * k, mesh.matrix);
      mesh.matrix.multiply(matrixOf(numbers, at + 3, this.scratch)).scale(this.vector.set(...half));
      const possible = numbers[at + 15] === 1;
      (mesh.material as MeshStandardMaterial).color.setHex(possible ? this.colours.ellipsoid : this.colours.impossible);
    });
  }
  /** The longest force is a third of the arm; moments have their own scale. */
  private placeBearings(numbers: Float64Array, poses: Float64Array): void {
    const longest = (offset: number) => {
      let most = 1e-9;
      for (let k = 1; k < this.forces.length; ++k)
        most = Math.max(most, Math.hypot(numbers[6 * k + offset]!, numbers[6 * k + offset + 1]!, numbers[6 * k + offset + 2]!));
      return (0.3 * this.size) / most;
    };
    const scales = [longest(0), longest(3)] as const;
    [this.forces, this.moments].forEach((arrows, kind) => arrows.forEach((arrow, k) => {
      this.from.fromArray(poses, 12 * k + 9);
      this.vector.fromArray(numbers, 6 * k + 3 * kind).multiplyScalar(scales[kind]!);
      arrow.point(this.from, k === 0 ? this.vector.set(0, 0, 0) : this.vector);
    }));
  }
  placeGravity(at: Vector3): void {
    this.vector.fromArray(this.robot.gravity);
    const length = this.vector.length();
    this.gravity.visible = length > 0;
    if (length > 0) this.gravity.point(at, this.vector.multiplyScalar((0.18 * this.size) / length));
  }
}
