import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationName } from "#api/app.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { features } from "#features/api.ts";
import type { Transport } from "#web/call.ts";

// What holds for every call of the house, also for those that are not written yet (docs/decisions/0018).

const all = [...features, ...demos];
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

describe("no key, whatever it holds, may call", () => {
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
)("%s, which keys may call, is about no person, role, key, approval or audit entry", (_name, { permission }) => {
  expect(permission).not.toMatch(/^(public|session)$|^(users|roles|permissions|apiKeys|audit|approvals|imports)\./);
});
