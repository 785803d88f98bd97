import type { LanguageTexts } from "#web/languages/languageTexts.ts";
import type { Messages } from "#web/screens.ts";

/** Texts longer than any translation, between marks: what is not marked is not translatable, and a missing mark is cut. */
export const pseudoTexts: LanguageTexts = {
  messagesOf: async (_namespace, base) => pseudoMessages(base),
  titleOf: (english) => pseudoText(english),
};

const pseudoMessages = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [
      key,
      typeof text === "string" ? pseudoText(text) : pseudoMessages(text),
    ]),
  );

/** `Save` becomes `⟦Šåṽé~~⟧`. Places, tags and references to other messages stay. */
export function pseudoText(text: string): string {
  const accented = text
    .split(/(\{\{.*?\}\}|<[^>]*>|\$t\(.*?\))/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[A-Za-z]/g, (letter) => accents[letter] ?? letter),
    )
    .join("");
  const textLength = text.replaceAll(/\{\{.*?\}\}/g, "").length;
  return `⟦${accented}${"~".repeat(Math.max(1, Math.ceil(textLength * 0.35)))}⟧`;
}

const plain = "AaCcDdEeGgIiKkLlNnOoRrSsTtUuYyZz";
const marked = "ÅåÇçÐđÉéĞğÎîĶķŁłÑñÖöŘřŠšŢţÛûÝýŽž";
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(plain, (letter, index) => [letter, Array.from(marked)[index]!]),
);
