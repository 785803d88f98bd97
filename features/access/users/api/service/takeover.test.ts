import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import { dayMs, hourMs } from "#base/time.ts";
import { refusalOf, type SessionApi, sessionApi, type TestUser } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { rolesFeature } from "#features/access/roles/api/routes.ts";
import { roles } from "#features/access/roles/contract.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { session } from "#features/access/session/contract.ts";
import { account } from "#features/access/session/contract/account.ts";
import { factors } from "#features/access/session/contract/factors.ts";
import { usersFeature } from "#features/access/users/api/routes.ts";
import { users } from "#features/access/users/contract.ts";
import { call, type Transport } from "#web/call.ts";

// No user can become their own second person by means of another user's account (docs/decisions/0048).

const password = "saffron quilt harbour";
const reason = "Asked for by phone";
const nothing = { give: [], take: [], bind: [], unbind: [] };
const areas = [sessionFeature, rolesFeature, usersFeature];

/** An app with two administrators, one of whom is an attacker. */
async function openApp(settings: Partial<Parameters<typeof sessionApi>[0]> = {}) {
  const others = [rolesFeature, usersFeature, approvalsFeature(areas.flatMap((area) => area.approvals ?? []))];
  const app = await sessionApi({ features: others, ...settings });
  const attacker = await app.addPerson({ email: "attacker@mizan.test", password, role: "admin", name: "Attacker" });
  const colleague = await app.addPerson({
    email: "colleague@mizan.test",
    password,
    role: "admin",
    name: "Colleague",
  });
  return { app, attacker, colleague };
}

let app: SessionApi;
let colleague: TestUser;
let by: Transport;
let honest: Transport;
beforeAll(async () => {
  ({ app, colleague } = await openApp());
  await signIn();
});
afterAll(() => app.close());

async function signIn() {
  by = await app.transportOf("attacker@mizan.test", password);
  honest = await app.transportOf("colleague@mizan.test", password);
}
const waitingOf = (answer: object | undefined): string => {
  if (answer !== undefined && isWaiting(answer)) return answer.approvalId;
  throw new Error("it was done at once");
};
const decide = async (who: Transport, id: string, decision: "approve" | "reject" = "approve") => {
  const { version } = await call(who, approvals.get, { id });
  return call(who, approvals.decide, { id, version, decision, ...(decision === "reject" ? { comment: "No" } : {}) });
};
const codeOf = (work: Promise<unknown>) => refusalOf(work).then(({ code }) => code);
const me = async (id: string) => {
  const { version, roles: held } = await call(by, users.get, { id });
  return { id, version, held };
};
const setFactor = (userId: string, isThere: boolean) =>
  app.db.execute(sql`update users set has_second_factor = ${isThere} where id = ${userId}`);

