import i18next from "i18next";
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

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** The current language of the page. Components read it through `useLanguage`, which updates them on a change. */
export const currentLanguage = (): Language => languageOr(i18next.language, defaultLanguage);

/** Loads the shell's messages in the stored or the default language. Call once, before the first screen. */
export async function startMessages(): Promise<void> {
  const language = languageOr(localStorage.getItem(languageKey), defaultLanguage);
  const messages = await shellSource[language]();
  await i18next.init({
    lng: language,
    fallbackLng: false,
    defaultNS: shellMessages,
    ns: [shellMessages],
    resources: { [language]: { [shellMessages]: messages.default } },
    interpolation: { escapeValue: true, escape: isolate, useRawValueToEscape: true },
  });
  describeDocument(language);
}

/**
 * Isolates a value inside an Arabic message, so that a Latin name, code or address does not reorder the text and
 * punctuation around it. Figures take the direction of the text. React escapes HTML already. A message whose text is
 * stored or compared writes its value as `{{- value}}`, without the marks.
 */
const isolate = (value: unknown): string =>
  typeof value === "string" && !/^[\d.,]*$/.test(value) && currentLanguage() === "ar"
    ? `\u2068${value}\u2069`
    : String(value);

/** Loads a feature's messages under its own namespace. Repeated calls are free. */
export async function loadMessages({ name, messages }: Pick<Screens, "name" | "messages">): Promise<void> {
  sources.set(name, messages);
  await addMessages(name, currentLanguage());
}

/** Changes the language in place: messages, direction and formats, without a reload. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([...sources.keys()].map((name) => addMessages(name, language)));
  await i18next.changeLanguage(language);
  localStorage.setItem(languageKey, language);
  describeDocument(language);
}

/** Returns the text of this key if any loaded namespace has it. Features come before the shell. */
export function wordsFor(key: string, values: Readonly<Record<string, unknown>> = {}): string | null {
  const options = { ns: [...sources.keys()].reverse(), ...values };
  return i18next.exists(key, options) ? i18next.t(key, options) : null;
}

async function addMessages(name: string, language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, name)) return;
  const source = sources.get(name);
  if (source === undefined) throw new Error(`no words are known for ${name}`);
  const messages: Messages = (await source[language]()).default;
  i18next.addResourceBundle(language, name, messages);
}

function describeDocument(language: Language) {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

const languageOr = (value: string | null | undefined, otherwise: Language): Language =>
  languages.find((language) => language === value) ?? otherwise;
