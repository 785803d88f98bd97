import { describe, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { addressBook } from "#api/router.ts";
import type { Route } from "#api/serve.ts";

const route = (method: string, path: string, more: Partial<Operation> = {}) =>
  ({ operation: { method, path, permission: "session", ...more }, handle: async () => null }) as unknown as Route;

const find = addressBook([
  route("GET", "/api/shelves/{id}"),
  route("PATCH", "/api/shelves/{shelfId}"),
  route("GET", "/api/shelves/{id}/racks/{rack}"),
  route("GET", "/api/shelves/counts", { aliases: ["/counts"] }),
  route("POST", "/api/{area}/counts"),
]);
const at = (method: string, path: string) => {
  const found = find(method, `https://mizan.test${path}`);
  if (found === null || "methods" in found) return found;
  return { path: found.route.operation.path, ...found.parameters };
};

describe("the router", () => {
  test("finds the operation and its parameters", () => {
    expect(at("GET", "/api/shelves/s1/racks/7?limit=25&x=/y")).toEqual({
      path: "/api/shelves/{id}/racks/{rack}",
      id: "s1",
      rack: "7",
    });
    expect(at("GET", "/counts#top")).toEqual({ path: "/api/shelves/counts" });
  });

  test("prefers a literal path to one with a parameter", () => {
    expect(at("GET", "/api/shelves/counts")).toEqual({ path: "/api/shelves/counts" });
    expect(at("GET", "/api/shelves/count")).toEqual({ path: "/api/shelves/{id}", id: "count" });
  });

  test("falls back to another matching path if the first one lacks the method", () => {
    expect(at("PATCH", "/api/shelves/counts")).toEqual({ path: "/api/shelves/{shelfId}", shelfId: "counts" });
    expect(at("POST", "/api/shelves/counts")).toEqual({ path: "/api/{area}/counts", area: "shelves" });
  });

  test("decodes each path segment separately, so an escaped slash separates nothing", () => {
    expect(at("GET", "/api/shelves/a%2Fb%20%D8%AA")).toEqual({ path: "/api/shelves/{id}", id: "a/b ت" });
    expect(at("GET", "/api/sh%65lves/s1")).toEqual({ path: "/api/shelves/{id}", id: "s1" });
    expect(at("GET", "/api/shelves/%E0%A4")).toEqual({ path: "/api/shelves/{id}", id: "%E0%A4" });
  });

  test("finds nothing for unknown paths: too short, too long, an empty segment, or a name that every object has", () => {
    for (const path of ["/", "/api", "/api/shelves", "/api/shelves/", "/api/shelves/s1/", "/api/shelves/s1/racks"])
      expect(at("GET", path)).toBeNull();
    for (const path of ["/api/shelves//racks/7", "/constructor", "/api/__proto__/s1/x", "//counts"])
      expect(at("GET", path)).toBeNull();
  });

  test("lists the methods of a path that does not have the requested one", () => {
    expect(at("DELETE", "/api/shelves/s1")).toEqual({ methods: ["GET", "PATCH"] });
  });
});

test("the start fails if two operations have the same path, whatever their parameters are called", () => {
  const twins = [route("GET", "/api/shelves/{id}"), route("GET", "/api/shelves/{shelf}")];
  expect(() => addressBook(twins)).toThrow("two operations answer GET /api/shelves/{shelf}");
});
