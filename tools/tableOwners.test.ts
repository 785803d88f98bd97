import { describe, expect, test } from "vitest";
import {
  declaredTwice,
  foreignWrites,
  ownerlessTables,
  placesOfSpelledReads,
  spelledForeignReads,
  wholeForeignRows,
} from "#tools/tableOwners.ts";
import { checkoutTree, plantedTree } from "#tools/tree.ts";

describe("this product", () => {
  const tree = checkoutTree();

  test("declares each table once", () => expect(declaredTwice(tree)).toEqual([]));
  test("has an owner for every table of its migrations", () => expect(ownerlessTables(tree)).toEqual([]));
  test("writes a table only in the area that owns it", () => expect(foreignWrites(tree)).toEqual([]));
  test("names the columns that it reads of another feature", () => expect(wholeForeignRows(tree)).toEqual([]));
  test("spells tables of other areas in no more statements than before", async ({ annotate }) => {
    const places = [...placesOfSpelledReads(tree).values()].flat();
    await annotate(`${places.length} statements spell a table of another area`);
    expect(spelledForeignReads(tree)).toEqual([]);
  });
});

const brandsTables = `export const brandsTable = pgTable("brands", { id: uuid().primaryKey() });`;
const usersTables = `export const usersTable = pgTable(\n  "users",\n  { id: uuid().primaryKey() },\n);`;
const plain = { ofSqlTables: {}, allowed: [] };

/** Two features with a table each, and a file of the second. */
const treeWith = (text: string, path = "features/catalogue/brands/api/service/changes.ts") =>
  plantedTree({
    "features/catalogue/brands/api/tables.ts": brandsTables,
    "features/access/users/api/tables.ts": usersTables,
    [path]: text,
  });

const imports = `import { usersTable } from "#features/access/users/api/tables.ts";\n`;

describe("a table", () => {
  test("declared in two places is refused, with the place to import it from", () => {
    const tree = treeWith("", "features/access/users/api/service.ts");
    const again = { ...textsOf(tree), "features/platform/webhooks/api/tables.ts": usersTables };
    expect(declaredTwice(tree)).toEqual([]);
    expect(declaredTwice(plantedTree(again))).toEqual([
      "features/platform/webhooks/api/tables.ts:1 declares users again: import it from features/access/users/api/tables.ts",
    ]);
  });

  test("whose name is computed is refused", () => {
    const tree = plantedTree({
      "features/catalogue/brands/api/tables.ts": "export const brandsTable = pgTable(name, {});",
    });
    expect(declaredTwice(tree)).toHaveLength(1);
  });

  test("declared in a test is not one of the product", () => {
    const tree = treeWith(usersTables, "api/testing/fixture.ts");
    expect(declaredTwice(tree)).toEqual([]);
  });

  test("of the migrations needs an owner, as long as it exists", () => {
    const sqlOf = (text: string) => plantedTree({ ...textsOf(treeWith("")), "database/migrations/0001_a.sql": text });
    const made = "create table users (id uuid);\ncreate unlogged table jobs (id uuid);\n-- create table no_table";
    expect(ownerlessTables(sqlOf(made), {})).toEqual([expect.stringContaining("jobs has no owner")]);
    expect(ownerlessTables(sqlOf(made), { jobs: "api" })).toEqual([]);
    expect(ownerlessTables(sqlOf(`${made}\n;drop table jobs;`), { jobs: "api" })).toEqual([
      expect.stringContaining("it is gone"),
    ]);
    expect(ownerlessTables(sqlOf(made), { jobs: "api", users: "api" })).toEqual([
      expect.stringContaining("it is declared"),
    ]);
  });
});

