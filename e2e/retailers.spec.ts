import type { Page } from "@playwright/test";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";
import { continueAsSecond } from "./people.ts";

// Tests of a worker share the Node host's database, so each creates its own records with unique names.
let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toasts]").getByText(text);
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const step = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

async function choose(page: Page, label: string, typed: string, option: string | RegExp) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.keyboard.type(typed);
  await page.getByRole("option", { name: option }).first().click();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test(
  "a retailer is created, gets locations, hours, contacts and documents, is approved and suspended",
  inBothHosts,
  async ({ page, host }) => {
    const name = ownName("Baqala");
    await page.goto("/apps/retailer/retailers/new");
    await field(page, "Name").fill(name);
    await choose(page, "Type", "groc", /Grocery/);
    await choose(page, "Country", "united arab", "United Arab Emirates");
    await choose(page, "Time zone", "asia dubai", "Asia/Dubai");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(step(page, "Submit")).toBeDisabled();

    await page.getByRole("tab", { name: "Locations" }).click();
    await page.getByRole("button", { name: "Add a location" }).click();
    const place = dialog(page, "Add a location");
    await place.getByRole("textbox", { name: "Name" }).fill("Deira");
    await place.getByRole("textbox", { name: "City" }).fill("Dubai");
    await place.getByRole("textbox", { name: "Phone" }).fill("+971 4 234-5678");
    await place.getByRole("textbox", { name: "Latitude" }).fill("95");
    await place.getByRole("textbox", { name: "Longitude" }).fill("55.3095");
    await place.getByRole("button", { name: "Save changes" }).click();
    await expect(place.getByRole("textbox", { name: "Latitude" })).toHaveAttribute("aria-invalid", "true");
    // Escape is easily pressed by mistake.
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(place.getByRole("textbox", { name: "City" })).toHaveValue("Dubai");
    await place.getByRole("textbox", { name: "Latitude" }).fill("25°16'N");
    await expect(place.getByText("Enter decimal degrees, for example 25.2697.")).toBeVisible();
    await place.getByRole("textbox", { name: "Latitude" }).fill("25.2697");
    await place.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(page, "Deira saved")).toBeVisible();
    await expect(page.getByText("+97142345678")).toBeVisible();
    await expect(page.getByRole("application", { name: /Map with 1 location/ })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("tab", { name: "Hours" }).click();
    await page.getByRole("button", { name: "Add hours on Monday" }).click();
    await page.getByRole("button", { name: "Copy Monday to all days" }).click();
    await page.getByRole("button", { name: "Add hours on Friday" }).click();
    await page.getByLabel("Friday: opens at").nth(1).fill("17:00");
    await expect(page.getByText("These hours overlap.")).toBeVisible();
    await page.getByLabel("Friday: opens at").nth(1).fill("20:00");
    await page.getByLabel("Friday: closes at").nth(1).fill("02:00");
    await expect(page.getByText("next day")).toBeVisible();
    // Neither a tab nor a link discards unsaved hours without asking.
    for (const elsewhere of [
      page.getByRole("tab", { name: "Contacts" }),
      page.getByRole("link", { name: "New Retailer" }),
    ]) {
      await elsewhere.click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
      await expect(page.getByLabel("Friday: closes at").nth(1)).toHaveValue("02:00");
    }
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save hours" }).click();
    await expect(toast(page, "Hours saved")).toBeVisible();
    await page.getByRole("button", { name: "Add a closure" }).click();
    await dialog(page, "Add a closure").getByRole("button", { name: "Add a closure" }).click();
    await expect(page.getByText("Every Friday, 12:30 to 14:00")).toBeVisible();

    await page.getByRole("tab", { name: "Contacts" }).click();
    await page.getByRole("button", { name: "Add a contact" }).click();
    const user = dialog(page, "Add a contact");
    await user.getByRole("textbox", { name: "Name" }).fill("Amina Sample");
    await user.getByRole("button", { name: "Save changes" }).click();
    await expect(user.getByText("Enter an email address or phone number.")).toBeVisible();
    await user.getByRole("textbox", { name: "Email" }).fill("amina@example.com");
    await user.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(page, "Amina Sample saved")).toBeVisible();

    await page.getByRole("tab", { name: "KYC documents" }).click();
    await page.getByRole("button", { name: "Add document" }).click();
    const document = dialog(page, "Add document");
    await document.getByRole("textbox", { name: "Number" }).fill("DEMO-1");
    await document.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await expect(toast(page, "Verified")).toBeVisible();
    await expectAccessible(page);

    await step(page, "Submit").click();
    await expect(step(page, "Approve")).toBeDisabled();
    await continueAsSecond(page, host);
    await step(page, "Approve").click();
    await step(page, "Suspend…").click();
    const suspending = dialog(page, `Suspend ${name}?`);
    await expect(suspending.getByText("No other records are affected.")).toBeVisible();
    await suspending.getByLabel("Reason").fill("A visit is due");
    await suspending.getByRole("button", { name: "Suspend", exact: true }).click();
    await expect(page.getByText("A visit is due").first()).toBeVisible();
    await page.getByRole("tab", { name: "History" }).click();
    for (const verb of ["added a location", "changed opening hours", "approved KYC", "suspended it"])
      await expect(page.getByText(new RegExp(verb)).first()).toBeVisible();
  },
);

