import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import { addMs, dayMs, hourMs, minuteMs } from "#base/time.ts";
import type { Mail } from "#api/ports.ts";
import { notify, withdrawNotifications } from "#api/notifications.ts";
import {
  addBarrier,
  barriers,
  barriersFeature,
  createBarriersTable,
  heightApproval,
  testPassword,
  userWith,
} from "#api/testing/approvalFixture.ts";
import { refusalOf, sessionApi, type SessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { notificationsFeature } from "#features/platform/notifications/api/routes.ts";
import { type NotificationSettings, notifications } from "#features/platform/notifications/contract.ts";
import { call, type Transport } from "#web/call.ts";

let app: SessionApi;
const mail = { canSend: true, fails: false };
beforeAll(async () => {
  const sent: Mail = {
    get canSend() {
      return mail.canSend;
    },
    send: async (email) => {
      if (mail.fails) throw new Error("the mail server is down");
      app.emails.push(email);
    },
  };
  app = await sessionApi({
    features: [barriersFeature, approvalsFeature([heightApproval]), brandsFeature, notificationsFeature],
    mail: sent,
  });
  await createBarriersTable(app);
});
afterAll(() => app.close());

const brandRights = ["brands.read", "brands.create", "brands.update", "brands.delete"];
let made = 0;
/** A user of this test alone, with a fresh session. */
async function user(name: string, grants: string[], countries: string[] = []) {
  const transport = await userWith(app, name, grants, countries);
  const [row] = await rowsOf<{ id: string; email: string }>(
    app.db,
    sql`select id, email from users where name = ${name} order by number desc limit 1`,
  );
  return { transport, ...row! };
}
/** Sessions end when the clock moves far. */
const again = (email: string) => app.transportOf(email, testPassword);
const unread = (by: Transport) => call(by, notifications.unread, {});
const list = async (by: Transport, show: "unread" | "all" = "unread") =>
  (await call(by, notifications.list, { show })).rows;
const newBrand = async (by: Transport, country = "MY") => {
  const id = newId();
  const name = `Brand ${++made}`;
  const input = { id, name, country, contactEmail: "a@b.example" };
  await call(by, brands.create, input as never);
  return { id, name };
};
const rename = async (by: Transport, id: string) => {
  const { version } = await call(by, brands.get, { id });
  await call(by, brands.update, { id, version, website: `https://brand-${version}.example` });
};
const choose = async (by: Transport, changed: Partial<NotificationSettings>) => {
  const { kinds, quietFrom, quietTo, timeZone } = await call(by, notifications.settings, {});
  return call(by, notifications.saveSettings, { kinds, quietFrom, quietTo, timeZone, ...changed });
};
const setting = (kind: "watchedRecord" | "reminder", bell: boolean, email: "off" | "instant" | "digest" = "off") => [
  { kind, bell, popup: bell, email },
];
const emailsTo = (address: string) => app.emails.filter(({ to }) => to === address);

/** The clock is at this moment, and due jobs have run. */
const at = async (moment: string) => {
  app.clock.now = moment;
  await app.db.execute(sql`update jobs set run_at = ${moment}::timestamptz where kind = 'notifications.emails'`);
  await app.runJobs();
};

describe("approvals", () => {
  test("ask those who may decide, and notify the requester; a decision clears the request of all", async () => {
    const maker = await user("Karim", ["levers.set", "approvals.read@own"]);
    const checker = await user("Aisyah", ["levers.set", "approvals.read", "approvals.decide"]);
    const other = await user("Bilal", ["levers.set", "approvals.read", "approvals.decide"]);
    const outside = await user("Daud", ["approvals.read", "approvals.decide"]);
    const answer = await call(maker.transport, barriers.set, { id: await addBarrier(app), version: 1, height: 50 });
    const approvalId = isWaiting(answer) ? answer.approvalId : "";
    expect(await list(checker.transport)).toMatchObject([
      { kind: "approvalRequested", resourceId: approvalId, actorName: "Karim", payload: { action: "levers.set" } },
    ]);
    expect(await unread(other.transport)).toMatchObject({ count: 1, popups: [{ kind: "approvalRequested" }] });
    // Daud could not make the change himself, and Karim asked.
    expect((await unread(outside.transport)).count).toBe(0);
    expect((await unread(maker.transport)).count).toBe(0);

    await call(checker.transport, approvals.decide, { id: approvalId, version: 1, decision: "approve" });
    expect((await unread(other.transport)).count).toBe(0);
    expect(await list(maker.transport)).toMatchObject([
      { kind: "approvalDecided", actorName: "Aisyah", payload: { action: "levers.set", state: "approved" } },
    ]);
    await app.runJobs();
    expect(emailsTo(maker.email)).toHaveLength(1);
  });

  test("an email that the user turned off isn’t sent", async () => {
    const maker = await user("Khadija", ["levers.set", "approvals.read@own"]);
    const checker = await user("Usman", ["levers.set", "approvals.read", "approvals.decide"]);
    await choose(maker.transport, { kinds: [{ kind: "approvalDecided", bell: true, popup: true, email: "off" }] });
    const answer = await call(maker.transport, barriers.set, { id: await addBarrier(app), version: 1, height: 50 });
    const id = isWaiting(answer) ? answer.approvalId : "";
    await call(checker.transport, approvals.decide, { id, version: 1, decision: "reject", comment: "Too high" });
    await app.runJobs();
    expect(emailsTo(maker.email)).toEqual([]);
    expect((await unread(maker.transport)).count).toBe(1);
  });
});

describe("a watched record", () => {
  test("notifies of each change, in one group until it is read, and never of one’s own", async () => {
    const [editor, watcher] = [await user("Editor", brandRights), await user("Watcher", brandRights)];
    const { id, name } = await newBrand(editor.transport);
    const record = { resource: "brands", resourceId: id };
    expect(await call(watcher.transport, notifications.watch, { ...record, isWatched: true })).toMatchObject({
      watched: [record],
    });
    await call(watcher.transport, notifications.watch, { ...record, isWatched: true });
    await rename(editor.transport, id);
    await rename(editor.transport, id);
    await rename(watcher.transport, id);
    const [group, ...others] = await list(watcher.transport);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ kind: "watchedRecord", title: name, actorName: "Editor", times: 2 });
    // It is not a popup unless the user wants it.
    expect(await unread(watcher.transport)).toMatchObject({ count: 1, popups: [] });

    expect(await call(watcher.transport, notifications.markRead, { ids: [group!.id] })).toEqual({ count: 1 });
    expect(await call(watcher.transport, notifications.markRead, { ids: [group!.id] })).toEqual({ count: 0 });
    await rename(editor.transport, id);
    expect(await list(watcher.transport)).toMatchObject([{ times: 1 }]);
    expect((await list(watcher.transport, "all")).map(({ isRead }) => isRead).sort()).toEqual([false, true]);

    await call(watcher.transport, notifications.watch, { ...record, isWatched: false });
    await call(watcher.transport, notifications.markAllRead, { until: app.clock.now });
    await rename(editor.transport, id);
    expect((await unread(watcher.transport)).count).toBe(0);
  });

  test("can only be one that the user may read, and is hidden with the right to read it", async () => {
    const editor = await user("Writer", brandRights);
    const [near, far] = [await newBrand(editor.transport, "SA"), await newBrand(editor.transport, "MY")];
    const scoped = await user("Scoped", ["brands.read@scope"], ["SA"]);
    const watch = (resourceId: string, resource = "brands") =>
      call(scoped.transport, notifications.watch, { resource, resourceId, isWatched: true });
    expect((await refusalOf(watch(far.id))).code).toBe("not_found");
    expect((await refusalOf(watch(newId()))).code).toBe("not_found");
    expect((await refusalOf(watch(near.id, "jobs"))).code).toBe("not_found");
    await watch(near.id);
    await rename(editor.transport, near.id);
    const mine = (await list(scoped.transport))[0]!;
    expect(mine).toMatchObject({ title: near.name, times: 1 });

    const moved = sql`update user_scopes set target = ${"MY"} where user_id = ${scoped.id}`;
    await app.db.execute(moved);
    const later = await again(scoped.email);
    expect(await unread(later)).toEqual({ count: 0, popups: [] });
    expect(await list(later, "all")).toEqual([]);
    await app.db.execute(sql`update roles set grants = '{brands.read}' where id in (
      select role_id from user_roles where user_id = ${scoped.id})`);
    expect(await list(await again(scoped.email), "all")).toHaveLength(1);
    await app.db.execute(sql`update roles set grants = '{}' where id in (
      select role_id from user_roles where user_id = ${scoped.id})`);
    expect(await list(await again(scoped.email), "all")).toEqual([]);
    // Another user’s notifications can’t be marked.
    expect(await call(editor.transport, notifications.markRead, { ids: [mine.id] })).toEqual({ count: 0 });
  });

  test("a muted kind is silent: no bell, no popup, no row", async () => {
    const [editor, watcher] = [await user("Loud", brandRights), await user("Muted", brandRights)];
    const { id } = await newBrand(editor.transport);
    await call(watcher.transport, notifications.watch, { resource: "brands", resourceId: id, isWatched: true });
    await choose(watcher.transport, { kinds: setting("watchedRecord", false) });
    await rename(editor.transport, id);
    expect(await unread(watcher.transport)).toEqual({ count: 0, popups: [] });
    expect(await rowsOf(app.db, sql`select 1 from notifications where user_id = ${watcher.id}`)).toEqual([]);
    await choose(watcher.transport, { kinds: setting("watchedRecord", true) });
    await rename(editor.transport, id);
    expect(await unread(watcher.transport)).toMatchObject({ count: 1, popups: [{ kind: "watchedRecord" }] });
    // In quiet hours nothing appears over the screen, and the bell still counts.
    await choose(watcher.transport, { quietFrom: 8 * 60, quietTo: 10 * 60, timeZone: "UTC" });
    expect(await unread(watcher.transport)).toEqual({ count: 1, popups: [] });
  });
});

