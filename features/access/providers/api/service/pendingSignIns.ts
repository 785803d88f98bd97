import { and, eq, gt, lt } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, minuteMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { providerRefusals } from "#features/access/providers/contract.ts";
import { signInMinutes } from "#features/access/providers/rules.ts";
import { adapterFor } from "#features/access/providers/api/service/adapters.ts";
import { secretsOf, type SignInSecrets } from "#features/access/providers/api/service/secrets.ts";
import { takeTry } from "#features/access/providers/api/service/signInRateLimits.ts";
import { providerSignInsTable } from "#features/access/providers/api/tables.ts";
import { hashText, makeToken } from "#features/access/session/api/service/tokens.ts";

/** The job that deletes unfinished sign-ins. */
export const cleaningKind = "providers.clean";

/**
 * The address where this browser signs in, and the ticket that it must return with: valid for ten minutes, and once.
 *
 * Refuses with `not_found` for a provider without pages of its own, `provider_unreachable` or `rate_limited`.
 */
export async function beginSignIn(
  ctx: Ctx,
  { provider }: { provider: string },
): Promise<{ url: string; ticket: string }> {
  const { pages } = adapterFor(ctx, provider);
  if (pages === null) throw commonRefusals.not_found();
  await takeTry(ctx);
  const ticket = makeToken();
  const url = await pages.url(ctx, await secretsOf(ticket));
  await ctx.db.insert(providerSignInsTable).values({
    ticketHash: await hashText(ticket),
    provider,
    createdAt: ctx.now,
    expiresAt: addMs(ctx.now, signInMinutes * minuteMs),
  });
  return { url, ticket };
}

/** Deletes a pending sign-in, in the statement that checks that it exists. Refuses with `provider_sign_in_over`. */
export async function takeBeginning(
  ctx: Ctx,
  { provider, ticket, state }: { provider: string; ticket: string; state: string },
): Promise<SignInSecrets> {
  const secrets = await secretsOf(ticket);
  // Checked first: a response to another browser's sign-in must not end this one's.
  if (state !== secrets.state) throw providerRefusals.provider_sign_in_over();
  const isOpen = and(
    eq(providerSignInsTable.ticketHash, await hashText(ticket)),
    eq(providerSignInsTable.provider, provider),
    gt(providerSignInsTable.expiresAt, ctx.now),
  );
  const taken = await ctx.db
    .delete(providerSignInsTable)
    .where(isOpen)
    .returning({ provider: providerSignInsTable.provider });
  if (taken.length === 0) throw providerRefusals.provider_sign_in_over();
  return secrets;
}

export async function removeUnfinished(ctx: Ctx): Promise<void> {
  await ctx.db.delete(providerSignInsTable).where(lt(providerSignInsTable.expiresAt, ctx.now));
}
