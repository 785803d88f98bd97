import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { anyOf } from "#base/list.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { contactSchemas, memberFields, type MemberInput, memberLimits } from "#features/loyalty/members/fields.ts";
import { memberLifecycle } from "#features/loyalty/members/rules.ts";

const description = describeRecord({
  name: "members",
  path: "/api/v1/members",
  fields: memberFields,
  statuses: memberLifecycle.statuses,
  more: {
    statusReason: z.nullable(z.string()),
    /** The member that this one was merged into. */
    mergedInto: z.nullable(z.string()),
  },
  hides: ["createdBy", "updatedBy"],
  rowOmits: ["certifierIds", "statusReason"],
  sorts: ["createdAt", "displayName", "updatedAt"],
  filters: ["language"],
  moreFilters: { country: anyOf(schemas.countryCode()) },
  // biome-ignore format: a table
  exportColumns: ["id", "memberNumber", "email", "phone", "displayName", "country", "language", "status", "mergedInto", "createdAt", "updatedAt"],
});
export interface Member extends RecordOf<typeof description> {}
export interface MemberTypes extends TypesOf<typeof description, MemberInput, Member> {}
export const memberRecords = recordOperations<MemberTypes>(description);
export type MemberStatus = Member["status"];

export const memberRefusals = refusals({
  duplicate_member: { status: 409, message: "Another member already has this number, email or phone." },
  member_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  invalid_transition: { status: 409, message: "A member can’t change from {from} to {to}." },
  /** Closed because it was merged into another. */
  member_merged: { status: 409, message: "This member was merged into another." },
  /** Only active members can be merged: a frozen one would be unfrozen by it. */
  member_not_active: { status: 409, message: "Only active members can be merged." },
  same_member: { status: 409, message: "Choose another member to merge into." },
  already_erased: { status: 409, message: "This member’s data has already been erased." },
  member_has_money: {
    status: 409,
    message: "This member still has cashback, owes some, or is being paid. Settle it first, then erase the member.",
  },
  member_wallet_frozen: { status: 409, message: "A frozen wallet can’t be merged. Unfreeze it first." },
  lookups_too_fast: {
    status: 429,
    message: "Too many unknown or taken contacts were tried. Try again in a minute.",
  },
});
const { duplicate_member, member_id_taken, invalid_transition, member_merged, lookups_too_fast } = memberRefusals;
const { not_found } = commonRefusals;

const versioned = { id: schemas.id(), version: schemas.version() };
const reason = z.optional(schemas.text({ max: memberLimits.statusReasonMax, multiline: true }));
/** Contains nothing personal, so that it may be stored with an Idempotency-Key. */
const Outcome = z.object({
  id: z.string(),
  version: z.int(),
  status: z.enum(memberLifecycle.statuses),
  mergedInto: z.nullable(z.string()),
});

export const members = {
  list: memberRecords.list({ summary: "List members, with masked contacts" }),
  countByStatus: memberRecords.countByStatus({ summary: "Count members by status under the other filters" }),
  exportCsv: memberRecords.exportCsv({ summary: "Export the listed members as a CSV file, with masked contacts" }),
  importTemplate: memberRecords.importTemplate({
    summary: "Get a CSV template with all supported columns and one example row",
  }),
  get: memberRecords.get({ summary: "Get a member, with masked contacts" }),
  activity: memberRecords.activity({ summary: "List the history of a member, newest first" }),
  readPersonal: operation({
    method: "GET",
    path: "/api/v1/members/{id}/personal",
    permission: "members.readPersonal",
    summary: "Get the full contacts of a member. Each access is recorded in the audit log",
    readsPersonalData: true,
    isDangerous: true,
    input: z.strictObject({ id: schemas.id() }),
    output: z.object({
      memberNumber: z.nullable(z.string()),
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
    }),
    refusals: [not_found],
  }),
  find: operation({
    method: "POST",
    path: "/api/v1/members/find",
    permission: "members.find",
    summary: "Find a member by exactly one of ID, number, email or phone. One that was merged answers the other",
    forKeys: true,
    input: z
      .strictObject({
        id: z.optional(schemas.id()),
        memberNumber: z.optional(contactSchemas.memberNumber),
        email: z.optional(contactSchemas.email),
        phone: z.optional(contactSchemas.phone),
      })
      .check(
        z.refine((given) => Object.values(given).filter((each) => each !== undefined).length === 1, {
          error: "one_contact",
        }),
      ),
    output: description.record,
    refusals: [not_found, lookups_too_fast],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/members",
    permission: "members.create",
    summary: "Create a member (idempotent: the client supplies the ID)",
    forKeys: true,
    /** Fields that are left out are empty. One contact is needed. */
    input: z.strictObject({ id: schemas.id(), ...z.partial(z.object(memberFields.shape)).shape }),
    output: description.record,
    refusals: [duplicate_member, member_id_taken, lookups_too_fast],
  }),
  update: memberRecords.update({
    summary: "Update a member. A contact sent as it is shown stays as it is",
    forKeys: true,
    refusals: [duplicate_member, member_merged, memberRefusals.already_erased, lookups_too_fast],
  }),
  changeStatus: memberRecords.changeStatus(
    { path: "status", permission: "freeze", more: { reason } },
    { summary: "Freeze, unfreeze or reopen a member, with a reason", refusals: [invalid_transition, member_merged] },
  ),
  close: operation({
    method: "POST",
    path: "/api/v1/members/{id}/close",
    permission: "members.close",
    summary: "Close a member, who leaves the programme. Their data stays until it is erased",
    forKeys: true,
    idempotencyKey: "ifSent",
    input: z.strictObject({ ...versioned, reason }),
    output: Outcome,
    versioned: true,
    refusals: [not_found, invalid_transition, member_merged],
  }),
  merge: operation({
    method: "POST",
    path: "/api/v1/members/{id}/merge",
    permission: "members.merge",
    summary: "Merge a member into another, who gets their contacts. This can’t be undone",
    forKeys: true,
    idempotencyKey: "ifSent",
    isDangerous: true,
    /** `into` is the one that stays. */
    input: z.strictObject({ ...versioned, into: schemas.id() }),
    output: Outcome,
    versioned: true,
    refusals: [
      not_found,
      memberRefusals.member_not_active,
      memberRefusals.same_member,
      memberRefusals.member_wallet_frozen,
    ],
  }),
  erase: operation({
    method: "POST",
    path: "/api/v1/members/{id}/erasure",
    permission: "members.erase",
    summary: "Erase the personal data of a member. The ID and amounts stay. This can’t be undone",
    forKeys: true,
    idempotencyKey: "ifSent",
    isDangerous: true,
    /** One of the member’s contacts in full, as they gave it when they asked for the erasure. */
    input: z.strictObject({ ...versioned, confirmation: schemas.text({ max: memberLimits.contactMax }), reason }),
    output: Outcome,
    versioned: true,
    refusals: [
      not_found,
      memberRefusals.already_erased,
      member_merged,
      memberRefusals.member_has_money,
      lookups_too_fast,
    ],
  }),
};

export const membersMenu: MenuSection = {
  id: 12,
  title: "Promocode",
  icon: "promocode",
  link: "/apps/promocode",
  entries: [{ id: 123, title: "Members", link: "/apps/promocode/members", needs: members.list }],
};
