import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { approvals } from "#features/approvals/contract.ts";
import { changeTitle, titledChanges } from "#features/approvals/rules.ts";
import { features } from "#features/api.ts";
import { call } from "#web/call.ts";

let house: TestApi;
beforeAll(async () => {
  house = await testApi([...features, ...demos]);
});
afterAll(() => house.close());

test("every change that can wait for a second person is called by words, in both languages", async () => {
  const { transport } = await house.signIn("Reader", [approvals.rules.permission]);
  const waiting = (await call(transport, approvals.rules, {})).rows.map(({ action }) => action);
  expect(waiting.length).toBeGreaterThan(5);
  expect(titledChanges).toEqual(waiting.toSorted());
  for (const action of waiting) {
    expect(changeTitle(action, "en")).toMatch(/^[A-Z][a-z]* [a-z ]+$/);
    expect(changeTitle(action, "ar")).toMatch(/^[\p{Script=Arabic}\p{M} ]+$/u);
  }
});
