import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addDays } from "#base/days.ts";
import { continueAs, staffMember } from "./people.ts";
import { credentialsFor, expect, expectAccessible, inBothHosts, signIn, test } from "./fixtures.ts";
import type { Host } from "./hosts.ts";

const gtin = "09521000000018";
const today = new Date().toISOString().slice(0, 10);

const english = {
  dir: "ltr",
  shop: "Demo Souk Whitechapel",
  name: "Name",
  codes: "Codes",
  uniqueCodes: "Unique codes",
  percentage: "Percentage",
  firstDay: "First day",
  lastDay: "Last day",
  usesInTotal: "Uses in total",
  usesPerMember: "Uses per member",
  brandShare: "Brand",
  platformShare: "Mizan",
  sentence: "In one sentence",
  terms: "25% off all products",
  create: "Create",
  submit: "Submit",
  approve: "Approve",
  approved: (name: string) => `${name} approved`,
  generate: "Generate codes",
  quantity: "Number of codes",
  complete: "Complete",
  download: "Download as CSV",
  simulator: "Simulator",
  retailer: "Retailer",
  product: "Product",
  medjool: "Medjool Dates",
  accepted: /Accepted\. It’s worth .*2\.50/,
  codeExists: "The code exists.",
  retailers: "Retailers",
  all: "All",
  keyPermissions: ["Check redemptions", "Create redemptions", "Roll back redemptions"],
  copySecret: "Copy the secret now",
  till: "Example till",
  key: "API key",
  retailerId: "Retailer ID",
  barcode: "Barcode",
  price: "Price",
  addProduct: "Add product",
  promocode: "Promocode",
  check: "Check",
  result: "Result",
  applies: "The promocode applies.",
  redeem: "Redeem",
  redeemed: /Redeemed\. Discount: .*2\.50/,
  used: /This code has been used up\. Uses: .*1.* of .*1/,
  receipt: "Receipt",
  why: "Why it applied",
  amounts: "Amounts",
  lines: "Lines",
  paidByPlatform: "Paid by Mizan",
  rollBack: "Roll back",
  reason: "Reason",
  rolledBack: "Rolled back",
  returned: "The goods came back",
  givenBack: /Given back: .*2\.50/,
  code: "Code",
  locations: "Locations",
  edit: /^Edit /,
  openTill: "Open the example till with these IDs",
  settings: "Settings",
  getList: "Get offline list",
  listUntil: /The offline list is valid until .*\d\d:\d\d/,
  workOffline: "Work offline",
  waiting: "Accepted offline. Send it when you’re online again.",
  send: "Send sales",
  saleAccepted: (number: string) => new RegExp(`${number}.*: redeemed\\.`),
};
type Texts = typeof english;

const arabic: Texts = {
  dir: "rtl",
  shop: "سوق العرض وايت تشابل",
  name: "الاسم",
  codes: "الرموز",
  uniqueCodes: "رموز فريدة",
  percentage: "النسبة",
  firstDay: "أول يوم",
  lastDay: "آخر يوم",
  usesInTotal: "مجموع الاستخدامات",
  usesPerMember: "الاستخدامات لكل عضو",
  brandShare: "العلامة",
  platformShare: "ميزان",
  sentence: "في جملة واحدة",
  terms: "على جميع المنتجات",
  create: "إنشاء",
  submit: "إرسال",
  approve: "موافقة",
  approved: (name) => `تمت الموافقة على \u2068${name}\u2069`,
  generate: "إنشاء رموز",
  quantity: "عدد الرموز",
  complete: "مكتملة",
  download: "تنزيل ملف CSV",
  simulator: "المحاكاة",
  retailer: "المتجر",
  product: "المنتج",
  medjool: "تمر مجهول",
  accepted: /مقبول\. قيمته .*2\.50/,
  codeExists: "الرمز موجود.",
  retailers: "المتاجر",
  all: "الكل",
  keyPermissions: ["فحص استخدامات الرموز", "إنشاء استخدامات الرموز", "التراجع عن استخدامات الرموز"],
  copySecret: "انسخ المفتاح السري الآن",
  till: "صندوق دفع تجريبي",
  key: "مفتاح API",
  retailerId: "معرّف المتجر",
  barcode: "الرمز الشريطي",
  price: "السعر",
  addProduct: "إضافة منتج",
  promocode: "الرمز الترويجي",
  check: "تحقّق",
  result: "النتيجة",
  applies: "ينطبق الرمز الترويجي.",
  redeem: "استخدام",
  redeemed: /تم الاستخدام\. الخصم: .*2\.50/,
  used: /استُنفد هذا الرمز\. الاستخدامات: .*1.* من .*1/,
  receipt: "الإيصال",
  why: "لماذا انطبق",
  amounts: "المبالغ",
  lines: "البنود",
  paidByPlatform: "تدفعه ميزان",
  rollBack: "تراجع",
  reason: "السبب",
  rolledBack: "متراجَع عنه",
  returned: "أُرجعت البضاعة",
  givenBack: /أُعيد: .*2\.50/,
  code: "الرمز",
  locations: "المواقع",
  edit: /^تعديل /,
  openTill: "افتح جهاز نقطة البيع التجريبي بهذه المعرّفات",
  settings: "الإعدادات",
  getList: "جلب قائمة العمل دون اتصال",
  listUntil: /قائمة العمل دون اتصال صالحة حتى .*\d\d:\d\d/,
  workOffline: "العمل دون اتصال",
  waiting: "قُبلت العملية دون اتصال. أرسلها عند عودة الاتصال.",
  send: "إرسال المبيعات",
  saleAccepted: (number) => new RegExp(`${number}.*: تم الاستخدام\\.`),
};

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** The first record that matches. */
async function pick(page: Page, label: string, name: string) {
  await page.getByRole("combobox", { name: label, exact: true }).fill(name);
  await page.getByRole("option", { name }).first().click();
}

