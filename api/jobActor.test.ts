import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { actingFor, RightsLostError } from "#api/jobActor.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { authenticate } from "#features/access/session/api/service/authenticate.ts";

/** An active user with a role that may update brands, and a way to act as that user. */
async function worker() {
  const api = await testApi([brandsFeature], { authenticate });
  onTestFinished(api.close);
  const { actor } = await api.signIn("Huda", []);
  const roleId = newId();
  const now = sql`${api.clock.now}::timestamptz`;
  await api.db.execute(sql`
    insert into roles (id, code, title, grants, needs_second_factor, name_key, sort_key, search_key,
                       created_at, updated_at)
    values (${roleId}, 'worker', 'Worker', array['brands.update'], false, 'worker', 'worker', ' worker', ${now}, ${now})`);
  await api.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at) values (${actor.userId}, ${roleId}, ${now})`);
  const ctx = api.api.systemContext();
  const act = actingFor({ userId: actor.userId, requestId: "of the call", address: "192.0.2.7" }, brands.update);
  return { api, userId: actor.userId, act: () => act(ctx) };
}

test("a job acts for a user with the rights that the database has at that moment", async () => {
  const { userId, act } = await worker();
  const { actor, permission, requestId, address } = await act();
  expect({ permission, requestId, address }).toEqual({
    permission: "brands.update",
    requestId: "of the call",
    address: "192.0.2.7",
  });
  expect(actor).toMatchObject({ kind: "user", userId, name: "Huda", roles: ["worker"] });
  expect([...actor!.permissions.keys()]).toEqual(["brands.update"]);
});

const losses = {
  "is disabled": sql`update users set status = 'disabled'`,
  "has to change the password first": sql`update users set must_change_password = true`,
  "lost the role": sql`delete from user_roles`,
  "had the role until now": sql`update user_roles set valid_to = '2026-11-20T09:00:00Z'`,
  "has a role that may less": sql`update roles set grants = array['brands.read']`,
  "reaches fewer rows": sql`update roles set grants = array['brands.update@scope']`,
  "has a role that asks for a second factor": sql`update roles set needs_second_factor = true`,
};

test.each(Object.entries(losses))("a job stops at its next batch when its user %s", async (_, loss) => {
  const { api, act } = await worker();
  await act();
  await api.db.execute(loss);
  await expect(act()).rejects.toBeInstanceOf(RightsLostError);
});

test("a job stops at its next batch when its user has other scopes", async () => {
  const { api, userId, act } = await worker();
  await act();
  await api.db.execute(
    sql`insert into user_scopes (user_id, kind, target, granted_at) values (${userId}, 'country', 'AE', now())`,
  );
  await expect(act()).rejects.toBeInstanceOf(RightsLostError);
});
