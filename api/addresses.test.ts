import { describe, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { addressBook } from "#api/addresses.ts";
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

describe("an address", () => {
  test("leads to its operation with what stands in the place of the parameters", () => {
    expect(at("GET", "/api/shelves/s1/racks/7?limit=25&x=/y")).toEqual({
      path: "/api/shelves/{id}/racks/{rack}",
      id: "s1",
      rack: "7",
    });
    expect(at("GET", "/counts#top")).toEqual({ path: "/api/shelves/counts" });
  });

  test("is that of the path that is spelled out, before that of one with a parameter", () => {
    expect(at("GET", "/api/shelves/counts")).toEqual({ path: "/api/shelves/counts" });
    expect(at("GET", "/api/shelves/count")).toEqual({ path: "/api/shelves/{id}", id: "count" });
  });

  test("is another path's where the first that reads the same has not the method", () => {
    expect(at("PATCH", "/api/shelves/counts")).toEqual({ path: "/api/shelves/{shelfId}", shelfId: "counts" });
    expect(at("POST", "/api/shelves/counts")).toEqual({ path: "/api/{area}/counts", area: "shelves" });
  });

  test("is decoded word by word, so a slash that is escaped divides nothing", () => {
    expect(at("GET", "/api/shelves/a%2Fb%20%D8%AA")).toEqual({ path: "/api/shelves/{id}", id: "a/b ت" });
    expect(at("GET", "/api/sh%65lves/s1")).toEqual({ path: "/api/shelves/{id}", id: "s1" });
    expect(at("GET", "/api/shelves/%E0%A4")).toEqual({ path: "/api/shelves/{id}", id: "%E0%A4" });
  });

  test("that nothing has, leads nowhere: shorter, longer, with a word left empty, of a name every object has", () => {
    for (const path of ["/", "/api", "/api/shelves", "/api/shelves/", "/api/shelves/s1/", "/api/shelves/s1/racks"])
      expect(at("GET", path)).toBeNull();
    for (const path of ["/api/shelves//racks/7", "/constructor", "/api/__proto__/s1/x", "//counts"])
      expect(at("GET", path)).toBeNull();
  });

  test("that is known under other methods says under which", () => {
    expect(at("DELETE", "/api/shelves/s1")).toEqual({ methods: ["GET", "PATCH"] });
  });
});

test("two operations under one address end the start, whatever their parameters are called", () => {
  const twins = [route("GET", "/api/shelves/{id}"), route("GET", "/api/shelves/{shelf}")];
  expect(() => addressBook(twins)).toThrow("two operations answer GET /api/shelves/{shelf}");
});
