import { act } from "react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { queryClientOf, useRead } from "#web/operations.ts";
import { currentAnswer, type OptimisticQueue } from "#web/optimistic/optimisticQueue.ts";
import { useMutate } from "#web/optimistic/useMutate.ts";
import { useOptimisticRead } from "#web/optimistic/useOptimisticRead.ts";
import {
  changeCrate,
  type Crate,
  type CrateMutation,
  crateQueue,
  crates,
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

const crate = (id: string, shelf: string, label = id): Crate => ({ id, shelf, label });
const secondQueue: OptimisticQueue<typeof crates.list, Crate> = { ...crateQueue, name: "crates2" };

/** Two shelves beside each other. */
async function show(...rows: readonly Crate[]) {
  const server = crateServer(rows);
  const answers: Record<string, readonly Crate[] | undefined> = {};
  const seen: { run?: (mutation: CrateMutation) => void; runSecond?: (mutation: CrateMutation) => void } = {};
  const Stand = ({ shelf }: { readonly shelf: string }) => {
    answers[shelf] = useOptimisticRead(crateQueue, { shelf }).data?.rows;
    return null;
  };
  const Page = () => {
    seen.run = useMutate(crateQueue);
    seen.runSecond = useMutate(secondQueue);
    useRead(crates.count, {});
    return ["low", "high"].map((shelf) => <Stand key={shelf} shelf={shelf} />);
  };
  const page = await showPage(server.transport, <Page />);
  ({ leave } = page);
  const labelsOn = (shelf: string) => answers[shelf]?.map(({ label }) => label);
  return { ...server, ...page, run: seen.run!, runSecond: seen.runSecond!, labelsOn };
}

const refused = () => Response.json({ code: "shelf_full", message: "Full" }, { status: 422 });
const networkIsBack = () => act(async () => void dispatchEvent(new Event("online")));

describe("a mutation", () => {
  it("is applied at once to every cached answer, and then the server's answer is", async () => {
    const page = await show(crate("fig", "low"), crate("date", "high"));
    await act(async () => page.run(changeCrate(crate("fig", "high"))));
    await waitForEffects();
    expect([page.labelsOn("low"), page.labelsOn("high")]).toEqual([[], ["date", "fig"]]);
    page.sent[0]?.answer(Response.json(crate("fig", "high", "figs of Izmir")));
    await waitForEffects();
    expect([page.labelsOn("low"), page.labelsOn("high")]).toEqual([[], ["date", "figs of Izmir"]]);
  });

  it("is part of the current answer before anything is drawn", async () => {
    const page = await show(crate("fig", "low"));
    const client = queryClientOf(page.transport);
    await act(async () => {
      page.run(changeCrate(crate("olive", "low")));
      expect(currentAnswer(client, crateQueue, { shelf: "low" })?.rows.map(({ id }) => id)).toEqual(["fig", "olive"]);
    });
    expect(currentAnswer(client, crateQueue, { shelf: "never read" })).toBeUndefined();
  });

  it("waits for the one before it", async () => {
    const page = await show(crate("fig", "low"));
    await act(async () => {
      page.run(changeCrate(crate("fig", "high")));
      page.run(changeCrate(crate("fig", "low")));
    });
    await waitForEffects();
    expect([page.sent.length, page.labelsOn("low")]).toEqual([1, ["fig"]]);
    page.sent[0]?.answer(Response.json(crate("fig", "high")));
    await waitForEffects();
    expect([page.sent[1]?.body, page.labelsOn("low")]).toEqual([{ shelf: "low", label: "fig" }, ["fig"]]);
  });

  it("is rolled back when it is refused, shows why, and delays nothing", async () => {
    const page = await show(crate("fig", "low"), crate("date", "low"));
    let refusals = 0;
    await act(async () => {
      page.run({ ...changeCrate(crate("fig", "high")), onRefused: () => (refusals += 1) });
      page.run(changeCrate(crate("date", "high")));
    });
    await waitForEffects();
    page.sent[0]?.answer(refused());
    await waitForEffects();
    expect([page.labelsOn("low"), page.labelsOn("high"), refusals]).toEqual([["fig"], ["date"], 1]);
    expect(page.toasts.read().at(-1)).toMatchObject({ variant: "error" });
    expect(page.sent).toHaveLength(2);
  });

  it("is read again after a retry, because a lost answer may have said more", async () => {
    const page = await show(crate("fig", "low"));
    await act(async () => page.run(changeCrate(crate("fig", "low", "figs"))));
    await waitForEffects();
    page.sent[0]?.answer(page.away());
    await waitForEffects();
    expect(page.labelsOn("low")).toEqual(["figs"]);
    const readsBefore = page.reads.length;
    await networkIsBack();
    await waitForEffects();
    expect(page.sent[1]?.body).toMatchObject({ label: "figs (again)" });
    page.sent[1]?.answer(Response.json(crate("fig", "low", "figs")));
    await waitForEffects();
    expect(page.reads.slice(readsBefore).toSorted()).toEqual(["/api/crateshigh", "/api/crateslow"]);
  });

  it("refreshes other answers that it changes", async () => {
    const page = await show(crate("fig", "low"));
    await act(async () => page.run({ ...changeCrate(crate("fig", "high")), refreshes: [crates.count] }));
    await waitForEffects();
    page.sent[0]?.answer(Response.json(crate("fig", "high")));
    await waitForEffects();
    expect(page.reads.filter((path) => path.endsWith("count"))).toHaveLength(2);
  });

  it("is shown while it is not known to be wanted, and sent only when it is", async () => {
    const page = await show(crate("fig", "low"), crate("date", "low"));
    let decide = (_isWanted: boolean) => {};
    const isWanted = new Promise<boolean>((resolve) => {
      decide = resolve;
    });
    await act(async () => {
      page.run({ ...changeCrate(crate("fig", "high")), isWanted });
      page.run(changeCrate(crate("date", "high")));
    });
    await waitForEffects();
    expect([page.labelsOn("low"), page.sent.length]).toEqual([[], 1]);
    await act(async () => decide(false));
    await waitForEffects();
    expect([page.labelsOn("low"), page.sent.length]).toEqual([["fig"], 1]);
  });

  it("of one area does not wait for another area", async () => {
    const page = await show(crate("fig", "low"));
    await act(async () => {
      page.run(changeCrate(crate("fig", "high")));
      page.runSecond(changeCrate(crate("date", "high")));
    });
    await waitForEffects();
    expect(page.sent).toHaveLength(2);
  });

  it("is not sent for another user who has signed in since", async () => {
    const page = await show(crate("fig", "low"));
    await act(async () => page.run(changeCrate(crate("fig", "high"))));
    await waitForEffects();
    page.sent[0]?.answer(page.away());
    await waitForEffects();
    const state = page.session.read();
    if (state.status !== "signedIn") throw new Error("nobody is signed in");
    const second = { ...state, person: { ...state.person, userId: "u2" } };
    Object.assign(page.session, { read: () => second });
    await networkIsBack();
    await waitForEffects();
    expect(page.sent).toHaveLength(1);
    expect(JSON.parse(localStorage.getItem("mizan.draft.u1.crates.unsent") ?? "[]")).toEqual([crate("fig", "high")]);
  });
});
