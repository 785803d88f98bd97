import { act, type ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { RichText } from "#web/richText/RichText.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

async function drawn(html: string, more: Partial<ComponentProps<typeof RichText>> = {}): Promise<string> {
  document.body.innerHTML = "<main></main>";
  const root = createRoot(document.querySelector("main")!);
  await act(async () => root.render(<RichText html={html} lang="en" idPrefix="part" {...more} />));
  return document.querySelector("main > div")!.innerHTML;
}

it("draws each block in the direction of its text, and headings with ids for a table of contents", async () => {
  expect(await drawn("<h2>First</h2><p>مرحبًا <strong>بك</strong></p><h3>Then</h3>")).toBe(
    `<h2 dir="auto" id="part-1" tabindex="-1">First</h2><p dir="auto">مرحبًا <strong>بك</strong></p><h3 dir="auto" id="part-2" tabindex="-1">Then</h3>`,
  );
});

it("draws no markup that the list does not have, even if it was stored", async () => {
  const html = `<p onclick="x">a<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">go</a></p>`;
  expect(await drawn(html)).toBe(`<p dir="auto">aalert(1)<span>go</span></p>`);
});

it("opens other sites in a tab that learns nothing of this one", async () => {
  expect(await drawn(`<p><a href="https://a.example/?b&amp;c">a</a></p>`)).toContain(
    `<a href="https://a.example/?b&amp;c" target="_blank" rel="noopener noreferrer nofollow">a</a>`,
  );
});

it("lets others draw the texts outside links, headings and code, in their order, anew each time", async () => {
  const html = `<h2>one</h2><p>one <strong>two</strong> <a href="https://a.example/">one</a></p><ul><li><p>three <code>one</code></p></li></ul>`;
  const drawTexts = () => {
    let count = 0;
    return (text: string) => (text.trim() === "" ? text : `${text.trim()}${++count}`);
  };
  document.body.innerHTML = "<main></main>";
  expect((await drawn(html, { drawTexts })).replaceAll(/<[^>]*>/g, "|")).toBe(
    "|one||one1|two2| |one|||||three3|one||||",
  );
  expect(await drawn("<p>again</p>", { drawTexts })).toContain("again1");
});
