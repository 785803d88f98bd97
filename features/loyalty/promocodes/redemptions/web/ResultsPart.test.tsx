import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { PromocodeResults } from "#features/loyalty/promocodes/contract/redemptions.ts";
import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import { ChecksPart } from "#features/loyalty/promocodes/redemptions/web/ChecksPart.tsx";
import { ResultsPart } from "#features/loyalty/promocodes/redemptions/web/ResultsPart.tsx";
import { redemptionScreens } from "#features/loyalty/promocodes/web/routes.tsx";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { SessionContext } from "#web/session.tsx";
import { signedIn } from "#web/testing/signedIn.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { theme } from "#web/theme.ts";
import { TransportContext } from "#web/transport.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const results: PromocodeResults = {
  currency: "GBP",
  from: "2026-11-19",
  to: "2026-11-20",
  days: [
    { day: "2026-11-19", uses: 3, costMinor: 1500 },
    { day: "2026-11-20", uses: 1, costMinor: 250 },
  ],
  retailers: [
    { id: "r1", nameI18n: {}, name: "Demo Souk", uses: 3, costMinor: 1500 },
    { id: null, nameI18n: {}, name: null, uses: 1, costMinor: 250 },
  ],
  refusals: [
    { reason: "min_order_not_met", count: 14 },
    { reason: "a_new_reason", count: 1 },
  ],
};
const trace = {
  campaignVersion: 2,
  names: {},
  checks: [
    { check: "codeExists", ok: true, reason: null, actual: null, needed: null },
    {
      check: "orderTotal",
      ok: false,
      reason: "min_order_not_met",
      actual: { kind: "money", amountMinor: 1000, currency: "GBP", exponent: 2 },
      needed: { kind: "money", amountMinor: 2500, currency: "GBP", exponent: 2 },
    },
  ],
} as const;
const transport = async () => Response.json(results);
let leave = () => {};

beforeAll(async () => {
  await startMessages();
  await loadMessages(redemptionScreens);
});
beforeEach(async () => {
  document.body.innerHTML = "<main></main>";
  const session = await signedIn(transport);
  const root = createRoot(document.querySelector("main")!);
  leave = () => act(() => root.unmount());
  await act(async () =>
    root.render(
      <SessionContext value={session}>
        <TransportContext value={transport}>
          <MantineProvider theme={theme} env="test">
            <ChecksPart trace={{ ...trace, checks: [...trace.checks] }} />
            <ResultsPart record={{ id: "p1", endsAt: null } as Promocode} />
          </MantineProvider>
        </TransportContext>
      </SessionContext>,
    ),
  );
  await waitForEffects();
  await waitForEffects();
});
afterEach(() => leave());

const region = (title: string) => {
  const heading = [...document.querySelectorAll("h2")].find(({ textContent }) => textContent === title)!;
  return heading.closest("section")!;
};

test("the chart has its values in a sentence, and as a table on demand", async () => {
  const uses = region("Uses by day");
  const label = uses.querySelector("[role=img]")!.getAttribute("aria-label");
  expect(label).toMatch(/^Uses by day from .*19 Nov.* to .*20 Nov.*: 4 in total, at most 3 on one day$/);
  expect(region("Cost by day").textContent).toContain("GBP\u00a017.50");
  await act(async () => uses.querySelector("button")!.click());
  const rows = [...uses.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
  expect(rows).toEqual([expect.stringMatching(/20 Nov.*1$/), expect.stringMatching(/19 Nov.*3$/)]);
});

test("bars are rows of a table, with the reasons in words and unknown ones as they are", () => {
  const shops = [...region("By retailer").querySelectorAll("tbody th")].map(({ textContent }) => textContent);
  expect(shops).toEqual(["Demo Souk", "All others"]);
  const refusals = [...region("Refusals by reason").querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
  expect(refusals).toEqual(["Order too small14", "a_new_reason1"]);
});

test("checks are sentences that say whether they passed, with actual and needed", () => {
  const [passed, failed] = [...region("Why it applied").querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(passed).toBe("Passed:The code exists.");
  expect(failed).toMatch(/^Failed:.*GBP\u00a010\.00.*GBP\u00a025\.00/s);
});
