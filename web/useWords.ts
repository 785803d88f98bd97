import i18next, { type TFunction } from "i18next";
import { useSyncExternalStore } from "react";
import { currentLanguage, shellWords } from "#web/i18n.ts";
import type { Language } from "#web/screens.ts";

/** A text by its key, with values for its `{{places}}`; `count` chooses the plural. Always a text: a test checks the keys. */
export type Wording = ((key: string, values?: Readonly<Record<string, unknown>>) => string) & TFunction;

/** The words of one feature, or the shell's. Follows a change of language; the same function until then. */
export function useWords(namespace: string = shellWords): Wording {
  return wordingOf(useLanguage(), namespace);
}

/** The language of the screen. Follows its change. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

function subscribe(onChange: () => void): () => void {
  i18next.on("languageChanged", onChange);
  return () => i18next.off("languageChanged", onChange);
}

const wordings = new Map<string, Wording>();

function wordingOf(language: Language, namespace: string): Wording {
  const key = `${language} ${namespace}`;
  const wording = wordings.get(key) ?? (i18next.getFixedT(language, namespace) as Wording);
  wordings.set(key, wording);
  return wording;
}
