import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CellContext } from "#web/list/defineList.ts";
import { listOf } from "#web/records/ListScreen.tsx";
import { stall, stallScreens } from "#web/testing/recordFixture.ts";

const list = listOf(stallScreens);
const context = { language: "en", t: (key: string) => `<${key}>` } as unknown as CellContext;
const cell = (id: string, row = stall) => {
  const column = list.columns.find((each) => each.id === id)!;
  const drawn = column.cell(row, context);
  return typeof drawn === "string" || drawn === null ? drawn : renderToStaticMarkup(drawn);
};

test("a column sorts by the operation's sorts, and shows its field by the field's kind", () => {
  expect(list.columns.map(({ id, sort, isFigure }) => [id, sort, isFigure])).toEqual([
    ["name", "name", undefined],
    ["code", undefined, undefined],
    ["kind", undefined, undefined],
    ["rentBps", undefined, true],
    ["status", undefined, undefined],
    ["updatedAt", "updatedAt", undefined],
  ]);
  expect(cell("name")).toBe("<bdi>Dates</bdi>");
  expect(cell("code")).toBe("<bdi>A1</bdi>");
  expect(cell("kind")).toBe("<kind.dry>");
  expect(cell("rentBps")).toContain("2.5");
  expect(cell("status")).toBe("<status.active>");
  expect(cell("updatedAt")).toContain("2026");
});

test("filters and views offer the record's choices, and the main view's total is that of all", () => {
  expect(list.filters).toMatchObject([
    { kind: "choice", name: "status", codes: ["active", "archived"] },
    { kind: "choice", name: "kind", codes: ["dry", "cold"] },
  ]);
  expect(list.views).toEqual([
    { id: "active", filters: { status: ["active"] } },
    { id: "archived", filters: { status: ["archived"] } },
  ]);
  const byStatus = { active: { count: 2, isCapped: false }, archived: { count: 1, isCapped: false } };
  expect(list.counts?.totalsOf({ byStatus })).toEqual({ ...byStatus, all: byStatus.active });
});

test("a column that the export lacks is rejected when the list is declared", () => {
  const screens = { ...stallScreens, columns: { name: {}, side: {} } };
  expect(() => listOf(screens)).toThrow("the export of stalls knows no column side");
});
