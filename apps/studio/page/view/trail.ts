import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial } from "three";

/** Where the tip has been. */
export class Trail extends Line {
  private readonly most = 900;
  private readonly points = new Float32Array(3 * this.most);
  private filled = 0;

  constructor(colour: number) {
    super(new BufferGeometry(), new LineBasicMaterial({ color: colour }));
    this.geometry.setAttribute("position", new BufferAttribute(this.points, 3));
    this.frustumCulled = false;
    this.forget();
  }
  forget(): void {
    this.filled = 0;
    this.geometry.setDrawRange(0, 0);
  }
  extend(x: number, y: number, z: number): void {
    if (this.filled === this.most) {
      this.points.copyWithin(0, 3);
      --this.filled;
    }
    this.points.set([x, y, z], 3 * this.filled++);
    this.geometry.setDrawRange(0, this.filled);
    this.geometry.attributes.position!.needsUpdate = true;
  }
}
