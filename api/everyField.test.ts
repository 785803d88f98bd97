import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { operationName } from "#api/app.ts";
import { fieldsOf } from "#api/testing/sampleInput.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import type { Transport } from "#web/call.ts";

// Reliability R14 and R15: fields are allowed by name, in input and output, in every operation.

let app: TestApi;
let everybody: Transport;
let operations: readonly Operation[];
beforeAll(async () => {
  app = await testApi(featuresWith(demos), { rateLimits: { search: 1e6, export: 1e6 } });
  ({ operations } = app.api.catalogue);
  ({ transport: everybody } = await app.signIn("Everybody", app.api.catalogue.permissions));
});
afterAll(() => app.close());

/** Names that suggest a secret. */
const secretName = /password|secret|hash|token|sealed|pepper|cipher|privateKey/i;
/** Responses that contain a secret because it was requested; each is shown once, or is not secret on its own. */
const intendedFields: Readonly<Record<string, string>> = {
  accessToken: "the session's own token, to whoever signed in",
  access_token: "the same, as the template's shell reads it",
  challengeToken: "a sign-in half done, to whoever did the first half",
  secret: "of a new API key, webhook or authenticator app, once, to whoever made it",
  secrets: "which secrets of a key work; not the secrets",
  oldSecretValidTo: "until when the secret before works",
  mustChangePassword: "a duty",
  hash: "of a seal of the log, to keep in another place",
  sealedAt: "when an entry of the log was sealed",
  unsealed: "how many entries of the log are not yet",
  contentHash: "tells that a file is the same",
};

/** Fields that only the server may set, whatever a caller sends. */
const ownName =
  /^(?:createdBy|createdAt|updatedAt|ownerId|isSystem|isAdmin|permissions|passwordHash|balance\w*|\w+Count)$/;

function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties } = schema as { properties?: Record<string, unknown> };
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    key === "properties" ? Object.values(value as object).flatMap(namesIn) : namesIn(value),
  );
  return [...Object.keys(properties ?? {}), ...inner];
}
const schemaOf = (schema: z.core.$ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" });

describe("R14: of every operation", () => {
  test("the response has no field that sounds like a secret, except those that are returned on purpose", () => {
    const reported = operations.flatMap((operation) =>
      namesIn(schemaOf(operation.output, "output"))
        .filter((name) => secretName.test(name) && !(name in intendedFields))
        .map((name) => `${operationName(operation)}: ${name}`),
    );
    expect(reported).toEqual([]);
  });

  test("no field that only the server may set can be sent", () => {
    const taken = operations
      .filter(({ method }) => method !== "GET")
      .flatMap((operation) =>
        fieldsOf(operation)
          .filter((name) => ownName.test(name))
          .map((name) => `${operationName(operation)}: ${name}`),
      );
    expect(taken).toEqual([]);
  });
});

describe("R15: a list", () => {
  const listed = () => operations.filter((operation) => fieldsOf(operation).includes("cursor"));
  const answerTo = async (path: string, query: string) => {
    const response = await everybody(new Request(`https://mizan.test${path}?${query}`));
    return { status: response.status, text: await response.text() };
  };

  test("cannot be filtered or ordered by a column that it does not offer, and does not reveal whether that column exists", async () => {
    const columns = await rowsOf<{ name: string }>(
      app.db,
      sql`select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const wrong: string[] = [];
    let requested = 0;
    for (const { path, ...rest } of listed()) {
      const fields = new Set(fieldsOf({ path, ...rest }));
      const unheardOf = await answerTo(path, "never_heard_of=1");
      const hidden = columns.filter(({ name }) => !fields.has(name));
      for (const { name } of hidden) {
        requested++;
        const { status, text } = await answerTo(path, `${name}=1`);
        const same = unheardOf.text.replaceAll("never_heard_of", name).replace(/"requestId":"[^"]*"/, "");
        if (status !== unheardOf.status || text.replace(/"requestId":"[^"]*"/, "") !== same)
          wrong.push(`${path}?${name}: ${status}`);
      }
      for (const name of ["password_hash", "passwordHash", "id;select 1", "never_heard_of"]) {
        requested++;
        const { status } = await answerTo(path, `sort=${encodeURIComponent(name)}`);
        if (status !== (fields.has("sort") ? 422 : unheardOf.status)) wrong.push(`${path}?sort=${name}: ${status}`);
      }
    }
    expect(requested).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  });
});
