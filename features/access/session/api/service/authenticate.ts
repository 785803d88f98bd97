import { toHex } from "#base/hex.ts";
import { and, eq, lte, sql } from "drizzle-orm";
import { commonRefusals, type Refusal } from "#base/refusal.ts";
import { addMs, hourMs, type Instant, minuteMs } from "#base/time.ts";
import type { Authenticate } from "#api/app.ts";
import { callerToken } from "#api/callerToken.ts";
import type { Actor, Ctx, Db } from "#api/context.ts";
import { authenticateKey, isApiKey } from "#features/access/api-keys/api/service/authenticateKey.ts";
import { batch } from "#api/batch.ts";
import { decoded, preparedStatement } from "#api/statements.ts";
import { lookThrough } from "#features/access/session/api/service/viewAs.ts";
import { actorFrom } from "#features/access/session/api/service/actors.ts";
import { sessionsTable } from "#features/access/session/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { hashToken } from "#features/access/session/api/service/tokens.ts";
import { heldColumns, heldIn, heldJoin } from "#features/access/users/api/service/rights.ts";

/** A session ends this long after its last use, and this long after sign-in even if it is in use (reliability R10). */
export const idleMs = hourMs;
export const absoluteMs = 12 * hourMs;
/** Minimum time between two updates of `last_used_at`, so that most reads cause no write. */
export const touchMs = minuteMs;

/**
 * The user of a request's token; null if it has none.
 *
 * Refuses with `invalid_token` (unknown, malformed, ended, or its user disabled) or `token_expired`. Reads the database
 * on every call and caches nothing, so that sign-out, a changed role or a disabled account take effect on the next
 * request.
 */
export const authenticate: Authenticate = async (ctx, request, options) => {
  const token = callerToken(request.headers);
  if (token === null) return null;
  return isApiKey(token) ? authenticateKey(ctx, token) : authenticateToken(ctx, token, options);
};

/**
 * The actor that `authenticate` found last for this token, in this process. For a read that begins before the token is
 * checked again.
 */
export async function recallActor(request: Request, now: Instant): Promise<Actor | null> {
  const token = callerToken(request.headers);
  if (token === null || recent.size === 0) return null;
  const tokenHash = await hashToken(token);
  const known = tokenHash && recent.get(toHex(tokenHash));
  return known && now < known.endsAt ? known.actor : null;
}

type RecentActor = { readonly actor: Actor; readonly endsAt: Instant };

/**
 * Actors by token hash, the most recent last. Only a hint: work that it starts is sent only after the database confirms
 * the token. Expired tokens don't count and refused ones are removed, so they start no work.
 */
const recent = new Map<string, RecentActor>();
const recentMax = 1000;

function remember(tokenHash: string, known: RecentActor): Actor {
  recent.delete(tokenHash);
  if (recent.size >= recentMax) recent.delete(recent.keys().next().value!);
  recent.set(tokenHash, known);
  return known.actor;
}

/** The same for a token instead of a request. */
export async function authenticateToken(ctx: Ctx, token: string, { isUse } = { isUse: true }): Promise<Actor> {
  const bytes = await hashToken(token);
  if (bytes === null) throw commonRefusals.invalid_token();
  const tokenHash = toHex(bytes);
  const found = await sessionReader(ctx.db)({ tokenHash, now: ctx.now });
  if (found === undefined || found.status !== "active") throw refused(tokenHash, commonRefusals.invalid_token());
  const { expiresAt, lastUsedAt, viewAsUserId, viewAsRoleId } = found;
  const isOver = ctx.now >= expiresAt || ctx.now >= addMs(lastUsedAt, idleMs);
  if (isOver) throw refused(tokenHash, commonRefusals.token_expired());
  if (isUse && ctx.now >= addMs(lastUsedAt, touchMs)) touchLater(ctx, found.person.sessionId);
  const actor = actorFrom(ctx, found.person);
  if (viewAsUserId === null && viewAsRoleId === null) {
    const idleEndsAt = addMs(ctx.now, idleMs);
    return remember(tokenHash, { actor, endsAt: idleEndsAt < expiresAt ? idleEndsAt : expiresAt });
  }
  // Not remembered while viewing as another user: work started with the user's own permissions would be discarded.
  recent.delete(tokenHash);
  return lookThrough(ctx, actor, { userId: viewAsUserId, roleId: viewAsRoleId });
}

