import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { toHex } from "#base/hex.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import type { FileAnswer } from "#api/files.ts";
import { sha256Of } from "#api/sha256.ts";
import { requireEditable } from "#demos/files/api/service/documents.ts";
import { findDocument } from "#demos/files/api/service/visibility.ts";
import { documentsTable as table } from "#demos/files/api/tables.ts";
import { documentRefusals, type documents } from "#demos/files/contract.ts";
import { answerFile } from "#features/platform/files/api/service/records.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";

/** What an item without a link has, and one with a new link but for its secret and last moment. */
export const noLink = { linkHash: null, linkExpiresAt: null, linkOpens: 0, linkOpenedAt: null };

/** Creates the link of a file, in place of an earlier one; with 0 days there is none. Only its hash is stored. */
export async function shareDocument(
  ctx: Ctx,
  { id, days }: Input<typeof documents.share>,
): Promise<Output<typeof documents.share>> {
  const item = await findDocument(ctx, id);
  if (item.fileId === null || item.trashedAt !== null) throw documentRefusals.nothing_to_link();
  await requireEditable(ctx, [id]);
  const secret = days === 0 ? null : randomSecret();
  const expiresAt = days === 0 ? null : addMs(ctx.now, days * dayMs);
  const linkHash = secret === null ? null : await hashOf(secret);
  const link = { ...noLink, linkHash, linkExpiresAt: expiresAt };
  await ctx.db.update(table).set(link).where(eq(table.id, id));
  return { secret, expiresAt };
}

/** The bytes, for anyone with the link, which counts it. Wrong, ended and removed links are answered alike. */
export async function readShared(ctx: Ctx, { id, secret }: Input<typeof documents.shared>): Promise<FileAnswer> {
  const linkHash = await hashOf(secret);
  const [found] = await ctx.db
    .select({
      key: filesTable.key,
      kind: filesTable.kind,
      name: filesTable.name,
      keptType: filesTable.keptType,
      byteCount: filesTable.byteCount,
      partBytes: filesTable.partBytes,
    })
    .from(table)
    .innerJoin(filesTable, eq(filesTable.id, table.fileId))
    .where(
      and(
        eq(table.id, id),
        eq(table.linkHash, linkHash),
        gt(table.linkExpiresAt, ctx.now),
        isNull(table.trashedAt),
        isNotNull(filesTable.storedAt),
      ),
    );
  if (found === undefined) throw documentRefusals.link_ended();
  await ctx.db
    .update(table)
    .set({ linkOpens: sql`${table.linkOpens} + 1`, linkOpenedAt: ctx.now })
    .where(and(eq(table.id, id), eq(table.linkHash, linkHash)));
  return { ...answerFile(ctx, found, { size: "large" }), disposition: "attachment" };
}

const randomSecret = () => toHex(crypto.getRandomValues(new Uint8Array(24)));
const hashOf = (secret: string) => sha256Of(new TextEncoder().encode(secret));
