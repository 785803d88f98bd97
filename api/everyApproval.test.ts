import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { changeTitle, titledChanges } from "#features/access/approvals/rules.ts";
import { featuresWith } from "#features/api.ts";
import { call } from "#web/call.ts";

let app: TestApi;
beforeAll(async () => {
  app = await testApi(featuresWith(demos));
});
afterAll(() => app.close());

test("every change that can need an approval has a name in both languages", async () => {
  const { transport } = await app.signIn("Reader", [approvals.rules.permission]);
  const waiting = (await call(transport, approvals.rules, {})).rows.map(({ action }) => action);
  expect(waiting.length).toBeGreaterThan(5);
  expect(titledChanges).toEqual(waiting.toSorted());
  for (const action of waiting) {
    expect(changeTitle(action, "en")).toMatch(/^[A-Z][a-z]* [a-z ’-]+$/);
    expect(changeTitle(action, "ar")).toMatch(/^[\p{Script=Arabic}\p{M} ]+$/u);
  }
});

test("every change to accounts, roles and rules gives other approvers time to object if no one else can decide", () => {
  const declared = featuresWith(demos).flatMap((feature) => feature.approvals ?? []);
  const guarding = declared.filter(({ guardsApproval }) => guardsApproval).map(({ action }) => action);
  const about = declared.filter(({ resource }) => ["users", "roles", "approvalRules"].includes(resource));
  expect(about.length).toBeGreaterThan(8);
  expect(guarding.toSorted()).toEqual(about.map(({ action }) => action).toSorted());
});
