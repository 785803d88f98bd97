// Rich text: simple HTML. The server removes everything else (api/richText.ts); screens draw only these elements, and
// never as markup (web/richText/RichText.tsx).

export const richTextTags = [
  "p",
  "h2",
  "h3",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "hr",
  "br",
  "strong",
  "em",
  "code",
  "a",
] as const;
export type RichTextTag = (typeof richTextTags)[number];

export interface RichElement {
  readonly tag: RichTextTag;
  /** Of a link; a link without a safe address has none. */
  readonly href?: string;
  readonly children: readonly RichNode[];
}
export type RichNode = RichElement | string;

/** Deeper elements are left out, so that no text exhausts the stack. */
export const richTextDepthMax = 12;

const tags: ReadonlySet<string> = new Set(richTextTags);
const blocks: ReadonlySet<string> = new Set("p h2 h3 li blockquote pre hr br".split(" "));
const empty: ReadonlySet<string> = new Set(["br", "hr"]);

/** Web pages over https, email addresses, phone numbers, and places of the product, such as `/pages/faq#faq-3`. */
export const isSafeHref = (href: string): boolean =>
  /^(?:https:\/\/[^\s/?#]|mailto:[^\s]|tel:[+\d]|\/(?![/\\])|#)[^\s\u0000-\u001F]*$/i.test(href);

/**
 * Reads HTML as the server stores it. Unknown elements are left out and their texts stay, so whatever it is given,
 * nothing but the elements above comes out.
 */
export function parseRichText(html: string): readonly RichNode[] {
  type Open = { readonly tag: RichTextTag; readonly href?: string; readonly children: RichNode[] };
  const top: RichNode[] = [];
  const path: Open[] = [];
  const add = (node: RichNode) => void (path.at(-1)?.children ?? top).push(node);
  for (const [whole, closing, name, attributes = ""] of html.matchAll(tokens)) {
    const tag = name?.toLowerCase();
    if (tag === undefined) add(decoded(whole));
    else if (!tags.has(tag)) continue;
    else if (closing) {
      const place = path.findLastIndex((open) => open.tag === tag);
      if (place >= 0) path.length = place;
    } else if (path.length < richTextDepthMax) {
      const href = tag === "a" ? decoded(/\bhref="([^"]*)"/i.exec(attributes)?.[1] ?? "") : "";
      const element = { tag: tag as RichTextTag, ...(isSafeHref(href) && { href }), children: [] };
      add(element);
      if (!empty.has(tag)) path.push(element);
    }
  }
  return top;
}

/** A tag, or a text up to the next one. A `<` that begins no tag is text. */
const tokens = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>|[^<]+|</gi;

const characters: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
};

const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name = "") =>
      decimal || hex
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex!, 16))
        : (characters[name] ?? whole),
  );

/** The text alone, a line for each paragraph, heading and point of a list. For searches, excerpts and comparisons. */
export const plainTextOf = (html: string): string =>
  linesIn(parseRichText(html))
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim();

const linesIn = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => (typeof node === "string" ? node : `${linesIn(node.children)}${blocks.has(node.tag) ? "\n" : ""}`))
    .join("");

export interface RichHeading {
  readonly id: string;
  readonly level: 2 | 3;
  readonly text: string;
}

/** The headings for a table of contents, with the ids that `RichText` gives them. */
export const headingsOf = (html: string, idPrefix: string): readonly RichHeading[] =>
  headingsIn(parseRichText(html)).map(({ tag, children }, place) => ({
    id: headingId(idPrefix, place),
    level: tag === "h2" ? 2 : 3,
    text: linesIn(children).trim(),
  }));

export const headingId = (prefix: string, place: number) => `${prefix}-${place + 1}`;

/** The headings of a text with their places. */
export const headingPlaces = (nodes: readonly RichNode[]): ReadonlyMap<RichElement, number> =>
  new Map(headingsIn(nodes).map((heading, place) => [heading, place]));

const headingsIn = (nodes: readonly RichNode[]): readonly RichElement[] =>
  nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    return node.tag === "h2" || node.tag === "h3" ? [node] : headingsIn(node.children);
  });
