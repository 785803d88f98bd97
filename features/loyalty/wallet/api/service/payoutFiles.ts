import { sha256Of } from "#api/sha256.ts";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { SealedColumn } from "#api/cipherKey.ts";
import type { Ctx } from "#api/context.ts";
import type { FileAnswer } from "#api/files.ts";
import { nextPayees } from "#features/loyalty/wallet/api/service/payees.ts";
import { recipientPurpose } from "#features/loyalty/wallet/api/service/recipients.ts";
import { readSettings } from "#features/loyalty/wallet/api/service/settings.ts";
import {
  type BatchRecord,
  batchesTable as batches,
  itemsTable as items,
  payoutFilesTable as files,
} from "#features/loyalty/wallet/api/tables.ts";
import type { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { walletRefusals } from "#features/loyalty/wallet/contract/wallets.ts";
import { batchStatuses, isServed } from "#features/loyalty/wallet/rules/payouts.ts";
import {
  fileName,
  inParts,
  isPayable,
  paypalFile,
  type PayoutRow,
  previewPrefix,
} from "#features/loyalty/wallet/rules/paypal.ts";

const filePurpose = (batchId: string): string => `payout-file:${batchId}`;
export const sealedFiles: readonly SealedColumn[] = [
  { table: "payout_files", column: "bytes_sealed", owner: "batch_id", purposeOf: filePurpose },
];

const bytesOf = (hex: string) => Uint8Array.from(hex.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** Opens the recipients of rows, a few hundred at a time. */
async function withRecipients(
  ctx: Ctx,
  rows: readonly (Omit<PayoutRow, "recipient"> & { readonly memberId: string; readonly sealed: Uint8Array })[],
): Promise<PayoutRow[]> {
  const decoder = new TextDecoder();
  return Promise.all(
    rows.map(async ({ memberId, sealed, ...row }) => ({
      ...row,
      recipient: decoder.decode(await ctx.cipher.open(sealed, recipientPurpose(memberId))),
    })),
  );
}

/** Writes the files of a batch from its items: with the addresses and settings of this moment, for ever. */
export async function writeFiles(ctx: Ctx, { id }: Pick<BatchRecord, "id">): Promise<void> {
  const stored = await ctx.db
    .select({
      memberId: items.memberId,
      sealed: items.recipientSealed,
      amountMinor: items.amountMinor,
      currency: items.currency,
      customerRef: items.customerRef,
    })
    .from(items)
    .where(eq(items.batchId, id))
    .orderBy(asc(items.sequence));
  const open = stored.map(({ sealed, ...row }) => {
    if (sealed === null) throw new Error(`payment ${row.customerRef} has no recipient`);
    return { ...row, sealed };
  });
  await storeFiles(ctx, id, await withRecipients(ctx, open));
}

/** Stores the files of a batch with these rows. */
export async function storeFiles(ctx: Ctx, batchId: string, payments: readonly PayoutRow[]): Promise<void> {
  for (const [place, rows] of inParts(payments).entries()) {
    const bytes = await textOf(ctx, rows);
    await ctx.db.insert(files).values({
      batchId,
      part: place + 1,
      bytesSealed: await ctx.cipher.seal(bytes, filePurpose(batchId)),
      sha256: await sha256Of(bytes),
      rows: rows.length,
      totalMinor: rows.reduce((total, { amountMinor }) => total + amountMinor, 0),
    });
  }
}

/** The bytes of a file, with the settings of this moment. */
export async function textOf(ctx: Ctx, rows: readonly PayoutRow[]): Promise<Uint8Array<ArrayBuffer>> {
  const { paypalDecimal, payoutNote } = await readSettings(ctx);
  return new TextEncoder().encode(paypalFile(rows, { decimal: paypalDecimal, note: payoutNote }));
}

/**
 * The stored file of the newest approved or exported batch of the currency, or of the named one; else a preview of the
 * next one, whose Customer IDs say so. Changes nothing.
 */
export async function payoutCsv(ctx: Ctx, { currency, batch, part }: Input<typeof payouts.csv>): Promise<FileAnswer> {
  const wanted = currency ?? (await readSettings(ctx)).platformCurrency;
  if (!isPayable(wanted)) throw walletRefusals.currency_not_supported({ currency: wanted });
  const [found] = await ctx.db
    .select({ id: batches.id, status: batches.status })
    .from(batches)
    .where(
      batch === undefined
        ? and(eq(batches.currency, wanted), inArray(batches.status, ["approved", "exported"]))
        : and(eq(batches.id, batch), inArray(batches.status, batchStatuses.filter(isServed))),
    )
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(1);
  if (found) return storedFile(ctx, found, part);
  if (batch !== undefined) throw commonRefusals.not_found();
  return preview(ctx, wanted, part);
}

const headersOf = (state: string, parts: number) => ({ "x-payout-state": state, "x-payout-parts": `${parts}` });

async function storedFile(
  ctx: Ctx,
  { id, status }: Pick<BatchRecord, "id" | "status">,
  part: number,
): Promise<FileAnswer> {
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.batchId, id), eq(files.part, part)));
  const sealed = file?.bytesSealed;
  if (!file || !sealed) throw commonRefusals.not_found();
  const [counted] = await ctx.db.select({ parts: sql<number>`count(*)::int` }).from(files).where(eq(files.batchId, id));
  return answer(file.sha256, headersOf(status, counted!.parts), () => ctx.cipher.open(sealed, filePurpose(id)));
}

async function preview(ctx: Ctx, currency: string, part: number): Promise<FileAnswer> {
  const payees = await nextPayees(ctx, { currency, source: "balances" });
  const parts = inParts(payees);
  const rows = parts[part - 1] ?? [];
  if (rows.length === 0 && part > 1) throw commonRefusals.not_found();
  const first = (part - 1) * (parts[0]?.length ?? 0);
  const opened = await withRecipients(
    ctx,
    rows.map(({ memberId, amountMinor, recipientSealed }, place) => ({
      memberId,
      amountMinor,
      currency,
      sealed: bytesOf(recipientSealed),
      customerRef: `${previewPrefix}${first + place + 1}`,
    })),
  );
  const bytes = await textOf(ctx, opened);
  return answer(await sha256Of(bytes), headersOf("preview", Math.max(parts.length, 1)), async () => bytes);
}

const answer = (sha256: string, headers: Readonly<Record<string, string>>, read: FileAnswer["read"]): FileAnswer => ({
  fileName,
  mediaType: "text/csv; charset=utf-8",
  disposition: "attachment",
  tag: sha256,
  headers,
  read,
});
