import { newId } from "#api/newId.ts";
import { addMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { absoluteMs } from "#features/access/session/api/service/authenticate.ts";
import { hashText, makeToken } from "#features/access/session/api/service/tokens.ts";
import { sessionsTable } from "#features/access/session/api/tables.ts";

const userAgentMax = 300;

/** Creates a session and returns its token, which is not stored: only its SHA-256 is (reliability R8). */
export async function openSession(ctx: Ctx, userId: string): Promise<{ accessToken: string; sessionId: string }> {
  const accessToken = makeToken();
  const sessionId = newId(ctx);
  await ctx.db.insert(sessionsTable).values({
    id: sessionId,
    tokenHash: await hashText(accessToken),
    userId,
    createdAt: ctx.now,
    lastUsedAt: ctx.now,
    expiresAt: addMs(ctx.now, absoluteMs),
    address: ctx.address,
    userAgent: ctx.userAgent.slice(0, userAgentMax),
  });
  return { accessToken, sessionId };
}
