import { expect, test } from "vitest";
import { pseudoText, pseudoTexts } from "#web/languages/pseudo.ts";
import type { Messages } from "#web/screens.ts";
import english from "#web/messages.en.json";

test("a pseudo-language marks and lengthens texts, and leaves places and tags", () => {
  expect(pseudoText("Save")).toBe("⟦Šåvé~~⟧");
  expect(pseudoText("Hello <b>{{name}}</b>, {{count}} left")).toMatch(
    /^⟦Héłłö <b>\{\{name\}\}<\/b>, \{\{count\}\} łéfţ~+⟧$/,
  );
});

test("every message of the shell has the same key, and is at least a third longer", async () => {
  const before = new Map(textsOf(english));
  const after = new Map(textsOf(await pseudoTexts.messagesOf("shell", english)));
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [key, text] of after) {
    const textLength = (before.get(key) ?? "").replaceAll(/\{\{.*?\}\}/g, "").length;
    expect(text.length).toBeGreaterThanOrEqual(textLength * 1.33);
  }
});

const textsOf = (messages: Messages, prefix = ""): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${prefix}${key}`, value]] : textsOf(value, `${prefix}${key}.`),
  );
