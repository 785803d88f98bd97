import { desc, eq } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { recordAudit } from "#api/audit.ts";
import { namesOf } from "#api/audit/names.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { readRetailer } from "#features/retail/retailers/record/api/store.ts";
import { auditResource } from "#features/retail/retailers/api/service/rows.ts";
import { notesTable as table } from "#features/retail/retailers/api/tables.ts";
import { noteLimits, type retailerNotes } from "#features/retail/retailers/notes/contract.ts";

type Notes = Output<typeof retailerNotes.list>;

/** The latest notes about a retailer, newest first. Refuses with `not_found`. */
export async function listNotes(ctx: Ctx, { id }: Input<typeof retailerNotes.list>): Promise<Notes> {
  await readRetailer(ctx, id);
  const { text, createdAt, createdBy } = table;
  const rows = await ctx.db
    .select({ id: table.id, text, createdAt, createdBy })
    .from(table)
    .where(eq(table.retailerId, id))
    .orderBy(desc(createdAt), desc(table.id))
    .limit(noteLimits.shownMax);
  const names = await namesOf(
    ctx,
    rows.flatMap((row) => row.createdBy ?? []),
  );
  return { rows: rows.map(({ createdBy: by, ...row }) => ({ ...row, createdByName: names.get(by ?? "") ?? null })) };
}

/** Adds a note about a retailer. Sent again with the same id, it is stored once. Refuses with `not_found`. */
export async function addNote(ctx: Ctx, { id, noteId, text }: Input<typeof retailerNotes.add>): Promise<Notes> {
  await inTransaction(ctx, async (inner) => {
    await readRetailer(inner, id);
    const createdBy = actorOf(inner).userId;
    const made = await inner.db
      .insert(table)
      .values({ id: noteId, retailerId: id, text, createdAt: inner.now, createdBy })
      .onConflictDoNothing()
      .returning({ id: table.id });
    if (made.length === 0) return;
    // The entry records only that a note was added; its text is in the note.
    const changes = { notes: { before: null, after: noteId } };
    await recordAudit(inner, [{ action: "note", resource: auditResource, resourceId: id, changes }]);
  });
  return listNotes(ctx, { id });
}