for (const [language, texts] of Object.entries({ en: english, ar: arabic }))
  test(
    `a unique code is redeemed at the till, explained and rolled back (${language})`,
    inBothHosts,
    async ({ page, host }) => {
      const name = `Till ${Date.now().toString(36)}`;
      await test.step("create, submit and approve", () =>
        publish(page, host, { texts, language, name, codes: texts.uniqueCodes }));
      const code = await test.step("batch", () => generateCode(page, texts));
      await test.step("simulate", () => simulate(page, texts));
      const retailerId = await retailerIdOf(page, texts);
      const key = await test.step("key", () => createKey(page, texts, name));
      const number = await test.step("redeem", () => redeemAtTill(page, texts, { key, retailerId, code }));
      await test.step("trace and rollback", () => rollBack(page, texts, number));
      await test.step("use the code again", async () => {
        await sell(page, texts, code);
        await expect(region(page, texts.result)).toContainText(texts.applies);
      });
    },
  );

test("a sale that was accepted offline is redeemed when it is sent", async ({ page, host }) => {
  const [texts, code] = [english, `OFF${Date.now().toString(36)}`.toUpperCase()];
  await publish(page, host, { texts, language: "en", name: `Offline ${code}`, code });
  const key = await createKey(page, texts, code);
  await test.step("open the till with the IDs of a location", () => openTill(page, texts));
  await page.getByLabel(texts.key).fill(key);
  await button(page, texts.getList).click();
  await expect(page.getByText(texts.listUntil)).toBeVisible();
  await page.getByLabel(texts.workOffline).check();
  await page.context().setOffline(true);
  await enterOrder(page, texts, code);
  await button(page, texts.redeem).click();
  await expect(page.getByText(texts.waiting)).toBeVisible();
  const number = await receiptNumber(page, texts);
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByLabel(texts.workOffline).uncheck();
  await button(page, texts.send).click();
  await expect(page.getByText(texts.saleAccepted(number))).toBeVisible();
  await page.goto(`/apps/promocode/redemptions?q=${number}`);
  await expect(page.getByRole("grid").getByRole("link", { name: number })).toBeVisible();
});

/** The example till, opened from the first location of the shop. */
async function openTill(page: Page, texts: Texts) {
  await retailerIdOf(page, texts);
  await page.getByRole("tab", { name: texts.locations }).click();
  await page.getByRole("tabpanel").getByRole("button", { name: texts.edit }).first().click();
  const link = page.getByRole("dialog").getByRole("link", { name: texts.openTill });
  await page.goto((await link.getAttribute("href"))!);
  await expect(field(page, texts.retailerId)).not.toHaveValue("");
}

type Published = {
  readonly texts: Texts;
  readonly language: string;
  readonly name: string;
  /** Without a kind of codes, one code for everyone. */
  readonly codes?: string;
  readonly code?: string;
};

/** A promocode that one user submits and another approves. Ends on its page, in the language. */
async function publish(page: Page, host: Host, wanted: Published) {
  const { texts, language, name } = wanted;
  const speak = () => page.evaluate((chosen) => localStorage.setItem("mizan.language", chosen), language);
  await signIn(page, await staffMember(host));
  await speak();
  await createPromocode(page, wanted);
  await button(page, texts.submit).click();
  await expect(button(page, texts.approve)).toBeDisabled();
  await page.evaluate(() => localStorage.setItem("mizan.language", "en"));
  await continueAs(page, credentialsFor(host, "administrator"));
  await speak();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("dir", texts.dir);
  await button(page, texts.approve).click();
  await expect(page.locator("[data-toasts]").getByText(texts.approved(name))).toBeVisible();
}

