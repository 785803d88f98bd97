import * as z from "zod/mini";
import { idempotencyKeyHeader, type Operation, takesBody } from "#base/contract.ts";
import { requiredActions, requiredActionRefusals } from "#base/requiredActions.ts";
import { idempotencyKeyMax, idempotencyRefusals, replayedHeader } from "#base/idempotency.ts";
import { impactRefusals } from "#base/impact.ts";
import { refusalOfPace } from "#base/rateLimits.ts";
import { commonRefusals, type RefusalMaker } from "#base/refusal.ts";
import { tableFormats } from "#base/tableFormats.ts";
import { possiblePace } from "#api/rateLimit.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The API as an OpenAPI 3.1 document, generated from the operations that serve it (reliability R17). */
export function openApiDocument(operations: readonly Operation[], { url, version }: { url: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const standIn = operations.find(
      (other) => other.standsInAt === operation.path && other.method === operation.method,
    );
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      paths[path] ??= {};
      paths[path][operation.method.toLowerCase()] = describeOperation(operation, path, standIn);
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Mizan",
      version,
      description:
        "Back-office of a brand-loyalty platform. Where a body is JSON, its fields may also be sent as a form: " +
        "multipart/form-data or application/x-www-form-urlencoded, under the same schema and limits. Where a network " +
        "lets no DELETE through, each may be sent as POST to its path with /delete behind it.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: {
        accessToken: {
          type: "apiKey",
          in: "header",
          name: "x-access-token",
          description: "What a sign-in answered as `accessToken`, or an API key.",
        },
        bearer: { type: "http", scheme: "bearer", description: "An API key, or what a sign-in answered." },
      },
    },
  };
}

function describeOperation(operation: Operation, path: string, standIn?: Operation) {
  const input = inputSchema(operation);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const rest = Object.keys(input.properties).filter(
    (name) =>
      !names.includes(name) &&
      !(operation.versioned && name === "version") &&
      !(operation.readsToken && name === "token"),
  );
  const hasBody = takesBody(operation);
  const isRaw = operation.body === "text" || operation.body === "bytes";
  const queryNames = isRaw ? rest.filter((name) => name !== operation.body) : hasBody ? [] : rest;
  return {
    operationId: `${operation.method.toLowerCase()}${path.replaceAll(/[^\w]+/g, "_")}`,
    summary: operation.summary,
    tags: [tagOf(operation)],
    description: needsOf(operation, standIn),
    security: operation.permission === "public" ? [] : [{ accessToken: [] }, { bearer: [] }],
    parameters: [
      ...names.map((name) => ({
        name,
        in: "path",
        required: true,
        schema: input.properties[name] ?? { type: "string" },
      })),
      ...joined(queryParameters(operation, queryNames), standIn && queryParameters(standIn)),
      ...(operation.versioned
        ? [
            {
              name: "If-Match",
              in: "header",
              required: operation.versioned === true,
              description: "The version you edited, quoted.",
              schema: { type: "string", examples: ['"3"'] },
            },
          ]
        : []),
      ...(operation.idempotencyKey ? [keyParameter(operation)] : []),
    ],
    ...(hasBody ? { requestBody: requestBody(operation, input, { names, rest }) } : {}),
    responses: {
      "200": { ...success(operation, standIn), ...(operation.idempotencyKey ? { headers: replayed } : {}) },
      ...refusalResponses(operation),
    },
  };
}

const keyParameter = ({ idempotencyKey }: Operation) => ({
  name: idempotencyKeyHeader,
  in: "header",
  required: idempotencyKey === "required",
  description:
    "Your name for this call, such as a UUID. Sent again with the same input within 30 days, it has no second effect " +
    "and returns the first answer. A call that was refused can be sent again with its key.",
  schema: { type: "string", minLength: 1, maxLength: idempotencyKeyMax, pattern: "^[!-~]+$" },
});

const replayed = {
  [replayedHeader]: {
    description: "`true` if this is the stored answer to an earlier call with the same key.",
    schema: { const: "true" },
  },
};

type InputSchema = Schema & {
  readonly properties: Readonly<Record<string, Schema>>;
  /** Fields with a default may be omitted. */
  readonly required: readonly string[];
};

function inputSchema({ input }: Operation): InputSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;
  return { properties: {}, required: [], ...schema };
}

type QueryParameter = {
  readonly name: string;
  readonly in: "query";
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: string;
};

function queryParameters(operation: Operation, named?: readonly string[]): QueryParameter[] {
  const { properties, required } = inputSchema(operation);
  const examples = new URLSearchParams(operation.exampleQuery);
  return (named ?? Object.keys(properties)).map((name) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: properties[name] ?? {},
    ...(examples.has(name) ? { example: examples.get(name)! } : {}),
  }));
}

/** The query parameters of two operations at one path: those of either, as each accepts them. */
function joined(own: readonly QueryParameter[], standIns: readonly QueryParameter[] = []): readonly QueryParameter[] {
  if (standIns.length === 0) return own;
  const names = new Set([...own, ...standIns].map(({ name }) => name));
  return [...names].map((name) => {
    const both = [own, standIns].flatMap((those) => those.filter((each) => each.name === name));
    const schemas = both.map(({ schema }) => schema);
    return {
      ...both.at(-1)!,
      required: both.length === 2 && both.every(({ required }) => required),
      schema: either(schemas),
    };
  });
}

function either(schemas: readonly Schema[]): Schema {
  const [first, ...others] = schemas;
  const isOne = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return isOne ? first! : { anyOf: schemas };
}

