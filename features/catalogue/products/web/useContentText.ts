import type { MessageKey, Translate } from "#web/messageKeys.ts";
import type { ProductRow } from "#features/catalogue/products/contract/product.ts";
import { formatNumber } from "#web/formats.ts";
import type { Language } from "#web/screens.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Content = Pick<ProductRow, "netContent" | "netUnit" | "packOf">;

/** `6 × 330 ml`; empty where nobody has said. */
export function contentText(
  { netContent, netUnit, packOf }: Content,
  language: Language,
  t: Translate<MessageKey<"products">>,
): string {
  if (netContent === null || netUnit === null) return "";
  const one = t(`content.${netUnit}`, { figure: formatNumber(language, netContent, decimalsOf(netContent)) });
  return packOf === 1 ? one : `${formatNumber(language, packOf)} × ${one}`;
}

const decimalsOf = (figure: number) => (String(figure).split(".")[1] ?? "").length;

/** What is in a product, in the language of the screen. */
export function useContentText(content: Content): string {
  return contentText(content, useLanguage(), useMessages("products"));
}
