// The mouse, a finger or the keyboard on the picture: turn it, drag the tip, push a link.
import { Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Studio } from "../studio";
import { words } from "../words";
import type { Scene } from "./scene";

export interface PointerActions {
  /** The tip is to go there. */
  reach(target: Vector3): void;
  /** A force in N on a point of a body, in its own axes; body 0: the push is over. */
  push(body: number, point: Vector3, force: Vector3): void;
  isMoving(): boolean;
}

type Grip =
  | { kind: "turn" }
  | { kind: "pan" }
  | { kind: "tip"; plane: Plane }
  | { kind: "push"; plane: Plane; body: number; point: Vector3 };

export function handlePointer(scene: Scene, studio: Studio, actions: PointerActions): void {
  const canvas = scene.canvas;
  const rays = new Raycaster();
  const fingers = new Map<number, PointerEvent>();
  let grip: Grip | null = null, last: PointerEvent | null = null, hovered = "";

  const aim = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    const place = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    rays.setFromCamera(place, scene.orbit.camera);
  };
  const facing = (through: Vector3) => new Plane().setFromNormalAndCoplanarPoint(
    scene.orbit.camera.getWorldDirection(new Vector3()), through);
  const nearTip = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    const place = scene.tip.position.clone().project(scene.orbit.camera);
    const x = box.left + ((place.x + 1) / 2) * box.width, y = box.top + ((1 - place.y) / 2) * box.height;
    return Math.hypot(event.clientX - x, event.clientY - y) < 22;
  };
  const linkUnder = () => rays.intersectObjects(scene.arm.links.filter((link) => link.mesh.visible).map((link) => link.mesh), false)[0];

  canvas.addEventListener("pointerdown", (event) => {
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
    last = event;
    aim(event);
    const hit = linkUnder();
    if (fingers.size === 2 || event.button === 2 || (event.button === 1)) grip = { kind: "pan" };
    else if (nearTip(event) && !actions.isMoving()) grip = { kind: "tip", plane: facing(scene.tip.position) };
    else if (hit && (event.shiftKey || actions.isMoving())) {
      const body = scene.arm.links.find((link) => link.mesh === hit.object)!.body;
      const point = scene.arm.byBody[body]!.worldToLocal(hit.point.clone());
      grip = body > 0 ? { kind: "push", plane: facing(hit.point), body, point } : { kind: "turn" };
    } else grip = { kind: "turn" };
  });

  canvas.addEventListener("pointermove", (event) => {
    aim(event);
    if (!grip || !last) return hover(event);
    const x = (event.clientX - last.clientX) / canvas.clientHeight, y = (event.clientY - last.clientY) / canvas.clientHeight;
    if (fingers.size === 2) pinch(event);
    fingers.set(event.pointerId, event);
    last = event;
    if (grip.kind === "turn") scene.orbit.turn(-3.2 * x, 3.2 * y);
    else if (grip.kind === "pan") scene.orbit.pan(x, y);
    else {
      const place = rays.ray.intersectPlane(grip.plane, new Vector3());
      if (place && grip.kind === "tip") actions.reach(place);
      if (place && grip.kind === "push") pushTo(grip, place);
    }
    scene.touch();
  });

  function pushTo(held: Extract<Grip, { kind: "push" }>, place: Vector3): void {
    const from = scene.arm.byBody[held.body]!.localToWorld(held.point.clone());
    const mass = Math.max(0.5, studio.engine.array("centers")[4 * studio.robot.bodies.length]!);
    const force = place.clone().sub(from).multiplyScalar((25 * mass) / scene.size);
    actions.push(held.body, held.point, force);
    scene.showPush(from, place);
  }
  function pinch(event: PointerEvent): void {
    const [a, b] = [...fingers.values()] as [PointerEvent, PointerEvent];
    const other = a.pointerId === event.pointerId ? b : a;
    const before = fingers.get(event.pointerId)!;
    const distance = (one: PointerEvent) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    scene.orbit.zoom(distance(before) / Math.max(1, distance(event)));
  }
  function hover(event: PointerEvent): void {
    const tip = nearTip(event), hit = tip ? undefined : linkUnder();
    const link = hit ? scene.arm.links.find((one) => one.mesh === hit.object)!.link : "";
    canvas.style.cursor = tip ? "grab" : link && actions.isMoving() ? "crosshair" : "default";
    if (link !== hovered) studio.highlighted.tell(new Set(link ? [link] : []));
    hovered = link;
  }
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (grip?.kind === "push") {
      actions.push(0, new Vector3(), new Vector3());
      scene.hidePush();
    }
    grip = null;
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => {
    if (hovered !== "") studio.highlighted.tell(new Set());
    hovered = "";
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    scene.orbit.zoom(Math.exp(0.001 * event.deltaY));
    scene.touch();
  }, { passive: false });

  /** A step of the tip in the plane of the picture. */
  function besideTip(key: string): Vector3 {
    const isAcross = key === "ArrowLeft" || key === "ArrowRight", sign = key === "ArrowRight" || key === "ArrowUp" ? 1 : -1;
    const step = new Vector3().setFromMatrixColumn(scene.orbit.camera.matrixWorld, isAcross ? 0 : 1);
    return scene.tip.position.clone().addScaledVector(step, 0.02 * sign * scene.size);
  }

  canvas.tabIndex = 0;
  canvas.setAttribute("aria-label", words.picture);
  canvas.setAttribute("role", "application");
  canvas.addEventListener("keydown", (event) => {
    const turns: Record<string, [number, number]> = { ArrowLeft: [0.08, 0], ArrowRight: [-0.08, 0], ArrowUp: [0, 0.08], ArrowDown: [0, -0.08] };
    const turn = turns[event.key];
    if (turn && event.shiftKey && !actions.isMoving()) actions.reach(besideTip(event.key));
    else if (turn) scene.orbit.turn(...turn);
    else if (event.key === "+" || event.key === "=") scene.orbit.zoom(0.9);
    else if (event.key === "-") scene.orbit.zoom(1.1);
    else return;
    event.preventDefault();
    scene.touch();
  });
}
