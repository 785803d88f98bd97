import i18next from "i18next";
import { furtherLanguages } from "#web/languages/further.ts";
import type { LanguageTexts } from "#web/languages/languageTexts.ts";
import { type Language, languages, type Screens, type Messages } from "#web/screens.ts";

/** The namespace of the messages that belong to no feature: buttons, refusals, the frame. */
export const shellMessages = "shell";

/** Where the selected language is stored; `boot.js` reads it before the first paint. */
export const languageKey = "mizan.language";

const defaultLanguage: Language = "en"; // spec 000 §9

type WordSource = Screens["messages"];

const shellSource: WordSource = {
  en: () => import("#web/messages.en.json"),
  ar: () => import("#web/messages.ar.json"),
};

/** All loaded message tables, so that a change of language applies to all of them. */
const sources = new Map<string, WordSource>([[shellMessages, shellSource]]);

const further = () => furtherOf(i18next.language ?? "");

/** The tag of the current language, which may be a further one. */
export const currentTag = (): string => i18next.language ?? defaultLanguage;

/**
 * The current language of the page, or the one that a further one is based on. Components read it through
 * `useLanguage`, which updates them on a change.
 */
export const currentLanguage = (): Language =>
  further()?.base ?? languages.find((language) => language === i18next.language) ?? defaultLanguage;

/** The locale of a further language for dates and numbers; null for English and Arabic. */
export const furtherLocale = (language: Language): string | null => {
  const current = further();
  return current?.base === language ? current.locale : null;
};

/** The texts of the further language in use. */
let texts: LanguageTexts | null = null;

/** A title that is written in the code in English and Arabic, or that the server sends in English. */
export const titleIn = (language: Language, title: Readonly<Record<Language, string>>): string =>
  texts?.titleOf(title.en) ?? title[language];

let started: Promise<void> | null = null;

/** Loads the shell's messages in the stored or the default language. Call once, before the first screen. */
export const startMessages = (): Promise<void> => (started = start());

async function start(): Promise<void> {
  const tag = tagOr(page().language ?? localStorage.getItem(languageKey), defaultLanguage);
  await loadTexts(tag);
  await i18next.init({
    lng: tag,
    fallbackLng: false,
    defaultNS: shellMessages,
    ns: [shellMessages],
    resources: { [tag]: { [shellMessages]: await messagesOf(shellMessages, tag) } },
    interpolation: { escapeValue: true, escape: isolate, useRawValueToEscape: true },
  });
  describeDocument();
}

/**
 * Isolates a value inside an Arabic message, so that a Latin name, code or address does not reorder the text and
 * punctuation around it. Figures take the direction of the text. React escapes HTML already. A message whose text is
 * stored or compared writes its value as `{{- value}}`, without the marks.
 */
const isolate = (value: unknown): string => {
  if (currentLanguage() !== "ar") return String(value);
  if (typeof value === "number") return digitsOf(String(value));
  return typeof value === "string" && !/^[\d٠-٩.,٬٫]*$/.test(value) ? `\u2068${value}\u2069` : String(value);
};

const digitsOf = (figure: string) =>
  page().digits === "arab" ? figure.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]!) : figure;

/** Loads a feature's messages under its own namespace. Repeated calls are free. */
export async function loadMessages({ name, messages }: Pick<Screens, "name" | "messages">): Promise<void> {
  sources.set(name, messages);
  await started;
  await addMessages(name, currentTag());
}

/** Changes the language in place: messages, direction and formats, without a reload. */
export async function changeLanguage(tag: string): Promise<void> {
  await loadTexts(tag);
  await Promise.all([...sources.keys()].map((name) => addMessages(name, tag)));
  await i18next.changeLanguage(tag);
  localStorage.setItem(languageKey, tag);
  describeDocument();
}

/** Returns the text of this key if any loaded namespace has it. Features come before the shell. */
export function wordsFor(key: string, values: Readonly<Record<string, unknown>> = {}): string | null {
  const options = { ns: [...sources.keys()].reverse(), ...values };
  return i18next.exists(key, options) ? i18next.t(key, options) : null;
}

async function addMessages(name: string, tag: string): Promise<void> {
  if (i18next.hasResourceBundle(tag, name)) return;
  i18next.addResourceBundle(tag, name, await messagesOf(name, tag));
}

async function messagesOf(name: string, tag: string): Promise<Messages> {
  const source = sources.get(name);
  if (source === undefined) throw new Error(`no words are known for ${name}`);
  const language = furtherOf(tag)?.base ?? languages.find((one) => one === tag) ?? defaultLanguage;
  const messages: Messages = (await source[language]()).default;
  return texts === null || furtherOf(tag) === undefined ? messages : texts.messagesOf(name, messages);
}

const furtherOf = (tag: string) => furtherLanguages.find((one) => one.tag === tag);

async function loadTexts(tag: string): Promise<void> {
  texts = (await furtherOf(tag)?.load()) ?? null;
}

/**
 * What `boot.js` and the settings have written on the page: read from there, because the login page does not load the
 * settings.
 */
const page = () => document.documentElement.dataset;

/** Sets the page’s language and its direction, which users may choose apart from the language. */
export function describeDocument(): void {
  const tag = currentTag();
  document.documentElement.lang = tag;
  document.documentElement.dir = page().direction ?? furtherOf(tag)?.direction ?? (tag === "ar" ? "rtl" : "ltr");
}

const tagOr = (value: string | null | undefined, otherwise: Language): string =>
  [...languages, ...furtherLanguages.map(({ tag }) => tag)].find((tag) => tag === value) ?? otherwise;
