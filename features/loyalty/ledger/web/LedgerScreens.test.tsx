import { MantineProvider } from "@mantine/core";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { AdjustmentActions } from "#features/loyalty/ledger/adjustments/web/AdjustmentActions.tsx";
import type { Adjustment } from "#features/loyalty/ledger/contract/adjustments.ts";
import type { Proof } from "#features/loyalty/ledger/contract/proof.ts";
import { AccountLink } from "#features/loyalty/ledger/web/AccountLink.tsx";
import { LawList } from "#features/loyalty/ledger/web/LawList.tsx";
import { adjustmentScreens, ledgerScreens } from "#features/loyalty/ledger/web/routes.tsx";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { type Session, SessionContext } from "#web/session.tsx";
import { signedIn } from "#web/testing/signedIn.ts";
import { theme } from "#web/theme.ts";
import { TransportContext } from "#web/transport.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";
import { ConfirmProvider } from "#web/ui/useConfirm.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const transport = async () => Response.json({});
let leave = () => {};
let render = async (_: ReactNode) => {};
let session: Session;

beforeAll(async () => {
  await startMessages();
  await loadMessages(ledgerScreens);
  await loadMessages(adjustmentScreens);
});
beforeEach(async () => {
  document.body.innerHTML = "<main></main>";
  session = await signedIn(transport);
  const root = createRoot(document.querySelector("main")!);
  leave = () => act(() => root.unmount());
  render = (content) =>
    act(async () =>
      root.render(
        <SessionContext value={session}>
          <TransportContext value={transport}>
            <MantineProvider theme={theme} env="test">
              <ToastsContext value={createToasts()}>
                <ConfirmProvider>{content}</ConfirmProvider>
              </ToastsContext>
            </MantineProvider>
          </TransportContext>
        </SessionContext>,
      ),
    );
});
afterEach(() => leave());

const buttons = () => [...document.querySelectorAll("button")].map(({ textContent }) => textContent);
const adjustment = { id: "a1", code: "ADJ-000001", status: "pending_approval" } as Adjustment;

test("nobody decides their own adjustment", async () => {
  const state = session.read();
  if (state.status !== "signedIn") throw new Error("nobody is signed in");
  const { permissions } = state.person;
  Object.assign(state.person, { permissions: [...permissions, "adjustments.create", "adjustments.approve"] });
  await render(<AdjustmentActions adjustment={{ ...adjustment, createdBy: state.person.userId }} />);
  expect(buttons()).toEqual(["Withdraw"]);
  await render(<AdjustmentActions adjustment={{ ...adjustment, createdBy: "another" }} />);
  expect(buttons()).toEqual(["Reject", "Approve"]);
  await render(<AdjustmentActions adjustment={{ ...adjustment, createdBy: "another", status: "approved" }} />);
  expect(buttons()).toEqual([]);
});

test("each law says whether it holds or how many rows break it, and shows the rows", async () => {
  const broken = [{ number: 5, law: "sums_are_zero", rows: [{ currency: "GBP", accounts: "all", sum: "-7" }] }];
  await render(<LawList proof={{ broken } as unknown as Proof} />);
  const laws = [...document.querySelectorAll("ol > li")].map(({ textContent }) => textContent);
  expect(laws).toHaveLength(12);
  expect(laws.filter((text) => text.endsWith("Holds"))).toHaveLength(11);
  expect(laws[4]).toMatch(/add up to zero\..*1.* row breaks it/);
  const cells = [...document.querySelectorAll("td")].map(({ textContent }) => textContent);
  expect(cells).toEqual(["GBP", "all", "-7"]);
});

test("members are masked, and an account out of scope says only what it is for", async () => {
  const none = { id: "x", ownerId: null, ownerName: null } as const;
  const member = { ...none, ownerKind: "member", ownerId: "0190-secret-1a2b3c4d", purpose: "available" } as const;
  await render(
    <>
      <AccountLink account={member} isReadable={false} />
      <AccountLink account={{ ...none, ownerKind: "platform", purpose: "bank" }} isReadable={false} />
      <AccountLink account={{ ...none, ownerKind: "brand", purpose: "funding" }} isReadable={false} />
    </>,
  );
  const texts = [...document.querySelectorAll("main bdi")].map(({ textContent }) =>
    textContent.replaceAll(/[\u200e\u2066-\u2069]/g, ""),
  );
  expect(texts).toEqual(["Member ••• 1a2b3c4d, available balance", "Platform, bank account", "Brand, funding"]);
});
