import { describe, expect, test } from "vitest";
import { commonPermissions, covers, formatGrant, parseGrant, permissionsOf } from "#base/grants.ts";

const known = ["brands.read", "brands.update", "users.read", "users.create"];
const mean = (...grants: string[]) => Object.fromEntries(permissionsOf(known, grants));

describe("a grant", () => {
  test.each(["brands.read", "brands.read@scope", "brands.read@own", "*", "*.read", "*@scope", "apiKeys.create"])(
    "%s is written as it was read",
    (text) => expect(formatGrant(parseGrant(text)!)).toBe(text),
  );

  test.each(["", "brands", "brands.*", "brands.read@all", "brands.read@", "Brands.read", "brands.read@scope ", "**"])(
    "“%s” is invalid",
    (text) => expect(parseGrant(text)).toBeNull(),
  );
});

describe("grants contain", () => {
  test("the permissions that they name, everything, or one action of every resource", () => {
    expect(mean("brands.read")).toEqual({ "brands.read": ["all"] });
    expect(Object.keys(mean("*"))).toEqual(known);
    expect(mean("*.read")).toEqual({ "brands.read": ["all"] });
    expect(mean("*.read", "users.read@scope")).toEqual({ "brands.read": ["all"], "users.read": ["scope"] });
  });

  test("nothing for unknown permissions", () => expect(mean("unicorns.read", "nonsense", "")).toEqual({}));

  test("together the widest limit of each", () => {
    expect(mean("brands.read@scope", "brands.read@own")).toEqual({ "brands.read": ["own", "scope"] });
    expect(mean("brands.read@scope", "*.read")).toMatchObject({ "brands.read": ["all"] });
  });
});

test("the common permissions of two users are the narrower of each", () => {
  const a = permissionsOf(known, ["brands.read@scope", "brands.update", "users.read"]);
  const b = permissionsOf(known, ["brands.read", "brands.update@own", "users.create"]);
  expect(Object.fromEntries(commonPermissions(a, b))).toEqual({ "brands.read": ["scope"], "brands.update": ["own"] });
});

describe("a user can pass on", () => {
  const held = permissionsOf(known, ["brands.read", "brands.update@scope", "users.read@own"]);
  const may = (text: string) => covers(held, parseGrant(text)!, known);

  test.each(["brands.read", "brands.read@own", "brands.update@scope", "users.read@own", "*.read"])(
    "%s, which they have",
    (text) => expect(may(text)).toBe(true),
  );
  test.each(["brands.update", "brands.update@own", "users.read@scope", "users.create", "*", "*.update"])(
    "not %s, which is more",
    (text) => expect(may(text)).toBe(false),
  );
});
