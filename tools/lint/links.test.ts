import { expect, test } from "vitest";
import { brokenLinks } from "#tools/lint/links.ts";
import { plantedTree } from "#tools/tree.ts";

const broken = (text: string) =>
  brokenLinks(plantedTree({ "docs/style.md": text, "docs/ledger.md": "# The `ledger`'s laws\n", "api/app.ts": "" }));

test("follows links to files, folders and headings", () => {
  const text = "# Style\n[a](ledger.md) [b](../api/app.ts) [c](../api) [d](ledger.md#the-ledgers-laws) [e](#style)";
  expect(broken(text)).toEqual([]);
});

test("refuses a link to a missing file or heading, with its line", () => {
  expect(broken("# Style\n\n[a](gone.md)")).toEqual(["docs/style.md:3: gone.md leads nowhere"]);
  expect(broken("[a](ledger.md#gone)")).toEqual(["docs/style.md:1: docs/ledger.md has no heading #gone"]);
  expect(broken("[a](#gone)")).toHaveLength(1);
  expect(broken("![a](pictures/gone.png)")).toHaveLength(1);
  expect(broken('<img src="gone.png">')).toHaveLength(1);
});

test("ignores web URLs and links in code", () => {
  expect(broken("[a](https://example.com/gone.md) `[b](gone.md)`\n```\n[c](gone.md)\n```")).toEqual([]);
});
