import {
  areaOf,
  type Declaration,
  declarationsOf,
  readsSpelledIn,
  statementFiles,
  tablesNamedIn,
  type Use,
  wholeRowsIn,
  writesIn,
} from "#tools/tableStatements.ts";
import type { Tree, TreeRule } from "#tools/tree.ts";

/** The owner of each table that no Drizzle statement uses, so that no declaration shows it. */
const ownersOfSqlTables: Readonly<Record<string, string>> = {
  api_key_minutes: "features/access/api-keys",
  attempts: "api",
  campaign_caps: "features/loyalty/promocodes",
  campaign_counters: "features/loyalty/promocodes",
  campaign_notices: "features/loyalty/promocodes",
  campaign_refusals: "features/loyalty/promocodes",
  campaign_uses: "features/loyalty/promocodes",
  campaign_windows: "features/loyalty/promocodes",
  audit_horizon: "features/access/audit",
  ledger_horizon: "features/loyalty/ledger",
  audit_tallies: "features/access/audit",
  certificate_notices: "features/halal/certificates",
  collected_notices: "api",
  hijri_months: "features/halal/sightings",
  house_facts: "api",
  idempotency_keys: "api",
  jobs: "api",
  live_events: "api",
  live_outbox: "api",
  live_presence: "api",
  moon_sightings: "features/halal/sightings",
  receipt_claims: "features/loyalty/promocodes",
};

/** A write to another area's table that is allowed. */
export type AllowedWrite = { readonly path: string; readonly table: string; readonly because: string };

const allowedWrites: readonly AllowedWrite[] = [
  {
    path: "hosts/browser/sampleDates.ts",
    table: "computed",
    because: "moves every date of the sample rows before the first visit, whatever tables there are",
  },
];

/**
 * How many statements of each area spell the name of another area's table where they read. The numbers only fall: in a
 * new statement import the table from its owner, `from ${usersTable}`.
 */
const spelledReadsMax: Readonly<Record<string, number>> = {
  api: 3,
  "features/retail/assignments": 23,
  "features/catalogue/brands": 5,
  "features/halal/certificates": 21,
  "features/halal/certifiers": 6,
  "features/retail/offers": 7,
  "features/catalogue/products": 22,
  "hosts/browser": 1,
};

/** Tables that are declared twice, or by a name that is computed. */
export const declaredTwice: TreeRule = (tree) => {
  const first = new Map<string, Declaration>();
  return declarationsOf(tree).flatMap((declaration) => {
    const { path, line, table } = declaration;
    if (table === null) return [`${path}:${line} computes the name of a table: spell it, so that it has an owner`];
    const known = first.get(table);
    if (known === undefined) first.set(table, declaration);
    return known ? [`${path}:${line} declares ${table} again: import it from ${known.path}`] : [];
  });
};

/** Tables of the migrations without an owner, and owners of tables that are gone or that Drizzle declares. */
export function ownerlessTables(tree: Tree, ofSqlTables = ownersOfSqlTables): string[] {
  const declared = new Set(declarationsOf(tree).map(({ table }) => table));
  const created = tablesCreated(tree);
  return [
    ...[...created]
      .filter((table) => !declared.has(table) && !(table in ofSqlTables))
      .map(
        (table) =>
          `${table} has no owner: declare it in its owner's tables.ts or, if only SQL names it, in tools/tableOwners.ts`,
      ),
    ...Object.keys(ofSqlTables)
      .filter((table) => declared.has(table) || !created.has(table))
      .map((table) => `${table}: take it out of ownersOfSqlTables, it is ${declared.has(table) ? "declared" : "gone"}`),
  ];
}

/** Statements that write a table of another area, and allowed ones that no longer exist. */
export function foreignWrites(tree: Tree, { ofSqlTables = ownersOfSqlTables, allowed = allowedWrites } = {}): string[] {
  const owners = ownersOf(tree, ofSqlTables);
  const found = statementFiles(tree).flatMap((path) =>
    writesIn(tree, path).filter((use) => isForeign(tree, owners, use)),
  );
  const isAllowed = ({ path, table }: Pick<Use, "path" | "table">) =>
    allowed.some((each) => each.path === path && each.table === table);
  return [
    ...found
      .filter((use) => !isAllowed(use))
      .map(({ path, line, table }) =>
        table === "computed"
          ? `${path}:${line} writes an unknown table: name the table in the statement`
          : `${path}:${line} writes ${table} of ${owners.get(table)}: call a service function of ${owners.get(table)}`,
      ),
    ...allowed
      .filter(({ path, table }) => !found.some((use) => use.path === path && use.table === table))
      .map(({ path, table }) => `${path} no longer writes ${table}: take it out of allowedWrites`),
  ];
}

