import { and, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { resourceOf, type RowScope } from "#base/grants.ts";
import { operationName } from "#api/app.ts";
import type { Actor } from "#api/context.ts";
import { scopeFor } from "#api/scopeCondition.ts";
import { limitsOf, type ScopePolicy } from "#api/scopePolicy.ts";
import { seedOnce } from "#api/seed.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { type Probe, probesOf } from "#api/testing/scopeProbes.ts";
import { scopeWorld, type World } from "#api/testing/scopeWorld.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { requestFor, type Transport } from "#web/call.ts";

// Reliability R13, from the other side than everyRow.test.ts: two users whose scopes have nothing in common, and a
// third who has none, ask every operation about the others' records in every way that it accepts one. No response and
// no email names a record that they may not read: no id, no code, no name. Refusals are responses as well.

const all = featuresWith(demos);

let app: TestApi;
let operations: readonly Operation[];
let worlds: { readonly left: World; readonly right: World };
let people: readonly Caller[];

type Caller = {
  readonly name: string;
  readonly actor: Actor;
  readonly transport: Transport;
  /** The world whose records they request, and their own world. */
  readonly asksAbout: World;
  readonly has: World | null;
};

/** Text that reveals a record that the user may not read. */
type Secret = { readonly resource: string; readonly text: string };

/** Related records that a record always reveals: readers of a product also see its brand, category and certificates. */
const goesWith: Readonly<Record<string, readonly string[]>> = {
  products: ["brands", "categories", "certificates"],
  promocodes: ["brands"],
};

/**
 * Calls that reveal others' records on purpose, and which. Users who may assign the products of a brand or a category
 * to any retailer have to choose among all retailers.
 */
const intendedReads: Readonly<Record<string, { readonly resource: string; readonly to: string }>> = {
  "GET /api/v1/assignments/shops": { resource: "retailers", to: "assignments.update" },
  "GET /api/v1/assignments/shops/{retailerId}": { resource: "retailers", to: "assignments.update" },
  "GET /api/v1/assignments/matrix": { resource: "retailers", to: "assignments.update" },
  "POST /api/v1/assignments/changes/preview": { resource: "retailers", to: "assignments.update" },
};

beforeAll(async () => {
  app = await testApi(all, { rateLimits: { search: 1e6, export: 1e6, sign_in: 1e6 } as never });
  await seedOnce(app.api.systemContext(), all);
  ({ operations } = app.api.catalogue);
  const { transport: admin } = await app.signIn("Administrator", app.api.catalogue.permissions);
  const makers = { admin, made: market(app.db) };
  worlds = { left: await scopeWorld(app, makers, "Zelkova"), right: await scopeWorld(app, makers, "Quillwort") };
  const everybody = await makePeople();
  // The statements are the same on PGlite, which tests one user on each side and one without a scope.
  people = app.engine === "postgres" ? everybody : everybody.slice(0, 3);
});
afterAll(() => app.close());

async function makePeople(): Promise<Caller[]> {
  const { left, right } = worlds;
  const narrow = app.api.catalogue.permissions.flatMap(everyLimit);
  const roles = await rowsOf<{ code: string; grants: string[] }>(
    app.db,
    sql`select code, grants from roles where code in ('brand_manager', 'retailer_manager', 'user')`,
  );
  const grantsOf = (code: string) => roles.find((role) => role.code === code)!.grants;
  const user = async (name: string, grants: readonly string[], has: World | null, scopes: readonly RowScope[]) => ({
    ...(await app.signIn(name, grants, scopes)),
    name,
    has,
    asksAbout: has === right ? left : right,
  });
  return [
    await user("has everything on the left", narrow, left, left.scopes),
    await user("has everything on the right", narrow, right, right.scopes),
    await user("has every permission and no scope", narrow, null, []),
    await user("manages the brand on the left", grantsOf("brand_manager"), left, left.scopesOf("brand")),
    await user("manages the retailer on the left", grantsOf("retailer_manager"), left, left.scopesOf("retailer")),
    await user("manages retailers and has none", grantsOf("retailer_manager"), null, []),
    await user("uses without a scope", grantsOf("user"), null, []),
  ];
}

function everyLimit(permission: string): string[] {
  const rows = app.api.catalogue.scopedRows.find(({ resource }) => resource === resourceOf(permission));
  return limitsOf(rows)
    .filter((limit) => limit !== "all")
    .map((limit) => `${permission}@${limit}`);
}

/** Texts that reveal the rows of the two worlds that this user may not read. */
async function secretsOf({ actor, asksAbout }: Caller): Promise<Secret[]> {
  const open = new Set(
    [...actor.permissions].flatMap(([permission, limits]) =>
      permission.endsWith(".read") && limits.includes("all") ? (goesWith[resourceOf(permission)] ?? []) : [],
    ),
  );
  const secrets: Secret[] = [];
  for (const rows of app.api.catalogue.scopedRows) {
    const ids = asksAbout.ids[rows.resource] ?? [];
    if (ids.length === 0 || open.has(rows.resource)) continue;
    const hidden = await hiddenAmong(rows, actor, ids);
    secrets.push(...hidden.map((text) => ({ resource: rows.resource, text })));
    // The parts of a hidden retailer are hidden too.
    if (rows.resource === "retailers" && hidden.length > 0)
      secrets.push(...asksAbout.parts.map((text) => ({ resource: "retailers", text })));
  }
  return secrets;
}

async function hiddenAmong(rows: ScopePolicy, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const inside = scopeFor(actor, rows, `${rows.resource}.read`) ?? sql`true`;
  const { label } = rows;
  const found = await app.db
    .select({
      id: sql<string>`${rows.id}::text`,
      title: label?.title ? sql<string>`${label.title}::text` : sql<string>`''`,
      code: label?.code ? sql<string>`${label.code}::text` : sql<string>`''`,
    })
    .from(rows.table)
    .where(and(sql`${rows.id}::text = any(${`{${ids.join(",")}}`}::text[])`, sql`(${inside}) is not true`));
  return found.flatMap(({ id, title, code }) => [id, title, code].filter((text) => text.length >= 4));
}

// Deletions come last: other calls need the records that they remove.
const inOrder = (known: readonly Operation[]) => [...known].sort((one, other) => weightOf(one) - weightOf(other));
const weightOf = ({ method, path }: Operation) =>
  method === "GET" ? 0 : path.endsWith("/preview") ? 1 : method === "DELETE" ? 3 : 2;

const isRequested = ({ permission }: Operation, { actor }: Caller) =>
  permission === "session" || actor.permissions.has(permission);
/** These would end the test's session, or describe the user's own one. */
const isOfOwnSession = ({ path }: Operation) => /logout|view-as|\/session\//.test(path);

// 10,000 calls take longer than most tests, and even longer over one connection.
const askingMaxMs = 600_000;

test("no response names a record that its user may not read", { timeout: askingMaxMs }, async ({ annotate }) => {
  const leaks: string[] = [];
  const silent: string[] = [];
  let answered = 0;
  let good = 0;
  const requested = new Set<string>();
  // What a user has written into their own records is no longer another's secret.
  const said = new Map<World | Caller, string>();
  // And what anyone has written into the address book is everyone's.
  let shared = "";
  for (const user of people) {
    const secrets = await secretsOf(user);
    if (secrets.length === 0) throw new Error(`${user.name}: nothing is hidden from them`);
    for (const operation of inOrder(operations.filter((each) => isRequested(each, user) && !isOfOwnSession(each)))) {
      const name = operationName(operation);
      const requests = (await probesFor(operation, user)).flatMap((probe) => probesOf(operation, probe));
      if (requests.length === 0) silent.push(name);
      for (const input of distinct(requests)) {
        const request = requestFor(operation, input);
        const sent = `${decodeURIComponent(request.url.replaceAll("+", " "))} ${JSON.stringify(input)}`;
        const response = await user.transport(request);
        const text = await response.text();
        answered++;
        requested.add(name);
        if (response.ok) good++;
        if (response.status >= 500) leaks.push(`${name}: ${response.status} ${sent.slice(0, 200)}`);
        const isSent = (secret: Secret) =>
          [sent, shared, said.get(user.has ?? user)].some((known) => known?.includes(secret.text));
        const found = secrets.find(
          (secret) => text.includes(secret.text) && !isSent(secret) && !isOnPurpose(name, user, secret),
        );
        if (found && !leaks.some((leak) => leak.startsWith(`${name} tells ${found.resource} `)))
          leaks.push(
            `${name} shows ${found.resource} ${found.text} to ${user.name}\n  ${sent}\n  ${around(text, found.text)}`,
          );
        if (response.ok && operation.path.startsWith("/api/contacts-app/")) shared += sent;
        // A user's own log contains what they asked for.
        if (response.ok && (operation.method !== "GET" || operation.reply === "csv"))
          said.set(user.has ?? user, `${said.get(user.has ?? user)} ${sent}`);
      }
    }
  }
  await annotate(
    `R13: ${answered} answers of ${requested.size} operations to ${people.length} people examined, ${good} of them 2xx, ${leaks.length} leaks`,
  );
  expect([...new Set(leaks)].slice(0, 40)).toEqual([]);
  expect(answered).toBeGreaterThan(answersMin[app.engine]);
  expect(good).toBeGreaterThan(goodMin[app.engine]);
  expect(requested.size).toBeGreaterThan(operations.length / 2);
});

// The test examined at least this many before; fewer would prove less.
const answersMin = { postgres: 9000, pglite: 4500 };
const goodMin = { postgres: 2500, pglite: 1000 };

const isOnPurpose = (name: string, { actor }: Caller, { resource }: Secret) => {
  const reported = intendedReads[name];
  return reported?.resource === resource && actor.permissions.has(reported.to);
};

const around = (text: string, secret: string) => {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 200), at + 120);
};