describe("one of two administrators", () => {
  /** All ways for the attacker to take over the colleague's account, or to remove the colleague. */
  const ways = {
    "resets their second factors": async () => {
      await setFactor(colleague.userId, true);
      const answer = await call(by, factors.resetFactors, { userId: colleague.userId, reason });
      await setFactor(colleague.userId, false);
      return answer;
    },
    "replaces their address": async () => {
      const { id, version } = await me(colleague.userId);
      return call(by, users.replaceEmail, { id, version, email: "mine@attacker.test", reason });
    },
    "takes their role": async () => {
      const { id, version, held } = await me(colleague.userId);
      return call(by, users.changeRights, { ...nothing, id, version, take: held.map(({ roleId }) => roleId) });
    },
    "gives them an end": async () => {
      const { id, version, held } = await me(colleague.userId);
      const validTo = "2026-11-21T00:00:00.000Z";
      const give = held.map(({ roleId }) => ({ roleId, validFrom: null, validTo }));
      return call(by, users.changeRights, { ...nothing, id, version, give });
    },
    "binds them to a scope": async () => {
      const { id, version } = await me(colleague.userId);
      return call(by, users.changeRights, { ...nothing, id, version, bind: [{ kind: "country", target: "AE" }] });
    },
    "disables them": async () => {
      const { id, version } = await me(colleague.userId);
      return call(by, users.changeStatus, { id, version, to: "disabled", reason });
    },
  } as const;

  test.each(Object.entries(ways))("who %s waits a day in which the other can object", async (_what, attempt) => {
    await app.runJobs();
    app.emails.length = 0;
    const id = waitingOf(await attempt());
    await app.runJobs();
    expect(app.emails.map(({ to }) => to)).toEqual(["colleague@mizan.test"]);
    expect(app.emails[0]!.text).toContain(`https://mizan.test/apps/approval/approvals/${id}`);
    expect(await codeOf(decide(by, id))).toBe("own_request");
    app.clock.advance(dayMs - 1);
    await signIn();
    expect(await codeOf(decide(by, id))).toBe("own_request");
    // The subject of the change can object but not approve.
    expect(await call(honest, approvals.get, { id })).toMatchObject({ isMyTurn: true, decisions: ["reject"] });
    expect(await codeOf(decide(honest, id))).toBe("not_your_turn");
    expect(await decide(honest, id, "reject")).toMatchObject({ state: "rejected" });
    app.clock.advance(1);
    expect(await codeOf(decide(by, id))).toBe("already_decided");
    const { status, email } = await call(by, users.get, { id: colleague.userId });
    expect({ status, email }).toEqual({ status: "active", email: "colleague@mizan.test" });
  });

  test("can't act sooner with a bulk action, an erasure or a link", async () => {
    const selection = { ids: [colleague.userId] };
    const preview = await call(by, users.previewStatuses, { selection, to: "disabled", reason });
    expect(preview).toMatchObject({ changing: 0, leftOut: [{ code: "needs_second_person", count: 1 }] });
    const { id, version } = await me(colleague.userId);
    const erasing = call(by, users.erase, { id, version, confirmation: "colleague@mizan.test", reason });
    expect(await codeOf(erasing)).toBe("administrator_active");
    // Urgent measures take one user: the colleague signs in again with their own credentials.
    expect(await call(by, users.endSessions, { id })).toMatchObject({ ended: expect.any(Number) as number });
    await signIn();
  });

  test("can't change the other's address in the profile: it counts when the old address has confirmed it", async () => {
    const { id, version } = await me(colleague.userId);
    await call(by, users.update, { id, version, email: "mine@attacker.test" });
    await app.runJobs();
    const link = app.emails.findLast(({ to }) => to === "mine@attacker.test")!.text;
    const token = /#(\S+)/.exec(link)![1]!;
    expect(await call(app.anonymous, account.answerEmailChange, { token, answer: "confirm" })).toEqual({
      state: "waiting",
    });
    app.emails.length = 0;
    await call(app.anonymous, session.requestReset, { mt_email: "mine@attacker.test" });
    await app.runJobs();
    expect(app.emails).toEqual([]);
    await call(by, users.stopEmailChange, { id, version: (await me(id)).version });
  });

  test("applies it after a day without an objection, and then the other can't approve anything for a day", async () => {
    const own = await openApp();
    const attacker = await own.app.transportOf("attacker@mizan.test", password);
    const { version } = await call(attacker, users.get, { id: own.colleague.userId });
    const target = own.colleague.userId;
    await own.app.db.execute(sql`update users set has_second_factor = true where id = ${target}`);
    const id = waitingOf(await call(attacker, factors.resetFactors, { userId: target, reason }));
    own.app.clock.advance(dayMs);
    const again = await own.app.transportOf("attacker@mizan.test", password);
    const waiting = await call(again, approvals.get, { id });
    expect(waiting).toMatchObject({ decisions: ["approve"], isMyTurn: true, isMine: true });
    expect(await call(again, approvals.decide, { id, version: 1, decision: "approve" })).toMatchObject({
      state: "approved",
      decidedByName: "Attacker",
    });
    const role = await createdRole(again);
    const requested = waitingOf(await call(again, roles.update, { id: role, version: 1, grants: ["users.read"] }));
    const other = await own.app.transportOf("colleague@mizan.test", password);
    const paused = await refusalOf(call(other, approvals.decide, { id: requested, version: 1, decision: "approve" }));
    const until = "2026-11-22T09:00:00.000Z";
    expect([paused.code, paused.details]).toEqual(["approvals_paused", { until }]);
    expect(await call(other, approvals.get, { id: requested })).toMatchObject({ pausedUntil: until });
    expect(await call(again, users.get, { id: target })).toMatchObject({ approvalsPausedUntil: until });
    expect(version).toBe(1);
    // Requests by that account can't be approved either.
    const theirs = waitingOf(await call(other, roles.update, { id: role, version: 1, grants: ["users.export"] }));
    expect(await codeOf(call(again, approvals.decide, { id: theirs, version: 1, decision: "approve" }))).toBe(
      "approvals_paused",
    );
    // The database stops code that does not check.
    const cheat = own.app.db.execute(sql`
      update approval_requests
         set state = 'approved', decided_by = ${own.attacker.userId}, closed_at = ${own.app.clock.now}::timestamptz
       where id = ${theirs}`);
    await expect(cheat).rejects.toMatchObject({ cause: { constraint: "approval_requests__settled_accounts" } });
    own.app.clock.advance(dayMs);
    const later = await own.app.transportOf("colleague@mizan.test", password);
    expect(await call(later, approvals.decide, { id: requested, version: 1, decision: "approve" })).toMatchObject({
      state: "approved",
    });
    await own.app.close();
  });
});

