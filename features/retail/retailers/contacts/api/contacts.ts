import { and, asc, desc, eq, ne } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { readRetailer, refuseErrors } from "#features/retail/retailers/record/api/store.ts";
import { changePart } from "#features/retail/retailers/record/api/parts.ts";
import { contactsTable as table, type RetailerRecord } from "#features/retail/retailers/api/tables.ts";
import {
  type Contact,
  ContactInput,
  contactLimits,
  contactRefusals,
  type retailerContacts,
} from "#features/retail/retailers/contacts/contract.ts";
import { isInService } from "#features/retail/retailers/record/fields.ts";
import { contactErrors } from "#features/retail/retailers/contacts/rules.ts";

/** The contacts of a retailer, the primary one first. Refuses with `not_found`. */
export const listContacts = async (
  ctx: Ctx,
  { id }: Input<typeof retailerContacts.list>,
): Promise<Output<typeof retailerContacts.list>> => toContacts(ctx, await readRetailer(ctx, id));

const toContacts = async (ctx: Ctx, { id, version }: RetailerRecord) => ({
  rows: await readContacts(ctx, id),
  version,
});

const shown = { id: table.id, ...(pickedColumns() as { [Name in keyof ContactInput]: (typeof table)[Name] }) };

function pickedColumns() {
  return Object.fromEntries(Object.keys(ContactInput.shape).map((name) => [name, table[name as keyof ContactInput]]));
}

const readContacts = (ctx: Ctx, retailerId: string): Promise<Contact[]> =>
  ctx.db
    .select(shown)
    .from(table)
    .where(eq(table.retailerId, retailerId))
    .orderBy(desc(table.isPrimary), asc(table.createdAt), asc(table.id));

/**
 * Adds a contact, or updates one. The first contact is the primary one, until another takes over.
 *
 * Refuses with `not_found`, `version_conflict`, `too_many_contacts` and `invalid_input`.
 */
export async function saveContact(
  ctx: Ctx,
  { id, version, contactId, ...values }: Input<typeof retailerContacts.save>,
): Promise<Output<typeof retailerContacts.save>> {
  refuseErrors(contactErrors(values));
  const retailer = await changePart(ctx, { id, version }, async (inner) => {
    const all = await readContacts(inner, id);
    const known = all.find((each) => each.id === contactId) ?? null;
    if (known === null && all.length >= contactLimits.perRetailerMax)
      throw contactRefusals.too_many_contacts({ maximum: contactLimits.perRetailerMax });
    const others = all.filter((each) => each.id !== contactId);
    const isPrimary = values.isPrimary || !others.some((each) => each.isPrimary);
    const written = { ...values, isPrimary };
    const action = known === null ? "add_contact" : "change_contact";
    const changes = contactChanges(known, written);
    if (Object.keys(changes).length === 0) return { action, changes };
    if (isPrimary)
      await inner.db
        .update(table)
        .set({ isPrimary: false, updatedAt: inner.now })
        .where(and(eq(table.retailerId, id), eq(table.isPrimary, true), ne(table.id, contactId)));
    await writeContact(inner, { id: contactId, retailerId: id, ...written });
    return { action, changes, set: { contactsCount: others.length + 1 } };
  });
  return toContacts(ctx, retailer);
}

/** The name isn't a key here: keys stay in the log permanently, while it masks the values. */
function contactChanges(before: Contact | null, after: ContactInput | null) {
  const loggedValues = (contact: ContactInput | null) => {
    if (contact === null) return null;
    const { role, email, phone, isPrimary, notify } = contact;
    return { role, email, phone, isPrimary, notify };
  };
  if (before && after && Object.keys(changesBetween(before, after)).length === 0) return {};
  return { contacts: { before: loggedValues(before), after: loggedValues(after) } };
}

async function writeContact(ctx: Ctx, contact: ContactInput & { id: string; retailerId: string }): Promise<void> {
  const { id: _, retailerId, ...values } = contact;
  const written = await ctx.db
    .insert(table)
    .values({ ...contact, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoUpdate({
      target: table.id,
      set: { ...values, updatedAt: ctx.now },
      setWhere: eq(table.retailerId, retailerId),
    })
    .returning({ id: table.id });
  if (written.length === 0) throw commonRefusals.not_found();
}

/** Refuses with `not_found`, `version_conflict` and `last_contact_needed`. */
export async function removeContact(
  ctx: Ctx,
  { id, version, contactId }: Input<typeof retailerContacts.remove>,
): Promise<Output<typeof retailerContacts.remove>> {
  const retailer = await changePart(ctx, { id, version }, async (inner, before) => {
    const all = await readContacts(inner, id);
    const gone = all.find((each) => each.id === contactId);
    if (gone === undefined) throw commonRefusals.not_found();
    if (all.length === 1 && isInService(before.status)) throw contactRefusals.last_contact_needed();
    await inner.db.delete(table).where(eq(table.id, contactId));
    const next = all.find((each) => each.id !== contactId);
    if (gone.isPrimary && next)
      await inner.db.update(table).set({ isPrimary: true, updatedAt: inner.now }).where(eq(table.id, next.id));
    return { action: "remove_contact", changes: contactChanges(gone, null), set: { contactsCount: all.length - 1 } };
  });
  return toContacts(ctx, retailer);
}
