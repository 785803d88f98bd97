import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TodoRecord } from "#demos/todo/contract.ts";
import { emptyTodo } from "#demos/todo/rules.ts";
import { todoScreens } from "#demos/todo/web/routes.tsx";
import { type TodoActions, useTodoActions } from "#demos/todo/web/useTodoActions.ts";
import { type Overview, todoQueue, useTodos } from "#demos/todo/web/useTodos.ts";
import type { Transport } from "#web/call.ts";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { queryClientOf } from "#web/operations.ts";
import { UnsentCard } from "#web/optimistic/UnsentCard.tsx";
import { SessionContext } from "#web/session.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { signedIn } from "#web/testing/signedIn.ts";
import { TransportContext } from "#web/transport.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeAll(async () => {
  await startMessages();
  await loadMessages(todoScreens);
});

const at = "2026-11-20T09:00:00.000Z";
const todo = (id: string, set: Partial<TodoRecord> = {}): TodoRecord => ({ ...emptyTodo(id, id, at), ...set });

let leave = async () => {};
afterEach(async () => {
  await leave();
  localStorage.clear();
});

/** The card on Aisyah's page, with a server that answers changes when the test says so. */
async function show(todos: readonly TodoRecord[]) {
  const waiting: { body: unknown; answer: (response: Response) => void }[] = [];
  const transport: Transport = async (request) => {
    if (request.method === "GET") return Response.json({ todos, folders: [], labels: [] });
    const body: unknown = await request.json();
    return new Promise((answer) => waiting.push({ body, answer }));
  };
  const seen: { overview?: Overview | undefined; actions?: TodoActions } = {};
  const Probe = () => {
    seen.overview = useTodos().overview;
    seen.actions = useTodoActions();
    return <UnsentCard queue={todoQueue} onResume={seen.actions.resume} />;
  };
  const screen = document.createElement("div");
  const root = createRoot(screen);
  const session = await signedIn(transport);
  await act(async () =>
    root.render(
      <SessionContext value={session}>
        <QueryClientProvider client={queryClientOf(transport)}>
          <TransportContext value={transport}>
            <ToastsContext value={createToasts()}>
              <Probe />
            </ToastsContext>
          </TransportContext>
        </QueryClientProvider>
      </SessionContext>,
    ),
  );
  leave = () => act(async () => root.unmount());
  await waitForEffects();
  return {
    waiting,
    screen,
    actions: seen.actions!,
    shown: (id: string) => seen.overview?.todos.find((each) => each.id === id),
    ids: () => seen.overview?.todos.map(({ id }) => id),
  };
}

const away = () => Response.json({ code: "retry_later", message: "Away" }, { status: 503 });
const changed = (...todos: TodoRecord[]) => Response.json({ todos, missing: [], added: [], removed: [] });
const networkIsBack = () => act(async () => void dispatchEvent(new Event("online")));

describe("while the server does not respond", () => {
  it("a change stays, is listed as unsaved, and is sent again in order", async () => {
    const page = await show([todo("a"), todo("b")]);
    await act(async () => {
      page.actions.write(page.shown("a")!, { notes: "Typed" });
      page.actions.flag([page.shown("b")!], true);
    });
    await waitForEffects();
    page.waiting[0]?.answer(away());
    await waitForEffects();
    expect([page.shown("a")?.notes, page.shown("b")?.important]).toEqual(["Typed", true]);
    expect(page.screen.textContent).toContain("2 changes not saved yet");
    expect(page.waiting).toHaveLength(1);
    await networkIsBack();
    await waitForEffects();
    expect(page.waiting[1]?.body).toEqual(page.waiting[0]?.body);
    page.waiting[1]?.answer(changed(todo("a", { notes: "Typed", version: 2 })));
    await waitForEffects();
    expect(page.screen.textContent).toBe("");
    expect(page.waiting[2]?.body).toEqual({ changes: [{ id: "b", set: { important: true } }] });
  });

  it("a change that the user discards is reverted, with the changes that depend on it", async () => {
    const page = await show([todo("a"), todo("b")]);
    await act(async () => {
      page.actions.star([page.shown("a")!], true);
      page.actions.flag([page.shown("b")!], true);
    });
    await waitForEffects();
    page.waiting[0]?.answer(away());
    await waitForEffects();
    await act(async () => page.screen.querySelectorAll("button")[1]!.click());
    await waitForEffects();
    expect([page.shown("a")?.starred, page.shown("b")?.important]).toEqual([false, false]);
    expect([page.waiting.length, page.screen.textContent]).toEqual([1, ""]);
  });

  it("the page may close: the next one sends the change", async () => {
    const page = await show([todo("a")]);
    const set = { title: "Call Baqala" };
    await act(async () => {
      page.actions.write(page.shown("a")!, { notes: "Typed" });
      page.actions.add({ set, newLabels: [], newFolder: null });
    });
    await waitForEffects();
    dispatchEvent(new Event("pagehide"));
    await leave();
    const next = await show([todo("a")]);
    expect([next.shown("a")?.notes, next.ids()?.length]).toEqual(["Typed", 2]);
    expect(next.waiting[0]?.body).toEqual({ changes: [{ id: "a", set: { notes: "Typed" } }] });
    next.waiting[0]?.answer(changed(todo("a", { notes: "Typed", version: 2 })));
    await waitForEffects();
    expect(next.waiting[1]?.body).toMatchObject({ set });
  });

  it("the session may end: this user's next one sends the change", async () => {
    const page = await show([todo("a")]);
    await act(async () => page.actions.write(page.shown("a")!, { notes: "Typed" }));
    await waitForEffects();
    page.waiting[0]?.answer(Response.json({ code: "invalid_token", message: "Invalid" }, { status: 401 }));
    await waitForEffects();
    await leave();
    const next = await show([todo("a")]);
    expect(next.waiting[0]?.body).toEqual({ changes: [{ id: "a", set: { notes: "Typed" } }] });
    await leave();
    expect((await show([todo("a")])).waiting).toHaveLength(0);
  });
});
