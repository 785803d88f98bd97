import { act } from "react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { useOptimisticRead } from "#web/optimistic/useOptimisticRead.ts";
import { type UndoToasts, useUndoToasts } from "#web/optimistic/useUndoToasts.ts";
import { changeCrate, type Crate, crateQueue, type crates, crateServer, showPage } from "#web/testing/queueFixture.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(startMessages);

let leave = async () => {};
afterEach(async () => {
  await leave();
  localStorage.clear();
});

const crate = (shelf: string): Crate => ({ id: "fig", shelf, label: "fig" });

async function show() {
  const server = crateServer([crate("low")]);
  const seen: { undo?: UndoToasts<typeof crates.list, Crate>; count?: number | undefined } = {};
  const Page = () => {
    seen.undo = useUndoToasts(crateQueue);
    seen.count = useOptimisticRead(crateQueue, { shelf: "low" }).data?.rows.length;
    return null;
  };
  const page = await showPage(server.transport, <Page />);
  ({ leave } = page);
  const toast = () => page.toasts.read().at(-1);
  return { ...server, ...page, toast, undo: seen.undo!, count: () => seen.count };
}

const sentValues = ({ sent }: { readonly sent: readonly { readonly body: unknown }[] }) =>
  sent.map(({ body }) => (body as Crate).shelf);

describe("a change with Undo", () => {
  it("is undone by its toast, in its order", async () => {
    const page = await show();
    await act(async () => {
      page.undo.run(changeCrate(crate("high")));
      page.undo.offerUndo("Moved", changeCrate(crate("low")));
    });
    await waitForEffects();
    expect([page.count(), page.toast()?.text]).toEqual([0, "Moved"]);
    await act(async () => page.toast()?.action?.onAction());
    page.sent[0]?.answer(Response.json(crate("high")));
    await waitForEffects();
    expect([page.count(), sentValues(page)]).toEqual([1, ["high", "low"]]);
  });

  it("is undone by the key once, which hides the toast", async () => {
    const page = await show();
    await act(async () => page.undo.offerUndo("Moved", changeCrate(crate("low"))));
    await act(async () => page.undo.undoLast());
    await waitForEffects();
    expect([page.toasts.read(), sentValues(page)]).toEqual([[], ["low"]]);
    await act(async () => page.undo.undoLast());
    await waitForEffects();
    expect([page.toast()?.text, page.sent.length]).toEqual(["Nothing to undo", 1]);
  });
});

describe("a change that the server cannot bring back", () => {
  it("is sent when its toast goes, and not before", async () => {
    const page = await show();
    await act(async () => page.undo.runAfterToast("Removed", changeCrate(crate("bin"))));
    await waitForEffects();
    expect([page.count(), page.sent.length]).toEqual([0, 0]);
    await act(async () => page.toasts.hide(page.toast()!.id));
    await waitForEffects();
    expect(sentValues(page)).toEqual(["bin"]);
  });

  it("is never sent when it is undone, by the toast or by the key", async () => {
    const page = await show();
    for (const undo of [() => page.undo.undoLast(), () => page.toast()?.action?.onAction()]) {
      await act(async () => page.undo.runAfterToast("Removed", changeCrate(crate("bin"))));
      await act(async () => undo());
      await act(async () => page.toasts.read().forEach(({ id }) => page.toasts.hide(id)));
      await waitForEffects();
      expect([page.count(), page.sent.length]).toEqual([1, 0]);
    }
  });
});
