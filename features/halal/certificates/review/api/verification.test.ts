import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { at, certificateFactory, refusalOf } from "#api/testing/certificateFactory.ts";
import { newId } from "#api/testing/testApi.ts";
import { migrations } from "#database/migrations.ts";
import { certificatesTable } from "#features/halal/certificates/api/tables.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { call } from "#web/call.ts";

const { app, reviewer, create, get, upload, ready, submit, verify, verified } = await certificateFactory();
afterAll(() => app.close());

test("an archived body or standard stays where it is used, and can't be selected any more", async () => {
  const draft = await ready();
  const [body, standard] = [newId(), newId()];
  const { now } = app.clock;
  await app.db.execute(sql`
    insert into certifying_bodies (id, acronym, name, sort_key, country, kind, status, words, created_at, updated_at)
    values (${body}, 'OLD', 'Old Authority', 'old', 'AE', 'private', 'archived', 'old', ${now}::timestamptz, ${now}::timestamptz)`);
  await app.db.execute(sql`
    insert into halal_standards (id, code, edition, title, owner, status, created_at, updated_at)
    values (${standard}, 'OLD 1', '1990', 'Halal food', 'GSO', 'archived', ${now}::timestamptz, ${now}::timestamptz)`);
  const update = (fields: object, of = draft) =>
    call(reviewer.transport, certificates.update, { ...at(of), ...fields });
  const errorsOf = async (work: Promise<unknown>) =>
    (await refusalOf(work)).errors.map(({ path, code }) => [path, code]);
  expect(await errorsOf(update({ bodyId: body, standardIds: [standard] }))).toEqual([
    ["bodyId", "choice_gone"],
    ["standardIds", "choice_gone"],
  ]);
  expect(await errorsOf(create({ bodyId: body }))).toEqual([["bodyId", "choice_gone"]]);
  await app.db.update(certificatesTable).set({ bodyId: body }).where(eq(certificatesTable.id, draft.id));
  expect(await update({ holderName: "Bustan Nour Foods" })).toMatchObject({ bodyId: body, version: draft.version + 1 });
  const { bodies } = await call(reviewer.transport, certificates.choices, {});
  expect(bodies.find(({ id }) => id === body)).toMatchObject({ acronym: "OLD", isArchived: true });
  expect(bodies.find(({ id }) => id === draft.bodyId)).toMatchObject({ isArchived: false });
});

describe("the evidence of a verification", () => {
  test("needs a snapshot to claim the register, and keeps it", async () => {
    const submitted = await submit(await ready());
    const bare = { method: "registry_lookup", evidenceLevel: "registry_verified" };
    expect((await refusalOf(verify(submitted, bare))).errors).toMatchObject([
      { path: "snapshotFileId", code: "snapshot_missing" },
    ]);
    const snapshotFileId = await upload("register", reviewer.transport);
    const done = await verify(submitted, { ...bare, snapshotFileId });
    expect(done.registrySnapshotFileId).toBe(snapshotFileId);
    expect(done.documents.map(({ kind }) => kind)).toEqual(["certificate", "registry_snapshot"]);
  });

  test("can be checked again by another user, and only a second person can raise its level", async () => {
    const standing = await verified();
    const { transport: colleague, actor } = await app.signIn("Colleague", ["certificates.read", "certificates.verify"]);
    const registry = { method: "registry_lookup", registryUrl: "https://registry.example.org/7" } as const;
    const check = (
      who = colleague,
      of = standing,
      evidenceLevel: "registry_verified" | "document_only" = "registry_verified",
    ) => call(who, certificates.recordCheck, { ...at(of), ...registry, evidenceLevel });
    const day = app.clock.now;
    app.clock.now = "2026-11-23T09:00:00.000Z";
    const checked = await check();
    expect(checked).toMatchObject({
      evidenceLevel: "registry_verified",
      verifiedAt: standing.verifiedAt,
      verifiedBy: { name: "Reviewer" },
      lastCheckedAt: app.clock.now,
      lastCheckedBy: { id: actor.userId, name: "Colleague" },
    });
    const reported = await call(app.anonymous, certificates.readPublic, { code: standing.code });
    expect(reported).toMatchObject({ verifiedOn: "2026-11-20", lastCheckedOn: "2026-11-23" });

    // As an earlier release left it: with the day of the check in place of the verification's. The log has the right
    // one.
    await app.db.execute(sql`
      update certificates set verified_at = last_checked_at, last_checked_at = null, last_checked_by = null
       where id = ${standing.id}`);
    const { sql: statements } = migrations.find(({ name }) => name === "0033_certificate_checks.sql")!;
    await app.db.execute(sql.raw(statements.slice(statements.indexOf("update certificates"))));
    expect(await get(standing.id)).toMatchObject({
      verifiedAt: standing.verifiedAt,
      lastCheckedAt: app.clock.now,
      lastCheckedBy: { name: "Colleague" },
    });

    // A colleague may check a certificate that they submitted and another user verified, but not raise its level.
    const own = await verifiedFor(actor.userId);
    expect((await refusalOf(check(colleague, own))).errors).toMatchObject([
      { path: "evidenceLevel", code: "level_second_person" },
    ]);
    expect(await check(colleague, own, "document_only")).toMatchObject({ lastCheckedBy: { name: "Colleague" } });
    const forced = app.db
      .update(certificatesTable)
      .set({ evidenceLevel: "registry_verified", lastCheckedBy: actor.userId })
      .where(eq(certificatesTable.id, own.id));
    await expect(forced).rejects.toMatchObject({ cause: { constraint: "certificates__level" } });
    expect(await check(reviewer.transport, await get(own.id))).toMatchObject({ evidenceLevel: "registry_verified" });
    app.clock.now = day;
  });

  /** Verified by the reviewer, as if this user had submitted it. */
  async function verifiedFor(userId: string): Promise<Certificate> {
    const submitted = await submit(await ready());
    await app.db.update(certificatesTable).set({ submittedBy: userId }).where(eq(certificatesTable.id, submitted.id));
    return verify(submitted);
  }
});
