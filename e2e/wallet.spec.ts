import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Download, Locator, Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";
import { type Credentials, firstAdministrator, type Host } from "./hosts.ts";
import { continueAs, invite, newId, outsideCaller, signInThrough, withHeader } from "./people.ts";
import { isWaiting } from "#base/approvals.ts";
import { apiKeys } from "#features/access/api-keys/contract.ts";
import { roles } from "#features/access/roles/contract.ts";
import { demoPassword, demoPeople } from "#features/access/session/rules.ts";
import { users } from "#features/access/users/contract.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { members } from "#features/loyalty/members/contract.ts";
import { cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { call, type Transport } from "#web/call.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const step = (page: Page, name: string): Locator => page.getByRole("main").getByRole("button", { name, exact: true });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const keyed = (send: Transport) => withHeader(send, "idempotency-key", newId());
const searched = (search: string) => ({ search, limit: 100, count: "none" }) as const;
const money = (minor: number) => `GBP ${(minor / 100).toFixed(2)}`;
const bytesOf = async (download: Download) => readFileSync(await download.path());

/** Sample members whose payout methods can be used: a new one only after a day. */
const payees = [
  { name: "Aisha Rahman", recipient: "aisha.demo@example.com", result: "SUCCESS" },
  { name: "Bilal Hussain", recipient: "bilal.demo@example.com", result: "FAILED" },
  { name: "ليلى المنصوري", recipient: "laila.demo@example.com", result: "UNCLAIMED" },
] as const;

test.describe("cashback", () => {
  test.setTimeout(240_000);

  test(
    "from purchases becomes available, is paid out with two people, and with PayPal’s results everything adds up",
    inBothHosts,
    async ({ page, host, signInAs }) => {
      const outside = await outsideCaller(page, host);
      await signInAs(page, "administrator");
      await page.goto("/apps/e-wallet/payouts");
      await expect(heading(page, "Payouts")).toBeVisible();
      const first = host.kind === "node" ? firstAdministrator : demoAdministrator;
      const administrator = await signInThrough(outside, first);
      const shop = await shopSystem(outside, administrator);

      const earned = [];
      for (const payee of payees) earned.push({ ...payee, ...(await buy(shop, administrator, payee.name)) });
      for (const { orderRef, amountMinor } of earned) await confirm(page, orderRef, amountMinor);
      for (const { memberId, amountMinor } of earned)
        await call(keyed(shop), wallets.requestPayout, { memberId, currency: "GBP", amountMinor });
      await expectCoolDown(shop, administrator);

      // A batch of what members requested, which its creator can't approve.
      await page.goto("/apps/e-wallet/payouts");
      await step(page, "New payout, GBP").click();
      await expect(heading(page, /^PB-/)).toBeVisible();
      await takeStep(page, "Lock", "Waiting for approval");
      for (const { name, amountMinor } of earned) await expectPayment(page, name, [money(amountMinor), "Set aside"]);
      await expectAccessible(page);
      await step(page, "Approve…").click();
      await page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
      await expect(page.getByText("Another person must approve this payout.")).toBeVisible();

      const finance = await financeUser(host, administrator);
      await continueAs(page, finance);
      await takeStep(page, "Approve", "Approved");

      // The file has a row for each payment, and is the one that was approved.
      const id = new URL(page.url()).pathname.split("/").at(-1)!;
      const { rows: payments } = await call(administrator, payouts.items, {
        id,
        sort: "sequence",
        limit: 100,
        count: "none",
      });
      const recipientOf = new Map<string, string>([
        ...payees.map(({ name, recipient }) => [name, recipient] as const),
        ...others,
      ]);
      const expected = payments.map(
        ({ member, amountMinor, customerRef }) =>
          `${recipientOf.get(member)},${(amountMinor / 100).toFixed(2)},GBP,${customerRef},Your cashback from Mizan,PAYPAL\r\n`,
      );
      const downloading = page.waitForEvent("download");
      await part(page, "Files").getByRole("button", { name: "Download", exact: true }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe("paypal_cashback.csv");
      const bytes = await bytesOf(download);
      expect(bytes.toString("utf8")).toBe(expected.join(""));
      const hash = createHash("sha256").update(bytes).digest("hex");
      await expect(part(page, "Files").getByTitle(hash)).toBeVisible();
      const direct = await administrator(new Request("https://mizan.test/all_cashbackActiveCSV"));
      expect([direct.headers.get("x-payout-state"), await direct.text()]).toEqual(["approved", expected.join("")]);
      await takeStep(page, "Mark as exported", "Exported");
      await takeStep(page, "Mark as submitted", "Submitted");

      // PayPal's report: all are paid, but one that failed and one that nobody has claimed yet.
      const resultOf = new Map<string, string>(payees.map(({ name, result }) => [name, result]));
      const report = payments.map(({ member, amountMinor, customerRef, sequence }) => {
        const result = resultOf.get(member) ?? "SUCCESS";
        return [
          customerRef,
          result,
          `5TY0${sequence}`,
          "GBP",
          (amountMinor / 100).toFixed(2),
          result === "SUCCESS" ? "0.20" : "",
        ];
      });
      await importReport(page, [["Customer ID", "Status", "Transaction ID", "Currency", "Amount", "Fee"], ...report]);
      await page.goto(`/apps/e-wallet/payouts/${id}`);
      await expect(page.getByText("Partly reconciled", { exact: true })).toBeVisible();
      await expectPayment(page, payees[0].name, ["Paid"]);
      await expectPayment(page, payees[1].name, ["Failed"]);
      await expectPayment(page, payees[2].name, ["Unclaimed"]);
      await expectAccessible(page);

      // What failed is available again; what is unclaimed is still on its way.
      const balanceOf = async ({ memberId }: { readonly memberId: string }) =>
        (await call(shop, wallets.get, { memberId })).balances[0]!;
      const [paid, failed, unclaimed] = await Promise.all(earned.map(balanceOf));
      expect(paid).toMatchObject({ availableMinor: 0, heldMinor: 0 });
      expect(failed).toMatchObject({ availableMinor: earned[1]!.amountMinor, heldMinor: 0 });
      expect(unclaimed).toMatchObject({ availableMinor: 0, heldMinor: 0 });

      await page.goto("/apps/e-wallet/proof");
      await page.getByRole("button", { name: "Check now" }).click();
      await expect(page.getByText("Every law holds", { exact: true })).toBeVisible();
      await expect(part(page, "Laws").getByText(/^Holds · \d/)).toHaveCount(12);
      await expectAccessible(page);
    },
  );
});

const demoAdministrator: Credentials = { email: demoPeople.administrator.email, password: demoPassword };
/** Sample members who have requested a payout already. */
const others = [
  ["Maryam Siddiqui", "maryam.demo@example.com"],
  ["Idris Adeyemi", "idris.demo@example.com"],
] as const;

/** The shop's system, which calls with its own API key. */
async function shopSystem(outside: Transport, administrator: Transport): Promise<Transport> {
  const permissions = ["cashback.create", "wallets.read", "payouts.request"];
  const { secret } = await call(administrator, apiKeys.create, {
    id: newId(),
    title: `Shop system ${newId().slice(-6)}`,
    kind: "partner",
    grants: permissions.map((permission) => ({ permission, limit: "all" as const })),
    scopes: [],
    callsPerMinute: 600,
    lastDay: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  });
  return withHeader(outside, "authorization", `Bearer ${secret}`);
}

/** A purchase of all products of a funded brand at one retailer. Those with a rate earn. */
async function buy(shop: Transport, administrator: Transport, memberName: string) {
  const find = async (name: string) => {
    const { rows } = await call(administrator, wallets.list, { sort: "available", limit: 100, count: "none" });
    return rows.find(({ member }) => member === name)!.memberId;
  };
  const { rows: brandRows } = await call(administrator, brands.list, {
    sort: "name",
    ...searched("Bustan Nour Demo Foods"),
  });
  const { rows: shops } = await call(administrator, retailers.list, {
    sort: "code",
    ...searched("Demo Souk Whitechapel"),
  });
  const { rows: sold } = await call(administrator, products.list, {
    sort: "name",
    brand: [brandRows[0]!.id],
    limit: 100,
    count: "none",
  });
  const memberId = await find(memberName);
  const orderRef = `E2E-${newId().slice(-8)}`;
  const lines = sold.map(({ id }) => ({ productId: id, quantity: 1, paidMinor: 20_000 }));
  const { entries } = await call(keyed(shop), cashback.earn, {
    memberId,
    retailerId: shops[0]!.id,
    locationId: null,
    order: { ref: orderRef, currency: "GBP", lines },
  });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ status: "pending", orderRef });
  return { memberId, orderRef, amountMinor: entries[0]!.amountMinor };
}