/**
 * Reads of whole rows of another feature: its owner may add columns, even secrets, without checking who reads them.
 * Kernel tables are for every feature.
 */
export function wholeForeignRows(tree: Tree): string[] {
  const owners = ownersOf(tree, {});
  const isForeignTo = (area: string, owner: string | undefined) => owner !== area && owner !== "api";
  return statementFiles(tree)
    .flatMap((path) => wholeRowsIn(tree, path).filter(({ table }) => isForeignTo(areaOf(path), owners.get(table))))
    .map(
      ({ path, line, table }) => `${path}:${line} selects all of ${table} of ${owners.get(table)}: name the columns`,
    );
}

/** Areas whose number of statements that spell a foreign table is above `max`, or below it, which is then lowered. */
export function spelledForeignReads(
  tree: Tree,
  { ofSqlTables = ownersOfSqlTables, max = spelledReadsMax } = {},
): string[] {
  const counts = placesOfSpelledReads(tree, ofSqlTables);
  return [...new Set([...counts.keys(), ...Object.keys(max)])].sort().flatMap((area) => {
    const places = counts.get(area) ?? [];
    const allowed = max[area] ?? 0;
    if (places.length === allowed) return [];
    return places.length > allowed
      ? [
          `${area}: ${places.length} statements spell tables of other areas, and ${allowed} may. ` +
            `Import the table from its owner and insert it. All of them: ${places.join("; ")}`,
        ]
      : [`${area}: ${places.length} statements spell tables of other areas: lower its number from ${allowed}`];
  });
}

/** The places of each area where a statement spells another area's table. */
export function placesOfSpelledReads(tree: Tree, ofSqlTables = ownersOfSqlTables): Map<string, string[]> {
  const owners = ownersOf(tree, ofSqlTables);
  const places = new Map<string, string[]>();
  for (const path of statementFiles(tree)) {
    const area = areaOf(path);
    for (const { line, tables } of readsSpelledIn(tree, path)) {
      const foreign = tables.filter((table) => owners.has(table) && owners.get(table) !== area);
      if (foreign.length === 0) continue;
      places.set(area, [...(places.get(area) ?? []), `${path}:${line} ${foreign.join(", ")}`]);
    }
  }
  return places;
}

/** The area that owns each table. */
function ownersOf(tree: Tree, ofSqlTables: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const declarations = declarationsOf(tree);
  if (declarations.length === 0) throw new Error("the check of tables saw no table, so it has checked nothing");
  return new Map([
    ...Object.entries(ofSqlTables),
    ...declarations.flatMap(({ path, table }) => (table === null ? [] : [[table, areaOf(path)] as const])),
  ]);
}

/** An unknown table could be another area's: in a host, which owns none, and in a file that imports foreign tables. */
function isForeign(tree: Tree, owners: ReadonlyMap<string, string>, { path, table }: Use): boolean {
  const area = areaOf(path);
  if (table !== "computed") return owners.has(table) && owners.get(table) !== area;
  if (area.startsWith("hosts/")) return true;
  return [...tablesNamedIn(tree, path).values()].some((named) => owners.get(named) !== area);
}

function tablesCreated(tree: Tree): ReadonlySet<string> {
  const created = new Set<string>();
  const changing =
    /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)|\bdrop\s+table\s+(?:if\s+exists\s+)?(\w+)|\balter\s+table\s+(\w+)\s+rename\s+to\s+(\w+)/gi;
  for (const path of tree.paths.filter((each) => /^database\/migrations\/.+\.sql$/.test(each))) {
    // Comments speak of tables as well.
    const text = tree.read(path).replaceAll(/--.*$/gm, "");
    for (const [, made, dropped, before, after] of text.matchAll(changing)) {
      if (dropped ?? before) created.delete((dropped ?? before)!);
      if (made ?? after) created.add((made ?? after)!);
    }
  }
  return created;
}
