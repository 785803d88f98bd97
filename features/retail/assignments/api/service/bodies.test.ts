import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { certifiersFeature } from "#features/halal/certifiers/api/routes.ts";
import { certifiers, recognitions } from "#features/halal/certifiers/contract.ts";
import { call } from "#web/call.ts";

// Status changes of a certifier, and their effect on assignments that rely on its certificates.

const app = await testApi([assignmentsFeature, certifiersFeature]);
afterAll(app.close);
const made = market(app.db);
const rights = ["assignments.read", "assignments.update", "certifiers.read", "certifiers.update", "certifiers.suspend"];
const { transport } = await app.signIn("Aisyah", rights);

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );

/** A certificate of the certifier, with two products that are active at a retailer. */
async function world(country = "GB") {
  const certified = await made.certified(2);
  const retailer = await made.retailer({ retailer_type_id: await made.type(), country });
  const target = { retailerIds: [retailer], products: { ids: certified.products } };
  const change = { kind: "assign", target, blocked: "leave_out" } as const;
  const { fingerprint } = await call(transport, assignments.preview, { change, lines: 0 });
  await call(transport, assignments.apply, { change, fingerprint });
  return { ...certified, retailer };
}
const rowsAt = async (retailerId: string) =>
  (await call(transport, assignments.list, { retailerId, sort: "createdAt", limit: 100, count: "none" })).rows;
const statusesAt = async (retailerId: string) =>
  (await rowsAt(retailerId)).map(({ status, pauseReason }) => [status, pauseReason]);
const bodyOf = (id: string) => call(transport, certifiers.get, { id });
const take = async (verb: "suspend" | "reinstate", id: string, reason = "Its registry was closed") => {
  const { version } = await bodyOf(id);
  const to = verb === "suspend" ? "suspended" : "active";
  const { fingerprint } = await call(transport, certifiers.previewStatus, { id, to });
  return call(transport, certifiers[verb], { id, version, reason, fingerprint });
};

