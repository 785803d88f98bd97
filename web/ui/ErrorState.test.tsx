import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { callRefusals } from "#web/call.ts";
import { startMessages } from "#web/i18n.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(() => startMessages());

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

async function show(heading: string | null) {
  document.title = "Before";
  document.body.innerHTML = "<main></main>";
  const main = document.querySelector("main")!;
  root = createRoot(main);
  await act(async () =>
    root?.render(
      <MantineProvider>
        {heading && <h1>{heading}</h1>}
        <ErrorState error={callRefusals.unreachable()} onRetry={() => {}} />
      </MantineProvider>,
    ),
  );
  return Array.from(main.querySelectorAll("h1"), ({ textContent }) => textContent);
}

test("a failed read of the whole screen is the screen's heading", async () => {
  expect(await show(null)).toEqual(["Couldn’t load this"]);
  expect(document.title).toBe("Couldn’t load this · Mizan");
});

test("a failed read of a part leaves the screen's heading and title alone", async () => {
  expect(await show("Brands")).toEqual(["Brands"]);
  expect(document.title).toBe("Before");
});
