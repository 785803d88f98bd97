const rightToLeft = new Set(["ar", "fa", "ur", "he", "ps", "ckb", "sd", "ug"]);
/** Scripts that are written from the right, where a tag names one: `uz-Arab`. */
const rightToLeftScripts = /-(?:arab|hebr|thaa|nkoo)\b/i;

/** In which direction a language is written, by its BCP 47 tag. */
export const textDirection = (tag: string): "rtl" | "ltr" =>
  rightToLeftScripts.test(tag) || (rightToLeft.has(tag.split("-")[0] ?? "") && !/-latn\b/i.test(tag)) ? "rtl" : "ltr";