describe("a certifier", () => {
  test("that is suspended pauses only assignments that rely on it, as previewed; reinstating resumes exactly those", async () => {
    const { body, products, retailer } = await world();
    // One product also has a certificate of another certifier.
    await made.line(await made.certificate({ body_id: await made.body() }), products[1]!);
    const preview = await call(transport, certifiers.previewStatus, { id: body, to: "suspended" });
    expect(preview.consequences).toMatchObject([{ verb: "paused", count: 1, reaches: [{ id: retailer }] }]);
    expect(await statusesAt(retailer)).toEqual([
      ["active", null],
      ["active", null],
    ]);
    expect(await take("suspend", body)).toMatchObject({
      status: "suspended",
      statusReason: "Its registry was closed",
      version: 2,
    });
    const paused = (await rowsAt(retailer)).find(({ status }) => status === "paused");
    expect(paused).toMatchObject({
      pauseReason: "HALAL_BODY_SUSPENDED",
      pauseSource: "auto",
      product: { id: products[0] },
      findings: [
        { reason: "HALAL_BODY_SUSPENDED", isBlocking: true, fix: { kind: "see_body" }, certificate: { bodyId: body } },
      ],
    });
    expect(await codeOf(take("suspend", body))).toBe("certifier_suspended");
    const resuming = await call(transport, certifiers.previewStatus, { id: body, to: "active" });
    expect(resuming.consequences).toMatchObject([{ verb: "resumed", count: 1 }]);
    await take("reinstate", body, "It is open again");
    expect((await statusesAt(retailer)).map(([status]) => status)).toEqual(["active", "active"]);
    expect(await codeOf(take("reinstate", body))).toBe("certifier_not_suspended");
    const { events } = await call(transport, certifiers.activity, { id: body, limit: 10 });
    expect(events.map(({ action, reason }) => [action, reason])).toEqual([
      ["reinstate", "It is open again"],
      ["suspend", "Its registry was closed"],
    ]);
    const reported = await rowsOf<{ type: string }>(
      app.db,
      sql`select type from outbox_events where resource = 'certifiers' and resource_id = ${body} order by occurred_at, id`,
    );
    expect(reported.map(({ type }) => type)).toEqual(["certifier.suspended", "certifier.reinstated"]);
  });

  test("is suspended only by a user with the permission, with a reason, and only as previewed", async () => {
    const { body } = await world();
    const other = await app.signIn("Editor", ["certifiers.read", "certifiers.update"]);
    const step = { id: body, version: 1, reason: "So it is", fingerprint: "0" };
    expect(await codeOf(call(other.transport, certifiers.suspend, step))).toBe("permission_denied");
    expect(await codeOf(call(other.transport, certifiers.previewStatus, { id: body, to: "suspended" }))).toBe(
      "permission_denied",
    );
    expect(await codeOf(call(transport, certifiers.suspend, step))).toBe("preview_stale");
    expect(await codeOf(call(transport, certifiers.suspend, { ...step, reason: " " }))).toBe("invalid_input");
    expect((await bodyOf(body)).status).toBe("active");
  });

  test("pauses retailers whose premises it certified as well", async () => {
    const { products, retailer: _ } = await world();
    const shopBody = await made.body();
    const type = await made.type({ certificate_policy: "require_both" });
    const shop = await made.retailer({ retailer_type_id: type });
    await made.certificate({ body_id: shopBody, kind: "premise", holder_type: "retailer", holder_retailer_id: shop });
    const target = { retailerIds: [shop], products: { ids: [products[0]!] } };
    const change = { kind: "assign", target, blocked: "leave_out" } as const;
    const { fingerprint } = await call(transport, assignments.preview, { change, lines: 0 });
    await call(transport, assignments.apply, { change, fingerprint });
    await take("suspend", shopBody);
    expect(await statusesAt(shop)).toEqual([["paused", "PREMISE_CERT_BODY_SUSPENDED"]]);
    await take("reinstate", shopBody);
    expect(await statusesAt(shop)).toEqual([["active", null]]);
  });

  test("is not archived while valid certificates name it, nor while it is suspended", async () => {
    const { body, certificate, retailer } = await world();
    const archive = async () =>
      codeOf(
        call(transport, certifiers.changeStatus, { id: body, version: (await bodyOf(body)).version, to: "archived" }),
      );
    expect((await bodyOf(body)).inForceCount).toBe(1);
    expect(await archive()).toBe("certifier_in_use");
    await app.db.execute(
      sql`update certificates set state = 'suspended', state_reason = 'So' where id = ${certificate}::uuid`,
    );
    expect(await archive()).toBe("certifier_in_use");
    await take("suspend", body);
    expect(await archive()).toBe("certifier_suspended");
    await take("reinstate", body);
    await app.db.execute(sql`update certificates set state = 'withdrawn' where id = ${certificate}::uuid`);
    expect(await archive()).toBe("done");
    // Certificates of an archived certifier prove nothing until it is restored.
    await app.db.execute(sql`update certificates set state = 'verified' where id = ${certificate}::uuid`);
    app.clock.advance(3_600_001);
    await app.runJobs();
    expect(
      (await rowsAt(retailer)).map(({ status, findings }) => [status, findings.map(({ reason }) => reason)]),
    ).toEqual([
      ["paused", ["HALAL_BODY_SUSPENDED"]],
      ["paused", ["HALAL_BODY_SUSPENDED"]],
    ]);
    const restore = { id: body, version: (await bodyOf(body)).version, to: "active" } as const;
    await call(transport, certifiers.changeStatus, restore);
    expect((await statusesAt(retailer)).map(([status]) => status)).toEqual(["active", "active"]);
  });

  test("that loses its accreditation pauses assignments where a market requires one, like a certifier that never had any", async () => {
    const accreditation = {
      id: newId(),
      accreditor: "GAC",
      accreditationNo: null,
      scopeText: "Food",
      validFrom: null,
      validTo: null,
      withdrawnOn: null,
      withdrawnReason: null,
      sourceUrl: null,
    };
    const { body, retailer } = await world("IE");
    const never = await world("IE");
    const accredit = async (accreditations: readonly object[]) => {
      const wanted = { id: body, version: (await bodyOf(body)).version, accreditations: [...accreditations] } as never;
      const { fingerprint, consequences } = await call(transport, certifiers.previewUpdate, wanted);
      await call(transport, certifiers.update, { ...(wanted as object), fingerprint } as never);
      return consequences.map(({ verb, count }) => [verb, count]);
    };
    await accredit([accreditation]);
    // A warning at first, and a block once the market requires it: all certifiers without accreditation are treated
    // alike.
    expect((await rowsAt(never.retailer))[0]!.findings).toMatchObject([
      { reason: "BODY_NOT_ACCREDITED", isBlocking: false },
    ]);
    const requested = await call(transport, recognitions.previewPolicy, { market: "IE", accreditationPolicy: "block" });
    expect(requested.consequences).toMatchObject([{ verb: "paused", count: 2 }]);
    await call(transport, recognitions.changePolicy, { market: "IE", accreditationPolicy: "block" });
    expect(await statusesAt(never.retailer)).toEqual([
      ["paused", "BODY_NOT_ACCREDITED"],
      ["paused", "BODY_NOT_ACCREDITED"],
    ]);
    expect(await accredit([{ ...accreditation, withdrawnOn: "2026-11-20", withdrawnReason: "Audit failed" }])).toEqual([
      ["paused", 2],
    ]);
    expect((await statusesAt(retailer))[0]).toEqual(["paused", "BODY_NOT_ACCREDITED"]);
    expect(await accredit([accreditation])).toEqual([["resumed", 2]]);
    expect(await accredit([{ ...accreditation, validTo: "2026-11-19" }])).toEqual([["paused", 2]]);
    expect(await accredit([{ ...accreditation, validTo: "2026-11-20" }])).toEqual([["resumed", 2]]);
    expect(await accredit([])).toEqual([["paused", 2]]);
    const wrong = { id: body, version: (await bodyOf(body)).version };
    const half = [{ ...accreditation, withdrawnOn: "2026-11-20" }];
    expect(await codeOf(call(transport, certifiers.update, { ...wrong, accreditations: half }))).toBe("invalid_input");
  });
});
