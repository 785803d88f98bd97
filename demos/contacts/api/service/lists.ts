import { and, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { omitUndefined } from "#base/omitUndefined.ts";
import { addMs, dayMs } from "#base/time.ts";
import { commonRefusals } from "#base/refusal.ts";
import { nameKey } from "#base/searchKey.ts";
import { actorOf, type Ctx, inTransaction, type PersonalRecords } from "#api/context.ts";
import { hasSampleRows } from "#api/seed.ts";
import { insertSampleLists } from "#demos/contacts/api/service/samples.ts";
import {
  contactListEntriesTable as entries,
  contactListsTable as lists,
  contactsTable,
  contactTouchesTable as touches,
} from "#demos/contacts/api/tables.ts";
import {
  contactRefusals,
  type ContactsUser,
  type Group,
  type GroupIcon,
  groupsMax,
  type Touch,
} from "#demos/contacts/contract.ts";
import { requireIcon } from "#demos/icons/api/service.ts";
import { birthdaysFrom, frequentDays, frequentTouches, type TouchKind } from "#demos/contacts/rules.ts";

const starred = "starred";
const touchesShown = 20;

/** The signed-in user's stars, groups and frequent contacts. On the first read the initial ones are created. */
export async function readUser(ctx: Ctx): Promise<ContactsUser> {
  await ensureLists(ctx);
  const { userId, name } = actorOf(ctx);
  const mine = await ctx.db
    .select({ id: lists.id, name: lists.name })
    .from(lists)
    .where(eq(lists.ownerId, userId))
    .orderBy(lists.createdAt, lists.id);
  const found = await ctx.db
    .select({ listId: entries.listId, contactId: entries.contactId })
    .from(entries)
    .innerJoin(contactsTable, eq(contactsTable.id, entries.contactId))
    .where(and(eq(entries.ownerId, userId), eq(contactsTable.status, "active")))
    .orderBy(contactsTable.sortKey, contactsTable.id);
  const idsOf = (listId: string) => found.filter((entry) => entry.listId === listId).map((entry) => entry.contactId);
  const groups: Group[] = mine
    .filter(({ id }) => id !== starred)
    .map((list) => ({ ...list, contactIds: idsOf(list.id) }));
  return {
    id: userId,
    name,
    avatar: "",
    starred: idsOf(starred),
    frequentContacts: await readFrequent(ctx),
    groups,
  };
}

/** Creates the lists of a user at their first call. */
export async function ensureLists(ctx: Ctx): Promise<void> {
  const { userId, isViewingAs } = actorOf(ctx);
  const known = await ctx.db.select({ id: lists.id }).from(lists).where(isList(ctx, starred));
  if (known.length > 0 || isViewingAs) return;
  await inTransaction(ctx, async (inner) => {
    // The row also says that the samples were created, and makes a second first read wait and then find them.
    const row = { ownerId: userId, id: starred, name: "", createdAt: ctx.now };
    const created = await inner.db.insert(lists).values(row).onConflictDoNothing().returning({ id: lists.id });
    if (created.length > 0 && (await hasSampleRows(inner))) await insertSampleLists(inner, userId);
  });
}

const isList = (ctx: Ctx, id: string) => and(eq(lists.ownerId, actorOf(ctx).userId), eq(lists.id, id));
const isEntry = (ctx: Ctx, listId: string) => and(eq(entries.ownerId, actorOf(ctx).userId), eq(entries.listId, listId));

/** Those contacted most in the last weeks, as `frequentTouches` says. */
async function readFrequent(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ contactId: touches.contactId })
    .from(touches)
    .innerJoin(contactsTable, eq(contactsTable.id, touches.contactId))
    .where(and(isRecent(ctx), eq(contactsTable.status, "active")))
    .groupBy(touches.contactId)
    .having(isOften)
    .orderBy(sql`count(*) desc`, sql`max(${touches.at}) desc`, touches.contactId);
  return rows.map(({ contactId }) => contactId);
}

