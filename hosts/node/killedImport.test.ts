import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { settingsFor } from "#api/testing/testServer.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { imports } from "#features/platform/imports/contract.ts";
import { bundleProgram, startProgram } from "#hosts/node/testing/killable.ts";
import { call } from "#web/call.ts";

const source = inject("testDatabase");
const rowsInFile = 5000;
const openWrites = sql`
  select pid
    from pg_locks
   where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
const program = await bundleProgram(new URL("./testing/importLoad.ts", import.meta.url));
afterAll(() => rmSync(dirname(program), { recursive: true, force: true }));

// PGlite runs in the killed process, and its durability is tested with the hosts.
test.skipIf(source.engine === "pglite")(
  "an import whose process is killed twice has written nothing; the next one takes it over and writes everything once",
  async () => {
    const api = await testApi([importsFeature([brandsImporter])]);
    onTestFinished(api.close);
    const { transport } = await api.signIn("Huda", ["brands.import"]);
    const count = async (table: "brands" | "audit_log") =>
      (await rowsOf<{ count: number }>(api.db, sql`select count(*)::int as count from ${sql.identifier(table)}`))[0]!
        .count;
    const importId = newId();
    const one = { importId, language: "en" } as const;
    const text = `name\n${Array.from({ length: rowsInFile }, (_, index) => `Brand ${index}\n`).join("")}`;
    await call(transport, imports.upload, { ...one, resource: "brands", fileName: "a.csv", encoding: "utf-8", text });
    await call(transport, imports.check, { ...one, mapping: ["name"] });
    await api.runJobs();
    await call(transport, imports.commit, { ...one, mode: "good_rows" });

    if (source.engine === "pglite") throw new Error("skipped above");
    const [database] = await rowsOf<{ name: string }>(api.db, sql`select current_database() as name`);
    const settings = JSON.stringify(settingsFor(source, database!.name));
    for (const chunk of [1, 4]) {
      const worker = startProgram(program, [settings, api.clock.now, String(chunk)]);
      await worker.until((lines) => lines.includes(`chunk ${chunk}`));
      worker.process.kill("SIGKILL");
      await worker.ended;
      // The transaction is gone once the server has ended the dead client's connection.
      await vi.waitFor(async () => expect(await rowsOf(api.db, openWrites)).toEqual([]), 10_000);
      expect([await count("brands"), await count("audit_log")]).toEqual([0, 0]);
      // Its lease lasts a minute; until then no other process may take it.
      await api.runJobs();
      expect(await count("brands")).toBe(0);
      api.clock.advance(61_000);
    }
    await api.runJobs();
    expect(await call(transport, imports.read, one)).toMatchObject({ state: "imported", processed: rowsInFile });
    expect([await count("brands"), await count("audit_log")]).toEqual([rowsInFile, rowsInFile]);
    console.log(`kill -9 of an import: 2 kills, 0 rows left behind, ${rowsInFile} of ${rowsInFile} written after`);
  },
);
