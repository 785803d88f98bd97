import { sql } from "drizzle-orm";
import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { searchKey } from "#base/searchKey.ts";
import { instantColumn } from "#api/columns.ts";
import type { Db } from "#api/context.ts";
import { isAnyOf, type ListControls, type ListDefinition } from "#api/list.ts";

// A list for kernel tests, with every type of column that a list can be ordered by.

export const listItems = pgTable("racks", {
  id: uuid().primaryKey(),
  number: bigint({ mode: "number" }).notNull(),
  label: text().notNull(),
  place: integer().notNull(),
  madeAt: instantColumn("made_at").notNull(),
  owner: text().notNull(),
  searchKey: text("search_key").notNull(),
  version: integer().notNull().default(1),
});

export type ItemListInput = ListControls & {
  owner?: string[] | undefined;
  labels?: string[] | undefined;
  places?: number[] | undefined;
  isEven?: boolean | undefined;
};
const columns = {
  id: listItems.id,
  number: listItems.number,
  label: listItems.label,
  place: listItems.place,
  owner: listItems.owner,
};

/** The owner whose rows are visible: the scope of these tests. */
export let seenBy: string | null = null;
export const seeAs = (owner: string | null) => void (seenBy = owner);

export const itemList: ListDefinition<typeof columns, ItemListInput> = {
  table: listItems,
  id: listItems.id,
  columns,
  search: listItems.searchKey,
  sorts: {
    label: [listItems.label, listItems.id],
    madeAt: [listItems.madeAt, listItems.id],
    number: [listItems.number],
    place: [listItems.place, listItems.label, listItems.id],
  },
  filters: {
    owner: (owners) => isAnyOf(listItems.owner, owners),
    labels: (labels) => isAnyOf(listItems.label, labels),
    places: (places) => sql`${listItems.place} = any(${`{${places.join(",")}}`}::int[])`,
    // Null for every third row, as a comparison with a value that the row does not have.
    isEven: (isEven) =>
      sql`case when ${listItems.number} % 3 = 0 then null else (${listItems.number} % 2 = 0) = ${isEven} end`,
  },
  splitBy: "owner",
  scope: () => (seenBy === null ? undefined : sql`${listItems.owner} = ${seenBy}`),
};

export async function createItemsTable(db: Db): Promise<void> {
  await db.execute(sql`
    create table racks (
      id uuid primary key, number bigint not null unique, label text collate "C" not null, place int not null,
      made_at timestamptz(3) not null, owner text not null, search_key text not null, version int not null default 1
    )`);
  await db.execute(sql`create index racks__by_label on racks (label, id)`);
  await db.execute(sql`create index racks__by_made_at on racks (made_at, id)`);
  await db.execute(sql`create index racks__by_place on racks (place, label, id)`);
  await db.execute(sql`create index racks__search_key on racks using gin (search_key gin_trgm_ops)`);
}

/** Adds this many racks, most of which share label, location and time with others. */
export async function fillItems(db: Db, count: number, owner = "us"): Promise<void> {
  await db.execute(sql`
    insert into racks (id, number, label, place, made_at, owner, search_key)
    select md5(n || ${owner})::uuid, n + (select count(*) from racks), 'Rack ' || n % 7, n % 3 - 1,
           timestamptz '2026-01-01' + (n % 5) * interval '1 ms', ${owner}, ' rack ' || n
      from generate_series(1, ${count}) as n`);
}

export const itemRow = (id: string, number: number, label: string) => ({
  id,
  number,
  label,
  place: 0,
  madeAt: "2026-01-01T00:00:00.000Z",
  owner: "us",
  searchKey: ` ${searchKey(label)}`,
});
