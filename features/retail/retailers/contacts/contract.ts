import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { phone } from "#base/phoneField.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

/** The kinds of notifications that a contact may receive. */
export const notices = ["status", "halal", "settlement"] as const;

export const contactLimits = { nameMax: 160, roleMax: 80, perRetailerMax: 50 } as const;

const written = {
  name: fields.text({ min: 1, max: contactLimits.nameMax }),
  role: z.nullable(fields.text({ min: 1, max: contactLimits.roleMax })),
  email: z.nullable(fields.email()),
  phone: z.nullable(phone()),
  /** The primary contact. The first one always is; another one takes over. */
  isPrimary: z.boolean(),
  notify: z.array(z.enum(notices)).check(z.maxLength(notices.length)),
};

export const ContactInput = z.strictObject(written);
export type ContactInput = z.output<typeof ContactInput>;

export const Contact = z.object({ id: z.string(), ...z.object(written).shape });
export type Contact = z.output<typeof Contact>;
export const Contacts = z.object({ rows: z.array(Contact), version: z.int() });

export const contactRefusals = refusals({
  last_contact_needed: { status: 409, message: "Retailers in this status need at least one contact." },
  too_many_contacts: { status: 409, message: "A retailer can have at most {maximum} contacts." },
});
const user = { id: fields.id(), contactId: fields.id(), version: fields.version() };

export const retailerContacts = {
  list: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}/contacts",
    reads: [{ resource: "retailers", id: "id" }],
    permission: "retailers.read",
    summary: "List the contacts of a retailer, the primary contact first",
    input: z.strictObject({ id: fields.id() }),
    output: Contacts,
    refusals: [commonRefusals.not_found],
  }),
  save: operation({
    method: "PUT",
    path: "/api/v1/retailers/{id}/contacts/{contactId}",
    permission: "retailers.update",
    summary: "Add or replace a contact (idempotent: the client supplies the ID)",
    input: z.strictObject({ ...user, ...written }),
    output: Contacts,
    versioned: true,
    refusals: [commonRefusals.not_found, contactRefusals.too_many_contacts],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/retailers/{id}/contacts/{contactId}",
    permission: "retailers.update",
    summary: "Remove a contact",
    input: z.strictObject(user),
    output: Contacts,
    versioned: true,
    refusals: [commonRefusals.not_found, contactRefusals.last_contact_needed],
  }),
};
