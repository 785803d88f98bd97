import { DirectionProvider, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { iconScreens } from "#demos/icons/web/routes.tsx";
import { IconPicker } from "#demos/icons/web/IconPicker.tsx";
import type { Transport } from "#web/call.ts";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { queryClientOf } from "#web/operations.ts";
import { SessionContext } from "#web/session.tsx";
import { signedIn } from "#web/testing/signedIn.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { TransportContext } from "#web/transport.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";
// Loaded before the first test: opening must not wait for the network here.
import "#demos/icons/web/IconChoices.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await loadMessages(iconScreens);
  // happy-dom has no layout, and the grid draws the rows for which there is room.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(264);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(308);
});
afterAll(() => vi.restoreAllMocks());

let leave = () => {};
afterEach(() => leave());

const transport: Transport = async () => Response.json({ names: ["zoom_in"] });

async function show(value: string | null) {
  document.body.innerHTML = "<main></main>";
  const session = await signedIn(transport);
  const chosen: (string | null)[] = [];
  const Field = () => {
    const [icon, setIcon] = useState(value);
    const handleChange = (name: string | null) => {
      chosen.push(name);
      setIcon(name);
    };
    return <IconPicker label="Icon" value={icon} fallback={<i />} onChange={handleChange} />;
  };
  const root = createRoot(document.querySelector("main")!);
  leave = () => act(() => root.unmount());
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClientOf(transport)}>
        <SessionContext value={session}>
          <TransportContext value={transport}>
            <ToastsContext value={createToasts()}>
              <DirectionProvider initialDirection="ltr" detectDirection={false}>
                <MantineProvider env="test">
                  <Field />
                </MantineProvider>
              </DirectionProvider>
            </ToastsContext>
          </TransportContext>
        </SessionContext>
      </QueryClientProvider>,
    ),
  );
  const button = document.querySelector("button")!;
  button.focus();
  await act(async () => button.click());
  await waitForEffects();
  return { button, chosen };
}

const layer = () => document.querySelector("[role=dialog]");
const names = () =>
  [...document.querySelectorAll("[role=gridcell] button")].map((cell) => cell.getAttribute("aria-label"));
const focused = () => document.activeElement?.getAttribute("aria-label");

async function press(key: string) {
  await act(async () => {
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    // What the browser does for a button.
    if (key === "Enter" && document.activeElement instanceof HTMLButtonElement) document.activeElement.click();
  });
  await waitForEffects();
}

async function type(text: string) {
  const input = document.querySelector<HTMLInputElement>("[role=dialog] input")!;
  await act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await waitForEffects();
}

test("shows favourites first, and chooses by arrows and Enter", async () => {
  const { button, chosen } = await show(null);
  expect(names()[0]).toBe("zoom in");
  const shown = names();
  await type("");
  await press("ArrowDown");
  expect(focused()).toBe("zoom in");
  await press("ArrowRight");
  expect(focused()).toBe(shown[1]);
  await press("ArrowDown");
  expect(focused()).toBe(shown[8]);
  await press("Home");
  expect(focused()).toBe("zoom in");
  await press("Enter");
  expect(chosen).toEqual(["zoom_in"]);
  expect(layer()).toBeNull();
  expect(button.getAttribute("aria-label")).toBe("Icon: zoom in");
  expect(document.activeElement).toBe(button);
});

test("finds in English and Arabic, and chooses the first with Enter", async () => {
  const { chosen } = await show(null);
  await type("flight takeoff");
  expect(names()).toContain("flight takeoff");
  await type("منزل");
  expect(names()).toContain("home");
  const [first] = names();
  await press("Enter");
  expect(chosen).toEqual([first!.replaceAll(" ", "_")]);
});

test("End goes to the last found, and Esc closes, changes nothing and returns the focus", async () => {
  const { button, chosen } = await show("home");
  await type("shopping");
  await press("ArrowDown");
  await press("End");
  expect(focused()).toBe(names().at(-1));
  await press("Escape");
  expect(layer()).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(chosen).toEqual([]);
});

test("no icon is a choice", async () => {
  const { button, chosen } = await show("home");
  expect(button.getAttribute("aria-label")).toBe("Icon: home");
  const none = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "No icon")!;
  await act(async () => none.click());
  await waitForEffects();
  expect(chosen).toEqual([null]);
  expect(button.getAttribute("aria-label")).toBe("Icon");
});
