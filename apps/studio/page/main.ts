// Starts the page: the module out of the file, the panels, the robot.
import { fromBase64, inflate } from "./address";
import { Engine } from "./engine/engine";
import { given } from "./given";
import { Page } from "./page";
import { Studio } from "./studio";

async function start(): Promise<void> {
  const data = given(); // before the page takes the place of what the file holds
  const packed = document.getElementById("studio-engine")?.textContent?.trim() ?? "";
  const studio = new Studio(await Engine.create((await inflate(fromBase64(packed))) as BufferSource));
  const page = new Page(studio);
  await page.openFirst(data);
  page.run();
}

void start();
