import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { type ScopeKind, scopeKinds } from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import { addMs, dayMs } from "#base/time.ts";
import { namesOf, withNames } from "#api/audit/names.ts";
import { recordNames } from "#api/audit/recordNames.ts";
import { auditLogTable as table } from "#api/audit/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { listTable, type TableFile } from "#api/tableFile.ts";
import { withTitles } from "#features/access/audit/api/service/objects.ts";
import { auditSealsTable, auditTermsTable } from "#features/access/audit/api/tables.ts";
import { audit, type AuditEntry, type AuditExportColumn, auditExportColumns } from "#features/access/audit/contract.ts";

/** The resource of the log itself: in its permissions and in its own entries. */
export const auditResource = "audit";

/**
 * The entries by grant: `@scope` limits them to records in the user's scopes, as each area defines them; `@own` to what
 * the user did.
 */
export function auditRowsOver(areas: readonly ScopePolicy[]): ScopePolicy {
  const by = scopeKinds.flatMap((kind): [ScopeKind, (targets: readonly string[]) => SQL][] => {
    const concerned = areas.filter((rows) => rows.by[kind] !== undefined);
    return concerned.length === 0
      ? []
      : [[kind, (targets) => or(...concerned.map((rows) => concerns(rows, rows.by[kind]!, targets)))!]];
  });
  return { resource: auditResource, table, id: table.id, own: table.actorId, by: Object.fromEntries(by) };
}

/**
 * Entries of records of this resource within the scope. As a list of ids, so that an index finds the few among many.
 */
function concerns(
  rows: ScopePolicy,
  place: NonNullable<ScopePolicy["by"][ScopeKind]>,
  targets: readonly string[],
): SQL {
  const inside = typeof place === "function" ? place(targets) : isAnyOf(place, targets);
  const ids = sql`array(select ${rows.id}::text from ${rows.table} where ${inside})`;
  return and(eq(table.resource, rows.resource), sql`${table.resourceId} = any(${ids})`)!;
}

/** Users can't export what they may not read, whatever their grant to export. */
export function auditScope(ctx: Ctx): SQL | undefined {
  const rows = ctx.catalogue.scopedRows.find(({ resource }) => resource === auditResource);
  if (rows === undefined) throw new Error("the audit log is not among the scoped rows");
  return and(scopeCondition(ctx, rows), scopeCondition(ctx, rows, audit.list.permission));
}

const { id, at, actorType, actorId, actorName, action, resource, resourceId } = table;
const { reason, address, requestId, userAgent, changes } = table;
const columns = { id, at, actorType, actorId, actorName, action, resource, resourceId, reason, address, requestId };
const rowColumns = { ...columns, userAgent, changes };

const startOf = (day: string) => `${day}T00:00:00.000Z`;

const auditList: ListDefinition<typeof rowColumns, Input<typeof audit.list>> = {
  table,
  id,
  columns: rowColumns,
  search: searched,
  sorts: { at: [at, id] },
  filters: {
    ids: (ids) => isAnyOf(id, ids),
    actorId: (actors) => isAnyOf(actorId, actors),
    resource: (resources) => isAnyOf(resource, resources),
    action: (actions) => isAnyOf(action, actions),
    from: (day) => gte(at, startOf(day)),
    to: (day) => lt(at, addMs(startOf(day), dayMs)),
    requestId: (requested) => eq(requestId, requested),
    // Ids are lower case and pasted as they are.
    resourceId: (requested) => isAnyOf(resourceId, [...new Set([requested, requested.toLowerCase()])]),
  },
  scope: auditScope,
};

/** Maximum number of matching users per search. */
const peopleMax = 200;

/**
 * Entries by users with this name, or with this id: of an object, a request or a user. A full-text index over all
 * entries would cost each write more than the entry itself.
 */
function searched(typed: string): SQL | undefined {
  const words = searchKey(typed).split(" ").filter(Boolean);
  if (words.length === 0) return undefined;
  const isNamed = and(
    ...words.map((word) => sql`${usersTable.searchKey} like ${word.length < 3 ? `% ${word}%` : `%${word}%`}`),
  );
  const people = sql`select ${usersTable.id} from ${usersTable} where ${isNamed} limit ${peopleMax}`;
  const requested = typed.trim();
  return or(
    sql`${actorId} = any(array(${people}))`,
    eq(requestId, requested),
    eq(resourceId, requested.toLowerCase()),
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(requested) ? eq(actorId, requested.toLowerCase()) : undefined,
  );
}

