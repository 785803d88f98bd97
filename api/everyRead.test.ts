import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { operationName } from "#api/app.ts";
import { seedOnce } from "#api/seed.ts";
import { fieldsOf, sampleInput, waysOf } from "#api/testing/sampleInput.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { requestFor, type Transport } from "#web/call.ts";

// Every read, including future ones, about the sample organisation. A contract that allows more than a column holds
// would be a fault on ordinary data (reliability R17), and no text may become part of a statement (R18).

const all = featuresWith(demos);

let app: TestApi;
let everybody: Transport;
let reads: readonly Operation[];
beforeAll(async () => {
  app = await testApi(all, { rateLimits: { search: 1e6, export: 1e6 } });
  await seedOnce(app.api.systemContext(), all);
  ({ transport: everybody } = await app.signIn("Everybody", app.api.catalogue.permissions));
  // Reads of one record come after the lists that name it.
  reads = app.api.catalogue.operations
    .filter(({ method }) => method === "GET")
    .toSorted((a, b) => parametersOf(a).length - parametersOf(b).length);
});
afterAll(() => app.close());

type Input = Readonly<Record<string, unknown>>;
type AnsweredRead = { readonly operation: Operation; readonly input: Input; readonly answer: unknown };

const parametersOf = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Every value of the field `name`, anywhere in a response. */
function valuesIn(answer: unknown, name: string): unknown[] {
  if (typeof answer !== "object" || answer === null) return [];
  const own = Array.isArray(answer) ? undefined : (answer as Input)[name];
  const inner = Object.values(answer).flatMap((each) => valuesIn(each, name));
  return typeof own === "string" || typeof own === "number" ? [own, ...inner] : inner;
}

/** Every known value of a field: for `id` in `/retailers/{id}/hours` and for `retailerId`, the ids of the retailers. */
function valuesOf(name: string, { path }: Operation, known: readonly AnsweredRead[]): unknown[] {
  // The owner of a statement is a brand in sample inputs.
  const resource = name.replace(/^owner(?=Id$)/, "brand").replace(/Id$/, "s");
  const segment = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? resource;
  const lists = known.filter(({ operation }) => operation.path.split("/").at(-1) === segment);
  const values = lists.flatMap(({ answer }) => valuesIn(answer, name));
  return [...new Set(values.length > 0 ? values : lists.flatMap(({ answer }) => valuesIn(answer, "id")))];
}

/** At most `most` values, spread evenly over the list. */
const spread = <Value>(values: readonly Value[], most: number): Value[] =>
  values.filter((_, place) => place % Math.ceil(values.length / most) === 0);

/**
 * Calls every read for some of the listed records, optionally one of them with every filter. Returns the responses and
 * the faults.
 */
