// A solid arrow, and one with two heads for moments.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Vector3 } from "three";

const shaft = new CylinderGeometry(1, 1, 1, 14).translate(0, 0.5, 0);
const head = new ConeGeometry(2.6, 1, 18).translate(0, 0.5, 0);
const along = new Vector3(0, 1, 0);

export class Arrow extends Group {
  private readonly body: Mesh;
  private readonly heads: Mesh[];
  private readonly direction = new Vector3();

  constructor(readonly material: MeshStandardMaterial, private readonly thickness: number, headCount = 1) {
    super();
    this.body = new Mesh(shaft, material);
    this.heads = Array.from({ length: headCount }, () => new Mesh(head, material));
    this.add(this.body, ...this.heads);
  }

  /** From a point, so long; nothing is drawn where it would be shorter than its head. */
  point(from: Vector3, vector: Vector3): void {
    const length = vector.length(), headLength = 6 * this.thickness, all = headLength * (0.55 * this.heads.length + 0.45);
    this.visible = length > 0.5 * all;
    if (!this.visible) return;
    this.position.copy(from);
    this.quaternion.setFromUnitVectors(along, this.direction.copy(vector).divideScalar(length));
    this.body.scale.set(this.thickness, Math.max(1e-6, length - headLength), this.thickness);
    this.heads.forEach((cone, k) => {
      cone.scale.set(this.thickness, headLength, this.thickness);
      cone.position.y = length - headLength * (1 + 0.55 * k);
    });
  }
}