test("security can’t be muted", async () => {
  const one = await user("Careful", []);
  const settings = await choose(one.transport, {
    kinds: [{ kind: "security", bell: false, popup: false, email: "off" }],
  });
  expect(settings.kinds.find(({ kind }) => kind === "security")).toMatchObject({ bell: true, popup: true });
  const about = { kind: "security", userId: one.id, resource: "users", resourceId: one.id, permission: null } as const;
  await notify(app.api.systemContext(), [{ ...about, payload: { event: "add_passkey" } }]);
  expect((await unread(one.transport)).count).toBe(1);
});

describe("reminders", () => {
  test("ring once when they are due, and not of a record that is finished", async () => {
    const owner = await user("Owner", brandRights);
    const { transport, email } = owner;
    const [first, second] = [await newBrand(transport), await newBrand(transport)];
    const remind = (resourceId: string, remindAt: string | null) =>
      call(transport, notifications.remind, { resource: "brands", resourceId, remindAt });
    expect((await refusalOf(remind(first.id, app.clock.now))).code).toBe("reminder_past");
    const dueAt = addMs(app.clock.now, 10 * minuteMs);
    await remind(first.id, dueAt);
    await remind(second.id, dueAt);
    expect((await remind(first.id, dueAt)).reminders).toHaveLength(2);
    const { version } = await call(transport, brands.get, { id: second.id });
    await call(transport, brands.remove, { id: second.id, version });
    expect((await call(transport, notifications.followed, {})).reminders).toEqual([
      { resource: "brands", resourceId: first.id, remindAt: dueAt },
    ]);
    app.clock.advance(10 * minuteMs - 1);
    await app.runJobs();
    expect((await unread(transport)).count).toBe(0);
    app.clock.advance(1);
    await Promise.all([app.runJobs(), app.runJobs()]);
    expect(await list(transport)).toMatchObject([{ kind: "reminder", title: first.name, times: 1 }]);
    expect((await call(transport, notifications.followed, {})).reminders).toEqual([]);
    await at(addMs(app.clock.now, minuteMs));
    expect(emailsTo(email)).toMatchObject([{ subject: `Reminder: ${first.name}` }]);
  });
});