describe("a write to a table of another feature", () => {
  test.each([
    ["Drizzle's insert", `${imports}await ctx.db.insert(usersTable).values(row);`],
    ["Drizzle's update", `${imports}await inner.db\n  .update(usersTable)\n  .set(row);`],
    ["Drizzle's delete", `${imports}await tx.delete(usersTable);`],
    [
      "another name for it",
      `import { usersTable as table } from "#features/access/users/api/tables.ts";\ndb.delete(table);`,
    ],
    ["a name of the file's own", `${imports}const people = usersTable;\ndb.delete(people);`],
    ["a store of the record kernel", `${imports}export const store = recordStore({ record, table: usersTable });`],
    ["insert into", "db.execute(sql`insert into users (id) values (${id})`);"],
    ["update", "db.execute(sql`update only users as person\n set name = ${name}`);"],
    ["delete from", "db.execute(sql`with gone as (delete from users where id = ${id} returning id) select 1`);"],
    ["merge into", "db.execute(sql`MERGE INTO users using news on true`);"],
    ["truncate", "db.execute(sql`truncate table users`);"],
    ["an inserted table", `${imports}db.execute(sql\`update \${usersTable} set name = ''\`);`],
    ["an identifier", 'db.execute(sql`delete from ${sql.identifier("users")}`);'],
    ["a plain string", `client.query("delete from users");`],
  ])("by %s is refused", (_, text) => {
    expect(foreignWrites(treeWith(text), plain)).toEqual([
      expect.stringMatching(
        /^features\/catalogue\/brands\/api\/service\/changes\.ts:\d+ writes users of features\/access\/users: call/,
      ),
    ]);
    expect(foreignWrites(treeWith(text, "features/access/users/api/service/changes.ts"), plain)).toEqual([]);
  });

  test("that is unknown is refused beside an imported table, and in a host", () => {
    const each = `${imports}for (const table of [usersTable]) await ctx.db.delete(table);`;
    const computed = "db.execute(sql`update ${sql.identifier(name)} set at = now()`);";
    expect(foreignWrites(treeWith(each), plain)).toEqual([expect.stringContaining("an unknown table")]);
    expect(foreignWrites(treeWith(computed, "hosts/node/main.ts"), plain)).toHaveLength(1);
    expect(foreignWrites(treeWith("for (const key of keys) known.delete(key);", "hosts/node/main.ts"), plain)).toEqual(
      [],
    );
  });

  test("is not a read, a lock, or an update of an own table", () => {
    const read = `${imports}db.select({ id: usersTable.id }).from(usersTable).for("update");
      db.execute(sql\`select id from users for update of users\`);
      db.execute(sql\`insert into brands (id) select id from users on conflict (id) do update set id = excluded.id\`);`;
    expect(foreignWrites(treeWith(read), plain)).toEqual([]);
  });

  test("is allowed to tests and migrations", () => {
    const text = "db.execute(sql`delete from users`);";
    expect(foreignWrites(treeWith(text, "features/catalogue/brands/api/service/changes.test.ts"), plain)).toEqual([]);
    expect(foreignWrites(treeWith("delete from users;", "database/migrations/0001_users.sql"), plain)).toEqual([]);
  });

  test("is allowed where it is listed, and the list holds no more", () => {
    const path = "features/catalogue/brands/api/service/changes.ts";
    const allowed = [{ path, table: "users", because: "of the test" }];
    expect(foreignWrites(treeWith("db.execute(sql`delete from users`);"), { ...plain, allowed })).toEqual([]);
    expect(foreignWrites(treeWith(""), { ...plain, allowed })).toEqual([
      `${path} no longer writes users: take it out of allowedWrites`,
    ]);
  });

  test("of a table that only SQL names is refused too", () => {
    const tree = treeWith("db.execute(sql`delete from jobs`);");
    expect(foreignWrites(tree, { ...plain, ofSqlTables: { jobs: "api" } })).toEqual([
      expect.stringContaining("writes jobs of api"),
    ]);
  });
});

describe("rows of another feature", () => {
  test.each([
    ["select all", `${imports}db.select().from(usersTable);`],
    ["select the table", `${imports}db.select({ user: usersTable }).from(usersTable);`],
  ])("are not read whole: %s", (_, text) => {
    expect(wholeForeignRows(treeWith(text))).toEqual([
      expect.stringContaining("selects all of users of features/access/users"),
    ]);
    expect(wholeForeignRows(treeWith(text, "features/access/users/api/service.ts"))).toEqual([]);
  });

  test("are read by columns", () => {
    expect(wholeForeignRows(treeWith(`${imports}db.select({ id: usersTable.id }).from(usersTable);`))).toEqual([]);
  });
});

describe("statements that spell a table of another area", () => {
  const text = "sql`select 1 from users`;\nsql`${before} join users on true left join brands on true`;";

  test("are counted for each area, and a lower number must be recorded", () => {
    const failing = (max: Record<string, number>) => spelledForeignReads(treeWith(text), { ofSqlTables: {}, max });
    expect(failing({ "features/catalogue/brands": 2 })).toEqual([]);
    expect(failing({})).toEqual([expect.stringContaining("2 statements spell tables of other areas, and 0 may")]);
    expect(failing({ "features/catalogue/brands": 3 })).toEqual([expect.stringContaining("lower its number from 3")]);
  });

  test("do not include those that insert the imported table, nor prose", () => {
    const tree = treeWith(`${imports}sql\`select 1 from \${usersTable}\`;\nconst text = "Comes from users";`);
    expect(spelledForeignReads(tree, { ofSqlTables: {}, max: {} })).toEqual([]);
  });
});

test("the check fails if it found no table", () => {
  expect(() => foreignWrites(plantedTree({ "api/app.ts": "" }), plain)).toThrow("saw no table");
});

const textsOf = (tree: ReturnType<typeof plantedTree>) =>
  Object.fromEntries(tree.paths.map((path) => [path, tree.read(path)]));
