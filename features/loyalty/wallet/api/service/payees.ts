import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { readSettings } from "#features/loyalty/wallet/api/service/settings.ts";
import {
  itemsTable,
  payoutMethodsTable as methods,
  payoutRequestsTable as requests,
  walletsView as balances,
} from "#features/loyalty/wallet/api/tables.ts";
import { payableMinor } from "#features/loyalty/wallet/rules/paypal.ts";
import type { BatchSource } from "#features/loyalty/wallet/rules/payouts.ts";

export interface Payee {
  readonly memberId: string;
  readonly amountMinor: number;
  /** As PostgreSQL writes bytes. */
  readonly recipientSealed: string;
  readonly recipientMasked: string;
  readonly requestId: string | null;
}

/** The most payments of one batch. */
const payeesMax = 20_000;

/**
 * Who a batch would pay now, by bucket and member: with a method that can be used, enough available, nothing owed and no
 * other payment on its way.
 */
export async function nextPayees(
  ctx: Ctx,
  { currency, source }: { readonly currency: string; readonly source: BatchSource },
): Promise<Payee[]> {
  const minimum = (await readSettings(ctx)).payoutMinimums[currency] ?? 1;
  const read = await ctx.db.execute(sql`
    select coalesce(jsonb_agg(jsonb_build_object(
             'memberId', wallet.member_id, 'availableMinor', wallet.available_minor, 'requestId', request.id,
             'requestedMinor', request.amount_minor, 'recipientSealed', method.recipient_sealed::text,
             'recipientMasked', method.recipient_masked) order by wallet.bucket, wallet.member_id), '[]') as payees
      from (select its.* from ${balances} as its
             where its.currency = ${currency} and its.available_minor >= ${minimum}::bigint and not its.is_frozen
               and its.owed_minor = 0) as wallet
      join ${methods} as method
        on method.bucket = wallet.bucket and method.member_id = wallet.member_id and method.status = 'active'
       and method.recipient_sealed is not null
       and method.usable_from <= ${ctx.now}::timestamptz
      left join ${requests} as request
        on request.bucket = wallet.bucket and request.member_id = wallet.member_id and request.currency = ${currency}
       and request.status = 'requested'
     where ${source === "requests" ? sql`request.id is not null` : sql`true`}
       and not exists (select from ${itemsTable} as item
                        where item.bucket = wallet.bucket and item.member_id = wallet.member_id
                          and item.currency = ${currency} and item.status in ('locked', 'sent'))`);
  type Row = Omit<Payee, "amountMinor"> & { readonly availableMinor: number; readonly requestedMinor: number | null };
  const { payees } = (read as { rows: { payees: Row[] }[] }).rows[0]!;
  return payees
    .map(({ availableMinor, requestedMinor, ...payee }) => {
      const wanted = source === "requests" ? Math.min(requestedMinor!, availableMinor) : availableMinor;
      return { ...payee, amountMinor: payableMinor(wanted, currency) };
    })
    .filter(({ amountMinor }) => amountMinor >= minimum)
    .slice(0, payeesMax);
}
