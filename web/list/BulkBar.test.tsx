import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadMessages, startMessages } from "#web/i18n.ts";
import type { BulkAction } from "#web/list/bulk.ts";
import { BulkBar } from "#web/list/BulkBar.tsx";
import type { CellContext } from "#web/list/defineList.ts";
import { IconSend } from "#web/ui/icons.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  const load = () => import("#web/list/messages.en.json");
  await loadMessages({ name: "list", messages: { en: load, ar: load } });
});
let root: Root;
afterEach(async () => {
  await act(async () => root.unmount());
  vi.restoreAllMocks();
});

const actions = ["submit", "publish", "unpublish", "move", "link"].map(
  (id) => ({ id, icon: IconSend, input: {} }) as object as BulkAction,
);
const context = { language: "en", t: (key: string) => key.split(".")[1] } as unknown as CellContext;

async function show(shown: readonly BulkAction[]) {
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main")!);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <BulkBar
          selection={{ kind: "some", ids: new Set(["1", "2"]), anchor: null }}
          total={{ count: 2, isCapped: false }}
          actions={shown}
          onAction={() => {}}
          onSelectMatching={() => {}}
          onExport={() => {}}
          onClear={() => {}}
          context={context}
        />
      </MantineProvider>,
    ),
  );
  const buttons = [...document.querySelectorAll("main button")].map((button) => button.textContent);
  return buttons.slice(0, -1);
}

test("the bar has four actions, and the others under More", async () => {
  expect(await show(actions)).toEqual(["submit", "publish", "unpublish", "move", "More"]);
  await act(async () => document.querySelector<HTMLElement>("[aria-haspopup=menu]")!.click());
  const items = [...document.querySelectorAll("[role=menuitem]")].map((item) => item.textContent);
  expect(items).toEqual(["link", "Export 2", "Export 2 to Excel"]);
});

test("all are there if they are four", async () => {
  expect(await show(actions.slice(0, 2))).toEqual(["submit", "publish", "Export 2", "Export 2 to Excel"]);
});

test("actions that don't fit into the line go under More too", async () => {
  // As if each button were 150 px wide, in a bar of 500 px.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(function (this: HTMLElement) {
    return this.querySelectorAll("button").length * 150;
  });
  expect(await show(actions)).toEqual(["submit", "More"]);
});