test("the payout account is encrypted, masked, and shown in full only on request", async ({ page }) => {
  await page.goto("/apps/retailer/retailers?q=crescent");
  await page.getByRole("link", { name: "Crescent Café Example" }).click();
  await page.getByRole("tab", { name: "Settlement" }).click();
  await page.getByRole("button", { name: "Add payout account" }).click();
  const entry = dialog(page, "Change payout account");
  await entry.getByRole("textbox", { name: "IBAN or account number" }).fill("GB29 NWBK 6016 1331 9268 18");
  await entry.getByRole("button", { name: "Save changes" }).click();
  await expect(entry.getByText("Enter a valid IBAN.")).toBeVisible();
  await entry.getByRole("textbox", { name: "IBAN or account number" }).fill("GB29 NWBK 6016 1331 9268 19");
  await entry.getByRole("button", { name: "Save changes" }).click();
  // Whether a second person is required depends on the users that other journeys of this worker have created.
  await expect(toast(page, /Payout account updated|Sent for approval/)).toBeVisible();
});

test("the list finds retailers near a point, and explains the format of a point", async ({ page }) => {
  await page.goto("/apps/retailer/retailers");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: /^Near/ }).click();
  const panel = page.getByRole("dialog", { name: "Near" });
  await panel.getByRole("application").press("Enter");
  await expect(field(page, "Latitude")).toHaveValue("10");
  await field(page, "Latitude").fill("91");
  await field(page, "Longitude").fill("-0.0663");
  await field(page, "Radius (km)").fill("3");
  await panel.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("Enter a value from -90 to 90")).toBeVisible();
  await field(page, "Latitude").fill("51.5165");
  await panel.getByRole("button", { name: "Show", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/Within 3 km of .?51\.52, -0\.07/)).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "0.0 km" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Bakkal Örnek Fatih" })).toHaveCount(0);
  const byDistance = page.getByRole("columnheader", { name: "Distance" });
  await byDistance.getByRole("button").click();
  await expect(page).toHaveURL(/sort=distance/);
  await expect(byDistance).toHaveAttribute("aria-sort", "ascending");
  // Without the point there is no distance and no order by it.
  await page.getByRole("button", { name: "Remove the filter Near" }).click();
  await expect(byDistance).toHaveCount(0);
  await expect(page).not.toHaveURL(/sort=/);
  await expect(page.getByRole("link", { name: "Bakkal Örnek Fatih" })).toBeVisible();
});

