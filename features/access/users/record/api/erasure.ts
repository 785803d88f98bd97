import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { isApprovalNeeded } from "#features/access/approvals/api/service/deciders.ts";
import { isApprover, keepAdministrator } from "#features/access/users/api/service/administrators.ts";
import { disabling } from "#features/access/users/api/service/approvable.ts";
import { requireNotAbove } from "#features/access/users/api/service/grantableRoles.ts";
import { userKeys } from "#features/access/users/api/service/people.ts";
import { lockUser } from "#features/access/users/api/service/records.ts";
import { writeUser } from "#features/access/users/api/service/writeUser.ts";
import { userRefusals, type users } from "#features/access/users/contract.ts";
import { type User } from "#features/access/users/contract/people.ts";
import { confirmsErasure, mayTake, type UserStatus } from "#features/access/users/rules.ts";

/**
 * Erases everything that identifies a user, and every way to sign in. What must be kept, such as the audit log, refers
 * to the remaining row, which has a pseudonym from then on (docs/decisions/0020). This can't be undone.
 *
 * Refuses with `not_found`, `version_conflict`, `own_account`, `holds_more`, `last_administrator`, `status_differs` for
 * a user who is already erased, `administrator_active` for a user who must first be disabled by two people, and with
 * `invalid_input` if the typed text is not the user's address.
 */
export function eraseUser(ctx: Ctx, input: Input<typeof users.erase>): Promise<User> {
  const { id, version, confirmation, reason } = input;
  return inTransaction(ctx, async (inner) => {
    const before = await lockUser(inner, { id, version });
    if (inner.actor?.userId === id) throw userRefusals.own_account();
    if (!mayTake(before.status, "erase")) throw userRefusals.status_differs({ status: before.status });
    if (!confirmsErasure(before, confirmation)) {
      const error = {
        path: "confirmation",
        code: "confirmation_differs",
        message: "This doesn’t match the user’s email.",
      };
      throw commonRefusals.invalid_input({}, [error]);
    }
    await requireNotAbove(inner, id);
    await refuseAdministrator(inner, before);
    return keepAdministrator(inner, async () => {
      for (const { erase } of inner.catalogue.personal) await erase?.(inner, { userId: id });
      const changes = { status: { before: before.status, after: "erased" } };
      const noted = { action: "erase", changes, reason: reason || null, leavesScope: true } as const;
      return writeUser(inner, id, nobody(before), noted);
    });
  });
}

/** Erasing also disables: an approver whom two people must disable is erased after that. */
async function refuseAdministrator(ctx: Ctx, { id, status }: { id: string; status: UserStatus }): Promise<void> {
  if (status !== "active" || !(await isApprover(ctx, id))) return;
  if (await isApprovalNeeded(ctx, disabling, id)) throw userRefusals.administrator_active();
}

/** The identity of an erased user: the number shows that two audit entries are about one user, but not which one. */
function nobody({ id, number }: { id: string; number: number }) {
  const name = `Erased user ${number}`;
  // RFC 2606: no email ever reaches .invalid.
  const email = `erased-${id}@erased.invalid`;
  return {
    name,
    email,
    emailKey: email,
    ...userKeys({ name, email }),
    status: "erased",
    language: "en",
    emailConfirmedAt: null,
    lastSignInAt: null,
    settings: {},
    shortcuts: null,
    photoUrl: "",
  } as const;
}
