import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { rolesFeature } from "#features/access/roles/api/routes.ts";
import { roles } from "#features/access/roles/contract.ts";
import { session } from "#features/access/session/contract.ts";
import { usersFeature } from "#features/access/users/api/routes.ts";
import { users } from "#features/access/users/contract.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import { call, type Transport } from "#web/call.ts";

// Changes of permissions take two people, as soon as there are two (docs/decisions/0015).

const password = "saffron quilt harbour";
let app: SessionApi;
let aisyah: Transport;
let karim: Transport;
beforeAll(async () => {
  const areas = [rolesFeature, usersFeature, brandsFeature];
  app = await sessionApi({ features: [...areas, approvalsFeature(areas.flatMap((area) => area.approvals ?? []))] });
  await app.addPerson({ email: "aisyah@mizan.test", password, role: "admin", name: "Aisyah" });
  aisyah = await app.transportOf("aisyah@mizan.test", password);
});
afterAll(() => app.close());

const list = { sort: "name", limit: 25, count: "none" } as const;
const waitingOf = (answer: object): string => {
  if (isWaiting(answer)) return answer.approvalId;
  throw new Error("it was done at once");
};
const approve = (by: Transport, id: string) => call(by, approvals.decide, { id, version: 1, decision: "approve" });
const given = (roleId: string) => ({ roleId, validFrom: null, validTo: null });
const nothing = { give: [], take: [], bind: [], unbind: [] };

test("a lone administrator starts alone; the second approves the first one's change, which then applies", async () => {
  const role = unlessWaiting(
    await call(aisyah, roles.create, { id: newId(), title: "Catalogue", grants: ["brands.read@scope"] }),
  );
  const dangerous = await call(aisyah, roles.create, { id: newId(), title: "Made alone", grants: ["users.erase"] });
  expect(isWaiting(dangerous)).toBe(false);
  const alone = await call(aisyah, roles.update, { id: role.id, version: 1, grants: ["brands.read@own"] });
  expect(alone).toMatchObject({ grants: ["brands.read@own"], version: 2 });

  const { userId } = await app.addPerson({ email: "nur@mizan.test", password, role: "onlyGuest", name: "Nur" });
  const user = await call(aisyah, users.get, { id: userId });
  const first = await call(aisyah, users.changeRights, {
    ...nothing,
    id: userId,
    version: user.version,
    give: [given(role.id)],
  });
  expect(isWaiting(first)).toBe(false);
  const nur = await app.transportOf("nur@mizan.test", password);

  await app.addPerson({ email: "karim@mizan.test", password, role: "admin", name: "Karim" });
  karim = await app.transportOf("karim@mizan.test", password);
  // Renaming a role takes one person.
  expect(await call(aisyah, roles.update, { id: role.id, version: 2, title: "Catalogue people" })).toMatchObject({
    version: 3,
  });
  const answer = await call(aisyah, roles.update, {
    id: role.id,
    version: 3,
    grants: ["brands.read", "brands.create"],
  });
  const id = waitingOf(answer);
  expect(await call(karim, approvals.get, { id })).toMatchObject({
    title: "Catalogue people",
    changes: { "grants.brands.read": { before: ["own"], after: ["all"] }, "grants.brands.create": { after: ["all"] } },
    impact: [{ code: "people", count: 1 }],
    isMyTurn: true,
  });
  expect((await refusalOf(call(nur, brands.create, { id: newId(), name: "Too soon" }))).code).toBe("permission_denied");
  expect((await refusalOf(approve(aisyah, id))).code).toBe("own_request");
  await approve(karim, id);
  await call(nur, brands.create, { id: newId(), name: "In time" });
  expect((await call(nur, brands.list, list)).rows.map(({ name }) => name)).toEqual(["In time"]);
});

test("granting takes two people, revoking one, and neither invitations nor bulk actions get around it", async () => {
  const { userId } = await app.addPerson({ email: "salma@mizan.test", password, role: "onlyGuest", name: "Salma" });
  const staff = (await call(aisyah, roles.list, { sort: "title", limit: 100, count: "none" })).rows.find(
    ({ code }) => code === "staff",
  )!;
  const { version } = await call(aisyah, users.get, { id: userId });
  const change = { ...nothing, id: userId, version };
  const id = waitingOf(await call(aisyah, users.changeRights, { ...change, give: [given(staff.id)] }));
  const salma = await app.transportOf("salma@mizan.test", password);
  expect((await call(salma, session.readPerson, {})).permissions).toEqual([]);
  await approve(karim, id);
  expect((await call(salma, session.readPerson, {})).permissions).toContain("brands.create");

  const now = await call(aisyah, users.get, { id: userId });
  const taken = await call(aisyah, users.changeRights, { ...change, version: now.version, take: [staff.id] });
  expect(isWaiting(taken)).toBe(false);

  const invited = { name: "Puppet", email: "puppet@mizan.test", category: "platform", language: "en" } as const;
  const puppet = newId();
  const requested = await call(aisyah, users.invite, { id: puppet, ...invited, roles: [given(staff.id)], scopes: [] });
  expect((await refusalOf(call(aisyah, users.get, { id: puppet }))).code).toBe("not_found");
  await approve(karim, waitingOf(requested));
  expect(await call(aisyah, users.get, { id: puppet })).toMatchObject({
    status: "invited",
    roles: [{ code: "staff" }],
  });
  const selection = { ids: [userId] };
  expect((await refusalOf(call(aisyah, users.previewRole, { selection, roleId: staff.id }))).code).toBe(
    "one_at_a_time",
  );
  // One person can invite a user without any permissions.
  const plain = await call(aisyah, users.invite, {
    id: newId(),
    ...invited,
    email: "plain@mizan.test",
    roles: [],
    scopes: [],
  });
  expect(isWaiting(plain)).toBe(false);
});