/** Staff confirm an entry before its return window ends. */
async function confirm(page: Page, orderRef: string, amountMinor: number) {
  await page.goto(`/apps/e-wallet/cashback?q=${orderRef}`);
  await expect(page.getByRole("grid").getByText("Pending", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: orderRef }).click();
  await expect(heading(page, orderRef)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(money(amountMinor));
  await step(page, "Confirm…").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Goods were used in the shop");
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Available", { exact: true }).first()).toBeVisible();
}

/** A stolen account isn't paid out before its member is told. */
async function expectCoolDown(shop: Transport, administrator: Transport) {
  const memberId = newId();
  await call(administrator, members.create, { id: memberId, email: `new-${memberId}@example.com` });
  const recipient = "new@example.com";
  const method = await call(shop, wallets.setPayoutMethod, { memberId, kind: "paypal_email", recipient });
  expect(method.recipient).toBe("n•••@example.com");
  const request = call(keyed(shop), wallets.requestPayout, { memberId, currency: "GBP", amountMinor: 500 });
  await expect(request).rejects.toMatchObject({ code: "payout_method_unverified" });
}

async function takeStep(page: Page, name: string, status: string) {
  await step(page, `${name}…`).click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText(status, { exact: true }).first()).toBeVisible();
}

async function expectPayment(page: Page, name: string, texts: readonly string[]) {
  const row = part(page, "Payments").getByRole("row").filter({ hasText: name });
  for (const text of texts) await expect(row).toContainText(text);
}

