import { describe, expect, test } from "vitest";
import { changedMigrations, misnumbered, unlistedMigrations } from "#tools/tidy/migrations.ts";
import { plantedTree } from "#tools/tree.ts";

const migrations = (...names: string[]) =>
  plantedTree(Object.fromEntries(names.map((name) => [`database/migrations/${name}.sql`, "select 1;"])));

describe("migrations", () => {
  test("numbered one after the other are fine", () => {
    expect(misnumbered(migrations("0001_session", "0002_brands", "0003_todo_lists"))).toEqual([]);
  });

  test("with a gap, with one number twice, or with a name of another form are refused", () => {
    expect(misnumbered(migrations("0001_session", "0003_brands"))).toEqual([
      "database/migrations/0003_brands.sql: the next migration is 0002_<what_it_does>.sql",
    ]);
    expect(misnumbered(migrations("0001_brands", "0001_session"))).toHaveLength(1);
    expect(misnumbered(migrations("0001-session"))).toHaveLength(1);
    expect(misnumbered(migrations("0001_Session"))).toHaveLength(1);
  });

  test("that the list does not name are refused", () => {
    const tree = plantedTree({
      "database/migrations.ts": 'import session from "./migrations/0001_session.sql";',
      "database/migrations/0001_session.sql": "",
      "database/migrations/0002_brands.sql": "",
    });
    expect(unlistedMigrations(tree)).toEqual([
      "database/migrations/0002_brands.sql: not in database/migrations.ts, so no host applies it",
    ]);
    expect(unlistedMigrations(migrations("0001_session"))).toHaveLength(1);
  });

  test("that are not what they were when merged are refused", () => {
    const tree = migrations("0001_session", "0002_brands", "0003_new");
    const merged: Record<string, string> = {
      "database/migrations/0001_session.sql": "select 1;",
      "database/migrations/0002_brands.sql": "select 2;",
    };
    expect(changedMigrations(tree, (path) => merged[path] ?? null)).toEqual([
      "database/migrations/0002_brands.sql: changed after it was merged; write the next one",
    ]);
  });
});