test("a password set by a mailed link, a new role and a new address each pause the account's approvals", async () => {
  const pausedUntil = async (userId: string) => (await call(by, users.get, { id: userId })).approvalsPausedUntil;
  const own = await app.addPerson({ email: "paused@mizan.test", password, role: "onlyGuest" });
  expect(await pausedUntil(own.userId)).toBeNull();
  await call(app.anonymous, session.requestReset, { mt_email: own.email });
  await app.runJobs();
  const token = /#(\S+)/.exec(app.emails.findLast(({ to }) => to === own.email)!.text)![1]!;
  await call(app.anonymous, session.resetPassword, { token, password: `${password} anew` });
  expect(await pausedUntil(own.userId)).toBe(new Date(Date.parse(app.clock.now) + dayMs).toISOString());
  app.clock.advance(dayMs);
  await signIn();
  expect(await pausedUntil(own.userId)).toBeNull();
  // A user's own change with the current password pauses nothing.
  const mine = await app.transportOf(own.email, `${password} anew`);
  await call(mine, session.changePassword, { currentPassword: `${password} anew`, newPassword: password });
  expect(await pausedUntil(own.userId)).toBeNull();
  const { id, version } = await me(own.userId);
  const [staff] = await rowsOf<{ id: string }>(app.db, sql`select id from roles where code = 'staff'`);
  const give = [{ roleId: staff!.id, validFrom: null, validTo: null }];
  await decide(honest, waitingOf(await call(by, users.changeRights, { ...nothing, id, version, give })));
  expect(await pausedUntil(own.userId)).not.toBeNull();
  const writing = app.db.execute(sql`
    update users set email_key = 'other@mizan.test', approvals_paused_until = null, updated_at = now() where id = ${id}`);
  await expect(writing).rejects.toMatchObject({ cause: { constraint: "users__pause_with_new_address" } });
});

test("a lone administrator recovers a colleague at once, who can't approve anything for a day", async () => {
  const own = await openApp();
  await own.app.db.execute(sql`update users set status = 'disabled' where id = ${own.colleague.userId}`);
  const lone = await own.app.transportOf("attacker@mizan.test", password);
  const { version } = await call(lone, users.get, { id: own.colleague.userId });
  const back = await call(lone, users.changeStatus, { id: own.colleague.userId, version, to: "active" });
  expect(back).toMatchObject({ status: "active", approvalsPausedUntil: "2026-11-21T09:00:00.000Z" });
  await own.app.close();
});

test("with three administrators a second one decides, and none applies anything alone", async () => {
  const own = await openApp();
  await own.app.addPerson({ email: "third@mizan.test", password, role: "admin", name: "Third" });
  const first = await own.app.transportOf("attacker@mizan.test", password);
  const { version } = await call(first, users.get, { id: own.colleague.userId });
  const wish = { id: own.colleague.userId, version, to: "disabled", reason } as const;
  const id = waitingOf(await call(first, users.changeStatus, wish));
  expect(await call(first, approvals.get, { id })).toMatchObject({ aloneAfter: null });
  own.app.clock.advance(2 * dayMs);
  const again = await own.app.transportOf("attacker@mizan.test", password);
  expect(await codeOf(call(again, approvals.decide, { id, version: 1, decision: "approve" }))).toBe("own_request");
  const concerned = await own.app.transportOf("colleague@mizan.test", password);
  expect(await codeOf(call(concerned, approvals.decide, { id, version: 1, decision: "approve" }))).toBe(
    "not_your_turn",
  );
  const third = await own.app.transportOf("third@mizan.test", password);
  expect(await call(third, approvals.decide, { id, version: 1, decision: "approve" })).toMatchObject({
    state: "approved",
  });
  await own.app.close();
});

test("a requester who waited to apply a change waits for a second user who has joined in the meantime", async () => {
  const own = await openApp();
  const first = await own.app.transportOf("attacker@mizan.test", password);
  const { version } = await call(first, users.get, { id: own.colleague.userId });
  const wish = { id: own.colleague.userId, version, to: "disabled", reason } as const;
  const id = waitingOf(await call(first, users.changeStatus, wish));
  own.app.clock.advance(dayMs + hourMs);
  await own.app.addPerson({ email: "third@mizan.test", password, role: "admin", name: "Third" });
  const again = await own.app.transportOf("attacker@mizan.test", password);
  expect(await call(again, approvals.get, { id })).toMatchObject({ decisions: [] });
  expect(await codeOf(call(again, approvals.decide, { id, version: 1, decision: "approve" }))).toBe("own_request");
  await own.app.close();
});

