import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberFirstRequest } from "#web/layout/firstRequests.ts";

const origin = "http://mizan.test";
const rows = "/api/v1/brands?limit=25";
const stored = new Map<string, string>();
const remembered = () => JSON.parse(stored.get("mizan.firstRequests") ?? "{}") as Record<string, string>;

/** A page that was opened at an address, and has requested these since. */
function openPage(address: string, requested: readonly string[], unused: readonly string[] = []) {
  const responses = Object.fromEntries(unused.map((place) => [place, Promise.resolve(new Response())]));
  vi.stubGlobal("window", { sessionAhead: { token: "ours", responses } });
  vi.stubGlobal("performance", {
    now: () => 0,
    getEntriesByType: (type: string) =>
      type === "navigation"
        ? [{ name: origin + address }]
        : requested.map((place) => ({
            name: origin + place,
            initiatorType: place.startsWith("/assets/") ? "script" : "fetch",
          })),
  });
}

beforeEach(() => {
  vi.stubGlobal("location", { origin });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  stored.clear();
});

test("the first request of a screen is remembered by its address, without what every screen requests", () => {
  openPage("/apps/brand/brands", [
    "/assets/start.js",
    "/api/v1/session",
    "/ad_main_perm/11/1",
    "/api/events/stream",
    rows,
    "/api/v1/brands/counts",
  ]);
  rememberFirstRequest();
  expect(remembered()).toEqual({ "/apps/brand/brands": rows });
});

test("a request ahead that the screen did not use is replaced by the one it sent", () => {
  openPage("/apps/brand/brands", [rows, "/api/v1/session", "/api/v1/brands?limit=50"], [rows]);
  rememberFirstRequest();
  expect(remembered()).toEqual({ "/apps/brand/brands": "/api/v1/brands?limit=50" });
});

test("the oldest of more than forty addresses is forgotten", () => {
  for (let at = 0; at < 41; at++) {
    openPage(`/apps/${at}`, [`/api/v1/${at}`]);
    rememberFirstRequest();
  }
  const addresses = Object.keys(remembered());
  expect([addresses.length, addresses[0], addresses.at(-1)]).toEqual([40, "/apps/1", "/apps/40"]);
});

test.each([
  ["at a search, which may be about a person", "/apps/user/users?search=Aisyah"],
  ["at a long address", `/apps/brand/brands?${"status=active&".repeat(40)}`],
])("nothing is remembered %s", (_, address) => {
  openPage(address, [rows]);
  rememberFirstRequest();
  expect(stored.size).toBe(0);
});

test("nothing is remembered where nobody was signed in when the page was opened", () => {
  openPage("/login", [rows]);
  vi.stubGlobal("window", {});
  rememberFirstRequest();
  expect(stored.size).toBe(0);
});
