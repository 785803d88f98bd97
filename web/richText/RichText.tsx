import { Link } from "@tanstack/react-router";
import { createElement, Fragment, type ReactNode } from "react";
import { headingId, headingPlaces, parseRichText, type RichElement, type RichNode } from "#base/richText.ts";
import { MarkedText } from "#web/richText/MarkedText.tsx";
import classes from "#web/richText/RichText.module.css";

type RichTextProps = {
  readonly html: string;
  /** The language of the text, by BCP 47 tag. */
  readonly lang?: string;
  /** Headings get the ids `<idPrefix>-1`, `<idPrefix>-2` and so on, as in `headingsOf`. Without it they have none. */
  readonly idPrefix?: string;
  /** Marks the words that a search finds. */
  readonly search?: string;
  /**
   * Begins to draw the texts outside links, headings and code, in their order. Called for each rendering, so what it
   * returns may remember what it has drawn.
   */
  readonly drawTexts?: () => (text: string) => ReactNode;
};

/**
 * Rich text, drawn element by element from an allow-list: no markup is ever inserted, whatever the text contains. Each
 * block takes the direction of its text.
 */
export function RichText({ html, lang, idPrefix, search = "", drawTexts }: RichTextProps) {
  const parsed = parseRichText(html);
  const places = headingPlaces(parsed);
  const drawMarked = (text: string): ReactNode => <MarkedText text={text} search={search} />;
  const drawPlain = drawTexts?.() ?? drawMarked;
  const draw = (nodes: readonly RichNode[], isPlain = true): ReactNode[] =>
    nodes.map((node, place) => {
      if (typeof node === "string")
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which never change places
        return <Fragment key={place}>{isPlain ? drawPlain(node) : drawMarked(node)}</Fragment>;
      const heading = places.get(node);
      const id = heading === undefined || idPrefix === undefined ? undefined : headingId(idPrefix, heading);
      return drawElement(node, { key: place, id, children: draw(node.children, isPlain && !notPlain.has(node.tag)) });
    });
  return (
    <div className={classes.text} lang={lang}>
      {draw(parsed)}
    </div>
  );
}

const notPlain: ReadonlySet<string> = new Set(["a", "h2", "h3", "pre", "code"]);
const inlineTags: ReadonlySet<string> = new Set(["strong", "em", "code", "br", "hr"]);

type Drawn = { readonly key: number; readonly id: string | undefined; readonly children: ReactNode[] };

function drawElement({ tag, href }: RichElement, { key, id, children }: Drawn): ReactNode {
  if (tag === "br" || tag === "hr") return createElement(tag, { key });
  if (tag === "a") return drawLink(href, key, children);
  if (inlineTags.has(tag)) return createElement(tag, { key }, ...children);
  // The target of a link in the table of contents takes the focus.
  return createElement(tag, { key, dir: "auto", ...(id !== undefined && { id, tabIndex: -1 }) }, ...children);
}

function drawLink(href: string | undefined, key: number, children: ReactNode[]): ReactNode {
  if (href === undefined) return <span key={key}>{children}</span>;
  if (href.startsWith("/"))
    return (
      <Link key={key} to={href}>
        {children}
      </Link>
    );
  const isPage = href.toLowerCase().startsWith("https:");
  return (
    <a key={key} href={href} {...(isPage && { target: "_blank", rel: "noopener noreferrer nofollow" })}>
      {children}
    </a>
  );
}
