import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** An external system that records what it receives. */
async function startReceiver() {
  const signatures: string[] = [];
  const server = createServer((request, response) => {
    signatures.push(String(request.headers["webhook-signature"]));
    request.resume().on("end", () => response.writeHead(204).end());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { url, signatures, close: () => server.close() };
}

test("a webhook is created, tested, given a new secret and removed", inBothHosts, async ({ page, host, signInAs }) => {
  const receiver = await startReceiver();
  const title = `Shop system ${test.info().workerIndex}-${Date.now().toString(36)}`;
  await signInAs(page, "administrator");
  await page.goto("/apps/user/webhooks/new");
  await field(page, "Name").fill(title);
  await field(page, "Endpoint URL").fill("https://user@10.0.0.7/");
  await button(page, "Create").click();
  await expect(page.getByText("Enter a URL that starts with https://")).toBeVisible();
  await expect(page.getByText("Choose at least one event.")).toBeVisible();
  if (host.kind === "node") {
    await field(page, "Endpoint URL").fill("https://10.0.0.7/hooks");
    await page.getByRole("checkbox", { name: "Brand suspended" }).check();
    await button(page, "Create").click();
    await expect(page.getByText("This URL is in a private network")).toBeVisible();
  }
  await field(page, "Endpoint URL").fill(receiver.url);
  // No event of brands occurs in the meantime; certificates expire.
  await page.getByRole("checkbox", { name: "Brands" }).check();
  await expectAccessible(page);
  await button(page, "Create").click();
  await expect(page.getByText("Copy the secret now")).toBeVisible();
  const secret = /whsec_[A-Za-z0-9+/]{32}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0];
  expect(secret).toBeDefined();
  await page.getByRole("link", { name: "I’ve saved it" }).click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(secret!);

  await button(page, "Send test event").click();
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  const outcome = host.kind === "node" ? "Delivered" : "Pending";
  await expect(deliveries.getByRole("listitem").getByText(outcome, { exact: true })).toBeVisible();
  await button(page, "Show payload").click();
  await expect(deliveries.locator("pre")).toContainText('"webhook.ping"');
  await expectAccessible(page);
  if (host.kind === "node") {
    await button(page, "Rotate secret…").click();
    await button(page, "Generate secret").click();
    await expect(page.getByText("Copy the secret now")).toBeVisible();
    await button(page, "Resend").click();
    await expect(deliveries.getByRole("listitem")).toHaveCount(2);
    // One signature at first, then those of the new and the old secret.
    expect(receiver.signatures.map((each) => each.split(" ").length)).toEqual([1, 2]);
  }
  await button(page, "Delete").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Item has been deleted!")).toBeVisible();
  receiver.close();
});
