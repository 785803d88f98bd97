import i18next from "i18next";
import { type Language, languages, type Screens, type Words } from "#web/screens.ts";

/** The namespace of the words that belong to no feature: buttons, refusals, the frame. */
export const shellWords = "shell";

/** Where the choice of language is kept; `boot.js` reads it before the first paint. */
export const languageKey = "mizan.language";

const defaultLanguage: Language = "en"; // spec 000 §9

type WordSource = Screens["words"];

const shellSource: WordSource = {
  en: () => import("#web/messages.en.json"),
  ar: () => import("#web/messages.ar.json"),
};

/** Everything that has been shown, so that a change of language brings all of it along. */
const sources = new Map<string, WordSource>([[shellWords, shellSource]]);

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** The language the page is in now. Components read it through `useLanguage`, so that they follow a change. */
export const currentLanguage = (): Language => languageOr(i18next.language, defaultLanguage);

/** Loads the shell's words in the language chosen before, or the default one. Call once, before the first screen. */
export async function startWords(): Promise<void> {
  const language = languageOr(localStorage.getItem(languageKey), defaultLanguage);
  const words = await shellSource[language]();
  await i18next.init({
    lng: language,
    fallbackLng: false,
    defaultNS: shellWords,
    ns: [shellWords],
    resources: { [language]: { [shellWords]: words.default } },
    // React escapes.
    interpolation: { escapeValue: false },
  });
  describeDocument(language);
}

/** Loads a feature's words under its own namespace. A second call costs nothing. */
export async function loadWords({ name, words }: Pick<Screens, "name" | "words">): Promise<void> {
  sources.set(name, words);
  await addWords(name, currentLanguage());
}

/** Changes the language of everything in place: words, direction and formats. Nothing is reloaded. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([...sources.keys()].map((name) => addWords(name, language)));
  await i18next.changeLanguage(language);
  localStorage.setItem(languageKey, language);
  describeDocument(language);
}

/** Whether any of the words loaded so far has this key, and its text. Features' words come before the shell's. */
export function wordsFor(key: string, values: Readonly<Record<string, unknown>> = {}): string | null {
  const options = { ns: [...sources.keys()].reverse(), ...values };
  return i18next.exists(key, options) ? i18next.t(key, options) : null;
}

async function addWords(name: string, language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, name)) return;
  const source = sources.get(name);
  if (source === undefined) throw new Error(`no words are known for ${name}`);
  const words: Words = (await source[language]()).default;
  i18next.addResourceBundle(language, name, words);
}

function describeDocument(language: Language) {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

const languageOr = (value: string | null | undefined, otherwise: Language): Language =>
  languages.find((language) => language === value) ?? otherwise;
