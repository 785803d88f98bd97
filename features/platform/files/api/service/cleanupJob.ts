import { and, asc, inArray, lt, sql } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { violationOf } from "#api/violations.ts";
import { partKeys } from "#features/platform/files/api/service/records.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";

export const removalJob = "files.remove";

/** A form may stay open over night; after that nobody comes back for what was sent with it. */
const looseForMs = dayMs;
const atOnce = 200;

/**
 * Takes away what no record has shown for a day. The bytes go by a job of their own, once the row is gone for good: a row
 * without bytes would be a file that cannot be shown.
 */
export async function sweepLooseFiles(ctx: Ctx): Promise<void> {
  const loose = await ctx.db
    .select({ id: filesTable.id })
    .from(filesTable)
    .where(lt(filesTable.looseSince, addMs(ctx.now, -looseForMs)))
    .orderBy(asc(filesTable.looseSince))
    .limit(atOnce);
  for (const { id } of loose) await removeLooseFile(ctx, id);
  if (loose.length > 0) ctx.jobs.wake();
}

async function removeLooseFile(ctx: Ctx, id: string): Promise<void> {
  try {
    await inTransaction(ctx, async (inner) => {
      const isStillLoose = and(inArray(filesTable.id, [id]), lt(filesTable.looseSince, addMs(ctx.now, -looseForMs)));
      const [gone] = await inner.db.delete(filesTable).where(isStillLoose).returning();
      if (gone) await enqueueJob(inner, removalJob, { keys: partKeys(gone) });
    });
  } catch (error) {
    if (violationOf(error)?.kind !== "foreign_key") throw error;
    // A record points at it and has not said so. It stays, and is asked about again when the others have had their turn.
    ctx.log.warn("a record points at a file that is not attached to it", { fileId: id });
    await ctx.db
      .update(filesTable)
      .set({ looseSince: ctx.now })
      .where(and(inArray(filesTable.id, [id]), sql`${filesTable.looseSince} is not null`));
  }
}

/** Removing what is not there is no mistake: the job may run twice. */
export async function removeParts(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  for (const key of payload.keys as readonly string[]) await ctx.files.remove(key);
}
