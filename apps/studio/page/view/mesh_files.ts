// Meshes of links, from files that people drop together with a robot: STL, in bytes or in words, OBJ and COLLADA.
import { BufferAttribute, BufferGeometry } from "three";
import { readCollada } from "./collada";

function geometryOf(corners: number[]): BufferGeometry | null {
  if (corners.length < 9 || !corners.every(Number.isFinite)) return null;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  geometry.computeVertexNormals();
  return geometry;
}

function readBinaryStl(bytes: ArrayBuffer): BufferGeometry | null {
  const view = new DataView(bytes), count = view.getUint32(80, true), corners: number[] = [];
  for (let face = 0; face < count; ++face)
    for (let k = 3; k < 12; ++k) corners.push(view.getFloat32(84 + 50 * face + 4 * k, true));
  return geometryOf(corners);
}
function readStlText(text: string): BufferGeometry | null {
  return geometryOf(Array.from(text.matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)).flatMap((found) => found.slice(1, 4).map(Number)));
}
function readObj(text: string): BufferGeometry | null {
  const points: number[][] = [], corners: number[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [kind, ...rest] = line.trim().split(/\s+/);
    if (kind === "v") points.push(rest.slice(0, 3).map(Number));
    if (kind !== "f") continue;
    const face = rest.map((word) => {
      const index = Number.parseInt(word, 10);
      return points[index < 0 ? points.length + index : index - 1] ?? [Number.NaN];
    });
    for (let k = 1; k + 1 < face.length; ++k) corners.push(...face[0]!, ...face[k]!, ...face[k + 1]!);
  }
  return geometryOf(corners);
}

/** Null where the file is no mesh that is read here. */
export function readMesh(name: string, bytes: ArrayBuffer): BufferGeometry | null {
  try {
    if (/\.obj$/i.test(name)) return readObj(new TextDecoder().decode(bytes));
    if (/\.dae$/i.test(name)) return geometryOf(readCollada(new TextDecoder().decode(bytes)));
    if (!/\.stl$/i.test(name)) return null;
    const isBinary = bytes.byteLength >= 84 && bytes.byteLength === 84 + 50 * new DataView(bytes).getUint32(80, true);
    return isBinary ? readBinaryStl(bytes) : readStlText(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** The name of a mesh without the folders that a robot file gives it. */
export const meshName = (path: string): string => path.replace(/^.*[/\\]/, "").toLowerCase();
