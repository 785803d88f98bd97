import { describe, expect, it } from "vitest";
import type { TodoRecord } from "#demos/todo/contract.ts";
import { clockAt, emptyTodo } from "#demos/todo/rules.ts";
import { arrange, initialDisplay, type DisplayOptions } from "#demos/todo/web/useShownTodos.ts";

/** Noon in Riyadh. */
const clock = clockAt("2026-11-20T09:00:00.000Z", "Asia/Riyadh");

const todo = (title: string, set: Partial<TodoRecord> = {}): TodoRecord => ({
  ...emptyTodo(title, title, clock.now),
  ...set,
});
const arranged = (todos: readonly TodoRecord[], display: Partial<DisplayOptions> = {}) =>
  arrange(todos, { ...initialDisplay, ...display }, clock).map(({ group, todos: own }) => [
    group,
    ...own.map(({ title }) => title),
  ]);

describe("the groups of the list", () => {
  it("are sorted by urgency", () => {
    const todos = [
      todo("gone", { deleted: true, dueDate: "2026-11-01" }),
      todo("done", { completed: true, dueDate: "2026-11-01", completedAt: clock.now }),
      todo("some day"),
      todo("tomorrow", { dueDate: "2026-11-21" }),
      todo("today", { dueDate: "2026-11-20" }),
      todo("yesterday", { dueDate: "2026-11-19" }),
    ];
    expect(arranged(todos)).toEqual([
      ["overdue", "yesterday"],
      ["today", "today"],
      ["later", "tomorrow"],
      ["none", "some day"],
      ["done", "done"],
      ["deleted", "gone"],
    ]);
    expect(arranged(todos, { hidesDone: true }).map(([group]) => group)).not.toContain("done");
  });

  it("change at the user's midnight: what was due earlier today is still in today", () => {
    expect(arranged([todo("a", { dueDate: "2026-11-19T20:59:59.999Z" })])).toEqual([["overdue", "a"]]);
    expect(arranged([todo("a", { dueDate: "2026-11-19T21:00:00.000Z" })])).toEqual([["today", "a"]]);
    expect(arranged([todo("a", { dueDate: "2026-11-20T20:59:59.999Z" })])).toEqual([["today", "a"]]);
    expect(arranged([todo("a", { dueDate: "2026-11-20T21:00:00.000Z" })])).toEqual([["later", "a"]]);
  });
});

describe("the order within a group", () => {
  const later = [
    todo("b", { dueDate: "2026-12-02", startDate: "2026-11-25" }),
    todo("C", { dueDate: "2026-12-01T06:00:00.000Z" }),
    todo("a", { dueDate: "2026-12-01", startDate: "2026-11-22" }),
  ];

  it("is by due date, by start date or by title, in both directions", () => {
    expect(arranged(later)).toEqual([["later", "a", "C", "b"]]);
    expect(arranged(later, { direction: "desc" })).toEqual([["later", "b", "C", "a"]]);
    expect(arranged(later, { by: "title" })).toEqual([["later", "a", "b", "C"]]);
    expect(arranged(later, { by: "title", direction: "desc" })).toEqual([["later", "C", "b", "a"]]);
  });

  it("puts to-dos without such a date last, in both directions", () => {
    expect(arranged(later, { by: "startDate" })).toEqual([["later", "a", "b", "C"]]);
    expect(arranged(later, { by: "startDate", direction: "desc" })).toEqual([["later", "b", "a", "C"]]);
  });

  it("starts the completed ones with the latest", () => {
    const done = (title: string, completedAt: string) => todo(title, { completed: true, completedAt });
    const todos = [done("first", "2026-11-18T00:00:00.000Z"), done("last", "2026-11-19T00:00:00.000Z")];
    expect(arranged(todos, { by: "title" })).toEqual([["done", "last", "first"]]);
  });
});
