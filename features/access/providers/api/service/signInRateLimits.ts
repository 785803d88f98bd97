import { emailKey } from "#base/emailAddress.ts";
import type { Ctx } from "#api/context.ts";
import { networkOf } from "#api/networks.ts";
import { type Limits, takeAttempt } from "#api/throttle.ts";
import { base64Url, hashText } from "#features/access/session/api/service/tokens.ts";

/** Calls that have a provider asked, from one network in one window. An office comes in through one. */
const triesFromNetworkMax = 200;
/** Passwords tried for one address: we must not be the way round the provider's own limits. */
const passwordTriesMax = 10;

/** Counts a call that has a provider asked. Refuses with `rate_limited`. */
export async function takeTry(ctx: Ctx): Promise<void> {
  await takeAttempt(ctx, [byNetwork(ctx)]);
}

/** Counts a password before it is tried, and answers the limits that it is to be refunded to if it was right. */
export async function takePasswordTry(
  ctx: Ctx,
  { provider, email }: { provider: string; email: string },
): Promise<Limits> {
  const name = base64Url(await hashText(emailKey(email)));
  const limits: Limits = [byNetwork(ctx), { key: `provider:${provider}:${name}`, max: passwordTriesMax }];
  await takeAttempt(ctx, limits);
  return limits;
}

const byNetwork = (ctx: Ctx) => ({ key: `provider:address:${networkOf(ctx.address)}`, max: triesFromNetworkMax });