/** A second user of finance: invited on a server; in the demonstration a colleague who gets the role. */
async function financeUser(host: Host, administrator: Transport): Promise<Credentials> {
  if (host.kind === "node") {
    const user = { email: `finance-${newId()}@mizan.test`, password: "quinces and almonds at dusk" };
    await invite(administrator, { ...user, name: "Finance User", role: "finance" });
    return user;
  }
  const email = "aisyah@mizan.example";
  const { rows: found } = await call(administrator, users.list, { sort: "name", ...searched(email) });
  const { rows: known } = await call(administrator, roles.list, { sort: "title", limit: 100, count: "none" });
  const { id, version } = await call(administrator, users.get, { id: found[0]!.id });
  const give = [{ roleId: known.find(({ code }) => code === "finance")!.id, validFrom: null, validTo: null }];
  const answer = await call(administrator, users.changeRights, { id, version, give, take: [], bind: [], unbind: [] });
  if (isWaiting(answer)) throw new Error("a lone administrator needed an approval");
  return { email, password: demoPassword };
}

async function importReport(page: Page, rows: readonly (readonly string[])[]) {
  await page.goto("/apps/e-wallet/payouts");
  await page.getByRole("link", { name: "Import results" }).click();
  const buffer = Buffer.from(rows.map((row) => row.join(",")).join("\n"));
  await page.getByTestId("import-file").setInputFiles({ name: "paypal.csv", mimeType: "text/csv", buffer });
  await expect(heading(page, "Map the columns")).toBeVisible();
  await page.getByRole("button", { name: /^Check \d+ rows$/ }).click();
  await expect(heading(page, "Check before importing")).toBeVisible();
  await page.getByRole("button", { name: /^Import \d+ rows$/ }).click();
  await expect(page.getByRole("heading", { name: /rows imported|rows updated/ })).toBeVisible();
}
