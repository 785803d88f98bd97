import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Operation, takesBody } from "#base/contract.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { resourceOf } from "#base/grants.ts";
import { operationName } from "#api/app.ts";
import type { Catalogue } from "#api/context.ts";
import { fieldsOf } from "#api/testing/sampleInput.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { hasTitle } from "#features/access/permissions/rules.ts";

// Decisions about money, risk, approval and suspension need a permission of their own (docs/decisions/0050). A field
// that sounds like one of these has such a permission, or is listed below with the reason why the operation's own is
// enough.

let app: TestApi;
let catalogue: Catalogue;
beforeAll(async () => {
  app = await testApi(featuresWith(demos));
  ({ catalogue } = app.api);
});
afterAll(() => app.close());

/** Fields about money, risk, approval, suspension, rights, or the record's rules. */
const sensitive =
  /bps$|minor$|rate$|price|commission|settlement|pendingDays|budget|currency|amount|cap$|CapPer|risk|^to$|status$|state$|decision|policy|relevance|meat|kyc|visib|evidence|level|grants|roles?$|roleIds?$|scopes|country$|typeId$|parentId$|brandId$|categoryId$|verif|needsS|types$|callsPerMinute|^kind$|mode$/i;

/** Why an operation needs no permission by field: its own permission covers every decision in it. */
const decidedByOperation: Readonly<Record<string, string>> = {
  "adjustments.create": "moves nothing before another person approves it",
  "apiKeys.create": "gives rights to a program: marked dangerous, and nobody gives more than they have",
  "apiKeys.update": "the same",
  "approvals.decide": "is the decision",
  "approvals.manage": "is the decision about who decides",
  "cashback.create": "amounts are those of the receipt; what is earned of them is computed",
  "cashback.decide": "is the decision",
  "funding.topUp": "is the decision",
  "funding.update": "is the decision",
  "loyaltySettings.update": "is the decision, and only administrators have this",
  "payouts.create": "a batch pays nothing before another person approves it",
  "payouts.request": "members ask for their own money; batches decide",
  "payouts.reconcile": "is the decision",
  "payouts.send": "is the decision",
  "views.share": "says who else sees a view; it gives no rights, and each reader sees only their rows",
  "shopOrders.changeStatus": "is the decision",
  "shopOrders.refund": "is the decision",
  "shopProducts.create": "products of a shop are prices as a whole, and a new one is not offered",
  "shopProducts.update": "the same",
  "wallets.freeze": "is the decision",
  "wallets.spend": "is the decision",
  "certificates.create": "a draft proves nothing before another user verifies it",
  "certificates.update":
    "open certificates only; once submitted nothing but its notes, and who submits it does not verify it",
  "certificates.verify": "is the decision",
  "certificates.suspend": "is the decision",
  "certificates.withdraw": "is the decision",
  "certificates.read": "a preview, which changes nothing",
  "certifiers.create": "certifying bodies and recognitions are policy as a whole",
  "certifiers.update": "the same",
  "certifiers.suspend": "is the decision",
  "members.freeze": "is the decision",
  "codes.create": "codes give what the approved terms of their promocode say",
  "promocodes.create": "a draft gives nothing before another person approves it",
  "promocodes.read": "a simulation or a forecast, which changes nothing",
  "promocodes.update": "the same; each transition carries its permission: see the declaration",
  "redemptions.create": "amounts are those of the receipt; what is given for them is computed",
  "redemptions.rollback": "is the decision",
  "redemptions.validate": "changes nothing",
  "retailerTypes.create": "types are policy as a whole, and only administrators have this",
  "retailerTypes.update": "the same",
  "retailerTypes.archive": "the same",
  "retailers.verify": "is the decision about who a retailer is",
  "retailers.settle": "is the decision about where it is paid, and waits for a second person",
  "roles.create": "is the decision, and waits for a second person",
  "roles.update": "the same",
  "users.invite": "rights are given by those who have them, which `grants_too_much` sees to",
  "users.update": "names and languages; rights have an operation of their own",
  "users.grant": "is the decision, and waits for a second person",
  "users.disable": "is the decision",
  "users.viewAs": "changes nothing",
  "webhooks.create": "only administrators have this",
  "webhooks.update": "the same",
};

