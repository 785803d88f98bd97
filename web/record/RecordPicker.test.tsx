import { MantineProvider } from "@mantine/core";
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { pickable } from "#web/list/pickable.ts";
import { RecordChoice } from "#web/record/RecordChoice.tsx";
import { stall, stalls } from "#web/testing/recordFixture.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { theme } from "#web/theme.ts";
import { TransportContext } from "#web/transport.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(() => startMessages());

let leave = () => {};
afterEach(() => leave());

const source = pickable<typeof stalls.list>({ operation: stalls.list, sort: "name", nameOf: ({ name }) => name });
const rows = ["Dates", "Figs", "Dried figs"].map((name, place) => ({ ...stall, id: `stall-${place}`, name }));

/** A server that finds stalls by a part of their name. */
const transport = async (request: Request) => {
  const search = new URL(request.url).searchParams.get("search") ?? "";
  const found = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return Response.json({ rows: found, next: null, total: null });
};

test("the first record found is preselected, and Enter chooses it", async () => {
  const chosen: (string | null)[] = [];
  function Page() {
    const [count, setCount] = useState(0);
    const handleChange = (id: string | null) => {
      chosen.push(id);
      setCount(count + 1);
    };
    return <RecordChoice label="Stall" source={source} nothingFound="No results" onChange={handleChange} />;
  }
  document.body.innerHTML = "<main></main>";
  const root = createRoot(document.querySelector("main")!);
  leave = () => act(() => root.unmount());
  await act(async () =>
    root.render(
      <TransportContext value={transport}>
        <MantineProvider theme={theme} env="test">
          <Page />
        </MantineProvider>
      </TransportContext>,
    ),
  );
  const input = document.querySelector<HTMLInputElement>("input[role=combobox]")!;
  const selected = () => document.querySelector("[data-combobox-selected]")?.textContent;
  await act(async () => {
    input.focus();
    input.click();
  });
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, "fig");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await vi.waitFor(async () => {
    await waitForEffects();
    expect(selected()).toBe("Figs");
  });
  const enter = new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true });
  await act(async () => void input.dispatchEvent(enter));
  expect([chosen, enter.defaultPrevented]).toEqual([["stall-1"], true]);
});