const distinct = (inputs: readonly Record<string, unknown>[]) => [
  ...new Map(inputs.map((input) => [JSON.stringify(input), input])).values(),
];

/**
 * One probe for each record of the other world that an operation could be about, and for related ones of other areas.
 */
async function probesFor(operation: Operation, { asksAbout, has }: Caller): Promise<Probe[]> {
  const areas = Object.keys(asksAbout.ids);
  const own = resourceOf(operation.permission);
  const meant = areas.includes(own) ? [own] : areas;
  const records = meant.map((area) => ({ area, id: asksAbout.ids[area]![0]!, ownId: has?.ids[area]?.[0] }));
  const versions = await versionsOf(
    records.flatMap(({ area, id, ownId }) => [{ area, id }, ...(ownId === undefined ? [] : [{ area, id: ownId }])]),
  );
  const probes: Probe[] = records.map(({ area, id, ownId }) => ({
    id,
    version: versions.get(id) ?? 1,
    texts: asksAbout.texts[area] ?? {},
    searches: asksAbout.searches,
    isOfOtherArea: area !== own,
    ...(ownId === undefined ? {} : { own: { id: ownId, version: versions.get(ownId) ?? 1 } }),
  }));
  // Operations of one area also get a record of each other area that they may refer to.
  if (meant.length === 1)
    probes.push(
      ...areas
        .filter((area) => area !== own && ["brands", "products", "categories", "retailers"].includes(area))
        .map((area) => ({ ...probes[0]!, id: asksAbout.ids[area]![0]!, texts: {}, isOfOtherArea: true })),
    );
  return probes;
}