/** A quarter off that Mizan pays for, five times, also for shoppers who are no members. */
async function createPromocode(page: Page, { texts, name, codes, code }: Published) {
  await page.goto("/apps/promocode/promocodes/new");
  await field(page, texts.name).fill(name);
  if (codes !== undefined) await choose(page, texts.codes, codes);
  if (code !== undefined) await field(page, texts.code).fill(code);
  await field(page, texts.percentage).fill("25");
  await field(page, texts.firstDay).fill(addDays(today, -1));
  await field(page, texts.lastDay).fill(addDays(today, 30));
  await field(page, texts.usesInTotal).fill("5");
  await field(page, texts.usesPerMember).fill("");
  await field(page, texts.brandShare).last().fill("0");
  await field(page, texts.platformShare).fill("100");
  await expect(region(page, texts.sentence)).toContainText(texts.terms);
  await button(page, texts.create).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

/** The first code of a new batch, as the downloaded file has it. */
async function generateCode(page: Page, texts: Texts): Promise<string> {
  await tab(page, texts.codes).click();
  await button(page, texts.generate).click();
  const dialog = page.getByRole("dialog", { name: texts.generate });
  await dialog.getByRole("textbox", { name: texts.quantity }).fill("20");
  await dialog.getByRole("button", { name: texts.generate }).click();
  await expect(page.getByText(texts.complete, { exact: true })).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, texts.download).click()]);
  const code = /^"?([A-Z0-9-]{8,})"?,/m.exec(await readFile(await file.path(), "utf8"))?.[1];
  if (code === undefined) throw new Error("no code in the file");
  return code;
}

async function simulate(page: Page, texts: Texts) {
  await tab(page, texts.simulator).click();
  await pick(page, texts.product, texts.medjool);
  await pick(page, texts.retailer, texts.shop);
  await expect(page.getByText(texts.accepted)).toBeVisible();
  await expect(page.getByRole("tabpanel")).toContainText(texts.codeExists);
  await expectAccessible(page);
}

async function retailerIdOf(page: Page, texts: Texts): Promise<string> {
  await page.goto(`/apps/retailer/retailers?q=${encodeURIComponent(texts.shop)}`);
  await page.getByRole("link", { name: texts.shop, exact: true }).first().click();
  await page.waitForURL(/\/retailers\/[0-9a-f-]{36}/);
  return /[0-9a-f-]{36}/.exec(page.url())![0];
}

/** The secret of a key of the retailer's tills. */
async function createKey(page: Page, texts: Texts, title: string): Promise<string> {
  await page.goto("/apps/user/api-keys/new");
  await field(page, texts.name).fill(title);
  for (const name of texts.keyPermissions)
    await page.getByRole("radiogroup", { name }).getByText(texts.all, { exact: true }).click();
  await pick(page, texts.retailers, texts.shop);
  await button(page, texts.create).click();
  await expect(page.getByText(texts.copySecret)).toBeVisible();
  return /mzk_[0-9a-z]{8}_[A-Za-z0-9_-]{43}/.exec((await page.getByRole("main").textContent()) ?? "")![0];
}

/** Enters one product and a code. */
async function enterOrder(page: Page, texts: Texts, code: string) {
  await field(page, texts.barcode).fill(gtin);
  await field(page, texts.price).fill("10.00");
  await button(page, texts.addProduct).click();
  await field(page, texts.promocode).fill(code);
}

/** Enters an order on a new page, and checks it. */
async function sell(page: Page, texts: Texts, code: string) {
  await page.goto("/till/");
  await expect(page.getByRole("heading", { name: texts.till, level: 1 })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", texts.dir);
  await enterOrder(page, texts, code);
  await button(page, texts.check).click();
}

const receiptNumber = async (page: Page, texts: Texts) =>
  /T-[0-9A-Z]+-[0-9A-F]{4}/.exec((await page.getByRole("heading", { name: texts.receipt }).textContent())!)![0];

type Till = { readonly key: string; readonly retailerId: string; readonly code: string };

/** Redeems the code once, is refused a second time, and answers the number of the receipt. */
async function redeemAtTill(page: Page, texts: Texts, { key, retailerId, code }: Till): Promise<string> {
  await page.goto("/till/");
  await page.getByLabel(texts.key).fill(key);
  await field(page, texts.retailerId).fill(retailerId);
  await sell(page, texts, code);
  await expect(region(page, texts.result)).toContainText(texts.applies);
  await expectAccessible(page);
  await button(page, texts.redeem).click();
  await expect(page.getByText(texts.redeemed)).toBeVisible();
  const number = await receiptNumber(page, texts);
  await expectAccessible(page);
  await sell(page, texts, code);
  await expect(region(page, texts.result)).toContainText(texts.used);
  return number;
}

/** Finds the redemption in the list, reads why it applied, and rolls it back. */
async function rollBack(page: Page, texts: Texts, number: string) {
  await page.goto(`/apps/promocode/redemptions?q=${number}`);
  await page.getByRole("grid").getByRole("link", { name: number }).click();
  await expect(page.getByRole("heading", { name: number, level: 1 })).toBeVisible();
  await expect(region(page, texts.why)).toContainText(texts.codeExists);
  await expect(region(page, texts.amounts)).toContainText(texts.paidByPlatform);
  await expect(region(page, texts.lines).first()).toContainText("2.50");
  await expectAccessible(page);
  await button(page, texts.rollBack).click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("textbox", { name: texts.reason }).fill(texts.returned);
  await panel.getByRole("button", { name: texts.rollBack, exact: true }).click();
  await expect(page.getByText(texts.rolledBack, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(texts.givenBack)).toBeVisible();
  await expect(page.getByText(texts.returned)).toBeVisible();
}
