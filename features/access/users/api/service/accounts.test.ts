import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import type { Input } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import { dayMs } from "#base/time.ts";
import { newId } from "#api/testing/testApi.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { session as sessionContract } from "#features/access/session/contract.ts";
import { account } from "#features/access/session/contract/account.ts";
import { usersFeature } from "#features/access/users/api/routes.ts";
import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { call, type Transport } from "#web/call.ts";

const session = { ...sessionContract, ...account };
const password = "a long and peaceful sentence";
let app: SessionApi;
let admin: Transport;
let adminId: string;
let helper: Transport;
const roleIds = new Map<string, string>();
beforeAll(async () => {
  app = await sessionApi({ features: [usersFeature] });
  adminId = (await app.addPerson({ email: "admin@mizan.example", password, role: "admin", name: "Admin" })).userId;
  admin = await app.transportOf("admin@mizan.example", password);
  await app.db.execute(sql`
    insert into roles (code, title, grants, name_key, sort_key, search_key, created_at, updated_at)
    values ('helper', 'Helper', '{users.read,users.invite,users.update,users.disable,users.endSessions}', 'helper',
            'helper', 'helper', now(), now())`);
  await app.addPerson({ email: "helper@mizan.example", password, role: "helper", name: "Helper" });
  helper = await app.transportOf("helper@mizan.example", password);
  for (const { id, code } of await rowsOf<{ id: string; code: string }>(app.db, sql`select id, code from roles`)) {
    roleIds.set(code, id);
  }
  const rules = ["changeRights", "approve", "invite", "replaceEmail"].map(
    (action) => sql`(${`users.${action}`}, 'never', now())`,
  );
  await app.db.execute(sql`insert into approval_rules (action, rule, updated_at) values ${sql.join(rules, sql`, `)}`);
});
afterAll(() => app.close());

let made = 0;
const freshEmail = () => `somebody-${++made}@mizan.example`;
const given = (code: string) => ({ roleId: roleIds.get(code)!, validFrom: null, validTo: null });
const read = (id: string, by = admin): Promise<User> => call(by, users.get, { id });
const onPostgres = inject("testDatabase").engine === "postgres";
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );

async function invite(fields: Partial<Input<typeof users.invite>> = {}, by = admin) {
  const requested = { id: newId(), name: "Amina", email: freshEmail(), category: "brand", language: "en" } as const;
  const answer = await call(by, users.invite, { ...requested, roles: [], scopes: [], ...fields });
  if (isWaiting(answer)) throw new Error("it waits for a second person");
  await app.runJobs();
  return answer;
}
/** The token of the latest email to this address. */
const tokenFor = (email: string) =>
  /#(\S+)/.exec(app.emails.findLast(({ to }) => to === email)?.text ?? "")?.[1] ?? "no email";
const accept = (email: string, token = tokenFor(email)) =>
  call(app.anonymous, session.resetPassword, { token, password });