/** The current versions of records, in one statement: it is read before each of thousands of calls. */
async function versionsOf(wanted: readonly { readonly area: string; readonly id: string }[]) {
  const selects = wanted.flatMap(({ area, id }) => {
    const rows = app.api.catalogue.scopedRows.find(({ resource }) => resource === area);
    if (rows === undefined) return [];
    return sql`select ${rows.id}::text as id, coalesce((to_jsonb(${rows.table}) ->> 'version')::int, 1) as version
                 from ${rows.table} where ${rows.id} = ${id}`;
  });
  if (selects.length === 0) return new Map<string, number>();
  const found = await rowsOf<{ id: string; version: number }>(app.db, sql.join(selects, sql` union all `));
  return new Map(found.map(({ id, version }) => [id, version]));
}

test("the same calls show everything to a user who may read all of it", async () => {
  const { transport } = await app.signIn("Everybody", app.api.catalogue.permissions);
  const { right } = worlds;
  const unseen = [];
  for (const [area, ids] of Object.entries(right.ids)) {
    const reads = operations.filter(({ method, permission }) => method === "GET" && resourceOf(permission) === area);
    const texts = await Promise.all(
      reads.flatMap((operation) =>
        probesOf(operation, { id: ids[0]!, version: 1, texts: {}, searches: right.searches }).map(async (input) =>
          (await transport(requestFor(operation, input))).text(),
        ),
      ),
    );
    if (!texts.some((text) => text.includes(ids[0]!))) unseen.push(area);
  }
  expect(unseen).toEqual([]);
});
