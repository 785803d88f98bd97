import { expect, test } from "vitest";
import { permissionsOf } from "#base/grants.ts";
import type { Actor } from "#api/context.ts";
import { rightsTag } from "#api/rightsTag.ts";

const known = ["brands.read", "brands.update"];
const tagOf = (grants: string[], more: Partial<Actor> = {}) =>
  rightsTag({
    permissions: permissionsOf(known, grants),
    scopes: [],
    mustFirst: null,
    isViewingAs: false,
    ...more,
  } as unknown as Actor);
const [malaysia, turkey] = [
  { kind: "country", target: "MY" },
  { kind: "country", target: "TR" },
] as const;

test("the same rights have the same tag, whatever roles they come from", () => {
  expect(tagOf(["brands.read"])).toBe(tagOf(["brands.read", "unicorns.read"]));
  expect(tagOf([], { scopes: [malaysia, turkey] })).toBe(tagOf([], { scopes: [turkey, malaysia] }));
});

test("different rights have a different tag", () => {
  const tags = [
    tagOf([]),
    tagOf(["brands.read"]),
    tagOf(["brands.read@scope"]),
    tagOf(["brands.read", "brands.update"]),
    tagOf(["brands.read@scope"], { scopes: [malaysia] }),
    tagOf(["brands.read@scope"], { scopes: [turkey] }),
    tagOf(["brands.read"], { mustFirst: "changePassword" }),
    tagOf(["brands.read"], { isViewingAs: true }),
  ];
  expect(new Set(tags).size).toBe(tags.length);
});
