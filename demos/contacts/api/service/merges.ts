import { and, eq, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { contactStore } from "#demos/contacts/api/store.ts";
import { contactListEntriesTable as entries, contactTouchesTable as touches } from "#demos/contacts/api/tables.ts";
import { contactRefusals, type ContactRecord } from "#demos/contacts/contract.ts";
import type { ContactInput } from "#demos/contacts/fields.ts";

type Pair = { readonly keptId: string; readonly goneId: string; readonly values: ContactInput };
type Merge = Pair & { readonly keptVersion: number; readonly goneVersion: number };

/**
 * Archives one contact and gives the other these values. Stars, groups and calls of all users follow. The same merge
 * again answers the contact. Refuses with `same_contact`, `not_found` or `version_conflict`.
 */
export function mergeContacts(ctx: Ctx, { keptId, goneId, keptVersion, goneVersion, values }: Merge) {
  if (keptId === goneId) throw contactRefusals.same_contact();
  return inTransaction(ctx, async (inner): Promise<ContactRecord> => {
    const [kept, gone] = await lockBoth(inner, keptId, goneId);
    if (gone.mergedInto === keptId) return contactStore.answer(inner, kept);
    if (gone.status === "archived" || kept.status === "archived") throw commonRefusals.not_found();
    // Locked above, so these only compare the versions.
    await contactStore.lock(inner, { id: goneId, version: goneVersion });
    await contactStore.lock(inner, { id: keptId, version: keptVersion });
    const { record } = await contactStore.update(inner, kept, values, { action: "merge" });
    await contactStore.set(inner, [gone], { status: "archived", mergedInto: keptId }, () => ({ action: "merge" }));
    await inner.db.execute(sql`
      insert into ${entries} (owner_id, list_id, contact_id, merged_from)
      select owner_id, list_id, ${keptId}::uuid, ${goneId}::uuid from ${entries} where contact_id = ${goneId}
      on conflict do nothing`);
    await inner.db.update(touches).set({ contactId: keptId, mergedFrom: goneId }).where(eq(touches.contactId, goneId));
    return contactStore.answer(inner, record);
  });
}

/** Both contacts are as they were, with `values` for the kept one. A second call changes nothing. */
export function undoMerge(ctx: Ctx, { keptId, goneId, keptVersion, values }: Omit<Merge, "goneVersion">) {
  return inTransaction(ctx, async (inner): Promise<ContactRecord> => {
    const [kept, gone] = await lockBoth(inner, keptId, goneId);
    if (gone.mergedInto !== keptId) return contactStore.answer(inner, kept);
    await contactStore.lock(inner, { id: keptId, version: keptVersion });
    const why = { action: "undoMerge" };
    const { record } = await contactStore.update(inner, kept, values, why);
    await contactStore.set(inner, [gone], { status: "active", mergedInto: null }, () => why);
    const isOfMerge = (table: typeof entries | typeof touches) =>
      and(eq(table.contactId, keptId), eq(table.mergedFrom, goneId));
    await inner.db.delete(entries).where(isOfMerge(entries));
    await inner.db.update(touches).set({ contactId: goneId, mergedFrom: null }).where(isOfMerge(touches));
    return contactStore.answer(inner, record);
  });
}

/** In the order of their ids, so that two merges of the same contacts never wait for each other. */
async function lockBoth(ctx: Ctx, keptId: string, goneId: string) {
  const [first, second] = [keptId, goneId].sort() as [string, string];
  const byId = new Map([[first, await contactStore.lock(ctx, { id: first })]]);
  byId.set(second, await contactStore.lock(ctx, { id: second }));
  return [byId.get(keptId)!, byId.get(goneId)!] as const;
}