/** Refuses with `invalid_cursor`. */
export async function listEntries(ctx: Ctx, input: Input<typeof audit.list>): Promise<Output<typeof audit.list>> {
  const { rows, ...rest } = await readPage(ctx, auditList, input);
  const named = await withTitles(ctx, await withNames(ctx, rows));
  return {
    ...rest,
    rows: named.map(({ changes: whole, ...row }) => ({
      ...row,
      id: `${row.id}`,
      changedFields: Object.keys(whole),
      operation: typeof whole.operation?.after === "string" ? whole.operation.after : null,
    })),
  };
}

/** Refuses with `not_found`, also for an entry that this user may not see. */
export async function getEntry(ctx: Ctx, { id: asked }: Input<typeof audit.get>): Promise<AuditEntry> {
  const [found] = await ctx.db
    .select({ entry: table, number: auditSealsTable.number, sealedAt: auditSealsTable.sealedAt })
    .from(table)
    .leftJoin(auditSealsTable, sql`${auditSealsTable.lastId} = ${firstSealedAfter}`)
    .where(and(eq(id, Number(asked)), auditScope(ctx)));
  if (found === undefined) throw commonRefusals.not_found();
  const [named] = await withTitles(ctx, await withNames(ctx, [found.entry]));
  const { onBehalfOfType, onBehalfOf, ...entry } = named!;
  const names = await recordNames(ctx, [entry.changes, { onBehalfOf: { before: null, after: onBehalfOf } }]);
  return {
    ...entry,
    id: `${entry.id}`,
    names,
    onBehalfOf:
      onBehalfOfType === null ? null : { kind: onBehalfOfType, id: onBehalfOf!, name: names[onBehalfOf!] ?? null },
    seal: found.number === null || found.sealedAt === null ? null : { number: found.number, sealedAt: found.sealedAt },
  };
}

const firstSealedAfter = sql`(select min(seal.last_id) from audit_seals as seal where seal.last_id >= ${id})`;

/** Maximum number of users in the filter; search finds the others. */
const actorsMax = 250;
/** For readers with a part of the log, the users are taken from this many latest entries. */
const sampleMax = 2000;

/** The filter values of the log. */
export async function readTerms(ctx: Ctx): Promise<Output<typeof audit.terms>> {
  const scope = auditScope(ctx);
  const isRecent = sql`${id} > coalesce((select max(last_id) from audit_seals), 0)`;
  // Unsealed entries are not collected yet.
  const recent = scope === undefined ? isRecent : scope;
  const order = sql`order by ${at} desc, ${id} desc limit ${sampleMax}`;
  const found = await ctx.db.execute(sql`
    with recent as (select id, actor_id::text as actor, actor_name, action, resource from ${table} where ${recent} ${order}),
         terms as (select * from ${auditTermsTable} where kind <> 'actor' or ${scope === undefined})
    select distinct on (kind, value) kind, value, title
      from (select kind, value, title, 0 as age from terms
            union all
            select kind, value, title, id
              from recent, lateral (values ('actor', actor, actor_name), ('action', action, action),
                                           ('resource', resource, resource)) as term (kind, value, title)
             where value is not null) as known
     order by kind, value, age desc`);
  const { rows } = found as { rows: { kind: string; value: string; title: string }[] };
  const valuesOf = (kind: string) => rows.filter((row) => row.kind === kind);
  const actors = valuesOf("actor").slice(0, actorsMax);
  const names = await namesOf(
    ctx,
    actors.map(({ value }) => value),
  );
  return {
    actors: actors.map(({ value, title }) => ({ id: value, name: names.get(value) ?? title })),
    actions: valuesOf("action").map(({ value }) => value),
    resources: valuesOf("resource").map(({ value }) => value),
  };
}

/** All entries of the filtered list, in its order. */
export async function exportEntries(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof audit.exportCsv>,
): Promise<TableFile> {
  const names = asked ?? auditExportColumns;
  const exported = { ...Object.fromEntries(names.map((name) => [name, table[name]])), actorId, actorName };
  return listTable(ctx, { ...auditList, columns: exported }, input, {
    name: `audit-log-${ctx.now.slice(0, 10)}`,
    header: names,
    cellsOf: async (rows) => {
      const named = await withNames(ctx, rows as (typeof table.$inferSelect)[]);
      return named.map((row) => names.map((name) => cellOf(name, row[name])));
    },
  });
}

const cellOf = (name: AuditExportColumn, value: unknown): CsvValue =>
  name === "changes" ? JSON.stringify(value) : (value as CsvValue);
