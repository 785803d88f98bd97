import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { restartObjections } from "#features/access/approvals/api/service/approvers.ts";
import { endSessionsOf, sessionsOf } from "#features/access/session/api/service/userSessions.ts";
import { auditResource, requireUser } from "#features/access/users/api/service/records.ts";
import { type users } from "#features/access/users/contract.ts";

/** A user's sessions. Refuses with `not_found`. */
export async function listUserSessions(
  ctx: Ctx,
  { id }: Input<typeof users.sessions>,
): Promise<Output<typeof users.sessions>> {
  await requireUser(ctx, { id });
  return { rows: await sessionsOf(ctx, id) };
}

/** Signs a user out of one session. Refuses with `not_found`, also for another user's session. */
export async function endUserSession(
  ctx: Ctx,
  { id, sessionId }: Input<typeof users.endSession>,
): Promise<Output<typeof users.endSession>> {
  await inTransaction(ctx, async (inner) => {
    await requireUser(inner, { id });
    if ((await endSessionsOf(inner, { userId: id, sessionId })) === 0) throw commonRefusals.not_found();
    await restartObjections(inner);
    await recordAudit(inner, [{ action: "end_session", resource: auditResource, resourceId: id, changes: {} }]);
  });
  return {};
}

/** Signs a user out everywhere. Refuses with `not_found`. Ending no session also succeeds, but is not logged. */
export function endUserSessions(
  ctx: Ctx,
  { id }: Input<typeof users.endSessions>,
): Promise<Output<typeof users.endSessions>> {
  return inTransaction(ctx, async (inner) => {
    await requireUser(inner, { id });
    const ended = await endSessionsOf(inner, { userId: id });
    await restartObjections(inner);
    if (ended > 0) {
      await recordAudit(inner, [{ action: "end_sessions", resource: auditResource, resourceId: id, changes: {} }]);
    }
    return { ended };
  });
}
