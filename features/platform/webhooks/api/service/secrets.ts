import type { SealedColumn } from "#api/cipherKey.ts";
import type { Ctx } from "#api/context.ts";
import type { WebhookRecord } from "#features/platform/webhooks/api/tables.ts";
import { secretPrefix } from "#features/platform/webhooks/rules.ts";

const secretBytes = 24; // Standard Webhooks 1.0: 24 to 64

const purposeOf = (endpointId: string) => `webhook:${endpointId}`;
const utf8 = new TextEncoder();

export const sealedSecrets: readonly SealedColumn[] = ["sealed_secret", "sealed_old_secret"].map((column) => ({
  table: "webhook_endpoints",
  column,
  owner: "id",
  purposeOf,
}));

/** A new secret as people get it: `whsec_` and 24 random bytes in base64. */
export const makeSecret = (): string => secretPrefix + base64Of(crypto.getRandomValues(new Uint8Array(secretBytes)));

export const sealSecret = (ctx: Ctx, endpointId: string, secret: string): Promise<Uint8Array> =>
  ctx.cipher.seal(utf8.encode(secret), purposeOf(endpointId));

type SignatureInput = { readonly id: string; readonly timestamp: number; readonly body: string };

/**
 * The value of `webhook-signature`: `v1,` and HMAC-SHA-256 of `id.timestamp.body` in base64, once for each secret that is
 * valid now. `timestamp` is in seconds since 1970.
 */
export async function sign(
  ctx: Ctx,
  endpoint: WebhookRecord,
  { id, timestamp, body }: SignatureInput,
): Promise<string> {
  const { sealedSecret, sealedOldSecret, oldSecretValidTo } = endpoint;
  const isOldValid = sealedOldSecret !== null && oldSecretValidTo !== null && ctx.now < oldSecretValidTo;
  const sealed = isOldValid ? [sealedSecret, sealedOldSecret] : [sealedSecret];
  const text = utf8.encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    sealed.map(async (each) => {
      const secret = new TextDecoder().decode(await ctx.cipher.open(each, purposeOf(endpoint.id)));
      return `v1,${base64Of(new Uint8Array(await crypto.subtle.sign("HMAC", await hmacKey(secret), text)))}`;
    }),
  );
  return signatures.join(" ");
}

const hmacKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    "raw",
    Uint8Array.from(atob(secret.slice(secretPrefix.length)), (email) => email.charCodeAt(0)),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
