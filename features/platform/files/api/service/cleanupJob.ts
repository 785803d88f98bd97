import { and, asc, inArray, lt, sql } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { violationOf } from "#api/violations.ts";
import { partKeys } from "#features/platform/files/api/service/records.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";

export const removalJob = "files.remove";

/** A form may stay open overnight; after that its uploads are not needed. */
const looseForMs = dayMs;
const atOnce = 200;

/**
 * Deletes files that no record has shown for a day. Another job deletes the bytes after the row is committed as
 * deleted: a row without bytes would be a file that can't be shown.
 */
export async function removeLooseFiles(ctx: Ctx): Promise<void> {
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
    // A record refers to it without having attached it. It stays, and is checked again after the others.
    ctx.log.warn("a record points at a file that is not attached to it", { fileId: id });
    await ctx.db
      .update(filesTable)
      .set({ looseSince: ctx.now })
      .where(and(inArray(filesTable.id, [id]), sql`${filesTable.looseSince} is not null`));
  }
}

/** Deleting a missing file is not an error: the job may run twice. */
export async function removeParts(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  for (const key of payload.keys as readonly string[]) await ctx.files.remove(key);
}
