import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { type Operation, takesBody } from "#base/contract.ts";
import { type Permissions, permissionsOf } from "#base/grants.ts";
import { operationName } from "#api/app.ts";
import { type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { hasTitle } from "#features/access/permissions/rules.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import type { Transport } from "#web/call.ts";

// Which role may call which operation, for every operation and every built-in role (domain 1.13). The expectations are
// docs/permissions.md; `npx vitest run --project database api/everyRole.test.ts -u` rewrites it.

const password = "nine lemon trees in a row";
type Role = { readonly code: string; readonly title: string; readonly grants: string[] };

let app: SessionApi;
let roles: readonly Role[];
let operations: readonly Operation[];
beforeAll(async () => {
  app = await sessionApi({ features: featuresWith(demos).filter((feature) => feature !== sessionFeature) });
  ({ operations } = app.api.catalogue);
  roles = await rowsOf<Role>(app.db, sql`select code, title, grants from roles where is_system order by sort_key`);
  for (const { code } of roles) await app.addPerson({ email: emailOf(code), password, role: code });
});
afterAll(() => app.close());

const emailOf = (role: string) => `${role}@mizan.example`;

const onPglite = process.env["TEST_DATABASE"] === "pglite";

describe("the table of operations and roles", () => {
  test("matches docs/permissions.md", async () => {
    await expect(tableOf(operations, roles)).toMatchFileSnapshot("../docs/permissions.md");
  });

  test("lists only permissions with a title in both languages", () => {
    expect(app.api.catalogue.permissions.filter((permission) => !hasTitle(permission))).toEqual([]);
  });

  // Checks the signs of the table by real calls of a signed-in user of each role. A caller without the permission is
  // refused before the database is read, so PGlite may skip this.
  test.skipIf(onPglite)("is how every operation answers every role", { timeout: 600_000 }, async () => {
    const wrong: string[] = [];
    for (const role of roles) {
      const held = permissionsOf(app.api.catalogue.permissions, role.grants);
      let transport = await signIn(role);
      for (const operation of operations) {
        const response = await transport(requestTo(operation));
        // An operation on the caller's own session may have ended it, unless it was refused.
        if (operation.permission === "session" && response.ok) transport = await signIn(role);
        const { code = "" } = response.ok ? {} : ((await response.json()) as { code?: string });
        await response.body?.cancel().catch(() => {});
        const isDenied = response.status === 401 || code === "permission_denied";
        const isExpected = isDenied === (signOf(operation, held) === "–") && (!isDenied || response.status === 403);
        if (!isExpected) wrong.push(`${role.code}: ${operationName(operation)} answered ${response.status} ${code}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** A request that changes nothing: without a body its input is refused, and no record has this id. */
function requestTo({ method, path }: Operation): Request {
  const url = `https://mizan.test${path.replaceAll(/\{\w+\}/g, () => newId())}`;
  return new Request(url, {
    method,
    ...(takesBody({ method }) ? { body: "{}", headers: { "content-type": "application/json" } } : {}),
  });
}

let travellers = 0;
/** From a new address each time, as a hundred sign-ins an hour from one address are rate-limited. */
const signIn = ({ code }: Role): Promise<Transport> =>
  app.transportOf(emailOf(code), password, {
    address: `198.51.${Math.floor(++travellers / 250)}.${travellers % 250}`,
  });

function signOf({ permission }: Operation, held: Permissions): string {
  if (permission === "public" || permission === "session") return "yes";
  const limits = held.get(permission);
  if (limits === undefined) return "–";
  return limits.includes("all") ? "yes" : limits.join(", ");
}

function tableOf(known: readonly Operation[], all: readonly Role[]): string {
  const columns = all.map(({ title, grants }) => ({ title, held: permissionsOf(permissionsIn(known), grants) }));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const sorted = known.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1));
  const rows = sorted.map((operation) =>
    line([
      `\`${operationName(operation)}\``,
      `${operation.permission}${operation.isDangerous ? " ⚠" : ""}`,
      ...columns.map(({ held }) => signOf(operation, held)),
    ]),
  );
  return [
    "# Who may call what",
    "",
    "Every operation of the API, and what the roles that Mizan brings are answered. Written and checked by",
    "`api/everyRole.test.ts`, which besides calls each operation as each role. To write it anew:",
    "`npx vitest run --project database api/everyRole.test.ts -u`.",
    "",
    "`yes`: every row. `scope`: the rows inside the person's scopes. `own`: the rows the person made. `–`: refused with 403.",
    "`public` needs nothing, `session` a signed-in person. ⚠ marks what gives rights away, moves money or cannot be taken back.",
    "",
    line(["Operation", "Permission", ...columns.map(({ title }) => title)]),
    line(["---", "---", ...columns.map(() => "---")]),
    ...rows,
    "",
  ].join("\n");
}

const permissionsIn = (known: readonly Operation[]) => new Set<string>(known.map(({ permission }) => permission));
