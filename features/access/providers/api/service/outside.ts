import type * as z from "zod/mini";
import { safeParse } from "zod/mini";
import type { Ctx, ProviderSettings } from "#api/context.ts";
import { providerRefusals } from "#features/access/providers/contract.ts";

/** A provider's response: its JSON, with any status. */
export type Answer = { readonly isOk: boolean; readonly status: number; readonly body: unknown };

/** Sends a request to a provider. Refuses with `provider_unreachable` if the response is not JSON. */
export async function ask(ctx: Ctx, provider: ProviderSettings, request: Request): Promise<Answer> {
  try {
    const response = await ctx.httpClient.send(request);
    const body: unknown = await response.json();
    // From 500 on the provider has failed, and says nothing about the user.
    if (response.status < 500) return { isOk: response.ok, status: response.status, body };
    throw new Error(`status ${response.status}`);
  } catch (error) {
    throw unreachable(ctx, provider, `${request.method} ${withoutQuery(request.url)}: ${String(error)}`);
  }
}

/** Reads a document that the provider publishes. Refuses with `provider_unreachable`, also if it is invalid. */
export async function readPublished<Schema extends z.core.$ZodType>(
  ctx: Ctx,
  provider: ProviderSettings,
  { url, schema }: { url: string; schema: Schema },
): Promise<z.output<Schema>> {
  const { isOk, status, body } = await ask(
    ctx,
    provider,
    new Request(url, { headers: { accept: "application/json" } }),
  );
  const parsed = safeParse(schema, body);
  if (isOk && parsed.success) return parsed.data;
  throw unreachable(ctx, provider, `${url}: ${isOk ? parsed.error?.message : `status ${status}`}`);
}

export function unreachable(ctx: Ctx, { code, name }: ProviderSettings, reason: string) {
  ctx.log.warn("sign-in provider failed", { provider: code, requestId: ctx.requestId, reason });
  return providerRefusals.provider_unreachable({ provider: name });
}

/** `reason` is only for the log, and never contains what the provider or the user sent. */
export function unproven(ctx: Ctx, { code, name }: ProviderSettings, reason: string) {
  ctx.log.warn("identity unproven", { provider: code, requestId: ctx.requestId, reason });
  return providerRefusals.identity_unproven({ provider: name });
}

/** A realtime database accepts tokens in the query. */
const withoutQuery = (url: string) => url.split("?")[0];