function needsOf({ permission }: Operation, standIn: Operation | undefined): string {
  const needs = permission === "public" ? "Needs no sign-in." : `Needs: ${permission}.`;
  if (standIn === undefined) return needs;
  return `${needs} With ${standIn.permission} alone the answer is that of \`${standIn.method} ${standIn.path}\`.`;
}

const tagOf = (operation: Operation) =>
  operation.path.split("/").find((part) => part !== "" && part !== "api" && part !== "v1") ?? "api";

function requestBody(operation: Operation, input: InputSchema, { names, rest }: { names: string[]; rest: string[] }) {
  if (operation.body === "text") return { required: true, content: { "text/plain": { schema: { type: "string" } } } };
  if (operation.body === "bytes") return { required: true, content: { "application/octet-stream": {} } };
  const isFlat = names.length === 0 && !operation.versioned;
  const required = input.required.filter((name) => rest.includes(name));
  const schema = {
    ...input,
    ...(isFlat ? {} : { properties: Object.fromEntries(rest.map((name) => [name, input.properties[name]])) }),
    required,
  };
  return { required: required.length > 0, content: { "application/json": { schema } } };
}

function success(operation: Operation, standIn?: Operation) {
  if (operation.reply === "empty") return { description: "Done." };
  if (operation.reply === "csv")
    return {
      description: "A table, streamed: CSV, or XLSX if the call accepts that type.",
      content: {
        [tableFormats.csv]: { schema: { type: "string" } },
        [tableFormats.xlsx]: { schema: { type: "string", format: "binary" } },
      },
    };
  if (operation.reply === "file") return { description: "The file.", content: { "application/octet-stream": {} } };
  if (operation.reply === "events")
    return { description: "A stream of events.", content: { "text/event-stream": { schema: { type: "string" } } } };
  const schema = either([operation, ...(standIn ? [standIn] : [])].map(outputSchema));
  return { description: "The answer.", content: { "application/json": { schema } } };
}

function outputSchema({ output }: Operation): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(output, { io: "output", unrepresentable: "any" }) as Schema;
  return schema;
}

/** Refusals with the same status share a response; its description lists their codes. */
function refusalResponses(operation: Operation) {
  const byStatus = new Map<number, RefusalMaker[]>();
  for (const refusal of refusalsOf(operation))
    byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), refusal]);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };
  return Object.fromEntries(
    [...byStatus].map(([status, makers]) => [
      status,
      { description: makers.map(({ code, message }) => `\`${code}\`: ${message}`).join("\n\n"), content },
    ]),
  );
}

function refusalsOf(operation: Operation): RefusalMaker[] {
  const {
    malformed_json,
    malformed_form,
    form_from_elsewhere,
    unsupported_body,
    body_too_large,
    body_too_deep,
    version_required,
    version_conflict,
    invalid_cursor,
  } = commonRefusals;
  const { token_missing, invalid_token, token_expired, permission_denied, outside_scope, viewing_only } =
    commonRefusals;
  const { unknown_field, invalid_input, internal, retry_later, not_for_keys, rate_limited } = commonRefusals;
  const { server_busy, outcome_unknown } = commonRefusals;
  const hasBody = takesBody(operation);
  const takesForm = hasBody && (operation.body ?? "json") === "json";
  const isChange = operation.method !== "GET" && operation.permission !== "public";
  const pace = possiblePace(operation);
  const hasCursor = "cursor" in ((operation.input._zod.def as { shape?: object }).shape ?? {});
  return [
    ...(operation.permission === "public" ? [] : [token_missing, invalid_token, token_expired]),
    ...(operation.permission === "public" || operation.permission === "session" ? [] : [permission_denied]),
    ...(isChange && operation.permission !== "session" ? [outside_scope] : []),
    ...(isChange && !operation.allowedWhileViewingAs ? [viewing_only] : []),
    ...(operation.permission === "public" ? [] : [operation.forKeys ? rate_limited : not_for_keys]),
    ...(operation.permission === "public"
      ? []
      : requiredActionsBefore(operation).map((action) => requiredActionRefusals[action])),
    ...(hasBody ? [malformed_json, unsupported_body, body_too_large, body_too_deep] : []),
    ...(takesForm ? [malformed_form, form_from_elsewhere] : []),
    ...(operation.versioned === true ? [version_required] : []),
    ...(operation.versioned ? [version_conflict] : []),
    ...(operation.idempotencyKey ? Object.values(idempotencyRefusals) : []),
    ...(hasCursor ? [invalid_cursor] : []),
    ...new Set([...(pace ? [refusalOfPace[pace]] : []), ...(operation.refusals ?? [])]),
    ...(pace === "preview" ? [impactRefusals.preview_busy] : []),
    unknown_field,
    invalid_input,
    internal,
    retry_later,
    server_busy,
    ...(operation.method === "GET" ? [] : [outcome_unknown]),
  ];
}

const requiredActionsBefore = ({ allowedBefore = [] }: Operation) =>
  requiredActions.filter((action) => !allowedBefore.includes(action));

const refusalSchema: Schema = {
  type: "object",
  required: ["status", "code", "message", "errors", "details", "requestId"],
  properties: {
    status: { type: "integer" },
    code: { type: "string", description: "Stable; act on this and not on the message." },
    message: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "code", "message"],
        properties: {
          path: { type: "string" },
          code: { type: "string" },
          message: { type: "string" },
          params: { type: "object" },
        },
      },
    },
    details: { type: "object" },
    requestId: { type: "string" },
  },
};