test("types are archived only if no retailer uses them, and percentages are entered in percent", async ({ page }) => {
  await page.goto("/apps/retailer-types");
  await expect(page).toHaveURL(/\/apps\/retailer-type\/types$/);
  await page.getByRole("link", { name: "Grocery" }).click();
  await page.getByRole("button", { name: "Archive…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Archive" }).click();
  await expect(toast(page, /Retailers using this type/)).toBeVisible();
  const code = `KIOSK_${Date.now().toString(36).toUpperCase()}`;
  await page.goto("/apps/retailer-type/types/new");
  await field(page, "Name").fill(ownName("Kiosk"));
  await field(page, "Code").fill(code);
  await field(page, "Default cashback").fill("12.5");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Can’t exceed the maximum cashback.")).toBeVisible();
  await field(page, "Default cashback").fill("2.5");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText(code).first()).toBeVisible();
  await expect(field(page, "Default cashback")).toHaveValue("2.5");
  await expectAccessible(page);
});

test("a stricter policy of a type is saved after its impact was shown, and until then the form keeps what was typed", async ({
  page,
}) => {
  await page.goto("/apps/retailer-type/types");
  await page.getByRole("link", { name: "Online only" }).click();
  const policy = page.getByRole("combobox", { name: "Certificate policy" });
  const save = page.getByRole("button", { name: "Save changes" });
  const requested = dialog(page, "This change affects what can be promoted");
  const description = ownName("Delivered to the door");
  await field(page, "Description").fill(description);
  await save.click();
  await expect(toast(page, "Saved")).toBeVisible();

  await field(page, "Description").fill(`${description} today`);
  await policy.click();
  await page.getByRole("option", { name: "Product and premises certificates required" }).click();
  await save.click();
  await expect(requested.getByRole("group", { name: "Impact" })).toContainText(/assignments? pauses?/);
  await expect(requested.getByRole("list", { name: "Retailers with paused products" })).toBeVisible();
  const confirm = requested.getByRole("button", { name: /^Save and pause \d+$/ });
  const count = (await confirm.innerText()).replace(/\D+/g, "");
  await expectAccessible(page);
  await requested.getByRole("button", { name: "Back to the form" }).click();
  await expect(requested).toHaveCount(0);
  await expect(field(page, "Description")).toHaveValue(`${description} today`);
  await expect(policy).toHaveValue("Product and premises certificates required");
  await expect(page.getByText("2 unsaved changes")).toBeVisible();
  await save.click();
  await confirm.click();
  await expect(page.getByText("No changes")).toBeVisible();

  // Undo it: other tests of this worker use the same retailers.
  await policy.click();
  await page.getByRole("option", { name: "Product certificate required" }).click();
  await save.click();
  const follows = requested.getByRole("group", { name: "Impact" });
  await expect(follows).toContainText(new RegExp(`assignments? resumes?${count}\\D`));
  await expect(follows).toContainText("retailer with fewer requirements1");
  // Looser requirements need a reason.
  await expect(requested.getByRole("button", { name: "Save anyway" })).toBeDisabled();
  await requested.getByRole("textbox", { name: "Reason" }).fill("Its premises are certified by the product's body");
  await expectAccessible(page);
  await requested.getByRole("button", { name: "Save anyway" }).click();
  await expect(page.getByText("No changes")).toBeVisible();
});

test.describe("in Arabic and dark mode", () => {
  test.use({ colorScheme: "dark" });

  test("list, record and map run right to left, and everything is reachable", async ({ page }) => {
    await page.evaluate(() => localStorage.setItem("mizan.language", "ar"));
    await page.goto("/apps/retailer/retailers?near=51.5,-0.1,30");
    await expect(page.getByRole("heading", { name: "المتاجر", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "سوق العرض وايت تشابل" }).click();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "المواقع" }).click();
    await expect(page.getByRole("application")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "ساعات العمل" }).click();
    await page.getByText("رمضان", { exact: true }).click();
    await expect(page.getByText(/أم القرى/)).toBeVisible();
    await expectAccessible(page);
  });
});
