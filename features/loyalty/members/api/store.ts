import { sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import {
  contactsIn,
  contactsOf,
  findOwners,
  keepStored,
  openContact,
  writeContacts,
} from "#features/loyalty/members/api/service/contacts.ts";
import { limitMisses } from "#features/loyalty/members/api/service/misses.ts";
import { membersTable as table } from "#features/loyalty/members/api/tables.ts";
import { memberRecords, memberRefusals, type members } from "#features/loyalty/members/contract.ts";
import { memberFields, type MemberInput } from "#features/loyalty/members/fields.ts";
import { looksLikeContact, memberLifecycle, memberName } from "#features/loyalty/members/rules.ts";
import { certifierStore } from "#features/halal/certifiers/api/store.ts";

export const memberStore = recordStore({
  record: memberRecords,
  table,
  // Members belong to the programme: no brand and no retailer has some of them, and nobody has only their own.
  scope: { own: null },
  searched: ["displayName"],
  sorts: {
    createdAt: [table.createdAt, table.id],
    displayName: [table.sortKey, table.id],
    updatedAt: [table.updatedAt, table.id],
  },
  filters: { country: (countries: string[]) => isAnyOf(table.country, countries) },
  // A contact is found only in full, by its hash.
  lookUp: async (ctx, filter) => {
    const { search = "" } = filter as { search?: string | undefined };
    if (!looksLikeContact(search)) return {};
    const owners = await findOwners(ctx, contactsOf(search));
    const ids = owners.filter((id) => id !== null);
    return { search: () => (ids.length === 0 ? sql`false` : isAnyOf(table.id, ids)) };
  },
  list: { spellSearch: (typed) => (looksLikeContact(typed) ? "" : typed) },
  unique: {},
  idTaken: memberRefusals.member_id_taken,
  // A member who was merged or erased has nothing left to change.
  requireEditable: ({ status, mergedInto }) => {
    if (mergedInto !== null) throw memberRefusals.member_merged();
    if (status === "erased") throw memberRefusals.already_erased();
  },
  fill: keepStored,
  derive: async (ctx, values, before, id) => {
    if (values.certifierIds !== before?.certifierIds) await requireCertifiers(ctx, values);
    return { bucket: bucketOf(id), ...(await writeContacts(ctx, values, before, id)) };
  },
});

/** As the function `bucket_of` of the database: the low six bits of the id's last byte. */
const bucketOf = (id: string): number => Number.parseInt(id.slice(-2), 16) & 63;

async function requireCertifiers(ctx: Ctx, { certifierIds }: MemberInput): Promise<void> {
  const known = await certifierStore.readByIds(ctx, certifierIds);
  const unknown = certifierIds.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const message = "This certifying body doesn’t exist.";
  throw commonRefusals.invalid_input({}, [{ path: "certifierIds", code: "certifier_unknown", message }]);
}

export const memberTransitions = recordTransitions(memberStore, memberLifecycle, {
  label: memberName,
  invalid: memberRefusals.invalid_transition,
  blocked: memberRefusals.member_merged,
});

const isDuplicate = (error: unknown) => error instanceof Refusal && error.code === memberRefusals.duplicate_member.code;

/** Creates a member; omitted fields are empty. */
export const createMember = (ctx: Ctx, { id, ...input }: Input<typeof members.create>) =>
  limitMisses(ctx, isDuplicate, () =>
    memberStore.handlers.create(ctx, { id, ...memberFields.empty, ...omitUndefined(input) }),
  );

export const updateMember = (ctx: Ctx, input: Input<typeof members.update>) =>
  limitMisses(ctx, isDuplicate, () => memberStore.handlers.update(ctx, input));

/** Freezes, unfreezes or reopens. Closing and erasing are operations of their own, with their own permissions. */
export function changeMemberStatus(ctx: Ctx, input: Input<typeof members.changeStatus>) {
  if (input.to === "closed" || input.to === "erased")
    throw memberRefusals.invalid_transition({ from: "active", to: input.to });
  return memberTransitions.change(ctx, input);
}

export async function closeMember(ctx: Ctx, input: Input<typeof members.close>): Promise<Output<typeof members.close>> {
  const { id, version, status, mergedInto } = await memberTransitions.change(ctx, { ...input, to: "closed" });
  return { id, version, status, mergedInto };
}

/** The contacts in full; the kernel logs the access. Refuses with `not_found`. */
export async function readPersonal(
  ctx: Ctx,
  { id }: Input<typeof members.readPersonal>,
): Promise<Output<typeof members.readPersonal>> {
  const record = await memberStore.find(ctx, id);
  if (record === undefined) throw commonRefusals.not_found();
  const open = (kind: Parameters<typeof openContact>[2]) => openContact(ctx, record, kind);
  return { memberNumber: await open("memberNumber"), email: await open("email"), phone: await open("phone") };
}

/**
 * The member with an id or a contact. Refuses with `not_found` alike for one that never was and for one whose data was
 * erased, and with `lookups_too_fast`.
 */
export const findMember = (ctx: Ctx, { id, ...contacts }: Input<typeof members.find>) =>
  limitMisses(ctx, isUnknown, async () => {
    const [owner = null] = id === undefined ? await findOwners(ctx, contactsIn(omitUndefined(contacts))) : [id];
    const first = owner === null ? undefined : await memberStore.find(ctx, owner);
    const record = first?.mergedInto == null ? first : await memberStore.find(ctx, first.mergedInto);
    if (record === undefined || record.status === "erased") throw commonRefusals.not_found();
    return memberStore.answer(ctx, record);
  });

const isUnknown = (error: unknown) => error instanceof Refusal && error.code === commonRefusals.not_found.code;
