import { describe, expect, test } from "vitest";
import type { Grantable } from "#features/access/roles/contract.ts";
import type { MatrixRow } from "#features/access/roles/rules.ts";
import { cellBeside } from "#features/access/roles/web/useGridKeys.ts";

const actions = ["read", "create", "update", "delete"];
const row = (resource: string, has: readonly string[]): MatrixRow => ({
  resource,
  cells: new Map(
    has.map((action) => [
      action,
      { permission: `${resource}.${action}`, resource, action, isDangerous: false, limits: ["all"], held: [] },
    ]),
  ),
});
const rows = [row("brands", actions), row("audit", ["read"]), row("users", ["read", "update", "delete"])];
const at = (permission: string): Grantable => {
  const [resource, action = ""] = permission.split(".");
  return rows.find((one) => one.resource === resource)!.cells.get(action)!;
};

describe("in a matrix whose resources do not know every action", () => {
  test.each([
    ["brands.read", "ArrowRight", "brands.create"],
    ["users.read", "ArrowRight", "users.update"],
    ["users.delete", "ArrowRight", undefined],
    ["brands.update", "ArrowDown", "users.update"],
    ["users.delete", "ArrowUp", "brands.delete"],
    ["audit.read", "ArrowRight", undefined],
    ["brands.create", "ArrowDown", undefined],
    ["users.update", "Home", "users.read"],
    ["users.update", "End", "users.delete"],
    ["users.update", "a", undefined],
  ])("from %s %s leads to %s", (from, key, to) =>
    expect(cellBeside({ rows, actions }, at(from), key, false)?.permission).toBe(to),
  );

  test("left and right change places where one reads from the right", () => {
    expect(cellBeside({ rows, actions }, at("brands.create"), "ArrowLeft", true)?.permission).toBe("brands.update");
    expect(cellBeside({ rows, actions }, at("brands.create"), "ArrowRight", true)?.permission).toBe("brands.read");
  });
});
