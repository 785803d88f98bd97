import type { Db } from "#api/context.ts";
import { makeSampleFiles } from "#hosts/browser/sampleFiles.ts";

/** Migrates a database of an earlier visit to this build's version. */
export async function migrateStored(db: Db): Promise<void> {
  // Not loaded on first visits.
  const [{ migrate }, { migrations }] = await Promise.all([
    import("#database/migrate.ts"),
    import("#database/migrations.ts"),
  ]);
  await migrate(db, migrations);
  await makeSampleFiles(db);
}
