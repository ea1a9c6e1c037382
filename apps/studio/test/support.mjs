// What the tests share: the library's own program, the page in a browser, modules of the page in Node.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
export const pagePath = join(root, "build", "studio", "studio.html");
const program = process.env.TORSOR_CLI ?? join(root, "build", "release", "bin", "torsor");

export function torsor(...words) {
  return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
export const torsorJson = (...words) => JSON.parse(torsor(...words, "--json"));

/** A folder that is gone when the tests are over. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "studio-"));
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A module of page/, for Node. */
export async function pageModule(name) {
  const out = join(folder(), "module.mjs");
  await build({ entryPoints: [join(root, "apps", "studio", "page", name)], bundle: true, format: "esm", platform: "node", outfile: out, logLevel: "error" });
  return import(pathToFileURL(out).href);
}
export const engineBytes = () => readFileSync(join(root, "build", "studio", "engine", "torsor_studio.wasm"));

export async function startBrowser(...more) {
  return chromium.launch({
    executablePath: process.env.TORSOR_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", ...more],
  });
}

/** Opens a page from disk. `told` collects what a page should not do: errors, violations of its policy, requests, dialogs. */
export async function openPage(browser, path = pagePath, hash = "", settings = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, ...settings });
  page.setDefaultTimeout(120_000); // a machine may be busy with something else
  const told = [];
  page.on("pageerror", (error) => told.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) told.push(`policy: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) told.push(`request: ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    told.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(path).href + hash);
  await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
  return { page, told };
}

export const array = (page, name) => page.evaluate((which) => Array.from(window.torsorStudio.studio.engine.array(which)), name);
export const openRobot = (page, name) => page.selectOption('select[aria-label="Robots"]', name);

/** The largest difference, beside the size of the numbers. */
export function difference(a, b) {
  const size = Math.max(1, ...b.map(Math.abs));
  return a.length === b.length ? Math.max(...a.map((x, k) => Math.abs(x - b[k]))) / size : Number.POSITIVE_INFINITY;
}
