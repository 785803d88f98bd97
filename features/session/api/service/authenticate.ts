import { and, eq, lte, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, hourMs, type Instant, minuteMs } from "#base/time.ts";
import { callerToken } from "#api/callerToken.ts";
import type { Actor, Ctx, Db } from "#api/context.ts";
import { authenticateKey, isApiKey } from "#features/apiKeys/api/service/authenticateKey.ts";
import { gathered } from "#api/gathered.ts";
import { lookThrough } from "#features/session/api/service/viewAs.ts";
import { actorFrom, dutyColumns } from "#features/session/api/service/actors.ts";
import { sessionsTable, usersTable } from "#features/session/api/tables.ts";
import { hashToken, hexOf } from "#features/session/api/service/tokens.ts";
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
  const found = await sessionReader(ctx.db)({ tokenHash: hexOf(tokenHash), now: ctx.now });
  if (found === undefined || found.status !== "active") throw commonRefusals.invalid_token();
  const { expiresAt, lastUsedAt, viewAsUserId, viewAsRoleId } = found.session;
  if (ctx.now >= expiresAt || ctx.now >= addMs(lastUsedAt, idleMs)) throw commonRefusals.token_expired();
  if (ctx.now >= addMs(lastUsedAt, touchMs)) touchLater(ctx, found.person.sessionId);
  const actor = actorFrom(ctx, found.person);
  return viewAsUserId === null && viewAsRoleId === null
    ? actor
    : lookThrough(ctx, actor, { userId: viewAsUserId, roleId: viewAsRoleId });
}

const readers = new WeakMap<Db, ReturnType<typeof makeSessionReader>>();

function sessionReader(db: Db) {
  const known = readers.get(db);
  if (known) return known;
  const made = makeSessionReader(db);
  readers.set(db, made);
  return made;
}

type Asked = { readonly tokenHash: string; readonly now: Instant };

/** On the path of every request: built and planned once a connection, and one statement for the requests of a moment. */
function makeSessionReader(db: Db) {
  const statement = prepareSessionsByToken(db);
  return gathered(async (asked: readonly Asked[]) => {
    const tokenHashes = [...new Set(asked.map(({ tokenHash }) => tokenHash))];
    const found = await statement.execute({ tokenHashes, now: asked.at(-1)!.now });
    const byToken = new Map(found.map((each) => [each.tokenHash, each]));
    return asked.map(({ tokenHash }) => byToken.get(tokenHash));
  });
}

function prepareSessionsByToken(db: Db) {
  const now = sql`${sql.placeholder("now")}::timestamptz`;
  return (
    db
      .select({
        tokenHash: sql<string>`encode(${sessionsTable.tokenHash}, 'hex')`,
        status: usersTable.status,
        session: {
          lastUsedAt: sessionsTable.lastUsedAt,
          expiresAt: sessionsTable.expiresAt,
          viewAsUserId: sessionsTable.viewAsUserId,
          viewAsRoleId: sessionsTable.viewAsRoleId,
        },
        person: {
          sessionId: sessionsTable.id,
          userId: usersTable.id,
          userNumber: usersTable.number,
          userCategoryId: usersTable.categoryId,
          name: usersTable.name,
          email: usersTable.email,
          ...dutyColumns(now),
          ...rightsColumns(usersTable.id, now),
        },
      })
      .from(sessionsTable)
      .innerJoin(usersTable, eq(usersTable.id, sessionsTable.userId))
      // Out of a sub-select, so that one plan is as good for one token as for ten, and is kept.
      .where(
        sql`${sessionsTable.tokenHash} = any(array(select decode(unnest(${sql.placeholder("tokenHashes")}::text[]), 'hex')))`,
      )
      .prepare("sessions_by_token")
  );
}

/** Nobody waits for it: a lost note shortens an idle time by a minute at most. Requests of one moment write once. */
function touchLater(ctx: Ctx, sessionId: string) {
  ctx.db
    .update(sessionsTable)
    .set({ lastUsedAt: ctx.now })
    .where(and(eq(sessionsTable.id, sessionId), lte(sessionsTable.lastUsedAt, addMs(ctx.now, -touchMs))))
    .catch((error: unknown) => ctx.log.warn("use of a session not noted", { sessionId, error: String(error) }));
}