async function readAll({ recordsMax, inEveryWay }: { recordsMax: number; inEveryWay: boolean }) {
  const places = await rowsOf<{ lat: number; lng: number }>(
    app.db,
    sql`select distinct latitude::float8 as lat, longitude::float8 as lng
          from retailer_locations where latitude is not null order by 1, 2`,
  );
  const answered: AnsweredRead[] = [];
  const faults: string[] = [];
  for (const operation of reads) {
    const least = sampleInput(operation, { id: newId(), version: 1 });
    const names = Object.keys(least);
    const named =
      names.find((name) => /^id$|Id$/.test(name)) ?? names.find((name) => operation.path.includes(`{${name}}`));
    const records: Input[] = named ? valuesOf(named, operation, answered).map((value) => ({ [named]: value })) : [];
    const points = places.map(({ lat, lng }) => ("lat" in least ? { lat, lng } : { near: `${lat},${lng}` }));
    const about = spread("lat" in least || "near" in least ? points : records, recordsMax);
    const [first = {}, ...others] = about.map((record) => ({ ...least, ...record }));
    const ways = inEveryWay ? waysOf(operation) : [{}];
    const inputs = [...ways.map((way) => ({ ...least, ...first, ...way })), ...others];
    for (const input of inputs) {
      const { status, text } = await ask(operation, input);
      if (status >= 500) faults.push(`${operationName(operation)} ${JSON.stringify(input)}: ${lastFault()}`);
      if (status === 200) answered.push({ operation, input, answer: /^[{[]/.test(text) ? JSON.parse(text) : text });
    }
  }
  return { answered, faults };
}

async function ask(operation: Operation, input: Input): Promise<{ status: number; text: string }> {
  const response = await everybody(requestFor(operation, input));
  return { status: response.status, text: await response.text() };
}

const lastFault = () => String(app.logged.at(-1)?.facts.error).slice(0, 400).replaceAll(/\s+/g, " ");

/**
 * Reads that find nothing in the sample organisation: areas without samples, encrypted accounts, the caller's own data,
 * links that samples don't have, requests and certificates of courses that no list names.
 */
const aboutNothing =
  /\/(api-keys|bulk-runs|exports|webhooks|webhook-deliveries|approvals|importers|imports|files|payout-requests|shared|ad_main_perm|academy-app\/x\/certificates)\/\{|account$|auth$/;

test("R17: every read answers about everything in the sample organisation", async ({ annotate }) => {
  const { answered, faults } = await readAll({ recordsMax: 8, inEveryWay: true });
  await annotate(`R17: ${answered.length} reads of the sample answered, ${faults.length} faults`);
  expect(faults).toEqual([]);
  const reported = new Set(answered.map(({ operation }) => operation));
  const silent = reads.filter((operation) => !reported.has(operation)).map(operationName);
  expect(silent.filter((name) => !aboutNothing.test(name))).toEqual([]);
});

/** The texts tried in every field: a condition that is true, the same one false, and a statement of its own. */
const holds = "x' or '1'='1";
const fails = "x' or '1'='2";
const stacked = "1\\'); drop table users cascade; --%_$1{{7*7}}";

test("R18: no text becomes part of a statement, in any field of any read", async ({ annotate }) => {
  const before = await rowCounts();
  const wrong: string[] = [];
  const tried = { asked: 0, reached: 0 };
  for (const operation of reads) {
    for (const name of fieldsOf(operation)) {
      const answers = [];
      for (const text of [holds, fails, stacked]) {
        const { status, text: told } = await tryText(operation, { name, text }, tried);
        if (status >= 500) wrong.push(`${operationName(operation)} ${name}=${text}: ${lastFault()}`);
        answers.push(`${status} ${withoutEcho(told, text)}`);
      }
      // Reading the log adds an entry to it, so its answers differ.
      const hasStablePlan = !operation.permission.startsWith("audit.");
      if (hasStablePlan && answers[0] !== answers[1])
        wrong.push(`${operationName(operation)} ${name}: ${answers[0]}`.slice(0, 300));
    }
  }
  await annotate(`R18: ${tried.reached} of ${tried.asked} texts in fields of reads reached a statement`);
  expect(wrong).toEqual([]);
  expect(tried.reached).toBeGreaterThan(240);
  expect(await rowCounts()).toEqual(before);
});

test("R18: nor in any field of a write, which stores the text unchanged", async ({ annotate }) => {
  const tables = (await rowCounts()).length;
  const wrong: string[] = [];
  const tried = { asked: 0, reached: 0, stored: 0 };
  // No valid input can be generated for unions and files.
  const writes = app.api.catalogue.operations.filter(
    (operation) => operation.method !== "GET" && operation.body !== "bytes" && sampleOrNone(operation) !== null,
  );
  for (const operation of writes) {
    for (const name of fieldsOf(operation)) {
      for (const text of [holds, stacked]) {
        const { status, text: told } = await tryText(operation, { name, text }, tried);
        if (status >= 500) wrong.push(`${operationName(operation)} ${name}=${text}: ${lastFault()}`);
        if (status !== 200 || !told.startsWith("{")) continue;
        const kept = (JSON.parse(told) as Input)[name];
        if (kept === text) tried.stored++;
        else if (typeof kept === "string") wrong.push(`${operationName(operation)} ${name}: stored ${kept}`);
      }
    }
  }
  await annotate(
    `R18: ${tried.reached} of ${tried.asked} texts of writes reached a statement, ${tried.stored} are stored`,
  );
  expect(wrong).toEqual([]);
  expect(tried.reached).toBeGreaterThan(400);
  expect(tried.stored).toBeGreaterThan(20);
  expect((await rowCounts()).length).toBe(tables);
});

/**
 * Calls an operation with a text in one of its fields. An input that the schema refuses reaches no statement, so it
 * proves nothing.
 */
async function tryText(
  operation: Operation,
  { name, text }: { name: string; text: string },
  tried: { asked: number; reached: number },
) {
  const answer = await ask(operation, { ...sampleInput(operation, { id: newId(), version: 1 }), [name]: text });
  tried.asked++;
  if (answer.status !== 400 && answer.status !== 422) tried.reached++;
  return answer;
}

function sampleOrNone(operation: Operation): Input | null {
  try {
    return sampleInput(operation, { id: newId(), version: 1 });
  } catch {
    return null;
  }
}

/** The response may repeat the input, and each call has its own id. */
const withoutEcho = (reported: string, sent: string) =>
  reported.replaceAll(JSON.stringify(sent).slice(1, -1), "…").replaceAll(/"(requestId|at)":"[^"]*"/g, "");

/** Every table except the audit log, and the sign-in attempts that a read of the session counts. */
async function rowCounts(): Promise<unknown[]> {
  const tables = await rowsOf<{ name: string }>(
    app.db,
    sql`select table_name as name from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE' 
            and table_name not like 'audit%' and table_name not in ('attempts', 'live_outbox') order by 1`,
  );
  const counted = tables.map(
    ({ name }) => sql`select ${name} as name, count(*)::int as rows from ${sql.identifier(name)}`,
  );
  // A parallel plan answers in any order.
  return rowsOf(app.db, sql`${sql.join(counted, sql` union all `)} order by name`);
}

test("R17: also if every nullable column is null", async ({ annotate }) => {
  await app.db.execute(emptying);
  const { answered, faults } = await readAll({ recordsMax: 3, inEveryWay: false });
  await annotate(`R17: ${answered.length} reads of the emptied sample answered, ${faults.length} faults`);
  expect(faults).toEqual([]);
});

const emptying = sql`
do $$
declare
  field record;
  line record;
begin
  for field in
    select columns.table_name, columns.column_name
      from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_nullable = 'YES' and is_generated = 'NEVER'
     order by 1, 2
  loop
    for line in execute format('select ctid from %I where %I is not null', field.table_name, field.column_name) loop
      begin
        execute format('update %I set %I = null where ctid = %L', field.table_name, field.column_name, line.ctid);
      exception when others then null;
      end;
    end loop;
  end loop;
end $$`;
