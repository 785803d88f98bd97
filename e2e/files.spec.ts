import type { Page } from "@playwright/test";
import { picture } from "#api/testing/pictureBytes.ts";
import { expect, expectAccessible, inBothHosts, test } from "./fixtures.ts";

// Products represent every record with pictures: this tests web/files and features/platform/files.

let made = 0;
const ownName = (what: string) => `${what} ${test.info().workerIndex}-${++made}-${Date.now().toString(36)}`;

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const save = (page: Page) => page.getByRole("button", { name: /^(save changes|create)$/i });
const images = (page: Page) => page.getByRole("group", { name: "Images", exact: true });
const cards = (page: Page) =>
  images(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("textbox") });
const chooser = (page: Page) => images(page).locator("input[type=file]");

/** The actual size of each picture, in the order of the list. */
const sizes = (page: Page) =>
  cards(page)
    .locator("img")
    .evaluateAll((shown) => (shown as HTMLImageElement[]).map((one) => `${one.naturalWidth}x${one.naturalHeight}`));

async function makeProduct(page: Page, name: string) {
  await page.goto("/apps/brand-product/brand-products/new");
  await page.getByRole("combobox", { name: "Brand", exact: true }).fill("Bustan Nour Demo Foods");
  await page.getByRole("option", { name: "Bustan Nour Demo Foods" }).first().click();
  await field(page, "Name").fill(name);
  await save(page).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.getByRole("tab", { name: "Images" }).click();
}

test.beforeEach(async ({ page, signInAs }) => signInAs(page, "administrator"));

test(
  "pictures are uploaded, rotated, rejected with a reason, described, cropped and ordered, and stay so",
  inBothHosts,
  async ({ page }) => {
    await makeProduct(page, ownName("Dates"));
    const file = async (name: string, bytes: Promise<Uint8Array>) => ({
      name,
      mimeType: "image/jpeg",
      buffer: Buffer.from(await bytes),
    });
    await chooser(page).setInputFiles([
      // Taken with the camera turned sideways.
      await file("box.jpg", picture("jpeg", { width: 300, height: 200, orientation: 6 })),
      await file("label.jpg", picture("png", { width: 320, height: 160 })),
      await file("page.jpg", Promise.resolve(new TextEncoder().encode("<svg onload='alert(1)'></svg>"))),
    ]);
    await expect(images(page).getByRole("alert")).toHaveText(/page\.jpg: File type not supported/);
    await expect.poll(() => sizes(page)).toEqual(["200x300", "320x160"]);

    await cards(page).first().getByRole("textbox", { name: "Alt text", exact: true }).fill("A box of dates");
    await cards(page)
      .first()
      .getByRole("textbox", { name: /in Arabic/ })
      .fill("علبة تمر");
    await expectAccessible(page);

    await cards(page).nth(1).getByRole("button", { name: "Crop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Lower right corner" }).focus();
    for (let times = 0; times < 5; times++) await page.keyboard.press("Shift+ArrowLeft");
    await page.getByRole("button", { name: "Apply crop" }).click();
    await expect.poll(() => sizes(page)).toEqual(["200x300", "160x160"]);

    await cards(page).nth(1).getByRole("button", { name: "Move earlier" }).click();
    await expect.poll(() => sizes(page)).toEqual(["160x160", "200x300"]);
    await cards(page)
      .nth(1)
      .getByTitle("Drag to reorder")
      .dragTo(cards(page).first(), { targetPosition: { x: 30, y: 30 } });
    await expect.poll(() => sizes(page)).toEqual(["200x300", "160x160"]);

    await save(page).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect.poll(() => sizes(page)).toEqual(["200x300", "160x160"]);
    await expect(
      cards(page)
        .first()
        .getByRole("textbox", { name: /in Arabic/ }),
    ).toHaveValue("علبة تمر");

    await cards(page).nth(1).getByRole("button", { name: "Remove" }).click();
    await save(page).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect.poll(() => sizes(page)).toEqual(["200x300"]);
  },
);

test("a picture is pasted into the focused area", async ({ page }) => {
  await makeProduct(page, ownName("Ghee"));
  await images(page)
    .getByRole("group", { name: /Drop files here/ })
    .focus();
  const bytes = Buffer.from(await picture("png", { width: 90, height: 60 })).toString("base64");
  await page.evaluate(async (encoded) => {
    const blob = new Blob([Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0))], { type: "image/png" });
    const pasted = new DataTransfer();
    pasted.items.add(new File([blob], "clipboard.png", { type: "image/png" }));
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true }));
  }, bytes);
  await expect.poll(() => sizes(page)).toEqual(["90x60"]);
});