const isRecent = (ctx: Ctx) =>
  and(eq(touches.ownerId, actorOf(ctx).userId), gt(touches.at, addMs(ctx.now, -frequentDays * dayMs)));
const isOften = sql`count(*) >= ${frequentTouches}::int`;

/** The contacts of a list; undefined for all of them. The id of a group that is not the user's finds none. */
export function isInList(ctx: Ctx, list: string): SQL | undefined {
  switch (list) {
    case "all":
      return undefined;
    case "frequent":
      return sql`${contactsTable.id} in (
        select ${touches.contactId} from ${touches} where ${isRecent(ctx)} group by ${touches.contactId} having ${isOften})`;
    case "birthdays":
      return inArray(sql`to_char(${contactsTable.birthday}, 'MM-DD')`, birthdaysFrom(ctx.now.slice(0, 10)));
    default:
      return sql`${contactsTable.id} in (select ${entries.contactId} from ${entries} where ${isEntry(ctx, list)})`;
  }
}

/** Whether the user has this group. */
export async function hasGroup(ctx: Ctx, id: string): Promise<boolean> {
  return id !== starred && (await ctx.db.$count(lists, isList(ctx, id))) > 0;
}

type Chosen = { readonly ids: readonly string[] };

/** Adds contacts to one of the user's lists. Those that are in it, and those that do not exist, change nothing. */
async function enter(ctx: Ctx, listId: string, { ids }: Chosen, unless: SQL = sql`false`): Promise<void> {
  await ctx.db.execute(sql`
    insert into ${entries} (owner_id, list_id, contact_id)
    select ${actorOf(ctx).userId}::uuid, ${listId}, ${contactsTable.id}
      from ${contactsTable}
     where ${and(isOneOf(ids), eq(contactsTable.status, "active"))} and not (${unless})
    on conflict do nothing`);
}

const isOneOf = (ids: readonly string[], column: SQL | typeof contactsTable.id = contactsTable.id) =>
  sql`${column} = any(${`{${ids.join(",")}}`}::uuid[])`;

async function leave(ctx: Ctx, listId: string, { ids }: Chosen): Promise<string[]> {
  const gone = await ctx.db
    .delete(entries)
    .where(and(isEntry(ctx, listId), isOneOf(ids, sql`${entries.contactId}`)))
    .returning({ contactId: entries.contactId });
  return gone.map(({ contactId }) => contactId);
}

/** Sets or removes stars. A contact has one at most. */
export async function starContacts(ctx: Ctx, { ids, isOn }: Chosen & { readonly isOn: boolean }): Promise<void> {
  await ensureLists(ctx);
  if (isOn) await enter(ctx, starred, { ids });
  else await leave(ctx, starred, { ids });
}

/** Flips the star of each contact. */
export async function toggleStars(ctx: Ctx, { ids }: Chosen): Promise<void> {
  await ensureLists(ctx);
  await inTransaction(ctx, async (inner) => {
    // The row of the list, so that of two toggles at once the second sees the first.
    await inner.db.select({ id: lists.id }).from(lists).where(isList(inner, starred)).for("update");
    const gone = await leave(inner, starred, { ids });
    await enter(inner, starred, { ids }, isOneOf(gone));
  });
}

type SavedGroup = { readonly id: string; readonly name: string; readonly icon?: string | null | undefined };

/**
 * Creates a group, or changes it; without an icon it keeps its own. Refuses with `group_limit`, `group_name_taken` or,
 * for an unknown icon, `invalid_input`.
 */
