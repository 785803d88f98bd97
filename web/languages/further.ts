import type { LanguageTexts } from "#web/languages/languageTexts.ts";
import type { Language } from "#web/screens.ts";

/**
 * A language besides English and Arabic, which every area has: one entry here, and a folder with a file of messages for
 * each namespace (docs/new-language.md).
 */
export type FurtherLanguage = {
  /** BCP 47. */
  readonly tag: string;
  /** Its name in itself, for the choice of the language. */
  readonly name: string;
  /** Where it has no text, and for names in records, which have only these. Also decides plural forms and week start. */
  readonly base: Language;
  readonly direction: "ltr" | "rtl";
  /** For dates and numbers. */
  readonly locale: string;
  /** Whether users may choose it. */
  readonly isOffered: boolean;
  readonly load: () => Promise<LanguageTexts>;
};

/** Pseudo-languages show texts that are cut, joined from pieces or not translatable. Only developers may choose them. */
const pseudo = {
  isOffered: import.meta.env.DEV,
  load: () => import("#web/languages/pseudo.ts").then(({ pseudoTexts }) => pseudoTexts),
};

export const furtherLanguages: readonly FurtherLanguage[] = [
  { tag: "en-XA", name: "Pseudo-English", base: "en", direction: "ltr", locale: "en-GB", ...pseudo },
  { tag: "ar-XB", name: "Pseudo-Arabic", base: "ar", direction: "rtl", locale: "ar-u-ca-gregory-nu-latn", ...pseudo },
];