/** Fields that sound like a decision but are not, by resource and name. */
const decidedWithUpdate: Readonly<Record<string, string>> = {
  "articles.to": "each transition carries its permission: see the declaration",
  "faqAnswers.to": "the same",
  "brands.lowBalanceAlertMinor": "when the brand wants to be warned",
  "brands.country": "where the company sits; its products' markets are those of the retailers",
  "brands.isMuslimOwned": "what the brand says of itself",
  "brands.to": "each transition carries its permission: see the declaration",
  "members.country": "where the member lives",
  "products.to": "the same",
  "retailers.to": "the same",
  "products.rrpMinor": "what the brand recommends; a retailer's own price holds before it",
  "products.rrpCurrency": "the same",
  "products.countryOfOrigin": "a statement on the pack",
  "retailers.defaultCurrency": "what its shops sell in",
  "retailers.registrationCountry": "of its entry in a register",
  "retailers.visibility": "whether consumers find it: its own to say",
  "retailers.status": "of a location: whether it is open",
  "jobs.kind": "which list a run is in",
  "retailers.kind": "of a closure: days or hours",
  "retailers.type": "of a document",
  "retailers.role": "of a contact: their job at the retailer",
  "assignments.priceMinor": "the retailer's own price",
  "assignments.currency": "of that price",
  "assignments.priceValidFrom": "the same",
  "assignments.priceValidTo": "the same",
  "assignments.cap": "is recorded, and so decided, as cashbackCapMinor",
  "assignments.amountMinor": "the same",
  "assignments.stockStatus": "what is on its shelf",
  "assignments.kind": "which change; what it changes carries its permission",
  "assignments.status": "a filter",
  "categories.to": "archives and brings back: what products must prove does not change with it",
  "categories.parentId": "a move is previewed with what it changes",
};

/** Names of the fields of an input at any depth, without those that only select records. */
function changedFields(operation: Operation): string[] {
  const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" });
  return [...new Set(namesIn(schema))];
}

function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, value]) => {
    if (key !== "properties") return namesIn(value);
    return Object.entries(value as object).flatMap(([name, each]) =>
      name === "filter" ? [] : [name, ...namesIn(each)],
    );
  });
  return inner;
}

const permissionOf = ({ decisions }: Catalogue, resource: string, field: string) => {
  const its = decisions.find((each) => each.resource === resource);
  return its?.fields[field] ?? its?.fieldsOnceDecided?.[field];
};

describe("of every operation that changes something", () => {
  test("a field about money, risk, approval or rights has a permission of its own, or a reason to have none", () => {
    const changing = catalogue.operations.filter(
      (operation) => takesBody(operation) && operation.permission.includes("."),
    );
    let looked = 0;
    const undecided = changing.flatMap((operation) => {
      const { permission } = operation;
      if (permission in decidedByOperation) return [];
      const resource = resourceOf(permission);
      return changedFields(operation)
        .filter((field) => sensitive.test(field))
        .filter((field) => {
          looked++;
          return (
            permissionOf(catalogue, resource, field) === undefined && !(`${resource}.${field}` in decidedWithUpdate)
          );
        })
        .map((field) => `${operationName(operation)}: ${resource}.${field}`);
    });
    expect(undecided).toEqual([]);
    expect(looked).toBeGreaterThan(50);
  });

  test("every listed reason is for an operation or field that still exists", () => {
    const permissions = new Set<string>(catalogue.operations.map(({ permission }) => permission));
    expect(Object.keys(decidedByOperation).filter((permission) => !permissions.has(permission))).toEqual([]);
    const fields = new Set(
      catalogue.operations.flatMap((operation) =>
        operation.permission.includes(".")
          ? changedFields(operation).map((field) => `${resourceOf(operation.permission)}.${field}`)
          : [],
      ),
    );
    expect(Object.keys(decidedWithUpdate).filter((field) => !fields.has(field))).toEqual([]);
  });
});

describe("a declaration", () => {
  test("names fields that can be sent, and permissions that have a title", () => {
    expect(catalogue.decisions.length).toBeGreaterThan(4);
    for (const { resource, fields, fieldsOnceDecided = {} } of catalogue.decisions) {
      const sent = new Set(
        catalogue.operations.filter(({ permission }) => resourceOf(permission) === resource).flatMap(fieldsOf),
      );
      expect(Object.keys({ ...fields, ...fieldsOnceDecided }).filter((field) => !sent.has(field))).toEqual([]);
    }
    expect(decidingPermissions(...catalogue.decisions).filter((permission) => !hasTitle(permission))).toEqual([]);
  });

  test("gives its permissions to no role limited to scopes, only to Mizan's staff", async () => {
    const roles = await rowsOf<{ code: string; grants: string[] }>(
      app.db,
      sql`select code, grants from roles where is_system`,
    );
    const decided = new Set<string>(decidingPermissions(...catalogue.decisions));
    const holders = roles.filter(({ grants }) => grants.some((grant) => decided.has(grant.split("@")[0]!)));
    expect(holders.map(({ code }) => code).sort()).toEqual(["campaign_approver", "staff"]);
  });
});
