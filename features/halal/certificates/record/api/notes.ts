import { desc, eq } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { recordAudit } from "#api/audit.ts";
import { namesOf } from "#api/audit/names.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { findCertificate } from "#features/halal/certificates/record/api/records.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificateNotesTable as table } from "#features/halal/certificates/api/tables.ts";
import { type certificateNotes, noteLimits } from "#features/halal/certificates/record/contract/notes.ts";

type Notes = Output<typeof certificateNotes.list>;

/** The latest notes about a certificate, newest first. Refuses with `not_found`. */
export async function listNotes(ctx: Ctx, { id }: Input<typeof certificateNotes.list>): Promise<Notes> {
  await findCertificate(ctx, id);
  const rows = await ctx.db
    .select()
    .from(table)
    .where(eq(table.certificateId, id))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(noteLimits.shownMax);
  const names = await namesOf(
    ctx,
    rows.flatMap(({ createdBy }) => createdBy ?? []),
  );
  return {
    rows: rows.map(({ id: noteId, text, createdAt, createdBy }) => ({
      id: noteId,
      text,
      createdAt,
      createdByName: names.get(createdBy ?? "") ?? null,
    })),
  };
}

/** Says something about a certificate. Sent again with the same id it is said once. Refuses with `not_found`. */
export async function addNote(ctx: Ctx, { id, noteId, text }: Input<typeof certificateNotes.add>): Promise<Notes> {
  await inTransaction(ctx, async (inner) => {
    await findCertificate(inner, id);
    const made = await inner.db
      .insert(table)
      .values({ id: noteId, certificateId: id, text, createdAt: inner.now, createdBy: actorOf(inner).userId })
      .onConflictDoNothing()
      .returning({ id: table.id });
    if (made.length === 0) return;
    // The log says that there is a note; the text is in the note.
    await recordAudit(inner, [{ action: "note", resource: auditResource, resourceId: id, changes: {} }]);
  });
  return listNotes(ctx, { id });
}
