import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { copyText } from "#web/ui/copyText.ts";

afterEach(() => document.body.replaceChildren());

/** A browser with this clipboard, or without one, and a result for `document.execCommand`. */
function arrange({ clipboard, isCopied }: { clipboard: unknown; isCopied: () => boolean }) {
  const selected: string[] = [];
  vi.stubGlobal("navigator", { clipboard });
  // oxlint-disable-next-line typescript/no-deprecated -- all that browsers have without https
  document.execCommand = (command) => {
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement) selected.push(`${command}: ${field.value}`);
    return isCopied();
  };
  onTestFinished(() => void vi.unstubAllGlobals());
  return selected;
}

test("copies to the clipboard, with https and without", async () => {
  const written: string[] = [];
  const writeText = async (text: string) => void written.push(text);
  const unused = arrange({ clipboard: { writeText }, isCopied: () => true });
  expect(await copyText("one")).toBe(true);
  expect([written, unused]).toEqual([["one"], []]);

  const forbidden = { writeText: () => Promise.reject(new Error("not allowed")) };
  for (const clipboard of [undefined, forbidden]) {
    const selected = arrange({ clipboard, isCopied: () => true });
    expect(await copyText("two\nlines")).toBe(true);
    expect(selected).toEqual(["copy: two\nlines"]);
  }
});

test("leaves nothing behind, and returns the focus", async () => {
  document.body.innerHTML = "<div aria-modal='true'><button>Copy</button></div>";
  const button = document.querySelector("button")!;
  button.focus();
  arrange({ clipboard: undefined, isCopied: () => false });
  expect(await copyText("three")).toBe(false);
  expect(document.querySelector("textarea")).toBeNull();
  expect(document.activeElement).toBe(button);
});
