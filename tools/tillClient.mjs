import { writeFileSync } from "node:fs";
import { runPackage } from "./run.mjs";
import { documentOf } from "./openapiDocument.mjs";

// Writes clients/till/generated.ts: the types and calls of the till client, from the OpenAPI document of the operations
// that API keys may call: `npm run build:client`. A test compares the file with what this generates.
//
// openapi-typescript needs the compiler's API, which TypeScript 7 does not have; our document has few kinds of schemas.

/** The calls of the client, by name. */
const calls = {
  validate: "POST /api/v1/promocodes/validate",
  reserve: "POST /api/v1/promocodes/reserve",
  redeem: "POST /api/v1/promocodes/redeem",
  commit: "POST /api/v1/reservations/{id}/commit",
  release: "POST /api/v1/reservations/{id}/release",
  rollback: "POST /api/v1/redemptions/{id}/rollback",
  getRedemption: "GET /api/v1/redemptions/{id}",
  findRedemptions: "GET /api/v1/redemptions/find",
  findMember: "POST /api/v1/members/find",
  createMember: "POST /api/v1/members",
  issueOfflineList: "POST /api/v1/promocodes/offline-list",
  offlineKeys: "GET /api/v1/promocodes/offline-keys",
  commitLate: "POST /api/v1/promocodes/late-redemptions",
};

export const generatedFile = "clients/till/generated.ts";

/** The text of the generated file, before it is formatted. */
export async function tillClient() {
  const document = await documentOf(".", { forKeys: true });
  const operations = Object.entries(calls).map(([name, call]) => {
    const [method = "", path = ""] = call.split(" ");
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`API keys have no operation ${call}`);
    return { name, method, path, operation };
  });
  return [
    "// Generated from the OpenAPI document by tools/tillClient.mjs. Don’t edit: run `npm run build:client`.",
    "",
    `/** The codes of all refusals of these calls. Later versions may have more. */`,
    `export type RefusalCode = ${[...new Set(operations.flatMap(({ operation }) => codesOf(operation)))]
      .sort()
      .map((code) => JSON.stringify(code))
      .join(" | ")};`,
    "",
    ...operations.flatMap(({ name, operation }) => [
      `export type ${typeName(name)}Input = ${inputType(operation)};`,
      `export type ${typeName(name)}Output = ${typeOf(operation.responses["200"].content["application/json"].schema)};`,
      "",
    ]),
    "/** How each call is sent. */",
    "export const operations = {",
    ...operations.map(
      ({ name, method, path, operation }) =>
        `${name}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}, isKeyed: ${isKeyed(operation)} },`,
    ),
    "} as const;",
    "",
    "/** Sends one call. */",
    "export type Send = <Output>(operation: { readonly method: string; readonly path: string; readonly isKeyed: boolean }, input: object, options?: CallOptions) => Promise<Output>;",
    "",
    "/** `idempotencyKey`: your own name for the call; without it one is created for each call. */",
    "export type CallOptions = { readonly idempotencyKey?: string; readonly signal?: AbortSignal };",
    "",
    "/** One function for each call. */",
    "export const callsOf = (send: Send) => ({",
    ...operations.flatMap(({ name, operation }) => [
      `/** ${operation.summary}. */`,
      `${name}: (input: ${typeName(name)}Input, options?: CallOptions) => send<${typeName(name)}Output>(operations.${name}, input, options),`,
    ]),
    "});",
    "",
  ].join("\n");
}

/** @param {string} name */
const typeName = (name) => name[0]?.toUpperCase() + name.slice(1);

/** @typedef {{ name: string, in: string, required: boolean, schema: Schema }} Parameter */
/** @typedef {{ summary: string, parameters: Parameter[], requestBody?: any, responses: Record<string, any> }} Operation */
/**
 * @typedef {{ type?: string | string[], const?: unknown, enum?: unknown[], anyOf?: Schema[], oneOf?: Schema[],
 *   allOf?: Schema[], items?: Schema, properties?: Record<string, Schema>, required?: string[],
 *   additionalProperties?: boolean | Schema }} Schema
 */

/** @param {Operation} operation */
const isKeyed = ({ parameters }) => parameters.some(({ name }) => name === "Idempotency-Key");

/** @param {Operation} operation */
function inputType({ parameters, requestBody }) {
  const named = parameters.filter((parameter) => parameter.in !== "header");
  const body = /** @type {Schema | undefined} */ (requestBody?.content["application/json"].schema);
  return typeOf({
    type: "object",
    properties: {
      ...Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
      ...body?.properties,
    },
    required: [...named.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])],
    additionalProperties: false,
  });
}

/** @param {Operation} operation */
const codesOf = ({ responses }) =>
  Object.entries(responses)
    .filter(([status]) => status !== "200")
    .flatMap(([, { description }]) => [...description.matchAll(/^`(\w+)`:/gm)].map(([, code]) => code ?? ""));

/**
 * @param {Schema} schema
 * @returns {string}
 */
function typeOf(schema) {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map((one) => typeOf(one)))].map((type) => `(${type})`).join(" | ");
  if (schema.allOf && schema.type === undefined) return schema.allOf.map((one) => `(${typeOf(one)})`).join(" & ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  if (schema.type === "array") return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === "object") return objectType(schema);
  if (schema.type === "integer") return "number";
  return schema.type ?? "unknown";
}

/** @param {Schema} schema */
function objectType({ properties = {}, required = [], additionalProperties = true }) {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly ${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}${required.includes(name) ? "" : " | undefined"};`,
  );
  const others = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
  const isOpen = typeof additionalProperties === "object" || (additionalProperties && fields.length === 0);
  return `{ ${[...fields, ...(isOpen ? [`readonly [name: string]: ${others};`] : [])].join(" ")} }`;
}

if (import.meta.filename === process.argv[1]) {
  writeFileSync(generatedFile, await tillClient());
  await runPackage("@biomejs/biome/bin/biome", ["format", "--write", generatedFile], { quiet: true });
}
