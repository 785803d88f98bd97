import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Operation } from "#base/contract.ts";
import { openApiDocument } from "#api/openapi.ts";
import { features } from "#features/api.ts";

const operations = features.flatMap(({ routes }) => routes.map(({ operation }) => operation));
const document = openApiDocument(operations, { url: "https://mizan.test", version: "0" });

type Parameter = { name: string; in: string; required: boolean; schema: Record<string, unknown>; example?: string };
type DescribedOperation = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema?: Record<string, unknown> }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: { anyOf?: object[] } }> }>;
};
const described = (method: string, path: string) => document.paths[path]![method] as DescribedOperation;
const everything = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ name: `${method} ${path}`, ...described(method, path) })),
);

test("generated clients may omit every field that has a default", () => {
  const requested = everything.flatMap(({ name, parameters, requestBody }) => [
    ...parameters
      .filter(({ required, schema }) => required && "default" in schema)
      .map((each) => `${name}: ${each.name}`),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => requiredWithDefault(schema, name)),
  ]);
  expect(requested).toEqual([]);
  expect(described("get", "/api/v1/offers").parameters.map(({ name, required }) => [name, required])).toEqual([
    ["lat", true],
    ["lng", true],
    ["radius", false],
    ["body", false],
    ["stunning", false],
    ["limit", false],
    ["cursor", false],
  ]);
});

function requiredWithDefault(schema: unknown, at: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, required = [] } = schema as { properties?: Record<string, object>; required?: string[] };
  const here = Array.isArray(required) ? required.filter((name) => "default" in (properties[name] ?? {})) : [];
  return [
    ...here.map((name) => `${at}: ${name}`),
    ...Object.entries(schema).flatMap(([name, inner]) => requiredWithDefault(inner, `${at}/${name}`)),
  ];
}

test("describes both responses where a path has a fallback route", () => {
  const { parameters, responses } = described("get", "/api/v1/retailers");
  expect(responses["200"]!.content!["application/json"]!.schema.anyOf).toHaveLength(2);
  expect(parameters.filter(({ required }) => required)).toEqual([]);
  expect(parameters.find(({ name }) => name === "near")?.example).toBe("51.5165,-0.0663");
  const limit = parameters.find(({ name }) => name === "limit")?.schema.anyOf as {
    maximum?: number;
    enum?: number[];
  }[];
  expect([limit[0]?.enum, limit[1]?.maximum]).toEqual([[25, 50, 100], 200]);
});

test("lists refusals of callers with limited rights for changes, not for reads", () => {
  expect(described("patch", "/api/v1/products/{id}").responses["403"]?.description).toMatch(
    /`outside_scope`[\s\S]*`viewing_only`/,
  );
  expect(described("get", "/api/v1/products/{id}").responses["403"]?.description).not.toContain("outside_scope");
});

test("an operation whose input is only in the path requires no body", () => {
  const nothing: Operation = {
    method: "POST",
    path: "/api/v1/things/{id}/wake",
    permission: "things.update",
    summary: "Wake a thing",
    input: z.strictObject({ id: z.string() }),
    output: z.undefined(),
  };
  const { paths } = openApiDocument([nothing], { url: "", version: "" });
  expect(paths[nothing.path]!.post).toMatchObject({ requestBody: { required: false } });
});

test("describes the Idempotency-Key of the calls that accept one, and its refusals", () => {
  const { parameters, responses } = described("post", "/api/v1/brands");
  const key = parameters.find(({ name }) => name === "Idempotency-Key");
  expect(key).toMatchObject({ in: "header", required: false, schema: { maxLength: 255 } });
  expect(responses["200"]).toMatchObject({ headers: { "Idempotent-Replayed": {} } });
  expect(responses["400"]!.description).toContain("`idempotency_key_required`");
  expect(responses["409"]!.description).toMatch(/`idempotency_key_reused`[^]*`idempotency_in_progress`/);
  expect(described("get", "/api/v1/brands").responses["200"]).not.toHaveProperty("headers");
});
