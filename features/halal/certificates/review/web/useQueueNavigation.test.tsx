import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { beforeAll, expect, test } from "vitest";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { QueueEntry } from "#features/halal/certificates/review/contract.ts";
import { DecisionOutcome } from "#features/halal/certificates/review/web/DecisionOutcome.tsx";
import { useQueueNavigation } from "#features/halal/certificates/review/web/useQueueNavigation.ts";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { queryClientOf, refresh } from "#web/operations.ts";
import { setOverlay } from "#web/settings/settings.ts";
import { showPage } from "#web/testing/queueFixture.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await loadMessages({
    name: "certificates",
    messages: {
      en: () => import("#features/halal/certificates/web/messages.en.json"),
      ar: () => import("#features/halal/certificates/web/messages.ar.json"),
    },
  });
});

const entry = (number: number): QueueEntry => ({
  id: `0190a000-0000-7000-8000-00000000000${number}`,
  code: `CERT-00000${number}`,
  certificateNo: `${number}`,
  holderName: "Noor Foods",
  body: "HMC",
  kind: "product",
  submittedAt: "2026-11-20T09:00:00.000Z",
  reviewer: null,
  isRenewal: false,
  predecessorLastDay: null,
  predecessorDaysLeft: null,
});

/** The page of the second of three certificates that wait. It was just decided. */
async function openDecided() {
  const waiting = [entry(1), entry(2), entry(3)];
  const transport = async () => Response.json({ mine: waiting, nobodys: [], others: [] });
  const Page = () => {
    const { id } = record.useParams();
    const queue = useQueueNavigation(id);
    return queue && id === entry(2).id && <DecisionOutcome text="CERT-000002 is verified" queue={queue} />;
  };
  const history = createMemoryHistory({ initialEntries: [`/apps/cert/certs/${entry(2).id}?from=queue`] });
  const top = createRootRoute();
  const record = createRoute({ getParentRoute: () => top, path: "/apps/cert/certs/$id", component: Page });
  const router = createRouter({ routeTree: top.addChildren([record]), history });
  const page = await showPage(
    transport,
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await waitForEffects();
  const refreshQueue = async () => {
    waiting.splice(1, 1);
    await act(() => refresh(queryClientOf(transport), [certificates.readQueue]));
    await waitForEffects();
  };
  return { page, refreshQueue, path: () => history.location.pathname };
}

test("a decision keeps the place in the queue, and the next certificate opens only on request", async () => {
  const { page, refreshQueue, path } = await openDecided();
  await refreshQueue();
  const next = page.screen.querySelector("button")!;
  expect(next.textContent).toBe("Next: CERT-000003 (2 left)");
  expect(path()).toContain(entry(2).id);
  await act(async () => next.click());
  await waitForEffects();
  expect(path()).toContain(entry(3).id);
  await page.leave();
});

test("a user may choose that a decision opens the next certificate at once", async () => {
  setOverlay((stored) => ({ ...stored, mizan: { autoNext: true } }));
  const { page, path } = await openDecided();
  await waitForEffects();
  expect(path()).toContain(entry(3).id);
  setOverlay(null);
  await page.leave();
});
