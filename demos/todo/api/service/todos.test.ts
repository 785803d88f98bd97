import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { todoExtras, todos, todosMax } from "#demos/todo/contract.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";
import { migrations } from "#database/migrations.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
beforeAll(async () => {
  app = await testApi([todoFeature]);
});
afterAll(() => app.close());

const signInUser = async () => (await app.signIn("Aisyah", [])).transport;
const add = (transport: Transport, title: string, set: object = {}) =>
  call(transport, todoExtras.add, { id: newId(), set: { title, ...set } });
const overview = (transport: Transport) => call(transport, todoExtras.overview, {});
const titles = async (transport: Transport) => (await overview(transport)).todos.map(({ title }) => title);

describe("the overview", () => {
  it("contains all to-dos of the user, newest first and including deleted ones, with folders and labels", async () => {
    const me = await signInUser();
    await add(me, "First");
    const second = await add(me, "Second", { deleted: true, subtasks: [{ id: "s1", title: "Part", completed: true }] });
    expect(await overview(me)).toMatchObject({
      todos: [
        { ...second, subtasks: [{ id: "s1", title: "Part", completed: true }], deleted: true },
        { title: "First", folder: null, createdAt: app.clock.now, completedAt: null, version: 1 },
      ],
      folders: [{ handle: "all" }],
      labels: { length: 5 },
    });
  });

  it("contains only the user's own to-dos", async () => {
    const [mine, theirs] = [await signInUser(), await signInUser()];
    await add(mine, "Mine");
    expect(await titles(theirs)).toEqual([]);
  });
});

describe("adding", () => {
  it("returns the stored to-do when the same id arrives again", async () => {
    const me = await signInUser();
    const first = await add(me, "Call Baqala");
    expect(await call(me, todoExtras.add, { id: first.id, set: { title: "Again" } })).toEqual(first);
    expect(await titles(me)).toEqual(["Call Baqala"]);
  });

  it("stops at the limit, even when the last place is requested ten times at once", async () => {
    const { actor, transport: me } = await app.signIn("Full", []);
    await overview(me);
    await app.db.execute(sql`
      insert into todos (owner_id, id, title, notes, is_starred, is_important, labels, subtasks, created_at, updated_at)
      select ${actor.userId}::uuid, n::text, 'x', '', false, false, '{}', '[]', now(), now()
        from generate_series(2, ${todosMax}::int) as n`);
    const replies = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => add(me, `Last ${n}`)));
    expect(replies.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(replies.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "todo_limit", details: { limit: todosMax } },
    });
    expect((await overview(me)).todos).toHaveLength(todosMax);
  });
});

