import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takesBody } from "#base/contract.ts";
import { hourMs } from "#base/time.ts";
import { operationName } from "#api/app.ts";
import { type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { session } from "#features/access/session/contract.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { call } from "#web/call.ts";

// Reliability R1: no operation that needs a session answers without one, whatever is sent instead.

const password = "nine lemon trees in a row";
let app: SessionApi;
let live: string;
let variants: Readonly<Record<string, Readonly<Record<string, string>>>>;
beforeAll(async () => {
  app = await sessionApi({ features: featuresWith(demos).filter((feature) => feature !== sessionFeature) });
  await app.addPerson({ email: "admin@mizan.example", password, role: "admin" });
  await app.addPerson({ email: "gone@mizan.example", password, role: "admin" });
  const tokenOf = async (email: string) => (await app.enter(email, password)).accessToken;
  const [expired, ended, disabled] = [
    await tokenOf("admin@mizan.example"),
    await tokenOf("admin@mizan.example"),
    await tokenOf("gone@mizan.example"),
  ];
  await call(app.transportFor({ token: ended }), session.signOutByPost, {});
  await app.db.execute(sql`update users set status = 'disabled' where email = 'gone@mizan.example'`);
  app.clock.advance(2 * hourMs);
  live = await tokenOf("admin@mizan.example");
  variants = variantsOf({ live, expired, ended, disabled });
});
afterAll(() => app.close());

type Tokens = Readonly<Record<"live" | "expired" | "ended" | "disabled", string>>;

/** Eighteen invalid tokens, many of them derived from a valid one. */
function variantsOf({ live: right, expired, ended, disabled }: Tokens) {
  const last = right.at(-1) === "A" ? "B" : "A";
  const header = (value: string) => ({ "x-access-token": value });
  return {
    "nothing at all": {},
    "an empty header": header(""),
    "a space": header(" "),
    "the word null": header("null"),
    "a token of the right length that nobody has": header("x".repeat(right.length)),
    "another last letter": header(right.slice(0, -1) + last),
    "a letter less": header(right.slice(0, -1)),
    "a letter more": header(`${right}A`),
    "two tokens in one": header(`${right}, ${right}`),
    "a session that has expired": header(expired),
    "a session that was ended": header(ended),
    "the session of somebody disabled": header(disabled),
    "a bearer without a token": { authorization: "Bearer" },
    "a bearer that nobody has": { authorization: `Bearer ${"x".repeat(right.length)}` },
    "another scheme": { authorization: `Basic ${btoa(`admin@mizan.example:${password}`)}` },
    "the token as a scheme": { authorization: right },
    "the token in a cookie": { cookie: `jwt_access_token=${right}` },
    "an API key that nobody has": { authorization: `Bearer mzk_${"a".repeat(8)}_${"b".repeat(43)}` },
  };
}

test("R1: every operation that needs a session answers 401 to 18 kinds of invalid tokens", async () => {
  const closed = app.api.catalogue.operations.filter(({ permission }) => permission !== "public");
  // The token check is the same for every operation, so on PGlite, which is slower, one operation is enough.
  const doors = process.env["TEST_DATABASE"] === "pglite" ? closed.slice(0, 1) : closed;
  const served: string[] = [];
  let requested = 0;
  for (const operation of doors) {
    for (const [what, headers] of Object.entries(variants)) {
      const path = operation.path.replaceAll(/\{\w+\}/g, () => newId());
      // The token is not read from the URL either.
      const url = `https://mizan.test${path}?access_token=${live}&x-access-token=${live}`;
      const body = takesBody(operation) ? { body: "{}" } : {};
      // From a new network each time, as invalid keys are counted by network.
      const address = `198.51.${Math.floor(requested / 250) % 250}.${requested % 250}`;
      const send = app.transportFor({ address });
      const response = await send(new Request(url, { method: operation.method, headers, ...body }));
      requested++;
      if (response.status !== 401) served.push(`${operationName(operation)}, ${what}: ${response.status}`);
      await response.body?.cancel();
    }
  }
  expect(Object.keys(variants)).toHaveLength(18);
  expect(requested).toBe(doors.length * 18);
  expect(served).toEqual([]);
});

test("the token that the others were derived from is valid", async () => {
  expect(await call(app.transportFor({ token: live }), session.readPerson, {})).toMatchObject({
    email: "admin@mizan.example",
  });
});
