import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { replaceKeyScope } from "#features/access/api-keys/api/service/scopes.ts";
import { rebindScopes } from "#features/access/users/api/service/people.ts";

/**
 * Moves the scopes of users and API keys from one category to another. Behind `lockRights`. Answers how many
 * there were; each is recorded as a change of rights.
 */
export async function moveScopes(ctx: Ctx, { from, into }: { readonly from: string; readonly into: string }) {
  const userIds = await rebindScopes(ctx, { kind: "category", from, into });
  const [before, after] = [`category:${from}`, `category:${into}`];
  const keyIds = await replaceKeyScope(ctx, { from: before, into: after });
  const changes = { scopes: { before: [before], after: [after] } };
  const entries = [
    ...userIds.map((resourceId) => ({ resource: "users", resourceId })),
    ...keyIds.map((resourceId) => ({ resource: "apiKeys", resourceId })),
  ];
  await recordAudit(
    ctx,
    entries.map((entry) => ({ ...entry, action: "change_rights", changes })),
  );
  return entries.length;
}
