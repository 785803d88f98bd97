import { expect, it } from "vitest";
import { seedOnce } from "#api/seed.ts";
import { testApi } from "#api/testing/testApi.ts";
import { type Todo, todos } from "#demos/todo/contract.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";
import { call } from "#web/call.ts";

it("gives each user the sample rows that B17 counts, with dates around the day of their first visit", async () => {
  const app = await testApi([todoFeature]);
  await seedOnce(app.api.systemContext(), []);
  const { transport: me } = await app.signIn("Aisyah", []);
  const all = await call(me, todos.list, {});
  const deleted = await call(me, todos.list, { filterHandle: "deleted" });
  const everything = [...all, ...deleted];
  const count = (matches: (todo: Todo) => boolean) => everything.filter(matches).length;
  const today = "2026-11-20";
  expect({
    todos: everything.length,
    completed: count((todo) => todo.completed),
    starred: count((todo) => todo.starred),
    important: count((todo) => todo.important),
    deleted: count((todo) => todo.deleted),
    due: count((todo) => todo.dueDate !== null),
    past: count((todo) => todo.dueDate !== null && todo.dueDate.slice(0, 10) < today),
    today: count((todo) => todo.dueDate?.slice(0, 10) === today),
    withoutLabel: count((todo) => todo.labels.length === 0),
    withThree: count((todo) => todo.labels.length === 3),
    inFolder: count((todo) => todo.folder !== undefined),
  }).toEqual({
    todos: 30,
    completed: 6,
    starred: 5,
    important: 6,
    deleted: 4,
    due: 18,
    past: 4,
    today: 3,
    withoutLabel: 5,
    withThree: 3,
    inFolder: 0,
  });
  expect(await call(me, todos.list, { filterHandle: "today", timeZone: "America/Los_Angeles" })).toHaveLength(3);
  expect(await call(me, todos.list, { filterHandle: "today", timeZone: "Pacific/Auckland" })).toHaveLength(3);
  expect(all[0]?.title).toBe("Ask Zaytouna for the renewed certificate");
  await app.close();
});
