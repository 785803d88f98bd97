import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { networkOf } from "#api/networks.ts";
import type { Limits } from "#api/throttle.ts";
import { base64Url, hashText } from "#features/access/session/api/service/tokens.ts";
import { knownOriginsTable } from "#features/access/session/api/tables.ts";

/** Wrong tries in one window (reliability R3: at most 20 an account and 100 an address; docs/decisions/0004). */
export const signInLimits = { byStrangers: 10, fromKnownNetworks: 10, fromKnownDevice: 10, fromNetwork: 100 } as const;

/** A place not used for this long is a stranger's again. */
const knownOriginMs = 90 * dayMs;

/** Where a try comes from, as the server can tell: the peer's network, and a device that proves to be itself. */
export type Origins = { readonly address: string; readonly device: string | null };

/** `device` is the secret that a browser made for itself, if it sent one. Only its SHA-256 is kept. */
export async function originsOf(ctx: Ctx, device: string | undefined): Promise<Origins> {
  return {
    address: `address:${networkOf(ctx.address)}`,
    device: device === undefined ? null : `device:${base64Url(await hashText(device))}`,
  };
}

/** Origins used before this instant are forgotten. */
export const originsForgottenBefore = (ctx: Ctx) => addMs(ctx.now, -knownOriginMs);

/** Which counters a try to sign in, or to give the second factor, falls under; the reasoning is docs/decisions/0004. */
export async function limitsFor(
  tried: "sign-in" | "second-factor",
  key: string,
  account: { readonly userId: string; readonly knownOrigins: ReadonlySet<string | null> } | undefined,
  origins: Origins,
): Promise<Limits> {
  if (origins.device !== null && account?.knownOrigins.has(origins.device)) {
    return [{ key: `${tried}:${account.userId}:${origins.device}`, max: signInLimits.fromKnownDevice }];
  }
  const network = { key: `${tried}:${origins.address}`, max: signInLimits.fromNetwork };
  if (account?.knownOrigins.has(origins.address)) {
    return [network, { key: `${tried}:${account.userId}:known`, max: signInLimits.fromKnownNetworks }];
  }
  // An address that nobody has runs out like one that somebody has, or the 429 would tell which is which.
  const name = account?.userId ?? `nobody:${base64Url(await hashText(key))}`;
  return [network, { key: `${tried}:${name}:strangers`, max: signInLimits.byStrangers }];
}

/** From now on wrong tries from here are this person's own, and not a stranger's. */
export async function rememberOrigins(ctx: Ctx, userId: string, { address, device }: Origins): Promise<void> {
  const origins = device === null ? [address] : [address, device];
  await ctx.db
    .insert(knownOriginsTable)
    .values(origins.map((origin) => ({ userId, origin, lastUsedAt: ctx.now })))
    .onConflictDoUpdate({ target: [knownOriginsTable.userId, knownOriginsTable.origin], set: { lastUsedAt: ctx.now } });
}
