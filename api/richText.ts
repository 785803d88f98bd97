import sanitizeHtml from "sanitize-html";
import { isSafeHref, richTextDepthMax, richTextTags } from "#base/richText.ts";

/**
 * The HTML that is stored: only the elements of `base/richText.ts`, without attributes other than a safe `href`. Every
 * write of rich text passes it, and so do samples. Sanitising twice gives the same.
 */
export function sanitizeRichText(html: string): string {
  const clean = sanitizeHtml(html, options).replaceAll(emptyParagraphs, "");
  return clean.trim();
}

/** The same for translations, without those that are empty then. */
export const sanitizeTranslations = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([tag, html]) => [tag, sanitizeRichText(html)] as const)
      .filter(([, html]) => html !== ""),
  );

/** What an editor leaves of an empty document, and at the end of a full one. */
const emptyParagraphs = /^(?:<p>\s*<\/p>)+|(?:<p>\s*<\/p>)+$/g;

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: { a: ["href"] },
  allowedSchemes: ["https", "mailto", "tel"],
  allowProtocolRelative: false,
  nestingLimit: richTextDepthMax,
  transformTags: {
    b: "strong",
    i: "em",
    h1: "h2",
    h4: "h3",
    h5: "h3",
    h6: "h3",
    div: "p",
  },
  // A link without a safe address becomes its text.
  exclusiveFilter: ({ tag, attribs }) => (tag === "a" && !isSafeHref(attribs.href ?? "") ? "excludeTag" : false),
};
