import { eq, getTableColumns, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { resourceOf, type RowScope, scopeKinds } from "#base/grants.ts";
import { operationName } from "#api/app.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { limitsOf, type ScopePolicy } from "#api/scopePolicy.ts";
import { seedOnce } from "#api/seed.ts";
import { fieldsOf, type Meant, sampleInput } from "#api/testing/sampleInput.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { apiKeys } from "#features/access/api-keys/contract.ts";
import { webhooks } from "#features/platform/webhooks/contract.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

// No operation shows or changes a row outside the caller's scope (reliability R13), including future operations. Why
// this test and not row-level security: docs/decisions/0023.

const all = featuresWith(demos);

/** Lists that everyone with the permission sees in full, and why. */
const unscoped: Readonly<Record<string, string>> = {
  loyaltySettings: "one row, of the programme",
  payouts: "of members, who belong to the programme: no brand or retailer has some of them",
  wallets: "the same",
  offers: "what may be promoted near a point: what anybody in a shop can read on the shelf",
  permissions: "what the operations of this release ask for; no rows of anybody",
  contacts: "the address book, which every signed-in user shares",
  jobs: "background work of the whole installation, without the contents of records",
};

/** Operations that reveal rows outside the scope on purpose, and which. */
const showsOthers: Readonly<Record<string, string>> = {
  "GET /api/faq": "published answers, which every user reads",
  "GET /api/faq/x/answers": "the same",
  "GET /api/knowledge-base": "published articles, which every user reads",
  "GET /api/knowledge-base/x/articles": "the same",
  "GET /api/knowledge-base/x/glossary": "terms of the glossary, which every user reads",
  "GET /api/v1/permissions": "how many people and roles have each",
  "GET /api/v1/permissions/{id}": "how many people have it",
  "GET /api/v1/permissions/{id}/users":
    "how many more have the permission, so that nobody takes the list for all of them",
  // Users who may assign the products of a brand or a category choose among all retailers.
  "GET /api/v1/assignments/shops": "the retailers that products can be brought to",
  "GET /api/v1/assignments/shops/{retailerId}": "one of them",
  "GET /api/v1/assignments/matrix": "the same, beside no product",
  "GET /api/v1/assignments/candidates": "that the retailer is there; no product",
  "POST /api/v1/assignments/changes/preview": "the same",
  "POST /api/v1/products/moves/preview": "that there is a category to move to; no product",
  "GET /api/contacts-app/contacts": "the address book, which every signed-in user shares",
  "GET /api/contacts-app/x/people": "the same",
  "GET /api/contacts-app/x/letters": "the same",
  "GET /api/academy-app/courses": "the reader's own progress, which a database with samples begins for them",
  "GET /api/academy-app/x/courses": "the same",
  "GET /api/v1/certificates/choices": "certifying bodies and standards, which everybody refers to",
  "POST /api/v1/users/roles-given/preview": "what a role would give that its giver lacks",
  "GET /api/v1/roles/{id}/users": "the same of a role",
  // What belongs to a record follows it (demos/files/api/service.test.ts); the samples belong to none.
  "GET /api/file-manager-app/files": "files that belong to no record are shared by all staff",
  "GET /api/file-manager-app/x/items": "the same",
  "GET /api/file-manager-app/x/folders": "the same of folders",
};

let app: TestApi;
let everybody: Transport;
/** Has every permission that can be limited, each limited to nothing. */
let nowhere: Transport;
const places = { reachesNothing: scopeKinds.map((kind): RowScope => ({ kind, target: newId() })) };
let before: ReadonlyMap<string, string>;
let resources: readonly ScopePolicy[];
let operations: readonly Operation[];

beforeAll(async () => {
  app = await testApi(all, { rateLimits: { search: 1e6, export: 1e6 } });
  const { permissions, scopedRows } = app.api.catalogue;
  resources = scopedRows;
  ({ operations } = app.api.catalogue);
  ({ transport: everybody } = await app.signIn("Everybody", permissions));
  ({ transport: nowhere } = await app.signIn("Nowhere", permissions.flatMap(narrowest), places.reachesNothing));
  before = await answersOf(nowhere, { id: newId(), version: 1 }, "zzzz");
  await seedOnce(app.api.systemContext(), all);
  await makeRows();
});
afterAll(() => app.close());

/** The narrowest grant of a permission; none if it can't be limited, as its holders see everything. */
function narrowest(permission: string): string[] {
  const rows = resources.find(({ resource }) => resource === resourceOf(permission));
  const limit = (["scope", "own"] as const).find((each) => limitsOf(rows).includes(each));
  return limit === undefined ? [] : [`${permission}@${limit}`];
}

function everyLimit(permission: string): string[] {
  const rows = resources.find(({ resource }) => resource === resourceOf(permission));
  return limitsOf(rows)
    .filter((limit) => limit !== "all")
    .map((limit) => `${permission}@${limit}`);
}

/** Adds rows for resources without samples. */
async function makeRows(): Promise<void> {
  const key = { id: newId(), title: "Key of somebody", kind: "partner", lastDay: "2026-12-20", callsPerMinute: 60 };
  const giving = { grants: [{ permission: "brands.read", limit: "all" }], scopes: [] };
  await call(everybody, apiKeys.create, { ...key, ...giving } as never);
  const hook = { id: newId(), title: "Somebody's", url: "https://receiver.example/mizan", types: ["brand.activated"] };
  await call(everybody, webhooks.create, { ...hook, status: "active" } as never);
  await app.db.execute(sql`
    insert into approval_requests (id, action, resource, resource_id, title, payload, changes, impact, state,
                                   requested_by, requested_by_name, expires_at, search_key, created_at, updated_at)
    select ${newId()}::uuid, 'users.changeRights', 'users', users.id::text, 'Somebody',
           jsonb_build_object('id', users.id, 'version', users.version), '{}', '[]', 'pending',
           users.id, users.name, now() + interval '9 years', ' somebody', now(), now() from users limit 1`);
  await app.db.execute(sql`
    insert into redemptions (bucket, id, campaign_id, campaign_version, is_code_counted, retailer_id, order_ref, currency,
                             counter_bucket, counted_ids, counted_periods, caller_id, request_id, created_at, status,
                             committed_at, discount_minor, cashback_minor, cost_minor, discount_left_minor,
                             cashback_left_minor, cost_left_minor, trace)
    select bucket_of(its.id), its.id, campaigns.id, 1, false, retailers.id, 'R-1', 'GBP', 0, '{}', '{}', retailers.id,
           'request', now(), 'committed', now(), 100, 0, 100, 100, 0, 100, '{}'
      from (select ${newId()}::uuid as id) its, campaigns, retailers limit 1`);
}

/** The response without the parts that differ in every call. */
async function bodyOf(response: Response): Promise<string> {
  const text = await response.text();
  return `${response.status} ${text.replace(/"(?:requestId|fingerprint)":"[^"]*"/g, "")}`;
}

/** The input, or the reason why no valid one can be generated, which fails the test. */
function inputOrFault(operation: Operation, meant: Meant): Record<string, unknown> | string {
  try {
    const input = sampleInput(operation, meant);
    // Merging a record into itself is refused before anything is looked up.
    return "intoId" in input ? { ...input, intoId: newId() } : input;
  } catch (error) {
    return String(error);
  }
}

/** The permission can't be limited, so it was not granted. */
const isDenied = (answer: string) => answer.includes('"code":"permission_denied"');

const readsOf = (known: readonly Operation[]) =>
  known.filter(
    ({ method, path, permission, reply }) =>
      permission !== "public" && reply !== "empty" && (method === "GET" || path.endsWith("/preview")),
  );

/** The responses of every read, with several kinds of list inputs, by operation and kind. */
async function answersOf(
  transport: Transport,
  meant: Meant,
  word: string,
  requested: readonly Operation[] = readsOf(operations),
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const operation of requested) {
    const input = sampleInput(operation, meant);
    const fields = fieldsOf(operation);
    const ways: [name: string, more: Record<string, unknown>][] = [["", {}]];
    if (fields.includes("search")) ways.push([" searching", { search: word }]);
    if (fields.includes("count")) ways.push([" counting", { count: "exact" }]);
    if (fields.includes("ids") && operation.path !== "/api/v1/permissions") ways.push([" by id", { ids: [meant.id] }]);
    for (const [name, more] of ways) {
      const response = await transport(requestFor(operation, { ...input, ...more }));
      answers.set(operationName(operation) + name, await bodyOf(response));
    }
  }
  return answers;
}

