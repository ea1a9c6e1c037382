// A camera that looks at a point, with gravity down.
import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from "three";

export class Orbit {
  readonly camera = new PerspectiveCamera(36, 1, 0.01, 200);
  readonly target = new Vector3();
  private readonly up = new Quaternion(); // from z to where up is
  yaw = 0.9;
  pitch = 0.32;
  distance = 3;

  /** Looks at a place from this far, with up where up is. */
  frame(center: Vector3, distance: number, up: Vector3, yaw: number, pitch: number): void {
    this.up.setFromUnitVectors(new Vector3(0, 0, 1), up);
    this.target.copy(center);
    this.distance = distance;
    this.yaw = yaw;
    this.pitch = pitch;
    this.place();
  }
  turn(yaw: number, pitch: number): void {
    this.yaw += yaw;
    this.pitch = Math.min(1.55, Math.max(-1.55, this.pitch + pitch));
    this.place();
  }
  zoom(factor: number): void {
    this.distance = Math.min(100, Math.max(0.02, this.distance * factor));
    this.place();
  }
  /** Moves what is looked at, in parts of the picture's height. */
  pan(right: number, above: number): void {
    const height = 2 * this.reach * Math.tan((this.camera.fov * Math.PI) / 360);
    const side = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const top = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.target.addScaledVector(side, -right * height).addScaledVector(top, above * height);
    this.place();
  }
  /** A picture that is higher than wide is looked at from farther away, so that as much of it is seen. */
  private get reach(): number {
    return this.distance * Math.max(1, 1 / this.camera.aspect);
  }
  place(): void {
    const out = new Vector3(Math.cos(this.pitch) * Math.cos(this.yaw), Math.cos(this.pitch) * Math.sin(this.yaw), Math.sin(this.pitch));
    const up = new Vector3(0, 0, 1).applyQuaternion(this.up);
    this.camera.position.copy(this.target).addScaledVector(out.applyQuaternion(this.up), this.reach);
    this.camera.up.copy(up);
    this.camera.quaternion.setFromRotationMatrix(new Matrix4().lookAt(this.camera.position, this.target, up));
    this.camera.near = this.distance / 100;
    this.camera.far = this.distance * 40;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }
  get numbers(): number[] {
    return [this.yaw, this.pitch, this.distance, ...this.target.toArray()];
  }
  set numbers(given: number[]) {
    if (given.length !== 6) return;
    [this.yaw, this.pitch, this.distance] = given as [number, number, number];
    this.target.fromArray(given, 3);
    this.place();
  }
}
