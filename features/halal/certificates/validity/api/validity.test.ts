import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { dayMs } from "#base/time.ts";
import { at, certificateFactory, codeOf, line } from "#api/testing/certificateFactory.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId } from "#api/testing/testApi.ts";
import { sweepCertificates } from "#features/halal/certificates/validity/api/expiryJob.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { call } from "#web/call.ts";

const {
  app,
  ids,
  brandsTeam,
  reviewer,
  heard,
  productIds,
  get,
  show,
  submit,
  verify,
  verified,
  preview,
  take,
  create,
  ready,
} = await certificateFactory();
afterAll(() => app.close());

/** The emails that `work` has sent. */
async function emailsOf(work: () => Promise<unknown>) {
  await app.sendNotices();
  app.emails.length = 0;
  await work();
  await app.sendNotices();
  return app.emails.map(({ to, subject, text }) => ({ to, subject, text }));
}

describe("a loss", () => {
  test("is sent to its holder and to the brands whose products it lists, each once, with the reason", async () => {
    const own = await verified();
    let suspended = own;
    // The preview before it sends no emails.
    const reported = await emailsOf(async () => (suspended = await take(own, "suspend")));
    expect(reported.map(({ to, subject }) => [to, subject])).toEqual([
      [
        "halal@brand.example",
        `Halal certificate ${own.certificateNo} was suspended · عُلّقت شهادة الحلال \u2068${own.certificateNo}\u2069`,
      ],
    ]);
    expect(reported[0]!.text).toContain("Reason: The register says so");
    expect(reported[0]!.text).toContain("It lists 2 products:\n- Medjool Dates 1 kg\n- Pure Ghee 500 g\n");
    expect(reported[0]!.text).toContain(
      "المنتجات المدرجة فيها (2):\n- \u2068تمر مجهول\u2069\n- \u2068سمن خالص\u2069\n",
    );
    const back = await emailsOf(() => call(reviewer.transport, certificates.reinstate, at(suspended)));
    expect(back.map(({ to, subject }) => [to, subject.split(" · ")[0]])).toEqual([
      ["halal@brand.example", `Halal certificate ${own.certificateNo} was reinstated`],
    ]);
    expect(back[0]!.text).not.toContain("Reason:");
  });

  test("of another holder's certificate is sent to each listed brand, with its own products only", async () => {
    const { insert, product, retailer, type } = market(app.db);
    await app.db.execute(sql`update brands set contact_email = 'Halal@other.example' where id = ${ids.otherBrand}`);
    const foreign = await product({ brand_id: ids.otherBrand, name: "Foreign biscuits", status: "draft" });
    // As the event handler of assignments leaves it.
    await insert("assignments", {
      retailer_id: await retailer({ retailer_type_id: await type() }),
      product_id: foreign,
      status: "paused",
      pause_source: "auto",
      pause_reason: "HALAL_SUSPENDED",
      paused_at: app.clock.now,
      starts_at: app.clock.now,
      stock_status: "unknown",
      cashback_mode: "inherit",
      version: 1,
      created_at: app.clock.now,
      updated_at: app.clock.now,
    });
    const works = { holderType: "external", holderBrandId: null, holderName: "Somebody's Works" };
    const shown = await show(await create(works, reviewer.transport), "works", reviewer.transport);
    const lines = [line("Dates"), line("Biscuits")];
    const listed = await call(reviewer.transport, certificates.addLines, { ...at(shown), lines });
    const linked = await call(reviewer.transport, certificates.linkLines, {
      ...at(listed),
      links: lines.map(({ id }, place) => ({ lineId: id, productId: [productIds.dates, foreign][place]! })),
      reason: "Made there for both brands",
    });
    const standing = await verify(await submit(linked));
    const reported = await emailsOf(() => take(standing, "withdraw"));
    const textTo = (to: string) => reported.filter((email) => email.to === to).map(({ text }) => text);
    expect(reported).toHaveLength(2);
    const [toBrand, toOther] = [textTo("halal@brand.example"), textTo("halal@other.example")];
    expect(toBrand[0]).toContain("It lists 1 product of Bustan Nour:\n- Medjool Dates 1 kg\n");
    expect(toBrand[0]).not.toMatch(/Foreign biscuits|Paused:/);
    expect(toOther[0]).toContain("It lists 1 product of Other Foods:\n- Foreign biscuits\n");
    expect(toOther[0]).toContain("Paused: 1 product at 1 retailer.");
    expect(toOther[0]).not.toContain("Medjool");
  });

  test("is previewed by a rolled-back change, then happens exactly as shown or not at all", async () => {
    const standing = await verified();
    heard.length = 0;
    const shown = await preview(standing, "suspend");
    expect(shown).toMatchObject({
      productCount: 2,
      consequences: [{ resource: "assignments", verb: "paused", facts: { retailers: 2 } }],
    });
    expect((await get(standing.id)).state).toBe("verified");
    const stale = { ...at(standing), reason: "Why", fingerprint: "0".repeat(64) };
    expect(await codeOf(call(reviewer.transport, certificates.suspend, stale))).toBe("preview_stale");
    expect((await get(standing.id)).state).toBe("verified");
    const suspended = await take(standing, "suspend");
    expect(suspended).toMatchObject({ state: "suspended", stateReason: "The register says so" });
    expect(heard.at(-1)).toMatchObject({ type: "certificate.suspended" });
    expect(heard.at(-1)!.products.toSorted()).toEqual([productIds.dates, productIds.ghee].toSorted());
    const back = await call(reviewer.transport, certificates.reinstate, { ...at(suspended) });
    expect(back).toMatchObject({ state: "verified", stateReason: null });
    expect(heard.at(-1)!.type).toBe("certificate.reinstated");
    expect(await take(back, "withdraw")).toMatchObject({ state: "withdrawn", steps: [] });
    // One outbox row per event; previews left none.
    const outbox = await app.db.execute(
      sql`select type from outbox_events where resource_id = ${standing.id} order by type`,
    );
    expect((outbox as { rows: { type: string }[] }).rows.map(({ type }) => type)).toEqual([
      "certificate.reinstated",
      "certificate.submitted",
      "certificate.suspended",
      "certificate.verified",
      "certificate.withdrawn",
    ]);
  });

  test("of a line leaves the other lines unchanged, and the preview says what else covers the product", async () => {
    const [standing, other] = [await verified(), await verified()];
    const { rows } = await call(reviewer.transport, certificates.listLines, { id: standing.id });
    expect(rows[0]!.alsoCoveredBy).toContainEqual({ id: other.id, code: other.code });
    const lineIds = [rows[0]!.id];
    const { fingerprint, products, coveredCount } = await preview(standing, "reduceScope", lineIds);
    expect([products.map(({ id }) => id), coveredCount]).toEqual([[productIds.dates], 1]);
    let reduced = standing;
    const input = { ...at(standing), lineIds, reason: "Not in the register", fingerprint };
    const reported = await emailsOf(
      async () => (reduced = await call(reviewer.transport, certificates.reduceScope, input)),
    );
    expect(reported.map(({ text }) => /It no longer lists .+:\n(?:- .+\n)+/.exec(text)?.[0])).toEqual([
      "It no longer lists 1 product:\n- Medjool Dates 1 kg\n",
    ]);
    expect(reduced).toMatchObject({ state: "verified", lineCounts: { listed: 1, removed: 1 } });
    expect(await codeOf(preview(reduced, "reduceScope", lineIds))).toBe("line_unknown");
  });
});

