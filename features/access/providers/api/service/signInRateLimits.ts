import { emailKey } from "#base/emailAddress.ts";
import type { Ctx } from "#api/context.ts";
import { networkOf } from "#api/networks.ts";
import { type Limits, countOrRefuse } from "#api/throttle.ts";
import { base64Url, hashText } from "#features/access/session/api/service/tokens.ts";

/** Calls that send a request to a provider, from one network in one window. An office shares one network. */
const triesFromNetworkMax = 200;
/** Password attempts for one address: our API must not bypass the provider's own limits. */
const passwordTriesMax = 10;

/** Counts a call that sends a request to a provider. Refuses with `rate_limited`. */
export async function takeTry(ctx: Ctx): Promise<void> {
  await countOrRefuse(ctx, [byNetwork(ctx)]);
}

/** Counts a password before it is tried, and returns the limits to refund if it is correct. */
export async function takePasswordTry(
  ctx: Ctx,
  { provider, email }: { provider: string; email: string },
): Promise<Limits> {
  const name = base64Url(await hashText(emailKey(email)));
  const limits: Limits = [byNetwork(ctx), { key: `provider:${provider}:${name}`, max: passwordTriesMax }];
  await countOrRefuse(ctx, limits);
  return limits;
}

const byNetwork = (ctx: Ctx) => ({ key: `provider:address:${networkOf(ctx.address)}`, max: triesFromNetworkMax });
