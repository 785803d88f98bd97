import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { createSession, tokenKey } from "#web/createSession.ts";
import { startMessages } from "#web/i18n.ts";
import { createAppRouter } from "#web/router.tsx";
import type { ScreenRoute, Screens } from "#web/screens.ts";
import type { PermissionRow, SignedInUser } from "#web/session.tsx";

const noMessages = async () => ({ default: {} });
const route = (path: `/${string}`, needs: ScreenRoute["needs"], rest: Partial<ScreenRoute> = {}): ScreenRoute => ({
  path,
  needs,
  load: async () => () => null,
  ...rest,
});
const permitted = (permission: `${string}.${string}`) => async () => ({ permission }) as Operation;

const screens: Screens = {
  name: "fake",
  messages: { en: noMessages, ar: noMessages },
  routes: [
    route("/home", "session"),
    route("/login", "public", { frame: "bare" }),
    route("/apps/change-password", "session"),
    route("/apps/brand", "session", { redirectTo: "/apps/brand/brands" }),
    route("/apps/brand/brands", permitted("brands.read")),
    route("/apps/brand/brands/$brandId", permitted("brands.read")),
    route("/apps/user/users", permitted("users.read")),
    route("/apps/role/roles", permitted("roles.read")),
  ],
};

const menu: PermissionRow[] = [
  {
    ad_main_id: 3,
    ad_main_title: "Brands",
    ad_main_link: "/apps/brand",
    ad_sub_id: 31,
    ad_sub_title: "Brands",
    ad_sub_link: "/apps/brand/brands",
  },
];
const user = { userId: "u", permissions: ["brands.read"], mustFirst: null, settings: {} } as unknown as SignedInUser;

/** A router at `path`, for a user or a signed-out visitor. */
async function arrange(path: string, who: SignedInUser | null) {
  const kept = new Map(who ? [[tokenKey, "t"]] : []);
  const session = createSession({
    source: {
      check: async () => who ?? user,
      readMenu: async () => menu,
      signOut: async () => {},
      keepShortcuts: async () => {},
      keepSettings: async () => {},
      viewAs: async () => {},
    },
    transport: async () => new Response("{}"),
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    announce: () => {},
    applySettings: async () => {},
  });
  await session.start();
  history.replaceState(null, "", path);
  const router = createAppRouter([screens], session);
  await router.load();
  return { router, session, where: () => router.state.location.href };
}

beforeAll(startMessages);

describe("the routes", () => {
  test.each([
    ["/", "/home"],
    ["/apps/brand", "/apps/brand/brands"],
    ["/apps/brand/brands?q=a&c=MY&c=EG", "/apps/brand/brands?q=a&c=MY&c=EG"],
    ["/apps/brand/brands/7", "/apps/brand/brands/7"],
    ["/nowhere/at/all", "/pages/errors/error-404"],
    ["/apps/role/roles", "/home"],
    // On the whitelist, but without the permission.
    ["/apps/user/users", "/home"],
    ["/login?redirect=%2Fapps%2Fbrand%2Fbrands%3Fq%3Da", "/apps/brand/brands?q=a"],
    ["/login?redirect=%2F%2Fevil.example", "/home"],
  ])("redirect a user from %s to %s", async (from, to) => expect((await arrange(from, user)).where()).toBe(to));

  test.each([
    ["/", "/login"],
    ["/home", "/login"],
    ["/apps/brand/brands?q=a", "/login?redirect=%2Fapps%2Fbrand%2Fbrands%3Fq%3Da"],
    ["/nowhere", "/pages/errors/error-404"],
    ["/login", "/login"],
  ])("redirect a signed-out visitor from %s to %s", async (from, to) =>
    expect((await arrange(from, null)).where()).toBe(to),
  );

  test("redirect a user whose password must be changed to that screen only", async () =>
    expect((await arrange("/apps/brand/brands", { ...user, mustFirst: "changePassword" })).where()).toBe(
      "/apps/change-password",
    ));

  test("stay and show a refusal if the menu has the path and the permission is missing", async () => {
    const { router, where } = await arrange("/apps/brand/brands", { ...user, permissions: [] });
    const refused = router.state.matches.find(({ status }) => status === "error")?.error;
    expect(where()).toBe("/apps/brand/brands");
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: "permission_denied" });
  });

  test("redirect after signing in, and to login after signing out", async () => {
    const { router, session, where } = await arrange("/apps/brand/brands/7", null);
    await session.signIn("t");
    await router.invalidate();
    expect(where()).toBe("/apps/brand/brands/7");
    await session.signOut();
    await router.invalidate();
    expect(where()).toBe("/login?redirect=%2Fapps%2Fbrand%2Fbrands%2F7");
  });
});
