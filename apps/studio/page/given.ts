// What the command has put into the file.
import type { LogOrigin } from "./data/log";

export interface Given {
  name?: string;
  robot?: string;
  log?: { name: string; text: string; origin?: LogOrigin };
  meshes?: { name: string; bytes: string }[]; // in base64
  tab?: string;
}

/** Nothing where it has put nothing, or what cannot be read. */
export function given(): Given {
  try {
    return JSON.parse(document.getElementById("studio-data")?.textContent ?? "{}") as Given;
  } catch {
    return {};
  }
}
