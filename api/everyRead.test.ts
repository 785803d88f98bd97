import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { operationName } from "#api/app.ts";
import { seedOnce } from "#api/seed.ts";
import { fieldsOf, sampleInput, waysOf } from "#api/testing/sampleInput.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { features } from "#features/api.ts";
import { requestFor, type Transport } from "#web/call.ts";

// What every read of the house answers about the sample organisation, also those that are not written yet: a contract that
// promises more than a column holds is a fault of ordinary data (reliability R17), and no text is ever a part of a
// statement (R18).

const all = [...features, ...demos];

let app: TestApi;
let everybody: Transport;
let reads: readonly Operation[];
beforeAll(async () => {
  app = await testApi(all, { rateLimits: { search: 1e6, export: 1e6 } });
  await seedOnce(app.api.systemContext(), all);
  ({ transport: everybody } = await app.signIn("Everybody", app.api.catalogue.permissions));
  // What is of one record after what lists them.
  reads = app.api.catalogue.operations
    .filter(({ method }) => method === "GET")
    .toSorted((a, b) => parametersOf(a).length - parametersOf(b).length);
});
afterAll(() => app.close());

type Input = Readonly<Record<string, unknown>>;
type Answered = { readonly operation: Operation; readonly input: Input; readonly answer: unknown };

const parametersOf = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Every value that stands under a name anywhere in an answer. */
function valuesIn(answer: unknown, name: string): unknown[] {
  if (typeof answer !== "object" || answer === null) return [];
  const own = Array.isArray(answer) ? undefined : (answer as Input)[name];
  const inner = Object.values(answer).flatMap((each) => valuesIn(each, name));
  return typeof own === "string" || typeof own === "number" ? [own, ...inner] : inner;
}

/** Every value of a field that lists name: of `id` in `/retailers/{id}/hours`, and of `retailerId`, the retailers' ids. */
function valuesOf(name: string, { path }: Operation, known: readonly Answered[]): unknown[] {
  const segment = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? name.replace(/Id$/, "s");
  const lists = known.filter(({ operation }) => operation.path.split("/").at(-1) === segment);
  const values = lists.flatMap(({ answer }) => valuesIn(answer, name));
  return [...new Set(values.length > 0 ? values : lists.flatMap(({ answer }) => valuesIn(answer, "id")))];
}

/** So many of them, from the first to the last. */
const spread = <Value>(values: readonly Value[], most: number): Value[] =>
  values.filter((_, place) => place % Math.ceil(values.length / most) === 0);

/** Every read about some of what lists name, perhaps one of it in every way; what was answered, and what was a fault. */
async function readAll({ recordsMax, inEveryWay }: { recordsMax: number; inEveryWay: boolean }) {
  const places = await rowsOf<{ lat: number; lng: number }>(
    app.db,
    sql`select distinct latitude::float8 as lat, longitude::float8 as lng
          from retailer_locations where latitude is not null order by 1, 2`,
  );
  const answered: Answered[] = [];
  const faults: string[] = [];
  for (const operation of reads) {
    const least = sampleInput(operation, { id: newId(), version: 1 });
    const named = Object.keys(least).find((name) => /^id$|Id$/.test(name) || operation.path.includes(`{${name}}`));
    const records: Input[] = named ? valuesOf(named, operation, answered).map((value) => ({ [named]: value })) : [];
    const points = places.map(({ lat, lng }) => ("lat" in least ? { lat, lng } : { near: `${lat},${lng}` }));
    const about = spread("lat" in least || "near" in least ? points : records, recordsMax);
    const [first = {}, ...others] = about.map((record) => ({ ...least, ...record }));
    const ways = inEveryWay ? waysOf(operation) : [{}];
    const inputs = [...ways.map((way) => ({ ...least, ...first, ...way })), ...others];
    for (const input of inputs) {
      const { status, text } = await ask(operation, input);
      if (status >= 500) faults.push(`${operationName(operation)} ${JSON.stringify(input)}: ${lastFault()}`);
      if (status === 200) answered.push({ operation, input, answer: text.startsWith("{") ? JSON.parse(text) : text });
    }
  }
  return { answered, faults };
}

async function ask(operation: Operation, input: Input): Promise<{ status: number; text: string }> {
  const response = await everybody(requestFor(operation, input));
  return { status: response.status, text: await response.text() };
}

const lastFault = () => String(app.logged.at(-1)?.facts.error).slice(0, 400).replaceAll(/\s+/g, " ");

/** Reads that find nothing in the sample organisation: areas without samples, sealed accounts, what is one's own alone. */
const aboutNothing =
  /\/(api-keys|webhooks|webhook-deliveries|approvals|importers|imports|files|ad_main_perm)\/\{|account$|auth$/;

test("R17: every read answers about everything in the sample organisation", async ({ annotate }) => {
  const { answered, faults } = await readAll({ recordsMax: 8, inEveryWay: true });
  await annotate(`R17: ${answered.length} reads of the sample answered, ${faults.length} faults`);
  expect(faults).toEqual([]);
  const told = new Set(answered.map(({ operation }) => operation));
  const silent = reads.filter((operation) => !told.has(operation)).map(operationName);
  expect(silent.filter((name) => !aboutNothing.test(name))).toEqual([]);
});

/** What is tried on every text: a condition that holds, the same that does not, and a statement of its own. */
const holds = "x' or '1'='1";
const fails = "x' or '1'='2";
const stacked = "1\\'); drop table users cascade; --%_$1{{7*7}}";

test("R18: no text is read as a part of a statement, in any field of any read", async ({ annotate }) => {
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
      // The log grows by every asking of a file.
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

test("R18: nor in any field of a call that writes, which stores it as it came", async ({ annotate }) => {
  const tables = (await rowCounts()).length;
  const wrong: string[] = [];
  const tried = { asked: 0, reached: 0, stored: 0 };
  // Of what is one of two things nobody here can guess an input that would be taken, nor of a file.
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

/** What an operation answers with a text in one of its fields. What its schema refuses proves nothing about a statement. */
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

/** What was sent may be told again, and each call has a name of its own. */
const withoutEcho = (told: string, sent: string) =>
  told.replaceAll(JSON.stringify(sent).slice(1, -1), "…").replaceAll(/"(requestId|at)":"[^"]*"/g, "");

/** Every table except the audit log, and the sign-in attempts that a read of the session counts. */
async function rowCounts(): Promise<unknown[]> {
  const tables = await rowsOf<{ name: string }>(
    app.db,
    sql`select table_name as name from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE' 
            and table_name not like 'audit%' and table_name <> 'attempts' order by 1`,
  );
  const counted = tables.map(
    ({ name }) => sql`select ${name} as name, count(*)::int as rows from ${sql.identifier(name)}`,
  );
  return rowsOf(app.db, sql.join(counted, sql` union all `));
}

test("R17: also where everything is left empty that the database lets be empty", async ({ annotate }) => {
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
