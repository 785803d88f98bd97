import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Tests of a worker share the host's database, so each creates its own records with unique contacts.
let made = 0;
const ownNumber = () => `${test.info().workerIndex}${++made}${Date.now().toString().slice(-8)}`;

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test(
  "a member is created, found by an email in full, frozen with a reason, and erased by typing the email",
  inBothHosts,
  async ({ page }) => {
    const number = ownNumber();
    const email = `huda${number}@example.com`;
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    await page.goto("/apps/promocode/members/new");
    await field("Name").fill("Huda Karim");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByText("Enter a number, an email or a phone.").first()).toBeVisible();
    await field("Member number").fill(number);
    await field("Email").fill(email);
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { name: "Huda Karim", level: 1 })).toBeVisible();
    await expect(field("Email")).toHaveValue("h•••@example.com");
    await page.getByRole("button", { name: "Show contacts" }).click();
    await expect(page.getByText(email)).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Freeze…" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("The same receipt three times");
    await page.getByRole("dialog").getByRole("button", { name: "Freeze", exact: true }).click();
    await expect(page.getByRole("button", { name: "Unfreeze…" })).toBeVisible();

    await page.goto(`/apps/promocode/members?search=${encodeURIComponent(email.toUpperCase())}`);
    await page.getByRole("link", { name: "Huda Karim" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Erase…" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("textbox").fill("huda@example.com");
    await dialog.getByRole("button", { name: "Erase", exact: true }).click();
    await expect(dialog.getByText("This isn’t the member’s number, email or phone.")).toBeVisible();
    await dialog.getByRole("textbox").fill(email);
    await dialog.getByRole("button", { name: "Erase", exact: true }).click();
    await expect(page.getByText("Redemptions and amounts stay under the member’s ID.").first()).toBeVisible();
    await expect(field("Email")).toHaveValue("");
    await page.reload();
    await expect(page.getByText("Huda Karim")).toHaveCount(0);
  },
);

test("members are imported from a file, and each wrong row says why", async ({ page }) => {
  const number = ownNumber();
  const text = [
    "number,email,phone,name,country",
    `${number},import${number}@example.com,+442079460123,Import ${number},GB`,
    ",,,Nobody,GB",
    `${number}1,no address,,Wrong,GB`,
    `${number}2,,,Elsewhere,UK`,
    `${number},,,Twice,GB`,
  ].join("\n");
  await page.goto("/apps/promocode/members");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Import Members", level: 1 })).toBeVisible();
  const file = { name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByTestId("import-file").setInputFiles(file);
  await page.getByRole("button", { name: "Check 5 rows" }).click();
  const problems = page.getByRole("region", { name: "All problems" }).getByRole("row");
  await expect(problems).toHaveCount(5);
  await expect(problems.nth(1)).toHaveText(/3.*No number, email or phone.*at least one of them/);
  await expect(problems.nth(2)).toHaveText(/4\s*email\s*no address/);
  await expect(problems.nth(3)).toHaveText(/5\s*country\s*UK\s*Not an ISO country code\s*two letters/);
  await expect(problems.nth(4)).toHaveText(/6\s*number.*Same as row 2/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("heading", { name: "1 row imported" })).toBeVisible();
  await page.goto(`/apps/promocode/members?search=import${number}%40example.com`);
  await expect(page.getByRole("link", { name: `Import ${number}` })).toBeVisible();
});
