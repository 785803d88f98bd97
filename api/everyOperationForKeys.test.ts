import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationName } from "#api/app.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import type { Transport } from "#web/call.ts";

// Rules for every operation, including future ones (docs/decisions/0018).

const all = featuresWith(demos);
const operations = all.flatMap((feature) => feature.routes.map((route) => route.operation));
const closed = operations.filter(({ forKeys, permission }) => !forKeys && permission !== "public");

let app: TestApi;
let key: Transport;
beforeAll(async () => {
  app = await testApi(all);
  const { actor, transport } = await app.signIn("A key that holds everything", app.api.catalogue.permissions);
  Object.assign(actor, { kind: "apiKey" });
  key = transport;
});
afterAll(() => app.close());

describe("no API key, whatever its rights, may call", () => {
  test.each(closed.map((operation) => [operationName(operation), operation] as const))(
    "%s",
    async (_name, { method, path }) => {
      const address = `https://mizan.test${path.replaceAll(/\{\w+\}/g, "1")}`;
      const response = await key(new Request(address, { method }));
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, "not_for_keys"]);
    },
  );
});

test.each(
  operations.filter(({ forKeys }) => forKeys).map((operation) => [operationName(operation), operation] as const),
)(
  "%s, which API keys may call, is not about users, roles, keys, approvals or the audit log",
  (_name, { permission }) => {
    expect(permission).not.toMatch(/^(public|session)$|^(users|roles|permissions|apiKeys|audit|approvals|imports)\./);
  },
);