/** A row of a resource, by values that any caller could guess. */
async function someRow({ table, id, label }: ScopePolicy): Promise<(Meant & { word: string }) | undefined> {
  const { version } = getTableColumns(table);
  const [row] = await app.db
    .select({
      id: sql<string>`${id}::text`,
      version: sql<number>`${version ?? sql`1`}`,
      word: label?.title ?? sql`'zzzz'`,
    })
    .from(table)
    .orderBy(id)
    .limit(1);
  return row && { id: row.id, version: row.version, word: String(row.word) };
}

const stateOf = async ({ table, id }: ScopePolicy): Promise<Map<string, string>> => {
  const rows = await app.db
    .select({ id: sql<string>`${id}::text`, row: sql<string>`to_jsonb(${table})::text` })
    .from(table);
  return new Map(rows.map(({ id: key, row }) => [key, row]));
};

const numbersIn = (operation: Operation) => [...operation.path.matchAll(/\{\w+\}/g)].length;
const isOf = (operation: Operation, { resource }: ScopePolicy) =>
  operation.permission.includes(".") && resourceOf(operation.permission) === resource;

describe("to a user whose scope contains nothing", () => {
  test("every read answers as it did before there was any data", async ({ annotate }) => {
    const wrong: string[] = [];
    let requested = 0;
    for (const rows of resources) {
      const row = await someRow(rows);
      if (row === undefined) continue;
      const { word, ...meant } = row;
      const isNumber = /^\d+$/.test(meant.id);
      // All reads the first time; then, for each resource, its own reads and those of any single record.
      const known = readsOf(operations).filter((each) => requested === 0 || isOf(each, rows) || numbersIn(each) > 0);
      const after = await answersOf(nowhere, isNumber ? { ...meant, id: newId() } : meant, word, known);
      for (const [what, answer] of after) {
        requested++;
        const operation = what.split(" ").slice(0, 2).join(" ");
        if (!(operation in showsOthers) && answer !== before.get(what))
          wrong.push(`${what}\n  was ${before.get(what)?.slice(0, 300)}\n  is  ${answer.slice(0, 300)}`);
      }
    }
    await annotate(`R13: ${requested} reads of ${resources.length} resources, ${wrong.length} let through`);
    expect(wrong).toEqual([]);
  });

  test("each record seems not to exist, for every operation that names one", async ({ annotate }) => {
    const wrong: string[] = [];
    let requested = 0;
    for (const rows of resources) {
      const meant = await someRow(rows);
      if (meant === undefined) continue;
      const untouched = await stateOf(rows);
      for (const operation of operations.filter((each) => isOf(each, rows) && numbersIn(each) > 0)) {
        requested++;
        const input = inputOrFault(operation, meant);
        if (typeof input === "string") {
          wrong.push(input);
          continue;
        }
        const response = await nowhere(requestFor(operation, input));
        const answer = await bodyOf(response);
        if (response.status !== 404 && !isDenied(answer))
          wrong.push(`${operationName(operation)}: ${answer.slice(0, 200)}`);
      }
      const now = await stateOf(rows);
      for (const [id, row] of untouched) if (now.get(id) !== row) wrong.push(`${rows.resource} ${id} was changed`);
    }
    await annotate(`R13: ${requested} calls that name a record, ${wrong.length} let through`);
    expect(wrong).toEqual([]);
  });
});

