import { eq, sql } from "drizzle-orm";
import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import { PendingApproval } from "#base/approvals.ts";
import { type Input, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { approvable } from "#api/approvals.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { assertInScope, scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { type Feature, serve } from "#api/serve.ts";
import type { SessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import type { Transport } from "#web/call.ts";

/** A small area whose only change needs the approval of a second person: the position of a lever. */
export const createBarriersTable = (app: SessionApi) =>
  app.db.execute(
    sql`create table levers (id uuid primary key, name text not null, country text, height int not null, version int not null)`,
  );

export const barriersTable = pgTable("levers", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  country: text(),
  height: integer().notNull(),
  version: integer().notNull(),
});
const barrierScope: ScopePolicy = {
  resource: "levers",
  table: barriersTable,
  id: barriersTable.id,
  by: { country: barriersTable.country },
};
const Barrier = z.object({ id: z.string(), height: z.int(), version: z.int() });
const barrierRefusals = refusals({ lever_too_high: { status: 409, message: "It would break." } });
export const barriers = {
  set: operation({
    method: "PATCH",
    path: "/api/v1/levers/{id}",
    permission: "levers.set",
    summary: "Set a lever",
    input: z.strictObject({
      id: fields.id(),
      version: fields.version(),
      height: z.int(),
      note: z.optional(z.string()),
    }),
    output: z.union([Barrier, PendingApproval]),
    versioned: true,
  }),
};
type SetHeightInput = Input<typeof barriers.set>;

const readBarrier = async (ctx: Ctx, { id }: SetHeightInput) => {
  const [lever] = await ctx.db
    .select()
    .from(barriersTable)
    .where(sql`id = ${id} and ${scopeCondition(ctx, barrierScope) ?? sql`true`}`);
  return lever;
};
function setHeight(ctx: Ctx, input: SetHeightInput) {
  return inTransaction(ctx, async (inner) => {
    const before = await readBarrier(inner, input);
    if (before === undefined) throw commonRefusals.not_found();
    if (before.version !== input.version) throw commonRefusals.version_conflict({ current: before });
    const { id, height } = input;
    const changes = changesBetween(before, { height });
    if (Object.keys(changes).length === 0) return before;
    const version = before.version + 1;
    await inner.db.update(barriersTable).set({ height, version }).where(eq(barriersTable.id, id));
    await assertInScope(inner, barrierScope, [id]);
    await recordAudit(inner, [{ action: "set", resource: "levers", resourceId: id, changes }]);
    if (height > 100) throw barrierRefusals.lever_too_high();
    return { id, height, version };
  });
}
export const heightApproval = approvable<typeof barriers.set>({
  action: "levers.set",
  resource: "levers",
  operation: barriers.set,
  resourceIdOf: ({ id }) => id,
  isMeant: ({ height }) => height !== 0,
  baseVersion: async (ctx, input) => (await readBarrier(ctx, input))?.version ?? null,
  apply: setHeight,
  describe: async (ctx, input) => ({
    title: (await readBarrier(ctx, input))?.name ?? "",
    impact: [{ code: "people", count: 3 }],
  }),
});
export const barriersFeature: Feature = {
  routes: serve(barriers, { set: (ctx, input) => throughApproval(ctx, heightApproval, input) }),
  scopedRows: [barrierScope],
  approvals: [heightApproval],
};

export const testPassword = "saffron quilt harbour";

/** A signed-in user with one role that has these grants. */
export async function userWith(
  app: SessionApi,
  name: string,
  grants: string[],
  countries: string[] = [],
  language = "en",
): Promise<Transport> {
  const email = `${newId()}@mizan.test`;
  const { userId } = await app.addPerson({ email, password: testPassword, role: "onlyGuest", name, language });
  const literal = `{${grants.map((grant) => `"${grant}"`).join(",")}}`;
  await app.db.execute(sql`
    with made as (
      insert into roles (title, grants, name_key, sort_key, search_key, created_at, updated_at)
      values (${email.slice(0, 60)}, ${literal}::text[], ${email}, ${email}, ${email}, now(), now()) returning id
    )
    insert into user_roles (user_id, role_id, granted_at) select ${userId}::uuid, id, now() from made`);
  for (const country of countries)
    await app.db.execute(
      sql`insert into user_scopes (user_id, kind, target, granted_at) values (${userId}, 'country', ${country}, now())`,
    );
  return app.transportOf(email, testPassword);
}

export async function addBarrier(app: SessionApi, country: string | null = null): Promise<string> {
  const id = newId();
  await app.db.insert(barriersTable).values({ id, name: `Lever ${id.slice(-4)}`, country, height: 0, version: 1 });
  return id;
}
