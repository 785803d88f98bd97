import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMs, dayMs, hourMs, minuteMs } from "#base/time.ts";
import { startWorker } from "#api/jobs.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { type TodoPatch, todoExtras, todos, todosMax } from "#demos/todo/contract.ts";
import type { Repeat } from "#demos/todo/contract/repeat.ts";
import { todoJobs } from "#demos/todo/api/jobs.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
beforeAll(async () => {
  app = await testApi([todoFeature]);
});
afterAll(() => app.close());

const signInUser = async () => (await app.signIn("Aisyah", [])).transport;
const add = (me: Transport, title: string, set: TodoPatch = {}) =>
  call(me, todoExtras.add, { id: newId(), set: { title, ...set } });
const change = (me: Transport, id: string, set: TodoPatch) => call(me, todoExtras.change, { changes: [{ id, set }] });
const read = async (me: Transport) => (await call(me, todoExtras.overview, {})).todos;
const ringing = async (me: Transport) => {
  await app.runJobs();
  return (await call(me, todoExtras.reminders, {})).ringing.map(({ title }) => title);
};
const inMs = (ms: number) => addMs(app.clock.now, ms);

describe("a reminder", () => {
  it("rings at its time and not a millisecond earlier, until it is answered", async () => {
    const me = await signInUser();
    const todo = await add(me, "Call Baqala", { remindAt: inMs(hourMs), dueDate: "2026-11-24" });
    app.clock.advance(hourMs - 1);
    expect(await ringing(me)).toEqual([]);
    expect(await call(me, todoExtras.reminders, {})).toEqual({ ringing: [], nextAt: todo.remindAt });
    app.clock.advance(1);
    expect(await ringing(me)).toEqual(["Call Baqala"]);
    app.clock.advance(dayMs);
    const { ringing: heard, nextAt } = await call(me, todoExtras.reminders, {});
    expect(heard).toEqual([{ id: todo.id, title: "Call Baqala", dueDate: "2026-11-24", remindAt: inMs(-dayMs) }]);
    expect(nextAt).toBeNull();
    await change(me, todo.id, { remindAt: null });
    expect(await ringing(me)).toEqual([]);
  });

  it("that was missed while no process ran rings as soon as one runs, and a past one at once", async () => {
    const me = await signInUser();
    await add(me, "Missed", { remindAt: inMs(minuteMs) });
    app.clock.advance(3 * dayMs);
    await add(me, "Past", { remindAt: inMs(-minuteMs) });
    expect(await ringing(me)).toEqual(["Missed", "Past"]);
  });

  it("that is snoozed rings again at the new time, once", async () => {
    const me = await signInUser();
    const { id } = await add(me, "A", { remindAt: inMs(0) });
    expect(await ringing(me)).toEqual(["A"]);
    await change(me, id, { remindAt: inMs(10 * minuteMs) });
    expect(await ringing(me)).toEqual([]);
    app.clock.advance(10 * minuteMs);
    expect(await ringing(me)).toEqual(["A"]);
  });

  it.each([
    ["completing it", { completed: true }, { completed: false }],
    ["deleting it", { deleted: true }, { deleted: false }],
  ])("ends with %s, and comes back with an undo", async (_how, done, runAndRollBack) => {
    const me = await signInUser();
    const { id, remindAt } = await add(me, "A", { remindAt: inMs(hourMs) });
    await change(me, id, done);
    expect((await read(me))[0]!.remindAt).toBeNull();
    await change(me, id, { ...runAndRollBack, remindAt });
    app.clock.advance(hourMs);
    expect(await ringing(me)).toEqual(["A"]);
    await change(me, id, done);
    expect(await ringing(me)).toEqual([]);
  });

  it("also ends with the calls of the specification, and is in none of their responses", async () => {
    const me = await signInUser();
    const kept = await add(me, "A", { remindAt: inMs(hourMs) });
    expect(Object.keys(await call(me, todos.update, { id: kept.id, starred: true }))).not.toContain("remindAt");
    expect((await read(me))[0]!.remindAt).toBe(kept.remindAt);
    await call(me, todos.remove, { text: kept.id });
    app.clock.advance(hourMs);
    expect(await ringing(me)).toEqual([]);
  });

  it("moves with the due date, stays when that is removed, and ends if it would be in the past", async () => {
    const me = await signInUser();
    const dueAt = inMs(2 * dayMs);
    const { id } = await add(me, "A", { dueDate: dueAt, remindAt: addMs(dueAt, -hourMs) });
    const moved = async (set: TodoPatch) => (await change(me, id, set)).todos[0]!.remindAt;
    const later = addMs(dueAt, 30 * minuteMs);
    expect(await moved({ dueDate: later })).toBe(addMs(later, -hourMs));
    expect(await moved({ dueDate: null })).toBe(addMs(later, -hourMs));
    await change(me, id, { dueDate: later.slice(0, 10) });
    expect(await moved({ dueDate: addMs(later, dayMs).slice(0, 10) })).toBe(addMs(later, dayMs - hourMs));
    expect(await moved({ dueDate: inMs(-dayMs).slice(0, 10) })).toBeNull();
  });

  it("rings once, however many processes check at once", async () => {
    const { transport: me, actor } = await app.signIn("Aisyah", []);
    for (const title of ["A", "B", "C"]) await add(me, title, { remindAt: inMs(hourMs) });
    app.clock.advance(hourMs);
    const workers = Array.from({ length: 4 }, () => startWorker(todoJobs, app.api.systemContext));
    for (const worker of workers) worker.wake();
    await Promise.all(workers.map((worker) => worker.drained()));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await ringing(me)).toEqual(["A", "B", "C"]);
    expect(app.emails.filter(({ to }) => to === actor.email)).toHaveLength(1);
  });

  it("is not visible to other users, nor while its user views the app as a role or another user", async () => {
    const { transport: me, actor } = await app.signIn("Aisyah", []);
    await add(me, "Mine", { remindAt: inMs(0) });
    expect(await ringing(await signInUser())).toEqual([]);
    const ctx = { ...app.api.systemContext(), actor: { ...actor, isViewingAs: true } };
    const { readReminders } = await import("#demos/todo/api/service/reminders.ts");
    expect(await readReminders(ctx)).toEqual({ ringing: [], nextAt: null });
  });

  it.each(["2026-11-24", "soon", "9999-01-01T00:00:00Z"])("is refused with an invalid time: %s", async (remindAt) => {
    await expect(add(await signInUser(), "A", { remindAt })).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("the email of a reminder", () => {
  it("goes to a user who is away, in their language, with all reminders that ring at once", async () => {
    const { transport: me, actor } = await app.signIn("Aisyah", []);
    await app.db.execute(sql`update users set language = 'ar' where id = ${actor.userId}::uuid`);
    const first = await add(me, "مراجعة الملف", { remindAt: inMs(hourMs) });
    await add(me, "Second", { remindAt: inMs(hourMs) });
    app.clock.advance(hourMs);
    await app.runJobs();
    const [email, ...others] = app.emails.filter(({ to }) => to === actor.email);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("تذكيران، منهما \u2068مراجعة الملف\u2069");
    expect(email!.text).toContain(`https://mizan.test/apps/todo/folder/all?todo=${first.id}`);
  });

  it("is not sent to a user who used the app in the last five minutes", async () => {
    const { transport: me, actor } = await app.signIn("Aisyah", []);
    await add(me, "A", { remindAt: inMs(hourMs) });
    app.clock.advance(hourMs);
    await app.db.execute(sql`
      insert into sessions (id, token_hash, user_id, created_at, last_used_at, expires_at, address, user_agent)
      values (${newId()}::uuid, 'x'::bytea, ${actor.userId}::uuid, ${app.clock.now}::timestamptz,
              ${inMs(-4 * minuteMs)}::timestamptz, ${inMs(dayMs)}::timestamptz, '', '')`);
    expect(await ringing(me)).toEqual(["A"]);
    expect(app.emails.filter(({ to }) => to === actor.email)).toEqual([]);
  });
});

const weekly: Repeat = { every: 1, unit: "week", from: "due", begin: "2026-11-27", timeZone: "Asia/Riyadh" };

describe("a repeating to-do", () => {
  beforeAll(() => {
    app.clock.now = "2026-11-20T09:00:00.000Z";
  });

  it("is followed by the next when it is completed: the same content, nothing completed, later dates", async () => {
    const me = await signInUser();
    const steps = [{ id: "s", title: "Step", completed: true }];
    const first = await add(me, "Report", {
      dueDate: "2026-11-27T07:00:00.000Z",
      startDate: "2026-11-25",
      remindAt: "2026-11-27T06:00:00.000Z",
      repeat: weekly,
      labels: [4],
      important: true,
      notes: "Both languages",
      subtasks: steps,
    });
    const reply = await change(me, first.id, { completed: true });
    const next = {
      ...first,
      id: reply.added[0]!.id,
      dueDate: "2026-12-04T07:00:00.000Z",
      startDate: "2026-12-02",
      remindAt: "2026-12-04T06:00:00.000Z",
      subtasks: [{ ...steps[0], completed: false }],
    };
    expect(reply).toMatchObject({ added: [next], removed: [], todos: [{ id: first.id, completed: true }] });
    expect((await read(me)).map(({ id }) => id)).toEqual([next.id, first.id]);
    // Sent again, as by a retry, it is not followed again.
    expect((await change(me, first.id, { completed: true })).added).toEqual([]);
  });

  it("loses its follower when that is undone, unless the follower was edited: then only that one repeats", async () => {
    const me = await signInUser();
    const { id } = await add(me, "Report", { dueDate: "2026-11-27", repeat: weekly });
    const { added } = await change(me, id, { completed: true });
    const runAndRollBack = await change(me, id, { completed: false });
    expect(runAndRollBack).toMatchObject({ removed: [added[0]!.id], todos: [{ repeat: weekly, completed: false }] });
    expect(await read(me)).toHaveLength(1);
    const again = await change(me, id, { completed: true });
    await change(me, again.added[0]!.id, { starred: true });
    const kept = await change(me, id, { completed: false });
    expect(kept).toMatchObject({ removed: [], todos: [{ repeat: null }] });
    expect((await read(me)).map(({ repeat }) => repeat)).toEqual([weekly, null]);
  });

  it("also repeats through the calls of the specification, in bulk, and not when it is deleted", async () => {
    const me = await signInUser();
    const [a, b] = [await add(me, "A", { repeat: weekly }), await add(me, "B", { repeat: weekly })];
    await call(me, todos.update, { id: a.id, completed: true });
    await call(me, todos.remove, { text: b.id });
    expect((await call(me, todos.list, {})).map(({ title, dueDate }) => [title, dueDate])).toEqual([
      ["A", "2026-11-27"],
      ["A", null],
    ]);
  });

  it("can be one of several completed at once: each has its own next, and an undo removes just these", async () => {
    const me = await signInUser();
    const folder = await call(me, todoExtras.addFolder, { title: "Reports" });
    const a = await add(me, "A", { dueDate: "2026-11-27", repeat: weekly, folder: folder.id });
    const last = await add(me, "Last", { dueDate: "2999-12-31", repeat: { ...weekly, begin: "2999-12-31" } });
    const b = await add(me, "B", { dueDate: "2026-11-28", repeat: { ...weekly, begin: "2026-11-28" }, labels: [3] });
    const all = (completed: boolean) =>
      call(me, todoExtras.change, { changes: [a, last, b].map(({ id }) => ({ id, set: { completed } })) });
    const { added } = await all(true);
    const byTitle = added.toSorted((one, other) => (one.title < other.title ? -1 : 1));
    expect(byTitle).toMatchObject([
      { title: "A", dueDate: "2026-12-04", folder: folder.id, labels: [] },
      { title: "B", dueDate: "2026-12-05", folder: null, labels: [3] },
    ]);
    expect(new Set((await all(false)).removed)).toEqual(new Set(added.map(({ id }) => id)));
    expect((await read(me)).map(({ title }) => title)).toEqual(["B", "Last", "A"]);
  });

  const nextDue = async (dueDate: string, repeat: Partial<Repeat>, doneAt = app.clock.now) => {
    const me = await signInUser();
    const { id } = await add(me, "A", { dueDate, repeat: { ...weekly, begin: dueDate.slice(0, 10), ...repeat } });
    const now = app.clock.now;
    app.clock.now = doneAt;
    const { added } = await change(me, id, { completed: true });
    app.clock.now = now;
    return added[0]?.dueDate ?? null;
  };

  it.each<[string, string, Partial<Repeat>, string | null]>([
    ["every 31st", "2027-01-31", { unit: "month" }, "2027-02-28"],
    ["every 31st, after a February", "2027-02-28", { unit: "month", begin: "2027-01-31" }, "2027-03-31"],
    ["every other month", "2026-11-30", { unit: "month", every: 2 }, "2027-01-30"],
    ["every 29 February", "2028-02-29", { unit: "year" }, "2029-02-28"],
    ["every 1 Ramadan", "2027-02-08", { unit: "hijriYear" }, "2028-01-28"],
    ["every 30th of a Hijri month that the next has not", "2027-02-07", { unit: "hijriMonth" }, "2027-03-08"],
    ["ten days after it was done", "2026-11-27", { unit: "day", every: 10, from: "done" }, "2026-11-30"],
    ["one that was put off keeps its rhythm", "2026-11-29", { begin: "2026-11-27" }, "2026-12-04"],
    ["until the calendar ends", "2999-12-31", {}, null],
  ])("supports %s", async (_name, dueDate, repeat, expected) => {
    expect(await nextDue(dueDate, repeat)).toBe(expected);
  });

  it("does not accumulate missed dates: the next is later than the day on which it was completed", async () => {
    expect(await nextDue("2026-11-06", {})).toBe("2026-11-27");
    // 21:30 in Greenwich is the next day in Riyadh, the day of the next one, so that one is skipped too.
    expect(await nextDue("2026-11-20", {}, "2026-11-26T21:30:00.000Z")).toBe("2026-12-04");
  });

  it("keeps its time of day when summer time starts or ends", async () => {
    const zone = { timeZone: "Europe/Sarajevo", begin: "2027-03-27" };
    expect(await nextDue("2027-03-27T09:00:00.000Z", { ...zone, unit: "day" })).toBe("2027-03-28T08:00:00.000Z");
  });

  it("is not completed if the limit leaves no room for the next, and nothing is lost", async () => {
    const { actor, transport: me } = await app.signIn("Full", []);
    const { id } = await add(me, "A", { repeat: weekly });
    await app.db.execute(sql`
      insert into todos (owner_id, id, title, notes, is_starred, is_important, labels, subtasks, created_at, updated_at)
      select ${actor.userId}::uuid, n::text, 'x', '', false, false, '{}', '[]', now(), now()
        from generate_series(2, ${todosMax}::int) as n`);
    await expect(change(me, id, { completed: true })).rejects.toMatchObject({ code: "todo_limit" });
    expect(await rowsOf(app.db, sql`select completed_at from todos where id = ${id}`)).toEqual([
      { completed_at: null },
    ]);
  });

  it.each<Partial<Record<keyof Repeat, unknown>>>([
    { every: 0 },
    { every: 100 },
    { unit: "fortnight" },
    { begin: "soon" },
    { timeZone: "Mars/Olympus" },
  ])("is refused with an invalid repetition: %j", async (wrong) => {
    const repeat = { ...weekly, ...wrong } as Repeat;
    await expect(add(await signInUser(), "A", { repeat })).rejects.toMatchObject({ code: "invalid_input" });
  });
});