describe("changing many", () => {
  it("changes only the given fields, in all of them", async () => {
    const me = await signInUser();
    const [a, b] = [await add(me, "A", { labels: [1], dueDate: "2026-11-24" }), await add(me, "B", { starred: true })];
    app.clock.advance(1000);
    const set = { completed: true };
    const { todos: changed, missing } = await call(me, todoExtras.change, {
      changes: [
        { id: a.id, set },
        { id: b.id, set },
      ],
    });
    const now = app.clock.now;
    expect([changed, missing]).toEqual([
      [
        { ...b, completed: true, completedAt: now, updatedAt: now, version: 2 },
        { ...a, completed: true, completedAt: now, updatedAt: now, version: 2 },
      ],
      [],
    ]);
  });

  it("keeps the time of completion when it is sent again, and clears it when undone", async () => {
    const me = await signInUser();
    const { id } = await add(me, "A", { completed: true });
    const completedAt = app.clock.now;
    app.clock.advance(5000);
    const set = async (completed: boolean) => {
      const reply = await call(me, todoExtras.change, { changes: [{ id, set: { completed } }] });
      return reply.todos[0]?.completedAt;
    };
    expect([await set(true), await set(false), await set(true)]).toEqual([completedAt, null, app.clock.now]);
  });

  it("accepts another value for each, as an undo does, and keeps the order of changes to one", async () => {
    const me = await signInUser();
    const [a, b] = [await add(me, "A"), await add(me, "B")];
    await call(me, todoExtras.change, {
      changes: [
        { id: a.id, set: { labels: [2, 1], dueDate: "2026-12-01" } },
        { id: b.id, set: { title: "B1" } },
        { id: a.id, set: { title: "A1" } },
        { id: b.id, set: { title: "B2" } },
        { id: a.id, set: { dueDate: null } },
      ],
    });
    expect((await overview(me)).todos).toMatchObject([{ title: "B2" }, { title: "A1", labels: [2, 1], dueDate: null }]);
  });

  it("lists those that no longer exist, and changes the rest", async () => {
    const me = await signInUser();
    const { id } = await add(me, "A");
    const changes = ["gone", id].map((each) => ({ id: each, set: { starred: true } }));
    expect(await call(me, todoExtras.change, { changes })).toMatchObject({
      todos: [{ id, starred: true }],
      missing: ["gone"],
    });
  });

  it("refuses an old version with the current to-do, and then changes none", async () => {
    const me = await signInUser();
    const [a, b] = [await add(me, "A"), await add(me, "B")];
    await call(me, todoExtras.change, { changes: [{ id: a.id, set: { notes: "Theirs" }, version: 1 }] });
    const late = call(me, todoExtras.change, {
      changes: [
        { id: b.id, set: { notes: "Mine" } },
        { id: a.id, set: { notes: "Mine" }, version: 1 },
      ],
    });
    await expect(late).rejects.toMatchObject({
      code: "version_conflict",
      status: 412,
      details: { todo: { id: a.id, notes: "Theirs", version: 2 } },
    });
    expect((await overview(me)).todos.map(({ notes }) => notes)).toEqual(["", "Theirs"]);
  });

  it.each([
    { title: "" },
    { title: "   " },
    { colour: "red" },
    { dueDate: "soon" },
    { subtasks: [{ id: "s", title: "" }] },
  ])("refuses %j and changes none", async (set) => {
    const me = await signInUser();
    const { id } = await add(me, "A");
    const change = call(me, todoExtras.change, {
      changes: [
        { id, set: { starred: true } },
        { id, set },
      ],
    } as never);
    await expect(change).rejects.toMatchObject({ status: "colour" in set ? 400 : 422 });
    expect((await overview(me)).todos).toMatchObject([{ starred: false, version: 1 }]);
  });

  it("changes no other user's to-dos", async () => {
    const [mine, theirs] = [await signInUser(), await signInUser()];
    const todo = await add(mine, "Mine");
    const reply = await call(theirs, todoExtras.change, { changes: [{ id: todo.id, set: { title: "Theirs" } }] });
    expect(reply).toEqual({ todos: [], missing: [todo.id], added: [], removed: [] });
    expect((await overview(mine)).todos).toEqual([todo]);
  });
});

describe("a start date", () => {
  it("is not later than the due date, whichever of the two is sent", async () => {
    const me = await signInUser();
    const { id } = await add(me, "A", { dueDate: "2026-11-24" });
    const sent = (set: { startDate?: string; dueDate?: string }) =>
      call(me, todos.update, { id, ...set }).then(
        () => "taken",
        ({ code }: { code: string }) => code,
      );
    await expect(add(me, "B", { startDate: "2026-11-25", dueDate: "2026-11-24" })).rejects.toMatchObject({
      code: "start_after_due",
      status: 422,
    });
    expect(await sent({ startDate: "2026-11-25" })).toBe("start_after_due");
    expect(await sent({ startDate: "2026-11-24" })).toBe("taken");
    expect(await sent({ dueDate: "2026-11-23" })).toBe("start_after_due");
    // With a time on one side it depends on the zone; the last hour of that day anywhere is 12:00 UTC of the next.
    expect(await sent({ startDate: "2026-11-25T12:00:00Z" })).toBe("taken");
    expect(await sent({ startDate: "2026-11-25T12:00:00.001Z" })).toBe("start_after_due");
    const startDate = "2026-11-24T09:00:00Z";
    expect(await sent({ startDate, dueDate: startDate })).toBe("taken");
    expect(await sent({ dueDate: "2026-11-24T08:59:59Z" })).toBe("start_after_due");
  });
});

