// The arm itself: for every body a joint and rods to what hangs on it, in its place at every moment.
import { type BufferGeometry, Group, Matrix4, Mesh, MeshStandardMaterial, Vector3 } from "three";
import type { Robot, Shape } from "../engine/robot";
import { ball, block, drum, geometryOf, matrixOf, taperedRod } from "./link_shapes";
import { meshName } from "./mesh_files";
import type { Palette } from "./palette";

const along = new Vector3(0, 1, 0);

interface Rod {
  mesh: Mesh;
  cap: Mesh;
  from: number; // body
  to: number; // body, or -1: the tip
}

export class Arm extends Group {
  readonly byBody: Group[] = [];
  readonly links: { mesh: Mesh; body: number; link: string }[] = [];
  private readonly rods: Rod[] = [];
  private readonly frames: { group: Group; frame: number }[] = [];
  private readonly materials = new Map<string, { material: MeshStandardMaterial; colour: number }[]>();
  private readonly covered = new Set<string>(); // links that have shapes of their own, and so no rods
  private readonly from = new Vector3();
  private readonly to = new Vector3();

  constructor(private readonly robot: Robot, readonly thickness: number, private readonly colours: Palette,
    private readonly meshes: ReadonlyMap<string, BufferGeometry>) {
    super();
    for (const visual of robot.visuals)
      if (!visual.collision && (visual.kind === "mesh" ? meshes.has(meshName(visual.file)) : geometryOf(visual, true))) this.covered.add(visual.link);
    for (const link of robot.links) if (link.shapes.some((shape) => geometryOf(shape, false))) this.covered.add(link.name);
    robot.bodies.forEach((_, body) => this.addBody(body));
    robot.bodies.forEach((body, k) => {
      if (k > 0) this.addRod(body.parent, k);
    });
    const tip = robot.frames[robot.tip]!;
    this.addRod(tip.body, -1);
    this.addShapes();
  }

  linkOf(body: number): string {
    return this.robot.frames[this.robot.bodies[body]!.frame]?.name ?? "";
  }

  private material(link: string, colour: number): MeshStandardMaterial {
    const made = new MeshStandardMaterial({ color: colour, roughness: 0.55, metalness: 0.12 });
    this.materials.set(link, [...(this.materials.get(link) ?? []), { material: made, colour }]);
    return made;
  }
  private own(mesh: Mesh, body: number): Mesh {
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    this.links.push({ mesh, body, link: this.linkOf(body) });
    return mesh;
  }

  private addBody(body: number): void {
    const group = new Group();
    group.matrixAutoUpdate = false;
    this.byBody.push(group);
    this.add(group);
    if (body === 0 || this.covered.has(this.linkOf(body))) return;
    const joint = this.robot.joints.find((_, v) => v === this.robot.bodies[body]!.v);
    const slides = joint?.type === "prismatic";
    const link = this.linkOf(body), cap = this.material(link, this.colours.joint);
    const mesh = this.own(new Mesh(slides ? block : drum, slides ? cap : [this.material(link, this.colours.link), cap, cap]), body);
    const r = this.thickness;
    mesh.scale.set(slides ? 2.1 * r : 1.32 * r, slides ? 2.1 * r : 1.32 * r, slides ? 2.6 * r : 2.5 * r);
    group.add(mesh);
  }

  private addRod(from: number, to: number): void {
    if (this.covered.has(this.linkOf(from))) return;
    const material = this.material(this.linkOf(from), this.colours.link);
    const mesh = this.own(new Mesh(taperedRod, material), from);
    const cap = this.own(new Mesh(ball, material), from);
    this.rods.push({ mesh, cap, from, to });
    this.add(mesh, cap);
  }

  /** Shapes of the file stand in the frame of their link. */
  private addShapes(): void {
    const names = new Set([...this.robot.links.map((link) => link.name), ...this.robot.visuals.map((visual) => visual.link)]);
    for (const name of names) {
      const visuals = this.robot.visuals.filter((visual) => visual.link === name && !visual.collision);
      const shapes = this.robot.links.find((link) => link.name === name)?.shapes ?? [];
      this.draw(name, visuals.length > 0 ? visuals : shapes, visuals.length > 0);
    }
  }
  private draw(link: string, shapes: (Shape & { file?: string })[], isVisual: boolean): void {
    const frame = this.robot.frames.findIndex((other) => other.name === link);
    if (frame < 0) return;
    const group = new Group();
    group.matrixAutoUpdate = false;
    for (const shape of shapes) {
      const mesh = shape.kind === "mesh" ? this.meshes.get(meshName(shape.file ?? "")) : undefined;
      const geometry = mesh ?? geometryOf(shape, isVisual);
      if (!geometry) continue;
      const drawn = this.own(new Mesh(geometry, this.material(link, this.colours.link)), this.robot.frames[frame]!.body);
      drawn.matrixAutoUpdate = false;
      matrixOf(shape.pose, 0, drawn.matrix);
      if (mesh) drawn.matrix.multiply(new Matrix4().makeScale(...shape.size));
      group.add(drawn);
    }
    this.frames.push({ group, frame });
    this.add(group);
  }

  update(bodyPoses: Float64Array, framePoses: Float64Array): void {
    this.byBody.forEach((group, body) => matrixOf(bodyPoses, 12 * body, group.matrix));
    for (const { group, frame } of this.frames) matrixOf(framePoses, 12 * frame, group.matrix);
    for (const rod of this.rods) {
      this.from.fromArray(bodyPoses, 12 * rod.from + 9);
      if (rod.to >= 0) this.to.fromArray(bodyPoses, 12 * rod.to + 9);
      else this.to.fromArray(framePoses, 12 * this.robot.tip + 9);
      this.placeRod(rod);
    }
    this.updateMatrixWorld(true);
  }

  private placeRod({ mesh, cap }: Rod): void {
    const length = this.from.distanceTo(this.to), r = 0.78 * this.thickness;
    mesh.visible = cap.visible = length > 0.35 * this.thickness;
    if (!mesh.visible) {
      for (const hidden of [mesh, cap]) hidden.position.copy(this.from), hidden.scale.setScalar(1e-6); // as if it were not there
      return;
    }
    mesh.position.copy(this.from);
    mesh.scale.set(r, length, r);
    mesh.quaternion.setFromUnitVectors(along, this.to.clone().sub(this.from).divideScalar(length));
    cap.position.copy(this.to);
    cap.scale.setScalar(0.72 * r);
  }

  highlight(links: ReadonlySet<string>): void {
    for (const [link, parts] of this.materials)
      for (const { material, colour } of parts) material.color.setHex(links.has(link) ? this.colours.highlight : colour);
  }

  dispose(): void {
    for (const parts of this.materials.values()) for (const { material } of parts) material.dispose();
  }
}
