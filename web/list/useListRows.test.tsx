import { MantineProvider } from "@mantine/core";
import { act, useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadMessages, startMessages } from "#web/i18n.ts";
import type { CellContext } from "#web/list/defineList.ts";
import { firstState, type ListState } from "#web/list/listUrl.ts";
import { OutageBanner } from "#web/list/OutageBanner.tsx";
import type { ListModel } from "#web/list/useList.ts";
import { useListRows } from "#web/list/useListRows.ts";
import { listOf } from "#web/records/ListScreen.tsx";
import { showPage } from "#web/testing/queueFixture.tsx";
import { stall, stallScreens } from "#web/testing/recordFixture.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  const load = () => import("#web/list/messages.en.json");
  await loadMessages({ name: "list", messages: { en: load, ar: load } });
});
let leave = async () => {};
afterEach(async () => {
  vi.useRealTimers();
  await leave();
});

const list = listOf(stallScreens);
const initial = firstState({ filters: [], sorts: [], initialOrder: list.initialOrder });
const context = { language: "en", t: (key: string) => key } as unknown as CellContext;

/** A list whose server can be switched off. */
async function show() {
  const server = { isOn: true, name: "Dates" };
  const seen: { change?: (state: ListState) => void } = {};
  function Page() {
    const [state, setState] = useState<ListState>(initial);
    seen.change = setState;
    const { rows } = useListRows(list, state);
    return (
      <MantineProvider>
        <OutageBanner model={{ answer: rows, context } as unknown as ListModel<{ id: string }>} />
        <ul>
          {rows.data?.rows.map((row) => (
            <li key={row.id}>{list.nameOf(row, "en")}</li>
          ))}
        </ul>
      </MantineProvider>
    );
  }
  const page = await showPage(
    async () => {
      if (!server.isOn) throw new TypeError("Failed to fetch");
      const total = { count: 1, isCapped: false };
      return Response.json({ rows: [{ ...stall, name: server.name }], next: null, previous: null, total });
    },
    <Page />,
  );
  ({ leave } = page);
  const text = (selector: string) => page.screen.querySelector(selector)?.textContent ?? null;
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { server, text, wait, change: (state: ListState) => act(async () => seen.change!(state)), page };
}

test("rows stay when the server can't be reached, with the time they are from, and are read again by themselves", async () => {
  const { server, text, wait, change } = await show();
  expect(text("li")).toBe("Dates");
  expect(text("[role=alert]")).toBeNull();
  const at = new Date().toTimeString().slice(0, 5);
  vi.useFakeTimers({ now: Date.now() });
  server.isOn = false;
  // The next page: another query, which has no rows of its own.
  await change({ ...initial, place: { cursor: "x", from: 26 } });
  // Two more attempts, after one second and after two.
  await wait(5000);
  expect(text("li")).toBe("Dates");
  expect(text("[role=alert]")).toBe(`Can’t reach the server. Showing data from ${at}.Try again`);
  // The next attempts fail too; the message doesn't come and go.
  await wait(10_000);
  expect(text("[role=alert]")).toContain(at);
  server.isOn = true;
  server.name = "Figs";
  await wait(20_000);
  expect(text("li")).toBe("Figs");
  expect(text("[role=alert]")).toBeNull();
});
