import { DirectionProvider, MantineProvider } from "@mantine/core";
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
// Loaded before the first test: opening must not wait for the network here.
import "#web/ui/SidePanelLayer.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// A text area that grows measures itself again once fonts have loaded; happy-dom has no fonts.
Object.assign(document, { fonts: new EventTarget() });
beforeAll(() => startMessages());

let leave = () => {};
afterEach(() => leave());

function Page({ reasons }: { readonly reasons: string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Suspend
      </button>
      {isOpen && (
        <ReasonDialog
          title="Suspend CERT-000019"
          text="Assignments that rely on it are paused."
          confirmLabel="Suspend now"
          reasonMax={500}
          isPending={false}
          error={null}
          onConfirm={(reason) => reasons.push(reason)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

async function open() {
  const reasons: string[] = [];
  document.body.innerHTML = "<main></main>";
  const root = createRoot(document.querySelector("main")!);
  leave = () => act(() => root.unmount());
  await act(async () =>
    root.render(
      <DirectionProvider initialDirection="ltr" detectDirection={false}>
        <MantineProvider env="test">
          <Page reasons={reasons} />
        </MantineProvider>
      </DirectionProvider>,
    ),
  );
  const opener = document.querySelector("button")!;
  opener.focus();
  await act(async () => opener.click());
  await waitForEffects();
  return { opener, reasons, panel: () => document.querySelector<HTMLElement>("[data-side-panel]") };
}

test("reason and buttons are outside the part that scrolls, and the reason has the focus", async () => {
  const { panel } = await open();
  const reason = panel()!.querySelector("textarea")!;
  const scrolled = panel()!.querySelector("[role=group]")!;
  expect(scrolled.textContent).toBe("Assignments that rely on it are paused.");
  expect(scrolled.querySelector("textarea, button")).toBeNull();
  expect(document.activeElement).toBe(reason);
});

test("Esc closes the panel, and the focus returns to the button that opened it", async () => {
  const { panel, opener } = await open();
  expect(document.activeElement).not.toBe(opener);
  const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
  await act(async () => document.activeElement!.dispatchEvent(escape));
  await waitForEffects();
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(opener);
});
