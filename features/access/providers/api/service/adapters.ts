import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import type { Adapter } from "#features/access/providers/api/service/adapter.ts";
import { openIdAdapter } from "#features/access/providers/api/service/openId.ts";
import { realtimeAdapter } from "#features/access/providers/api/service/realtime.ts";

/** The provider with this code. Refuses with `not_found` if it is not set up. */
export function adapterFor(ctx: Ctx, code: string): Adapter {
  const settings = ctx.settings.signInProviders.find((provider) => provider.code === code);
  if (settings === undefined) throw commonRefusals.not_found();
  return settings.kind === "openId" ? openIdAdapter(settings) : realtimeAdapter(settings);
}
