import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { checkoutTree } from "#tools/tree.ts";

// The kit brings the style of each of its parts apart, and web/mantine.css names those that are loaded: a part without its
// own looks broken, and nothing else says so.

const app = checkoutTree();
const screens = app.paths.filter((path) => path.endsWith(".tsx")).map((path) => app.read(path));
const everyMatch = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

test("every part of the kit that a screen uses has its style loaded", () => {
  const imported = screens.flatMap((text) => everyMatch(text, /import \{([^}]*)\} from "@mantine\/core"/g));
  const parts = new Set(imported.flatMap((names) => names.split(",").map((name) => name.trim())));
  const loaded = everyMatch(app.read("web/mantine.css"), /styles\/(\w+)\.layer\.css/g);
  const styled = [...parts].filter((part) => existsSync(`node_modules/@mantine/core/styles/${part}.layer.css`));
  expect(styled.length).toBeGreaterThan(10);
  expect(styled.filter((part) => !loaded.includes(part))).toEqual([]);
});

test("every colour that a note may have is told in our tokens", () => {
  const notes = screens.flatMap((text) => everyMatch(text, /<Alert\b([^>]*)>/g));
  const colors = new Set(notes.flatMap((note) => everyMatch(note, /"(red|yellow|blue|green|gray|teal)"/g)));
  expect([...colors].toSorted()).toContain("yellow");
  const told = app.read("web/theme.css");
  expect([...colors].filter((color) => !told.includes(`--mantine-color-${color}-light-color`))).toEqual([]);
});
