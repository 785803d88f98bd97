import { describe, expect, test } from "vitest";
import {
  allowedRoutes,
  deniedDestination,
  destination,
  type GuardQuestion,
  guard,
  isAllowed,
  parentPath,
} from "#web/guard.ts";
import { safePath } from "#web/safePath.ts";
import type { PermissionRow } from "#web/session.tsx";

const row = (main: string, sub: string): PermissionRow => ({
  ad_main_id: 1,
  ad_main_title: "Main",
  ad_main_link: main,
  ad_sub_id: 2,
  ad_sub_title: "Sub",
  ad_sub_link: sub,
});

describe("the five-segment rule", () => {
  test.each([
    ["/apps/brand/brands", "/apps/brand/brands"],
    ["/apps/brand/brands/new", "/apps/brand/brands"],
    ["/apps/brand/brands/7/activity", "/apps/brand/brands/7"],
    ["/apps/brand/brands/:brandId", "/apps/brand/brands"],
    ["/apps/e-wallet", "/apps/e-wallet"],
    ["/apps/e-wallet/", "/apps/e-wallet"],
    ["/home", "/home"],
  ])("cuts %s back to %s", (path, parent) => expect(parentPath(path)).toBe(parent));
});

describe("allowed routes", () => {
  const allowed = allowedRoutes([row("/apps/brand", "/apps/brand/brands/new"), row("/apps", "/apps/todo/all")]);

  test.each(["/apps/brand", "/apps/brand/brands", "/apps/brand/brands/7", "/apps/brand/brands/7/activity"])(
    "hold %s for whoever may make a brand",
    (path) => expect(isAllowed(path, allowed)).toBe(true),
  );
  test.each(["/home", "/apps/user/users", "/apps/retailer/retailer-details/7", "/apps/promocode/promocodes/new"])(
    "hold %s for everybody",
    (path) => expect(isAllowed(path, allowed)).toBe(true),
  );
  test.each(["/apps/role/roles", "/apps/role", "/apps/todo/folder/inbox", "/apps/brands"])("leave out %s", (path) =>
    expect(isAllowed(path, allowed)).toBe(false),
  );
});

describe("the guard", () => {
  const visitor = { rows: [row("/apps/brand", "/apps/brand/brands")], mustFirst: null };
  const ask = (question: Partial<GuardQuestion>) =>
    guard({
      path: "/apps/brand/brands",
      attempted: "/apps/brand/brands",
      savedRedirect: undefined,
      needs: "operation",
      visitor,
      ...question,
    });

  test("lets in whom the menu lets in", () => expect(ask({})).toBeNull());
  test("sends a stranger to the login page and remembers where they wanted to go", () =>
    expect(ask({ visitor: null, attempted: "/apps/brand/brands?q=a" })).toEqual({
      to: "/login",
      redirect: "/apps/brand/brands?q=a",
    }));
  test("remembers nothing when a stranger comes for Home, where they would land anyway", () =>
    expect(ask({ visitor: null, path: "/home", attempted: "/home", needs: "session" })).toEqual({ to: "/login" }));
  test("shows a stranger what needs nothing", () =>
    expect(ask({ visitor: null, path: "/forgot-password", needs: "public" })).toBeNull());
  test("sends a person to Home from where their menu does not lead", () =>
    expect(ask({ path: "/apps/role/roles" })).toEqual({ to: "/home" }));
  test("prefers the saved path for a person who was denied", () =>
    expect(ask({ path: "/apps/role/roles", savedRedirect: "/apps/brand/brands" })).toEqual({
      to: "/apps/brand/brands",
    }));
  test("lets a person with an empty menu into what needs only a session", () =>
    expect(ask({ needs: "session", path: "/apps/anything", visitor: { ...visitor, rows: [] } })).toBeNull());
  test("sends a signed-in person on from the login page", () =>
    expect(ask({ path: "/login", needs: "public", savedRedirect: "/apps/brand/brands" })).toEqual({
      to: "/apps/brand/brands",
    }));

  const fresh = { ...visitor, mustFirst: "changePassword" as const };
  test.each(["/home", "/apps/brand/brands", "/login"])(
    "sends from %s to the change of a password that is due",
    (path) =>
      expect(ask({ path, visitor: fresh, needs: path === "/login" ? "public" : "session" })).toEqual({
        to: "/apps/change-password",
      }),
  );
  test("sends to where a second factor is set up while a role asks for one", () =>
    expect(ask({ path: "/home", needs: "session", visitor: { ...visitor, mustFirst: "setUpSecondFactor" } })).toEqual({
      to: "/apps/change-password",
    }));
  test.each(["/apps/change-password", "/logout"])("leaves %s open while a change is due", (path) =>
    expect(ask({ path, visitor: fresh, needs: "session" })).toBeNull(),
  );
});

describe("whom the operation of a path refuses", () => {
  test.each([
    ["/apps/user/users", undefined, "/home"],
    ["/apps/retailer/retailers/new", "/apps/brand/brands?q=a", "/apps/brand/brands?q=a"],
    ["/apps/user/users", "/apps/user/users?q=a", "/home"],
    ["/apps/user/users", "//evil.example", "/home"],
    ["/apps/brand/brands/new", undefined, null],
    ["/home", undefined, null],
  ])("of %s with %s saved goes to %s", (path, saved, to) => expect(deniedDestination(path, saved)).toBe(to));
});

describe("a saved path", () => {
  test.each(["/apps/brand/brands", "/apps/brand/brands?q=%20a#top", "/a//b"])("may be %s", (path) =>
    expect(safePath(path)).toBe(path),
  );
  test.each([
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil",
    "",
    "/login",
    "/login?redirect=/login",
    "/logout",
  ])("may not be %j", (path) => expect(safePath(path)).toBeNull());
  test("is Home when there is none", () => expect(destination(undefined)).toBe("/home"));
});
