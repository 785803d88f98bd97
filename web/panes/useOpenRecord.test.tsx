import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { type OpenRecord, useOpenRecord } from "#web/panes/useOpenRecord.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

it("is named by the address; back leads to the list, however many were looked at", async () => {
  let opened: OpenRecord | undefined;
  const Page = () => {
    opened = useOpenRecord("mail");
    return null;
  };
  const history = createMemoryHistory({ initialEntries: ["/inbox?search=figs"] });
  const top = createRootRoute();
  const inbox = createRoute({ getParentRoute: () => top, path: "/inbox", component: Page });
  const router = createRouter({ routeTree: top.addChildren([inbox]), history });
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(<RouterProvider router={router} />));
  await waitForEffects();
  const go = async (action: () => void) => {
    await act(async () => action());
    await waitForEffects();
    return [history.location.href, opened?.openId];
  };
  expect(opened?.openId).toBeNull();
  expect(await go(() => opened?.open("m1"))).toEqual(["/inbox?search=figs&mail=m1", "m1"]);
  expect(await go(() => opened?.open("m2"))).toEqual(["/inbox?search=figs&mail=m2", "m2"]);
  expect(await go(() => history.back())).toEqual(["/inbox?search=figs", null]);
  await go(() => opened?.open("m3"));
  expect(await go(() => opened?.close())).toEqual(["/inbox?search=figs", null]);
  await act(async () => root.unmount());
});
