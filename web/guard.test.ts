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
  ])("shortens %s to %s", (path, parent) => expect(parentPath(path)).toBe(parent));
});

describe("allowed routes", () => {
  const allowed = allowedRoutes([row("/apps/brand", "/apps/brand/brands/new"), row("/apps", "/apps/todo/all")]);

  test.each(["/apps/brand", "/apps/brand/brands", "/apps/brand/brands/7", "/apps/brand/brands/7/activity"])(
    "include %s for a user who may create brands",
    (path) => expect(isAllowed(path, allowed)).toBe(true),
  );
  test.each(["/home", "/apps/user/users", "/apps/retailer/retailer-details/7", "/apps/promocode/promocodes/new"])(
    "include %s for every user",
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

  test("lets in users whose menu has the path", () => expect(ask({})).toBeNull());
  test("sends a signed-out visitor to the login page and remembers the path", () =>
    expect(ask({ visitor: null, attempted: "/apps/brand/brands?q=a" })).toEqual({
      to: "/login",
      redirect: "/apps/brand/brands?q=a",
    }));
  test("does not remember Home, the default, for a signed-out visitor", () =>
    expect(ask({ visitor: null, path: "/home", attempted: "/home", needs: "session" })).toEqual({ to: "/login" }));
  test("shows public screens to signed-out visitors", () =>
    expect(ask({ visitor: null, path: "/forgot-password", needs: "public" })).toBeNull());
  test("sends users to Home if their menu does not have the path", () =>
    expect(ask({ path: "/apps/role/roles" })).toEqual({ to: "/home" }));
  test("prefers the saved path for a user who was denied", () =>
    expect(ask({ path: "/apps/role/roles", savedRedirect: "/apps/brand/brands" })).toEqual({
      to: "/apps/brand/brands",
    }));
  test("lets a user with an empty menu into screens that need only a session", () =>
    expect(ask({ needs: "session", path: "/apps/anything", visitor: { ...visitor, rows: [] } })).toBeNull());
  test("sends a signed-in user away from the login page", () =>
    expect(ask({ path: "/login", needs: "public", savedRedirect: "/apps/brand/brands" })).toEqual({
      to: "/apps/brand/brands",
    }));

  const fresh = { ...visitor, mustFirst: "changePassword" as const };
  test.each(["/home", "/apps/brand/brands", "/login"])("redirects from %s to the required password change", (path) =>
    expect(ask({ path, visitor: fresh, needs: path === "/login" ? "public" : "session" })).toEqual({
      to: "/apps/change-password",
    }),
  );
  test("redirects to the setup of a second factor while a role requires one", () =>
    expect(ask({ path: "/home", needs: "session", visitor: { ...visitor, mustFirst: "setUpSecondFactor" } })).toEqual({
      to: "/apps/change-password",
    }));
  test.each(["/apps/change-password", "/logout"])("leaves %s open while a password change is required", (path) =>
    expect(ask({ path, visitor: fresh, needs: "session" })).toBeNull(),
  );
});

describe("when the operation of a path is not permitted", () => {
  test.each([
    ["/apps/user/users", undefined, "/home"],
    ["/apps/retailer/retailers/new", "/apps/brand/brands?q=a", "/apps/brand/brands?q=a"],
    ["/apps/user/users", "/apps/user/users?q=a", "/home"],
    ["/apps/user/users", "//evil.example", "/home"],
    ["/apps/brand/brands/new", undefined, null],
    ["/home", undefined, null],
  ])("redirects from %s with %s saved to %s", (path, saved, to) => expect(deniedDestination(path, saved)).toBe(to));
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
