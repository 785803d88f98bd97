import { and, eq, gte, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { recordStore } from "#api/records/store.ts";
import { isInList } from "#demos/contacts/api/service/lists.ts";
import { contactsTable as table, type StoredContact } from "#demos/contacts/api/tables.ts";
import { contactRecords, contactRefusals, type ContactRecord } from "#demos/contacts/contract.ts";
import { nameSortKey } from "#demos/contacts/rules.ts";

/** The address book. Every signed-in user shares it, so no grant limits its rows (demo-apps A3). */
export const contactStore = recordStore({
  record: contactRecords,
  table,
  scope: { own: null, isShared: true },
  searched: ["name", "lastName", "nickname", "company", "jobTitle", "email", "phone", "address"],
  sorts: { name: [table.sortKey, table.id] },
  filters: {
    list: (list: string, ctx: Ctx) => isInList(ctx, list),
    initial: (letter: string) => beginsWith(letter),
  },
  unique: {},
  idTaken: contactRefusals.contact_id_taken,
  // The whole name, and not only its first part.
  derive: async (_, values) => ({ sortKey: nameSortKey(values) }),
});

/** Sorts after every other text with the same beginning. */
const last = "\u{10FFFF}";

/** As a range of the order, for which the index of names is enough. */
function beginsWith(letter: string): SQL | undefined {
  // Digits and signs come before the letters of every alphabet.
  if (letter === "#") return lt(table.sortKey, "a");
  const first = letter.toLowerCase();
  return and(gte(table.sortKey, first), lt(table.sortKey, first + last));
}

/** Deletes contacts or brings them back. Those that already are as wanted stay as they are; unknown ids do nothing. */
export function setContactStatus(
  ctx: Ctx,
  { ids, to }: { readonly ids: readonly string[]; readonly to: ContactRecord["status"] },
): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const rows = await inner.db
      .select({ id: table.id, status: table.status })
      .from(table)
      .where(and(isAnyOf(table.id, ids), ne(table.status, to)))
      .orderBy(table.id)
      .for("update");
    const action = to === "archived" ? "remove" : "restore";
    // A merged contact that is brought back is one of its own again.
    await contactStore.set(inner, rows, { status: to, mergedInto: null }, () => ({ action }));
  });
}

/** Contacts with the same address, number or whole name, the closest first. */
export async function findDuplicates(ctx: Ctx, { id }: { readonly id: string }): Promise<ContactRecord[]> {
  const { emailKey, phoneKey, sortKey } = (await contactStore.find(ctx, id)) ?? nobody;
  if (sortKey === "") await contactStore.requireVisible(ctx, id);
  const rows = await sharing(ctx, { emails: [emailKey], phones: [phoneKey], names: [sortKey] });
  return rows.filter((row) => row.id !== id).slice(0, duplicatesMax);
}

const duplicatesMax = 10;
/** More contacts with the keys of a thousand rows would only repeat the warning. */
const sharingMax = 5000;
const nobody = { emailKey: null, phoneKey: null, sortKey: "" };

type Keys = Readonly<Record<"emails" | "phones" | "names", readonly (string | null)[]>>;

/** Contacts that share one of these keys. */
export async function sharing(ctx: Ctx, { emails, phones, names }: Keys): Promise<StoredContact[]> {
  const anyOf = (column: PgColumn, keys: Keys["names"]) => {
    const known = keys.filter((key): key is string => key !== null && key !== "");
    return known.length === 0 ? [] : [inArray(column, known)];
  };
  const shares = [...anyOf(table.emailKey, emails), ...anyOf(table.phoneKey, phones), ...anyOf(table.sortKey, names)];
  if (shares.length === 0) return [];
  const found: StoredContact[] = [];
  // One read for each key, as a condition with `or` would use no index.
  for (const condition of shares)
    found.push(
      ...(await ctx.db
        .select()
        .from(table)
        .where(and(eq(table.status, "active"), condition))
        .limit(sharingMax)),
    );
  return [...new Map(found.map((row) => [row.id, row])).values()];
}

/** The letters that names begin with: for all contacts by a jump from letter to letter, so that their number does not matter. */
export async function readInitials(ctx: Ctx, { list }: { readonly list?: string | undefined }): Promise<string[]> {
  const within = list === undefined ? undefined : isInList(ctx, list);
  const found = within === undefined ? await ctx.db.execute(everyInitial) : await ctx.db.execute(initialsOf(within));
  const initials = (found as { rows: { letter: string }[] }).rows.map(({ letter }) =>
    /\p{L}/u.test(letter) ? letter.toUpperCase() : "#",
  );
  return [...new Set(initials)];
}

const everyInitial = sql`
  with recursive letters (letter) as (
    (select left(sort_key, 1) from ${table} where status = 'active' order by sort_key limit 1)
    union all
    select (select left(sort_key, 1)
              from ${table}
             where status = 'active' and sort_key > letters.letter || ${last}::text
             order by sort_key
             limit 1)
      from letters
     where letters.letter is not null
  )
  select letter from letters where letter is not null`;

const initialsOf = (within: SQL) => sql`
  select distinct left(${table.sortKey}, 1) as letter
    from ${table}
   where ${and(eq(table.status, "active"), within)}`;