describe("start dates later than the due date, stored before that was refused", () => {
  it("become the due date, and all others stay", async () => {
    const me = await signInUser();
    const kept = await add(me, "Kept", { startDate: "2026-11-24", dueDate: "2026-11-24" });
    const hours = await add(me, "Hours", { dueDate: "2026-11-24T09:00:00Z" });
    const day = await add(me, "Day", { dueDate: "2026-11-24" });
    const { sql: text } = migrations.find(({ name }) => name === "0036_todo_more.sql")!;
    await app.db.transaction(async (db) => {
      await db.execute(sql`alter table todos drop constraint todos__start_before_due`);
      await db.execute(sql`update todos set start_on = '2026-11-26' where id in (${hours.id}, ${day.id})`);
      const repair = text.slice(text.indexOf("update todos")).split(";");
      for (const statement of repair.filter((part) => part.trim() !== "")) await db.execute(sql.raw(statement));
    });
    const starts = (await overview(me)).todos.map(({ title, startDate, version }) => [title, startDate, version]);
    expect(starts).toEqual([
      ["Day", "2026-11-24", 2],
      ["Hours", "2026-11-24T09:00:00.000Z", 2],
      ["Kept", kept.startDate, 1],
    ]);
  });
});

/** Waits until this many calls wait for a lock, or for as long as a call without a lock would need. */
async function untilWaiting(db: Pick<Db, "execute">, calls: number) {
  for (let attempt = 0; attempt < 30; attempt++) {
    await db.execute(sql`select pg_sleep(0.01)`);
    const found = await db.execute(sql`select count(*)::int as waiting from pg_locks where not granted`);
    if ((found as { rows: { waiting: number }[] }).rows[0]!.waiting >= calls) return;
  }
}

describe("simultaneous calls", () => {
  const labelsOf = async (transport: Transport) => (await overview(transport)).todos.map(({ labels }) => labels);

  it("toggle a label once for each of nine calls, whatever the order of the to-dos in each", async () => {
    const me = await signInUser();
    const made = await Promise.all(["A", "B", "C", "D", "E"].map((title) => add(me, title)));
    const ids = made.map(({ id }) => id);
    await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        call(me, todos.toggleLabel, { selectedTodoIds: n % 2 ? ids : ids.toReversed(), labelId: 3 }),
      ),
    );
    expect(await labelsOf(me)).toEqual(ids.map(() => [3]));
    await call(me, todos.toggleLabel, { selectedTodoIds: ids, labelId: 3 });
    expect(await labelsOf(me)).toEqual(ids.map(() => []));
  });

  it("lose none of five different labels that are toggled at once", async () => {
    const me = await signInUser();
    const { id } = await add(me, "A");
    await Promise.all(
      [1, 2, 3, 4, 5].map((labelId) => call(me, todos.toggleLabel, { selectedTodoIds: [id], labelId })),
    );
    expect((await labelsOf(me))[0]?.toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it("remove a label also from the to-do into which it is just being written", async () => {
    const me = await signInUser();
    const { id } = await add(me, "A");
    const calls: Promise<unknown>[] = [];
    await app.db.transaction(async (db) => {
      await db.execute(sql`select id from todos where id = ${id} for update`);
      calls.push(call(me, todos.toggleLabel, { selectedTodoIds: [id], labelId: 3 }));
      await untilWaiting(db, 1);
      calls.push(call(me, todoExtras.removeLabel, { id: 3 }));
      await untilWaiting(db, 2);
    });
    await Promise.all(calls);
    expect(await labelsOf(me)).toEqual([[]]);
  });

  it("change and delete overlapping selections without a deadlock", async () => {
    const me = await signInUser();
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => add(me, `T${n}`)));
    const ids = made.map(({ id }) => id);
    const set = { starred: true };
    await Promise.all([
      call(me, todoExtras.change, { changes: ids.map((id) => ({ id, set })) }),
      call(me, todoExtras.change, { changes: ids.toReversed().map((id) => ({ id, set })) }),
      call(me, todos.setFolder, { selectedTodoIds: ids.toReversed(), folderId: 0 }),
      call(me, todos.deleteForEver, { selectedTodoIds: ids.slice(3, 9).toReversed() }),
      call(me, todos.deleteForEver, { selectedTodoIds: ids.slice(5, 11) }),
    ]);
    expect((await overview(me)).todos.map(({ id }) => id).toSorted()).toEqual([...ids.slice(0, 3), ids[11]].toSorted());
  });
});