export async function saveGroup(ctx: Ctx, { id, name, icon }: SavedGroup): Promise<void> {
  if (id === starred) throw commonRefusals.not_found();
  await requireIcon(icon);
  await ensureLists(ctx);
  await inTransaction(ctx, async (inner) => {
    const { userId } = actorOf(inner);
    // Locks the row that every user has, so that limit and unique names hold.
    await inner.db.select({ id: lists.id }).from(lists).where(isList(inner, starred)).for("update");
    const others = await inner.db
      .select({ name: lists.name })
      .from(lists)
      .where(and(eq(lists.ownerId, userId), ne(lists.id, id), ne(lists.id, starred)));
    const namesake = others.find((group) => nameKey(group.name) === nameKey(name));
    if (namesake) throw contactRefusals.group_name_taken({ name: namesake.name });
    if (others.length >= groupsMax) throw contactRefusals.group_limit({ limit: groupsMax });
    await inner.db
      .insert(lists)
      .values({ ownerId: userId, id, name, icon, createdAt: ctx.now })
      .onConflictDoUpdate({ target: [lists.ownerId, lists.id], set: { name, ...omitUndefined({ icon }) } });
  });
}

/** The user's groups for which an icon is chosen. */
export async function readGroupIcons(ctx: Ctx): Promise<GroupIcon[]> {
  const rows = await ctx.db
    .select({ id: lists.id, name: lists.name, icon: lists.icon })
    .from(lists)
    .where(and(eq(lists.ownerId, actorOf(ctx).userId), isNotNull(lists.icon)))
    .orderBy(lists.createdAt, lists.id);
  return rows as GroupIcon[];
}

/** Its contacts stay. A second call changes nothing. */
export async function removeGroup(ctx: Ctx, { id }: { readonly id: string }): Promise<void> {
  await ctx.db.delete(lists).where(and(isList(ctx, id), ne(lists.id, starred)));
}

/** Refuses with `not_found` for a group that the user does not have. */
export async function setMembers(
  ctx: Ctx,
  { groupId, ids, isIn }: Chosen & { readonly groupId: string; readonly isIn: boolean },
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const group = and(isList(inner, groupId), ne(lists.id, starred));
    const [known] = await inner.db.select({ id: lists.id }).from(lists).where(group).for("key share");
    if (known === undefined) throw commonRefusals.not_found();
    if (isIn) await enter(inner, groupId, { ids });
    else await leave(inner, groupId, { ids });
  });
}

type NewTouch = { readonly id: string; readonly contactId: string; readonly kind: TouchKind };

/** Records a call, a message or a meeting. The same id again changes nothing. Refuses with `not_found`. */
export async function addTouch(ctx: Ctx, { id, contactId, kind }: NewTouch): Promise<void> {
  const isThere = and(eq(contactsTable.id, contactId), eq(contactsTable.status, "active"));
  if ((await ctx.db.$count(contactsTable, isThere)) === 0) throw commonRefusals.not_found();
  const row = { id, ownerId: actorOf(ctx).userId, contactId, kind, at: ctx.now };
  await ctx.db.insert(touches).values(row).onConflictDoNothing();
}

/** The signed-in user's own, newest first. */
export const readTouches = (ctx: Ctx, { id }: { readonly id: string }): Promise<Touch[]> =>
  ctx.db
    .select({ id: touches.id, kind: touches.kind, at: touches.at })
    .from(touches)
    .where(and(eq(touches.ownerId, actorOf(ctx).userId), eq(touches.contactId, id)))
    .orderBy(desc(touches.at), desc(touches.id))
    .limit(touchesShown);

/** Stars, groups and calls are each user's own, so nothing of them stays. */
export const contactListRecords: PersonalRecords = {
  name: "contacts",
  read: async (ctx, { userId }) => {
    const groups = await ctx.db.select().from(lists).where(eq(lists.ownerId, userId));
    const members = await ctx.db.select().from(entries).where(eq(entries.ownerId, userId));
    const contacted = await ctx.db.select().from(touches).where(eq(touches.ownerId, userId));
    return groups.length + contacted.length === 0 ? null : { lists: groups, entries: members, touches: contacted };
  },
  erase: async (ctx, { userId }) => {
    for (const table of [touches, entries, lists]) await ctx.db.delete(table).where(eq(table.ownerId, userId));
  },
};