describe("a renewal", () => {
  test("is valid from its first instant, when the older one ends: without a gap or an overlap", async () => {
    const older = await verified({ expiresOn: "2026-12-31" });
    const newId1 = newId();
    const draft = await call(reviewer.transport, certificates.renew, { id: older.id, newId: newId1 });
    expect(await call(reviewer.transport, certificates.renew, { id: older.id, newId: newId1 })).toEqual(draft);
    expect(draft).toMatchObject({
      revision: 2,
      validFrom: "2027-01-01",
      supersedes: { id: older.id },
      lineCounts: { listed: 2, matched: 2 },
    });
    expect(await codeOf(call(reviewer.transport, certificates.renew, { id: older.id, newId: newId() }))).toBe(
      "step_blocked",
    );
    const filled = await call(brandsTeam, certificates.update, {
      ...at(draft),
      issuedOn: "2026-11-20",
      validFrom: "2026-12-15",
      expiresOn: "2027-12-14",
    });
    let newer = filled;
    const reported = await emailsOf(
      async () => (newer = await verify(await submit(await show(filled, `renewal ${newId1}`)))),
    );
    expect(reported.map(({ to, subject }) => [to, subject.split(" · ")[0]])).toEqual([
      ["halal@brand.example", `Halal certificate ${older.certificateNo} was renewed`],
    ]);
    expect(reported[0]!.text).toContain("The new revision is valid from 15 December 2026 to 14 December 2027.");
    expect(newer.effectiveState).toBe("upcoming");
    const start = newer.startsAt!;
    expect(await get(older.id)).toMatchObject({ state: "verified", endsAt: start, supersededBy: { id: newer.id } });
    const before = app.clock.now;
    app.clock.now = new Date(Date.parse(start) - 1).toISOString();
    expect([(await get(older.id)).effectiveState, (await get(newer.id)).effectiveState]).toEqual([
      "expiring",
      "upcoming",
    ]);
    app.clock.now = start;
    // By the clock alone, before any job runs.
    expect([(await get(older.id)).effectiveState, (await get(newer.id)).effectiveState]).toEqual([
      "superseded",
      "valid",
    ]);
    await sweepCertificates(app.api.systemContext());
    expect(await get(older.id)).toMatchObject({ state: "superseded", supersededBy: { id: newer.id } });
    const { rows } = await call(reviewer.transport, certificates.listRevisions, { id: older.id });
    expect(rows.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [newer.id, false],
      [older.id, true],
    ]);
    app.clock.now = before;
  });

  test("that is valid at once is announced before the one it replaces, so that nothing pauses in between", async () => {
    const older = await verified({ expiresOn: "2026-12-31" });
    const newId1 = newId();
    const draft = await call(reviewer.transport, certificates.renew, { id: older.id, newId: newId1 });
    const days = { issuedOn: "2026-11-01", validFrom: "2026-11-15", expiresOn: "2027-11-14" };
    const filled = await call(brandsTeam, certificates.update, { ...at(draft), ...days });
    const submitted = await submit(await show(filled, `renewal ${newId1}`));
    heard.length = 0;
    await verify(submitted);
    expect(heard.map(({ type }) => type)).toEqual(["certificate.verified", "certificate.superseded"]);
    expect((await get(older.id)).state).toBe("superseded");
  });

  test("that is suspended before it begins restores the end of the older one", async () => {
    const older = await verified({ expiresOn: "2026-12-30" });
    const draft = await call(reviewer.transport, certificates.renew, { id: older.id, newId: newId() });
    const filled = await call(brandsTeam, certificates.update, {
      ...at(draft),
      issuedOn: "2026-11-20",
      validFrom: "2026-12-10",
      expiresOn: "2027-12-14",
    });
    const newer = await verify(await submit(await show(filled, `early ${draft.id}`)));
    expect((await get(older.id)).endsAt).toBe(newer.startsAt);
    const suspended = await take(newer, "suspend");
    expect((await get(older.id)).endsAt).toBe("2026-12-30T20:00:00.000Z");
    await call(reviewer.transport, certificates.reinstate, at(suspended));
    expect((await get(older.id)).endsAt).toBe(newer.startsAt);
  });
});

