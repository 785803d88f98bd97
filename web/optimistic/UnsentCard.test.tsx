import { act, useCallback } from "react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { UnsentCard } from "#web/optimistic/UnsentCard.tsx";
import { useMutate } from "#web/optimistic/useMutate.ts";
import { useOptimisticRead } from "#web/optimistic/useOptimisticRead.ts";
import {
  changeCrate,
  type Crate,
  type CrateMutation,
  crateQueue,
  crateServer,
  showPage,
} from "#web/testing/queueFixture.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(startMessages);

let leave = async () => {};
afterEach(async () => {
  await leave();
  localStorage.clear();
});

const crate = (id: string, label = id): Crate => ({ id, shelf: "low", label });

async function show() {
  const server = crateServer([]);
  const seen: { run?: (mutation: CrateMutation) => void; labels?: readonly string[] | undefined } = {};
  const Page = () => {
    seen.run = useMutate(crateQueue);
    seen.labels = useOptimisticRead(crateQueue, { shelf: "low" }).data?.rows.map(({ label }) => label);
    const { run } = seen;
    const resume = useCallback((saved: Crate) => run(changeCrate(saved)), [run]);
    return <UnsentCard queue={crateQueue} onResume={resume} />;
  };
  const page = await showPage(server.transport, <Page />);
  ({ leave } = page);
  const press = (name: string) =>
    act(async () =>
      [...page.screen.querySelectorAll("button")].find(({ textContent }) => textContent === name)!.click(),
    );
  return { ...server, ...page, press, run: seen.run!, labels: () => seen.labels };
}

describe("without an answer", () => {
  it("changes stay as they look and are counted, and are sent again in their order", async () => {
    const page = await show();
    await act(async () => page.run(changeCrate(crate("fig"))));
    await waitForEffects();
    expect(page.screen.textContent).toBe("");
    page.sent[0]?.answer(page.away());
    await waitForEffects();
    expect(page.screen.textContent).toContain("1 change not saved yet");
    await act(async () => page.run(changeCrate(crate("date"))));
    await waitForEffects();
    expect(page.screen.textContent).toContain("2 changes not saved yet");
    expect(page.labels()).toEqual(["fig", "date"]);
    await page.press("Try again");
    await waitForEffects();
    expect(page.sent.at(-1)?.body).toMatchObject({ label: "fig (again)" });
    page.sent.at(-1)?.answer(Response.json(crate("fig")));
    await waitForEffects();
    expect(page.screen.textContent).toBe("");
    expect(page.sent.at(-1)?.body).toMatchObject({ label: "date" });
  });

  it("Discard takes back the change and all that wait behind it", async () => {
    const page = await show();
    await act(async () => {
      page.run(changeCrate(crate("fig")));
      page.run(changeCrate(crate("date")));
    });
    await waitForEffects();
    page.sent[0]?.answer(page.away());
    await waitForEffects();
    await page.press("Discard");
    await waitForEffects();
    expect([page.labels(), page.sent.length, page.screen.textContent]).toEqual([[], 1, ""]);
    expect(page.toasts.read()).toEqual([]);
  });
});

describe("what a page leaves unsent", () => {
  it("is sent by the next page of the same person, once and in order", async () => {
    const page = await show();
    await act(async () => {
      page.run(changeCrate(crate("fig")));
      page.run(changeCrate(crate("date")));
    });
    await waitForEffects();
    dispatchEvent(new Event("pagehide"));
    await leave();
    const next = await show();
    expect([next.labels(), next.sent.map(({ body }) => body)]).toEqual([
      ["fig", "date"],
      [{ shelf: "low", label: "fig" }],
    ]);
    await leave();
    expect((await show()).sent).toEqual([]);
  });

  it("stays with a page that was only put aside", async () => {
    const page = await show();
    await act(async () => page.run(changeCrate(crate("fig"))));
    await waitForEffects();
    dispatchEvent(new Event("pagehide"));
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await leave();
    expect((await show()).sent).toEqual([]);
  });

  it("is not what waits for its toast", async () => {
    const page = await show();
    await act(async () => page.run({ ...changeCrate(crate("fig")), isWanted: new Promise(() => {}) }));
    await waitForEffects();
    dispatchEvent(new Event("pagehide"));
    await leave();
    expect((await show()).labels()).toEqual([]);
  });

  it("is sent after signing in when the session had ended", async () => {
    const page = await show();
    await act(async () => page.run(changeCrate(crate("fig"))));
    await waitForEffects();
    page.sent[0]?.answer(Response.json({ code: "invalid_token", message: "Invalid" }, { status: 401 }));
    await waitForEffects();
    await leave();
    expect((await show()).labels()).toEqual(["fig"]);
  });
});
