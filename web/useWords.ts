import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { currentLanguage, shellWords } from "#web/i18n.ts";
import type { Language } from "#web/screens.ts";

/** The words of one feature, or the shell's. Follows a change of language. */
export function useWords(namespace: string = shellWords): TFunction {
  return useTranslation(namespace).t;
}

/** The language of the screen. Follows its change. */
export function useLanguage(): Language {
  useTranslation(shellWords);
  return currentLanguage();
}