/** Removes a refused token from `recent`. */
function refused(tokenHash: string, refusal: Refusal): Refusal {
  recent.delete(tokenHash);
  return refusal;
}

const readers = new WeakMap<Db, ReturnType<typeof makeSessionReader>>();

function sessionReader(db: Db) {
  const known = readers.get(db);
  if (known) return known;
  const made = makeSessionReader(db);
  readers.set(db, made);
  return made;
}

type TokenLookup = { readonly tokenHash: string; readonly now: Instant };

/** Runs on every request: prepared once per connection, and one statement for simultaneous requests. */
function makeSessionReader(db: Db) {
  return batch(async (requested: readonly TokenLookup[]) => {
    const tokenHashes = [...new Set(requested.map(({ tokenHash }) => tokenHash))];
    const rows = await readSessions(db, { tokenHashes, now: requested.at(-1)!.now });
    const byToken = new Map<string, unknown[][]>();
    for (const row of rows) {
      const others = byToken.get(row[0] as string);
      if (others) others.push(row);
      else byToken.set(row[0] as string, [row]);
    }
    return requested.map(({ tokenHash }) => {
      const found = byToken.get(tokenHash);
      return found && foundIn(found);
    });
  });
}

// From a subquery, so that one plan serves one token as well as ten, and is cached. Read as arrays and assembled below:
// on every request, a mapper takes a tenth of the time of a read by id.
const readSessions = preparedStatement(sql`
  select encode(${sessionsTable.tokenHash}, 'hex'), ${usersTable.status}, ${sessionsTable.lastUsedAt},
         ${sessionsTable.expiresAt}, ${sessionsTable.viewAsUserId}, ${sessionsTable.viewAsRoleId}, ${sessionsTable.id},
         ${usersTable.id}, ${usersTable.number}, ${usersTable.categoryId}, ${usersTable.name}, ${usersTable.email},
         ${usersTable.mustChangePassword}, ${usersTable.hasSecondFactor}, ${heldColumns}
    from ${sessionsTable} join ${usersTable} on ${usersTable.id} = ${sessionsTable.userId}
         ${heldJoin(sql`${sql.placeholder("now")}::timestamptz`)}
   where ${sessionsTable.tokenHash} = any(array(select decode(unnest(${sql.placeholder("tokenHashes")}::text[]), 'hex')))`);

const instantOf = (value: unknown) => decoded(sessionsTable.expiresAt, value) as Instant;

/** A session has one row for each role of its user, in the order of the statement above. */
function foundIn(rows: readonly (readonly unknown[])[]) {
  const values = rows[0]!;
  const { asksForSecondFactor, ...held } = heldIn(rows, 14);
  return {
    status: values[1] as string,
    lastUsedAt: instantOf(values[2]),
    expiresAt: instantOf(values[3]),
    viewAsUserId: values[4] as string | null,
    viewAsRoleId: values[5] as string | null,
    person: {
      sessionId: values[6] as string,
      userId: values[7] as string,
      userNumber: values[8] as number,
      userCategoryId: values[9] as number,
      name: values[10] as string,
      email: values[11] as string,
      mustChangePassword: values[12] as boolean,
      lacksSecondFactor: values[13] !== true && asksForSecondFactor,
      ...held,
    },
  };
}

/** Not awaited: a lost update shortens an idle timeout by a minute at most. Simultaneous requests write once. */
function touchLater(ctx: Ctx, sessionId: string) {
  ctx.db
    .update(sessionsTable)
    .set({ lastUsedAt: ctx.now })
    .where(and(eq(sessionsTable.id, sessionId), lte(sessionsTable.lastUsedAt, addMs(ctx.now, -touchMs))))
    .catch((error: unknown) => ctx.log.warn("use of a session not noted", { sessionId, error: String(error) }));
}
