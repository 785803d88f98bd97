import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the Node host's bundle is ASCII, so that it is parsed as fast as possible", () => {
  const built = readdirSync("dist/node").filter((name) => name.endsWith(".mjs"));
  expect(built).toContain("main.mjs");
  const others = built.flatMap((name) => {
    const found = /[^\0-\x7f]/.exec(readFileSync(`dist/node/${name}`, "utf8"));
    return found === null ? [] : [`${name}: …${found.input.slice(found.index - 60, found.index + 20)}`];
  });
  expect(others).toEqual([]);
});
