import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Label, TodoRecord } from "#demos/todo/contract.ts";
import { useListActions } from "#demos/todo/web/useListActions.ts";
import { type TodoActions, useTodoActions } from "#demos/todo/web/useTodoActions.ts";
import { type Overview, useTodos } from "#demos/todo/web/useTodos.ts";
import { emptyTodo } from "#demos/todo/rules.ts";
import { todoScreens } from "#demos/todo/web/routes.tsx";
import type { Transport } from "#web/call.ts";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { queryClientOf } from "#web/operations.ts";
import { SessionContext } from "#web/session.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { signedIn } from "#web/testing/signedIn.ts";
import { TransportContext } from "#web/transport.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

beforeAll(async () => {
  await startMessages();
  await loadMessages(todoScreens);
});

const at = "2026-11-20T09:00:00.000Z";
const todo = (id: string, set: Partial<TodoRecord> = {}): TodoRecord => ({ ...emptyTodo(id, id, at), ...set });

/** A server that responds when the test says so. */
function heldServer(todos: readonly TodoRecord[]) {
  const kept = { todos, labels: [] as readonly Label[] };
  const waiting: { method: string; path: string; body: unknown; answer: (response: Response) => void }[] = [];
  const transport: Transport = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname.endsWith("/labels")) return Response.json(kept.labels);
    if (request.method === "GET") return Response.json({ ...kept, folders: [] });
    const body: unknown = await request.json().catch(() => null);
    return new Promise((answer) => waiting.push({ method: request.method, path: pathname, body, answer }));
  };
  return { transport, waiting, kept };
}

const unmounts: (() => void)[] = [];
afterEach(() => act(() => unmounts.splice(0).forEach((unmount) => unmount())));

async function show(todos: readonly TodoRecord[]) {
  const server = heldServer(todos);
  const session = await signedIn(server.transport);
  const toasts = createToasts();
  const seen: { overview?: Overview | undefined; actions?: TodoActions; lists?: ReturnType<typeof useListActions> } =
    {};
  const Probe = () => {
    seen.overview = useTodos().overview;
    seen.actions = useTodoActions();
    seen.lists = useListActions();
    return null;
  };
  const root = createRoot(document.createElement("div"));
  unmounts.push(() => root.unmount());
  await act(async () => {
    root.render(
      <QueryClientProvider client={queryClientOf(server.transport)}>
        <SessionContext value={session}>
          <TransportContext value={server.transport}>
            <ToastsContext value={toasts}>
              <Probe />
            </ToastsContext>
          </TransportContext>
        </SessionContext>
      </QueryClientProvider>,
    );
  });
  await waitForEffects();
  const shown = (id: string) => seen.overview?.todos.find((each) => each.id === id);
  return {
    ...server,
    toasts,
    shown,
    actions: seen.actions!,
    lists: seen.lists!,
    ids: () => seen.overview?.todos.map(({ id }) => id),
  };
}

const refused = () => Response.json({ code: "start_after_due", message: "Too late" }, { status: 422 });