describe("emails", () => {
  test("the daily one comes at 08:00 where its reader is, once, and never empty", async () => {
    app.clock.now = "2026-11-22T09:00:00.000Z";
    const [editor, watcher] = [await user("Busy", brandRights), await user("Calm", brandRights)];
    const { id, name } = await newBrand(editor.transport);
    await call(watcher.transport, notifications.watch, { resource: "brands", resourceId: id, isWatched: true });
    await choose(watcher.transport, { kinds: setting("watchedRecord", true, "digest"), timeZone: "Asia/Riyadh" });
    await rename(editor.transport, id);
    await at("2026-11-23T04:59:00.000Z");
    expect(emailsTo(watcher.email)).toEqual([]);
    mail.fails = true;
    await at("2026-11-23T05:00:00.000Z");
    mail.fails = false;
    await at("2026-11-23T05:01:00.000Z");
    const [digest, ...others] = emailsTo(watcher.email);
    expect(others).toEqual([]);
    expect(digest!.subject).toBe("Your daily summary from Mizan");
    expect(digest!.text).toContain(`Busy changed ${name}\n  https://mizan.test/apps/brand/brands/${id}`);
    await at("2026-11-24T05:00:00.000Z");
    expect(emailsTo(watcher.email)).toHaveLength(1);

    // What was read, or may no longer be read, makes no email.
    await rename(await again(editor.email), id);
    await call(await again(watcher.email), notifications.markAllRead, { until: app.clock.now });
    await at("2026-11-25T05:00:00.000Z");
    await rename(await again(editor.email), id);
    await app.db.execute(sql`update roles set grants = '{}' where id in (
      select role_id from user_roles where user_id = ${watcher.id})`);
    await at("2026-11-26T05:00:00.000Z");
    expect(emailsTo(watcher.email)).toHaveLength(1);
  });

  test("at once: several in one email, after the quiet hours, also of what isn’t in the bell", async () => {
    app.clock.now = "2026-11-27T21:30:00.000Z";
    const [editor, watcher] = [await user("Nightly", brandRights), await user("Asleep", brandRights)];
    const both = [await newBrand(editor.transport), await newBrand(editor.transport)];
    for (const { id } of both)
      await call(watcher.transport, notifications.watch, { resource: "brands", resourceId: id, isWatched: true });
    const kinds = setting("watchedRecord", false, "instant");
    await choose(watcher.transport, { kinds, quietFrom: 22 * 60, quietTo: 6 * 60, timeZone: "UTC" });
    app.clock.now = "2026-11-27T22:00:00.000Z";
    for (const { id } of both) {
      app.clock.advance(1);
      await rename(editor.transport, id);
    }
    expect((await unread(watcher.transport)).count).toBe(0);
    await at("2026-11-28T05:59:00.000Z");
    expect(emailsTo(watcher.email)).toEqual([]);
    await at("2026-11-28T06:00:00.000Z");
    await at("2026-11-28T06:01:00.000Z");
    expect(emailsTo(watcher.email).map(({ subject }) => subject)).toEqual([
      `Nightly changed ${both[1]!.name}, and 1 more`,
    ]);
  });

  test("a host that can’t send says so, and sends nothing later", async () => {
    app.clock.now = addMs(app.clock.now, hourMs);
    const one = await user("Unreachable", brandRights);
    mail.canSend = false;
    expect(await choose(one.transport, { kinds: setting("reminder", true, "instant") })).toMatchObject({
      canEmail: false,
    });
    const { id } = await newBrand(one.transport);
    await notify(app.api.systemContext(), [{ kind: "reminder", userId: one.id, resource: "brands", resourceId: id }]);
    await at(addMs(app.clock.now, minuteMs));
    mail.canSend = true;
    await at(addMs(app.clock.now, 3 * dayMs));
    expect(emailsTo(one.email)).toEqual([]);
  });
});

