// Bundles the page: one HTML file with its script, its style and the module inside. page.mjs MODULE.wasm PAGE.html
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const [modulePath, pagePath] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const from = (...names) => join(root, "page", ...names);

const bundled = async (entry, options) => {
  const result = await build({ entryPoints: [entry], bundle: true, minify: true, write: false, logLevel: "error", legalComments: "none" /* they stand in the page as whole texts */, ...options });
  return result.outputFiles[0].text.trim();
};
// A script may not contain what would end it.
const script = (await bundled(from("main.ts"), { format: "esm", target: "es2022" })).replaceAll("</script", "<\\/script");
const style = await bundled(from("styles.css"), { loader: { ".css": "css" } });
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Whose work is in the page, with the words that their licences ask for.
const notices = ["three", "uplot"].map((name) => `${name}\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").trim()}`).join("\n\n");

const parts = {
  notices: notices.replaceAll("--", "- -"),
  "script-hash": hash(script),
  "style-hash": hash(style),
  style,
  script,
  engine: deflateRawSync(readFileSync(modulePath), { level: 9 }).toString("base64"),
};
const page = readFileSync(from("template.html"), "utf8").replace(/\{\{([a-z-]+)\}\}/g, (_, name) => parts[name]);
mkdirSync(dirname(pagePath), { recursive: true });
writeFileSync(pagePath, page);
console.log(`${pagePath}: ${Math.round(page.length / 1000)} kB, ${Math.round(gzipSync(page, { level: 9 }).length / 1000)} kB gzipped`);
