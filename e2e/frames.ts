import type { Page } from "@playwright/test";

/** What an option of the layout can change: attributes of the page, and how the parts of the frame lie and scroll. */
export const frameOf = (page: Page) =>
  page.evaluate(() => {
    const parts = "body, header, header button, nav, [role=menubar], main, #main, footer, [data-page]";
    const facts = [...document.querySelectorAll(`${parts}, div:has(> main), div:has(> header), div:has(> nav)`)].map(
      (part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const { position, overflowY, backgroundColor, maxWidth } = getComputedStyle(part);
        return [part.localName, x, y, width, height, position, overflowY, backgroundColor, maxWidth].join(" ");
      },
    );
    const attributes = [...document.documentElement.attributes].map(({ name, value }) => `${name}=${value}`);
    return [...attributes.toSorted(), ...facts].join("\n");
  });