test("one statement may notify a user of many records, and they are one group with their number", async () => {
  const one = await user("Reviewer", ["brands.read"]);
  const ctx = app.api.systemContext();
  const about = { kind: "certificateAssigned", userId: one.id, resource: "brands", groupKey: "assigned" } as const;
  await notify(ctx, [
    { ...about, resourceId: newId() },
    { ...about, resourceId: newId() },
  ]);
  await notify(ctx, [{ ...about, resourceId: newId() }]);
  expect(await list(one.transport)).toMatchObject([{ times: 3, resourceId: null, title: null }]);
  const resourceId = newId();
  await notify(ctx, [{ kind: "mention", userId: one.id, resource: "brands", resourceId }]);
  await withdrawNotifications(ctx, { kind: "mention", resource: "brands", resourceId });
  expect((await unread(one.transport)).count).toBe(1);
});

test("the pages of a user are notified of what came and of what is withdrawn", async () => {
  const reader = await user("Layla", ["brands.read"]);
  const ctx = app.api.systemContext();
  const notified = async () => {
    const rows = await rowsOf<{ audience: string[] }>(
      app.db,
      sql`select audience from live_outbox where resource = 'notifications'`,
    );
    return rows.flatMap(({ audience }) => audience).filter((id) => id === reader.id).length;
  };
  const about = { kind: "mention", resource: "brands", resourceId: newId() } as const;
  await notify(ctx, [{ ...about, userId: reader.id }]);
  expect(await notified()).toBe(1);
  await withdrawNotifications(ctx, about);
  expect(await notified()).toBe(2);
  // There is nothing left to withdraw.
  await withdrawNotifications(ctx, about);
  expect(await notified()).toBe(2);
});
