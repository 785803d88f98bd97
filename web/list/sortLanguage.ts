import type { Language } from "#web/screens.ts";

/** The part of a list's input that sorts names as a screen in this language shows them. */
export const sortLanguageOf = (language: Language): { readonly sortLanguage?: "ar" } =>
  language === "ar" ? { sortLanguage: "ar" } : {};
