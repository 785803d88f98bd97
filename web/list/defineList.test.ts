import * as z from "zod/mini";
import { expect, test } from "vitest";
import { operation } from "#base/contract.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { defineList } from "#web/list/defineList.ts";

const inputs = { columns: anyOf(z.enum(["name", "code"])) };
const list = operation({
  method: "GET",
  path: "/api/v1/samples",
  permission: "samples.read",
  summary: "Samples",
  input: listInput(["name"], {}),
  output: page(z.object({ id: z.string(), name: z.string() })),
});
const exportCsv = operation({
  method: "GET",
  path: "/api/v1/samples.csv",
  permission: "samples.read",
  summary: "Samples as a file",
  input: listInput(["name"], inputs),
  output: z.string(),
});

const listOf = (...ids: [string, ...string[]]) =>
  defineList({
    name: "brands",
    operation: list,
    exporting: exportCsv,
    path: "/apps/samples",
    nameOf: ({ name }) => name,
    columns: ids.map((id) => ({ id, width: 100, cell: () => null })) as never,
    card: { facts: () => [] },
    filters: [],
    views: [],
    sorts: ["name"],
    initialOrder: { sort: "name", direction: "asc" },
  });

test("rejects a column that the export does not have, when the list is declared", () => {
  expect(listOf("name", "code").columns).toHaveLength(2);
  expect(() => listOf("name", "age")).toThrow("the export of brands knows no column age");
});
