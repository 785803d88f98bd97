import { sql } from "drizzle-orm";
import { type RunSource, runRow, stateCase } from "#api/runSource.ts";
import { requestStop } from "#features/platform/imports/api/service/commits.ts";
import { importsTable as table } from "#features/platform/imports/api/tables.ts";

/** A file that nobody has mapped is no run yet. One that failed is checked again on its own screen. */
export const importRunSource: RunSource = {
  kind: "import",
  rows: () =>
    runRow("import", {
      id: sql`id`,
      area: sql`resource`,
      detail: sql`file_name`,
      ownerId: sql`owner_id`,
      state: stateCase(sql`state`, { checking: "running", importing: "running", checked: "waiting", imported: "done" }),
      notice: sql`notice`,
      processed: sql`processed`,
      total: sql`rows_count`,
      createdAt: sql`created_at`,
      finishedAt: sql`finished_at`,
      from: sql`${table} where state <> 'uploaded'`,
    }),
  cancel: requestStop,
};
