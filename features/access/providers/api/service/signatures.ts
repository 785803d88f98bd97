import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import { addMs, type Instant, minuteMs, secondMs } from "#base/time.ts";
import type { Ctx, ProviderSettings } from "#api/context.ts";
import { unproven } from "#features/access/providers/api/service/outside.ts";

/** How long keys are cached: a revoked key is rejected after this time at the latest. */
const keysTtlMs = 10 * minuteMs;
/** An unknown key id triggers a reload, at most this often, because anyone can invent key ids. */
const readAgainMs = 30 * secondMs;
/** Allowed clock difference. */
const toleranceSeconds = 60;

type CachedKeys = { readonly keyFor: ReturnType<typeof createLocalJWKSet>; readonly readAt: Instant };
const cachedKeys = new WeakMap<ProviderSettings, CachedKeys>();

type ExpectedClaims = Pick<JWTVerifyOptions, "issuer" | "audience" | "algorithms" | "requiredClaims"> & {
  readonly readKeys: () => Promise<JSONWebKeySet>;
};

/**
 * The claims of a valid token that the provider has signed for us.
 *
 * Only with the named algorithms, so that neither `none` nor a public key used as a shared secret is accepted. Refuses
 * with `identity_unproven`, or with `provider_unreachable` if its keys can't be read.
 */
export async function verifiedClaims(
  ctx: Ctx,
  provider: ProviderSettings,
  token: string,
  { readKeys, ...expected }: ExpectedClaims,
): Promise<JWTPayload> {
  const keysSince = async (oldest: Instant) => {
    const kept = cachedKeys.get(provider);
    if (kept && kept.readAt > oldest) return kept.keyFor;
    const keyFor = createLocalJWKSet(await readKeys());
    cachedKeys.set(provider, { keyFor, readAt: ctx.now });
    return keyFor;
  };
  const verify = async (keyFor: CachedKeys["keyFor"]) => {
    const when = { currentDate: new Date(ctx.now), clockTolerance: toleranceSeconds };
    return (await jwtVerify(token, keyFor, { ...expected, ...when })).payload;
  };
  try {
    const known = await keysSince(addMs(ctx.now, -keysTtlMs));
    return await verify(known).catch(async (error: unknown) => {
      // The provider may have started to sign with a new key.
      if (error instanceof errors.JWKSNoMatchingKey) return verify(await keysSince(addMs(ctx.now, -readAgainMs)));
      throw error;
    });
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    const claim = error instanceof errors.JWTClaimValidationFailed ? ` ${error.claim}` : "";
    throw unproven(ctx, provider, `${error.code}${claim}`);
  }
}
