const rightToLeft = new Set(["ar", "fa", "ur", "he", "ps", "ckb", "sd", "ug"]);
/** Right-to-left scripts, for tags that name a script: `uz-Arab`. */
const rightToLeftScripts = /-(?:arab|hebr|thaa|nkoo)\b/i;

/** The direction of a language, by its BCP 47 tag. */
export const textDirection = (tag: string): "rtl" | "ltr" =>
  rightToLeftScripts.test(tag) || (rightToLeft.has(tag.split("-")[0] ?? "") && !/-latn\b/i.test(tag)) ? "rtl" : "ltr";
