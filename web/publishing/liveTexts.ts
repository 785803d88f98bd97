import type { LiveText } from "#base/publishedTexts.ts";
import { holdsWords } from "#base/filterBySearch.ts";
import { parseRichText, plainTextOf, type RichNode } from "#base/richText.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Language } from "#web/screens.ts";

/** A text in one of its languages. */
export type TextIn = {
  readonly title: string;
  readonly body: string;
  readonly lang: Language;
};

/** The text in this language if it has one, else in English. */
export function textIn({ title, titleI18n, body, bodyI18n }: LiveText, language: Language): TextIn {
  const translated = bodyI18n[language];
  if (language === "en" || translated === undefined) return { title, body, lang: "en" };
  return { title: titleI18n[language] ?? title, body: translated, lang: language };
}

export const hasArabic = ({ bodyI18n }: LiveText): boolean => bodyI18n.ar !== undefined;

type Keys = { readonly title: string; readonly whole: string };
const keys = new WeakMap<LiveText, Keys>();

/** What a text is found by, in all its languages. Computed once, because a search runs with every letter. */
function keysOf(text: LiveText): Keys {
  const known = keys.get(text);
  if (known) return known;
  const title = searchKey([text.title, ...Object.values(text.titleI18n)].join(" "));
  const bodies = [text.body, ...Object.values(text.bodyI18n)].map(plainTextOf);
  const made = { title, whole: `${title} ${searchKey(bodies.join(" "))}` };
  keys.set(text, made);
  return made;
}

/** The texts with all words of a search, those with them in the title first. All of them without a search. */
export function findTexts(texts: readonly LiveText[], search: string): readonly LiveText[] {
  const words = searchKey(search).split(" ").filter(Boolean);
  if (words.length === 0) return texts;
  const found = texts.filter((text) => holdsWords(keysOf(text).whole, words));
  const isTitled = (text: LiveText) => holdsWords(keysOf(text).title, words);
  return [...found.filter(isTitled), ...found.filter((text) => !isTitled(text))];
}

const excerptLength = 170;

/** The part of a text with the first word that a search finds. */
export function excerptOf(body: string, search: string): string {
  const text = plainTextOf(body).replaceAll("\n", " ");
  const word = searchKey(search).split(" ").find(Boolean) ?? "";
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  const found = word === "" ? undefined : words.find(([each]) => searchKey(each).includes(word));
  const start = Math.max(0, (found?.index ?? 0) - 50);
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  const isCut = from + excerptLength < text.length;
  const part = text.slice(from, from + excerptLength);
  return `${from > 0 ? "… " : ""}${isCut ? `${part.replace(/\s+\S*$/, "")}…` : part}`;
}

/** The texts that have most words of their titles in common with this one's text: of its category first. */
export function relatedTo(texts: readonly LiveText[], text: LiveText, count: number): readonly LiveText[] {
  const own = new Set(significantWords(keysOf(text).whole));
  const scoreOf = (other: LiveText) =>
    significantWords(keysOf(other).title).filter((word) => own.has(word)).length * 2 +
    (other.category === text.category ? 3 : 0);
  return texts
    .filter(({ id }) => id !== text.id)
    .map((other) => ({ other, score: scoreOf(other) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, two) => two.score - one.score)
    .slice(0, count)
    .map(({ other }) => other);
}

const significantWords = (key: string) => key.split(" ").filter((word) => word.length > 4);

/** The texts that link to a screen, or to the list that its record is in: what helps on it. */
export const textsAbout = (texts: readonly LiveText[], path: string): readonly LiveText[] =>
  texts.filter(({ body }) => linksIn(parseRichText(body)).some((href) => href === path || path.startsWith(`${href}/`)));

const linksIn = (nodes: readonly RichNode[]): readonly string[] =>
  nodes.flatMap((node) =>
    typeof node === "string" ? [] : [...(node.href === undefined ? [] : [node.href]), ...linksIn(node.children)],
  );
