import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { expect, test } from "vitest";
import type { Db } from "#api/context.ts";
import { migrateStored } from "#hosts/browser/migrateStored.ts";
import { fillSampleDatabase } from "#hosts/browser/sampleDatabase.ts";
import { moveSampleDates } from "#hosts/browser/sampleDates.ts";
import { withSampleFiles } from "#hosts/browser/sampleFiles.ts";
import { vipsPictures } from "#hosts/node/pictures.ts";
import { sampleReader } from "#hosts/node/sampleReader.ts";

const madeAt = "2026-01-10T08:00:00.000Z";
const dated = `
  select name as what, at from house_facts
  union all select name, created_at from brands
  union all select email, created_at from users
  union all select resource_id, at from audit_log
   order by what, at`;
type DatedValue = { what: string; at: Date };

// It fills a whole sample database on PGlite: a minute on a busy machine.
test("a visitor weeks after the build finds rows that seem to be from the same day", async () => {
  const pglite = await PGlite.create({ extensions: { pg_trgm } });
  const db = drizzle(pglite) as unknown as Db;
  await fillSampleDatabase(pglite, { now: madeAt, pictures: vipsPictures(), readSample: sampleReader(".") });
  const read = async () => (await pglite.query<DatedValue>(dated)).rows;
  const before = await read();
  expect(new Set(before.map(({ what }) => what))).toContain("demo@mizan.example");

  // One second before the next day.
  await moveSampleDates(db, "2026-01-11T07:59:59.000Z");
  expect(await read()).toEqual(before);

  await moveSampleDates(db, "2026-03-05T09:30:00.000Z");
  const moved = before.map(({ what, at }) => ({ what, at: new Date(at.getTime() + 54 * 86_400_000) }));
  expect(await read()).toEqual(moved);

  // The year of redemptions ends today, and terms begin and end with their columns.
  const [{ last, differing }] = (
    await pglite.query<{ last: Date; differing: number }>(`
      select (select max(created_at) from redemptions) as last,
             (select count(*)::int from campaigns join campaign_versions as version on version.campaign_id = campaigns.id
               where (version.terms #>> '{window,startsAt}')::timestamptz is distinct from version.starts_at
                  or (version.terms #>> '{window,endsAt}')::timestamptz is distinct from version.ends_at
                  or campaigns.draft -> 'window' is distinct from version.terms -> 'window') as differing`)
  ).rows as [{ last: Date; differing: number }];
  expect(last.getTime()).toBeGreaterThan(Date.parse("2026-03-02T00:00:00Z"));
  expect(last.getTime()).toBeLessThan(Date.parse("2026-03-05T09:30:00Z"));
  expect(differing).toBe(0);

  // The trigger that protects the log is active again.
  const { rows } = await pglite.query("show session_replication_role");
  expect(rows).toEqual([{ session_replication_role: "origin" }]);

  // The documents of sample certificates are included; uploads are stored separately and win.
  const sent = new Map([["kept/own/document", Uint8Array.of(1)]]);
  const files = withSampleFiles(db, {
    put: async () => {},
    get: async (key) => sent.get(key) ?? null,
    remove: async () => {},
  });
  const shown = await pglite.query<{ key: string; kind: string }>(
    "select key, kind from files where resource = 'certificates' order by name",
  );
  const startOf = async (key: string) =>
    Buffer.from((await files.get(key)) ?? [])
      .subarray(0, 4)
      .toString("latin1");
  expect(new Set(shown.rows.map(({ kind }) => kind))).toEqual(new Set(["document", "image"]));
  for (const { key, kind } of shown.rows) {
    const part = kind === "image" ? "large" : "document";
    expect(await startOf(`kept/${key}/${part}`)).toBe(kind === "image" ? "RIFF" : "%PDF");
  }
  expect(await files.get("kept/own/document")).toEqual(Uint8Array.of(1));
  expect(await files.get("kept/none/document")).toBeNull();

  // A visitor whose database was built without sample files.
  await pglite.query("drop table sample_files");
  await migrateStored(db);
  expect(await files.get("kept/none/document")).toBeNull();
  await files.remove("kept/none/document");
  await pglite.close();
}, 240_000);
