import * as z from "zod/mini";
import { type MenuSection, type Operation, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { contactFields, type ContactInput } from "#demos/contacts/fields.ts";
import { touchKinds } from "#demos/contacts/rules.ts";
import { chosenIcon } from "#demos/icons/contract.ts";

/** How many contacts one call may star, group or delete. */
export const selectedMax = 5000;
export const groupsMax = 100;

/** Deleting archives, so that Undo can bring a contact back with its stars and groups. */
export const contactLifecycle = lifecycle()({ active: { remove: "archived" }, archived: { restore: "active" } });

const description = describeRecord({
  name: "contacts",
  path: "/api/contacts-app/x/people",
  fields: contactFields,
  statuses: contactLifecycle.statuses,
  rowOmits: ["notes", "retailerIds", "brandIds", "certifierIds", "createdAt", "createdBy", "updatedBy"],
  sorts: ["name"],
  filters: [],
  moreFilters: {
    /** `all`, `frequent`, `starred`, `birthdays` or the id of a group. */
    list: z.optional(z.string().check(z.maxLength(64))),
    /** The first letter of a name, or `#` for everything that is not a letter. */
    initial: z.optional(z.string().check(z.regex(/^(?:\p{L}|#)$/u))),
  },
  // biome-ignore format: a table
  exportColumns: ["name", "lastName", "nickname", "company", "jobTitle", "email", "phone", "address", "birthday", "notes"],
});
export interface ContactRecord extends RecordOf<typeof description> {}
export interface ContactTypes extends TypesOf<typeof description, ContactInput, ContactRecord> {}
export const contactRecords = recordOperations<ContactTypes>(description);
export type ContactRow = ContactTypes["row"];

export const contactRefusals = refusals({
  contact_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  group_limit: { status: 409, message: "You’ve reached the limit of {limit} groups." },
  group_name_taken: { status: 409, message: "You already have “{name}”." },
  same_contact: { status: 422, message: "Choose two different contacts to merge." },
});
const { contact_id_taken, group_limit, group_name_taken, same_contact } = contactRefusals;

const session = { permission: "session" } as const;
/** No right per application: every signed-in user shares the address book (demo-apps X-5). */
const shared = <Op extends Operation>(declared: Op): Op => ({ ...declared, ...session });

/** Spec 001 §3: all text, `""` where nothing is known. */
export const Contact = z.object({
  id: z.string(),
  name: z.string(),
  lastName: z.string(),
  avatar: z.string(),
  nickname: z.string(),
  company: z.string(),
  jobTitle: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  birthday: z.string(),
  notes: z.string(),
});
export type Contact = z.output<typeof Contact>;
export type WireField = Exclude<keyof Contact, "id">;

export const Group = z.object({ id: z.string(), name: z.string(), contactIds: z.array(z.string()) });
export type Group = z.output<typeof Group>;

export const ContactsUser = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  starred: z.array(z.string()),
  frequentContacts: z.array(z.string()),
  groups: z.array(Group),
});
export type ContactsUser = z.output<typeof ContactsUser>;

/** Ids compare as text, and those of other shapes are unknown, not wrong (demo-apps D-2). */
const wireId = z.pipe(z.union([z.string(), z.number()]), z.pipe(z.transform(String), z.string()));
/** A field as other clients send it: `""`, `null` and a missing one are the same. */
const posted = (schema: z.ZodMiniType<string | null, string | null>) =>
  z.optional(z.pipe(z.union([z.string(), z.null()]), z.pipe(z.transform(emptyAsNull), z.nullable(schema))));
const emptyAsNull = (value: string | null) => value?.trim() || null;
const shape = contactFields.shape as Readonly<Record<WireField, z.ZodMiniType<string | null, string | null>>>;
const PostedContact = z.object({
  id: z.optional(wireId),
  name: posted(shape.name),
  lastName: posted(shape.lastName),
  avatar: posted(shape.avatar),
  nickname: posted(shape.nickname),
  company: posted(shape.company),
  jobTitle: posted(shape.jobTitle),
  email: posted(shape.email),
  phone: posted(shape.phone),
  address: posted(shape.address),
  // The day of an instant, as date pickers of other clients send it.
  birthday: z.optional(z.pipe(z.union([z.string(), z.null()]), z.pipe(z.transform(dayOf), z.nullable(fields.date())))),
  notes: posted(shape.notes),
});
export type PostedContact = z.output<typeof PostedContact>;

function dayOf(value: string | null) {
  return emptyAsNull(value)?.replace(/^(\d{4}-\d{2}-\d{2})T.*$/, "$1") ?? null;
}

const one = z.object({ contactId: wireId });
const many = z.object({ contactIds: z.array(wireId).check(z.maxLength(selectedMax)) });
const post = { ...session, method: "POST" } as const;
const changes = { ...post, output: z.array(Contact), timeoutMs: 15_000 } as const;
const stars = { ...post, output: ContactsUser } as const;

/** The calls of spec 001 §7, with its keys and no others. Unknown keys are ignored. */
export const contacts = {
  list: operation({
    ...session,
    method: "GET",
    path: "/api/contacts-app/contacts",
    summary: "List contacts: frequent, starred, those of a group by its ID, otherwise all",
    input: z.object({ id: z.optional(z.string()) }),
    reads: [{ resource: "contacts" }],
    output: z.array(Contact),
    timeoutMs: 15_000,
  }),
  user: operation({
    ...session,
    method: "GET",
    path: "/api/contacts-app/user",
    summary: "Your starred and frequent contacts and your groups",
    input: z.object({}),
    reads: [{ resource: "contacts" }],
    output: ContactsUser,
  }),
  add: operation({
    ...changes,
    path: "/api/contacts-app/add-contact",
    summary: "Add a contact, sent bare or as `newContact`; the server makes its ID. Answers all contacts",
    input: z.object({ ...PostedContact.shape, newContact: z.optional(PostedContact) }),
    reply: "record",
  }),
  update: operation({
    ...changes,
    path: "/api/contacts-app/update-contact",
    summary: "Replace the fields of a contact, sent bare or as `contact`. Answers all contacts",
    versioned: "ifSent",
    input: z.object({
      ...PostedContact.shape,
      contact: z.optional(PostedContact),
      version: z.optional(fields.version()),
    }),
    reply: "record",
  }),
  remove: operation({
    ...changes,
    path: "/api/contacts-app/remove-contact",
    summary: "Delete a contact, also from stars and groups. Answers the others",
    input: one,
    reply: "record",
  }),
  removeMany: operation({
    ...changes,
    path: "/api/contacts-app/remove-contacts",
    summary: "Delete contacts, also from stars and groups. Answers the others",
    input: many,
  }),
  toggleStar: operation({
    ...stars,
    path: "/api/contacts-app/toggle-starred-contact",
    summary: "Star a contact, or remove its star. Answers your lists",
    input: one,
  }),
  toggleStars: operation({
    ...stars,
    path: "/api/contacts-app/toggle-starred-contacts",
    summary: "Star each of these contacts, or remove its star. Answers your lists",
    input: many,
  }),
  setStars: operation({
    ...stars,
    path: "/api/contacts-app/set-contacts-starred",
    summary: "Star contacts; those with a star keep it. Answers your lists",
    input: many,
  }),
  unsetStars: operation({
    ...stars,
    path: "/api/contacts-app/set-contacts-unstarred",
    summary: "Remove the stars of contacts. Answers your lists",
    input: many,
  }),
};

const ids = z.array(fields.id()).check(z.minLength(1), z.maxLength(selectedMax));
const groupId = z.string().check(z.regex(/^[a-z0-9-]{8,64}$/));
export const groupName = fields.text({ min: 1, max: 60 });
const nothing = { output: z.void(), reply: "empty" } as const;
const merged = { keptId: fields.id(), goneId: fields.id() };
/** The values that the merged contact gets, or had before. */
const values = contactFields.schema as z.ZodMiniType<ContactInput>;

const Touch = z.object({ id: z.string(), kind: z.enum(touchKinds), at: fields.instant() });
export type Touch = z.output<typeof Touch>;

/** The calls of spec 001 have no key for it. */
const GroupIcon = z.object({ id: z.string(), name: z.string(), icon: z.string() });
export type GroupIcon = z.output<typeof GroupIcon>;

/** What the spec's calls can't do: pages, search, Undo, groups, merges and files (demo-apps A2.2). */
export const contactExtras = {
  list: shared(contactRecords.list({ summary: "Contacts, a page at a time" })),
  get: shared(contactRecords.get({ summary: "One contact" })),
  activity: shared(contactRecords.activity({ summary: "What was done to a contact, newest first" })),
  create: shared(
    contactRecords.create({
      summary: "Add a contact (idempotent: the client supplies the ID)",
      refusals: [contact_id_taken],
    }),
  ),
  update: shared(contactRecords.update({ summary: "Change some fields of a contact" })),
  exportCsv: contactRecords.exportCsv({ summary: "Every contact that the list finds, as a CSV file" }),
  importTemplate: contactRecords.importTemplate({
    summary: "A CSV file with the columns of an import and an example row",
  }),
  setStatus: operation({
    ...post,
    ...nothing,
    path: "/api/contacts-app/x/status",
    timeoutMs: 15_000,
    summary: "Delete contacts, or bring them back with their stars and groups",
    input: z.strictObject({ ids, to: z.enum(contactLifecycle.statuses) }),
  }),
  letters: operation({
    ...session,
    method: "GET",
    path: "/api/contacts-app/x/letters",
    summary: "The letters that names in a list begin with",
    input: z.strictObject({ list: z.optional(z.string().check(z.maxLength(64))) }),
    reads: [{ resource: "contacts" }],
    output: z.array(z.string()),
  }),
  star: operation({
    ...post,
    ...nothing,
    path: "/api/contacts-app/x/star",
    summary: "Star contacts, or remove their stars",
    input: z.strictObject({ ids, isOn: z.boolean() }),
  }),
  saveGroup: operation({
    ...post,
    ...nothing,
    path: "/api/contacts-app/x/groups",
    summary: "Create or change a group, whose icon is one of the catalogue (idempotent: the client supplies the ID)",
    /** Without `icon` the group keeps its own. */
    input: z.strictObject({ id: groupId, name: groupName, icon: z.optional(z.nullable(chosenIcon)) }),
    refusals: [group_limit, group_name_taken],
  }),
  groupIcons: operation({
    ...session,
    method: "GET",
    path: "/api/contacts-app/x/groups",
    summary: "List your groups that have an icon",
    input: z.strictObject({}),
    reads: [{ resource: "contacts" }],
    output: z.array(GroupIcon),
  }),
  removeGroup: operation({
    ...post,
    ...nothing,
    path: "/api/contacts-app/x/remove-group",
    summary: "Delete a group; its contacts stay",
    input: z.strictObject({ id: groupId }),
  }),
  setMembers: operation({
    ...post,
    ...nothing,
    path: "/api/contacts-app/x/members",
    summary: "Put contacts into a group, or take them out",
    input: z.strictObject({ groupId, ids, isIn: z.boolean() }),
    refusals: [commonRefusals.not_found],
  }),
  touch: operation({
    ...post,
    ...nothing,
    path: "/api/contacts-app/x/touches",
    summary: "Record that you called, wrote to or met a contact (idempotent: the client supplies the ID)",
    input: z.strictObject({ id: fields.id(), contactId: fields.id(), kind: z.enum(touchKinds) }),
    refusals: [commonRefusals.not_found],
  }),
  touches: operation({
    ...session,
    method: "GET",
    path: "/api/contacts-app/x/people/{id}/touches",
    summary: "When you last called, wrote to or met a contact",
    input: z.strictObject({ id: fields.id() }),
    reads: [{ resource: "contacts", id: "id" }],
    output: z.array(Touch),
  }),
  duplicates: operation({
    ...session,
    method: "GET",
    path: "/api/contacts-app/x/people/{id}/duplicates",
    summary: "Contacts with the same email, phone number or name",
    input: z.strictObject({ id: fields.id() }),
    reads: [{ resource: "contacts" }],
    output: z.array(description.record),
    refusals: [commonRefusals.not_found],
  }),
  merge: operation({
    ...post,
    path: "/api/contacts-app/x/merge",
    summary: "Merge a contact into another, with these values; stars, groups and calls follow it",
    input: z.strictObject({ ...merged, keptVersion: fields.version(), goneVersion: fields.version(), values }),
    output: description.record,
    refusals: [commonRefusals.not_found, same_contact],
  }),
  undoMerge: operation({
    ...post,
    path: "/api/contacts-app/x/undo-merge",
    summary: "Undo a merge: both contacts are as they were",
    input: z.strictObject({ ...merged, keptVersion: fields.version(), values }),
    output: description.record,
    refusals: [commonRefusals.not_found],
  }),
};

export const contactsMenu: MenuSection = {
  id: 90,
  title: "Apps",
  icon: "apps",
  link: "/apps/todo",
  entries: [{ id: 905, title: "Contacts", link: "/apps/contacts", needs: contacts.list }],
};
