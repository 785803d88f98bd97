import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import type { Provider, providers } from "#features/access/providers/contract.ts";
import { adapterFor } from "#features/access/providers/api/service/adapters.ts";
import { admit } from "#features/access/providers/api/service/admission.ts";
import { takeBeginning } from "#features/access/providers/api/service/pendingSignIns.ts";
import { takePasswordTry, takeTry } from "#features/access/providers/api/service/signInRateLimits.ts";
import { refundAttempt } from "#api/throttle.ts";

/** The configured providers, without their settings. */
export function listProviders(ctx: Ctx): { rows: Provider[] } {
  return { rows: ctx.settings.signInProviders.map(({ code, name, kind }) => ({ code, name, kind })) };
}

/** Completes what `beginSignIn` began. Refuses with `provider_sign_in_over`, and like the proof and `admit`. */
export async function finishSignIn(
  ctx: Ctx,
  { provider, ticket, state, code, iss }: Input<typeof providers.finish>,
): Promise<{ accessToken: string }> {
  const adapter = adapterFor(ctx, provider);
  if (adapter.pages === null) throw commonRefusals.not_found();
  await takeTry(ctx);
  const secrets = await takeBeginning(ctx, { provider, ticket, state });
  return admit(ctx, adapter, await adapter.pages.prove(ctx, { code, iss, secrets }));
}

/** Refuses with `provider_password_wrong`, and like the proof and `admit`. */
export async function signInWithPassword(
  ctx: Ctx,
  { provider, email, password }: Input<typeof providers.signInWithPassword>,
): Promise<{ accessToken: string }> {
  const adapter = adapterFor(ctx, provider);
  if (adapter.tokens === null) throw commonRefusals.not_found();
  const limits = await takePasswordTry(ctx, { provider, email });
  const proof = await adapter.tokens.proveByPassword(ctx, { email, password });
  await refundAttempt(ctx, limits);
  return admit(ctx, adapter, proof);
}

/** Refuses like the proof and `admit`. */
export async function signInWithToken(
  ctx: Ctx,
  { provider, idToken, customToken }: Input<typeof providers.signInWithToken>,
): Promise<{ accessToken: string }> {
  const { tokens, ...adapter } = adapterFor(ctx, provider);
  if (tokens === null) throw commonRefusals.not_found();
  await takeTry(ctx);
  const proof =
    idToken === undefined
      ? await tokens.proveByCustomToken(ctx, customToken ?? "")
      : await tokens.proveByIdToken(ctx, idToken);
  return admit(ctx, { ...adapter, tokens }, proof);
}
