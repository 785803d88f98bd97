import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import type { Input } from "#base/contract.ts";
import { dayMs } from "#base/time.ts";
import {
  addBarrier as makeLever,
  testPassword as password,
  barriers,
  heightApproval,
  barriersFeature,
  barriersTable,
  createBarriersTable,
  userWith as makePerson,
} from "#api/testing/approvalFixture.ts";
import { refusalOf, sessionApi, type SessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { approvalRecords } from "#features/access/approvals/api/service/personalRecords.ts";
import { type ApprovalBox, approvals } from "#features/access/approvals/contract.ts";
import { call, type Transport } from "#web/call.ts";

let app: SessionApi;
let maker: Transport;
let checker: Transport;
beforeAll(async () => {
  app = await sessionApi({ features: [barriersFeature, approvalsFeature([heightApproval])] });
  await createBarriersTable(app);
  await enter();
});
afterAll(() => app.close());

/** Called again after the clock moves, because sessions expire. */
async function enter() {
  maker = await userWithGrants("Karim", ["levers.set", "approvals.read@own"]);
  checker = await userWithGrants("Aisyah", ["levers.set", "approvals.read", "approvals.decide"]);
}

const userWithGrants = (name: string, grants: string[], countries: string[] = [], language = "en") =>
  makePerson(app, name, grants, countries, language);
const newBarrier = (country: string | null = null) => makeLever(app, country);
const heightOf = async (id: string) =>
  (await app.db.select().from(barriersTable).where(eq(barriersTable.id, id))).map(({ height }) => height)[0];

/** Requests a change of a lever's height, and returns the request's id. */
async function ask(id: string, height = 50, by = maker): Promise<string> {
  const answer = await call(by, barriers.set, { id, version: 1, height });
  if (!isWaiting(answer)) throw new Error("it was done at once");
  return answer.approvalId;
}
const approve = (id: string, by = checker) => call(by, approvals.decide, { id, version: 1, decision: "approve" });
const codeOf = async (answer: Promise<unknown>) => (await refusalOf(answer)).code;
const read = (id: string) => call(checker, approvals.get, { id });
const all: Input<typeof approvals.list> = { sort: "createdAt", direction: "desc", limit: 25, count: "none" };
const idsOf = async (by: Transport, box: ApprovalBox = "everything") =>
  (await call(by, approvals.list, { ...all, box: [box] })).rows.map(({ id }) => id);

describe("a change that needs approval", () => {
  test("waits, and is applied by the user who approves it, in one transaction with its log entry", async () => {
    const barrier = await newBarrier();
    const id = await ask(barrier);
    expect(await heightOf(barrier)).toBe(0);
    expect(await read(id)).toMatchObject({
      action: "levers.set",
      state: "pending",
      requestedByName: "Karim",
      changes: { height: { before: 0, after: 50 } },
      impact: [{ code: "people", count: 3 }],
      isMyTurn: true,
      isMine: false,
      isOutdated: false,
    });
    expect(await approve(id)).toMatchObject({ state: "approved", decidedByName: "Aisyah", version: 2 });
    expect(await heightOf(barrier)).toBe(50);
    const reported = await rowsOf(
      app.db,
      sql`select actor_name, resource, action, approval_id::text, changes from audit_log
           where resource_id in (${barrier}, ${id}) order by id`,
    );
    expect(reported).toMatchObject([
      { actor_name: "Karim", resource: "approvals", action: "request" },
      { actor_name: "Aisyah", resource: "levers", action: "set", approval_id: id },
      { actor_name: "Aisyah", resource: "approvals", action: "approve", changes: { requestedBy: { after: "Karim" } } },
    ]);
  });

  test("changes nothing while it waits, and creates no second request when it is sent again", async () => {
    const barrier = await newBarrier();
    const id = await ask(barrier);
    expect(await ask(barrier)).toBe(id);
    const other = await refusalOf(call(maker, barriers.set, { id: barrier, version: 1, height: 51 }));
    expect([other.code, other.details]).toEqual(["approval_pending", { approvalId: id }]);
    const traces = await rowsOf(app.db, sql`select action from audit_log where resource_id in (${barrier}, ${id})`);
    expect(traces).toEqual([{ action: "request" }]);
    // Once it is withdrawn, another can be requested.
    await call(maker, approvals.withdraw, { id, version: 1 });
    expect(await ask(barrier, 51)).not.toBe(id);
  });

  test("is refused immediately if the change itself would be refused", async () => {
    const barrier = await newBarrier();
    expect(await codeOf(call(maker, barriers.set, { id: barrier, version: 1, height: 101 }))).toBe("lever_too_high");
    expect(await codeOf(call(maker, barriers.set, { id: barrier, version: 9, height: 1 }))).toBe("version_conflict");
    expect(await codeOf(call(maker, barriers.set, { id: newId(), version: 1, height: 1 }))).toBe("not_found");
    expect(await heightOf(barrier)).toBe(0);
  });

  test("is applied immediately if no approval is needed, or nothing changes", async () => {
    const barrier = await newBarrier();
    expect(await call(maker, barriers.set, { id: barrier, version: 1, height: 0 })).toMatchObject({ version: 1 });
    await app.db.update(barriersTable).set({ height: 7 }).where(eq(barriersTable.id, barrier));
    expect(await call(maker, barriers.set, { id: barrier, version: 1, height: 7 })).toMatchObject({ version: 1 });
    expect(await call(maker, barriers.set, { id: barrier, version: 1, height: 0 })).toMatchObject({ version: 2 });
  });
});

describe("a request", () => {
  test("is decided once if two users approve at the same moment", async () => {
    if (app.engine !== "postgres") return;
    const second = await userWithGrants("Second checker", ["levers.set", "approvals.read", "approvals.decide"]);
    for (let round = 0; round < 5; round++) {
      const barrier = await newBarrier();
      const id = await ask(barrier);
      const outcomes = await Promise.allSettled([approve(id), approve(id, second)]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const sets = await rowsOf(app.db, sql`select 1 from audit_log where resource_id = ${barrier}`);
      expect([await heightOf(barrier), sets.length]).toEqual([50, 1]);
    }
  });

  test("can't be decided by its requester, not even in the database", async () => {
    const second = await userWithGrants("Third checker", ["levers.set", "approvals.read", "approvals.decide"]);
    const other = await newBarrier();
    const own = await ask(other, 20, second);
    expect(await codeOf(approve(own, second))).toBe("own_request");
    const cheat = app.db.execute(
      sql`update approval_requests set state = 'approved', decided_by = requested_by, closed_at = now() where id = ${own}`,
    );
    await expect(cheat).rejects.toMatchObject({ cause: { constraint: "approval_requests__two_people" } });
    expect((await approve(own)).state).toBe("approved");
  });

  test("can't be decided by users who could not make the change, nor outside their scopes", async () => {
    const [here, there] = [await newBarrier("AE"), await newBarrier("MY")];
    const [inside, outside] = [await ask(here), await ask(there)];
    const reader = await userWithGrants("Reader", ["approvals.read", "approvals.decide"]);
    expect(await codeOf(approve(inside, reader))).toBe("not_your_turn");
    expect(await codeOf(approve(inside, maker))).toBe("permission_denied");
    const regional = await userWithGrants(
      "Regional",
      ["levers.set@scope", "approvals.read@own", "approvals.decide"],
      ["AE"],
    );
    expect(await idsOf(regional, "waiting")).toContain(inside);
    expect(await idsOf(regional)).not.toContain(outside);
    expect(await codeOf(approve(outside, regional))).toBe("not_found");
    expect((await approve(inside, regional)).state).toBe("approved");
  });

  test("is stale if the record has changed since", async () => {
    const barrier = await newBarrier();
    const id = await ask(barrier);
    await app.db.update(barriersTable).set({ height: 9, version: 2 }).where(eq(barriersTable.id, barrier));
    expect(await read(id)).toMatchObject({ state: "pending", isOutdated: true });
    expect(await approve(id)).toMatchObject({ state: "stale", decidedByName: "Aisyah" });
    expect(await heightOf(barrier)).toBe(9);
    const gone = await newBarrier();
    const lost = await ask(gone);
    await app.db.delete(barriersTable).where(eq(barriersTable.id, gone));
    expect((await approve(lost)).state).toBe("stale");
  });

  test("stays pending if the change is refused to the approver", async () => {
    const barrier = await newBarrier();
    const id = await ask(barrier, 90);
    await app.db.execute(
      sql`update approval_requests set payload = jsonb_set(payload, '{height}', '101') where id = ${id}`,
    );
    expect(await codeOf(approve(id))).toBe("lever_too_high");
    expect([await heightOf(barrier), (await read(id)).state]).toEqual([0, "pending"]);
  });

  test("is not applied if the requester was disabled or lost the permission after asking", async () => {
    const user = await userWithGrants("Salma", ["levers.set", "approvals.read@own"]);
    const barrier = await newBarrier();
    const id = await ask(barrier, 60, user);
    const salma = sql`(select id from users where name = 'Salma')`;
    await app.db.execute(sql`update users set status = 'disabled' where name = 'Salma'`);
    expect(await codeOf(approve(id))).toBe("requester_lost_rights");
    await app.db.execute(sql`update users set status = 'active' where name = 'Salma'`);
    await app.db.execute(sql`
      update user_roles set valid_to = ${app.clock.now}::timestamptz, valid_from = null where user_id = ${salma}`);
    expect(await codeOf(approve(id))).toBe("requester_lost_rights");
    expect([await heightOf(barrier), (await read(id)).state]).toEqual([0, "pending"]);
    await app.db.execute(sql`update user_roles set valid_to = null where user_id = ${salma}`);
    await approve(id);
    expect(await heightOf(barrier)).toBe(60);
  });

  test.each([
    ["reject", "rejected", "was rejected"],
    ["ask_changes", "changes_requested", "needs changes"],
  ] as const)("to %s needs a reason, which is emailed to its requester", async (decision, state, words) => {
    const id = await ask(await newBarrier());
    const bare = await refusalOf(call(checker, approvals.decide, { id, version: 1, decision, comment: " " }));
    expect(bare.errors).toMatchObject([{ path: "comment", code: "reason_required" }]);
    const comment = "Too high for the ceiling";
    const closed = await call(checker, approvals.decide, { id, version: 1, decision, comment });
    expect(closed).toMatchObject({ state, comment });
    expect(await codeOf(call(checker, approvals.decide, { id, version: 2, decision: "approve" }))).toBe(
      "already_decided",
    );
    app.emails.length = 0;
    await app.runJobs();
    expect(app.emails.at(-1)!.subject).toContain(words);
    expect(app.emails.at(-1)!.text).toContain(comment);
    expect(app.emails.at(-1)!.text).toContain(`https://mizan.test/apps/approval/approvals/${id}`);
  });

  test("is emailed in the requester's language", async () => {
    const salma = await userWithGrants("سلمى", ["levers.set", "approvals.read@own"], [], "ar");
    const id = await ask(await newBarrier(), 30, salma);
    await app.runJobs();
    app.emails.length = 0;
    await approve(id);
    await app.runJobs();
    expect(app.emails.map(({ subject }) => subject)).toEqual([expect.stringContaining("تمت الموافقة عليه")]);
  });

  test("is withdrawn by its requester only", async () => {
    const id = await ask(await newBarrier());
    expect(await codeOf(call(checker, approvals.withdraw, { id, version: 1 }))).toBe("not_yours");
    expect((await call(maker, approvals.withdraw, { id, version: 1 })).state).toBe("withdrawn");
    expect(await codeOf(call(maker, approvals.withdraw, { id, version: 2 }))).toBe("already_decided");
    expect(await codeOf(approve(id))).toBe("version_conflict");
  });

  test("has comments, each stored once", async () => {
    const id = await ask(await newBarrier());
    const said = { id, commentId: newId(), text: "Why so high?" };
    await call(checker, approvals.comment, said);
    const { comments } = await call(checker, approvals.comment, said);
    expect(comments).toMatchObject([{ byName: "Aisyah", text: "Why so high?" }]);
    const outsider = await userWithGrants("Stranger", ["approvals.read@own"]);
    expect(await codeOf(call(outsider, approvals.comment, { ...said, commentId: newId() }))).toBe("not_found");
  });

  test("expires after 14 days, and not one ms sooner", async () => {
    const id = await ask(await newBarrier());
    const start = app.clock.now;
    app.clock.advance(14 * dayMs - 1);
    await app.runJobs();
    expect(await rowsOf(app.db, sql`select state from approval_requests where id = ${id}`)).toEqual([
      { state: "pending" },
    ]);
    app.clock.advance(1);
    const late = await userWithGrants("Late", ["levers.set", "approvals.read", "approvals.decide"]);
    // Before the job runs, approvers already see it as expired.
    expect(await idsOf(late, "waiting")).toEqual([]);
    expect((await approve(id, late)).state).toBe("expired");
    app.clock.now = start;
    await enter();
  });

  test("expires through the job as well", async () => {
    const id = await ask(await newBarrier());
    const start = app.clock.now;
    app.clock.advance(20 * dayMs);
    await app.runJobs();
    const [row] = await rowsOf(app.db, sql`select state, decided_by from approval_requests where id = ${id}`);
    expect(row).toEqual({ state: "expired", decided_by: null });
    app.clock.now = start;
    await enter();
  });
});

describe("the inbox", () => {
  test("lists what a user can decide, what they requested, and everything for users who may see all", async () => {
    const barrier = await newBarrier();
    const id = await ask(barrier);
    const before = await call(checker, approvals.countWaiting, {});
    expect(await idsOf(checker, "waiting")).toContain(id);
    const first = await call(checker, approvals.list, all);
    expect(first.rows.map((row) => row.id)).toEqual(await idsOf(checker, "waiting"));
    expect(await idsOf(checker, "mine")).not.toContain(id);
    expect(await idsOf(maker, "mine")).toContain(id);
    expect(await idsOf(maker, "waiting")).toEqual([]);
    const outsider = await userWithGrants("Stranger", ["approvals.read@own", "approvals.decide"]);
    expect([await idsOf(outsider), await call(outsider, approvals.countWaiting, {})]).toEqual([[], { count: 0 }]);
    await approve(id);
    expect(await call(checker, approvals.countWaiting, {})).toEqual({ count: before.count - 1 });
    expect(await idsOf(checker, "waiting")).not.toContain(id);
  });
});

test("personal data is exported, and erased with the user", async () => {
  const nadia = await userWithGrants("Nadia", ["levers.set", "approvals.read@own"]);
  const id = await ask(await newBarrier(), 50, nadia);
  await call(nadia, approvals.comment, { id, commentId: newId(), text: "Please" });
  const [row] = await rowsOf<{ by: string }>(
    app.db,
    sql`select requested_by::text as by from approval_requests where id = ${id}`,
  );
  const whose = { userId: row!.by };
  const ctx = app.api.systemContext();
  expect(await approvalRecords.read(ctx, whose)).toMatchObject({ comments: [{ text: "Please" }] });
  await approvalRecords.erase!(ctx, whose);
  expect(await read(id)).toMatchObject({ requestedByName: "—", comments: [{ byName: "—" }] });
  expect((await call(checker, approvals.list, { ...all, box: ["everything"], search: "nadia" })).rows).toEqual([]);

  await app.db.execute(
    sql`update approval_requests set resource = 'users', resource_id = ${whose.userId} where id = ${id}`,
  );
  await approvalRecords.erase!(ctx, whose);
  expect(await read(id)).toMatchObject({ title: "—", state: "stale", changes: {} });
});

describe("the rule of a change", () => {
  const ruleOf = async (by: Transport, action: string) =>
    (await call(by, approvals.rules, {})).rows.find((row) => row.action === action)!;

  test("needs a second user as soon as there is one, and not before", async () => {
    const lone = await sessionApi({ features: [barriersFeature, approvalsFeature([heightApproval])] });
    await lone.addPerson({ email: "admin@mizan.test", password, role: "admin" });
    const first = await lone.transportOf("admin@mizan.test", password);
    expect(await ruleOf(first, "levers.set")).toMatchObject({ rule: "possible", isNeeded: false });
    const { userId } = await lone.addPerson({ email: "second@mizan.test", password, role: "admin" });
    expect((await ruleOf(first, "levers.set")).isNeeded).toBe(true);
    await lone.db.execute(sql`update users set status = 'disabled' where id = ${userId}`);
    expect((await ruleOf(first, "levers.set")).isNeeded).toBe(false);
    await lone.db.execute(sql`update users set status = 'active' where id = ${userId}`);
    await lone.db.execute(
      sql`update user_roles set valid_from = ${app.clock.now}::timestamptz + interval '1 day' where user_id = ${userId}`,
    );
    expect((await ruleOf(first, "levers.set")).isNeeded).toBe(false);
    await lone.close();
  });

  test("is itself changed with approval by a second user", async () => {
    const grants = ["levers.set", "approvals.read", "approvals.decide", "approvals.manage"];
    const [one, other] = [await userWithGrants("One", grants), await userWithGrants("Other", grants)];
    const answer = await call(one, approvals.changeRule, { action: "levers.set", version: 1, rule: "never" });
    if (!isWaiting(answer)) throw new Error("it was done at once");
    expect((await ruleOf(one, "levers.set")).rule).toBe("possible");
    await approve(answer.approvalId, other);
    expect(await ruleOf(one, "levers.set")).toMatchObject({ rule: "never", isNeeded: false, version: 2 });
    const barrier = await newBarrier();
    expect(await call(maker, barriers.set, { id: barrier, version: 1, height: 5 })).toMatchObject({ version: 2 });
    expect(await codeOf(call(one, approvals.changeRule, { action: "moon.land", version: 1, rule: "never" }))).toBe(
      "not_found",
    );
  });
});
