/** Languages that a text may be asked for in: those of domain 1.0, then where more of the consumers live. */
export const offeredLanguages: readonly string[] = [
  ...["ar", "en", "ms", "tr", "ur"],
  ...["id", "fa", "bn", "hi", "fr", "de", "nl", "es", "bs", "kk", "uz", "ha", "so", "sw", "ru", "zh", "ja", "ko", "th"],
];

const rightToLeft = new Set(["ar", "fa", "ur", "he", "ps", "ckb", "sd", "ug"]);
/** Scripts that are written from the right, where a tag names one: `uz-Arab`. */
const rightToLeftScripts = /-(?:arab|hebr|thaa|nkoo)\b/i;

/** In which direction a language is written, by its BCP 47 tag. */
export const textDirection = (tag: string): "rtl" | "ltr" =>
  rightToLeftScripts.test(tag) || (rightToLeft.has(tag.split("-")[0] ?? "") && !/-latn\b/i.test(tag)) ? "rtl" : "ltr";

/** What a language calls itself: `Türkçe`. */
export const ownNameOf = (tag: string): string => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
