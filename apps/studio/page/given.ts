// What the command has put into the file.

export interface Given {
  name?: string;
  robot?: string;
  log?: { name: string; text: string };
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