describe("the preconditions of this test", () => {
  test("there are rows of every resource, and the same calls show them to users who may see them", async () => {
    const blind: string[] = [];
    for (const rows of resources) {
      const row = await someRow(rows);
      if (row === undefined) {
        blind.push(`${rows.resource}: has no row; give it a seed, or make one in makeRows`);
        continue;
      }
      const reads = readsOf(operations).filter((each) => isOf(each, rows));
      const shown = await Promise.all(
        reads.map(async (operation) => {
          const response = await everybody(requestFor(operation, sampleInput(operation, row)));
          return (await response.text()).includes(row.id);
        }),
      );
      if (!shown.some(Boolean)) blind.push(`${rows.resource}: no read shows ${row.id}`);
    }
    expect(blind).toEqual([]);
  });

  test("the resource of every list declares how its rows are scoped", () => {
    const lists = operations.filter((operation) => fieldsOf(operation).includes("cursor"));
    const reported = new Set([...resources.map(({ resource }) => resource), ...Object.keys(unscoped)]);
    const silent = lists.filter(({ permission }) => permission.includes(".") && !reported.has(resourceOf(permission)));
    expect(silent.map(operationName)).toEqual([]);
  });
});

describe("to a user with one scope of each kind", () => {
  test("no read of a resource shows a row outside the scope, with any input", async ({ annotate }) => {
    const wrong: string[] = [];
    const scopes = (await Promise.all(scopeKinds.map(oneScope))).flat();
    const grants = app.api.catalogue.permissions.flatMap(everyLimit);
    const { transport, actor } = await app.signIn("Somewhere", grants, scopes);
    let rowsOutside = 0;
    for (const rows of resources) {
      const outside = await idsOutside(rows, { ...app.api.systemContext(), actor });
      rowsOutside += outside.length;
      const first = outside[0];
      if (first === undefined) continue;
      const known = readsOf(operations).filter((each) => isOf(each, rows));
      const meant = { id: /^\d+$/.test(first) ? newId() : first, version: 1 };
      const answers = await answersOf(transport, meant, "", known);
      for (const operation of known) {
        for (const [what, answer] of answers) {
          if (!what.startsWith(operationName(operation))) continue;
          const seen = outside.find((id) => answer.includes(`"${id}"`) || answer.includes(`,${id},`));
          if (seen) wrong.push(`${what} shows ${rows.resource} ${seen}`);
        }
      }
    }
    await annotate(`R13: ${rowsOutside} rows outside of one person's scopes, ${wrong.length} shown`);
    expect(rowsOutside).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  /** The first target of a kind that has a row in some resource. */
  async function oneScope(kind: RowScope["kind"]): Promise<RowScope[]> {
    for (const { table, by } of resources) {
      const place = by[kind];
      if (place === undefined || typeof place === "function") continue;
      const [row] = await app.db
        .select({ target: sql<string>`${place}::text` })
        .from(table)
        .where(sql`${place} is not null`)
        .orderBy(place)
        .limit(1);
      if (row) return [{ kind, target: row.target }];
    }
    return [];
  }

  async function idsOutside(rows: ScopePolicy, ctx: Parameters<typeof scopeCondition>[0]): Promise<string[]> {
    const inside = scopeCondition(ctx, rows, `${rows.resource}.read`);
    const found = await app.db
      .select({ id: sql<string>`${rows.id}::text` })
      .from(rows.table)
      .where(inside === undefined ? eq(sql`1`, 0) : sql`(${inside}) is not true`);
    return found.map(({ id }) => id);
  }
});
