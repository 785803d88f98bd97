import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { networkOf } from "#api/networks.ts";
import type { Limits } from "#api/throttle.ts";
import { base64Url, hashText } from "#features/access/session/api/service/tokens.ts";
import { knownOriginsTable } from "#features/access/session/api/tables.ts";

/** Failed attempts in one window (reliability R3: at most 20 per account and 100 per address; docs/decisions/0004). */
export const signInLimits = { byStrangers: 10, fromKnownNetworks: 10, fromKnownDevice: 10, fromNetwork: 100 } as const;

/** An origin not used for this long counts as unknown again. */
const knownOriginMs = 90 * dayMs;

/** The origin of an attempt, as the server sees it: the peer's network, and a device that proves its identity. */
export type Origins = { readonly address: string; readonly device: string | null };

/** `device` is the secret that the browser generated, if it sent one. Only its SHA-256 is stored. */
export async function originsOf(ctx: Ctx, device: string | undefined): Promise<Origins> {
  return {
    address: `address:${networkOf(ctx.address)}`,
    device: device === undefined ? null : `device:${base64Url(await hashText(device))}`,
  };
}

/** Origins used before this instant are forgotten. */
export const originsForgottenBefore = (ctx: Ctx) => addMs(ctx.now, -knownOriginMs);

/** The counters for an attempt to sign in, or for a second factor; docs/decisions/0004 explains them. */
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
  // Attempts on an unknown address are limited like those on a known one, or the 429 would reveal which is which.
  const name = account?.userId ?? `nobody:${base64Url(await hashText(key))}`;
  return [network, { key: `${tried}:${name}:strangers`, max: signInLimits.byStrangers }];
}

/** From now on failed attempts from this origin count as the user's own. */
export async function rememberOrigins(ctx: Ctx, userId: string, { address, device }: Origins): Promise<void> {
  const origins = device === null ? [address] : [address, device];
  await ctx.db
    .insert(knownOriginsTable)
    .values(origins.map((origin) => ({ userId, origin, lastUsedAt: ctx.now })))
    .onConflictDoUpdate({ target: [knownOriginsTable.userId, knownOriginsTable.origin], set: { lastUsedAt: ctx.now } });
}
