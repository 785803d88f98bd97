import type { Db } from "#api/context.ts";
import { makeSampleFiles } from "#hosts/browser/sampleFiles.ts";

/** Brings a database that an earlier visit left to where this build begins, also one of a build that knew less. */
export async function migrateKept(db: Db): Promise<void> {
  // Loaded by nobody who comes for the first time.
  const [{ migrate }, { migrations }] = await Promise.all([
    import("#database/migrate.ts"),
    import("#database/migrations.ts"),
  ]);
  await migrate(db, migrations);
  await makeSampleFiles(db);
}
