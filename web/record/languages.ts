/** Languages for translations: those of domain 1.0 first, then those of further consumer markets. */
export const offeredLanguages: readonly string[] =
  "ar en ms tr ur id fa bn hi fr de nl es bs kk uz ha so sw ru zh ja ko th".split(" ");

/** A language's name in that language: `Türkçe`. */
export const ownNameOf = (tag: string): string => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