describe("the clock", () => {
  test("ends a certificate at the end of its last day in its own zone, to the millisecond", async () => {
    const { id, endsAt } = await verified({ expiresOn: "2026-11-25", timezone: "Asia/Kuala_Lumpur" });
    expect(endsAt).toBe("2026-11-25T16:00:00.000Z");
    const before = app.clock.now;
    app.clock.now = "2026-11-25T15:59:59.999Z";
    expect((await get(id)).effectiveState).toBe("expiring");
    app.clock.now = endsAt!;
    expect(await get(id)).toMatchObject({ effectiveState: "expired", state: "verified", daysLeft: -1 });
    const found = await call(reviewer.transport, certificates.list, {
      state: ["expired"],
      sort: "endsAt",
      limit: 100,
      count: "none",
    });
    expect(found.rows.map((row) => row.id)).toContain(id);
    app.clock.now = before;
  });

  test("gives every certificate the same state in the list's filters as on its page", async () => {
    await create();
    await submit(await ready());
    const days = [{ validFrom: "2026-12-01" }, { expiresOn: "2028-01-01" }, { expiresOn: "2026-11-19" }];
    for (const fields of days) await verified(fields);
    const { rows } = await call(reviewer.transport, certificates.list, {
      sort: "code",
      limit: 100,
      count: "none",
      state: [
        "draft",
        "submitted",
        "changes_requested",
        "rejected",
        "upcoming",
        "valid",
        "expiring",
        "expired",
        "suspended",
        "withdrawn",
        "superseded",
      ],
    });
    expect(new Set(rows.map(({ effectiveState }) => effectiveState)).size).toBeGreaterThan(7);
    const { byState } = await call(reviewer.transport, certificates.countByState, {});
    for (const state of new Set(rows.map(({ effectiveState }) => effectiveState))) {
      const meant = rows.filter(({ effectiveState }) => effectiveState === state);
      const found = await call(reviewer.transport, certificates.list, {
        sort: "code",
        limit: 100,
        count: "none",
        state: [state],
      });
      expect(found.rows.map(({ id }) => id)).toEqual(meant.map(({ id }) => id));
      expect(byState[state].count).toBe(meant.length);
    }
    for (const row of rows.slice(0, 12)) {
      const whole = await get(row.id);
      expect([whole.effectiveState, whole.daysLeft]).toEqual([row.effectiveState, row.daysLeft]);
    }
  });

  test("triggers each notice once, by email to holder and reviewer, and at the end", async () => {
    const certificate = await verified({ expiresOn: "2027-02-28" });
    const selection = { ids: [certificate.id] };
    const input = { selection, reviewerId: reviewer.actor.userId };
    const { fingerprint } = await call(reviewer.transport, certificates.previewAssignment, input);
    await call(reviewer.transport, certificates.applyAssignment, { ...input, fingerprint });
    const before = app.clock.now;
    const noticesAt = async (instant: string) => {
      app.clock.now = instant;
      app.emails.length = 0;
      await sweepCertificates(app.api.systemContext());
      await sweepCertificates(app.api.systemContext());
      await app.sendNotices();
      return app.emails
        .filter(({ text }) => text.includes(certificate.code))
        .map(({ to, subject }) => [to.split("@")[1], subject.split(" · ")[0]]);
    };
    const email = () => app.emails.find(({ text }) => text.includes(certificate.code))!;
    const subject = (end: string) => [
      ["brand.example", `Halal certificate ${certificate.certificateNo} ${end}`],
      ["mizan.test", `Halal certificate ${certificate.certificateNo} ${end}`],
    ];
    expect(await noticesAt(before)).toEqual(subject("expires in 100 days"));
    // 91 days are left: nothing to send. On the next day, the last day to apply, there is.
    expect(await noticesAt("2026-11-29T08:00:00.000Z")).toEqual([]);
    expect(await noticesAt("2026-11-30T08:00:00.000Z")).toEqual(subject("expires in 90 days"));
    // After two months without a run there is one email, not two.
    expect(email().text).toContain(" The last day to apply to WHA for renewal is 30 November 2026.");
    expect(await noticesAt("2027-02-10T08:00:00.000Z")).toEqual(subject("expires in 18 days"));
    expect(email().subject).toContain(`تنتهي شهادة الحلال \u2068${certificate.certificateNo}\u2069 خلال 18 يومًا`);
    expect(email().text).toContain(
      " The last day to apply to WHA for renewal was 30 November 2026, so this is now a new application.",
    );
    expect(email().text).toContain("ويُعدّ الآن طلبًا جديدًا");
    expect(await noticesAt("2027-02-28T19:59:59.000Z")).toEqual(subject("expires today"));
    expect(await noticesAt("2027-02-28T20:00:00.000Z")).toEqual(subject("has expired"));
    expect(
      heard.filter(({ type, products }) => type === "certificate.expired" && products.includes(productIds.dates))
        .length,
    ).toBeGreaterThan(0);
    expect(await noticesAt(new Date(Date.parse("2027-02-28T20:00:00.000Z") + dayMs).toISOString())).toEqual([]);
    app.clock.now = before;
  });

  test("triggers notices for any number of certificates in one sweep, each once", async () => {
    const { id } = await verified();
    await app.db.execute(sql`
      insert into certificates (
               id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_brand_id, holder_name, issued_on,
               valid_from, expires_on, validity_basis, timezone, state, state_changed_at, verified_at, verified_by, sort_key,
               words, created_at, updated_at)
      select gen_random_uuid(), body_id, 'MANY-' || n, 'many' || n, kind, holder_type, holder_brand_id, holder_name,
             issued_on, valid_from, ${app.clock.now}::timestamptz::date + 20, validity_basis, timezone, state, state_changed_at, verified_at,
             verified_by, sort_key, words, created_at, updated_at
        from certificates, generate_series(1, 1700) as n
       where id = ${id}`);
    // More than fit into the first batches of a sweep, with two sweeps at once.
    await Promise.all([sweepCertificates(app.api.systemContext()), sweepCertificates(app.api.systemContext())]);
    await sweepCertificates(app.api.systemContext());
    const reported = await app.db.execute(sql`
      with letters as materialized (
        select (facts ->> 'id')::uuid as id from collected_notices where kind = 'certificates.notices'
      )
      select count(*)::int as events, count(distinct certificate.id)::int as certificates,
             count(distinct letter.id)::int as addressed, count(letter.id)::int as letters
        from outbox_events as event
        join certificates as certificate on certificate.id = event.resource_id::uuid
        left join letters as letter on letter.id = certificate.id
       where certificate.certificate_no like 'MANY-%' and event.type = 'certificate.expiring'`);
    expect((reported as { rows: unknown[] }).rows).toEqual([
      { events: 1700, certificates: 1700, addressed: 1700, letters: 1700 },
    ]);
  });

  test("publishes the same event data from a sweep as for a single change", async () => {
    const { id } = await verified({ expiresOn: "2027-01-15" });
    await sweepCertificates(app.api.systemContext());
    const outbox = await app.db.execute(
      sql`select type, payload from outbox_events where resource_id = ${id} order by type`,
    );
    const { code, certificateNo, revision, kind, state, validFrom, expiresOn, endsAt } = await get(id);
    const payload = { id, code, certificateNo, revision, kind, validFrom, expiresOn, endsAt };
    const listed = { productIds: [productIds.dates, productIds.ghee].toSorted(), productCount: 2 };
    expect((outbox as { rows: unknown[] }).rows).toEqual([
      { type: "certificate.expiring", payload: { ...payload, ...listed, state } },
      { type: "certificate.submitted", payload: { ...payload, ...listed, state: "submitted" } },
      { type: "certificate.verified", payload: { ...payload, ...listed, state } },
    ]);
  });
});
