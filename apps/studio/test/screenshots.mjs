// Makes the pictures of docs/studio.md: node apps/studio/test/screenshots.mjs
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { folder, openPage, openRobot, root, startBrowser, torsor } from "./support.mjs";

const place = folder(), log = join(place, "panda.csv"), logPage = join(place, "panda.html");
torsor("make-log", "panda", "--friction", "typical", "--output", log, "--duration", "12", "--rate", "200");
torsor("studio", "panda", "--log", log, "--output", logPage, "--no-open");
const out = join(root, "docs", "studio");
mkdirSync(out, { recursive: true });
const browser = await startBrowser();

async function picture(name, act, path) {
  const { page, told } = await openPage(browser, path);
  await act(page);
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(out, `${name}.png`) });
  if (told.length > 0) console.log(name, told);
  await page.close();
}
const pose = (page, ...numbers) => page.evaluate((state) => window.torsorStudio.studio.setState(...state), numbers);
const show = (page, marks) => page.evaluate((names) => window.torsorStudio.page.showMarks(names), marks);

await picture("table", async (page) => {
  await pose(page, [0.4, -0.5, 0.2, -2.1, 0.1, 1.8, 0.7]);
  await show(page, ["frames", "gravity"]);
});
await picture("equations", async (page) => {
  await openRobot(page, "two-rods");
  await pose(page, [0.45, 0.9], [1, -0.5], [0.2, 0.3]);
  await show(page, ["centers", "gravity"]);
  await page.click("#tab-equations");
  await page.evaluate(() => window.torsorStudio.studio.highlighted.tell(new Set(["lower"])));
});
await picture("numbers", async (page) => {
  await openRobot(page, "ur10");
  await pose(page, [0.5, -1.1, 1.4, -1.8, -1.5, 0.3], [1, 0.5, 0.3, 0.2, 0.1, 0.4], [1, 1, 1, 1, 1, 1]);
  await show(page, ["bearings", "ellipsoids", "gravity"]);
  await page.click("text=Fit");
  await page.click("#tab-numbers");
});
await picture("motion", async (page) => {
  await pose(page, [0, -0.6, 0, -2.2, 0, 1.7, 0.7]);
  await page.click("#tab-motion");
  await page.selectOption('select[aria-label="Driven by"]', "pdGravity");
  await page.evaluate(() => {
    const { motion, page: own } = window.torsorStudio;
    const swing = document.querySelector('input[aria-label="Swing"]');
    swing.value = "0.8";
    swing.dispatchEvent(new Event("input"));
    motion.play();
    for (let k = 0; k < 330; ++k) {
      if (k === 120) own.motionPanel.setLoad(4);
      own.advance(1 / 60);
    }
    motion.pause();
    own.motionPanel.refresh();
  });
});
await picture("log", async (page) => {
  await page.evaluate(() => window.torsorStudio.page.log.goTo(4.2));
  await page.selectOption('select[aria-label="Joint"]', "1");
}, logPage);
await picture("hidden", async (page) => {
  await pose(page, [0.3, -0.4, 0.2, -2, 0.2, 1.6, 0.5]);
  await page.click('button[aria-label="Light / Dark"]');
  await show(page, ["ellipsoids", "gravity"]);
  await page.click("#tab-hidden");
  await page.evaluate(() => {
    const slider = document.querySelector('.hidden-mass input[type="range"]');
    slider.value = "0.35";
    slider.dispatchEvent(new Event("input"));
  });
});
await browser.close();
