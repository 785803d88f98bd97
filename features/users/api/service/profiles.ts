import type { Input } from "#base/contract.ts";
import { emailKey } from "#base/fields.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import { changesBetween } from "#features/audit/api/service.ts";
import { revokeLinks } from "#features/session/api/service/invitations.ts";
import { requireNotAbove } from "#features/users/api/service/granting.ts";
import { emailTaken, handsOutLinks, sendInvitation } from "#features/users/api/service/invitations.ts";
import { sendLater } from "#features/users/api/service/letters.ts";
import { personKeys } from "#features/users/api/service/people.ts";
import { lockUser, toUser } from "#features/users/api/service/records.ts";
import { writeUser } from "#features/users/api/service/writing.ts";
import type { UserRecord } from "#features/users/api/tables.ts";
import { userRefusals, type users } from "#features/users/contract.ts";
import { type User, type UserInput } from "#features/users/contract/people.ts";
import { categoryNumber, categoryOf } from "#features/users/rules.ts";

/**
 * Changes who a person is. What is as it was is no change and makes no version.
 *
 * A new address ends nobody's session; it is told to both addresses, and links that were mailed to the old one no longer
 * work. Refuses with `not_found`, `version_conflict`, `email_taken`, with `holds_more` for the address of somebody who
 * may do what the caller may not, as whoever has the address can set the password, and with `status_differs` once the
 * person was erased.
 */
export async function updateUser(ctx: Ctx, { id, version, ...patch }: Input<typeof users.update>): Promise<User> {
  try {
    const user = await inTransaction(ctx, async (inner) => {
      const before = await lockUser(inner, { id, version });
      if (before.status === "erased") throw userRefusals.status_differs({ status: before.status });
      return rewriteUser(inner, before, patch);
    });
    ctx.jobs.wake();
    return user;
  } catch (error) {
    throw violationOf(error)?.kind === "unique" ? emailTaken() : error;
  }
}

type Patch = { readonly [Name in keyof UserInput]?: UserInput[Name] | undefined };

async function rewriteUser(ctx: Ctx, before: UserRecord, patch: Patch): Promise<User> {
  const changes = changesBetween({ ...before, category: categoryOf(before.categoryId) }, patch);
  if (Object.keys(changes).length === 0) return toUser(ctx, before);
  const { name = before.name, email = before.email, language = before.language, category } = patch;
  const isMoved = emailKey(email) !== before.emailKey;
  if (isMoved) await requireNotAbove(ctx, before.id);
  const written = {
    name,
    email,
    emailKey: emailKey(email),
    ...personKeys({ name, email }),
    language,
    ...(category === undefined ? {} : { categoryId: categoryNumber(category) }),
  };
  // That it changed is kept, and not what it was (docs/decisions/0020).
  const noted = { ...changes, ...(changes.name ? { name: { before: "•••", after: "••••" } } : {}) };
  const user = await writeUser(ctx, before.id, written, { action: "update", changes: noted });
  if (isMoved) await tellOfAddress(ctx, before, { ...written, userId: before.id });
  return user;
}

async function tellOfAddress(
  ctx: Ctx,
  before: UserRecord,
  { userId, name, language, email }: { userId: string; name: string; language: string; email: string },
): Promise<void> {
  await revokeLinks(ctx, userId);
  if (before.status === "invited") {
    // Nobody is behind the account yet: the new address gets the link, and the old one nothing more.
    if (!handsOutLinks(ctx)) await sendInvitation(ctx, userId);
    return;
  }
  for (const to of [before.email, email]) await sendLater(ctx, "addressChanged", { userId, to, name, language });
}
