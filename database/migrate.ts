import { asc, count, inArray, sql } from "drizzle-orm";
import { pgTable } from "drizzle-orm/pg-core";
import type { Db } from "#api/context.ts";

/** One step of the schema: plain SQL, any number of statements, without transaction control. */
export type Migration = {
  /** `NNNN_name.sql`. The number determines the order. */
  readonly name: string;
  readonly sql: string;
};

const schemaMigrations = pgTable("schema_migrations", (column) => ({
  name: column.text().primaryKey(),
  checksum: column.text().notNull(),
  appliedAt: column.timestamp("applied_at", { withTimezone: true }).notNull().defaultNow(),
}));

/**
 * Migrates the schema to this build and answers the names of the migrations it applied.
 *
 * Each migration runs in its own transaction, so a failure or a kill never leaves half of one. Simultaneous processes
 * take turns. Throws before any change if an applied migration was changed since, if a newer build has used the
 * database, or if a pending migration would come before an applied one.
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  requireOrder(migrations);
  const build = await withChecksums(db, migrations);
  const applied: string[] = [];
  // Most starts have nothing to do, and need not wait for the lock.
  let isPending = (await findPending(db, build)).length > 0;
  while (isPending) {
    const name = await db.transaction((transaction) => applyNext(transaction, build));
    if (name !== null) applied.push(name);
    isPending = name !== null;
  }
  return applied;
}

/**
 * Whether all migrations of this build are applied. A newer build may have added more, which do not affect this one
 * while it is running.
 */
export async function isCurrent(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  if (!(await hasTable(db))) return false;
  const names = migrations.map((migration) => migration.name);
  const [found] = await db
    .select({ count: count() })
    .from(schemaMigrations)
    .where(inArray(schemaMigrations.name, names));
  return found?.count === migrations.length;
}

type Step = Migration & { readonly checksum: string };

// An arbitrary number that nothing else in this database locks.
const lockNumber = 6_094_117;

async function applyNext(db: Db, build: readonly Step[]): Promise<string | null> {
  await db.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
  await db.execute(sql`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  // The previous holder of the lock may have applied it.
  const [next] = await findPending(db, build);
  if (next === undefined) return null;
  try {
    await db.execute(sql.raw(asOneStatement(next.sql)));
  } catch (error) {
    throw new Error(`migration ${next.name}${lineOf(error, next.sql)} failed: ${reasonOf(error)}`, { cause: error });
  }
  await db.insert(schemaMigrations).values({ name: next.name, checksum: next.checksum });
  return next.name;
}

/**
 * PGlite accepts one statement at a time. A PL/pgSQL block contains the whole text and runs its statements in order.
 */
function asOneStatement(text: string): string {
  let quote = "$migration$";
  while (text.includes(quote)) quote = quote.replace("$", "$_");
  return `do $do${quote.slice(1)} begin execute ${quote}${text}${quote}; end $do${quote.slice(1)}`;
}

async function findPending(db: Db, build: readonly Step[]): Promise<Step[]> {
  const applied = (await hasTable(db))
    ? await db.select().from(schemaMigrations).orderBy(asc(schemaMigrations.name))
    : [];
  const buildByName = new Map(build.map((step) => [step.name, step]));
  for (const { name, checksum } of applied) {
    const step = buildByName.get(name);
    if (step === undefined) {
      throw new Error(
        `the database holds migration ${name}, which this version of Mizan does not know: a newer version has used it. ` +
          "Start that version or a later one, or restore the copy from before the update",
      );
    }
    if (step.checksum !== checksum) {
      throw new Error(
        `migration ${name} has changed since it was applied to this database. Restore its text, and make the change ` +
          "in a new migration",
      );
    }
  }
  const appliedNames = new Set(applied.map(({ name }) => name));
  const pending = build.filter(({ name }) => !appliedNames.has(name));
  const last = applied.at(-1)?.name ?? "";
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined) {
    throw new Error(`migration ${late.name} comes before ${last}, which is applied already. Give it the next number`);
  }
  return pending;
}

async function hasTable(db: Db): Promise<boolean> {
  const [found] = await db
    .select({ isThere: sql<boolean>`to_regclass('schema_migrations') is not null` })
    .from(sql`(select) as nothing`);
  return found?.isThere === true;
}

/** The database computes them, because browsers provide SHA-256 only on secure pages. */
async function withChecksums(db: Db, migrations: readonly Migration[]): Promise<Step[]> {
  // A checkout on Windows may have other line ends.
  const steps = migrations.map((step) => ({ ...step, sql: step.sql.replaceAll("\r\n", "\n") }));
  const found = await db
    .select({ name: sql<string>`name`, checksum: sql<string>`encode(sha256(convert_to(sql, 'UTF8')), 'hex')` })
    .from(sql`jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as steps (name text, sql text)`);
  const checksumsByName = new Map(found.map(({ name, checksum }) => [name, checksum]));
  return steps.map((step) => ({ ...step, checksum: checksumsByName.get(step.name) ?? "" }));
}

function requireOrder(migrations: readonly Migration[]): void {
  let before = "";
  for (const { name } of migrations) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new Error(`migration ${name} is not named like 0001_name.sql`);
    if (name.slice(0, 4) <= before) throw new Error(`migration ${name} is out of order`);
    before = name.slice(0, 4);
  }
}

type PostgresFault = { message?: string; internalPosition?: string | number; cause?: unknown };

/** Drizzle wraps the database's error, and its message only contains the statement: here the whole migration. */
function faultOf(error: unknown): PostgresFault {
  const { cause } = error as PostgresFault;
  return typeof cause === "object" && cause !== null ? faultOf(cause) : (error as PostgresFault);
}

function reasonOf(error: unknown): string {
  return faultOf(error).message ?? String(error);
}

function lineOf(error: unknown, text: string): string {
  const position = Number(faultOf(error).internalPosition);
  return Number.isInteger(position) ? `, line ${text.slice(0, position - 1).split("\n").length},` : "";
}
