import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operation, takesBody } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { operationName } from "#api/app.ts";
import { seedOnce } from "#api/seed.ts";
import { type HostileInput, hostileInputs } from "#api/testing/hostileInputs.ts";
import { type Meant, schemaOf } from "#api/testing/sampleInput.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { requestFor, type Transport } from "#web/call.ts";

// No value causes a fault, in any field of any operation, including future ones: what PostgreSQL cannot store is
// refused (reliability R17).

const all = featuresWith(demos);
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));

let app: TestApi;
let everybody: Transport;
beforeAll(async () => {
  const rateLimits = { search: 1e6, export: 1e6, import: 1e6, upload: 1e6 };
  app = await testApi(all, { rateLimits });
  await seedOnce(app.api.systemContext(), all);
  ({ transport: everybody } = await app.signIn("Everybody", app.api.catalogue.permissions));
});
afterAll(() => app.close());

/** The first record of the operation's list, so that a request gets as far as a statement. */
async function recordOf({ path }: Operation): Promise<Meant> {
  const list = app.api.catalogue.operations.find(
    (each) => each.method === "GET" && each.reply === undefined && each.path === path.replace(/\/\{.*$/, ""),
  );
  const nobody = { id: newId(), version: 1 };
  if (list === undefined || !path.includes("{")) return nobody;
  const response = await everybody(requestFor(list, {}));
  const { rows = [] } = (await response.json().catch(() => ({}))) as { rows?: Partial<Meant>[] };
  const found = rows.find(({ id }) => id !== undefined);
  return found ? { id: String(found.id), version: found.version ?? 1 } : nobody;
}

const lastFault = () => JSON.stringify(app.logged.at(-1)?.facts).slice(0, 600);

async function faultOf(operation: Operation, request: Request, sent: string): Promise<string[]> {
  const logged = app.logged.length;
  const response = await everybody(request);
  await response.text();
  // If only the database refuses a value, the error does not name its field: a contract lacks a bound.
  const isLate = app.logged.slice(logged).some(({ event }) => event === "value the database does not hold");
  return response.status < 500 && !isLate
    ? []
    : [`${operationName(operation)} ${sent}: ${response.status} ${lastFault()}`];
}

let state = seed;
const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
/** In an order that depends on the seed, so that side effects of one call meet other calls each time. */
function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

// All of them; on PGlite, which is slower, one per field, and another one in each run.
const valuesEach = process.env["TEST_DATABASE"] === "pglite" ? 1 : Number.POSITIVE_INFINITY;
function someOfEach(inputs: readonly HostileInput[]): HostileInput[] {
  const counts = new Map<string, number>();
  return shuffled(inputs).filter(({ field }) => {
    const count = (counts.get(field) ?? 0) + 1;
    counts.set(field, count);
    return count <= valuesEach;
  });
}

test("no value in any field of any operation is a fault", { timeout: 600_000 }, async ({ annotate }) => {
  await annotate(`SEED=${seed}`);
  const faults: string[] = [];
  let requested = 0;
  for (const operation of shuffled(app.api.catalogue.operations)) {
    const meant = await recordOf(operation);
    for (const { field, value, input } of someOfEach(hostileInputs(operation, meant))) {
      // A URL can't contain unpaired surrogates.
      if (operation.path.includes(`{${field}}`) && /\p{Cs}/u.test(String(value))) continue;
      requested++;
      const sent = `${field}=${JSON.stringify(value)}`;
      faults.push(...(await faultOf(operation, requestFor(operation, input), sent)));
    }
  }
  await annotate(`R17: ${requested} values, ${faults.length} faults`);
  expect(faults, `SEED=${seed}`).toEqual([]);
});

test("no version in If-Match, and no name of a caller's program, is a fault", async () => {
  const faults: string[] = [];
  for (const operation of app.api.catalogue.operations.filter(({ versioned }) => versioned)) {
    const { id } = await recordOf(operation);
    for (const tag of ['"2147483648"', '"999999999"', '"9223372036854775808"', '"0"', "\u00e9", "*"]) {
      const headers = { "if-match": tag, "user-agent": "\u0080\u00ff", "content-type": "application/json" };
      const url = `https://mizan.test${operation.path.replaceAll(/\{\w+\}/g, id)}`;
      const body = takesBody(operation) ? { body: "{}" } : {};
      const request = new Request(url, { method: operation.method, headers, ...body });
      faults.push(...(await faultOf(operation, request, tag)));
    }
  }
  expect(faults).toEqual([]);
});

/** Audit entries have `bigint` ids; ids of the to-do application may be numbers, and are compared as text. */
const isWide = (name: string) => /Minor$|^(before|after|id|selectedTodoIds|folder)$/.test(name);

test("every whole number of every operation has a limit that fits its column", () => {
  const unbound = app.api.catalogue.operations.flatMap((operation) =>
    integersIn(schemaOf(operation), "")
      .filter(({ name, maximum }) => maximum > (isWide(name) ? 2 ** 53 - 1 : fields.int4Max))
      .map(({ name }) => `${operationName(operation)} ${name}`),
  );
  expect(unbound).toEqual([]);
});

type Bound = { readonly name: string; readonly maximum: number };
function integersIn(schema: unknown, name: string): Bound[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, maximum = Infinity, properties = {} } = schema as Record<string, never> & { maximum?: number };
  if (type === "integer") return [{ name, maximum }];
  const rest = Object.entries(schema).filter(([key]) => key !== "properties");
  return [
    ...Object.entries(properties).flatMap(([each, inner]) => integersIn(inner, each)),
    ...rest.flatMap(([, inner]) => integersIn(inner, name)),
  ];
}
