// Triangles of a COLLADA file (.dae), as ROS draws them: in metres, without the turn of its up axis. No colours.
import { Matrix4, Quaternion, Vector3 } from "three";

const numbersIn = (node: Element | null | undefined): number[] => (node?.textContent ?? "").trim().split(/\s+/).filter((word) => word !== "").map(Number);
const children = (node: Element, name: string): Element[] => Array.from(node.children).filter((child) => child.localName === name);
const target = (node: Element, attribute: string): string => (node.getAttribute(attribute) ?? "").replace(/^#/, "");

class Collada {
  private readonly byId = new Map<string, Element>();
  readonly corners: number[] = [];

  constructor(private readonly file: Document) {
    for (const node of Array.from(file.querySelectorAll("[id]"))) this.byId.set(node.getAttribute("id")!, node);
  }

  read(): void {
    const metre = Number(this.file.querySelector("asset > unit")?.getAttribute("meter") ?? 1);
    const start = new Matrix4().makeScale(metre, metre, metre);
    const named = this.file.querySelector("scene > instance_visual_scene");
    const scene = (named && this.byId.get(target(named, "url"))) ?? this.file.querySelector("visual_scene");
    if (scene) for (const node of children(scene, "node")) this.addNode(node, start, 0);
    else for (const geometry of Array.from(this.file.querySelectorAll("geometry"))) this.addGeometry(geometry, start);
  }

  private addNode(node: Element, above: Matrix4, depth: number): void {
    if (depth > 64) return; // a file may name itself
    const here = above.clone();
    for (const child of Array.from(node.children)) {
      const step = stepOf(child);
      if (step) here.multiply(step);
    }
    for (const instance of children(node, "instance_geometry")) {
      const geometry = this.byId.get(target(instance, "url"));
      if (geometry) this.addGeometry(geometry, here);
    }
    for (const instance of children(node, "instance_node")) {
      const other = this.byId.get(target(instance, "url"));
      if (other) this.addNode(other, here, depth + 1);
    }
    for (const child of children(node, "node")) this.addNode(child, here, depth + 1);
  }

  private addGeometry(geometry: Element, place: Matrix4): void {
    for (const mesh of children(geometry, "mesh"))
      for (const kind of ["triangles", "polylist", "polygons"]) for (const part of children(mesh, kind)) this.addFaces(part, place);
  }

  private addFaces(part: Element, place: Matrix4): void {
    const inputs = children(part, "input");
    const vertex = inputs.find((input) => input.getAttribute("semantic") === "VERTEX");
    const vertices = vertex && this.byId.get(target(vertex, "source"));
    const position = vertices && children(vertices, "input").find((input) => input.getAttribute("semantic") === "POSITION");
    const source = position && this.byId.get(target(position, "source"));
    if (!vertex || !source) return;
    const numbers = numbersIn(source.querySelector("float_array")), stride = Number(source.querySelector("accessor")?.getAttribute("stride") ?? 3);
    const offset = Number(vertex.getAttribute("offset") ?? 0), width = 1 + Math.max(...inputs.map((input) => Number(input.getAttribute("offset") ?? 0)));
    const points: number[][] = [];
    const point = (index: number) => (points[index] ??= new Vector3().fromArray(numbers, stride * index).applyMatrix4(place).toArray());
    for (const list of children(part, "p")) {
      const indices = numbersIn(list), all = indices.length / width;
      const counts = part.localName === "triangles" ? null : part.localName === "polygons" ? [all] : numbersIn(children(part, "vcount")[0]);
      for (let from = 0, face = 0; from < all; ++face) {
        const count = counts ? counts[face] ?? 0 : 3;
        if (count < 1) break;
        const corner = (k: number) => point(indices[(from + k) * width + offset]!);
        for (let k = 1; k + 1 < count; ++k) this.corners.push(...corner(0), ...corner(k), ...corner(k + 1));
        from += count;
      }
    }
  }
}

function stepOf(node: Element): Matrix4 | null {
  const x = numbersIn(node);
  switch (node.localName) {
    case "matrix": return x.length === 16 ? new Matrix4().set(...(x as Parameters<Matrix4["set"]>)) : null;
    case "translate": return new Matrix4().makeTranslation(x[0]!, x[1]!, x[2]!);
    case "scale": return new Matrix4().makeScale(x[0]!, x[1]!, x[2]!);
    case "rotate": return new Matrix4().makeRotationFromQuaternion(new Quaternion().setFromAxisAngle(new Vector3(x[0], x[1], x[2]).normalize(), (x[3]! * Math.PI) / 180));
    default: return null;
  }
}

/** Three corners of each triangle, one after the other. */
export function readCollada(text: string): number[] {
  const collada = new Collada(new DOMParser().parseFromString(text, "application/xml"));
  collada.read();
  return collada.corners;
}
