import { expect, test } from "vitest";
import { chunksInCircles, type Manifest, ownScripts, scriptsFor, stylesFor } from "#tools/firstLoad.ts";

const manifest: Manifest = {
  "index.html": { file: "assets/index.js", isEntry: true, imports: ["_react.js"] },
  "_react.js": { file: "assets/react.js", imports: ["_scheduler.js"] },
  "_scheduler.js": { file: "assets/scheduler.js" },
  "../../web/layout/Frame.tsx": { file: "assets/Frame.js", imports: ["_react.js", "_menu.js"] },
  "_menu.js": { file: "assets/menu.js" },
  "../../web/Palette.tsx": { file: "assets/Palette.js", imports: ["_menu.js", "_palette.js"], css: ["assets/p.css"] },
  "_palette.js": { file: "assets/paletteParts.js", imports: ["_react.js"] },
  "../../web/theme.css": { file: "assets/theme.css" },
};

test("counts the entry and everything that it imports, at any depth", () => {
  expect([...scriptsFor(manifest, [])].sort()).toEqual(["assets/index.js", "assets/react.js", "assets/scheduler.js"]);
});

test("counts each script of further sources once, and no style sheet", () => {
  const scripts = scriptsFor(manifest, ["web/layout/Frame.tsx", "web/theme.css"]);
  expect(scripts.size).toBe(5);
  expect(scripts).toContain("assets/menu.js");
});

test("counts the style sheets of the same chunks", () => {
  expect([...stylesFor(manifest, ["web/Palette.tsx"])]).toEqual(["assets/p.css"]);
  expect(stylesFor(manifest, ["web/layout/Frame.tsx"]).size).toBe(0);
});

test("counts as own what nothing else imports", () => {
  expect(ownScripts(manifest, "web/Palette.tsx")).toEqual(["assets/Palette.js", "assets/paletteParts.js"]);
});

test("fails for a source without a chunk, because it would count nothing", () => {
  expect(() => scriptsFor(manifest, ["web/layout/Gone.tsx"])).toThrow("web/layout/Gone.tsx is no chunk of the build");
});

test("finds chunks that import each other through others", () => {
  expect(chunksInCircles(manifest)).toEqual([]);
  const scheduler = { file: "assets/scheduler.js", imports: ["index.html"] };
  expect(chunksInCircles({ ...manifest, "_scheduler.js": scheduler })).toEqual([
    "index.html",
    "_react.js",
    "_scheduler.js",
  ]);
});
