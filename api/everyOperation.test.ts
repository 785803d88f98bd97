import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Operation, takesBody } from "#base/contract.ts";
import { dice } from "#base/testing/dice.ts";
import { operationName } from "#api/app.ts";
import { brokenInputs } from "#api/testing/sampleInput.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { requestFor, type Transport } from "#web/call.ts";

// Rules for every operation, including future ones (reliability R1, R12, R17).

const all = featuresWith(demos);
const operations = all.flatMap((feature) => feature.routes.map((route) => route.operation));
const named = operations.map((operation): [string, Operation] => [operationName(operation), operation]);
const closed = named.filter(([, { permission }]) => permission !== "public");
const granted = closed.filter(([, { permission }]) => permission !== "session");

let app: TestApi;
let nobody: Transport;
let everybody: Transport;
beforeAll(async () => {
  app = await testApi(all);
  const permissions = new Set(granted.map(([, { permission }]) => permission));
  ({ transport: nobody } = await app.signIn("Nobody", []));
  ({ transport: everybody } = await app.signIn("Everybody", [...permissions]));
});
afterAll(() => app.close());

/** A request to the operation, with every path parameter set to `parameter`. */
function requestTo({ method, path }: Operation, { parameter, query = "", body, headers = {} }: RawCall): Request {
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(parameter));
  const hasBody = takesBody({ method }) && body !== undefined;
  return new Request(`https://mizan.test${filled}${query}`, { method, headers, ...(hasBody ? { body } : {}) });
}
type RawCall = { parameter: string; query?: string; body?: string; headers?: Record<string, string> };

const nonsense: RawCall = { parameter: "nonsense", query: "?nonsense=1", body: "{ nonsense" };
const codeOf = async (response: Response) => `${response.status} ${((await response.json()) as { code: string }).code}`;

describe("nothing is revealed by", () => {
  test.each(closed)("%s without signing in, whatever is sent", async (_name, operation) => {
    expect(await codeOf(await app.anonymous(requestTo(operation, nonsense)))).toBe("401 token_missing");
  });

  test.each(granted)("%s without its permission, whatever is sent", async (_name, operation) => {
    expect(await codeOf(await nobody(requestTo(operation, nonsense)))).toBe("403 permission_denied");
  });
});

test("a fallback route needs a sign-in and another permission, and the route it replaces exists", () => {
  const standIns = operations.filter(({ standsInAt }) => standsInAt !== undefined);
  expect(standIns).not.toEqual([]);
  for (const { method, standsInAt, permission } of standIns) {
    const other = operations.find((each) => each.method === method && each.path === standsInAt);
    expect(other?.permission).toMatch(/\./);
    expect(permission).not.toBe(other?.permission);
  }
});

/** Picks values, the same in every run of a seed. */
function picker(seed: number) {
  const roll = dice(seed);
  return <Value>(values: readonly Value[]): Value => values[roll(values.length)]!;
}

const id = newId();
const texts = [
  "",
  " ",
  "0",
  "-1",
  "1e400",
  "null",
  "true",
  "undefined",
  "NaN",
  "a",
  id,
  id.toUpperCase(),
  "2026-02-30",
  "AE",
  "name",
  "asc",
  "2026-11-20",
  "2026-11-20T09:00:00Z",
  "0000-01-01T00:00:00Z",
  "' or 1=1 --",
  "\\",
  "%",
  "{}",
  "[]",
  "../../etc/passwd",
  "\0",
  "a\nb",
  "\u202Eabc",
  "\uD800",
  "محمد",
  "😀",
  "=1+1",
  "https://a.example",
  "a@b.example",
  "x".repeat(300),
  "x".repeat(5000),
];
const values: unknown[] = [
  ...texts,
  0,
  -1,
  1,
  25,
  0.5,
  1e308,
  2 ** 53,
  2 ** 31,
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  ["a", "a"],
  [id],
  { ids: [id] },
  { filter: {} },
  { filter: { search: "\0" } },
  { __proto__: null, a: 1 },
  { ar: "\0" },
  { ar: 1 },
  { "": "" },
];