describe("a change", () => {
  it("is shown at once, and stays as returned by the server", async () => {
    const page = await show([todo("a")]);
    await act(async () => page.actions.star([page.shown("a")!], true));
    await waitForEffects();
    expect(page.shown("a")?.starred).toBe(true);
    expect(page.waiting[0]?.body).toEqual({ changes: [{ id: "a", set: { starred: true } }] });
    page.waiting[0]?.answer(
      Response.json({ todos: [todo("a", { starred: true, version: 2 })], missing: [], added: [], removed: [] }),
    );
    await waitForEffects();
    expect(page.shown("a")).toMatchObject({ starred: true, version: 2 });
  });

  it("is reverted if it is refused, but not the changes after it", async () => {
    const page = await show([todo("a"), todo("b")]);
    await act(async () => {
      page.actions.star([page.shown("a")!], true);
      page.actions.flag([page.shown("b")!], true);
    });
    await waitForEffects();
    expect([page.shown("a")?.starred, page.shown("b")?.important]).toEqual([true, true]);
    expect(page.waiting).toHaveLength(1);
    page.waiting[0]?.answer(refused());
    await waitForEffects();
    expect([page.shown("a")?.starred, page.shown("b")?.important]).toEqual([false, true]);
    expect(page.toasts.read().at(-1)).toMatchObject({ variant: "error" });
  });

  it("reaches the server in the order of the changes", async () => {
    const page = await show([todo("a")]);
    await act(async () => page.actions.complete([page.shown("a")!], true));
    await act(async () => page.actions.complete([page.shown("a")!], false));
    await waitForEffects();
    expect([page.shown("a")?.completed, page.waiting.length]).toEqual([false, 1]);
    page.waiting[0]?.answer(
      Response.json({ todos: [todo("a", { completed: true, version: 2 })], missing: [], added: [], removed: [] }),
    );
    await waitForEffects();
    expect(page.shown("a")?.completed).toBe(false);
    expect(page.waiting[1]?.body).toEqual({ changes: [{ id: "a", set: { completed: false } }] });
  });

  it("leaves out what was deleted elsewhere, and says so", async () => {
    const page = await show([todo("a"), todo("b")]);
    await act(async () => page.actions.star([page.shown("a")!, page.shown("b")!], true));
    await waitForEffects();
    page.waiting[0]?.answer(
      Response.json({ todos: [todo("b", { starred: true })], missing: ["a"], added: [], removed: [] }),
    );
    await waitForEffects();
    expect(page.ids()).toEqual(["b"]);
    expect(page.toasts.read().at(-1)).toMatchObject({ variant: "info" });
    await act(async () => page.toasts.read().at(-1)?.action?.onAction());
    await waitForEffects();
    expect(page.waiting[1]?.body).toMatchObject({ set: { title: "a", starred: true } });
  });
});

it("loses none of two subtasks that are added before the next render", async () => {
  const page = await show([todo("a")]);
  await act(async () => {
    for (const title of ["One", "Two"])
      page.actions.changeSteps("a", (steps) => [...steps, { id: title, title, completed: false }]);
  });
  await waitForEffects();
  expect(page.shown("a")?.subtasks.map(({ title }) => title)).toEqual(["One", "Two"]);
});

