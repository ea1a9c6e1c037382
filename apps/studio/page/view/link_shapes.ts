// What links look like: rods between joints, and shapes that a file gives.
import {
  BoxGeometry, type BufferGeometry, CapsuleGeometry, ConeGeometry, CylinderGeometry, Matrix4, SphereGeometry,
} from "three";
import type { Shape } from "../engine/robot";

/** A rod of length 1 along y, thinner at its far end. */
export const taperedRod = new CylinderGeometry(0.72, 1, 1, 28, 1, true).translate(0, 0.5, 0);
export const ball = new SphereGeometry(1, 28, 18);
export const drum = new CylinderGeometry(1, 1, 1, 36).rotateX(Math.PI / 2); // along z
export const block = new BoxGeometry(1, 1, 1);

/** Sizes are those of engine/robot_json.cpp; null for what has no room of its own, and for meshes. */
export function geometryOf(shape: Shape, isVisual: boolean): BufferGeometry | null {
  const [x, y, z] = shape.size;
  switch (shape.kind) {
    case "box": return new BoxGeometry(x, y, z);
    case "sphere": return new SphereGeometry(x, 28, 18);
    case "ellipsoid": return isVisual ? new SphereGeometry(1, 28, 18).scale(x, y, z) : new SphereGeometry(0.5, 28, 18).scale(x, y, z);
    case "cylinder": return new CylinderGeometry(x, x, y, 32).rotateX(Math.PI / 2);
    case "tube": return new CylinderGeometry(x, x, z, 32).rotateX(Math.PI / 2);
    case "capsule": return new CapsuleGeometry(x, y, 10, 24).rotateX(Math.PI / 2);
    case "cone": return new ConeGeometry(x, y, 32).rotateX(Math.PI / 2);
    default: return null;
  }
}

/** From R row by row and p, as the module writes poses. */
export function matrixOf(pose: ArrayLike<number>, at = 0, into = new Matrix4()): Matrix4 {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = Array.from({ length: 12 }, (_, k) => pose[at + k]!) as [
    number, number, number, number, number, number, number, number, number, number, number, number];
  return into.set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
}
