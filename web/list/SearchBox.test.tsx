import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { createKeyboard } from "#web/ui/keyboard.ts";
import { KeyboardContext } from "#web/ui/useKeys.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test("/ moves the focus to the search box of any screen, and is a character inside of it", async () => {
  await startMessages();
  document.body.innerHTML = "<main></main>";
  const root = createRoot(document.querySelector("main")!);
  const keyboard = createKeyboard();
  await act(async () =>
    root.render(
      <MantineProvider>
        <KeyboardContext value={keyboard}>
          <SearchBox label="Name or code" value="" onChange={() => {}} />
        </KeyboardContext>
      </MantineProvider>,
    ),
  );
  addEventListener("keydown", keyboard.handle);
  const press = () => {
    const event = new KeyboardEvent("keydown", { key: "/", code: "Slash", bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press()).toBe(true);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Name or code");
  expect(press()).toBe(false);
  removeEventListener("keydown", keyboard.handle);
  await act(async () => root.unmount());
});