describe("undo", () => {
  it("restores each to-do's own value", async () => {
    const page = await show([todo("a", { dueDate: "2026-11-24" }), todo("b")]);
    await act(async () => page.actions.schedule([page.shown("a")!, page.shown("b")!], { dueDate: "2026-12-01" }));
    await act(async () => page.toasts.read().at(-1)?.action?.onAction());
    await waitForEffects();
    expect([page.shown("a")?.dueDate, page.shown("b")?.dueDate]).toEqual(["2026-11-24", null]);
    page.waiting[0]?.answer(Response.json({ todos: [], missing: [], added: [], removed: [] }));
    await waitForEffects();
    expect(page.waiting[1]?.body).toEqual({
      changes: [
        { id: "a", set: { dueDate: "2026-11-24" } },
        { id: "b", set: { dueDate: null } },
      ],
    });
  });

  it("restores the reminder of a completed to-do, and removes its follower", async () => {
    const remindAt = "2026-11-24T06:00:00.000Z";
    const page = await show([todo("a", { remindAt })]);
    await act(async () => page.actions.complete([page.shown("a")!], true));
    await waitForEffects();
    expect(page.shown("a")).toMatchObject({ completed: true, remindAt: null });
    expect(page.waiting[0]?.body).toEqual({ changes: [{ id: "a", set: { completed: true } }] });
    const done = todo("a", { completed: true, completedAt: at });
    page.waiting[0]?.answer(Response.json({ todos: [done], missing: [], added: [todo("next")], removed: [] }));
    await waitForEffects();
    expect(page.ids()).toEqual(["next", "a"]);
    await act(async () => page.actions.undo());
    await waitForEffects();
    expect(page.waiting[1]?.body).toEqual({ changes: [{ id: "a", set: { completed: false, remindAt } }] });
    page.waiting[1]?.answer(
      Response.json({ todos: [todo("a", { remindAt })], missing: [], added: [], removed: ["next"] }),
    );
    await waitForEffects();
    expect([page.ids(), page.shown("a")?.remindAt]).toEqual([["a"], remindAt]);
  });

  it("moves a reminder with the due date, and back", async () => {
    const [remindAt, moved] = ["2046-11-24T06:00:00.000Z", "2046-11-25T06:00:00.000Z"];
    const page = await show([todo("a", { dueDate: "2046-11-24T07:00:00.000Z", remindAt })]);
    await act(async () => page.actions.schedule([page.shown("a")!], { dueDate: "2046-11-25T07:00:00.000Z" }));
    await waitForEffects();
    expect(page.shown("a")?.remindAt).toBe(moved);
    await act(async () => page.actions.undo());
    await waitForEffects();
    expect(page.shown("a")?.remindAt).toBe(remindAt);
  });

  it("rings a reminder again that was snoozed or answered by completing it", async () => {
    const reminder = { id: "a", title: "A", dueDate: null, remindAt: at };
    const page = await show([todo("a")]);
    await act(async () => page.actions.answer(reminder, { completed: true }));
    await waitForEffects();
    page.waiting[0]?.answer(Response.json({ todos: [], missing: [], added: [], removed: [] }));
    await act(async () => page.actions.undo());
    await waitForEffects();
    expect(page.waiting[1]?.body).toEqual({ changes: [{ id: "a", set: { remindAt: at, completed: false } }] });
  });

  it("removes a label only from those that got it", async () => {
    const page = await show([todo("with", { labels: [4] }), todo("without")]);
    const label = { id: 4, title: "Issue" };
    await act(async () => page.actions.label([page.shown("with")!, page.shown("without")!], label));
    await waitForEffects();
    expect(page.waiting[0]?.body).toEqual({ selectedTodoIds: ["without"], labelId: 4 });
    page.kept.todos = [todo("with", { labels: [4] }), todo("without", { labels: [4] })];
    page.waiting[0]?.answer(new Response(null));
    await act(async () => page.actions.undo());
    await waitForEffects();
    expect([page.shown("with")?.labels, page.shown("without")?.labels]).toEqual([[4], []]);
    expect(page.waiting[1]).toMatchObject({
      path: "/api/todo-app/toggle-label",
      body: { selectedTodoIds: ["without"] },
    });
  });
});

describe("a label", () => {
  it("stays where it was added elsewhere meanwhile, because the call would remove it", async () => {
    const page = await show([todo("a"), todo("b")]);
    page.kept.todos = [todo("a", { labels: [4] }), todo("b")];
    await act(async () => page.actions.label([page.shown("a")!, page.shown("b")!], { id: 4, title: "Issue" }));
    await waitForEffects();
    expect(page.waiting.map(({ body }) => body)).toEqual([{ selectedTodoIds: ["b"], labelId: 4 }]);
  });
});

describe("deleting permanently", () => {
  it("is sent when its toast disappears, and not a moment before", async () => {
    const page = await show([todo("a"), todo("b")]);
    await act(async () => page.actions.deleteForEver([page.shown("a")!]));
    await waitForEffects();
    expect([page.ids(), page.waiting.length]).toEqual([["b"], 0]);
    await act(async () => page.actions.star([page.shown("b")!], true));
    await waitForEffects();
    expect(page.waiting[0]?.path).toBe("/api/todo-app/x/todos");
    const [toast] = page.toasts.read();
    await act(async () => page.toasts.hide(toast!.id));
    await waitForEffects();
    expect(page.waiting[1]).toMatchObject({ path: "/api/todo-app/delete-todos", body: { selectedTodoIds: ["a"] } });
  });

  it("is never sent when it is undone", async () => {
    const page = await show([todo("a")]);
    await act(async () => page.actions.deleteForEver([page.shown("a")!]));
    await act(async () => page.actions.undo());
    await waitForEffects();
    expect([page.ids(), page.waiting.length]).toEqual([["a"], 0]);
  });
});

