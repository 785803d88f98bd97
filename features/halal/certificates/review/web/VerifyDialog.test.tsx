import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { VerifyDialog } from "#features/halal/certificates/review/web/VerifyDialog.tsx";
import { certificateScreens } from "#features/halal/certificates/web/routes.tsx";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { showPage } from "#web/testing/queueFixture.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await loadMessages(certificateScreens);
  // The panel loads it on demand.
  await import("#web/ui/SidePanelLayer.tsx");
});

const certificate = {
  id: "cert-1",
  code: "CERT-000001",
  version: 3,
  registryLink: null,
  registryUrl: null,
  evidenceLevel: "document_only",
  levels: ["document_only"],
  validityBasis: "fixed",
} as unknown as Certificate;

test("a double click on Verify decides one certificate once", async () => {
  const sent: string[] = [];
  let answer = (_: Response) => {};
  const transport = async (request: Request) => {
    const { pathname } = new URL(request.url);
    sent.push(pathname.replace("/api/v1/certificates/cert-1/", ""));
    if (pathname.endsWith("/preview")) return Response.json({ fingerprint: "seen", consequences: [] });
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  };
  const [onClose, onDone] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const page = await showPage(
    transport,
    <MantineProvider env="test">
      <VerifyDialog certificate={certificate} action="verify" onClose={onClose} onDone={onDone} />
    </MantineProvider>,
  );
  const verify = () => [...page.screen.querySelectorAll("button")].find(({ textContent }) => textContent === "Verify")!;
  act(() => verify().click());
  act(() => verify().click());
  await waitForEffects();
  // While the decision is being stored, too.
  act(() => verify().click());
  await waitForEffects();
  expect(sent).toEqual(["verification/preview", "verification"]);
  answer(Response.json({ ...certificate, version: 4 }));
  await waitForEffects();
  expect(sent).toEqual(["verification/preview", "verification"]);
  expect([onClose, onDone].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  await page.leave();
});