function hostileRequest(operation: Operation, pick: ReturnType<typeof picker>): Request {
  const { shape = {} } = operation.input._zod.def as { shape?: object };
  const names = [...Object.keys(shape), "__proto__", "unknown"];
  const some = Array.from({ length: pick([0, 1, 2, 4, 8]) }, () => pick(names));
  const query = new URLSearchParams(some.map((name) => [name, pick(texts)]));
  const fields = Object.fromEntries(some.map((name) => [name, pick(values)]));
  const isRaw = operation.body === "text" || operation.body === "bytes";
  return requestTo(operation, {
    parameter: pick(texts.filter((text) => text !== "" && text !== "\uD800")),
    query: !takesBody(operation) || isRaw ? `?${query}` : "",
    body: isRaw ? pick(texts) : pick([JSON.stringify(fields), JSON.stringify(pick(values)), pick(texts)]),
    headers: {
      "content-type": pick(["application/json", "application/json", "text/plain"]),
      "if-match": pick(['"1"', '"1"', "", "1"]),
    },
  });
}

test("R17: every operation refuses input that its contract does not allow, in any field", async ({ annotate }) => {
  const taken: string[] = [];
  const unasked: string[] = [];
  let requested = 0;
  for (const [name, operation] of named) {
    const broken = brokenOrNone(operation);
    if (broken.length === 0) unasked.push(name);
    for (const { field, input } of broken) {
      requested++;
      const { status } = await everybody(requestFor(operation, input));
      if (status !== 400 && status !== 422) taken.push(`${name} ${field}=${JSON.stringify(input[field])}: ${status}`);
    }
  }
  const answered = named.length - unasked.length;
  await annotate(`R17: ${requested} wrong inputs of ${answered} operations, ${taken.length} taken`);
  expect(taken).toEqual([]);
  // The rest take files, unions, no input at all, or anything.
  expect(unasked.length, unasked.join("\n")).toBeLessThan(named.length / 10);
});

/** Null if no valid input can be generated: then a refusal would prove nothing about the broken part. */
function brokenOrNone(operation: Operation): ReturnType<typeof brokenInputs> {
  if (operation.body === "bytes" || operation.body === "text") return [];
  try {
    return brokenInputs(operation, { id, version: 1 });
  } catch {
    return [];
  }
}

test("every documented example is valid", async () => {
  const reported = operations.filter(({ exampleQuery }) => exampleQuery !== undefined);
  expect(reported).not.toEqual([]);
  for (const operation of reported) {
    const response = await everybody(new Request(`https://mizan.test${operation.path}${operation.exampleQuery}`));
    expect([operationName(operation), response.status]).toEqual([operationName(operation), 200]);
  }
});

// Fewer seeds on PGlite, which is slower. Most inputs are refused before any statement runs.
const seeds = Array.from({ length: process.env["TEST_DATABASE"] === "pglite" ? 5 : 20 }, (_, place) => place + 1);
const requestsEach = 3;
const answers = { count: 0, statuses: new Set<number>() };

test.each(named)("%s answers whatever is sent, and never with a fault", async (name, operation) => {
  const place = [...name].reduce((sum, email) => sum * 31 + email.charCodeAt(0), 7);
  const dices = seeds.map((seed) => picker(place + seed));
  for (const pick of dices.flatMap((each) => Array.from({ length: requestsEach }, () => each))) {
    const request = hostileRequest(operation, pick);
    const sent = `${request.url} ${await request.clone().text()}`.slice(0, 500);
    const response = await everybody(request);
    const text = await response.text();
    answers.count++;
    answers.statuses.add(response.status);
    expect(response.status, `${sent}\n${JSON.stringify(app.logged.at(-1))}`).toBeLessThan(500);
    expect(text, sent).not.toMatch(/node_modules|\.ts:\d+|drizzle|relation "/i);
  }
});

test("some of the inputs were valid, so not only the input check was tested", async ({ annotate }) => {
  await annotate(`R17: ${answers.count} requests of the seeds 1 to ${seeds.length}, 0 faults, 0 leaks`);
  for (const status of [200, 404, 422]) expect(answers.statuses).toContain(status);
});
