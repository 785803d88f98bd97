import { and, eq, lte, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, hourMs, minuteMs } from "#base/time.ts";
import { callerToken } from "#api/callerToken.ts";
import type { Actor, Ctx, Db } from "#api/context.ts";
import { authenticateKey, isApiKey } from "#features/apiKeys/api/service/authenticateKey.ts";
import { lookThrough } from "#features/session/api/service/viewAs.ts";
import { actorFrom, dutyColumns } from "#features/session/api/service/actors.ts";
import { sessionsTable, usersTable } from "#features/session/api/tables.ts";
import { hashToken } from "#features/session/api/service/tokens.ts";
import { rightsColumns } from "#features/users/api/service/rights.ts";

/** A session ends this long after its last use, and this long after sign-in however busy it was (reliability R10). */
export const idleMs = hourMs;
export const absoluteMs = 12 * hourMs;
/** `last_used_at` is written no more often than this, so that reading costs no write. */
export const touchMs = minuteMs;

/**
 * The person behind a request's token; null when it carries none.
 *
 * Refuses with `invalid_token` (unknown, malformed, ended, or its person disabled) or `token_expired`. Reads the
 * database each time and keeps nothing, so that sign-out, a changed role or a disabled account act on the next request.
 */
export async function authenticate(ctx: Ctx, request: Request): Promise<Actor | null> {
  const token = callerToken(request.headers);
  if (token === null) return null;
  return isApiKey(token) ? authenticateKey(ctx, token) : authenticateToken(ctx, token);
}

/** The same for a token that came by itself. */
export async function authenticateToken(ctx: Ctx, token: string): Promise<Actor> {
  const tokenHash = await hashToken(token);
  if (tokenHash === null) throw commonRefusals.invalid_token();
  const [found] = await sessionByToken(ctx.db).execute({ tokenHash, now: ctx.now });
  if (found === undefined || found.status !== "active") throw commonRefusals.invalid_token();
  if (ctx.now >= found.expiresAt || ctx.now >= addMs(found.lastUsedAt, idleMs)) throw commonRefusals.token_expired();
  if (ctx.now >= addMs(found.lastUsedAt, touchMs)) touchLater(ctx, found.sessionId);
  const { status: _, lastUsedAt: __, expiresAt: ___, viewAsUserId, viewAsRoleId, ...person } = found;
  const actor = actorFrom(ctx, person);
  return viewAsUserId === null && viewAsRoleId === null
    ? actor
    : lookThrough(ctx, actor, { userId: viewAsUserId, roleId: viewAsRoleId });
}

const statements = new WeakMap<Db, ReturnType<typeof prepareSessionByToken>>();

/** On the path of every request, so it is built and planned once a connection. */
function sessionByToken(db: Db) {
  const known = statements.get(db);
  if (known) return known;
  const prepared = prepareSessionByToken(db);
  statements.set(db, prepared);
  return prepared;
}

function prepareSessionByToken(db: Db) {
  return db
    .select({
      sessionId: sessionsTable.id,
      lastUsedAt: sessionsTable.lastUsedAt,
      expiresAt: sessionsTable.expiresAt,
      userId: usersTable.id,
      userNumber: usersTable.number,
      userCategoryId: usersTable.categoryId,
      name: usersTable.name,
      email: usersTable.email,
      ...dutyColumns(sql`${sql.placeholder("now")}::timestamptz`),
      status: usersTable.status,
      viewAsUserId: sessionsTable.viewAsUserId,
      viewAsRoleId: sessionsTable.viewAsRoleId,
      ...rightsColumns(usersTable.id, sql`${sql.placeholder("now")}::timestamptz`),
    })
    .from(sessionsTable)
    .innerJoin(usersTable, eq(usersTable.id, sessionsTable.userId))
    .where(eq(sessionsTable.tokenHash, sql.placeholder("tokenHash")))
    .prepare("session_by_token");
}

/** Nobody waits for it: a lost note shortens an idle time by a minute at most. Requests of one moment write once. */
function touchLater(ctx: Ctx, sessionId: string) {
  ctx.db
    .update(sessionsTable)
    .set({ lastUsedAt: ctx.now })
    .where(and(eq(sessionsTable.id, sessionId), lte(sessionsTable.lastUsedAt, addMs(ctx.now, -touchMs))))
    .catch((error: unknown) => ctx.log.warn("use of a session not noted", { sessionId, error: String(error) }));
}
