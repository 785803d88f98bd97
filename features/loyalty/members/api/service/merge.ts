import { eq, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import {
  contactsOf,
  deleteKeys,
  findOwners,
  moveKeys,
  openContact,
  sealedNames,
} from "#features/loyalty/members/api/service/contacts.ts";
import { limitMisses } from "#features/loyalty/members/api/service/misses.ts";
import type { MemberFollower } from "#features/loyalty/members/api/service/followers.ts";
import { memberStore } from "#features/loyalty/members/api/store.ts";
import { type MemberRecord, membersTable as table } from "#features/loyalty/members/api/tables.ts";
import { memberRefusals, type members } from "#features/loyalty/members/contract.ts";
import type { MemberInput } from "#features/loyalty/members/fields.ts";
import { contactKinds } from "#features/loyalty/members/rules.ts";

type Outcome = Output<typeof members.merge>;

/**
 * Merges a member into another, who gets all their contacts: those that the other lacks are shown, all are found. Nothing
 * personal stays in the merged one, whose id is answered with the other from then on. Redemptions keep its id.
 *
 * Refuses with `not_found`, `version_conflict`, `same_member`, `member_not_active` and `member_wallet_frozen`.
 */
export function mergeMember(
  ctx: Ctx,
  { id, version, into }: Input<typeof members.merge>,
  followers: readonly MemberFollower[],
): Promise<Outcome> {
  if (id === into) throw memberRefusals.same_member();
  return inTransaction(ctx, async (inner) => {
    // In the order of ids, as two merges of the same members may run at once.
    const records = new Map<string, MemberRecord>();
    for (const each of [id, into].toSorted())
      records.set(each, await memberStore.lock(inner, each === id ? { id, version } : { id: into }));
    const [absorbed, survivor] = [records.get(id)!, records.get(into)!];
    if (absorbed.status !== "active" || survivor.status !== "active") throw memberRefusals.member_not_active();
    const missing = await valuesFor(inner, survivor, absorbed);
    for (const follower of followers) await follower.merge(inner, { id, into });
    await empty(inner, absorbed, { status: "closed", mergedInto: into }, { action: "merge" });
    await moveKeys(inner, id, into);
    // Members who were merged into this one earlier are answered in one step.
    await inner.db.update(table).set({ mergedInto: into }).where(eq(table.mergedInto, id));
    await memberStore.update(inner, survivor, missing, {
      action: "absorb",
      changes: { absorbed: { before: null, after: id } },
    });
    return { id, version: version + 1, status: "closed", mergedInto: into };
  });
}

/** What the member who stays lacks and the other has. */
async function valuesFor(ctx: Ctx, survivor: MemberRecord, absorbed: MemberRecord): Promise<Partial<MemberInput>> {
  const missing: Partial<MemberInput> = {
    displayName: survivor.displayName ?? absorbed.displayName,
    country: survivor.country ?? absorbed.country,
    certifierIds: survivor.certifierIds.length > 0 ? survivor.certifierIds : absorbed.certifierIds,
  };
  for (const kind of contactKinds) if (survivor[kind] === null) missing[kind] = await openContact(ctx, absorbed, kind);
  return missing;
}

/**
 * Erases what identifies a member. The id, its redemptions and amounts stay, and so does the history, which never had the
 * contacts or the name in full. This can't be undone.
 *
 * Refuses with `not_found`, `version_conflict`, `already_erased`, `member_merged`, `member_has_money`, `lookups_too_fast`, and with
 * `invalid_input` if the typed text is none of the member's contacts.
 */
export function eraseMember(
  ctx: Ctx,
  input: Input<typeof members.erase>,
  followers: readonly MemberFollower[],
): Promise<Outcome> {
  const { id, version, confirmation, reason = null } = input;
  return limitMisses(ctx, isUnconfirmed, () =>
    inTransaction(ctx, async (inner) => {
      const before = await memberStore.lock(inner, { id, version });
      if (before.status === "erased") throw memberRefusals.already_erased();
      // Nothing personal is left of it: the data is that of the other.
      if (before.mergedInto !== null) throw memberRefusals.member_merged();
      if (!(await findOwners(inner, contactsOf(confirmation))).includes(id)) throw unconfirmed();
      for (const follower of followers) await follower.erase(inner, { id });
      await deleteKeys(inner, id);
      await empty(inner, before, { status: "erased" }, { action: "erase", reason });
      return { id, version: version + 1, status: "erased", mergedInto: null };
    }),
  );
}

const notConfirmed = "confirmation_differs";
const unconfirmed = () => {
  const message = "This isn’t the member’s number, email or phone.";
  return commonRefusals.invalid_input({}, [{ path: "confirmation", code: notConfirmed, message }]);
};
const isUnconfirmed = (error: unknown) =>
  error instanceof Refusal && error.errors.some(({ code }) => code === notConfirmed);

/** Removes everything personal from a locked member. The log lists only what `columns` sets. */
async function empty(
  ctx: Ctx,
  before: MemberRecord,
  columns: Partial<Pick<MemberRecord, "status" | "mergedInto">>,
  why: { readonly action: string; readonly reason?: string | null },
): Promise<void> {
  const { id, status, mergedInto } = before;
  const nothing = sql`null`;
  const contacts = contactKinds.flatMap((kind) => [kind, sealedNames[kind]].map((name) => [name, nothing] as const));
  const erased = {
    displayName: nothing,
    country: nothing,
    certifierIds: sql`'{}'`,
    statusReason: nothing,
    words: sql`''`,
    sortKey: sql`''`,
    ...Object.fromEntries(contacts),
  };
  await memberStore.set(ctx, [{ id, status, mergedInto }], { ...erased, ...columns }, () => why);
}
