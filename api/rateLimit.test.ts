import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { rateLimits } from "#base/rateLimits.ts";
import { openApiDocument } from "#api/openapi.ts";
import { enforceRateLimit, possiblePace } from "#api/rateLimit.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { features } from "#features/api.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { users } from "#features/access/users/contract.ts";
import { requestFor, type Transport } from "#web/call.ts";

// Reliability R25: expensive calls are rate-limited.

let app: TestApi;
const everyone = ["brands.read", "brands.export", "users.export"];
beforeAll(async () => {
  app = await testApi(features, { rateLimits: { anonymous: rateLimits.anonymous.max } });
});
afterAll(() => app.close());

const newCaller = async () => (await app.signIn("Newcomer", everyone)).transport;
const send = (transport: Transport, operation: Operation, input: Record<string, unknown> = {}) =>
  transport(requestFor(operation, input));
const countedFor = (userId: string) =>
  rowsOf<{ key: string; count: number }>(app.db, sql`select key, count from attempts where key like ${`%:${userId}`}`);

async function answerOf(response: Response) {
  const { code, details } = (await response.json()) as { code?: string; details?: unknown };
  return [response.status, response.headers.get("retry-after"), code, details];
}

/** How many of `times` sequential calls succeed, and the response to the others. */
async function tried(times: number, ask: () => Promise<Response>) {
  const outcomes: Record<string, number> = {};
  for (let time = 0; time < times; time++) {
    const response = await ask();
    const outcome = response.ok ? "answered" : ((await response.json()) as { code: string }).code;
    if (response.ok) await response.text();
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

test(`R25: of 310 searches of one user within a minute ${rateLimits.search.max} are answered, and the others learn when to retry`, async () => {
  const huda = await newCaller();
  const search = () => send(huda, brands.list, { search: "noor", count: "none" });
  expect(await tried(310, search)).toEqual({ answered: 300, searches_too_fast: 10 });
  app.clock.advance(20_000);
  expect(await answerOf(await search())).toEqual([
    429,
    "40",
    "searches_too_fast",
    { maximum: 300, retryAfterSeconds: 40 },
  ]);
  expect((await send(huda, brands.list)).status, "a list without a search").toBe(200);
  expect((await send(await newCaller(), brands.list, { search: "noor" })).status, "another user").toBe(200);
  app.clock.advance(39_999);
  expect((await search()).status).toBe(429);
  app.clock.advance(1);
  expect((await search()).status).toBe(200);
});

test("R25: neither a few searches nor an ordinary read are stored, so neither needs an extra statement", async () => {
  const { transport, actor } = await app.signIn("Huda", everyone);
  for (const input of [{}, { search: "" }, { search: "noor" }]) await send(transport, brands.list, input);
  expect(await countedFor(actor.userId)).toEqual([]);
  for (let time = 0; time < 20; time++) await send(transport, brands.list, { search: "noor" });
  expect(await countedFor(actor.userId)).toEqual([{ key: `search:${actor.userId}`, count: 20 }]);
});

test("R25: two processes count one user's searches together, with at most nine extra each", async () => {
  const { actor } = await app.signIn("Huda", everyone);
  // Counts in memory are kept per API, by its catalogue.
  const processes = [app.api.catalogue, { ...app.api.catalogue }];
  const search = (catalogue: typeof app.api.catalogue) =>
    enforceRateLimit({ ...app.api.systemContext(), catalogue, actor }, brands.list, { search: "noor" }).then(
      () => true,
      () => false,
    );
  let passed = 0;
  for (let time = 0; time < 650; time++) if (await search(processes[time % 2]!)) passed++;
  expect(passed).toBeGreaterThanOrEqual(rateLimits.search.max);
  expect(passed).toBeLessThanOrEqual(rateLimits.search.max + 2 * 9);
});

test(`R25: of 30 simultaneous exports, of any area, one user gets ${rateLimits.export.max}`, async () => {
  const { transport, actor } = await app.signIn("Huda", everyone);
  const requested = Array.from({ length: 30 }, (_, turn) =>
    turn % 3 === 0
      ? send(transport, users.exportPerson, { id: actor.userId })
      : send(transport, turn % 3 === 1 ? brands.exportCsv : users.exportCsv),
  );
  const answers = await Promise.all(requested);
  await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.text()));
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ ok }) => ok).length, refused.length]).toEqual([20, 10]);
  expect(await answerOf(refused[0]!)).toEqual([429, "60", "exports_too_fast", { maximum: 20, retryAfterSeconds: 60 }]);
  expect(await countedFor(actor.userId)).toEqual([{ key: `export:${actor.userId}`, count: 30 }]);
  expect((await send(await newCaller(), brands.exportCsv)).status, "another user").toBe(200);
  app.clock.advance(60_000);
  expect((await send(transport, brands.exportCsv)).status, "a minute later").toBe(200);
});

test("R25: calls without a session are counted by network, each operation separately", async () => {
  const ask = (address: string, operation: Operation = certificates.readPublic) =>
    send(app.transportFor({ address }), operation, { code: "CERT-000001" });
  const { max } = rateLimits.anonymous;
  expect(await tried(max + 3, () => ask("192.0.2.77"))).toEqual({ not_found: max, rate_limited: 3 });
  expect(await answerOf(await ask("192.0.2.77"))).toEqual([
    429,
    "60",
    "rate_limited",
    { maximum: max, retryAfterSeconds: 60 },
  ]);
  expect((await ask("192.0.2.78")).status, "another network").toBe(404);
  expect(await tried(max, () => ask("2001:db8::1"))).toEqual({ not_found: max });
  expect((await ask("2001:db8::ffff:2")).status, "the same /64").toBe(429);
  expect((await ask("2001:db8:0:1::1")).status, "the next /64").toBe(404);
  app.clock.advance(60_000);
  expect((await ask("192.0.2.77")).status, "a minute later").toBe(404);
  const open = app.api.catalogue.operations.filter(({ permission }) => permission === "public");
  expect(open.filter((operation) => possiblePace(operation) !== "anonymous")).toEqual([]);
});

test("R25: every operation that exports records or takes a search is rate-limited", () => {
  const { operations } = app.api.catalogue;
  const without = operations.filter(
    ({ input, reply, holdsNoRecords, ...operation }) =>
      (reply === "csv" || "search" in ((input._zod.def as { shape?: object }).shape ?? {})) &&
      !holdsNoRecords &&
      possiblePace({ input, ...operation, ...(reply ? { reply } : {}) }) === null,
  );
  expect(without.map(({ path }) => path)).toEqual([]);
  const document = openApiDocument(operations, { url: "https://mizan.test", version: "0" });
  const described = JSON.stringify(document.paths[brands.exportCsv.path]);
  expect(described).toContain("exports_too_fast");
});