describe("folders and labels", () => {
  it("are as before when their removal is undone, because it has not been sent", async () => {
    const page = await show([todo("a", { folder: 7 })]);
    await act(async () => page.lists.removeFolder({ id: 7, handle: "ramadan", title: "Ramadan", icon: "folder" }));
    await waitForEffects();
    expect(page.shown("a")?.folder).toBeNull();
    await act(async () => page.actions.undo());
    await waitForEffects();
    expect([page.shown("a")?.folder, page.waiting.length]).toEqual([7, 0]);
  });

  it("are as before when adding or renaming one is undone", async () => {
    const page = await show([]);
    await act(async () => page.lists.addFolder("Eid"));
    await waitForEffects();
    const eid = { id: 100, handle: "eid", title: "Eid", icon: "folder" };
    page.waiting[0]?.answer(Response.json(eid));
    await waitForEffects();
    await act(async () => page.actions.undo());
    await waitForEffects();
    expect(page.waiting[1]).toMatchObject({ method: "DELETE", path: "/api/todo-app/x/folders/100" });
    page.waiting[1]?.answer(new Response(null));
    await act(async () => page.lists.changeFolder(eid, { title: "Eid 1448", icon: "celebration" }));
    await act(async () => page.actions.undo());
    await waitForEffects();
    page.waiting[2]?.answer(Response.json(eid));
    await waitForEffects();
    expect(page.waiting.slice(2).map(({ body }) => body)).toEqual([
      { title: "Eid 1448", icon: "celebration" },
      { title: "Eid", icon: "folder" },
    ]);
  });
});

describe("adding", () => {
  it("creates new labels and folders first, and shows the to-do meanwhile", async () => {
    const page = await show([]);
    const set = { title: "Call Baqala", labels: [1] };
    await act(async () => {
      page.actions.add({ set, newLabels: [{ title: "Halal", color: "#0f7a5c" }], newFolder: "Ramadan" });
    });
    await waitForEffects();
    expect(page.ids()).toHaveLength(1);
    page.waiting[0]?.answer(Response.json({ id: 100, handle: "halal", title: "Halal", color: "#0f7a5c" }));
    await waitForEffects();
    page.waiting[1]?.answer(Response.json({ id: 101, handle: "ramadan", title: "Ramadan", icon: "folder" }));
    await waitForEffects();
    expect(page.waiting[2]?.body).toMatchObject({ set: { ...set, labels: [1, 100], folder: 101 } });
    expect(page.waiting.map(({ path }) => path.split("/").at(-1))).toEqual(["labels", "folders", "todos"]);
  });

  it("uses the label that was created elsewhere meanwhile", async () => {
    const page = await show([]);
    page.kept.labels = [{ id: 100, handle: "halal", title: "halal", color: "#0f7a5c" }];
    const set = { title: "Call Baqala" };
    await act(async () => {
      page.actions.add({ set, newLabels: [{ title: "Halal", color: "#0f7a5c" }], newFolder: null });
    });
    await waitForEffects();
    page.waiting[0]?.answer(Response.json({ code: "title_taken", message: "Taken" }, { status: 409 }));
    await waitForEffects();
    expect(page.waiting[1]?.body).toMatchObject({ set: { ...set, labels: [100] } });
  });

  it("restores what was typed if it is refused", async () => {
    const page = await show([]);
    const given: string[] = [];
    await act(async () => {
      page.actions.add({ set: { title: "Call Baqala" }, newLabels: [], newFolder: null }, () => given.push("back"));
    });
    await waitForEffects();
    page.waiting[0]?.answer(refused());
    await waitForEffects();
    expect([page.ids(), given]).toEqual([[], ["back"]]);
  });
});
