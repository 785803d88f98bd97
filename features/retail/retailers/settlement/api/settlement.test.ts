import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerSettlement } from "#features/retail/retailers/settlement/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { emptyRetailerType } from "#features/retail/retailer-types/rules.ts";
import { call, type Transport } from "#web/call.ts";

const password = "saffron quilt harbour";
let app: SessionApi;
let aisyah: Transport;
beforeAll(async () => {
  const areas = [retailerTypesFeature, retailersFeature];
  app = await sessionApi({ features: [...areas, approvalsFeature(areas.flatMap((area) => area.approvals ?? []))] });
  await app.addPerson({ email: "aisyah@mizan.test", password, role: "admin", name: "Aisyah" });
  aisyah = await app.transportOf("aisyah@mizan.test", password);
});
afterAll(() => app.close());

const iban = "GB29 NWBK 6016 1331 9268 19";
const account = { method: "bank", holder: "Demo Souk Ltd", account: iban } as const;

test("an account is masked, stored encrypted, changed by two users, and shown only if permitted", async () => {
  const type = { ...emptyRetailerType, id: newId(), code: "GROCERY", name: "Grocery" };
  await call(aisyah, retailerTypes.create, type);
  const { id } = await call(aisyah, retailers.create, {
    id: newId(),
    tradingName: "Demo Souk",
    retailerTypeId: type.id,
  });
  const draft = (draftId: string, fields: object = {}) =>
    call(aisyah, retailerSettlement.draft, { id, draftId, ...account, ...fields });
  const change = (draftId: string, version: number, who = aisyah) =>
    call(who, retailerSettlement.change, { id, version, draftId });
  expect((await refusalOf(draft(newId(), { account: "GB30NWBK60161331926819" }))).errors[0]).toMatchObject({
    path: "account",
    code: "iban",
  });
  const first = newId();
  expect(await draft(first)).toEqual({ draftId: first, masked: "•••• 6819" });
  expect(await call(aisyah, retailerSettlement.read, { id })).toEqual({ settlement: null, version: 1 });
  expect((await refusalOf(change(newId(), 1))).code).toBe("settlement_draft_gone");
  // With one administrator only, there is no one to approve.
  expect(await change(first, 1)).toMatchObject({ method: "bank", masked: "•••• 6819" });

  await app.addPerson({ email: "karim@mizan.test", password, role: "admin", name: "Karim" });
  const karim = await app.transportOf("karim@mizan.test", password);
  const second = newId();
  await draft(second, { method: "paypal", account: "souk@example.com" });
  const answer = await change(second, 2);
  // Sent again, it returns the same request.
  expect(await change(second, 2)).toEqual(answer);
  if (!isWaiting(answer)) throw new Error("it was done at once");
  const read = () => call(karim, retailerSettlement.read, { id });
  expect((await read()).settlement).toMatchObject({ method: "bank" });
  const requested = await call(karim, approvals.get, { id: answer.approvalId });
  expect(requested.isMyTurn).toBe(true);
  // The holder stays the same, so it isn't among the changes.
  expect(requested.changes).toEqual({
    settlementMethod: { before: "bank", after: "paypal" },
    settlementAccount: { before: "•••• 6819", after: "s•••@example.com" },
  });
  await call(karim, approvals.decide, { id: answer.approvalId, version: 1, decision: "approve" });
  expect((await read()).settlement).toMatchObject({ method: "paypal", masked: "s•••@example.com" });

  expect(await call(karim, retailerSettlement.reveal, { id })).toEqual({ account: "souk@example.com" });
  await app.addPerson({ email: "nur@mizan.test", password, role: "staff", name: "Nur" });
  const nur = await app.transportOf("nur@mizan.test", password);
  expect((await refusalOf(call(nur, retailerSettlement.reveal, { id }))).code).toBe("permission_denied");
  const [looked] = await rowsOf<{ count: number }>(
    app.db,
    sql`select count(*)::int as count from audit_log where changes::text like '%/settlement/account%'`,
  );
  expect(looked!.count).toBeGreaterThan(0);
  // No table contains either account in plain text.
  const kept = await rowsOf<{ text: string }>(
    app.db,
    sql`select row_to_json(kept)::text as text from audit_log as kept
        union all select row_to_json(kept)::text from approval_requests as kept
        union all select row_to_json(kept)::text from retailer_settlements as kept
        union all select row_to_json(kept)::text from retailer_settlement_drafts as kept`,
  );
  const everything = kept.map(({ text }) => text).join("\n");
  expect(everything).not.toContain("souk@example");
  expect(everything).not.toContain("60161331926819");
});
