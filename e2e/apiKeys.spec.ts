import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Tests of a worker share a database, so each creates its own records with unique names.
let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);
const permission = (page: Page, name: string) => page.getByRole("radiogroup", { name });
const secretPattern = /mzk_[0-9a-z]{8}_[A-Za-z0-9_-]{43}/;

/** Creates a key of a point of sale that reads brands, through the form, and answers its secret. */
async function makeKey(page: Page, title: string): Promise<string> {
  await page.goto("/apps/user/api-keys/new");
  await field(page, "Name").fill(title);
  await permission(page, "View brands").getByText("All", { exact: true }).click();
  await page.getByRole("combobox", { name: "Retailers" }).fill("Demo Souk Whitechapel");
  await page.getByRole("option", { name: "Demo Souk Whitechapel" }).click();
  await button(page, "Create").click();
  await expect(heading(page, `${title} created`)).toBeVisible();
  const secret = secretPattern.exec((await page.getByRole("main").textContent()) ?? "")?.[0];
  if (secret === undefined) throw new Error("no secret on the screen");
  return secret;
}

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs(page, "administrator");
});

test("a key is created, shown once, used, renewed and revoked", inBothHosts, async ({ page, host }) => {
  const title = ownName("Till");
  const secret = await makeKey(page, title);
  await expect(page.getByText("Copy the secret now")).toBeVisible();
  await expect(page.getByText(`curl -H "Authorization: Bearer ${secret}"`)).toBeVisible();
  await expectAccessible(page);

  // In the browser host there is no server that another program could call.
  const send = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return page.request.get(`${host.url}/api/v1/brands`, { headers });
  };
  if (host.kind === "node") {
    const answer = await send(secret);
    expect([answer.status(), answer.headers()["ratelimit-limit"], answer.headers()["ratelimit-remaining"]]).toEqual([
      200,
      "60",
      "59",
    ]);
    const user = await page.request.get(`${host.url}/api/v1/session`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(((await user.json()) as { code: string }).code).toBe("not_for_keys");
  }
  await page.getByRole("link", { name: "I’ve saved it" }).click();
  await expect(heading(page, title)).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(secret);
  if (host.kind === "node") {
    await page.getByRole("tab", { name: "Usage" }).click();
    await expect(page.getByRole("definition").first()).toHaveText("2");
    await expectAccessible(page);
  }

  await button(page, "Rotate secret…").click();
  await expectAccessible(page);
  await button(page, "Generate secret").click();
  await expect(page.getByText("Copy the secret now")).toBeVisible();
  const renewed = secretPattern.exec((await page.getByRole("main").textContent()) ?? "")![0];
  expect(renewed).not.toBe(secret);
  if (host.kind === "node") expect([(await send(secret)).status(), (await send(renewed)).status()]).toEqual([200, 200]);

  await button(page, "Revoke…").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The till was stolen");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(toast(page, `${title} revoked`)).toBeVisible();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  if (host.kind === "node") expect((await send(renewed)).status()).toBe(401);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("revoked it")).toBeVisible();
  await expect(page.getByText("The till was stolen")).toBeVisible();
});

test("keys are listed in the users section of the menu, and an invalid form loses nothing", async ({ page }) => {
  const title = ownName("Partner");
  await makeKey(page, title);
  await page.goto("/apps/user/api-keys");
  await expect(heading(page, "API keys")).toBeVisible();
  await page.getByRole("searchbox").fill(title);
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "API keys", exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/apps/user/api-keys/new");
  await field(page, "Name").fill("Without rights");
  await button(page, "Create").click();
  await expect(page.getByText("Choose at least one permission.")).toBeVisible();
  await permission(page, "View brands").getByText("In its scopes", { exact: true }).click();
  await button(page, "Create").click();
  await expect(page.getByText("Choose exactly one retailer for a point of sale")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Countries" })).toBeHidden();
  await expect(field(page, "Name")).toHaveValue("Without rights");
  await expectAccessible(page);
});
