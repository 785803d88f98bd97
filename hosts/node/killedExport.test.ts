import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { exportFiles, exportLimits } from "#base/exports.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { settingsFor } from "#api/testing/testServer.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { exportsFeature } from "#features/platform/exports/api/routes.ts";
import { readXlsx } from "#features/platform/imports/api/service/readXlsx.ts";
import { notificationsFeature } from "#features/platform/notifications/api/routes.ts";
import { makeDrafts } from "#hosts/node/testing/drafts.ts";
import { bundleProgram, startProgram } from "#hosts/node/testing/killable.ts";
import { call, download } from "#web/call.ts";

const source = inject("testDatabase");
const { partRows } = exportLimits;
const rowsInFile = 2 * partRows + 500;
const program = await bundleProgram(new URL("./testing/exportLoad.ts", import.meta.url));
afterAll(() => rmSync(dirname(program), { recursive: true, force: true }));

// PGlite runs in the killed process, and its durability is tested with the hosts.
test.skipIf(source.engine === "pglite")(
  "an export whose process is killed twice has every row once, in order",
  { timeout: 60_000 },
  async () => {
    if (source.engine === "pglite") throw new Error("skipped above");
    const api = await testApi([brandsFeature, exportsFeature(brandsFeature.routes), notificationsFeature]);
    onTestFinished(api.close);
    const { transport } = await api.signIn("Huda", ["brands.read", "brands.export"]);
    await makeDrafts(api.db, rowsInFile);
    const [database] = await rowsOf<{ name: string }>(api.db, sql`select current_database() as name`);
    const settings = JSON.stringify(settingsFor(source, database!.name));
    const { id: exportId } = await call(transport, exportFiles.start, {
      exportId: newId(),
      operation: brands.exportCsv.path,
      input: { sort: "name", columns: ["name"] },
      presentation: { format: "xlsx", language: "en", timeZone: "UTC", texts: {}, translated: null },
    });

    for (const parts of [1, 2]) {
      // In the middle of the second part that it prepares.
      const worker = startProgram(program, [settings, api.clock.now, String(partRows + 100)]);
      await worker.until((lines) => lines.includes("paused"));
      worker.process.kill("SIGKILL");
      await worker.ended;
      expect(await call(transport, exportFiles.read, { exportId })).toMatchObject({
        state: "running",
        rowsCount: parts * partRows,
      });
      // Its lease lasts a minute; until then no other process may take it.
      api.clock.advance(61_000);
    }
    await api.runJobs();
    expect(await call(transport, exportFiles.read, { exportId })).toMatchObject({
      state: "done",
      rowsCount: rowsInFile,
    });

    const { ticket } = await call(transport, exportFiles.createTicket, { exportId });
    const file = await download(transport, exportFiles.download, { exportId, ticket });
    const names: unknown[] = [];
    for await (const { cells } of readXlsx(new Uint8Array(await file.arrayBuffer()))) names.push(cells[0]);
    const listed = await rowsOf<{ name: string }>(api.db, sql`select name from brands order by sort_key, id`);
    expect(names.slice(1)).toEqual(listed.map(({ name }) => name));
  },
);
