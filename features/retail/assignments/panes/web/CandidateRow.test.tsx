import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeAll, expect, test } from "vitest";
import type { Candidate, Finding } from "#features/retail/assignments/contract/rows.ts";
import { CandidateRow } from "#features/retail/assignments/panes/web/CandidateRow.tsx";
import { assignmentScreens } from "#features/retail/assignments/web/routes.tsx";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { showPage } from "#web/testing/queueFixture.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await loadMessages(assignmentScreens);
});

const finding = (isBlocking: boolean): Finding => ({
  reason: "PRODUCT_NOT_PUBLISHED",
  isBlocking,
  isMeatByCategory: false,
  certificate: null,
  fix: { kind: "publish_product", certificate: null },
});

const candidate: Candidate = {
  product: {
    id: "p1",
    code: "PR-1",
    name: "Dates",
    nameI18n: {},
    gtin: null,
    image: null,
    brand: { id: "b1", name: "Noor", nameI18n: {} },
  },
  price: null,
  rate: { source: "brand", bps: 250, fixedMinor: null, isCapped: false },
  halal: { state: "certified", certificate: null, endsAt: null, lastDay: null, daysLeft: null },
  findings: [],
  assignment: null,
  elsewhere: { isAtAll: false, placesCount: 0 },
};

/** The checkbox of a product's row, and the links in it. */
async function rowOf(row: Partial<Candidate>, isChosen = false) {
  const toggled: boolean[] = [];
  const Page = () => (
    <CandidateRow
      row={{ ...candidate, ...row }}
      retailerId="r1"
      isPlain={false}
      isChosen={isChosen}
      onToggle={(isIn) => toggled.push(isIn)}
    />
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const page = await showPage(async () => new Response("{}"), <RouterProvider router={router as never} />);
  await waitForEffects();
  const box = page.screen.querySelector<HTMLInputElement>("input[type=checkbox]");
  await act(async () => box?.click());
  const links = [...page.screen.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  await page.leave();
  return { isSelectable: box === null ? null : !box.disabled, toggled, links };
}

test("a blocked product can't be selected, and links to what would unblock it", async () => {
  expect(await rowOf({ findings: [finding(true)] })).toEqual({
    isSelectable: false,
    toggled: [],
    links: ["/apps/brand-product/brand-products/p1"],
  });
});

test("a product with a warning can be selected, and one that became blocked can be taken out", async () => {
  expect(await rowOf({ findings: [finding(false)] })).toMatchObject({ isSelectable: true, toggled: [true] });
  expect(await rowOf({ findings: [finding(true)] }, true)).toMatchObject({ isSelectable: true, toggled: [false] });
});

test("a product that is assigned already has no checkbox", async () => {
  const assignment = { id: "a1", status: "active", startsAt: "2026-01-01T00:00:00.000Z" } as const;
  expect(await rowOf({ assignment })).toMatchObject({ isSelectable: null });
});