test("signing the other out restarts the whole day in which they can object", async () => {
  const own = await openApp();
  const first = await own.app.transportOf("attacker@mizan.test", password);
  const { version } = await call(first, users.get, { id: own.colleague.userId });
  const wish = { id: own.colleague.userId, version, to: "disabled", reason } as const;
  const id = waitingOf(await call(first, users.changeStatus, wish));
  own.app.clock.advance(dayMs - 1);
  const again = await own.app.transportOf("attacker@mizan.test", password);
  await call(again, users.endSessions, { id: own.colleague.userId });
  own.app.clock.advance(1);
  expect(await codeOf(call(again, approvals.decide, { id, version: 1, decision: "approve" }))).toBe("own_request");
  await own.app.close();
});

test("an approver of payouts alone can object to every change that would remove them as an approver", async () => {
  const own = await openApp();
  await own.app.db.execute(sql`delete from user_roles where user_id = ${own.colleague.userId}`);
  const checking = newId();
  await own.app.db.execute(sql`
    insert into roles (id, code, title, grants, name_key, sort_key, search_key, created_at, updated_at)
    values (${checking}, 'checker', 'Checker', '{retailers.settle,approvals.decide,approvals.read}', 'checker', 'checker',
            'checker', now(), now())`);
  await own.app.db.execute(
    sql`insert into user_roles (user_id, role_id, granted_at) values (${own.colleague.userId}, ${checking}, now())`,
  );
  const first = await own.app.transportOf("attacker@mizan.test", password);
  const checker = await own.app.transportOf("colleague@mizan.test", password);
  const [admin] = await rowsOf<{ id: string }>(own.app.db, sql`select id from roles where code = 'admin'`);
  const puppet = { name: "Puppet", email: "puppet@attacker.test", category: "platform", language: "en" } as const;
  const given = [{ roleId: admin!.id, validFrom: null, validTo: null }];
  const requested = [
    await call(first, roles.update, { id: checking, version: 1, grants: ["approvals.read"] }),
    await call(first, approvals.changeRule, { action: "users.invite", version: 1, rule: "never" }),
    await call(first, users.invite, { id: newId(), ...puppet, roles: given, scopes: [] }),
  ].map(waitingOf);
  expect(await call(checker, approvals.countWaiting, {})).toEqual({ count: 3 });
  for (const id of requested) {
    expect(await codeOf(call(checker, approvals.decide, { id, version: 1, decision: "approve" }))).toBe(
      "not_your_turn",
    );
    const no = { id, version: 1, decision: "reject", comment: "No" } as const;
    expect(await call(checker, approvals.decide, no)).toMatchObject({ state: "rejected" });
  }
  await own.app.close();
});

test("the link of an approver's invitation, and its address, take two people where links are handed over", async () => {
  const quiet = await openApp({ mail: { canSend: false, send: async () => {} } });
  const first = await quiet.app.transportOf("attacker@mizan.test", password);
  const second = await quiet.app.transportOf("colleague@mizan.test", password);
  const [admin] = await rowsOf<{ id: string }>(quiet.app.db, sql`select id from roles where code = 'admin'`);
  const user = { name: "Newcomer", email: "newcomer@mizan.test", category: "platform", language: "en" } as const;
  const id = newId();
  const given = [{ roleId: admin!.id, validFrom: null, validTo: null }];
  const requested = waitingOf(await call(first, users.invite, { id, ...user, roles: given, scopes: [] }));
  await call(second, approvals.decide, { id: requested, version: 1, decision: "approve" });
  const link = waitingOf(await call(first, users.resendInvitation, { id }));
  const { version } = await call(first, users.get, { id });
  const address = waitingOf(await call(first, users.update, { id, version, email: "mine@attacker.test" }));
  // The second user sees where the link would go.
  expect((await call(second, approvals.get, { id: address })).title).toBe("Newcomer (mine@attacker.test)");
  const decided = await call(second, approvals.decide, { id: link, version: 1, decision: "approve" });
  expect(decided.link).toMatch(/^https:\/\/mizan\.test\//);
  // Where no email is sent, the address of an active user counts at once too, so changing it takes two people.
  const other = quiet.colleague.userId;
  const { version: theirs } = await call(first, users.get, { id: other });
  waitingOf(await call(first, users.update, { id: other, version: theirs, email: "mine@attacker.test" }));
  await quiet.app.close();
});

async function createdRole(who: Transport): Promise<string> {
  const id = newId();
  await call(who, roles.create, { id, title: `Role ${id}`, grants: [] });
  return id;
}
