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

test("a column orders by what the operation orders by, and shows its field as its kind is read", () => {
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

test("filters and views offer the choices of the record, and the main view has the total of all", () => {
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

test("a column that the export does not know is refused where the list is declared", () => {
  const screens = { ...stallScreens, columns: { name: 180, side: 90 } };
  expect(() => listOf(screens)).toThrow("the export of stalls knows no column side");
});
