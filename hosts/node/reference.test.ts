import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { reference } from "#features/platform/reference/contract.ts";
import { call } from "#web/call.ts";

let api: TestApi;
type OpenApiDocument = {
  paths: Record<
    string,
    Record<string, { operationId: string; security: unknown[]; responses: Record<string, unknown> }>
  >;
};
let document: OpenApiDocument;

beforeAll(async () => {
  api = await testApi(featuresWith(demos));
  document = (await call(api.anonymous, reference.openApi, {})) as unknown as OpenApiDocument;
});
afterAll(() => api.close());

test("is a valid OpenAPI 3.1 document", async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test("describes every operation under each of its paths, and nothing else", () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = api.api.catalogue.operations.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((one) => `${method} ${one}`),
  );
  expect(described.sort()).toEqual(served.sort());
});

test("gives every operation its own id", () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("lists 401 for every operation that needs a sign-in", () => {
  const guarded = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security }) => security.length > 0);
  expect(guarded.length).toBeGreaterThan(0);
  for (const operation of guarded) expect(operation.responses).toHaveProperty("401");
});