test("a role that can do harm takes two people to create, any other takes one", async () => {
  const id = newId();
  const requested = await call(aisyah, roles.create, { id, title: "Eraser", grants: ["brands.read", "users.erase"] });
  expect((await refusalOf(call(aisyah, roles.get, { id }))).code).toBe("not_found");
  const waiting = waitingOf(requested);
  // Sent again, it is the same request; another role with this id is another request.
  expect(await call(aisyah, roles.create, { id, title: "Eraser", grants: ["brands.read", "users.erase"] })).toEqual({
    approvalId: waiting,
  });
  expect(await call(karim, approvals.get, { id: waiting })).toMatchObject({ title: "Eraser", action: "roles.create" });
  await approve(karim, waiting);
  expect(await call(aisyah, roles.get, { id })).toMatchObject({ title: "Eraser", version: 1 });
  const harmless = await call(aisyah, roles.create, { id: newId(), title: "Reader", grants: ["brands.read"] });
  expect(isWaiting(harmless)).toBe(false);
});

describe("an administrator", () => {
  const reason = "Left the house";

  test("is not disabled by one of two administrators alone: it waits a day in which the other can object", async () => {
    const ids = await administratorIds();
    const karimId = ids.get("karim@mizan.test")!;
    const { version } = await call(aisyah, users.get, { id: karimId });
    const id = waitingOf(await call(aisyah, users.changeStatus, { id: karimId, version, to: "disabled", reason }));
    expect((await refusalOf(approve(aisyah, id))).code).toBe("own_request");
    expect(await call(karim, approvals.get, { id })).toMatchObject({ decisions: ["reject"] });
    await call(aisyah, approvals.withdraw, { id, version: 1 });
  });

  test("is disabled by two of three, and neither decides about it nor is removed in another way", async () => {
    await app.addPerson({ email: "omar@mizan.test", password, role: "admin", name: "Omar" });
    const omar = await app.transportOf("omar@mizan.test", password);
    const ids = await administratorIds();
    const id = ids.get("omar@mizan.test")!;
    const { version, roles: held } = await call(aisyah, users.get, { id });
    const wish = { id, version, to: "disabled", reason } as const;
    const waiting = waitingOf(await call(aisyah, users.changeStatus, wish));
    expect(await call(omar, users.get, { id })).toMatchObject({ status: "active" });
    expect(await call(omar, approvals.countWaiting, {})).toEqual({ count: 0 });
    expect((await refusalOf(approve(omar, waiting))).code).toBe("not_your_turn");

    const taking = { ...nothing, id, version, take: held.map(({ roleId }) => roleId) };
    expect(isWaiting(await call(aisyah, users.changeRights, taking))).toBe(true);
    const erasing = call(aisyah, users.erase, { id, version, confirmation: "omar@mizan.test" });
    expect((await refusalOf(erasing)).code).toBe("administrator_active");
    const preview = await call(aisyah, users.previewStatuses, { selection: { ids: [id] }, to: "disabled", reason });
    expect(preview).toMatchObject({ changing: 0, leftOut: [{ code: "needs_second_person", count: 1 }] });
    // Urgent measures take one person: ending every session.
    expect(await call(aisyah, users.endSessions, { id })).toEqual({ ended: 1 });

    await approve(karim, waiting);
    expect(await call(aisyah, users.get, { id })).toMatchObject({ status: "disabled" });
  });

  async function administratorIds(): Promise<Map<string, string>> {
    const { rows } = await call(aisyah, users.list, { sort: "name", limit: 100, count: "none" });
    return new Map(rows.map(({ id, email }) => [email, id]));
  }
});

test("where no email is sent, the link of an approved invitation is shown to the approver, once", async () => {
  const areas = [rolesFeature, usersFeature, brandsFeature];
  const all = [...areas, approvalsFeature(areas.flatMap((area) => area.approvals ?? []))];
  const quiet = await sessionApi({ features: all, mail: { canSend: false, send: async () => {} } });
  try {
    await quiet.addPerson({ email: "one@mizan.test", password, role: "admin", name: "One" });
    await quiet.addPerson({ email: "two@mizan.test", password, role: "admin", name: "Two" });
    const one = await quiet.transportOf("one@mizan.test", password);
    const two = await quiet.transportOf("two@mizan.test", password);
    const { rows } = await call(one, roles.list, { sort: "title", limit: 100, count: "none" });
    const staff = rows.find(({ code }) => code === "staff")!;
    const user = { name: "Guest", email: "guest@mizan.test", category: "platform", language: "en" } as const;
    const id = newId();
    const waiting = waitingOf(await call(one, users.invite, { id, ...user, roles: [given(staff.id)], scopes: [] }));
    const decided = await approve(two, waiting);
    expect(decided.link).toMatch(/^https:\/\/mizan\.test\/.+/);
    expect(JSON.stringify(await call(two, approvals.get, { id: waiting }))).not.toContain(decided.link);
    const kept = await quiet.db.execute(sql`select to_jsonb(approval_requests)::text as row from approval_requests`);
    expect(JSON.stringify((kept as { rows: unknown[] }).rows)).not.toContain(decided.link!.split("=").at(-1));
  } finally {
    await quiet.close();
  }
});
