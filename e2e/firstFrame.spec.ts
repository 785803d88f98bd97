import type { Page } from "@playwright/test";
import { credentialsFor, expect, signIn, test } from "./fixtures.ts";
import { frameOf } from "./frames.ts";
import { callerOf } from "./people.ts";
import { account } from "#features/access/session/contract/account.ts";
import { call } from "#web/call.ts";

/** Settings with other values than the defaults wherever the layout has a choice. */
const looks: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a folded side menu at the right, in Latin letters from the right": {
    layout: {
      style: "layout1",
      config: {
        scroll: "body",
        navbar: { position: "right", folded: true },
        toolbar: { style: "static", position: "above" },
        footer: { display: true, style: "static", position: "above" },
        leftSidePanel: { display: false },
        rightSidePanel: { display: false },
      },
    },
    theme: { main: "beach", navbar: "deepOcean", toolbar: "mainThemeDark", footer: "sunset" },
    direction: "rtl",
    customScrollbars: false,
    animations: false,
  },
  "a menu bar that scrolls away, in a dark theme": {
    layout: {
      style: "layout2",
      config: {
        mode: "container",
        navbar: { style: "static" },
        toolbar: { style: "static", position: "above" },
        footer: { display: true },
      },
    },
    theme: { main: "slate", navbar: "slate", toolbar: "tech", footer: "mainThemeLight" },
  },
  "a compact menu bar, in light colours whatever the device has": {
    layout: { style: "layout3", config: { mode: "fullwidth", toolbar: { position: "below" } } },
    theme: { main: "legacy", navbar: "greeny", toolbar: "sweetHues", footer: "legacy" },
    mizan: { scheme: "light" },
  },
};

declare global {
  interface Window {
    lookNow: () => unknown;
    firstLook: unknown;
    backgrounds: Set<string>;
  }
}

/**
 * Records what the page looks like when the frame is first in it, with what the first script has set before, and every
 * background that it is drawn with, from the splash on.
 */
const recordFirstFrame = (page: Page) =>
  page.addInitScript(() => {
    window.backgrounds = new Set();
    window.lookNow = () => {
      const { dir, dataset } = document.documentElement;
      const menu = document.querySelector("[role=menubar]") ?? document.querySelector("nav");
      const { x, width } = menu!.getBoundingClientRect();
      return { dir, ...dataset, role: menu!.role, x, width };
    };
    const draw = () => {
      // At the edge of the page's own area, below the bars and without a menu in any of these.
      let part = document.elementFromPoint(innerWidth - 20, innerHeight / 2);
      const colorOf = (each: Element) => getComputedStyle(each).backgroundColor;
      while (part !== null && colorOf(part) === "rgba(0, 0, 0, 0)") part = part.parentElement;
      if (part !== null) window.backgrounds.add(colorOf(part));
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
    new MutationObserver((_, observer) => {
      if (document.getElementById("main") === null) return;
      window.firstLook = window.lookNow();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });

/** The frame once home has its figures and nothing changes any more. */
async function settledFrame(page: Page): Promise<string> {
  await expect(page.getByRole("list", { name: "Figures" }).getByRole("link").first()).toBeVisible();
  await page.mouse.move(720, 450);
  let last = "";
  await expect
    .poll(
      async () => {
        const [before, now] = [last, await frameOf(page)];
        last = now;
        return now === before;
      },
      { intervals: [500] },
    )
    .toBe(true);
  return last;
}

for (const [name, settings] of Object.entries(looks))
  test(`${name}: the first frame of a reload and a second browser have it`, async ({ page, browser, host }) => {
    const user = credentialsFor(host, "administrator");
    const caller = await callerOf(host, user);
    const save = (all: object) =>
      call(caller, account.updateUser, { user: { data: { settings: all as Readonly<Record<string, unknown>> } } });
    await save(settings);
    // Where motion is reduced, every property changes in a millisecond: the first frame has those before its effects.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const viewport = { width: 1440, height: 900 };
    await page.setViewportSize(viewport);
    await signIn(page, user);
    const frame = await settledFrame(page);

    const context = await browser.newContext({ baseURL: host.url, viewport, reducedMotion: "no-preference" });
    const other = await context.newPage();
    await signIn(other, user);
    expect(await settledFrame(other)).toEqual(frame);
    await context.close();

    await recordFirstFrame(page);
    await page.reload();
    expect(await settledFrame(page)).toEqual(frame);
    const { first, now, drawn } = await page.evaluate(() => ({
      first: window.firstLook,
      now: window.lookNow(),
      drawn: [...window.backgrounds],
    }));
    expect(first).toEqual(now);
    expect(drawn).toHaveLength(1);
    // The settings are the user's, whom other journeys use.
    await save({});
  });
