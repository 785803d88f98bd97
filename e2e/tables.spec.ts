import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const brandsPath = "/apps/brand/brands";
const redemptionsPath = "/apps/promocode/redemptions";
const usersPath = "/apps/user/users";

/** What only a real layout can show: widths and overlaps in pixels. */
async function measure(page: Page) {
  return page.evaluate(() => {
    const table = document.querySelector<HTMLTableElement>("table[role=grid]")!;
    // Grips of headers are not content.
    for (const grip of table.querySelectorAll<HTMLElement>("[data-grip]")) grip.style.display = "none";
    const rows = [...table.querySelectorAll<HTMLTableRowElement>("tr[data-id]")].slice(0, 25);
    const range = document.createRange();
    const isCut = (cell: Element) =>
      [cell, ...cell.querySelectorAll("a, bdi")].some((each) => each.scrollWidth > each.clientWidth + 1);
    // Whatever clips its text, at any depth. What is only for screen readers has one pixel on purpose.
    const isTextCut = (cell: Element) =>
      [cell, ...cell.querySelectorAll(":not(.hidden-visually)")].some(
        (each) => getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1,
      );
    const contentWidth = (cell: Element) => {
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().width;
    };
    const heads = [...table.tHead!.rows[0]!.cells].slice(2, -1);
    // A column has room if it is wider than its title and each of its cells, by more than the padding and a pixel.
    const spare = heads.map((head, index) => {
      const cells = [head, ...rows.map((row) => row.cells[index + 2]!)];
      return Math.min(...cells.map((cell) => cell.clientWidth - 16 - contentWidth(cell)));
    });
    // The name is in a box that is as wide as its cell. Its column also gets the pixels that are left when all widths
    // are whole: less than one of each column.
    const nameCells = [table.tHead!.rows[0]!.cells[1]!, ...rows.map((row) => row.cells[1]!)];
    const nameSpare = nameCells.map(
      (cell) => cell.clientWidth - 16 - contentWidth(cell.matches("tbody *") ? cell.firstElementChild! : cell),
    );
    const endOf = (cell: Element) => {
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().right;
    };
    const isFigure = (cell: Element) => getComputedStyle(cell).textAlign === "right";
    const figures = heads.filter((_, index) => rows.every((row) => isFigure(row.cells[index + 2]!)));
    return {
      figuresCount: figures.length,
      // The arrow of a header that can be sorted is before its title.
      figuresApart: figures.filter((head) => {
        const ends = rows.map((row) => endOf(row.cells[head.cellIndex]!));
        return Math.abs(endOf(head) - Math.max(...ends)) > 2;
      }).length,
      cutNames: rows.filter((row) => isCut(row.cells[1]!)).length,
      cutCells: rows.flatMap((row) => [...row.cells].slice(1, -1)).filter((cell) => isCut(cell) || isTextCut(cell))
        .length,
      hasRoomInNames: Math.min(...nameSpare) > heads.length + 1,
      columnsWithRoom: spare.filter((px) => px > 2).length,
      cutBadges: [...table.querySelectorAll("td [class*=badge]")].filter((badge) => {
        const cell = badge.closest("td")!.getBoundingClientRect();
        const { left, right } = badge.getBoundingClientRect();
        return left < cell.left - 1 || right > cell.right + 1;
      }).length,
    };
  });
}

for (const language of ["en", "ar"] as const) {
  test(`no cell is cut at 1440 px while another column has room: ${language}`, async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAs(page, "administrator");
    await page.addInitScript((code) => localStorage.setItem("mizan.language", code), language);
    for (const path of [
      brandsPath,
      "/apps/brand-product/brand-products",
      "/apps/cert/certs",
      redemptionsPath,
      usersPath,
    ]) {
      await page.goto(path);
      await expect(page.locator("tr[data-id]").nth(4)).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      // The columns are measured again when figures and fonts have come.
      await expect(async () => {
        const { cutCells, columnsWithRoom, hasRoomInNames, cutBadges } = await measure(page);
        expect([path, cutBadges]).toEqual([path, 0]);
        expect([cutCells, columnsWithRoom + Number(hasRoomInNames)], path).toContain(0);
      }).toPass({ timeout: 5000 });
    }
  });
}

const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));

for (const language of ["en", "ar"] as const) {
  for (const width of [1440, 1280, 1024]) {
    test(`a list fits ${width} px in ${language}: names, badges, bulk bar and toast`, async ({ page, signInAs }) => {
      await page.setViewportSize({ width, height: 900 });
      await signInAs(page, "administrator");
      await page.addInitScript((code) => localStorage.setItem("mizan.language", code), language);
      await page.goto(brandsPath);
      await expect(page.locator("tr[data-id]").first()).toBeVisible();
      // Figures of brands come after their rows.
      await expect(page.locator("tr[data-id] td").filter({ hasText: /^\d+$/ }).first()).toBeVisible();
      // The columns are measured again when figures have come.
      await expect(async () => {
        const { cutNames, columnsWithRoom, cutBadges, figuresCount, figuresApart } = await measure(page);
        expect([figuresCount > 0, figuresApart]).toEqual([true, 0]);
        expect(cutBadges).toBe(0);
        expect([cutNames, columnsWithRoom]).toContain(0);
      }).toPass({ timeout: 5000 });

      await page.locator("tr[data-id] input[type=checkbox]").first().click();
      const bar = page.locator("section", { has: page.locator("strong[aria-live]") }).last();
      expect((await bar.boundingBox())!.height).toBeLessThan(64);

      // The file's own toast.
      await page
        .locator("main h1 ~ * button, main header button")
        .filter({ hasText: /^(Export|تصدير)$/ })
        .click();
      const toast = page.locator("[data-toasts] [data-depth='0']");
      await expect(toast).toContainText(".csv");
      // As wide as the longest text makes it.
      await toast.evaluate((element: HTMLElement) => element.style.setProperty("inline-size", "100%"));
      // Once it has its place.
      await expect(async () => {
        const { x, y, width: wide, height } = (await toast.boundingBox())!;
        const covered = (await boxesOf(page, "main h1, main nav, header button, main input[type=search]")).filter(
          ({ left, right, top, bottom }) => right > x && left < x + wide && bottom > y && top < y + height,
        );
        expect(covered).toEqual([]);
      }).toPass({ timeout: 3000 });
    });
  }
}
