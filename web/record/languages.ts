/** Languages that a text may be asked for in: those of domain 1.0, then where more of the consumers live. */
export const offeredLanguages: readonly string[] =
  "ar en ms tr ur id fa bn hi fr de nl es bs kk uz ha so sw ru zh ja ko th".split(" ");

/** What a language calls itself: `Türkçe`. */
export const ownNameOf = (tag: string): string => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
