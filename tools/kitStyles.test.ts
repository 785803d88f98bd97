import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { checkoutTree } from "#tools/tree.ts";

// Mantine has a style sheet for each component, and web/mantine.css imports those in use: a component without its style
// sheet looks broken, and nothing else reports it.

const app = checkoutTree();
const screens = app.paths.filter((path) => path.endsWith(".tsx")).map((path) => app.read(path));
const everyMatch = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

test("every Mantine component in use has its style sheet loaded", () => {
  const imported = screens.flatMap((text) => everyMatch(text, /import \{([^}]*)\} from "@mantine\/core"/g));
  const parts = new Set(imported.flatMap((names) => names.split(",").map((name) => name.trim())));
  const loaded = everyMatch(app.read("web/mantine.css"), /styles\/(\w+)\.layer\.css/g);
  const styled = [...parts].filter((part) => existsSync(`node_modules/@mantine/core/styles/${part}.layer.css`));
  expect(styled.length).toBeGreaterThan(10);
  expect(styled.filter((part) => !loaded.includes(part))).toEqual([]);
});

test("every colour of an alert is one of our tokens", () => {
  const notes = screens.flatMap((text) => everyMatch(text, /<Alert\b([^>]*)>/g));
  const colors = new Set(notes.flatMap((note) => everyMatch(note, /"(red|yellow|blue|green|gray|teal)"/g)));
  expect([...colors].toSorted()).toContain("yellow");
  const reported = app.read("web/theme.css");
  expect([...colors].filter((color) => !reported.includes(`--mantine-color-${color}-light-color`))).toEqual([]);
});