describe("an invitation", () => {
  test("is an email whose link sets a first password, once", async () => {
    const { user, link } = await invite({ roles: [given("staff")], language: "ar" });
    expect(link).toBeNull();
    expect(await read(user.id)).toMatchObject({
      status: "invited",
      createdBy: "Admin",
      roles: [{ code: "staff", grantedBy: "Admin" }],
      invitedUntil: "2026-11-23T09:00:00.000Z",
    });
    expect(app.emails.at(-1)).toMatchObject({ to: user.email, subject: "دعوة إلى ميزان" });
    expect(await codeOf(app.enter(user.email, password))).toBe("sign_in_failed");
    const token = tokenFor(user.email);
    await accept(user.email);
    expect(await read(user.id)).toMatchObject({ status: "active", isEmailConfirmed: true, invitedUntil: null });
    expect((await app.enter(user.email, password)).mt_user_name).toBe("Amina");
    expect(await codeOf(accept(user.email, token))).toBe("reset_link_invalid");
    const kept = await rowsOf<{ found: number }>(
      app.db,
      sql`select count(*)::int as found from jobs where payload::text like ${`%${token}%`}`,
    );
    expect(kept).toEqual([{ found: 0 }]);
  });

  test("expires after three days, to the millisecond", async () => {
    const [early, late] = [await invite(), await invite()];
    const tokens = [tokenFor(early.user.email), tokenFor(late.user.email)];
    app.clock.advance(3 * dayMs - 1);
    admin = await app.transportOf("admin@mizan.example", password);
    helper = await app.transportOf("helper@mizan.example", password);
    expect(await codeOf(accept(early.user.email, tokens[0]))).toBe("done");
    app.clock.advance(1);
    expect(await codeOf(accept(late.user.email, tokens[1]))).toBe("reset_link_invalid");
    expect((await read(late.user.id)).invitedUntil).toBeNull();
  });

  test("sent again with the same id invites the user once, even with ten simultaneous requests", async () => {
    const requested = { id: newId(), email: freshEmail() };
    const before = app.emails.length;
    const answers = onPostgres ? await Promise.all(Array.from({ length: 10 }, () => invite(requested))) : [];
    answers.push(await invite(requested), await invite(requested));
    expect(new Set(answers.map(({ user }) => user.id))).toEqual(new Set([requested.id]));
    expect(app.emails.length - before).toBe(1);
    expect(await codeOf(invite({ ...requested, email: freshEmail() }))).toBe("id_taken");
  });

  test("to an address that is in use is refused at the field, regardless of case", async () => {
    const { user } = await invite();
    const refusal = await refusalOf(invite({ email: user.email.toUpperCase() }));
    expect(refusal).toMatchObject({ code: "email_taken", errors: [{ path: "email" }] });
  });

  test("a new link invalidates the one before, and withdrawing invalidates both and frees the address", async () => {
    const { user } = await invite();
    const first = tokenFor(user.email);
    await call(admin, users.resendInvitation, { id: user.id });
    await app.runJobs();
    expect(tokenFor(user.email)).not.toBe(first);
    expect(await codeOf(accept(user.email, first))).toBe("reset_link_invalid");
    const { version } = await read(user.id);
    await call(admin, users.withdrawInvitation, { id: user.id, version });
    expect(await codeOf(accept(user.email))).toBe("reset_link_invalid");
    expect(await codeOf(read(user.id))).toBe("not_found");
    expect(await codeOf(invite({ email: user.email }))).toBe("done");
  });

  test("of a user with more permissions can't be sent again, and roles need the permission to assign", async () => {
    const { user } = await invite({ roles: [given("admin")] });
    expect(await codeOf(call(helper, users.resendInvitation, { id: user.id }))).toBe("holds_more");
    expect(await codeOf(invite({ roles: [given("onlyGuest")] }, helper))).toBe("permission_denied");
    expect(await codeOf(invite({}, helper))).toBe("done");
  });

  test("is a link on the screen where emails are not sent, and works the same", async () => {
    const browser = await sessionApi({ features: [usersFeature], host: "browser" });
    const { ports } = { ports: browser.api.systemContext().mail };
    expect(ports.canSend).toBe(true);
    const { inviteUser } = await import("#features/access/users/invitations/api/invitations.ts");
    const ctx = { ...browser.api.systemContext(), mail: { ...ports, keepsLetters: true as const } };
    const { actor } = await browser.signIn("Nobody", []);
    const requested = { id: newId(), name: "Amina", email: freshEmail(), category: "brand", language: "en" } as const;
    const acting = { ...ctx, actor, permission: "users.invite" as const };
    const { link } = await inviteUser(
      { ...acting, actor: { ...actor, ...everything } },
      { ...requested, roles: [], scopes: [] },
    );
    expect(link).toMatch(/^https:\/\/mizan\.test\/reset-password\?invitation=yes#[\w-]{43}$/);
    await call(browser.anonymous, session.resetPassword, { token: link!.split("#")[1]!, password });
    expect((await browser.enter(requested.email, password)).mt_user_name).toBe("Amina");
    await browser.close();
  });
});

const everything = { permissions: new Map([["users.invite", ["all"] as const]]) };

describe("a profile", () => {
  const update = async (id: string, fields: object, by = admin) =>
    call(by, users.update, { id, version: (await read(id)).version, ...fields });

  const linkFor = (email: string) => /confirm-email-change#(\S+)/.exec(textFor(email))?.[1] ?? "no link";
  const textFor = (email: string) => app.emails.findLast(({ to }) => to === email)?.text ?? "";
  const answering = (token: string, answer: "confirm" | "reject" = "confirm") =>
    call(app.anonymous, session.answerEmailChange, { token, answer });

  test("a new address counts once the old and the new one confirm it; it ends all links but no session", async () => {
    const { userId } = await app.addPerson({ email: freshEmail(), password });
    const before = await read(userId);
    const own = await app.transportOf(before.email, password);
    await call(app.anonymous, session.requestReset, { mt_email: before.email });
    await app.runJobs();
    const token = tokenFor(before.email);
    const email = freshEmail();
    expect(await update(userId, { email, name: "New name" })).toMatchObject({
      email: before.email,
      name: "New name",
      emailChange: { email, isOldConfirmed: false, isNewConfirmed: false },
    });
    await app.runJobs();
    // The reader of the new mailbox may know nothing about the user.
    expect(textFor(email)).not.toContain(before.name);
    const [atOld, atNew] = [linkFor(before.email), linkFor(email)];
    expect(await answering(atNew)).toEqual({ state: "waiting" });
    expect(await answering(atNew)).toEqual({ state: "waiting" });
    expect((await read(userId)).email).toBe(before.email);
    expect(await codeOf(app.enter(email, password))).toBe("sign_in_failed");
    expect(await answering(atOld)).toEqual({ state: "changed" });
    await app.runJobs();
    // Both addresses get an email, in any order.
    expect(new Set(app.emails.slice(-2).map(({ to }) => to))).toEqual(new Set([before.email, email]));
    expect((await call(own, session.readPerson, {})).email).toBe(email);
    expect(await read(userId)).toMatchObject({ email, isEmailConfirmed: true, emailChange: null });
    expect(await codeOf(accept(before.email, token))).toBe("reset_link_invalid");
    expect(await codeOf(answering(atOld))).toBe("email_change_link_invalid");
    expect(await codeOf(app.enter(email, password))).toBe("done");
  });

  test("a new address that the old one rejects, that is stopped or not confirmed in time changes nothing", async () => {
    const { userId, email: old } = await app.addPerson({ email: freshEmail(), password });
    const ask = async () => {
      const email = freshEmail();
      await update(userId, { email });
      await app.runJobs();
      return { atOld: linkFor(old), atNew: linkFor(email) };
    };
    const rejected = await ask();
    await answering(rejected.atNew);
    expect(await answering(rejected.atOld, "reject")).toEqual({ state: "rejected" });
    expect(await codeOf(answering(rejected.atNew))).toBe("email_change_link_invalid");
    const replaced = await ask();
    const stopped = await ask();
    expect(await codeOf(answering(replaced.atOld))).toBe("email_change_link_invalid");
    await call(admin, users.stopEmailChange, { id: userId, version: (await read(userId)).version });
    expect(await codeOf(answering(stopped.atOld))).toBe("email_change_link_invalid");
    const late = await ask();
    await answering(late.atNew);
    app.clock.advance(3 * dayMs);
    expect(await codeOf(answering(late.atOld))).toBe("email_change_link_invalid");
    admin = await app.transportOf("admin@mizan.example", password);
    helper = await app.transportOf("helper@mizan.example", password);
    expect(await read(userId)).toMatchObject({ email: old, emailChange: null });
  });

  test("when two users confirm the same new address, one of them gets it", async () => {
    const email = freshEmail();
    const people = [await app.addPerson({ email: freshEmail() }), await app.addPerson({ email: freshEmail() })];
    const links: { atOld: string; atNew: string }[] = [];
    for (const each of people) {
      await update(each.userId, { email });
      await app.runJobs();
      links.push({ atOld: linkFor(each.email), atNew: linkFor(email) });
    }
    for (const { atOld, atNew } of links) {
      await answering(atNew);
      await answering(atOld).catch(() => {});
    }
    const kept = await Promise.all(people.map(async ({ userId }) => (await read(userId)).email));
    expect(kept).toEqual([email, people[1]!.email]);
  });

  test("an address with a lost mailbox is replaced with a reason: the old is notified, the new confirms", async () => {
    const { userId, email: old } = await app.addPerson({ email: freshEmail(), password });
    const email = freshEmail();
    const { version } = await read(userId);
    await call(admin, users.replaceEmail, { id: userId, version, email, reason: "The company was sold" });
    await app.runJobs();
    expect(app.emails.findLast(({ to }) => to === old)?.subject).toContain("about to be replaced");
    expect((await read(userId)).emailChange).toMatchObject({ isOldConfirmed: true, isNewConfirmed: false });
    expect(await answering(linkFor(email))).toEqual({ state: "changed" });
    expect(await read(userId)).toMatchObject({ email, isEmailConfirmed: true });
  });

  test("another spelling of an address that is in use is refused at the field", async () => {
    const { userId } = await app.addPerson({ email: freshEmail(), password });
    const taken = await refusalOf(update(userId, { email: "ＡＤＭＩＮ@mizan.example" }));
    expect(taken).toMatchObject({ code: "email_taken", errors: [{ path: "email" }] });
    const lookalike = await refusalOf(update(userId, { email: "\u0430dmin@mizan.example" }));
    expect(lookalike.errors).toMatchObject([{ path: "email", code: "email_letters" }]);
  });

  test("of a user with more permissions keeps its address, because its owner can set the password", async () => {
    expect(await codeOf(update(adminId, { email: freshEmail() }, helper))).toBe("holds_more");
    expect(await codeOf(update(adminId, { name: "Administrator" }, helper))).toBe("done");
  });

  test("leaves neither the name nor the address in the log", async () => {
    const { userId } = await app.addPerson({ email: "very.private@mizan.example", name: "Very Private" });
    await update(userId, { name: "Still Private", email: "still.private@mizan.example" });
    const rows = await rowsOf<{ text: string }>(
      app.db,
      sql`select changes::text as text from audit_log where resource_id = ${userId}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/private@|Private/);
  });

  test("in an old version is refused with its current state", async () => {
    const { user } = await invite();
    await update(user.id, { name: "Another" });
    const stale = call(admin, users.update, { id: user.id, version: user.version, name: "Mine" });
    const refusal = await refusalOf(stale);
    expect(refusal).toMatchObject({ code: "version_conflict", details: { current: { name: "Another" } } });
  });
});

describe("an account", () => {
  const status = async (id: string, to: "active" | "disabled", by = admin, reason = "left the company") =>
    call(by, users.changeStatus, { id, version: (await read(id)).version, to, reason });

  test("that is disabled is signed out immediately, and has no session when it is enabled again", async () => {
    const { userId, email } = await app.addPerson({ email: freshEmail(), password });
    const own = await app.transportOf(email, password);
    expect((await call(admin, users.sessions, { id: userId })).rows).toHaveLength(1);
    await status(userId, "disabled");
    expect(await codeOf(call(own, session.readPerson, {}))).toBe("invalid_token");
    expect(await codeOf(app.enter(email, password))).toBe("sign_in_failed");
    await status(userId, "active");
    expect(await codeOf(call(own, session.readPerson, {}))).toBe("invalid_token");
    expect(await codeOf(app.enter(email, password))).toBe("done");
  });

  test("is disabled with a reason, by a user with at least as many permissions, and never by itself", async () => {
    const { userId } = await app.addPerson({ email: freshEmail() });
    const wordless = await refusalOf(status(userId, "disabled", admin, ""));
    expect(wordless.errors).toMatchObject([{ path: "reason", code: "reason_required" }]);
    expect(await codeOf(status(adminId, "disabled", helper))).toBe("holds_more");
    expect(await codeOf(status(adminId, "disabled"))).toBe("own_account");
    expect(await codeOf(status(userId, "active"))).toBe("status_differs");
  });

  test("is signed out in one place or everywhere, with an audit entry", async () => {
    const { userId, email } = await app.addPerson({ email: freshEmail(), password });
    const [one, other] = [await app.transportOf(email, password), await app.transportOf(email, password)];
    const { rows } = await call(admin, users.sessions, { id: userId });
    await call(helper, users.endSession, { id: userId, sessionId: rows[0]!.id });
    expect((await Promise.all([one, other].map((by) => codeOf(call(by, session.readPerson, {}))))).toSorted()).toEqual([
      "done",
      "invalid_token",
    ]);
    expect(await codeOf(call(helper, users.endSession, { id: adminId, sessionId: rows[1]!.id }))).toBe("not_found");
    expect(await call(helper, users.endSessions, { id: userId })).toEqual({ ended: 1 });
    const { events } = await call(admin, users.activity, { id: userId, limit: 10 });
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(["end_session", "end_sessions"]));
  });

  /** A user who has registered (features/account), with the address confirmed or not. */
  async function registered(isConfirmed: boolean) {
    const { userId, email } = await app.addPerson({ email: freshEmail(), password });
    await app.db.execute(sql`delete from user_roles where user_id = ${userId}`);
    await app.db.execute(sql`
      update users set status = 'pending', email_confirmed_at = ${isConfirmed ? app.clock.now : null}::timestamptz
       where id = ${userId}`);
    return { userId, email };
  }
  const approve = async (id: string, code = "staff") =>
    call(admin, users.approve, { id, version: (await read(id)).version, roles: [given(code)], scopes: [] });

  test("that was registered is approved with roles in one step, and the user is notified by email", async () => {
    const { userId, email } = await registered(true);
    expect(await approve(userId)).toMatchObject({ status: "active", roles: [{ code: "staff" }] });
    await app.runJobs();
    expect(app.emails.at(-1)).toMatchObject({ to: email, subject: "Your Mizan account is approved" });
    expect(await codeOf(app.enter(email, password))).toBe("done");
    expect(await codeOf(approve(userId))).toBe("status_differs");
  });

  test("is approved without a confirmed address where no email is sent, and gets a link to hand over", async () => {
    const quiet = await sessionApi({ features: [usersFeature], mail: { canSend: false, send: async () => {} } });
    await quiet.addPerson({ email: "admin@mizan.example", password, role: "admin" });
    const only = await quiet.transportOf("admin@mizan.example", password);
    const email = "walked.in@mizan.example";
    await call(quiet.anonymous, session.register, { displayName: "Walked In", email });
    const [row] = await rowsOf<{ id: string }>(quiet.db, sql`select id from users where email_key = ${email}`);
    const { version } = await call(only, users.get, { id: row!.id });
    const letIn = { id: row!.id, version, roles: [], scopes: [] };
    expect(await call(only, users.approve, letIn)).toMatchObject({ status: "invited", isEmailConfirmed: false });
    const answer = await call(only, users.resendInvitation, { id: row!.id });
    if (isWaiting(answer)) throw new Error("it waits for a second person");
    await call(quiet.anonymous, session.resetPassword, { token: answer.link!.split("#")[1]!, password });
    // A link that was handed over proves no address.
    expect(await call(only, users.get, { id: row!.id })).toMatchObject({ status: "active", isEmailConfirmed: false });
    await quiet.close();
  });

  test("with an unconfirmed address can't be approved; declined, it no longer has a password", async () => {
    const { userId, email } = await registered(false);
    expect(await codeOf(approve(userId))).toBe("email_unconfirmed");
    const { version } = await read(userId);
    const emails = app.emails.length;
    expect(await call(admin, users.decline, { id: userId, version })).toMatchObject({ status: "disabled" });
    await app.runJobs();
    expect(app.emails).toHaveLength(emails);
    await status(userId, "active");
    expect(await codeOf(app.enter(email, password))).toBe("sign_in_failed");
  });

  test("that is declined with a confirmed address is notified by email", async () => {
    const { userId, email } = await registered(true);
    await call(admin, users.decline, { id: userId, version: (await read(userId)).version, reason: "unknown here" });
    await app.runJobs();
    expect(app.emails.at(-1)).toMatchObject({ to: email, subject: "Your Mizan account wasn’t approved" });
  });
});
